"""Time controls in words: `40 moves in 90 minutes, then 30 minutes with 30 seconds per move from move 1`.

Eight languages (see `time_vocabulary`) and half words: `90 min + 30 sec`, `2h/40 + 1h`, `G/60;d5`, `100'x40+15'+30"`.
A text with a word that is not known here is not read at all: better no answer than a wrong one.
"""

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from arpad.domain.event import ControlPeriod, TimeControl
from arpad.typed import time_vocabulary as vocabulary

NUMBER = r"\d+(?:[.,÷]\d+)?"
MOVES_OF_A_GAME = 60
NO_CONTROL_FROM, NO_CONTROL_BEFORE, USUAL_CONTROL = 60, 20, 40
HOUR, HALF_HOUR = 60, 30
FEW_HOURS = 3
NOT_LETTER = vocabulary.NOT_A_LETTER
MINUTES_UNIT = rf"(?:{vocabulary.MINUTES}){NOT_LETTER}"
HALF = re.compile(
    rf"(?:(\d+)|\b(?:{vocabulary.ONE})|\b)\s*'?(?:{vocabulary.HOURS})\s+{vocabulary.AND_A_HALF}\b"
    rf"|\b{vocabulary.HOUR_AND_A_HALF}\b"
)
HALF_ALONE = re.compile(rf"\b{vocabulary.HALF_AN_HOUR}\b")
HOURS_IN_WORDS = re.compile(rf"\b(?:({vocabulary.ONE})|{vocabulary.TWO})[\s'](?=\s*(?:{vocabulary.HOURS})\b)")
HOURS = re.compile(
    rf"({NUMBER})\s*(?:{vocabulary.HOURS}){NOT_LETTER}\.?"
    rf"(?:(\d\d)(?!\d)(?:\s*{MINUTES_UNIT})?"
    rf"|\s*(?:(?:y|i|e|et|und|and|и)\s+)?(\d\d?)\s*{MINUTES_UNIT}"
    r"|\s+(15|30|45)(?=\s*(?:[+,;)]|$)))?"
)
HOURS_GLUED = re.compile(rf"(\d+)h(\d\d)(?!\d)(?:\s*{MINUTES_UNIT})?")
TIMES = re.compile(r"(?:(?<=[\d'])|(?<=min)|(?<=min\.))\s*[x×х]\s*(?=\d)")
CLOCK = re.compile(r"(?<![\d:])(\d{1,2}):([0-5]\d)(?::([0-5]\d))?(?![\d:])")
FROM_MOVE = re.compile(
    rf"\b(?:{vocabulary.FROM})\s+{vocabulary.ARTICLES}"
    rf"(?:(?:{vocabulary.MOVES})\.?\s*(?:no\.?\s*|n[º°o]\.?\s*)?(\d+|{vocabulary.ONE})\b(?:ª|a|º)?"
    rf"|(?:(\d+){vocabulary.ORDINAL}?\s*(?:{vocabulary.MOVES})\b"
    rf"|(\d+){vocabulary.ORDINAL}(?!\w)"
    rf"|(?:{vocabulary.FIRST})\b\s*(?:(?:{vocabulary.MOVES})\b)?)(?:\s+an\b)?"
    rf"|(?:{vocabulary.BEGINNING})\b)"
)
AFTER_MOVE = re.compile(
    rf"\b(?:{vocabulary.AFTER})\s+{vocabulary.ARTICLES}"
    rf"(?:(?:{vocabulary.MOVES})\s*(\d+)|(\d+)(?:{vocabulary.ORDINAL})?\s*(?:{vocabulary.MOVES}))\b"
)
IN_MOVES = re.compile(r"en\s+\d")
"""2 horas en 40 jugadas: for 40 moves, not at move 40."""
TOKEN = re.compile(
    rf"(?P<number>{NUMBER})\s*(?:(?P<minutes>{MINUTES_UNIT}\.?)"
    rf"|(?P<seconds>(?:{vocabulary.SECONDS}){NOT_LETTER}\.?)"
    rf"|(?P<moves>(?:{vocabulary.MOVES}){NOT_LETTER}\.?))?"
    r"|(?P<delay>d(?=\d))|(?P<word>[^\W\d_](?:[\w.]*\w)?\.?)|(?P<mark>[-+/,;:&()=.'])"
)
ORDINALS = frozenset(vocabulary.ONE.split("|"))

Token = tuple[str, Fraction]
"""The kind of a token (time, seconds, moves, number, increment, slash, break) and its value."""


def number(text: str) -> Fraction:
    """Read `1.5`, `1,5`, or `91÷3` if the decimals would not end."""
    return Fraction(text.replace(",", ".").replace("÷", "/"))


