"""Games that an office hands to the laboratory, as the three tables of a world; and how they differ from its lists."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from arpad.bulk.input_files import EARLIEST_BIRTH, EVENTS, GAMES, LATEST_BIRTH, PLAYERS
from arpad.bulk.world_files import writing
from arpad.i18n import Language, text
from arpad.lab.chosen_editions import ChosenEdition
from arpad.lab.same_games import WorldColumns
from arpad.rating.columns import Numbers
from arpad.regulations.articles import TimeClass

FOLDER, SIGNS = "office", 12


@dataclass(frozen=True, slots=True)
class SourceNote:
    """Something that a replay of the games cannot do as the office did it: how often it happened, and names that belong
    to it."""

    kind: str
    count: int
    names: tuple[str, ...] = ()

    def document(self) -> dict[str, Any]:
        return {"kind": self.kind, "count": self.count, "names": list(self.names)}

    def words(self, language: Language) -> str:
        return text(f"lab.compared-note.{self.kind}", language, count=self.count, names=", ".join(self.names))


@dataclass(frozen=True)
class HandedGames:
    """The games of an office in one time class. The ids of players and events in the tables are places; `ids` are the
    office's own, in the order of the places. `lists` are the digests of the lists that the games belong to; the first
    is the one that a replay begins with. `editions` are those that the office rated by."""

    time_class: TimeClass
    ids: Any
    players: pa.Table
    events: pa.Table
    games: pa.Table
    lists: Mapping[str, str]
    editions: tuple[str, ...]
    notes: tuple[SourceNote, ...]

    def world(self, work: Path) -> "tuple[WorldColumns, str]":
        """Write the tables into a folder of work, and read them as a world; with a digest of all that they say. The
        digest is in a file too, so that a run is used again only if nothing has changed."""
        digest = self._digest()
        folder = work / f"{FOLDER}-{digest[:SIGNS]}"
        folder.mkdir(parents=True, exist_ok=True)
        pq.write_table(self.players, folder / PLAYERS, **writing())
        pq.write_table(self.events, folder / EVENTS, **writing())
        pq.write_table(self.games.replace_schema_metadata({"digest": digest}), folder / GAMES, **writing())
        return replace(WorldColumns.read(folder), names=self.ids), digest

    def _digest(self) -> str:
        summary = hashlib.sha256()
        for table in (pa.table({"id": self.ids}), self.players, self.events, self.games):
            for name, column in zip(table.schema.names, table.columns, strict=True):
                if pa.types.is_string(column.type):
                    summary.update("\0".join([name, *column.to_pylist()]).encode())
                else:
                    summary.update(np.ascontiguousarray(column.to_numpy(), dtype="<i8").data)
        return summary.hexdigest()

    def document(self, digest: str, editions: Sequence[ChosenEdition]) -> dict[str, Any]:
        """Return what a comparison of editions says about its source."""
        return {
            "kind": "office",
            "digest": digest,
            "time_class": self.time_class,
            "lists": dict(self.lists),
            "editions": list(self.editions),
            "decided_bases": "ignored",
            "notes": [note.document() for note in self.notes_with(editions)],
        }

    def notes_with(self, editions: Sequence[ChosenEdition]) -> tuple[SourceNote, ...]:
        """Return the notes, and which of the editions that are compared are for another time class."""
        strange = tuple(one.name for one in editions if not one.edition.covers(self.time_class))
        return (*self.notes, *([SourceNote("other-class", len(strange), strange)] if strange else []))

    def words(self, editions: Sequence[ChosenEdition], language: Language) -> list[str]:
        """Tell which games these are, and what is different from the office's own lists."""
        first, *_, last = self.lists
        told = text("label.lab-office-games", language, first=first, last=last, editions=", ".join(self.editions))
        return [told, *(note.words(language) for note in self.notes_with(editions))]


def known_births(years: Numbers) -> Numbers:
    """Return the years of birth as a world has them: 0 if it cannot be one."""
    known = (years >= EARLIEST_BIRTH) & (years <= LATEST_BIRTH)
    return np.where(known, years, 0).astype(np.int32)
