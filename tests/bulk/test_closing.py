"""A list is closed for the players in question alone, and comes out as if everybody were."""

import datetime as dt
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from arpad.bulk import replay
from arpad.bulk.replay import Line, by_date, only
from arpad.bulk.run import run
from arpad.bulk.world_files import generate
from arpad.regulations.rating_editions import edition, regulations
from bulk_files import write


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four years with three editions, a transition, and players of whom many pause for more than a year; every tenth
    stands below the floor to begin with."""
    folder = tmp_path_factory.mktemp("world")
    generate(folder, 500, 6_000, 48, 3, dt.date(2022, 7, 1))
    players = pq.read_table(folder / "players.parquet")
    ratings = players["rating"].to_numpy().copy()
    ratings[::10] = 900
    pq.write_table(
        players.set_column(players.column_names.index("rating"), "rating", [ratings]), folder / "players.parquet"
    )
    return folder


@pytest.mark.parametrize("line", [by_date(regulations()), only(edition("fide-2022")), only(edition("fide-2024"))])
def test_whoever_is_not_in_question_keeps_his_row(
    line: Line, world: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    in_question = replay._in_question

    def counted(*arguments: Any) -> Any:
        found = in_question(*arguments)
        asked.append(len(found))
        return found

    monkeypatch.setattr(replay, "_in_question", counted)
    some = run(world, tmp_path / "some", line)
    monkeypatch.setattr(replay, "_in_question", lambda state, *_: np.arange(len(state)))
    assert run(world, tmp_path / "all", line) == some
    one, other = (pq.read_table(tmp_path / name / "lists.parquet") for name in ("some", "all"))
    assert one.equals(other)
    assert sum(asked) < 0.8 * len(asked) * some.players


@pytest.mark.parametrize("everybody", [False, True])
def test_players_by_their_places_among_themselves(
    everybody: bool, world: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With few games the players are counted among those who play; the sums are the same as among all."""
    line = by_date(regulations())
    taken: list[int] = []
    among = replay._among_themselves

    def counted(games: Any, players: int) -> Any:
        found = (np.arange(players), games) if everybody else among(games, players)
        taken.append(len(found[0]))
        return found

    expected = run(world, tmp_path / "expected", line)
    monkeypatch.setattr(replay, "_among_themselves", counted)
    assert run(world, tmp_path / "out", line) == expected
    assert (min(taken) == expected.players) is everybody


def test_a_rating_below_nothing_is_none_after_a_transition(tmp_path: Path) -> None:
    """1 March 2024, 7.2.1: of two players of 3 and 4 one falls below 0 in February. The transition makes less than the
    floor of both."""
    days = {"start": [dt.date(2024, 2, 2)], "end": [dt.date(2024, 2, 4)], "event": [1], "format": ["swiss"]}
    people = {"rating": [4, 3, 2000, 2100], "games_played": [0, 0, 50, 50], "highest": [4, 3, 2000, 2100]}
    games = {
        "event": [1, 1],
        "round": [1, 2],
        "white": [30, 30],
        "black": [10, 10],
        "score": [2, 1],
        "played": [True] * 2,
    }
    folder = write(tmp_path / "world", players=people, events=days, games=games)
    run(folder, tmp_path / "out", by_date(regulations()))
    rows = pq.read_table(tmp_path / "out" / "lists.parquet").to_pylist()
    march = {row["id"]: row["rating"] for row in rows if row["period"] == dt.date(2024, 3, 1)}
    assert march == {10: 0, 30: 0}
