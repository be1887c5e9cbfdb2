"""Lenses: what they read, when a question calls for them, and what they call a contradiction."""

import json
import time
from pathlib import Path

import pytest

from mkdocs_citeqa.blocks import Block
from mkdocs_citeqa.lenses import LENSES, Context, choose, date, deprecation, gather, limit, money, risk, version
from mkdocs_citeqa.lenses.report import conflicts, findings
from mkdocs_citeqa.passages import Page, Passage, Unit, cut

GOLDEN = Path(__file__).parent / "golden" / "lenses"


def read(lens, text, **around):
    return [(text[f.start : f.end], f.key) for f in lens.read(text, Context(**around))]


def values(text, *names, **around):
    return [tuple(f.value[name] for name in names) for f in money.read(text, Context(**around))]


# -- money

AMOUNTS = [
    ("The desk is $1,299.00.", [("$1,299.00", "USD 1299")], "a comma groups"),
    ("Der Tisch kostet 1.299,50 €.", [("1.299,50 €", "EUR 1299.5")], "a point groups"),
    ("Le bureau : 2 450,00 € TTC.", [("2 450,00 €", "EUR 2450")], "spaces group"),
    ("2\u202f450 €", [("2\u202f450 €", "EUR 2450")], "so do narrow ones"),
    ("CHF 2’450.–", [("CHF 2’450.–", "CHF 2450")], "Swiss"),
    ("Nur 80,- € heute", [("80,- €", "EUR 80")], "no cents"),
    ("₹12,34,500", [("₹12,34,500", "INR 1234500")], "Indian"),
    ("$0.340 and $.07 and $2.34567", [("$0.340", "USD 0.34"), ("$.07", "USD 0.07"), ("$2.34567", "USD 2.34567")],
     "a lone separator is decimal behind a zero and before four digits"),
    ("€1.5m, $3bn, £20k",
     [("€1.5m", "EUR 1500000"), ("$3bn", "USD 3000000000"), ("£20k", "GBP 20000")], "suffixes"),
    ("US$5 million", [("US$5 million", "USD 5000000")], "a word for millions"),
    ("$5 MB", [("$5", "USD 5")], "MB is no million"),
    ("7 cents, 30¢, 50p per call", [("7 cents", "USD 0.07"), ("30¢", "USD 0.3"), ("50p", "GBP 0.5")], "minor units"),
    ("five hundred dollars ($500.00 USD)",
     [("five hundred dollars", "USD 500"), ("$500.00 USD", "USD 500")], "in words"),
    ("$2,000 dollars USD", [("$2,000 dollars USD", "USD 2000")], "sign, word and code are one mention"),
    ("US $10, C$9, R$ 1.299,00, 20 AUD", [("US $10", "USD 10"), ("C$9", "CAD 9"), ("R$ 1.299,00", "BRL 1299"),
     ("20 AUD", "AUD 20")], "prefixes and codes"),
    ("$40 CAD", [("$40 CAD", "CAD 40")], "a code behind a bare dollar"),
    ("A $5 plan", [("$5", "USD 5")], "an article is no Australia"),
    ("Refund: -$12.00, −$5", [("-$12.00", "USD 12"), ("−$5", "USD 5")], "the key drops the sign"),
    ("$300 - $500", [("$300 - $500", "USD 300..500")], "a range is one mention"),
    ("$10–15k", [("$10–15k", "USD 10000..15000")], "a suffix covers both ends"),
    ("90-110k USD", [("90-110k USD", "USD 90000..110000")], "so does a code"),
    ("between $5 and $10", [("$5 and $10", "USD 5..10")], "between"),
    ("$80 or $145", [("$80", "USD 80"), ("$145", "USD 145")], "or is two amounts"),
    ("rises from $10 to $12", [("$10", "USD 10"), ("$12", "USD 12")], "a change is two amounts"),
    ("From $7 for one to $450 for all", [("$7", "USD 7"), ("$450", "USD 450")], "with words between, two"),
    ("$0 and €0.00", [("$0", "0"), ("€0.00", "0")], "zero has no currency"),
    ("$39/2 = $19.50", [("$39", "USD 39"), ("$19.50", "USD 19.5")], "the slash divides"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "found", "why"), AMOUNTS, ids=[why for *_, why in AMOUNTS])
def test_an_amount_is_keyed_on_its_currency_and_its_value(text, found, why):
    assert read(money, text) == found


