"""What the README, the changelog and the package's own names say is so."""

import ast
import contextlib
import importlib
import inspect
import io
import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import markdown
import pytest
import yaml
from mkdocs.config import base

import mkdocs_citeqa
from mkdocs_citeqa import options
from mkdocs_citeqa.cli import main
from mkdocs_citeqa.lenses import LENSES, Context
from mkdocs_citeqa.lenses.custom import custom_lenses
from mkdocs_citeqa.passages import Page
from mkdocs_citeqa.search import PARAMETERS
from mkdocs_citeqa.site import Settings, Site
from mkdocs_citeqa.stems import ALGORITHMS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CODE = re.compile(r"`([^`]*)`")


def table(header: str) -> list[list[str]]:
    """The cells of the README's table with this header, without the header."""
    found = re.search(rf"^\| {re.escape(header)} \|\n\|[ |-]+\|\n((?:\|.*\n)+)", README, re.MULTILINE)
    assert found, f"no table {header}"
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in found[1].splitlines()]


def fenced(name: str) -> str:
    """The code block below the comment of this name."""
    found = re.search(rf"<!-- {name} -->\n```\w*\n(.*?)```", README, re.DOTALL)
    assert found, f"no code block {name}"
    return found[1]


def bare(cell: str) -> str:
    """The code in a cell, else nothing."""
    found = CODE.fullmatch(cell)
    return found[1] if found else ""


# ---- options


def described(source: str, name: str) -> dict[str, str]:
    """Attribute -> the string under it, for each assignment in the body of a class."""
    body = next(node.body for node in ast.parse(source).body if isinstance(node, ast.ClassDef) and node.name == name)
    found = {}
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            text = after.value if isinstance(after, ast.Expr) else None
            found[node.targets[0].id] = text.value if isinstance(text, ast.Constant) else ""
    return found


OPTION_ROWS = table("option | default | meaning")
OPTIONS: dict[str, str] = described(inspect.getsource(options), "CiteqaConfig")


def default(option: base.BaseConfigOption[Any]) -> object:
    return getattr(option, "default", None)


def test_the_readme_has_every_option_and_no_other():
    assert [bare(row[0]) for row in OPTION_ROWS] == list(OPTIONS)


def test_the_readme_gives_each_option_its_default():
    schema = dict(options.CiteqaConfig._schema)
    assert {
        bare(name): yaml.safe_load(bare(value) or "null") for name, value, _ in table("option | default | meaning")
    } == {name: default(option) for name, option in schema.items()}


def test_the_readme_says_of_each_option_what_the_code_says():
    assert {bare(name): text for name, _, text in OPTION_ROWS} == {
        name: " ".join(text.split()) for name, text in OPTIONS.items()
    }


def test_the_readmes_example_of_options_is_right():
    example = yaml.safe_load(re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)[1])
    config = options.CiteqaConfig()
    config.load_dict(example["plugins"][1]["citeqa"])
    assert config.validate() == ([], [])


def test_the_readmes_lens_is_a_lens():
    blocks = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)
    example = yaml.safe_load(next(code for code in blocks if "lenses:" in code))
    (lens,) = custom_lenses(example["plugins"][0]["citeqa"]["lenses"], ())
    found = list(lens.read("It listens on port 7766.", Context()))
    assert [(finding.key, lens.name) for finding in found] == [("7766", "ports")]


# ---- command line

COMMANDS = table("command | options | does")


def printed(*arguments: str) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.suppress(SystemExit):
        main(arguments)
    return out.getvalue()


def flags(command: str) -> list[str]:
    usage = printed(command, "--help").split("\n\n")[0]
    return sorted(set(re.findall(r"--[a-z][a-z-]*", usage)))


