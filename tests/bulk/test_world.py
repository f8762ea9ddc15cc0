"""A generated world: the same from the same seed, of the size asked for, and like the real one."""

import datetime as dt
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from arpad.bulk.input_files import Events, GameColumns, Players, read_events, read_games, read_players
from arpad.bulk.world import FEDERATIONS, populate
from arpad.bulk.world_files import World, berger, generate, results
from arpad.i18n import ArpadError

MARCH = dt.date(2024, 3, 1)
PLAYERS, GAMES, PERIODS = 20_000, 200_000, 12
NAMES = ("players.parquet", "events.parquet", "games.parquet")


def make(folder: Path, players: int, games: int, periods: int, seed: int = 1, start: dt.date = MARCH) -> World:
    folder.mkdir()
    return generate(folder, players, games, periods, seed, start)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bulk") / "world"
    make(folder, PLAYERS, GAMES, PERIODS)
    return folder


@pytest.fixture(scope="module")
def columns(world: Path) -> tuple[Players, Events, GameColumns]:
    players, events = read_players(world), read_events(world)
    return players, events, read_games(world, players, events)


@pytest.fixture(scope="module")
def rounds(world: Path) -> Any:
    return pq.read_table(world / "games.parquet", columns=["round"])["round"].to_numpy()


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    for name, seed in (("one", 1), ("two", 1), ("three", 2)):
        make(tmp_path / name, 500, 3000, 3, seed)
    for file in NAMES:
        one, two, three = ((tmp_path / name / file).read_bytes() for name in ("one", "two", "three"))
        assert one == two
        assert one != three


@pytest.mark.parametrize(
    ("players", "games", "periods"),
    [(20, 1, 1), (20, 1000, 1), (20, 5, 12), (300, 7001, 3), (3000, 50_000, 1), (100, 20_000, 40), (25, 150, 150)],
)
def test_a_world_has_the_size_asked_for(players: int, games: int, periods: int, tmp_path: Path) -> None:
    """From one game to fifty for each player and month; the files can be read back."""
    made = make(tmp_path / "world", players, games, periods)
    folder = tmp_path / "world"
    assert (made.players, made.games, made.periods) == (players, games, periods)
    people, events = read_players(folder), read_events(folder)
    found = read_games(folder, people, events)
    assert (len(people), len(events), len(found)) == (players, made.events, games)
    assert set(found.event.tolist()) == set(range(len(events)))


def test_progress_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    (tmp_path / "world").mkdir()
    generate(tmp_path / "world", 300, 2000, 4, 1, MARCH, lambda done, total: told.append((done, total)))
    assert len(told) == 4
    assert told[-1] == (2000, 2000)
    assert told == sorted(told)


def test_games_stand_by_event_and_events_by_their_end(world: Path, columns: Any, rounds: Any) -> None:
    _, events, games = columns
    order = games.event.astype(np.int64) * 16 + rounds
    assert (np.diff(order) >= 0).all()
    assert events.ids.tolist() == list(range(1, len(events) + 1))
    assert pq.ParquetFile(world / "games.parquet").metadata.num_row_groups == 1


def test_events_lie_within_a_month_and_end_in_time(columns: Any) -> None:
    """On the 26th at the latest, three days before every list; the months follow each other from the start."""
    _, events, _ = columns
    starts, ends = events.start.tolist(), events.end.tolist()
    assert all(
        start.month == end.month and start <= end and end.day <= 26 for start, end in zip(starts, ends, strict=True)
    )
    months = sorted({(end.year, end.month) for end in ends})
    assert (len(months), months[0], months[-1]) == (PERIODS, (2024, 3), (2025, 2))


def test_events_have_the_sizes_of_events(columns: Any, rounds: Any) -> None:
    """Swiss of 8 to 200 players and 5 to 9 rounds; about one in twenty a round robin of ten, everybody once."""
    _, events, games = columns
    leagues = Fraction(int(events.round_robin.sum()), len(events))
    assert Fraction(2, 100) < leagues < Fraction(9, 100)
    short = 0
    for event in range(len(events)):
        here = slice(*np.searchsorted(games.event, [event, event + 1]).tolist())
        white, black = games.white[here].tolist(), games.black[here].tolist()
        players, last = len({*white, *black}), int(rounds[here].max())
        if events.round_robin[event] and len(white) == 45:
            assert (players, last) == (10, 9)
            assert len({frozenset(pair) for pair in zip(white, black, strict=True)}) == 45
        elif not 8 <= players <= 200 or not 5 <= last <= 9:
            short += 1
    assert short <= PERIODS, "only the event that was cut to the number of games asked for"


def test_nobody_plays_twice_in_a_round(columns: Any, rounds: Any) -> None:
    _, _, games = columns
    round_of = games.event.astype(np.int64) * 16 + rounds
    both = np.concatenate([round_of * PLAYERS + games.white, round_of * PLAYERS + games.black])
    assert len(np.unique(both)) == 2 * GAMES


def test_hardly_anybody_meets_the_same_opponent_again_in_an_event(columns: Any) -> None:
    _, _, games = columns
    low, high = np.minimum(games.white, games.black), np.maximum(games.white, games.black)
    pairs = (games.event.astype(np.int64) * PLAYERS + low) * PLAYERS + high
    assert GAMES - len(np.unique(pairs)) < GAMES // 100


