"""Rounds of the Dutch system of 2017 and of 2026 (C.04.3), bracket by bracket, with their reasons and their judge."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

from arpad.documents.steps import Explanation, Step
from arpad.pairing._graph import Bracket, Field, Graph, Paired
from arpad.pairing._matching import Weights, bits, mask_of
from arpad.pairing.colours import Strength
from arpad.pairing.dutch._candidates import RULES, CandidateVerdict, DutchRules, compare, refused
from arpad.pairing.dutch._costs import Costs, Costs2026, best_downfloaters, least_floaters, solve
from arpad.pairing.dutch._criteria import completes, least_denied, least_denied_strongly
from arpad.pairing.dutch._perfect import perfect
from arpad.pairing.engines import Answer, GroupPairing, Reason, ReasonKind, impossible, key
from arpad.pairing.state import PairingPlayer, PairingState, points

# A.9: a round of 2017, bracket by bracket, each followed by the completion test.


def pair_2017(field: Field, quick: bool) -> Iterator[Paired]:
    """Yield the brackets of a round that can be paired. `quick` may take a candidate that the bounds prove perfect;
    without it every bracket goes the long way, with the same result."""
    groups = field.scoregroups()
    moved: tuple[int, ...] = ()
    collapsed = False
    while groups:
        residents, *below = groups
        rest = tuple(player for group in below for player in group)
        if below:
            paired = _pair_2017(field, Bracket("normal", moved, residents, below[0]), quick)
            if not completes(field, mask_of(paired.floaters + rest)):
                last_but_one = _pair_2017(field, Bracket("penultimate", moved, residents, rest), quick)
                paired, below, collapsed = replace(last_but_one, failed=paired.floaters), [rest], True
        else:
            paired = _pair_2017(field, Bracket("last", moved, residents, collapsed=collapsed), quick)
        yield paired
        moved, groups = paired.floaters, below


def _pair_2017(field: Field, bracket: Bracket, quick: bool) -> Paired:
    if quick and (found := perfect(field, bracket)) is not None:
        return found
    return solve(bracket, Costs(field, bracket).weights())


# The Dutch system of 2026: bracket by bracket, each so that the round can be completed (C4) and the pairing-allocated
# bye stays with the lowest score that can have it (C5).


def pair_2026(field: Field, quick: bool) -> Iterator[Paired]:
    """Yield the brackets of a round that can be paired. `quick` may take a candidate that bounds prove best; without it
    every bracket looks at everybody below, to the same end."""

    def pair(bracket: Bracket) -> Paired:
        def solved(weights: Weights) -> Paired:
            return solve(bracket, weights)

        found = (_quickly(field, bracket) or nearly(field, bracket, Costs2026, solved)) if quick else None
        return found or solved(Costs2026(field, bracket).weights())

    return from_the_top(field, pair)


def from_the_top(field: Field, pair: Callable[[Bracket], Paired]) -> Iterator[Paired]:
    """Pair bracket by bracket."""
    groups = field.scoregroups()
    moved: tuple[int, ...] = ()
    for residents, below in zip(groups, [*groups[1:], ()], strict=False):
        paired = pair(Bracket("normal" if below else "last", moved, residents, below))
        yield paired
        moved = paired.floaters


def _quickly(field: Field, bracket: Bracket) -> Paired | None:
    """The first candidate that reaches every bound, None if only a search can decide it."""
    if len(bracket.players) % 2 == 0 and not completes(field, field.after(bracket.residents)):
        return None
    return perfect(field, bracket, _may_float(field, bracket))


def _may_float(field: Field, bracket: Bracket) -> int:
    """C4, C5, C8, C9, C14 and C16: the residents who may be left over in a perfect candidate."""
    if len(bracket.players) % 2 == 0:
        return 0
    if bracket.kind == "last":
        assert field.bye is not None
        best = field.allowed[field.bye] & mask_of(bracket.residents)
    else:
        best = best_downfloaters(field, bracket.residents, bracket.below)
    if field.scores[bracket.residents[0]] == field.bye_score:
        unplayed = {member: field.entrants[member].unplayed for member in bits(best)}
        best = mask_of(member for member, games in unplayed.items() if games == min(unplayed.values()))
    return mask_of(member for member in bits(best) if "down" not in field.entrants[member].floats)


def nearly(field: Field, bracket: Bracket, kind: type[Costs2026], solved: Callable[[Weights], Paired]) -> Paired | None:
    """Return the best candidate as far as the next bracket shows it, None if the round below does not allow it."""
    if bracket.kind == "last":
        return None
    costs = kind(field, bracket, far=False)
    if costs.far:
        return None
    paired = solved(costs.weights())
    return paired if len(paired.floaters) == costs.floaters and costs.kept_below(paired.floaters) else None


# B.1 and the comments to C.10 and C.11: the numbers of a bracket.


@dataclass(frozen=True, slots=True)
class BracketFacts:
    """Players who seek White, Black or nothing; MaxPairs; M1, the moved-down players that were paired; x and z; and
    the cost of the chosen candidate, criterion by criterion."""

    white: int
    black: int
    without: int
    max_pairs: int
    m1: int
    x: int
    z: int
    costs: tuple[tuple[str, int], ...]


def facts(rules: DutchRules, field: Field, paired: Paired) -> BracketFacts:
    """The numbers of a bracket that was paired."""
    bracket = paired.bracket
    players = [field.entrants[player] for player in bracket.players]
    wanted = [player.preference for player in players]
    white, black = (sum(cell.colour == colour for cell in wanted) for colour in ("w", "b"))
    most = (len(players) - least_floaters(field, bracket)) // 2
    x = least_denied(most, white, black, len(players) - white - black)
    majority = "w" if white >= black else "b"
    mild = sum(cell.colour == majority and cell.strength == Strength.MILD for cell in wanted)
    return BracketFacts(
        white,
        black,
        len(players) - white - black,
        most,
        len(set(bracket.moved) - set(paired.floaters)),
        x,
        least_denied_strongly(x, mild),
        tuple(rules.costs(field, bracket).value(paired.pairs)),
    )


# What the systems that are paired by brackets share, Dutch and Burstein: the reasons of a bracket, and its judge.

KINDS: Mapping[str, ReasonKind] = {
    "C.1": "barred", "C.2": "bye", "C.3": "barred", "C.4": "completion", "forbidden": "barred", "D.1": "order",
    "D.2": "order", "D.3": "order",
}  # fmt: skip
SomePlayer = TypeVar("SomePlayer", bound=PairingPlayer)


class BracketPairing(GroupPairing[SomePlayer, Paired]):
    """A round of brackets. Without `quick` nothing is taken that bounds prove best, to the same end."""

    editions: ClassVar[Mapping[str, DutchRules]]
    quick: ClassVar[bool] = True

    @property
    def rules(self) -> DutchRules:
        return self.editions[self.state.system.id]

    def group_fault(self, group: Paired, mates: Mapping[int, int]) -> Reason | None:
        players = set(group.bracket.players)
        pairs = sorted((one, two) for one, two in mates.items() if one < two and players.issuperset((one, two)))
        if pairs == list(group.pairs):
            return None
        verdict = compare(self.rules, self.field, group, pairs)
        return Reason(
            self.article(verdict.article),
            self.field.scores[group.bracket.residents[-1]],
            tuple(self.field.entrants[place].rank for place in verdict.players),
            verdict.given,
            verdict.best,
            KINDS.get(verdict.article, "quality"),
            self.criterion(verdict.article),
        )

    def criterion(self, article: str) -> str:
        """Return the key of the words for a criterion: those of 2017, if it is not one that an edition counts."""
        return f"pairing.{'criterion' if article in KINDS else self.rules.words}.{key(article)}"

    def refusal(self, what: str, players: Iterable[int], verdict: CandidateVerdict, **more: object) -> Step:
        """Tell what would have come first, and what it fails on."""
        inputs: dict[str, object] = {
            "players": self.pair_name(players), "given": verdict.given, "best": verdict.best, **more,
            "criterion": f"@{self.criterion(verdict.article)}",
        }  # fmt: skip
        kind = "barred" if verdict.article in KINDS else "quality"
        return self.step(verdict.article, f"pairing.refused-{what}-{kind}", inputs, verdict.given)

    def ends(self, paired: Paired, costs: Iterable[tuple[str, int]]) -> Iterator[Step]:
        """Tell the colours, who floats, and the counts that are not zero; the others are seen from the pairs."""
        yield from self.colour_steps(paired.pairs)
        if paired.bracket.kind != "last" and paired.floaters:
            yield self.step("A.4", "pairing.floaters", {}, self.ranks(paired.floaters))
        counted = [(criterion, count) for criterion, count in costs if criterion in self.rules.counted]
        yield from self.cost_steps(counted, self.criterion)


# The Dutch system as one of the Swiss systems: C.04.3 of 2017 and of 2026.

WHAT = {"D.1": "pair", "D.2": "exchange", "D.3": "moved"}


class DutchPairing(BracketPairing[PairingPlayer]):
    """A round by C.04.3, in the edition of the state. The bye falls to the player who is left over."""

    editions = RULES
    articles: ClassVar = {id_: rules.articles for id_, rules in RULES.items()}

    @classmethod
    def pair(cls, state: PairingState) -> Answer:
        field = field_with_bye(state)
        if field is None:
            return impossible(state, cls.graph(state).allowed)
        groups = tuple(cls.pair_groups(field))
        floaters = groups[-1].floaters if groups else ()
        return cls(state, field, groups, field.entrants[floaters[0]].rank if floaters else None)

    @classmethod
    def pair_groups(cls, field: Graph[PairingPlayer]) -> Iterator[Paired]:
        return (pair_2026 if field.state.system.id == "dutch-2026" else pair_2017)(field, cls.quick)

    def explain(self, limit: int) -> Explanation:
        steps = [self.group_step(paired, limit) for paired in self.groups]
        if self.field.bye_score is not None:
            steps.append(self.step("C5", "pairing.bye-score", {}, points(self.state, self.field.bye_score)))
        if self.bye is not None:
            steps.append(self.step("C.2", "pairing.bye", {}, self.bye))
        return tuple(steps)

    def group_step(self, group: Paired, limit: int) -> Step:
        """Tell who was moved down, how many pairs are possible, and which pairs would have come first."""
        bracket, numbers = group.bracket, facts(self.rules, self.field, group)
        moved = {"m1": numbers.m1, "moved": len(bracket.moved)}
        seekers = {"white": numbers.white, "black": numbers.black, "without": numbers.without, "z": numbers.z}
        steps = [
            self.step("B.1", "pairing.pairs", moved, numbers.max_pairs),
            self.step(self.rules.colour, "pairing.seekers", seekers, numbers.x),
        ]
        if group.failed is not None:
            steps.append(self.step("A.9", "pairing.collapse", {}, self.ranks(group.failed)))
        for one in refused(self.rules, self.field, group, limit):
            concerned = self.ranks(one.verdict.players)
            steps.append(self.refusal(WHAT[one.order], one.players, one.verdict, concerned=concerned))
        kind = "collapsed" if bracket.collapsed else bracket.kind
        steps += self.ends(group, numbers.costs)
        return self.whole_step("A.3", f"pairing.bracket-{kind}", group, steps, bracket.residents, moved=bracket.moved)


def field_with_bye(state: PairingState) -> Field | None:
    """Return who may meet whom, and the bye; None if there is no legal pairing. C5 of 2026: the bye is for the lowest
    score with which the round can be paired."""
    field = Field(state)
    if field.bye is None or state.system.id != "dutch-2026":
        return field if completes(field, field.everybody) else None
    for score in sorted({member.score for member in field.entrants if member.bye_allowed}):
        field.give_bye_to(score)
        if completes(field, field.everybody):
            return field
    return None


ENGINE = DutchPairing
