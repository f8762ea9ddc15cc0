"""The account of points balances exactly, list by list, and its terms are those of plain Python."""

import datetime as dt
import tempfile
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.bulk.replay import only
from arpad.bulk.run import run
from arpad.bulk.world_files import generate
from arpad.lab.bulk_source import BulkSource
from arpad.lab.monitor import WatchedScale, mean_drift, watch
from arpad.lab.rating_account import PARTS, PointsAccount, Unbalanced, game_terms, points_account
from arpad.lab.tables import decimal_of
from arpad.rating.game_by_game import Games, both_sides
from arpad.regulations.rating_editions import edition
from drawn_seasons import Builder
from lab_worlds import KINDS, LINE, PlainGame, drawn_world, plain_games, plain_lists, tiny_source, vectors
from proofs import law


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> WatchedScale:
    return watch(tiny_source(tmp_path_factory.mktemp("tiny")))


def as_in_vectors(account: PointsAccount) -> dict[str, object]:
    return {
        "from": account.start.isoformat(),
        "to": account.end.isoformat(),
        "games": account.terms.games,
        "both_rated": account.terms.both_rated,
        "rated_before": account.rated_before,
        "rated_after": account.rated_after,
        "sum_before": account.sum_before,
        "sum_after": account.sum_after,
        "newcomers": account.newcomers,
        "newcomers_sum": account.newcomers_sum,
        "leavers": account.leavers,
        "leavers_sum": account.leavers_sum,
        "stayers_change": account.stayers_change,
        "k_asymmetry_200": account.terms.k_asymmetry,
        "one_sided_cap_200": account.terms.one_sided_cap,
        "games_of_leavers_200": account.leavers_games,
        "rounding_200": account.rounding,
    }


def test_the_world_of_the_vectors_has_its_account(tiny: WatchedScale) -> None:
    """LV-MO-02 to 05: eight lists, and the digest of the run."""
    known = vectors("tiny-world")
    assert [as_in_vectors(step.account) for step in tiny.steps] == known["ledger"]
    assert tiny.digests == {"lists": known["run"]["digest"]}


def test_the_drift_of_the_mean_is_the_sum_of_its_parts(tiny: WatchedScale) -> None:
    """LV-MO-06: from 1731.7838 to 1723.8462."""
    first = tiny.drift[0]
    shown = [str(decimal_of(value, 4)) for value in (first.before, first.after, first.drift)]
    assert shown == ["1731.7838", "1723.8462", "-7.9376"]
    assert (first.stayers, first.leavers) == (Fraction(-5, 39), Fraction(0))
    for drift in tiny.drift:
        assert drift.drift == drift.stayers + drift.newcomers + drift.leavers
        assert drift.stayers == sum(drift.split.values())


def test_a_cap_that_holds_for_one_side() -> None:
    """LV-MO-07: 2022's rule caps one game of the favourite, and every game of the outsider."""
    ratings = np.array([2000, 1500, 1450], dtype=np.int32)
    games = Games(*(np.array(column, dtype=np.int32) for column in ([0, 0], [0, 0], [1, 2], [2, 2])))
    rated = both_sides(edition("fide-2022"), games, ratings, ratings)
    assert rated.result.tolist() == [4, -8, 8, -8]
    k, other = np.array([20]), np.array([40])
    against_bob = game_terms(1, np.array([True]), (k, rated.result[:1]), (other, rated.result[1:2]))
    assert (against_bob.k_asymmetry, against_bob.one_sided_cap, against_bob.created) == (-240, -240, -480)


def test_equal_k_and_a_cap_for_both_create_nothing() -> None:
    """6.4: with equal K and the cap on both sides nothing is created."""
    rng = np.random.default_rng(1)
    ratings = rng.integers(1400, 2700, 40).astype(np.int32)
    white = rng.integers(0, 40, 500).astype(np.int32)
    black = ((white + rng.integers(1, 40, 500)) % 40).astype(np.int32)
    games = Games(white // 5, white, black, rng.integers(0, 3, 500).astype(np.int32))
    rated = both_sides(edition("fide-2024"), games, ratings, ratings)
    k = np.full(500, 20)
    terms = game_terms(500, np.full(500, True), (k, rated.result[0::2]), (k, rated.result[1::2]))
    assert (terms.k_asymmetry, terms.one_sided_cap, terms.one_sided_game, terms.both_rated) == (0, 0, 0, 500)


def plain_terms(games: list[PlainGame]) -> tuple[int, ...]:
    """The terms of a list by loops."""
    asymmetry = cap = one_sided = 0
    for game in games:
        (k, other_k), (result, other_result) = game.k, game.result
        if k and other_k:
            asymmetry += (k - other_k) * (result - other_result)
            cap += (k + other_k) * (result + other_result)
        else:
            one_sided += 2 * (k * result + other_k * other_result)
    mutual = sum(game.difference is not None for game in games)
    return len(games), mutual, asymmetry, cap, one_sided


@pytest.mark.parametrize("kind", KINDS)
@given(seed=st.integers(0, 10**6))
@law(3, long=25)
def test_random_seasons_agree_with_plain_python(kind: str, seed: int) -> None:
    """Across 1 March 2024 too; players enter, fall below the floor and return while events last over a list."""
    with tempfile.TemporaryDirectory() as folder:
        world, out = drawn_world(Path(folder), Builder(LINE, *KINDS[kind], f"lab {kind} {seed}"))
        source = BulkSource(world, out, LINE)
        games, lists = plain_games(world, out), plain_lists(world, out)
        ever = source.people.known
        for step in source.steps():
            account = points_account(source.people, step.before, step.after, ever, step.points())
            ever = ever | (step.after.rating > 0)
            assert account.explained
            assert account.balances
            terms = account.terms
            found = (terms.games, terms.both_rated, terms.k_asymmetry, terms.one_sided_cap, terms.one_sided_game)
            assert found == plain_terms(games[account.end]), (account.end, seed)
            before, after = lists[account.start], lists[account.end]
            stayed = [who for who in before if before[who]["rating"] and after[who]["rating"]]
            assert account.stayers_change == sum(after[who]["rating"] - before[who]["rating"] for who in stayed)
            assert abs(account.rounding) <= PARTS // 2 * len(stayed)
            drift = mean_drift(account)
            assert drift is None or drift.drift == drift.stayers + drift.newcomers + drift.leavers
            seen = sorted(
                (white, black, score, difference, capped)
                for block in step.blocks()
                for white, black, score, difference, capped in zip(
                    *(getattr(block, name).tolist() for name in ("white", "black", "score", "difference", "capped")),
                    strict=True,
                )
            )
            plain = [game for game in games[account.end] if game.difference is not None]
            assert seen == sorted((one.white, one.black, one.score, one.difference, one.capped) for one in plain)


def test_lists_of_another_edition_do_not_balance(tmp_path: Path) -> None:
    world, out = tmp_path / "world", tmp_path / "out"
    world.mkdir()
    generate(world, 60, 900, 4, 3, dt.date(2024, 3, 1))
    run(world, out, only(edition("fide-2024")))
    with pytest.raises(Unbalanced) as wrong:
        watch(BulkSource(world, out, only(edition("fide-2022"))))
    assert wrong.value.player.isdigit()
