"""Public pages of an event's standings and crosstable after any round, with explanations."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from fastapi import Path, Query
from markupsafe import Markup

from arpad.documents.document import extended
from arpad.documents.fields import Table
from arpad.documents.findings import findings_json
from arpad.documents.steps import as_json
from arpad.i18n import ArpadError, Language
from arpad.papers.event_sheets import standings_reasons, standings_sheet
from arpad.standings.conditions import parse_condition
from arpad.standings.reasons import explain, explain_pair
from arpad.standings.table import StandingsTable, leading, standings_rows
from arpad.standings.tables import WordsTable, crosstable_in_words, crosstable_of, crosstable_table, standings_in_words
from arpad.tournament.acts.checks import entry_at, team_at
from arpad.tournament.documents import points_before
from arpad.tournament.public import PublicState
from arpad.tournament.rules import GROUP_COLUMNS
from arpad.tournament.standings import (
    EventCrosstable,
    EventStandings,
    EventStandingsWhy,
    Ranked,
    event_standings,
    last_counted,
    standings_after,
    table_of_group,
)
from arpad.web.cache import Answer
from arpad.web.routes import Pages
from arpad.web.standings.views import MOST_CELLS, explained, first_result, tie_break_names
from arpad.web.tables import ForgivingRoute, by_cells, sorts_carry
from arpad.web.tournaments.context import PublicEvent, RoundInPath, Seen

# Standings and points of an event as its pages need them: made once, and kept as long as they would be the same.


def parts_until(view: PublicState, number: int) -> tuple[object, ...]:
    """What points and standings after a round are made of."""
    rounds = (event_round for at, event_round in sorted(view.rounds.items()) if at <= number)
    return (
        view.rules, view.numbers, view.team_numbers, view.entries, view.teams, view.penalties, view.lineups,
        view.play_offs, view.finished, *rounds,
    )  # fmt: skip


def table_after(event: PublicEvent, number: int | None = None) -> Ranked:
    """Return the standings after a round; without a number, after the last complete one."""
    view = event.view
    counted = number or last_counted(view)
    return event.kept(
        ("standings", counted),
        parts_until(view, counted),
        lambda: standings_after(view, counted, event.site.tie_breaks),
    )


def last_table(event: PublicEvent) -> StandingsTable | None:
    """The standings after the last complete round, None if there are none."""
    try:
        return table_after(event).table
    except ArpadError:
        return None


def points_at(event: PublicEvent, number: int) -> Mapping[int, Fraction]:
    """The points of all players before a round."""
    view = event.view
    return event.kept(("points", number), parts_until(view, number - 1), lambda: points_before(view, number))


def contestant_of(view: PublicState, one: int) -> int:
    """The number of a player or team in the standings, by its number of entry."""
    if view.event_rules.team:
        team_at(view, one)
    else:
        entry_at(view, one)
    return view.sides.index(one) + 1 if one in view.sides else 0


def rounds_before(view: PublicState) -> list[int]:
    """The rounds after which there are standings: those that have begun."""
    return [number for number, event_round in sorted(view.rounds.items()) if event_round.begun]


# The standings of an event after any round, of everybody or of a group, and why everybody stands where they do.

standing_pages = Pages("event")

MANY = 300
"""Rows of a table up to which each of its numbers leads to its reasons; in a larger one, each row."""
MaybeRound = Annotated[int | None, Query(ge=1, le=9999, description="After this round; the last complete one if none.")]
Group = Annotated[str, Path(max_length=80, description="A group of the rules.")]
Contestant = Annotated[int, Path(ge=1, le=999_999, description="A player by the number of entry; a team in a league.")]
SORT = r"^(-?(rank|number|name|team|federation|rating|points|tb[1-9][0-9]?))?$"
BY = "The column that sorts: rank, name, points, tb1 for the first tie-break; from its end with a minus before it."
SortedBy = Annotated[str, Query(pattern=SORT, description=BY)]
Against = Annotated[int | None, Query(ge=1, le=999_999, description="Somebody to compare with.")]


FORMS: dict[str, Any] = {"table": True, "pdf": True, "xlsx": True, "forgiving": ForgivingRoute}


@standing_pages.page("/t/{slug}/standings", "event_standings.html", EventStandings, **FORMS)
def now(event: Seen, sort: SortedBy = "") -> Answer:
    """The standings after the last complete round."""
    return _table(event, None, sort=sort)


@standing_pages.page("/t/{slug}/standings/{round}", "event_standings.html", EventStandings, **FORMS)
def after(event: Seen, round: RoundInPath, sort: SortedBy = "") -> Answer:  # noqa: A002
    """The standings after a round."""
    return _table(event, round, sort=sort)


@standing_pages.page("/t/{slug}/groups/{group}", "event_standings.html", EventStandings, **FORMS)
def of_group(event: Seen, group: Group, round: MaybeRound = None, sort: SortedBy = "") -> Answer:  # noqa: A002
    """The standings of a group, ranked among themselves."""
    if group not in event.view.event_rules.groups:
        raise ArpadError("event-group-unknown", group=group, known=", ".join(event.view.event_rules.groups) or "–")
    return _table(event, round, group, sort)


def _table(event: PublicEvent, number: int | None, group: str = "", sort: str = "") -> Answer:
    ranked = table_after(event, number)

    def shown() -> StandingsTable:
        return _of_group(event, ranked, group)

    def in_words() -> WordsTable:
        return standings_in_words(shown(), event.language, ranked.event)

    def page() -> dict[str, Any]:
        return {
            "counted": ranked.table.competition.counted,
            "last": number is None,
            "published": rounds_before(event.view),
            "group": group,
            "who": _who_is_in(event, group),
            "provisional": ranked.table.competition.provisional,
            "without_edition": without_edition(ranked.table, event.language),
            "rows": Markup(sorts_carry(standings_fragment(event, ranked, group, sort), event.request)),
        }

    return event.answer(
        lambda: event_standings(event.view, shown()).document(event.language),
        page,
        lambda: _sorted_rows(standings_rows(shown()), sort),
        pdf=lambda: standings_sheet(in_words(), ranked.event, event.language),
        xlsx=lambda: event.workbook(number, group).write("standings"),
    )


def _sorted_rows(table: Table, sort: str) -> Table:
    """The rows of a CSV file in the order of a column; one that the file does not have leaves them as they are."""
    names, name = [str(heading) for heading in table.headings], sort.removeprefix("-")
    if name.startswith("tb") and "points" in names:  # the tie-breaks stand behind the points
        place = names.index("points") + int(name[2:])
    elif name in names:
        place = names.index(name)
    else:
        return table
    if place >= len(names):
        return table
    return Table(table.headings, by_cells(table.rows, lambda row: _written(row[place]), down=sort.startswith("-")))


def _written(cell: object) -> str:
    return "" if cell is None else str(cell)


def without_edition(table: StandingsTable, language: Language) -> str:
    """What to say about standings that no edition ranks; nothing about others."""
    found = [finding for finding in table.findings if finding.code == "tie-break-edition-none"]
    return " ".join(one["message"] for one in findings_json(found, language))


def _of_group(event: PublicEvent, ranked: Ranked, group: str) -> StandingsTable:
    return table_of_group(event.view, ranked.table, ranked.event, group) if group else ranked.table


def _who_is_in(event: PublicEvent, group: str) -> str:
    """Who belongs to a group, in words; nothing for everybody, and for families."""
    condition = event.view.event_rules.groups[group] if group else ""
    hidden = not condition or _of_families(condition)
    return "" if hidden else parse_condition(condition, GROUP_COLUMNS).in_words().text(event.language)


def _of_families(condition: str) -> bool:
    """Whether a group is one of families, whom only the staff knows."""
    return "family" in parse_condition(condition, GROUP_COLUMNS).words


def standings_fragment(event: PublicEvent, ranked: Ranked, group: str = "", sort: str = "") -> Markup:
    """The table as a part of a page, the own row marked."""
    counted = ranked.table.competition.counted

    def values() -> dict[str, Any]:
        table = _of_group(event, ranked, group)
        rows = table.rows
        standings = standings_in_words(table, event.language, ranked.event)
        lines = [
            RankedLine(event.view.sides[row.number - 1], row.number, cells, row.decided)
            for row, cells in zip(rows, standings.rows, strict=True)
        ]
        keys = [column.name if column.tie_break is None else f"tb{column.tie_break}" for column in standings.columns]
        wanted = sort.removeprefix("-")
        if wanted in keys:
            lines = by_cells(lines, lambda line: line.cells[keys.index(wanted)], down=sort.startswith("-"))
        return {
            "table": standings,
            "keys": keys,
            "sort": sort,
            "names": tie_break_names(ranked.table, event.language),
            "at": {column.name: place for place, column in enumerate(standings.columns)},
            "first": leading(ranked.table.codes),
            "teams": ranked.table.competition.teams,
            "counted": counted,
            "every": len(rows) <= MANY,
            "group": group,
            "hidden": bool(group) and _of_families(event.view.event_rules.groups[group]),
            "rows": lines,
        }

    return event.fragment("event_standings_rows.html", (counted, group, sort), (ranked,), values, event.own_place)


class RankedLine(NamedTuple):
    """A row of the table: the player's number of entry, or that of the team, and which tie-break decides."""

    id: int
    number: int
    cells: Sequence[str]
    decided: int | None


