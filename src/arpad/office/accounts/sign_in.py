"""Sign-in with password and second factor (TOTP, RFC 6238), sessions and known devices.

Sessions are stored as SHA-256 hashes. Known devices are limited separately, so strangers cannot lock an account.
"""

import base64
import datetime as dt
import hashlib
import re
from dataclasses import dataclass
from hmac import compare_digest
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, select

from arpad.i18n import ArpadError
from arpad.office.accounts.people import (
    Account,
    AttemptLimit,
    Outcome,
    account_of,
    attempt_key,
    begin_attempt,
    count_attempt,
    find_row,
    fingerprint,
    forgive,
    forgive_attempts,
    known_row,
    password_fits,
    place_of,
    record_sign_in,
    set_password,
)
from arpad.office.storage._log import change_rows
from arpad.office.storage._seals import change_sealed, put_sealed, remove_sealed
from arpad.office.storage.database import SIGN_INS, Database
from arpad.office.storage.log_table import Acting
from arpad.office.storage.schema import accounts, devices, last_uses, recovery_codes, sessions

if TYPE_CHECKING:
    from pyotp import TOTP


# Known devices: browsers with which somebody has signed in before. Failures of others do not lock them out.

KEPT = dt.timedelta(days=180)
MOST = 20
"""Devices of an account; the one that was used longest ago is forgotten."""


def known_device(connection: Connection, account: str, secret: str) -> bool:
    """Whether an account has signed in with this device before."""
    if not secret:
        return False
    wanted = select(devices.c.account).where(devices.c.sha256 == fingerprint(secret), devices.c.account == account)
    return connection.execute(wanted).first() is not None


def remember_device(database: Database, account: str, secret: str, now: dt.datetime) -> None:
    """Remember a device with which an account has just signed in."""
    with database.writing(SIGN_INS) as connection:
        remove_sealed(connection, devices, devices.c.at < (now - KEPT).isoformat())
        remove_sealed(connection, devices, devices.c.sha256 == fingerprint(secret))
        own = select(devices.c.sha256).where(devices.c.account == account).order_by(devices.c.at.desc())
        old = connection.execute(own.offset(MOST - 1)).scalars().all()
        remove_sealed(connection, devices, devices.c.sha256.in_(old))
        values = {"sha256": fingerprint(secret), "account": account, "at": now.isoformat()}
        put_sealed(connection, devices, [values])


# The second factor: codes of six digits that change every half minute (TOTP, RFC 6238), and recovery codes for people
# who have lost their telephone. A code is good for one time.

STEP = 30
LATE = (-1, 0, 1)
"""A code of the half minute before and after is taken too: clocks differ."""
RECOVERY_CODES, HALF = 10, 5
SECRET = re.compile(r"[A-Z2-7]{32}")


def factor_secret(source: str) -> str:
    """Return the secret of a second factor, made of a text that nobody can guess."""
    return base64.b32encode(hashlib.sha256(f"factor {source}".encode()).digest()[:20]).decode()


def factor_address(secret: str, account: str) -> str:
    """Return what an app reads from the QR code."""
    return _totp(secret).provisioning_uri(account, issuer_name="Arpad")


def set_factor(database: Database, name: str, secret: str, code: str, source: str, by: Acting) -> list[str]:
    """Give an account a second factor, once a code shows that its app has the secret. Returns its recovery codes."""
    step = _step_of(secret, code, by.at) if SECRET.fullmatch(secret) else None
    if step is None:
        raise ArpadError("account-code")
    codes = _made_codes(source)
    with database.writing() as connection:
        known_row(connection, name)
        change_rows(connection, accounts, [(name,)], {"factor": secret})
        _put_codes(connection, name, codes)
        _use(connection, name, step)
        by.record(connection, "second-factor-on", name)
    return codes


def take_factor_away(database: Database, name: str, by: Acting) -> None:
    """Let an account sign in with its password alone."""
    with database.writing() as connection:
        known_row(connection, name)
        change_rows(connection, accounts, [(name,)], {"factor": ""})
        remove_sealed(connection, recovery_codes, recovery_codes.c.account == name)
        remove_sealed(connection, last_uses, last_uses.c.key == attempt_key("factor", name))
        by.record(connection, "second-factor-off", name)


