"""Live ratings and places of the players of an event, kept as long as nothing that they are made of changes."""

from typing import NamedTuple

from arpad.i18n import ArpadError
from arpad.office.list_tables import looking
from arpad.office.tournaments.players import office_rate
from arpad.tournament.as_report import player_of
from arpad.tournament.ending import (
    LiveRating,
    boards_of,
    by_ratings,
    last_round_over,
    norm_edition,
    rate_player_so_far,
    rated_alone,
    titles_open_to,
)
from arpad.tournament.public import PublicState
from arpad.web.tournaments.place import SeenEvent
from arpad.web.tournaments.public.ranking import last_table


class LiveRatings(NamedTuple):
    """The games of a player rated so far, one answer for each time class. `listed`: by the lists of the office, as it
    will rate them; else it has no list yet, and the ratings count that players were entered with. `tag` names the lists
    that were looked at."""

    ratings: list[LiveRating]
    listed: bool
    tag: str


def live_ratings(event: SeenEvent, entry: int) -> LiveRatings:
    """Rate the games of a player so far, by the same function as the office; nothing if they cannot be rated."""
    view, site = event.view, event.site
    if not view.last_published or entry not in view.numbers:
        return LiveRatings([], True, "")
    desk = site.desk()
    with looking(desk, published=True) as shelf:
        office = office_rate(desk, shelf, view.laws)
        rate = office or by_ratings(view, site.regulations)

        def rated() -> list[LiveRating]:
            try:
                return rate_player_so_far(view, entry, rate)
            except ArpadError:
                return []

        rounds = boards_of(view, entry) if rated_alone(view) else view.rounds.values()
        found = event.kept(("live", entry), (view.rules, view.entries, view.numbers, shelf.versions, *rounds), rated)
        return LiveRatings(found, office is not None, str(max((row.id for row in shelf.versions), default=0)))


def forecast_open(view: PublicState, entry: int) -> bool:
    """Whether it can be told what a player needs for a norm: few enough rounds are left, and a title is open."""
    if view.entries[entry].state != "accepted" or view.finished or view.laws.start is None:
        return False
    number = view.number_of(entry)
    try:
        last_round_over(view)
    except ArpadError:
        return False
    if norm_edition(view) is None:
        return False
    return number is not None and bool(titles_open_to(player_of(view.entries[entry], number, [])))


def standing_of(event: SeenEvent, entry: int) -> int | None:
    """The place of a player after the last complete round, None if there is none."""
    table = last_table(event)
    number = event.view.number_of(entry)
    if table is None or table.competition.teams or number is None:
        return None
    return next((row.rank for row in table.rows if row.number == number), None)
