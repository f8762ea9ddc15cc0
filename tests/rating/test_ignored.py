"""6.1, FEDA 7.1: which unrated players of a round robin are ignored, with all games against them."""

from random import Random
from typing import Any

import pytest

import naive_round_robin
from arpad.i18n import ArpadError
from arpad.rating._events import rate_event
from arpad.rating.model import EventRating
from arpad.rating.newcomer import RoundRobinResult
from arpad.rating.participants import Participant
from arpad.regulations.rating_editions import edition
from naive_round_robin import IGNORED, RefusedError
from proofs import over
from small_seasons import plain_event, report

RESULTS = {2: "1", 1: "=", 0: "0"}


def drawn(random: Random) -> dict[str, Any]:
    """A round robin of four to eight players in which the unrated ones do badly: few of them score."""
    count = random.randint(4, 8)
    unrated = random.randint(1, count - 2)
    ratings: list[int | None] = [None] * unrated + [random.randrange(1400, 2500) for _ in range(count - unrated)]
    random.shuffle(ratings)
    results = [[0] * count for _ in range(count)]
    for one in range(count):
        for other in range(one):
            score = random.choice([0, 1, 2])
            if (ratings[one] is None) != (ratings[other] is None) and random.random() < 0.85:
                score = 0 if ratings[one] is None else 2
            elif ratings[one] is None and random.random() < 0.7:
                score = 2
            results[one][other], results[other][one] = score, 2 - score
    name = random.choice(list(IGNORED))
    return {
        "edition": name, "ratings": ratings, "results": results, "first": [random.random() < 0.8 for _ in ratings],
    }  # fmt: skip


def rated(case: dict[str, Any]) -> EventRating:
    """The same round robin, rated by us."""
    ratings, results = case["ratings"], case["results"]
    ids = [f"p{at}" for at in range(len(ratings))]
    games = [
        f"{ids[one]}-{ids[other]} {RESULTS[results[one][other]]}" for one in range(len(ids)) for other in range(one)
    ]
    told = report(plain_event("2018-02-01", "2018-02-09", games) | {"players": ids}).event
    taking_part = {
        player.rank: Participant(
            player, ratings[at], None if ratings[at] is None else 20, first_event=case["first"][at]
        )
        for at, player in enumerate(told.players)
    }
    return rate_event(edition(case["edition"]), told, taking_part, "round-robin")


@over(300, drawn)
def test_6_1_a_second_opinion(case: dict[str, Any]) -> None:
    """Both sides of every game, and the numbers, are as plain loops over the articles give them; a round robin is
    refused only if a rated player has 0% or 100% among unrated ones (10.1)."""
    try:
        told = naive_round_robin.rated(case["edition"], case["ratings"], case["results"], case["first"])
    except RefusedError:
        with pytest.raises(ArpadError, match="indeterminate"):
            rated(case)
        return
    found = rated(case)
    for at, line in enumerate(found.players):
        own = told.get(at)
        if case["ratings"][at] is not None:
            assert line.result == own
        elif own is None:
            assert line.games == 0
        else:
            assert line.newcomer is not None
            result = line.newcomer.result
            assert isinstance(result, RoundRobinResult)
            assert (result.average, result.games, result.score) == own[:3]
    out = {rank for rank in range(1, len(case["ratings"]) + 1) if rank - 1 not in told}
    not_rated = {(entry.game.white, entry.game.black) for entry in found.not_rated}
    everything = {(game.white, game.black) for game in found.event.games()}
    assert not_rated == {pair for pair in everything if out & set(pair)}


@pytest.mark.parametrize(("name", "points", "ignored"), [
    ("feda-1996", "0", True), ("feda-1996", "=", False), ("fide-2003", "=", True), ("fide-2003", "1", False),
    ("fide-2005", "=", True), ("fide-2017", "0", True), ("fide-2017", "=", False), ("fide-2017-rapid-blitz", "=", True),
])  # fmt: skip
def test_6_1_points_against_an_ignored_player_do_not_count(name: str, points: str, ignored: bool) -> None:
    """Number 4 beats number 5, who loses every game; what 4 makes against number 1 decides."""
    won = {"0": 0, "=": 1, "1": 2}[points]
    results = [[0, 1, 1, 2 - won, 2], [1, 0, 1, 2, 2], [1, 1, 0, 2, 2], [won, 0, 0, 0, 2], [0, 0, 0, 0, 0]]
    case = {"edition": name, "ratings": [2000, 1950, 1900, None, None], "results": results, "first": [True] * 5}
    found = rated(case)
    (line,) = (line for line in found.players if line.participant.player.rank == 4)
    assert (line.games == 0) == ignored
    assert [line.games for line in found.players[:3]] == [2 if ignored else 3] * 3


def test_10_1_zero_in_a_second_event_leaves_the_rated_players_rated() -> None:
    """2005: 6.1 ignores a first event only. A zero later has no Ru, because dp is indeterminate: the games are left out
    on both sides, and the others are rated."""
    results = [[0, 1, 2, 2], [1, 0, 1, 2], [0, 1, 0, 2], [0, 0, 0, 0]]
    case = {"edition": "fide-2005", "ratings": [2000, 1950, 1900, None], "results": results, "first": [False] * 4}
    found = rated(case)
    assert [line.games for line in found.players] == [2, 2, 2, 0]
    assert {(entry.code, entry.article) for entry in found.not_rated} == {("no-ru", "10.1")}
    assert [step.what for step in found.players[3].steps][:1] == ["initial.no-ru-round-robin"]
