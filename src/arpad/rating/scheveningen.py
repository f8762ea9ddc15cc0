"""Scheveningen matches: games against an unrated player count for the opponents too (2005 6.4, FEDA 7.4)."""

from collections.abc import Mapping
from dataclasses import replace

from arpad.domain.event import Event, System
from arpad.domain.games import PlayerGame
from arpad.rating.event_results import newcomer_event
from arpad.rating.newcomer_events import counted_events
from arpad.rating.participants import Participants
from arpad.rating.rounding import rounded
from arpad.regulations.rating_edition import Edition


def with_ru(
    edition: Edition,
    event: Event,
    system: System,
    taking_part: Participants,
    played: Mapping[int, tuple[PlayerGame, ...]],
) -> Participants:
    """Return the participants, the unrated ones with the Ru of their games against rated opponents if the edition lets
    such games count. If a result is ignored (6.1) or has no Ru, the games against this player do not count either."""
    if system not in edition.change.rated_opponents_exempt.value:
        return taking_part
    found = dict(taking_part)
    for rank, own in taking_part.items():
        if own.rating is not None or not played[rank]:
            continue
        own_event = [newcomer_event(own, event, games=played[rank])]
        counted = counted_events(edition, own_event, own_event, [], [])
        if counted and counted[0].value is not None:
            found[rank] = replace(own, ru=rounded(edition.initial.rounding.value, counted[0].value))
    return found
