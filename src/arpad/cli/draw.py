"""`arpad draw`: schedules that do not depend on results, such as round robins, team tables and knock-outs."""

import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from textwrap import fill
from typing import Annotated, Any

import click

from arpad.cli.options import Argument, Command, Group, Option, Shared, declared, decoded, seed_of, shared
from arpad.cli.output import PIPE_WIDTH, line, print_json, table, write_bytes
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.pairing.round_robin_tables import (
    LEAST_BERGER,
    LEAST_VARMA,
    MOST,
    MOST_KNOCKOUT,
    MOST_TEAMS,
    MOST_VARMA,
    SWAPS,
    Draw,
    Lot,
    VarmaEntrant,
    berger,
    draw_document,
    draw_lots,
    late_meetings,
    varma,
    varma_groups,
)
from arpad.pairing.round_robin_tables import even as even_number
from arpad.pairing.team_tables import (
    LEAST_HILTON,
    LEAST_KNOCKOUT,
    LEAST_PLAYERS,
    LEAST_SEMI,
    LEAST_SKALITZKA,
    LEAST_TEAMS,
    Names,
    balanced_skalitzka,
    hilton,
    knockout,
    match,
    numbered,
    scheveningen,
    schiller,
    semi_scheveningen,
    skalitzka,
    title,
)
from arpad.pairing.team_tables import LEAST_SCHEVENINGEN as LEAST_BOARDS

# The group `arpad draw`.

draw = Group(help="cli.command.draw", no_args_is_help=True)


# What the draws take from the line: numbers, names, federations.

COUNTED = re.compile(r"[A-Z]{3}:[1-9][0-9]{0,2}")
ENTRANT = re.compile(r"([A-Z]{3})[\s,;]+(\S.*)")


def even(option: str, typed: str, least: int, most: int) -> int:
    """Read an even number."""
    return even_number(option, parse.whole(option, typed, least, most), least, most)


def lines_of(file: Path) -> list[str]:
    """Return the lines of a file that are not empty."""
    from arpad.library.files import report_bytes

    return [line.strip() for line in decoded(report_bytes(file), file).splitlines() if line.strip()]


def names_for(draw: Draw, file: Path | None) -> list[str]:
    """Read the names of a file: one in each line, in the order of the draw's players."""
    if file is None:
        return []
    names = lines_of(file)
    if len(names) != len(draw.players):
        raise ArpadError("draw-names", file=str(file), found=len(names), players=len(draw.players))
    return names


def entrants(typed: str, players: int) -> list[VarmaEntrant]:
    """Read `AAA:3,BBB:4`, or a file with a federation and a name in every line."""
    if Path(typed).suffix == "" and ":" in typed and not Path(typed).exists():
        found = [entrant for contingent in _contingents(typed) for entrant in contingent]
    else:
        found = [_entrant(typed, number, line) for number, line in enumerate(lines_of(Path(typed)), 1)]
    if len(found) != players:
        raise ArpadError("draw-entrants", value=typed, found=len(found), players=players)
    return found


def _contingents(typed: str) -> list[list[VarmaEntrant]]:
    """Read `AAA:3,BBB:4`: every federation once, with the number of its players."""
    found: dict[str, list[VarmaEntrant]] = {}
    for part in re.split(r"[, ]+", typed.strip()):
        if COUNTED.fullmatch(part) is None:
            raise ArpadError("draw-contingent", value=typed, text=part)
        federation, _, count = part.partition(":")
        if federation in found:
            raise ArpadError("draw-federation-twice", value=typed, federation=federation)
        found[federation] = [VarmaEntrant(federation, f"{federation} {place}") for place in range(1, int(count) + 1)]
    return list(found.values())


def _entrant(file: str, number: int, line: str) -> VarmaEntrant:
    parts = ENTRANT.fullmatch(line)
    if parts is None:
        raise ArpadError("draw-entrant", file=file, line=number, text=line)
    return VarmaEntrant(parts[1], parts[2])


# How a draw is shown: JSON for programs, tables for people, a PDF to print.

MOST_PRINTED = 5_000
GAP = 2
INDENT = "  "


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """What every draw takes: the names of the players, and the file for a PDF."""

    names: Annotated[Path | None, Option("--names", metavar="FILE", help="cli.help.draw-names")] = None
    pdf: Annotated[Path | None, Option("--pdf", metavar="OUT", help="cli.help.draw-pdf")] = None


class DrawCommand(Command):
    """A command that makes a draw."""

    declares = (DrawOptions,)


