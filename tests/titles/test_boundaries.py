"""The last value that is enough and the first that is not, article by article (B.01)."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from arpad.domain import Event, Player, RoundResult
from arpad.regulations import title_edition
from arpad.regulations.direct_titles import direct_title_table
from arpad.titles.application import Opponents
from arpad.titles.conditions import check_conditions
from arpad.titles.direct import Achieved, Participation, direct_titles
from arpad.titles.entry_checks import entry_checks
from arpad.titles.model import Check, EventFacts
from arpad.titles.norm import find_norms, is_near
from arpad.titles.selection import raised_opponent
from arpad.titles.systems import scheduled_games
from title_applications import OPPONENTS, apply, lacking, norm, three
from title_events import (
    BEFORE_2022,
    EDITION,
    EXAM_10,
    event,
    everything,
    foreigners,
    found,
    nine,
    of_one_federation,
    results_of,
)

START = dt.date(2023, 5, 1)


def _conditions(at: Event, edition: str = "b01-2023", **facts: object) -> tuple[dict[str, bool | None], set[str]]:
    checks, findings = check_conditions(at, title_edition(edition), EventFacts(**facts), "swiss")  # type: ignore[arg-type]
    return {check.name: check.ok for check in checks}, {finding.code for finding in findings}


@pytest.mark.parametrize(("edition", "last"), [("b01-2023", 30), ("b01-2017", 90)])
def test_1_1_4_the_last_day_of_an_event_that_is_not_long(edition: str, last: int) -> None:
    for days in (last, last + 1):
        _, findings = _conditions(replace(event(EXAM_10), end=START + dt.timedelta(days=days - 1)), edition)
        assert ("norm-long-event" in findings) is (days > last)


@pytest.mark.parametrize(("days", "long"), [(90, False), (91, True)])
def test_1_14_of_2017_no_longer_than_ninety_days(days: int, long: bool) -> None:
    _, findings = _conditions(replace(event(EXAM_10), end=START + dt.timedelta(days=days - 1)), "b01-2017")
    assert ("norm-too-long" in findings) is long


@pytest.mark.parametrize(("days", "enough"), [(29, False), (30, True), (31, True)])
def test_1_1_1_registered_thirty_days_before(days: int, enough: bool) -> None:
    checks, _ = _conditions(event(EXAM_10), registered=START - dt.timedelta(days=days))
    assert checks["registered"] is enough


@pytest.mark.parametrize(("control", "enough"), [("180", True), ("181", False)])
def test_1_1_2_twelve_hours_a_day(control: str, enough: bool) -> None:
    """Two rounds of three hours for each player are twelve; a minute more is too many."""
    at = event(EXAM_10)
    days = [START + dt.timedelta(days=place // 2) for place in range(9)]
    checks, _ = _conditions(replace(at, round_dates=tuple(days), time_control=control))
    assert checks["hours-a-day"] is enough
    unsure, _ = _conditions(replace(at, round_dates=tuple(days[:8]), time_control=control))
    assert unsure.get("hours-a-day") is (None if enough else False), "with a day unknown only too many hours are sure"


@pytest.mark.parametrize(("rounds", "enough"), [(2, True), (3, False)])
def test_1_1_3_two_rounds_a_day(rounds: int, enough: bool) -> None:
    at = event(EXAM_10)
    days = [START] * rounds + [START + dt.timedelta(days=place) for place in range(1, 10 - rounds)]
    checks, _ = _conditions(replace(at, round_dates=tuple(days)))
    assert checks["rounds-a-day"] is enough
    unsure, findings = _conditions(replace(at, round_dates=tuple(days[:-1])))
    assert unsure.get("rounds-a-day") is (None if enough else False)
    assert ("norm-rounds-a-day-unknown" in findings) is enough


@pytest.mark.parametrize(("control", "enough"), [("120", True), ("119", False), ("90+30", True), ("90+29", False)])
def test_1_1_3_a_hundred_and_twenty_minutes_for_sixty_moves(control: str, enough: bool) -> None:
    checks, _ = _conditions(replace(event(EXAM_10), time_control=control))
    assert checks["minutes"] is enough


@pytest.mark.parametrize(("control", "enough"), [("90+30", True), ("91+29", False)])
def test_1_1_3_of_2021_thirty_seconds_a_move(control: str, enough: bool) -> None:
    checks, _ = _conditions(replace(event(EXAM_10), time_control=control), "b01-2021")
    assert checks["increment"] is enough


@pytest.mark.parametrize(("half_points", "enough"), [(6, False), (7, True)])
def test_1_4_8b_thirty_five_percent_of_ten_games_are_three_and_a_half(half_points: int, enough: bool) -> None:
    results = "=" * half_points + "0" * (10 - half_points)
    lines = [("GM", ("GER", "FRA", "ITA", "ESP")[place % 4], 2800, results[place]) for place in range(10)]
    (whole, *_) = everything(event(lines)).whole or everything(event(lines)).norms
    assert next(check.ok for check in whole.checks if check.name == "score") is enough


@pytest.mark.parametrize(("unknown", "answer"), [(1, False), (2, None)])
def test_1_4_3_players_without_a_federation_may_be_the_two_others(unknown: int, answer: bool | None) -> None:
    """Two federations other than the player's own are asked for; those that are not told might be them."""
    lines = [("GM", "" if place < unknown else "HUN", 2500, "1") for place in range(9)]
    checked = found(event(lines, own="HUN"), "GM").checks
    assert next(check.ok for check in checked if check.name == "other-federations") is answer
    stateless = found(event([(t, f and "FID", r, p) for t, f, r, p in lines], own=""), "GM").checks
    assert next(check.ok for check in stateless if check.name == "other-federations") is answer


