"""Signing in: a name and a password, a code if the account has a second factor, and a session that opens the office.

Failures are counted by name, by place and by both. Somebody who has signed in with a device before is counted by that
device alone: strangers who guess at their password cannot lock them out. Sessions are stored as SHA-256: stored data
cannot be used to sign in.
"""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select

from arpad.i18n import ArpadError
from arpad.office.accounts.attempts import (
    AttemptLimit,
    begin_attempt,
    code_key,
    count_attempt,
    forgive,
    forgive_attempts,
    name_and_place_key,
    name_key,
    place_key,
)
from arpad.office.accounts.devices import known_device
from arpad.office.accounts.factors import use_code
from arpad.office.accounts.passwords import fingerprint, password_fits
from arpad.office.accounts.people import Account, account_of, find_row, set_password
from arpad.office.accounts.records import Outcome, place_of, record_sign_in
from arpad.office.storage import SIGN_INS, Acting, Database, accounts, put_sealed, remove_sealed, sessions

SESSION_HOURS, CODE_MINUTES = 12, 5
MOST_BY_BOTH, MOST_BY_NAME, MOST_BY_PLACE, MOST_BY_DEVICE, MOST_CODES = 5, 20, 20, 5, 5
CODE = "code"


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who is signed in. `csrf` goes into every form. One that waits for a code opens nothing yet."""

    account: Account
    csrf: str
    waits: bool = False


def sign_in(
    database: Database, name: str, password: str, secret: str, csrf: str, now: dt.datetime, where: str, device: str = ""
) -> Session | None:
    """Open a new session under a secret, or return None if name and password do not match. The session of an account
    with a second factor waits for its code."""
    place = place_of(where)
    with database.writing(SIGN_INS) as connection:
        limits, by_place = _limits(connection, name, place, device)
        row = find_row(connection, name)
        count_attempt(connection, limits, now)
    fits = password_fits(password, None if row is None else row.hash)
    with database.writing(SIGN_INS) as connection:
        again = None if row is None else _unchanged(connection, row)
        if again is None or not fits or not again.active:
            record_sign_in(connection, name if row is not None else "", now, where, "wrong")
            return None
        forgive_attempts(connection, [limit.key for limit in limits if limit.key not in by_place], by_place)
        waits = CODE if again.factor else ""
        record_sign_in(connection, name, now, where, "code" if waits else "in")
        return _opened(connection, again, secret, csrf, now, waits)


def confirm_code(
    database: Database, pending: str, code: str, secret: str, csrf: str, now: dt.datetime, where: str, device: str = ""
) -> Session | None:
    """Open a session under another secret for somebody whose session waits, if the code is right. None if it is not,
    or if nobody waits."""
    with database.writing(SIGN_INS) as connection:
        row = _session_row(connection, pending, now, waits=CODE)
        if row is None:
            return None
        known = known_device(connection, row.name, device)
        key = f"code device {fingerprint(device)}" if known else code_key(row.name)
        count_attempt(connection, [AttemptLimit(key, MOST_CODES)], now)
    with database.writing(SIGN_INS) as connection:
        again = _session_row(connection, pending, now, waits=CODE)
        used = "" if again is None else use_code(connection, again.name, again.factor, code, now)
        outcome: Outcome = "wrong-code" if not used else "recovery" if used == "recovery" else "in"
        record_sign_in(connection, row.name, now, where, outcome)
        if again is None or not used:
            return None
        forgive_attempts(connection, [key])
        remove_sealed(connection, sessions, sessions.c.sha256 == fingerprint(pending))
        return _opened(connection, again, secret, csrf, now)


def session_of(database: Database, secret: str, now: dt.datetime, *, waits: bool = False) -> Session | None:
    """The session that a secret opens, while it lasts; or the one that waits for a code."""
    with database.reading() as connection:
        row = _session_row(connection, secret, now, waits=CODE if waits else "")
    return None if row is None else Session(account_of(row), row.csrf, waits)


def sign_out(database: Database, secret: str) -> None:
    with database.writing(SIGN_INS) as connection:
        remove_sealed(connection, sessions, sessions.c.sha256 == fingerprint(secret))


def end_other_sessions(database: Database, name: str, secret: str) -> int:
    """Sign an account out everywhere else. Returns how many sessions ended."""
    own = (sessions.c.account == name, sessions.c.sha256 != fingerprint(secret))
    with database.writing(SIGN_INS) as connection:
        return remove_sealed(connection, sessions, *own)


def change_password(database: Database, name: str, old: str, new: str, secret: str, by: Acting) -> None:
    """Let somebody who is signed in set another password for themselves. The session goes on."""
    confirm_password(database, name, old, by.at)
    set_password(database, name, new, by, keep_session=fingerprint(secret))


def confirm_password(database: Database, name: str, password: str, now: dt.datetime) -> None:
    """Refuse what somebody who is signed in wants to do, unless they know the password. Failures are counted."""
    key = f"confirm {fingerprint(name)}"
    begin_attempt(database, [AttemptLimit(key, MOST_BY_BOTH)], now)
    with database.reading() as connection:
        row = find_row(connection, name)
    if row is None or not password_fits(password, row.hash):
        raise ArpadError("account-old-password")
    forgive(database, [key])


def _limits(connection: Connection, name: str, place: str, device: str) -> tuple[list[AttemptLimit], list[str]]:
    """How attempts are counted, and the keys under which others are counted too."""
    if known_device(connection, name, device):
        return [AttemptLimit(f"device {fingerprint(device)}", MOST_BY_DEVICE)], []
    return [
        AttemptLimit(name_and_place_key(name, place), MOST_BY_BOTH),
        AttemptLimit(name_key(name), MOST_BY_NAME),
        AttemptLimit(place_key(place), MOST_BY_PLACE),
    ], [place_key(place)]


def _unchanged(connection: Connection, row: Row[Any]) -> Row[Any] | None:
    """The account once more, if its password is still the one that was compared. It cannot be changed meanwhile."""
    wanted = select(accounts).where(accounts.c.name == row.name).with_for_update(read=True)
    again = connection.execute(wanted).one_or_none()
    return again if again is not None and again.hash == row.hash else None


def _opened(
    connection: Connection, row: Row[Any], secret: str, csrf: str, now: dt.datetime, waits: str = ""
) -> Session:
    lasts = dt.timedelta(minutes=CODE_MINUTES) if waits else dt.timedelta(hours=SESSION_HOURS)
    remove_sealed(connection, sessions, sessions.c.ends < now.isoformat())
    values = {
        "sha256": fingerprint(secret), "account": row.name, "csrf": csrf, "ends": (now + lasts).isoformat(),
        "waits": waits,
    }  # fmt: skip
    put_sealed(connection, sessions, [values])
    return Session(account_of(row), csrf, bool(waits))


def _session_row(connection: Connection, secret: str, now: dt.datetime, *, waits: str) -> Row[Any] | None:
    """The session and the account of a secret."""
    own = sessions.c.account == accounts.c.name
    wanted = select(sessions.c.csrf, sessions.c.ends, accounts).join(accounts, own)
    wanted = wanted.where(sessions.c.sha256 == fingerprint(secret), sessions.c.waits == waits)
    row = connection.execute(wanted).one_or_none()
    return None if row is None or not row.active or row.ends < now.isoformat() else row
