"""Lists and games of Parquet files: a world, and the lists that `arpad bulk run` made of it."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa

from arpad.bulk.atomic_folders import in_order
from arpad.bulk.input_files import DAY, ID, TRUTH, WHOLE, IdIndex, Players, opened, readable
from arpad.bulk.replay import Calendar, Line, PartColumns, PeriodGames, Rows, calendar_of
from arpad.bulk.run import RESULT
from arpad.i18n import ArpadError
from arpad.lab.rating_account import game_terms
from arpad.lab.scoring import WorldColumns
from arpad.lab.source import GameBlock, GameTerms, LabPeople, ListColumns, PeriodPoints
from arpad.progress import StepsDone
from arpad.rating.change import new_rating, transition_column
from arpad.rating.coefficient import used_k_column
from arpad.rating.columns import Mask, Numbers, Wide
from arpad.rating.game_by_game import Games, beyond_cap_column, both_sides, rate_games, uneven_games
from arpad.rating.inputs import rated_as_column
from arpad.regulations.rating_edition import Edition, too_far

BLOCK = 1 << 17
LISTED = {"period": DAY, "id": ID, "rating": WHOLE, "k": WHOLE, "games": WHOLE, "change": WHOLE, "active": TRUTH}
COLUMNS = ("rating", "k", "games", "active")
Ratings = Mapping[dt.date, Numbers]


def bulk_people(players: Players) -> LabPeople:
    """Return the players of a world."""
    count = len(players)
    names: list[str] = []
    codes = np.zeros(count, dtype=np.int32)
    if len(players.federation):
        coded = players.federation.dictionary_encode()
        names, codes = coded.dictionary.to_pylist(), coded.indices.to_numpy().astype(np.int32)
    woman = np.zeros(count, dtype=np.bool_)
    if len(players.sex):
        woman = np.isin(players.sex.to_numpy(zero_copy_only=False), ("F", "f", "w"))
    known = (players.highest > 0) | (players.rating > 0)
    return LabPeople(players.ids, players.born, woman, codes, tuple(names), known, {}, players.games_played)


class BulkSource:
    """A world with its lists. The games are read at once; the lists one after the other, as they are needed."""

    kind = "bulk"

    def __init__(
        self,
        world: Path,
        out: Path,
        line: Line,
        progress: StepsDone | None = None,
        columns: WorldColumns | None = None,
    ) -> None:
        self.world, self.out, self.line = world, out, line
        read = WorldColumns.read(world, progress) if columns is None else columns
        players, events = read.players, read.events
        self.people = bulk_people(players)
        self.calendar = calendar_of(events, line)
        self._lists = ListFile.of(out, world, players.ids, self.calendar, line)
        self._games = PeriodGames.of(read.games, self.calendar, line)
        self.digests: dict[str, str] = {}

    @property
    def count(self) -> int:
        return len(self.calendar.lists)

    @property
    def dates(self) -> Sequence[dt.date]:
        return self.calendar.lists

    def lists(self) -> Iterator[ListColumns]:
        return self._lists.read(len(self.people), self.calendar.lists)

    def first(self) -> ListColumns:
        return next(self.lists())

    def steps(self) -> Iterator["BulkStep"]:
        """Return the steps from list to list. The digest of the lists is known when all of them have been read."""
        lists = self.lists()
        before = next(lists)
        past = {before.date: before.rating}
        for at, after in enumerate(lists, 1):
            yield BulkStep(before, after, self.line, tuple(self._games.parts(at)), past)
            oldest = self.calendar.oldest(at)
            past = {date: rating for date, rating in past.items() if date >= oldest} | {after.date: after.rating}
            before = after
        self.digests["lists"] = self._lists.digest


@dataclass(frozen=True, slots=True)
class BulkStep:
    """The way from a list to the next, with the games that were rated for it and the ratings of lists in force."""

    before: ListColumns
    after: ListColumns
    line: Line
    parts: Sequence[PartColumns]
    past: Ratings = field(repr=False)

    @property
    def cap(self) -> int:
        return self.line.on(self.after.date).change.cap.value

    @property
    def played(self) -> Mapping[dt.date, int]:
        found: dict[dt.date, int] = {}
        for part in self.parts:
            found[part.list_date] = found.get(part.list_date, 0) + len(part.games)
        return found

    @property
    def oldest(self) -> dt.date:
        return min(self.past)

    def points(self) -> PeriodPoints:
        """Rate all games again, and follow the rules of the list."""
        edition = self.line.on(self.after.date)
        terms, change = GameTerms(), np.zeros(len(self.before.rating), dtype=np.int64)
        for part in self.parts:
            sums = rate_games(part.edition, part.games, self.past[part.list_date], self.before.rating)
            rated = np.flatnonzero(sums.games)
            gained = self._used_k(part.edition, rated) * sums.result[rated]
            change[rated] += gained
            terms += self._terms(part, int(gained.sum()), int(sums.games.sum()))
        transitions = list(self.line.transitions(self.before.date, self.after.date))
        places = np.arange(len(change)) if transitions else self._touched(change)
        base = self.before.rating[places].astype(np.int64)
        played = (base > 0) & (self.after.games[places] != 0)
        computed, change = base.copy(), change[places]
        computed[played] = new_rating(edition, base[played], change[played])
        taken = computed.astype(np.int32)
        for transition in transitions:
            taken = transition_column(transition, taken)
        wide, none, unit = taken.astype(np.int64), np.zeros_like(base), edition.change.rounding_unit.value
        return PeriodPoints(terms, places, base, base, change, none, computed, wide, wide, unit)

    def _touched(self, change: Wide) -> Wide:
        """Return the players for whom games changed something."""
        return np.flatnonzero((self.before.rating != self.after.rating) | (self.after.games != 0) | (change != 0))

    def _used_k(self, edition: Edition, players: Wide | Numbers) -> Wide:
        """Return K of some players as the closing used it, cut by all their games of the period; 0 for players who had
        no rating to change."""
        rated = self.before.rating[players] > 0
        return (used_k_column(edition, self.before.k[players], self.after.games[players]) * rated).astype(np.int64)

    def _terms(self, part: PartColumns, gained: int, sides: int) -> GameTerms:
        """Return the terms of a part from its sum: only games that do not count alike for both are looked at singly."""
        at_start, now = self.past[part.list_date], self.before.rating
        own = rated_as_column(part.edition, at_start, now)
        apart = (at_start > 0) != (now > 0)
        places = uneven_games(part.edition, part.games, at_start, own)
        if apart.any():
            special = apart.take(part.games.white) | apart.take(part.games.black)
            places = np.union1d(places, np.flatnonzero(special))
        some = part.games.take(places)
        rated = both_sides(part.edition, some, at_start, own)
        paid = np.where(rated.counts, self._used_k(part.edition, rated.side.player), 0)
        mutual = (at_start[some.white] > 0) & (at_start[some.black] > 0) & rated.counts[0::2]
        terms = game_terms(len(part.games), mutual, (paid[0::2], rated.result[0::2]), (paid[1::2], rated.result[1::2]))
        even = (sides - int(np.count_nonzero(rated.counts))) // 2
        rest = 2 * gained - terms.one_sided_cap - terms.one_sided_game
        return replace(terms, both_rated=even + terms.both_rated, k_asymmetry=rest)

    def blocks(self) -> Iterator[GameBlock]:
        for part in self.parts:
            yield from _blocks(part.edition, part.games, self.past[part.list_date], part.list_date)


def _blocks(edition: Edition, games: Games, at_start: Numbers, date: dt.date) -> Iterator[GameBlock]:
    """Return the games of two rated players by the list of a day, in blocks."""
    capped = _capped_singly(edition, games, at_start)
    for begin in range(0, len(games.white), BLOCK):
        block = slice(begin, begin + BLOCK)
        white, black = games.white[block], games.black[block]
        mine, theirs = at_start.take(white), at_start.take(black)
        rated = (mine > 0) & (theirs > 0) & ~too_far(edition, mine, theirs)
        held = beyond_cap_column(edition, mine, theirs) if capped is None else capped[block]
        listed = np.full(len(white), date.toordinal(), dtype=np.int32)
        event, score = games.event[block], games.score[block]
        yield GameBlock(event, white, black, score, mine - theirs, held, mine, listed).take(rated)


def _capped_singly(edition: Edition, games: Games, at_start: Numbers) -> Mask | None:
    """Return the games whose favourite is capped, if a player's games of an event decide together; else None."""
    if edition.change.cap_policy.value == "always":
        return None
    capped = np.zeros(len(games), dtype=np.bool_)
    places = uneven_games(edition, games, at_start, at_start)
    rated = both_sides(edition, games.take(places), at_start, at_start)
    held = rated.counts & (rated.difference > 0) & (rated.used != rated.difference)
    capped[places] = held[0::2] | held[1::2]
    return capped


