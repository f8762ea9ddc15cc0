"""Records of sign-ins: who, when, from which network, and what came of it. They are kept for some months only, and are
not in the log, which keeps everything."""

import datetime as dt
import ipaddress
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import Connection, select

from arpad.office.accounts.policy import read_policy
from arpad.office.storage import Database, next_number, put_sealed, remove_sealed, sign_ins

Outcome = Literal["in", "code", "wrong", "wrong-code", "recovery"]
"""in: signed in. code: the password was right, and the code is asked for. wrong, wrong-code: refused. recovery: signed
in with a recovery code."""
PREFIXES = {4: 24, 6: 48}
ATTEMPTS_FROM = {4: 32, 6: 64}


@dataclass(frozen=True, slots=True)
class SignIn:
    """One record."""

    account: str
    at: dt.datetime
    network: str
    outcome: str


def network_of(place: str, prefixes: dict[int, int] = PREFIXES) -> str:
    """Return the network of an address, which is enough to see that it was not you; an address of another kind is
    kept as it is."""
    try:
        found = ipaddress.ip_address(place)
    except ValueError:
        return place[:45]
    mapped = getattr(found, "ipv4_mapped", None) or found
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
