"""The repository of list versions in a system, the editions of each list, and the player register."""

import datetime as dt
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from sqlalchemy import ColumnElement, Connection, Row, bindparam, delete, select

from arpad.documents.document import extended
from arpad.domain.values import canonical
from arpad.i18n import ArpadError
from arpad.lists.compare import history_rows
from arpad.lists.ledger import Ledger, Standing
from arpad.lists.list_versions import ListVersion
from arpad.lists.manifest import digest_of, named_in
from arpad.lists.period import list_editions
from arpad.lists.player_index import ListedPerson, NameIndex
from arpad.lists.whole_list import PlayerRank, Tables, active_ratings
from arpad.office.context import Desk, SystemRecord, system_of
from arpad.office.storage._dialects import insert_rows
from arpad.office.storage._log import add_row, batches, change_rows, next_number, remove_rows
from arpad.office.storage._tables import HistoryRow, all_decisions, history_of, merged, put_contents
from arpad.office.storage.caches import ChangeWatch, LedgerCache
from arpad.office.storage.schema import contents, events, history, players, systems, versions
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition, lists_after
from arpad.release import __version__

# The register: every player on any list of the system, with the data of the newest one.

REGISTER = ("name", "federation", "sex", "title", "born")


def update_register(connection: Connection, system_id: int, before: Ledger | None, ledger: Ledger) -> None:
    """Update the register to a list, from the list that it has now."""
    changed = ledger.players if before is None else _changed(before.players, ledger.players)
    if before is not None:
        known = ledger.players["id"].combine_chunks()
        gone = before.players["id"].filter(pc.invert(pc.is_in(before.players["id"], value_set=known)))
        for some in batches([*changed["id"].to_pylist(), *gone.to_pylist()]):
            connection.execute(delete(players).where(players.c.system_id == system_id, players.c.id.in_(some)))
    insert_rows(connection, players, ("system_id", "id", *REGISTER), _rows(system_id, changed))


def _changed(before: pa.Table, after: pa.Table) -> pa.Table:
    """Return the players who are new or whose data have changed."""
    places = pc.index_in(after["id"], value_set=before["id"].combine_chunks())
    old = before.take(pc.fill_null(places, 0)) if before.num_rows else None
    differs = pc.is_null(places)
    if old is not None:
        for name in REGISTER:
            differs = pc.or_(differs, pc.not_equal(after[name], old[name]))
    return after.filter(differs)


def register_rows(system_id: int, ledger: Ledger) -> Iterator[tuple[Any, ...]]:
    """The rows that the register of a system must have if a list is its newest, in the order of the ids."""
    return _rows(system_id, ledger.players)


def _rows(system_id: int, table: pa.Table) -> Iterator[tuple[Any, ...]]:
    columns = [_storable(table[name]).to_pylist() for name in ("id", *REGISTER)]
    return ((system_id, *cells) for cells in zip(*columns, strict=True))


def _storable(cells: pa.ChunkedArray) -> pa.ChunkedArray:
    """PostgreSQL knows no NUL."""
    return pc.replace_substring(cells, "\0", "\N{REPLACEMENT CHARACTER}") if pa.types.is_string(cells.type) else cells


# The lists of a transaction: the versions of a system, the newest of each period, and their ledgers.

SEEN = [column for column in versions.c if column.name != "manifest"]
"""The usual columns of a version; its manifest is long, and read separately."""
VERSIONS = (
    select(*SEEN).where(versions.c.system_id == bindparam("system")).order_by(versions.c.period, versions.c.number)
)
FOREIGN = "fide"


