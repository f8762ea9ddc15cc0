"""The reasons of a round of matches: the bye, for each scoregroup its upfloaters and pairs with what would have come
first, and the colours."""

from collections.abc import Iterable, Iterator

from arpad.documents.steps import Step, Trail
from arpad.pairing.explain import NOBODY
from arpad.pairing.matches.bracket import BracketSearch
from arpad.pairing.matches.colours import first_of
from arpad.pairing.matches.engine import MatchRound, PairedGroup, bye_order
from arpad.pairing.matches.field import MatchField
from arpad.pairing.matches.rules import MatchRules, rules_of
from arpad.pairing.matches.sides import MatchSide
from arpad.pairing.matches.upfloaters import set_search
from arpad.pairing.rounds import Pairing
from arpad.pairing.state import points
from arpad.pairing.telling import RoundTeller
from arpad.pairing.upfloating import Worse, first_worse


def explain_matches(answer: Pairing, found: MatchRound, limit: int) -> Trail:
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
        told = 0
        for top, bottom in ours:
            for other_bottom in free:
                if other_bottom == bottom or told == self.limit:
                    break
                told += 1
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
