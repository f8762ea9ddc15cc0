"""What becomes of a player who could have a main prize and one of a category: three policies, one function each.

A player has at most one prize of a category in all three.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from arpad.prizes.contest import CategoryPrize, Contest
from arpad.prizes.main_table import MainShare, MainTable
from arpad.prizes.model import PrizePolicy, PrizeSystem
from arpad.prizes.money import ROUNDED


@dataclass(frozen=True, slots=True)
class Distribution:
    """Who is in the main ranking in the end (indices, best first), their shares and money, and the category prizes."""

    ranked: Sequence[int]
    shares: Mapping[int, MainShare]
    paid: Mapping[int, int]
    given: tuple[CategoryPrize, ...]


def _paid(contest: Contest, shares: Mapping[int, MainShare]) -> dict[int, int]:
    """Round the shares as the rules say."""
    amounts = ROUNDED[contest.rules.rounding]([share.exact for share in shares.values()], contest.rules.unit)
    return dict(zip(shares, amounts, strict=True))


def _of_everybody(contest: Contest, system: PrizeSystem) -> MainTable:
    return MainTable(contest.players, range(len(contest.players)), contest.rules, system)


def _in_order(contest: Contest, suits: Callable[[int], bool]) -> tuple[CategoryPrize, ...]:
    """Give the category prizes in the order of the rules to players who suit."""
    given: list[CategoryPrize] = []
    taken: set[int] = set()
    for prize in contest.category_prizes:
        winner = contest.best(prize.category, taken, suits)
        if winner is not None:
            taken.add(winner)
        given.append(replace(prize, winner=winner))
    return tuple(given)


def cumulative(contest: Contest, system: PrizeSystem) -> Distribution:
    """Add main and category prizes up."""
    main = _of_everybody(contest, system)
    shares = main.shares()
    return Distribution(main.ranked, shares, _paid(contest, shares), _in_order(contest, lambda _: True))


def main_first(contest: Contest, system: PrizeSystem) -> Distribution:
    """Give a category prize only to players without main money."""
    main = _of_everybody(contest, system)
    shares = main.shares()
    paid = _paid(contest, shares)
    return Distribution(main.ranked, shares, paid, _in_order(contest, lambda place: not paid.get(place)))


def higher(contest: Contest, system: PrizeSystem) -> Distribution:
    """Give a category prize, the highest first, to the best player whose exact share of the main prizes is smaller.

    They leave the main ranking, and the main prizes are shared again without them; what was given before stands.
    """
    ranked = list(range(len(contest.players)))
    main = MainTable(contest.players, ranked, contest.rules, system)
    given = contest.category_prizes
    taken: set[int] = set()
    for place in sorted(range(len(given)), key=lambda place: -given[place].amount):
        prize = given[place]
        winner = contest.best(prize.category, taken, _less_than(prize.amount, main))
        given[place] = replace(prize, winner=winner)
        if winner is not None:
            taken.add(winner)
            ranked.remove(winner)
            main = MainTable(contest.players, ranked, contest.rules, system)
    shares = main.shares()
    return Distribution(ranked, shares, _paid(contest, shares), tuple(given))


def _less_than(amount: int, main: MainTable) -> Callable[[int], bool]:
    return lambda player: main.share_of(player) < amount


POLICIES: Mapping[PrizePolicy, Callable[[Contest, PrizeSystem], Distribution]] = {
    "cumulative": cumulative,
    "main-first": main_first,
    "higher": higher,
}
