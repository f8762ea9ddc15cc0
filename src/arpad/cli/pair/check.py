"""`arpad pair check`: every round of a report paired again."""

import typer

from arpad.cli.arguments import ReportFile
from arpad.cli.output import line, print_json, table
from arpad.cli.pair.app import ColourType, Reading, Rounds, System, found_json, pair, read, show_found
from arpad.cli.shared import Command, shared
from arpad.locale import Language, text
from arpad.pairing.check import BoardDifference, CheckedRound
from arpad.pairing.check_documents import checked_document, reason
from arpad.pairing.documents import system_document
from arpad.pairing.rounds import Seat


@pair.command("check", cls=Command, help="cli.command.pair-check")
def check(
    context: typer.Context,
    file: ReportFile,
    system: System = None,
    rounds: Rounds = None,
    colours: ColourType = None,
    reading: Reading = None,
) -> None:
    settings = shared(context)
    source = read(file, system, rounds, colours, reading=reading)
    checked = source.checked()
    if settings.as_json:
        rows = [checked_document(member, settings.language) for member in checked]
        print_json(system_document(source.system) | {"rounds": rows} | found_json(source, settings.language))
    else:
        known = source.names()
        if (played := source.rounds_unknown) is not None:
            line(text("pairing.rounds-played", settings.language, rounds=played), style="dim")
        for member in checked:
            _show(member, known, settings.language)
        show_found(source, settings.language)
    if not all(member.ok for member in checked):
        raise typer.Exit(1)


def _show(member: CheckedRound, known: dict[int, str], language: Language) -> None:
    if member.ok:
        line(text("pairing.same", language, round=member.number))
        return
    line(text("pairing.differs", language, round=member.number, count=len(member.differences)), style="bold")
    line(reason(member, language))
    rows = [_row(one, known, language) for one in member.differences]
    table(language, ["player", "pair-given", "pair-expected"], rows, left=(0, 1, 2))


def _row(member: BoardDifference, known: dict[int, str], language: Language) -> list[str]:
    return [
        known.get(member.player, str(member.player)),
        seat_words(member.given, known, language),
        seat_words(member.expected, known, language),
    ]


def seat_words(seat: Seat, known: dict[int, str], language: Language) -> str:
    """An opponent with the colour, or the bye."""
    opponent, colour = seat
    if opponent is None:
        return text("pairing.nobody", language)
    return text("pairing.white" if colour == "w" else "pairing.black", language, opponent=known.get(opponent, opponent))
