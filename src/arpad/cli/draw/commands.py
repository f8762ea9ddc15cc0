"""The commands of `arpad draw`, one for each kind of schedule."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from arpad.cli.arguments import seed_of
from arpad.cli.draw.app import draw
from arpad.cli.draw.options import entrants, even, names_for
from arpad.cli.draw.show import answer
from arpad.cli.output import line
from arpad.cli.shared import Command, declared, shared
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.pairing.draws import MOST, MOST_KNOCKOUT, MOST_TEAMS, Draw
from arpad.pairing.round_robin_tables import (
    LEAST_BERGER,
    LEAST_VARMA,
    MOST_VARMA,
    SWAPS,
    berger,
    draw_lots,
    late_meetings,
    varma,
    varma_groups,
)
from arpad.pairing.team_tables import (
    LEAST_HILTON,
    LEAST_KNOCKOUT,
    LEAST_PLAYERS,
    LEAST_SEMI,
    LEAST_SKALITZKA,
    LEAST_TEAMS,
    balanced_skalitzka,
    hilton,
    knockout,
    match,
    scheveningen,
    schiller,
    semi_scheveningen,
    skalitzka,
)
from arpad.pairing.team_tables import LEAST_SCHEVENINGEN as LEAST_BOARDS

NUMBER = "N"

Players = Annotated[str, typer.Argument(metavar=NUMBER, help="cli.help.draw-players")]
Boards = Annotated[str, typer.Argument(metavar=NUMBER, help="cli.help.draw-boards")]


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """What every draw takes: the names of the players, and the file for a PDF."""

    names: Annotated[Path | None, typer.Option("--names", metavar="FILE", help="cli.help.draw-names")] = None
    pdf: Annotated[Path | None, typer.Option("--pdf", metavar="OUT", help="cli.help.draw-pdf")] = None


class DrawCommand(Command):
    """A command that makes a draw."""

    declares = (DrawOptions,)


def _answer(context: typer.Context, made: Draw, more: dict[str, Any] | None = None) -> None:
    options = declared(context, DrawOptions)
    answer(shared(context), made, names_for(made, options.names), options.pdf, more)


@draw.command("berger", cls=DrawCommand, help="cli.command.draw-berger")
def berger_command(
    context: typer.Context,
    players: Players,
    double: Annotated[bool, typer.Option("--double", help="cli.help.draw-double")] = False,
    swap: Annotated[str | None, typer.Option("--swap", metavar="|".join(SWAPS), help="cli.help.draw-swap")] = None,
) -> None:
    if swap is not None and not double:
        raise ArpadError("draw-swap-single")
    chosen = [other for other in SWAPS if other == (swap or SWAPS[0])]
    if not chosen:
        raise ArpadError("draw-swap", value=swap, known=", ".join(SWAPS))
    _answer(context, berger(parse.whole(NUMBER, players, LEAST_BERGER, MOST), double, chosen[0]))


@draw.command("varma", cls=DrawCommand, help="cli.command.draw-varma")
def varma_command(
    context: typer.Context,
    players: Players,
    federations: Annotated[
        str | None, typer.Option("--federations", metavar="FILE|AAA:3,BBB:4", help="cli.help.draw-federations")
    ] = None,
    seed: Annotated[str | None, typer.Option("--seed", metavar="S", help="cli.help.draw-seed")] = None,
) -> None:
    settings = shared(context)
    count = parse.whole(NUMBER, players, LEAST_VARMA, MOST_VARMA)
    made, groups = varma(count), varma_groups(count)
    more: dict[str, Any] = {"groups": {name: list(numbers) for name, numbers in groups.items()}}
    if federations is None:
        if seed is not None:
            raise ArpadError("draw-seed-alone")
        _answer(context, made, more)
        if not settings.as_json:
            line()
            for name, numbers in groups.items():
                line(text("draw.group", settings.language, group=name, numbers=", ".join(map(str, numbers))))
        return
    if seed is None:
        raise ArpadError("draw-no-seed")
    options = declared(context, DrawOptions)
    if options.names is not None:
        raise ArpadError("draw-names-twice")
    lots = draw_lots(entrants(federations, count), seed_of(seed))
    meetings = late_meetings(lots, count)
    more["lots"] = [
        {"number": lot.number, "federation": lot.entrant.federation, "name": lot.entrant.name, "group": lot.group}
        for lot in lots
    ]
    more["late_meetings"] = [
        {"round": meeting.round, "federation": meeting.federation, "white": meeting.white, "black": meeting.black}
        for meeting in meetings
    ]
    answer(settings, made, (), options.pdf, more, lots)
    if not settings.as_json:
        line()
        for one in meetings:
            line(
                text(
                    "draw.late-meeting",
                    settings.language,
                    white=one.white,
                    black=one.black,
                    federation=one.federation,
                    round=one.round,
                )
            )
        if not meetings:
            line(text("draw.no-late-meeting", settings.language))


@draw.command("scheveningen", cls=DrawCommand, help="cli.command.draw-scheveningen")
def scheveningen_command(
    context: typer.Context,
    boards: Boards,
    semi: Annotated[bool, typer.Option("--semi", help="cli.help.draw-semi")] = False,
) -> None:
    if semi:
        made = semi_scheveningen(even(NUMBER, boards, LEAST_SEMI, MOST))
    else:
        made = scheveningen(parse.whole(NUMBER, boards, LEAST_BOARDS, MOST))
    _answer(context, made)


@draw.command("schiller", cls=DrawCommand, help="cli.command.draw-schiller")
def schiller_command(
    context: typer.Context,
    teams: Annotated[str, typer.Argument(metavar="TEAMS", help="cli.help.draw-teams")],
    players: Annotated[str, typer.Argument(metavar="PLAYERS", help="cli.help.draw-team-players")],
) -> None:
    count = parse.whole("TEAMS", teams, LEAST_TEAMS, MOST_TEAMS)
    made = schiller(count, parse.whole("PLAYERS", players, LEAST_PLAYERS, MOST // count))
    _answer(context, made)


@draw.command("skalitzka", cls=DrawCommand, help="cli.command.draw-skalitzka")
def skalitzka_command(
    context: typer.Context,
    boards: Boards,
    balanced: Annotated[bool, typer.Option("--balanced", help="cli.help.draw-balanced")] = False,
) -> None:
    count = even(NUMBER, boards, LEAST_SKALITZKA, MOST)
    _answer(context, balanced_skalitzka(count) if balanced else skalitzka(count))


@draw.command("hilton", cls=DrawCommand, help="cli.command.draw-hilton")
def hilton_command(
    context: typer.Context,
    teams: Annotated[str, typer.Argument(metavar=NUMBER, help="cli.help.draw-teams")],
) -> None:
    _answer(context, hilton(even(NUMBER, teams, LEAST_HILTON, MOST_TEAMS)))


@draw.command("match", cls=DrawCommand, help="cli.command.draw-match")
def match_command(
    context: typer.Context,
    games: Annotated[str, typer.Argument(metavar=NUMBER, help="cli.help.draw-games")],
) -> None:
    _answer(context, match(parse.whole(NUMBER, games, 1, MOST)))


@draw.command("knockout", cls=DrawCommand, help="cli.command.draw-knockout")
def knockout_command(context: typer.Context, players: Players) -> None:
    _answer(context, knockout(parse.whole(NUMBER, players, LEAST_KNOCKOUT, MOST_KNOCKOUT)))
