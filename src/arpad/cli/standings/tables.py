"""The standings on the screen."""

from collections.abc import Sequence

from arpad.cli.output import cell, line, table
from arpad.locale import Language, text
from arpad.locale.formats import DECIMAL_MARK
from arpad.standings.codes import TieBreak
from arpad.standings.model import Competition
from arpad.standings.table import StandingsRow, StandingsTable, leading
from arpad.standings.words import points_text, tie_break_name

UNDEFINED = "–"


def heading(whole: Competition, language: Language) -> str:
    """Final standings, or those after a round."""
    key = "provisional" if whole.provisional else "final" if whole.counted >= whole.rounds else "after"
    return text(f"standings.{key}", language, round=whole.counted)


def show_table(shown: StandingsTable, rows: Sequence[StandingsRow], language: Language) -> None:
    """Print the standings with the legend of their tie-breaks."""
    whole = shown.competition
    line(heading(whole, language), style="bold")
    rated = any(it.rating for it in whole.contestants.values())
    headings = ["standings-rank", "player-rank", "player", *(["rating"] if rated else []), "points", *shown.tie_breaks]
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
    table(language, headings, cells, left=(2,))
    line()
    for words in legend(shown, language):
        line(words, style="dim")


def value_cell(value: str | None, language: Language) -> str:
    """A value as the language writes it."""
    return UNDEFINED if value is None else value.replace(".", DECIMAL_MARK[language])


def legend(shown: StandingsTable, language: Language) -> list[str]:
    """What the columns are, what was dropped, which ties are left, and under which edition."""
    codes: tuple[TieBreak, ...] = shown.codes[leading(shown.codes) :]
    lines = [f"{name}: {tie_break_name(it, language)}" for name, it in zip(shown.tie_breaks, codes, strict=True)]
    if shown.shared:
        lines.append(text("standings.ties-left", language, ranks=", ".join(map(str, shown.shared))))
    origin = text(f"standings.list-from.{shown.chosen.origin}", language)
    lines.append(text("standings.under", language, edition=shown.edition.id, origin=origin))
    return lines
