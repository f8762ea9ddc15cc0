"""An own edition in fives with a K of its own, and one small event as every way of rating takes it."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from arpad.regulations.rating_editions import Regulations
from places import FIXTURES

FOLDER = FIXTURES / "fives"
EDITION = "fives-2024"
RATINGS = {1: 2003, 2: 1898, 3: 2051}
GAMES = ((1, 1, 2, 2), (2, 3, 1, 0), (3, 2, 3, 1))
"""Round, white, black, half points of white; as in `open.trf`."""
AFTER = {1: 2030, 2: 1895, 3: 2030}
"""K = 30: 2003 + 27.90, 1898 − 4.80 and 2051 − 23.10, to the nearest five."""


def rules() -> Regulations:
    return Regulations(FOLDER)


def world(folder: Path) -> Path:
    """The event as the three files for many games."""
    folder.mkdir()
    ratings = np.array(list(RATINGS.values()), dtype=np.int32)
    count = len(RATINGS)
    players = {
        "id": list(RATINGS), "born": np.full(count, 1980, dtype=np.int32), "sex": ["F"] * count,
        "federation": ["ESP"] * count, "rating": ratings, "games_played": np.full(count, 50, dtype=np.int32),
        "highest": ratings,
    }  # fmt: skip
    day = np.array(["2024-05-10"], dtype="datetime64[D]")
    events = {"event": [1], "start": day, "end": day + 2, "format": ["swiss"]}
    number, white, black, score = (list(column) for column in zip(*GAMES, strict=True))
    games = {"event": [1] * len(GAMES), "round": number, "white": white, "black": black, "score": score}
    tables = {"players": players, "events": events, "games": {**games, "played": [True] * len(GAMES)}}
    for name, columns in tables.items():
        pq.write_table(pa.table(columns), folder / f"{name}.parquet")
    return folder


def ratings_after(out: Path) -> dict[int, int]:
    """Everybody's rating in the last list of a run."""
    rows = pq.read_table(out / "lists.parquet").to_pylist()
    return {row["id"]: row["rating"] for row in rows}
