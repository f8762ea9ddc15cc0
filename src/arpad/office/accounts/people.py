"""Accounts of an office: roles, passwords, failed attempts, account policy, sign-in records and tokens."""

import datetime as dt
import hashlib
import ipaddress
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, get_args

from sqlalchemy import Connection, Row, func, select

from arpad.documents.document import Document, TableColumn, TextOrNone, shows
from arpad.i18n import ArpadError, StorageFault
from arpad.office.records import AT, Instant
from arpad.office.storage._log import add_row, change_rows, next_number, remove_rows
from arpad.office.storage._seals import change_sealed, put_sealed, remove_sealed
from arpad.office.storage.database import SIGN_INS, TOKEN_USES, Database
from arpad.office.storage.log_table import Acting
from arpad.office.storage.schema import (
    accounts,
    attempts,
    devices,
    last_uses,
    policies,
    recovery_codes,
    sessions,
    sign_ins,
    tokens,
)

if TYPE_CHECKING:
    from pwdlib import PasswordHash


# Passwords: stored as argon2 hashes, and refused if everybody would guess them first.

LEAST_PASSWORD, LONGEST_PASSWORD = 10, 200
FEWEST_LETTERS = 5
"""Different letters that a password has at least."""
SHORTEST_NAME = 4
"""A name with at least this many letters may not be a part of the password."""


@cache
def guessed() -> frozenset[str]:
    """Return passwords of ten letters or more that are tried first everywhere."""
    return frozenset((files("arpad.office.accounts") / "guessed.txt").read_text("utf-8").split())


@cache
def password_hasher() -> "PasswordHash":
    """Argon2, with as much work for each password as is recommended."""
    from pwdlib import PasswordHash  # noqa: PLC0415  (only the web and one command need it)

    return PasswordHash.recommended()


