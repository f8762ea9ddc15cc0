"""`arpad pair checklist`: what the arbiter looks at before a round."""

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.checklist_rows import checklist_document, show_checklist
from arpad.cli.output import print_json, write_bytes
from arpad.cli.pair.app import (
    PairCommand,
    PairingFile,
    PairOptions,
    RoundOption,
    asked_round,
    found_json,
    pair,
    read,
    show_found,
)
from arpad.cli.shared import declared, shared
from arpad.pairing.checklist import checklist as rows_of


@pair.command("checklist", cls=PairCommand, help="cli.command.pair-checklist")
def checklist(
    context: typer.Context,
    file: PairingFile,
    round_number: RoundOption = None,
    pdf: Annotated[Path | None, typer.Option("--pdf", metavar="OUT", help="cli.help.pair-pdf")] = None,
) -> None:
    settings = shared(context)
    source = read(file, declared(context, PairOptions))
    state = source.state(asked_round(round_number))
    asked, rows = state.round, rows_of(state)
    if pdf is not None:
        from arpad.papers.event_sheets import checklist_sheet

        write_bytes(pdf, checklist_sheet(source.event, asked, rows, settings.language))
    if settings.as_json:
        print_json(checklist_document(state, rows) | found_json(source, settings.language))
        return
    ratings = {player.rank: player.rating for player in source.event.players if source.system.name != "team"}
    show_checklist(settings.language, asked, rows, source.names(), ratings)
    show_found(source, settings.language)
