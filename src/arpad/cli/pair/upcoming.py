"""`arpad pair FILE`: the next round."""

from typing import Any

import typer

from arpad.cli.output import line, table, trail
from arpad.cli.pair.app import (
    AdjournOpen,
    ColourType,
    PairingFile,
    Readings,
    Rounds,
    System,
    absent_line,
    found_json,
    pair,
    print_positions,
    read_each,
    show_found,
    show_position,
    show_readings,
)
from arpad.cli.shared import Command, Shared, shared
from arpad.locale import Language, number, text
from arpad.pairing.documents import round_document
from arpad.pairing.engines import pair_round
from arpad.pairing.rounds import Answer, Impossible, Pairing
from arpad.pairing.sources import Source, naming
from arpad.pairing.state import points


@pair.command("next", cls=Command, help="cli.command.pair-next")
def upcoming(
    context: typer.Context,
    file: PairingFile,
    system: System = None,
    rounds: Rounds = None,
    colours: ColourType = None,
    reading: Readings = None,
    adjourn_open: AdjournOpen = False,
) -> None:
    settings = shared(context)
    sources = read_each(file, system, rounds, colours, reading, adjourn_open)
    answers: dict[str, Answer] = {}
    for name, source in sources.items():
        with naming(name):
            answers[name] = pair_round(source.state())
    if settings.as_json:
        print_positions({name: _document(sources[name], answers[name], settings.language) for name in answers})
    else:
        for name, answer in answers.items():
            show_position(name)
            _show(settings, sources[name], answer)
    if any(isinstance(answer, Impossible) for answer in answers.values()):
        raise typer.Exit(1)


def _document(source: Source, answer: Answer, language: Language) -> dict[str, Any]:
    """The round, or the reason why there is no legal pairing."""
    if isinstance(answer, Impossible):
        from arpad.pairing.check_documents import impossible_document

        return impossible_document(answer, language)
    return round_document(answer) | found_json(source, language)


def _show(settings: Shared, source: Source, answer: Answer) -> None:
    if isinstance(answer, Impossible):
        from arpad.pairing.explain import impossible_step

        line(text("pairing.impossible", settings.language, round=answer.state.round), style="bold")
        trail((impossible_step(answer),), settings.language, title=False)
        return
    show(settings, source, answer)
    show_found(source, settings.language)


def show(settings: Shared, source: Source, answer: Pairing) -> None:
    """The boards as a table."""
    spoken, state = settings.language, answer.state
    words = text("pairing.round", spoken, round=state.round, rounds=state.rounds, boards=len(answer.boards))
    line(words, style="bold")
    show_readings(state.system, spoken)
    known = source.names()
    scores = {one.rank: number(points(state, one.points), spoken) for one in state.entrants}
    rows = [
        [str(one.number), known[one.white], scores[one.white], known[one.black], scores[one.black]]
        for one in answer.boards
    ]
    table(spoken, ["pair-board", "white", "points", "black", "points"], rows, left=(1, 3))
    if answer.bye is not None:
        line(text("pairing.bye", spoken, player=known[answer.bye]))
    if state.absent:
        line(absent_line(state.absent, spoken))