def _answer(context: click.Context, draw: Draw, more: dict[str, Any] | None = None, lots: Sequence[Lot] = ()) -> None:
    """Show the draw as JSON or as tables, and write the PDF if one was named."""
    settings, options = shared(context), declared(context, DrawOptions)
    names = names_for(draw, options.names)
    if options.pdf is not None:
        _print(settings, draw, names, options.pdf, lots)
    if settings.as_json:
        print_json(draw_document(draw, names) | (more or {}))
        return
    line(title(draw, settings.language), style="bold")
    if lots:
        _lots(lots, settings.language)
    show_rounds(draw, names, settings.language)


def _print(settings: Shared, draw: Draw, names: Sequence[str], pdf: Path, lots: Sequence[Lot]) -> None:
    games = sum(len(draw_round.pairings) for draw_round in draw.rounds)
    if games > MOST_PRINTED:
        raise ArpadError("draw-too-long", games=games, most=MOST_PRINTED)
    from arpad.papers.event_sheets import draw_table

    write_bytes(pdf, draw_table(draw, names, lots, settings.language))


def _lots(lots: Sequence[Lot], language: Language) -> None:
    """Print the numbers that were drawn."""
    line()
    rows = [[str(lot.number), lot.entrant.federation, lot.entrant.name, lot.group] for lot in lots]
    table(language, ["draw-number", "federation", "name", "draw-group"], rows, left=(1, 2, 3))


def show_rounds(draw: Draw, names: Sequence[str], language: Language) -> None:
    """Print a line for each round, or several if the round is too long; with names, a table for each round."""
    line()
    if names or draw.kind == "knockout":
        _list(draw, names, language)
        return
    headings, rows = _by_board(draw, language) if draw.on_a_board > 1 else _by_round(draw)
    widths = [max(map(len, column)) + GAP for column in zip(headings, *rows, strict=True)]
    if sum(widths) > PIPE_WIDTH:
        _lines(draw, language)
    else:
        table(language, headings, rows, left=range(1, len(headings)))


def _by_round(draw: Draw) -> tuple[list[str], list[list[str]]]:
    """Return the table as annex 1 prints the Berger tables: a round in each line."""
    resting = any(draw_round.byes for draw_round in draw.rounds)
    boards = max(len(draw_round.pairings) for draw_round in draw.rounds)
    rows = []
    for number, draw_round in enumerate(draw.rounds, 1):
        cells = [f"{pairing.white}-{pairing.black}" for pairing in draw_round.pairings]
        byes = [" ".join(map(str, draw_round.byes))] if resting else []
        rows.append([str(number), *cells, *[""] * (boards - len(cells)), *byes])
    return ["round", *map(str, range(1, boards + 1)), *["draw-bye"] * resting], rows


