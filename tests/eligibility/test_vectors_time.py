"""The vectors TV-TC of the specification: time controls, their class, and whether the editions of 2022 rate them."""

from fractions import Fraction

import pytest

from arpad.eligibility.time_controls import check_time, time_class
from arpad.inputs.times import parse_time_control
from arpad.regulations.rating_editions import edition

STANDARD = edition("fide-2022")
RAPID_BLITZ = edition("fide-2022-rapid-blitz")


def classified(text: str) -> tuple[Fraction | int, str]:
    """The minutes for 60 moves and the class."""
    control = parse_time_control(text)
    return control.minutes_for(), time_class(control)


def standard(text: str, *, highest: int = 0, rounds_per_day: int = 1) -> list[str]:
    """The articles that stand against rating such games at standard chess in 2022."""
    control = parse_time_control(text)
    steps = check_time(STANDARD, control, highest=highest, rounds_per_day=rounds_per_day)
    return [step.article.number for step in steps]


def rapid_or_blitz(text: str, *, rounds_per_day: int = 1) -> list[str]:
    """The articles that stand against rating such games at rapid or blitz in 2022."""
    steps = check_time(RAPID_BLITZ, parse_time_control(text), rounds_per_day=rounds_per_day)
    return [step.article.number for step in steps]


def test_tv_tc_01() -> None:
    """30 min + 30 s: 60 minutes, standard."""
    assert classified("30+30") == (60, "standard")


def test_tv_tc_02() -> None:
    """10 min + 5 s: 15 minutes, rapid."""
    assert classified("10+5") == (15, "rapid")


def test_tv_tc_03() -> None:
    """5 min + 5 s: 10 minutes, blitz."""
    assert classified("5+5") == (10, "blitz")


def test_tv_tc_04() -> None:
    """6 min + 5 s: 11 minutes, rapid (printed in words as 5 minutes)."""
    assert classified("6+5") == (11, "rapid")


def test_tv_tc_05() -> None:
    """25 min + 10 s: 35 minutes, rapid."""
    assert classified("25+10") == (35, "rapid")


def test_tv_tc_06() -> None:
    """40 min + 20 s: 60 minutes, standard: too long for rapid."""
    assert classified("40+20") == (60, "standard")
    assert rapid_or_blitz("40+20") == ["1.1.1"]


def test_tv_tc_07() -> None:
    """7 min + 3 s: 10 minutes, blitz (printed in words as 10 minutes)."""
    assert classified("7+3") == (10, "blitz")


def test_tv_tc_08() -> None:
    """10 min + 3 s: 13 minutes, rapid."""
    assert classified("10+3") == (13, "rapid")


def test_tv_tc_09() -> None:
    """3 min + 2 s: 5 minutes, blitz and rated; 3 min without increment: blitz by the Laws, not rated."""
    assert classified("3+2") == (5, "blitz")
    assert rapid_or_blitz("3+2") == []
    assert classified("3+0") == (3, "blitz")
    assert rapid_or_blitz("3+0") == ["1.1.2"]


def test_tv_tc_10() -> None:
    """10 min: blitz; 60 min: standard; 15 min + 10 s: 25 minutes, rapid."""
    assert classified("10") == (10, "blitz")
    assert classified("60") == (60, "standard")
    assert classified("15+10") == (25, "rapid")


@pytest.mark.parametrize(
    ("highest", "against"), [(1799, []), (1800, []), (2399, []), (2400, ["1.1"])], ids=["1799", "1800", "2399", "2400"]
)
def test_tv_tc_11(highest: int, against: list[str]) -> None:
    """60 min + 30 s is 90: enough for 1799, for 1800 and for 2399 against 1500; 2400 against 1500 needs 120."""
    assert standard("60+30", highest=highest) == against


@pytest.mark.parametrize(("highest", "against"), [(1799, []), (1800, ["1.1"])], ids=["1799", "1800"])
def test_tv_tc_12(highest: int, against: list[str]) -> None:
    """60 min without increment: enough for 1799 against an unrated player; 1800 needs 90."""
    assert standard("60", highest=highest) == against


def test_tv_tc_13() -> None:
    """40 moves in 90 min, then 30 min, two games a day: 120 minutes, 8 hours a day: allowed."""
    assert classified("90/40+30") == (120, "standard")
    assert standard("90/40+30", highest=2199, rounds_per_day=2) == []


def test_tv_tc_14() -> None:
    """30 moves in 90 min, then 30 min, 30 s a move, two games a day: 150 minutes, 10 hours: allowed from 2022."""
    assert classified("90/30+30:30") == (150, "standard")
    assert standard("90/30+30:30", highest=2199, rounds_per_day=2) == []
    before = check_time(edition("fide-2017"), parse_time_control("90/30+30:30"), highest=2199, rounds_per_day=2)
    assert [step.article.number for step in before] == ["1.2"]


def test_tv_tc_15() -> None:
    """40 moves in 120 min, then 40 min, 30 s a move, two games a day: 190 minutes, 12 h 40: more than 12 hours.

    With 30 min after the control it is 180 minutes and 12 hours: allowed.
    """
    assert classified("120/40+40:30") == (190, "standard")
    assert standard("120/40+40:30", highest=2199, rounds_per_day=2) == ["3.1"]
    assert standard("120/40+40:30", highest=2199, rounds_per_day=1) == []
    assert standard("120/40+30:30", highest=2199, rounds_per_day=2) == []


@pytest.mark.parametrize(("moves", "against"), [(29, ["1.2"]), (30, []), (40, [])])
def test_tv_tc_16(moves: int, against: list[str]) -> None:
    """The first control at move 29: not rated; at move 30: rated."""
    assert standard(f"90/{moves}+30:30", highest=2500) == against


@pytest.mark.parametrize(
    ("control", "rounds", "against"),
    [("3+2", 30, []), ("3+2", 31, ["3.1"]), ("15+10", 15, []), ("15+10", 16, ["3.1"])],
    ids=["blitz 30", "blitz 31", "rapid 15", "rapid 16"],
)
def test_tv_tc_17(control: str, rounds: int, against: list[str]) -> None:
    """Blitz: 30 rounds a day, not 31; rapid: 15, not 16."""
    assert rapid_or_blitz(control, rounds_per_day=rounds) == against
