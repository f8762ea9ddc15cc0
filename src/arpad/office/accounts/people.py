"""People with a login, and what each may do. All that is done to an account is told by the log."""

from dataclasses import dataclass
from typing import Literal, get_args

from sqlalchemy import Connection, Row, select

from arpad.i18n import ArpadError
from arpad.office.accounts.attempts import forgive_name
from arpad.office.accounts.passwords import hashed_password
from arpad.office.storage import (
    Acting,
    Database,
    accounts,
    add_row,
    change_rows,
    devices,
    recovery_codes,
    remove_rows,
    remove_sealed,
    sessions,
    sign_ins,
    tokens,
)

Role = Literal["administrator", "officer", "arbiter", "auditor", "read-only"]
ROLES: tuple[Role, ...] = get_args(Role)
LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Account:
    """Somebody with a login. `scopes` are what a program may do that acts for them; None: it is them."""

    name: str
    role: Role
    active: bool = True
    demo: bool = False
    second_factor: bool = False
    scopes: frozenset[str] | None = None

    @property
    def is_officer(self) -> bool:
        """Whether they do the work of the office."""
        return self.role in ("administrator", "officer")

    @property
    def may_submit(self) -> bool:
        """Whether they may hand in reports and run events."""
        return self.is_officer or self.role == "arbiter"


def add_account(database: Database, name: str, password: str, role: Role, by: Acting, *, demo: bool = False) -> Account:
    """A new account. Names are unique; a password has at least ten characters."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise ArpadError("account-name", longest=LONGEST_NAME)
    _check_role(role)
    hashed = hashed_password(password, name)
    with database.writing() as connection:
        if find_row(connection, name) is not None:
            raise ArpadError("account-there", name=name)
        values = {"name": name, "hash": hashed, "role": role, "active": True, "demo": demo}
        add_row(connection, accounts, values)
        by.record(connection, "account-added", name, role=role)
    return Account(name, role, demo=demo)


def set_password(database: Database, name: str, password: str, by: Acting, *, keep_session: str = "") -> None:
    """Set another password. Everybody signed in with the old one is signed out, all tokens end, and no device is known
    any more. `keep_session` is the fingerprint of the session of somebody who changes their own."""
    hashed = hashed_password(password, name)
    with database.writing() as connection:
        known_row(connection, name)
        change_rows(connection, accounts, [(name,)], {"hash": hashed, "demo": False})
        ended = _end_tokens(connection, name)
        remove_sealed(connection, sessions, sessions.c.account == name, sessions.c.sha256 != keep_session)
        remove_sealed(connection, devices, devices.c.account == name)
        forgive_name(connection, name)
        by.record(connection, "account-password", name, tokens=ended)


def set_active(database: Database, name: str, active: bool, by: Acting) -> None:
    """Close an account, or open it again. Nothing that was done under it is forgotten."""
    with database.writing() as connection:
        known_row(connection, name)
        change_rows(connection, accounts, [(name,)], {"active": active})
        if not active:
            remove_sealed(connection, sessions, sessions.c.account == name)
        by.record(connection, "account-opened" if active else "account-closed", name)


def erase_account(database: Database, name: str, by: Acting) -> None:
    """Erase an account that is closed: password, second factor, tokens, devices and records of its sign-ins. The log
    keeps the name under which something was done."""
    with database.writing() as connection:
        if known_row(connection, name).active:
            raise ArpadError("account-still-open", name=name)
        _end_tokens(connection, name)
        for table in (sessions, devices, recovery_codes, sign_ins):
            remove_sealed(connection, table, table.c.account == name)
        forgive_name(connection, name)
        remove_rows(connection, accounts, [(name,)])
        by.record(connection, "account-erased", name)


def set_role(database: Database, name: str, role: Role, by: Acting) -> Account:
    """Give an account another role. There is always an administrator once there has been one."""
    _check_role(role)
    with database.writing() as connection:
        row = known_row(connection, name)
        change_rows(connection, accounts, [(name,)], {"role": role})
        if row.role == "administrator" and role != "administrator" and not _administrators(connection):
            raise ArpadError("account-last-administrator", name=name)
        by.record(connection, "account-role", name, role=role, before=row.role)
        return account_of(known_row(connection, name))


def all_accounts(database: Database) -> list[Account]:
    database.check()
    with database.reading() as connection:
        return [account_of(row) for row in connection.execute(select(accounts).order_by(accounts.c.name))]


def has_administrator(database: Database) -> bool:
    """Whether somebody is administrator. As long as nobody is, the officers are: an office of an earlier release, or a
    small one, goes on as before."""
    with database.reading() as connection:
        return _administrators(connection)


def find_row(connection: Connection, name: str) -> Row[tuple[object, ...]] | None:
    """Return the row of an account."""
    return connection.execute(select(accounts).where(accounts.c.name == name)).one_or_none()


def known_row(connection: Connection, name: str) -> Row[tuple[object, ...]]:
    """Return the row of an account that must be there."""
    row = find_row(connection, name)
    if row is None:
        raise ArpadError("account-unknown", name=name)
    return row


def account_of(row: Row[tuple[object, ...]], scopes: frozenset[str] | None = None) -> Account:
    """Return an account from its row."""
    return Account(row.name, row.role, row.active, row.demo, bool(row.factor), scopes)


def _administrators(connection: Connection) -> bool:
    wanted = select(accounts.c.name).where(accounts.c.role == "administrator", accounts.c.active).limit(1)
    return connection.execute(wanted).first() is not None


def _end_tokens(connection: Connection, name: str) -> int:
    """Take back all tokens of an account. Returns how many there were."""
    own = connection.execute(select(tokens.c.sha256).where(tokens.c.account == name)).scalars().all()
    remove_rows(connection, tokens, [(sha256,) for sha256 in own])
    return len(own)


def _check_role(role: str) -> None:
    if role not in ROLES:
        raise ArpadError("account-role", role=role, known=", ".join(ROLES))