def moves_first(first: Fraction, second: Fraction) -> bool | None:
    """Return whether `a/b` is moves/time: True, False, or None if it could be either.

    Nobody has a control at move 60 or later, so 40/90 is 40 moves in 90 minutes, and 90/40 is 90 minutes for 40 moves.
    """
    if (first >= NO_CONTROL_FROM) == (second >= NO_CONTROL_FROM):
        return None
    return second >= NO_CONTROL_FROM


def period(first: Fraction, second: Fraction, *, order: bool | None = None) -> ControlPeriod:
    """Read a period from `a/b`. `order`: the rest of the text has moves first; otherwise minutes come first, except in
    40/50."""
    sure = moves_first(first, second)
    if first.denominator == 1 and _in_hours(first, second, order=order):
        return ControlPeriod(second * HOUR, int(first))
    turned = order if sure is None else sure
    if turned is None:
        turned = second.denominator != 1 or (first == USUAL_CONTROL and second != USUAL_CONTROL)
    return ControlPeriod(second, int(first)) if turned else ControlPeriod(first, int(second))


def spread(periods: Sequence[ControlPeriod], increments: Sequence[Fraction]) -> Fraction:
    """The increments of single periods as one: what they add to a game of 60 moves, shared out among its moves."""
    if len(set(increments)) <= 1:
        return increments[0] if increments else Fraction(0)
    left, seconds = MOVES_OF_A_GAME, Fraction(0)
    for one, increment in zip(periods, increments, strict=True):
        moves = left if one.moves is None else min(one.moves, left)
        seconds, left = seconds + moves * increment, left - moves
    return seconds / MOVES_OF_A_GAME


def in_words(text: str) -> TimeControl | None:
    """Read a time control from words; None if a word or a number does not fit."""
    text, starts = _cut(FROM_MOVE, text)
    phrase = AFTER_MOVE.search(text)
    late = phrase is not None and _of_increment(text, phrase)
    text, after = _cut(AFTER_MOVE, text)
    tokens = _tokens(_in_minutes(text))
    reading = None if tokens is None else _read(tokens)
    if reading is None:
        return None
    periods, increment = reading
    if late or (phrase is not None and len(periods) == 1 and not IN_MOVES.match(phrase[0])):
        return None
    if phrase is not None and periods[0].moves is None:
        periods[0] = ControlPeriod(periods[0].minutes, after)
    if not increment or starts <= 1:
        return TimeControl(tuple(periods), increment or Fraction(0))
    share = Fraction(max(0, MOVES_OF_A_GAME + 1 - starts), MOVES_OF_A_GAME)
    return TimeControl(tuple(periods), increment * share, tuple(_from_move(periods, increment, starts)))


def _of_increment(text: str, phrase: re.Match[str]) -> bool:
    """Whether `after move 40` says when the increment begins: seconds stand before it, and no number behind it. What
    such a text gives in all is not sure (`from move 41` is)."""
    before = [one for one in TOKEN.finditer(text[: phrase.start()]) if one["number"]]
    behind = any(one["number"] for one in TOKEN.finditer(text, phrase.end()))
    return not behind and bool(before) and before[-1]["seconds"] is not None


def _from_move(periods: Sequence[ControlPeriod], increment: Fraction, starts: int) -> Iterator[Fraction | None]:
    """The increments of the periods if they are given from a move on; None for a period in which that move comes."""
    begins = 1
    for one in periods:
        ends = None if one.moves is None else begins + one.moves
        yield increment if begins >= starts else Fraction(0) if ends is not None and ends <= starts else None
        begins = begins if ends is None else ends


def _cut(pattern: re.Pattern[str], text: str) -> tuple[str, int]:
    """Return the text without a phrase such as `from move 41`, and its number; 0 without one, 1 for the first move."""
    match = pattern.search(text)
    if match is None:
        return text, 0
    figures = next((group for group in match.groups() if group), "1")
    return text[: match.start()] + " " + text[match.end() :], 1 if figures in ORDINALS else int(figures)


def _in_minutes(text: str) -> str:
    """Hours and clock times written as minutes."""

    def minutes(value: Fraction) -> str:
        return f" {value.numerator}÷{value.denominator} min "

    text = text.replace("½", ".5").replace(" .5", " 0.5")
    text = TIMES.sub("/", text)
    text = HALF_ALONE.sub(minutes(Fraction(HALF_HOUR)), text)
    text = HALF.sub(lambda match: minutes(Fraction(int(match[1] or 1) * HOUR + HALF_HOUR)), text)
    text = HOURS_IN_WORDS.sub(lambda match: "1 " if match[1] else "2 ", text)
    text = CLOCK.sub(lambda match: minutes(_clock(match)), text)
    text = HOURS_GLUED.sub(lambda match: minutes(Fraction(int(match[1]) * HOUR + int(match[2]))), text)
    return HOURS.sub(lambda match: minutes(number(match[1]) * HOUR + int(match[2] or match[3] or match[4] or 0)), text)


