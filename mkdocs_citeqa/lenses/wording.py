"""Absolute words: what each needs around it to be a claim, and what takes the claim away."""

import re
from dataclasses import dataclass, field

from mkdocs_citeqa.lenses.lazily import lazily
from mkdocs_citeqa.lenses.vocabulary import listed

_UNITS = (
    r"(?:\d|second|minute|hour|day|week|month|year|time\b|morning|night|quarter|few|other|so often|now and"
    r"|single (?:day|time|month))"
)
_MANY = (
    r"(?:new |affected |existing |enrolled |major |government |incoming |outgoing |inbound |outbound |your "
    r"|our |of our |of your "
    r"|customer |credit card |user |job |\w+ing |[A-Z][\w.]+ ){0,3}"
)
_SERVED = (
    r"(?:customers?|clients?|users?|plans?|accounts?|organi[sz]ations?|companies|regions?|data|traffic"
    r"|transactions?|requests?"
    r"|connections?|communications?|credit cards?|information|databases?|apps?|applications?|systems|servers?"
    r"|infrastructure"
    r"|employees|hires|candidates|job posts|features|products?|services|instances|subprocessors|branches"
    r"|backups?|transfers?"
    r"|changes|messages|payments?|stages|tiers|devices|platforms)"
)
_THING = r"(?:[\w-]+ ){0,3}?[\w-]+"
_VERB = (
    r"(?:is|are|was|were|will|ha[sv]e?|can|gets?|comes?|receives?|runs?|uses?|includes?|starts?|lives?|works?"
    r"|stays?|goes|go|remains?"
    r"|supports?|appl(?:y|ies)|shares?|talks?|contains?)"
)


@dataclass(frozen=True, slots=True)
class Trigger:
    """One absolute wording."""

    key: str
    """The word in its plain form."""
    group: str
    """Class: universal, guarantee, negation, superlative, unlimited."""
    opens: str
    """Every word that it can begin with, so that no other place of a text is looked at."""
    pattern: str
    """The wording; what must follow, or must not, stands in a look-ahead."""
    severity: str = ""
    """high or low; empty: told by the sentence."""
    needs: str = ""
    """What must stand directly before it."""
    bars: str = ""
    """What must not stand directly before it."""
    wording: re.Pattern[str] = field(init=False)
    needed: re.Pattern[str] | None = field(init=False)
    barred: re.Pattern[str] | None = field(init=False)

    def __post_init__(self) -> None:
        """Compile once."""
        for name, source in (
            ("wording", rf"(?:{self.pattern})(?:(?<=\s)|(?![\w-]\w))"),
            ("needed", rf"(?:{self.needs})$" if self.needs else ""),
            ("barred", rf"(?:{self.bars})\s+(?:also |still )?$" if self.bars else ""),
        ):
            object.__setattr__(self, name, lazily(source, re.IGNORECASE) if source else None)


_WE = r"\b(?:we|company|[A-Z][\w.]+|services?|product|and|or)(?: also| simply| just)? "
_START = r"(?:^|[.,;:—–(*]|\b(?:that|and|because|so|means|where|while|but|with [\w.]+,|when|since)) ?[\"“]?"
_NOT = r"(?:\bnot|n['’]t)"

