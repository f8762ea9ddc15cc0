"""The final standings."""

from arpad.standings import StandingsTable
from arpad.tournament.standing import standings_after
from arpad.tournament.state import EventState


def final_standings(state: EventState) -> StandingsTable | None:
    """Return the standings by the tie-breaks of the rules; None for a knock-out, which has none."""
    return None if state.laws.system == "knockout" else standings_after(state)[0]
