"""The audit of table rows against log, signatures, lists and seals: its results, and reading rows that are damaged."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import pyarrow as pa
from sqlalchemy import Boolean, Column, Connection, Date, Integer, LargeBinary, Table
from sqlalchemy.exc import DBAPIError

from arpad.documents.document import Document, InWords, shows
from arpad.domain.values import sha256_of
from arpad.i18n import ArpadError, Language, text
from arpad.lists.compare import history_rows
from arpad.lists.ledger import Ledger
from arpad.office._list_repository import REGISTER, register_rows
from arpad.office.proof.signatures import handed_on
from arpad.office.storage._log import (
    ANSWERED,
    BEFORE_FIRST,
    HASHED,
    LEFT_OUT,
    LINE_FIELDS,
    hash_of_line,
    sha256_of_value,
)
from arpad.office.storage._seals import (
    COUNTED,
    DELETED,
    FOUNDED,
    SEAL,
    RowCount,
    Tallied,
    empty_tally,
    seal_of,
    tally_key,
    wanted_tallies,
)
from arpad.office.storage._signing import HEAD, LIST, OfficeKey, head_statement, is_signed, list_statement
from arpad.office.storage._tables import games_by_event, sha256
from arpad.office.storage.caches import stored_ledger
from arpad.office.storage.log_table import FOUNDED_BY, UPGRADED_BY
from arpad.office.storage.schema import (
    SEALED,
    event_games,
    history,
    keys,
    metadata,
    players,
    signatures,
    systems,
    tallies,
    tournaments,
    versions,
)

# What an examination finds, as values: a row that is wrong, a table and how it is proved, the whole.

How = Literal["log", "chain", "signature", "list", "report", "seal", "not"]
"""By what the rows of a table are proved: written in the log; chained by hashes; signed; recomputed from the lists or
from the reports that the log tells of; sealed; not at all."""
LONGEST = 120


class WrongRow(Document, frozen=True):
    """A row that is not as it should be. `row` is the key of the row, in words; `code` says what is wrong."""

    shown = shows("code", "table", "row", "column", "found", "expected", "message")
    code: str
    table: str
    row: str = ""
    column: str = ""
    found: str = ""
    expected: str = ""

    def text(self, language: Language) -> str:
        """Say in one line what is wrong."""
        values = {"column": self.column, "found": self.found, "expected": self.expected}
        where = f"{self.table}, {self.row}" if self.row else self.table
        return f"{where}: {text(f'proof.wrong.{self.code}', language, **values)}"

    @property
    def message(self) -> Annotated["WrongRow", InWords(str, lambda wrong, language: wrong.text(language))]:
        return self


class ExaminedTable(Document, frozen=True):
    """A table: its rows, by what they are proved, and how many findings concern it."""

    table: str
    rows: int
    proved_by: How
    wrong: int


class Examination(Document, frozen=True):
    """What an examination found. `line` and `head` are the end of the log, `key` the newest public key; `unproved` are
    keys of messages on what was not proved, `release` is the one that wrote the office. `first` is the hash of the
    first line of the log, `keys` are all public keys."""

    shown = shows("sound", "quick", "line", "head", "key", "release", "tables", "wrong", "unproved")
    quick: bool
    line: int
    head: str
    key: str
    tables: tuple[ExaminedTable, ...]
    wrong: tuple[WrongRow, ...]
    unproved: Annotated[
        tuple[str, ...], InWords(list[str], lambda keys, language: [text(key, language) for key in keys])
    ] = ()
    release: str = ""
    first: str = ""
    keys: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        return not self.wrong

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables)

    def summary(self, language: Language) -> str:
        """Say in a line what came of it: it names what was not proved, or how much is wrong."""
        count = max(sum(table.wrong for table in self.tables), len(self.wrong))
        unproved = "; ".join(text(key, language) for key in self.unproved)
        sound = "label.office-unproved" if self.unproved else "label.office-sound"
        values = {"rows": self.rows, "tables": len(self.tables), "line": self.line, "count": count}
        return text("label.office-wrong" if self.wrong else sound, language, **values, unproved=unproved)


class Findings:
    """What is being found, table by table. After some of a kind in a table the others are only counted."""

    MOST = 200

    def __init__(self) -> None:
        self.wrong: list[WrongRow] = []
        self.counts: dict[str, int] = {}

    def add(
        self, code: str, table: str, row: str = "", *, column: str = "", found: Any = "", expected: Any = ""
    ) -> None:
        """Note something that is wrong."""
        self.counts[table] = self.counts.get(table, 0) + 1
        if self.counts[table] <= self.MOST:
            self.wrong.append(WrongRow(code, table, row, column, shown(found), shown(expected)))

    def count(self, table: str) -> int:
        return self.counts.get(table, 0)


def shown(value: Any) -> str:
    """Return a value for a message, in one short line."""
    if isinstance(value, bytes | memoryview):
        return f"{len(value)} bytes"
    if isinstance(value, Mapping):
        return shown(", ".join(f"{name} {shown(part)}" for name, part in value.items()))
    line = "–" if value is None or value == "" else " ".join(str(value).split())
    line = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in line)
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def named(names: Sequence[str], key: Sequence[Any]) -> str:
    """Return the key of a row in words: `id 7`, `event_id 3, number 1`."""
    return ", ".join(f"{name} {shown(part)}" for name, part in zip(names, key, strict=True))


# Reading rows as they are, however damaged: no type is trusted, and bytes that are no letters do not stop it.

FEW, MANY = 4, 5_000
UNREADABLE = (
    DBAPIError, ArpadError, ValueError, TypeError, LookupError, OverflowError, OSError, MemoryError, pa.ArrowException
)  # fmt: skip
"""What damaged rows raise when they are read."""


@contextmanager
def plainly(connection: Connection) -> Iterator[None]:
    """SQLite: texts that are not UTF-8 are read all the same."""
    driver: Any = connection.connection.driver_connection
    if connection.dialect.name != "sqlite":
        yield
        return
    driver.text_factory = lambda data: data.decode("utf-8", "backslashreplace")
    try:
        yield
    finally:
        driver.text_factory = str


def rows_of(
    connection: Connection, table: Table, columns: Sequence[str] = (), where: str = "", order: Sequence[str] = ()
) -> Iterator[tuple[Any, ...]]:
    """The rows of a table in the order of its key, all columns or some, as the driver gives them; dates as texts, flags
    as flags."""
    columns = columns or table.c.keys()
    quote = connection.dialect.identifier_preparer.quote
    names = ", ".join(quote(name) for name in columns)
    by = ", ".join(quote(name) for name in order or [column.name for column in table.primary_key])
    asked = f"SELECT {names} FROM {quote(table.name)} {where and f'WHERE {where}'} ORDER BY {by}"
    big = any(isinstance(table.c[name].type, LargeBinary) for name in columns)
    dates = [at for at, name in enumerate(columns) if isinstance(table.c[name].type, Date)]
    flags = [at for at, name in enumerate(columns) if isinstance(table.c[name].type, Boolean)]
    options = {"yield_per": FEW if big else MANY}
    with connection.execution_options(**options).exec_driver_sql(asked) as result:
        for row in result:
            yield _plain(row, dates, flags) if dates or flags else tuple(row)


def _plain(row: Sequence[Any], dates: Sequence[int], flags: Sequence[int]) -> tuple[Any, ...]:
    cells = list(row)
    for at in dates:
        cells[at] = cells[at].isoformat() if hasattr(cells[at], "isoformat") else cells[at]
    for at in flags:
        cells[at] = bool(cells[at]) if cells[at] in (0, 1) else cells[at]
    return tuple(cells)


@contextmanager
def readable(findings: Findings, table: str) -> Iterator[None]:
    """Note a table that cannot be read to its end."""
    try:
        yield
    except UNREADABLE as problem:
        findings.add("unreadable", table, found=getattr(problem, "orig", None) or problem)


# Players and histories follow from the lists, the keys of games from the reports: they are compared with what these
# give.

HISTORY = ("time_class", "player", "rating", "k", "games", "change")
Cells = tuple[Any, ...]
OfVersion = Callable[[int], Ledger]


def examine_players(connection: Connection, ledger: OfVersion, findings: Findings) -> int:
    """Compare the register of every system with its newest list. Returns the rows."""
    count = 0
    known = set()
    with readable(findings, players.name):
        for (system,) in list(rows_of(connection, systems, ("id",))):
            known.add(system)
            of_system = f"system_id = {int(system)}"
            lists = list(rows_of(connection, versions, ("id",), of_system, order=("period", "number")))
            listed = register_rows(system, ledger(lists[-1][0])) if lists else []
            columns = ("system_id", "id", *REGISTER)
            there = rows_of(connection, players, columns, of_system)
            count += _compare_rows(players.name, columns, 2, there, listed, findings)
        for row in rows_of(connection, players, ("system_id", "id")):
            if row[0] not in known:
                findings.add("added", players.name, named(["system_id", "id"], row))
    return count


def examine_history(connection: Connection, ledger: OfVersion, findings: Findings, done: Callable[[], None]) -> int:
    """Compare the history of every version with the list and the one before it. Returns the rows."""
    count = 0
    closed = set()
    with readable(findings, history.name):
        for id_, kind, parent in list(rows_of(connection, versions, ("id", "kind", "parent_id"))):
            done()
            if kind != "closed":
                continue
            closed.add(id_)
            with readable(findings, history.name):
                expected = sorted(history_rows(None if parent is None else ledger(parent), ledger(id_)))
                there = rows_of(connection, history, HISTORY, f"version_id = {int(id_)}", order=HISTORY[:2])
                named_rows = ((id_, *row) for row in there)
                columns = ("version_id", *HISTORY)
                count += _compare_rows(
                    history.name, columns, 3, named_rows, ((id_, *row) for row in expected), findings
                )
        for row in rows_of(connection, history, ("version_id", "time_class", "player")):
            if row[0] not in closed:
                findings.add("added", history.name, named(["version_id", "time_class", "player"], row))
    return count


def examine_games(connection: Connection, findings: Findings) -> int:
    """Compare the keys of the games of every event with its report. Returns the rows."""
    count, columns = 0, ("event_id", "game")
    with readable(findings, event_games.name):
        known = set()
        for event, games in games_by_event(connection):
            known.add(event)
            there = sorted(rows_of(connection, event_games, columns, f"event_id = {int(event)}"), key=_text)
            count += _compare_rows(
                event_games.name, columns, 2, there, sorted(((event, key) for key in games), key=_text), findings
            )
        for row in rows_of(connection, event_games, columns):
            if row[0] not in known:
                findings.add("added", event_games.name, named(columns, row))
    return count


def _text(row: Cells) -> tuple[str, ...]:
    return _key(row, len(row))


def _compare_rows(
    table: str, columns: tuple[str, ...], keys: int, found: Iterable[Cells], expected: Iterable[Cells], to: Findings
) -> int:
    """Go through rows that are there and those that should be, both in the order of their key."""
    count = 0
    for key, there, wanted in _beside(keys, found, expected):
        count += there is not None
        if there == wanted:
            continue
        where = named(columns[:keys], key)
        if wanted is None and there is not None:
            to.add("added", table, where, found=dict(zip(columns[keys:], there[keys:], strict=True)))
        elif there is None and wanted is not None:
            to.add("missing", table, where, expected=dict(zip(columns[keys:], wanted[keys:], strict=True)))
        elif there is not None and wanted is not None:
            for name, one, other in zip(columns, there, wanted, strict=True):
                if one != other:
                    to.add("changed", table, where, column=name, found=one, expected=other)
    return count


def _beside(
    keys: int, found: Iterable[Cells], expected: Iterable[Cells]
) -> Iterator[tuple[Cells, Cells | None, Cells | None]]:
    """Rows side by side, by their keys."""
    there, wanted = iter(found), iter(expected)
    one, other = next(there, None), next(wanted, None)
    while one is not None or other is not None:
        own = None if one is None else _key(one, keys)
        its = None if other is None else _key(other, keys)
        if one is not None and (its is None or (own is not None and own < its)):
            yield one[:keys], one, None
            one = next(there, None)
        elif other is not None and (own is None or (its is not None and its < own)):
            yield other[:keys], None, other
            other = next(wanted, None)
        else:
            assert one is not None
            yield one[:keys], one, other
            one, other = next(there, None), next(wanted, None)


def _key(row: Cells, keys: int) -> tuple[str, ...]:
    """A key that can be compared whatever damage has made of it. Numbers are those of one version, or of one system."""
    return tuple(part if isinstance(part, str) else str(part) for part in row[:keys])


def ledgers_of(connection: Connection) -> OfVersion:
    """Return what reads the lists from the database: the last two are kept."""
    ledgers: dict[int, Ledger] = {}

    def ledger(version: int) -> Ledger:
        if version not in ledgers:
            found = stored_ledger(connection, version)
            for old in list(ledgers)[:-1]:
                del ledgers[old]
            ledgers[version] = found
        return ledgers[version]

    return ledger


# The log: its chain of hashes, its signatures, and the rows that it tells of, read out of it again.

log = metadata.tables["log"]

COLUMNS = (*LINE_FIELDS, "sha256")
Key = tuple[Any, ...]


@dataclass(slots=True)
class LoggedRows:
    """The rows of which the log tells, as its last line leaves them: by table, key and column. `lines` has the hash of
    every line, `founded` the tournaments by their number: slug, hash of the first line, and when it was logged."""

    rows: dict[str, dict[Key, dict[str, Any]]] = field(default_factory=lambda: {name: {} for name in ANSWERED})
    lines: dict[int, str] = field(default_factory=dict)
    founded: dict[Any, tuple[Any, Any, Any]] = field(default_factory=dict)
    release: str = ""
    last: int = 0
    head: str = BEFORE_FIRST

    def apply(self, entries: Sequence[Sequence[Any]]) -> None:
        """Write, change and remove rows as a line tells it."""
        for table, row_keys, values in entries:
            own = self.rows[table]
            for key in map(tuple, row_keys):
                if values is None:
                    own.pop(key, None)
                else:
                    own.setdefault(key, {}).update(values)


def read_log(connection: Connection, findings: Findings) -> LoggedRows:
    """Go through the log line by line."""
    logged = LoggedRows()
    with readable(findings, log.name):
        for row in rows_of(connection, log, COLUMNS):
            line = dict(zip(COLUMNS, row, strict=True))
            _examine_line(line, logged, findings)
            logged.last, logged.head = line["id"], line["sha256"]
            logged.lines[line["id"]] = line["sha256"]
    return logged


def _examine_line(line: Mapping[str, Any], logged: LoggedRows, findings: Findings) -> None:
    where = named(["id"], [line["id"]])
    if line["id"] != logged.last + 1:
        findings.add(
            "line-missing", log.name, named(["id"], [logged.last + 1]), found=line["id"], expected=logged.last + 1
        )
    elif line["prev"] != logged.head:
        findings.add("line-before", log.name, where, column="prev", found=line["prev"], expected=logged.head)
    try:
        own = hash_of_line(line)
        entries = json.loads(line["rows"])
        if own != line["sha256"]:
            findings.add("line-hash", log.name, where, column="sha256", found=line["sha256"], expected=own)
        logged.apply(entries)
        details = json.loads(line["details"])
        if line["action"] in (FOUNDED_BY, UPGRADED_BY):
            logged.release = str(details.get("release", ""))
        if line["action"] == FOUNDED:
            logged.founded[details["number"]] = line["subject"], details["sha256"], line["at"]
        if line["action"] == DELETED:
            _, first, at = logged.founded[details["number"]]
            logged.founded[details["number"]] = details["name"], first, at
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
        findings.add("unreadable", log.name, where, found=problem)


# Rows that are kept for a while, and events: each has a seal that only the office can make, and tallies count them.

TALLY_COLUMNS = ("name", "of", "rows", "sum", "numbers")


def examine_seals(
    connection: Connection, key: OfficeKey | None, logged: LoggedRows, findings: Findings
) -> dict[str, int]:
    """Check the seal of every row, if the key is here, and that no row is missing. Returns the rows of each table."""
    found: Tallied = {}
    counts = {table.name: _check_signatures(connection, table, key, findings, found) for table in SEALED}
    with readable(findings, tallies.name):
        events = {row[0] for row in rows_of(connection, tournaments, ("id",))}
        kept = {
            row[:2]: dict(zip(TALLY_COLUMNS, row, strict=True)) for row in rows_of(connection, tallies, TALLY_COLUMNS)
        }
        for key_ in wanted_tallies(sorted(events | logged.founded.keys())):
            if key_ not in kept:
                findings.add("missing", tallies.name, named(TALLY_COLUMNS[:2], key_))
        for tally in kept.values():
            with readable(findings, tallies.name):
                _compare_counts(tally, found.get((tally["name"], tally["of"]), RowCount()), findings)
    return counts


def _check_signatures(
    connection: Connection, table: Table, key: OfficeKey | None, findings: Findings, found: Tallied
) -> int:
    names = table.c.keys()
    keys = [column.name for column in table.primary_key]
    count = 0
    with readable(findings, table.name):
        for cells in rows_of(connection, table, names):
            count += 1
            row = dict(zip(names, cells, strict=True))
            with readable(findings, table.name):
                if table.name in COUNTED:
                    found.setdefault(tally_key(table, row), RowCount()).count(table, row)
                if key is not None and row[SEAL] != seal_of(key, table, row):
                    code = "seal" if row[SEAL] else "unsealed"
                    findings.add(code, table.name, named(keys, [row[name] for name in keys]), column=SEAL)
    return count


def _compare_counts(tally: dict[str, Any], found: RowCount, findings: Findings) -> None:
    """Compare the counts of a tally with the rows that are there. A row that was only changed is found by its seal."""
    name, of = tally["name"], tally["of"]
    there = found.added_to(empty_tally(name, of))
    which = RowCount(numbers=found.numbers).added_to(tally)["numbers"]
    where = ", ".join(part for part in (of and f"tournament_id {of}", which and f"numbers {which}") if part)
    if there["rows"] != tally["rows"]:
        code = "rows-gone" if there["rows"] < tally["rows"] else "rows-more"
        findings.add(code, name, where, found=there["rows"], expected=tally["rows"])
    elif there["sum"] != tally["sum"] and not findings.count(name):
        findings.add("rows-other", name, where)


# Keys and signatures: every key handed on by the one before, every line and every published list signed.


def examine_keys(
    connection: Connection, is_here: Callable[[str], bool], findings: Findings
) -> dict[int, tuple[str, int]]:
    """Check that every key hands on to the next. A key that was begun after a loss is believed if its secret is
    here.
    Returns the public keys, and the line since which each is used."""
    found: dict[int, tuple[str, int]] = {}
    with readable(findings, keys.name):
        for number, public, since, proof in rows_of(connection, keys):
            found[number] = public, since
            before = found.get(number - 1, ("", 0))[0]
            where = named(["number"], [number])
            if not before:
                continue
            handed, taken = handed_on(number, public, before, str(proof))
            if not handed and not is_here(public):
                findings.add("key-not-handed-on", keys.name, where, found=public)
            if not taken:
                findings.add("key-forged", keys.name, where, column="proof", found=public)
    return found


def examine_signatures(
    connection: Connection, logged: LoggedRows, public: dict[int, tuple[str, int]], findings: Findings
) -> int:
    """Check every signature, and that everything which must have one has it. Returns how many there are."""
    wanted = _wanted(connection, logged, public, findings)
    seen, count = set(), 0
    with readable(findings, signatures.name):
        for kind, number, key, statement, signature in rows_of(connection, signatures):
            count += 1
            where = named(["kind", "number"], [kind, number])
            seen.add((kind, number))
            expected = wanted.get((kind, number))
            if expected is None:
                findings.add("signed-nothing", _table(kind), named(["id"], [number]), expected=statement)
                continue
            if statement != expected:
                found, signed = _differing(expected, statement)
                findings.add("signed-other", _table(kind), named(["id"], [number]), found=found, expected=signed)
            if key not in public or not is_signed(public[key][0], statement, signature):
                findings.add("not-by-key", signatures.name, where, column="signature", found=signature)
    for kind, number in sorted(wanted.keys() - seen, key=repr):
        findings.add("unsigned", _table(kind), named(["id"], [number]), expected=wanted[kind, number])
    return count


def _wanted(
    connection: Connection, logged: LoggedRows, public: dict[int, tuple[str, int]], findings: Findings
) -> dict[tuple[str, Any], str]:
    """What must be signed: every line since the first key, every published list."""
    if not public:
        return {}
    since = min(begin for _, begin in public.values())
    heads = {(HEAD, line): head_statement(line, head) for line, head in logged.lines.items() if line >= since}
    names: dict[Any, str] = {}
    with readable(findings, systems.name):
        names = {row[0]: row[1] for row in rows_of(connection, systems, ("id", "name"))}
    lists: dict[tuple[str, Any], str] = {}
    columns = ("id", "system_id", "state", "period", "number", "digest", "players", "reason", "release")
    with readable(findings, versions.name):
        for id_, system, state, *more in rows_of(connection, versions, columns):
            if state == "published":
                lists[LIST, id_] = list_statement(names.get(system, "–"), *more)
    return {**heads, **lists}


def _differing(found: str, signed: str) -> tuple[Any, Any]:
    """What differs between what is there and what was signed."""
    try:
        one, other = json.loads(found), json.loads(signed)
        names = [name for name in one | other if one.get(name) != other.get(name)]
        return {name: one.get(name) for name in names}, {name: other.get(name) for name in names}
    except (ValueError, TypeError, AttributeError, RecursionError):
        return found, signed


def _table(kind: str) -> str:
    return log.name if kind == HEAD else versions.name


# The tables of which the log tells every row: each row against what the log says of it.

OWN_HASH = {"reports": ("data", "sha256"), "editions": ("data", "sha256"), "versions": ("manifest", "digest")}
"""Columns whose hash is in another column of the row."""


def check_logged_rows(connection: Connection, logged: LoggedRows, findings: Findings) -> dict[str, int]:
    """Compare every row of these tables with the log. Returns the rows of each."""
    return {name: _check_logged_rows(connection, table, logged, findings) for name, table in ANSWERED.items()}


def _check_logged_rows(connection: Connection, table: Table, logged: LoggedRows, findings: Findings) -> int:
    keys = [column.name for column in table.primary_key]
    names = [*keys, *(column.name for column in table.columns if column.name not in keys)]
    expected, seen, count = logged.rows[table.name], set(), 0
    with readable(findings, table.name):
        for cells in rows_of(connection, table, names):
            count += 1
            key = cells[: len(keys)]
            row = dict(zip(names, cells, strict=True))
            seen.add(key)
            with readable(findings, table.name):
                _examine_row(table, named(keys, key), row, expected.get(key), findings)
    for key in sorted(set(expected) - seen, key=repr):
        findings.add("missing", table.name, named(keys, key), expected=_readable_values(table, expected[key]))
    return count


def _readable_values(table: Table, values: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the log says of a row, without hashes of what cannot be read."""
    hidden = HASHED.get(table.name, frozenset())
    names = [column.name for column in table.columns if column.name in values and column.name not in hidden]
    return {name: values[name] for name in names if values[name] not in ("", None)}


