"""Swiss systems of matches: teams (C.04.6 of 2024 and 2026) and Double-Swiss (C.04.5).

The bye is given first, then each scoregroup is filled with upfloaters and paired, then colours are allocated.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from arpad.documents.steps import Explanation, Step
from arpad.domain.event import Colour
from arpad.pairing._graph import Digits, Graph, Pair, Scoregroup, UpfloaterSearch, Worse, as_number, first_worse
from arpad.pairing._matching import Matching, SolverWork, Weights, bits, in_parts, mask_of, oppose
from arpad.pairing.colours import difference, last_difference, other
from arpad.pairing.dutch._perfect import SHADES, Tariff, cheapest, first_transposition
from arpad.pairing.engines import NOBODY, Answer, GroupPairing, Reason, Seat
from arpad.pairing.state import PairingPlayer, PairingState, Tournament, as_kind
from arpad.pairing.systems import SwissSystem

# A team, or a player of a Double-Swiss, before a round: what these systems look at beside the score.

TYPES = ("A", "B", "none")
"""1.7: the kinds of colour preferences of teams. The first holds unless the competition says otherwise."""


@dataclass(frozen=True)
class MatchSide(PairingPlayer):
    """`secondary` is the other score of a team, `wish` its colour preference and `strong` how strong that is."""

    secondary: int = 0
    wish: Colour | None = None
    strong: bool = False

    @property
    def due(self) -> str:
        """W or B for a simple or strong preference, (w) or (b) for a mild one, A for none."""
        if self.wish is None:
            return "A"
        return self.wish.upper() if self.strong or not self.mild else f"({self.wish})"

    @property
    def mild(self) -> bool:
        """Whether it is a mild preference of type B: not one that two equal colours or a difference beyond 1 give."""
        simple, _ = preference_of(self.colours, "A", last=False)
        return self.wish is not None and simple is None

    @property
    def floated(self) -> bool:
        """1.5: whether the last round was a match against another score."""
        return self.floats[0] is not None


def with_wish(system: SwissSystem, player: PairingPlayer, secondary: int, colour_type: str, last: bool) -> MatchSide:
    """Return a player as a side, with the colour preference of its type."""
    wish, strong = preference_of(player.colours, colour_type, last)
    if colour_type == "B" and last and system.wishes == "none" and difference(player.colours) == 0:
        wish, strong = None, False
    return as_kind(MatchSide, player, secondary=secondary, wish=wish, strong=strong)


def preference_of(colours: str, colour_type: str, last: bool) -> tuple[Colour | None, bool]:
    """1.7: the colour preference, and whether it is strong.

    Type A has one strength. In Type B the same preferences are strong, and there are mild ones. If the colour
    difference is 0 in the last round, only a strong preference is left.
    """
    if colour_type not in ("A", "B"):
        return None, False
    balance, twice = difference(colours), colours[-2:]
    if balance < -1 or (balance in (0, -1) and twice == "bb"):
        return "w", colour_type == "B"
    if balance > 1 or (balance in (0, 1) and twice == "ww"):
        return "b", colour_type == "B"
    if colour_type == "A" or not colours or (balance == 0 and last):
        return None, False
    if balance == 0:
        return ("w" if colours[-1] == "b" else "b"), False
    return ("w" if balance < 0 else "b"), False


# C1: who may meet whom. Colours bar nobody.


class MatchField(Graph[MatchSide]):
    """The sides of a round, in the order of score and number."""

    def barred_by_colours(self, topscorers: bool = True) -> list[int]:  # noqa: ARG002
        return [0] * self.size


# 4 of C.04.5 and C.04.6: who has White. The articles are numbered alike but for what each system leaves out.


def first_of(system: SwissSystem, one: MatchSide, two: MatchSide) -> tuple[MatchSide, MatchSide]:
    """4.2: the higher primary score, then the higher secondary score, then the smaller number. Points that were really
    won count, without virtual ones, unless another reading is asked for."""
    primary = {side.rank: side.points if system.higher == "points" else side.score for side in (one, two)}
    key = {side.rank: (-primary[side.rank], -side.secondary, side.rank) for side in (one, two)}
    return (one, two) if key[one.rank] < key[two.rank] else (two, one)


def team_colour(first: MatchSide, second: MatchSide, initial: Colour) -> tuple[Colour, str]:
    """4.3 of C.04.6: the colour of the first-team, and the article that decides."""
    if not first.colours and not second.colours:
        return (initial if first.number % 2 else other(initial)), "4.3.1"
    if (wished := _by_wishes(first, second)) is not None:
        return wished
    mine, theirs = difference(first.colours), difference(second.colours)
    if mine != theirs:
        return ("w" if mine < theirs else "b"), "4.3.5"
    if (differing := last_difference(first.colours, second.colours)) is not None:
        return other(differing), "4.3.6"
    if first.wish is not None:
        return first.wish, "4.3.7"
    return _alternated(first, second, ("4.3.8", "4.3.9"))


def _by_wishes(first: MatchSide, second: MatchSide) -> tuple[Colour, str] | None:
    """4.3.2 to 4.3.4: a preference that the other side does not share, or shares less strongly."""
    if first.wish is None:
        return None if second.wish is None else (other(second.wish), "4.3.2")
    if second.wish is None:
        return first.wish, "4.3.2"
    if first.wish != second.wish:
        return first.wish, "4.3.3"
    if first.strong != second.strong:
        return (first.wish if first.strong else other(first.wish)), "4.3.4"
    return None


def double_colour(first: MatchSide, second: MatchSide, initial: Colour) -> tuple[Colour, str]:
    """4.3 of C.04.5: the colour of the higher ranked player in the first game, and the article that decides."""
    if not first.colours and not second.colours:
        return (initial if first.number % 2 else other(initial)), "4.3.1"
    mine, theirs = first.colours.count("w"), second.colours.count("w")
    if mine != theirs:
        return ("w" if mine < theirs else "b"), "4.3.2"
    if (differing := last_difference(first.colours, second.colours)) is not None:
        return other(differing), "4.3.3"
    return _alternated(first, second, ("4.3.4", "4.3.5"))


def _alternated(first: MatchSide, second: MatchSide, articles: tuple[str, str]) -> tuple[Colour, str]:
    """The last colour of the first side is alternated, or that of the other if the first has not played."""
    if first.colours:
        return ("b" if first.colours[-1] == "w" else "w"), articles[0]
    return ("w" if second.colours[-1] == "w" else "b"), articles[1]


# What differs between the systems of matches and their editions, and how each calls its articles.

MatchColour = Callable[[MatchSide, MatchSide, Colour], tuple[Colour, str]]


@dataclass(frozen=True, slots=True)
class MatchRules:
    """`free_rounds` are the last rounds in which floats may be repeated. `sets` and `pairs` name the criteria that
    choose upfloaters and pairs: the key names what each counts. `articles` are those of the procedure."""

    free_rounds: int
    colour: MatchColour
    sets: Mapping[str, str]
    pairs: Mapping[str, str]
    articles: Mapping[str, str]

    def words(self, article: str) -> str:
        """Return the key of the words for a criterion."""
        kind = next(kind for kind, name in (*self.sets.items(), *self.pairs.items()) if name == article)
        return f"pairing.criterion-matches.{kind}"

    def floats_count(self, state: PairingState) -> bool:
        """Whether floats of the last round are looked at."""
        return state.round <= state.rounds - self.free_rounds * state.games


_ARTICLES = {
    "bracket": "1.3.2", "bye": "3.4", "bye-complete": "3.4.1", "impossible": "3.3.3", "upfloaters": "3.5.4",
    "pair-order": "3.6.3", "second-games": "4.4", "C.1": "C1", "C.2": "C2", "C.4": "C3",
}  # fmt: skip
_SETS = {"number": "C4", "scores": "C5", "following": "C6"}

RULES = {
    "team-2026": MatchRules(
        2, team_colour, _SETS | {"floaters": "C7"}, {"denied": "C8", "strong": "C9", "opponents": "C10"}, _ARTICLES
    ),
    "team-2024": MatchRules(
        2, team_colour, _SETS, {"denied": "C7", "strong": "C8", "repeated": "C9"},
        _ARTICLES | {"bye": "2.1", "bye-complete": "2.1.1", "impossible": "1.9.3", "upfloaters": "2.2.4",
                     "pair-order": "2.3.3"},
    ),
    "double-2026": MatchRules(1, double_colour, _SETS | {"floaters": "C7"}, {"opponents": "C8"}, _ARTICLES),
}  # fmt: skip


def rules_of(system: SwissSystem) -> MatchRules:
    """Return the rules of a system."""
    return RULES[system.id]


# 3.6: the pairs of a bracket. Of a pair the side with the smaller number is the top; the tops come first, in their
# order, then their bottoms.

Pairs = list[Pair]


class BracketSearch:
    """The pairings of a bracket: `order` are its places by number, and a pair is two indices of it, the top first."""

    def __init__(
        self, field: MatchField, rules: MatchRules, residents: Sequence[int], upfloaters: Sequence[int]
    ) -> None:
        self.field, self.rules = field, rules
        self.order = sorted((*residents, *upfloaters), key=lambda place: field.entrants[place].rank)
        self.sides = [field.entrants[place] for place in self.order]
        self.score = max(side.score for side in self.sides)
        self.names = list(rules.pairs.values())
        self.floats = rules.floats_count(field.state)
        self.base = len(self.order) + 1

    def legal(self, one: int, two: int) -> bool:
        """C1."""
        return bool(self.field.allowed[self.order[one]] >> self.order[two] & 1)

    def counts(self, one: MatchSide, two: MatchSide) -> list[int]:
        """What a pair adds to each criterion."""
        same = one.wish is not None and one.wish == two.wish
        mixed = self.floats and one.score != two.score
        counts = {
            "denied": int(same),
            "strong": int(same and one.strong and two.strong),
            "opponents": sum(side.floated for side in (one, two) if mixed and side.score == self.score),
            "repeated": sum(side.floated for side in (one, two) if mixed),
        }
        return [counts[kind] for kind in self.rules.pairs]

    def cost(self, one: int, two: int) -> int:
        """The same as one number."""
        return as_number(self.counts(self.sides[one], self.sides[two]), self.base)

    def value(self, pairs: Pairs) -> Digits:
        """Return the counts of a pairing."""
        sums = [0] * len(self.names)
        for one, two in pairs:
            sums = [a + b for a, b in zip(sums, self.counts(self.sides[one], self.sides[two]), strict=True)]
        return list(zip(self.names, sums, strict=True))

    def first(self) -> Pairs:
        """Return the first of the best pairings."""
        return self._quick() or self._search()

    def _quick(self) -> Pairs | None:
        """The upper half against the lower half, if this reaches every bound; otherwise None."""
        half = len(self.order) // 2
        tariff = Tariff(len(self.order) + 1)
        shades = [_shade(side) if "denied" in self.rules.pairs else 0 for side in self.sides]
        upper, lower = ([part.count(shade) for shade in range(SHADES)] for part in (shades[:half], shades[half:]))
        plan = cheapest(tariff, [*upper, 0], lower, [False] * SHADES)
        whole = [one + two for one, two in zip(upper, lower, strict=True)]
        if plan is None or plan.cost > tariff.least(whole, half):
            return None
        rows = self._rows(half, shades, plan.tight)
        found = first_transposition(rows)
        return None if found is None else list(enumerate(found))

    def _rows(self, half: int, shades: list[int], tight: Container[tuple[int, int]]) -> list[int]:
        """The bottoms that each of the upper half may meet within the bounds. Sides that are alike for the criteria are
        looked at together."""
        kinds = [(shade, side.score, side.floated) for shade, side in zip(shades, self.sides, strict=True)]
        lower: dict[tuple[int, int, bool], int] = {}
        for two in range(half, len(self.order)):
            lower[kinds[two]] = lower.get(kinds[two], 0) | 1 << two
        examples = {kind: (mask & -mask).bit_length() - 1 for kind, mask in lower.items()}
        known: dict[tuple[int, int, bool], int] = {}
        numbers = {place: at for at, place in enumerate(self.order)}
        everybody = mask_of(self.order)
        rows = []
        for one in range(half):
            if kinds[one] not in known:
                known[kinds[one]] = sum(
                    mask
                    for kind, mask in lower.items()
                    if (shades[one], kind[0]) in tight and not self._repeats(one, examples[kind])
                )
            barred = everybody & ~self.field.allowed[self.order[one]]
            rows.append(known[kinds[one]] & ~sum(1 << numbers[place] for place in bits(barred)))
        return rows

    def _repeats(self, one: int, two: int) -> bool:
        """Whether a pair costs anything beside colours."""
        counts = dict(zip(self.rules.pairs, self.counts(self.sides[one], self.sides[two]), strict=True))
        return bool(counts.get("opponents") or counts.get("repeated"))

    @cached_property
    def weights(self) -> Weights:
        """The edges, the top first."""
        whole = self.base ** (len(self.names) + 1)
        size = len(self.order)
        return {
            (one, two): 2 * whole - self.cost(one, two)
            for one in range(size)
            for two in range(one + 1, size)
            if self.legal(one, two)
        }

    def _search(self) -> Pairs:
        work = SolverWork(range(len(self.order)), self.weights)
        tops: list[int] = []
        places = range(len(self.order))
        for part in in_parts(places, work.room):
            worth = {place: 1 << at for at, place in enumerate(reversed(part))}
            mates = work.mates(lambda one, _, worth=worth: worth.get(one, 0), len(part))  # type: ignore[misc]
            now = {place for place in part if mates[place] > place}
            tops += [place for place in part if place in now]
            bottoms = set(part) - now
            work.drop(lambda one, two, now=now, bottoms=bottoms: one in bottoms or two in now)  # type: ignore[misc]
        chosen = set(tops)
        oppose(work, tops, [place for place in places if place not in chosen])
        return sorted(work.pairs)

    def best_with(self, fixed: Pairs, tops: Sequence[int] | None = None) -> Pairs | None:
        """Return a best pairing with certain pairs, and with certain tops if they are given; None if there is none."""
        gone = {place for pair in fixed for place in pair}
        above = None if tops is None else set(tops)
        weights = {
            (one, two): weight
            for (one, two), weight in self.weights.items()
            if one not in gone and two not in gone and (above is None or (one in above and two not in above))
        }
        mates = SolverWork(range(len(self.order)), weights).mates()
        if len(mates) + len(gone) < len(self.order):
            return None
        return sorted([*fixed, *((one, two) for one, two in mates.items() if one < two)])


def _shade(side: MatchSide) -> int:
    """The colour preference as the transport of colours counts it: mild and strong, White before Black."""
    if side.wish is None:
        return 0
    return (1 if side.wish == "w" else 4) + int(side.strong)


# 3.5: which sides of lower scores join a scoregroup (C4 to C7), and in which order the sets come.


def choose_upfloaters(field: MatchField, rules: MatchRules, group: Scoregroup) -> tuple[int, ...]:
    """Return the first of the best sets. The round below can always be completed with it (C3)."""
    return set_search(field, rules, group).choose(field.scores)


def set_search(field: MatchField, rules: MatchRules, group: Scoregroup) -> "SetSearch":
    """Return the search by the criteria. If C6 only asks whether the following scoregroup can do with as few upfloaters
    as its number allows, it says nothing if no set lets it."""
    found = SetSearch(field, rules, group)
    if field.state.system.following == "fewest" or not group.following:
        return found
    best = found.value([])
    assert best is not None
    score = field.scores[group.following[0]]
    left = len(group.following) - best[found.place_of[score]][1]
    return found if best[len(found.place_of) + 1][1] <= left % 2 else SetSearch(field, rules, group, blind=True)


class SetSearch(UpfloaterSearch):
    """C4 to C7 as one number over perfect matchings of a scoregroup and everybody below, `blind` without C6."""

    def __init__(self, field: MatchField, rules: MatchRules, group: Scoregroup, blind: bool = False) -> None:
        self.field, self.following = field, set() if blind else set(group.following)
        scores = sorted({field.scores[place] for place in group.lower})
        names = [rules.sets["number"], *[rules.sets["scores"]] * len(scores), rules.sets["following"]]
        self.floats = "floaters" in rules.sets and rules.floats_count(field.state)
        if self.floats:
            names.append(rules.sets["floaters"])
        self.place_of = {score: at for at, score in enumerate(scores, 1)}
        super().__init__(field.allowed, group, names)

    def counts(self, one: int, two: int) -> list[int]:
        counts = [0] * len(self.names)
        if one in self.residents and two not in self.residents:
            side = self.field.entrants[two]
            counts[0] = counts[self.place_of[side.score]] = 1
            if self.floats and side.floated:
                counts[-1] = 1
        elif one in self.following and two not in self.following:
            counts[len(self.place_of) + 1] = 1
        return counts

    def suits(self, place: int) -> bool:
        """The side did not float, and C6: the following scoregroup then needs no upfloater, or one if its number is
        odd."""
        if self.floats and self.field.entrants[place].floated:
            return False
        lower = mask_of(self.group.lower) & ~(1 << place)
        if not self.complete(mask_of(self.group.residents) | 1 << place) or not self.complete(lower):
            return False
        left = mask_of(self.group.following) & ~(1 << place)
        if left.bit_count() % 2 == 0:
            return not left or (self.complete(left) and self.complete(lower & ~left))
        inside, outside = Matching(self.allowed, left), Matching(self.allowed, lower & ~left)
        if inside.missing != 1 or outside.missing != 1:
            return False
        spare = inside.missable()
        return any(self.allowed[one] & spare for one in bits(outside.missable()))


# 3.3: a round of matches. The bye first, then scoregroup by scoregroup with its upfloaters, then the pairs.


@dataclass(frozen=True, slots=True)
class PairedGroup:
    """A scoregroup with its upfloaters, and its pairs by places, the smaller number first."""

    group: Scoregroup
    upfloaters: tuple[int, ...]
    pairs: tuple[Pair, ...]


class MatchPairing(GroupPairing[MatchSide, PairedGroup]):
    """A round by C.04.5 or C.04.6, as the state says."""

    graph = MatchField
    articles: ClassVar = {id_: rules.articles for id_, rules in RULES.items()}
    field: MatchField

    @property
    def rules(self) -> MatchRules:
        return rules_of(self.state.system)

    @classmethod
    def prepare(cls, whole: Tournament, state: PairingState) -> PairingState:
        secondary = {rank: scores[state.round - 1] for rank, scores in whole.secondary.items()}
        return state.with_each(
            lambda side: with_wish(state.system, side, secondary.get(side.rank, 0), whole.colour_type, state.last)
        )

    @classmethod
    def bye_order(cls, state: PairingState) -> list[PairingPlayer]:
        """3.4: the lowest score, most matches, the largest number."""
        return sorted(state.entrants, key=lambda side: (side.score, -len(side.colours), -side.rank))

    @classmethod
    def pair(cls, state: PairingState) -> Answer:
        """4.4: second games follow from the first ones."""
        return SecondGames(state) if state.returning else super().pair(state)

    @classmethod
    def pair_groups(cls, field: Graph[MatchSide]) -> Iterator[PairedGroup]:
        assert isinstance(field, MatchField)
        rules, waiting = rules_of(field.state.system), list(range(field.size))
        scores = sorted(set(field.scores), reverse=True)
        for score, following in zip(scores, [*scores[1:], None], strict=False):
            residents = tuple(place for place in waiting if field.scores[place] == score)
            if not residents:
                continue
            lower = tuple(waiting[len(residents) :])
            group = Scoregroup(residents, lower, tuple(place for place in lower if field.scores[place] == following))
            upfloaters = choose_upfloaters(field, rules, group)
            search = BracketSearch(field, rules, residents, upfloaters)
            pairs = tuple((search.order[one], search.order[two]) for one, two in search.first())
            yield PairedGroup(group, upfloaters, pairs)
            waiting = [place for place in lower if place not in upfloaters]

    def higher_first(self, one: int, two: int) -> tuple[MatchSide, MatchSide]:
        return first_of(self.state.system, self.field.entrants[one], self.field.entrants[two])

    def colour(self, higher: MatchSide, lower: MatchSide) -> tuple[Colour, str]:
        return self.rules.colour(higher, lower, self.state.initial)

    def colour_words(self, rule: str, *_: MatchSide) -> str:
        return f"{self.state.system.name}-{rule.rpartition('.')[2]}"

    def colour_inputs(self, higher: MatchSide, *_: MatchSide) -> dict[str, object]:
        return {"higher": higher.rank, "number": higher.number}

    def history(self, player: MatchSide) -> str:
        """The colours of the matches, and the preference: W strong or simple, (w) mild."""
        return f"{player.colours.upper()} {player.due}" if player.wish is not None else player.colours.upper() or NOBODY

    def group_step(self, group: PairedGroup, limit: int) -> Step:
        """Tell the upfloaters and pairs of a scoregroup, what would have come first, and the colours."""
        residents, upfloaters = group.group.residents, group.upfloaters
        search, pairs = self._search(group)
        steps = [
            *self.upfloater_steps(set_search(self.field, self.rules, group.group), upfloaters, self.rules.words, limit),
            *self._pairs(search, pairs, limit),
            *self.colour_steps(group.pairs),
            *self.cost_steps(search.value(pairs), self.rules.words),
        ]
        return self.whole_step("bracket", "pairing.match-bracket", group, steps, residents, upfloaters=upfloaters)

    def _search(self, group: PairedGroup) -> tuple[BracketSearch, Pairs]:
        """Return the search of a bracket, and its pairs as the search numbers them."""
        search = BracketSearch(self.field, self.rules, group.group.residents, group.upfloaters)
        index = {place: at for at, place in enumerate(search.order)}
        return search, sorted((index[one], index[two]) for one, two in group.pairs)

    def _pairs(self, search: BracketSearch, pairs: Pairs, limit: int) -> Iterator[Step]:
        """3.6: tops and pairs that would have come first."""
        best, tops = search.value(pairs), [one for one, _ in pairs]

        def worse(fixed: Pairs, tops: list[int]) -> Worse | None:
            candidate = search.best_with(fixed, tops)
            return None if candidate is None else first_worse(search.value(candidate), best)

        natural = list(range(len(pairs)))
        if tops != natural:
            players = self.pair_name(search.order[one] for one in tops)
            yield self._refused(players, worse([], natural), "tops")
        fixed: Pairs = []
        free = [place for place in range(len(search.order)) if place not in set(tops)]
        refusals = 0
        for top, bottom in pairs:
            for other_bottom in free:
                if other_bottom == bottom or refusals == limit:
                    break
                refusals += 1
                places = search.order[top], search.order[other_bottom]
                if self.field.barred(*places) is not None:
                    yield self.barred_step(*places, "C.1")
                else:
                    yield self._refused(self.pair_name(places), worse([*fixed, (top, other_bottom)], tops), "pair")
            free.remove(bottom)
            fixed.append((top, bottom))

    def _refused(self, players: str, worse: Worse | None, what: str) -> Step:
        inputs: dict[str, object] = {"players": players}
        if worse is None:
            return self.step("C.1", f"pairing.match-{what}-barred", inputs, None)
        inputs |= {"criterion": f"@{self.rules.words(worse[0])}", "given": worse[1], "best": worse[2]}
        return self.step(worse[0], f"pairing.match-{what}-quality", inputs, worse[1])

    def faults(self, given: Mapping[int, Seat]) -> Iterator[Reason | None]:
        """C1 comes before the bye, and holds for everybody."""
        yield self.wrong_pair(MatchField(self.state), given)
        yield from super().faults(given)

    def group_fault(self, group: PairedGroup, mates: Mapping[int, int]) -> Reason | None:
        """The upfloaters, and then the pairs."""
        sets = set_search(self.field, self.rules, group.group)
        if (fault := self.upfloater_fault(sets, group.upfloaters, mates, self.rules.words)) is not None:
            return fault
        search, ours = self._search(group)
        index, score = {place: at for at, place in enumerate(search.order)}, self.field.scores[group.group.residents[0]]
        inside = ((index[one], index[mates[one]]) for one in search.order if mates.get(one) in index)
        pairs = sorted(pair for pair in inside if pair[0] < pair[1])
        if pairs == ours:
            return None
        worse = first_worse(search.value(pairs), search.value(ours))
        if worse is None:
            return Reason(self.article("pair-order"), score, kind="order")
        return Reason(worse[0], score, (), *worse[1:], criterion=self.rules.words(worse[0]))


class SecondGames(MatchPairing):
    """4.4: the second games of matches of two games, with colours reversed, on the boards of the first games."""

    def __init__(self, state: PairingState) -> None:
        field = MatchField(state)
        place = {side.rank: at for at, side in enumerate(field.entrants)}
        pairs = tuple((place[white], place[black]) for white, black in state.returning)
        super().__init__(state, field, [PairedGroup(Scoregroup((), ()), (), pairs)], None)

    def higher_first(self, one: int, two: int) -> tuple[MatchSide, MatchSide]:
        return self.state.higher_first(self.field.entrants[one], self.field.entrants[two])

    def colour(self, higher: MatchSide, lower: MatchSide) -> tuple[Colour, str]:
        return "w" if (higher.rank, lower.rank) in self.state.returning else "b", self.article("second-games")

    def explain(self, limit: int) -> Explanation:  # noqa: ARG002
        boards = ", ".join(f"{board.white}-{board.black}" for board in self.boards)
        return (self.step("second-games", "pairing.second-games", {}, boards),)

    def reason(self, given: Mapping[int, Seat]) -> Reason | None:
        return self.wrong_colour(given)


ENGINE = MatchPairing
