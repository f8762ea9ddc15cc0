"""The reasons of a Lim round: the bye, each group with its direction, who leaves it, whom the floaters meet, the
exchanges, and the colours."""

from collections.abc import Iterator
from itertools import islice

from arpad.documents.steps import Step, Trail
from arpad.pairing.explain import NOBODY
from arpad.pairing.lim.engine import LimGroup, LimRound, bye_order
from arpad.pairing.lim.field import LimField
from arpad.pairing.lim.judge import barred
from arpad.pairing.lim.players import LimPlayer, lim_colour
from arpad.pairing.lim.refusals import (
    DEFECT_ARTICLES,
    LimRefusal,
    defects,
    floater_pairs,
    not_exchanged,
    not_leaving,
    not_met,
)
from arpad.pairing.matching.cardinality import mask_of
from arpad.pairing.rounds import Pairing
from arpad.pairing.state import order, points
from arpad.pairing.telling import RoundTeller

ARTICLES = {
    "fresh": "7.2", "forced": "5.1", "both": "5.1", "wider": "5.6", "difference": "5.4", "higher": "5.4",
}  # fmt: skip
DIRECTIONS = {1: "down", -1: "up", 0: "median"}
REFUSED = {
    "incomplete": "pairing.match-pair-barred", "quality": "pairing.match-pair-quality",
    "colour": "pairing.lim-same-due", "far": "pairing.lim-far",
}  # fmt: skip


def explain_lim(answer: Pairing, found: LimRound, limit: int) -> Trail:
    """The reading is named first; then the bye, and a step for each group, with at most `limit` refusals of a kind."""
    teller = _LimTeller(answer, found.field, found.field.players, limit)
    head = [teller.step("2.2", "pairing.lim-reading", {}, None)]
    if (widest := answer.state.system.widest) is not None:
        head.append(teller.step("5.7", "pairing.lim-maxi", {}, widest))
    if found.bye is not None:
        head.append(teller.bye_step(found.bye, bye_order(answer.state), given="1.1", barred="1.1"))
    return (*head, *(teller.group(group) for group in found.groups if group.residents or group.came))


class _LimTeller(RoundTeller[LimField, LimPlayer]):
    def history(self, player: LimPlayer) -> str:
        """The colours of the games, and the colour that is due."""
        return f"{player.colours.upper()} {player.due}" if player.colours else NOBODY

    def group(self, group: LimGroup) -> Step:
        """A group with who leaves it, whom its floaters meet, the exchanges, and the colours."""
        steps = [*self._leaving(group), *self._floaters(group)]
        steps += [self._refused(one) for one in islice(not_exchanged(self.field, group), self.limit)]
        for one, two in group.undone:
            steps.append(self.step("2.6", "pairing.lim-undone", {}, self.pair((one, two))))
        steps += [self._colours(one, two, group.direction < 0) for one, two in group.pairs]
        for name, count in defects(self.field, group.pairs, group.direction < 0):
            if count:
                words = f"@pairing.criterion-lim.{name}"
                steps.append(self.step(DEFECT_ARTICLES[name], "pairing.cost", {"criterion": words}, count))
        inputs: dict[str, object] = {
            "score": NOBODY if group.score is None else points(self.answer.state, group.score),
            "residents": self.ranks(group.residents),
            "came": self.ranks(group.came),
        }
        return self.step("2.2", f"pairing.lim-{DIRECTIONS[group.direction]}", inputs, len(group.pairs), *steps)

    def _leaving(self, group: LimGroup) -> Iterator[Step]:
        """2.3 and 3: who leaves, and who would have left first."""
        if not group.out:
            return
        inside = mask_of((*group.residents, *group.came))
        for place in group.out:
            if not self.field.allowed[place] & inside:
                yield self.step("2.3", "pairing.lim-lonely", {}, self.field.players[place].rank)
        refused = [self._stays(one) for one in islice(not_leaving(self.field, group), self.limit)]
        yield self.step("3.2", "pairing.lim-out", {}, self.ranks(group.out), *refused)

    def _stays(self, one: LimRefusal) -> Step:
        inputs: dict[str, object] = {"player": self.field.players[one.places[0]].rank, "best": one.best}
        if one.criterion:
            inputs["criterion"] = f"@pairing.criterion-lim.{one.criterion}"
        return self.step(one.article, f"pairing.lim-stays-{one.kind}", inputs, one.given)

    def _floaters(self, group: LimGroup) -> Iterator[Step]:
        """3.6 to 3.8: whom each floater meets, and who would have come first."""
        refused = list(not_met(self.field, group))
        for floater, mate in floater_pairs(group):
            own = [self._refused(one) for one in refused if one.places[0] == floater][: self.limit]
            inputs: dict[str, object] = {"player": self.field.players[floater].rank}
            yield self.step("3.8", "pairing.lim-floater", inputs, self.field.players[mate].rank, *own)

    def _refused(self, one: LimRefusal) -> Step:
        inputs: dict[str, object] = {"players": self.pair(one.places), "given": one.given, "best": one.best}
        if one.kind == "barred":
            reason = barred(self.field, *one.places)
            inputs["criterion"] = f"@{reason.criterion}"
            return self.step(reason.article, "pairing.refused-pair-barred", inputs, None)
        if one.criterion:
            inputs["criterion"] = f"@pairing.criterion-lim.{one.criterion}"
        return self.step(one.article, REFUSED[one.kind], inputs, None)

    def _colours(self, one: int, two: int, below: bool) -> Step:
        higher, lower = sorted((self.field.players[one], self.field.players[two]), key=order)
        _, kind = lim_colour(higher, lower, self.answer.state.initial, below)
        more = "-below" if kind == "higher" and below else ""
        if kind == "fresh":
            more = "-odd" if higher.number % 2 else "-even"
        return self.colours_step(
            self.board(higher, lower).rule, f"colour-lim-{kind}{more}", higher, lower,
            higher=higher.rank, lower=lower.rank, number=higher.number,
        )  # fmt: skip
