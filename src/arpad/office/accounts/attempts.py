"""Attempts that fail: counted in the database, so over all workers, and before they are judged, so also those that come
at the same time."""

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from arpad.i18n import ArpadError
from arpad.office.accounts.passwords import fingerprint
from arpad.office.storage import SIGN_INS, Database, attempts, next_number, put_sealed, remove_sealed

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
    used = {limit.key: _count(connection, limit.key) for limit in limits}
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
    forgive_attempts(connection, [name_key(name), code_key(name)])


def name_key(name: str) -> str:
    return f"name {fingerprint(name)}"


def code_key(name: str) -> str:
    return f"code {fingerprint(name)}"


def place_key(place: str) -> str:
    return f"from {fingerprint(place)}"


def name_and_place_key(name: str, place: str) -> str:
    return f"name from {fingerprint(f'{name} {place}')}"


def _count(connection: Connection, key: str) -> int:
    return int(connection.execute(select(func.count()).where(attempts.c.key == key)).scalar_one())
