"""Live ratings and places of the players of an event, kept as long as nothing that they are made of changes."""

from arpad.domain import RatingList
from arpad.locale import ArpadError
from arpad.office.tournaments import office_ratings
from arpad.tournament.cells import player_of
from arpad.tournament.ending.forecast import last_round_over, titles_open_to
from arpad.tournament.ending.live import LiveRating, boards_of, rate_player_so_far, rated_alone
from arpad.tournament.public import PublicState
from arpad.web.tournaments.place import SeenEvent
from arpad.web.tournaments.public.ranking import last_table


def live_ratings(event: SeenEvent, entry: int) -> list[LiveRating]:
    """Return the games of a player rated so far, one answer for each time class; nothing if they cannot be rated."""
    view, site = event.view, event.site

    def rate() -> list[LiveRating]:
        try:
            return rate_player_so_far(view, entry, site.regulations, ratings=_listed(event))
        except ArpadError:
            return []

    if not view.last_published or entry not in view.numbers:
        return []
    rounds = boards_of(view, entry) if rated_alone(view) else view.rounds.values()
    return event.kept(("live", entry), (view.rules, view.entries, view.numbers, *rounds), rate)


def _listed(event: SeenEvent) -> RatingList | None:
    """The players of the event in the list of the office that was in force on its first day."""
    view, site = event.view, event.site
    ids = {one.id for one in view.entries.values() if one.id}
    return event.kept(
        "listed",
        (view.entries, view.rules),
        lambda: office_ratings(site.database, ids, view.laws.start, site.ledgers) if ids else None,
    )


def forecast_open(view: PublicState, entry: int) -> bool:
    """Whether it can be told what a player needs for a norm: few enough rounds are left, and a title is open."""
    if view.entries[entry].state != "accepted" or view.finished or view.laws.start is None:
        return False
    number = view.number_of(entry)
    try:
        last_round_over(view)
    except ArpadError:
        return False
    return number is not None and bool(titles_open_to(player_of(view.entries[entry], number, [])))


def standing_of(event: SeenEvent, entry: int) -> int | None:
    """The place of a player after the last complete round, None if there is none."""
    table = last_table(event)
    number = event.view.number_of(entry)
    if table is None or table.competition.teams or number is None:
        return None
    return next((row.rank for row in table.rows if row.number == number), None)
