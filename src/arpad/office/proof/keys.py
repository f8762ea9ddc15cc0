"""The keys of an office: shown, and changed for a new one."""

from sqlalchemy import Connection, select

from arpad.i18n import ArpadError
from arpad.office.proof.public_keys import PublicKey
from arpad.office.storage import Acting, Database, hand_on, key_at_hand, keys, newest_head, seal_again, sign_all

KEYS = select(keys.c.number, keys.c.public, keys.c.since, keys.c.proof).order_by(keys.c.number)


def public_keys(connection: Connection) -> list[PublicKey]:
    """Return the public keys of an office, the newest last."""
    return [PublicKey(*row) for row in connection.execute(KEYS)]


def office_keys(database: Database) -> tuple[list[PublicKey], str]:
    """Return the public keys of an office, and the file with the secret of the newest; empty if it is not there."""
    database.check()
    with database.reading() as connection:
        found = public_keys(connection)
    here = bool(found) and database.signer.key(found[-1].public) is not None
    return found, str(database.signer.file) if here else ""


def change_key(database: Database, by: Acting, *, lost: bool = False) -> PublicKey:
    """Give an office a new key. The old one hands on to it, and is then removed from its file. After a loss nobody
    hands on, and everything that is not signed is signed now."""
    database.check()
    with database.writing() as connection:
        before = key_at_hand(connection)
        found = hand_on(connection, newest_head(connection)[0] + 1, lost=lost)
        if found is None:
            raise ArpadError("key-away", file=str(database.signer.file))
        old, made = found
        by.record(connection, "key-changed", made.public, before=old, lost=lost and before is None)
        sign_all(connection)
        seal_again(connection, None if before is None or lost else before[1])
        changed = public_keys(connection)[-1]
    if before is not None:
        database.signer.forget(old)
    return changed
