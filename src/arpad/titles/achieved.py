"""The norms that an event gave: those of every player for a title not yet held."""

from arpad.domain.event import Event
from arpad.formats.consistency import contradictions
from arpad.i18n import ArpadError
from arpad.rating.examine import report_class
from arpad.regulations.title_editions import TitleEdition, title_edition_for
from arpad.titles.model import HELD, EventFacts, Norm
from arpad.titles.norm import find_all

MOST_PLAYERS = 1_000
Achieved = list[tuple[int, Norm]]


def achieved_norms(event: Event) -> Achieved:
    """Return each norm for a title not yet held, with the starting rank of its player, if the day has an edition of
    the title regulations. An event whose lines contradict each other, or have no number, gave none."""
    edition = norm_edition(event)
    if edition is None or any(contradictions(event)) or not all(player.rank for player in event.players):
        return []
    candidates = find_all(event, edition, EventFacts(host=event.federation))
    held = {player.rank: HELD.get(player.title, ()) for player in event.players}
    return [
        (candidate.rank, norm)
        for candidate in candidates
        for norm in candidate.norms
        if norm.achieved and norm.title not in held[candidate.rank]
    ]


def norm_edition(event: Event) -> TitleEdition | None:
    """Return the edition of the title regulations, None if there are no norms in such an event."""
    if event.start is None or len(event.players) > MOST_PLAYERS or report_class(event, None) != "standard":
        return None
    try:
        return title_edition_for(event.start)
    except ArpadError:
        return None
