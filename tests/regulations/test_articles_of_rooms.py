"""Citations of titles, standings, pairing, arbiters, fair play and events, in messages, code, data and findings: every
article stands in its document, with words that were copied from there by hand (`data/articles.toml`)."""

import ast
import re
import tomllib
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path

import pytest

from arpad.arbiters.fair_play import ENGINE_ARTICLE
from arpad.documents.steps import walk
from arpad.pairing._burstein import RULES as BURSTEIN
from arpad.pairing._burstein_manual import ARTICLES as MANUAL
from arpad.pairing._dubov import ARTICLES as DUBOV
from arpad.pairing.dutch._candidates import RULES as DUTCH
from arpad.pairing.engines import VIRTUAL_ARTICLES, explain_pairing, pair_round
from arpad.pairing.files import read_source
from arpad.pairing.matches import RULES as MATCHES
from arpad.pairing.systems import baku_rule, systems
from arpad.regulations.arbiter_editions import arbiter_classification, arbiter_editions, arbiter_numbers
from arpad.regulations.articles import Article
from arpad.regulations.event_rules import FORM_NUMBERS, PROTECTION_SOURCE, arbiter_form, fair_play_rules
from arpad.regulations.rating_rules import grouped_parameters
from arpad.regulations.tiebreak_editions import tie_break_library
from arpad.regulations.title_editions import direct_title_table, title_editions
from articles import TABLES, documents_of, held, words_of
from citations import Cited, of_code, of_data, of_findings, of_messages, of_notes
from places import FIXTURES, PROJECT

NOTICES = "fide-notices"


def pairs(articles: Iterable[Article]) -> Cited:
    return {(article.source, article.number) for article in articles}


def of_titles() -> Cited:
    """B.01: the editions, the tables of direct titles, and the articles that the checks write out themselves."""
    editions = pairs(rule.article for edition in title_editions() for _, rule in edition.parameters())
    women = {(edition.source, "0.3") for edition in title_editions()}
    held = pairs(edition.application.old_norms_before.article for edition in title_editions())
    rating = pairs(edition.application.rating.article for edition in title_editions())
    return (
        editions
        | women
        | {(source, "1.5.4") for source, _ in held}
        | {(source, f"{number}a") for source, number in rating}
        | pairs(one.article for event in direct_title_table().events for one in event.achievements)
    )


def of_standings() -> Cited:
    """C.07: the editions with their codes, and the two parts of 16.4 of 2026, which the reasons name."""
    editions = pairs(rule.article for edition in tie_break_library().editions() for _, rule in edition.parameters())
    capped = {
        (edition.source, f"{edition.unplayed.own.article.number}.{part}")
        for edition in tie_break_library().editions()
        if edition.unplayed.own.value == "dummy-capped"
        for part in (1, 2)
    }
    return editions | capped


def numbered(prefix: str, last: int, first: int = 1) -> set[str]:
    return {f"{prefix}{number}" for number in range(first, last + 1)}


def written_out(engine: str) -> set[str]:
    """The numbers that the modules of a system of the manual write out: 3, 7.2."""
    modules = (PROJECT / "src" / "arpad" / "pairing").glob(f"_{engine}*.py")
    nodes = [node for file in modules for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text for text in texts if re.fullmatch(r"[1-9](\.[1-9][0-9]?)?", text)}


def system_articles() -> dict[str, set[str]]:
    """Every article of each pairing system: those of its own table of numbers, and its criteria."""
    matches = {
        name: {*rules.articles.values(), *rules.sets.values(), *rules.pairs.values()} for name, rules in MATCHES.items()
    }
    return matches | {
        "dutch-2017": {"A.3", "A.4", "A.9", "B.1"} | numbered("C.", 19) | numbered("D.", 3) | numbered("E.", 5),
        "dutch-2026": {*DUTCH["dutch-2026"].articles.values()} | numbered("C", 21),
        "burstein-2018": {*BURSTEIN["burstein-2018"].articles.values()} | numbered("C.", 8) | numbered("E.", 4),
        "burstein-2026": {*BURSTEIN["burstein-2026"].articles.values()} | numbered("C", 8),
        "burstein-manual": {*MANUAL.values(), *VIRTUAL_ARTICLES.values()},
        "dubov-1997": written_out("dubov_1997") | {"2", "4", "5", "6"},
        "dubov-2018": {*DUBOV["dubov-2018"].values()},
        "dubov-2026": {*DUBOV["dubov-2026"].values()} | numbered("C", 10),
        "lim": written_out("lim"),
        "lim-2026": written_out("lim"),
        "team-2026": matches["team-2026"] | numbered("4.3.", 9),
        "team-2024": matches["team-2024"] | numbered("4.3.", 9),
        "double-2026": matches["double-2026"] | numbered("4.3.", 5),
    }


