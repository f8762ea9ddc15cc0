"""The standings, the crosstable and several editions side by side on the screen."""

from collections.abc import Sequence

from arpad.cli.output import cell, line, table
from arpad.locale import Language, text
from arpad.locale.formats import DECIMAL_MARK
from arpad.standings.codes import TieBreak
from arpad.standings.comparison import compare_places
from arpad.standings.crosstable import Crosstable, crosstable_rows
from arpad.standings.model import GAME_POINTS, MATCH_POINTS, Competition
from arpad.standings.table import StandingsRow, StandingsTable, leading
from arpad.standings.words import points_text, tie_break_name

UNDEFINED = "–"
CHANGED = "*"


def heading(whole: Competition, language: Language) -> str:
    """Final standings, or those after a round."""
    key = "provisional" if whole.provisional else "final" if whole.counted >= whole.rounds else "after"
    return text(f"standings.{key}", language, round=whole.counted)


def show_table(shown: StandingsTable, rows: Sequence[StandingsRow], language: Language) -> None:
    """Print the standings with the legend of their tie-breaks."""
    whole = shown.competition
    line(heading(whole, language), style="bold")
    if whole.teams:
        _show_teams(shown, rows, language)
    else:
        rated = any(it.rating for it in whole.contestants.values())
        headings = ["standings-rank", "player-rank", "player", *(["rating"] if rated else []), "points"]
        cells = [
            [
                str(row.rank),
                str(row.number),
                row.name,
                *([cell(whole.contestants[row.number].rating)] if rated else []),
                points_text(row.points, language),
                *(value_cell(value, language) for value in row.values),
            ]
            for row in rows
        ]
        table(language, [*headings, *shown.tie_breaks], cells, left=(2,))
    line()
    for words in legend(shown, language):
        line(words, style="dim")


def _show_teams(shown: StandingsTable, rows: Sequence[StandingsRow], language: Language) -> None:
    """Matches, won, drawn, lost, match points and game points before the tie-breaks."""
    whole = shown.competition
    headings = ["standings-rank", "player-rank", "team", "standings-matches", "+", "=", "-", "MP", "GP"]
    cells = []
    for row in rows:
        records = [it for it in whole.contestants[row.number].records if it.opponent is not None]
        counts = [len(records), *(sum(it.half == half for it in records) for half in (2, 1, 0))]
        scores = [shown.calculation.scores(score)[row.number] for score in (MATCH_POINTS, GAME_POINTS)]
        cells.append(
            [
                str(row.rank),
                str(row.number),
                row.name,
                *map(str, counts),
                *(points_text(whole.points(score), language) for score in scores),
                *(value_cell(value, language) for value in row.values),
            ]
        )
    table(language, [*headings, *shown.tie_breaks], cells, left=(2,))


def value_cell(value: str | None, language: Language) -> str:
    """A value as the language writes it."""
    return UNDEFINED if value is None else value.replace(".", DECIMAL_MARK[language])


def legend(shown: StandingsTable, language: Language) -> list[str]:
    """What the columns are, which ties are left, and under which edition."""
    codes: tuple[TieBreak, ...] = shown.codes[leading(shown.codes) :]
    lines = [f"{name}: {tie_break_name(it, language)}" for name, it in zip(shown.tie_breaks, codes, strict=True)]
    if shown.shared:
        lines.append(text("standings.ties-left", language, ranks=", ".join(map(str, shown.shared))))
    lines.append(under(shown, language))
    return lines


def under(shown: StandingsTable, language: Language) -> str:
    """The edition, and who chose the list."""
    origin = text(f"standings.list-from.{shown.chosen.origin}", language)
    return text("standings.under", language, edition=shown.edition.id, origin=origin)


def show_crosstable(shown: StandingsTable, cross: Crosstable, language: Language) -> None:
    """Print the crosstable; those taken out stand at the end without a rank."""
    line(heading(shown.competition, language), style="bold")
    cells = crosstable_rows(shown, cross, language)
    columns = len(cells[0]) if cells else 0
    headings = ["standings-rank", "player-rank", "team" if shown.competition.teams else "player"]
    rows = [
        [
            "" if row.row is None else str(row.row.rank),
            str(row.number),
            row.name if row.row is not None else f"({row.name})",
            *own,
            "" if row.row is None else points_text(row.row.points, language),
        ]
        for row, own in zip(cross.rows, cells, strict=True)
    ]
    table(language, [*headings, *(str(at) for at in range(1, columns + 1)), "points"], rows, left=(2,))
    line()
    if not cross.against_each:
        key = "standings.opponents-by-rank" if cross.by_rank else "standings.opponents-by-number"
        line(text(key, language), style="dim")
    line(under(shown, language), style="dim")


def show_comparison(tables: Sequence[StandingsTable], language: Language) -> None:
    """Print the ranks under several editions; those who change place are marked."""
    line(heading(tables[0].competition, language), style="bold")
    values = [{row.number: row.values for row in shown.rows} for shown in tables]
    rows = []
    for place in compare_places(tables):
        cells = [str(place.number), place.name, CHANGED if place.changes else ""]
        for rank, under_edition in zip(place.ranks, values, strict=True):
            cells += [str(rank), *(value_cell(value, language) for value in under_edition[place.number])]
        rows.append(cells)
    headings = ["player-rank", "player", ""]
    for shown in tables:
        headings += [shown.edition.id, *shown.tie_breaks]
    table(language, headings, rows, left=(1, 2))
    line()
    changed = sum(place.changes for place in compare_places(tables))
    line(text("standings.changed", language, count=changed), style="dim")