def _examine_row(
    table: Table, where: str, row: Mapping[str, Any], expected: Mapping[str, Any] | None, findings: Findings
) -> None:
    hidden = HASHED.get(table.name, frozenset()) | LEFT_OUT.get(table.name, frozenset())
    if expected is None:
        findings.add("added", table.name, where, found={name: row[name] for name in row if name not in hidden})
        return
    left_out = LEFT_OUT.get(table.name, frozenset()) | {column.name for column in table.primary_key}
    for column in table.columns:
        name = column.name
        if name in left_out:
            continue
        wanted = expected.get(name, _default(column, hashed=name in hidden))
        found = sha256_of_value(row[name]) if name in hidden else row[name]
        if found != wanted or type(found) is not type(wanted):
            findings.add("changed", table.name, where, column=name, found=found, expected=wanted)
    if table.name in OWN_HASH:
        name, hashed = OWN_HASH[table.name]
        own = sha256_of(row[name]) if isinstance(row[name], str) else sha256(bytes(row[name]))
        if own != row[hashed]:
            findings.add("hash", table.name, where, column=name, found=own, expected=row[hashed])


def _default(column: Column[Any], *, hashed: bool) -> Any:
    """What a row has in a column that came after it was written."""
    given = column.server_default
    if given is None:
        return None
    value = str(getattr(given, "arg", ""))
    if isinstance(column.type, Integer):
        return int(value)
    return sha256_of_value(value) if hashed else value
