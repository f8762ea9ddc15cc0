"""The last value that is enough and the first that is not, article by article (B.01)."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest

from arpad.documents.checks import Check
from arpad.domain.event import Event, Player, RoundResult, Team
from arpad.i18n import ArpadError
from arpad.regulations.title_editions import direct_title_table, title_edition
from arpad.titles import needs as need_module
from arpad.titles.applications import entry_checks, participation
from arpad.titles.direct import Achieved, Participation, direct_titles
from arpad.titles.event import check_conditions, is_predetermined, scheduled_games
from arpad.titles.games import Requirements, raised_opponent
from arpad.titles.model import EventFacts, NormGame, Opponents
from arpad.titles.needs import ComingOpponent, Need, find_need
from arpad.titles.norms import Unit, fewest_lost, find_norms, is_near, norm_edition
from title_applications import OPPONENTS, apply, lacking, norm, three
from title_events import (
    BEFORE_2022,
    EDITION,
    EXAM_10,
    EXAM_11,
    EXAMPLE_2,
    event,
    everything,
    foreigners,
    found,
    nine,
    of_one_federation,
    opponents,
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
    first = everything(event(lines)).norms[0]
    whole = first.whole or first
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
    assert (raised_opponent(EDITION, "GM", norm.rows) is not None) is raised


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
    assert norm.required_half_points is not None
    assert (norm.required_half_points - norm.half_points, is_near(norm)) == (behind, near)


@pytest.mark.parametrize(("away", "fewest"), [((3,), 39), ((1,), 40), ((1, 2), 39)])
def test_1_5_6a_players_count_who_missed_at_most_one_round(away: tuple[int, ...], fewest: int) -> None:
    """Thirty-nine play three rounds, one misses the third, and one misses those of `away`."""

    def rounds(missing: tuple[int, ...]) -> tuple[RoundResult, ...]:
        played = (RoundResult(number, 1, "w", "=") for number in (1, 2, 3))
        return tuple(RoundResult(one.round, None, None, "Z") if one.round in missing else one for one in played)

    missed: list[tuple[int, ...]] = [*[()] * 39, (3,), away]
    players = tuple(Player(rank, rating=2100, rounds=rounds(one)) for rank, one in enumerate(missed, 1))
    assert participation(Event(rounds=3, players=players), EDITION) == (fewest, 2100)


@pytest.mark.parametrize(("players", "looked"), [(1000, True), (1001, False)])
def test_norms_are_looked_for_in_standard_events_of_a_thousand_players(players: int, looked: bool) -> None:
    at = replace(event(EXAM_10), players=tuple(Player(rank) for rank in range(1, players + 1)))
    assert (norm_edition(at) is EDITION) is looked
    assert norm_edition(replace(at, time_control="15+10")) is None, "rapid chess has no norms"


@pytest.mark.parametrize(("players", "rounds", "games"), [
    (6, 10, 10), (6, 9, 5), (5, 10, 8), (8, 14, 14), (9, 18, 16), (2, 4, 4), (1, 3, 0),
])  # fmt: skip
def test_games_of_the_schedule_of_a_double_round_robin(players: int, rounds: int, games: int) -> None:
    assert scheduled_games("double-round-robin", players, rounds) == games
    assert scheduled_games("round-robin", players, rounds) == max(0, players - 1), "one cycle, by its name"


@pytest.mark.parametrize(
    ("teams", "left_out", "known"), [(3, 0, True), (3, 1, False), (4, 0, True), (4, 1, False), (2, 0, False)]
)
def test_1_4_1e_the_pairings_of_teams_that_all_meet_are_known(teams: int, left_out: int, known: bool) -> None:
    """Three teams or more; two that meet are a match. One meeting less, and not all meet."""
    meetings = [(one, two) for one in range(1, teams + 1) for two in range(one + 1, teams + 1)]
    rounds: dict[int, list[RoundResult]] = {team: [] for team in range(1, teams + 1)}
    for number, (one, two) in enumerate(meetings[left_out:], 1):
        rounds[one].append(RoundResult(number, two, "w", "="))
        rounds[two].append(RoundResult(number, one, "b", "="))
    players = tuple(Player(rank, rounds=tuple(played)) for rank, played in rounds.items())
    at = Event(name="League", rounds=6, players=players, teams=tuple(Team(f"Team {rank}", (rank,)) for rank in rounds))
    assert is_predetermined(at, "team") is known


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
    whole = candidate.norms[0].whole or candidate.norms[0]
    assert next((c.required, c.ok) for c in whole.checks if c.name == "unrated") == (2, True)
    assert lacking(apply(*three())) == []


# ---------------------------------------------------------------- 1.4.1f: which wins can be dropped


def _unit(
    rank: int, rating: int | None = 2400, *, column: int = 2, fed: str = "FRA", free: bool = True, games: int = 1
) -> Unit:
    met = tuple(NormGame(place, rank, "", "", fed, "", rating, 2) for place in range(1, games + 1))
    return Unit(met, rating or 1000, column, fed, free)


def _dropped(
    units: list[Unit], games: int, most: int = 4, *, opponents: int | None = None, careful: bool = True,
    own: str = "HUN", titled: int = 0, alike: int = 0, unrated_most: int | None = None,
) -> tuple[int, list[int]] | None:  # fmt: skip
    """The sum of the ratings, and the ranks of the opponents who go; `most` of one federation may stay."""
    needs = Requirements(len(units), titled, alike, None, most, most, unrated_most)
    gone = games if opponents is None else opponents
    answer = fewest_lost(units, games, gone, needs, own, 2200, careful=careful)
    return None if answer is None else (answer[0], sorted(unit.games[0].opponent for unit in answer[1]))


def test_1_4_1f_the_lowest_rated_goes_and_the_sum_is_that_of_the_others() -> None:
    units = [_unit(2, 2500), _unit(3, 2300), _unit(4, 2301)]
    assert _dropped(units, 0) == (7101, [])
    assert _dropped(units, 1) == (4801, [3])
    assert _dropped(units, 2) == (2500, [3, 4])
    assert _dropped([units[0], _unit(3, 2300, free=False), units[2]], 1) == (4800, [4])


def test_1_4_6c_the_lowest_of_those_who_stay_is_raised() -> None:
    units = [_unit(2, 2500), _unit(3, 2199), _unit(4, 2100)]
    assert _dropped(units, 0) == (2500 + 2199 + 2200, [])
    assert _dropped(units, 1) == (2500 + 2200, [4])
    assert _dropped([_unit(2, 2500), _unit(3, 2199, games=2)], 0) == (2500 + 2 * 2200, []), "in both games"


@pytest.mark.parametrize(("needed", "answer"), [(1, (4800, [3])), (2, (4700, [2])), (3, None)])
def test_1_4_5_a_titled_opponent_goes_only_if_enough_stay(needed: int, answer: object) -> None:
    """Two have the title; the untitled third is dearer."""
    units = [_unit(2, 2400, column=0), _unit(3, 2300), _unit(4, 2400)]
    assert _dropped(units, 1, titled=needed) == answer
    assert _dropped(units, 1, alike=needed) == answer
    only_counted = [unit._replace(column=min(unit.column, 1)) for unit in units]
    assert _dropped(only_counted, 1, titled=needed) == answer
    assert _dropped(only_counted, 1, alike=1) is None, "a title that only counts for 1.4.5a is not the title asked for"


@pytest.mark.parametrize(("most", "goes"), [(1, 2), (2, 1), (3, 0)])
def test_1_4_4_so_many_of_one_federation_must_go(most: int, goes: int) -> None:
    """Three French are the highest rated, and a German is not."""
    units = [_unit(2, 2501), _unit(3, 2502), _unit(4, 2503), _unit(5, 2300, fed="GER")]
    for games in range(3):
        answer = _dropped(units, games, most)
        assert (answer is not None) is (games >= goes)
        if answer is not None:
            assert sum(rank != 5 for rank in answer[1]) >= goes
    assert _dropped(units, 1, 3) == (2501 + 2502 + 2503, [5])


def test_1_4_4_those_of_an_unknown_federation_may_be_of_any() -> None:
    """Two French and two unknown: with three of one federation allowed one of them must go; who is sure of all
    federations counts the two French alone."""
    units = [_unit(2, 2501), _unit(3, 2502), _unit(4, 2503, fed=""), _unit(5, 2504, fed="")]
    assert _dropped(units, 0, 3) is None
    assert _dropped(units, 1, 3) == (2502 + 2503 + 2504, [2])
    assert _dropped(units, 0, 4) == (sum(range(2501, 2505)), [])
    assert _dropped(units, 0, 2, careful=False) == (sum(range(2501, 2505)), [])
    assert _dropped(units, 1, 1, careful=False) == (2502 + 2503 + 2504, [2])
    assert _dropped(units[2:], 0, 2) == (2503 + 2504, []), "two unknown may be of one federation"
    assert _dropped(units[2:], 0, 1) is None


def test_1_4_4_players_with_the_fid_flag_are_of_no_federation() -> None:
    """Three are too many only for a player with the same flag."""
    units = [_unit(rank, 2500, fed="FID") for rank in (2, 3, 4)]
    assert _dropped(units, 0, 2) == (7500, [])
    assert _dropped(units, 0, 2, own="FID") is None
    assert _dropped(units, 0, 3, own="FID") == (7500, [])


def test_1_4_3_the_only_opponent_of_a_second_federation_stays() -> None:
    """Ten wins need four grandmasters, nine need three: one goes. The lowest rated is the only Frenchman."""
    strong = [("GM", "GER", 2600, "1")] * 3 + [("IM", "GER", 2500, "1")] * 2
    lines = [*strong, ("", "FRA", 2300, "1"), *[("", "HUN", 2450 + place, "1") for place in range(4)]]
    best = found(event(lines), "GM")
    assert best.achieved
    assert (best.cut_after, [game.rating for game in best.dropped]) == (None, [2450])
    lines[4] = ("IM", "ITA", 2500, "1")
    best = found(event(lines), "GM")
    assert (best.cut_after, [game.rating for game in best.dropped]) == (None, [2300]), "there is another one"


def test_1_4_1f_an_opponent_goes_with_all_games() -> None:
    """Two opponents met twice: they are four games, never three; one met twice and one once are three."""
    units = [_unit(2, 2500, games=2), _unit(3, 2300, games=2), _unit(4, 2600)]
    assert _dropped(units, 3, opponents=2) == (5000, [3, 4])
    assert _dropped(units[:2], 3, opponents=2) is None
    assert _dropped(units[:2], 2, opponents=2) is None
    assert _dropped(units[:2], 2, opponents=1) == (5000, [3])
    mixed = [_unit(2, 1900, free=False), _unit(3, 1850, games=2), _unit(4, 1950, games=2)]
    assert _dropped(mixed, 2, opponents=1) == (1900 + 2 * 2200, [4]), "the lowest stays, to be raised in two games"


@pytest.mark.parametrize(("most", "answer"), [(0, None), (1, (2300 + 2200, [2])), (2, (2300 + 2200, [2]))])
def test_1_46d_of_2017_unrated_opponents_who_are_too_many_go(most: int, answer: object) -> None:
    units = [_unit(2, None, column=0), _unit(3, None, column=0), _unit(4, 2300)]
    assert _dropped(units, 1, unrated_most=most) == answer


# ---------------------------------------------------------------- what is needed in the rounds to come


def _need(at: Event, title: Any = "WGM", *to_come: ComingOpponent) -> Need:
    return find_need(at, 1, EDITION, EventFacts(), title, to_come)


def _example_2(first: int = 2290, *, own_rating: int = 2400, other: int | None = None) -> Event:
    """Appendix, example 2, with another rating of the first opponent; `other` is a participant who was not met."""
    lines = opponents(EXAMPLE_2)
    lines[0] = ("WGM", "GER", first, "1")
    others = [] if other is None else [Player(50, title="GM", rating=other, federation="FRA")]
    at = event(lines, own="RUS", sex="f", rounds=9, others=others)
    return replace(at, players=(at.players[0]._replace(rating=own_rating), *at.players[1:]))


@pytest.mark.parametrize(
    ("weaker", "ways"), [(0, [(1, 2782), (2, 2296)]), (118, [(1, 2900), (2, 2414)]), (119, [(2, 2415)])]
)
def test_an_opponent_of_2900_is_the_best_that_is_thought_of(weaker: int, ways: list[tuple[int, int]]) -> None:
    needed = _need(_example_2(2290 - weaker))
    assert [(way.score, way.least_rating) for way in needed.ways] == ways
    assert not any(way.federations_from for way in needed.ways), "no federation met asks for a higher rating"


@pytest.mark.parametrize(("other", "score"), [(None, 2), (2781, 2), (2782, 1)])
def test_the_likely_way_is_one_against_a_participant(other: int | None, score: int) -> None:
    """A draw is enough against 2782: it is named if a participant has as much. The player is no opponent."""
    assert _need(_example_2(own_rating=2800, other=other)).score_needed == score


def test_the_first_round_may_be_the_one_to_come() -> None:
    """Exam question 11 with the open game moved to round 1: paired, named, and not known at all."""
    *played, last = opponents(EXAM_11)
    paired = _need(event([last, *played]), "IM")
    assert (paired.rounds, paired.score_needed) == ((1,), 1)
    at = event([("", "", None, "Z"), *played])
    blank = replace(at, players=(at.players[0]._replace(rounds=at.players[0].rounds[1:]), *at.players[1:]))
    named = _need(blank, "IM", ComingOpponent(2426, "IM", "ESP"))
    assert (named.rounds, named.score_needed, named.norm.average) == ((1,), 1, 2344)
    ways = [(way.score, way.least_rating) for way in _need(blank, "IM").ways]
    assert ways == [(0, 2656), (1, 2251), (2, None)], "5½, 6 and 6½ points need a mean of 2370, 2325 and 2284"


def test_four_rounds_to_come_are_not_too_many() -> None:
    lines = opponents(EXAM_10)
    to_come = [ComingOpponent(rating, title, federation) for title, federation, rating, _ in lines]
    assert _need(event(lines[:5], own="AUS", rounds=9), "GM", *to_come[5:]).rounds == (6, 7, 8, 9)
    with pytest.raises(ArpadError, match="5 rounds"):
        _need(event(lines[:4], own="AUS", rounds=9), "GM", *to_come[4:])


@pytest.mark.parametrize(("least", "possible"), [(1000, True), (999, False)])
def test_1_4_6d_an_opponent_is_rated_1000_at_least(monkeypatch: pytest.MonkeyPatch, least: int, possible: bool) -> None:
    """A norm that is there already, if no opponent could be rated higher than an unrated one."""
    monkeypatch.setattr(need_module, "HIGHEST", least)
    assert _need(event(EXAM_10, own="AUS", rounds=10), "GM").possible is possible


def test_1_4_5b_the_last_opponent_must_be_the_third_grandmaster() -> None:
    at = nine([2550] * 8, "1111====", titles="GM GM IM IM IM IM IM IM")
    needed = _need(replace(at, rounds=9), "GM")
    assert needed.way is not None
    assert needed.way.titles == ("GM",)
    assert needed.norm.achieved
