"""The ledgers that an office keeps."""

import datetime as dt

from arpad.lists.ledger import Ledger
from arpad.office.context import Desk
from arpad.office.list_tables import looking


def ledger_of(desk: Desk, period: dt.date, number: int | None = None) -> Ledger:
    """The list of a day with all that the next one is made from."""
    with looking(desk) as shelf:
        return shelf.ledger(shelf.find(period, number))
