"""What K depends on, as a list has it."""

import datetime as dt

from arpad.domain.games import History
from arpad.lists.ledger import Row, Standing, day_of
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition


def history_of(edition: Edition, row: Row, time_class: TimeClass, date: dt.date) -> History:
    """Return a player's history in one time class on the list of a day."""
    own = row.standing(time_class)
    return History(
        rating=own.rating,
        games_played=games_so_far(edition, own),
        highest=own.highest,
        date=date,
        born=row.born or None,
        birthday=day_of(row.birthday),
        standard_k=standard_k(row, time_class),
        at_least=True,
    )


def games_so_far(edition: Edition, own: Standing) -> int:
    """7.2.1, 6.2.1, 9.21, FEDA 8.21: a player who fell below the floor is treated as any unrated player from then on.
    The same for K: their games are counted again from their return."""
    return 0 if not own.rating and edition.k.returning.value == "new" else own.total


def standard_k(row: Row, time_class: TimeClass) -> int | None:
    """Return the K of the standard list, for the other lists; None without a standard rating."""
    standard = row.standing("standard")
    return standard.k if time_class != "standard" and standard.rating and standard.k else None
