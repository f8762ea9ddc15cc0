"""Norms on the way: what each player still needs, once four rounds or fewer are left."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arpad.domain.event import Event, Player
from arpad.i18n import ArpadError
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, TitleEdition, title_edition_for
from arpad.titles.model import HELD, EventFacts
from arpad.titles.needs import MOST_ROUNDS, Need, find_need
from arpad.tournament.cells import event_of
from arpad.tournament.state import EventState


def norm_facts(state: EventState) -> EventFacts:
    """Return what the rules of an event say about norms."""
    rules = state.laws
    return EventFacts(host=rules.federation, registered=rules.registered)


def norm_edition(state: EventState) -> TitleEdition | None:
    """Return the regulations of titles in force on the first day (0.2); None before the first edition."""
    if state.laws.start is None:
        raise ArpadError("norm.no-start")
    try:
        return title_edition_for(state.laws.start)
    except ArpadError:
        return None


def titles_open_to(player: Player) -> list[NormTitle]:
    """Return the titles that a player may still make a norm for."""
    held = HELD.get(player.title, ())
    return [title for title in NORM_TITLES if title not in held and (player.sex == "f" or not title.startswith("W"))]


def last_round_over(state: EventState) -> int:
    """Return the last complete round; refuse an event in which too many rounds are left, or none."""
    if state.laws.team or not state.laws.rounds:
        raise ArpadError("event-no-forecast")
    complete = [number for number, one in state.rounds.items() if one.published_n is not None and one.complete]
    last = max((number for number in complete if set(range(1, number + 1)) <= set(complete)), default=0)
    left = state.laws.rounds - last
    if not 1 <= left <= MOST_ROUNDS:
        raise ArpadError("event-forecast-rounds", left=left, most=MOST_ROUNDS)
    return last


def event_so_far(state: EventState) -> Event:
    """Return the event up to its last complete round, with all its rounds announced."""
    return replace(event_of(state, last_round_over(state)), rounds=state.laws.rounds)


def forecasts(state: EventState, entries: Sequence[int] | None = None) -> Iterator[tuple[int, Need]]:
    """Tell what players need, one title after the other: those named, or all. A title that is out of reach is told
    too."""
    event, edition, facts = event_so_far(state), norm_edition(state), norm_facts(state)
    if edition is None:
        return
    for number, entry in enumerate(state.numbers, 1):
        player = event.player(number)
        if player is None or (entries is not None and entry not in entries) or state.entries[entry].gone:
            continue
        for title in titles_open_to(player):
            yield entry, find_need(event, number, edition, facts, title)