def _clock(match: re.Match[str]) -> Fraction:
    """1:30 and 1:30:00 are hours; 25:00, with two figures and no seconds behind, is minutes."""
    first, second = int(match[1]), int(match[2])
    if match[3] is None and len(match[1]) > 1:
        return first + Fraction(second, 60)
    return HOUR * first + second + Fraction(int(match[3] or 0), 60)


def _tokens(text: str) -> list[Token] | None:
    """Return the text as tokens without the noise; None if something is not known."""
    text = re.sub(r"\b(?:g|sd|game|partida)\s*/\s*(?=\d)", " ", re.sub(r"\b(?:g|sd)(?=\d)", " ", text))
    found: list[Token] = []
    end = 0
    for match in TOKEN.finditer(text):
        if text[end : match.start()].strip():
            return None
        end = match.end()
        token = _token(match)
        if token is None:
            return None
        if token[0] != "noise":
            found.append(token)
    return None if text[end:].strip() else found


def _token(match: re.Match[str]) -> Token | None:
    if match["number"] is not None:
        kind = (
            "time" if match["minutes"] else "seconds" if match["seconds"] else "moves" if match["moves"] else "number"
        )
        return kind, number(match["number"])
    if match["delay"] is not None:
        return "increment", Fraction(0)
    if match["word"] is not None:
        word = match["word"].rstrip(".")
        if word in vocabulary.INCREMENT:
            return "increment", Fraction(0)
        if word in vocabulary.IN:
            return "slash", Fraction(1)
        return ("noise", Fraction(0)) if word in vocabulary.NOISE else None
    return {"/": "slash", "=": "noise", ".": "break"}.get(match["mark"], "break"), Fraction(0)


def _read(tokens: list[Token]) -> tuple[list[ControlPeriod], Fraction] | None:
    """Return the periods and the increment; None if a number does not fit."""
    periods: list[ControlPeriod] = []
    increment: Fraction | None = None
    order = _order(tokens)
    at = 0
    while at < len(tokens):
        kind, value = tokens[at]
        pair, width = _pair(tokens, at, order)
        if pair is not None:
            periods.append(pair)
        elif kind == "time":
            periods.append(ControlPeriod(value))
        elif kind == "seconds" or (kind == "number" and _is_increment(tokens, at, periods)):
            if increment not in (None, value):
                return None
            increment = value
        elif kind == "number":
            periods.append(ControlPeriod(value))
        elif kind == "moves":
            return None
        at += width
    return (periods, increment or Fraction(0)) if periods else None


def _order(tokens: list[Token]) -> bool | None:
    """Return the order of moves and time of the first pair that shows it for sure; None if no pair does."""
    for (kind, first), (mark, spoken), (other, second) in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if kind == other == "number" and mark == "slash":
            sure = True if spoken or _in_hours(first, second, order=None) else moves_first(first, second)
            if sure is not None:
                return sure
    return None


def _pair(tokens: list[Token], at: int, order: bool | None) -> tuple[ControlPeriod | None, int]:
    """Moves and time side by side, in either order, with or without a slash or an `in`; else nothing, and one token."""
    kind, value = tokens[at]
    slash = at + 1 < len(tokens) and tokens[at + 1][0] == "slash"
    there = at + (2 if slash else 1)
    other, second = tokens[there] if there < len(tokens) else ("", Fraction(0))
    width = there + 1 - at
    if kind == "moves" and other in ("time", "number"):
        return ControlPeriod(second, int(value)), width
    if kind == "time" and (other == "moves" or (slash and other == "number")):
        return ControlPeriod(value, int(second)), width
    if kind == "number" and slash and other == "time":
        return ControlPeriod(second, int(value)), width
    if kind == other == "number" and slash and (second >= NO_CONTROL_BEFORE or _in_hours(value, second, order=order)):
        return period(value, second, order=order), width
    return None, 1


def _in_hours(moves: Fraction, time: Fraction, *, order: bool | None) -> bool:
    """40/2 is 40 moves in two hours, and so is 20/1 behind it; 15/10 is neither, but 15 minutes and 10 seconds."""
    return time <= FEW_HOURS and (NO_CONTROL_BEFORE if order else HALF_HOUR) <= moves <= MOVES_OF_A_GAME


def _is_increment(tokens: list[Token], at: int, periods: list[ControlPeriod]) -> bool:
    """A bare number is the increment if a word says so, or after a period without a limit of moves."""
    beside = [tokens[place][0] for place in (at - 1, at - 2, at + 1) if 0 <= place < len(tokens)]
    named = beside[:1] == ["increment"] or beside[1:2] == ["increment"] or beside[-1:] == ["increment"]
    return bool(periods) and (named or periods[-1].moves is None)
