"""Verifying: every version is made anew from the stored reports, and its digest compared."""

import datetime as dt

from sqlalchemy import select

from arpad.lists.ledger import SCHEMAS, Ledger
from arpad.locale import ArpadError
from arpad.office.desk import Desk, Shelf, looking
from arpad.office.lists import Progress
from arpad.office.proof.proving import Stored, prove
from arpad.office.records import Verified
from arpad.office.storage import get_contents, get_edition, get_report, versions


def stored_in(shelf: Shelf) -> Stored:
    """What the office keeps, as a proof asks for it. Damaged reports and editions are refused."""
    return Stored(
        lambda digest: shelf.ledger(shelf.by_digest(digest)),
        lambda key: get_report(shelf.connection, key),
        lambda key: get_edition(shelf.connection, key)[1],
    )


def verify(desk: Desk, period: dt.date | None = None, progress: Progress | None = None) -> list[Verified]:
    """Prove every version of a list, or of all lists."""
    with looking(desk) as shelf:
        wanted = select(versions).where(versions.c.system_id == shelf.system.id)
        if period is not None:
            shelf.find(period)
            wanted = wanted.where(versions.c.period == period)
        rows = shelf.connection.execute(wanted.order_by(versions.c.id)).all()
        found = []
        for done, row in enumerate(rows, 1):
            try:
                ledger = Ledger.from_parquet(get_contents(shelf.connection, row.id, SCHEMAS.keys()))
                proof = prove(row.digest, row.manifest, row.number, ledger, stored_in(shelf), desk.regulations)
            except (ArpadError, OSError, ValueError, KeyError) as trouble:
                proof = Verified(row.period, row.number, row.digest, "", (f"proof.trouble {trouble}",))
            found.append(proof)
            if progress is not None:
                progress(done, len(rows))
        return sorted(found, key=lambda it: (it.period, it.number))
