"""What an edition says is used, or it is marked as told only: in the schema, on the pages, in the documentation."""

import re
from functools import cache
from pathlib import Path

import pytest

import arpad
from arpad.cli.editions import edition_page
from arpad.i18n import Language, text
from arpad.regulations.rating_edition import explained_parameters, parameter_names
from arpad.regulations.rating_editions import regulations
from places import PROJECT

ROOT = Path(arpad.__file__).parent
OWN_EDITIONS = PROJECT / "docs" / "manuals" / "office" / "own-editions.md"
SCHEMA = ROOT / "regulations" / "rules.py"


@cache
def code() -> str:
    return "\n".join(file.read_text("utf-8") for file in sorted(ROOT.rglob("*.py")) if file != SCHEMA)


def test_what_is_not_marked_is_used() -> None:
    """Somewhere its value is read, or the whole rule is handed on: not only its article."""
    read = set(re.findall(r"\.(\w+)\b(?!\.article|\()", code()))
    for parameter in sorted(set(parameter_names()) - explained_parameters()):
        assert parameter.partition(".")[2] in read, parameter


@pytest.mark.parametrize("parameter", sorted(explained_parameters()))
def test_what_is_marked_is_not_used(parameter: str) -> None:
    group, _, name = parameter.partition(".")
    assert not re.search(rf"\b(rules|{group})\.{name}\.value\b", code())


def test_the_documentation_names_them() -> None:
    page = OWN_EDITIONS.read_text("utf-8")
    (paragraph,) = re.findall(r"Some parameters are for information only.*?\n\n", page, re.DOTALL)
    assert set(re.findall(r"`([a-z_]+\.[a-z_]+)`", paragraph)) == explained_parameters()


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_pages_mark_them(language: Language) -> None:
    page = edition_page(regulations(), regulations().edition("feda-1996"), language)
    assert text("label.told-only", language) in page
    marked = {line.split("|")[1].split(" •")[0].split(" ◦")[0].strip() for line in page.splitlines() if " ◦ |" in line}
    assert marked == {text(f"parameter.{name}", language) for name in explained_parameters()}
