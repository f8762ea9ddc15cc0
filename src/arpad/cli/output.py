"""How results are shown: rich tables for people, exact JSON for programs, trails in either."""

import shutil
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arpad.cli.shared import Shared
from arpad.locale import ArpadError, Language, has, text
from arpad.trail import Trail, as_html, as_json, dumps, sentence, walk

PIPE_WIDTH = 120


def console() -> Console:
    """Standard output; wide enough for a table where nobody says how wide it is."""
    width = None if sys.stdout.isatty() else max(PIPE_WIDTH, shutil.get_terminal_size((PIPE_WIDTH, 24)).columns)
    return Console(width=width, highlight=False)


def print_json(document: object) -> None:
    print(dumps(document))


def table(
    language: Language, headings: Sequence[str], rows: Iterable[Sequence[str]], left: Sequence[int] = (0,)
) -> None:
    """A table; `headings` are keys of the catalogue, the columns in `left` are set left, the others right."""
    shown = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for place, heading in enumerate(headings):
        words = text(f"table.{heading}", language) if has(f"table.{heading}") else heading
        shown.add_column(words, justify="left" if place in left else "right", overflow="fold")
    for row in rows:
        shown.add_row(*(Text(cell) for cell in row))
    console().print(shown)


def line(words: str = "", style: str | None = None) -> None:
    console().print(Text(words), style=style)


def trail(steps: Trail, language: Language, title: bool = True) -> None:
    """The reasons as an indented list with their articles."""
    if title:
        line()
        line(text("label.why", language), style="bold")
    width = max((len(step.article.number) for _, step in walk(steps)), default=0) + 2
    for depth, step in walk(steps):
        row = Table(box=None, show_header=False, pad_edge=False, padding=0)
        row.add_column(width=width, style="yellow", no_wrap=True)
        row.add_column(overflow="fold")
        row.add_row(
            Text(step.article.number),
            Padding(Text(sentence(step, language), style="dim" if depth else ""), (0, 0, 0, 2 * depth)),
        )
        console().print(row)


def answer(settings: Shared, document: dict[str, object], words: str, steps: Trail, explain: bool) -> None:
    """A result in one line, with its reasons if asked; or the document, with its steps."""
    if settings.as_json:
        print_json(document | {"steps": as_json(steps, settings.language)})
        return
    line(words, style="bold")
    if explain:
        trail(steps, settings.language)


def write_html(settings: Shared, steps: Trail, title: str, file: Path) -> None:
    """The reasons as a page of their own."""
    write_bytes(file, as_html(steps, settings.language, title, settings.regulations.sources).encode())


def write_bytes(file: Path, data: bytes) -> None:
    """A file written whole or not at all."""
    beside = file.with_name(f".{file.name}.part")
    try:
        beside.write_bytes(data)
        beside.replace(file)
    except OSError as problem:
        beside.unlink(missing_ok=True)
        raise ArpadError("file-unwritable", file=str(file), problem=problem.strerror or str(problem)) from None
