"""The standings as JSON, and as rows of a CSV file."""

from collections.abc import Mapping, Sequence

from arpad.documents.fields import Table
from arpad.documents.findings import findings_json
from arpad.i18n import Language
from arpad.standings.shapes import LeftDocument, StandingsDocument, StandingsRowDocument
from arpad.standings.table import Departure, StandingsRow, StandingsTable, decimal_text, shared_ranks

FIXED = ("rank", "number", "name", "points")


def standings_document(
    table: StandingsTable,
    language: Language,
    rows: Sequence[StandingsRow] | None = None,
    ids: Mapping[int, str] | None = None,
) -> StandingsDocument:
    """The standings as the contract has them. `rows`: those of a group, or in another order; `ids`: the players of the
    office by their starting numbers."""
    shown = table.rows if rows is None else rows
    document: StandingsDocument = {
        "edition": table.edition_id,
        "round": table.competition.counted,
        "system": table.competition.kind,
        "tie_breaks": list(table.tie_breaks),
        "list_from": table.chosen.origin,
        "dropped": [tie_break.code for tie_break in table.chosen.dropped],
        "rows": [row_document(table, row, ids) for row in shown],
        "shared": list(shared_ranks(shown)),
    }
    if table.not_ranked:
        document["not_ranked"] = [
            {"number": one.number, "name": one.name, "points": one.points, "left": left_document(one.left),
             "article": one.article.number}
            for one in table.not_ranked
        ]  # fmt: skip
    if table.findings:
        document["findings"] = findings_json(table.findings, language)
    return document


def row_document(
    table: StandingsTable, row: StandingsRow, ids: Mapping[int, str] | None = None
) -> StandingsRowDocument:
    """A row of the standings."""
    document: StandingsRowDocument = {
        "rank": row.rank,
        "number": row.number,
        "name": row.name,
        "points": row.points,
        "values": dict(zip(table.tie_breaks, row.values, strict=True)),
    }
    if row.number in table.left:
        document["left"] = left_document(table.left[row.number])
    if ids is not None:
        document["id"] = ids.get(row.number)
    return document


def left_document(left: Departure) -> LeftDocument:
    """How somebody left, and the first round without them."""
    return {"kind": left.kind, "round": left.round}


def standings_rows(table: StandingsTable, rows: Sequence[StandingsRow]) -> Table:
    """The standings for a CSV file: one row for each contestant, undefined values empty. If somebody has left, a last
    column has the marks, and those without a place come last."""
    head = [*FIXED, *table.tie_breaks]
    found: list[list[object]] = [
        [row.rank, row.number, row.name, decimal_text(row.points), *row.values] for row in rows
    ]
    if not table.left:
        return Table(head, found)
    marks = [table.left[row.number].mark if row.number in table.left else "" for row in rows]
    marked = [[*cells, mark] for cells, mark in zip(found, marks, strict=True)]
    none = [""] * len(table.tie_breaks)
    last = [["", one.number, one.name, decimal_text(one.points), *none, one.left.mark] for one in table.not_ranked]
    return Table([*head, "left"], [*marked, *last])