NO_MONEY = [
    ("VALUES ($1, $2)", "SQL"),
    ("Use $1 and $2 as placeholders.", "placeholders"),
    ("echo ${PRICE} $$ $(id) $HOME", "a shell"),
    ("Replace it by s/(a)/$1 $2/ as the replacement.", "groups"),
    ("Let $x_1 = 5$ and $y = 10$.", "a formula"),
    ("About $5 \\times 10^3$ steps", "a formula that begins with a number"),
    ("`${count} items for $${price}`", "a template"),
    ("losses of millions of dollars", "a vague sum"),
    ("CPU at 85%, growth of 12%, 99.9% uptime", "percentages that change no price"),
    ("Feel free to ask about the free plan and the free trial.", "names and idioms"),
    ("Is the upload free?", "a question"),
    ("It isn't free or easy.", "a negation"),
    ("It frees memory until a slot is free: port 80 is free.", "room"),
    ("This is free and open source.", "a licence"),
]


@pytest.mark.parametrize(("text", "why"), NO_MONEY, ids=[why for _, why in NO_MONEY])
def test_what_only_looks_like_money_is_not_shown(text, why):
    assert read(money, text) == []


def test_inline_code_and_code_blocks_hold_no_money():
    assert read(money, "costs $5 or $10", code=((6, 8),)) == [("$10", "USD 10")]
    assert read(money, "price = $5", kind="code") == []


FREE = [
    ("Deletes are free.", ["free"]),
    ("Uploads are included at no extra cost.", ["at no extra cost"]),
    ("The API costs nothing.", ["costs nothing"]),
    ("You can start for free.", ["for free"]),
    ("There is no monthly subscription fee.", ["no monthly subscription fee"]),
    ("Free for open source projects", ["Free"]),
    ("Die Nutzung ist kostenlos.", ["kostenlos"]),
]


@pytest.mark.parametrize(("text", "found"), FREE)
def test_a_stated_price_of_zero_is_a_figure(text, found):
    assert read(money, text) == [(span, "0") for span in found]


PERCENT = [
    ("You get a 40% discount.", "40%", "discount"),
    ("Save up to 2.5% a year.", "2.5%", "discount"),
    ("We keep 2.9% + 30¢ per charge.", "2.9%", "price"),
    ("A 5 % commission applies.", "5%", "price"),
    ("30% of revenue goes to the author.", "30%", "share"),
]


@pytest.mark.parametrize(("text", "key", "role"), PERCENT)
def test_a_percentage_counts_when_it_changes_a_price(text, key, role):
    first = next(iter(money.read(text, Context())))
    assert (first.key, first.value["role"]) == (key, role)


PER = [
    ("$5/mo", "month"), ("$5 a month", "month"), ("$5 monthly", "month"), ("€3 p.m.", "month"), ("€30 p.a.", "year"),
    ("5 € pro Monat", "month"), ("5 € im Monat", "month"), ("5 € par mois", "month"), ("$5/GB per month", "GB/month"),
    ("$75/month per cluster", "cluster/month"), ("$5/user/mo", "user/month"), ("$3/GB-month", "GB/month"),
    ("$0.20 per 100k requests", "100k requests"), ("$1 per 1M tokens", "1M tokens"), ("$5 per 30 days", "30 days"),
    ("$10/read region", "read region"), ("$5 per active user per month", "active user/month"), ("$5 a head", "head"),
    ("$1 per build minute", "build minute"), ("$5 per additional 1 GB", "GB"), ("15 cents a gigabyte", "GB"),
    ("Monthly fee: $5", "month"),
     ("Price per credit $5", "credit"), ("ARR: $2M", "year"), ("$5", None), ("$39/2", None),
    ("Each additional terabyte costs $300 per month", "TB/month"), ("$5 fee per order", "order"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "per"), PER)
def test_what_an_amount_is_counted_per_stands_beside_it(text, per):
    assert values(text, "per") == [(per,)]


BESIDE = [
    ("from $7", ("min", False)), ("starting at $7", ("min", False)), ("at least $7", ("min", False)),
    ("$7+", ("min", False)), ("$7 or more", ("min", False)), ("a minimum of $7", ("min", False)),
    ("the minimum payout for cards is $7", ("min", False)), ("up to $7", ("max", False)), ("under $7", ("max", False)),
    ("no more than $7", ("max", False)), ("max. $7", ("max", False)), ("bis zu 7 €", ("max", False)),
    ("about $7", (None, True)), ("~$7", (None, True)), ("ca. 7 €", (None, True)), ("from about $7", ("min", True)),
    ("$7 on average", (None, False)), ("went from $7 to nothing", (None, False)),
]  # fmt: skip


