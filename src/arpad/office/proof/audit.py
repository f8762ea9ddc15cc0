"""Audit a whole office: the database's integrity, every table row, and the logs of its tournaments."""

import json
import re
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect

from arpad.domain.values import canonical
from arpad.i18n import ArpadError
from arpad.office.proof.audit_findings import (
    Examination,
    ExaminedTable,
    Findings,
    How,
    LoggedRows,
    check_logged_rows,
    examine_games,
    examine_history,
    examine_keys,
    examine_players,
    examine_seals,
    examine_signatures,
    ledgers_of,
    named,
    plainly,
    read_log,
    readable,
    rows_of,
)
from arpad.office.proof.signatures import public_keys, trusted_keys
from arpad.office.storage._log import ANSWERED
from arpad.office.storage._signing import OfficeKey, has_own_keys, head_file, read_keys
from arpad.office.storage.database import Database
from arpad.office.storage.schema import (
    REVISION_TABLE,
    SEALED,
    event_games,
    history,
    keys,
    metadata,
    players,
    signatures,
    tournament_log,
    tournaments,
)
from arpad.progress import StepsDone
from arpad.tournament.log import FIRST, LogLine, hash_of
from arpad.untrusted import json_value

# Events that are run here: the chain of every log, and that it begins where the office's log says, and ends where the
# event says.


def examine_events(connection: Connection, logged: LoggedRows, findings: Findings) -> int:
    """Check the logs of all events, line by line, and that every one that was founded is there. Returns the lines."""
    count = 0
    ends: dict[Any, tuple[int, str]] = {}
    firsts: dict[Any, str] = {}
    there: dict[Any, str] = {}
    with readable(findings, tournament_log.name):
        for row in rows_of(connection, tournament_log):
            count += 1
            with readable(findings, tournament_log.name):
                firsts.setdefault(row[0], row[-1])
                ends[row[0]] = _examine_line(row, *ends.get(row[0], (0, FIRST)), findings)
    with readable(findings, tournaments.name):
        for id_, slug, lines, head in rows_of(connection, tournaments, ("id", "slug", "lines", "head")):
            there[id_] = slug
            found = ends.pop(id_, (0, ""))
            if found != (lines, head):
                where = f"{named(['tournament_id'], [id_])} ({slug})"
                findings.add("log-end", tournament_log.name, where, found=_end(*found), expected=_end(lines, head))
    for id_, end in ends.items():
        findings.add("missing", tournaments.name, named(["id"], [id_]), expected=_end(*end))
    _examine_founded(logged, there, firsts, findings)
    return count


def _examine_founded(logged: LoggedRows, there: dict[Any, str], firsts: dict[Any, str], findings: Findings) -> None:
    """Compare the events with those that the log tells of."""
    for id_, (slug, first, at) in logged.founded.items():
        where = f"{named(['id'], [id_])} ({slug})"
        if id_ not in there:
            findings.add("tournament-gone", tournaments.name, where, found=at)
        elif there[id_] != slug:
            findings.add("changed", tournaments.name, where, column="slug", found=there[id_], expected=slug)
        elif firsts.get(id_, first) != first:
            findings.add("log-begin", tournament_log.name, where, found=firsts[id_], expected=first)
    for id_ in there.keys() - logged.founded.keys():
        findings.add("added", tournaments.name, named(["id"], [id_]), found=there[id_])


def _examine_line(row: tuple[Any, ...], last: int, head: str, findings: Findings) -> tuple[int, str]:
    event, n, at, who, kind, data, prev, sha256 = row
    where = named(["tournament_id", "n"], [event, n])
    if n != last + 1:
        missing = named(["tournament_id", "n"], [event, last + 1])
        findings.add("line-missing", tournament_log.name, missing, found=n, expected=last + 1)
    elif prev != head:
        findings.add("line-before", tournament_log.name, where, column="prev", found=prev, expected=head)
    try:
        own = hash_of(LogLine(n, at, who, kind, json.loads(data), prev, sha256))
        if own != sha256:
            findings.add("line-hash", tournament_log.name, where, column="sha256", found=sha256, expected=own)
    except (ValueError, TypeError, RecursionError) as problem:
        findings.add("unreadable", tournament_log.name, where, found=problem)
    return n, sha256


