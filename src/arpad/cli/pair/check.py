"""`arpad pair check`: every round of a report paired again."""

import typer

from arpad.cli.arguments import ReportFile
from arpad.cli.output import line, print_json, table
from arpad.cli.pair.app import Rounds, System, found_json, names, pair, read, show_found
from arpad.cli.shared import Command, shared
from arpad.locale import Language, text
from arpad.pairing.check import BoardDifference, CheckedRound, Seat, check_rounds
from arpad.pairing.check_documents import checked_document, reason
from arpad.pairing.systems import SYSTEM


@pair.command("check", cls=Command, help="cli.command.pair-check")
def check(context: typer.Context, file: ReportFile, system: System = None, rounds: Rounds = None) -> None:
    settings = shared(context)
    report, whole = read(file, system, rounds)
    checked = check_rounds(whole)
    if settings.as_json:
        rows = [checked_document(it, settings.language) for it in checked]
        print_json({"system": SYSTEM, "rounds": rows} | found_json(report, whole, settings.language))
    else:
        known = names(report)
        if whole.rounds is None:
            line(text("pairing.rounds-played", settings.language, rounds=whole.paired), style="dim")
        for it in checked:
            _show(it, known, settings.language)
        show_found(report, whole, settings.language)
    if not all(it.ok for it in checked):
        raise typer.Exit(1)


def _show(it: CheckedRound, known: dict[int, str], language: Language) -> None:
    if it.ok:
        line(text("pairing.same", language, round=it.number))
        return
    line(text("pairing.differs", language, round=it.number, count=len(it.differences)), style="bold")
    line(reason(it, language))
    rows = [_row(one, known, language) for one in it.differences]
    table(language, ["player", "pair-given", "pair-expected"], rows, left=(0, 1, 2))


def _row(it: BoardDifference, known: dict[int, str], language: Language) -> list[str]:
    return [known[it.player], _seat(it.given, known, language), _seat(it.expected, known, language)]


def _seat(seat: Seat, known: dict[int, str], language: Language) -> str:
    opponent, colour = seat
    if opponent is None:
        return text("pairing.nobody", language)
    return text("pairing.white" if colour == "w" else "pairing.black", language, opponent=known.get(opponent, opponent))
