"""8.2.1 over columns: which event was a newcomer's first, if two end on one day. The cases are `data/newcomers`."""

import datetime as dt
import tomllib
from itertools import permutations
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from arpad.bulk.replay import by_date
from arpad.bulk.run import run
from arpad.regulations.rating_editions import regulations
from places import FIXTURES

RATED, NEWCOMER = (1, 2, 3), 9
JUNE = dt.date(2024, 6, 1)
HALVES = {"1": 2, "=": 1, "0": 0}


def case(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((FIXTURES / "newcomers" / f"{name}.toml").read_text())["event"]
    return found


def rating(folder: Path, ids: dict[str, int], events: list[dict[str, Any]]) -> int:
    """The newcomer's rating of June, from files with the events in this order and with these ids."""
    folder.mkdir()
    numbers = {"id": [*RATED, NEWCOMER], "born": [1980] * 4, "rating": [1800] * 3 + [0]}
    more = {"games_played": [50] * 3 + [0], "highest": [1800] * 3 + [0]}
    pq.write_table(pa.table(numbers | more), folder / "players.parquet")
    rows = [(ids[event["name"]], event["start"], event["end"], "swiss") for event in events]
    names = ["event", "start", "end", "format"]
    pq.write_table(pa.table(list(zip(*rows, strict=True)), names=names), folder / "events.parquet")
    games = [
        (ids[event["name"]], number, NEWCOMER, other, HALVES[score], True)
        for event in events
        for number, (other, score) in enumerate(zip(RATED, event["scores"].split(), strict=False), 1)
    ]
    names = ["event", "round", "white", "black", "score", "played"]
    pq.write_table(pa.table(list(zip(*games, strict=True)), names=names), folder / "games.parquet")
    run(folder, folder / "out", by_date(regulations()))
    listed = [row for row in pq.read_table(folder / "out" / "lists.parquet").to_pylist() if row["id"] == NEWCOMER]
    return sum(int(player["rating"]) for player in listed if player["period"] == JUNE)


@pytest.mark.parametrize("ids", [{"League": 1, "Weekend": 2}, {"League": 2, "Weekend": 1}], ids=["as-played", "turned"])
def test_the_event_that_started_first_is_the_first(tmp_path: Path, ids: dict[str, int]) -> None:
    """As the office has it, whatever the ids are and in whichever order the file has the events."""
    for at, order in enumerate(permutations(case("8-2-1-same-day"))):
        assert rating(tmp_path / f"{at}", ids, list(order)) == 1698


@pytest.mark.parametrize("name", ["8-2-1-same-days", "8-2-1-unknown"])
def test_the_lower_id_is_the_first_if_the_days_do_not_tell(tmp_path: Path, name: str) -> None:
    """The files have no dates of rounds. Zero in the first event is ignored; after it, it counts."""
    for at, order in enumerate(permutations(case(name))):
        assert rating(tmp_path / f"a{at}", {"Morning Open": 1, "Afternoon Open": 2}, list(order)) == 1698
        assert rating(tmp_path / f"b{at}", {"Morning Open": 2, "Afternoon Open": 1}, list(order)) == 0
