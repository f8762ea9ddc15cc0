"""`arpad event colours`, `correct`, `penalty`: errors that are put right, and points that are taken away."""

from typing import Annotated

import typer

from arpad.cli.event.answers import answer_board, answer_done
from arpad.cli.event.app import SIGNED, BoardNumber, EntryNumber, RoundNumber, Slug, event
from arpad.cli.event.options import RunningCommand, act
from arpad.cli.event.reading import board_typed, entry_typed, moment, round_typed
from arpad.cli.event.results import answer_result


@event.command("colours", cls=RunningCommand, help="cli.command.event-colours")
def colours(context: typer.Context, slug: Slug, number: RoundNumber, board: BoardNumber) -> None:
    from arpad.tournament.acts.results import swap_colours

    wanted, at_board = round_typed(number), board_typed(board)
    done = act(context, slug, swap_colours(wanted, at_board, at=moment(context)))
    answer_board(context, done, "colours", wanted, at_board)


@event.command("correct", cls=RunningCommand, help="cli.command.event-correct", context_settings=SIGNED)
def correct(
    context: typer.Context,
    slug: Slug,
    number: RoundNumber,
    board: BoardNumber,
    typed: Annotated[str, typer.Argument(metavar="RESULT", help="cli.help.event-result")],
    rating_only: Annotated[bool, typer.Option("--rating-only", help="cli.help.event-rating-only")] = False,
) -> None:
    from arpad.tournament.acts.results import correct_for_rating, set_result
    from arpad.tournament.documents import board_document

    wanted, at_board = round_typed(number), board_typed(board)
    if rating_only:
        done = act(context, slug, correct_for_rating(wanted, at_board, typed))
    else:
        done = act(context, slug, set_result(wanted, at_board, typed, at=moment(context)))
    found = board_document(done.state, wanted, at_board)
    said = "corrected-rating" if rating_only else "result"
    answer_result(context, done, said, found, found.get("rated") or found["result"])


@event.command("penalty", cls=RunningCommand, help="cli.command.event-penalty", context_settings=SIGNED)
def penalty(
    context: typer.Context,
    slug: Slug,
    entry: EntryNumber,
    number: RoundNumber,
    points: Annotated[str, typer.Argument(metavar="POINTS", help="cli.help.event-penalty-points")],
    match_points: Annotated[
        str, typer.Option("--match-points", metavar="POINTS", help="cli.help.event-penalty-match")
    ] = "0",
) -> None:
    from arpad.i18n import ArpadError
    from arpad.tournament.acts.results import set_penalty
    from arpad.tournament.rules import points as halves

    told = []
    for typed in (points, match_points):
        try:
            told.append(halves(typed.replace("½", "1/2")))
        except ValueError:
            raise ArpadError("event-penalty", points=typed) from None
    wanted, player = round_typed(number), entry_typed(entry)
    taken, of_match = told
    done = act(context, slug, set_penalty(player, wanted, taken, of_match))
    side = "team" if done.state.laws.team else "entry"
    more = {"match_points": of_match} if done.state.laws.team else {}
    values = {"entry": player, "points": str(taken), "round": wanted}
    answer_done(context, done, "penalty", values, **{side: player}, round=wanted, points=taken, **more)
