"""`arpad event result`: the result of a board."""

from typing import Annotated

import typer

from arpad.cli.event.answers import answer_done
from arpad.cli.event.app import MOST, BoardNumber, RoundNumber, Slug, event
from arpad.cli.event.options import RunningCommand, act
from arpad.cli.shared import shared
from arpad.locale import text
from arpad.typed import parse

Typed = Annotated[str, typer.Argument(metavar="RESULT", help="cli.help.event-result")]


@event.command("result", cls=RunningCommand, help="cli.command.event-result")
def result(
    context: typer.Context,
    slug: Slug,
    number: RoundNumber,
    board: BoardNumber,
    typed: Typed,
    played: Annotated[str | None, typer.Option("--played", metavar="RESULT", help="cli.help.event-played")] = None,
    version: Annotated[str | None, typer.Option("--version", metavar="N", help="cli.help.event-version")] = None,
) -> None:
    from arpad.tournament.acts.results import set_result
    from arpad.tournament.documents import board_document

    settings = shared(context)
    wanted, at_board = parse.whole("ROUND", number, 1, MOST), parse.whole("BOARD", board, 1, MOST)
    seen = None if version is None else parse.whole("--version", version, 0, 2**31)
    done = act(context, slug, set_result(wanted, at_board, typed, version=seen, played=played))
    found = board_document(done.state, wanted, at_board)
    words = text(
        "tournament.said.result", settings.language, round=wanted, board=at_board, result=found["result"] or "–"
    )
    answer_done(settings, done, words, board=found)
