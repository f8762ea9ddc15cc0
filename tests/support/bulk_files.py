"""Three small input files for many games, and the same with something wrong."""

import datetime as dt
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

MARCH = dt.date(2024, 3, 1)

PLAYERS: dict[str, Any] = {
    "id": pa.array([30, 10, 20, 40], pa.int32()),
    "born": pa.array([2010, 1980, 0, 1999], pa.int32()),
    "sex": ["M", "F", "M", "F"],
    "federation": ["ESP", "FRA", "ESP", "IND"],
    "rating": pa.array([1500, 2100, 0, 1800], pa.int32()),
    "games_played": pa.array([12, 300, 0, 40], pa.int32()),
    "highest": pa.array([1500, 2150, 0, 1900], pa.int32()),
}
EVENTS: dict[str, Any] = {
    "event": pa.array([7, 5, 6], pa.int32()),
    "start": [dt.date(2024, 3, 1), dt.date(2024, 3, 8), dt.date(2024, 3, 2)],
    "end": [dt.date(2024, 3, 10), dt.date(2024, 3, 10), dt.date(2024, 3, 4)],
    "format": ["round-robin", "swiss", "double-round-robin"],
}
GAMES: dict[str, Any] = {
    "event": pa.array([5, 5, 6, 7], pa.int32()),
    "round": pa.array([1, 1, 1, 1], pa.int8()),
    "white": pa.array([10, 30, 20, 40], pa.int32()),
    "black": pa.array([20, 40, 30, 10], pa.int32()),
    "score": pa.array([2, 1, 0, 2], pa.int8()),
    "played": [True, True, True, False],
}
FILES = {"players": PLAYERS, "events": EVENTS, "games": GAMES}


def write(folder: Path, **changed: dict[str, Any]) -> Path:
    """The three files; `games={"score": [...]}` has another column there, `games={"score": None}` none at all."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, columns in FILES.items():
        held = {column: value for column, value in (columns | changed.get(name, {})).items() if value is not None}
        pq.write_table(pa.table(held), folder / f"{name}.parquet", write_page_checksum=True)
    return folder
