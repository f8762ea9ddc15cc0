"""The Burstein system as the Arbiters' Manual prints it, without seeding rounds: engine and explanations.

The upper half gets one virtual point in the first two rounds; groups are ranked by Sonneborn-Berger, Buchholz,
Median.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from itertools import islice
from typing import ClassVar

from arpad.documents.steps import Step
from arpad.i18n import number
from arpad.pairing._burstein import best_with, earlier_pairs, fold, quick_fold
from arpad.pairing._graph import Field, Graph
from arpad.pairing._matching import Matching, Weights, bits, mask_of
from arpad.pairing.dutch._criteria import denied
from arpad.pairing.engines import GroupPairing, Reason
from arpad.pairing.state import PairingPlayer, PairingState, Tournament, as_kind, met

# 6.3 and 6.6: which groups are paired together, and who may cross from one to the next.


class Groups:
    """Groups of places from the top. If the number of players down to the end of a group is odd, exactly one player of
    that group crosses to the next, but not one who has just come."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.groups = self._merged(field.scoregroups())
        self.crossing = self._crossing()

    def _merged(self, waiting: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """6.6: a group that cannot be paired becomes one with the next, and the last with the one above."""
        found: list[tuple[int, ...]] = []
        coming: list[int | None] = []
        while waiting:
            group = waiting.pop(0)
            out = self._leaving(group, coming[-1] if coming else None)
            if out is not None:
                found.append(group)
                coming.append(out)
            elif waiting:
                waiting[0] = tuple(sorted((*group, *waiting[0])))
            elif found:
                waiting = [tuple(sorted((*found.pop(), *group)))]
                coming.pop()
            else:
                return [group]
        return found

    def _leaving(self, group: tuple[int, ...], coming: int | None) -> int | None:
        """The players of a group who may cross if all others are paired, with one of those who came: 0 if nobody has
        to, None if they cannot be paired."""
        members, near = mask_of(group), 0
        for place in bits(coming or 0):
            near |= self.field.allowed[place]
        matching = self.field.matching_with(members, near) if coming else Matching(self.field.allowed, members)
        if matching.missing > 1:
            return None
        if not matching.missing:
            return 0
        return matching.missable() & members or None

    def _crossing(self) -> list[int]:
        """For each group the players who may cross so that all below can be paired."""
        found = [0] * len(self.groups)
        for at in range(len(self.groups) - 1, 0, -1):
            if sum(len(group) for group in self.groups[:at]) % 2:
                receiving = self._receivers(self.groups[at], found[at])
                found[at - 1] = mask_of(place for place in self.groups[at - 1] if self.field.allowed[place] & receiving)
        return found

    def _receivers(self, group: tuple[int, ...], out: int) -> int:
        """The players of a group whom somebody may meet who comes, if one of `out` leaves."""
        members = mask_of(group)
        outgoing = len(group) % 2 == 0
        matching = self.field.matching_with(members, out) if outgoing else Matching(self.field.allowed, members)
        return matching.missable() & members if matching.missing == 1 else 0


# 3.2: the order of the players in a group.

OPPONENT_OF_ABSENCE = {"U": 0, "+": 0, "F": 0, "H": 1}
"""The result of the opponent in a round without a game, in half points: 1 is a draw, and 2 a win after an absence or a
loss by forfeit."""


@dataclass(frozen=True)
class ManualPlayer(PairingPlayer):
    """`tiebreaks` are Sonneborn-Berger, Buchholz and Median. With `by_score` the last two count times the score between
    players of different scores, as bbpPairings does it."""

    tiebreaks: tuple[int, int, int] = (0, 0, 0)
    by_score: bool = False


def with_tiebreaks(whole: Tournament, number: int, player: PairingPlayer) -> ManualPlayer:
    """Return a player with the tie-breaks before a round."""
    scores, sonneborn = [], 0
    own = whole.scores[player.rank]
    virtual = whole.virtual.get(number, {})
    for earlier in range(1, number):
        cell = whole.cell(player.rank, earlier)
        if cell is not None and cell.opponent is not None and met(cell):
            score = _adjusted(whole, cell.opponent, number) + virtual.get(cell.opponent, 0)
        else:
            halves = OPPONENT_OF_ABSENCE.get(cell.result or "", 2) if cell is not None else 2
            before = own[earlier - 1] + virtual.get(player.rank, 0)
            score = before + (0, whole.draw, whole.win)[halves] + (number - 1 - earlier) * whole.draw
        scores.append(score)
        sonneborn += score * (own[earlier] - own[earlier - 1])
    buchholz = sum(scores)
    median = buchholz - min(scores) - max(scores) if len(scores) > 2 else 0
    by_score = whole.system.ranking == "bbp"
    return as_kind(ManualPlayer, player, tiebreaks=(sonneborn, buchholz, median), by_score=by_score)


def _adjusted(whole: Tournament, rank: int, number: int) -> int:
    """The score of an opponent: rounds that they did not play count as draws."""
    own = whole.scores[rank]
    total = 0
    for earlier in range(1, number):
        played = met(whole.cell(rank, earlier))
        total += own[earlier] - own[earlier - 1] if played else whole.draw
    return total


def in_order(players: Sequence[ManualPlayer]) -> list[ManualPlayer]:
    """3.2: Sonneborn-Berger, Buchholz, Median, then the starting rank."""
    return sorted(players, key=cmp_to_key(_compare))


def _compare(one: ManualPlayer, two: ManualPlayer) -> int:
    factors = (one.score, two.score) if one.by_score and one.score != two.score else (1, 1)
    mine, theirs = (
        (player.tiebreaks[0], player.tiebreaks[1] * factor, player.tiebreaks[2] * factor, -player.rank)
        for player, factor in zip((one, two), factors, strict=True)
    )
    return (mine < theirs) - (mine > theirs)


# 4 and 6: a round by the manual's Burstein system. The bye, then group by group from the top.


@dataclass(frozen=True, slots=True)
class ManualGroup:
    """A group in its order with the player who came, its pairs (the higher first), the player who leaves, and the
    set of those who might have left."""

    order: tuple[int, ...]
    came: int | None
    pairs: tuple[tuple[int, int], ...]
    leaves: int | None
    may_leave: int


ManualField = Graph[ManualPlayer]


def pair_group(field: ManualField, group: tuple[int, ...], came: int | None, leaving: int) -> ManualGroup:
    """6.2, 6.4 and 6.5: most players with their colours, then the order of the fold."""
    places = (*group, *(() if came is None else (came,)))
    rank_of = {field.entrants[place].rank: place for place in places}
    order = [rank_of[player.rank] for player in in_order([field.entrants[place] for place in places])]
    free = leaving if came is None else leaving & ~(1 << came)
    pairs = quick_fold(field, order, free) or fold(order, group_weights(field, places, came, leaving))
    taken = {place for pair in pairs for place in pair}
    left = next((place for place in order if place not in taken), None)
    return ManualGroup(tuple(order), came, tuple(pairs), left, leaving)


def group_weights(field: Field, places: tuple[int, ...], came: int | None, leaving: int) -> Weights:
    """The edges of a group. If its number is odd, one more vertex takes the player who leaves."""
    whole = len(places) + 1
    found: Weights = {}
    for one in places:
        for two in places:
            if one < two and field.allowed[one] >> two & 1:
                found[one, two] = 2 * whole - denied(field.entrants[one], field.entrants[two])
    if len(places) % 2:
        outlet = field.size + 1
        for one in places:
            if leaving >> one & 1 and one != came:
                found[one, outlet] = 2 * whole
    return found


def without_colour(field: Field, pairs: Iterable[Collection[int]]) -> int:
    """6.5: return how many players of some pairs do not get their colour."""
    return sum(denied(field.entrants[min(pair)], field.entrants[max(pair)]) for pair in pairs)


# The manual's Burstein system as one of the Swiss systems, with the articles of its text.

ARTICLES = {
    "C.1": "3.1", "C.2": "4.1", "C.3": "5.2-5.3", "E.1": "5.4", "E.2": "5.4", "E.3": "5.4", "E.4": "5.4", "E.5": "5.1",
    "order": "3.2", "group": "1.2", "bye": "4.2", "bye-complete": "4.2", "colours": "6.5", "fold": "6.2",
    "float": "6.3", "merged": "6.6", "impossible": "6.6",
}  # fmt: skip


def words(criterion: str) -> str:
    """Return the key of the words for a criterion."""
    return f"pairing.criterion-burstein.{'c8' if criterion == 'colours' else 'c5'}"


class ManualPairing(GroupPairing[ManualPlayer, ManualGroup]):
    """A round by the Burstein system of the Arbiters' Manual."""

    articles: ClassVar = {"burstein-manual": ARTICLES}

    @classmethod
    def prepare(cls, whole: Tournament, state: PairingState) -> PairingState:
        return state.with_each(lambda player: with_tiebreaks(whole, state.round, player))

    @classmethod
    def bye_order(cls, state: PairingState) -> list[ManualPlayer]:
        """4: the players from the bottom: the last of the lowest group first. Only players of one score are compared by
        their tie-breaks, so both readings have the same order here."""
        return sorted(players_of(state), key=lambda player: (player.score, player.tiebreaks, -player.rank))

    @classmethod
    def find_bye(cls, state: PairingState) -> int | None:
        """4.2; in the reading of bbpPairings it does not matter whether the others can be paired."""
        if state.system.ranking == "bbp":
            return next((player.rank for player in cls.bye_order(state) if player.bye_allowed), None)
        return super().find_bye(state)

    @classmethod
    def pair_groups(cls, field: ManualField) -> Iterator[ManualGroup]:
        """6: group by group from the top."""
        groups = Groups(field)
        came: int | None = None
        for group, leaving in zip(groups.groups, groups.crossing, strict=True):
            paired = pair_group(field, group, came, leaving)
            yield paired
            came = paired.leaves

    def higher_first(self, one: int, two: int) -> tuple[ManualPlayer, ManualPlayer]:
        """Pairs have the player first who is higher in the order of the group."""
        return self.field.entrants[one], self.field.entrants[two]

    def group_step(self, group: ManualGroup, limit: int) -> Step:
        """Tell a group in its order, opponents that would have come first and what they fail on, and the colours."""
        residents = sorted(place for place in group.order if place != group.came)
        ranking = ", ".join(self._tiebreaks(self.field.entrants[place]) for place in group.order)
        steps = [self.step("order", "pairing.manual-order", {"ranking": ranking}, None)]
        if len({self.field.scores[place] for place in residents}) > 1:
            steps.append(self.step("merged", "pairing.manual-merged", {}, self.ranks(residents)))
        steps += islice(self._refused(group), limit)
        steps += self.colour_steps(group.pairs)
        if group.leaves is not None:
            steps.append(self.step("float", "pairing.floaters", {}, self.ranks([group.leaves])))
        steps += self.cost_steps([("colours", without_colour(self.field, group.pairs))], words)
        moved = [] if group.came is None else [group.came]
        return self.whole_step("group", "pairing.bracket-normal", group, steps, residents, moved=moved)

    def _tiebreaks(self, player: ManualPlayer) -> str:
        unit = self.state.unit
        units = (unit * unit, unit, unit)
        values = [Fraction(value, size) for value, size in zip(player.tiebreaks, units, strict=True)]
        return f"{player.rank} ({' / '.join(map(number, values))})"

    def _refused(self, group: ManualGroup) -> Iterator[Step]:
        """6.2: opponents that would have come first for each player in turn."""
        weights = group_weights(self.field, tuple(sorted(group.order)), group.came, group.may_leave)
        best = without_colour(self.field, group.pairs)
        for players, fixed, _ in earlier_pairs(group.order, group.pairs):
            pair = (min(players), max(players))
            barred = self.field.barred(*pair) is not None
            pairs = [] if barred else best_with(group.order, weights, [*fixed, pair], [])
            if barred or len(pairs) < len(group.pairs):
                yield self.barred_step(*players, "float")
            else:
                given = without_colour(self.field, pairs)
                criterion = {"criterion": f"@{words('colours')}", "given": given, "best": best}
                inputs = {"players": self.pair_name(players), **criterion}
                yield self.step("colours", "pairing.refused-pair-quality", inputs, given)

    def group_fault(self, group: ManualGroup, mates: Mapping[int, int]) -> Reason | None:
        """Fewer pairs in the group, more players without their colour, or a later order."""
        members = set(group.order)
        pairs = {frozenset((one, mates[one])) for one in members if mates.get(one) in members}
        if pairs == {frozenset(pair) for pair in group.pairs}:
            return None
        score = min(self.field.scores[place] for place in (members if group.came is not None else group.order[-1:]))
        if len(pairs) < len(group.pairs):
            counts = len(pairs), len(group.pairs)
            return Reason(self.article("float"), score, (), *counts, criterion=words("float"))
        given, best = without_colour(self.field, pairs), without_colour(self.field, group.pairs)
        if given != best:
            return Reason(self.article("colours"), score, (), given, best, criterion=words("colours"))
        return Reason(self.article("fold"), score, kind="order")


def players_of(state: PairingState) -> list[ManualPlayer]:
    """Return the players, with their tie-breaks."""
    return [player for player in state.entrants if isinstance(player, ManualPlayer)]


ENGINE = ManualPairing
