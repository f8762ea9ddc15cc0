"""`arpad event tie`, `bracket`, `play-off`: knock-outs and play-offs."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.event.answers import answer_done
from arpad.cli.event.app import MOST, Slug, event
from arpad.cli.event.options import RunningCommand, act
from arpad.cli.event.reading import entries_typed, event_now
from arpad.cli.output import line, print_json, table
from arpad.cli.shared import Shared, shared
from arpad.i18n import text
from arpad.inputs import parse

if TYPE_CHECKING:
    from arpad.tournament.shapes import TieDocument
    from arpad.tournament.state import EventState

TieNumber = Annotated[str, typer.Argument(metavar="TIE", help="cli.help.event-tie")]
White = Annotated[str | None, typer.Option("--white", metavar="ENTRY", help="cli.help.event-white")]
Seed = Annotated[str | None, typer.Option("--seed", metavar="N", help="cli.help.event-seed")]
MOST_SEED = 2**63


def _lot(white: str | None, seed: str | None) -> tuple[int | None, int | None]:
    return (
        None if white is None else parse.whole("--white", white, 1, MOST),
        None if seed is None else parse.whole("--seed", seed, 0, MOST_SEED),
    )


@event.command("tie", cls=RunningCommand, help="cli.command.event-tie")
def tie(context: typer.Context, slug: Slug, number: TieNumber, white: White = None, seed: Seed = None) -> None:
    from arpad.tournament.acts.ties import open_stage, tie_at
    from arpad.tournament.documents import tie_document

    settings = shared(context)
    wanted, (first, lot) = parse.whole("TIE", number, 1, MOST), _lot(white, seed)
    if first is None and lot is None:
        state = event_now(context, slug)
        found = tie_document(state, tie_at(state, wanted))
        if settings.as_json:
            print_json(found)
        else:
            _show(settings, [found])
        return
    done = act(context, slug, open_stage(wanted, first, lot))
    document = tie_document(done.state, tie_at(done.state, wanted))
    stage = document["stages"][-1]["stage"]
    answer_done(context, done, "stage", {"tie": wanted, "stage": stage}, tie=document)


@event.command("bracket", cls=RunningCommand, help="cli.command.event-bracket")
def bracket(context: typer.Context, slug: Slug) -> None:
    from arpad.tournament.documents import bracket_document

    settings = shared(context)
    found = bracket_document(event_now(context, slug))
    if settings.as_json:
        print_json(found)
    else:
        _show(settings, found)


def _show(settings: Shared, ties: Sequence["TieDocument"]) -> None:
    rows = [
        [
            str(one["tie"]),
            str(one["round"]),
            " – ".join(str(name) for name in one["names"]),
            str(one["score"]),
            str(one["winner_name"] or ""),
        ]
        for one in ties
    ]
    table(
        settings.language, ["event-tie", "round", "event-players", "event-score", "event-winner"], rows, left=(2, 3, 4)
    )


@event.command("play-off", cls=RunningCommand, help="cli.command.event-play-off")
def play_off(
    context: typer.Context,
    slug: Slug,
    entries: Annotated[list[str] | None, typer.Argument(metavar="ENTRY...", help="cli.help.event-play-off")] = None,
    next_game: Annotated[str | None, typer.Option("--next", metavar="N", help="cli.help.event-play-off-next")] = None,
    result: Annotated[
        tuple[str, str, str] | None,
        typer.Option("--result", metavar="N GAME RESULT", help="cli.help.event-play-off-result"),
    ] = None,
    white: White = None,
    seed: Seed = None,
) -> None:
    from arpad.tournament.acts.ties import go_on, open_play_off, play_off_result
    from arpad.tournament.documents import play_offs_document

    first, lot = _lot(white, seed)
    if result is not None:
        number, game, typed = result
        command = play_off_result(parse.whole("N", number, 1, MOST), parse.whole("GAME", game, 1, MOST), typed)
    elif next_game is not None:
        command = go_on(parse.whole("--next", next_game, 1, MOST), first, lot)
    elif entries:
        command = open_play_off(entries_typed(entries), first, lot)
    else:
        _show_play_offs(shared(context), event_now(context, slug))
        return
    done = act(context, slug, command)
    found = play_offs_document(done.state)
    answer_done(context, done, "play-off", {"count": len(found)}, play_offs=found)


def _show_play_offs(settings: Shared, state: "EventState") -> None:
    from arpad.tournament.documents import play_offs_document

    found = play_offs_document(state)
    if settings.as_json:
        print_json(found)
        return
    if not found:
        line(text("tournament.said.no-play-off", settings.language))
        return
    rows = [
        [
            str(one["play_off"]),
            str(game["game"]),
            f"{game['white_name']} – {game['black_name']}",
            str(game["result"] or ""),
            str(one["winner_name"] or ""),
        ]
        for one in found
        for game in one["games"]
    ]
    table(
        settings.language,
        ["event-play-off", "event-game", "event-players", "event-score", "event-winner"],
        rows,
        left=(2, 3, 4),
    )
