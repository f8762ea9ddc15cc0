"""The ledgers that an office keeps."""

import datetime as dt

from arpad.lists.ledger import Ledger
from arpad.office.context import Desk
from arpad.office.list_tables import read_transaction


def ledger_of(desk: Desk, period: dt.date, number: int | None = None) -> Ledger:
    """The list of a day with all that the next one is made from."""
    with read_transaction(desk) as repository:
        return repository.ledger(repository.find(period, number))
