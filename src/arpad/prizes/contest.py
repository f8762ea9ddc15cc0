"""Who may have a prize of a category, best first, and what stays open because a fact is not known."""

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass, field

from arpad.domain.findings import Finding
from arpad.prizes.model import PrizeCategory, PrizeRules, RankedPlayer


@dataclass(frozen=True, slots=True)
class CategoryPrize:
    """One prize of a category: its number there, its amount, and the index of the player who has it (None: nobody)."""

    category: PrizeCategory
    number: int
    amount: int
    winner: int | None = None


@dataclass
class Contest:
    """A ranking and its rules. What conditions say of a player is remembered, since all systems ask the same."""

    players: Sequence[RankedPlayer]
    rules: PrizeRules
    findings: dict[tuple[object, ...], Finding] = field(default_factory=dict)
    _answers: dict[tuple[str, int], bool | None] = field(default_factory=dict)
    _orders: dict[str, Sequence[int]] = field(default_factory=dict)

    @property
    def category_prizes(self) -> list[CategoryPrize]:
        """All prizes of categories, in the order of the rules."""
        return [
            CategoryPrize(category, number, amount)
            for category in self.rules.categories
            for number, amount in enumerate(category.prizes, 1)
        ]

    def best(self, category: PrizeCategory, taken: Container[int], suits: Callable[[int], bool]) -> int | None:
        """Return the best player who meets the condition of a category, has no category prize yet, and suits."""
        open_to = (place for place in self._order(category) if place not in taken)
        for place in open_to:
            answer = self._answer(category, place)
            if answer is False or not suits(place):
                continue
            if answer is None:
                self._tell_open(category, place)
                continue
            self._tell_level(category, place, open_to, suits)
            return place
        return None

    def _answer(self, category: PrizeCategory, place: int) -> bool | None:
        key = (category.where.text, place)
        if key not in self._answers:
            self._answers[key] = category.where.answer(self.players[place].profile)
        return self._answers[key]

    def _order(self, category: PrizeCategory) -> Sequence[int]:
        """The players by rank; for progress by W − We, then by rank, and only those with enough games."""
        if category.by == "rank":
            return range(len(self.players))
        if category.by not in self._orders:
            values = {
                place: player.progress.value
                for place, player in enumerate(self.players)
                if player.progress is not None and player.progress.games >= self.rules.progress_games
            }
            self._orders[category.by] = sorted(values, key=lambda place: (-values[place], place))
        return self._orders[category.by]

    def _tell_open(self, category: PrizeCategory, place: int) -> None:
        """Warn of a player who stands better than the winner, if nobody knows whether the prize is for them."""
        player = self.players[place]
        facts = ", ".join(category.where.unknown(player.profile))
        values = {"category": category.name, "name": player.name or f"{player.rank}", "facts": facts}
        self.findings["open", category.name, place] = Finding("prizes-facts-open", "warning", values=values)

    def _tell_level(
        self, category: PrizeCategory, place: int, behind: Iterable[int], suits: Callable[[int], bool]
    ) -> None:
        """Warn if the tie-breaks do not separate the winner from another player, who could have the prize as well.

        Players of one rank follow each other; those among them for whom the prize is not are passed over.
        """
        winner = self.players[place]
        for other in behind:
            second = self.players[other]
            same_value = category.by == "rank" or _value(winner) == _value(second)
            if winner.rank != second.rank or not same_value:
                return
            if self._answer(category, other) and suits(other):
                values = {"category": category.name, "name": winner.name, "other": second.name, "rank": winner.rank}
                self.findings["level", category.name, place] = Finding("prizes-level", "warning", values=values)
                return


def _value(player: RankedPlayer) -> object:
    return None if player.progress is None else player.progress.value