class ListRepository:
    """The lists of a system as one transaction sees them. `known` keeps what does not change until the office does."""

    def __init__(
        self,
        connection: Connection,
        system: SystemRecord,
        ledgers: LedgerCache,
        *,
        published: bool = False,
        known: ChangeWatch | None = None,
    ) -> None:
        self.connection, self.system, self.ledgers = connection, system, ledgers
        self.known = known or ChangeWatch()
        self.versions = self.known.of(("versions", system.id, published), lambda: self._read_versions(published))
        self.newest: dict[dt.date, Row[Any]] = self.known.of(
            ("newest", system.id, published), lambda: {row.period: row for row in self.versions}
        )

    def _read_versions(self, published: bool) -> list[Row[Any]]:
        found = self.connection.execute(VERSIONS, {"system": self.system.id})
        return [row for row in found if row.state == "published" or not published]

    def merged(self) -> Mapping[str, str]:
        """Return every identity that was merged away, with the one that is kept."""
        return self.known.of(("merged", self.system.id), lambda: merged(all_decisions(self.connection, self.system.id)))

    def identities(self, id_: str) -> tuple[str, ...]:
        """Return a player's identities: the one that is kept, then those that were merged into it. One that was merged
        away is alone."""

        def by_kept() -> dict[str, tuple[str, ...]]:
            found: dict[str, tuple[str, ...]] = {}
            for drop, keep in self.merged().items():
                found[keep] = (*found.get(keep, (keep,)), drop)
            return found

        return self.known.of(("identities", self.system.id), by_kept).get(id_, (id_,))

    def last(self, before: dt.date | None = None) -> Row[Any] | None:
        """The newest version of the last list, or of the last before a day."""
        periods = [period for period in self.newest if before is None or period < before]
        return self.newest[max(periods)] if periods else None

    def in_force(self, date: dt.date) -> Row[Any]:
        """Return the list in force on a day; for days before the first list, the first one."""
        periods = [period for period in self.newest if period <= date]
        return self.newest[max(periods) if periods else min(self.newest)]

    def ledger(self, version: Row[Any]) -> Ledger:
        return self.ledgers.get(self.connection, version)

    def index(self, version: Row[Any]) -> NameIndex | None:
        """Return the index of the players of a version, if there is a folder for it."""
        return self.ledgers.index(self.connection, version)

    def person(self, version: Row[Any], id_: str) -> ListedPerson | None:
        """Return a player of a version."""
        index = self.index(version)
        if index is not None:
            return index.person(id_)
        row = self.ledger(version).rows([id_]).get(id_)
        return None if row is None else ListedPerson.of(row)

    def ranks(self, version: Row[Any], id_: str) -> Mapping[TimeClass, PlayerRank]:
        """Return the ranks of a player of a version, by time class."""
        index = self.index(version)
        if index is not None:
            return index.ranks(id_)
        row = self.ledger(version).rows([id_]).get(id_)
        ranks = self.ledgers.ranks(self.connection, version)
        return {} if row is None else ranks.of(row.federation, active_ratings(row))

    def imported_standings(self, id_: str) -> dict[int, tuple[Standing, ...] | None]:
        """Return the standings of a player on every imported list, by the id of its version: rating, K and games; None
        if they have no rating there."""
        found: dict[int, tuple[Standing, ...] | None] = {}
        near = -1
        for version in self.versions:
            if version.kind != "import":
                continue
            index = self.ledgers.standings(self.connection, version)
            if index is None:
                row = self.ledger(version).rows([id_]).get(id_)
                found[version.id] = row.standings if row and any(own.rating for own in row.standings) else None
                continue
            place = index.place(id_, near)
            found[version.id] = None if place is None else index.at(place)
            near = near if place is None else place
        return found

    def made(self, version: Row[Any], kind: str, make: Callable[[], Tables]) -> Tables:
        """Return tables that follow from a version, made once for all who ask."""
        return self.ledgers.made(version.digest, kind, make)

    def history(self, id_: str) -> list[HistoryRow]:
        """Return the rows of a player's history, of all versions."""
        return history_of(self.connection, id_)

    def manifest(self, version: Row[Any]) -> dict[str, Any]:
        """Return what a version was made from."""
        found: dict[str, Any] = json.loads(self.manifest_text(version))
        return found

    def manifest_text(self, version: Row[Any]) -> str:
        """Return what a version was made from, as stored."""
        wanted = select(versions.c.manifest).where(versions.c.id == version.id)
        return str(self.connection.execute(wanted).scalar_one())

    def events(self, *which: ColumnElement[bool]) -> Sequence[Row[Any]]:
        """Return the events of the system, all or some, in the order in which they came."""
        wanted = select(events).where(events.c.system_id == self.system.id, *which)
        return self.connection.execute(wanted.order_by(events.c.id)).all()

    def past(self, date: dt.date) -> Ledger:
        return self.ledger(self.in_force(date))

    def find(self, period: dt.date, number: int | None = None) -> Row[Any]:
        """Return a version of a list; without a number, the newest."""
        if period not in self.newest:
            known = ", ".join(f"{date:%Y-%m}" for date in sorted(self.newest)) or "–"
            raise ArpadError("office-no-list", period=f"{period:%Y-%m}", known=known)
        newest = self.newest[period]
        if number is None or number == newest.number:
            return newest
        row = next((version for version in self.versions if (version.period, version.number) == (period, number)), None)
        if row is None:
            raise ArpadError("office-no-version", period=f"{period:%Y-%m}", number=number, newest=newest.number)
        return row

    def parent(self, version: Row[Any]) -> Row[Any] | None:
        """The version that one was made from; None for one that was imported."""
        wanted = select(*SEEN).where(versions.c.id == version.parent_id)
        return None if version.parent_id is None else self.connection.execute(wanted).first()

    def by_digest(self, digest: str) -> Row[Any]:
        """The version with a digest: what a manifest names."""
        row = self.connection.execute(select(*SEEN).where(versions.c.digest == digest)).first()
        if row is None:
            raise ArpadError("office-no-digest", digest=digest)
        return row

    def put(
        self,
        ledger: Ledger,
        manifest: Mapping[str, Any],
        *,
        kind: str,
        state: str,
        parent: Row[Any] | None,
        reason: str = "",
    ) -> Row[Any]:
        """Keep a list as the next version of its period; a provisional one before it makes room."""
        present = self.newest.get(ledger.date)
        number = 1 if present is None else present.number + 1
        last = self.last()
        if last is None or ledger.date >= last.period:
            stands_at = None if last is None else self.ledger(last)
            update_register(self.connection, self.system.id, stands_at, ledger)
        if present is not None and present.state == "provisional":
            self._remove(present)
            number = present.number
        before = None if parent is None else self.ledger(parent)
        id_, digest = next_number(self.connection, versions.c.id), digest_of(manifest)
        values = {
            "id": id_,
            "system_id": self.system.id,
            "period": ledger.date,
            "number": number,
            "kind": kind,
            "state": state,
            "parent_id": None if parent is None else parent.id,
            "digest": digest,
            "manifest": canonical(manifest),
            "reason": reason,
            "release": __version__,
            "players": len(ledger),
        }
        add_row(self.connection, versions, values)
        put_contents(self.connection, id_, ledger.to_parquet())
        if kind == "closed":
            insert_rows(
                self.connection, history, history.c.keys(), ((id_, *row) for row in history_rows(before, ledger))
            )
        self.ledgers.put(digest, ledger)
        row = self.connection.execute(select(*SEEN).where(versions.c.id == id_)).one()
        self.versions.append(row)
        self.newest[ledger.date] = row
        return row

    def publish(self, provisional: Row[Any]) -> Row[Any]:
        """Make a provisional version a published one."""
        change_rows(self.connection, versions, [(provisional.id,)], {"state": "published"})
        row = self.connection.execute(select(*SEEN).where(versions.c.id == provisional.id)).one()
        self.versions[self.versions.index(provisional)] = row
        self.newest[row.period] = row
        return row

    def discard(self, provisional: Row[Any]) -> None:
        """Remove a provisional version of the last list; what was before it is the newest again."""
        ledger = self.ledger(provisional)
        self._remove(provisional)
        earlier = [row for row in self.versions if row.period == provisional.period]
        if earlier:
            self.newest[provisional.period] = max(earlier, key=lambda row: row.number)
        last = self.last()
        assert last is not None  # the first list of an office is never provisional
        update_register(self.connection, self.system.id, ledger, self.ledger(last))

    def _remove(self, provisional: Row[Any]) -> None:
        """Remove a provisional list that another one replaces, or that is discarded. The database refuses to remove a
        published one."""
        connection, held = self.connection, contents.c.version_id == provisional.id
        connection.execute(delete(history).where(history.c.version_id == provisional.id))
        names = connection.execute(select(contents.c.name).where(held).order_by(contents.c.name)).scalars().all()
        remove_rows(connection, contents, [(provisional.id, name) for name in names])
        remove_rows(connection, versions, [(provisional.id,)])
        self.versions.remove(provisional)
        del self.newest[provisional.period]