def new_recovery_codes(database: Database, name: str, source: str, by: Acting) -> list[str]:
    """Give an account other recovery codes; the old ones are good for nothing."""
    codes = _made_codes(source)
    with database.writing() as connection:
        if not known_row(connection, name).factor:
            raise ArpadError("account-no-factor", name=name)
        _put_codes(connection, name, codes)
        by.record(connection, "recovery-codes", name)
    return codes


def codes_left(database: Database, name: str) -> int:
    """Return how many recovery codes an account has left."""
    with database.reading() as connection:
        wanted = select(recovery_codes.c.sha256).where(recovery_codes.c.account == name)
        return len(connection.execute(wanted).all())


def use_code(connection: Connection, name: str, secret: str, typed: str, now: dt.datetime) -> str:
    """Use a code of an account: return "in" for one of the app, "recovery" for a recovery code, nothing for any
    other."""
    plain = "".join(sign for sign in typed.upper() if sign.isascii() and sign.isalnum())
    step = _step_of(secret, plain, now)
    last = select(last_uses.c.at).where(last_uses.c.key == attempt_key("factor", name))
    if step is not None and step > int(connection.execute(last).scalar_one_or_none() or 0):
        _use(connection, name, step)
        return "in"
    own = (recovery_codes.c.account == name, recovery_codes.c.sha256 == _code_hash(name, plain))
    return "recovery" if remove_sealed(connection, recovery_codes, *own) else ""


def _totp(secret: str) -> "TOTP":
    from pyotp import TOTP  # noqa: PLC0415  (only those with a second factor need it)

    return TOTP(secret)


def _step_of(secret: str, code: str, now: dt.datetime) -> int | None:
    """The half minute that a code is of, None if it is not a code of now."""
    plain, totp = "".join(code.split()), _totp(secret)
    fitting = [late for late in LATE if compare_digest(totp.at(now, late).encode(), plain.encode())]
    return int(now.timestamp()) // STEP + fitting[-1] if fitting else None


def _use(connection: Connection, name: str, step: int) -> None:
    if not change_sealed(connection, last_uses, [attempt_key("factor", name)], {"at": str(step)}):
        put_sealed(connection, last_uses, [{"key": attempt_key("factor", name), "at": str(step)}])


def _made_codes(source: str) -> list[str]:
    digests = [hashlib.sha256(f"recovery {number} {source}".encode()).digest() for number in range(RECOVERY_CODES)]
    plain = [base64.b32encode(code).decode()[: 2 * HALF] for code in digests]
    return [f"{code[:HALF]}-{code[HALF:]}" for code in plain]


def _put_codes(connection: Connection, name: str, codes: list[str]) -> None:
    remove_sealed(connection, recovery_codes, recovery_codes.c.account == name)
    rows = [{"sha256": _code_hash(name, code.replace("-", "")), "account": name} for code in codes]
    put_sealed(connection, recovery_codes, rows)


def _code_hash(name: str, plain: str) -> str:
    return fingerprint(f"recovery {name} {plain}")


# Signing in: a name and a password, a code if the account has a second factor, and a session that opens the office.
# Failures are counted by name, by place and by both. Somebody who has signed in with a device before is counted by
# that device alone: strangers who guess at their password cannot lock them out. Sessions are stored as SHA-256: stored
# data cannot be used to sign in.

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
        key = attempt_key("code device", device) if known else attempt_key("code", row.name)
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
    key = attempt_key("confirm", name)
    begin_attempt(database, [AttemptLimit(key, MOST_BY_BOTH)], now)
    with database.reading() as connection:
        row = find_row(connection, name)
    if row is None or not password_fits(password, row.hash):
        raise ArpadError("account-old-password")
    forgive(database, [key])


def _limits(connection: Connection, name: str, place: str, device: str) -> tuple[list[AttemptLimit], list[str]]:
    """How attempts are counted, and the keys under which others are counted too."""
    if known_device(connection, name, device):
        return [AttemptLimit(attempt_key("device", device), MOST_BY_DEVICE)], []
    return [
        AttemptLimit(attempt_key("name from", name, place), MOST_BY_BOTH),
        AttemptLimit(attempt_key("name", name), MOST_BY_NAME),
        AttemptLimit(attempt_key("from", place), MOST_BY_PLACE),
    ], [attempt_key("from", place)]


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