def fingerprint(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def hashed_password(password: str, name: str) -> str:
    """Return the hash of a new password for an account. One that is too short, or guessed first, is refused."""
    if not LEAST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        raise ArpadError("account-password", least=LEAST_PASSWORD, most=LONGEST_PASSWORD)
    plain, own = password.casefold(), name.casefold()
    named = len(own) >= SHORTEST_NAME and own in plain
    if plain in guessed() or named or len(set(plain)) < FEWEST_LETTERS:
        raise ArpadError("account-password-easy")
    return password_hasher().hash(password)


def password_fits(password: str, hashed: str | None) -> bool:
    """Whether a password is the one of a hash. Without a hash it takes as long, and is not."""
    found = password_hasher().verify(password[:LONGEST_PASSWORD], _nobody() if hashed is None else hashed)
    return found and hashed is not None


@cache
def _nobody() -> str:
    """A hash that no password fits, so that an unknown name takes as long as a known one."""
    return password_hasher().hash("nobody has this password")


# Attempts that fail: counted in the database, so over all workers, and before they are judged, so also those that come
# at the same time.

MINUTES = 15


@dataclass(frozen=True, slots=True)
class AttemptLimit:
    """How many attempts may fail under a key in a quarter of an hour."""

    key: str
    most: int


def begin_attempt(database: Database, limits: Sequence[AttemptLimit], now: dt.datetime) -> dict[str, int]:
    """Count an attempt as failed until it is forgiven. Return how many each key has had now; refuse it if one has had
    too many."""
    with database.writing(SIGN_INS) as connection:
        return count_attempt(connection, limits, now)


def count_attempt(connection: Connection, limits: Sequence[AttemptLimit], now: dt.datetime) -> dict[str, int]:
    """The same in a transaction of those who sign in."""
    remove_sealed(connection, attempts, attempts.c.at <= (now - dt.timedelta(minutes=MINUTES)).isoformat())
    count = select(func.count())
    used: dict[str, int] = {
        limit.key: connection.execute(count.where(attempts.c.key == limit.key)).scalar_one() for limit in limits
    }
    if any(used[limit.key] >= limit.most for limit in limits):
        raise ArpadError("account-wait", minutes=MINUTES)
    first = next_number(connection, attempts.c.number)
    rows = [{"number": number, "key": key, "at": now.isoformat()} for number, key in enumerate(used, first)]
    put_sealed(connection, attempts, rows)
    return {key: count + 1 for key, count in used.items()}


def forgive(database: Database, keys: Collection[str]) -> None:
    """Forget the attempts under some keys."""
    with database.writing(SIGN_INS) as connection:
        forgive_attempts(connection, keys)


def forgive_attempts(connection: Connection, keys: Collection[str], only_last: Collection[str] = ()) -> None:
    """Forget the attempts under some keys, and the last one under others."""
    remove_sealed(connection, attempts, attempts.c.key.in_(list(keys)))
    for key in only_last:
        last = select(func.max(attempts.c.number)).where(attempts.c.key == key).scalar_subquery()
        remove_sealed(connection, attempts, attempts.c.number == last)


def forgive_name(connection: Connection, name: str) -> None:
    """Forget what has failed under a name, wherever it came from."""
    forgive_attempts(connection, [attempt_key("name", name), attempt_key("code", name)])


def attempt_key(kind: str, *of: str) -> str:
    """Return the key under which attempts of a kind are counted: of a name, of a place, of a device."""
    return f"{kind} {fingerprint(' '.join(of))}"


# People with a login, and what each may do. Everything that is done to an account is in the log.

Role = Literal["administrator", "officer", "arbiter", "auditor", "read-only"]
ROLES: tuple[Role, ...] = get_args(Role)
LONGEST_NAME = 60


class Account(Document, frozen=True):
    """Somebody with a login.

    `scopes` are what a program may do that acts for them; None: it is them."""

    shown = shows("name", "role", "active", "demo", "second_factor")
    columns = (
        TableColumn("name", "account"),
        TableColumn("role", words="web.role."),
        TableColumn("active", "open"),
        TableColumn("second_factor", "second-factor"),
    )
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


# What an office demands of its accounts: a second factor of its officers, how long sign-ins are remembered.

SecondFactor = Literal["optional", "officers"]
SECOND_FACTOR: tuple[SecondFactor, ...] = get_args(SecondFactor)
SIGN_IN_DAYS, MOST_DAYS = 180, 730


@dataclass(frozen=True, slots=True)
class AccountPolicy:
    """`second_factor`: officers and administrators must have one, or may. `sign_in_days`: how long sign-ins stay."""

    second_factor: SecondFactor = "optional"
    sign_in_days: int = SIGN_IN_DAYS

    def __post_init__(self) -> None:
        if self.second_factor not in SECOND_FACTOR:
            raise ArpadError("account-policy-factor", value=self.second_factor, known=", ".join(SECOND_FACTOR))
        if not 1 <= self.sign_in_days <= MOST_DAYS:
            raise ArpadError("account-policy-days", value=self.sign_in_days, most=MOST_DAYS)


def policy_of(database: Database) -> AccountPolicy:
    """Return what the office demands."""
    with database.reading() as connection:
        return read_policy(connection)


def read_policy(connection: Connection) -> AccountPolicy:
    """The same in a transaction."""
    found: dict[str, Any] = {row.name: row.value for row in connection.execute(select(policies))}
    plain = AccountPolicy()
    days = found.get("sign_in_days", plain.sign_in_days)
    return AccountPolicy(found.get("second_factor", plain.second_factor), int(days))


def set_policy(database: Database, policy: AccountPolicy, by: Acting) -> None:
    """Demand something else from now on."""
    wanted = {"second_factor": policy.second_factor, "sign_in_days": str(policy.sign_in_days)}
    with database.writing() as connection:
        known = set(connection.execute(select(policies.c.name)).scalars())
        for name, value in wanted.items():
            if name in known:
                change_rows(connection, policies, [(name,)], {"value": value})
            else:
                add_row(connection, policies, {"name": name, "value": value})
        by.record(connection, "account-policy", "", **wanted)


# Records of sign-ins: who, when, from which network, and what came of it. They are kept for some months only, and are
# not in the log, which keeps everything.

Outcome = Literal["in", "code", "wrong", "wrong-code", "recovery"]
"""in: signed in. code: the password was right, and the code is asked for. wrong, wrong-code: refused. recovery: signed
in with a recovery code."""
PREFIXES = {4: 24, 6: 48}
ATTEMPTS_FROM = {4: 32, 6: 64}


class SignIn(Document, frozen=True):
    """A record of somebody who signed in, or tried to."""

    columns = (AT, TableColumn("outcome", words="sign-in."))
    account: str
    at: Instant
    network: str
    outcome: str


def network_of(place: str, prefixes: dict[int, int] = PREFIXES) -> str:
    """Return the network of an address, which is enough to see that it was not you; an address of another kind is
    kept as it is."""
    try:
        address = ipaddress.ip_address(place)
    except ValueError:
        return place[:45]
    mapped = getattr(address, "ipv4_mapped", None) or address
    return str(ipaddress.ip_network((mapped, prefixes[mapped.version]), strict=False))


def place_of(address: str) -> str:
    """Return where an attempt comes from: an address; of IPv6 the network that one household has."""
    return network_of(address, ATTEMPTS_FROM)


def record_sign_in(connection: Connection, account: str, now: dt.datetime, place: str, outcome: Outcome) -> None:
    """Keep a record, and forget those that are too old."""
    days = read_policy(connection).sign_in_days
    remove_sealed(connection, sign_ins, sign_ins.c.at < (now - dt.timedelta(days=days)).isoformat())
    values = {"account": account, "at": now.isoformat(), "network": network_of(place), "outcome": outcome}
    put_sealed(connection, sign_ins, [{"number": next_number(connection, sign_ins.c.number), **values}])


def sign_ins_of(database: Database, account: str | None, most: int) -> list[SignIn]:
    """Return the last records of an account, or of all, the newest first."""
    wanted = select(sign_ins).order_by(sign_ins.c.number.desc()).limit(most)
    if account is not None:
        wanted = wanted.where(sign_ins.c.account == account)
    with database.reading() as connection:
        return [
            SignIn(row.account, dt.datetime.fromisoformat(row.at), row.network, row.outcome)
            for row in connection.execute(wanted)
        ]


# Tokens, with which programs act for an account: as long as they last, and in what they are for.

Scope = Literal["read", "reports", "events", "office"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
"""read: look at what the account may see. reports: register events and hand in reports. events: run tournaments.
office: everything else that the account may do, but for accounts."""
TOKEN_DAYS, MOST_TOKEN_DAYS = 90, 366
FINGERPRINT_SHOWN = 12
"""Letters of the fingerprint by which people tell tokens apart."""
NOTED_EVERY = dt.timedelta(hours=1)


class Token(Document, frozen=True):
    """A token as people see it: the beginning of its fingerprint. `made` and `ends` are empty if it is of a release
    that did not know them."""

    columns = (
        TableColumn("beginning", "fingerprint"),
        TableColumn("label", "token-for"),
        TableColumn("scopes", cell=lambda token: " ".join(token.scopes)),
        TableColumn("made", "token-made"),
        TableColumn("ends", "token-ends"),
        TableColumn("used", "token-used"),
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
    if not 1 <= days <= MOST_TOKEN_DAYS:
        raise ArpadError("token-days", value=days, most=MOST_TOKEN_DAYS)
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
    return Token(values["sha256"][:FINGERPRINT_SHOWN], account, values["label"], wanted, values["made"], values["ends"])


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
    return Token(row.sha256[:FINGERPRINT_SHOWN], row.account, row.label, scopes, row.made, row.ends, row.used or "")


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


def token_has_ended(database: Database, secret: str, now: dt.datetime) -> bool:
    """Whether a token was known and is past its end."""
    with database.reading() as connection:
        ends = connection.execute(select(tokens.c.ends).where(tokens.c.sha256 == fingerprint(secret))).scalar()
    return bool(ends) and str(ends) < now.isoformat()


def _note_use(database: Database, key: str, now: dt.datetime) -> None:
    """Note when a token was used. Nobody waits for it: if somebody else is writing, it is noted another time."""
    try:
        with database.writing(TOKEN_USES, patient=False) as connection:
            if not change_sealed(connection, last_uses, [key], {"at": now.isoformat()}):
                put_sealed(connection, last_uses, [{"key": key, "at": now.isoformat()}])
    except StorageFault as fault:
        if fault.key != "office-busy":
            raise