CHAPTERS = {
    "dutch._engine": "dutch", "_dubov": "dubov", "_dubov_1997": "dubov_manual", "_burstein": "burstein",
    "_burstein_manual": "burstein_manual", "_lim": "lim",
}  # fmt: skip
"""The chapter of the modules that pair."""


def of_pairing() -> Cited:
    """C.04: every system by its own chapter, and the acceleration."""
    known = systems()
    assert system_articles().keys() == known.keys()
    chapters = {
        (f"{known[name].source}/{CHAPTERS.get(known[name].engine, known[name].engine)}", number)
        for name, numbers in system_articles().items()
        for number in numbers
    }
    return chapters | {(f"{system.source}/baku", baku_rule(system)["article"]) for system in known.values()}


def of_arbiters() -> Cited:
    """B.06: titles and classes of arbiters, how many an event needs, the forms, and what code writes out."""
    titles = pairs(rule.article for edition in arbiter_editions() for _, rule in edition.parameters())
    source = arbiter_editions()[0].source
    classes = arbiter_classification()
    rules = (rule for _, rule in grouped_parameters(classes))
    numbers = arbiter_numbers()
    files = {file.name: file for file in (PROJECT / "src" / "arpad" / "arbiters").glob("*.py")}
    in_code = {
        (classes.source if file == "categories.py" else source, number)
        for file, path in files.items()
        for number in written_numbers(path)
    }
    return (
        titles
        | in_code
        | pairs(rule.article for rule in rules)
        | pairs(row.article for row in classes.transitions)
        | pairs(kind.article for kind in classes.kinds)
        | pairs(getattr(numbers, part.name).article for part in fields(numbers))
        | pairs(arbiter_form(number).article for number in FORM_NUMBERS)
    )


def written_numbers(file: Path) -> set[str]:
    """The articles of B.06 that a module writes out: 2.9.1, 4.12."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text for text in texts if re.fullmatch(r"[2-6]\.[1-9][0-9]?(\.[1-9])?", text)}


def of_fair_play() -> Cited:
    """The anti-cheating regulations, the measures of protection, the notes on statistics; what a complaint lacks."""
    rules = fair_play_rules()
    measures = {(PROTECTION_SOURCE, article) for measure in rules.measures for article in measure.articles.values()}
    facts = tomllib.loads((PROJECT / "tools" / "docs" / "finding_facts.toml").read_text(encoding="utf-8"))
    numbers = {one for code, fact in facts.items() if code.startswith("complaint-") for one in fact["article"]}
    complaints = {
        ("manual-2023-regan" if number == ENGINE_ARTICLE else "manual-2023-fair-play", number) for number in numbers
    }
    return pairs(rule.article for _, rule in grouped_parameters(rules)) | measures | complaints


ROOMS = {
    "titles": of_titles, "standings": of_standings, "pairing": of_pairing, "arbiters": of_arbiters,
    "fair play": of_fair_play, "messages": of_messages, "code": of_code, "data": of_data, "findings": of_findings,
    "notes": of_notes,
}  # fmt: skip
NOTICED = {"titles": "manual-2023-b01"}
"""The text that a notice of FIDE's changes."""


@pytest.mark.parametrize("room", ROOMS)
def test_every_article_that_a_room_cites_stands_in_its_document(room: str) -> None:
    wrong = [
        (source, number)
        for source, number in sorted(ROOMS[room]())
        if number not in held(NOTICED.get(room, "") if source == NOTICES else source)
    ]
    assert wrong == []


def test_the_file_has_no_article_that_no_room_cites() -> None:
    cited = {one for room in ROOMS.values() for one in room()}
    tables = [table for table in TABLES.values() if "time_class" not in table]
    assert all(len(words) >= 4 for table in tables for words in words_of(table).values())
    unused = [
        (document, number)
        for table in tables
        for document in documents_of(table)
        for number in words_of(table)
        if (document, number) not in cited
    ]
    assert unused == []


@pytest.mark.parametrize("name", sorted(name for name, system in systems().items() if system.engine != "matches"))
def test_every_reason_of_a_round_is_one_of_the_articles_of_its_system(name: str) -> None:
    """The rounds of a Swiss of fourteen, paired and judged by every system for players."""
    source = read_source((FIXTURES / "pairing" / "open-14.trf").read_bytes(), system=name, binding=False)
    rounds = [explain_pairing(pair_round(source.state(number))) for number in source.numbers()]
    told = {str(step.article) for trail in rounds for _, step in walk(trail)}
    judged = {checked.reason.article for checked in source.checked() if checked.reason is not None}
    assert len(told) > 3
    assert told | judged <= system_articles()[name] | DUTCH_SEEDING.get(name, set())


DUTCH_SEEDING = {"burstein-2018": system_articles()["dutch-2017"], "burstein-2026": system_articles()["dutch-2026"]}
"""The first rounds of a Burstein are those of the Dutch system."""
