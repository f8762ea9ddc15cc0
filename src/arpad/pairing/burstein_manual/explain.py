"""The reasons of a round by the manual's Burstein system: the bye, each group in its order, the opponents that would
have come first and what they fail on, and the colours."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from arpad.documents.steps import Step, Trail
from arpad.i18n import number
from arpad.pairing.burstein.explain import best_with
from arpad.pairing.burstein.fold import earlier_pairs
from arpad.pairing.burstein_manual.engine import ManualGroup, ManualRound, bye_order, group_weights
from arpad.pairing.burstein_manual.judge import COLOURS, without_colour
from arpad.pairing.burstein_manual.ranking import ManualPlayer
from arpad.pairing.burstein_manual.rules import article
from arpad.pairing.dutch.explain import DutchTeller
from arpad.pairing.dutch.verdict import illegal
from arpad.pairing.explain import key
from arpad.pairing.rounds import Pairing
from arpad.pairing.state import points


def explain_manual(answer: Pairing, found: ManualRound, limit: int) -> Trail:
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
        told: dict[str, object] = {"players": self.pair(players)}
        verdict = illegal(self.field, [pair])
        if verdict is not None:
            told["criterion"] = f"@pairing.criterion.{key(verdict.article)}"
            return self.step(verdict.article, "pairing.refused-pair-barred", told, None)
        pairs = best_with(group.order, weights, [*fixed, pair], [])
        if len(pairs) < len(group.pairs):
            return self.step("float", "pairing.match-pair-barred", told, None)
        given = without_colour(self.field, pairs)
        told |= {"criterion": f"@{COLOURS}", "given": given, "best": best}
        return self.step("colours", "pairing.refused-pair-quality", told, given)