@pytest.mark.parametrize(("rating", "raised"), [(2199, True), (2200, False)])
def test_1_4_6c_an_opponent_at_the_floor_is_not_raised(rating: int, raised: bool) -> None:
    norm = found(event([("GM", "GER", rating, "1"), *[("GM", "FRA", 2500, "1")] * 8]), "GM")
    assert (raised_opponent(EDITION, "GM", norm.games) is not None) is raised


@pytest.mark.parametrize(("missed", "exempt"), [(1, True), (2, False)])
def test_1_4_3d_a_foreigner_may_miss_one_round(missed: int, exempt: bool) -> None:
    """Twenty-one foreigners, so that one may be absent in a round; the twentieth misses one round or two."""
    first, *rest = foreigners(20)
    away = {round_.round for round_ in first.rounds[:missed]}
    rounds = tuple(RoundResult(one.round, None, None, "Z") if one.round in away else one for one in first.rounds)
    helper = foreigners(1)[0]
    steady = [
        helper._replace(
            rank=900 + number,
            rounds=tuple(
                one if one.round == number else RoundResult(one.round, None, None, "U") for one in helper.rounds
            ),
        )
        for number in sorted(away)
    ]
    others: list[Player] = [first._replace(rounds=rounds), *rest, *steady]
    assert found(event(of_one_federation(), host="HUN", others=others), "GM").achieved is exempt


@pytest.mark.parametrize(("behind", "near"), [(2, True), (3, False)])
def test_a_norm_is_near_with_one_point_missing(behind: int, near: bool) -> None:
    norm = found(nine([2480] * 9, results_of(9, 12 - behind)), "GM")
    assert norm.required is not None
    assert (norm.required - norm.score, is_near(norm)) == (behind, near)


@pytest.mark.parametrize(("players", "rounds", "games"), [(6, 10, 10), (6, 9, 5), (5, 10, 8), (1, 3, 0)])
def test_games_of_the_schedule_of_a_double_round_robin(players: int, rounds: int, games: int) -> None:
    assert scheduled_games("double-round-robin", players, rounds) == games


