"""Verify list versions by recomputing them from their manifests, and test that a backup can be restored."""

import datetime as dt
import json
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
from sqlalchemy import Row, select

from arpad.domain.values import canonical, sha256_of
from arpad.i18n import ArpadError
from arpad.lists.closing import amended
from arpad.lists.kernel import close_by_kernel
from arpad.lists.ledger import Ledger
from arpad.lists.manifest import (
    amended_manifest,
    by_report_in,
    closed_manifest,
    digest_of,
    edition_changes,
    edition_text,
    edition_then,
    named_in,
)
from arpad.lists.period import Accepted, Decisions, Past, Period, PersonChange, RatingDecision, list_editions
from arpad.lists.period_detail import spot_check
from arpad.office._list_repository import ListRepository
from arpad.office.context import Desk, systems_of
from arpad.office.list_tables import read_transaction
from arpad.office.records import Proof, ProvedVersion
from arpad.office.storage._tables import accepted_report, get_edition, get_report
from arpad.office.storage.backups import backup, restore
from arpad.office.storage.caches import stored_ledger
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import Acting
from arpad.office.storage.schema import REVISION, versions
from arpad.progress import RowsDone, StepsDone
from arpad.regulations.rating_editions import Regulations

# Proving versions: each is made again from what its manifest names, and compared; some players also by the reference
# engine.


@dataclass(frozen=True, slots=True)
class Stored:
    """Where a proof finds what a manifest names: lists by digest, reports and editions by hash."""

    ledger: Callable[[str], Ledger]
    report: Callable[[str], bytes]
    edition: Callable[[str], str]


def period_of(manifest: Mapping[str, Any], stored: Stored, regulations: Regulations) -> Period:
    """The period that a manifest describes, ready to be closed again by the methods of its editions."""
    then = [
        edition_then(stored.edition(key), regulations.edition(edition)) for edition, key in manifest["editions"].items()
    ]
    reports = tuple(_accepted(document, stored) for document in manifest["reports"])
    return Period(
        manifest["system"],
        dt.date.fromisoformat(manifest["period"]),
        stored.ledger(manifest["previous"]),
        reports,
        regulations.with_editions(then),
        _past(manifest["lists"], stored),
        manifest["federation"],
        _decisions(manifest["decisions"]),
        _past(manifest["foreign"], stored) if manifest["foreign"] else None,
        named_in(manifest),
        by_report_in(manifest),
    )


def _accepted(document: Mapping[str, Any], stored: Stored) -> Accepted:
    key = document["sha256"]
    earlier = tuple(_accepted(report, stored) for report in document.get("earlier", ()))
    return replace(accepted_report(key, stored.report, document["time_class"], document), earlier=earlier)


def _past(lists: Mapping[str, str], stored: Stored) -> Past:
    """The lists of the past that counted, and no others."""
    digests = {dt.date.fromisoformat(date): digest for date, digest in lists.items()}

    def in_force(day: dt.date) -> Ledger:
        before = [date for date in digests if date <= day]
        return stored.ledger(digests[max(before) if before else min(digests)])

    return in_force


def _decisions(document: Mapping[str, Any]) -> Decisions:
    return Decisions(
        tuple(PersonChange(*row) for row in document["persons"]),
        tuple(RatingDecision(*row) for row in document["ratings"]),
        frozenset(document["excluded"]),
        document["merged"],
    )


def period_of_version(desk: Desk, repository: ListRepository, version: Row[Any]) -> Period:
    """The period that a version was made from, ready to be closed again."""
    return period_of(repository.manifest(version), stored_in(repository), desk.regulations)


def prove(
    digest: str, text: str, number: int, ledger: Ledger, stored: Stored, regulations: Regulations
) -> ProvedVersion:
    """Check that a version matches its digest: its manifest, its list, and the list recomputed from the reports."""
    manifest = json.loads(text)
    period = dt.date.fromisoformat(manifest["period"])
    problems = []
    if sha256_of(text) != digest or canonical(manifest) != text:
        problems.append("proof.manifest")
    if ledger.hashes() != manifest["list"]:
        problems.append("proof.list")
    found = digest
    again = AGAIN.get(manifest["made"])
    if again is not None:
        try:
            found, more = again(manifest, stored, regulations)
            problems += more
        except ArpadError as trouble:
            found = ""
            problems.append(f"proof.trouble {trouble}")
    return ProvedVersion(period, number, digest, found, tuple(problems), "imported" if again is None else "proved")


