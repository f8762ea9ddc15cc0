"""Every value and every rank of the known events, code by code and list by list."""

import csv
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from arpad.formats.read import read_report
from arpad.standings._calculation import Calculation
from arpad.standings._tie_breaks import column_of
from arpad.standings.codes import TieBreak, parse_code, parse_list
from arpad.standings.competition import competition
from arpad.standings.model import Competition
from arpad.standings.order import order
from arpad.standings.table import value_text
from made_standings import tie_break_edition
from places import FIXTURES

DATA = FIXTURES / "standings"
FILES = sorted(DATA.glob("*.csv"))
RANK = "rank "
UNDEFINED = "–"


@cache
def event(name: str) -> Competition:
    return competition(read_report((DATA / f"{name}.trf").read_bytes()))


def known(file: Path) -> tuple[Calculation, dict[str, dict[int, str]]]:
    """The event of a file, and what is known of it by column."""
    name, edition = file.stem.split(".")
    with file.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    columns = {
        column: {int(row["number"]): row[column] for row in rows if row[column]}
        for column in rows[0]
        if column != "number"
    }
    return Calculation(event(name), tie_break_edition(edition)), columns


@pytest.mark.parametrize("file", FILES)
def test_every_value(file: Path) -> None:
    calculation, columns = known(file)
    for column, expected in columns.items():
        if column.startswith(RANK):
            continue
        tie_break = parse_code(column)
        found = column_of(calculation, tie_break)
        for number, value in expected.items():
            assert (value_text(tie_break, found, number) or UNDEFINED) == value, (column, number)


@pytest.mark.parametrize("file", FILES)
def test_every_rank(file: Path) -> None:
    calculation, columns = known(file)
    for column, expected in columns.items():
        if column.startswith(RANK):
            ranks = order(calculation, parse_list(column.removeprefix(RANK))).steps[-1]
            assert {number: str(ranks[number]) for number in expected} == expected, column


def test_an_average_is_sorted_exactly_and_printed_with_two_digits() -> None:
    """10.2 of our reading: a tie in print may still be broken."""
    calculation, _ = known(DATA / "sw-25x9.c07-2026.csv")
    column = column_of(calculation, TieBreak("AOB"))
    assert Fraction(column.values[1], column.parts) == Fraction(857, 18)
    assert value_text(TieBreak("AOB"), column, 1) == "47.61"