def test_the_readme_has_every_command_and_no_other(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    commands = re.findall(r"^    ([a-z]+) ", printed("--help"), re.MULTILINE)
    assert {bare(row[0]).removeprefix("citeqa ") for row in COMMANDS} == set(commands)


@pytest.mark.parametrize("row", COMMANDS, ids=lambda row: bare(row[0]))
def test_the_readme_has_every_flag_of_a_command(row, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    assert sorted(CODE.findall(row[1])) == flags(bare(row[0]).split()[1])


@pytest.mark.parametrize(
    ("command", "shown"), re.findall(r"```console\n\$ citeqa (.*--site site.*)\n((?:.*\n)*?)```", README)
)
def test_the_readmes_session_is_what_the_command_line_says(command, shown, sites: Callable[[str], Path]):
    arguments = [str(sites("material")) if word == "site" else word for word in shlex.split(command)]
    # How many findings there are is the lenses' business.
    assert re.sub(r"^\d+ findings", "189 findings", printed(*arguments), flags=re.MULTILINE) == shown


# ---- versions and names


def test_the_newest_release_in_the_changelog_is_this_version():
    assert re.findall(r"^## \[(\d.*?)\]", CHANGELOG, re.MULTILINE)[0] == mkdocs_citeqa.__version__


@pytest.mark.parametrize("name", ["mkdocs_citeqa", "mkdocs_citeqa.lenses"])
def test_the_public_names_of_a_package_are_those_that_it_lists(name):
    package = importlib.import_module(name)
    found = {
        name
        for name, value in vars(package).items()
        if not inspect.ismodule(value) and (name == "__version__" or not name.startswith("_"))
    }
    assert set(package.__all__) == found


def test_the_plugins_of_both_generators_are_the_same():
    points = PROJECT["project"]["entry-points"]
    assert points["mkdocs.plugins"] == points["properdocs.plugins"]


# ---- design


def test_the_readmes_layers_are_the_import_contract():
    contract = next(c for c in PROJECT["tool"]["importlinter"]["contracts"] if c["type"] == "layers")
    assert fenced("layers").splitlines() == [layer.replace("mkdocs_citeqa.", "") for layer in contract["layers"]]


def test_every_module_has_its_layer():
    """Else the contract says nothing about it."""
    modules = {path.stem for path in (ROOT / "mkdocs_citeqa").glob("*.py")} - {"__init__", "__main__"}
    packages = {path.parent.name for path in (ROOT / "mkdocs_citeqa").glob("*/__init__.py")}
    assert set(re.findall(r"\w+", fenced("layers"))) == modules | packages


def test_the_readme_has_the_parameters_of_the_search():
    numbers = {name: value for name, value in PARAMETERS.items() if isinstance(value, (int, float)) and name != "unit"}
    assert {bare(name): float(value) for name, value, _ in table("parameter | value | meaning")} == numbers


def test_the_evidence_rule_of_the_readme_is_the_searchs():
    words = f"coverage + {PARAMETERS['evidence']} · (covered words + neighbouring pairs) ≥ {PARAMETERS['strong']}"
    assert words in README
    assert f"the best {PARAMETERS['candidates']} passages" in README


def test_the_readme_says_how_much_a_word_counts_by_where_it_stands():
    once, fields = PARAMETERS["unit"], PARAMETERS["fields"]
    said = (
        "once in the text, twice in the heading, once in the parent headings and in the page's title, half in its path"
    )
    assert said in README
    assert [fields[name] / once for name in ("text", "heading", "trail", "title", "path")] == [1, 2, 1, 1, 0.5]
    assert "at three times the weight of its text" in README
    assert fields["questions"] == 3 * once


def languages(what: str) -> list[str]:
    row = next(row for row in table("what | languages") if row[0].startswith(what))
    return row[1].partition(",")[0].split()


def listed(folder: str, suffix: str) -> Iterator[str]:
    """Names of the package's data files without their suffix."""
    names = (path.name for path in files("mkdocs_citeqa").joinpath(*folder.split("/")).iterdir())
    return (name.removesuffix(suffix) for name in sorted(names) if name.endswith(suffix))


def test_the_readme_has_the_languages_that_the_package_has():
    assert languages("word forms") == sorted(ALGORITHMS)
    assert languages("words that weigh little") == sorted(listed("words/stopwords", ".txt"))
    assert languages("the interface") == sorted(listed("strings", ".json"))


def test_the_readme_has_every_lens_with_words_that_choose_it():
    rows = table("lens | reads | some of the words that call for it")
    assert [bare(name) for name, _, _ in rows] == [lens.name for lens in LENSES]
    for lens, (_, _, words) in zip(LENSES, rows, strict=True):
        assert set(words.split(", ")) <= set(lens.words)


def test_every_property_that_a_site_can_set_is_in_the_readme():
    style = (ROOT / "mkdocs_citeqa" / "widget" / "citeqa.css").read_text(encoding="utf-8")
    used = set(re.findall(r"--citeqa-[a-z-]*[a-z]", style))
    assert set(re.findall(r"`(--citeqa-[a-z-]+)`", README)) == used


# ---- the index by example


@cache
def example_files() -> dict[str, bytes]:
    """The index of the README's example page."""
    page = fenced("example: page")
    site = Site(Settings())
    site.start(Settings())
    html = markdown.markdown(page, extensions=["toc", "fenced_code"])
    site.add(Page("retries/", "Retries", "retries.md"), html, page.encode())
    return {name: content for name, content in site.files().items() if name.endswith(".json")}


def example_index() -> dict[str, Any]:
    """Its JSON by kind of file."""
    return {re.split(r"[-.]", name)[0]: json.loads(content) for name, content in example_files().items()}


@pytest.mark.parametrize("kind", ["passages", "terms"])
def test_the_readmes_shards_are_those_of_its_page(kind):
    assert json.loads(fenced(f"example: {kind}")) == example_index()[kind]


def test_the_readmes_manifest_has_the_keys_and_names_of_the_real_one():
    """Long lists and the parameters, which have a table of their own, are shortened there."""
    assert differences(json.loads(fenced("example: manifest")), example_index()["manifest"]) == []


def differences(shown: Any, real: Any, at: str = "") -> list[str]:
    if at.endswith("/synonyms"):
        return [] if all(group in real for group in shown) else [at]
    if at.endswith("/lenses"):
        words = {lens["name"]: set(lens["words"]) for lens in real}
        return [] if all(set(lens["words"]) <= words[lens["name"]] for lens in shown) else [at]
    if at.endswith("/stop"):
        return [] if real.startswith(shown) else [at]
    if at.endswith("/parameters"):
        real = {name: value for name, value in real.items() if name in shown}
    if not isinstance(shown, dict):
        return [] if shown == real else [at]
    if shown.keys() != real.keys():
        return [at]
    return [place for key in shown for place in differences(shown[key], real[key], f"{at}/{key}")]


# ---- files


def test_every_file_that_the_readme_links_is_there():
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert [link for link in links if "://" not in link and not (ROOT / link).exists()] == []


def test_every_command_of_make_that_the_readme_names_is_there():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)\b", README)) <= targets


def test_the_picture_of_the_readme_is_light():
    assert (ROOT / "example_site" / "screenshot.png").stat().st_size < 200_000