@pytest.mark.parametrize(("text", "value"), BESIDE)
def test_bounds_and_estimates_are_told_from_the_words_beside_an_amount(text, value):
    assert values(text, "bound", "approx") == [value]


def test_the_head_of_a_column_gives_currency_and_cadence():
    row = {"kind": "row", "head": "Plan | Monthly (EUR) | Yearly (EUR) | Seats"}
    assert read(money, "Solo | 12.50 | 125 | 3", **row) == [("12.50", "EUR 12.5"), ("125", "EUR 125")]
    assert values("Solo | 12.50 | 125 | 3", "per", **row) == [("month",), ("year",)]
    assert read(money, "Price in USD | 10 | 20", kind="row", head=" | Solo | Team") == [
        ("10", "USD 10"),
        ("20", "USD 20"),
    ]


ROLES = [
    ("The plan is $5.", "price"), ("You get a $5 credit.", "allowance"), ("$9 with $5/month of usage", "price"),
    ("Purchases of at least $5 need a receipt.", "threshold"), ("For example, 3 seats cost $15.", "example"),
    ("Take $5 off.", "discount"), ("Salaries run $90k.", "other"), ("It was $5.", "superseded"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "role"), ROLES)
def test_an_amount_has_a_role(text, role):
    assert values(text, "role")[0] == (role,)


def test_a_struck_price_is_superseded_and_shares_the_cadence_of_the_new_one():
    text = "Now $49 $39 a month."
    assert values(text, "role", "per", struck=((4, 7),)) == [("superseded", "month"), ("price", "month")]


# -- limit

LIMITS = [
    ("Uploads up to 25 MB are accepted.", [("25 MB", "25 MB")], "a bound"),
    ("Logs are kept for 30 days.", [("30 days", "30 day")], "what is kept"),
    ("Backups run every 12 hours.", [("12 hours", "12 hour")], "a frequency"),
    ("You can send at most 100 requests per minute.", [("100", "100 request/minute")], "a rate"),
    ("Maximum commands per second: 10,000", [("10,000", "10000 command/second")], "a label"),
    ("A key holds between 1 and 30 characters.", [("1", "1 character"), ("30 characters", "30 character")],
     "both ends"),
    ("Ask within one week of the deletion.", [("one week", "1 week")], "in words"),
    ("The monthly uptime is 99.95%.", [("99.95%", "99.95 %")], "uptime"),
    ("An account can have no more than 5 projects.", [("5", "5 project")], "counted things"),
    ("A trial of 14 days", [], "nothing says that it is a bound"),
    ("For example, a project of 10 GB takes 3 hours.", [], "a worked example"),
    ("It costs $0.10 per additional 1 GB.", [], "a pricing unit"),
    ("We did this 5 years ago.", [], "history"),
    ("CPU was at 85%.", [], "a reading"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "found", "why"), LIMITS, ids=[why for *_, why in LIMITS])
def test_a_number_with_a_unit_is_a_limit_where_the_words_beside_it_say_so(text, found, why):
    assert read(limit, text) == found


def test_in_a_table_every_quantity_outside_the_first_column_is_a_limit():
    row = {"kind": "row", "head": "Plan | Max data size | Monthly traffic | Seats", "heading": "Plans"}
    assert read(limit, "Fixed 1GB | 1 GB | 100 GB | 5", **row) == [
        ("1 GB", "1 GB"), ("100 GB", "100 GB/month"), ("5", "5 seat"),
    ]  # fmt: skip
    assert read(limit, "Indexing | 265 ms", kind="row", head="Benchmark | Time") == []


BOUNDS = [
    ("up to 5 days", "max"), ("at least 5 days", "min"), ("no less than 5 days", "min"), ("within 5 days", "max"),
    ("after 5 days of inactivity", "min"), ("every 5 days", "exact"), ("defaults to 5 days", "default"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "bound"), BOUNDS)
def test_a_limit_has_a_bound(text, bound):
    assert [f.value["bound"] for f in limit.read(text, Context())] == [bound]


# -- version