@standing_pages.page("/t/{slug}/standings/{round}/why/{player}", "event_why.html", EventStandingsWhy, pdf=True)
def why(event: Seen, round: RoundInPath, player: Contestant, against: Against = None) -> Answer:  # noqa: A002
    """Why a player or team has its rank and its values, or why one of two stands before the other."""
    ranked = table_after(event, round)
    table = ranked.table
    numbers = [contestant_of(event.view, one) for one in (player, against) if one is not None]
    rows = [table.without_place(number) or table.row(number) for number in numbers]

    def document() -> dict[str, Any]:
        places = event_standings(event.view, table.places_of(numbers))
        return extended(EventStandingsWhy, places, steps=steps()).document(event.language)

    def steps() -> Any:
        return explain(table, *numbers) if len(numbers) == 1 else explain_pair(table, *numbers)

    def page() -> dict[str, Any]:
        json = as_json(steps(), event.language)
        more = explained(table, rows[0], json, event.language) if against is None else {"steps": json}
        return more | {"rows": rows, "table": table, "known": event.view.sides, "round": round, "player": player}

    return event.answer(
        document,
        page,
        pdf=lambda: standings_reasons(table, steps(), ranked.event, event.language),
    )


# The crosstable of an event: round by round, or each against each in a round robin.

