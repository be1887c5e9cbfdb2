"""Words that a subject leaves out, and words that mean the same in one."""


def listed(words: str) -> tuple[str, ...]:
    """The words of a list that is written as one text."""
    return tuple(words.split())


def _set(words: str) -> frozenset[str]:
    return frozenset(listed(words))


PRONOUNS = _set("it its they them their this that these those you your we our us one ones he she i me my which who")
EMPTY = PRONOUNS | _set(
    "a an the and or but nor not no if then than so as at by for from in into of off on onto out over per to up via "
    "with within without about above after against along also any all both each either every few more most much many "
    "other another some such same own very just only even still too here there where when while until since because "
    "during before between through under below again once now already always never what how why whether etc e.g i.e s "
    "t re ve ll d m vs plus minus least less half first second third next last well way lot kind sort part jan feb "
    "mar apr jun jul aug sep sept oct nov dec january february march april june july august september october "
    "november december larger smaller longer shorter bigger greater fewer higher lower older newer whole full fully "
    "simply instead therefore however moreover please note tip warning info example case time"
)
"""Function words."""
GENERIC = _set(
    "gb mb kb tb gib mib kib tib byte bit ms px usd eur gbp plan plans tier edition package subscription licence "
    "license price pricing cost fee charge rate bill billing invoice payment amount total sum value figure quota "
    "limit limitation maximum minimum max min default cap size number count level unit item thing product service "
    "feature option setting parameter resource type name meaning purpose effect explanation description detail "
    "overview introduction summary table page section doc documentation guide reference faq question answer index "
    "readme home note month monthly year yearly annual annually day daily week weekly hour hourly minute second "
    "dollar euro pound cent currency money tax vat customer user people person account additional included include "
    "free paid approximately around roughly currently today version release date requirement required prerequisite "
    "file files support supported deprecated removed removal status one-time recurring flat fixed single standard "
    "regular retention uptime guarantee guaranteed available availability duration period length frequency"
)
"""Nouns and adjectives that name no thing of their own in a manual."""
VERBS = _set(
    "incur incurs expect expects call calls enter enters open opens close closes leave leaves mean means answer "
    "answers say says said tell tells told quote quotes quoted ask asks asked mention mentions mentioned promise "
    "promises promised is are was were be been being am isn't aren't wasn't has have had having do does did doing "
    "don't doesn't can cannot can't could may might must shall should will won't would need needs get gets got give "
    "gives given go goes going make makes made take takes taken let lets keep keeps kept use uses used using want "
    "wants pay pays paid cost costs charge charges charged bill bills billed include includes add adds added allow "
    "allows allowed accept accepts accepted support supports offer offers offered provide provides provided require "
    "requires come comes start starts starting begin begins run runs running stay stays remain remains retain retains "
    "retained store stores stored save saves receive receives become becomes apply applies applied set sets see sees "
    "contain contains hold holds last lasts expire expires expired end ends limit limits limited cap caps capped "
    "restrict restricts exceed exceeds guarantee guarantees commit commits ensure ensures send sends work works drop "
    "dropped buy buys bought purchase purchases purchased sell sells order reimburse write allocate deprecate "
    "deprecates remove removes handle handles return returns read reads listen listens spend spends earn earns reach "
    "reaches drag move"
)
"""Verbs that end the subject of a clause, those of reporting what somebody says among them."""
EQUAL = {
    "extra": "extra", "additional": "extra", "overage": "extra", "above": "extra", "beyond": "extra", "db":
    "database",
    "org": "organization", "organisation": "organization", "repo": "repository", "repos": "repository",
    "colour": "color", "e-mail": "email", "bandwidth": "traffic", "postgresql": "postgres", "k8s": "kubernetes",
    "js": "javascript", "colours": "color", "max": "maximum", "min": "minimum", "gigabyte": "gb",
}  # fmt: skip
"""Words that say the same about a thing; the one they become here."""
WEAK = _set(
    "timeout time storage team page project record log value cache connection query session job task server client "
    "app application database object field string message event request memory cpu core node instance container "
    "cluster worker thread process backup token key password email domain site content text image video data package "
    "module function method class command script test build branch commit response header body endpoint api interface "
    "widget component theme template plugin extension tool library framework system network traffic host port address "
    "url link shipping support upload download export import sync search index table row column report group role "
    "member device browser window screen button form menu call run example code line list map set array type model "
    "version update"
)
"""Nouns that many things in a manual share: one alone does not tell a thing from others."""
