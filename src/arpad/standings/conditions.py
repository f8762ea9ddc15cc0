"""Conditions on players as people write them: `rating >= 2200 and rating <= 2299`, `born >= 2008 and sex = f`.

In: the text of a condition. Out: a `Condition`, which says of a player yes, no, or not known. A comparison with a
rating or a title that the player does not have is false (`!=` is true), and `rating = none` finds these players.
"""

import operator
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from arpad.standings.condition_text import Reader, Year
from arpad.standings.profile import WORDS, Profile, Sort, Span, Value, known

KNOWN_ABSENCE = frozenset({"rating", "title"})
"""Words for which a missing value says that the player has none, not that nobody knows it."""
ORDERS: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "=", "!=": "!="}


@dataclass(frozen=True, slots=True)
class Term:
    """A word compared with a value; None stands for `none`."""

    word: str
    sign: str
    value: Value | None

    def answer(self, profile: Profile) -> bool | None:
        found = known(profile, self.word)
        if self.value is None:
            return (found is None) == (self.sign == "=")
        if found is None:
            return self.sign == "!=" if self.word in KNOWN_ABSENCE else None
        if self.sign in ORDERS:
            low, high = (ORDERS[self.sign](end, self.value) for end in (found.low, found.high))
            return low if low == high else None
        equal = _equal(found, self.value)
        return equal if equal is None or self.sign == "=" else not equal

    def terms(self) -> Iterator["Term"]:
        yield self


def _equal(found: Span, value: Any) -> bool | None:
    low: Any = found.low
    high: Any = found.high
    if low == high:
        return bool(low == value)
    return None if low <= value <= high else False


@dataclass(frozen=True, slots=True)
class Joined:
    """Parts of which all must hold, or one of them."""

    parts: tuple["Part", ...]
    all: bool

    def answer(self, profile: Profile) -> bool | None:
        answers = [part.answer(profile) for part in self.parts]
        if (not self.all) in answers:
            return not self.all
        return None if None in answers else self.all

    def terms(self) -> Iterator[Term]:
        for part in self.parts:
            yield from part.terms()


@dataclass(frozen=True, slots=True)
class Opposite:
    """A part that must not hold."""

    part: "Part"

    def answer(self, profile: Profile) -> bool | None:
        answer = self.part.answer(profile)
        return None if answer is None else not answer

    def terms(self) -> Iterator[Term]:
        yield from self.part.terms()


Part = Term | Joined | Opposite


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition as it was written, and its meaning."""

    text: str
    part: Part

    def answer(self, profile: Profile) -> bool | None:
        """Return whether it holds for a player; None if what it asks for is not known."""
        return self.part.answer(profile)

    def holds(self, profile: Profile) -> bool:
        """Return whether it is known to hold."""
        return self.answer(profile) is True

    @property
    def words(self) -> frozenset[str]:
        """The words that it asks for."""
        return frozenset(term.word for term in self.part.terms())

    def unknown(self, profile: Profile) -> tuple[str, ...]:
        """Return the words about which nothing is known, if they leave the answer open."""
        if self.answer(profile) is not None:
            return ()
        return tuple(dict.fromkeys(term.word for term in self.part.terms() if term.answer(profile) is None))

    def bounds(self, word: str) -> tuple[Any, ...]:
        """Return the values that a word is compared with, in order."""
        return tuple(sorted({term.value for term in self.part.terms() if term.word == word and term.value is not None}))


def parse_condition(typed: str, others: Collection[str] = ()) -> Condition:
    """Return the condition of a text. `others` are columns that may be asked for beside the known words."""
    columns: dict[str, Sort] = {name.casefold(): "text" for name in others if name.casefold() not in WORDS}
    reader = Reader(typed, {**WORDS, **columns})
    part = _either(reader)
    reader.finish()
    return Condition(" ".join(typed.split()), part)


def _either(reader: Reader) -> Part:
    parts = [_both(reader)]
    while reader.take("or"):
        parts.append(_both(reader))
    return parts[0] if len(parts) == 1 else Joined(tuple(parts), all=False)


def _both(reader: Reader) -> Part:
    parts = [_single(reader)]
    while reader.take("and"):
        parts.append(_single(reader))
    return parts[0] if len(parts) == 1 else Joined(tuple(parts), all=True)


def _single(reader: Reader) -> Part:
    if reader.take("not"):
        return Opposite(_single(reader))
    if reader.take("("):
        with reader.nested():
            part = _either(reader)
        reader.need(")")
        return part
    return _compared(reader) if reader.at_word() else _mirrored(reader)


def _compared(reader: Reader) -> Part:
    """Read `rating >= 2200`, `federation in (ESP, POR)` or `federation not in (ESP, POR)`."""
    word = reader.word()
    without = reader.take("not")
    if without or reader.at("in"):
        reader.need("in")
        found = _one_of(reader, word)
        return Opposite(found) if without else found
    return _term(reader, word, reader.sign(word))


def _one_of(reader: Reader, word: str) -> Part:
    reader.need("(")
    terms = [_term(reader, word, "=")]
    while reader.take(","):
        terms.append(_term(reader, word, "="))
    reader.need(")")
    return Joined(tuple(terms), all=False)


def _term(reader: Reader, word: str, sign: str) -> Part:
    return _meant(word, sign, reader.value(word, none=sign in ("=", "!=")))


def _mirrored(reader: Reader) -> Part:
    """Read `2200 <= rating` or `2200 <= rating <= 2299`."""
    first = reader.later_value()
    sign = reader.sign(None)
    word = reader.word()
    reader.check_order(word, sign)
    term = _meant(word, MIRRORED[sign], first(word))
    if not reader.at_sign():
        return term
    return _and(term, _term(reader, word, reader.sign(word)))


def _and(first: Part, second: Part) -> Part:
    return Joined((first, second), all=True)


def _meant(word: str, sign: str, value: Value | Year | None) -> Part:
    """Return the comparison with a value; a year is all days from its first to its last."""
    if not isinstance(value, Year):
        return Term(word, sign, value)
    if sign in ("=", "!="):
        inside = _and(Term(word, ">=", value.first), Term(word, "<=", value.last))
        return inside if sign == "=" else Opposite(inside)
    return Term(word, sign, value.last if sign in ("<=", ">") else value.first)
