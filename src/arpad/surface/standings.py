"""The standings of a report, with the reasons of every value."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from arpad.documents.steps import as_text
from arpad.formats.report import Report
from arpad.i18n import Language
from arpad.standings.crosstable import standings_document
from arpad.standings.reasons import explain, explain_pair
from arpad.standings.table import StandingsTable, Wishes
from arpad.standings.table import standings as standings_by
from arpad.surface import values
from arpad.surface.documents import Column, Document, Finding, Passed, Tabular, findings_of
from arpad.surface.who import find_player
from arpad.surface.wording import public

MOST_ROUNDS = 999


@dataclass(frozen=True, slots=True, repr=False)
class Standing:
    """A place in the standings. `number` is the starting rank, of a team its number; `tie_breaks` are exact decimals as
    texts, by their codes."""

    rank: int
    number: int
    name: str
    points: Decimal
    tie_breaks: Mapping[str, str | None]

    def __repr__(self) -> str:
        return f"<{self.rank}. {self.name} {self.points}>"


class Standings(Document, Tabular):
    """The standings of an event: places in their order."""

    __slots__ = ("_report", "_table")

    def __init__(self, table: StandingsTable, report: Report) -> None:
        self._table, self._report = table, report

    edition = Passed[str]("_table.edition.id", "The edition of the tie-breaks.")
    tie_breaks = Passed[tuple[str, ...]]("_table.tie_breaks", "The codes of the tie-breaks after the score.")

    @property
    def rows(self) -> tuple[Standing, ...]:
        names = self._table.tie_breaks
        return tuple(
            Standing(
                row.rank,
                row.number,
                row.name,
                values.exact_decimal(row.points),
                dict(zip(names, row.values, strict=True)),
            )
            for row in self._table.rows
        )

    findings = Passed[tuple[Finding, ...]]("_table.findings", made=findings_of)

    @public()
    def why(self, who: int | str, other: int | str | None = None, language: str = "en") -> str:
        """Return all values of a player step by step; with another player, why one of them stands before the other."""
        number = self._number(who)
        steps = (
            explain(self._table, number) if other is None else explain_pair(self._table, number, self._number(other))
        )
        return as_text(steps, values.language(language))

    def _number(self, who: int | str) -> int:
        if isinstance(who, int) and not isinstance(who, bool):
            return who
        return find_player(self._report.event.players, who).rank

    def __iter__(self) -> Iterator[Standing]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self._table.rows)

    def _document(self, language: Language) -> object:
        return standings_document(self._table, language)

    def _columns(self) -> Sequence[Column]:
        fixed = (Column("rank"), Column("number"), Column("name", "text"), Column("points", "points"))
        return (*fixed, *(Column(code, "text") for code in self.tie_breaks))

    def _rows(self) -> Sequence[Sequence[object]]:
        return [(row.rank, row.number, row.name, row.points, *row.tie_breaks.values()) for row in self.rows]

    def __repr__(self) -> str:
        codes = ", ".join(self.tie_breaks)
        return f"<Standings {len(self)} places, after round {self._table.competition.counted} by {codes}>"


def standings_of(report: Report, round_: int | None, tie_breaks: str | None, edition: str | None) -> Standings:
    """Return the standings of a report."""
    number = None if round_ is None else values.whole("round", round_, 1, MOST_ROUNDS)
    return Standings(standings_by(report, Wishes(number, tie_breaks, edition)), report)
