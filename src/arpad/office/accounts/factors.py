"""The second factor: codes of six digits that change every half minute (TOTP, RFC 6238), and recovery codes for people
who have lost their telephone. A code is good for one time."""

import base64
import datetime as dt
import hashlib
import re
from hmac import compare_digest
from typing import TYPE_CHECKING

from sqlalchemy import Connection, select

from arpad.i18n import ArpadError
from arpad.office.accounts.passwords import fingerprint
from arpad.office.accounts.people import known_row
from arpad.office.storage import (
    Acting,
    Database,
    accounts,
    change_rows,
    change_sealed,
    last_uses,
    put_sealed,
    recovery_codes,
    remove_sealed,
)

if TYPE_CHECKING:
    from pyotp import TOTP

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
        remove_sealed(connection, last_uses, last_uses.c.key == _key(name))
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
    if step is not None and step > _last_step(connection, name):
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


def _key(name: str) -> str:
    return f"factor {fingerprint(name)}"


def _last_step(connection: Connection, name: str) -> int:
    found = connection.execute(select(last_uses.c.at).where(last_uses.c.key == _key(name))).scalar_one_or_none()
    return int(found or 0)


def _use(connection: Connection, name: str, step: int) -> None:
    if not change_sealed(connection, last_uses, [_key(name)], {"at": str(step)}):
        put_sealed(connection, last_uses, [{"key": _key(name), "at": str(step)}])


def _made_codes(source: str) -> list[str]:
    made = [hashlib.sha256(f"recovery {number} {source}".encode()).digest() for number in range(RECOVERY_CODES)]
    plain = [base64.b32encode(code).decode()[: 2 * HALF] for code in made]
    return [f"{code[:HALF]}-{code[HALF:]}" for code in plain]


def _put_codes(connection: Connection, name: str, codes: list[str]) -> None:
    remove_sealed(connection, recovery_codes, recovery_codes.c.account == name)
    rows = [{"sha256": _code_hash(name, code.replace("-", "")), "account": name} for code in codes]
    put_sealed(connection, recovery_codes, rows)


def _code_hash(name: str, plain: str) -> str:
    return fingerprint(f"recovery {name} {plain}")
