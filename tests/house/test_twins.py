"""A page in Spanish says what its English twin says: the same commands, sections, pictures and links."""

import re
from pathlib import Path

import pytest

from places import PROJECT

DOCS = PROJECT / "docs"
TWINS = sorted(path for path in DOCS.rglob("*.es.md") if path.parent.name not in ("editions", "findings"))


def english(page: Path) -> Path:
    return page.with_name(page.name.removesuffix(".es.md") + ".md")


def commands(page: Path) -> list[str]:
    """The calls of a page, without the language."""
    found = re.findall(r"^\$ (arpad [^\n]*)", page.read_text("utf-8"), re.MULTILINE)
    return [" ".join(re.sub(r'"[^"]*"', '""', line.replace("--lang es", "")).split()) for line in found]


def shape(page: Path) -> list[object]:
    """Sections and pictures, in their order; where links lead; rows of tables."""
    code = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    parts = re.findall(r"^(#+) |!\[[^]]*\]\(([^)]*)\)", code, re.MULTILINE)
    links = sorted({link.partition("#")[0] for link in re.findall(r"(?<!!)\[[^]]*\]\(([^)]*)\)", code)})
    return [parts, links, len(re.findall(r"^\|", code, re.MULTILINE))]


@pytest.mark.parametrize("page", TWINS, ids=lambda page: page.name)
def test_a_page_in_spanish_has_what_the_english_one_has(page: Path) -> None:
    assert commands(page) == commands(english(page)), f"{page}: give it the commands of {english(page).name}"
    assert shape(page) == shape(english(page)), f"{page}: give it the sections, links and rows of {english(page).name}"


def test_the_first_pages_tutorials_and_tasks_are_in_spanish() -> None:
    first = [DOCS / "index.md", DOCS / "explanation" / "proved-lists.md"]
    for page in [*first, *DOCS.glob("start/*.md"), *DOCS.glob("how-to/*.md")]:
        if not page.name.endswith(".es.md"):
            assert page.with_name(f"{page.stem}.es.md").is_file(), f"write {page.stem}.es.md beside {page}"
