"""Citations: every article that the rating regulations are cited by stands in its document, with words that were copied
from there by hand (`data/articles.toml`)."""

import datetime as dt
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from arpad.documents.steps import walk
from arpad.domain.games import PlayerGame
from arpad.eligibility.facts import Facts
from arpad.examination import examine
from arpad.formats.read import read_report
from arpad.rating.change import rating_change
from arpad.rating.examine import report_system
from arpad.rating.first_rating import initial_rating
from arpad.rating.newcomer import NewcomerEvent
from arpad.regulations.articles import Article
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import edition, regulations
from articles import TABLES, printed, words_of
from citations import RATING, documents_of_finding
from places import FIXTURES, PROJECT

NOTICES = "fide-notices"
EDITIONS = regulations().editions()
NAMES = [rules.id for rules in EDITIONS]
HALVES = {name: table for name, table in TABLES.items() if "time_class" in table}
"""The tables of the rating regulations."""


def stands(rules: Edition, article: Article) -> bool:
    """Whether an article is in the file. A notice of FIDE's changes one of an earlier text, or has only a day."""
    if article.source != NOTICES:
        return article.number in printed(article.source, rules.time_class)
    if len(article.number) == 10 and dt.date.fromisoformat(article.number):
        return True
    documents = ("manual-2023", "fide-b02-2024")
    return any(article.number in printed(document, rules.time_class) for document in documents)


def cited(rules: Edition) -> Iterator[tuple[str, Article]]:
    for name, rule in rules.parameters():
        yield name, rule.article
        if rule.unrated is not None:
            yield f"{name} (unrated)", rule.unrated


@pytest.mark.parametrize("name", NAMES)
def test_every_value_is_cited_by_an_article_that_its_document_has(name: str) -> None:
    rules = edition(name)
    assert [(value, str(article)) for value, article in cited(rules) if not stands(rules, article)] == []


def test_the_file_has_words_for_every_article_and_no_article_that_is_not_cited() -> None:
    used = {
        (article.source, kind, article.number)
        for rules in EDITIONS
        for _, article in cited(rules)
        for kind in (rules.time_class, "all")
    }

    def cited_in(table: dict[str, Any], number: str) -> bool:
        return (table["document"], table["time_class"], number) in used

    for name, table in HALVES.items():
        articles = words_of(table)
        assert all(len(words) >= 4 for words in articles.values()), name
        unused = {number for number in articles if not cited_in(table, number)}
        assert not unused, name


def test_every_finding_on_rating_cites_an_article_of_the_file() -> None:
    """The findings that an examination gives, as the tests have seen them, with their articles."""
    facts = tomllib.loads((PROJECT / "tools" / "docs" / "finding_facts.toml").read_text(encoding="utf-8"))
    everything = {number for table in HALVES.values() for number in words_of(table)}
    about_rating = [code for code in facts if facts[code]["article"] and documents_of_finding(code) == RATING]
    assert len(about_rating) > 30
    wrong = {code: [one for one in facts[code]["article"] if one not in everything] for code in about_rating}
    assert {code: articles for code, articles in wrong.items() if articles} == {}


@pytest.mark.parametrize("file", sorted((FIXTURES / "events").glob("*.trf")))
@pytest.mark.parametrize("name", NAMES)
def test_every_reason_of_a_report_cites_an_article_of_the_file(file: Any, name: str) -> None:
    rules = edition(name)
    report = read_report(file.read_bytes())
    facts = Facts(system=report_system(report, None))
    rated = examine(report, facts, regulations(), edition=rules).rated().rating
    trails = [rated.steps, *(line.steps for line in rated.players)]
    wrong = {
        (step.what, str(step.article)) for trail in trails for _, step in walk(trail) if not stands(rules, step.article)
    }
    assert not wrong


NEWCOMER = (PlayerGame(2000, 2), PlayerGame(2000, 1), PlayerGame(2000, 1), PlayerGame(2000, 1), PlayerGame(None, 2))


