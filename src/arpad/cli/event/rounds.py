"""`arpad event close-list`, `draw`, `clear`, `publish`, `recall`, `start`, `lock`, `unlock`, `table`: from the list of
players to a round on the wall, and back."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.event.answers import answer_board, answer_done
from arpad.cli.event.app import MOST, BoardNumber, OptionalRound, RoundNumber, Slug, event
from arpad.cli.event.impossible import refuse_round
from arpad.cli.event.options import RunningCommand, act
from arpad.cli.event.reading import board_typed, event_now, moment, round_typed, rounds_typed
from arpad.cli.shared import shared
from arpad.inputs import parse

if TYPE_CHECKING:
    from arpad.tournament.journal import Decide


Rounds = Annotated[str, typer.Argument(metavar="ROUND", help="cli.help.event-rounds-together")]


@event.command("close-list", cls=RunningCommand, help="cli.command.event-close-list")
def close_list(
    context: typer.Context,
    slug: Slug,
    seed: Annotated[str | None, typer.Option("--seed", metavar="N", help="cli.help.event-seed")] = None,
    initial: Annotated[str | None, typer.Option("--initial", metavar="w|b", help="cli.help.event-initial")] = None,
) -> None:
    from arpad.tournament.acts.players import close_list as command
    from arpad.tournament.documents import numbers_document

    lot = None if seed is None else parse.whole("--seed", seed, 0, 2**63)
    colour: Any = None if initial is None else parse.choice("--initial", initial, ("w", "b"))
    done = act(context, slug, command(colour, lot))
    numbers = numbers_document(done.state)
    answer_done(context, done, "closed", {"count": len(numbers)}, numbers=numbers, initial=done.state.initial)


@event.command("draw", cls=RunningCommand, help="cli.command.event-draw")
def draw(
    context: typer.Context,
    slug: Slug,
    number: OptionalRound = None,
    adjourn_open: Annotated[bool, typer.Option("--adjourn-open", help="cli.help.event-adjourn-open")] = False,
) -> None:
    from arpad.tournament.acts.rounds import NoPairing
    from arpad.tournament.acts.rounds import draw as command
    from arpad.tournament.documents import round_document

    settings = shared(context)
    wanted = None if number is None else round_typed(number)
    try:
        done = act(context, slug, command(wanted, adjourn_open=adjourn_open))
    except NoPairing as problem:
        refuse_round(settings, problem)
        return
    last = done.state.last_drawn
    drawn = done.state.rounds[last]
    said, count = ("drawn-matches", len(drawn.matches)) if done.state.laws.team else ("drawn", len(drawn.boards))
    answer_done(context, done, said, {"round": last, "boards": count}, **round_document(done.state, last))


@event.command("clear", cls=RunningCommand, help="cli.command.event-clear")
def clear(context: typer.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.rounds import clear as command

    wanted = round_typed(number)
    done = act(context, slug, command(wanted))
    answer_done(context, done, "cleared", {"round": wanted}, state=None)


def _moved(context: typer.Context, slug: str, number: int, command: "Decide", said: str, **values: object) -> None:
    """Give a command that brings a round further, or back, and tell its stage."""
    from arpad.tournament.documents import outside_since
    from arpad.tournament.state import round_stage

    done = act(context, slug, command)
    stage, outside = round_stage(done.state, number), outside_since(done.state)
    answer_done(context, done, said, {"round": number, **values}, round=number, state=stage, outside_rules=outside)


@event.command("publish", cls=RunningCommand, help="cli.command.event-publish")
def publish(context: typer.Context, slug: Slug, number: Rounds) -> None:
    from arpad.tournament.acts.rounds import publish_rounds

    first, last = rounds_typed("ROUND", number)
    said = "published" if first == last else "published-many"
    _moved(context, slug, last, publish_rounds(first, last), said, first=first)


@event.command("recall", cls=RunningCommand, help="cli.command.event-recall")
def recall(
    context: typer.Context,
    slug: Slug,
    number: RoundNumber,
    void_results: Annotated[bool, typer.Option("--void-results", help="cli.help.event-void-results")] = False,
) -> None:
    from arpad.tournament.acts.rounds import recall as command

    wanted = round_typed(number)
    _moved(context, slug, wanted, command(wanted, void_results=void_results), "recalled")


@event.command("start", cls=RunningCommand, help="cli.command.event-start")
def start(context: typer.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.rounds import start as command
    from arpad.tournament.times import event_times

    wanted, at = round_typed(number), moment(context)
    times = event_times(event_now(context, slug).laws)
    _moved(context, slug, wanted, command(wanted, at), "started", at=times.day_and_clock(at))


@event.command("lock", cls=RunningCommand, help="cli.command.event-lock")
def lock(context: typer.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.rounds import lock as command

    wanted = round_typed(number)
    _moved(context, slug, wanted, command(wanted), "locked")


@event.command("unlock", cls=RunningCommand, help="cli.command.event-unlock")
def unlock(context: typer.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.rounds import unlock as command

    wanted = round_typed(number)
    _moved(context, slug, wanted, command(wanted), "unlocked")


@event.command("table", cls=RunningCommand, help="cli.command.event-table")
def table(
    context: typer.Context,
    slug: Slug,
    number: RoundNumber,
    board: BoardNumber,
    place: Annotated[str, typer.Argument(metavar="TABLE", help="cli.help.event-table-number")],
) -> None:
    from arpad.tournament.acts.rounds import set_table

    wanted, at_board, sits = round_typed(number), board_typed(board), parse.whole("TABLE", place, 1, MOST)
    done = act(context, slug, set_table(wanted, at_board, sits))
    answer_board(context, done, "table", wanted, at_board, table=sits)
