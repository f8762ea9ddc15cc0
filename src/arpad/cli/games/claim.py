"""`arpad games claim`: a claim of a draw by repetition or by fifty moves, judged on the game."""

from typing import Annotated

import typer

from arpad.cli.games.app import AUTO, GamesFile, Notation, games, notation_of, nth_game
from arpad.cli.output import line, print_json
from arpad.cli.shared import Command, Shared, shared
from arpad.games.check import claim_document
from arpad.games.pgn import is_white, move_number
from arpad.games.record import CLAIM_KINDS, Claim, judge_claim, ply_of
from arpad.i18n import Language, text
from arpad.inputs import parse

WRONG = 1
MOST_GAMES = 200_000


@games.command("claim", cls=Command, help="cli.command.games-claim")
def claim(
    context: typer.Context,
    file: GamesFile,
    at: Annotated[str, typer.Option("--at", metavar="30b", help="cli.help.games-at")],
    kind: Annotated[str, typer.Option("--kind", metavar="|".join(CLAIM_KINDS), help="cli.help.games-kind")],
    move: Annotated[str, typer.Option("--move", metavar="MOVE", help="cli.help.games-move")] = "",
    game: Annotated[str, typer.Option("--game", metavar="N", help="cli.help.games-game")] = "1",
    notation: Notation = AUTO,
) -> None:
    settings = shared(context)
    written = nth_game(file, parse.whole("--game", game, 1, MOST_GAMES))
    judged = judge_claim(written, ply_of(at), parse.choice("--kind", kind, CLAIM_KINDS), move, notation_of(notation))
    _show(settings, judged)
    if not judged.right:
        raise typer.Exit(WRONG)


def _show(settings: Shared, judged: Claim) -> None:
    if settings.as_json:
        print_json(claim_document(judged))
        return
    spoken = settings.language
    line(text("games.claim.right" if judged.right else "games.claim.wrong", spoken), style="bold")
    if judged.kind == "repetition":
        places = ", ".join(_place(judged, ply, spoken) for ply in judged.plies)
        line(f"{judged.article}  {text('games.claim.times', spoken, count=len(judged.plies), places=places)}")
    else:
        line(f"{judged.article}  {text('games.claim.quiet', spoken, moves=judged.quiet // 2)}")
    if not judged.right:
        line(f"9.5.3  {text('games.claim.cost', spoken)}")


def _place(judged: Claim, ply: int, language: Language) -> str:
    if ply == 0:
        return text("games.claim.start", language)
    whole = judged.before + ply
    return f"{move_number(whole)}{'.' if is_white(whole) else '…'}"
