"""`arpad office sheet`: a player's claim sheet for a list, on the screen, as PDF or as JSON."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.office.app import ClassOption, PeriodArgument, PlayerArgument, Version, office
from arpad.cli.office.options import OfficeCommand, desk
from arpad.cli.output import line, print_json, table, trail, write_bytes
from arpad.cli.shared import Shared, shared
from arpad.i18n import Language, text
from arpad.inputs import parse

if TYPE_CHECKING:
    from arpad.office.proof.sheets import PeriodSheet
    from arpad.papers.period_sheet import EventPart


@office.command("sheet", cls=OfficeCommand, help="cli.command.office-sheet")
def sheet(
    context: typer.Context,
    id_: PlayerArgument,
    period: PeriodArgument,
    version: Version = None,
    time_class: ClassOption = "standard",
    pdf: Annotated[Path | None, typer.Option("--pdf", metavar="OUT", help="cli.help.pdf")] = None,
) -> None:
    from arpad.office.proof.sheets import sheet as sheet_of

    settings = shared(context)
    date, number, of_class = (
        parse.period("PERIOD", period),
        parse.version(version),
        parse.time_class("--time-class", time_class),
    )
    with desk(context) as place:
        found = sheet_of(place, id_, date, number, of_class)
    if pdf is not None:
        from arpad.office.proof.sheets import list_version
        from arpad.papers.period_sheet import period_sheet

        write_bytes(pdf, period_sheet(found, list_version(found), settings.regulations.sources, settings.language))
    if settings.as_json:
        from arpad.office.proof.sheets import sheet_document

        print_json(sheet_document(found, settings.language))
    else:
        _show(settings, found)


def _show(settings: Shared, found: "PeriodSheet") -> None:
    from arpad.papers.period_sheet import (
        POOL,
        event_parts,
        notes,
        period_columns,
        period_reasons,
        period_rows,
        pool_rows,
        sums,
        verdicts,
    )

    spoken = settings.language
    _show_head(found, spoken)
    parts = event_parts(found, spoken)
    for part in parts:
        _show_event(part, spoken)
    line()
    line(text("period-sheet.period", spoken), style="bold")
    if parts:
        _table(period_columns(found), period_rows(parts, spoken), spoken, left=3)
    pool = pool_rows(found, spoken)
    if pool:
        line()
        line(text("period-sheet.pool", spoken), style="bold")
        _table(POOL, pool, spoken, left=2)
    line()
    names, values = zip(*sums(found, spoken), strict=True)
    table(spoken, names, [values], left=())
    for told in verdicts(found, spoken):
        line(told)
    reasons = period_reasons(found)
    if reasons:
        trail(reasons, spoken)
    for note in notes(found, spoken):
        line(note, style="dim")


def _table(names: tuple[str, ...], rows: list[list[str]], spoken: Language, left: int) -> None:
    from arpad.papers.period_sheet import columns

    table(spoken, columns(names, spoken), rows, left=range(left))


def _show_head(found: "PeriodSheet", spoken: Language) -> None:
    from arpad.papers.period_sheet import rating_text

    version, row = found.version, found.after
    line(" ".join(value for value in (row.id, row.title, row.name) if value), style="bold")
    title = text(
        "period-sheet.title",
        spoken,
        period=version.period,
        version=version.number,
        state=text(f"version-state.{version.state}", spoken),
        time_class=text(f"time-class.{found.time_class}", spoken),
    )
    line(title)
    if version.reason:
        line(text("period-sheet.reason", spoken, reason=version.reason))
    line(text("label.office-digest", spoken, digest=version.digest), style="dim")
    line(f"{rating_text(found.rating_before, spoken)} → {rating_text(found.standing.rating, spoken)}", style="bold")


def _show_event(part: "EventPart", spoken: Language) -> None:
    from arpad.papers.period_sheet import event_line
    from arpad.papers.player_sheet import (
        OPENING,
        columns_of,
        event_sums,
        mark_legend,
        more_cells,
        opening_cells,
        reason_text,
    )

    line()
    line(part.name or "–", style="bold")
    line(event_line(part.outcome, spoken))
    rounds = list(part.lines)
    names = columns_of(rounds)
    shown = [name for name in names if name]
    if rounds:
        headings = [text(f"sheet.column.{name}", spoken) for name in (*OPENING, *shown)]
        rows = [
            [
                *opening_cells(round_, spoken),
                *more_cells(round_, part.k, names, spoken)[: len(shown)],
                reason_text(round_),
            ]
            for round_ in rounds
        ]
        unrated = any(not round_.rated for round_ in rounds)
        last = len(headings)
        shortened = [row if unrated else row[:last] for row in rows]
        table(spoken, [*headings, "why"] if unrated else headings, shortened, left=(2, last))
    for told in mark_legend(rounds, part.outcome.edition, spoken):
        line(told, style="dim")
    if part.k is not None:
        names_of_sums, values = zip(*event_sums(part.outcome.line, part.k, spoken), strict=True)
        line()
        table(spoken, names_of_sums, [values], left=())
    trail(part.steps, spoken)