def _end(lines: Any, head: Any) -> str:
    return f"{lines} {str(head)[:16]}"


# The database's own examination: its pages, its foreign keys, its rules. It comes first.

GROWING = ("reports", "revisions", "decisions", "editions", "log")
HELD = ("contents", "history")
"""The tables that only grow, and those that belong to versions; the first office had rules for them already."""
SCHEMA = "sqlite_schema"
TREE = re.compile(r"[Tt]ree (\d+)")
INDEX = re.compile(r"\b(?:index|from) (\w+)")
RULES = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name"
TRIGGERS = "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal"
AMCHECK = "SELECT 1 FROM pg_extension WHERE extname = 'amcheck'"
HEAP = "SELECT blkno, offnum, msg FROM verify_heapam('{table}')"
SOUND = "ok"


def examine_database(connection: Connection, findings: Findings, *, quick: bool) -> tuple[str, ...]:
    """Ask the database whether it is whole. Returns keys of messages on what it cannot tell."""
    if connection.dialect.name == "sqlite":
        _sqlite_pages(connection, findings, quick=quick)
        _sqlite_rules(connection, findings)
        return ()
    return _postgresql(connection, findings)


def _sqlite_pages(connection: Connection, findings: Findings, *, quick: bool) -> None:
    roots = {row[0]: row[1] for row in connection.exec_driver_sql("SELECT rootpage, tbl_name FROM sqlite_schema")}
    owners = {row[0]: row[1] for row in connection.exec_driver_sql("SELECT name, tbl_name FROM sqlite_schema")}
    for (line,) in connection.exec_driver_sql("PRAGMA quick_check" if quick else "PRAGMA integrity_check"):
        for part in str(line).splitlines():
            if part.strip() not in (SOUND, "") and not part.startswith("***"):
                findings.add("database", _table_named(part, roots, owners), found=part)
    for row in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        findings.add("reference", str(row[0]), f"rowid {row[1]}", expected=row[2])


def _table_named(line: str, roots: dict[int, str], owners: dict[str, str]) -> str:
    """The table that a line of SQLite is about."""
    tree = TREE.search(line)
    if tree is not None:
        return roots.get(int(tree[1]), SCHEMA)
    words = re.findall(r"\w+", line)
    return next((owners[word] for word in words if word in owners), SCHEMA)


def _sqlite_rules(connection: Connection, findings: Findings) -> None:
    """The tables, indexes and triggers of this office against those of a new one."""
    found, expected = _rules(connection), _rules_of_new()
    for name in sorted(found.keys() | expected.keys()):
        if found.get(name) != expected.get(name):
            findings.add("rule", SCHEMA, " ".join(name), found=found.get(name), expected=expected.get(name))


@cache
def _rules_of_new() -> dict[tuple[str, str], str]:
    """The rules of an office of this release."""
    with tempfile.TemporaryDirectory() as folder:
        new = Database(f"sqlite:///{Path(folder) / 'new.db'}")
        new.create()
        with new.reading() as connection:
            rules = _rules(connection)
        new.dispose()
    return rules


def _rules(connection: Connection) -> dict[tuple[str, str], str]:
    rows = connection.exec_driver_sql(RULES)
    return {(str(row[0]), str(row[1])): f"{row[2]}: {' '.join(str(row[3]).split())}" for row in rows}


def _postgresql(connection: Connection, findings: Findings) -> tuple[str, ...]:
    there = set(connection.exec_driver_sql(TRIGGERS).scalars())
    wanted = {f"{table}_no_truncate" for table in (*GROWING, "versions", *HELD)}
    wanted |= {f"{table}_no_change" for table in (*GROWING, "versions", "keys", "signatures", "tournament_log")}
    for name in sorted(wanted - there):
        findings.add("rule", name.rpartition("_no_")[0], f"trigger {name}", expected=name)
    tables = set(inspect(connection).get_table_names())
    for name in sorted({*metadata.tables, REVISION_TABLE} - tables):
        findings.add("rule", name, expected=name)
    if connection.exec_driver_sql(AMCHECK).first() is None:
        return ("proof.unproved.pages",)
    for name in sorted(set(metadata.tables) & tables):
        damage: Any
        for damage in connection.exec_driver_sql(HEAP.format(table=name)):
            findings.add("database", name, f"{damage[0]}/{damage[1]}", found=damage[2])
    return ()


