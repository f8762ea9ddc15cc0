"""Worlds with known truth: the fourth file, and the causes that can be switched one by one."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from answers import Arpad
from arpad.bulk.input_files import FILES, read_events, read_games, read_players
from arpad.bulk.world import Causes, read_truth
from arpad.bulk.world_files import generate

MARCH = dt.date(2024, 3, 1)
SIZE = (2000, 20_000, 6, 11, MARCH)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("truth")


def made(folder: Path, name: str, **causes: Any) -> Path:
    place = folder / name
    if not place.exists():
        place.mkdir()
        generate(place, *SIZE, causes=Causes(**causes), truth=True)
    return place


def test_the_three_files_are_the_same_with_the_truth_and_without(folder: Path) -> None:
    with_truth, without = made(folder, "usual"), folder / "without"
    without.mkdir()
    generate(without, *SIZE)
    for name in FILES:
        assert (with_truth / name).read_bytes() == (without / name).read_bytes()
    assert sorted(path.name for path in without.iterdir()) == sorted(FILES)


def test_the_truth_is_what_the_results_follow(folder: Path) -> None:
    """Games scored as the table expects of the true strengths, with 30 points for White."""
    world = made(folder, "usual")
    players, events = read_players(world), read_events(world)
    truth, games = read_truth(world, players), read_games(world, players, events)
    assert (truth.causes.white, truth.causes.slope) == (30, Fraction(1))
    first, last = truth.on_days([MARCH, dt.date(2024, 9, 1)])
    born = players.born[first > 0]
    assert (last - first)[first > 0][born > 2010].mean() > 10
    assert abs((last - first)[first > 0][(born > 1990) & (born < 1995)]).max() == 0
    rated = players.rating > 0
    assert abs((players.rating - first)[rated & (first > 0)].mean()) < 10
    apart = (first[games.white] - first[games.black])[games.played]
    score = games.score[games.played]
    known = (first[games.white] > 0)[games.played] & (first[games.black] > 0)[games.played]
    level = known & (np.abs(apart) < 20)
    assert score[level].mean() / 2 == pytest.approx(0.54, abs=0.03)


def share_of_white(world: Path) -> Any:
    table = pq.read_table(world / "games.parquet", columns=["score", "played"])
    score, played = table["score"].to_numpy(), table["played"].to_numpy(zero_copy_only=False)
    return score[played].mean() / 2


def test_white_may_be_worth_nothing_or_more(folder: Path) -> None:
    assert share_of_white(made(folder, "white-0", white=0)) == pytest.approx(0.5, abs=0.012)
    assert share_of_white(made(folder, "white-200", white=200)) > 0.68


def favourites(world: Path) -> Any:
    """The share that players at least 150 points truly stronger scored."""
    players, events = read_players(world), read_events(world)
    (strength,) = read_truth(world, players).on_days([MARCH])
    games = read_games(world, players, events)
    apart = strength[games.white] - strength[games.black]
    known = games.played & (strength[games.white] > 0) & (strength[games.black] > 0) & (np.abs(apart) >= 150)
    score = np.where(apart > 0, games.score, 2 - games.score)
    return score[known].mean() / 2


def test_a_flatter_curve_gives_favourites_less(folder: Path) -> None:
    assert favourites(made(folder, "flat", slope=Fraction(1, 2))) < favourites(made(folder, "usual")) - 0.05


def test_more_juniors_or_none(folder: Path) -> None:
    for share in (0, 60):
        born = read_players(made(folder, f"young-{share}", junior_share=share)).born
        assert (2024 - born < 18).mean() == pytest.approx(share / 100, abs=0.05)


@pytest.mark.parametrize(("improve", "sign"), [(0, 0), (-100, -1), (200, 1)])
def test_the_young_may_stand_still_or_decline(folder: Path, improve: int, sign: int) -> None:
    world = made(folder, f"improve-{improve}", improve=improve)
    players = read_players(world)
    first, last = read_truth(world, players).on_days([MARCH, dt.date(2024, 9, 1)])
    moved = (last - first)[(first > 950) & (first < 2800) & (players.born > 2010)]
    assert np.sign(moved.mean()) == sign


def abroad(world: Path, name: str) -> Any:
    """The share of foreign opponents of a federation."""
    players, events = read_players(world), read_events(world)
    games = read_games(world, players, events)
    home = np.array(players.federation.to_pylist()) == name
    white, black = home[games.white], home[games.black]
    return (white ^ black).sum() / (white | black).sum()


def test_an_isolated_federation_plays_at_home(folder: Path) -> None:
    usual, alone = made(folder, "usual"), made(folder, "alone", isolated=("ESP",))
    assert abroad(alone, "ESP") < abroad(usual, "ESP") / 2
    assert abroad(alone, "FRA") > 0.2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--isolated XYZ", "there is no federation XYZ in these worlds"),
        ("--slope 3", "“3” is not a number from 0.1 to 2"),
        ("--slope flat", "“flat” is not a number from 0.1 to 2"),
        ("--junior-share 101", "--junior-share"),
        ("--white 1000", "--white"),
        ("--improve fast", "--improve"),
    ],
)
def test_causes_that_cannot_be(arpad: Arpad, tmp_path: Path, options: str, words: str) -> None:
    refused = arpad(f"bulk generate --players 50 --games 100 --periods 2 --seed 1 -o {tmp_path / 'w'} {options}")
    assert (refused.code, refused.out) == (2, "")
    assert words in refused.err
    assert not (tmp_path / "w").exists()


def test_the_document_says_what_holds(arpad: Arpad, tmp_path: Path) -> None:
    line = f"bulk generate --players 50 --games 100 --periods 2 --seed 1 -o {tmp_path / 'w'} --json"
    found = arpad(f"{line} --truth --white 0 --slope 0.8 --junior-share 50 --improve 0 --isolated ESP").json
    assert found["truth"] is True
    wanted = {"white": 0, "slope": Decimal("0.8"), "junior_share": 50, "improve": 0, "isolated": ["ESP"]}
    assert found["causes"] == wanted
    assert (tmp_path / "w" / "truth.parquet").exists()
