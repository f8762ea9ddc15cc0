"""The sums by numba and by numpy alone: equal in every number, whatever the games."""

import json
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.i18n import ArpadError
from arpad.rating import game_by_game as kernel
from arpad.rating.columns import Numbers
from arpad.rating.game_by_game import Games, Sums, rate_games
from arpad.regulations.rating_editions import edition
from proofs import law

EDITIONS = ("fide-2005", "fide-2017", "fide-2022", "fide-2024", "fide-2025", "fide-2024-12-rapid-blitz")
"""Between them every cap policy, games that are not rated, players exempt from the cap and players entered since."""


def games_of(draw: np.random.Generator, players: int, count: int) -> Games:
    white = draw.integers(0, players, count)
    black = (white + draw.integers(1, players, count)) % players
    event, score = draw.integers(0, 5, count), draw.integers(0, 3, count)
    return Games(*(value.astype(np.int32) for value in (event, white, black, score)))


def both_ways(name: str, games: Games, at_start: Numbers, now: Numbers, threads: int) -> list[Sums]:
    """The sums of one edition with numba, in so many threads, and without."""
    from arpad.rating import numba_sums as accelerated

    threaded = partial(accelerated.even_sums, threads=threads)
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "WORTH_IT", 0)
        for sums in (threaded, None):
            patch.setattr(kernel, "accelerator", lambda kernel_sums=sums: kernel_sums)
            found.append(rate_games(edition(name), games, at_start, now))
    return found


@law(60)
@given(
    name=st.sampled_from(EDITIONS),
    seed=st.integers(0, 10_000),
    players=st.integers(2, 30),
    count=st.integers(0, 400),
    threads=st.integers(1, 3),
)
def test_equal_sums(name: str, seed: int, players: int, count: int, threads: int) -> None:
    """A third without a rating when the events began, some of them rated now; ratings up to 2850."""
    draw = np.random.default_rng(seed)
    now = np.where(draw.random(players) < 0.2, 0, draw.integers(1000, 2850, players)).astype(np.int32)
    at_start = np.where(draw.random(players) < 0.15, 0, now).astype(np.int32)
    fast, plain = both_ways(name, games_of(draw, players, count), at_start, now, threads)
    assert fast.result.tolist() == plain.result.tolist()
    assert fast.games.tolist() == plain.games.tolist()


def test_one_game_by_hand() -> None:
    """2000 beats 1900: PD of 100 is 64, so +36 hundredths for one and −36 for the other."""
    game = Games(*(np.array([value], dtype=np.int32) for value in (0, 0, 1, 2)))
    ratings = np.array([2000, 1900], dtype=np.int32)
    for found in both_ways("fide-2024", game, ratings, ratings, 1):
        assert found.result.tolist() == [36, -36]
        assert found.games.tolist() == [1, 1]


def test_as_far_apart_as_can_be() -> None:
    """3999 beats 1 (capped: +8), then somebody without a rating, who has beaten another such one: not rated."""
    white, black, score = [0, 0, 2], [1, 2, 3], [2, 2, 2]
    games = Games(*(np.array(column, dtype=np.int32) for column in ([0, 0, 0], white, black, score)))
    ratings = np.array([3999, 1, 0, 0], dtype=np.int32)
    for found in both_ways("fide-2024", games, ratings, ratings, 2):
        assert found.result.tolist() == [8, -8, 0, 0]
        assert found.games.tolist() == [1, 1, 0, 0]


def test_no_rating_beyond_the_tables() -> None:
    game = Games(*(np.array([value], dtype=np.int32) for value in (0, 0, 1, 2)))
    ratings = np.array([4000, 1900], dtype=np.int32)
    with pytest.raises(ArpadError, match="4000"):
        rate_games(edition("fide-2024"), game, ratings, ratings)


def test_threads_only_where_each_has_enough_to_do() -> None:
    from arpad.rating import numba_sums as accelerated

    assert accelerated._threads(1_000, 1_000_000) == 1
    assert accelerated._threads(0, 0) == 1


def test_it_can_be_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    from arpad.rating import numba_sums as accelerated

    monkeypatch.setenv("ARPAD_NUMBA", "0")
    assert kernel.accelerator.__wrapped__() is None
    monkeypatch.setenv("ARPAD_NUMBA", "1")
    assert kernel.accelerator.__wrapped__() is accelerated.even_sums


def test_runs_have_the_same_digest(tmp_path: Path) -> None:
    """A world of 200,000 games in two periods: enough of them in each for numba to be taken."""
    arpad = [sys.executable, "-m", "arpad", "bulk"]
    world = tmp_path / "world"
    sizes = ["--players", "4000", "--games", "200000", "--periods", "2", "--seed", "1"]
    subprocess.run([*arpad, "generate", *sizes, "-o", str(world), "--json"], check=True, capture_output=True)
    digests = set()
    for numba in ("0", "1"):
        command = [*arpad, "run", str(world), "-o", str(tmp_path / f"out{numba}"), "--json"]
        environment = {**os.environ, "ARPAD_NUMBA": numba}
        done = subprocess.run(command, check=True, capture_output=True, env=environment)
        digests.add(json.loads(done.stdout)["digest"])
    assert len(digests) == 1
