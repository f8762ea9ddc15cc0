"""The announced prize rules, exact money amounts, the progress prize, and findings about the rules."""

import datetime as dt
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations, pairwise
from typing import Literal, get_args

from arpad.documents.document import Document, shows
from arpad.domain.findings import Finding
from arpad.domain.rating_list import HIGHEST_RATING, LOWEST_RATING
from arpad.i18n import DECIMAL_MARK, ArpadError, Words, exact
from arpad.rating.results import half_up
from arpad.regulations.rating_rules import pd
from arpad.standings.conditions import Condition, Profile

# Money, exact: whole minor units (cents), and fractions of them until they are rounded by name.

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
        match = AMOUNT.fullmatch(typed.strip())
        if match is None or len(match[2]) > MOST_FIGURES:
            raise ArpadError("prizes-amount", where=where, value=typed)
        decimals = (match[3] or "").rstrip("0")
        if len(decimals) > self.decimals:
            raise ArpadError("prizes-decimals", where=where, value=typed, currency=self.code, decimals=self.decimals)
        if match[1]:
            raise ArpadError("prizes-negative", where=where, value=typed)
        return int(match[2] + decimals.ljust(self.decimals, "0"))

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
    currency = _currencies().get(code.strip().upper())
    if currency is None:
        raise ArpadError("prizes-currency", value=code)
    return currency


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


# The prize for progress: W − We, with We from the average of the opponents (Arbiters' Manual 2023, cash prizes).


class Progress(Document, frozen=True):
    """By how much a player did better than expected against rated opponents.

    `change` is the sum that `arpad rate` computes game by game, shown beside it; None: not known.
    """

    shown = shows("games", "score", "average", "expected", "value", "change")
    rating: int
    games: int
    score: Fraction
    exact_average: Fraction
    change: Fraction | None = None

    @property
    def average(self) -> int:
        """The average rating of the opponents to the nearest whole, a half upwards."""
        return half_up(self.exact_average.numerator, self.exact_average.denominator)

    @property
    def expected_of_a_game(self) -> int:
        """PD in hundredths, of the difference to the average."""
        return pd(self.rating - self.average)

    @property
    def expected(self) -> Fraction:
        """We = n × PD."""
        return Fraction(self.games * self.expected_of_a_game, 100)

    @property
    def value(self) -> Fraction:
        """W − We."""
        return self.score - self.expected


# What prizes are computed from: the ranking, and the rules that were announced before the event.

PrizeSystem = Literal["equal", "place", "hort"]
"""How players level on points share: equally, by their places, or half and half (Hort)."""
PRIZE_SYSTEMS: tuple[PrizeSystem, ...] = get_args(PrizeSystem)

PrizePolicy = Literal["cumulative", "main-first", "higher"]
"""What becomes of a player who could have a main prize and one of a category."""
PRIZE_POLICIES: tuple[PrizePolicy, ...] = get_args(PrizePolicy)

NOBODY = Profile()
"""A player of whom nothing is known."""

GivenUp = Literal["", "main", "category", "all"]
"""What a player has given up: nothing, the main prizes, those of categories, or all."""

Measure = Literal["rank", "progress"]
MEASURES: tuple[Measure, ...] = get_args(Measure)


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A row of the ranking. `decided`: a play-off settled this place, so it is shared with nobody.

    `row` is where the file tells it, of a report the player's number. `given_up`: prizes that the player renounced.
    """

    rank: int
    points: Fraction
    name: str = ""
    profile: Profile = NOBODY
    decided: bool = False
    progress: Progress | None = None
    row: int = 0
    given_up: GivenUp = ""

    @property
    def id(self) -> str:
        return self.profile.id


@dataclass(frozen=True, slots=True)
class PrizeCategory:
    """Prizes of their own for players who meet a condition, best first; `things` are the objects among them.

    `members` are the rows of those who meet it, if that is known already.
    """

    name: str
    where: Condition
    prizes: tuple[int, ...]
    by: Measure = "rank"
    things: tuple[str, ...] = ()
    members: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class PrizeRules:
    """The prizes and how they are shared. Amounts are minor units.

    `things`: a cup, a book; each goes to its place and is not shared, empty for a place without one.
    `places`: only these ranks share; None: every player of a group that has a prize. `unit`: money is paid in these
    steps. `decided`: ranks that a play-off settled. `date`: the day on which ages count. `assumed`: nobody named the
    system, so it is the first one.
    """

    currency: Currency
    prizes: tuple[int, ...]
    system: PrizeSystem = "equal"
    places: int | None = None
    unit: int = 1
    rounding: RoundingRule = "rank"
    policy: PrizePolicy = "main-first"
    categories: tuple[PrizeCategory, ...] = ()
    progress_games: int = 5
    decided: frozenset[int] = frozenset()
    date: dt.date | None = None
    assumed: bool = False
    things: tuple[str, ...] = ()


# What there is to say about announced prizes: a system that nobody named, bands that overlap, prizes that rise.


def rule_findings(rules: PrizeRules) -> Iterator[Finding]:
    """Check the rules by themselves."""
    if rules.assumed:
        yield Finding("prizes-system", "info", values={"system": Words(f"prizes.system.{rules.system}")})
    yield from _rising(None, rules.prizes, rules)
    for category in rules.categories:
        yield from _rising(category, category.prizes, rules)
    yield from _overlapping(rules)


def _rising(category: PrizeCategory | None, prizes: tuple[int, ...], rules: PrizeRules) -> Iterator[Finding]:
    """Warn of a prize that is more than the one before it."""
    for place, (better, worse) in enumerate(pairwise(prizes), 2):
        if worse > better:
            amounts = {"amount": rules.currency.written(worse), "before": rules.currency.written(better)}
            if category is None:
                yield Finding("prizes-rising", "warning", values={"place": place, **amounts})
            else:
                values = {"category": category.name, "place": place, **amounts}
                yield Finding("prizes-rising-category", "warning", values=values)


def _overlapping(rules: PrizeRules) -> Iterator[Finding]:
    """Warn of two bands that a rating is in: the advice against "below 2400" and "below 2300" of the manual."""
    bands = [category for category in rules.categories if category.where.words == {"rating"}]
    for first, second in combinations(bands, 2):
        rating = _in_both(first, second)
        if rating is not None:
            values = {"first": first.name, "second": second.name, "rating": rating}
            yield Finding("prizes-bands-overlap", "warning", values=values)


def _in_both(first: PrizeCategory, second: PrizeCategory) -> int | None:
    """Return a rating that is in both. Bands change only at the numbers they name, so those and their neighbours do."""
    named = {int(bound) for category in (first, second) for bound in category.where.bounds("rating")}
    near = sorted({bound + step for bound in named for step in (-1, 0, 1)})
    for rating in near:
        profile = Profile(rating=rating)
        inside = LOWEST_RATING <= rating <= HIGHEST_RATING
        if inside and first.where.holds(profile) and second.where.holds(profile):
            return rating
    return None
