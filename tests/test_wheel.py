"""The wheel, as people install it: what is in it, and what it needs."""

import configparser
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "mkdocs_citeqa"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel's content, to import from."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def metadata(wheel: Path, name: str) -> str:
    with zipfile.ZipFile(wheel) as archive:
        path = next(path for path in archive.namelist() if path.endswith(f".dist-info/{name}"))
        return archive.read(path).decode()


def test_all_modules_and_data_are_in_the_wheel(names: set[str]):
    kinds = (".py", ".json", ".txt", ".js", ".css", ".typed")
    files = (path.relative_to(ROOT) for path in SOURCES.rglob("*") if path.suffix in kinds)
    package = {path.as_posix() for path in files if "widget" not in path.parts}
    assert package <= names
    assert {
        "mkdocs_citeqa/static/citeqa.js",
        "mkdocs_citeqa/static/citeqa.css",
        "mkdocs_citeqa/characters.json",
        "mkdocs_citeqa/words/synonyms.txt",
        "mkdocs_citeqa/words/stopwords/en.txt",
        "mkdocs_citeqa/strings/en.json",
        "mkdocs_citeqa/py.typed",
    } <= package


def test_nothing_else_is_in_the_wheel(names: set[str]):
    outside = {name for name in names if not name.startswith("mkdocs_citeqa/") and ".dist-info/" not in name}
    widget = {name for name in names if name.startswith("mkdocs_citeqa/widget") or "node_modules" in name}
    assert outside | widget == set()


def test_mkdocs_and_properdocs_find_the_plugin_and_a_shell_the_command(wheel: Path):
    points = configparser.ConfigParser()
    points.read_string(metadata(wheel, "entry_points.txt"))
    plugin = {"citeqa": "mkdocs_citeqa.plugin:CiteqaPlugin"}
    assert {section: dict(points[section]) for section in points.sections()} == {
        "console_scripts": {"citeqa": "mkdocs_citeqa.cli:main"},
        "mkdocs.plugins": plugin,
        "properdocs.plugins": plugin,
    }


def test_only_the_extra_asks_for_more_than_mkdocs_and_its_kin(wheel: Path):
    lines = metadata(wheel, "METADATA").splitlines()
    needs = {line.partition(": ")[2] for line in lines if line.startswith("Requires-Dist: ")}
    assert {need.split(">")[0].split("<")[0] for need in needs if "extra ==" not in need} == {
        "mkdocs",
        "jinja2",
        "snowballstemmer",
    }


def run(code: str, folder: Path) -> str:
    """What a fresh interpreter prints that imports the package from this folder."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


HEAVY = "[name for name in ('anthropic', 'mkdocs', 'properdocs', 'jinja2') if name in sys.modules]"


@pytest.mark.parametrize(
    ("code", "because"),
    [
        ("import mkdocs_citeqa", "a version can be asked for anywhere"),
        ("import mkdocs_citeqa.cli", "a command starts at once"),
        ("from mkdocs_citeqa.cli import main; main(['search', '--site', '.', 'x'])", "asking builds nothing"),
    ],
)
def test_importing_and_asking_load_neither_mkdocs_nor_a_model_client(installed: Path, code: str, because: str):
    assert run(f"import sys; {code}; print({HEAVY})", installed).splitlines()[-1] == "[]", because


def test_asking_a_built_site_loads_neither(installed: Path, sites):
    ask = f"main(['ask', '--json', '--site', {str(sites('material'))!r}, 'What counts as a seat?'])"
    out = run(f"import sys; from mkdocs_citeqa.cli import main; {ask}; print({HEAVY})", installed)
    assert '"status": "answered"' in out
    assert out.splitlines()[-1] == "[]"


def test_a_build_loads_no_model_client(installed: Path):
    code = "import sys, mkdocs_citeqa.plugin; print([name for name in ('anthropic',) if name in sys.modules])"
    assert run(code, installed).splitlines()[-1] == "[]"
