"""`arpad event close-list`, `draw`, `clear`, `publish`, `start`: from the list of players to a round on the wall."""

from typing import Annotated, Any

import typer

from arpad.cli.event.answers import answer_done
from arpad.cli.event.app import MOST, OptionalRound, RoundNumber, Slug, event
from arpad.cli.event.options import RunningCommand, act, running_options
from arpad.cli.office.options import at_typed
from arpad.cli.shared import shared
from arpad.locale import text
from arpad.typed import parse


@event.command("close-list", cls=RunningCommand, help="cli.command.event-close-list")
def close_list(
    context: typer.Context,
    slug: Slug,
    seed: Annotated[str | None, typer.Option("--seed", metavar="N", help="cli.help.event-seed")] = None,
    initial: Annotated[str | None, typer.Option("--initial", metavar="w|b", help="cli.help.event-initial")] = None,
) -> None:
    from arpad.tournament.acts.listing import close_list as command
    from arpad.tournament.documents import numbers_document

    settings = shared(context)
    lot = None if seed is None else parse.whole("--seed", seed, 0, 2**63)
    colour: Any = None if initial is None else parse.choice("--initial", initial, ("w", "b"))
    done = act(context, slug, command(colour, lot))
    words = text("tournament.said.closed", settings.language, count=len(done.state.numbers))
    answer_done(settings, done, words, numbers=numbers_document(done.state), initial=done.state.initial)


@event.command("draw", cls=RunningCommand, help="cli.command.event-draw")
def draw(
    context: typer.Context,
    slug: Slug,
    number: OptionalRound = None,
    adjourn_open: Annotated[bool, typer.Option("--adjourn-open", help="cli.help.event-adjourn-open")] = False,
) -> None:
    from arpad.tournament.acts.rounds import draw as command
    from arpad.tournament.documents import round_document

    settings = shared(context)
    wanted = None if number is None else parse.whole("ROUND", number, 1, MOST)
    done = act(context, slug, command(wanted, adjourn_open=adjourn_open))
    last = done.state.last_drawn
    words = text("tournament.said.drawn", settings.language, round=last, boards=len(done.state.rounds[last].boards))
    answer_done(settings, done, words, **round_document(done.state, last))


@event.command("clear", cls=RunningCommand, help="cli.command.event-clear")
def clear(context: typer.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.rounds import clear as command

    settings = shared(context)
    wanted = parse.whole("ROUND", number, 1, MOST)
    done = act(context, slug, command(wanted))
    answer_done(settings, done, text("tournament.said.cleared", settings.language, round=wanted), state=None)


@event.command("publish", cls=RunningCommand, help="cli.command.event-publish")
def publish(context: typer.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.rounds import publish as command
    from arpad.tournament.state import round_stage

    settings = shared(context)
    wanted = parse.whole("ROUND", number, 1, MOST)
    done = act(context, slug, command(wanted))
    words = text("tournament.said.published", settings.language, round=wanted)
    answer_done(settings, done, words, state=round_stage(done.state, wanted))


@event.command("start", cls=RunningCommand, help="cli.command.event-start")
def start(context: typer.Context, slug: Slug, number: RoundNumber) -> None:
    from arpad.tournament.acts.rounds import start as command
    from arpad.tournament.state import round_stage

    settings = shared(context)
    wanted = parse.whole("ROUND", number, 1, MOST)
    at = at_typed(running_options(context).at).isoformat()
    done = act(context, slug, command(wanted, at))
    words = text("tournament.said.started", settings.language, round=wanted, at=at)
    answer_done(settings, done, words, state=round_stage(done.state, wanted))
