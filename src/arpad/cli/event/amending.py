"""`arpad event amend`, `mend`, `board-add`, `substitute`: boards changed by hand."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.event.answers import answer_board, answer_done
from arpad.cli.event.app import BoardNumber, RoundNumber, Slug, event
from arpad.cli.event.options import RunningCommand, act
from arpad.cli.event.reading import board_typed, entries_typed, entry_typed, round_typed, typed_text

if TYPE_CHECKING:
    from arpad.tournament.journal import Done

Out = Annotated[list[str] | None, typer.Option("--out", metavar="ENTRY", help="cli.help.event-gone")]
Absent = Annotated[list[str] | None, typer.Option("--absent", metavar="ENTRY", help="cli.help.event-substitute-absent")]
WhiteEntry = Annotated[str, typer.Argument(metavar="WHITE", help="cli.help.event-white-entry")]
BlackEntry = Annotated[str, typer.Argument(metavar="BLACK", help="cli.help.event-black-entry")]


@event.command("amend", cls=RunningCommand, help="cli.command.event-amend")
def amend(
    context: typer.Context,
    slug: Slug,
    number: RoundNumber,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.event-amend-file")],
    numbers: Annotated[bool, typer.Option("--numbers", help="cli.help.event-amend-numbers")] = False,
    order: Annotated[bool, typer.Option("--order", help="cli.help.event-amend-order")] = False,
) -> None:
    from arpad.tournament.acts.boards import amend as command
    from arpad.tournament.amendments import parse_given

    wanted, given = round_typed(number), parse_given(typed_text(file), numbers)
    done = act(context, slug, command(wanted, given, by_order=order))
    _answer(context, done, wanted, "amended")


@event.command("mend", cls=RunningCommand, help="cli.command.event-mend")
def mend(context: typer.Context, slug: Slug, number: RoundNumber, out: Out = None) -> None:
    from arpad.tournament.acts.boards import mend as command

    wanted = round_typed(number)
    _answer(context, act(context, slug, command(wanted, entries_typed(out, "--out"))), wanted, "mended")


def _answer(context: typer.Context, done: "Done", number: int, said: str) -> None:
    from arpad.tournament.documents import round_document

    differs = done.lines[-1].data.get("differs", []) if done.lines else []
    answer_done(context, done, said, {"round": number}, **{**round_document(done.state, number), "differs": differs})


@event.command("board-add", cls=RunningCommand, help="cli.command.event-board-add")
def board_add(context: typer.Context, slug: Slug, number: RoundNumber, white: WhiteEntry, black: BlackEntry) -> None:
    from arpad.tournament.acts.boards import add_board

    wanted = round_typed(number)
    done = act(context, slug, add_board(wanted, entry_typed(white, "WHITE"), entry_typed(black, "BLACK")))
    _new_board(context, done, wanted, "board-added")


@event.command("substitute", cls=RunningCommand, help="cli.command.event-substitute")
def substitute(
    context: typer.Context,
    slug: Slug,
    number: RoundNumber,
    board: BoardNumber,
    other: Annotated[str, typer.Argument(metavar="BOARD", help="cli.help.event-second-board")],
    absent: Absent = None,
) -> None:
    from arpad.tournament.acts.boards import substitute as command

    wanted = round_typed(number)
    gone = entries_typed(absent, "--absent")
    done = act(context, slug, command(wanted, board_typed(board), board_typed(other), absent=gone))
    _new_board(context, done, wanted, "substituted")


def _new_board(context: typer.Context, done: "Done", number: int, said: str) -> None:
    """Tell of the board that a command has opened."""
    board = max(done.state.rounds[number].boards)
    found = done.state.rounds[number].boards[board]
    names = {"white": done.state.entries[found.white].name, "black": done.state.entries[found.black].name}
    answer_board(context, done, said, number, board, **names)
