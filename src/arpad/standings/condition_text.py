"""The text of a condition, word by word. What does not fit is said in one line, with the place where it stands."""

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from arpad.domain.rating_list import TITLES
from arpad.i18n import ArpadError, Words
from arpad.standings.profile import Sort, Value

MOST_LETTERS = 500
MOST_NESTED = 20
NONE = "none"
SIGNS = {"<": "<", "<=": "<=", "≤": "<=", ">": ">", ">=": ">=", "≥": ">=", "=": "=", "==": "=", "!=": "!=", "<>": "!=",
         "≠": "!="}  # fmt: skip
KEYWORDS = frozenset({"and", "or", "not", "in"})
PIECE = re.compile(
    r"""\s*(?:(?P<date>\d{4}-\d\d-\d\d(?!\w))|(?P<number>\d+(?:\.\d+)?(?![\w.]))|(?P<name>[^\W\d]\w*)
    |(?P<quoted>"[^"]*"|'[^']*'|“[^”]*”|«[^»]*»)|(?P<sign><=|>=|<>|!=|==|[<>=≤≥≠])|(?P<mark>[(),]))""",
    re.VERBOSE,
)
SEXES = {"m": "m", "f": "f", "w": "f"}
EXAMPLES: Mapping[Sort, str] = {
    "number": "2200",
    "birth": "2008 | 2008-09-01",
    "sex": "m | f",
    "federation": "ESP",
    "title": "GM | IM | none",
    "text": "“…”",
}


@dataclass(frozen=True, slots=True)
class Year:
    """A year that a birth is compared with."""

    number: int

    @property
    def first(self) -> dt.date:
        return dt.date(self.number, 1, 1)

    @property
    def last(self) -> dt.date:
        return dt.date(self.number, 12, 31)


class Piece(NamedTuple):
    """A piece of the text, its kind, and where it stands (from 1)."""

    kind: str
    text: str
    place: int


class Reader:
    """A condition as it is read from left to right."""

    def __init__(self, typed: str, words: Mapping[str, Sort]) -> None:
        self.typed, self.words = typed, words
        if not typed.strip():
            raise ArpadError("condition-empty")
        if len(typed) > MOST_LETTERS:
            raise ArpadError("condition-long", letters=len(typed), most=MOST_LETTERS)
        self.pieces = list(self._cut())
        self.next = 0
        self.depth = 0

    def _cut(self) -> Iterator[Piece]:
        place, end = 0, len(self.typed.rstrip())
        while place < end:
            found = PIECE.match(self.typed, place)
            if found is None or found.lastgroup is None:
                rest = self.typed[place:].lstrip()
                raise self._refusal(Piece("", rest.split()[0], len(self.typed) - len(rest) + 1), "condition.comparison")
            yield Piece(found.lastgroup, found[found.lastgroup], found.start(found.lastgroup) + 1)
            place = found.end()

    def _piece(self) -> Piece:
        return self.pieces[self.next] if self.next < len(self.pieces) else Piece("end", "", len(self.typed) + 1)

    def _refusal(self, piece: Piece, expected: str) -> ArpadError:
        if piece.kind == "end":
            return ArpadError("condition-ends", condition=self.typed, expected=Words(expected))
        return ArpadError(
            "condition-expected",
            condition=self.typed,
            place=piece.place,
            found=piece.text,
            expected=Words(expected),
        )

    def at(self, text: str) -> bool:
        """Return whether a keyword or a mark comes next."""
        piece = self._piece()
        return piece.kind in ("name", "mark") and piece.text.casefold() == text

    def take(self, text: str) -> bool:
        """Pass a keyword or a mark, if it comes next."""
        here = self.at(text)
        self.next += here
        return here

    def need(self, text: str) -> None:
        """Pass a keyword or a mark that must come next."""
        if not self.take(text):
            raise self._refusal(
                self._piece(), {"in": "condition.in", "(": "condition.open"}.get(text, "condition.close")
            )

    def finish(self) -> None:
        """Refuse anything after the end."""
        if self._piece().kind != "end":
            raise self._refusal(self._piece(), "condition.junction")

    @contextmanager
    def nested(self) -> Iterator[None]:
        """Go inside a bracket; not too deep."""
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise ArpadError("condition-deep", most=MOST_NESTED)
        yield
        self.depth -= 1

    def at_word(self) -> bool:
        """Return whether a word comes next, or nothing that could be a value."""
        return self._piece().kind not in ("number", "date", "quoted")

    def word(self) -> str:
        """Return a word that a player's profile answers."""
        piece = self._piece()
        if piece.kind != "name" or piece.text.casefold() in KEYWORDS:
            raise self._refusal(piece, "condition.word")
        if piece.text.casefold() not in self.words:
            known = ", ".join(self.words)
            raise ArpadError("condition-word", condition=self.typed, place=piece.place, word=piece.text, known=known)
        self.next += 1
        return piece.text.casefold()

    def at_sign(self) -> bool:
        return self._piece().kind == "sign"

    def sign(self, word: str | None) -> str:
        """Return a comparison sign that suits the word."""
        if not self.at_sign():
            raise self._refusal(self._piece(), "condition.sign")
        sign = SIGNS[self._piece().text]
        self.next += 1
        if word is not None:
            self.check_order(word, sign)
        return sign

    def check_order(self, word: str, sign: str) -> None:
        """Refuse `sex < f`: only numbers and dates have an order."""
        if sign not in ("=", "!=") and self.words[word] not in ("number", "birth"):
            raise ArpadError("condition-order", condition=self.typed, word=word, sign=sign)

    def value(self, word: str, *, none: bool) -> Value | Year | None:
        """Return the value that a word is compared with; None for `none`, if the word may be compared with it."""
        if none and self.take(NONE):
            return None
        return self.later_value()(word)

    def later_value(self) -> Callable[[str], Value | Year]:
        """Return a value whose kind is known as soon as its word is."""
        piece = self._piece()
        if piece.kind not in ("number", "date", "quoted", "name"):
            raise self._refusal(piece, "condition.value")
        self.next += 1
        return lambda word: self._made(word, piece)

    def _made(self, word: str, piece: Piece) -> Value | Year:
        sort = self.words[word]
        value = _value(sort, piece)
        if value is None:
            raise ArpadError(
                "condition-value",
                condition=self.typed,
                place=piece.place,
                word=word,
                value=piece.text,
                example=EXAMPLES[sort],
            )
        return value


def _value(sort: Sort, piece: Piece) -> Value | Year | None:
    """Return a piece as a value of its kind; None if it is no such value."""
    plain = piece.text[1:-1] if piece.kind == "quoted" else piece.text
    match sort:
        case "number":
            return Fraction(plain) if piece.kind == "number" else None
        case "birth":
            return _birth(plain)
        case "sex":
            return SEXES.get(plain.casefold())
        case "federation":
            return plain.casefold() if re.fullmatch(r"[A-Za-z]{3}", plain) else None
        case "title":
            return plain.casefold() if plain.upper() in TITLES else None
        case _:
            return plain.strip().casefold()


def _birth(plain: str) -> dt.date | Year | None:
    if re.fullmatch(r"[1-9]\d{3}", plain):
        return Year(int(plain))
    try:
        return dt.date.fromisoformat(plain)
    except ValueError:
        return None
