"""The public views of events, kept in memory: one for each event, as long as its log has not grown."""

from arpad.tournament.public import PublicState, SeenBefore, public_view
from arpad.tournament.state import EventState


class PublicViews:
    """What everybody may see of each event. Several threads may use it at once."""

    def __init__(self) -> None:
        self._known: dict[str, SeenBefore] = {}

    def of(self, state: EventState) -> PublicState:
        """Return the public view of an event, made once for each line of its log."""
        slug = state.laws.slug
        known = self._known.get(slug)
        if known is not None and known.state.head == state.head:
            return known.view
        view = public_view(state, known)
        self._known[slug] = SeenBefore(state, view)
        return view