@pytest.mark.parametrize(("highest", "meanwhile"), [(1999, None), (2000, "CM")])
def test_0_6_2_the_lower_title_whose_least_rating_is_just_reached(highest: int, meanwhile: str | None) -> None:
    who = Participation(participants=40, federations=12, members=54, rounds=9)
    answer = direct_titles(
        EDITION, direct_title_table().event("olympiad"), "open", Achieved(score=12, games=9), highest, who
    )
    assert [award.meanwhile for award in answer.awards] == [meanwhile]


def _entry(edition: str, **changes: Any) -> dict[str, Check]:
    entry = norm(3, **changes)
    return {check.name: check for check in entry_checks(title_edition(edition), entry, "GM")}


@pytest.mark.parametrize(("gm", "answer"), [(2, None), (3, True)])
def test_1_4_5b_three_of_the_title_are_a_third_of_nine(gm: int, answer: bool | None) -> None:
    """A title that is not told is asked for only if it decides."""
    found_check = _entry("b01-2023", opponents=replace(OPPONENTS, gm=gm))["titled-alike"]
    assert found_check.ok is (gm == 3)
    unsaid = entry_checks(EDITION, replace(norm(3), opponents=replace(OPPONENTS, gm=None, im=gm)), "IM")
    assert next(check.ok for check in unsaid if check.name == "titled-alike") is answer


@pytest.mark.parametrize(("gm", "asked"), [(6, True), (7, False)])
def test_1_4_5a_titles_that_add_up_are_not_asked_for(gm: int, asked: bool) -> None:
    told = Opponents(host=4, foreign=6, one_federation=2, federations=4, titled=7, gm=gm, rated=9, unrated=0)
    assert ("title-by-title" in _entry("b01-2023", opponents=told)) is asked


@pytest.mark.parametrize(("score", "enough"), [(6, False), (7, True)])
def test_1_2_2_a_norm_by_place_needs_thirty_five_percent(score: int, enough: bool) -> None:
    """Ten games: 3½ points are 35%."""
    entry = norm(3, direct=True, games=10, score=score, average=None, required=None, opponents=Opponents())
    checks = {check.name: check for check in entry_checks(EDITION, entry, "GM")}
    assert checks["least-score"].ok is enough


def test_1_5_4_a_norm_of_the_first_day_is_judged_by_the_first_edition() -> None:
    first = title_edition("b01-2017").effective
    for start, edition in ((first, "b01-2017"), (first - dt.timedelta(days=1), None)):
        verdict = apply(replace(norm(3), start=start, end=start + dt.timedelta(days=8)), norm(5), norm(7))
        assert verdict.norms[0].edition == edition


@pytest.mark.parametrize(("met", "asked"), [(1, False), (0, True)])
def test_1_4_3e_what_is_not_told_is_asked_for_only_if_it_decides(met: int, asked: bool) -> None:
    unsaid = three(opponents=replace(OPPONENTS, foreign=None), kinds=("national-championship",))
    verdict = apply(*unsaid[met:], *[norm(9)] * met)
    foreign = next(check for check in verdict.checks if check.name == "foreign-norms")
    assert (foreign.ok, bool(foreign.missing)) == (None if asked else True, asked)


@pytest.mark.parametrize(("days", "asked"), [(3, False), (2, True)])
def test_1_1_3a_three_days_of_one_round_settle_it(days: int, asked: bool) -> None:
    verdict = apply(*three(one_round_days=None)[:2], norm(7, one_round_days=days))
    check = next(check for check in verdict.checks if check.name == "one-round-days")
    assert (check.ok, bool(check.missing)) == (None if asked else True, asked)


def test_1_46d_one_unrated_opponent_of_nine_is_allowed_before_2022() -> None:
    lines = [("GM", ("GER", "FRA", "ITA")[place % 3], None if place < 2 else 2700, "1") for place in range(9)]
    candidate = find_norms(event(lines), 1, BEFORE_2022, EventFacts(), ["GM"])
    (whole, *_) = candidate.whole or candidate.norms
    assert next((c.required, c.ok) for c in whole.checks if c.name == "unrated") == (2, True)
    assert lacking(apply(*three())) == []