@pytest.mark.parametrize(("name", "rated", "unrated"), [
    ("feda-1996", "7.41", "7.4"), ("fide-2003", "6.41", "6.4"), ("fide-2005", "6.41", "6.4"),
    ("fide-2017", "6.32", "7.14b"), ("fide-2017-rapid-blitz", "6.32", "7.14b"), ("fide-2022", "8.3.1", "7.1.4"),
    ("fide-2022-rapid-blitz", "7.3.1", "6.1.4"), ("fide-2024", "8.3.1", "7.1.4"), ("fide-2025", "8.3.1", "7.1.4"),
])  # fmt: skip
def test_6_4_a_game_against_an_unrated_opponent_is_cited_for_the_player_it_is_about(
    name: str, rated: str, unrated: str
) -> None:
    """6.41 speaks of rated players. For a newcomer it is 6.4, FEDA 7.4, 2017 7.14b, from 2022 7.1.4."""
    change = rating_change(edition(name), 2000, 20, NEWCOMER)
    first = initial_rating(edition(name), [NewcomerEvent("Open", NEWCOMER)])
    for steps, article in ((change.steps, rated), (first.steps, unrated)):
        assert {str(step.article) for _, step in walk(steps) if step.what == "left-out.unrated"} == {article}


@pytest.mark.parametrize(("name", "score", "article"), [
    ("fide-2017", 1, "8.2.3"), ("fide-2017", 2, "8.2.3"), ("fide-2017", 0, "8.2.3"),
    ("fide-2017-rapid-blitz", 1, "8.23"), ("fide-2017-rapid-blitz", 2, "8.24"), ("fide-2017-rapid-blitz", 0, "8.25"),
])  # fmt: skip
def test_8_2_3_of_2017_is_cited_as_it_is_printed(name: str, score: int, article: str) -> None:
    """The standard column prints one article for 50%, more and less; that of rapid and blitz has three."""
    games = (PlayerGame(2000, 1), PlayerGame(2000, 1), *(PlayerGame(2000, score),) * 4)
    found = initial_rating(edition(name), [NewcomerEvent("Open", games)])
    assert article in {str(step.article) for _, step in walk(found.steps) if step.what.startswith("initial.")}


@pytest.mark.parametrize(("name", "listed", "fallen", "newcomer"), [
    ("feda-1996", "8.12", "8.21", "8.12"), ("fide-2003", "9.12", "9.21", "9.12"), ("fide-2005", "9.12", "9.21", "9.12"),
    ("fide-2017", "7.12", "7.21", "7.14d"), ("fide-2017-rapid-blitz", "7.1.2", "7.2.1", "7.14d"),
    ("fide-2022", "7.1.2", "7.2.1", "7.1.4"), ("fide-2022-rapid-blitz", "6.1.2", "6.2.1", "6.1.4"),
    ("fide-2024", "7.1.2", "7.2.1", "7.1.4"), ("fide-2024-rapid-blitz", "6.1.2", "6.2.1", "6.1.4"),
])  # fmt: skip
def test_7_1_2_the_floor_is_cited_for_the_player_it_is_about(
    name: str, listed: str, fallen: str, newcomer: str
) -> None:
    """7.1.2 publishes every player from the floor on, 7.2.1 takes those below it off; 7.1.4 speaks of newcomers."""
    rules = edition(name)
    floor = rules.lists.floor.value
    above = rating_change(rules, floor + 300, 20, (PlayerGame(floor + 300, 1),) * 4)
    below = rating_change(rules, floor, 20, (PlayerGame(floor, 0),) * 4)
    assert [str(step.article) for step in above.steps if step.what == "verdict.listed-above-floor"] == [listed]
    assert [str(step.article) for step in below.steps if step.what == "change.below-floor"] == [fallen]
    assert str(rules.lists.floor.article_for_unrated) == newcomer
