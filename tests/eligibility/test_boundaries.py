"""The last value that is allowed and the first that is not, article by article."""

import datetime as dt
from dataclasses import replace
from fractions import Fraction

import pytest

from arpad.domain import Event
from arpad.eligibility import Facts, check_event, read_time_control
from arpad.eligibility.checks.days import busiest_day
from arpad.regulations import edition
from eligibility_events import event

START = dt.date(2024, 6, 10)


def _codes(name: str, at: Event, **facts: object) -> set[str]:
    return {finding.code for finding in check_event(edition(name), at, Facts(**facts))}  # type: ignore[arg-type]


def _timed(control: str, players: str = "1500 1400", **more: object) -> Event:
    return replace(event(players), time_control=control, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("control", "too_many"), [("180", False), ("181", True)])
def test_3_1_twelve_hours_of_play_a_day(control: str, too_many: bool) -> None:
    """Two rounds of three hours for each player are twelve hours."""
    assert ("hours-per-day" in _codes("fide-2024", _timed(control), rounds_per_day=2)) is too_many


@pytest.mark.parametrize(("rounds", "too_many"), [(6, False), (7, True)])
def test_3_1_the_shortest_games_take_an_hour_for_each_player(rounds: int, too_many: bool) -> None:
    """Without a time control: six rounds of 2 × 60 minutes are twelve hours."""
    assert ("hours-per-day-least" in _codes("fide-2024", _timed(""), rounds_per_day=rounds)) is too_many


def test_one_round_or_one_day_is_certain_without_dates() -> None:
    one = event("2000 1900", "1-2 1")
    two = event("2000 1900", "1-2 1; 2-1 0")
    long = {"start": START, "end": START + dt.timedelta(days=1)}
    assert busiest_day(replace(one, **long), Facts())[2]  # type: ignore[arg-type]
    assert not busiest_day(replace(two, **long), Facts())[2]  # type: ignore[arg-type]
    assert busiest_day(replace(two, start=START, end=START), Facts())[2]


@pytest.mark.parametrize(("rating", "minutes", "enough"), [
    (1599, 60, True), (1599, 59, False), (1600, 90, True), (1600, 89, False), (2199, 90, True), (2200, 90, False),
    (2200, 120, True), (2200, 119, False),
])  # fmt: skip
def test_1_1_minutes_by_the_higher_rating_of_a_game(rating: int, minutes: int, enough: bool) -> None:
    found = _codes("fide-2017", _timed(f"{minutes}", f"{rating} 1400"))
    assert ({"time-game", "time-least"} & found == set()) is enough


@pytest.mark.parametrize(("rating", "minutes", "enough"), [(2199, 90, True), (2200, 90, False), (2200, 120, True)])
def test_1_1_of_2005_minutes_by_the_highest_rating_of_the_event(rating: int, minutes: int, enough: bool) -> None:
    assert ("time-event" not in _codes("fide-2005", _timed(f"{minutes}", f"1400 1500 {rating}"))) is enough


@pytest.mark.parametrize(("control", "enough"), [
    ("60+10", True), ("59+10", False), ("60+9", False), ("120", True), ("119", False),
    ("46/120+60", True), ("47/120+60", False), ("40/120+60", True), ("40/120+59", False),
])  # fmt: skip
def test_feda_2_1_to_2_3_the_slowest_speeds_that_are_allowed(control: str, enough: bool) -> None:
    """23 moves an hour; sudden death of four hours in all and an hour after the control; an hour with ten seconds."""
    found = _codes("feda-1996", _timed(control))
    assert ({code for code in found if code.startswith("time")} == set()) is enough


@pytest.mark.parametrize(("digits", "possible"), [(5, False), (6, True), (9, True), (10, False)])
def test_digits_of_a_fide_id(digits: int, possible: bool) -> None:
    at = event(ids={1: "00" + "7" * digits})
    assert ("player-id-impossible" not in _codes("fide-2024", at)) is possible


