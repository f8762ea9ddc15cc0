"""Whole numbers of four characters, as ranks, ratings and opponents are written."""

import re
from array import array
from collections.abc import Sequence
from functools import lru_cache
from sys import byteorder

from arpad.reports.trf_block import Block

WELL_WRITTEN = re.compile(rb" {0,4}[0-9]{0,4}")
DIGITS_OR_BLANK = b"0123456789 "
VALUES = bytes(byte - ord("0") if chr(byte) in "0123456789" else 0 for byte in range(256))
BLANKS = bytes(byte == ord(" ") for byte in range(256))


class Numbers(dict[bytes, int | None]):
    """What four characters say: a number, None where they are blank or 0. A KeyError where they are no number or not
    at the right. It remembers the at most 11 111 keys there can be."""

    def __missing__(self, key: bytes) -> int | None:
        if len(key) != 4 or WELL_WRITTEN.fullmatch(key) is None:
            raise KeyError(key)
        value = self[key] = int(key) or None if key.strip() else None
        return value


NUMBERS = Numbers()


@lru_cache(maxsize=64)
def _counting(count: int) -> tuple[bytes, ...]:
    """The four columns of the numbers from 1 on."""
    text = b"".join(b"%4d" % number for number in range(1, count + 1))
    return tuple(text[at::4] for at in range(4))


def counted_from_one(block: Block, start: int) -> bool:
    """Whether the lines are numbered one by one from 1 on, as starting ranks nearly always are."""
    return block.count < 10_000 and all(
        block.column(start + at) == column for at, column in enumerate(_counting(block.count))
    )


def numbers_at(block: Block, starts: Sequence[int]) -> list[int]:
    """The numbers that all lines have from some places on, those of the first place first; nothing where one of them
    is not well written. A blank counts as 0.

    All are reckoned with at once: each of the four columns is one large integer with 16 bits for every number, and
    times 10 plus the next column is done once for the file.
    """
    columns = [b"".join([block.column(start + at) for start in starts]) for at in range(4)]
    if b"".join(columns).translate(None, DIGITS_OR_BLANK):
        return []
    one, two, three, four = [int.from_bytes(column.translate(BLANKS), "little") for column in columns]
    if (one | two) ^ one or (two | three) ^ two or (three | four) ^ three:  # a blank behind a digit
        return []
    total, lanes = 0, bytearray(2 * len(columns[0]))
    for column in columns:
        lanes[::2] = column.translate(VALUES)
        total = total * 10 + int.from_bytes(lanes, "little")
    values = array("H", total.to_bytes(len(lanes), "little"))
    if byteorder == "big":
        values.byteswap()
    return values.tolist()
