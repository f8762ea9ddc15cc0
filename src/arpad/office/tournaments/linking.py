"""Links for people without an account: 128 random bits, shown once, of which only the SHA-256 is kept."""

import datetime as dt
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select

from arpad.domain.values import sha256_of
from arpad.office.storage import put_sealed, tournament_links, tournaments
from arpad.office.tournaments.keeping import EventKeeper
from arpad.office.tournaments.requests import EventRequest
from arpad.office.tournaments.rows import EventRow, event_row
from arpad.office.tournaments.secrecy import new_link
from arpad.tournament.acts.event import LinkWanted, make_link
from arpad.tournament.journal import Consent, Done

_LINK = (
    select(tournament_links.c.link)
    .join(tournaments, tournaments.c.id == tournament_links.c.tournament_id)
    .where(tournaments.c.slug == bindparam("slug"), tournament_links.c.sha256 == bindparam("hash"))
)
"""Made once: making a statement takes longer than asking it."""


class MadeLink(NamedTuple):
    """A link that was made, with its secret; without it if the link had been made before, by the same request."""

    done: Done
    link: int
    secret: str | None


def add_link(
    keeper: EventKeeper,
    slug: str,
    wanted: LinkWanted,
    who: str,
    at: dt.datetime,
    consent: Consent | None = None,
    request: EventRequest | None = None,
) -> MadeLink:
    """Make a link. Its secret is returned here and never again."""
    secret = new_link()
    hashed = sha256_of(secret)

    def keep_hash(connection: Connection, row: EventRow, done: Done) -> None:
        values = {"tournament_id": row.id, "link": done.lines[0].data["link"], "sha256": hashed, "name": ""}
        put_sealed(connection, tournament_links, [values])

    done = keeper.act(slug, make_link(wanted, at), who, at, consent, request=request, beside=keep_hash)
    link = int(done.lines[0].data["link"])
    return MadeLink(done, link, secret if kept_hash(keeper, slug, link) == hashed else None)


def kept_hash(keeper: EventKeeper, slug: str, link: int) -> str | None:
    """Return the hash of a link's secret."""
    with keeper.database.reading() as connection:
        table = tournament_links.c
        asked = select(table.sha256).where(table.tournament_id == event_row(connection, slug).id, table.link == link)
        return connection.execute(asked).scalar_one_or_none()


def find_link(keeper: EventKeeper, slug: str, secret: str) -> int | None:
    """Return the number of the link with a secret, None if the event never had it. Whether it is still open is in the
    state of the event."""
    with keeper.database.reading() as connection:
        return connection.execute(_LINK, {"slug": slug, "hash": sha256_of(secret)}).scalar_one_or_none()
