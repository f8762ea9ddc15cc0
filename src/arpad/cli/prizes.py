"""`arpad prizes`: share the prize money by three systems, and check what somebody else paid."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.options import Argument, Command, Group, Option, declared, shared
from arpad.cli.output import line, print_json, show_findings, table, write_bytes
from arpad.cli.standings import TieBreaks
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse, toml_tables
from arpad.library.files import report_bytes
from arpad.prizes.award import SideBySide
from arpad.prizes.files import (
    EVERYBODY,
    CheckedPayment,
    ComparedPrize,
    Ranking,
    check_payment,
    checked_document,
    ranking_from,
    read_rules,
    share_by_rules,
)
from arpad.prizes.rules import PRIZE_POLICIES, PRIZE_SYSTEMS, ROUNDING_RULES
from arpad.prizes.tables import (
    category_columns,
    column_names,
    is_left,
    named_player,
    player_columns,
    prize_tables,
    prizes_csv,
    prizes_document,
    system_name,
)
from arpad.standings.table import Wishes

# The group `arpad prizes`, and the rules that its commands take. `arpad prizes FILE` is `arpad prizes share FILE`.

MOST_PLACES = 100_000

prizes = Group(default="share", help="cli.command.prizes", no_args_is_help=True)
RankingFile = Annotated[Path, Argument(metavar="RANKING|FILE", help="cli.help.prizes-ranking")]


@dataclass(frozen=True, slots=True)
class PrizeOptions:
    """The rules of the prizes, as they were typed."""

    rules: Annotated[str | None, Option("--rules", metavar="TOML", help="cli.help.prizes-rules")] = None
    prizes: Annotated[str | None, Option("--prizes", metavar="LIST", help="cli.help.prizes-prizes")] = None
    currency: Annotated[str | None, Option("--currency", metavar="CODE", help="cli.help.prizes-currency")] = None
    system: Annotated[
        str | None, Option("--system", metavar="|".join(PRIZE_SYSTEMS), help="cli.help.prizes-system")
    ] = None
    places: Annotated[str | None, Option("--places", metavar="N|none", help="cli.help.prizes-places")] = None
    unit: Annotated[str | None, Option("--unit", metavar="AMOUNT", help="cli.help.prizes-unit")] = None
    rounding: Annotated[
        str | None, Option("--rounding", metavar="|".join(ROUNDING_RULES), help="cli.help.prizes-rounding")
    ] = None
    policy: Annotated[
        str | None, Option("--policy", metavar="|".join(PRIZE_POLICIES), help="cli.help.prizes-policy")
    ] = None
    date: Annotated[str | None, Option("--date", metavar="DATE", help="cli.help.prizes-date")] = None
    tie_breaks: TieBreaks = None
    edition: Annotated[str | None, Option("--edition", metavar="ID", help="cli.help.standings-edition")] = None


class PrizesCommand(Command):
    """A command on a ranking and the rules of its prizes."""

    declares = (PrizeOptions,)


def shared_prizes(context: click.Context, file: Path) -> tuple[Ranking, SideBySide]:
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


# `arpad prizes check`: what somebody else paid, compared with the prizes.

DIFFERS = 1
COLUMNS = ("player", "expected", "paid", "difference")
PaidFile = Annotated[Path, Argument(metavar="PAID", help="cli.help.prizes-paid")]


@prizes.command("check", cls=PrizesCommand, help="cli.command.prizes-check")
def check(context: click.Context, ranking: RankingFile, paid: PaidFile) -> None:
    settings = shared(context)
    _, side = shared_prizes(context, ranking)
    checked = check_payment(side, str(paid), report_bytes(paid))
    if settings.as_json:
        print_json(checked_document(checked, side))
    else:
        _show_check(checked, side, settings.language)
    if not checked.agrees:
        raise Exit(DIFFERS)


def _show_check(checked: CheckedPayment, side: SideBySide, language: Language) -> None:
    system = system_name(side.chosen.system, language)
    if checked.agrees:
        total = side.chosen.rules.currency.written(side.chosen.total, language, full=True)
        line(text("prizes.agrees", language, system=system, players=len(checked.players), total=total))
        return
    wrong = [player for player in checked.players if player.difference]
    line(text("prizes.differs", language, system=system, players=len(wrong)), style="bold")
    table(language, column_names(COLUMNS, language), [_row(prize, side, language) for prize in wrong])
    for other in checked.agrees_with:
        line(text("prizes.agrees-with", language, system=system_name(other, language)))


def _row(prize: ComparedPrize, side: SideBySide, language: Language) -> list[str]:
    written = side.chosen.rules.currency.written
    sign = "+" if prize.difference > 0 else "−"
    difference = sign + written(abs(prize.difference), language, full=True)
    amounts = [written(amount, language, full=True) for amount in (prize.expected, prize.paid)]
    return [named_player(prize.player), *amounts, difference]


# `arpad prizes`: the three systems side by side, what is paid, and the sheet to sign.

Csv = Annotated[Path | None, Option("--csv", metavar="OUT", help="cli.help.prizes-csv")]
Pdf = Annotated[Path | None, Option("--pdf", metavar="OUT", help="cli.help.prizes-pdf")]


@prizes.command("share", cls=PrizesCommand, help="cli.command.prizes-share")
def share(context: click.Context, ranking: RankingFile, csv: Csv = None, pdf: Pdf = None) -> None:
    settings = shared(context)
    source, side = shared_prizes(context, ranking)
    if csv is not None:
        write_bytes(csv, prizes_csv(side).encode())
    if pdf is not None:
        from arpad.papers.event_sheets import prize_sheet

        write_bytes(pdf, prize_sheet(side, source.event or ranking.stem, settings.language))
    if settings.as_json:
        print_json(prizes_document(side).document(settings.language))
    else:
        _show_shares(side, settings.language)


def _show_shares(side: SideBySide, language: Language) -> None:
    tables = prize_tables(side, language)
    line(tables.head, style="bold")
    for words in tables.announced:
        line(words, style="dim")
    line()
    _table(side, player_columns(side), tables.players, language)
    line()
    for words in tables.groups:
        line(words)
    if tables.categories:
        line()
        _table(side, category_columns(side), tables.categories, language)
    line()
    for words in tables.sums:
        line(words)
    if side.findings:
        line()
        show_findings(side.findings, language)
    line(text("prizes.two-people", language), style="dim")


def _table(side: SideBySide, columns: tuple[str, ...], rows: Sequence[Sequence[str]], language: Language) -> None:
    left = [place for place, name in enumerate(columns) if is_left(name, side)]
    table(language, column_names(columns, language), rows, left)
