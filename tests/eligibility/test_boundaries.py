"""The last value that is allowed and the first that is not, article by article."""

import datetime as dt
from dataclasses import replace
from fractions import Fraction

import pytest

from arpad.domain.event import Event
from arpad.eligibility.check_days import busiest_day
from arpad.eligibility.check_events import rated_games
from arpad.eligibility.checks import check_event, game_exclusions
from arpad.eligibility.facts import FACT_KEYS, Facts, facts_in_words, facts_of
from arpad.eligibility.time_controls import by_time_class, moves_per_hour
from arpad.i18n import ArpadError
from arpad.inputs.times import parse_time_control, read_time_control
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import edition
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


def test_without_dates_a_day_has_one_round_at_least() -> None:
    three = event("2000 1900", "1-2 1; 2-1 0; 1-2 =")
    assert busiest_day(three, Facts()) == (1, None, False)
    two_days = replace(three, start=START, end=START + dt.timedelta(days=1))
    assert busiest_day(two_days, Facts()) == (2, None, False)


def test_of_days_with_as_many_rounds_the_last_is_named() -> None:
    days = "2024-03-01,2024-03-01,2024-03-02,2024-03-02,2024-03-03"
    four = event("1500 1400", "; ".join(["1-2 ="] * 5), days=days)
    assert busiest_day(four, Facts()) == (2, dt.date(2024, 3, 2), True)


@pytest.mark.parametrize(("players", "found"), [("u 2400", True), ("2400 u", True), ("2300 2400", False)])
def test_6_1_a_match_with_an_unrated_player_on_either_side(players: str, found: bool) -> None:
    at = event(players, "1-2 1; 2-1 0")
    told = [one for one in check_event(edition("fide-2022"), at, Facts(system="match")) if one.code == "match-unrated"]
    assert [one.player for one in told] == ([None] if found else [])


def test_1_1_a_game_with_just_enough_time_beside_one_with_too_little() -> None:
    """90 minutes: 2200 needs 120, and the game of a 1600 needs 90."""
    at = replace(event("2200 1500 1600 1400", "1-2 1, 3-4 ="), time_control="90")
    assert list(game_exclusions(edition("fide-2017"), at, Facts())) == [(1, 1, 2)]


def test_1_1_the_rating_that_is_named_where_nobody_has_one() -> None:
    """An hour is the least, by the event until 2005 and by the game since 2017; the rating told is 0, not 1."""
    at = replace(event("u u"), time_control="59")
    told = [one.values["rating"] for one in check_event(edition("fide-2005"), at, Facts()) if one.code == "time-event"]
    assert told == [0]
    excluded = game_exclusions(edition("fide-2017"), at, Facts())
    assert [one.values["rating"] for one in excluded.values()] == [0]
    nobody = replace(at, players=())
    assert [
        one.values["rating"] for one in check_event(edition("fide-2005"), nobody, Facts()) if one.code == "time-event"
    ] == [0]


def test_a_finding_about_a_game_is_at_the_column_of_its_round() -> None:
    at = replace(event("2601 2001", "1-2 1; 2-1 0; 1-2 ="), time_control="15+10")
    placed = tuple(
        player._replace(rounds=tuple(one._replace(column=90 + 10 * one.round) for one in player.rounds))
        for player in at.players
    )
    found = check_event(edition("fide-2024-12-rapid-blitz"), replace(at, players=placed), Facts())
    assert [(one.round, one.column) for one in found if one.code == "game-too-far"] == [(1, 100), (2, 110), (3, 120)]


@pytest.mark.parametrize(("scores", "rated"), [([2, 2, 1], 3), ([2, 1, 2], 3), ([0, 0, 1, 2], 3), ([1, 1, 1, 1], 4)])
def test_6_2_a_match_of_four_games_is_decided_by_more_than_two_points(scores: list[int], rated: int) -> None:
    """Two points of four decide nothing; 2½ do, on either side."""
    assert rated_games(edition("fide-2022"), 4, scores) == rated


def _without(name: str, *rules: str, **values: object) -> Edition:
    """An edition of one's own: some of its rules of eligibility have no value, or another."""
    at = edition(name)
    changed = {rule: replace(getattr(at.eligibility, rule), value=None) for rule in rules}
    changed |= {rule: replace(getattr(at.eligibility, rule), value=value) for rule, value in values.items()}
    return replace(at, eligibility=replace(at.eligibility, **changed))


