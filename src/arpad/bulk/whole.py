"""The whole list of a period, from the rows that changed."""

import datetime as dt
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from arpad.bulk.running import RESULT
from arpad.locale import ArpadError
from arpad.reports.rating_lists import schema

FIELDS = ("id", "rating", "k", "games", "active")


def lists_in(folder: Path) -> list[dt.date]:
    """The lists that a run made."""
    path = folder / RESULT
    if not path.is_file():
        raise ArpadError("bulk-no-lists", folder=str(folder))
    return sorted(set(pq.read_table(path, columns=["period"])["period"].unique().to_pylist()))


def whole_list(folder: Path, date: dt.date) -> pa.Table:
    """The list of a day in the columns of a rating list: everybody's last row up to it, those without a rating left
    out. Of a player a run knows no name."""
    known = lists_in(folder)
    if date not in known:
        first, last = f"{known[0]:%Y-%m}", f"{known[-1]:%Y-%m}"
        raise ArpadError("bulk-no-list", period=f"{date:%Y-%m}", first=first, last=last)
    table = pq.read_table(folder / RESULT, columns=[*FIELDS, "period"], filters=[("period", "<=", date)])
    ids = table["id"].to_numpy()
    # The rows stand in the order of their lists: the last one of an id is the one that holds.
    _, from_behind = np.unique(ids[::-1], return_index=True)
    last_rows = table.take(pa.array(len(ids) - 1 - from_behind))
    rows: dict[str, Any] = {name: last_rows[name].to_numpy() for name in FIELDS}
    rated = rows["rating"] > 0
    rows = {name: column[rated] for name, column in rows.items()}
    columns = {
        "id": pa.array(rows["id"]).cast(pa.string()),
        "rating": pa.array(rows["rating"]),
        "games": pa.array(rows["games"]),
        "k": pa.array(rows["k"]),
        "flag": pa.array(np.where(rows["active"], "", "i")),
    }
    wanted = schema(combined=False, date=date)
    height = int(rated.sum())
    made = [
        columns[field.name].cast(field.type)
        if field.name in columns
        else (pa.repeat("", height) if pa.types.is_string(field.type) else pa.nulls(height, field.type))
        for field in wanted
    ]
    return pa.table(made, schema=wanted)
