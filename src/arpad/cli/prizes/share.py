"""`arpad prizes`: the three systems side by side, what is paid, and the sheet to sign."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.findings import show_findings
from arpad.cli.output import line, print_json, table, write_bytes
from arpad.cli.prizes.app import PrizesCommand, RankingFile, prizes, shared_prizes
from arpad.cli.shared import shared
from arpad.i18n import Language, text
from arpad.prizes.award import SideBySide
from arpad.prizes.tables import (
    category_columns,
    column_names,
    is_left,
    player_columns,
    prizes_csv,
    prizes_document,
    told_prizes,
)

Csv = Annotated[Path | None, typer.Option("--csv", metavar="OUT", help="cli.help.prizes-csv")]
Pdf = Annotated[Path | None, typer.Option("--pdf", metavar="OUT", help="cli.help.prizes-pdf")]


@prizes.command("share", cls=PrizesCommand, help="cli.command.prizes-share")
def share(context: typer.Context, ranking: RankingFile, csv: Csv = None, pdf: Pdf = None) -> None:
    settings = shared(context)
    source, found = shared_prizes(context, ranking)
    if csv is not None:
        write_bytes(csv, prizes_csv(found).encode())
    if pdf is not None:
        from arpad.papers.event_sheets import prize_sheet

        write_bytes(pdf, prize_sheet(found, source.event or ranking.stem, settings.language))
    if settings.as_json:
        print_json(prizes_document(found, settings.language))
    else:
        _show(found, settings.language)


def _show(found: SideBySide, language: Language) -> None:
    told = told_prizes(found, language)
    line(told.head, style="bold")
    for words in told.announced:
        line(words, style="dim")
    line()
    _table(found, player_columns(found), told.players, language)
    line()
    for words in told.groups:
        line(words)
    if told.categories:
        line()
        _table(found, category_columns(found), told.categories, language)
    line()
    for words in told.sums:
        line(words)
    if found.findings:
        line()
        show_findings(found.findings, language)
    line(text("prizes.two-people", language), style="dim")


def _table(found: SideBySide, columns: tuple[str, ...], rows: Sequence[Sequence[str]], language: Language) -> None:
    left = [place for place, name in enumerate(columns) if is_left(name, found)]
    table(language, column_names(columns, language), rows, left)
