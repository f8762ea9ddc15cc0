"""Old headers stand askew over their columns, or are missing. The lines themselves then say where columns begin."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from arpad.reports.rating_lists.columns import RANGES
from arpad.reports.rating_lists.layouts import END, Field, Layout, known_layouts

TWO_NUMBERS = re.compile(r"\s*(\d+)\s+\d+\s*")
FEDERATION = re.compile(r"[A-Z]{3}")


def fitted(layout: Layout, lines: Sequence[str]) -> Layout:
    """The layout with its columns moved to where the lines have their gaps. Today's layouts are left as they are."""
    if layout.width is not None or not lines:
        return layout
    starts = [field.start for field in layout.fields]
    for place in range(1, len(starts)):
        after = starts[place + 1] if place + 1 < len(starts) else starts[place] + 12
        starts[place] = _gap(lines, starts[place], starts[place - 1] + 1, after)
    fields = [
        Field(field.name, start, stop)
        for field, (start, stop) in zip(layout.fields, pairwise([*starts, END]), strict=True)
    ]
    return replace(layout, fields=tuple(_with_games(fields, lines)))


def _cuts(lines: Sequence[str], place: int) -> int:
    """In how many lines a column that begins here would cut a word in two."""
    return sum(len(line) > place and line[place - 1] != " " and line[place] != " " for line in lines)


def _gap(lines: Sequence[str], start: int, least: int, most: int) -> int:
    """The place nearest to `start` where next to no line is cut; a value that fills its column may touch the next."""
    few = len(lines) // 50
    candidates = sorted(range(least, most), key=lambda place: (abs(place - start), place))
    return next((place for place in candidates if _cuts(lines, place) <= few), start)


def _with_games(fields: Sequence[Field], lines: Sequence[str]) -> list[Field]:
    """Some headers have no word for the games, or have it too far right: two numbers then stand below the rating."""
    place = next(place for place, field in enumerate(fields) if field.name == "rating")
    rating, following = fields[place], fields[place + 1 :]
    both = [found for line in lines if (found := TWO_NUMBERS.fullmatch(line[rating.start : rating.stop]))]
    if 2 * len(both) <= len(lines):
        return list(fields)
    middle = rating.start + max(found.end(1) for found in both)
    split = [Field("rating", rating.start, middle), Field("games", middle, rating.stop)]
    if following and following[0].name == "games":
        split[1] = replace(split[1], stop=following[0].stop)
        following = following[1:]
    return [*fields[:place], *split, *following]


def guessed(lines: Sequence[str]) -> Layout | None:
    """The layout of a list without a header: the first that fits nine lines of ten."""
    lengths = [len(line) for line in lines]
    usual = max(set(lengths), key=lengths.count, default=0)
    layouts = known_layouts()
    by_length = [layout for layout in layouts if layout.width == usual]
    longest = max((len(line.rstrip()) for line in lines), default=0)
    others = [layout for layout in layouts if layout.width is None or _reaches(layout, longest)]
    for layout in (*by_length, *others):
        placed = fitted(layout, lines)
        if lines and 10 * sum(_plausible(placed, line) for line in lines) >= 9 * len(lines):
            return placed
    return None


def _reaches(layout: Layout, longest: int) -> bool:
    born = layout.field("born")
    return layout.width is not None and born is not None and born.start < longest <= layout.width


def _plausible(layout: Layout, line: str) -> bool:
    cells = {field.name: line[field.start : field.stop].strip() for field in layout.named}
    numbers = [cells[name] for name in RANGES if name in cells and name != "born"]
    return (
        cells["id"].isdecimal()
        and bool(cells["name"])
        and not cells["name"][0].isdecimal()
        and (not cells["federation"] or FEDERATION.fullmatch(cells["federation"]) is not None)
        and all(not number or number.isdecimal() for number in numbers)
        and len(cells["rating"]) in (0, 1, 3, 4)
    )
