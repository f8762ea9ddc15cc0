"""Output of commands: tables and wrapped text for terminals, exact JSON for programs, and findings."""

import os
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from arpad.cli.options import Shared
from arpad.documents.document import Document, plain, word_rows
from arpad.documents.fields import ShownFields, in_words
from arpad.documents.findings import Document as FindingDocument
from arpad.documents.findings import Folded, findings_json, folded
from arpad.documents.json import dumps
from arpad.documents.steps import Explanation, as_html, as_json, sentence, walk
from arpad.domain.findings import Finding
from arpad.i18n import ArpadError, Language, has, hundredths, number, text
from arpad.library.files import write_file

# Text on a terminal or in a pipe: styles, lines that wrap at words, tables that fit the width.

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
    for place in range(max(map(len, parts), default=1)):
        line = []
        for part, (_, left), limit in zip(parts, columns, widths, strict=True):
            words = part[place] if place < len(part) else ""
            blank = " " * (limit - cells(words))
            line.append(styled(words, style) + blank if left else blank + styled(words, style))
        print(GAP.join(line).rstrip())


# How results are shown: tables for people, exact JSON for programs, trails in either.

T = TypeVar("T")
write_bytes = write_file


def print_json(document: object) -> None:
    print(dumps(document))


def table(
    language: Language, headings: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[int] = (0,)
) -> None:
    """Print a table; `headings` are keys of the catalogue, the columns in `left` are set left, the others right."""
    columns = [
        (text(f"table.{heading}", language) if has(f"table.{heading}") else heading, place in left)
        for place, heading in enumerate(headings)
    ]
    print_table(columns, list(rows))


def fields_table(
    language: Language,
    fields: ShownFields[T] | type[Document],
    things: Iterable[T],
    names: Sequence[str],
    left: Sequence[int] = (0,),
) -> None:
    """Print a table of things by their declared fields."""
    if isinstance(fields, ShownFields):
        shown = fields.in_words(things, names, language)
    else:
        shown = word_rows(fields, things, language, names)
    table(language, shown.headings, shown.rows, left)


def cell(value: int | None) -> str:
    """Return a whole number for a table, empty if there is none."""
    return "" if value is None else str(value)


HUNDREDTHS = ("expected", "expected_score", "percentage", "result", "change")
"""Attributes of results in whole hundredths, which tables show with both digits."""


def result_cells(result: Document, names: Iterable[str], language: Language) -> dict[str, str]:
    """Return attributes of a result of the engine for a row of a table, what was won or lost with its sign."""
    values, cells = result.document(language), {}
    for name in names:
        value = getattr(result, name) if name == "average" else values[name]
        if name in HUNDREDTHS and value is not None:
            value = hundredths(getattr(result, name))
        signed = name in ("result", "change") and value is not None
        cells[name] = number(value, language, sign=True) if signed else in_words(value, language)
    return cells


def line(words: str = "", style: str = "") -> None:
    """Print words, wrapped at the width."""
    for part in wrapped(words, width()):
        print(styled(part, style))


def tell(settings: Shared, document: object, words: str, *more: str, style: str = "bold") -> None:
    """Print what was done in one line, with more lines below it; or the document."""
    if settings.as_json:
        print_json(plain(document, settings.language))
        return
    line(words, style)
    for further in more:
        line(further)


def tell_written(settings: Shared, document: Mapping[str, object], counts: str) -> None:
    """Tell where the `output` of a document is, with counts in the words of a message; or print the document."""
    words = text("label.written", settings.language, file=document["output"])
    tell(settings, document, f"{words} – {text(counts, settings.language, **document)}")


def trail(steps: Explanation, language: Language, title: bool = True) -> None:
    """Print the reasons as an indented list with their articles."""
    if title:
        line()
        line(text("label.why", language), style="bold")
    margin = max((len(step.article.number) for _, step in walk(steps)), default=0) + 2
    for depth, step in walk(steps):
        indent = " " * (2 * depth)
        article = styled(step.article.number, "yellow") + " " * (margin - len(step.article.number))
        for part in wrapped(sentence(step, language), max(width() - margin - len(indent), 1)):
            print(article + indent + styled(part, "dim" if depth else ""))
            article = " " * margin


def answer(settings: Shared, document: dict[str, Any], words: str, steps: Explanation, explain: bool = True) -> None:
    """Print a result in one line, with its reasons if wanted, or its reasons alone; or the document, with its steps."""
    if settings.as_json:
        print_json(document | {"steps": as_json(steps, settings.language)})
        return
    if words:
        line(words, style="bold")
    if explain:
        trail(steps, settings.language, title=bool(words))


def make_folder(folder: Path) -> None:
    """Make a folder, unless it is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise ArpadError("file-unwritable", file=str(folder), problem=problem.strerror or str(problem)) from None


def write_html(settings: Shared, steps: Explanation, title: str, file: Path) -> None:
    """Write the reasons to an HTML page."""
    write_bytes(file, as_html(steps, settings.language, title, settings.regulations.sources).encode())


# Findings on the screen.


def show_findings(findings: Sequence[Finding], language: Language, everything: bool | None = None) -> None:
    """Print a table of the findings: one row for each kind, or every finding. None: there is no --all."""
    documents = findings_json(findings, language)
    rows = fold(documents, language, everything)
    if rows:
        headings = ["severity", "line", "player", "round", "article", "finding"]
        table(language, headings, [_row(row, language) for row in rows], left=(0, 2, 4, 5))
    if everything is False and len(rows) < len(documents):
        line(text("label.folded", language, count=len(documents)), style="dim")


def fold(documents: Sequence[FindingDocument], language: Language, everything: bool | None) -> list[Folded]:
    """Return one row for each kind of findings, or one for each finding."""
    if everything:
        return [Folded(document["message"], (document,)) for document in documents]
    return folded(documents, language)


def _row(row: Folded, language: Language) -> list[str]:
    finding = row.first
    alone = len(row.findings) == 1
    return [
        text(f"severity.{finding['severity']}", language),
        _place(finding),
        player_of(row),
        str(finding["round"]) if alone and finding["round"] is not None else "",
        finding["article"] or "",
        row.message,
    ]


def player_of(row: Folded) -> str:
    """Return the player of a row, if there is only one."""
    finding = row.first
    if len(row.findings) > 1 or finding["player"] is None:
        return ""
    return finding["who"] or str(finding["player"])


def _place(finding: FindingDocument) -> str:
    if finding["line"] is None:
        return ""
    return f"{finding['line']}:{finding['column']}" if finding["column"] else str(finding["line"])