crosstables = Pages("event")


@crosstables.page("/t/{slug}/crosstable", "event_crosstable.html", EventCrosstable, table=True, pdf=True, xlsx=True)
def crosstable(event: Seen, round: MaybeRound = None) -> Answer:  # noqa: A002
    """The crosstable after a round."""
    ranked = table_after(event, round)
    table = ranked.table

    def document() -> dict[str, Any]:
        ranking = event_standings(event.view, table)
        return extended(EventCrosstable, ranking, crosstable=crosstable_of(table).rows).document(event.language)

    return event.answer(
        document,
        lambda: {
            "rows": _fragment(event, ranked),
            "counted": table.competition.counted,
            "published": rounds_before(event.view),
        },
        lambda: crosstable_table(crosstable_of(table), event.language),
        pdf=lambda: standings_sheet(
            crosstable_in_words(crosstable_of(table), event.language, ranked.event), ranked.event, event.language
        ),
        xlsx=lambda: event.workbook(round).write("crosstable"),
    )


def _fragment(event: PublicEvent, ranked: Ranked) -> Markup:
    table = ranked.table

    def values() -> dict[str, Any]:
        cross = crosstable_of(table)
        words_table = crosstable_in_words(cross, event.language, ranked.event)
        everybody = table.competition.complete or table.competition.contestants
        return {
            "table": words_table,
            "large": len(words_table.rows) * len(words_table.columns) > MOST_CELLS,
            "met": [[None if len(column) != 1 else column[0].opponent for column in row.results] for row in cross.rows],
            "met_names": {number: contestant.name for number, contestant in everybody.items()},
            "against_each": cross.against_each,
            "results": first_result(words_table),
            "known": event.view.sides,
            "teams": table.competition.teams,
        }

    counted = table.competition.counted
    return event.fragment("event_crosstable_rows.html", counted, (ranked,), values, event.own_place)
