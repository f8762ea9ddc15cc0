"""`arpad pair check`: every round of a report paired again."""

from typing import Any

import typer

from arpad.cli.output import line, table
from arpad.cli.pair.app import (
    PairCommand,
    PairingFile,
    PairOptions,
    found_json,
    pair,
    print_positions,
    read_each,
    show_found,
    show_position,
    show_readings,
)
from arpad.cli.shared import declared, shared
from arpad.i18n import Language, text
from arpad.pairing.check import BoardDifference, CheckedRound, checked_document, reason
from arpad.pairing.compare import fitting_document, fitting_editions, fitting_words
from arpad.pairing.documents import system_document
from arpad.pairing.engines import Seat
from arpad.pairing.files import Source, naming


@pair.command("check", cls=PairCommand, help="cli.command.pair-check")
def check(
    context: typer.Context,
    file: PairingFile,
) -> None:
    settings = shared(context)
    sources = read_each(file, declared(context, PairOptions), adjourn_open=False)
    checked: dict[str, list[CheckedRound]] = {}
    for name, source in sources.items():
        with naming(name):
            checked[name] = source.checked()
    if settings.as_json:
        print_positions({name: _document(source, checked[name], settings.language) for name, source in sources.items()})
    else:
        for name, source in sources.items():
            show_position(name)
            _show_all(source, checked[name], settings.language)
    if not all(member.ok for members in checked.values() for member in members):
        raise typer.Exit(1)


def _document(source: Source, checked: list[CheckedRound], language: Language) -> dict[str, Any]:
    rows = [checked_document(member, language) for member in checked]
    fits = fitting_document(fitting_editions(source, checked), language)
    document = system_document(source.system) | {"rounds": rows} | ({"fits": fits} if fits else {})
    return document | found_json(source, language)


def _show_all(source: Source, checked: list[CheckedRound], language: Language) -> None:
    known = source.names()
    show_readings(source.system, language)
    if (played := source.rounds_unknown) is not None:
        line(text("pairing.rounds-played", language, rounds=played), style="dim")
    for member in checked:
        _show(member, known, language)
    for fitting in fitting_editions(source, checked):
        line(fitting_words(fitting, language), style="bold")
    show_found(source, language)


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
    """Return an opponent with the colour, or the bye, in words."""
    opponent, colour = seat
    if opponent is None:
        return text("pairing.nobody", language)
    return text("pairing.white" if colour == "w" else "pairing.black", language, opponent=known.get(opponent, opponent))
