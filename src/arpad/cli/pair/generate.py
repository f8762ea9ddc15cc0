"""`arpad pair generate`: a tournament made by lot."""

from fractions import Fraction
from typing import Annotated

import typer

from arpad.cli.arguments import Out, seed_of
from arpad.cli.findings import show_findings
from arpad.cli.output import line, print_json, write_bytes
from arpad.cli.pair.app import MOST_ROUNDS, ColourType, pair
from arpad.cli.shared import Command, shared
from arpad.documents.findings import findings_json
from arpad.formats.trf_fields import decimal
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.pairing._json_fields import JsonFields
from arpad.pairing.colours import premise_findings
from arpad.pairing.generate import Chances, Wanted
from arpad.pairing.generate import generate as made
from arpad.pairing.matches_files import colour_type
from arpad.pairing.systems import by_id

MOST_PLAYERS = 9999
MOST_BOARDS = 99
SHARE = "P"


@pair.command("generate", cls=Command, help="cli.command.pair-generate")
def generate(
    context: typer.Context,
    players: Annotated[str, typer.Option("--players", metavar="N", help="cli.help.pair-players")],
    rounds: Annotated[str, typer.Option("--rounds", metavar="R", help="cli.help.pair-all-rounds")],
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="cli.help.pair-seed")],
    out: Out,
    played: Annotated[str | None, typer.Option("--played", metavar="R", help="cli.help.pair-played")] = None,
    draws: Annotated[str, typer.Option("--draws", metavar=SHARE, help="cli.help.pair-draws")] = "0.3",
    forfeits: Annotated[str, typer.Option("--forfeits", metavar=SHARE, help="cli.help.pair-forfeits")] = "0",
    byes: Annotated[str, typer.Option("--byes", metavar=SHARE, help="cli.help.pair-byes")] = "0",
    withdrawals: Annotated[str, typer.Option("--withdrawals", metavar=SHARE, help="cli.help.pair-withdrawals")] = "0",
    late: Annotated[str, typer.Option("--late", metavar=SHARE, help="cli.help.pair-late")] = "0",
    baku: Annotated[bool, typer.Option("--baku", help="cli.help.pair-baku")] = False,
    system: Annotated[str | None, typer.Option("--system", metavar="ID", help="cli.help.pair-made-system")] = None,
    boards: Annotated[str, typer.Option("--boards", metavar="B", help="cli.help.pair-boards")] = "4",
    colours: ColourType = None,
) -> None:
    settings = shared(context)
    many = parse.whole("--rounds", rounds, 1, MOST_ROUNDS)
    wanted = Wanted(
        players=parse.whole("--players", players, 2, MOST_PLAYERS),
        rounds=many,
        played=parse.whole("--played", played, 0, many) if played else many,
        seed=seed_of(seed),
        chances=Chances(
            share("--draws", draws),
            share("--forfeits", forfeits),
            share("--byes", byes),
            share("--withdrawals", withdrawals),
            share("--late", late),
        ),
        baku=baku,
        system=by_id(system or "dutch", None),
    )
    write_bytes(out, _made(wanted, boards, colours))
    findings, spoken = premise_findings(wanted.system, wanted.rounds) if baku else [], settings.language
    if settings.as_json:
        made_so = {"players": wanted.players, "rounds": wanted.rounds, "played": wanted.played, "file": str(out)}
        print_json(made_so | ({"findings": findings_json(findings, spoken)} if findings else {}))
    else:
        key = "pairing.made-teams" if wanted.system.name == "team" else "pairing.made"
        line(text(key, spoken, players=wanted.players, rounds=wanted.rounds, file=str(out)))
        show_findings(findings, spoken, everything=False)


def _made(wanted: Wanted, boards: str, colours: str | None) -> bytes:
    """Return the file; for teams and Double-Swiss systems it holds matches."""
    if wanted.system.engine != "matches":
        return made(wanted)
    from arpad.pairing.matches_generate import generate_matches

    chosen = colour_type(JsonFields({}), wanted.system, colours)
    return generate_matches(wanted, parse.whole("--boards", boards, 1, MOST_BOARDS), chosen)


def share(option: str, typed: str) -> Fraction:
    """Read a share: 0.3 or 30%."""
    value = decimal(typed.strip().removesuffix("%"))
    if value is not None and typed.strip().endswith("%"):
        value /= 100
    if value is None or value > 1:
        raise ArpadError("pairing-share", option=option, value=typed)
    return value
