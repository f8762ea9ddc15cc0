"""A round that cannot be paired: what may be lifted so that it can."""

from dataclasses import dataclass

from arpad.pairing.engines import Impossible, Pairing, pair_round
from arpad.tournament.drawing import absentees, pairing_state
from arpad.tournament.state import EventState

MOST_TRIED = 40
"""How many players are tried for the bye."""


@dataclass(frozen=True, slots=True)
class PairingOffers:
    """What would make a round possible: restrictions that are lifted (one of them, or all together), or the bye to a
    player who may not have it. Pairing by hand is always left."""

    restrictions: tuple[int, ...]
    together: bool
    bye: int | None


def offers_for(state: EventState, answer: Impossible) -> PairingOffers:
    """Return what may be lifted, in the order in which it is offered."""
    number = answer.state.round
    soft = [one.id for one in state.restrictions if not one.hard]
    hard = [one.id for one in state.restrictions if one.hard]
    single = tuple(one for one in hard if _possible(state, number, [*soft, one]))
    together = not single and bool(hard) and _possible(state, number, [*soft, *hard])
    return PairingOffers(single or (tuple(hard) if together else ()), together, _bye(state, answer, soft))


def _possible(state: EventState, number: int, lifted: list[int]) -> bool:
    return isinstance(pair_round(pairing_state(state, number, lifted)), Pairing)


def _bye(state: EventState, answer: Impossible, soft: list[int]) -> int | None:
    """The last player in the order who may not have the bye, and with whose bye the round can be paired."""
    if len(answer.state.entrants) % 2 == 0 or state.laws.team:
        return None
    away = [entry for entry, _ in absentees(state, answer.state.round)]
    barred = [one for one in reversed(answer.state.entrants) if not one.bye_allowed]
    for one in barred[:MOST_TRIED]:
        entry = state.numbers[one.rank - 1]
        without = pairing_state(state, answer.state.round, soft, [*away, entry])
        if isinstance(pair_round(without), Pairing):
            return entry
    return None
