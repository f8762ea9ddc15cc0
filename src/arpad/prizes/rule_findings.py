"""What there is to say about announced prizes: a system that nobody named, bands that overlap, prizes that rise."""

from collections.abc import Iterator
from itertools import combinations, pairwise

from arpad.domain.findings import Finding
from arpad.domain.rating_list import HIGHEST_RATING, LOWEST_RATING
from arpad.i18n import Words
from arpad.prizes.model import PrizeCategory, PrizeRules
from arpad.standings.conditions import Profile


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
