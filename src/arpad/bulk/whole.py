"""The whole list of a period, from the rows that changed."""

import datetime as dt
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from arpad.bulk.running import RESULT
from arpad.formats.rating_lists.columns import schema
from arpad.i18n import ArpadError
from arpad.lists.published import filled

FIELDS = ("id", "rating", "k", "games", "active")


def lists_in(folder: Path) -> list[dt.date]:
    """Return the lists that a run made."""
    path = folder / RESULT
    if not path.is_file():
        raise ArpadError("bulk-no-lists", folder=str(folder))
    return sorted(set(pq.read_table(path, columns=["period"])["period"].unique().to_pylist()))


def whole_list(folder: Path, date: dt.date) -> pa.Table:
    """Return the list of a day in the columns of a rating list: everybody's last row up to it. Players without a rating
    are left out, except those who had one on the list before: they are shown once, with 0 (7.2.1 and its like). Of a
    player a run knows no name."""
    known = lists_in(folder)
    if date not in known:
        first, last = f"{known[0]:%Y-%m}", f"{known[-1]:%Y-%m}"
        raise ArpadError("bulk-no-list", period=f"{date:%Y-%m}", first=first, last=last)
    table = pq.read_table(folder / RESULT, columns=[*FIELDS, "period"], filters=[("period", "<=", date)])
    last_rows = _last_rows(table)
    rows: dict[str, Any] = {name: last_rows[name].to_numpy() for name in FIELDS}
    before = _last_rows(table.filter(pc.less(table["period"], pa.scalar(date))))
    rated_before = before["id"].filter(pc.greater(before["rating"], 0)).to_numpy()
    fallen = (rows["rating"] == 0) & np.isin(rows["id"], rated_before)
    shown = (rows["rating"] > 0) | fallen
    rows = {name: column[shown] for name, column in rows.items()}
    rated = rows["rating"] > 0
    columns = {
        "id": pa.array(rows["id"]).cast(pa.string()),
        "rating": pa.array(rows["rating"]),
        "games": pa.array(np.where(rated, rows["games"], 0)),
        "k": pa.array(rows["k"], mask=~rated),
        "flag": pa.array(np.where(rows["active"] | ~rated, "", "i")),
    }
    wanted = schema(combined=False, date=date)
    cast = {name: column.cast(wanted.field(name).type) for name, column in columns.items()}
    return filled(cast, wanted, len(rated))


def _last_rows(table: pa.Table) -> pa.Table:
    """Return the last row of every player, which is the one that counts. The rows are in the order of their lists."""
    ids = table["id"].to_numpy()
    _, from_behind = np.unique(ids[::-1], return_index=True)
    return table.take(pa.array(len(ids) - 1 - from_behind))