VERSIONS = [
    ("Requires Python 3.9 or later.", [("3.9 or later", "Python >=3.9")]),
    ("Works with Node.js 18+.", [("18+", "Node.js >=18")]),
    ("Python >=3.8 is needed", [(">=3.8", "Python >=3.8")]),
    ("Added in version 2.4.", [("2.4", "2.4")]),
    ("API version v1.48 and lower", [("v1.48 and lower", "API <=1.48")]),
    ("clients older than 1.24 are no longer supported", []),
    ("PostgreSQL versions older than 12 are not supported", [("12", "PostgreSQL >=12")]),
    ("Docker Engine v25.0 and Docker 1.0.0", [("v25.0", "Docker Engine 25.0"), ("1.0.0", "Docker 1.0.0")]),
    ("TLS 1.2, SAML 2.0, HTTP/1.1, cgroup v1, IPv6", []),
    ("See section 3.2 and table 1.1; it takes 2.5 seconds.", []),
    ("Give a number (e.g. PostgreSQL 12.16).", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "found"), VERSIONS, ids=[text for text, _ in VERSIONS])
def test_a_release_number_needs_a_product_or_a_word_that_says_so(text, found):
    assert read(version, text) == found


def test_a_column_or_an_introduction_makes_bare_numbers_versions():
    assert read(version, "a | v29.0 | -", kind="row", head="Feature | Deprecated | Remove") == [("v29.0", "29.0")]
    assert read(version, "15", kind="item", lead="Supported versions of PostgreSQL:") == [("15", "PostgreSQL 15")]
    assert read(version, "15", kind="item", lead="Supported colours:") == []


# -- date

DATES = [
    ("Starting January 1st 2026", "2026-01-01", "effective"), ("before October 7, 2024", "2024-10-07", "cutoff"),
    ("supported until 6 April 2022", "2022-04-06", "deadline"), ("Last updated: 2023-01-06", "2023-01-06", "updated"),
    ("on September 15th", "--09-15", "effective"), ("by the end of May 2029", "2029-05", "deadline"),
    ("in Q2 2024", "2024-Q2", "period"), ("FY21", "FY2021", "period"), ("since mid-2018", "2018", "history"),
    ("e.g. on 12/12/2022", "2022-12-12", "example"), ("founded in 1999", "1999", "history"),
    ("31.12.2025", "2025-12-31", "as-of"), ("removed on 15 July 2026", "2026-07-15", "removed"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "key", "kind"), DATES)
def test_a_date_is_keyed_in_iso_form_as_exact_as_stated(text, key, kind):
    assert [(f.key, f.value["kind"]) for f in date.read(text, Context())] == [(key, kind)]


NO_DATES = [
    "CVE-2024-3094",
    "Windows Server 2016",
    "up to 2000 requests",
    "in 2048 bytes",
    "version 2024.1.2",
    "you may go",
]


@pytest.mark.parametrize("text", NO_DATES)
def test_what_only_looks_like_a_date_is_none(text):
    assert read(date, text) == []


# -- deprecation

STATES = [
    ("`--old` was removed in release 6.0.", [("removed in release 6.0", "removed 6.0")]),
    ("It will be removed in version 7.0.", [("will be removed in version 7.0", "planned-removal 7.0")]),
    ("Deprecated in release: v28.0", [("Deprecated in release: v28.0", "deprecated 28.0")]),
    ("Target for removal in release: v30.0", [("Target for removal in release: v30.0", "planned-removal 30.0")]),
    ("The Hobby plan (deprecated)", [("deprecated", "deprecated")]),
    ("We no longer offer this plan.", [("no longer offer", "discontinued")]),
    ("Support for the old API has been removed.", [("removed", "removed")]),
    ("The file is removed when you log out.", []),
    ("A deprecation warning is printed.", []),
    ("removed on March 9", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "found"), STATES, ids=[text for text, _ in STATES])
def test_a_deprecation_is_keyed_on_status_and_release(text, found):
    assert read(deprecation, text) == found


def test_a_row_with_a_status_cell_is_one_deprecation():
    row = "Removed | Graph plugins | v27.0 | v28.0"
    (found,) = deprecation.read(row, Context(kind="row", head="Status | Feature | Deprecated | Remove"))
    assert (row[found.start : found.end], found.key, found.subject) == ("Removed", "removed 28.0", "graph plugin")
    assert (found.value["since"], found.value["removal"]) == ("27.0", "28.0")


# -- risk