def version_record(row: Row[Any]) -> ListVersion:
    return extended(ListVersion, row, made=row.kind)


def foreign_repository(desk: Desk, connection: Connection, system: SystemRecord) -> ListRepository | None:
    """Return FIDE's lists, if the office has them (FEDA 9.56)."""
    if system.name == FOREIGN:
        return None
    if connection.execute(select(systems.c.id).where(systems.c.name == FOREIGN)).first() is None:
        return None
    repository = ListRepository(connection, system_of(connection, FOREIGN), desk.ledgers)
    return repository if repository.newest else None


# The editions for a list: those in force on its day, or the one named if there is none.


def editions_of(desk: Desk, repository: ListRepository, version: Row[Any]) -> dict[TimeClass, Edition]:
    """The editions whose rules hold for a version."""
    return list_editions(desk.regulations, repository.system.name, version.period, named_of(desk, repository, version))


def editions_at(desk: Desk, repository: ListRepository, period: dt.date) -> dict[TimeClass, Edition]:
    """Return the editions for the list of a day: as in its newest version, if there is one."""
    version = repository.newest.get(period)
    if version is not None:
        return editions_of(desk, repository, version)
    return list_editions(desk.regulations, repository.system.name, period)


def next_list(desk: Desk, repository: ListRepository) -> dt.date | None:
    """Return the list to be closed next: the first after the last one; None if there is no list yet."""
    last = repository.last()
    if last is None:
        return None
    if last.state == "provisional":
        waiting: dt.date = last.period
        return waiting

    def following() -> dt.date:
        edition = next(iter(editions_of(desk, repository, last).values()))
        return next(lists_after(edition, last.period))

    return repository.known.of(("next-list", repository.system.id, last.id, last.state), following)


def in_force(desk: Desk, system: str, period: dt.date) -> bool:
    """Whether an edition is in force on the day of a list."""
    try:
        return bool(list_editions(desk.regulations, system, period))
    except ArpadError:
        return False


def named_of(desk: Desk, repository: ListRepository, version: Row[Any]) -> str | None:
    """Return the edition that was named for a version; None if one is in force on its day."""
    if in_force(desk, repository.system.name, version.period):
        return None
    return named_in(repository.manifest(version)).own


def to_be_named(desk: Desk, repository: ListRepository, period: dt.date, given: str | None) -> str | None:
    """The edition to be named for a list: the one given, else the one its version before has. If one is in force,
    no other can be."""
    if in_force(desk, repository.system.name, period):
        editions = list_editions(desk.regulations, repository.system.name, period)
        if given is not None and given not in {edition.id for edition in editions.values()}:
            held = next(iter(editions.values())).id
            raise ArpadError("list-edition-held", period=f"{period:%Y-%m}", edition=given, held=held)
        return None
    present = repository.newest.get(period)
    return given if given is not None or present is None else named_of(desk, repository, present)