@pytest.mark.parametrize(("rules", "control", "against"), [
    ((), "60", ["time.sudden-death"]), ((), "60+10", []),
    (("increment_seconds",), "60", ["time.sudden-death"]), (("increment_seconds",), "60+10", ["time.sudden-death"]),
    (("moves_per_hour",), "40/120+60", ["time.too-fast"]),
    (("increment_minutes",), "0.5+10", []),
    (("sudden_death_hours",), "60", []), (("sudden_death_hours", "control_hours"), "1", []),
    (("control_hours",), "120+0", []), (("control_hours", "sudden_death_hours"), "0.5", []),
])  # fmt: skip
def test_feda_2_1_to_2_3_without_a_number_of_theirs(rules: tuple[str, ...], control: str, against: list[str]) -> None:
    """Without seconds no increment is enough, without moves an hour no control is slow; hours of none are no limit."""
    found = moves_per_hour(_without("feda-1996", *rules), parse_time_control(control), 0)
    assert [step.what for step in found] == against


def test_feda_2_3_an_increment_of_one_second() -> None:
    at = _without("feda-1996", increment_seconds=1)
    assert moves_per_hour(at, parse_time_control("60+1"), 0) == ()
    assert [step.what for step in moves_per_hour(at, parse_time_control("60"), 0)] == ["time.sudden-death"]


def test_feda_2_21_the_hours_of_both_players_are_told() -> None:
    (step,) = moves_per_hour(edition("feda-1996"), parse_time_control("119"), 0)
    assert (step.inputs["hours"], step.inputs["limit"]) == (Fraction(119 * 2, 60), 4)
    (fast,) = moves_per_hour(_without("feda-1996", "moves_per_hour"), parse_time_control("40/120+60"), 0)
    assert fast.inputs["limit"] == 0


def test_rapid_and_blitz_1_1_without_a_limit_of_theirs() -> None:
    name = "fide-2024-12-rapid-blitz"
    half = parse_time_control("0.5")
    assert [step.what for step in by_time_class(edition(name), half, 0)] == ["time.too-short-blitz"]
    assert by_time_class(_without(name, "blitz_minimum"), half, 0) == ()
    assert [step.what for step in by_time_class(_without(name, "rapid_under"), half, 0)] == ["time.too-long"]


@pytest.mark.parametrize(("letters", "readable"), [(200, True), (201, False)])
def test_texts_up_to_two_hundred_letters(letters: int, readable: bool) -> None:
    assert (read_time_control("90+30".rjust(letters, "0")) is not None) is readable


@pytest.mark.parametrize(("text", "minutes"), [
    ("9999 min", 9999), ("9999 min + 0.9 s", Fraction(99999, 10)), ("9999 min + 1 s", None), ("10000 min", None),
    ("0", None), ("0.5", Fraction(1, 2)), ("1", 1),
])  # fmt: skip
def test_more_than_nothing_and_less_than_ten_thousand_minutes(text: str, minutes: Fraction | int | None) -> None:
    found = read_time_control(text)
    assert (None if found is None else found.control.minutes_for()) == minutes


@pytest.mark.parametrize(("text", "periods"), [
    ("0 min/40 moves + 5 min", None), ("0.5 min/40 moves + 5 min", [(Fraction(1, 2), 40), (5, None)]),
    ("1 min/40 moves + 5 min", [(1, 40), (5, None)]), ("40/60:300", [(1, 40), (5, None)]),
    ("1 min/1 move + 5 min", [(1, 1), (5, None)]), ("1 min/0 moves + 5 min", None),
])  # fmt: skip
def test_a_period_has_some_time_and_a_move(text: str, periods: list[tuple[Fraction | int, int | None]] | None) -> None:
    found = read_time_control(text)
    assert (None if found is None else [(one.minutes, one.moves) for one in found.control.periods]) == periods


@pytest.mark.parametrize(("text", "increment", "by_period"), [
    ("40/5400+30:1800+30", 30, ()), ("40/5400:1800+30", 10, (0, 30)), ("40/5400+30:1800", 20, (30, 0)),
    ("40/5400+30", 30, ()), ("20/1200+30:20/1200+30", 30, ()), ("40/5400:1800", 0, ()),
])  # fmt: skip
def test_increments_that_differ_are_spread_over_sixty_moves(
    text: str, increment: Fraction | int, by_period: tuple[Fraction | int, ...]
) -> None:
    """The same increment in all periods is that increment, however many moves they have."""
    found = read_time_control(text)
    assert found is not None
    assert (found.control.increment, found.control.by_period) == (increment, by_period)


@pytest.mark.parametrize(
    ("text", "minutes"), [("180+0", 180), ("180+0.5", 3), ("180+1", 3), ("180+5", 3), ("180+6", 180)]
)
def test_a_small_increment_is_more_than_nothing(text: str, minutes: int) -> None:
    found = read_time_control(text)
    assert found is not None
    assert found.control.periods[0].minutes == minutes


@pytest.mark.parametrize("text", ["?90 min", "90 min?", "90 ? min", "90 min ? 30 s"])
def test_one_sign_that_is_not_known_makes_a_text_unreadable(text: str) -> None:
    assert read_time_control(text) is None


