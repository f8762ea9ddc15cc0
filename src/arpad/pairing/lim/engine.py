"""2 to 4: a round by the Lim system: the bye, the groups from both ends inwards, the median last."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from arpad.pairing.dutch.next_bracket_2026 import mask_of
from arpad.pairing.lim.players import LimPlayer, lim_colour
from arpad.pairing.matching.cardinality import Matching, bits
from arpad.pairing.matching.heaviest import heaviest
from arpad.pairing.state import PairingState

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class LimGroup:
    """A group that is paired: its score, the direction (1 down, -1 up, 0 the median), who came, who left, and the
    pairs in the order in which they were made."""

    score: int | None
    direction: int
    residents: tuple[int, ...]
    came: tuple[int, ...]
    out: tuple[int, ...]
    pairs: tuple[Pair, ...]


class LimField:
    """Who may meet whom: not met, and colours within the limits; in the last round only not met (6)."""

    def __init__(self, state: PairingState, without: int | None = None) -> None:
        self.state = state
        self.players = [player for player in state.entrants if isinstance(player, LimPlayer) and player.rank != without]
        self.everybody = (1 << len(self.players)) - 1
        self.allowed = [
            mask_of([two for two in range(len(self.players)) if two != one and self._may(one, two)])
            for one in range(len(self.players))
        ]

    def _may(self, one: int, two: int) -> bool:
        first, second = self.players[one], self.players[two]
        ranks = min(first.rank, second.rank), max(first.rank, second.rank)
        if second.rank in first.opponents or ranks in self.state.forbidden:
            return False
        if self.state.last:
            return True
        return (first.may_have("w") and second.may_have("b")) or (first.may_have("b") and second.may_have("w"))

    def complete(self, places: Sequence[int]) -> bool:
        """Whether all can be paired compatibly."""
        return not Matching(self.allowed, mask_of(places)).missing

    def cost(self, one: int, two: int, below: bool) -> tuple[int, int]:
        """Players beyond the limits (last round only), and without their due colour."""
        first, second = sorted((self.players[one], self.players[two]), key=lambda player: (-player.score, player.rank))
        beyond = 0
        if self.state.last:
            colour, _ = lim_colour(first, second, self.state.initial, below)
            beyond = (not first.may_have(colour)) + (not second.may_have("b" if colour == "w" else "w"))
        same = first.due_colour is not None and first.due_colour == second.due_colour
        return beyond, int(same)


def pair_group(field: LimField, residents: Sequence[int], floaters: Sequence[int], direction: int) -> list[Pair]:
    """3.6 to 3.8 and 4: the floaters first in their turn, then the others with the fewest defects."""
    free = [*floaters, *residents]
    pairs: list[Pair] = []
    for floater in floaters:
        if floater in free:
            free.remove(floater)
            mate = next(mate for mate in opponents_in_turn(field, floater, free, residents, direction))
            pairs.append((floater, mate))
            free.remove(mate)
    ordered = sorted(free, key=lambda place: field.players[place].rank, reverse=direction < 0)
    return pairs + depth_first(field, ordered, direction < 0)


def depth_first(field: LimField, ordered: Sequence[int], below: bool) -> list[Pair]:
    """4.2: the first tries m+1 to 2m, then m to 2, renumbered among those left; the first with the fewest defects."""
    left, base = list(ordered), len(ordered) + 1
    pairs: list[Pair] = []
    best = least_cost(field, left, below, base)
    while left:
        half, first = len(left) // 2, left[0]
        for at in (*range(half, len(left)), *range(half - 1, 0, -1)):
            mate = left[at]
            if not field.allowed[first] >> mate & 1:
                continue
            rest = [place for place in left if place not in (first, mate)]
            beyond, same = field.cost(first, mate, below)
            cost = least_cost(field, rest, below, base)
            if cost is not None and cost + beyond * base + same == best:
                pairs.append((first, mate))
                left, best = rest, cost
                break
    return pairs


def opponents_in_turn(
    field: LimField, floater: int, free: Sequence[int], residents: Sequence[int], direction: int
) -> Iterator[int]:
    """3.7: the opponents of a floater: the highest numbered resident of the other due colour (upwards the lowest), then
    of any, then other floaters, each so that the rest can be paired."""
    inside, due = set(residents), field.players[floater].due_colour
    ranked = sorted(free, key=lambda place: field.players[place].rank, reverse=direction < 0)
    pool = [place for place in ranked if place in inside]
    wanted = [place for place in pool if due is None or field.players[place].due_colour != due]
    others = [place for place in free if place not in inside]
    for mate in (*wanted, *(place for place in pool if place not in wanted), *others):
        if field.allowed[floater] >> mate & 1 and field.complete([place for place in free if place != mate]):
            yield mate


def least_cost(field: LimField, places: Sequence[int], below: bool, base: int) -> int | None:
    """The fewest defects of a complete pairing as one number, those beyond the limits times `base`."""
    whole = base * base * 2
    number = {place: at for at, place in enumerate(places)}
    edges, costs = [], {}
    for one, two in combinations(places, 2):
        if field.allowed[one] >> two & 1:
            beyond, same = field.cost(one, two, below)
            costs[number[one], number[two]] = beyond * base + same
            edges.append((number[one], number[two], 2 * whole - beyond * base - same))
    found = heaviest(len(places), edges)
    return sum(costs[pair] for pair in found) if 2 * len(found) == len(places) else None


def leavers(
    field: LimField, residents: Sequence[int], came: Sequence[int], adjacent: Sequence[int], direction: int
) -> tuple[int, ...]:
    """2.3, 3: the smallest set whose leaving lets the others be paired, the best by 3.9, 3.10, 3.2.2 and 3.2.4."""
    members = [*came, *residents]
    least = Matching(field.allowed, mask_of(members)).missing
    for count in range(least, len(members) + 1, 2):
        fit = [
            out
            for out in combinations(members, count)
            if field.complete([place for place in members if place not in out])
        ]
        if fit:
            return min(fit, key=lambda out: _preference(field, out, members, came, adjacent, direction))
    raise AssertionError("everybody may leave")


def _preference(
    field: LimField,
    out: Sequence[int],
    members: Sequence[int],
    came: Sequence[int],
    adjacent: Sequence[int],
    direction: int,
) -> tuple[list[int], int, int, list[int]]:
    """3.9, 3.10, 3.2.2 and 3.2.4: the better the lower."""
    types = _types(field, out, came, adjacent, direction)
    stay = [field.players[place].due_colour for place in members if place not in out]
    ranks = sorted((field.players[place].rank for place in out), reverse=direction > 0)
    return (
        [types.count(kind) for kind in "abc"],
        sum(field.players[place].floated for place in out),
        abs(stay.count("w") - stay.count("b")),
        [-rank for rank in ranks] if direction > 0 else ranks,
    )


def _types(field: LimField, out: Sequence[int], came: Sequence[int], adjacent: Sequence[int], direction: int) -> str:
    """3.9, with the opponents that earlier floaters have reserved (3.3, 3.4)."""
    free = mask_of(adjacent)
    found = ""
    players = field.players
    for place in sorted(out, key=lambda one: (-direction * players[one].score, direction * players[one].rank)):
        choice = field.allowed[place] & free
        if choice:
            mates = sorted(bits(choice), key=lambda one: direction * players[one].rank)
            free &= ~(1 << mates[0])
        found += ("b" if choice else "a") if place in came else ("d" if choice else "c")
    return found


def find_bye(state: PairingState) -> int | None:
    """1.1: the lowest score, the largest number, who may have it and leaves a legal round."""
    for player in sorted(state.entrants, key=lambda one: (one.score, -one.rank)):
        if player.bye_allowed:
            field = LimField(state, player.rank)
            if field.complete(range(len(field.players))):
                return player.rank
    return None


@dataclass(frozen=True, slots=True)
class LimRound:
    """A round that is paired: its groups in the order in which they were paired, the median last."""

    field: LimField
    groups: tuple[LimGroup, ...]
    bye: int | None


def pair_lim(state: PairingState) -> LimRound | None:
    """Pair a round; None if there is no legal pairing."""
    bye = None
    if len(state.entrants) % 2:
        bye = find_bye(state)
        if bye is None:
            return None
    field = LimField(state, bye)
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
        out = leavers(field, residents, came, adjacent, direction)
        stay = _in_turn(field, [place for place in came if place not in out], direction)
        pairs = pair_group(field, [place for place in residents if place not in out], stay, direction)
        groups.append(LimGroup(score, direction, tuple(residents), tuple(came), out, tuple(pairs)))
        came = _in_turn(field, out, direction)
    return came, groups


def _in_turn(field: LimField, places: Sequence[int], direction: int) -> list[int]:
    """3.6: downwards the highest score and number first, upwards the lowest."""
    return sorted(places, key=lambda one: (-direction * field.players[one].score, direction * field.players[one].rank))


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
        groups[open_[direction]] = replace(group, out=(*group.out, *taken), pairs=group.pairs[:-1])
        if direction > 0:
            down = _in_turn(field, [*down, *taken], 1)
        else:
            up = _in_turn(field, [*up, *taken], -1)
    pairs = pair_group(field, residents, [*down, *up], 1)
    score = field.players[residents[0]].score if residents else None
    return [*groups, LimGroup(score, 0, tuple(residents), (*down, *up), (), tuple(pairs))]
