"""Money, exact: whole minor units (cents), and fractions of them until they are rounded by name."""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

from arpad.i18n import DECIMAL_MARK, ArpadError, Words, exact

MOST_FIGURES = 15
AMOUNT = re.compile(r"(-?)(\d+)(?:[.,](\d+))?")
RoundingRule = Literal["rank", "down"]
ROUNDING_RULES: tuple[RoundingRule, ...] = get_args(RoundingRule)


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency by its ISO code, and how many decimals its smallest unit has."""

    code: str
    decimals: int

    def amount(self, where: str | Words, typed: str) -> int:
        """Return an amount as people write it in minor units: 333.33 is 33333."""
        found = AMOUNT.fullmatch(typed.strip())
        if found is None or len(found[2]) > MOST_FIGURES:
            raise ArpadError("prizes-amount", where=where, value=typed)
        decimals = (found[3] or "").rstrip("0")
        if len(decimals) > self.decimals:
            raise ArpadError("prizes-decimals", where=where, value=typed, currency=self.code, decimals=self.decimals)
        if found[1]:
            raise ArpadError("prizes-negative", where=where, value=typed)
        return int(found[2] + decimals.ljust(self.decimals, "0"))

    def text(self, amount: Fraction | int) -> str:
        """Return an amount for programs: 33.34; a fraction if its decimals never end: 100/3."""
        if amount.denominator == 1:
            amount = int(amount)
            figures = f"{abs(amount):0{self.decimals + 1}}"
            whole, decimals = figures[: len(figures) - self.decimals], figures[len(figures) - self.decimals :]
            return f"{'-' * (amount < 0)}{whole}{'.' * (self.decimals > 0)}{decimals}"
        value = Fraction(amount) / 10**self.decimals
        decimal = exact(value)
        if decimal is None:
            return str(value)
        shown = max(self.decimals, -int(decimal.as_tuple().exponent))
        return f"{decimal:.{shown}f}"

    def written(self, amount: Fraction | int, language: str = "en", *, full: bool = False) -> str:
        """Return an amount for people: 5000, 27.50, 805.555, and 27.27… if its decimals never end.

        With `full`, a whole amount has its decimals too: 5000.00.
        """
        if not full and amount % 10**self.decimals == 0:
            return str(amount // 10**self.decimals)
        if exact(amount) is None:
            return self.written(int(amount), language, full=True) + "…"
        return self.text(amount).replace(".", DECIMAL_MARK[language])


@cache
def _currencies() -> dict[str, Currency]:
    table = tomllib.loads((files("arpad.prizes") / "currencies.toml").read_text("utf-8"))
    return {code: Currency(code, int(decimals)) for decimals, codes in table.items() for code in codes.split()}


def currency_of(code: str) -> Currency:
    """Return the currency of an ISO 4217 code."""
    found = _currencies().get(code.strip().upper())
    if found is None:
        raise ArpadError("prizes-currency", value=code)
    return found


def all_down(shares: Sequence[Fraction], unit: int) -> list[int]:
    """Round every share down to the unit; the organiser keeps the rest."""
    return [int(share / unit) * unit for share in shares]


def largest_remainders(shares: Sequence[Fraction], unit: int) -> list[int]:
    """Round down, then give the units left over one each to the largest remainders; of equal ones to the better rank.

    The shares come in the order of the ranks. Only what is less than one unit stays with the organiser.
    """
    paid = all_down(shares, unit)
    rests = [share - amount for share, amount in zip(shares, paid, strict=True)]
    left = int(sum(rests) / unit)
    for place in sorted(range(len(rests)), key=lambda place: -rests[place])[:left]:
        paid[place] += unit
    return paid


ROUNDED: Mapping[RoundingRule, Callable[[Sequence[Fraction], int], list[int]]] = {
    "rank": largest_remainders,
    "down": all_down,
}
