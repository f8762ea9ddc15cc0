"""The Lim system (C.04.4.3): upper groups are paired downwards, lower ones upwards, the median last.

The text leaves much open; this is one complete and deterministic reading of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from itertools import combinations

from arpad.domain.event import Colour
from arpad.i18n import ArpadError
from arpad.pairing._matching import Matching, bits, heaviest, mask_of
from arpad.pairing._upfloaters import Digits
from arpad.pairing.byes import after_bye
from arpad.pairing.colours import difference, last_difference, other
from arpad.pairing.state import PairingPlayer, PairingState, Tournament, need_ratings

# Colours and floats as the Lim system sees them.

WIDEST = 2


@dataclass(frozen=True)
class LimPlayer(PairingPlayer):
    """`side` is 1 above the median, 0 in it, -1 below; `floated` tells of the round before (3.10). The
    rating decides in a maxi-tournament only."""

    side: int = 0
    floated: bool = False
    rating: int = 0

    @property
    def due_colour(self) -> Colour | None:
        """5.1, 5.5, 5.6: the colour that equalises, or the other one than last; none without a game."""
        if not self.colours:
            return None
        balance = difference(self.colours)
        if balance:
            return "w" if balance < 0 else "b"
        return "b" if self.colours[-1] == "w" else "w"

    def may_have(self, colour: Colour) -> bool:
        """No third colour in a row, and no difference of three."""
        change = 1 if colour == "w" else -1
        return self.colours[-2:] != 2 * colour and abs(difference(self.colours) + change) <= WIDEST

    @property
    def forced(self) -> Colour | None:
        """The only colour that the limits leave, if there is just one."""
        white, black = self.may_have("w"), self.may_have("b")
        return None if white == black else "w" if white else "b"

    @property
    def due(self) -> str:
        """W or B if it is forced, (w) or (b) if it is only due, A without a game."""
        if self.forced is not None:
            return self.forced.upper()
        return "A" if self.due_colour is None else f"({self.due_colour})"


def lim_players(whole: Tournament, state: PairingState) -> PairingState:
    """Return the state with sides of the median and floats. The text knows no virtual points."""
    if whole.virtual:
        raise ArpadError("pairing-lim-accelerated")
    if whole.system.widest is not None:
        need_ratings(whole, state)
    entrants = tuple(_player(whole, state.round, player) for player in state.entrants)
    return replace(state, entrants=entrants)


def _side(whole: Tournament, score: int, number: int) -> int:
    """Whether a score is above the median of the points that could be had, at it or below."""
    twice, middle = 2 * score, whole.win * (number - 1)
    return (twice > middle) - (twice < middle)


def _player(whole: Tournament, number: int, player: PairingPlayer) -> LimPlayer:
    values = {field.name: getattr(player, field.name) for field in fields(PairingPlayer)} | {"topscorer": False}
    return LimPlayer(
        **values,
        side=_side(whole, player.score, number),
        floated=_floated(whole, player.rank, number - 1),
        rating=whole.ratings.get(player.rank, 0),
    )


def _floated(whole: Tournament, rank: int, number: int) -> bool:
    """In a game between different scores: at or above the median the higher one floated, at or below it the lower one,
    across it both."""
    cell = whole.cell(rank, number) if number else None
    if cell is None or cell.opponent is None or not whole.counts_for_floats(cell):
        return False
    mine, theirs = (whole.pairing_score(one, number) for one in (rank, cell.opponent))
    if mine == theirs:
        return False
    sides = _side(whole, mine, number), _side(whole, theirs, number)
    if min(sides) >= 0:
        return mine > theirs
    if max(sides) <= 0:
        return mine < theirs
    return True


def lim_colour(higher: LimPlayer, lower: LimPlayer, initial: Colour, below: bool) -> tuple[Colour, str]:
    """5: the colour of the higher ranked player, and what decides. `below` the median the lower ranked has the say."""
    if not higher.colours and not lower.colours:
        return (initial if higher.number % 2 else other(initial)), "fresh"
    if (settled := _settled(higher, lower)) is not None:
        return settled
    mine = higher.due_colour
    assert mine is not None
    widths = abs(difference(higher.colours)), abs(difference(lower.colours))
    if widths[0] != widths[1]:
        return (mine if widths[0] > widths[1] else other(mine)), "wider"
    if (differing := last_difference(higher.colours, lower.colours)) is not None:
        return other(differing), "difference"
    return (other(mine) if below else mine), "higher"


def _settled(higher: LimPlayer, lower: LimPlayer) -> tuple[Colour, str] | None:
    """A forced colour that only one of them has, or due colours that do not meet."""
    if higher.forced is not None and lower.forced is None:
        return higher.forced, "forced"
    if lower.forced is not None and higher.forced is None:
        return other(lower.forced), "forced"
    mine, theirs = higher.due_colour, lower.due_colour
    if mine is not None and mine != theirs:
        return mine, "both"
    if mine is None and theirs is not None:
        return other(theirs), "both"
    return None


# 2.1: who may meet whom, and what a pair costs in colours.


class LimField:
    """Who may meet whom: not met, and colours within the limits; in the last round only not met (6)."""

    def __init__(self, state: PairingState) -> None:
        self.state = state
        self.players = [player for player in state.entrants if isinstance(player, LimPlayer)]
        self.everybody = (1 << len(self.players)) - 1
        self.allowed = self._allowed()

    def _allowed(self) -> list[int]:
        place = {player.rank: at for at, player in enumerate(self.players)}
        apart = [mask_of(place[rank] for rank in one.opponents if rank in place) for one in self.players]
        for one, two in self.state.forbidden:
            if one in place and two in place:
                apart[place[one]] |= 1 << place[two]
                apart[place[two]] |= 1 << place[one]
        white = mask_of(at for at, player in enumerate(self.players) if player.may_have("w"))
        black = mask_of(at for at, player in enumerate(self.players) if player.may_have("b"))
        found = []
        for at, player in enumerate(self.players):
            fit = (black if player.may_have("w") else 0) | (white if player.may_have("b") else 0)
            open_ = self.everybody if self.state.last else fit
            found.append(open_ & ~apart[at] & ~(1 << at))
        return found

    def near(self, one: int, two: int) -> bool:
        """5.7: whether two players may be exchanged for a colour. Only a maxi-tournament looks at their ratings."""
        widest = self.state.system.widest
        return widest is None or abs(self.players[one].rating - self.players[two].rating) <= widest

    def complete(self, places: Sequence[int]) -> bool:
        """Whether all can be paired compatibly."""
        return not Matching(self.allowed, mask_of(places)).missing

    def cost(self, one: int, two: int, below: bool) -> tuple[int, int]:
        """Players beyond the limits (last round only), and without their due colour."""
        first, second = self.players[one], self.players[two]
        same = first.due_colour is not None and first.due_colour == second.due_colour
        return self._beyond(one, two, below), int(same)

    def _beyond(self, one: int, two: int, below: bool) -> int:
        """6.1: how many of two players get a colour beyond the limits, in the last round."""
        first, second = self.players[one], self.players[two]
        if not self.state.last or (first.forced is None and second.forced is None):
            return 0
        if (first.score, -first.rank) < (second.score, -second.rank):
            first, second = second, first
        colour, _ = lim_colour(first, second, self.state.initial, below)
        return (not first.may_have(colour)) + (not second.may_have(other(colour)))


# 4 and 5.2: the players of a group who are no floaters, in the order of the exchanges with the fewest defects.

Pair = tuple[int, int]
Graph = Mapping[int, int]


def exchange(field: LimField, ordered: Sequence[int], below: bool) -> list[Pair]:
    """4.2: the first tries m+1 to 2m, then m to 2, renumbered among those left; the first with the fewest defects."""
    inside = mask_of(ordered)
    graph = {place: field.allowed[place] & inside for place in ordered}
    if field.state.system.widest is not None:
        graph = _near_the_proposed(field, graph, in_depth(graph, ordered))
    spared = without_defects(field, graph, below)
    if not Matching(spared, inside).missing:
        return in_depth(spared, ordered)
    return _by_weights(field, graph, ordered, below)


def in_turn(left: Sequence[int]) -> Iterator[int]:
    """The opponents of the first of those left."""
    half = len(left) // 2
    yield from left[half:]
    yield from reversed(left[1:half])


def in_depth(graph: Graph, ordered: Sequence[int]) -> list[Pair]:
    """The first complete pairing of a graph that has one; the upper half against the lower one as soon as it can be."""
    left = list(ordered)
    pairs: list[Pair] = []
    matching: Matching | None = None
    while left:
        half = len(left) // 2
        if all(graph[one] >> two & 1 for one, two in zip(left[:half], left[half:], strict=True)):
            return [*pairs, *zip(left[:half], left[half:], strict=True)]
        if matching is None:
            matching = Matching(graph, mask_of(left))
        first = left[0]
        mate = _first_fit(graph, matching, first, in_turn(left))
        pairs.append((first, mate))
        left = [place for place in left if place not in (first, mate)]
    return pairs


def _first_fit(graph: Graph, matching: Matching, first: int, listed: Iterable[int]) -> int:
    """Take a player out of a complete pairing, with the first opponent who leaves one of the others."""
    own = matching.mate[first]
    matching.take_out(first)
    fit = 0
    for mate in listed:
        if not graph[first] >> mate & 1:
            continue
        if mate == own or graph[own] >> matching.mate[mate] & 1:
            break
        fit = fit or matching.missable()
        if fit >> mate & 1:
            break
    else:
        raise AssertionError
    matching.take_out(mate)
    matching.enlarge()
    return mate


def without_defects(field: LimField, graph: Graph, below: bool) -> dict[int, int]:
    """The pairs of which every complete pairing has as few defects as the due colours allow: nobody beyond the limits,
    and pairs of the same due colour only among the larger number, if the others cannot do without them."""
    due: dict[str | None, int] = {"w": 0, "b": 0, None: 0}
    for place in graph:
        due[field.players[place].due_colour] |= 1 << place
    sides = sorted((due["w"], due["b"]), key=int.bit_count)
    small, large = sides
    if large.bit_count() <= small.bit_count() + due[None].bit_count():
        barred = {place: side for side in sides for place in bits(side)}
    else:
        few = small | due[None]
        barred = dict.fromkeys(bits(few), few)
    found = {place: own & ~barred.get(place, 0) for place, own in graph.items()}
    return _within_limits(field, found, below) if field.state.last else found


def _near_the_proposed(field: LimField, graph: Graph, pairs: Sequence[Pair]) -> dict[int, int]:
    """5.7: in a maxi-tournament a player may only have an opponent near the one of the first scrutiny."""
    proposed = {one: two for pair in pairs for one, two in (pair, pair[::-1])}

    def may_be(one: int, two: int) -> bool:
        return proposed[one] == two or (field.near(proposed[one], two) and field.near(proposed[two], one))

    return {one: mask_of(two for two in bits(others) if may_be(one, two)) for one, others in graph.items()}


def _within_limits(field: LimField, graph: Graph, below: bool) -> dict[int, int]:
    """The pairs in which nobody gets a colour beyond the limits."""
    return {
        one: mask_of(two for two in bits(others) if not field.cost(one, two, below)[0]) for one, others in graph.items()
    }


def _by_weights(field: LimField, graph: Graph, ordered: Sequence[int], below: bool) -> list[Pair]:
    """The same if the due colours alone do not tell the fewest defects: a heaviest pairing for each player in turn,
    with a bonus for the opponents that come earlier."""
    left, pairs, base = list(ordered), [], len(ordered) + 1
    costs = {}
    for one, two in combinations(ordered, 2):
        if graph[one] >> two & 1:
            beyond, same = field.cost(one, two, below)
            costs[one, two] = beyond * base + same
    while left:
        first, whole = left[0], 2 * base * base
        number = {place: at for at, place in enumerate(left)}
        bonus = {place: len(left) - at for at, place in enumerate(in_turn(left))}
        edges = [
            (number[one], number[two], (2 * whole - cost) * base + (bonus[two] if one == first else 0))
            for (one, two), cost in costs.items()
            if one in number and two in number
        ]
        mate = left[next(two for one, two in heaviest(len(left), edges) if one == 0)]
        pairs.append((first, mate))
        left = [place for place in left if place not in (first, mate)]
    return pairs


# 2.3 and 3: who leaves a group, and whom the floaters meet.

Worth = tuple[list[int], list[int]]
DUE = {"w": 1, "b": -1, None: 0}


def opponents_in_turn(
    field: LimField, floater: int, free: Sequence[int], residents: Sequence[int], direction: int
) -> Iterator[int]:
    """3.7: the opponents of a floater: the highest numbered resident of the other due colour (upwards the lowest), then
    of any, then other floaters, each so that the rest can be paired."""
    inside, due = set(residents), field.players[floater].due_colour
    fit = field.allowed[floater] & Matching(field.allowed, mask_of(free)).missable()
    ranked = sorted(free, key=lambda place: field.players[place].rank, reverse=direction < 0)
    pool = [place for place in ranked if place in inside and fit >> place & 1]
    apart = [place for place in pool if due is None or field.players[place].due_colour != due]
    wanted = [place for place in apart if field.near(pool[0], place)]
    yield from wanted
    yield from (place for place in pool if place not in wanted)
    yield from (place for place in free if place not in inside and fit >> place & 1)


@dataclass(frozen=True)
class Leaving:
    """A group that cannot stay whole: its residents, those who came, and the adjacent group."""

    field: LimField
    residents: Sequence[int]
    came: Sequence[int]
    adjacent: Sequence[int]
    direction: int

    @property
    def members(self) -> list[int]:
        """Everybody in the group."""
        return [*self.came, *self.residents]

    @cached_property
    def balance(self) -> int:
        """How many more are due White than Black."""
        return sum(DUE[self.field.players[place].due_colour] for place in self.members)

    @cached_property
    def open(self) -> int:
        """The adjacent group as a set."""
        return mask_of(self.adjacent)

    def chosen(self) -> tuple[int, ...]:
        """The smallest set whose leaving lets the others be paired, the best by 3.9, 3.10, 3.2.2 and 3.2.4."""
        sets = self.sets()
        best = min(sets, key=self._worth)
        if self.field.state.system.widest is None:
            return best
        plain = min(sets, key=lambda out: self._worth(out, colours=False))
        return best if self._near(best, plain) else plain

    def sets(self) -> list[tuple[int, ...]]:
        """Every smallest set whose leaving lets the others be paired."""
        everybody = mask_of(self.members)
        return list(self._sets((), everybody, Matching(self.field.allowed, everybody).missing))

    def best_with(self, places: Sequence[int], sets: Sequence[tuple[int, ...]]) -> tuple[int, ...] | None:
        """The best of the sets that have certain players."""
        wanted = set(places)
        return min((out for out in sets if wanted <= set(out)), key=self._worth, default=None)

    def in_order(self) -> list[int]:
        """3.3, 3.4: downwards those with the largest numbers leave first, upwards those with the smallest."""
        return sorted(self.members, key=lambda place: -self.direction * self.field.players[place].rank)

    def _near(self, one: Sequence[int], two: Sequence[int]) -> bool:
        """3.2.2: in a maxi-tournament the colours do not choose a player far from the one who leaves without them."""
        ranked = (sorted(out, key=lambda place: self.field.players[place].rank) for out in (one, two))
        return all(self.field.near(*places) for places in zip(*ranked, strict=True))

    def _sets(self, before: tuple[int, ...], staying: int, count: int) -> Iterator[tuple[int, ...]]:
        """Every smallest set: in each step the players without whom one pair less is missing."""
        if not count:
            yield before
            return
        for place in bits(Matching(self.field.allowed, staying).missable()):
            if not before or place > before[-1]:
                yield from self._sets((*before, place), staying & ~(1 << place), count - 1)

    def _worth(self, out: Sequence[int], colours: bool = True) -> Worth:
        """3.9, 3.10, 3.2.2 and 3.2.4: the better the lower."""
        ranks = sorted((self.field.players[place].rank for place in out), reverse=self.direction > 0)
        counts = [count for _, count in self.counts(out, colours)]
        return counts, [-rank for rank in ranks] if self.direction > 0 else ranks

    def counts(self, out: Sequence[int], colours: bool = True) -> Digits:
        """What counts before the order: the types of 3.9, floats of the round before, and the due colours of those who
        stay."""
        types, players = self._types(out), self.field.players
        balance = self.balance - sum(DUE[players[place].due_colour] for place in out)
        return [
            *((kind, types.count(kind)) for kind in "abc"),
            ("again", sum(players[place].floated for place in out)),
            ("balance", abs(balance) if colours else 0),
        ]

    def _types(self, out: Sequence[int]) -> str:
        """3.9, with the opponents that earlier floaters have reserved (3.3, 3.4)."""
        free, found = self.open, ""
        for place in floaters_in_turn(self.field, out, self.direction):
            choice = self.field.allowed[place] & free
            if choice:
                # The players of a group stand in the order of their numbers.
                taken = choice & -choice if self.direction > 0 else 1 << choice.bit_length() - 1
                free &= ~taken
            found += ("b" if choice else "a") if place in self.came else ("d" if choice else "c")
        return found


def floaters_in_turn(field: LimField, places: Sequence[int], direction: int) -> list[int]:
    """3.6: downwards the highest score and number first, upwards the lowest."""
    return sorted(places, key=lambda one: (-direction * field.players[one].score, direction * field.players[one].rank))


# 2 to 4: a round by the Lim system: the bye, the groups from both ends inwards, the median last.


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