# What stands outside the database: the file of the keys, a public key that somebody knows, and the head of the log that
# was seen last. Whoever writes the whole database again cannot write these.

log = metadata.tables["log"]
HEAD_FORMAT = "arpad-head-1"
LARGEST_HEAD = 1 << 20


@dataclass(frozen=True, slots=True)
class KeptHead:
    """The end of a log as it was seen: its line and hash, the hash of the first line, and the public keys."""

    line: int
    sha256: str
    first: str
    keys: tuple[str, ...]

    def data(self) -> bytes:
        """Return the file that keeps it."""
        return (canonical({"format": HEAD_FORMAT, **asdict(self), "keys": list(self.keys)}) + "\n").encode()


Kept = Mapping[Path, KeptHead]


def kept_heads(*files: Path) -> Kept:
    """Return the heads that these files keep, those that are there."""
    found = {file: _kept_head(file) for file in files}
    return {file: head for file, head in found.items() if head is not None}


def _kept_head(file: Path) -> KeptHead | None:
    try:
        with file.open("rb") as opened:
            document = json_value(opened.read(LARGEST_HEAD))
        if document["format"] != HEAD_FORMAT:
            raise ValueError(HEAD_FORMAT)
        keys = tuple(str(key) for key in document["keys"])
        return KeptHead(int(document["line"]), str(document["sha256"]), str(document["first"]), keys)
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise ArpadError("state-file", file=str(file), problem=problem.strerror or str(problem)) from None
    except (ValueError, TypeError, KeyError) as problem:
        raise ArpadError("state-file", file=str(file), problem=str(problem)[:100]) from None


def own_head(database: Database) -> Path:
    """Return the file beside the keys that keeps the last head of an office."""
    return head_file(database.address)


def compare_heads(kept: Kept, logged: LoggedRows, public: Mapping[int, tuple[str, int]], findings: Findings) -> None:
    """Compare the log and the keys with what was there: the log goes on from the head that was seen."""
    there = {key for key, _ in public.values()}
    for file, head in kept.items():
        found = logged.lines.get(head.line)
        if found == head.sha256:
            pass
        elif logged.lines.get(1) != head.first:
            findings.add("state-other", log.name, file.name, found=logged.lines.get(1), expected=head.first)
            continue
        elif logged.last < head.line:
            findings.add("state-back", log.name, f"id {head.line}", found=logged.last, expected=file.name)
        else:
            findings.add("state", log.name, f"id {head.line}", column=file.name, found=found, expected=head.sha256)
        for key in head.keys:
            if key not in there:
                findings.add("key-gone", keys.name, file.name, expected=key)


def compare_keys(
    database: Database, connection: Connection, public: Mapping[int, tuple[str, int]], pinned: str, findings: Findings
) -> None:
    """Compare the keys of the office with those of the file of the keys, and with one that somebody knows. A file for
    several offices may have keys of others, but one of this."""
    there = {key for key, _ in public.values()}
    with readable(findings, keys.name):
        file = database.signer.file
        strange = [key for key in read_keys(file) if key not in there]
        if has_own_keys(database.address) or len(strange) == len(read_keys(file)):
            for key in strange:
                findings.add("key-unknown", keys.name, file.name, found=key)
    with readable(findings, keys.name):
        if pinned and (not public or max(public) not in trusted_keys(public_keys(connection), pinned)):
            newest = public[max(public)][0] if public else ""
            findings.add("key-pinned", keys.name, found=newest, expected=pinned)


# The examination of an office, from the database's own to the last row.

