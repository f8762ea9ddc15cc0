"""Explain and check rounds of the team Swiss (C.04.6) and Double-Swiss (C.04.5), and register both."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from arpad.documents.steps import Explanation, Step
from arpad.domain.event import Colour
from arpad.pairing._system_engine import SystemEngine
from arpad.pairing._upfloaters import Worse, first_worse
from arpad.pairing.engines import Answer, Board, Pairing, Reason, Seat, boards_of
from arpad.pairing.explain import NOBODY, RoundTeller, board_name, mates_of, wrong_bye, wrong_colour
from arpad.pairing.matches import (
    BracketSearch,
    MatchField,
    MatchRound,
    MatchRules,
    MatchSide,
    PairedGroup,
    bye_order,
    first_of,
    pair_matches,
    rules_of,
    set_search,
    sides,
)
from arpad.pairing.state import PairingPlayer, PairingState, points
from arpad.regulations.articles import Article

# The reasons of a round of matches: the bye, for each scoregroup its upfloaters and pairs with what would have come
# first, and the colours.


def explain_matches(answer: Pairing, found: MatchRound, limit: int) -> Explanation:
    """The bye, and a step for each scoregroup; at most `limit` refusals in each."""
    teller = _MatchTeller(answer, found.field, found.field.sides, limit)
    bye = found.bye
    byes = [] if bye is None else [teller.bye_step(bye, bye_order(found.field.sides), "bye", "C2", "bye-legal")]
    return (*byes, *(teller.group(group) for group in found.groups))


class _MatchTeller(RoundTeller[MatchField, MatchSide]):
    @property
    def rules(self) -> MatchRules:
        return rules_of(self.answer.state.system)

    def article(self, name: str) -> str:
        return self.rules.articles.get(name, name)

    def history(self, player: MatchSide) -> str:
        """The colours of the matches, and the preference: W strong or simple, (w) mild."""
        return f"{player.colours.upper()} {player.due}" if player.wish is not None else player.colours.upper() or NOBODY

    def group(self, group: PairedGroup) -> Step:
        """A scoregroup with its upfloaters and pairs."""
        residents = group.group.residents
        search = BracketSearch(self.field, self.rules, residents, group.upfloaters)
        steps = [*self._up(group), *self._pairs(group, search), *(self._colours(*pair) for pair in group.pairs)]
        index = {place: at for at, place in enumerate(search.order)}
        for name, count in search.value([(index[one], index[two]) for one, two in group.pairs]):
            if count:
                steps.append(self.step(name, "pairing.cost", {"criterion": f"@{self.rules.words(name)}"}, count))
        inputs: dict[str, object] = {
            "score": points(self.answer.state, self.field.sides[residents[0]].score),
            "residents": self.ranks(residents),
            "upfloaters": self.ranks(group.upfloaters),
        }
        return self.step("bracket", "pairing.match-bracket", inputs, len(group.pairs), *steps)

    def _up(self, group: PairedGroup) -> Iterable[Step]:
        """3.5: sides that would have come up first, and what they fail on."""
        if not group.upfloaters:
            return ()
        search = set_search(self.field, self.rules, group.group)
        return self.upfloater_steps(search, group.upfloaters, "C3", self.rules.words)

    def _pairs(self, group: PairedGroup, search: BracketSearch) -> Iterator[Step]:
        """3.6: tops and pairs that would have come first."""
        index = {place: at for at, place in enumerate(search.order)}
        ours = sorted((index[one], index[two]) for one, two in group.pairs)
        best = search.value(ours)
        tops = [one for one, _ in ours]
        natural = list(range(len(ours)))
        if tops != natural:
            other = search.best_with([], natural)
            inputs = {"players": "-".join(str(search.sides[one].rank) for one in tops)}
            yield self._refused(inputs, None if other is None else first_worse(search.value(other), best), "tops")
        fixed: list[tuple[int, int]] = []
        free = [place for place in range(len(search.order)) if place not in set(tops)]
        refusals = 0
        for top, bottom in ours:
            for other_bottom in free:
                if other_bottom == bottom or refusals == self.limit:
                    break
                refusals += 1
                inputs = {"players": f"{search.sides[top].rank}-{search.sides[other_bottom].rank}"}
                if not search.legal(top, other_bottom):
                    yield self._illegal(inputs, search.sides[top], search.sides[other_bottom])
                else:
                    other = search.best_with([*fixed, (top, other_bottom)], tops)
                    worse = None if other is None else first_worse(search.value(other), best)
                    yield self._refused(inputs, worse, "pair")
            free.remove(bottom)
            fixed.append((top, bottom))

    def _illegal(self, inputs: dict[str, str], one: MatchSide, two: MatchSide) -> Step:
        met = two.rank in one.opponents
        words = "@pairing.criterion.c1" if met else "@pairing.criterion.forbidden"
        return self.step(
            "C1" if met else "forbidden", "pairing.refused-pair-barred", {**inputs, "criterion": words}, None
        )

    def _refused(self, inputs: dict[str, str], worse: Worse | None, what: str) -> Step:
        if worse is None:
            return self.step("C1", f"pairing.match-{what}-barred", dict(inputs), None)
        more = {"criterion": f"@{self.rules.words(worse[0])}", "given": worse[1], "best": worse[2]}
        return self.step(worse[0], f"pairing.match-{what}-quality", inputs | more, worse[1])

    def _colours(self, one: int, two: int) -> Step:
        """4.3: why this side has White."""
        first, second = first_of(self.answer.state.system, self.field.sides[one], self.field.sides[two])
        rule = self.board(first, second).rule
        part = rule.rpartition(".")[2]
        odd = ("-odd" if first.number % 2 else "-even") if part == "1" else ""
        what = f"colour-{self.answer.state.system.name}-{part}{odd}"
        return self.colours_step(rule, what, first, second, higher=first.rank, number=first.number)


# By what a given round of matches is worse than the one that the rules give.


def match_faults(state: PairingState, found: MatchRound | None, given: Mapping[int, Seat]) -> Iterator[Reason | None]:
    """Yield what is wrong: who may meet whom, the bye (C2, 3.4), then scoregroup by scoregroup."""
    field, rules = MatchField(state), rules_of(state.system)
    mates = mates_of(field.sides, given)
    for one, two in sorted(mates.items()):
        if not field.allowed[one] >> two & 1:
            yield _barred(field, rules, one, two)
    if found is not None:
        barred, other, early = (rules.articles[name] for name in ("C2", "bye", "bye-legal"))
        yield wrong_bye(state, found.bye, given, barred, other, (early, bye_order(field.sides)))
        for group in found.groups:
            yield _group(field, rules, group, mates)


def _barred(field: MatchField, rules: MatchRules, one: int, two: int) -> Reason:
    ranks = field.sides[one].rank, field.sides[two].rank
    if ranks[1] in field.sides[one].opponents:
        return Reason(rules.articles["C1"], None, ranks, kind="barred", criterion="pairing.criterion.c1")
    return Reason("forbidden", None, ranks, kind="barred", criterion="pairing.criterion.forbidden")


def _group(field: MatchField, rules: MatchRules, group: PairedGroup, mates: Mapping[int, int]) -> Reason | None:
    """The upfloaters, and then the pairs."""
    score = field.sides[group.group.residents[0]].score
    residents = set(group.group.residents)
    came = tuple(place for place in group.group.lower if mates.get(place) in residents)
    if set(came) != set(group.upfloaters):
        return _upfloaters(field, rules, group, came, score)
    search = BracketSearch(field, rules, group.group.residents, group.upfloaters)
    index = {place: at for at, place in enumerate(search.order)}
    inside = sorted({tuple(sorted((index[one], index[mates[one]]))) for one in search.order if mates.get(one) in index})
    ours = sorted((index[one], index[two]) for one, two in group.pairs)
    pairs = [(min(pair), max(pair)) for pair in inside]
    if pairs == ours:
        return None
    worse = first_worse(search.value(pairs), search.value(ours))
    if worse is None:
        return Reason(rules.articles["pair-order"], score, kind="order")
    return Reason(worse[0], score, (), *worse[1:], criterion=rules.words(worse[0]))


def _upfloaters(field: MatchField, rules: MatchRules, group: PairedGroup, came: tuple[int, ...], score: int) -> Reason:
    ranks = tuple(field.sides[place].rank for place in group.upfloaters)
    search = set_search(field, rules, group.group)
    given, best = search.value(came, only=True), search.value(group.upfloaters, only=True)
    if given is None or best is None:
        return Reason(rules.articles["C3"], score, tuple(field.sides[place].rank for place in came), kind="completion")
    worse = first_worse(given, best)
    if worse is None:
        return Reason(rules.articles["set-order"], score, ranks, kind="upfloaters")
    return Reason(worse[0], score, (), *worse[1:], criterion=rules.words(worse[0]))


# Teams and Double-Swiss as two of the Swiss systems: C.04.5 and C.04.6.


@dataclass(frozen=True, slots=True)
class SecondGames(Pairing):
    """4.4: the second games of matches of two games, with colours reversed."""


class _Matches(SystemEngine[MatchRound]):
    """C.04.5 and C.04.6 at work, as the state says. Second games follow from the first ones."""

    def pair(self, state: PairingState) -> Answer:
        return _second_games(state) if state.returning else super().pair(state)

    def explain(self, answer: Pairing, limit: int) -> Explanation:
        return (_second_step(answer),) if isinstance(answer, SecondGames) else super().explain(answer, limit)

    def reason(self, answer: Answer, given: Mapping[int, Seat]) -> Reason | None:
        if isinstance(answer, SecondGames):
            return wrong_colour(answer.boards, given)
        return super().reason(answer, given)


def _boards(state: PairingState, found: MatchRound) -> tuple[Board, ...]:
    rules, players = rules_of(state.system), found.field.sides
    pairs = [first_of(state.system, players[one], players[two]) for group in found.groups for one, two in group.pairs]
    return boards_of(state, pairs, lambda first, second: rules.colour(first, second, state.initial))


def _second_games(state: PairingState) -> SecondGames:
    """The games of the matches that have begun, on the boards of the first games."""
    article = rules_of(state.system).articles["second-games"]
    by_rank = {player.rank: player for player in state.entrants}

    def colour(first: PairingPlayer, second: PairingPlayer) -> tuple[Colour, str]:
        return ("w" if (first.rank, second.rank) in state.returning else "b"), article

    pairs = [state.higher_first(by_rank[white], by_rank[black]) for white, black in state.returning]
    return SecondGames(state, boards_of(state, pairs, colour), None)


def _second_step(answer: SecondGames) -> Step:
    system = answer.state.system
    article = Article(rules_of(system).articles["second-games"], system.source)
    return Step(article, "pairing.second-games", {}, ", ".join(board_name(board) for board in answer.boards))


ENGINE = _Matches(
    sides,
    MatchField,
    pair_matches,
    _boards,
    explain_matches,
    match_faults,
    lambda system: rules_of(system).articles["impossible"],
)
