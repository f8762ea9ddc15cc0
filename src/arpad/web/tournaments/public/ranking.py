"""Standings and points of an event as its pages need them: made once, and kept as long as they would be the same."""

from collections.abc import Mapping
from fractions import Fraction

from arpad.i18n import ArpadError
from arpad.standings.table import StandingsTable
from arpad.tournament.acts.checks import entry_at, team_at
from arpad.tournament.documents import points_before
from arpad.tournament.public import PublicState
from arpad.tournament.standings import Ranked, last_counted, standings_after
from arpad.web.tournaments.place import SeenEvent


def parts_until(view: PublicState, number: int) -> tuple[object, ...]:
    """What points and standings after a round are made of."""
    rounds = (one for at, one in sorted(view.rounds.items()) if at <= number)
    return (
        view.rules, view.numbers, view.team_numbers, view.entries, view.teams, view.penalties, view.lineups,
        view.play_offs, view.finished, *rounds,
    )  # fmt: skip


def table_after(event: SeenEvent, number: int | None = None) -> Ranked:
    """Return the standings after a round; without a number, after the last complete one."""
    view = event.view
    counted = number or last_counted(view)
    library = event.site.tie_breaks

    def make(before: Ranked | None) -> Ranked:
        return Ranked(view, *standings_after(view, counted, library, before=before))

    return event.grown(("standings", counted), parts_until(view, counted), make)


def last_table(event: SeenEvent) -> StandingsTable | None:
    """The standings after the last complete round, None if there are none."""
    try:
        return table_after(event).table
    except ArpadError:
        return None


def points_at(event: SeenEvent, number: int) -> Mapping[int, Fraction]:
    """The points of all players before a round."""
    view = event.view
    return event.kept(("points", number), parts_until(view, number - 1), lambda: points_before(view, number))


def contestant_of(view: PublicState, one: int) -> int:
    """The number of a player or team in the standings, by its number of entry."""
    if view.laws.team:
        team_at(view, one)
    else:
        entry_at(view, one)
    return view.sides.index(one) + 1 if one in view.sides else 0


def rounds_before(view: PublicState) -> list[int]:
    """The rounds after which there are standings: those that have begun."""
    return [number for number, one in sorted(view.rounds.items()) if one.begun]