HOW: Mapping[str, How] = {
    **dict.fromkeys(ANSWERED, "log"),
    **{table.name: "seal" for table in SEALED},
    log.name: "chain",
    tournament_log.name: "chain",
    signatures.name: "signature",
    players.name: "list",
    history.name: "list",
    event_games.name: "report",
}
"""By what each table is proved."""


def examine(
    database: Database,
    *,
    quick: bool = False,
    witness: Mapping[int, str] | None = None,
    kept: Kept | None = None,
    pinned: str = "",
    progress: StepsDone | None = None,
) -> Examination:
    """Examine a whole office in one consistent view. `witness` are heads of the log that somebody has kept: the log
    must still have them; so are `kept`, as they were seen before. `pinned` is a public key that somebody knows: the
    office must sign with it, or with one to which it leads. Quick: SQLite does not compare its indexes with its
    tables."""
    database.check()
    findings = Findings()
    with database.reading() as connection, plainly(connection):
        outside = Outside(witness or {}, kept or {}, pinned)
        return _examined(database, connection, findings, outside, progress, quick=quick)


@dataclass(frozen=True, slots=True)
class Outside:
    """What is known of an office from outside its database."""

    witness: Mapping[int, str]
    kept: Kept
    pinned: str


def _examined(
    database: Database,
    connection: Connection,
    findings: Findings,
    outside: Outside,
    progress: StepsDone | None,
    *,
    quick: bool,
) -> Examination:
    done, steps = 0, 8

    def step() -> None:
        nonlocal done, steps
        done += 1
        steps = max(steps, done + 1)
        if progress is not None:
            progress(done, steps)

    unproved: tuple[str, ...] = ()
    with readable(findings, "sqlite_schema"):
        unproved = examine_database(connection, findings, quick=quick)
    step()
    logged = read_log(connection, findings)
    for line, head in sorted(outside.witness.items()):
        if logged.lines.get(line) != head:
            findings.add("witness", log.name, f"id {line}", found=logged.lines.get(line), expected=head)
    step()
    counts = {log.name: len(logged.lines)} | check_logged_rows(connection, logged, findings)
    step()
    public = examine_keys(connection, lambda key: database.signer.key(key) is not None, findings)
    compare_heads(outside.kept, logged, public, findings)
    compare_keys(database, connection, public, outside.pinned, findings)
    counts[signatures.name] = examine_signatures(connection, logged, public, findings)
    step()
    key = _key_here(database, public, findings)
    counts |= examine_seals(connection, key, logged, findings)
    if not public:
        unproved += ("proof.unproved.signatures", "proof.unproved.seals")
    elif key is None:
        sealed = ", ".join(table.name for table in SEALED if counts[table.name])
        findings.add("key-away", keys.name, named(["number"], [max(public)]), found=sealed)
    if not outside.kept:
        unproved += ("proof.unproved.past",)
    counts[tournament_log.name] = examine_events(connection, logged, findings)
    step()
    ledger = ledgers_of(connection)
    counts[players.name] = examine_players(connection, ledger, findings)
    counts[history.name] = examine_history(connection, ledger, findings, step)
    counts[event_games.name] = examine_games(connection, findings)
    tables = tuple(
        ExaminedTable(name, counts[name], _how(name, key, public), findings.count(name))
        for name in sorted(metadata.tables)
    )
    known = tuple(public[number][0] for number in sorted(public))
    wrong, first = tuple(findings.wrong), logged.lines.get(1, "")
    unproved += ("proof.unproved.lists",)
    last = (logged.last, logged.head, "".join(known[-1:]))
    return Examination(quick, *last, tables, wrong, unproved, logged.release, first, known)


def _how(table: str, key: OfficeKey | None, public: Mapping[int, tuple[str, int]]) -> How:
    """Seals say nothing without the key, and an office without a key has signed nothing."""
    how = HOW[table]
    return "not" if (how == "seal" and key is None) or (how == "signature" and not public) else how


def _key_here(database: Database, public: Mapping[int, tuple[str, int]], findings: Findings) -> OfficeKey | None:
    """Return the secret of the newest key, if it is here."""
    if not public:
        return None
    with readable(findings, "keys"):
        return database.signer.key(public[max(public)][0])
    return None
