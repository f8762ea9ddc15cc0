"""Clocks checked during a round: the sheet of the Arbiters' Manual, and its law."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answers import Arpad
from arpad.arbiters.sheets import TOLERANCE, ClockPlan, ClockRow, check_clocks, clock_plan, clock_time
from arpad.i18n import ArpadError
from arpad.inputs.times import parse_time_control
from certificate_events import whole
from places import FIXTURES, PROJECT

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
    assert [plan.base, plan.increment] == [Fraction(base), per_move * 30]
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


# ---------------------------------------------------------------- sheets of clock checks

SHEET = PROJECT / "examples" / "arbiter" / "clocks.csv"
SORIA = PROJECT / "examples" / "open-2024.trf"


def test_rows_of_the_vectors() -> None:
    """Base, increment, minutes gone, both clocks, moves; the sum, the expected sum, and whether to look."""
    for base, increment, gone, white, black, moves, found, expected, look in (
        (90, 30, 30, 80, 85, 15, 150, 150, False),
        (90, 30, 30, 90, 70, 10, 150, 150, False),
        (90, 30, 30, 87, 79, 16, 150, 150, False),
        (90, 30, 30, 65, 90, 5, 150, 150, False),
        (90, 30, 30, 80, 85, 12, 153, 150, True),
        (90, 30, 30, 80, 85, 13, 152, 150, False),
        (90, 30, 30, 80, 85, 18, 147, 150, True),
        (25, 10, 20, 18, 20, 24, 30, 30, False),
        (120, 0, 60, 95, 85, 20, 180, 180, False),
        (120, 0, 60, 95, 82, 20, 177, 180, True),
        (15, 10, 10, 14, 13, 9, 24, 20, True),
        (5, 3, 4, 5, Fraction(9, 2), 31, Fraction(32, 5), 6, False),
    ):
        plan = ClockPlan(Fraction(base), Fraction(increment))
        (row,) = check_clocks(plan, [ClockRow(1, Fraction(white), Fraction(black), moves)], gone)
        assert [row.found, row.expected] == [Fraction(found), Fraction(expected)]
        assert row.look is look


def test_later_periods_and_the_moves_near_a_control() -> None:
    plan = clock_plan(parse_time_control("90/40+30:30"))
    assert [plan.given(39), plan.given(40)] == [Fraction(90), Fraction(120)]
    assert plan.later == ((40, Fraction(30)),)
    assert [plan.is_near_control(moves) for moves in (38, 39, 41, 42)] == [False, True, True, False]
    before, near, after = (
        check_clocks(plan, [ClockRow(1, Fraction(20), Fraction(10), moves)], 150)[0].look for moves in (30, 40, 45)
    )
    assert (before, near, after) == (True, None, True)


def test_times_of_a_clock() -> None:
    read = {"80": 80, "80.5": Fraction(161, 2), "1:20": 80, "80:30": Fraction(161, 2), "1:20:30": Fraction(161, 2)}
    assert {typed: clock_time("board 1", typed) for typed in read} == read
    assert clock_time("board 1", "09:30") == Fraction(19, 2)
    for typed in ("", "x", "1:75", "-3", "1:2:3:4", "1e999999999"):
        with pytest.raises(ArpadError, match="board 1"):
            clock_time("board 1", typed)


def test_the_sheet_of_the_manual_on_the_line(arpad: Arpad) -> None:
    line = f"arbiter clocks {SHEET} --base 90 --increment 30 --start 18:00 --check"
    answer = arpad(f"{line} 18:30 --json")
    assert (answer.code, [board["found"] for board in answer.json["boards"]]) == (0, [150, 150, 150, 150])
    assert arpad(f"{line} 18:35").code == 1
    assert arpad(f"{line} 18:35 --tolerance 5").code == 0
    assert arpad(f"{line} 17:35").code == 2
    assert arpad(f"{line} 25:00").code == 2
    control = f"arbiter clocks {SHEET} --control 90/40+30:30 --start 18:00 --check 18:30"
    assert arpad(control).code == 0
    assert "mírelo" in arpad(f"{control[:-2]}50 --lang es").out


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("board,white,black\n1,80,85\n", "moves"),
        ("board,white,black,moves\n1,80,85,15\n1,80,85,15\n", "board 1 is there twice"),
        ("board;white;black;moves\n7;9:30;85;15\n", "board 7: the clock of white shows 570"),
        ("board,white,black,moves\n1,late,85,15\n", "line 2, white: late"),
        ("board,white,black,moves\nx,80,85,15\n", "line 2, board"),
        (f"board,white,black,moves\n1,80,85,{'5' * 200_000}\n", "the CSV is broken"),
        ("", "board, white, black, moves"),
    ],
)
def test_a_bad_sheet_is_refused_in_one_line(arpad: Arpad, tmp_path: Path, lines: str, said: str) -> None:
    file = tmp_path / "sheet.csv"
    file.write_text(lines, "utf-8")
    answer = arpad(f"arbiter clocks {file} --base 90 --increment 30 --start 18:00 --check 18:30")
    assert (answer.code, said in answer.err) == (2, True)


def test_a_sheet_that_is_not_text_is_refused_in_one_line(arpad: Arpad, tmp_path: Path) -> None:
    file = tmp_path / "sheet.csv"
    file.write_bytes("board,white,black,moves\n1,80,85,15,Núñez\n".encode("latin-1"))
    answer = arpad(f"arbiter clocks {file} --base 90 --increment 30 --start 18:00 --check 18:30")
    said = f"error: {file}: cannot be read as text in UTF-8; save it as UTF-8, or name another file\n"
    assert (answer.code, answer.err) == (2, said)


def test_the_sheet_is_printed(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "clocks.pdf"
    assert arpad(f"arbiter clocks --print {SORIA} --round 2 -o {out}").code == 0
    assert "Abad, Ana" in whole(out.read_bytes())
    assert arpad(f"arbiter clocks --print {SORIA}").code == 2
    assert arpad("arbiter clocks").code == 2
