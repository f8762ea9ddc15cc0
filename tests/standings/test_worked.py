"""The worked examples of the Arbiters' Manual, its examination and FIDE's exercises."""

import tomllib
from fractions import Fraction
from typing import Any

import pytest

from arpad.standings._calculation import OWN, Absence, Calculation
from arpad.standings._tie_breaks import column_of
from arpad.standings.codes import parse_code
from arpad.standings.model import RoundRecord, Scale
from arpad.standings.order import partition
from arpad.standings.table import value_text
from made_standings import games, letters, matches, number, one_player, parts, table, tie_break_edition
from places import FIXTURES

CASES = tomllib.loads((FIXTURES / "standings" / "cases.toml").read_text("utf-8"))


def cases(kind: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", CASES[kind], ids=lambda case: case["id"])


@cases("virtual-opponent")
def test_the_virtual_opponent_of_annex_iii(case: dict[str, Any]) -> None:
    before = RoundRecord(case["round"] - 1, "played", 2, "w", (parts(case["before"]),))
    missed = RoundRecord(case["round"], "zero-bye", None, None, (parts(case["awarded"]),))
    absence = Absence(missed, (before, missed), 0, Scale(2, 1), 0, case["rounds"], case["rounds"], None)
    assert OWN["virtual-opponent"](absence) == parts(case["score"])


@cases("one-player")
def test_one_player(case: dict[str, Any]) -> None:
    whole = one_player(case["record"], case["rounds"])
    for edition, expected in case["expected"].items():
        calculation = Calculation(whole, tie_break_edition(edition))
        for code, value in expected.items():
            tie_break = parse_code(code)
            assert value_text(tie_break, column_of(calculation, tie_break), 1) == value, (edition, code)


@cases("round-robin")
@pytest.mark.parametrize("edition", ["c07-2017", "c07-2023", "c07-2024", "c07-2026"])
def test_a_round_robin_by_its_table(case: dict[str, Any], edition: str) -> None:
    calculation = Calculation(table(case["rows"], case["cycles"]), tie_break_edition(edition))
    for code, values in case["expected"].items():
        column = column_of(calculation, parse_code(code))
        found = [Fraction(column.values[number], column.parts) for number in sorted(calculation.contestants)]
        assert found == [Fraction(value) for value in values], code


@cases("direct-encounter")
def test_direct_encounter(case: dict[str, Any]) -> None:
    whole = games(case["players"], case["games"], case["system"])
    calculation = Calculation(whole, tie_break_edition(case["edition"]))
    group = [number(player) for player in case["players"]]
    assert letters(partition(calculation, group, parse_code("DE"))) == case["expected"]


@cases("extended-direct-encounter")
def test_extended_direct_encounter(case: dict[str, Any]) -> None:
    calculation = Calculation(matches(case["tied"], case["matches"], case["boards"]), tie_break_edition("c07-2024"))
    group = [number(team) for team in case["tied"]]
    for code, expected in case["expected"].items():
        assert letters(partition(calculation, group, parse_code(code))) == expected, code
