"""Signing in on the web: accounts, sessions, tokens for programs, and attempts that failed.

Passwords are stored as argon2 hashes, sessions and tokens as SHA-256: stored data cannot be used to sign in.
"""

import datetime as dt
import hashlib
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, get_args

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from arpad.locale import ArpadError
from arpad.office.storage import Database, accounts, attempts, sessions, tokens

if TYPE_CHECKING:
    from pwdlib import PasswordHash

Role = Literal["officer", "arbiter", "read-only"]
ROLES: tuple[Role, ...] = get_args(Role)

SESSION_HOURS = 12
LEAST_PASSWORD, LONGEST_PASSWORD = 10, 200
LONGEST_NAME = 60
MOST_ATTEMPTS, ATTEMPT_MINUTES = 5, 15


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody with a login."""

    name: str
    role: Role
    active: bool = True
    demo: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """Somebody who is signed in. `csrf` goes into every form."""

    account: Account
    csrf: str


@cache
def password_hasher() -> "PasswordHash":
    """Argon2, with as much work for each password as is recommended."""
    from pwdlib import PasswordHash  # noqa: PLC0415  (only the web and one command need it)

    return PasswordHash.recommended()


def fingerprint(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def add_account(database: Database, name: str, password: str, role: Role, *, demo: bool = False) -> Account:
    """A new account. Names are unique; a password has at least ten characters."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise ArpadError("account-name", longest=LONGEST_NAME)
    if role not in ROLES:
        raise ArpadError("account-role", role=role, known=", ".join(ROLES))
    hashed = _hashed(password)
    with database.writing() as connection:
        if _row(connection, name) is not None:
            raise ArpadError("account-there", name=name)
        values = {"name": name, "hash": hashed, "role": role, "active": True, "demo": demo}
        connection.execute(insert(accounts).values(values))
    return Account(name, role, demo=demo)


def set_password(database: Database, name: str, password: str) -> None:
    """Set another password; everybody signed in with the old one is signed out."""
    hashed = _hashed(password)
    with database.writing() as connection:
        _known(connection, name)
        connection.execute(update(accounts).where(accounts.c.name == name).values(hash=hashed, demo=False))
        connection.execute(delete(sessions).where(sessions.c.account == name))


def set_active(database: Database, name: str, active: bool) -> None:
    """Close an account, or open it again. Nothing that was done under it is forgotten."""
    with database.writing() as connection:
        _known(connection, name)
        connection.execute(update(accounts).where(accounts.c.name == name).values(active=active))
        if not active:
            connection.execute(delete(sessions).where(sessions.c.account == name))


def all_accounts(database: Database) -> list[Account]:
    database.check()
    with database.reading() as connection:
        return [_account(row) for row in connection.execute(select(accounts).order_by(accounts.c.name))]


def sign_in(
    database: Database, name: str, password: str, secret: str, csrf: str, now: dt.datetime, where: str
) -> Session | None:
    """Open a new session under a secret, or return None if name and password do not match. After five failures in a
    quarter of an hour, for a name or from an address, nobody can sign in for the rest of it."""
    with database.reading() as connection:
        keys = [f"name {fingerprint(name)}", f"from {fingerprint(where)}"]
        if any(_failed(connection, key, now) >= MOST_ATTEMPTS for key in keys):
            raise ArpadError("account-wait", minutes=ATTEMPT_MINUTES)
        row = _row(connection, name)
    fits = password_hasher().verify(password[:LONGEST_PASSWORD], row.hash if row is not None else _nobody())
    with database.writing() as connection:
        if row is None or not fits or not row.active:
            for key in keys:
                connection.execute(insert(attempts).values(number=_next(connection), key=key, at=now.isoformat()))
            return None
        ends = (now + dt.timedelta(hours=SESSION_HOURS)).isoformat()
        connection.execute(delete(sessions).where(sessions.c.ends < now.isoformat()))
        connection.execute(delete(attempts).where(attempts.c.key == keys[0]))
        values = {"sha256": fingerprint(secret), "account": row.name, "csrf": csrf, "ends": ends}
        connection.execute(insert(sessions).values(values))
    return Session(_account(row), csrf)


