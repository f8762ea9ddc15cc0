"""Every number of the regulations against the documents: `data/numbers.toml` was copied from them by hand, with the
article and the line of each. A digit changed in the data, and a number that is new there, must show here."""

import datetime as dt
import json
import re
import tomllib
from dataclasses import fields
from fractions import Fraction
from typing import Any

import pytest

from arpad.regulations.rating_editions import regulations
from arpad.regulations.rating_rules import performance_rules, time_classes, tournament_categories
from arpad.regulations.tiebreak_editions import tie_break_library
from arpad.regulations.title_editions import direct_title_table, title_editions
from places import FIXTURES

TABLES: dict[str, dict[str, Any]] = tomllib.loads((FIXTURES / "numbers.toml").read_text(encoding="utf-8"))
EDITIONS = {
    edition.id: edition
    for edition in (*regulations().editions(), *title_editions(), *tie_break_library().editions())
}  # fmt: skip
HEAD = ("as_in", "gone", "effective", "until", "first_use")
PLACE = re.compile(r"00[0-4]:\d+|frbe:\d+(\.\w)*|notice|silent|ours")


def rows(name: str) -> dict[str, tuple[Any, str]]:
    """The value and the article of each number that a table names, or takes from another table."""
    table = TABLES[name]
    others = rows(table["as_in"]) if "as_in" in table else {}
    own = {
        f"{group}.{parameter}": (plain(value), article)
        for group, members in table.items()
        if group not in HEAD
        for parameter, (value, article, _) in members.items()
    }
    return {parameter: row for parameter, row in others.items() if parameter not in table.get("gone", ())} | own


def plain(value: Any) -> Any:
    """A value in one form: numbers as fractions, dates as text, tuples as lists."""
    if isinstance(value, (list, tuple)):
        return [plain(member) for member in value]
    if isinstance(value, dt.date):
        return value.isoformat()
    try:
        return value if isinstance(value, bool) else Fraction(value)
    except (TypeError, ValueError):
        return value


def has_number(value: Any) -> bool:
    return any(letter.isdigit() for letter in json.dumps(value, default=str, ensure_ascii=False))


@pytest.mark.parametrize("name", EDITIONS)
def test_every_number_is_that_of_the_document(name: str) -> None:
    found = {
        parameter: (plain(rule.value), rule.article.number)
        for parameter, rule in EDITIONS[name].parameters()
        if not parameter.startswith("codes.") and has_number(rule.value)
    }
    expected = rows(name)
    assert {parameter: found.get(parameter) for parameter in expected} == expected
    assert set(found) == set(expected)


@pytest.mark.parametrize("name", EDITIONS)
def test_every_edition_holds_from_the_day_of_the_document(name: str) -> None:
    edition, table = EDITIONS[name], TABLES[name]
    days = {field: getattr(edition, field, None) for field in ("effective", "until", "first_use")}
    assert {field: day for field, day in days.items() if day} == {
        field: table[field] for field in days if field in table
    }


def test_numbers_that_no_edition_changes() -> None:
    groups: dict[str, Any] = {
        "time_class": time_classes(),
        "category": tournament_categories(),
        "performance": performance_rules(),
    }
    rules = {
        f"{group}.{field.name}": getattr(members, field.name)
        for group, members in groups.items()
        for field in fields(members)
    }
    found = {name: (plain(rule.value), rule.article.number) for name, rule in rules.items() if has_number(rule.value)}
    assert found == rows("laws")
    assert direct_title_table().effective == TABLES["direct_titles"]["effective"]


def test_every_number_of_the_tables_names_its_place() -> None:
    assert set(TABLES) == {*EDITIONS, "laws", "direct_titles"}
    places = [
        place
        for table in TABLES.values()
        for group, members in table.items()
        if group not in HEAD
        for _, _, place in members.values()
    ]
    assert len(places) > 350
    assert [place for place in places if not PLACE.fullmatch(place)] == []
