"""`arpad pair compare`: every round by several systems or editions."""

from typing import Annotated, Any

import typer

from arpad.cli.output import line, print_json, table
from arpad.cli.pair.app import ColourType, PairingFile, PairOptions, Readings, Rounds, pair, read, show_readings
from arpad.cli.pair.check import seat_words
from arpad.cli.shared import Command, shared
from arpad.i18n import ArpadError, Language, text
from arpad.pairing.check import json_seat, reason_words
from arpad.pairing.compare import ComparedRound, compare_rounds


@pair.command("compare", cls=Command, help="cli.command.pair-compare")
def compare(
    context: typer.Context,
    file: PairingFile,
    system: Annotated[list[str] | None, typer.Option("--system", metavar="ID", help="cli.help.pair-system")] = None,
    rounds: Rounds = None,
    colours: ColourType = None,
    reading: Readings = None,
) -> None:
    settings = shared(context)
    named: list[str | None] = [*system] if system else [None]
    asked = [(one, names) for names in ([], *([name] for name in reading or ())) for one in named]
    if len(asked) < 2:
        raise ArpadError("pairing-compare-two")
    sources = [read(file, PairOptions(one, rounds, colours, names), binding=False) for one, names in asked]
    ids = [source.system.title for source in sources]
    compared = compare_rounds(sources)
    if settings.as_json:
        print_json({"systems": ids, "rounds": [_document(one, ids, settings.language) for one in compared]})
    else:
        known = sources[0].names()
        for told in {source.system.readings: source.system for source in sources}.values():
            show_readings(told, settings.language)
        for one in compared:
            _show(one, ids, known, settings.language)
    if not all(one.same for one in compared):
        raise typer.Exit(1)


def _document(one: ComparedRound, ids: list[str], language: Language) -> dict[str, Any]:
    seats = dict(zip(ids, one.seats, strict=True))
    return {
        "round": one.number,
        "same": one.same,
        "impossible": [id_ for id_, found in seats.items() if found is None],
        "differences": [
            {"player": rank}
            | {id_: json_seat(found.get(rank, (None, None))) for id_, found in seats.items() if found is not None}
            for rank in one.differing
        ],
        "reasons": [
            {"by": ids[refused.by], "of": ids[refused.of], "criterion": refused.why.article}
            | {"reason": reason_words(refused.state, refused.why, language)}
            for refused in one.refusals
        ],
    }


def _show(one: ComparedRound, ids: list[str], known: dict[int, str], language: Language) -> None:
    if one.same:
        line(text("pairing.compare.same", language, round=one.number))
        return
    seats = one.seats
    for id_, found in zip(ids, seats, strict=True):
        if found is None:
            line(text("pairing.compare.impossible", language, round=one.number, system=id_), style="bold")
    if one.differing:
        line(text("pairing.compare.differs", language, round=one.number, count=len(one.differing)), style="bold")
        rows = [
            [known.get(rank, str(rank))]
            + ["" if found is None else seat_words(found.get(rank, (None, None)), known, language) for found in seats]
            for rank in one.differing
        ]
        table(language, ["player", *ids], rows, left=range(len(ids) + 1))
    for refused in one.refusals:
        why = reason_words(refused.state, refused.why, language)
        line(text("pairing.compare.refused", language, by=ids[refused.by], of=ids[refused.of], reason=why))
