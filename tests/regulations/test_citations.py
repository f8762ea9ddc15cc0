"""Citations of messages and code: both languages cite alike, every number is an article or is listed as none, and what
was once cited wrongly is cited rightly."""

import tomllib

import pytest

from arpad.tournament.rules import KEYS
from articles import TABLES, documents_of, held
from citations import MODULES, PLAIN, PLAIN_MODULES, SOURCE, citations, messages, numbers_in_code, settled, texts
from places import PROJECT


def test_messages_cite_the_same_articles_in_both_languages() -> None:
    english, spanish = (
        {key: sorted(found) for _, key, words in messages(language) if key not in PLAIN and (found := citations(words))}
        for language in ("en", "es")
    )
    assert len(english) > 80
    assert english == spanish


def test_the_list_of_messages_without_articles_is_exact() -> None:
    numbered = {key for _, key, words in messages("en") if citations(words)}
    assert PLAIN - numbered == set()


def test_the_lists_of_modules_with_numbers_are_exact() -> None:
    """A module that writes out a number is one whose numbers are articles, or one whose numbers are none."""
    modules = {module for module, _ in numbers_in_code()}
    others = {module for module in modules if not module.startswith(tuple(MODULES))}
    assert others == PLAIN_MODULES
    assert [start for start in MODULES if not any(module.startswith(start) for module in modules)] == []


NOT_HELD = {
    "c04-2018": "C.04.4 in force from 2018 to January 2026: the manual prints the systems of before",
    "c04-2024": "C.04.6 and the texts of 2024: newer than the manual",
    "c04-2026": "C.04 in force from February 2026: newer than the manual; Lim's system is printed there",
    "fide-c07-2023": "C.07 of 2023: newer than the manual",
    "fide-c07-2024": "C.07 of 2024: newer than the manual",
    "fide-c07-2026": "C.07 of 2026: newer than the manual",
    "fide-vcl": "FIDE's check-list of 2026 is known from work lists alone",
    "fide-categories": "forms of 2005 ask for the category of a round robin, and no document prints the scale",
}
"""Documents without copied words, and why: their tables say in short what an article is about."""


def test_the_list_of_documents_that_are_not_held_is_exact() -> None:
    tables = [table for table in TABLES.values() if "not_held" in table]
    assert {one.partition("/")[0] for table in tables for one in documents_of(table)} == set(NOT_HELD)
    copied = {one for table in TABLES.values() if "not_held" not in table for one in documents_of(table)}
    assert copied & set(NOT_HELD) == set()


def test_every_document_of_the_file_is_a_source() -> None:
    path = PROJECT / "src" / "arpad" / "regulations" / "sources.toml"
    sources = tomllib.loads(path.read_text(encoding="utf-8"))
    assert {one.partition("/")[0] for table in TABLES.values() for one in documents_of(table)} - set(sources) == set()


@pytest.mark.parametrize(("key", "article"), [
    ("tournament.warning.event-lineup-late", "C.05 7.1"), ("tournament.warning.lineup-few", "C.05 7.2"),
    ("tournament.warning.lineup-corrected", "C.05 7"), ("error.event-team-list", "C.05 7"),
    ("error.event-lineup-order", "C.05 7"), ("paper.wrong-boards", "C.05 7"), ("web.event-teams.wrong", "C.05 7"),
    ("tournament.warning.play-off-unplanned", "C.05 Annex 3"), ("error.event-play-off-many", "C.05 Annex 3"),
    ("web.event-teams.play-offs-lead", "C.05 Annex 3"),
    ("tournament.warning.match-decided", "Arbiters' Manual IV 6.1"),
    ("tournament.warning.after-decision", "Arbiters' Manual IV 6.1"), ("cli.help.office-arbiter-english", "4.3"),
])  # fmt: skip
def test_what_was_cited_wrongly_is_cited_rightly(key: str, article: str) -> None:
    """C.05 10 are appeals, 11.2 photographers, 7.2 who is there at the start; there is no C.11; B.06.1 4.4 is about
    computers."""
    words = {name: value for _, name, value in messages("en")}
    assert citations(words[key]) == [article]


@pytest.mark.parametrize("code", ["import-has-left", "import-never-played"])
def test_absence_without_notice_is_cited_by_the_article_for_every_system(code: str) -> None:
    """C.04.2.D.2 said the same of Swiss systems alone, and is gone since February 2026."""
    facts = tomllib.loads((PROJECT / "tools" / "docs" / "finding_facts.toml").read_text(encoding="utf-8"))
    assert facts[code]["article"] == ["C.05 6.5"]
    assert "C.05 6.5" in texts(SOURCE / "tournament" / "takeover.py")


def test_the_stages_of_a_knock_out_are_those_of_chapter_iv() -> None:
    assert KEYS["stages"].source == "Arbiters' Manual IV 6.2"


@pytest.mark.parametrize(
    "wrong", ["C.05 99", "C.04.2.Z.1", "Laws 99.1", "FEDA 1.14.a", "B.06.3, 99.1", "Arbiters' Manual 2"]
)
def test_an_article_that_no_document_has_is_noticed(wrong: str) -> None:
    assert citations(f"words ({wrong})") == [wrong]
    assert [number for document, number in settled(wrong) if number in held(document)] == []
