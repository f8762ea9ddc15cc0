"""Text on a terminal or in a pipe: styles, lines that wrap at words, tables that fit the width."""

import os
import shutil
import sys
import unicodedata
from collections.abc import Sequence

PIPE_WIDTH = 120
"""In a pipe nobody says how wide it is: wide enough for most tables."""
GAP = "  "
NARROWEST = 8
"""No column is made narrower than this to let a table fit."""
STYLES = {"bold": "1", "dim": "2", "red": "31", "yellow": "33", "paper": "30;107"}

Column = tuple[str, bool]
"""A heading, and whether the column is set left; the others are set right."""


def width() -> int:
    """Return how many cells a line has."""
    columns = shutil.get_terminal_size((PIPE_WIDTH, 24)).columns
    return columns if sys.stdout.isatty() else max(PIPE_WIDTH, columns)


def styled(words: str, style: str) -> str:
    """Return the words in a style, if the output shows styles: FORCE_COLOR and NO_COLOR decide before the terminal."""
    if not style or not words:
        return words
    shows = sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"
    codes = ";".join(STYLES[name] for name in style.split())
    return f"\x1b[{codes}m{words}\x1b[0m" if shows or os.environ.get("FORCE_COLOR") else words


def cells(words: str) -> int:
    """Return how many cells the words take: a wide letter takes two, a combining mark none."""
    if words.isascii():
        return len(words)
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in words)
    return len(words) + wide - sum(unicodedata.combining(letter) > 0 for letter in words)


def wrapped(words: str, limit: int) -> list[str]:
    """Return the words as lines of at most `limit` cells, broken between words; a longer word is cut."""
    lines = []
    for paragraph in words.split("\n"):
        line = ""
        for word in _words(paragraph):
            if line and cells((line + word).rstrip()) > limit:
                lines.append(line.rstrip())
                line = ""
            line += word
            while cells(line.rstrip()) > limit:
                cut = _fitting(line, limit)
                lines.append(line[:cut])
                line = line[cut:]
        lines.append(line.rstrip())
    return lines


def _words(paragraph: str) -> list[str]:
    """Return each word with the blanks behind it; blanks at the beginning belong to the first word."""
    parts = paragraph.split(" ")
    words = [f"{part} " for part in parts[:-1]] + parts[-1:]
    joined: list[str] = []
    for word in words:
        if joined and (not word.strip() or not joined[-1].strip()):
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def _fitting(line: str, limit: int) -> int:
    """Return how many letters of a line fit into the limit, at least one."""
    count = 1
    while count < len(line) and cells(line[: count + 1]) <= limit:
        count += 1
    return count


def print_line(words: str = "", style: str = "", hanging: str = "") -> None:
    """Print words, wrapped at the width; the lines after the first begin with `hanging`."""
    for number, line in enumerate(wrapped(words, width() - len(hanging))):
        print((hanging if number else "") + styled(line, style))


def print_table(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> None:
    """Print a table; cells that do not fit the width are wrapped."""
    widths = [
        max((cells(part) for cell in (heading, *(row[place] for row in rows)) for part in cell.split("\n")), default=0)
        for place, (heading, _) in enumerate(columns)
    ]
    _narrow(widths, width() - len(GAP) * (len(columns) - 1))
    _print_row([heading for heading, _ in columns], columns, widths, "bold")
    for row in rows:
        _print_row(row, columns, widths, "")


def _narrow(widths: list[int], limit: int) -> None:
    """Take from the widest column until all fit, or until none is wider than the narrowest allowed."""
    while (excess := sum(widths) - limit) > 0 and max(widths) > NARROWEST:
        widest = widths.index(max(widths))
        others = [width for place, width in enumerate(widths) if place != widest]
        widths[widest] = max(widths[widest] - excess, min(max(others, default=0), widths[widest] - 1), NARROWEST)


def _print_row(row: Sequence[str], columns: Sequence[Column], widths: Sequence[int], style: str) -> None:
    parts = [wrapped(cell, max(limit, 1)) for cell, limit in zip(row, widths, strict=True)]
    for number in range(max(map(len, parts), default=1)):
        line = []
        for part, (_, left), limit in zip(parts, columns, widths, strict=True):
            words = part[number] if number < len(part) else ""
            blank = " " * (limit - cells(words))
            line.append(styled(words, style) + blank if left else blank + styled(words, style))
        print(GAP.join(line).rstrip())
