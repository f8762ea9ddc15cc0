"""Seals and tallies that reveal changed or missing rows in tables the log does not cover."""

import datetime as dt
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    Select,
    Table,
    Update,
    bindparam,
    delete,
    insert,
    select,
    tuple_,
    update,
)

from arpad.domain.values import canonical
from arpad.office.storage._log import journal_of, plain_value
from arpad.office.storage._signing import OfficeKey, begin_key, key_at_hand, sign_all, sign_lists
from arpad.office.storage.log_table import UPGRADED_BY, newest_head, write_log
from arpad.office.storage.schema import SEALED, log, systems, tallies, tournament_log, tournaments
from arpad.release import __version__

# Tallies: how many rows each table of sealed rows has, and a sum over their seals, so that a row that goes is missed.
# The rows themselves come and go without a line of the log. A transaction collects what it writes and removes, and
# writes the tallies at its end, in one order: nobody waits long for a tally, and no two wait for each other. Rows of a
# tournament have a tally of their own, so tournaments do not wait for each other either.

TALLY = "arpad_tally"
WHOLE = 0
"""The number of the tally of a table that belongs to no tournament."""
MODULUS = 1 << 256
COUNTED: Mapping[str, Table] = {table.name: table for table in SEALED if table not in (tallies, tournaments)}
"""The tables that have tallies. The log tells of tournaments."""
OWN_NUMBER = {"sign_ins": "number", "attempts": "number", "tournament_links": "link"}
"""Tables whose rows have numbers: their tallies tell which there are."""
_OF = "tournament_id"
_SELECT_TALLIES = (
    select(tallies)
    .where(tuple_(tallies.c.name, tallies.c.of).in_(bindparam("keys", expanding=True)))
    .order_by(tallies.c.name, tallies.c.of)
    .with_for_update()
)
TallyKey = tuple[str, int]


