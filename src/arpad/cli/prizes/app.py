"""The group `arpad prizes`, and the rules that its commands take. `arpad prizes FILE` is `arpad prizes share FILE`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from arpad.cli.default_command import group_with_default
from arpad.cli.shared import Command, declared, shared
from arpad.cli.standings.app import TieBreaks
from arpad.i18n import ArpadError
from arpad.inputs import parse, toml_tables
from arpad.library.files import report_bytes
from arpad.prizes.award import SideBySide
from arpad.prizes.files import EVERYBODY, Ranking, ranking_from, read_rules, share_by_rules
from arpad.prizes.rules import PRIZE_POLICIES, PRIZE_SYSTEMS, ROUNDING_RULES
from arpad.standings.table import Wishes

MOST_PLACES = 100_000

prizes = typer.Typer(cls=group_with_default("share"), help="cli.command.prizes", no_args_is_help=True)
RankingFile = Annotated[Path, typer.Argument(metavar="RANKING|FILE", help="cli.help.prizes-ranking")]


@dataclass(frozen=True, slots=True)
class PrizeOptions:
    """The rules of the prizes, as they were typed."""

    rules: Annotated[str | None, typer.Option("--rules", metavar="TOML", help="cli.help.prizes-rules")] = None
    prizes: Annotated[str | None, typer.Option("--prizes", metavar="LIST", help="cli.help.prizes-prizes")] = None
    currency: Annotated[str | None, typer.Option("--currency", metavar="CODE", help="cli.help.prizes-currency")] = None
    system: Annotated[
        str | None, typer.Option("--system", metavar="|".join(PRIZE_SYSTEMS), help="cli.help.prizes-system")
    ] = None
    places: Annotated[str | None, typer.Option("--places", metavar="N|none", help="cli.help.prizes-places")] = None
    unit: Annotated[str | None, typer.Option("--unit", metavar="AMOUNT", help="cli.help.prizes-unit")] = None
    rounding: Annotated[
        str | None, typer.Option("--rounding", metavar="|".join(ROUNDING_RULES), help="cli.help.prizes-rounding")
    ] = None
    policy: Annotated[
        str | None, typer.Option("--policy", metavar="|".join(PRIZE_POLICIES), help="cli.help.prizes-policy")
    ] = None
    date: Annotated[str | None, typer.Option("--date", metavar="DATE", help="cli.help.prizes-date")] = None
    tie_breaks: TieBreaks = None
    edition: Annotated[str | None, typer.Option("--edition", metavar="ID", help="cli.help.standings-edition")] = None


class PrizesCommand(Command):
    """A command on a ranking and the rules of its prizes."""

    declares = (PrizeOptions,)


def shared_prizes(context: typer.Context, file: Path) -> tuple[Ranking, SideBySide]:
    """Share the prizes of the rules among the players of a ranking or of a report."""
    typed = declared(context, PrizeOptions)
    wishes = Wishes(tie_breaks=typed.tie_breaks, edition=typed.edition)
    ranking = ranking_from(str(file), report_bytes(file), wishes, shared(context).tie_breaks)
    name = typed.rules or "--prizes"
    written = toml_tables.load(Path(typed.rules)) if typed.rules else {}
    if not typed.rules and not typed.prizes:
        raise ArpadError("prizes-missing")
    return ranking, share_by_rules(ranking, read_rules(name, written | _overruling(typed), ranking))


def _overruling(typed: PrizeOptions) -> dict[str, Any]:
    """Return the options that were typed, as the file would say them; they overrule it."""
    given: dict[str, Any] = {name: value for name in ("currency", "unit") if (value := getattr(typed, name))}
    if typed.prizes:
        given["prizes"] = [amount.strip() for amount in typed.prizes.split(",")]
    known = {"system": PRIZE_SYSTEMS, "rounding": ROUNDING_RULES, "policy": PRIZE_POLICIES}
    for name, words in known.items():
        if (value := getattr(typed, name)) is not None:
            given[name] = parse.choice(f"--{name}", value, words)
    if (places := typed.places) is not None:
        given["places"] = places if places == EVERYBODY else parse.whole("--places", places, 1, MOST_PLACES)
    if typed.date is not None:
        given["date"] = parse.date("--date", typed.date)
    return given