class ListFile:
    """The rows of the lists that differ, put together to whole lists. The digest is known when all have been read."""

    def __init__(self, file: Path, world: Path, index: IdIndex) -> None:
        if not file.is_file():
            raise ArpadError("bulk-no-lists", folder=str(file.parent))
        self._parquet = opened(file, LISTED)
        self._file, self._world, self._index = file, world, index
        self.digest = ""

    @classmethod
    def of(cls, out: Path, world: Path, ids: Wide, calendar: Calendar, line: Line) -> "ListFile":
        """Open the lists of a run: they must be those that the events and the edition give."""
        file = cls(out / RESULT, world, IdIndex.of(ids))
        first, last = file.ends()
        if first != calendar.lists[0] or last not in calendar.lists:
            made = line.name or line.on(calendar.lists[-1]).id
            raise ArpadError("lab-other-lists", out=str(out), world=str(world), first=first, last=last, edition=made)
        return file

    @property
    def _groups(self) -> list[int]:
        """Return the row groups that hold something: a list without a change has none."""
        metadata = self._parquet.metadata
        return [group for group in range(metadata.num_row_groups) if metadata.row_group(group).num_rows]

    def ends(self) -> tuple[dt.date, dt.date]:
        """Return the first and the last list with a row."""
        groups = self._groups
        if not groups:
            raise ArpadError("lab-one-list", count=0)
        with readable(self._file):
            found = [self._parquet.read_row_group(group, ["period"])["period"] for group in (groups[0], groups[-1])]
        return found[0][0].as_py(), found[1][-1].as_py()

    def read(self, people: int, dates: Sequence[dt.date]) -> Iterator[ListColumns]:
        """Return one whole list after the other; one without rows is as the list before."""
        columns: dict[str, Numbers] = {name: np.zeros(people, dtype=np.int32) for name in COLUMNS}
        digest, lists = "", self._lists()
        date, rows = next(lists)
        for day in dates:
            if date != day:
                rows_now = rows.slice(0, 0)
            else:
                rows_now = rows
                date, rows = next(lists, (dt.date.max, rows))
            places = self._places(rows_now)
            for name in COLUMNS:
                columns[name] = columns[name].copy()
                columns[name][places] = rows_now[name].to_numpy()
            digest = _digest(digest, day, rows_now)
            yield ListColumns(day, columns["rating"], columns["k"], columns["games"], columns["active"].astype(bool))
        self.digest = digest

    def _lists(self) -> Iterator[tuple[dt.date, pa.Table]]:
        """Return the rows of one list after the other; a list may be in several row groups."""
        waiting: list[pa.Table] = []
        with (
            readable(self._file),
            in_order(self._parquet.read_row_group, self._groups) as groups,
        ):
            for group in groups:
                days = group["period"].to_numpy()
                bounds = [0, *(np.flatnonzero(days[1:] != days[:-1]) + 1).tolist(), len(days)]
                for begin, end in pairwise(bounds):
                    part = group.slice(begin, end - begin)
                    if waiting and waiting[0]["period"][0] != part["period"][0]:
                        yield _joined(waiting)
                        waiting = []
                    waiting.append(part)
        if waiting:
            yield _joined(waiting)

    def _places(self, rows: pa.Table) -> Numbers:
        ids = rows["id"].to_numpy()
        places = self._index.places(ids)
        if len(places) and int(places.min()) < 0:
            stranger = int(ids[int(np.argmax(places < 0))])
            raise ArpadError("lab-other-world", out=str(self._file.parent), world=str(self._world), id=stranger)
        return places


def _joined(parts: Sequence[pa.Table]) -> tuple[dt.date, pa.Table]:
    table = pa.concat_tables(parts)
    return table["period"][0].as_py(), table


def _digest(before: str, date: dt.date, rows: pa.Table) -> str:
    """Return the digest of all lists up to this one, as the run made it."""
    named = {name: rows[name].to_numpy() for name in LISTED if name != "period"}
    return Rows(date, **named).digest(before)
