"""The history of a player: the lists on which something changed for them."""

from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, select

from arpad.office.storage.schema import history


class HistoryRow(NamedTuple):
    """A player's row of a list that differs from the list before."""

    version_id: int
    time_class: str
    rating: int
    k: int
    games: int
    change: int


HISTORY = select(*(history.c[name] for name in HistoryRow._fields)).where(history.c.player == bindparam("player"))
AT_ONCE = f"SELECT {', '.join(HistoryRow._fields)} FROM history WHERE player = ?"


def history_of(connection: Connection, player: str) -> list[HistoryRow]:
    """Return the rows of a player, of all versions."""
    return [HistoryRow(*row) for row in connection.execute(HISTORY, {"player": player})]


def history_at_once(driver: Any, player: str) -> list[HistoryRow]:
    """Return the same from a connection of SQLite's driver."""
    return [HistoryRow(*row) for row in driver.execute(AT_ONCE, (player,))]