def _closed_again(manifest: Mapping[str, Any], stored: Stored, regulations: Regulations) -> tuple[str, list[str]]:
    problems = []
    editions = {}
    for name, key in manifest["editions"].items():
        changes = edition_changes(stored.edition(key), regulations.edition(name))
        editions[name] = sha256_of(edition_text(regulations.edition(name))) if changes else key
        problems += [f"{name}: {change}" for change in changes]
    period = period_of(manifest, stored, regulations)
    closed = close_by_kernel(period)
    again = closed_manifest(
        period,
        closed,
        previous=manifest["previous"],
        lists={dt.date.fromisoformat(date): digest for date, digest in manifest["lists"].items()},
        foreign={dt.date.fromisoformat(date): digest for date, digest in manifest["foreign"].items()},
        editions=editions,
    )
    found = digest_of(again)
    problems += [f"proof.spot-check {difference}" for difference in spot_check(period, closed.ledger, found)]
    return found, problems


def _amended_again(manifest: Mapping[str, Any], stored: Stored, regulations: Regulations) -> tuple[str, list[str]]:
    decisions, day = _decisions(manifest["decisions"]), dt.date.fromisoformat(manifest["period"])
    named = named_in(manifest).own
    editions = list_editions(regulations, manifest["system"], day, named)
    ledger = amended(stored.ledger(manifest["previous"]), decisions, editions)
    system, federation, previous = manifest["system"], manifest["federation"], manifest["previous"]
    return digest_of(amended_manifest(system, federation, ledger, previous, decisions, named)), []


DAMAGED = (ArpadError, OSError, ValueError, TypeError, LookupError, MemoryError, pa.ArrowException)
"""What damaged lists and reports raise when they are read."""
IMPORTED = "imported"
AGAIN = {"closed": _closed_again, "amended": _amended_again}
"""How a list is recomputed. For an imported list only the hash can be compared."""


def stored_in(repository: ListRepository) -> Stored:
    """The stored data of the office for a proof. Damaged reports and editions are refused."""
    return Stored(
        lambda digest: repository.ledger(repository.by_digest(digest)),
        lambda key: get_report(repository.connection, key),
        lambda key: get_edition(repository.connection, key)[1],
    )


def verify(desk: Desk, period: dt.date | None = None, progress: StepsDone | None = None) -> Proof:
    """Prove every version of a list, or of all lists."""
    with read_transaction(desk) as repository:
        wanted = select(versions).where(versions.c.system_id == repository.system.id)
        if period is not None:
            repository.find(period)
            wanted = wanted.where(versions.c.period == period)
        rows = repository.connection.execute(wanted.order_by(versions.c.id)).all()
        found: list[ProvedVersion] = []
        for done, row in enumerate(rows, 1):
            try:
                ledger = stored_ledger(repository.connection, row.id)
                proof = prove(row.digest, row.manifest, row.number, ledger, stored_in(repository), desk.regulations)
            except DAMAGED as trouble:
                proof = ProvedVersion(row.period, row.number, row.digest, "", (f"proof.trouble {trouble}",))
            found.append(proof)
            if progress is not None:
                progress(done, len(rows))
        return Proof(tuple(sorted(found, key=lambda proof: (proof.period, proof.version))))


# A rehearsal of the day on which a backup is needed: it is restored, proved, and thrown away.


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What came of it: the rows that were restored, and the newest lists, which were recomputed."""

    rows: int
    lists: int


def rehearse(file: Path, regulations: Regulations, by: Acting, progress: RowsDone | None = None) -> Rehearsal:
    """Restore a backup into a database of its own, which goes afterwards; refuse it if anything is not as it was.

    A backup of what was restored must be the same in every table, and the newest list of every system must be proved.
    """
    with tempfile.TemporaryDirectory(prefix="arpad-rehearsal-") as folder:
        database = Database(f"sqlite:///{Path(folder) / 'office.db'}")
        try:
            head = restore(file, database, progress)
            again = backup(database, Path(folder) / "again.zip", progress)
            if head.revision == REVISION and head.members != again.members:
                others = [one.table for one, two in zip(head.members, again.members, strict=True) if one != two]
                raise ArpadError("backup-rehearsal", file=str(file), problem=", ".join(others))
            lists = sum(_newest_proved(file, database, system.name, regulations, by) for system in systems_of(database))
        finally:
            database.dispose()
    return Rehearsal(sum(member.rows for member in head.members), lists)


def _newest_proved(file: Path, database: Database, system: str, regulations: Regulations, by: Acting) -> int:
    """Prove the newest list of a system. Returns how many there are: none in a new office."""
    from arpad.office.lists import versions  # noqa: PLC0415

    desk = Desk(database, regulations, system, by.who, by.at)
    known = versions(desk)
    if not known:
        return 0
    newest = max(version.period for version in known)
    for proof in verify(desk, newest).versions:
        if not proof.sound:
            problem = f"{system} {proof.period} ({proof.version}): {'; '.join(proof.problems) or proof.found}"
            raise ArpadError("backup-rehearsal", file=str(file), problem=problem)
    return 1
