"""`arpad pair FILE`: the next round."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.output import line, table, trail, write_bytes
from arpad.cli.pair.app import (
    AdjournOpen,
    PairCommand,
    PairingFile,
    PairOptions,
    absent_line,
    pair,
    print_positions,
    read_each,
    show_found,
    show_position,
    show_readings,
)
from arpad.cli.shared import Shared, declared, shared
from arpad.i18n import ArpadError, number, text
from arpad.pairing.engines import Answer, Impossible, Pairing, pair_round
from arpad.pairing.files import Source, naming
from arpad.pairing.state import points


@pair.command("next", cls=PairCommand, help="cli.command.pair-next")
def upcoming(
    context: typer.Context,
    file: PairingFile,
    adjourn_open: AdjournOpen = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="OUT", help="cli.help.pair-output")] = None,
) -> None:
    settings = shared(context)
    sources = read_each(file, declared(context, PairOptions), adjourn_open=adjourn_open)
    answers: dict[str, Answer] = {}
    for name, source in sources.items():
        with naming(name):
            answers[name] = pair_round(source.state())
    if output is not None:
        _write(output, sources, answers)
    if settings.as_json:
        from arpad.pairing.check import answer_document

        spoken = settings.language
        print_positions({name: answer_document(answers[name], sources[name].findings, spoken) for name in answers})
    else:
        for name, answer in answers.items():
            show_position(name)
            _show(settings, sources[name], answer)
            if output is not None and isinstance(answer, Pairing):
                line(text("pairing.written", settings.language, round=answer.state.round, file=str(output)))
    if any(isinstance(answer, Impossible) for answer in answers.values()):
        raise typer.Exit(1)


def _write(output: Path, sources: Mapping[str, Source], answers: Mapping[str, Answer]) -> None:
    """Write the report with the round, unless there is none."""
    from arpad.pairing.checklist import next_file

    for name, answer in answers.items():
        if name:
            raise ArpadError("pairing-file-json")
        if isinstance(answer, Pairing):
            write_bytes(output, next_file(sources[name], answer))


def _show(settings: Shared, source: Source, answer: Answer) -> None:
    if isinstance(answer, Impossible):
        from arpad.pairing.explain import impossible_step

        line(text("pairing.impossible", settings.language, round=answer.state.round), style="bold")
        trail((impossible_step(answer),), settings.language, title=False)
        return
    show(settings, source, answer)
    show_found(source, settings.language)


def show(settings: Shared, source: Source, answer: Pairing) -> None:
    """Print the boards as a table."""
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
