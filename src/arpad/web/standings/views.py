"""Responses about standings: table, crosstable, explanations, and two editions side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from arpad.documents.document import extended
from arpad.documents.findings import findings_json
from arpad.documents.schema import StepDocument
from arpad.documents.steps import as_json
from arpad.domain.event import Event, Player
from arpad.formats.report import Report
from arpad.i18n import ArpadError, Language, text
from arpad.papers.event_sheets import standings_reasons, standings_sheet
from arpad.regulations.tiebreak_editions import TieBreakLibrary
from arpad.standings.reasons import explain, explain_pair, tie_break_name
from arpad.standings.table import (
    NotRanked,
    StandingsRow,
    StandingsTable,
    group_table,
    leading,
    standings,
    standings_rows,
)
from arpad.standings.tables import (
    UNDEFINED,
    CrossCell,
    Crosstable,
    StandingsComparison,
    StandingsWhy,
    WordsTable,
    comparison_in_words,
    crosstable_in_words,
    crosstable_of,
    crosstable_table,
    heading,
    met_text,
    points_of,
    result_text,
    standings_in_words,
    tie_break_columns,
    under,
    values_of,
)
from arpad.web.cache import Answer
from arpad.web.site import problem_on_page
from arpad.web.standings.choices import ASKED_NAMES, NavigationLink, families, list_text, places

# The cells of a crosstable on a page: the result first, the opponent and the colour small beside it.

BYE = "–"


class ResultCell(NamedTuple):
    """A result, of a double round robin several. `met` is the opponent's number in the table with the colour (12w);
    the cell leads to the row of `opponent`. `itself`: the diagonal."""

    result: str = ""
    met: str = ""
    opponent: int | None = None
    name: str = ""
    itself: bool = False


def result_cells(cross: Crosstable, language: Language) -> list[list[ResultCell]]:
    """The cells of every row."""
    whole = cross.table.competition
    names = {number: contestant.name for number, contestant in (whole.complete or whole.contestants).items()}
    return [
        [
            ResultCell(itself=True)
            if cross.against_each and at == place
            else _cell(column, names, whole.teams, cross.against_each, language)
            for at, column in enumerate(row.results)
        ]
        for place, row in enumerate(cross.rows)
    ]


def _cell(
    column: Sequence[CrossCell], names: dict[int, str], teams: bool, against_each: bool, language: Language
) -> ResultCell:
    result = " ".join(result_text(cell, teams, language) for cell in column if cell.kind not in ("open", "free"))
    first = next((cell for cell in column if cell.opponent is not None), None)
    if first is None or first.opponent is None:
        return ResultCell(result, BYE if result and not teams else "")
    met = "" if against_each else met_text(first, language)
    return ResultCell(result, met, first.opponent, names[first.opponent])


# The answers about the standings of a report: the table, the reasons, the crosstable, two editions side by side.

MOST_CELLS = 60_000
"""The most cells of a crosstable that a page can hold."""


@dataclass(frozen=True, slots=True)
class ShownReport:
    """A report whose standings are shown. `back` is the page that a visitor comes from; `ids`: names link to players of
    the office; `strict`: a list of tie-breaks that cannot be used is refused, and not only told about."""

    report: Report
    library: TieBreakLibrary
    language: Language
    way: NavigationLink
    back: str
    ids: bool
    strict: bool

    @property
    def event(self) -> Event:
        return self.report.event

    def named(self, view: str) -> str:
        """The name of a file with one of the pages."""
        return f"{self.event.name} - {text(f'web.standings.{view}', self.language)}".strip(" -")

    def table(self, edition: str | None = None) -> StandingsTable:
        return standings(self.report, self.way.asked.wishes(edition), self.library)

    def usable(self) -> tuple["ShownReport", StandingsTable, str | None]:
        """The table asked for. If its list of tie-breaks cannot be used, the one without it, and what is wrong."""
        try:
            return self, self.table(), None
        except ArpadError as problem:
            if self.strict or not self.way.asked.tie_breaks:
                raise
            without = replace(self, way=replace(self.way, asked=replace(self.way.asked, tie_breaks="")))
            return without, without.table(), problem_on_page(problem, self.language)


def table_answer(given: ShownReport) -> Answer:
    """The standings, with a way to the reasons of every number."""
    shown, table, problem = given.usable()
    table = _asked(shown, table)
    return Answer(
        document=lambda: table.with_ids(_shown_ids(shown, table)).document(shown.language),
        page=lambda: (
            _frame(shown, table, "", problem)
            | {
                "table": standings_in_words(table, shown.language, shown.event),
                "decided": {row.number: row.decided for row in table.rows},
                "first": leading(table.codes),
            }
        ),
        table=lambda: standings_rows(table),
        pdf=lambda: _sheet(shown, standings_in_words(table, shown.language, shown.event)),
        status=200 if problem is None else 400,
        named=shown.named("title"),
    )


def _sheet(shown: ShownReport, table: WordsTable) -> bytes:
    return standings_sheet(table, shown.event, shown.language)


def _asked(shown: ShownReport, table: StandingsTable) -> StandingsTable:
    """The standings asked for: of a group, by number."""
    asked = shown.way.asked
    standings_table = group_table(table, shown.event, asked.group) if asked.group else table
    return standings_table.by_number if asked.by_number else standings_table


def tie_break_names(table: StandingsTable, language: Language) -> list[str]:
    """The tie-breaks of the list in words, by their place in it."""
    return [tie_break_name(tie_break, language) for tie_break in table.codes]


def _ids(shown: ShownReport, table: StandingsTable) -> dict[int, str]:
    """The players that names link to."""
    if not shown.ids or table.competition.teams:
        return {}
    return {player.rank: player.id for player in shown.event.players if player.id}


def _shown_ids(shown: ShownReport, table: StandingsTable) -> dict[int, str] | None:
    """The players of the office for programs, None if these are not its players."""
    return _ids(shown, table) if shown.ids and not table.competition.teams else None


def _frame(shown: ShownReport, table: StandingsTable, view: str, problem: str | None = None) -> dict[str, Any]:
    """What every page of standings shows: the event, the choice, what was found."""
    return {
        "event": shown.event,
        "back": shown.back,
        "way": shown.way,
        "asked": shown.way.asked,
        "view": view,
        "problem": problem,
        "findings": findings_json(table.findings, shown.language),
        "editions": shown.library.editions(),
        "edition": table.edition or UNDEFINED,
        "last_round": _last_round(shown.event),
        "counted": table.competition.counted,
        "list_text": list_text(table),
        "families": families(table, shown.language),
        "places": places(table, shown.language),
        "teams": table.competition.teams,
        "blank": dict.fromkeys(ASKED_NAMES, ""),
        "names": tie_break_names(table, shown.language),
        "ids": _ids(shown, table),
    }


def _last_round(event: Event) -> int:
    """The last round that was paired."""
    return max(round_.round for player in event.players for round_ in player.rounds if round_.opponent is not None)


def why_answer(given: ShownReport) -> Answer:
    """Why somebody has their rank and their values, or why one of two stands before the other."""
    shown, table, problem = given.usable()
    asked = shown.way.asked
    numbers = [asked.number("player"), *([asked.number("against")] if asked.against else [])]
    rows = [table.without_place(number) or table.row(number) for number in numbers]
    steps = explain(table, *numbers) if len(numbers) == 1 else explain_pair(table, *numbers)

    def document() -> dict[str, Any]:
        places = table.places_of(numbers).with_ids(_shown_ids(shown, table))
        return extended(StandingsWhy, places, steps=steps).document(shown.language)

    def page() -> dict[str, Any]:
        alone = len(rows) == 1
        json = as_json(steps, shown.language)
        more = explained(table, rows[0], json, shown.language) if alone else {"steps": json}
        return _frame(shown, table, "/why", problem) | more | {"rows": rows, "table": table}

    return Answer(
        document,
        page,
        pdf=lambda: standings_reasons(table, steps, shown.event, shown.language),
        status=200 if problem is None else 400,
        named=" ".join([shown.named("title"), *(str(row.number) for row in rows)]),
    )


def explained(
    table: StandingsTable, row: StandingsRow | NotRanked, documents: list[StepDocument], language: Language
) -> dict[str, Any]:
    """The rank, and every value with its name and its reasons; of somebody who is not ranked, why not."""
    if isinstance(row, NotRanked):
        return {"rank": documents[0], "reasons": [], "above": None, "below": None}
    first = leading(table.codes)
    values = [points_of(row, language), *values_of(row, language)][1 - first :]
    names = [table.codes[0].code, *table.tie_breaks][1 - first :]
    at = table.rows.index(row)
    return {
        "rank": documents[0],
        "reasons": list(zip(names, tie_break_names(table, language), values, documents[1:], strict=True)),
        "above": table.rows[at - 1] if at else None,
        "below": table.rows[at + 1] if at + 1 < len(table.rows) else None,
    }


def crosstable_answer(given: ShownReport) -> Answer:
    """The crosstable: round by round, or each against each in a round robin."""
    shown, table, problem = given.usable()
    cross = crosstable_of(table, not shown.way.asked.by_number, _shown_ids(shown, table))

    def page() -> dict[str, Any]:
        crosstable = crosstable_in_words(cross, shown.language, shown.event)
        large = len(crosstable.rows) * len(crosstable.columns) > MOST_CELLS
        return _frame(shown, table, "/crosstable", problem) | {
            "table": crosstable,
            "large": large,
            "cells": [] if large else result_cells(cross, shown.language),
            "results": first_result(crosstable),
        }

    return Answer(
        document=lambda: cross.document(shown.language),
        page=page,
        table=lambda: crosstable_table(cross, shown.language),
        pdf=lambda: _sheet(shown, crosstable_in_words(cross, shown.language, shown.event)),
        status=200 if problem is None else 400,
        named=shown.named("crosstable"),
    )


def first_result(table: WordsTable) -> int:
    """The first column of results."""
    return [column.name for column in table.columns].index("result")


def comparison_answer(given: ShownReport) -> Answer:
    """The standings under two editions, with those who change place."""
    shown, table, problem = given.usable()
    beside = shown.way.asked.beside or _other(shown.library, table)
    if table.edition is None:
        table = shown.table(table.rules.id)
    tables = (table, shown.table(beside))
    compared = StandingsComparison(tables)

    def page() -> dict[str, Any]:
        rows = [{row.number: row for row in standings_table.rows} for standings_table in tables]
        comparisons = [
            (place, next(points_of(of[place.number], shown.language) for of in rows if place.number in of),
             [values_of(of[place.number], shown.language) if place.number in of else [UNDEFINED] * len(table.tie_breaks)
              for of, table in zip(rows, tables, strict=True)])
            for place in compared.places
        ]  # fmt: skip
        return _frame(shown, table, "/compare", problem) | {
            "tables": tables,
            "beside": beside,
            "compared": comparisons,
            "columns": [tie_break_columns(standings_table) for standings_table in tables],
            "under": [under(standings_table, shown.language) for standings_table in tables],
            "names": [tie_break_names(standings_table, shown.language) for standings_table in tables],
            "changed": sum(place.changes for place, *_ in comparisons),
        }

    return Answer(
        document=lambda: compared.document(shown.language),
        page=page,
        table=compared.table,
        pdf=lambda: _sheet(shown, comparison_in_words(compared, shown.language)),
        status=200 if problem is None else 400,
        named=shown.named("compare"),
    )


def _other(library: TieBreakLibrary, table: StandingsTable) -> str:
    """The edition to compare with if none is named: the next one, or the one before the newest."""
    ids = [edition.id for edition in library.editions()]
    at = ids.index(table.rules.id)
    return ids[at + 1] if at + 1 < len(ids) else ids[at - 1]


VIEWS = {"": table_answer, "/why": why_answer, "/crosstable": crosstable_answer, "/compare": comparison_answer}
"""The pages of standings under one address."""
SHAPES = {
    "": StandingsTable,
    "/why": StandingsWhy,
    "/crosstable": Crosstable,
    "/compare": StandingsComparison,
}
"""What their documents hold."""


# Standings and crosstable in one table, as the page of an event shows them.

MOST_RESULTS = 700
"""The most results that the page of an event shows; a larger crosstable has its own page."""
MOST_ROWS = 200
TIE_BREAKS = 3
"""How many tie-breaks stand beside the points; the page of the standings has all of them."""


@dataclass(frozen=True, slots=True)
class WholeRow:
    """A contestant: place, person, results, points and the first tie-breaks. Without a rank: somebody taken out."""

    number: int
    rank: int | None
    name: str
    title: str
    id: str
    federation: str
    rating: int | None
    cells: Sequence[ResultCell]
    points: str
    values: Sequence[str]


@dataclass(frozen=True, slots=True)
class WholeTable:
    """The table. `columns` are the numbers above the results, none if there are too many for a page; `tie_breaks` are
    codes with their names; `left_out`: there are more rows than a page shows; `by_points`: no edition ranks."""

    title: str
    rows: Sequence[WholeRow]
    columns: Sequence[int]
    against_each: bool
    tie_breaks: Sequence[tuple[str, str]]
    teams: bool
    left_out: bool
    way: NavigationLink
    by_points: str


def whole_table(shown: ShownReport, ratings: Mapping[int, int | None] | None = None) -> WholeTable | None:
    """Return the standings of a report with its results, None if it has none. `ratings` are those that counted, by
    starting rank, if they are not those of the report."""
    try:
        table = shown.table()
    except ArpadError:
        return None
    return whole_of(shown, table, ratings)


def whole_of(shown: ShownReport, table: StandingsTable, ratings: Mapping[int, int | None] | None = None) -> WholeTable:
    """Return the table of standings that are made already."""
    cross = crosstable_of(table)
    fits = cross.width * len(cross.rows) <= MOST_RESULTS
    cells = result_cells(cross, shown.language) if fits else [[] for _ in cross.rows]
    teams = table.competition.teams
    players = {} if teams else {player.rank: player for player in shown.event.players}
    known = {rank: player.rating for rank, player in players.items()} if ratings is None else ratings
    rows = [
        WholeRow(
            row.number,
            row.rank,
            row.name,
            *_person(players.get(row.number), shown.ids),
            known.get(row.number),
            own,
            "" if row.row is None else points_of(row.row, shown.language),
            [] if row.row is None else values_of(row.row, shown.language)[:TIE_BREAKS],
        )
        for row, own in zip(cross.rows[:MOST_ROWS], cells, strict=False)
    ]
    return WholeTable(
        heading(table.competition, shown.language),
        rows,
        range(1, cross.width + 1) if fits else (),
        cross.against_each,
        _tie_breaks(table, shown.language),
        teams,
        len(cross.rows) > MOST_ROWS,
        shown.way,
        under(table, shown.language) if table.edition is None else "",
    )


def _person(player: Player | None, ids: bool) -> tuple[str, str, str]:
    """The title, the id to link to and the federation."""
    return ("", "", "") if player is None else (player.title, player.id if ids else "", player.federation)


def _tie_breaks(table: StandingsTable, language: Language) -> list[tuple[str, str]]:
    codes = table.codes[leading(table.codes) :]
    return [(name, tie_break_name(code, language)) for name, code in zip(table.tie_breaks, codes, strict=True)][
        :TIE_BREAKS
    ]