@pytest.mark.parametrize(("days", "code"), [
    (3, None), (2, "registration-late"), (0, "registration-late"), (-1, "registration-after-start"),
])  # fmt: skip
def test_0_2_registered_three_days_before_the_start(days: int, code: str | None) -> None:
    at = replace(event(), start=START, end=START)
    found = _codes("fide-2024", at, registered=START - dt.timedelta(days=days))
    assert {one for one in found if one.startswith("registration")} == ({code} if code else set())


@pytest.mark.parametrize(("players", "early"), [
    ("2700 2000", False), ("2701 2000", True), ("2000 2500f", False), ("2000 2501f", True), ("2000 2501m", False),
])  # fmt: skip
def test_0_2_1_of_2024_players_for_whom_an_event_is_registered_early(players: str, early: bool) -> None:
    at = replace(event(players), start=START, end=START)
    found = _codes("fide-2024", at, registered=START - dt.timedelta(days=3))
    assert any(one.startswith("registration") for one in found) is early


@pytest.mark.parametrize(("days", "asked"), [(29, True), (30, False)])
def test_0_2_of_2017_norms_are_asked_about_below_thirty_days(days: int, asked: bool) -> None:
    at = replace(event(), start=START, end=START)
    needed = edition("fide-2017").eligibility.registration_norm_days.value
    assert needed == 30
    assert ("cannot-check-norms" in _codes("fide-2017", at, registered=START - dt.timedelta(days=days))) is asked


@pytest.mark.parametrize(("days", "late"), [(28, False), (29, True)])
def test_feda_10_13_a_returned_report_is_back_within_four_weeks(days: int, late: bool) -> None:
    at = replace(event(), start=START, end=START)
    found = _codes("feda-1996", at, returned=START, received=START + dt.timedelta(days=days))
    assert ("returned-late" in found) is late


@pytest.mark.parametrize(("players", "left_out"), [
    ("2601 2001", True), ("2601 2002", False), ("2600 2000", False), ("2601 2000", True),
])  # fmt: skip
def test_games_six_hundred_points_apart_above_2600(players: str, left_out: bool) -> None:
    """Rapid and blitz from December 2024; it is told of the stronger player."""
    at = replace(event(players), time_control="15+10")
    found = [one for one in check_event(edition("fide-2024-12-rapid-blitz"), at, Facts()) if one.code == "game-too-far"]
    assert [one.player for one in found] == ([1] if left_out else [])


@pytest.mark.parametrize(("text", "minutes", "increment"), [
    ("299", 299, 0), ("300", 5, 0), ("180+5", 3, 5), ("180+6", 180, 6), ("179+5", 179, 5), ("180+0", 180, 0),
    ("40/299", 299, 0), ("40/300", 5, 0),
])  # fmt: skip
def test_from_which_number_a_time_is_in_seconds(text: str, minutes: int, increment: int) -> None:
    read = read_time_control(text)
    assert read is not None
    assert [read.control.periods[0].minutes, read.control.increment] == [minutes, increment]


@pytest.mark.parametrize(("text", "minutes", "moves"), [
    ("40/3", 180, 40), ("40/4", None, None), ("30/2", 120, 30), ("29/2", None, None), ("60/2", 120, 60),
    ("40/60", 60, 40), ("40/59", 59, 40), ("60/40", 60, 40),
])  # fmt: skip
def test_moves_and_hours_in_either_order(text: str, minutes: int | None, moves: int | None) -> None:
    read = read_time_control(text)
    if minutes is None:
        assert read is None or read.control.periods[0].moves != int(text.partition("/")[0])
    else:
        assert read is not None
        assert read.control.periods[0].minutes == minutes
        assert read.control.periods[0].moves == moves


def test_increments_from_a_move_on() -> None:
    """From move 61 on an increment adds nothing to the first 60 moves; from move 60 on one part of sixty."""
    increments = []
    for move in (1, 2, 60, 61, 62):
        read = read_time_control(f"90 minutes + 30 seconds a move from move {move}")
        increments.append(None if read is None else read.control.increment)
    assert increments == [30, Fraction(30 * 59, 60), Fraction(30, 60), 0, 0]
