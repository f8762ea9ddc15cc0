"""Thinking time, first control, equal times, rounds and hours a day, edition by edition."""

import pytest

from arpad.documents.findings import message
from arpad.eligibility.checks import check_event, ratable
from arpad.eligibility.facts import Facts
from arpad.regulations.rating_editions import edition
from eligibility_events import ALL, RAPID_BLITZ, codes, event, excluded, said

BY_GAME = ["fide-2017", "fide-2022", "fide-2024", "fide-2025"]
TOP = {"fide-2003": 2200, "fide-2005": 2200, "fide-2017": 2200, "fide-2022": 2400, "fide-2024": 2400, "fide-2025": 2400}
MIDDLE = {name: 1600 if top == 2200 else 1800 for name, top in TOP.items()}
TIME = {"time-event", "time-least", "time-game"}


def time_errors(name: str, players: str, control: str) -> list[str]:
    """What is said of the thinking time of one game, 1-2."""
    return [code for code, _ in codes(name, event(players, time_control=control)) if code in TIME]


# ---------------------------------------------------------------- 1.1, minutes for 60 moves


@pytest.mark.parametrize("name", TOP)
@pytest.mark.parametrize(("control", "short"), [("90+30", False), ("89+30", True), ("120", False), ("60+30", True)])
def test_120_minutes_for_the_highest(name: str, control: str, short: bool) -> None:
    """A 2200 (from 2022 a 2400) against a 1500: 120 minutes. A point less: 90 are enough."""
    rated = TOP[name]
    assert bool(time_errors(name, f"{rated} 1500", control)) is short
    assert time_errors(name, f"{rated - 1} 1500", control if control != "89+30" else "60+30") == []


@pytest.mark.parametrize("name", TOP)
def test_90_minutes_for_the_middle(name: str) -> None:
    """60+30 is 90: enough for a 1600 (1800); 60 without increment is enough for a point less."""
    rated = MIDDLE[name]
    assert time_errors(name, f"{rated} u", "60+30") == []
    assert time_errors(name, f"{rated} u", "60") != []
    assert time_errors(name, f"{rated - 1} u", "60") == []
    assert time_errors(name, f"{rated - 1} u", "50") != []


@pytest.mark.parametrize("name", ["fide-2003", "fide-2005"])
def test_by_event_until_2005(name: str) -> None:
    """2200, 1500, 1400, 1300 at 60+30: anyone of 2200 in the event, so nothing of it is rated."""
    tournament = event("2200 1500 1400 1300", "1-2 1, 3-4 =", time_control="60+30")
    assert codes(name, tournament) == [("time-event", "1.1")]
    assert not ratable(check_event(edition(name), tournament, Facts()))
    assert excluded(name, tournament) == {}


@pytest.mark.parametrize("name", BY_GAME)
def test_by_game_from_2017(name: str) -> None:
    """2500, 1500, 1400, 1300 at 60+30: the 2500's game is not rated, the other is, and so is the event."""
    tournament = event("2500 1500 1400 1300", "2-1 1, 3-4 =; 1-3 1, 2-4 =", time_control="60+30")
    found = [one for one in check_event(edition(name), tournament, Facts()) if one.severity == "error"]
    assert [(one.code, one.article, one.round, one.player, one.line) for one in found] == [
        ("time-game", "1.1", 1, 1, 11),
        ("time-game", "1.1", 2, 1, 11),
    ]
    assert ratable(found)
    assert excluded(name, tournament) == {(1, 2, 1): "time-game", (2, 1, 3): "time-game"}


@pytest.mark.parametrize("name", BY_GAME)
def test_too_short_for_anybody(name: str) -> None:
    """1400 against 1300 at 40+10: 50 minutes, less than any game needs: the event is not rated."""
    tournament = event("1400 1300", time_control="40+10")
    assert codes(name, tournament) == [("time-least", "1.1")]
    assert excluded(name, tournament) == {(1, 1, 2): "time-game"}


def test_an_unplayed_game_is_not_left_out_for_its_time() -> None:
    """2500 against 1500 at 60+30, a forfeit: there is no game to leave out."""
    assert excluded("fide-2022", event("2500 1500", "1-2 +", time_control="60+30")) == {}


@pytest.mark.parametrize(
    ("players", "control", "against"),
    [
        ("1799 1799", "60+30", []),
        ("1800 1500", "60+30", []),
        ("2399 1500", "60+30", []),
        ("2400 1500", "60+30", ["time-game"]),
        ("1799 u", "60", []),
        ("1800 u", "60", ["time-game"]),
    ],
)
def test_tv_tc_11_and_12(players: str, control: str, against: list[str]) -> None:
    """60+30 is 90 minutes, 60 is 60: by the higher of the two ratings, an unrated one counting as the lowest."""
    assert time_errors("fide-2022", players, control) == against


