"""Tie-breaks and points in words."""

from fractions import Fraction
from functools import lru_cache

from arpad.i18n import Language, number, text
from arpad.standings.codes import TieBreak

HALF = Fraction(1, 2)


def points_text(points: Fraction, language: Language) -> str:
    """Points as tables have them: 3½."""
    return _points_text(points.numerator, points.denominator, language)


@lru_cache(maxsize=4096)
def _points_text(numerator: int, denominator: int, language: Language) -> str:
    points = Fraction(numerator, denominator)
    whole, rest = divmod(points, 1)
    if rest != HALF:
        return number(points, language)
    return f"{whole or ''}½" if points > 0 else number(points, language)


def tie_break_name(tie_break: TieBreak, language: Language) -> str:
    """Buchholz, cut 1."""
    parts = [text(f"tie-break.{tie_break.name}", language)]
    told: dict[str, object] = {
        "low": tie_break.low,
        "median": tie_break.median,
        "limit": tie_break.limit,
        "normaliser": tie_break.normaliser,
        "unrated": tie_break.unrated,
    }
    parts += [text(f"tie-break-with.{name}", language, n=value) for name, value in told.items() if value]
    flags = {"fore": tie_break.fore, "as_games": tie_break.as_games, "reverse": tie_break.reverse}
    parts += [text(f"tie-break-with.{name}", language) for name, value in flags.items() if value]
    if tie_break.score:
        parts.append(text(f"tie-break-score.{tie_break.score}", language))
    return ", ".join(parts)