TRIGGERS: tuple[Trigger, ...] = (
    # -- guarantee
    Trigger("guarantee", "guarantee", "guarantee guarantees guaranteed guaranteeing", r"guarantee(?:s|d|ing)?"),
    Trigger(
        "ensure",
        "guarantee",
        "ensure ensures ensured ensuring assures assuring",
        r"ensur(?:es|ed|ing|e)|assur(?:es|ing)",
    ),
    Trigger("promise", "guarantee", "promise promises", r"promises?(?!\.)"),
    Trigger("make sure", "guarantee", "make makes making", r"mak(?:es?|ing) (?:sure|certain)"),
    Trigger(
        "safe",
        "guarantee",
        "safe secure",
        r"(?:safe|secure)(?:,? (?:fast )?(?:and|,) (?:safe|secure|fast))*"
        r"(?!\s(?:way|place|bet|mode|connection|channel|by|guess|enough|defaults?)\b)",
        "high",
        r"\b(?:is|are|be|remains?|stays?|keeps? (?:\w+ ){1,2}|kept|makes? it|them|it"
        r"|safe,? (?:fast )?(?:and )?)(?: \w+ly| both)? ",
    ),
    Trigger(
        "safely",
        "guarantee",
        "safely securely",
        r"(?:safely|securely)(?! (?:provision|submit))",
        "high",
        bars=r"to|and|laptop \w+ \w+",
    ),
    Trigger(
        "secure",
        "guarantee",
        "fully completely perfectly totally",
        r"(?:fully|completely|perfectly|totally) (?:safe|secure)",
        "high",
    ),
    Trigger(
        "permanently",
        "guarantee",
        "permanently",
        r"permanently (?:delete[sd]?|erase[sd]?|remove[sd]?|destroy(?:s|ed)?)",
    ),
    Trigger("nines", "guarantee", "99 100", r"(?:99(?:\.\d+)?|100) ?%", "high"),
    Trigger("notice", "guarantee", "at", r"at least \w+ (?:\w+ )?days?['’]? (?:of )?(?:advance )?notice", "high"),
    Trigger(
        "count on",
        "guarantee",
        "you rest money an automatic stay",
        r"you (?:can (?:always )?)(?:trust|count on|rely on|be (?:sure|certain))(?: that| us)?|rest assured"
        r"|you can have your money back"
        r"|money[- ]back|(?:an )?automatic credit|stay up even if[\w ]+",
    ),
    # -- negation
    Trigger("never", "negation", "never", r"never(?! mind\b)"),
    Trigger(
        "no downtime",
        "negation",
        "no zero without any doesn't doesn’t don't don’t won't won’t does do will causes zero-downtime",
        r"(?:no|zero|without(?: any)?|any) (?:downtime|data loss|interruptions?|outages?)|zero-downtime"
        r"|(?:does|do|wo|will|did)(?:n['’]t| not) (?:cause|require|involve|incur|experience"
        r"|lose)(?: any)? (?:downtime|data loss|interruptions?|data)",
        "high",
    ),
    Trigger(
        "without",
        "negation",
        "without",
        r"without (?:(?:losing|loss of|sacrificing|locking|interrupting|breaking|compromising|affecting"
        r"|impacting|touching|causing"
        r"|exposing|any|the (?:pain|fear|hassle|need|risk)|you(?:r)? (?:needing|having)|needing"
        r"|having) ?)(?:\w+ ?){0,2}",
    ),
    Trigger("no required", "negation", "no zero", r"(?:no|zero) (?:[\w-]+ ){0,4}(?:required|needed|necessary|asked)"),
    Trigger(
        "no",
        "negation",
        "no",
        r"no (?:[\w-]+ )?(?:cookies?|tracking|trackers?|ads?|adverts?|advertising|set-?up|dependenc(?:y|ies)"
        r"|credit card|commitments?"
        r"|contracts?|lock-in|maintenance|coding|installation|telemetry|third[- ]part(?:y|ies)|middlem[ae]n"
        r"|paperwork|phone calls?"
        r"|single point of failure|security group rules|network ACLs|manual \w+|compromises?|trade-?offs?"
        r"|surprises?|catch"
        r"|strings|waiting|worries|cold starts?|obligations?|data (?:is |was |will be )?lost|hidden \w+"
        r"|vendor lock-in|ownership rights)",
        bars=r"with|has|if",
    ),
    Trigger("no questions asked", "negation", "no no-questions-asked", r"no[- ]questions[- ]asked"),
    Trigger(
        "no other purpose",
        "negation",
        "for no under",
        r"(?:for )?no other (?:purpose|reason)s?|under no circumstances",
        "high",
    ),
    Trigger("no more", "negation", "no", r"no more (?!than\b)(?:\w+ing\b|downtime|data loss)"),
    Trigger(
        "zero",
        "negation",
        "0 zero",
        r"(?:0|zero) (?:dependenc(?:y|ies)|(?:data )?breach(?:es)?|maintenance|vulnerabilit\w+)",
    ),
    Trigger(
        "nothing",
        "negation",
        "nothing nobody none no",
        r"nothing (?=(?:on|in|of|is|leaves|gets|else|you|we|can|ever)\b)(?! is billed)|nobody (?=\w+)"
        r"|none of (?:our|your) \w+|no one (?!of\b)(?=\w+)",
    ),
    Trigger(
        "not charged",
        "negation",
        "will won't won’t aren't aren’t are is",
        r"(?:(?:will|are|is) (?:not|never)|(?:wo|are)n['’]t) (?:be )?(?:\w+ )??(?:charged?|billed?"
        r"|bill you)(?: (?:separately|again|before that|for))?",
        "high",
    ),
    Trigger(
        "not shared",
        "negation",
        "do don't don’t will won't won’t never does doesn't doesn’t",
        r"(?:(?:do|will|does)(?:n['’]t| not| never)|wo['’]?n['’]t) (?:ever )?(?:sell|share|disclose|retain"
        r"|store|collect|track|rent|ask you for|log|recruit|access"
        r"|read|give|monitor)\b(?:(?:, \w+)*,? or \w+)?",
        "high",
        _WE,
    ),
    Trigger(
        "does not change",
        "negation",
        "doesn't doesn’t does will won't won’t don't don’t",
        r"(?:does|do)(?:n['’]t| not) expire|(?:will not|won['’]t) change",
    ),
    Trigger(
        "cannot",
        "negation",
        "cannot can't can’t can",
        r"(?:cannot|can['’]t|can not)(?: and will not)? (?:be )?(?:spoof\w*|decrypt\w*|leak\w*|recruit"
        r"|intercept\w*|tamper\w*|snoop|be lost|fail)\b",
    ),
    Trigger(
        "impossible",
        "negation",
        "unbreakable unhackable tamper-proof fail-safe foolproof risk-free tamperproof failsafe",
        r"unbreakable|unhackable|tamper-?proof|fail-?safe|foolproof|risk-free",
    ),
    # -- unlimited
    Trigger("unlimited", "unlimited", "unlimited unmetered limitless", r"unlimited|unmetered|limitless", "high"),
    Trigger(
        "infinite",
        "unlimited",
        "infinite infinitely",
        r"infinite(?:ly)?(?! loop| scroll| recurs)",
        "high",
        bars=r"an|or",
    ),
    Trigger("no limit", "unlimited", "no", r"no (?:limits?|cap|upper bound|restrictions?)(?: on| to)?\b", "high"),
    Trigger(
        "forever",
        "unlimited",
        "forever indefinitely until for",
        r"forever|indefinitely|until the end of (?:time|the (?:internet|world))|for life\b",
        "high",
        bars=r"loops?|runs?|waits?|blocks?|hangs?",
    ),
    # -- superlative
    Trigger(
        "best",
        "superlative",
        "best best-in-class the",
        r"best[- ]in[- ]class|best possible(?! way)|(?:the )?world['’]s (?:best|fastest|leading)",
        "low",
    ),
    Trigger(
        "fastest",
        "superlative",
        "fastest safest the most",
        r"(?:the )?(?:fastest|safest|most (?:advanced|secure|reliable|powerful|scalable|trusted))"
        r"(?! (?:way|method|approach|path|option|thing|solution)s?\b)",
        "low",
        bars=r"of|generally|is generally easiest and",
    ),
    Trigger(
        "state of the art",
        "superlative",
        "state state-of-the-art cutting cutting-edge world world-class industry industry-leading market "
        "market-leading unmatched "
        "unparalleled unrivaled unrivalled second bulletproof bullet-proof rock rock-solid battle battle-tested "
        "enterprise-grade "
        "bank-grade military-grade gold top-notch leading best-of-breed",
        r"state[- ]of[- ]the[- ]art(?! in\b)|cutting[- ]edge|world[- ]class|best[- ]of[- ]breed"
        r"|industry[- ]leading|market[- ]leading"
        r"|unmatched|unparalleled|unrivall?ed|second to none|bullet-?proof|rock[- ]solid|battle[- ]tested"
        r"|enterprise-grade|bank-grade"
        r"|military-grade|gold standard|top-notch|leading (?=banks|providers?|platforms?|companies|solutions?"
        r"|services?|experts)",
        "low",
        bars=r"latest",
    ),
    Trigger(
        "seamless",
        "superlative",
        "seamless seamlessly effortless effortlessly frictionless hassle-free painless painlessly pain-free "
        "worry-free flawless "
        "flawlessly a peace",
        r"seamless(?:ly)?|effortless(?:ly)?|frictionless|hassle-free|pain-?(?:less|free)(?:ly)?|worry-free"
        r"|flawless(?:ly)?"
        r"|a (?:problem|thing) of the past|peace of mind",
        "low",
    ),
    Trigger(
        "fully managed",
        "superlative",
        "fully fully-managed highly highly-available",
        r"fully[- ]managed|highly[- ]available",
        "low",
    ),
    # -- universal
    Trigger(
        "always",
        "universal",
        "always",
        r"always(?![- ]on\b)",
        bars=r"can|could|may|not|n['’]t|was|were|has|have|had|['’]ve|nearly|almost|as|it['’]s|but",
    ),
    Trigger("at any time", "universal", "at any anytime", r"at any (?:time|point|moment)|anytime", "low"),
    Trigger(
        "everything",
        "universal",
        "everything anything everywhere",
        rf"everything (?={_VERB}\b)|everything (?=else)(?=.*\bover\b)|anything (?:stored|saved|written|uploaded"
        rf"|you (?:store|upload|send))"
        rf"|everywhere$|do everything in our power",
        bars=r"if|when|nearly|almost|once|make sure|check|that|until",
    ),
    Trigger(
        "every",
        "universal",
        "every",
        rf"every (?!{_UNITS})(?={_THING} (?:you \w+ (?:\w+ )?)?{_VERB}\b)|every (?=(?:\w+ ){{0,2}}{_SERVED}\b)"
        rf"|every (?=organization['’]s)",
        bars=r"nearly|almost|not|know|virtually|of|values for|as|see|for example",
    ),
    Trigger(
        "fully",
        "universal",
        "fully completely entirely totally absolutely 100",
        r"(?:fully|completely|entirely|totally|absolutely) (?:private|isolated|encrypted|audited|automat\w+"
        r"|redundant|transparent|compliant|protected"
        r"|anonymous|backed|reliable|reversible|replicated|tested|scalable|elastic)|100 ?% (?:private|secure"
        r"|safe|compatible|reliable)",
    ),
    Trigger(
        "full",
        "universal",
        "full",
        r"full(?:,)? (?:redundancy|isolation|encryption|transparency|no-shared-kernel isolation|privacy|compliance)",
    ),
    Trigger(
        "uninterrupted",
        "universal",
        "uninterrupted 24/7 24/7/365 round-the-clock",
        r"uninterrupted|24/7(?:/365)? (?!a\b)\w+|round-the-clock (?=support)",
    ),
    Trigger(
        "immediately",
        "universal",
        "immediately instantly in instantaneous instantaneously",
        r"(?:immediately|instantly|in an instant|instantaneous(?:ly)?)(?! (?:after|before|if|following|when"
        r"|visible|below|above|or|available as)\b)",
        "low",
        bars=r"sizes|see",
    ),
    Trigger(
        "regardless",
        "universal",
        "regardless no whenever",
        r"regardless(?= of)|no matter (?=how|what|where|which|who)|whenever(?= we)",
    ),
    Trigger(
        "only pay",
        "universal",
        "only charge pay all",
        r"only (?:ever )?(?:be )?(?:pay(?:ing)?|charged?|billed?)(?: for)?(?: what you use)?|charge only for"
        r"|pay only for|only paying \w+(?: pricing)?"
        r"|all you['’]ll see",
        "high",
    ),
    Trigger(
        "only",
        "universal",
        "only used shared processed accessible accessed connected available stored exclusively can",
        r"only (?:authorized|authorised) \w+|only (?:share|preserve|receive|collect|store|process|access|retain"
        r"|keep)s? (?:or \w+ )?(?:\w+)"
        r"|(?:used|shared|processed|accessible|accessed|stored) only (?:for|by|from|to|in|within"
        r"|under)(?: purposes of)?"
        r"|only (?:be )?(?:accessible|accessed|connected to|visible|readable|decrypted)(?: (?:by|from|to))?"
        r"|can only be (?:accessed|connected to|reached|read|viewed|decrypted)(?: (?:by|from))?"
        r"|exclusively (?=via|through|by|on|to|in)|only under (?:very )?limited circumstances",
    ),
    Trigger("any reason", "universal", "for", r"for any reason", "high"),
    Trigger(
        "any",
        "universal",
        "any",
        rf"any (?=(?:changes?|modifications?|files?|data|organi[sz]ations?"
        rf"|customers?)\b[^.;]{{0,60}}?\b{_VERB}\b)|any point[- ]in[- ]time"
        r"|any (?=(?:products?|organi[sz]ations?|customers?|users?|plan)\b)|any (?=type|kind|amount|number"
        r"|size)|any (?=impact|downtime)",
        bars=r"if|in|without|not|n['’]t|of|or|see|have|as|is|number|remove|delete|add|when|from|with",
    ),
    Trigger(
        "all",
        "universal",
        "all",
        rf"all {_MANY}{_SERVED}(?! (?:that you|you need|for the|by the))\b|all of (?:which|that"
        rf"|this)(?= (?:come|for you|work)\w*)",
        bars=r"see|find|including|list|own|refuse|exclusive of|under|view|get|show|display|with|almost|nearly|not"
        r"|n['’]t|if|select|delete|remove|use|on|of|includes?|not for|ex\w+ for|and",
    ),
    Trigger(
        "all",
        "universal",
        "all",
        rf"all (?!you\b|that\b|this\b|these\b|those\b|in\b|of\b|set\b|the (?:same|parts"
        rf"|ideas)\b){_THING}(?= {_VERB}\b)",
        needs=_START,
    ),
)
OPENERS: dict[str, tuple[Trigger, ...]] = {}
for _trigger in TRIGGERS:
    for _word in listed(_trigger.opens):
        OPENERS[_word] = (*OPENERS.get(_word, ()), _trigger)
"""The triggers that a word can open, in order."""
COMPANY: dict[str, frozenset[str]] = {
    "the": frozenset(listed("world fastest safest most")),
    "for": frozenset(listed("other life reason")),
    "in": frozenset(listed("instant")),
    "a": frozenset(listed("problem thing")),
    "an": frozenset(listed("automatic")),
    "you": frozenset(listed("trust count rely sure certain money")),
    "is": frozenset(listed("not never")),
    "are": frozenset(listed("not never t n")),
    "will": frozenset(listed("not never")),
    "can": frozenset(listed("not t only")),
}
"""Of the words of which no text is free: a word that must come with each, for any wording that it opens."""