# ---------------------------------------------------------------- FEDA 2.1 to 2.3


@pytest.mark.parametrize(
    ("control", "against"),
    [
        ("120/40+60/20", []),
        ("120/46+60/23", []),
        ("120/47+60/23", [("time-too-fast", "2.1")]),
        ("120/40+60", []),
        ("120/40+59", [("time-control", "2.22")]),
        ("60/23+60", []),
        ("60/24+60", [("time-too-fast", "2.1")]),
        ("119", [("time-sudden-death", "2.21")]),
        ("120", []),
        ("60+10", []),
        ("60+9", [("time-sudden-death", "2.21")]),
        ("59+30", [("time-sudden-death", "2.21"), ("time-control", "2.22")]),
    ],
)  # fmt: skip
def test_feda_speed(control: str, against: list[tuple[str, str]]) -> None:
    """At most 23 moves an hour; or four hours in all, one before and after the control; or 1 h + 10 s."""
    assert codes("feda-1996", event(time_control=control)) == against


# ---------------------------------------------------------------- rapid and blitz 1.1


@pytest.mark.parametrize("name", RAPID_BLITZ)
@pytest.mark.parametrize(
    ("control", "code"),
    [
        ("15+10", None),
        ("59", None),
        ("40+20", "time-too-long"),
        ("10", None),
        ("5", None),
        ("2+0", "time-too-short-blitz"),
    ],
)
def test_rapid_and_blitz(name: str, control: str, code: str | None) -> None:
    """Under 60 minutes rapid, up to 10 blitz; 40+20 is 60 minutes and too long, 2 minutes too short."""
    found = [one for one, _ in codes(name, event(time_control=control))]
    assert found == ([] if code is None else [code])


@pytest.mark.parametrize(
    ("name", "control", "article"),
    [
        ("fide-2017-rapid-blitz", "5", None),
        ("fide-2017-rapid-blitz", "4", "1.4"),
        ("fide-2022-rapid-blitz", "3+2", None),
        ("fide-2022-rapid-blitz", "4", None),
        ("fide-2022-rapid-blitz", "3", "1.1.2"),
        ("fide-2024-12-rapid-blitz", "3", "1.1.2"),
    ],
)
def test_the_least_of_blitz(name: str, control: str, article: str | None) -> None:
    """2017: from 5 minutes; from 2022: more than 3."""
    found = said(name, event(time_control=control), "time-too-short-blitz")
    assert found == ([] if article is None else [article])


# ---------------------------------------------------------------- first control


@pytest.mark.parametrize(
    ("name", "moves", "found"),
    [
        ("fide-2003", 40, None), ("fide-2003", 36, ("first-control-advised", "1.3", "info")),
        ("fide-2005", 36, ("first-control-advised", "1.3", "info")),
        ("fide-2017", 40, None), ("fide-2017", 30, ("first-control-exactly", "1.2", "error")),
        ("fide-2022", 30, None), ("fide-2022", 29, ("first-control-at-least", "1.2", "error")),
        ("fide-2024", 40, None), ("fide-2024", 29, ("first-control-at-least", "1.2", "error")),
        ("feda-1996", 30, None),
    ],
)  # fmt: skip
def test_first_control(name: str, moves: int, found: tuple[str, str, str] | None) -> None:
    """`90/MOVES+60:30`: 40 moves advised until 2005, 40 in 2017, at least 30 from 2022 on; FEDA asks for none."""
    tournament = event(time_control=f"90/{moves}+60:30")
    got = [(one.code, one.article, one.severity) for one in check_event(edition(name), tournament, Facts())]
    assert [one for one in got if one[0].startswith("first-control")] == ([] if found is None else [found])


# ---------------------------------------------------------------- equal times


@pytest.mark.parametrize(
    ("name", "article"),
    [("fide-2022", "1.1"), ("fide-2024", "1.1"), *((name, "1.2") for name in RAPID_BLITZ), ("fide-2017", None)],
)
def test_equal_times(name: str, article: str | None) -> None:
    """An Armageddon game, 5 minutes against 4, or whatever the facts say: not rated from 2022 on; at rapid never."""
    control = "5" if name in RAPID_BLITZ else "90+30"
    found = [] if article is None else [article]
    assert said(name, event(time_control=control), "times-unequal", equal_times=False) == found
    assert said(name, event(time_control=control), "times-unequal") == []
    uneven = event(time_control="W7200-B5400")
    assert said(name, uneven, "times-unequal") == found
    assert said(name, uneven, "times-unequal", equal_times=True) == []


