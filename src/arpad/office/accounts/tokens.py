"""Tokens, with which programs act for an account: as long as they last, and in what they are for."""

import datetime as dt
from collections.abc import Collection
from typing import Any, Literal, get_args

from sqlalchemy import Row, select

from arpad.documents.document import Document, TableColumn, TextOrNone
from arpad.i18n import ArpadError, StorageFault
from arpad.office.accounts.people import LONGEST_NAME, Account, account_of, fingerprint, known_row
from arpad.office.storage._log import add_row, remove_rows
from arpad.office.storage._seals import change_sealed, put_sealed
from arpad.office.storage.database import TOKEN_USES, Database
from arpad.office.storage.log_table import Acting
from arpad.office.storage.schema import accounts, last_uses, tokens

Scope = Literal["read", "reports", "events", "office"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
"""read: look at what the account may see. reports: register events and hand in reports. events: run tournaments.
office: everything else that the account may do, but for accounts."""
TOKEN_DAYS, MOST_DAYS = 90, 366
SHOWN = 12
"""Letters of the fingerprint by which people tell tokens apart."""
NOTED_EVERY = dt.timedelta(hours=1)


class Token(Document, frozen=True):
    """A token as people see it: the beginning of its fingerprint. `made` and `ends` are empty if it is of a release
    that did not know them."""

    columns = (
        TableColumn("beginning", "fingerprint"),
        TableColumn("label", "token-for"),
        TableColumn("scopes", cell=lambda token: " ".join(token.scopes)),
        *(TableColumn(name, f"token-{name}") for name in ("made", "ends", "used")),
    )
    beginning: str
    account: str
    label: str
    scopes: tuple[str, ...]
    made: TextOrNone
    ends: TextOrNone
    used: TextOrNone = ""


def add_token(
    database: Database,
    account: str,
    label: str,
    secret: str,
    by: Acting,
    *,
    days: int = TOKEN_DAYS,
    scopes: Collection[str] = SCOPES,
) -> Token:
    """Make a token for a program, with some of the rights of the account. The secret itself is not stored."""
    if not 1 <= days <= MOST_DAYS:
        raise ArpadError("token-days", value=days, most=MOST_DAYS)
    wanted = tuple(scope for scope in SCOPES if scope in scopes)
    if not wanted or not set(scopes) <= set(SCOPES):
        raise ArpadError("token-scopes", known=", ".join(SCOPES))
    values = {
        "sha256": fingerprint(secret),
        "account": account,
        "label": label[:LONGEST_NAME],
        "made": by.at.isoformat(),
        "ends": (by.at + dt.timedelta(days=days)).isoformat(),
        "scopes": " ".join(wanted),
    }
    with database.writing() as connection:
        known_row(connection, account)
        add_row(connection, tokens, values)
        by.record(connection, "token-added", account, label=values["label"], scopes=values["scopes"])
    return Token(values["sha256"][:SHOWN], account, values["label"], wanted, values["made"], values["ends"])


def tokens_of(database: Database, account: str | None) -> list[Token]:
    """Return the tokens of an account, or of all."""
    used = last_uses.c.key == "token " + tokens.c.sha256
    wanted = select(tokens, last_uses.c.at.label("used")).outerjoin(last_uses, used)
    wanted = wanted.order_by(tokens.c.account, tokens.c.label, tokens.c.sha256)
    if account is not None:
        wanted = wanted.where(tokens.c.account == account)
    with database.reading() as connection:
        return [_token(row) for row in connection.execute(wanted)]


def _token(row: Row[Any]) -> Token:
    scopes = tuple(row.scopes.split())
    return Token(row.sha256[:SHOWN], row.account, row.label, scopes, row.made, row.ends, row.used or "")


def drop_token(database: Database, account: str, beginning: str, by: Acting) -> None:
    """Take back the tokens of an account whose fingerprint begins so."""
    with database.writing() as connection:
        fits = tokens.c.sha256.startswith(beginning, autoescape=True)
        found = connection.execute(select(tokens).where(tokens.c.account == account, fits)).all()
        for row in found:
            remove_rows(connection, tokens, [(row.sha256,)])
            by.record(connection, "token-dropped", account, label=row.label)


def account_of_token(database: Database, secret: str, now: dt.datetime) -> Account | None:
    """The account that a token acts for, with what the token is for. That it was used is noted once an hour."""
    sha256 = fingerprint(secret)
    with database.reading() as connection:
        key = f"token {sha256}"
        own = tokens.c.account == accounts.c.name
        wanted = select(accounts, tokens.c.ends, tokens.c.scopes).join(tokens, own).where(tokens.c.sha256 == sha256)
        row = connection.execute(wanted).one_or_none()
        used = connection.execute(select(last_uses.c.at).where(last_uses.c.key == key)).scalar_one_or_none()
    if row is None or not row.active or (row.ends and row.ends < now.isoformat()):
        return None
    if used is None or used < (now - NOTED_EVERY).isoformat():
        _note_use(database, key, now)
    return account_of(row, frozenset(row.scopes.split()))


def _note_use(database: Database, key: str, now: dt.datetime) -> None:
    """Note when a token was used. Nobody waits for it: if somebody else is writing, it is noted another time."""
    try:
        with database.writing(TOKEN_USES, patient=False) as connection:
            if not change_sealed(connection, last_uses, [key], {"at": now.isoformat()}):
                put_sealed(connection, last_uses, [{"key": key, "at": now.isoformat()}])
    except StorageFault as fault:
        if fault.key != "office-busy":
            raise
