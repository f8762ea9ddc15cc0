"""Messages in English and Spanish; numbers, dates and errors as each language writes them.

Every key is in both catalogues (`en/`, `es/`): one TOML file for each subject.
"""

import datetime as dt
import tomllib
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from threading import Lock
from typing import Any, Literal, get_args

# How a number or a date is written for a reader. Exact: a decimal shows all its digits, or says it was cut.

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


# Message catalogues: one folder per language, one TOML file per subject, keys dotted across both.

Language = Literal["en", "es"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


def _flatten(prefix: str, table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        key = f"{prefix}.{name}" if prefix else name
        if isinstance(value, str):
            yield key, value
        else:
            yield from _flatten(key, value)


def has_line(words: str, key: str) -> bool:
    """Whether the text of a file has the table and the name of a key: `[label]` and `yes =` for `label.yes`. So only
    files are parsed that may have the key: four for `arpad rate`, not all 82 (30 ms)."""
    table, _, name = key.rpartition(".")
    return f"[{table}]\n" in words and (f"\n{name} =" in words or f'\n"{name}" =' in words)


class Catalogue:
    """The messages of a language. A file is parsed when a message is looked for in it, by one thread: others wait."""

    def __init__(self, folder: Traversable) -> None:
        self._messages: dict[str, str] = {}
        self._reading = Lock()
        files = [file for file in folder.iterdir() if file.name.endswith(".toml")]
        self._unread = [file.read_text("utf-8") for file in files]

    def find(self, key: str) -> str | None:
        """Return the message of a key, or None if there is none."""
        if key not in self._messages:
            with self._reading:
                self._parse([words for words in self._unread if has_line(words, key)])
        return self._messages.get(key)

    def keys(self) -> frozenset[str]:
        with self._reading:
            self._parse(list(self._unread))
            return frozenset(self._messages)

    def _parse(self, texts: list[str]) -> None:
        for words in texts:
            self._messages.update(_flatten("", tomllib.loads(words)))
            self._unread.remove(words)


@cache
def _catalogue(language: Language) -> Catalogue:
    return Catalogue(files("arpad.i18n") / language)


def keys(language: Language) -> frozenset[str]:
    """All message keys of a language."""
    return _catalogue(language).keys()


def has(key: str, language: Language = "en") -> bool:
    return _catalogue(language).find(key) is not None


def resolve_message(value: object, language: Language = "en") -> object:
    """A value that names a message by `@` and its key, as that message; any other as it is."""
    if isinstance(value, str) and value.startswith("@") and has(value[1:], language):
        return text(value[1:], language)
    return value


def text(key: str, language: Language = "en", /, **values: object) -> str:
    """The message of a key, its values written as the language writes them."""
    message = _catalogue(language).find(key)
    if message is None:
        raise KeyError(key)
    if not values:
        return message
    return message.format_map({name: plain(value, language) for name, value in values.items()})


# What went wrong, in the reader's language: input that cannot be used, and storage that fails.


class Words:
    """A part of a message that is itself in the reader's language. `key` is its whole key."""

    def __init__(self, key: str, /, **values: object) -> None:
        self.key = key
        self.values = values

    def text(self, language: Language = "en") -> str:
        return text(self.key, language, **message_text(self.values, language))


class MessageError(Exception):
    """Something that went wrong, in words. `key` is the message's key, `values` fill it in; `wording` turns the message
    into the words of those who read it, if they type no options."""

    wording: Callable[[str], str] | None = None

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values

    def text(self, language: Language = "en") -> str:
        message = text(f"error.{self.key}", language, **message_text(self.values, language))
        return message if self.wording is None else self.wording(message)

    def __str__(self) -> str:
        return self.text()


class ArpadError(MessageError):
    """Something the user gave cannot be used: what, where, and what to do."""


class StorageFault(MessageError):
    """The database of the office cannot be used now. Visitors of a page did nothing wrong and do not see why: the
    words are for those who run the office."""


def beyond_bounds(problem: RecursionError | MemoryError) -> ArpadError:
    """Return in words that the input is nested too deeply, or too large."""
    return ArpadError("input-deep" if isinstance(problem, RecursionError) else "input-memory")


def message_text(values: Mapping[str, object], language: Language) -> dict[str, object]:
    """The values of a message, those in words in the reader's language."""
    return {
        name: value.text(language) if isinstance(value, MessageError | Words) else value
        for name, value in values.items()
    }


def language(value: str) -> Language:
    """Return a language that Arpad speaks, or refuse the value."""
    for known in LANGUAGES:
        if value == known:
            return known
    raise ArpadError("language", value=value)