@dataclass(slots=True)
class RowCount:
    """Rows counted: how many, the sum of the hashes of their seals, and their numbers if they have any."""

    rows: int = 0
    sum: int = 0
    numbers: list[int] = field(default_factory=list)

    def count(self, table: Table, row: Mapping[str, Any], sign: int = 1) -> None:
        """Count a row that is there or comes; with -1, one that goes."""
        self.rows += sign
        self.sum = (self.sum + sign * seal_number(row["seal"])) % MODULUS
        if table.name in OWN_NUMBER:
            self.numbers.append(row[OWN_NUMBER[table.name]])

    def added_to(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Return the row of a tally after this."""
        total = (int(row["sum"], 16) + self.sum) % MODULUS
        return {
            **row,
            "rows": row["rows"] + self.rows,
            "sum": f"{total:064x}",
            "numbers": turned_over(row["numbers"], self.numbers),
        }


Tallied = dict[TallyKey, RowCount]


def seal_number(seal: Any) -> int:
    """Return a seal as a number that can be summed up, whatever was written in its place."""
    return int.from_bytes(hashlib.sha256(str(seal).encode("utf-8", "replace")).digest(), "big")


def tally_key(table: Table, row: Mapping[str, Any]) -> TallyKey:
    """Return which tally counts a row."""
    return table.name, row.get(_OF, WHOLE)


def empty_tally(name: str, of: int) -> dict[str, Any]:
    """Return the row of a tally that has counted nothing."""
    return RowCount().added_to({"name": name, "of": of, "rows": 0, "sum": "0", "numbers": ""})


def wanted_tallies(events: Iterable[int]) -> list[TallyKey]:
    """Return the tallies that there must be: one of each table, and those of every tournament."""
    whole = [(name, WHOLE) for name, table in COUNTED.items() if _OF not in table.c]
    return whole + [key for event in events for key in tallies_of_event(event)]


def tallies_of_event(event: int) -> list[TallyKey]:
    """Return the tallies of a tournament."""
    return [(name, event) for name, table in COUNTED.items() if _OF in table.c]


def note_sealed(connection: Connection, table: Table, rows: Iterable[Mapping[str, Any]], sign: int = 1) -> None:
    """Note rows that were written; with -1, rows that were removed."""
    pending = pending_tallies(connection)
    if pending is not None and table.name in COUNTED:
        for row in rows:
            pending.setdefault(tally_key(table, row), RowCount()).count(table, row, sign)


def pending_tallies(connection: Connection) -> Tallied | None:
    """Return what a transaction has counted so far; None if it is one that does not count."""
    return connection.get_execution_options().get(TALLY)


def logged_counts(connection: Connection, keys: Iterable[TallyKey]) -> list[dict[str, Any]]:
    """Return the rows of tallies, and keep others from changing them until the transaction ends."""
    return [dict(row) for row in connection.execute(_SELECT_TALLIES, {"keys": list(keys)}).mappings()]


def turned_over(spans: str, numbers: Iterable[int]) -> str:
    """Return a set of numbers (`1-5,9` is 1 to 5, and 9) with these put in, if they were not in it, or taken out, if
    they were. A set is held by its edges, the numbers at which it begins or ends: both ways turn two edges over."""
    edges = _edges(spans)
    for number in numbers:
        edges ^= {number, number + 1}
    ordered = sorted(edges)
    pairs = zip(ordered[::2], ordered[1::2], strict=True)
    return ",".join(str(begin) if end == begin + 1 else f"{begin}-{end - 1}" for begin, end in pairs)


def _edges(spans: str) -> set[int]:
    edges: set[int] = set()
    for span in filter(None, spans.split(",")):
        begin, _, last = span.partition("-")
        edges ^= {int(begin), int(last or begin) + 1}
    return edges


# Rows with a seal, which only the office can make: written, changed and removed, and counted by their tallies.

SEAL = "seal"


def seal_of(key: OfficeKey, table: Table, values: Mapping[str, Any]) -> str:
    """Return the seal of a row."""
    row = {column.name: plain_value(values[column.name]) for column in table.columns if column.name != SEAL}
    return key.seal(canonical([table.name, row]))


def _rows(connection: Connection, asked: Executable, values: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    return [dict(row) for row in connection.execute(asked, values).mappings()]


def put_sealed(connection: Connection, table: Table, rows: Iterable[Mapping[str, Any]]) -> None:
    """Write new rows of a table whose rows have a seal."""
    key = key_at_hand(connection)
    sealed = [{**row, SEAL: "" if key is None else seal_of(key[1], table, row)} for row in rows]
    if sealed:
        connection.execute(insert(table), sealed)
        note_sealed(connection, table, sealed)


def change_sealed(connection: Connection, table: Table, key: Sequence[Any], values: Mapping[str, Any]) -> bool:
    """Write other values into a row that is there, with its seal. Returns whether there is one."""
    own = {f"own_{column.name}": part for column, part in zip(table.primary_key, key, strict=True)}
    rows = _rows(connection, _row_to_change(table), own)
    if not rows:
        return False
    (before,) = rows
    row = _changed(key_at_hand(connection), table, before, values)
    connection.execute(_change_of_row(table), {**own, **values, SEAL: row[SEAL]})
    note_sealed(connection, table, [before], -1)
    note_sealed(connection, table, [row])
    return True


@cache
def _row_to_change(table: Table) -> Select[Any]:
    return select(table).where(*_own(table)).with_for_update()


@cache
def _change_of_row(table: Table) -> Update:
    return update(table).where(*_own(table))


def _own(table: Table) -> list[ColumnElement[bool]]:
    """Statements are made once: making one takes longer than asking it."""
    return [column == bindparam(f"own_{column.name}") for column in table.primary_key]


def _changed(
    found: tuple[int, OfficeKey] | None, table: Table, before: Mapping[str, Any], values: Mapping[str, Any]
) -> dict[str, Any]:
    """Return a row with other values. A seal that was not good stays as it was: what somebody forged does not become
    good because the office goes on writing."""
    row = {**before, **values}
    if found is None:
        return {**row, SEAL: ""}
    good = before[SEAL] == seal_of(found[1], table, before)
    return {**row, SEAL: seal_of(found[1], table, row) if good else before[SEAL]}


def remove_sealed(connection: Connection, table: Table, *which: ColumnElement[bool]) -> int:
    """Remove rows of a table whose rows have a seal. Returns how many there were."""
    gone = _rows(connection, delete(table).where(*which).returning(*table.c))
    note_sealed(connection, table, gone, -1)
    return len(gone)


# ---------------------------------------------------------------- tallies


def write_tallies(connection: Connection) -> None:
    """Write the tallies of all that a transaction has written and removed."""
    pending = pending_tallies(connection)
    if not pending:
        return
    key = key_at_hand(connection)
    for row in logged_counts(connection, pending):
        own = {"own_name": row["name"], "own_of": row["of"]}
        changed = _changed(key, tallies, row, pending[row["name"], row["of"]].added_to(row))
        connection.execute(_change_of_row(tallies), {**own, **changed})
    pending.clear()


def begin_tallies(connection: Connection, event: int) -> None:
    """Begin to count the rows of a new tournament."""
    put_sealed(connection, tallies, [empty_tally(*key) for key in tallies_of_event(event)])


def count_all(connection: Connection) -> None:
    """Count what there is, in an office that has no tallies yet."""
    counts: Tallied = {
        key: RowCount() for key in wanted_tallies(connection.execute(select(tournaments.c.id)).scalars())
    }
    for table in COUNTED.values():
        for row in _rows(connection, select(table)):
            counts[tally_key(table, row)].count(table, row)
    put_sealed(connection, tallies, [tally.added_to(empty_tally(*key)) for key, tally in counts.items()])


# ---------------------------------------------------------------- another key


def seal_again(connection: Connection, before: OfficeKey | None) -> None:
    """Seal rows with the newest key: those with a good seal of the key before; all, if there was none. A tally that was
    wrong stays as wrong as it was."""
    key = key_at_hand(connection)
    write_tallies(connection)
    if key is None:
        return
    turned: Tallied = {}
    for table in (*(table for table in SEALED if table is not tallies), tallies):
        for row in _rows(connection, select(table)):
            after = turned.get((row["name"], row["of"]), RowCount()).added_to(row) if table is tallies else dict(row)
            good = before is None or row[SEAL] == seal_of(before, table, row)
            sealed = {**after, SEAL: seal_of(key[1], table, after) if good else row[SEAL]}
            if sealed != row:
                own = [column == row[column.name] for column in table.primary_key]
                changed = {name: value for name, value in sealed.items() if value != row[name]}
                connection.execute(update(table).where(*own).values(changed))
            if table.name in COUNTED:
                tally = turned.setdefault(tally_key(table, row), RowCount())
                tally.sum += seal_number(sealed[SEAL]) - seal_number(row[SEAL])


# The end of a transaction: everything that it wrote is in the log or counted, and what it published is signed.

BY_ITSELF = "arpad"
TALLIED = "0009"
"""The revision since which sealed rows are counted, and the log tells of tournaments."""
GAMES_KEPT = "0010"
"""The revision since which the games of every event have keys."""
NOTICES = "0011"
"""The revision since which tournaments have pictures and notices."""
NEW_IN_NOTICES = ("tournament_pictures", "tournament_subscriptions", "tournament_mails")
FOUNDED = "tournament-founded"
"""The action of a line that tells of a new tournament."""
DELETED = "tournament-deleted"
"""The action of a line that tells of a tournament that was deleted before it had begun: its log has another name."""
BEGINNING = "1970-01-01T00:00:00+00:00"
"""The time of a line, if no line before it has one."""


def seal(connection: Connection) -> None:
    """Refuse a transaction that wrote rows of which no line of the log tells; sign the lists that it published, and
    count the sealed rows that it wrote and removed."""
    write_tallies(connection)
    journal = journal_of(connection)
    if journal is None:
        return
    if journal.entries:
        raise RuntimeError(f"no line of the log tells of {journal.entries[0][0]}")
    sign_lists(connection, journal.published)


def first_key(connection: Connection) -> bool:
    """Give an office without a key its first one; what it keeps is sealed. The next line of the log must tell of it."""
    key = begin_key(connection, newest_head(connection)[0] + 1)
    if key is not None:
        seal_again(connection, None)
    return key is not None


def complete(connection: Connection, before: str | None, after: str) -> None:
    """Give an office of an older release what its schema alone does not have: its first key, its tallies, the lines of
    the log that tell of its tournaments, and the keys of its games. `before` is the revision that it had, None if it is
    new, `after` the one that it has now."""
    new = after >= TALLIED and (before is None or before < TALLIED)
    if new:
        count_all(connection)
    elif before is not None and before < NOTICES <= after:
        _count_notices(connection)
    if before is not None:
        _ensure_key(connection)
        if new:
            _tell_of_tournaments(connection)
        if before < GAMES_KEPT <= after:
            from arpad.office.storage._tables import fill_games  # noqa: PLC0415  (it reads reports; few commands do)

            fill_games(connection)
        if before != after and newest_head(connection)[0]:
            details = {"release": __version__, "before": before}
            write_log(
                connection,
                at=_last_time(connection),
                who=BY_ITSELF,
                action=UPGRADED_BY,
                subject=after,
                details=details,
            )


def tell_of_tournament(
    connection: Connection, number: int, slug: str, first: str, who: str = BY_ITSELF, at: dt.datetime | None = None
) -> None:
    """Write into the log that a tournament was founded here, with the hash of its first line: it is missed if all of it
    goes."""
    details = {"number": number, "sha256": first}
    write_log(connection, at=at or _last_time(connection), who=who, action=FOUNDED, subject=slug, details=details)


def tell_of_deleted(connection: Connection, number: int, slug: str, name: str, who: str, at: dt.datetime) -> None:
    """Write into the log that a tournament was deleted, and under which name its log stays."""
    write_log(connection, at=at, who=who, action=DELETED, subject=slug, details={"number": number, "name": name})


def _tell_of_tournaments(connection: Connection) -> None:
    own = (tournament_log.c.tournament_id == tournaments.c.id) & (tournament_log.c.n == 1)
    asked = select(tournaments.c.id, tournaments.c.slug, tournament_log.c.sha256).join(tournament_log, own)
    for row in connection.execute(asked.order_by(tournaments.c.id)).all():
        tell_of_tournament(connection, *row)


def _count_notices(connection: Connection) -> None:
    """Begin to count the pictures and the notices of the tournaments that are there."""
    known = connection.execute(select(tournaments.c.id).order_by(tournaments.c.id)).scalars().all()
    put_sealed(connection, tallies, [empty_tally(name, event) for event in known for name in NEW_IN_NOTICES])


def _ensure_key(connection: Connection) -> None:
    """Give an office of an older release its first key, and sign what is published."""
    if connection.execute(select(systems.c.id).limit(1)).first() is None or not first_key(connection):
        return
    write_log(connection, at=_last_time(connection), who=BY_ITSELF, action="key-begun", subject="1")
    sign_all(connection)


def _last_time(connection: Connection) -> dt.datetime:
    """The time of the last line of the log."""
    at = connection.execute(select(log.c.at).order_by(log.c.id.desc()).limit(1)).scalar_one_or_none() or BEGINNING
    return dt.datetime.fromisoformat(at)
