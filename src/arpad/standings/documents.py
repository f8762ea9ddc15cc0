"""The standings as JSON, and as rows of a CSV file."""

from collections.abc import Sequence
from typing import Any

from arpad.locale import Language
from arpad.standings.table import StandingsRow, StandingsTable, decimal_text, shared_ranks
from arpad.trail.fields import Table
from arpad.trail.findings import findings_json

FIXED = ("rank", "number", "name", "points")


def standings_document(
    table: StandingsTable, language: Language, rows: Sequence[StandingsRow] | None = None
) -> dict[str, Any]:
    """The standings as the contract has them. `rows`: those of a group, or in another order."""
    shown = table.rows if rows is None else rows
    document: dict[str, Any] = {
        "edition": table.edition.id,
        "round": table.competition.counted,
        "system": table.competition.kind,
        "tie_breaks": list(table.tie_breaks),
        "list_from": table.chosen.origin,
        "dropped": [tie_break.code for tie_break in table.chosen.dropped],
        "rows": [row_document(table, row) for row in shown],
        "shared": list(shared_ranks(shown)),
    }
    if table.findings:
        document["findings"] = findings_json(table.findings, language)
    return document


def row_document(table: StandingsTable, row: StandingsRow) -> dict[str, Any]:
    """A row of the standings."""
    return {
        "rank": row.rank,
        "number": row.number,
        "name": row.name,
        "points": row.points,
        "values": dict(zip(table.tie_breaks, row.values, strict=True)),
    }


def standings_rows(table: StandingsTable, rows: Sequence[StandingsRow]) -> Table:
    """The standings for a CSV file: one row for each contestant, undefined values empty."""
    return Table(
        [*FIXED, *table.tie_breaks],
        [[row.rank, row.number, row.name, decimal_text(row.points), *row.values] for row in rows],
    )