@pytest.mark.parametrize(("text", "periods"), [
    ("30/60", [(60, 30)]), ("30/59", [(30, 59)]), ("40/100, 60/30, 15", [(100, 40), (60, 30), (15, None)]),
    ("40/100, 59/30, 15", [(100, 40), (30, 59), (15, None)]), ("90/20", [(90, 20)]), ("90/19", [(90, None)]),
    ("60 min + 30 min", [(60, None), (30, None)]),
])  # fmt: skip
def test_nobody_has_a_control_before_move_20_or_from_move_60_on(
    text: str, periods: list[tuple[Fraction | int, int | None]]
) -> None:
    found = read_time_control(text)
    assert found is not None
    assert [(one.minutes, one.moves) for one in found.control.periods] == periods


def test_an_increment_from_the_first_move_on_is_the_same_in_all_periods() -> None:
    by_period = []
    for move in (1, 2, 41):
        read = read_time_control(f"90 min for 40 moves, 30 min, 30 s per move from move {move}")
        by_period.append(None if read is None else read.control.by_period)
    assert by_period == [(), (None, 30), (0, 30)]


@pytest.mark.parametrize(("text", "periods"), [
    ("90 min + 30 sec per move after move 40", None),
    ("90 minutos + 30 segundos por jugada después de la jugada 40", None),
    ("90 min, after move 40 30 sec per move", None),
    ("90+30 after move 40", None),
    ("90 minutes after move 40", None),
    ("40 moves in 90 min, 30 min, 30 s per move after move 40", None),
    ("90 min + 30 sec per move, at move 40 30 minutes are added", [(90, 40), (30, None)]),
    ("90 min + 30 min after move 40 + 30 seconds per move", [(90, 40), (30, None)]),
    ("40 moves in 90 min, 30 min after move 40, 30 s per move", [(90, 40), (30, None)]),
    ("2 horas en 40 jugadas", [(120, 40)]),
    ("2 horas en 40 jugadas + 30 segundos por jugada", [(120, 40)]),
    ("2 horas en 40 jugadas y 1 hora", [(120, 40), (60, None)]),
])  # fmt: skip
def test_after_move_40_a_period_begins_and_no_increment(
    text: str, periods: list[tuple[Fraction | int, int | None]] | None
) -> None:
    """Of an increment after move 40 nobody can say what it gives before: such a text is not read."""
    found = read_time_control(text)
    assert (None if found is None else [(one.minutes, one.moves) for one in found.control.periods]) == periods


@pytest.mark.parametrize(("text", "periods", "increment"), [
    ("40/90 inc 30", [(90, 40)], 30),
    ("40/90 inc + 30", [(90, 40)], 30),
    ("40/90 inc + 30, 15", [(90, 40), (15, None)], 30),
    ("40/90 inc 30, 15", [(90, 40), (15, None)], 30),
    ("40/90 + 30 inc", [(90, 40)], 30),
    ("40/90 + 30", [(90, 40), (30, None)], 0),
    ("40/90 + 30 + inc 5", [(90, 40), (30, None)], 5),
])  # fmt: skip
def test_a_bare_number_is_the_increment_beside_a_word_that_says_so(
    text: str, periods: list[tuple[Fraction | int, int | None]], increment: int
) -> None:
    found = read_time_control(text)
    assert found is not None
    assert [(one.minutes, one.moves) for one in found.control.periods] == periods
    assert found.control.increment == increment


@pytest.mark.parametrize(("text", "minutes"), [
    ("9:30", 570), ("25:30 + 10", Fraction(51, 2)), ("1:30:30", Fraction(181, 2)),
    ("two hours", 120), ("one hour", 60), ("2h05", 125), ("1hr30", 90), ("1 h 5 min", 65), ("3 hours and a half", 210),
    ("hora y media", 90),
])  # fmt: skip
def test_hours_and_clock_times_in_minutes(text: str, minutes: Fraction | int) -> None:
    found = read_time_control(text)
    assert found is not None
    assert found.control.periods[0].minutes == minutes


@pytest.mark.parametrize(("name", "most"), [("rounds_per_day", 100), ("scheduled", 1000)])
def test_the_least_and_the_greatest_number_of_a_fact(name: str, most: int) -> None:
    """As it is typed, and as a file has it."""
    for value in (1, most):
        assert getattr(facts_in_words({name: str(value)}, lambda fact: fact.name), name) == value
        assert FACT_KEYS[name].maker(value) == value
    for value in (0, most + 1):
        with pytest.raises(ArpadError):
            facts_in_words({name: str(value)}, lambda fact: fact.name)
        with pytest.raises((ArpadError, ValueError)):
            FACT_KEYS[name].maker(value)


def test_plain_facts_have_the_system_and_known_names() -> None:
    assert facts_of({"system": "match", "scheduled": 8}) == Facts(system="match", scheduled=8)
    with pytest.raises(ArpadError, match="sistem"):
        facts_of({"sistem": "match"})
