"""Sheets of a tournament to hang up, to sign or to send: headings, paragraphs and tables."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from arpad.i18n import Language, date_text, text
from arpad.publication.typesetting import typeset
from arpad.tournament.rules import EventRules
from arpad.tournament.state import EventState

ColumnKind = Literal["left", "name", "right", "center", "strong"]


class SheetTable(NamedTuple):
    """A table of a sheet: its headings, how each column is set, and the rows."""

    headings: Sequence[str]
    kinds: Sequence[ColumnKind]
    rows: Sequence[Sequence[str]]


class SheetPart(NamedTuple):
    """A part of a sheet."""

    heading: str = ""
    paragraphs: Sequence[str] = ()
    table: SheetTable | None = None


def event_sheet(state: EventState, title: str, parts: Sequence[SheetPart], language: Language = "en") -> bytes:
    """Return a sheet of an event as PDF."""
    return titled_sheet(state.laws.name, where_and_when(state.laws, language), title, parts, language)


def titled_sheet(name: str, where: str, title: str, parts: Sequence[SheetPart], language: Language = "en") -> bytes:
    """Return a sheet as PDF: its title, the name of an event, where and when it is, and the parts."""
    data = {
        "words": {},
        "page": text("form.page", language),
        "title": title,
        "event": {"name": name, "where": where},
        "parts": [
            {
                "heading": part.heading,
                "paragraphs": list(part.paragraphs),
                "table": None if part.table is None else part.table._asdict(),
            }
            for part in parts
        ],
    }
    return typeset("event_sheet", data, language)


def sheet_markdown(name: str, where: str, title: str, parts: Sequence[SheetPart]) -> str:
    """Return a sheet as Markdown, for programs that write on."""
    lines = [f"# {title}", "", f"**{name}**" + (f" · {where}" if where else ""), ""]
    for part in parts:
        lines += [f"## {part.heading}", ""] if part.heading else []
        for paragraph in part.paragraphs:
            lines += [paragraph, ""]
        if part.table is not None:
            lines += [_line(part.table.headings), _line(["---"] * len(part.table.headings))]
            lines += [*(_line(row) for row in part.table.rows), ""]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


def where_and_when(rules: EventRules, language: Language) -> str:
    """Return the city, the federation and the days of an event."""
    days = " – ".join(dict.fromkeys(date_text(day, language) for day in (rules.start, rules.end) if day))
    return " · ".join(part for part in (rules.city, rules.federation, days) if part)
