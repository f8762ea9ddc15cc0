"""What a paper shows, apart from how it is drawn: a title, facts, tables, notes. Pages may show the same."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from arpad.publication.event_papers.words import Told

PaperColumnKind = Literal[
    "left", "name", "right", "center", "quiet", "strong", "result", "box", "write", "grid", "room"
]
"""How a column is set: a name takes the room that is left; `quiet` and `right` to the right, the first of them paler;
`box` is a frame to write a result in, `grid` a cell of a crosstable, `write` a cell to write a number in,
`room` a part of the line to write on."""


WRITTEN_IN: frozenset[PaperColumnKind] = frozenset({"result", "box", "write", "grid", "room"})


class PaperColumn(NamedTuple):
    """A column of a paper, with the words above it in each language."""

    heading: Told
    kind: PaperColumnKind = "left"


class PaperTable(NamedTuple):
    """A table of a paper. `across`: how many such columns of rows stand side by side on a page; `tall`: lines that are
    written on by hand."""

    columns: tuple[PaperColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    heading: Told = ()
    across: int = 1
    tall: bool = False


class PaperFact(NamedTuple):
    """A fact of the strip below the head of a paper; without a value it is written there by hand."""

    name: Told
    value: str


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper of tables. `mark` is said above all else, such as that a round is a draft; `address` is the page of the
    same, printed as a QR code."""

    title: Told
    facts: tuple[PaperFact, ...] = ()
    tables: tuple[PaperTable, ...] = ()
    notes: tuple[str, ...] = ()
    mark: Told = ()
    address: str = ""


def without_empty(table: PaperTable) -> PaperTable:
    """Return a table without the columns that nobody fills, but for those to write in."""
    kept = [
        place
        for place, column in enumerate(table.columns)
        if column.kind in WRITTEN_IN or not table.rows or any(row[place] for row in table.rows)
    ]
    return table._replace(
        columns=tuple(table.columns[place] for place in kept),
        rows=tuple(tuple(row[place] for place in kept) for row in table.rows),
    )
