"""A rehearsal of the day on which a backup is needed: it is restored, proved, and thrown away."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from arpad.done import RowsDone
from arpad.i18n import ArpadError
from arpad.office.desk import Desk, systems_of
from arpad.office.proof.proving import verify
from arpad.office.storage import REVISION, Acting, Database, backup, restore
from arpad.regulations.rating_editions import Regulations


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
    for proof in verify(desk, newest):
        if not proof.sound:
            problem = f"{system} {proof.period} ({proof.number}): {'; '.join(proof.problems) or proof.found}"
            raise ArpadError("backup-rehearsal", file=str(file), problem=problem)
    return 1
