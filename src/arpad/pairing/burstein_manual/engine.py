"""4 and 6: a round by the manual's Burstein system. The bye, then group by group from the top."""

from dataclasses import dataclass

from arpad.pairing.burstein.fold import fold
from arpad.pairing.burstein.quick_fold import quick_fold
from arpad.pairing.burstein_manual.groups import Groups
from arpad.pairing.burstein_manual.ranking import ManualPlayer, in_order
from arpad.pairing.byes import without, without_whom_complete
from arpad.pairing.dutch.costs import Weights
from arpad.pairing.dutch.criteria.c10_c11 import denied
from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import Matching, mask_of
from arpad.pairing.state import PairingState


@dataclass(frozen=True, slots=True)
class ManualGroup:
    """A group in its order with the player who came, its pairs (the higher first), the player who leaves, and the
    set of those who might have left."""

    order: tuple[int, ...]
    came: int | None
    pairs: tuple[tuple[int, int], ...]
    leaves: int | None
    may_leave: int


@dataclass(frozen=True, slots=True)
class ManualRound:
    """A round that is paired; `bye` is a starting rank. The field has everybody but the player with the bye."""

    field: Field
    groups: tuple[ManualGroup, ...]
    bye: int | None


def players_of(state: PairingState) -> list[ManualPlayer]:
    """Return the players, with their tie-breaks."""
    return [player for player in state.entrants if isinstance(player, ManualPlayer)]


def bye_order(state: PairingState) -> list[ManualPlayer]:
    """4: the players from the bottom: the last of the lowest group first. Only players of one score are compared by
    their tie-breaks, so both readings have the same order here."""
    return sorted(players_of(state), key=lambda player: (player.score, player.tiebreaks, -player.rank))


def find_bye(state: PairingState) -> int | None:
    """The first from the bottom who may have the bye. In the reading of bbpPairings the others are not looked at."""
    fit = without_whom_complete(Field(state).allowed[: len(state.entrants)])
    place = {player.rank: at for at, player in enumerate(state.entrants)}
    listed = (player for player in bye_order(state) if player.bye_allowed)
    return next((player.rank for player in listed if player.by_score or fit >> place[player.rank] & 1), None)


def pair_manual(state: PairingState) -> ManualRound | None:
    """Pair a round; None if there is no legal pairing."""
    bye = find_bye(state) if len(state.entrants) % 2 else None
    field = Field(without(state, bye))
    if Matching(field.allowed, field.everybody).missing:
        return None
    groups = Groups(field)
    found: list[ManualGroup] = []
    came: int | None = None
    for group, leaving in zip(groups.groups, groups.crossing, strict=True):
        paired = _pair(field, group, came, leaving)
        found.append(paired)
        came = paired.leaves
    return ManualRound(field, tuple(found), bye)


def _pair(field: Field, group: tuple[int, ...], came: int | None, leaving: int) -> ManualGroup:
    """6.2, 6.4 and 6.5: most players with their colours, then the order of the fold."""
    places = (*group, *(() if came is None else (came,)))
    rank_of = {field.entrants[place].rank: place for place in places}
    ranked = in_order([player for place in places if isinstance(player := field.entrants[place], ManualPlayer)])
    order = [rank_of[player.rank] for player in ranked]
    free = leaving if came is None else leaving & ~(1 << came)
    pairs = quick_fold(field, order, free) or fold(order, group_weights(field, places, came, leaving))
    taken = {place for pair in pairs for place in pair}
    left = next((place for place in order if place not in taken), None)
    return ManualGroup(tuple(order), came, tuple(pairs), left, leaving)


def group_weights(field: Field, places: tuple[int, ...], came: int | None, leaving: int) -> Weights:
    """The edges of a group. If its number is odd, one more vertex takes the player who leaves."""
    whole, members = len(places) + 1, mask_of(places)
    found: Weights = {}
    for one in places:
        for two in places:
            if one < two and field.allowed[one] >> two & 1:
                found[one, two] = 2 * whole - denied(field.entrants[one], field.entrants[two])
    if members.bit_count() % 2:
        outlet = field.size + 1
        for one in places:
            if leaving >> one & 1 and one != came:
                found[one, outlet] = 2 * whole
    return found