def session_of(database: Database, secret: str, now: dt.datetime) -> Session | None:
    """The session that a secret opens, while it lasts."""
    with database.reading() as connection:
        own = sessions.c.account == accounts.c.name
        wanted = select(sessions.c.csrf, sessions.c.ends, accounts).join(accounts, own)
        row = connection.execute(wanted.where(sessions.c.sha256 == fingerprint(secret))).one_or_none()
    if row is None or not row.active or row.ends < now.isoformat():
        return None
    return Session(_account(row), row.csrf)


def sign_out(database: Database, secret: str) -> None:
    with database.writing() as connection:
        connection.execute(delete(sessions).where(sessions.c.sha256 == fingerprint(secret)))


def add_token(database: Database, account: str, label: str, secret: str) -> None:
    """Make a token for a program, with the rights of the account. The secret itself is not stored."""
    with database.writing() as connection:
        _known(connection, account)
        values = {"sha256": fingerprint(secret), "account": account, "label": label[:LONGEST_NAME]}
        connection.execute(insert(tokens).values(values))


def tokens_of(database: Database, account: str) -> list[tuple[str, str]]:
    """The tokens of an account: the beginning of each one's fingerprint, and its label."""
    with database.reading() as connection:
        wanted = select(tokens).where(tokens.c.account == account).order_by(tokens.c.label, tokens.c.sha256)
        return [(row.sha256[:12], row.label) for row in connection.execute(wanted)]


def drop_token(database: Database, account: str, beginning: str) -> None:
    with database.writing() as connection:
        fits = tokens.c.sha256.startswith(beginning, autoescape=True)
        connection.execute(delete(tokens).where(tokens.c.account == account, fits))


def account_of_token(database: Database, secret: str) -> Account | None:
    """The account that a token acts for."""
    with database.reading() as connection:
        wanted = select(accounts).join(tokens, tokens.c.account == accounts.c.name)
        row = connection.execute(wanted.where(tokens.c.sha256 == fingerprint(secret))).one_or_none()
    return None if row is None or not row.active else _account(row)


def failures(database: Database, key: str, now: dt.datetime) -> int:
    """Return how many attempts under a key have failed within the last quarter of an hour."""
    with database.reading() as connection:
        return _failed(connection, key, now)


def note_failure(database: Database, key: str, now: dt.datetime) -> None:
    """Keep that an attempt under a key has failed."""
    with database.writing() as connection:
        connection.execute(insert(attempts).values(number=_next(connection), key=key, at=now.isoformat()))


def forgive(database: Database, key: str) -> None:
    """Forget the attempts under a key."""
    with database.writing() as connection:
        connection.execute(delete(attempts).where(attempts.c.key == key))


def _hashed(password: str) -> str:
    if not LEAST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise ArpadError("account-password", least=LEAST_PASSWORD, most=LONGEST_PASSWORD)
    return password_hasher().hash(password)


@cache
def _nobody() -> str:
    """A hash that no password fits, so that an unknown name takes as long as a known one."""
    return password_hasher().hash("nobody has this password")


def _row(connection: Connection, name: str) -> Row[tuple[object, ...]] | None:
    return connection.execute(select(accounts).where(accounts.c.name == name)).one_or_none()


def _known(connection: Connection, name: str) -> None:
    if _row(connection, name) is None:
        raise ArpadError("account-unknown", name=name)


def _account(row: Row[tuple[object, ...]]) -> Account:
    return Account(row.name, row.role, row.active, row.demo)


def _failed(connection: Connection, key: str, now: dt.datetime) -> int:
    since = (now - dt.timedelta(minutes=ATTEMPT_MINUTES)).isoformat()
    wanted = select(func.count()).where(attempts.c.key == key, attempts.c.at > since)
    return int(connection.execute(wanted).scalar_one())


def _next(connection: Connection) -> int:
    last = connection.execute(select(func.max(attempts.c.number))).scalar_one()
    return int(last or 0) + 1
