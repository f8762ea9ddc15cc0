"""The examination of an office, from the database's own to the last row."""

from collections.abc import Mapping

from sqlalchemy import Connection

from arpad.done import StepsDone
from arpad.office.proof.examination.findings import Examination, Findings, How, TableProof
from arpad.office.proof.examination.listed import examine_games, examine_history, examine_players, ledgers_of
from arpad.office.proof.examination.reading import plainly, readable
from arpad.office.proof.examination.run_events import examine_events
from arpad.office.proof.examination.seals import examine_seals
from arpad.office.proof.examination.signed import examine_keys, examine_signatures
from arpad.office.proof.examination.the_database import examine_database
from arpad.office.proof.examination.the_log import read_log
from arpad.office.proof.examination.told_rows import examine_told
from arpad.office.storage import (
    ANSWERED,
    SEALED,
    Database,
    OfficeKey,
    event_games,
    history,
    metadata,
    players,
    signatures,
    tournament_log,
)

log = metadata.tables["log"]

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
    progress: StepsDone | None = None,
) -> Examination:
    """Examine a whole office in one consistent view. `witness` are heads of the log that somebody has kept: the log
    must still have them. Quick: SQLite does not compare its indexes with its tables."""
    database.check()
    findings = Findings()
    with database.reading() as connection, plainly(connection):
        return _examined(database, connection, findings, witness or {}, progress, quick=quick)


def _examined(
    database: Database,
    connection: Connection,
    findings: Findings,
    witness: Mapping[int, str],
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

    notes: tuple[str, ...] = ()
    with readable(findings, "sqlite_schema"):
        notes = examine_database(connection, findings, quick=quick)
    step()
    told = read_log(connection, findings)
    for line, head in sorted(witness.items()):
        if told.lines.get(line) != head:
            findings.add("witness", log.name, f"id {line}", found=told.lines.get(line), expected=head)
    step()
    counts = {log.name: len(told.lines)} | examine_told(connection, told, findings)
    step()
    public = examine_keys(connection, lambda key: database.signer.key(key) is not None, findings)
    counts[signatures.name] = examine_signatures(connection, told, public, findings)
    step()
    key = _key_here(database, public, findings)
    if not public:
        notes = (*notes, "proof.note.no-key")
    elif key is None:
        notes = (*notes, "proof.note.key-away")
    counts |= examine_seals(connection, key, told, findings)
    counts[tournament_log.name] = examine_events(connection, told, findings)
    step()
    ledger = ledgers_of(connection)
    counts[players.name] = examine_players(connection, ledger, findings)
    counts[history.name] = examine_history(connection, ledger, findings, step)
    counts[event_games.name] = examine_games(connection, findings)
    tables = tuple(
        TableProof(name, counts[name], _how(name, key, public), findings.count(name))
        for name in sorted(metadata.tables)
    )
    newest = public[max(public)][0] if public else ""
    wrong = tuple(findings.wrong)
    return Examination(quick, told.last, told.head, newest, tables, wrong, notes, told.release)


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
