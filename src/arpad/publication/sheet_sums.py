"""The sums of a player's sheet: one band of numbers under FIDE's own names."""

from decimal import Decimal
from fractions import Fraction

from arpad.documents.steps import Trail, sentence, walk
from arpad.domain.games import points
from arpad.i18n import Language, hundredths, number, number_or_dash, text
from arpad.rating.first_rating import InitialRating
from arpad.rating.model import PlayerRating

Sums = list[list[str]]
"""Pairs of a name and its number."""

AVERAGES = ("change.average", "change.average-round-robin", "round-robin.rc")


def rated_sums(own: PlayerRating, language: Language) -> Sums:
    """Return Rc, Ro, n, W, We, W − We, K, K times it, rounded, Rn; D and PD too for an event rated by its average."""
    rounded = number_or_dash(own.rounded_change, language, sign=True)
    last = [("rounded", rounded), ("rn", "–" if own.new_rating is None else str(own.new_rating))]
    return [*event_sums(own, own.k, language), *named(last, language)]


def event_sums(own: PlayerRating, k: int | None, language: Language) -> Sums:
    """Return the result of an event before rounding, with the K that counts."""
    by_average = _event_line(own)
    average = own.average if by_average is None else by_average[0]
    rc = [[average_symbol(own, language), number_or_dash(average, language)]]
    found = [("ro", str(own.participant.rating))]
    if by_average is not None:
        _, difference, expected = by_average
        found += [("d", number(difference, language)), ("pd", number(expected, language))]
    change = None if k is None or own.result is None else k * own.result
    found += [
        ("n", str(own.games)),
        ("w", number(points(own.score), language)),
        ("we", "–" if own.expected is None else number(hundredths(own.expected), language)),
        ("sum", signed(own.result, language)),
        ("k", "–" if k is None else str(k)),
        ("k-sum", signed(change, language)),
    ]
    return [*rc, *named(found, language)]


def first_rating_sums(initial: InitialRating | None, language: Language) -> Sums:
    """Return Ra, n, W, p, dp or the bonus, and the first rating."""
    if initial is None:
        return []
    found = [
        ("n", str(initial.games_counted)),
        ("w", "–" if initial.score is None else number(points(initial.score), language)),
        ("p", "–" if initial.percentage is None else f"{initial.percentage}%"),
        _added(initial, language),
        ("first", "–" if initial.rating is None else str(initial.rating)),
    ]
    average = [symbol_of(initial.steps, "ra", language), number_or_dash(initial.average, language)]
    return [average, *named(found, language)]


def average_symbol(own: PlayerRating, language: Language) -> str:
    """Return the edition's symbol for the average of a player's opponents: Rc, or Ra."""
    if own.initial is not None:
        return symbol_of(own.initial.steps, "ra", language)
    return symbol_of(own.steps, "rc", language)


def symbol_of(trail: Trail, otherwise: str, language: Language) -> str:
    """Return the symbol of the average in the reasons; if they have none, the usual one."""
    named_by = (step.inputs["symbol"] for _, step in walk(trail) if "symbol" in step.inputs)
    return str(next(named_by, text(f"sheet.sum.{otherwise}", language)))


def verdict(initial: InitialRating | None, language: Language) -> str:
    """Return whether a first rating is published, and if not why."""
    if initial is None or (initial.rating is None and not initial.reasons):
        return text("sheet.verdict.none", language)
    if initial.publishable:
        return text("sheet.verdict.published", language)
    why = "; ".join(f"{sentence(step, language)} ({step.article.number})" for step in initial.reasons)
    return text("sheet.verdict.not-published", language, why=why)


def named(found: list[tuple[str, str]], language: Language) -> Sums:
    """Return numbers under their names."""
    return [[text(f"sheet.sum.{name}", language), value] for name, value in found]


def _added(initial: InitialRating, language: Language) -> tuple[str, str]:
    if initial.bonus is not None:
        return "bonus", number(initial.bonus, language, sign=True)
    return "dp", number_or_dash(initial.dp, language, sign=True)


def _event_line(own: PlayerRating) -> tuple[Fraction, int, Decimal] | None:
    """Return the average that counts, D and PD of an event that is rated by its average, as the reasons give them."""
    values = {step.what: step.value for _, step in walk(own.steps)}
    average = next((values[what] for what in AVERAGES if what in values), None)
    difference, expected = values.get("change.event-difference"), values.get("change.expected")
    if isinstance(average, int | Fraction) and isinstance(difference, int) and isinstance(expected, Decimal):
        return Fraction(average), difference, expected
    return None


def signed(value: int | None, language: Language) -> str:
    """Return hundredths as a number with its sign."""
    return "–" if value is None else number(hundredths(value), language, sign=True)