CLAIMS = [
    ("We guarantee 99.99% monthly uptime.", ["guarantee", "99.99%"]),
    ("This ensures that your keys never leave the server.", ["ensures", "never"]),
    ("We use eBPF to ensure that networks can't talk.", ["ensure"]),
    ("Your data is safe.", ["safe"]),
    ("Card numbers are processed securely on our side.", ["securely"]),
    ("Within 30 days, all content is permanently deleted.", ["all content", "permanently deleted"]),
    ("We give at least 30 days notice.", ["at least 30 days notice"]),
    ("You can trust that we will be around.", ["You can trust that"]),
    ("Changing the size causes no downtime.", ["no downtime"]),
    ("It reverts without losing any data.", ["without losing any data"]),
    ("No credit card required.", ["No credit card required"]),
    ("0 dependencies!", ["0 dependencies"]),
    ("Nobody outside your team can read it.", ["Nobody"]),
    ("You won't be charged before that.", ["won't be charged before that"]),
    ("We do not sell your data.", ["do not sell"]),
    ("Under no circumstances will we pass it on.", ["Under no circumstances"]),
    ("Unlimited projects, nearly infinite connections", ["Unlimited", "infinite"]),
    ("There is no limit on seats.", ["no limit on"]),
    ("We support it forever.", ["forever"]),
    ("A seamless, battle-tested, fully managed database", ["seamless", "battle-tested", "fully managed"]),
    ("The API always returns 202.", ["always"]),
    ("Everything is encrypted in transit.", ["Everything"]),
    ("Every plan comes with backups.", ["Every"]),
    ("Access is fully audited.", ["fully audited"]),
    ("Full redundancy for the network", ["Full redundancy"]),
    ("We notify you immediately.", ["immediately"]),
    ("It expires regardless of use.", ["regardless"]),
    ("You only pay for what you use.", ["only pay for what you use"]),
    ("Only authorized personnel have access.", ["Only authorized personnel"]),
    ("Money back for any reason.", ["Money back", "for any reason"]),
    ("Any files you upload are encrypted.", ["Any"]),
    ("Support is included for all customers.", ["all customers"]),
    ("You can cancel at any time.", ["at any time"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "found"), CLAIMS, ids=[text for text, _ in CLAIMS])
def test_absolute_wording_about_the_product_is_a_claim(text, found):
    assert [text[f.start : f.end].strip() for f in risk.read(text, Context())] == found


NO_CLAIMS = [
    ("Always use a strong password.", "an instruction"),
    ("You must ensure that all users agree.", "a duty"),
    ("If you delete it, never share the key.", "an instruction behind a condition"),
    ("We cannot guarantee this.", "a disclaimer"),
    ("We reserve the right to end it at any time for any reason.", "a reserved right"),
    ("This aims to ensure secure communication.", "a hedge"),
    ("It is as seamless as possible.", "a hedge behind"),
    ("Follow the best practices and your best judgement.", "an idiom"),
    ("You can always contact us, every day, every 12 hours.", "a frequency"),
    ("Enable safe migrations in a secure data center.", "names"),
    ("Is my data always safe?", "a question"),
    ("These were always documented.", "history"),
    ("Nearly every action can be undone.", "nearly"),
    ("What happens if it drops below 99.99% uptime", "the condition of a credit"),
    ("Security is the practice of ensuring that software is safe.", "a definition"),
    ("All sections are required.", "a demand"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "why"), NO_CLAIMS, ids=[why for _, why in NO_CLAIMS])
def test_rules_disclaimers_and_idioms_are_no_claims(text, why):
    assert read(risk, text) == []


def test_release_notes_make_no_claims():
    assert read(risk, "Anchors are always shown.", title="Changelog") == []
    assert read(risk, "Anchors are always shown.", heading="9.1.2 (2024-01-02)") == []


# -- choosing

QUESTIONS = [
    ("How much is the Team plan?", "money"), ("is it 5 € or more", "money"), ("₹ or $?", "money"),
    ("Was kostet das?", "money"), ("价格是多少", "money"), ("Do you guarantee the delivery?", "risk"),
    ("How many requests can I send?", "limit"), ("Which Python do I need?", "version"),
    ("Is v1 still supported?", "deprecation"),
    ("How much storage do I get?", "limit"), ("When does the old API end?", "date"),
    ("Can I use a limitless card", None),
    ("How do I install it?", None), ("Where does the costume go", None), ("", None),
]  # fmt: skip


@pytest.mark.parametrize(("question", "name"), QUESTIONS)
def test_a_question_chooses_a_lens_by_its_words_or_none(question, name):
    chosen = choose(question, LENSES)
    assert (chosen and chosen.name) == name


# -- conflicts


def site(docs):
    """Passages of small documents: a paragraph a line, "# " a heading, "| " a table row below its header."""
    for file, text in docs.items():
        page = Page(url=file, title=Path(file).stem.capitalize(), file=file)
        heading, section, head, number, units = page.title, "", "", 0, []
        for number, line in enumerate(text.split("\n"), 1):
            if line.startswith("# "):
                yield Passage(page, heading, (), section, section or "top", tuple(units))
                heading, section, head, units = line[2:], f"s{number}", "", []
            elif line.startswith("| "):
                row = " | ".join(cell.strip() for cell in line.strip("|").split("|"))
                units.append(Unit("row", row, f"b{number}", number, number, head))
                head = head or row
            else:
                head = ""
                units.append(Unit("paragraph", line, f"b{number}", number, number))
        yield Passage(page, heading, (), section, section or "top", tuple(units))


CASES = json.loads((GOLDEN / "conflicts.json").read_text("utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["why"] for case in CASES])
def test_two_pages_contradict_each_other_only_about_the_same_thing(case):
    found = conflicts(findings(site(case["docs"]), LENSES))
    assert [sorted(finding["text"] for finding in conflict["findings"]) for conflict in found] == case["conflicts"]


def test_findings_are_grouped_by_key_and_a_missing_basis_is_a_remark():
    docs = {"a.md": "The Launch course is $999.", "b.md": "The Launch course is $899 per month.", "c.md": "$999"}
    gathered = gather(findings(site(docs), [money]))
    assert [(group["key"], len(group["findings"])) for group in gathered.groups] == [("USD 999", 2), ("USD 899", 1)]
    assert gathered.conflicts == []
    assert [remark["keys"] for remark in gathered.remarks] == [["USD 999", "USD 899"]]


def test_a_finding_has_the_lines_of_its_sentence_and_the_anchor_of_its_block():
    page = Page(url="p/", title="P", file="p.md")
    units = (
        Unit("paragraph", "Seats are cheap. ", "b1", 3, 3),
        Unit("paragraph", "A seat is $5.", "b1", 4, 5, joined=True),
    )
    (found,) = findings([Passage(page, "Seats", (), "seats", "b1", units)], [money])
    expected = {"file": "p.md", "url": "p/", "anchor": "b1", "start": 4, "end": 5, "text": "$5", "key": "USD 5"}
    assert {name: found[name] for name in expected} == expected
    assert found["subject"] == "seat"


def test_code_and_crossed_out_text_are_known_sentence_by_sentence():
    block = Block("paragraph", "Run echo $1. Now $49 $39.", id="b", code=((4, 11),), struck=((17, 20),))
    found = findings(cut(Page(url="p/", title="P", file="p.md"), [block]), [money])
    assert [(finding["text"], finding["value"]["role"]) for finding in found] == [
        ("$49", "superseded"),
        ("$39", "price"),
    ]


def test_the_heading_that_opens_a_passage_is_read_too():
    page = Page(url="p/", title="P", file="p.md")
    passage = Passage(page, "Pro pack: $200/mo", (), "pro", "pro", (), start=7, end=9)
    (found,) = findings([passage], [money])
    assert (found["text"], found["anchor"], found["start"], found["end"]) == ("$200", "pro", 7, 7)


# -- cost

HOSTILE = [
    text * (24_000 // len(text) + 1)
    for text in (
        "1", "$", "$1", "1,234,", "1 234 ", "five hundred ", "$x ", "free ", "a per month ", "$5 or ", "never always ",
        "x",        "1.2.3.", "2024-01-", "removed in deprecated ", "up to 10 ", "$5\\", "10 GB of ", "Python 3.9 and ",
        "May 5, ", "((((",
    )
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=[text[:12] for text in HOSTILE])
def test_a_huge_block_costs_no_more_than_its_length(text):
    def cost(size):
        began = time.process_time()
        for lens in LENSES:
            for _ in lens.read(text[:size], Context()):
                pass
        return time.process_time() - began

    part = cost(4_000)
    assert cost(24_000) < 15 * part + 0.3
