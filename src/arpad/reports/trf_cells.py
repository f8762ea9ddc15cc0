"""The rounds of many 001 records, checked at a stroke: which lines have a round that must be read with care.

Every character of a round is given a few bits by what it can mean at its place. The bits of a round's characters
together are its class, and whether there is anything odd about a round depends on its class alone. A class is one byte
and all rounds of a file are one number, so the characters of every round are joined with a handful of operations.
"""

from collections.abc import Callable
from itertools import product

from arpad.domain.event import BYES
from arpad.reports.trf_rounds import RESULTS, WIDTH, read_round

DIGIT, NOT_ZERO, MISALIGNED, DASH, BYE, GAME, BAD = (1 << bit for bit in range(7))
BLANK = ord(" ")


def _table(meaning: Callable[[str], int]) -> bytes:
    """The bits of every byte; a blank has none."""
    return bytes(0 if byte == BLANK else meaning(chr(byte)) for byte in range(256))


def _opponent(character: str) -> int:
    if character not in "0123456789":
        return BAD
    return DIGIT if character == "0" else DIGIT | NOT_ZERO


def _colour(character: str) -> int:
    return {"w": 0, "b": 0, "-": DASH}.get(character, BAD)


def _result(character: str) -> int:
    result = RESULTS.get(character.upper())
    return BAD if result is None else BYE if result in BYES else GAME


def _separator(_character: str) -> int:
    return BAD


TABLES = [
    _table({5: _colour, 7: _result}.get(at, _opponent if at < 4 else _separator)) for at in range(WIDTH)
]  # fmt: skip


def classes_of(cells: bytes) -> bytes:
    """The class of each round, of ten characters each."""
    count = len(cells) // WIDTH
    blank = b" " * count
    found = []
    for at, table in enumerate(TABLES):
        column = cells[at::WIDTH]
        found.append(0 if column == blank else int.from_bytes(column.translate(table), "little"))
    one, two, three, four, *others = found
    every_digit = int.from_bytes(bytes([DIGIT]) * count, "little")
    # A digit that has a blank behind it: bits of the left one that the right one lacks.
    gaps = ((one | two) ^ two | (two | three) ^ three | (three | four) ^ four) & every_digit
    together = one | two | three | four | gaps * (MISALIGNED // DIGIT)
    for bits in others:
        together |= bits
    return together.to_bytes(count, "little")


def _clean_classes() -> bytes:
    """The classes without oddity, by reading a round of each."""
    rounds = [
        f"{opponent} {colour} {result}  " for opponent, colour, result in product(("    ", "0000", "  12"), "w-", " 1H")
    ]
    return bytes(classes_of(text.encode())[0] for text in rounds if not read_round(text, 1)[1])


CLEAN = _clean_classes()


def odd_lines(cells: bytes, rounds: int) -> set[int]:
    """Which lines, counted from 0 and of so many rounds each, have a round that must be read with care."""
    classes = classes_of(cells)
    if not classes.translate(None, CLEAN):
        return set()
    return {at // rounds for at, kind in enumerate(classes) if kind not in CLEAN}
