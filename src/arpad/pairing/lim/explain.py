"""The reasons of a Lim round: the bye, each group with its direction, who leaves it, who may not meet, the colours."""

from collections.abc import Iterable

from arpad.pairing.explain import NOBODY, board_name, listed_or_nobody
from arpad.pairing.lim.engine import LimGroup, LimRound
from arpad.pairing.lim.players import LimPlayer, lim_colour
from arpad.pairing.rounds import Pairing
from arpad.pairing.state import order, points
from arpad.regulations import Article
from arpad.trail import Step, Trail

ARTICLES = {
    "fresh": "7.2", "forced": "5.1", "both": "5.1", "wider": "5.3", "difference": "5.4", "higher": "5.4",
}  # fmt: skip
DIRECTIONS = {1: "down", -1: "up", 0: "median"}


def explain_lim(answer: Pairing, found: LimRound, limit: int) -> Trail:
    """The reading is named first; then the bye, and a step for each group."""
    teller = _LimTeller(answer, found)
    head = [teller.step("2.2", "pairing.lim-reading", {}, None)]
    if (widest := answer.state.system.widest) is not None:
        head.append(teller.step("5.7", "pairing.lim-maxi", {}, widest))
    if found.bye is not None:
        head.append(teller.step("1.1", "pairing.bye", {}, found.bye))
    return (*head, *(teller.group(group, limit) for group in found.groups if group.pairs or group.out))


class _LimTeller:
    def __init__(self, answer: Pairing, found: LimRound) -> None:
        self.answer, self.field = answer, found.field
        self.boards = {frozenset((board.white, board.black)): board for board in answer.boards}

    def step(self, article: str, what: str, inputs: dict[str, object], value: object, *more: Step) -> Step:
        """A step with an article of C.04.4.3."""
        return Step(Article(article, self.answer.state.system.source), what, inputs, value, more)

    def group(self, group: LimGroup, limit: int) -> Step:
        """A group with who leaves it, the pairs that may not be, and the colours."""
        steps = []
        if group.out:
            steps.append(self.step("3.2", "pairing.lim-out", {}, self._ranks(group.out)))
        barred = [
            f"{self.field.players[one].rank}-{self.field.players[two].rank}"
            for at, one in enumerate(group.residents)
            for two in group.residents[at + 1 :]
            if not self.field.allowed[one] >> two & 1
        ]
        if barred:
            steps.append(self.step("2.1", "pairing.lim-incompatible", {}, ", ".join(barred[:limit])))
        steps += [self._colours(one, two, group.direction < 0) for one, two in group.pairs]
        score = None if group.score is None else points(self.answer.state, group.score)
        inputs: dict[str, object] = {
            "score": NOBODY if score is None else score,
            "residents": self._ranks(group.residents),
            "came": self._ranks(group.came),
        }
        return self.step("2.2", f"pairing.lim-{DIRECTIONS[group.direction]}", inputs, len(group.pairs), *steps)

    def _colours(self, one: int, two: int, below: bool) -> Step:
        higher, lower = sorted((self.field.players[one], self.field.players[two]), key=order)
        board = self.boards[frozenset((higher.rank, lower.rank))]
        white, black = (higher, lower) if board.white == higher.rank else (lower, higher)
        _, kind = lim_colour(higher, lower, self.answer.state.initial, below)
        more = (
            ("-odd" if higher.number % 2 else "-even")
            if kind == "fresh"
            else "-below"
            if kind == "higher" and below
            else ""
        )
        inputs: dict[str, object] = {
            "white": white.rank, "black": black.rank, "white_history": _history(white),
            "black_history": _history(black), "higher": higher.rank, "lower": lower.rank, "number": higher.number,
        }  # fmt: skip
        return self.step(board.rule, f"pairing.colour-lim-{kind}{more}", inputs, board_name(board))

    def _ranks(self, places: Iterable[int]) -> str:
        return listed_or_nobody(self.field.players[place].rank for place in places)


def _history(player: LimPlayer) -> str:
    """The colours of the games, and the colour that is due."""
    return f"{player.colours.upper()} {player.due}" if player.colours else NOBODY
