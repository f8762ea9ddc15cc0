"""Norms in round robins (1.4.1e, 1.4.2b, 1.4.5f), and everybody of an event at once."""

from collections.abc import Sequence
from dataclasses import replace

from arpad.domain.event import Event, Player, RoundResult
from arpad.titles.model import EventFacts
from arpad.titles.norms import find_all, find_norms
from title_events import (
    BEFORE_2022,
    EDITION,
    EXAM_10,
    check,
    event,
    found,
    opponents,
)


def round_robin(rows: Sequence[tuple[str, str, int | None]], results: list[str], cycles: int = 1) -> Event:
    """A round robin in which everybody but the candidate drew; the candidate's results against the others in order."""
    count = len(rows) + 1
    rounds: dict[int, list[RoundResult]] = {rank: [] for rank in range(1, count + 1)}
    number = 0
    for cycle in range(cycles):
        for one in range(1, count + 1):
            for two in range(one + 1, count + 1):
                number = (one + two) % (count - 1) + 1 + cycle * (count - 1)
                result = results[(two - 2) + cycle * (count - 1)] if one == 1 else "="
                number = two - 1 + cycle * (count - 1) if one == 1 else number
                back = {"1": "0", "0": "1", "=": "=", "+": "-"}[result]
                rounds[one].append(RoundResult(number, two, "w", result))  # type: ignore[arg-type]
                rounds[two].append(RoundResult(number, one, "b", back))  # type: ignore[arg-type]
    people = [("", "HUN", 2400), *rows]
    players = tuple(
        Player(rank, f"P{rank}", "m", title, rating, federation, str(rank), rounds=tuple(rounds[rank]))
        for rank, (title, federation, rating) in enumerate(people, 1)
    )
    days = (count - 1) * cycles
    at = event(EXAM_10)
    return replace(at, rounds=days, players=players, type="", round_dates=at.round_dates[:days], end=None)


NINE = [(title, federation, rating) for title, federation, rating, _ in opponents(EXAM_10)]
GERMANS = [(title, "GER", rating) for title, _, rating in NINE[:7]] + [("GM", "FRA", 2500), ("GM", "ITA", 2500)]


def test_nothing_is_dropped_from_a_round_robin() -> None:
    """TV-NM-31: of ten opponents a win too many from one federation stays."""
    rows = [*GERMANS, ("", "GER", 2070)]
    results = ["=", "=", "=", "1", "1", "=", "=", "1", "=", "1"]
    assert found(round_robin(rows, results), "GM").achieved is False
    swiss = found(round_robin(rows, results), "GM", facts=EventFacts(system="swiss"))
    assert (swiss.achieved, swiss.games) == (False, 10)
    fewer = [
        (title, "FRA" if place == 0 else federation, rating) for place, (title, federation, rating) in enumerate(rows)
    ]
    assert not found(round_robin(fewer, results), "GM").achieved
    dropped = found(round_robin(fewer, results), "GM", facts=EventFacts(system="swiss"))
    assert dropped.achieved
    assert [game.rating for game in dropped.dropped] == [2070]


def test_an_unrated_player_without_a_point_is_left_out_of_a_round_robin() -> None:
    """1.4.2b; with a draw against a rated player, they count."""
    rows = [*NINE, ("", "ESP", None)]
    results = ["=", "=", "=", "1", "1", "=", "=", "1", "=", "1"]
    at = round_robin(rows, results)
    lost = replace(at, players=tuple(_losing(player) for player in at.players))
    norm = found(lost, "GM")
    assert [(omission.opponent, str(omission.article)) for omission in norm.left] == [(11, "1.4.2b")]
    assert (norm.achieved, norm.games) == (True, 9)
    assert found(at, "GM").games == 10


def _losing(player: Player) -> Player:
    """Player 11 loses all games."""
    if player.rank == 11:
        return player._replace(rounds=tuple(round_._replace(result="0") for round_ in player.rounds))
    return player._replace(
        rounds=tuple(round_._replace(result="1") if round_.opponent == 11 else round_ for round_ in player.rounds)
    )


SIX = [("GM", "GER", 2550), ("GM", "FRA", 2530), ("GM", "ITA", 2500), ("", "GER", 2450), ("", "HUN", 2100)]


def test_in_a_double_round_robin_each_opponent_counts_once() -> None:
    """1.4.5f: of five opponents three hold titles; the lowest is raised in both games."""
    results = ["1", "=", "1", "1", "1", "=", "=", "=", "1", "1"]
    norm = found(round_robin(SIX, results, 2), "GM")
    assert norm.achieved
    assert (check(norm, "titled"), check(norm, "alike")) == ((3, 3, True), (3, 3, True))
    assert (check(norm, "own-federation"), check(norm, "one-federation")) == ((3, 1, True), (3, 2, True))
    assert norm.average == (2 * (2550 + 2530 + 2500 + 2450 + 2200) + 5) // 10
    assert check(norm, "double-round-players") == (6, 6, True)


def test_a_double_round_robin_of_five_is_too_small() -> None:
    five = found(round_robin(SIX[:4], ["1"] * 8, 2), "GM")
    assert check(five, "double-round-players") == (6, 5, False)


def test_before_2022_a_round_robin_must_hold_as_a_whole_but_for_the_score() -> None:
    """1.42e(c): the last round, lost, may be cut off; not if the titles would then be too few."""
    rows = [*NINE, ("GM", "SWE", 2500)]
    results = ["=", "=", "=", "1", "1", "=", "=", "1", "=", "0"]
    assert not found(round_robin(rows, results), "GM").achieved
    norm = found(round_robin(rows, results), "GM", edition=BEFORE_2022)
    assert (norm.achieved, norm.cut_after) == (True, 9)
    untitled = [
        *[("", federation, rating) for _, federation, rating in NINE[:2]],
        *NINE[2:],
        ("", "SWE", 2500),
        ("", "FIN", 2500),
    ]
    longer = found(round_robin(untitled, [*results, "0"]), "GM", edition=BEFORE_2022)
    assert not longer.achieved


def big_open(players: int, rounds: int) -> Event:
    """An open in which neighbours of a turning circle meet; the stronger wins."""
    federations, titles = ("GER", "FRA", "ITA", "ESP", "NED", "HUN"), ("GM", "IM", "FM", "", "", "")
    people = []
    for rank in range(1, players + 1):
        own = []
        for number in range(1, rounds + 1):
            other = (number * 7 - rank) % players + 1
            if other == rank:
                own.append(RoundResult(number, None, None, "U"))
            else:
                own.append(RoundResult(number, other, "w", "1" if rank < other else "0"))
        people.append(
            Player(rank, f"P{rank}", "fm"[rank % 2], titles[rank % 6 if rank < 200 else 5], 2700 - 2 * rank,  # type: ignore[arg-type]
                   federations[rank % 6], str(rank), rounds=tuple(own))
        )  # fmt: skip
    return replace(event(EXAM_10), players=tuple(people), rounds=rounds, round_dates=())


def test_everybody_of_an_open_is_answered_as_one_by_one() -> None:
    at = big_open(60, 9)
    candidates = find_all(at, EDITION, EventFacts())
    assert [candidate.player for candidate in candidates] == list(range(1, 61))
    for rank in (1, 7, 30, 60):
        assert candidates[rank - 1] == find_norms(at, rank, EDITION, EventFacts())