def test_unequal_games_are_left_out() -> None:
    """Two games of an event in which white has five minutes and black four: neither is rated."""
    tournament = event("2000 1900", "1-2 1; 2-1 =", time_control="White 5 min, Black 4 min")
    assert excluded("fide-2022-rapid-blitz", tournament) == {(1, 1, 2): "times-unequal", (2, 2, 1): "times-unequal"}


# ---------------------------------------------------------------- rounds and hours a day


def days(*rounds: str) -> str:
    """Dates of rounds in March 2024: `1 1 2` is two rounds on the first, one on the second."""
    return ",".join(f"2024-03-{int(one):02}" for one in rounds)


@pytest.mark.parametrize(
    ("name", "control", "rounds", "found"),
    [
        ("feda-1996", "120/40+60/20", "1 1 2", None),
        ("feda-1996", "120/40+60/20", "1 1 1", ("rounds-on-a-day", "4.1")),
        ("fide-2003", "60", "1 1 1", None),
        ("fide-2005", "60", "1 1 1 1", ("rounds-on-a-day", "3.1")),
        ("fide-2017", "60", "1 1 1 1", None),
        ("fide-2022", "90+30", "1 1 1", None),
        ("fide-2022", "90+31", "1 1 1", ("hours-on-a-day", "3.1")),
        ("fide-2022", "90+30", "1 1 1 1", ("hours-on-a-day", "3.1")),
        ("fide-2003", "120", "1 1 1", None),
        ("fide-2003", "121", "1 1 1", ("hours-on-a-day", "3.1")),
    ],
)
def test_a_day(name: str, control: str, rounds: str, found: tuple[str, str] | None) -> None:
    """FEDA two rounds; until 2005 three rounds and 12 hours; from 2017 on 12 hours: three rounds of 90+30."""
    dates = rounds.split()
    games = ";".join("1-2 =" for _ in dates)
    tournament = event("1500 1400", games, time_control=control, days=days(*dates))
    assert codes(name, tournament) == ([] if found is None else [found])


@pytest.mark.parametrize(
    ("control", "rounds", "good"),
    [("3+2", 30, True), ("3+2", 31, False), ("15+10", 15, True), ("15+10", 16, False)],
)
@pytest.mark.parametrize("name", RAPID_BLITZ)
def test_tv_tc_17(name: str, control: str, rounds: int, good: bool) -> None:
    """Blitz: 30 rounds a day, not 31; rapid: 15, not 16."""
    tournament = event(time_control=control, rounds=rounds, start="2024-03-01", end="2024-03-01")
    assert said(name, tournament, "rounds-per-day") == ([] if good else ["3.1"])


@pytest.mark.parametrize(
    ("control", "hours_found"), [("90/40+30", []), ("90/30+30:30", []), ("120/40+40:30", ["3.1"])], ids="abc"
)
def test_tv_tc_13_to_15(control: str, hours_found: list[str]) -> None:
    """Exam question 17: two games a day of 120, 150 and 190 minutes: 8 h, 10 h, 12 h 40."""
    assert said("fide-2022", event(time_control=control), "hours-per-day", rounds_per_day=2) == hours_found


def test_nine_rounds_in_two_days() -> None:
    """Without dates of rounds: nine rounds of 90+30 on two days are five on one of them, 20 hours."""
    short = event(time_control="90+30", rounds=9, start="2024-03-01", end="2024-03-02")
    assert said("fide-2024", short, "hours-per-day") == ["3.1"]
    long = event(time_control="90+30", rounds=9, start="2024-03-01", end="2024-03-09")
    assert said("fide-2024", long, "hours-per-day") == []
    assert said("fide-2024", long, "cannot-check-hours-per-day") == ["3.1"]
    assert said("fide-2024", long, "cannot-check-hours-per-day", rounds_per_day=1) == []


def test_a_date_missing() -> None:
    """Two rounds on the first of March, the third not told: nothing to object to, but not certain."""
    tournament = event("1500 1400", "1-2 =; 1-2 =; 1-2 =", time_control="60", days="2024-03-01,2024-03-01,")
    assert said("fide-2005", tournament, "cannot-check-rounds-per-day") == ["3.1"]


# ---------------------------------------------------------------- no time control


@pytest.mark.parametrize("name", ALL)
def test_no_time_control(name: str) -> None:
    """Nothing in 122, or the placeholder of a form: a warning names the class assumed; the event is not refused."""
    for text, code in (("", "cannot-check-time"), ("moves/time, increment", "cannot-check-time-text")):
        found = check_event(edition(name), event(time_control=text), Facts())
        assert [one.severity for one in found if one.code == code] == ["warning"]
        assumed = "rapid" if "rapid" in name else "standard"
        told = [message(one, "en") for one in found if one.code == code]
        assert f"Assumed: {assumed.capitalize()} (" in told[0]
        assert ratable(found)
