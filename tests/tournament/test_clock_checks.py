"""Clocks checked during a round: the sheet of the Arbiters' Manual, and its law."""

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.eligibility.time_text import parse_time_control
from arpad.tournament.clock_checks import TOLERANCE, ClockPlan, clock_plan
from places import FIXTURES

VECTOR: dict[str, Any] = json.loads((FIXTURES / "tournament" / "handling.json").read_text("utf-8"))["TV-TD-CLOCK-1"]


def test_the_sheet_of_the_manual() -> None:
    plan = clock_plan(parse_time_control("90+30"))
    assert (plan.base, plan.increment, TOLERANCE) == (VECTOR["base"], VECTOR["increment"], VECTOR["tolerance"])
    assert plan.expected(VECTOR["elapsed"]) == VECTOR["expected"]
    for white, black, moves, found, fits in VECTOR["rows"]:
        assert plan.found(white, black, moves) == found
        assert plan.fits(white, black, moves, VECTOR["elapsed"]) is fits


@pytest.mark.parametrize(
    ("control", "base", "per_move"), [("90/40+30:30", 90, 1), ("15+10", 15, Fraction(1, 3)), ("120", 120, 0)]
)
def test_the_first_period_and_its_increment(control: str, base: int, per_move: Fraction) -> None:
    plan = clock_plan(parse_time_control(control))
    assert plan == ClockPlan(Fraction(base), per_move * 30)
    assert plan.per_move == per_move


@given(
    base=st.integers(3, 150),
    increment=st.integers(0, 60),
    moves=st.integers(0, 60),
    gone=st.integers(0, 150),
    of_white=st.fractions(0, 1),
    wrong=st.integers(-9, 9),
)
def test_a_clock_that_ran_right_fits_whoever_thought_longer(
    base: int, increment: int, moves: int, gone: int, of_white: Fraction, wrong: int
) -> None:
    """Whatever part of the minutes was White's, both get an increment for each move; a clock that differs by more than
    two minutes is found."""
    plan = ClockPlan(Fraction(base), Fraction(increment))
    added = Fraction(moves * increment, 60)
    white, black = base + added - gone * of_white + wrong, base + added - gone * (1 - of_white)
    assert plan.fits(white, black, moves, gone) is (abs(wrong) <= TOLERANCE)
