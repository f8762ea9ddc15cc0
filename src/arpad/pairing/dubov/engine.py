"""1.9: a round by the Dubov system. The bye first, then scoregroup by scoregroup with its upfloaters."""

from dataclasses import dataclass

from arpad.pairing.byes import after_bye
from arpad.pairing.dubov.shifts import DubovBracket, pair_sides
from arpad.pairing.dubov.upfloaters import choose_upfloaters, complete
from arpad.pairing.dutch.field import Field
from arpad.pairing.state import PairingPlayer, PairingState
from arpad.pairing.upfloating import Scoregroup


@dataclass(frozen=True, slots=True)
class DubovRound:
    """A round that is paired; `bye` is a starting rank. The field has everybody but the player with the bye."""

    field: Field
    groups: tuple[tuple[Scoregroup, DubovBracket], ...]
    bye: int | None


def bye_order(state: PairingState) -> list[PairingPlayer]:
    """3.1: the players in the order in which they come for the bye: lowest score, most games, largest number."""
    return sorted(state.entrants, key=lambda player: (state.lowness(player), -len(player.colours), -player.rank))


def pair_dubov(state: PairingState) -> DubovRound | None:
    """Pair a round, the bye first (C2, C4); None if there is no legal pairing."""
    field, bye = after_bye(state, bye_order, Field)
    if not complete(field, field.everybody):
        return None
    waiting = list(range(field.size))
    found = []
    while waiting:
        score = field.scores[waiting[0]]
        residents = tuple(place for place in waiting if field.scores[place] == score)
        group = Scoregroup(residents, tuple(waiting[len(residents) :]))
        upfloaters = choose_upfloaters(field, group)
        found.append((group, pair_sides(field, residents, upfloaters)))
        gone = {*residents, *upfloaters}
        waiting = [place for place in waiting if place not in gone]
    return DubovRound(field, tuple(found), bye)
