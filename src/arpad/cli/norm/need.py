"""`arpad norm need`: what a player still needs in the remaining rounds."""

from dataclasses import replace
from typing import Annotated

import typer

from arpad.cli.arguments import ReportFile, rank_typed
from arpad.cli.norm.app import norm, title
from arpad.cli.norm.options import NormCommand, asked
from arpad.cli.norm.words import head, show_need
from arpad.cli.output import print_json
from arpad.cli.shared import shared
from arpad.domain.event import Event
from arpad.domain.rating_list import TITLES
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.titles.documents import need_document
from arpad.titles.needs import Opponent, find_need

EXAMPLE = "2426:IM:ESP"
NOTHING = ("", "-")


@norm.command("need", cls=NormCommand, help="cli.command.norm-need")
def need(
    context: typer.Context,
    file: ReportFile,
    player: Annotated[str, typer.Option("--player", metavar="RANK", help="cli.help.player")],
    title_: Annotated[str, typer.Option("--title", metavar="GM|IM|WGM|WIM", help="cli.help.norm-title")],
    opponent: Annotated[
        list[str] | None, typer.Option("--opponent", metavar="RATING:TITLE:FED", help="cli.help.norm-opponent")
    ] = None,
    rounds: Annotated[str | None, typer.Option("--rounds", metavar="N", help="cli.help.norm-rounds")] = None,
) -> None:
    settings = shared(context)
    call = asked(context, file)
    event = call.event
    if rounds is not None:
        event = replace(event, rounds=_rounds(event, parse.whole("--rounds", rounds, 1, 99)))
    rank = rank_typed(event, file, player)
    opponents = [_opponent(one) for one in opponent or ()]
    found = find_need(event, rank, call.edition, call.facts, title(title_), opponents)
    if settings.as_json:
        print_json(need_document(found, rank, call.edition.id, settings.language))
    else:
        head(event, rank, call.edition, settings.language)
        show_need(found, settings.language)
    if not found.possible:
        raise typer.Exit(1)


def _rounds(event: Event, told: int) -> int:
    """Return the number of rounds, if it is not less than the report has or announces."""
    known = max([event.rounds, *(round_.round for player in event.players for round_ in player.rounds)])
    if told < known:
        raise ArpadError("norm.need-rounds", rounds=told, known=known)
    return told


def _opponent(typed: str) -> Opponent:
    """Read RATING:TITLE:FED. The rating may be 0 or `unrated`, the title empty or a dash."""
    parts = [part.strip() for part in typed.split(":")]
    if len(parts) != 3:
        raise ArpadError("format-form", option="--opponent", value=typed, example=EXAMPLE)
    held = "" if parts[1] in NOTHING else parts[1].upper()
    if held and held not in TITLES:
        raise ArpadError("format-form", option="--opponent", value=typed, example=EXAMPLE)
    rating = None if parts[0].lower() in parse.UNRATED else parse.rating(f"--opponent {typed}", parts[0])
    return Opponent(rating, held, parse.federation("--opponent", parts[2]))
