"""Standings to hang up: the table, the crosstable, several editions side by side, and the reasons."""

from typing import NamedTuple

from arpad.documents.steps import Trail, sentence, walk
from arpad.domain.event import Event
from arpad.i18n import Language, text
from arpad.publication.form_1 import event_data
from arpad.publication.typesetting import typeset, words
from arpad.standings.table import StandingsTable
from arpad.standings.tables import ToldColumn, ToldTable, heading, under

UPRIGHT = 100
"""A line with more signs than this needs the page on its side."""
GAP = 2
LONGEST_NAME = 28
"""A longer name is set smaller, so that one name does not make the whole table small."""
MOST_RESULTS = 40
"""More columns of results are printed as several tables, one below the other."""

MARKED = ("points", "result", "edition", "changed")
"""Columns that are printed in a way of their own."""


def standings_sheet(told: ToldTable, event: Event, language: Language = "en") -> bytes:
    """Return a table as PDF on A4, on its side if it is wide; the head is repeated on every page."""
    parts = [_part(told, columns) for columns in _divided(told)]
    signs = max(sum(len(cell) + GAP for cell in part.widest) for part in parts)
    data = {
        "words": words("standings.sheet", language),
        "title": told.title,
        "event": event_data(event, language),
        "flipped": signs > UPRIGHT,
        "parts": [part._asdict() for part in parts],
        "legend": list(told.legend),
    }
    return typeset("standings_sheet", data, language)


def _divided(told: ToldTable) -> list[list[int]]:
    """Return the columns of each part of a table: all of them, unless there are too many results."""
    results = [place for place, column in enumerate(told.columns) if column.name == "result"]
    if len(results) <= MOST_RESULTS:
        return [list(range(len(told.columns)))]
    before, after = range(results[0]), range(results[-1] + 1, len(told.columns))
    some = [results[at : at + MOST_RESULTS] for at in range(0, len(results), MOST_RESULTS)]
    return [[*before, *part, *after] for part in some]


class _Part(NamedTuple):
    """Some columns of a table, with the widest text of each, by which the size of the type is chosen."""

    headings: list[str]
    kinds: list[str]
    widest: list[str]
    rows: list[list[str]]


def _part(told: ToldTable, places: list[int]) -> _Part:
    columns = [told.columns[place] for place in places]
    rows = [[row[place] for place in places] for row in told.rows]
    return _Part(
        [column.heading for column in columns],
        [_kind(column) for column in columns],
        [_widest(column, [row[at] for row in rows]) for at, column in enumerate(columns)],
        rows,
    )


def _kind(column: ToldColumn) -> str:
    if column.name in ("name", "team"):
        return "name"
    return column.name if column.name in MARKED else "left" if column.left else "right"


def _widest(column: ToldColumn, cells: list[str]) -> str:
    found = max((column.heading, *cells), key=len)
    return found[:LONGEST_NAME] if _kind(column) == "name" else found


def standings_reasons(table: StandingsTable, steps: Trail, event: Event, language: Language = "en") -> bytes:
    """Return the reasons of one contestant, or of the order of two, as PDF on A4."""
    lines = [
        {"depth": depth, "text": sentence(step, language), "article": step.article.number}
        for depth, step in walk(steps)
    ]
    data = {
        "words": words("standings.sheet", language),
        "title": text("standings.sheet.reasons", language),
        "event": event_data(event, language),
        "lines": lines,
        "legend": [heading(table.competition, language), under(table, language)],
    }
    return typeset("standings_reasons", data, language)
