"""What a board may have: the results an arbiter enters, the keys for them, and their codes in a report.

A result is a text: `1-0`, `1/2`, `0-1`; `+/-`, `-/+`, `-/-` without a game; `W-L`, `D-D`, `L-W` if not both have moved;
`*` adjourned; and each side by itself if the arbiter decides so: `1/2-0`, `0-0`, `1-1/2`.
"""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from arpad.domain.event import USUAL_POINTS, ResultCode
from arpad.i18n import ArpadError

ADJOURNED = "*"
DRAW_FOR_PAIRING = "1/2"
"""C.04.2.D.1: an adjourned game is a draw until it is finished, for pairing alone."""
CODES: Mapping[str, tuple[ResultCode, ResultCode]] = {
    "1-0": ("1", "0"), "1/2": ("=", "="), "0-1": ("0", "1"),
    "+/-": ("+", "-"), "-/+": ("-", "+"), "-/-": ("-", "-"),
    "W-L": ("W", "L"), "D-D": ("D", "D"), "L-W": ("L", "W"),
}  # fmt: skip
"""The codes of both lines in a report."""
PLAYED = frozenset({"1-0", "1/2", "0-1"})
FORFEITS = frozenset({"+/-", "-/+", "-/-"})
SHORT = frozenset({"W-L", "D-D", "L-W"})
"""Results of games in which not both players have moved: they count, and are not rated."""
SIDES: Mapping[str, ResultCode] = {"1": "1", "1/2": "=", "0": "0"}
UNUSUAL: Mapping[str, tuple[ResultCode, ResultCode]] = {
    f"{white}-{black}": (SIDES[white], SIDES[black])
    for white in SIDES
    for black in SIDES
    if f"{white}-{black}" not in (*PLAYED, "1/2-1/2")
}
"""Laws 10.2 and 12.9: scores that the arbiter gives to each side by itself."""
KNOWN = (*CODES, ADJOURNED, *UNUSUAL)
TYPED: Mapping[str, str] = {
    "1": "1-0", "0": "0-1", "5": "1/2", "=": "1/2", "½": "1/2", "½-½": "1/2", "1/2-1/2": "1/2", "0.5-0.5": "1/2",
    "=-=": "1/2", "+": "+/-", "-": "-/+", "x": "-/-", "X": "-/-", "+--": "+/-", "--+": "-/+", "---": "-/-", "a": "*",
    "A": "*",
}  # fmt: skip
"""What an arbiter may type for a result, besides its own text."""
POINTS = re.compile(r"\d+([./]\d+)?-\d+([./]\d+)?")
"""Points of both sides."""
TWO = 2
"""Words of a line with a result: the board and the result."""


class SideCodes(NamedTuple):
    """The codes of a result in the lines of White and Black; None for a game that is not finished."""

    white: ResultCode | None
    black: ResultCode | None


OPEN = SideCodes(None, None)
SIDE_CODES: Mapping[str, SideCodes] = {result: SideCodes(*both) for result, both in {**UNUSUAL, **CODES}.items()}
RESULT_OF: Mapping[tuple[ResultCode | None, ResultCode | None], str] = {both: one for one, both in SIDE_CODES.items()}
"""The result of a board by the codes of its two lines."""
SWAPPED: Mapping[str, str] = {ADJOURNED: ADJOURNED} | {
    result: RESULT_OF[both.black, both.white] for result, both in SIDE_CODES.items()
}
"""The same result with the players in each other's places."""


def parse_result(typed: str) -> str:
    """Return the result that somebody typed."""
    found = TYPED.get(typed.strip(), typed.strip().replace("½", "1/2").replace("0.5", "1/2"))
    if found in KNOWN:
        return found
    key = "event-result-points" if POINTS.fullmatch(found) else "event-result-code"
    raise ArpadError(key, value=typed, known=", ".join(KNOWN))


class TypedResult(NamedTuple):
    """A result that somebody typed for a board; without a board it is for the next one that has none."""

    board: int | None
    result: str


def parse_results(text: str) -> list[TypedResult]:
    """Read many results: `12 1, 13 =` or one on each line; a result alone is for the next board without one."""
    return [_typed(words, place) for place, words in enumerate(_parts(text), 1) if words]


STOPPED = re.compile(r"(?<![^\s.,;])([0-9]+) *([105=½+xa-])\.", re.IGNORECASE)
"""A board and a key that a full stop ends: nothing else has one, so the board needs no space after it."""


def parse_line(text: str, boards: Sequence[int]) -> list[TypedResult]:
    """Read one line of keys: `12 1, 13 =`; `121.` with a full stop, where the last key is the result; or results alone,
    `1` or `1=0`, which go down these boards in their order.
    Every result that is returned has a board, unless there are more results than boards."""
    results: list[TypedResult] = []
    free = list(boards)
    for place, words in enumerate(_parts(STOPPED.sub(r"\1 \2,", text)), 1):
        if len(words) == 1 and words[0] not in TYPED and words[0].replace("½", "1/2") not in KNOWN:
            typed = [_typed([key], place) for key in words[0]]
        else:
            typed = [_typed(words, place)]
        for typed_result in typed:
            board = typed_result.board if typed_result.board is not None else free[0] if free else None
            free = [known for known in free if known != board]
            results.append(TypedResult(board, typed_result.result))
    return results


def _parts(text: str) -> list[Sequence[str]]:
    lines = (line.split("#")[0] for line in text.splitlines())
    return [part.split() for line in lines for part in re.split("[,;]", line) if part.strip()]


def _typed(words: Sequence[str], place: int) -> TypedResult:
    board = words[0] if len(words) == TWO else None
    if len(words) > TWO or (board is not None and not (board.isascii() and board.isdigit())):
        raise ArpadError("event-results-line", place=place, line=" ".join(words))
    try:
        return TypedResult(None if board is None else int(board), parse_result(words[-1]))
    except ArpadError as problem:
        raise ArpadError("event-results-item", place=place, line=" ".join(words), why=problem) from None


def codes(result: str | None) -> SideCodes:
    """Return the codes of a result, of an adjourned game those of an open one."""
    if result is None or result == ADJOURNED:
        return OPEN
    return SIDE_CODES[result]


def usual_points(result: str | None) -> tuple[Fraction, Fraction]:
    """Return the points of White and Black by the Laws; none for a game that is not finished."""
    white, black = (Fraction(0) if code is None else USUAL_POINTS[code] for code in codes(result))
    return white, black


def is_final(result: str | None) -> bool:
    """Whether nothing more is expected from a board."""
    return result is not None and result != ADJOURNED
