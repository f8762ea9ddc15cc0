"""A glance at an office: what is known of it as it is now, without a transaction.

It is enough for most pages. Everything in it belongs to one line of the log; a player's history is read when it is
asked for, and what is published of it never changes.
"""

import sqlite3
from dataclasses import dataclass

from arpad.office.storage.kept_history import HistoryRow, history_at_once
from arpad.office.storage.pulse import Pulse
from arpad.office.storage.unchanged import SameOffice


class TransactionNeeded(Exception):
    """What is known of an office is not enough: it has to be looked up in a transaction."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What is known of an office, for the thread of its pulse."""

    known: SameOffice
    pulse: Pulse

    def history(self, player: str) -> list[HistoryRow]:
        """Return the rows of a player's history; those of lists that came later may be among them."""
        connection = self.pulse.connection
        if connection is None:
            raise TransactionNeeded
        try:
            return history_at_once(connection, player)
        except sqlite3.Error:
            raise TransactionNeeded from None
