"""The fourth file of a world: how strong its players truly are, month by month. No rating looks at it.

`id`, `month` and `strength`: one row for the month in which a player enters, and one for each month in which the
strength changes. The file also says what White is worth, how steep the curve of the results is, and with which three
files it was written.
"""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from arpad.bulk.causes import Causes
from arpad.bulk.columns import DAY, ID, WHOLE, Days, Place, days, opened, readable, whole
from arpad.bulk.files import LARGEST_ID, PLAYERS, Players
from arpad.bulk.fingerprint import world_fingerprint
from arpad.bulk.index import IdIndex
from arpad.domain.rating_list import HIGHEST_RATING
from arpad.i18n import ArpadError
from arpad.rating.columns import Numbers

TRUTH = "truth.parquet"
SCHEMA = pa.schema({"id": pa.int64(), "month": pa.date32(), "strength": pa.int32()})
WHITE, SLOPE, WORLD = "white", "slope", "world"


class TruthSink:
    """Writes the strengths of one month after the other, those that changed."""

    def __init__(self, folder: Path, ids: Any, **writing: Any) -> None:
        self._folder, self._ids = folder, ids
        self._writer = pq.ParquetWriter(folder / TRUTH, SCHEMA, **writing)
        self._last: Numbers | None = None

    def add(self, month: dt.date, strength: Numbers) -> None:
        """Write the strengths of a month; 0 is none yet."""
        changed = np.flatnonzero(strength != (0 if self._last is None else self._last))
        self._last = strength
        columns = [
            pa.array(self._ids[changed].astype(np.int64)),
            pa.repeat(pa.scalar(month, pa.date32()), len(changed)),
            pa.array(strength[changed].astype(np.int32)),
        ]
        if len(changed):
            self._writer.write_table(pa.table(columns, schema=SCHEMA))

    def close(self, causes: Causes) -> None:
        """Say what holds in the world, and with which files this one was written: they must be complete."""
        said = {WHITE: str(causes.white), SLOPE: str(causes.slope), WORLD: world_fingerprint(self._folder)}
        self._writer.add_key_value_metadata(said)
        self._writer.close()


@dataclass(frozen=True, slots=True)
class Truth:
    """The true strengths of a world, by month: a player at a place among all has a strength from a month on."""

    causes: Causes
    months: Days
    places: Numbers
    strengths: Numbers
    people: int

    def on_days(self, dates: Iterable[dt.date]) -> Iterator[Numbers]:
        """Return everybody's strength at one day after the other; 0 if nothing is known of a player by then."""
        strength = np.zeros(self.people, dtype=np.int32)
        done = 0
        for date in dates:
            until = int(np.searchsorted(self.months, np.datetime64(date, "D"), side="right"))
            strength = strength.copy()
            strength[self.places[done:until]] = self.strengths[done:until]
            done = max(done, until)
            yield strength


def check_truth(folder: Path) -> None:
    """Refuse a world without its truth."""
    if not (folder / TRUTH).is_file():
        raise ArpadError("lab-no-truth", folder=str(folder))


def read_truth(folder: Path, players: Players) -> Truth:
    """Read the true strengths of a world."""
    check_truth(folder)
    file = folder / TRUTH
    parquet = opened(file, {"id": ID, "month": DAY, "strength": WHOLE})
    with readable(file):
        table = parquet.read(columns=["id", "month", "strength"])
        said = {name.decode(): value.decode() for name, value in (parquet.metadata.metadata or {}).items()}
    if said.get(WORLD, "") and said[WORLD] != world_fingerprint(folder):
        raise ArpadError("lab-truth-stale", file=str(file))
    ids = whole(Place(file, "id"), table["id"], 0, LARGEST_ID)
    months = days(Place(file, "month"), table["month"])
    strength = whole(Place(file, "strength"), table["strength"], 0, HIGHEST_RATING)
    places = IdIndex.of(players.ids).places(ids)
    if len(places) and int(places.min()) < 0:
        stranger = int(ids[int(np.argmax(places < 0))])
        raise ArpadError("lab-truth-other", file=str(file), id=stranger, players=PLAYERS)
    if not len(places):
        raise ArpadError("lab-no-truth", folder=str(folder))
    order = np.argsort(months, kind="stable")
    causes = Causes(int(said.get(WHITE, "0")), Fraction(said.get(SLOPE, "1")))
    return Truth(causes, months[order], places[order], strength[order].astype(np.int32), len(players))
