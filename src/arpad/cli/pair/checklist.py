"""`arpad pair checklist`: what the arbiter looks at before a round."""

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.arguments import ReportFile
from arpad.cli.output import line, print_json, table, write_bytes
from arpad.cli.pair.app import (
    ColourType,
    Readings,
    RoundOption,
    Rounds,
    System,
    asked_round,
    found_json,
    pair,
    read,
    show_found,
)
from arpad.cli.shared import Command, shared
from arpad.locale import number, text
from arpad.pairing.checklist import ChecklistRow
from arpad.pairing.checklist import checklist as rows_of
from arpad.pairing.documents import system_document

Pdf = Annotated[Path | None, typer.Option("--pdf", metavar="OUT", help="cli.help.pair-pdf")]
HEADINGS = [
    "player", "rating", "points", "pair-colours", "pair-preference", "pair-last", "pair-before", "pair-difference",
    "pair-bye", "pair-opponents",
]  # fmt: skip


@pair.command("checklist", cls=Command, help="cli.command.pair-checklist")
def checklist(
    context: typer.Context,
    file: ReportFile,
    round_number: RoundOption = None,
    pdf: Pdf = None,
    system: System = None,
    rounds: Rounds = None,
    colours: ColourType = None,
    reading: Readings = None,
) -> None:
    settings = shared(context)
    source = read(file, system, rounds, colours, readings=reading)
    state = source.state(asked_round(round_number))
    asked, rows = state.round, rows_of(state)
    if pdf is not None:
        from arpad.publication.checklist import checklist_sheet

        write_bytes(pdf, checklist_sheet(source.event, asked, rows, settings.language))
    if settings.as_json:
        document = {"round": asked, **system_document(source.system), "players": [_document(member) for member in rows]}
        print_json(document | found_json(source, settings.language))
        return
    spoken = settings.language
    line(text("pairing.checklist", spoken, round=asked), style="bold")
    known = source.names()
    ratings = {player.rank: player.rating for player in source.event.players if source.system.name != "team"}
    cells = [
        [
            known[row.rank], str(ratings.get(row.rank) or ""), number(row.score, spoken), row.colours, row.preference,
            row.last, row.before, number(row.difference, spoken, sign=True), "" if row.bye_allowed else "X",
            " ".join(map(str, row.opponents)),
        ]
        for row in rows
    ]  # fmt: skip
    table(spoken, HEADINGS, cells, left=(0, 3, 4, 5, 6, 8, 9))
    show_found(source, spoken)


def _document(member: ChecklistRow) -> dict[str, object]:
    return {
        "player": member.rank,
        "score": member.score,
        "colours": member.colours,
        "preference": member.preference,
        "float": member.last,
        "float_before": member.before,
        "colour_difference": member.difference,
        "bye_allowed": member.bye_allowed,
        "opponents": list(member.opponents),
    }