def _by_board(draw: Draw, language: Language) -> tuple[list[str], list[list[str]]]:
    """Return the table as chapter IX prints Hilton's pairings: a board in each line, the teams by their letters."""
    size = draw.on_a_board
    rows = []
    for board in range(len(draw.rounds[0].pairings) // size):
        cells = []
        for draw_round in draw.rounds:
            games = draw_round.pairings[board * size : (board + 1) * size]
            cells.append(" ".join("-".join(str(player).rstrip("0123456789") for player in game) for game in games))
        rows.append([str(board + 1), *cells])
    rounds = range(1, len(draw.rounds) + 1)
    return ["draw-board", *(text("draw.round", language, number=number) for number in rounds)], rows


def _lines(draw: Draw, language: Language) -> None:
    """Print each round as a paragraph, the boards in their order."""
    for number, draw_round in enumerate(draw.rounds, 1):
        print(text("draw.round", language, number=number))
        cells = " ".join(f"{pairing.white}-{pairing.black}" for pairing in draw_round.pairings)
        print(fill(cells, PIPE_WIDTH, initial_indent=INDENT, subsequent_indent=INDENT, break_on_hyphens=False))
        if draw_round.byes:
            print(INDENT + text("draw.free", language, players=", ".join(map(str, draw_round.byes))))


def _list(draw: Draw, names: Sequence[str], language: Language) -> None:
    """Print a table for each round, with a board in each line."""
    shown = Names(draw, names, language)
    counter = "draw-tie" if draw.kind == "knockout" else "draw-board"
    for number, (draw_round, boards) in enumerate(zip(draw.rounds, numbered(draw), strict=True), 1):
        if number > 1:
            line()
        line(text("draw.round", language, number=number), style="bold")
        rows = [[str(board), shown[pairing.white], shown[pairing.black]] for board, pairing in boards]
        table(language, [counter, "white", "black"], rows, left=(1, 2))
        if draw_round.byes:
            line(text("draw.free", language, players=shown.byes(draw_round)))


# The commands of `arpad draw`, one for each kind of schedule.

NUMBER = "N"

Players = Annotated[str, Argument(metavar=NUMBER, help="cli.help.draw-players")]
Boards = Annotated[str, Argument(metavar=NUMBER, help="cli.help.draw-boards")]


@draw.command("berger", cls=DrawCommand, help="cli.command.draw-berger")
def berger_command(
    context: click.Context,
    players: Players,
    double: Annotated[bool, Option("--double", help="cli.help.draw-double")] = False,
    swap: Annotated[str | None, Option("--swap", metavar="|".join(SWAPS), help="cli.help.draw-swap")] = None,
) -> None:
    if swap is not None and not double:
        raise ArpadError("draw-swap-single")
    chosen = [other for other in SWAPS if other == (swap or SWAPS[0])]
    if not chosen:
        raise ArpadError("draw-swap", value=swap, known=", ".join(SWAPS))
    _answer(context, berger(parse.whole(NUMBER, players, LEAST_BERGER, MOST), double, chosen[0]))


@draw.command("varma", cls=DrawCommand, help="cli.command.draw-varma")
def varma_command(
    context: click.Context,
    players: Players,
    federations: Annotated[
        str | None, Option("--federations", metavar="FILE|AAA:3,BBB:4", help="cli.help.draw-federations")
    ] = None,
    seed: Annotated[str | None, Option("--seed", metavar="S", help="cli.help.draw-seed")] = None,
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
    if declared(context, DrawOptions).names is not None:
        raise ArpadError("draw-names-twice")
    lots = draw_lots(entrants(federations, count), seed_of(seed))
    meetings = late_meetings(lots, count)
    more["lots"] = [
        {"number": lot.number, "federation": lot.entrant.federation, "name": lot.entrant.name, "group": lot.group}
        for lot in lots
    ]
    more["late_meetings"] = [asdict(meeting) for meeting in meetings]
    _answer(context, made, more, lots)
    if not settings.as_json:
        line()
        for meeting in meetings:
            line(text("draw.late-meeting", settings.language, **asdict(meeting)))
        if not meetings:
            line(text("draw.no-late-meeting", settings.language))


@draw.command("scheveningen", cls=DrawCommand, help="cli.command.draw-scheveningen")
def scheveningen_command(
    context: click.Context,
    boards: Boards,
    semi: Annotated[bool, Option("--semi", help="cli.help.draw-semi")] = False,
) -> None:
    if semi:
        made = semi_scheveningen(even(NUMBER, boards, LEAST_SEMI, MOST))
    else:
        made = scheveningen(parse.whole(NUMBER, boards, LEAST_BOARDS, MOST))
    _answer(context, made)


@draw.command("schiller", cls=DrawCommand, help="cli.command.draw-schiller")
def schiller_command(
    context: click.Context,
    teams: Annotated[str, Argument(metavar="TEAMS", help="cli.help.draw-teams")],
    players: Annotated[str, Argument(metavar="PLAYERS", help="cli.help.draw-team-players")],
) -> None:
    count = parse.whole("TEAMS", teams, LEAST_TEAMS, MOST_TEAMS)
    made = schiller(count, parse.whole("PLAYERS", players, LEAST_PLAYERS, MOST // count))
    _answer(context, made)


@draw.command("skalitzka", cls=DrawCommand, help="cli.command.draw-skalitzka")
def skalitzka_command(
    context: click.Context,
    boards: Boards,
    balanced: Annotated[bool, Option("--balanced", help="cli.help.draw-balanced")] = False,
) -> None:
    count = even(NUMBER, boards, LEAST_SKALITZKA, MOST)
    _answer(context, balanced_skalitzka(count) if balanced else skalitzka(count))


def _plain(name: str, argument: str, make: Callable[[int], Draw], read: Callable[[str], int]) -> None:
    """Add a command that takes one number."""

    def command(
        context: click.Context,
        number: Annotated[str, Argument(metavar=NUMBER, help=f"cli.help.draw-{argument}")],
    ) -> None:
        _answer(context, make(read(number)))

    draw.command(name, cls=DrawCommand, help=f"cli.command.draw-{name}")(command)


_plain("hilton", "teams", hilton, lambda typed: even(NUMBER, typed, LEAST_HILTON, MOST_TEAMS))
_plain("match", "games", match, lambda typed: parse.whole(NUMBER, typed, 1, MOST))
_plain("knockout", "players", knockout, lambda typed: parse.whole(NUMBER, typed, LEAST_KNOCKOUT, MOST_KNOCKOUT))
