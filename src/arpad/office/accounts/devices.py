"""Known devices: browsers with which somebody has signed in before. Failures of others do not lock them out."""

import datetime as dt

from sqlalchemy import Connection, select

from arpad.office.accounts.passwords import fingerprint
from arpad.office.storage import SIGN_INS, Database, devices, put_sealed, remove_sealed

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
