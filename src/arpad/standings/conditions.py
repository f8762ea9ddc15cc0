"""Conditions on players written as text, such as `rating >= 2200 and sex = f`.

A condition answers yes, no or not known. A comparison with a missing rating or title is false (`!=` is true).
"""

import datetime as dt
import operator
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import Any, Literal, NamedTuple

from arpad.domain.event import Player
from arpad.domain.rating_list import TITLES
from arpad.i18n import ArpadError, Words

# What a condition may ask of a player: each word with its kind, and what a player's profile says to it.

Sort = Literal["number", "birth", "sex", "federation", "title", "text"]
"""What kind of value a word is compared with."""
WORDS: Mapping[str, Sort] = {
    "rating": "number",
    "age": "number",
    "born": "birth",
    "sex": "sex",
    "federation": "federation",
    "title": "title",
    "points": "number",
    "rank": "number",
    "id": "text",
}

Value = Fraction | dt.date | str


@dataclass(frozen=True, slots=True)
class Span:
    """A value from `low` to `high`, which are equal unless only a year is known, or a birth is compared with one."""

    low: Value
    high: Value


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a player. None or empty: not known; but without a rating or a title they have none.

    `born` is the year of birth, `birthday` the whole day. Ages are those on the day `on`. `others` are further columns
    of a ranking, by their name in small letters.
    """

    rating: int | None = None
    born: int | None = None
    birthday: dt.date | None = None
    sex: str | None = None
    federation: str = ""
    title: str = ""
    points: Fraction | None = None
    rank: int | None = None
    id: str = ""
    on: dt.date | None = None
    others: Mapping[str, str] = field(default_factory=dict)


def profile_of(
    player: Player,
    points: Fraction | None = None,
    rank: int | None = None,
    on: dt.date | None = None,
    others: Mapping[str, str] | None = None,
) -> Profile:
    """Return what a report says of a player, with their points and rank in the standings, and `others`."""
    born = player.born if player.birthday is None else player.birthday.year
    return Profile(
        player.rating,
        born,
        player.birthday,
        player.sex,
        player.federation,
        player.title,
        points,
        rank,
        player.id,
        on,
        others or {},
    )


def known(profile: Profile, word: str) -> Span | None:
    """Return what a profile says to a word; None if it says nothing."""
    match word:
        case "born":
            return _birth_span(profile)
        case "age":
            return _age(profile)
        case "rating" | "points" | "rank":
            number = getattr(profile, word)
            return None if number is None else Span(Fraction(number), Fraction(number))
        case "sex" | "federation" | "title" | "id":
            text = str(getattr(profile, word) or "").casefold()
        case _:
            text = profile.others.get(word, "").strip().casefold()
    return Span(text, text) if text else None


def _birth_span(profile: Profile) -> Span | None:
    if profile.birthday is not None:
        return Span(profile.birthday, profile.birthday)
    return None if profile.born is None else _whole_year(profile.born)


def _whole_year(year: int) -> Span:
    return Span(dt.date(year, 1, 1), dt.date(year, 12, 31))


def _age(profile: Profile) -> Span | None:
    """Return the age on the day asked; of a year of birth alone, the two ages it may be."""
    birth = _birth_span(profile)
    if birth is None or profile.on is None:
        return None
    assert isinstance(birth.low, dt.date)
    assert isinstance(birth.high, dt.date)
    return Span(Fraction(_years(birth.high, profile.on)), Fraction(_years(birth.low, profile.on)))


def _years(birth: dt.date, on: dt.date) -> int:
    """Return the whole years lived. Somebody born on 29 February has their birthday on 28 February of other years."""
    leap = on.year % 4 == 0 and (on.year % 100 != 0 or on.year % 400 == 0)
    day = 28 if (birth.month, birth.day) == (2, 29) and not leap else birth.day
    return on.year - birth.year - ((on.month, on.day) < (birth.month, day))


# The text of a condition, word by word. An error names what does not fit and where it is, in one line.

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
        return self._error("condition-expected", piece, found=piece.text, expected=Words(expected))

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
            raise self._error("condition-word", piece, word=piece.text, known=", ".join(self.words))
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

    def value(self, word: str, *, none: bool) -> Value | Span | None:
        """Return the value that a word is compared with; None for `none`, if the word may be compared with it."""
        if none and self.take(NONE):
            return None
        return self.later_value()(word)

    def later_value(self) -> Callable[[str], Value | Span]:
        """Return a value whose kind is known as soon as its word is."""
        piece = self._piece()
        if piece.kind not in ("number", "date", "quoted", "name"):
            raise self._refusal(piece, "condition.value")
        self.next += 1
        return lambda word: self._made(word, piece)

    def _made(self, word: str, piece: Piece) -> Value | Span:
        sort = self.words[word]
        value = _value(sort, piece)
        if value is None:
            raise self._error("condition-value", piece, word=word, value=piece.text, example=EXAMPLES[sort])
        return value

    def _error(self, key: str, piece: Piece, **values: object) -> ArpadError:
        return ArpadError(key, condition=self.typed, place=piece.place, **values)


def _value(sort: Sort, piece: Piece) -> Value | Span | None:
    """Return a piece as a value of its kind; None if it is no such value."""
    plain = piece.text[1:-1] if piece.kind == "quoted" else piece.text
    match sort:
        case "number":
            return Fraction(plain) if piece.kind == "number" else None
        case "birth":
            return _parse_birth(plain)
        case "sex":
            return SEXES.get(plain.casefold())
        case "federation":
            return plain.casefold() if re.fullmatch(r"[A-Za-z]{3}", plain) else None
        case "title":
            return plain.casefold() if plain.upper() in TITLES else None
        case _:
            return plain.strip().casefold()


def _parse_birth(plain: str) -> dt.date | Span | None:
    if re.fullmatch(r"[1-9]\d{3}", plain):
        return _whole_year(int(plain))
    try:
        return dt.date.fromisoformat(plain)
    except ValueError:
        return None


# Conditions on players as people write them: `rating >= 2200 and rating <= 2299`, `born >= 2008 and sex = f`. In: the
# text of a condition. Out: a `Condition`, which says of a player yes, no, or not known. A comparison with a rating or
# a title that the player does not have is false (`!=` is true), and `rating = none` finds these players.

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
        span = known(profile, self.word)
        if self.value is None:
            return (span is None) == (self.sign == "=")
        if span is None:
            return self.sign == "!=" if self.word in KNOWN_ABSENCE else None
        if self.sign in ORDERS:
            low, high = (ORDERS[self.sign](end, self.value) for end in (span.low, span.high))
            return low if low == high else None
        equal = _equal(span, self.value)
        return equal if equal is None or self.sign == "=" else not equal

    def terms(self) -> Iterator["Term"]:
        yield self


def _equal(span: Span, value: Any) -> bool | None:
    low: Any = span.low
    high: Any = span.high
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

    def in_words(self) -> Words:
        """Return what it asks for, in sentences of the reader's language."""
        return _part_words(self.part, self.text)

    def bounds(self, word: str) -> tuple[Any, ...]:
        """Return the values that a word is compared with, in order."""
        return tuple(sorted({term.value for term in self.part.terms() if term.word == word and term.value is not None}))


