"""The Burstein system as the Arbiters' Manual prints it, without seeding rounds: engine and explanations.

The upper half gets one virtual point in the first two rounds; groups are ranked by Sonneborn-Berger, Buchholz,
Median.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cmp_to_key
from itertools import islice

from arpad.documents.steps import Explanation, Step
from arpad.domain.event import Colour
from arpad.i18n import number
from arpad.pairing._burstein import earlier_pairs, fold, quick_fold
from arpad.pairing._burstein_explain import best_with
from arpad.pairing._matching import Matching, bits, mask_of
from arpad.pairing._system_engine import SystemEngine
from arpad.pairing.byes import without, without_whom_complete
from arpad.pairing.colours import colour_of_higher
from arpad.pairing.dutch._alternatives import illegal
from arpad.pairing.dutch._criteria import denied
from arpad.pairing.dutch._explain import DutchTeller
from arpad.pairing.dutch._graph import Field
from arpad.pairing.dutch._next_bracket import Weights
from arpad.pairing.engines import Board, Pairing, Reason, Seat, boards_of
from arpad.pairing.explain import key, mates_of, wrong_bye, wrong_pair
from arpad.pairing.state import PairingPlayer, PairingState, Tournament, met, points

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


def manual_players(whole: Tournament, state: PairingState) -> PairingState:
    """Return the state with the tie-breaks. There are no topscorers in this system."""
    entrants = tuple(_player(whole, state.round, player) for player in state.entrants)
    return replace(state, entrants=entrants)


def _player(whole: Tournament, number: int, player: PairingPlayer) -> ManualPlayer:
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
    values = {field.name: getattr(player, field.name) for field in fields(PairingPlayer)} | {"topscorer": False}
    return ManualPlayer(**values, tiebreaks=(sonneborn, buchholz, median), by_score=whole.system.ranking == "bbp")


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


# The articles of the manual's text for what it shares with the other systems.

ARTICLES = {
    "C.1": "3.1", "C.3": "5.2-5.3", "E.1": "5.4", "E.2": "5.4", "E.3": "5.4", "E.4": "5.4", "E.5": "5.1",
    "order": "3.2", "group": "1.2", "bye": "4.2", "bye-barred": "4.1", "colours": "6.5", "fold": "6.2",
    "float": "6.3", "merged": "6.6", "impossible": "6.6",
}  # fmt: skip


def article(name: str) -> str:
    """Return the number of an article."""
    return ARTICLES.get(name, name)


# By what a given round is worse than the one that the manual's Burstein system gives.

COLOURS = "pairing.criterion-burstein.c8"


def manual_faults(state: PairingState, found: ManualRound | None, given: Mapping[int, Seat]) -> Iterator[Reason | None]:
    """Yield what is wrong: the bye, who may meet whom, then group by group."""
    field = Field(state) if found is None else found.field
    mates = mates_of(field.entrants, given)
    if found is not None:
        yield wrong_bye(state, found.bye, given, article("bye-barred"), article("bye"))
    yield wrong_pair(field, mates, article)
    for group in found.groups if found is not None else ():
        yield _group(field, group, mates)


def without_colour(field: Field, pairs: Iterable[Collection[int]]) -> int:
    """6.5: return how many players of some pairs do not get their colour."""
    return sum(denied(field.entrants[min(pair)], field.entrants[max(pair)]) for pair in pairs)


def _group(field: Field, group: ManualGroup, mates: Mapping[int, int]) -> Reason | None:
    """Fewer pairs in the group, more players without their colour, or a later order."""
    members = set(group.order)
    pairs = {frozenset((one, mates[one])) for one in members if mates.get(one) in members}
    if pairs == {frozenset(pair) for pair in group.pairs}:
        return None
    score = field.scores[group.order[-1]] if group.came is None else min(field.scores[at] for at in group.order)
    if len(pairs) < len(group.pairs):
        words = "pairing.criterion-burstein.c5"
        return Reason(article("float"), score, (), len(pairs), len(group.pairs), criterion=words)
    given, best = without_colour(field, pairs), without_colour(field, group.pairs)
    if given != best:
        return Reason(article("colours"), score, (), given, best, criterion=COLOURS)
    return Reason(article("fold"), score, kind="order")


# The reasons of a round by the manual's Burstein system: the bye, each group in its order, the opponents that would
# have come first and what they fail on, and the colours.


def explain_manual(answer: Pairing, found: ManualRound, limit: int) -> Explanation:
    """The bye, and a step for each group; at most `limit` refusals in each."""
    teller = _GroupTeller(answer, found.field, found.field.entrants, limit)
    bye = found.bye
    byes = [] if bye is None else [teller.bye_step(bye, bye_order(answer.state), "bye", "bye-barred")]
    return (*byes, *(teller.group(group) for group in found.groups))


class _GroupTeller(DutchTeller):
    def article(self, name: str) -> str:
        return article(name)

    def group(self, group: ManualGroup) -> Step:
        """A group with all that led to its pairs."""
        residents = sorted(place for place in group.order if place != group.came)
        ranking: dict[str, object] = {"ranking": ", ".join(self._tiebreaks(place) for place in group.order)}
        steps = [self.step("order", "pairing.manual-order", ranking, None)]
        if len({self.field.scores[place] for place in residents}) > 1:
            steps.append(self.step("merged", "pairing.manual-merged", {}, self.ranks(residents)))
        steps += islice(self._refused(group), self.limit)
        steps += [self.colours(self.players[one], self.players[two]) for one, two in group.pairs]
        if group.leaves is not None:
            steps.append(self.step("float", "pairing.floaters", {}, self.ranks([group.leaves])))
        cost = without_colour(self.field, group.pairs)
        if cost:
            steps.append(self.step("colours", "pairing.cost", {"criterion": f"@{COLOURS}"}, cost))
        inputs: dict[str, object] = {
            "score": points(self.answer.state, self.field.scores[residents[0]]),
            "residents": self.ranks(residents),
            "moved": self.ranks([] if group.came is None else [group.came]),
        }
        return self.step("group", "pairing.bracket-normal", inputs, len(group.pairs), *steps)

    def _tiebreaks(self, place: int) -> str:
        player = self.field.entrants[place]
        assert isinstance(player, ManualPlayer)
        unit = self.answer.state.unit
        units = (unit * unit, unit, unit)
        values = [Fraction(value, size) for value, size in zip(player.tiebreaks, units, strict=True)]
        return f"{player.rank} ({' / '.join(number(value) for value in values)})"

    def _refused(self, group: ManualGroup) -> Iterator[Step]:
        """6.2: opponents that would have come first for each player in turn."""
        weights = group_weights(self.field, tuple(sorted(group.order)), group.came, group.may_leave)
        best = without_colour(self.field, group.pairs)
        for players, fixed, _ in earlier_pairs(group.order, group.pairs):
            yield self._refusal(group, weights, fixed, players, best)

    def _refusal(
        self,
        group: ManualGroup,
        weights: dict[tuple[int, int], int],
        fixed: list[tuple[int, int]],
        players: tuple[int, int],
        best: int,
    ) -> Step:
        pair = (min(players), max(players))
        inputs: dict[str, object] = {"players": self.pair(players)}
        verdict = illegal(self.field, [pair])
        if verdict is not None:
            inputs["criterion"] = f"@pairing.criterion.{key(verdict.article)}"
            return self.step(verdict.article, "pairing.refused-pair-barred", inputs, None)
        pairs = best_with(group.order, weights, [*fixed, pair], [])
        if len(pairs) < len(group.pairs):
            return self.step("float", "pairing.match-pair-barred", inputs, None)
        given = without_colour(self.field, pairs)
        inputs |= {"criterion": f"@{COLOURS}", "given": given, "best": best}
        return self.step("colours", "pairing.refused-pair-quality", inputs, given)


# The manual's Burstein system as one of the Swiss systems.


def _boards(state: PairingState, found: ManualRound) -> tuple[Board, ...]:
    def colour(higher: PairingPlayer, lower: PairingPlayer) -> tuple[Colour, str]:
        given, rule = colour_of_higher(higher, lower, state.initial)
        return given, article(rule)

    players = found.field.entrants
    pairs = [(players[one], players[two]) for group in found.groups for one, two in group.pairs]
    return boards_of(state, pairs, colour)


ENGINE = SystemEngine(
    manual_players, Field, pair_manual, _boards, explain_manual, manual_faults, lambda _: article("impossible")
)