def test_ratings_look_like_those_of_a_list(columns: Any) -> None:
    players, _, _ = columns
    rated = players.rating[players.rating > 0]
    assert 1700 < int(rated.sum()) // len(rated) < 1800
    assert 200 * 200 < int(((rated - 1750) ** 2).sum()) // len(rated) < 250 * 250
    assert (int(rated.min()), int(rated.max()) // 100) >= (1400, 25)
    assert int(rated.max()) < 2900
    assert int((rated >= 2600).sum()) < len(rated) // 500
    assert 35 * PLAYERS < 100 * (PLAYERS - len(rated)) < 45 * PLAYERS
    assert (players.highest >= players.rating).all()
    assert (players.games_played[players.rating > 0] >= 5).all()
    assert not players.games_played[players.rating == 0].any()


def test_ages_federations_and_sexes(columns: Any) -> None:
    players, _, _ = columns
    assert int(players.born.min()) >= 2024 - 86
    assert int(players.born.max()) <= 2025 - 6
    assert set(players.federation.to_pylist()) == set(FEDERATIONS)
    counts = Counter(players.sex.to_pylist())
    assert 8 * PLAYERS < 100 * counts["F"] < 16 * PLAYERS
    assert counts["F"] + counts["M"] == PLAYERS


def test_results_are_plausible(columns: Any) -> None:
    """A fifth to a third drawn, White a little ahead, one game in a hundred not played, and the stronger one wins."""
    players, _, games = columns
    share = Counter(games.score.tolist())
    assert 18 * GAMES < 100 * share[1] < 33 * GAMES
    assert share[0] < share[2] < share[0] + GAMES // 10
    assert 5 * GAMES < 1000 * int((~games.played).sum()) < 15 * GAMES
    assert not (games.score[~games.played] == 1).any()
    ahead = players.rating[games.white] - players.rating[games.black]
    rated = (players.rating[games.white] > 0) & (players.rating[games.black] > 0)
    for low, least, most in ((-250, 20, 40), (-25, 47, 57), (200, 65, 85)):
        some = games.score[rated & (ahead >= low) & (ahead < low + 50)]
        assert least * 2 * len(some) < 100 * int(some.sum()) < most * 2 * len(some)


def test_opponents_are_near_in_strength_and_federation(columns: Any) -> None:
    players, _, games = columns
    one, other = players.rating[games.white], players.rating[games.black]
    apart = np.sort(np.abs(one - other)[(one > 0) & (other > 0)])
    assert int(apart[len(apart) // 2]) < 150
    assert int(apart[len(apart) * 95 // 100]) < 450
    federation = np.array(players.federation.to_pylist())
    assert int((federation[games.white] == federation[games.black]).sum()) > GAMES // 2


def test_activity_is_very_uneven(columns: Any) -> None:
    players, _, games = columns
    entries = np.unique(
        np.concatenate([games.event.astype(np.int64) * PLAYERS + value for value in (games.white, games.black)])
    )
    events = np.bincount(entries % PLAYERS, minlength=len(players))
    assert int((events <= 2).sum()) > PLAYERS // 3
    assert PLAYERS // 200 < int((events >= 10).sum()) < PLAYERS // 5


def test_nobody_plays_before_he_enters_or_at_another_age() -> None:
    """Over forty years: six years old at the least, eighty-five at the most; strength grows and fades."""
    people = populate(np.random.Generator(np.random.PCG64(3)), 5000, 480, 1985 * 12)
    for period in (0, 100, 479):
        month = 1985 * 12 + period
        playing = np.flatnonzero(people.activity_in(period, month))
        ages = people.age(month, playing) // 12
        assert len(playing) > 500
        assert (people.enters[playing] <= period).all()
        assert 6 <= int(ages.min()) <= int(ages.max()) <= 85
    young = np.flatnonzero(people.age(1985 * 12) // 12 == 10)
    later = [
        int(people.strength(1985 * 12 + 12 * years, young).sum()) // len(young) for years in (0, 10, 20, 30, 50, 70)
    ]
    assert later[0] < later[1] < later[2] >= later[3] > later[4] > later[5]


def test_results_follow_the_expected_score() -> None:
    """True strengths 200 apart: 0.76 by table B, a little more with the white pieces and less without."""
    rng = np.random.Generator(np.random.PCG64(5))
    strong, weak = np.full(100_000, 1900, dtype=np.int32), np.full(100_000, 1700, dtype=np.int32)
    for white, black, least, most in ((strong, weak, 77, 81), (weak, strong, 25, 29)):
        found = results(rng, white, black)
        assert least * 2000 < int(found.score[found.played].sum()) < most * 2000


def test_the_berger_table_of_ten() -> None:
    """The first round 1-10, 2-9, 3-8, 4-7, 5-6; the second 10-6, 7-5, 8-4, 9-3, 1-2 (General handbook, annex)."""
    table = (berger(10) + 1).tolist()
    assert table[0] == [[1, 10], [2, 9], [3, 8], [4, 7], [5, 6]]
    assert table[1] == [[10, 6], [7, 5], [8, 4], [9, 3], [1, 2]]
    assert len({frozenset(pair) for number in table for pair in number}) == 45
    assert all(sorted(player for pair in number for player in pair) == list(range(1, 11)) for number in table)


def test_too_many_games_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ArpadError, match="100000 are too many"):
        make(tmp_path / "world", 20, 100_000, 1)


def test_a_world_ends_before_the_calendar(tmp_path: Path) -> None:
    with pytest.raises(ArpadError, match="goes beyond the year 2190"):
        make(tmp_path / "world", 20, 100, 1200, start=dt.date(2095, 1, 1))
