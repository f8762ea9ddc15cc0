"""One event under several editions: who changes place."""

from collections.abc import Sequence
from typing import NamedTuple

from arpad.documents.fields import Table
from arpad.i18n import Language
from arpad.standings.documents import standings_document
from arpad.standings.shapes import StandingsComparisonDocument
from arpad.standings.table import StandingsTable


class ComparedPlace(NamedTuple):
    """A contestant's rank under each edition, in the order of the editions; None where they are not ranked."""

    number: int
    name: str
    ranks: tuple[int | None, ...]

    @property
    def changes(self) -> bool:
        return len(set(self.ranks)) > 1


def compare_places(tables: Sequence[StandingsTable]) -> tuple[ComparedPlace, ...]:
    """Everybody's ranks under several editions, in the order of the first; those it does not rank come last."""
    ranks = [{row.number: row.rank for row in table.rows} for table in tables]
    names = {row.number: row.name for table in tables for row in table.rows}
    return tuple(
        [ComparedPlace(number, name, tuple([under.get(number) for under in ranks])) for number, name in names.items()]
    )


def comparison_document(tables: Sequence[StandingsTable], language: Language) -> StandingsComparisonDocument:
    """The standings under each edition, and who changes place."""
    ids = [table.edition.id for table in tables]
    return {
        "round": tables[0].competition.counted,
        "editions": [standings_document(table, language) for table in tables],
        "places": [
            {
                "number": place.number,
                "name": place.name,
                "ranks": dict(zip(ids, place.ranks, strict=True)),
                "changes": place.changes,
            }
            for place in compare_places(tables)
        ],
    }


def comparison_rows(tables: Sequence[StandingsTable]) -> Table:
    """Everybody's ranks under several editions, for a CSV file."""
    return Table(
        ["number", "name", *(table.edition.id for table in tables), "changes"],
        [[place.number, place.name, *place.ranks, place.changes] for place in compare_places(tables)],
    )
