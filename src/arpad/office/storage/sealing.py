"""The end of a transaction: all that it wrote is told by the log or counted, and what it published is signed."""

import datetime as dt

from sqlalchemy import Connection, select

from arpad.office.storage.journal import journal_of
from arpad.office.storage.log import UPGRADED_BY, newest_head, write_log
from arpad.office.storage.schema import log, systems, tournament_log, tournaments
from arpad.office.storage.sealed_rows import count_all, seal_again, write_tallies
from arpad.office.storage.signing import begin_key, sign_all, sign_lists
from arpad.release import __version__

BY_ITSELF = "arpad"
TALLIED = "0009"
"""The revision since which sealed rows are counted, and the log tells of tournaments."""
GAMES_KEPT = "0010"
"""The revision since which the games of every event have keys."""
FOUNDED = "tournament-founded"
"""The action of a line that tells of a new tournament."""
BEGINNING = "1970-01-01T00:00:00+00:00"
"""The time of a line, if no line before it has one."""


def seal(connection: Connection) -> None:
    """Refuse a transaction that wrote rows of which no line of the log tells; sign the lists that it published, and
    count the sealed rows that it wrote and removed."""
    write_tallies(connection)
    journal = journal_of(connection)
    if journal is None:
        return
    if journal.entries:
        raise RuntimeError(f"no line of the log tells of {journal.entries[0][0]}")
    sign_lists(connection, journal.published)


def first_key(connection: Connection) -> bool:
    """Give an office without a key its first one; what it keeps is sealed. The next line of the log must tell of it."""
    made = begin_key(connection, newest_head(connection)[0] + 1)
    if made is not None:
        seal_again(connection, None)
    return made is not None


def complete(connection: Connection, before: str | None, after: str) -> None:
    """Give an office of an older release what its schema alone does not have: its first key, its tallies, the lines of
    the log that tell of its tournaments, and the keys of its games. `before` is the revision that it had, None if it is
    new, `after` the one that it has now."""
    new = after >= TALLIED and (before is None or before < TALLIED)
    if new:
        count_all(connection)
    if before is not None:
        _ensure_key(connection)
        if new:
            _tell_of_tournaments(connection)
        if before < GAMES_KEPT <= after:
            from arpad.office.storage.kept_games import fill_games  # noqa: PLC0415  (it reads reports; few commands do)

            fill_games(connection)
        if before != after and newest_head(connection)[0]:
            told = {"release": __version__, "before": before}
            write_log(
                connection,
                at=_last_time(connection),
                who=BY_ITSELF,
                action=UPGRADED_BY,
                subject=after,
                details=told,
            )


def tell_of_tournament(
    connection: Connection, number: int, slug: str, first: str, who: str = BY_ITSELF, at: dt.datetime | None = None
) -> None:
    """Write into the log that a tournament was founded here, with the hash of its first line: it is missed if all of it
    goes."""
    details = {"number": number, "sha256": first}
    write_log(connection, at=at or _last_time(connection), who=who, action=FOUNDED, subject=slug, details=details)


def _tell_of_tournaments(connection: Connection) -> None:
    own = (tournament_log.c.tournament_id == tournaments.c.id) & (tournament_log.c.n == 1)
    asked = select(tournaments.c.id, tournaments.c.slug, tournament_log.c.sha256).join(tournament_log, own)
    for row in connection.execute(asked.order_by(tournaments.c.id)).all():
        tell_of_tournament(connection, *row)


def _ensure_key(connection: Connection) -> None:
    """Give an office of an older release its first key, and sign what is published."""
    if connection.execute(select(systems.c.id).limit(1)).first() is None or not first_key(connection):
        return
    write_log(connection, at=_last_time(connection), who=BY_ITSELF, action="key-begun", subject="1")
    sign_all(connection)


def _last_time(connection: Connection) -> dt.datetime:
    """The time of the last line of the log."""
    at = connection.execute(select(log.c.at).order_by(log.c.id.desc()).limit(1)).scalar_one_or_none() or BEGINNING
    return dt.datetime.fromisoformat(at)
