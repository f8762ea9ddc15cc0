"""How a number or a date is written for a reader. Exact: a decimal shows all its digits, or says it was cut."""

import datetime as dt
from decimal import Decimal
from fractions import Fraction
from typing import Any

DECIMAL_MARK = {"en": ".", "es": ","}
MINUS = "\N{MINUS SIGN}"
MONTHS = {
    "en": (
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ),
    "es": (
        "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre", "noviembre",
        "diciembre",
    ),
}  # fmt: skip
SHORT_MONTHS = {
    "en": ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"),
    "es": ("ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"),
}
"""As the Unicode data write them."""


def exact(value: Fraction | int) -> Decimal | None:
    """Return the decimal with exactly the digits of the value, or None if the digits never end."""
    value = Fraction(value)
    denominator, digits = value.denominator, 0
    while denominator % 10 == 0:
        denominator, digits = denominator // 10, digits + 1
    for factor in (2, 5):
        while denominator % factor == 0:
            denominator, digits = denominator // factor, digits + 1
    if denominator != 1:
        return None
    return Decimal(value.numerator * 10**digits // value.denominator).scaleb(-digits).normalize() + 0


def hundredths(value: int) -> Decimal:
    """Whole hundredths as a decimal with two digits: 10 is 0.10."""
    return Decimal(value).scaleb(-2)


def number(value: Fraction | Decimal | int, language: str = "en", *, sign: bool = False) -> str:
    """Write 1.41 in English, 1,41 in Spanish; 1565.71… if the digits never end; with a plus if `sign` is set."""
    if isinstance(value, int):
        digits = str(abs(value))
    elif isinstance(value, Decimal):
        digits = f"{abs(value):f}"
    elif (decimal := exact(value)) is not None:
        digits = f"{abs(decimal):f}"
    else:
        cut = abs(value.numerator) * 100 // value.denominator
        digits = f"{cut // 100}.{cut % 100:02}…"
    mark = MINUS if value < 0 else "+" if sign and value > 0 else ""
    return mark + digits.replace(".", DECIMAL_MARK[language])


def number_or_dash(value: Fraction | Decimal | int | None, language: str = "en", *, sign: bool = False) -> str:
    """A number as `number` writes it, or a dash if there is none."""
    return "–" if value is None else number(value, language, sign=sign)


def date_text(value: dt.date, language: str = "en") -> str:
    """1 March 2024, 1 de marzo de 2024."""
    of = " de " if language == "es" else " "
    return of.join((str(value.day), MONTHS[language][value.month - 1], str(value.year)))


def short_date_text(value: dt.date, language: str = "en") -> str:
    """1 Mar 2024, 1 mar 2024: for narrow places."""
    return f"{value.day} {month_text(value, language)}"


def month_text(value: dt.date, language: str = "en") -> str:
    """Mar 2024, mar 2024."""
    return f"{SHORT_MONTHS[language][value.month - 1]} {value.year}"


class Several(str):
    """A value in a message. `{games:game|games}` is the word after it: the first for 1, otherwise the second."""

    __slots__ = ()

    def __format__(self, words: str) -> str:
        return words.partition("|")[2] if words else str(self)


class One(Several):
    """The value 1, which takes the first word."""

    __slots__ = ()

    def __format__(self, words: str) -> str:
        return words.partition("|")[0] if words else str(self)


def plain(value: Any, language: str) -> Any:
    """Return a value ready for a message."""
    if isinstance(value, bool):
        return {"en": ("no", "yes"), "es": ("no", "sí")}[language][value]
    if isinstance(value, int | Fraction | Decimal):
        return (One if value == 1 else Several)(number(value, language))
    if isinstance(value, dt.date):
        return date_text(value, language)
    return (One if value == "1" else Several)(value) if isinstance(value, str) else value
