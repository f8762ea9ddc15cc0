"""How results are shown: tables for people, exact JSON for programs, trails in either."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from arpad.cli.shared import Shared
from arpad.cli.terminal import print_line, print_table, styled, width, wrapped
from arpad.documents.fields import ShownFields
from arpad.documents.json import dumps
from arpad.documents.steps import Trail, as_html, as_json, sentence, walk
from arpad.i18n import ArpadError, Language, has, text
from arpad.library.files import write_file

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
    language: Language, fields: ShownFields[T], things: Iterable[T], names: Sequence[str], left: Sequence[int] = (0,)
) -> None:
    """Print a table of things by their declared fields."""
    shown = fields.told(things, names, language)
    table(language, shown.headings, shown.rows, left)


def cell(value: int | None) -> str:
    """Return a whole number for a table, empty if there is none."""
    return "" if value is None else str(value)


def line(words: str = "", style: str = "") -> None:
    print_line(words, style)


def tell(settings: Shared, document: object, words: str, *more: str, style: str = "bold") -> None:
    """Print what was done in one line, with more lines below it; or the document."""
    if settings.as_json:
        print_json(document)
        return
    line(words, style)
    for further in more:
        line(further)


def tell_written(settings: Shared, document: Mapping[str, object], counts: str) -> None:
    """Tell where the `output` of a document is, with counts in the words of a message; or print the document."""
    words = text("label.written", settings.language, file=document["output"])
    tell(settings, document, f"{words} – {text(counts, settings.language, **document)}")


def trail(steps: Trail, language: Language, title: bool = True) -> None:
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


def answer(settings: Shared, document: dict[str, object], words: str, steps: Trail, explain: bool) -> None:
    """Print a result in one line, with its reasons if wanted; or the document, with its steps."""
    if settings.as_json:
        print_json(document | {"steps": as_json(steps, settings.language)})
        return
    line(words, style="bold")
    if explain:
        trail(steps, settings.language)


def make_folder(folder: Path) -> None:
    """Make a folder, unless it is there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise ArpadError("file-unwritable", file=str(folder), problem=problem.strerror or str(problem)) from None


def write_html(settings: Shared, steps: Trail, title: str, file: Path) -> None:
    """Write the reasons to an HTML page."""
    write_bytes(file, as_html(steps, settings.language, title, settings.regulations.sources).encode())
