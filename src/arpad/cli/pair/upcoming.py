"""`arpad pair FILE`: the next round."""

import typer

from arpad.cli.arguments import ReportFile
from arpad.cli.output import line, print_json, table, trail
from arpad.cli.pair.app import ColourType, Reading, Rounds, System, absent_line, found_json, pair, read, show_found
from arpad.cli.shared import Command, Shared, shared
from arpad.locale import number, text
from arpad.pairing.documents import round_document
from arpad.pairing.engines import pair_round
from arpad.pairing.rounds import Impossible, Pairing
from arpad.pairing.sources import Source
from arpad.pairing.state import points


@pair.command("next", cls=Command, help="cli.command.pair-next")
def upcoming(
    context: typer.Context,
    file: ReportFile,
    system: System = None,
    rounds: Rounds = None,
    colours: ColourType = None,
    reading: Reading = None,
) -> None:
    settings = shared(context)
    source = read(file, system, rounds, colours, reading=reading)
    answer = pair_round(source.state())
    if isinstance(answer, Impossible):
        refuse(settings, answer)
    elif settings.as_json:
        print_json(round_document(answer) | found_json(source, settings.language))
    else:
        show(settings, source, answer)
        show_found(source, settings.language)


def refuse(settings: Shared, answer: Impossible) -> None:
    """No legal pairing: the reason, and exit 1."""
    from arpad.pairing.check_documents import impossible_document
    from arpad.pairing.explain import impossible_step

    if settings.as_json:
        print_json(impossible_document(answer, settings.language))
    else:
        line(text("pairing.impossible", settings.language, round=answer.state.round), style="bold")
        trail((impossible_step(answer),), settings.language, title=False)
    raise typer.Exit(1)


def show(settings: Shared, source: Source, answer: Pairing) -> None:
    """The boards as a table."""
    spoken, state = settings.language, answer.state
    words = text("pairing.round", spoken, round=state.round, rounds=state.rounds, boards=len(answer.boards))
    line(words, style="bold")
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
