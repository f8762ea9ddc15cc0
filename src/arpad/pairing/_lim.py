"""The Lim system (C.04.4.3): upper groups are paired downwards, lower ones upwards, the median last.

The text leaves much open; this is one complete and deterministic reading of it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, islice
from typing import ClassVar

from arpad.documents.steps import Step
from arpad.domain.event import Colour
from arpad.i18n import ArpadError
from arpad.pairing._graph import Digits, Graph, Pair, first_worse
from arpad.pairing._matching import Matching, bits, heaviest_edges, mask_of
from arpad.pairing.colours import last_difference, other
from arpad.pairing.engines import NOBODY, GroupPairing, Reason, key
from arpad.pairing.state import PairingPlayer, PairingState, Tournament, as_kind, need_ratings

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
        if self.difference:
            return "w" if self.difference < 0 else "b"
        return "b" if self.colours[-1] == "w" else "w"

    def may_have(self, colour: Colour) -> bool:
        """No third colour in a row, and no difference of three."""
        change = 1 if colour == "w" else -1
        return self.colours[-2:] != 2 * colour and abs(self.difference + change) <= WIDEST

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


def _side(whole: Tournament, score: int, number: int) -> int:
    """Whether a score is above the median of the points that could be had, at it or below."""
    twice, middle = 2 * score, whole.win * (number - 1)
    return (twice > middle) - (twice < middle)


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
    widths = abs(higher.difference), abs(lower.difference)
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


class LimField(Graph[LimPlayer]):
    """Who may meet whom: not met, and colours within the limits; in the last round only not met (6)."""

    def barred_by_colours(self, topscorers: bool = True) -> list[int]:  # noqa: ARG002
        if self.state.last:
            return [0] * self.size
        white = mask_of(at for at, player in enumerate(self.entrants) if player.may_have("w"))
        black = mask_of(at for at, player in enumerate(self.entrants) if player.may_have("b"))
        return [
            self.everybody & ~((black if player.may_have("w") else 0) | (white if player.may_have("b") else 0))
            for player in self.entrants
        ]

    def near(self, one: int, two: int) -> bool:
        """5.7: whether two players may be exchanged for a colour. Only a maxi-tournament looks at their ratings."""
        widest = self.state.system.widest
        return widest is None or abs(self.entrants[one].rating - self.entrants[two].rating) <= widest

    def cost(self, one: int, two: int, below: bool) -> tuple[int, int]:
        """6.1: players beyond the limits (last round only), and without their due colour."""
        higher, lower = self.entrants[min(one, two)], self.entrants[max(one, two)]
        same = int(higher.due_colour is not None and higher.due_colour == lower.due_colour)
        if not self.state.last or (higher.forced is None and lower.forced is None):
            return 0, same
        colour, _ = lim_colour(higher, lower, self.state.initial, below)
        return (not higher.may_have(colour)) + (not lower.may_have(other(colour))), same


# 4 and 5.2: the players of a group who are no floaters, in the order of the exchanges with the fewest defects.

Edges = Mapping[int, int]


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


def in_depth(graph: Edges, ordered: Sequence[int]) -> list[Pair]:
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
        mate = matching.take_first(first, in_turn(left))
        pairs.append((first, mate))
        left = [place for place in left if place not in (first, mate)]
    return pairs


def without_defects(field: LimField, graph: Edges, below: bool) -> dict[int, int]:
    """The pairs of which every complete pairing has as few defects as the due colours allow: nobody beyond the limits,
    and pairs of the same due colour only among the larger number, if the others cannot do without them."""
    due: dict[str | None, int] = {"w": 0, "b": 0, None: 0}
    for place in graph:
        due[field.entrants[place].due_colour] |= 1 << place
    sides = sorted((due["w"], due["b"]), key=int.bit_count)
    small, large = sides
    if large.bit_count() <= small.bit_count() + due[None].bit_count():
        barred = {place: side for side in sides for place in bits(side)}
    else:
        few = small | due[None]
        barred = dict.fromkeys(bits(few), few)
    spared = {place: own & ~barred.get(place, 0) for place, own in graph.items()}
    if not field.state.last:
        return spared
    return {one: mask_of(two for two in bits(own) if not field.cost(one, two, below)[0]) for one, own in spared.items()}


def _near_the_proposed(field: LimField, graph: Edges, pairs: Sequence[Pair]) -> dict[int, int]:
    """5.7: in a maxi-tournament a player may only have an opponent near the one of the first scrutiny."""
    proposed = {one: two for pair in pairs for one, two in (pair, pair[::-1])}

    def may_be(one: int, two: int) -> bool:
        return proposed[one] == two or (field.near(proposed[one], two) and field.near(proposed[two], one))

    return {one: mask_of(two for two in bits(others) if may_be(one, two)) for one, others in graph.items()}


def _by_weights(field: LimField, graph: Edges, ordered: Sequence[int], below: bool) -> list[Pair]:
    """The same if the due colours alone do not tell the fewest defects: a heaviest pairing for each player in turn,
    with a bonus for the opponents that come earlier."""
    left, pairs, base = list(ordered), [], len(ordered) + 1
    costs = {}
    for one, two in combinations(ordered, 2):
        if graph[one] >> two & 1:
            beyond, same = field.cost(one, two, below)
            costs[one, two] = beyond * base + same
    while left:
        first, whole, waiting = left[0], 2 * base * base, set(left)
        bonus = {place: len(left) - at for at, place in enumerate(in_turn(left))}
        edges = {
            (one, two): (2 * whole - cost) * base + (bonus[two] if one == first else 0)
            for (one, two), cost in costs.items()
            if waiting.issuperset((one, two))
        }
        mate = next(one if two == first else two for one, two in heaviest_edges(edges) if first in (one, two))
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
    inside, due = set(residents), field.entrants[floater].due_colour
    fit = field.allowed[floater] & Matching(field.allowed, mask_of(free)).missable()
    ranked = sorted(free, key=lambda place: field.entrants[place].rank, reverse=direction < 0)
    pool = [place for place in ranked if place in inside and fit >> place & 1]
    apart = [place for place in pool if due is None or field.entrants[place].due_colour != due]
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
        return sum(DUE[self.field.entrants[place].due_colour] for place in self.members)

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
        return sorted(self.members, key=lambda place: -self.direction * self.field.entrants[place].rank)

    def _near(self, one: Sequence[int], two: Sequence[int]) -> bool:
        """3.2.2: in a maxi-tournament the colours do not choose a player far from the one who leaves without them."""
        ranked = (sorted(out, key=lambda place: self.field.entrants[place].rank) for out in (one, two))
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
        ranks = sorted((self.field.entrants[place].rank for place in out), reverse=self.direction > 0)
        counts = [count for _, count in self.counts(out, colours)]
        return counts, [-rank for rank in ranks] if self.direction > 0 else ranks

    def counts(self, out: Sequence[int], colours: bool = True) -> Digits:
        """What counts before the order: the types of 3.9, floats of the round before, and the due colours of those who
        stay."""
        types, players = self._types(out), self.field.entrants
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
    return sorted(
        places, key=lambda one: (-direction * field.entrants[one].score, direction * field.entrants[one].rank)
    )


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

    @property
    def floater_pairs(self) -> list[Pair]:
        """The pairs of the floaters, which are made first."""
        return [pair for pair in self.made if pair[0] in self.came]


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
    ordered = sorted(free, key=lambda place: field.entrants[place].rank, reverse=direction < 0)
    return pairs + exchange(field, ordered, direction < 0)


def _half(field: LimField, by_score: dict[int, list[int]], direction: int) -> tuple[list[int], list[LimGroup]]:
    """2.2: the groups on one side of the median, from its end inwards; and who floats into the median."""
    ordered = sorted(by_score, reverse=direction > 0)
    side = {score: field.entrants[group[0]].side for score, group in by_score.items()}
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
    while not field.complete(mask_of((*down, *up, *residents))):
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
    if residents or down or up:
        pairs = pair_group(field, residents, [*down, *up], 1)
        score = field.scores[residents[0]] if residents else None
        groups.append(LimGroup(score, 0, tuple(residents), (*down, *up), (), tuple(pairs)))
    return groups


# What would have come first in a group, and why it fails.

LEAVING_ARTICLES = {"a": "3.9", "b": "3.9", "c": "3.9", "again": "3.10", "balance": "3.2"}
DEFECT_ARTICLES = {"beyond": "6.1", "due": "5.2"}
Refusal = tuple[str, str, str, int, int]
"""The article; `incomplete`, `quality`, `colour` (the same colour is due) or `far` (in a maxi-tournament); what counts,
with what this one would have and what the best has."""


def refused_by(given: Digits, best: Digits, articles: Mapping[str, str], distance: str) -> Refusal:
    """The first count by which it is worse. Only the ratings of a maxi-tournament refuse what is not worse."""
    worse = first_worse(given, best)
    if worse is None or worse[1] < worse[2]:
        return distance, "far", "", 0, 0
    return articles[worse[0]], "quality", *worse


def defects(field: LimField, pairs: Iterable[Pair], below: bool) -> Digits:
    """Return how many players get a colour beyond the limits (last round only), and how many pairs have the same due
    colour."""
    costs = [field.cost(one, two, below) for one, two in pairs]
    return [("beyond", sum(beyond for beyond, _ in costs)), ("due", sum(due for _, due in costs))]


# The Lim system as one of the Swiss systems: C.04.4.3, a reading.

ARTICLES = {
    "bye": "1.1", "bye-complete": "1.1", "impossible": "2.6", "C.1": "2.1", "C.2": "1.1", "C.3": "2.1",
    "fresh": "7.2", "forced": "5.1", "both": "5.1", "wider": "5.6", "difference": "5.4", "higher": "5.4",
    **DEFECT_ARTICLES,
}  # fmt: skip
DIRECTIONS = {1: "down", -1: "up", 0: "median"}
REFUSED = {
    "incomplete": "pairing.match-pair-barred", "quality": "pairing.match-pair-quality",
    "colour": "pairing.lim-same-due", "far": "pairing.lim-far",
}  # fmt: skip


def words(criterion: str) -> str:
    """Return the key of the words for a criterion."""
    return f"pairing.criterion-lim.{criterion}"


class LimPairing(GroupPairing[LimPlayer, LimGroup]):
    """A round by the Lim system: the bye, the groups from both ends inwards, the median last."""

    graph = LimField
    articles: ClassVar = {"lim": ARTICLES, "lim-2026": ARTICLES}
    field: LimField

    @classmethod
    def prepare(cls, whole: Tournament, state: PairingState) -> PairingState:
        """The text knows no virtual points, and a maxi-tournament needs ratings."""
        if whole.virtual:
            raise ArpadError("pairing-lim-accelerated")
        if whole.system.widest is not None:
            need_ratings(whole, state)

        def player(player: PairingPlayer) -> LimPlayer:
            side, rating = _side(whole, player.score, state.round), whole.ratings.get(player.rank, 0)
            floated = _floated(whole, player.rank, state.round - 1)
            return as_kind(LimPlayer, player, side=side, floated=floated, rating=rating)

        return state.with_each(player)

    @classmethod
    def bye_order(cls, state: PairingState) -> list[PairingPlayer]:
        """1.1: the lowest score, and the largest number."""
        return sorted(state.entrants, key=lambda player: (player.score, -player.rank))

    @classmethod
    def pair_groups(cls, field: Graph[LimPlayer]) -> list[LimGroup]:
        """2.2: both sides of the median, and then the median."""
        assert isinstance(field, LimField)
        by_score = {field.scores[group[0]]: list(group) for group in field.scoregroups()}
        down, above = _half(field, by_score, 1)
        up, below = _half(field, by_score, -1)
        median = next((group for group in by_score.values() if field.entrants[group[0]].side == 0), [])
        return _median(field, [*above, *below], median, down, up)

    @cached_property
    def _below(self) -> frozenset[frozenset[int]]:
        """The pairs below the median, by starting ranks."""
        ranks = [player.rank for player in self.field.entrants]
        pairs = [pair for group in self.groups if group.direction < 0 for pair in group.pairs]
        return frozenset(frozenset((ranks[one], ranks[two])) for one, two in pairs)

    def colour(self, higher: LimPlayer, lower: LimPlayer) -> tuple[Colour, str]:
        return lim_colour(higher, lower, self.state.initial, frozenset((higher.rank, lower.rank)) in self._below)

    def colour_words(self, rule: str, higher: LimPlayer, lower: LimPlayer) -> str:
        below = rule == "higher" and frozenset((higher.rank, lower.rank)) in self._below
        return f"lim-{rule}{'-below' * below}"

    def colour_inputs(self, higher: LimPlayer, lower: LimPlayer) -> dict[str, object]:
        return {"higher": higher.rank, "lower": lower.rank, "number": higher.number}

    def history(self, player: LimPlayer) -> str:
        """The colours of the games, and the colour that is due."""
        return f"{player.colours.upper()} {player.due}" if player.colours else NOBODY

    def head(self, limit: int) -> Iterator[Step]:
        """The reading is named first."""
        yield self.step("2.2", "pairing.lim-reading", {}, None)
        if self.state.system.widest is not None:
            yield self.step("5.7", "pairing.lim-maxi", {}, self.state.system.widest)
        yield from super().head(limit)

    def group_step(self, group: LimGroup, limit: int) -> Step:
        """Tell who leaves a group, whom its floaters meet, the exchanges, and the colours."""
        steps = [*self._leaving(group, limit), *self._floaters(group, limit)]
        steps += islice(self._exchanges(group), limit)
        steps += [self.step("2.6", "pairing.lim-undone", {}, self.pair_name(pair)) for pair in group.undone]
        steps += self.colour_steps(group.pairs)
        steps += self.cost_steps(defects(self.field, group.pairs, group.direction < 0), words)
        what = f"pairing.lim-{DIRECTIONS[group.direction]}"
        return self.whole_step("2.2", what, group, steps, group.residents, came=group.came)

    def _leaving(self, group: LimGroup, limit: int) -> Iterator[Step]:
        """2.3 and 3: who leaves, and who would have left first."""
        if not group.out:
            return
        inside = mask_of((*group.residents, *group.came))
        for place in group.out:
            if not self.field.allowed[place] & inside:
                yield self.step("2.3", "pairing.lim-lonely", {}, self.field.entrants[place].rank)
        refused = islice(self._not_leaving(group), limit)
        yield self.step("3.2", "pairing.lim-out", {}, self.ranks(group.out), *refused)

    def _choice(self, group: LimGroup) -> Leaving:
        return Leaving(self.field, group.residents, group.came, group.adjacent, group.direction)

    def _not_leaving(self, group: LimGroup) -> Iterator[Step]:
        """3.3 and 3.4: the players who would have left first."""
        leaving, kept = self._choice(group), list[int]()
        sets = leaving.sets()
        for place in leaving.in_order():
            if len(kept) == len(group.out):
                return
            if place in group.out:
                kept.append(place)
                continue
            refusal: Refusal = ("2.3", "incomplete", "", 0, 0)
            if (others := leaving.best_with([*kept, place], sets)) is not None:
                refusal = refused_by(leaving.counts(others), leaving.counts(group.out), LEAVING_ARTICLES, "3.2")
            article, kind, criterion, given, best = refusal
            inputs: dict[str, object] = {"player": self.field.entrants[place].rank, "best": best}
            if criterion:
                inputs["criterion"] = f"@{words(criterion)}"
            yield self.step(article, f"pairing.lim-stays-{kind}", inputs, given)

    def _floaters(self, group: LimGroup, limit: int) -> Iterator[Step]:
        """3.6 to 3.8: whom each floater meets, and who would have come first."""
        free = [place for place in (*group.came, *group.residents) if place not in group.out]
        for floater, mate in group.floater_pairs:
            free = [place for place in free if place not in (floater, mate)]
            refused = islice(self._not_met(group, floater, mate, free), limit)
            inputs = {"player": self.field.entrants[floater].rank}
            yield self.step("3.8", "pairing.lim-floater", inputs, self.field.entrants[mate].rank, *refused)

    def _not_met(self, group: LimGroup, floater: int, mate: int, free: Sequence[int]) -> Iterator[Step]:
        """3.8: the residents whom a floater would have met first."""
        players, due = self.field.entrants, self.field.entrants[floater].due_colour
        fit = Matching(self.field.allowed, mask_of([*free, mate])).missable()
        apart = {place for place in (*free, mate) if due is None or players[place].due_colour != due}
        rank = {place: (-1 if group.direction < 0 else 1) * players[place].rank for place in (*free, mate)}
        for place in sorted((place for place in free if place in group.residents), key=rank.__getitem__):
            earlier = rank[place] < rank[mate] or mate not in group.residents
            if earlier or (place in apart and mate not in apart):
                same = place not in apart and mate in apart
                kind = "incomplete" if not fit >> place & 1 else "colour" if same else "far"
                yield self._not_paired((floater, place), ("3.8", kind, "", 0, 0))

    def _exchanges(self, group: LimGroup) -> Iterator[Step]:
        """4.2: the opponents that would have come first among the others."""
        field, below = self.field, group.direction < 0
        pairs = [pair for pair in group.made if pair[0] not in group.came]
        rank = {place: field.entrants[place].rank for pair in pairs for place in pair}
        left = sorted(rank, key=rank.__getitem__, reverse=below)
        for at, (first, mate) in enumerate(pairs):
            best = defects(field, pairs[at:], below)
            for place in in_turn(left):
                if place == mate:
                    break
                pair, rest = (first, place), [one for one in left if one not in (first, place)]
                refusal: Refusal = ("4.4", "incomplete", "", 0, 0)
                if field.barred(*pair) is None and field.complete(mask_of(rest)):
                    given = defects(field, [pair, *exchange(field, rest, below)], below)
                    refusal = refused_by(given, best, DEFECT_ARTICLES, "5.7")
                yield self._not_paired(pair, refusal)
            left = [place for place in left if place not in (first, mate)]

    def _not_paired(self, pair: Pair, refusal: Refusal) -> Step:
        article, kind, criterion, given, best = refusal
        inputs: dict[str, object] = {"players": self.pair_name(pair), "given": given, "best": best}
        if (barred := self.field.barred(*pair)) is not None:
            inputs["criterion"] = f"@pairing.criterion.{key(barred)}"
            return self.step(barred, "pairing.refused-pair-barred", inputs, None)
        if criterion:
            inputs["criterion"] = f"@{words(criterion)}"
        return self.step(article, REFUSED[kind], inputs, None)

    def group_fault(self, group: LimGroup, mates: Mapping[int, int]) -> Reason | None:
        """By what the given pairs of a group are worse: who leaves it, the colours that are due, or the order."""
        members = {*group.came, *group.residents}
        out = sorted(place for place in members if mates.get(place) not in members)
        if group.direction and not group.undone and out != sorted(group.out):
            return self._wrong_floaters(group, out)
        if all(mates.get(one) == two for one, two in group.pairs):
            return None
        if group.undone or (out and not group.direction):
            return Reason("2.6", group.score, kind="order")
        if any(mates.get(one) != two for one, two in group.floater_pairs):
            return Reason("3.8", group.score, kind="order")
        given = [(one, two) for one, two in mates.items() if one in members and one < two]
        below = group.direction < 0
        refusal = refused_by(
            defects(self.field, given, below), defects(self.field, group.pairs, below), DEFECT_ARTICLES, "4.2"
        )
        return _judged(group, refusal)

    def _wrong_floaters(self, group: LimGroup, out: Sequence[int]) -> Reason:
        """2.3 and 3: too many players leave, or others than those who should."""
        if len(out) != len(group.out):
            return Reason("2.3", group.score, (), len(out), len(group.out), criterion=words("floaters"))
        leaving = self._choice(group)
        order = "3.3" if group.direction > 0 else "3.4"
        return _judged(group, refused_by(leaving.counts(out), leaving.counts(group.out), LEAVING_ARTICLES, order))


def _judged(group: LimGroup, refusal: Refusal) -> Reason:
    """Return the criterion by which a group is worse; otherwise it is the order."""
    article, _, criterion, given, best = refusal
    if not criterion:
        return Reason(article, group.score, kind="order")
    return Reason(article, group.score, (), given, best, criterion=words(criterion))


ENGINE = LimPairing
