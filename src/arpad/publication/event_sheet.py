"""Sheets of a tournament to hang up, to sign or to send: headings, paragraphs and tables."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from arpad.locale import Language, date_text, text
from arpad.publication.typesetting import typeset
from arpad.tournament.state import EventState

ColumnKind = Literal["left", "name", "right", "center", "strong"]
SIZE = 10
GAP = 34
"""The space above and below a line of a table, in hundredths of the type."""


class SheetTable(NamedTuple):
    """A table of a sheet: its headings, how each column is set, and the rows."""

    headings: Sequence[str]
    kinds: Sequence[ColumnKind]
    rows: Sequence[Sequence[str]]
    gap: int = GAP


class SheetPart(NamedTuple):
    """A part of a sheet."""

    heading: str = ""
    paragraphs: Sequence[str] = ()
    table: SheetTable | None = None


def event_sheet(
    state: EventState,
    title: str,
    parts: Sequence[SheetPart],
    language: Language = "en",
    *,
    flipped: bool = False,
    size: int = SIZE,
) -> bytes:
    """Return a sheet of an event as PDF."""
    data = {
        "words": {},
        "page": text("form.page", language),
        "title": title,
        "event": {"name": state.laws.name, "where": where_and_when(state, language)},
        "flipped": flipped,
        "size": size,
        "parts": [
            {
                "heading": part.heading,
                "paragraphs": list(part.paragraphs),
                "table": None if part.table is None else _table(part.table),
            }
            for part in parts
        ],
    }
    return typeset("event_sheet", data, language)


def _table(table: SheetTable) -> dict[str, object]:
    return {
        "headings": list(table.headings),
        "kinds": list(table.kinds),
        "rows": [list(row) for row in table.rows],
        "gap": f"0.{table.gap:02}",
    }


def where_and_when(state: EventState, language: Language) -> str:
    """Return the city, the federation and the days of an event."""
    rules = state.laws
    days = " – ".join(dict.fromkeys(date_text(day, language) for day in (rules.start, rules.end) if day))
    return " · ".join(part for part in (rules.city, rules.federation, days) if part)
