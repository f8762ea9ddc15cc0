"""001 records column by column: what all players have at one place is read together.

A line of which anything is odd is only named here; trf_players reads it again with care, field by field, and makes the
findings. So a doubt costs time and never changes what is read.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from itertools import chain, repeat
from operator import attrgetter, itemgetter
from struct import Struct
from typing import Any

from arpad.domain import Player
from arpad.domain.limits import FIRST_YEAR, LAST_YEAR
from arpad.reports import trf_fields as fields
from arpad.reports.trf_block import Block, Known, Reader
from arpad.reports.trf_cells import odd_lines
from arpad.reports.trf_numbers import counted_from_one, numbers_at
from arpad.reports.trf_rounds import FIRST_COLUMN, WIDTH
from arpad.reports.trf_written_rounds import written

STATIC = FIRST_COLUMN - 1
MOST_SWOLLEN = 1024 * 1024
"""Beyond this, filling up the lines to the longest may not more than double a file."""

LAYOUT = "69x10s12x"
"""Birth; x is skipped: what is read in another way."""

RANK: tuple[int, Reader[int | None]] = (4, fields.read_rank)
NUMBERS: tuple[tuple[int, Reader[int | None]], ...] = ((48, fields.read_rating), (85, fields.read_final_rank))
"""Fields of four characters, and what stands before them."""

NAME = itemgetter(slice(14, 47))
YEAR = attrgetter("year")
MOST_BIRTHS = 20_000
Columns = tuple[Iterable[Any], ...]
_new: Any = tuple.__new__


def _who(text: str) -> tuple[tuple[fields.Sex, str, str], str | None]:
    """Sex, title and federation, of seven characters."""
    sex, odd_sex = fields.read_sex(text[:1])
    title, odd_title = fields.read_title(text[1:4])
    federation, odd_federation = fields.read_federation(text[4:])
    return (sex, title, federation), odd_sex or odd_title or odd_federation


WHO = Known(_who, (9, 10, 11, 12, 53, 54, 55))
POINTS = Known(fields.read_points, range(80, 84))
BIRTHS: dict[bytes, fields.Birth] = {}


def read_columns(
    numbers: Sequence[int], texts: Sequence[str], lengths: set[int], last: int
) -> tuple[list[Player], set[int]]:
    """The players of some lines, and which of them must be read with care instead.

    `lengths` are those that the lines have, `last` is the last round of any of them.
    """
    width = STATIC + WIDTH * last
    if len(texts) * width > MOST_SWOLLEN and len(texts) * width > 2 * sum(map(len, texts)):
        return [Player(0)] * len(texts), set(range(len(texts)))
    block = Block(texts, lengths, width)
    # One flat list and every second of it: 500 rows at the same time would only keep the garbage collector busy.
    cells = list(chain.from_iterable(Struct(f"{LAYOUT}{WIDTH * last}s").iter_unpack(block.data)))
    rounds = cells[1::2]
    if last:
        block.odd |= odd_lines(b"".join(rounds), last)
    ranks, ratings, final_ranks = _numbers(block)
    sexes, titles, federations = _sexes_titles_federations(block)
    years, birthdays = _births(block, cells[0::2])
    found = zip(
        ranks,
        # Without being told what to take away, strip takes half the time.
        map(str.strip, map(NAME, texts)) if block.plain else [NAME(text).strip(" ") for text in texts],
        sexes,
        titles,
        ratings,
        federations,
        _ids(block),
        years,
        birthdays,
        POINTS.of(block) or block.read(fields.read_points, 80, 84),
        final_ranks,
        written(rounds) if last else [()] * len(texts),
        numbers,
        strict=True,
    )
    return list(map(_new, repeat(Player), found)), block.odd


def _numbers(block: Block) -> Columns:
    """Ranks, ratings and final ranks. A player may be without a rating."""
    found: list[Iterable[int | None]] = []
    wanted = NUMBERS
    if counted_from_one(block, RANK[0]):
        found.append(range(1, block.count + 1))
    else:
        wanted = (RANK, *NUMBERS)
    values = numbers_at(block, [start for start, _ in wanted])
    for at, (start, read) in enumerate(wanted):
        own = values[at * block.count : (at + 1) * block.count]
        if own and all(own):
            found.append(own)
        elif own and read is fields.read_rating:
            found.append([value or None for value in own])
        else:
            found.append(block.read(read, start, start + 4))
    return tuple(found)


def _sexes_titles_federations(block: Block) -> Columns:
    if known := WHO.of(block):
        return tuple(zip(*known, strict=True))
    return (
        block.read(fields.read_sex, 9, 10),
        block.read(fields.read_title, 10, 13),
        block.read(fields.read_federation, 53, 56),
    )


def _ids(block: Block) -> Iterable[str]:
    """FIDE IDs: where all end at the right and there are as many words as lines, every line has one word."""
    joined = block.words(57, 68)
    words = joined.decode("ascii").split()
    right = len(words) == block.count and b" " not in block.column(67)
    if right and b" 0" not in joined and not joined.translate(None, b"0123456789 "):
        return words
    return block.read(fields.read_id, 57, 68)


def _births(block: Block, cells: list[bytes]) -> Columns:
    """Years and days of birth."""
    try:
        both = list(map(BIRTHS.__getitem__, cells))
    except KeyError:
        both = _standard_births(cells) or block.read(fields.read_birth, 69, 79)
    return tuple(zip(*both, strict=True))


def _standard_births(cells: list[bytes]) -> list[fields.Birth] | None:
    """Dates of the standard form at one stroke, None where there is any other. They are remembered."""
    joined = b"\n".join(cells)
    slashes = b"/" * len(cells)
    if joined[4::11] != slashes or joined[7::11] != slashes or joined.translate(None, b"0123456789/\n"):
        return None
    try:
        dates = list(map(dt.date.fromisoformat, joined.replace(b"/", b"-").decode("ascii").split("\n")))
    except ValueError:
        return None
    years = list(map(YEAR, dates))
    if min(years) < FIRST_YEAR or max(years) > LAST_YEAR:
        return None
    both: list[fields.Birth] = list(zip(years, dates, strict=True))
    if len(BIRTHS) > MOST_BIRTHS:
        BIRTHS.clear()
    BIRTHS.update(zip(cells, both, strict=True))
    return both
