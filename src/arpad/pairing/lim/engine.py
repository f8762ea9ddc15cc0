"""2 to 4: a round by the Lim system: the bye, the groups from both ends inwards, the median last."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arpad.pairing.byes import after_bye
from arpad.pairing.lim.exchanges import Pair, exchange
from arpad.pairing.lim.field import LimField
from arpad.pairing.lim.floaters import Leaving, floaters_in_turn, opponents_in_turn
from arpad.pairing.state import PairingPlayer, PairingState


@dataclass(frozen=True, slots=True)
class LimGroup:
    """A group that is paired: its score, the direction (1 down, -1 up, 0 the median), who came, who left, the pairs in
    the order in which they were made, those of them undone for the median, and the group next to it."""

    score: int | None
    direction: int
    residents: tuple[int, ...]
    came: tuple[int, ...]
    out: tuple[int, ...]
    pairs: tuple[Pair, ...]
    undone: tuple[Pair, ...] = ()
    adjacent: tuple[int, ...] = ()

    @property
    def made(self) -> tuple[Pair, ...]:
        """The pairs as they were before any was undone."""
        return (*self.pairs, *reversed(self.undone))


def pair_group(field: LimField, residents: Sequence[int], floaters: Sequence[int], direction: int) -> list[Pair]:
    """3.6 to 3.8 and 4: the floaters first in their turn, then the others with the fewest defects."""
    free = [*floaters, *residents]
    pairs: list[Pair] = []
    for floater in floaters:
        if floater in free:
            free.remove(floater)
            mate = next(opponents_in_turn(field, floater, free, residents, direction))
            pairs.append((floater, mate))
            free.remove(mate)
    ordered = sorted(free, key=lambda place: field.players[place].rank, reverse=direction < 0)
    return pairs + exchange(field, ordered, direction < 0)


def bye_order(state: PairingState) -> list[PairingPlayer]:
    """1.1: who would have the bye first."""
    return sorted(state.entrants, key=lambda one: (one.score, -one.rank))


@dataclass(frozen=True, slots=True)
class LimRound:
    """A round that is paired: its groups in the order in which they were paired, the median last."""

    field: LimField
    groups: tuple[LimGroup, ...]
    bye: int | None


def pair_lim(state: PairingState) -> LimRound | None:
    """Pair a round; None if there is no legal pairing."""
    field, bye = after_bye(state, bye_order, LimField)
    if not field.complete(range(len(field.players))):
        return None
    by_score: dict[int, list[int]] = {}
    for place, player in enumerate(field.players):
        by_score.setdefault(player.score, []).append(place)
    down, above = _half(field, by_score, 1)
    up, below = _half(field, by_score, -1)
    median = next((group for group in by_score.values() if field.players[group[0]].side == 0), [])
    return LimRound(field, tuple(_median(field, [*above, *below], median, down, up)), bye)


def _half(field: LimField, by_score: dict[int, list[int]], direction: int) -> tuple[list[int], list[LimGroup]]:
    """2.2: the groups on one side of the median, from its end inwards; and who floats into the median."""
    ordered = sorted(by_score, reverse=direction > 0)
    side = {score: field.players[group[0]].side for score, group in by_score.items()}
    groups: list[LimGroup] = []
    came: list[int] = []
    for at, score in enumerate(ordered):
        if side[score] != direction:
            break
        residents = by_score[score]
        adjacent = by_score[ordered[at + 1]] if at + 1 < len(ordered) else []
        out = Leaving(field, residents, came, adjacent, direction).chosen()
        stay = floaters_in_turn(field, [place for place in came if place not in out], direction)
        pairs = pair_group(field, [place for place in residents if place not in out], stay, direction)
        ends = tuple(residents), tuple(came), out, tuple(pairs)
        groups.append(LimGroup(score, direction, *ends, adjacent=tuple(adjacent)))
        came = floaters_in_turn(field, out, direction)
    return came, groups


def _median(
    field: LimField, groups: list[LimGroup], residents: Sequence[int], down: list[int], up: list[int]
) -> list[LimGroup]:
    """2.6: the median group, with pairs of other groups undone while it cannot be paired: the pair made last in the
    nearest group on the side from which fewer floaters come."""
    while not field.complete([*down, *up, *residents]):
        wanted = -1 if len(down) > len(up) else 1
        open_ = {group.direction: at for at, group in enumerate(groups) if group.pairs}
        direction = wanted if wanted in open_ else -wanted
        group = groups[open_[direction]]
        taken = group.pairs[-1]
        groups[open_[direction]] = replace(group, pairs=group.pairs[:-1], undone=(*group.undone, taken))
        if direction > 0:
            down = floaters_in_turn(field, [*down, *taken], 1)
        else:
            up = floaters_in_turn(field, [*up, *taken], -1)
    pairs = pair_group(field, residents, [*down, *up], 1)
    score = field.players[residents[0]].score if residents else None
    return [*groups, LimGroup(score, 0, tuple(residents), (*down, *up), (), tuple(pairs))]