NAMED = {*WORDS, "club", "family"} - {"born", "sex"}
SIGN_NAMES = {">=": "least", "<=": "most", ">": "above", "<": "below", "=": "is", "!=": "not"}


def _part_words(part: Part, typed: str) -> Words:
    match part:
        case Opposite(inside):
            return Words("condition-words.opposite", part=_part_words(inside, typed))
        case Joined((Term("born", ">=", dt.date() as low), Term("born", "<=", dt.date() as high)), True) if Span(
            low, high
        ) == _whole_year(low.year):
            return Words("condition-words.born-is", when=str(low.year))
        case Joined(parts, every):
            words = [_inner_words(inside, typed, every=every) for inside in parts]
            key = f"condition-words.{'both' if every else 'either'}"
            return reduce(lambda first, second: Words(key, first=first, second=second), words)
    return _term_words(part, typed)


def _inner_words(part: Part, typed: str, *, every: bool) -> Words:
    """A part of several, in brackets where “and” and “or” would run together."""
    words = _part_words(part, typed)
    mixed = isinstance(part, Joined) and part.all != every
    return Words("condition-words.bracket", part=words) if mixed else words


def _term_words(term: Term, typed: str) -> Words:
    sign, value = SIGN_NAMES[term.sign], term.value
    if value is None:
        return Words(f"condition-words.{'without' if sign == 'is' else 'any'}", word=_word_name(term.word))
    if term.word == "sex":
        other = {"f": "m", "m": "f"}[str(value)] if sign == "not" else value
        return Words(f"condition-words.sex-{other}")
    if isinstance(value, dt.date):
        edge = (12, 31) if term.sign in ("<=", ">") else (1, 1)
        whole = (value.month, value.day) == edge and sign not in ("is", "not")
        return Words(f"condition-words.born-{sign}", when=str(value.year) if whole else value)
    shown: object = value
    if isinstance(value, str):
        at = typed.casefold().find(value)  # as it was typed: clubs have capitals
        written = Words("condition-words.quoted", value=typed[at : at + len(value)])
        shown = value.upper() if term.word in ("federation", "title") else written
    return Words(f"condition-words.{sign}", word=_word_name(term.word), value=shown)


def _word_name(word: str) -> Words | str:
    return Words(f"condition-words.{word}") if word in NAMED else word


def parse_condition(typed: str, others: Collection[str] = ()) -> Condition:
    """Return the condition of a text. `others` are columns that may be asked for beside the known words."""
    columns: dict[str, Sort] = {name.casefold(): "text" for name in others if name.casefold() not in WORDS}
    reader = Reader(typed, {**WORDS, **columns})
    part = _either(reader)
    reader.finish()
    return Condition(" ".join(typed.split()), part)


def _either(reader: Reader) -> Part:
    return _joined(reader, "or", lambda: _joined(reader, "and", lambda: _single(reader), all_=True), all_=False)


def _joined(reader: Reader, keyword: str, read: Callable[[], Part], *, all_: bool) -> Part:
    parts = [read()]
    while reader.take(keyword):
        parts.append(read())
    return parts[0] if len(parts) == 1 else Joined(tuple(parts), all=all_)


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


def _meant(word: str, sign: str, value: Value | Span | None) -> Part:
    """Return the comparison with a value; a year is all days from its first to its last."""
    if not isinstance(value, Span):
        return Term(word, sign, value)
    if sign in ("=", "!="):
        inside = _and(Term(word, ">=", value.low), Term(word, "<=", value.high))
        return inside if sign == "=" else Opposite(inside)
    return Term(word, sign, value.high if sign in ("<=", ">") else value.low)
