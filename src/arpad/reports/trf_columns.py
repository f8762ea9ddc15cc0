"""Values in the columns of a TRF line. A text that is too long is cut; a number that does not fit is refused."""

from collections.abc import Iterable
from fractions import Fraction

from arpad.i18n import ArpadError, exact


def points_text(points: Fraction | None, width: int = 4) -> str:
    """Write 11.5, right-aligned; blank if there are none."""
    if points is None:
        return " " * width
    value = exact(points)
    text = "" if value is None else f"{value:.1f}" if value == value.quantize(1) else f"{value:f}"
    if not text or len(text) > width:
        raise ArpadError("report-points-width", points=points, width=width)
    return text.rjust(width)


def ranks_text(ranks: Iterable[int]) -> str:
    """Starting ranks of four columns each, a blank between them."""
    return " ".join(number_text(rank, 4) for rank in ranks)


def number_text(value: int | None, width: int) -> str:
    """Write a number, right-aligned; blank if there is none."""
    text = "" if value is None else str(value)
    if len(text) > width:
        raise ArpadError("report-number-width", number=text, width=width)
    return text.rjust(width)


def cut_text(text: str, width: int) -> str:
    """Write a text, as much of it as its columns hold."""
    return "".join(letter if letter.isprintable() else " " for letter in text).strip()[:width].rstrip()
