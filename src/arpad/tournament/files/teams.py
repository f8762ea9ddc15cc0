"""The boundary to team events: what a file says about teams is written here, and nowhere else in this room."""

from arpad.locale import ArpadError
from arpad.tournament.state import EventState


def need_single_players(state: EventState) -> None:
    """Refuse an event of teams: a file without its matches would not be the event."""
    if state.laws.team:
        raise ArpadError("event-export-teams", slug=state.laws.slug)
