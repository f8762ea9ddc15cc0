"""Forms that were sent, so that one that comes twice is done once."""

import datetime as dt

from sqlalchemy import select

from arpad.office.storage.database import Database
from arpad.office.storage.schema import sent_forms
from arpad.office.storage.sealed_rows import change_sealed, put_sealed, remove_sealed

KEPT = dt.timedelta(days=1)


def begin_form(database: Database, key: str, now: dt.datetime) -> str | None:
    """Note that a form is being dealt with, and return None. If it was sent before, return what was answered: empty as
    long as it is being dealt with."""
    with database.writing() as connection:
        remove_sealed(connection, sent_forms, sent_forms.c.at < (now - KEPT).isoformat())
        known = connection.execute(select(sent_forms.c.answer).where(sent_forms.c.sha256 == key)).scalar_one_or_none()
        if known is None:
            put_sealed(connection, sent_forms, [{"sha256": key, "answer": "", "at": now.isoformat()}])
        return known


def end_form(database: Database, key: str, answer: str) -> None:
    """Keep what a form was answered with. One without an answer was not done: it may be sent again."""
    with database.writing() as connection:
        if answer:
            change_sealed(connection, sent_forms, [key], {"answer": answer})
        else:
            remove_sealed(connection, sent_forms, sent_forms.c.sha256 == key)
