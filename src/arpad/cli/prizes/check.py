"""`arpad prizes check`: what somebody else paid, compared with the prizes."""

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.output import line, print_json, table
from arpad.cli.prizes.app import PrizesCommand, RankingFile, prizes, shared_prizes
from arpad.cli.shared import shared
from arpad.i18n import Language, text
from arpad.library.files import report_bytes
from arpad.prizes.award import SideBySide
from arpad.prizes.check import CheckedPayment, ComparedPrize, check_payment, checked_document
from arpad.prizes.tables import column_names, named_player, system_name

DIFFERS = 1
COLUMNS = ("player", "expected", "paid", "difference")
PaidFile = Annotated[Path, typer.Argument(metavar="PAID", help="cli.help.prizes-paid")]


@prizes.command("check", cls=PrizesCommand, help="cli.command.prizes-check")
def check(context: typer.Context, ranking: RankingFile, paid: PaidFile) -> None:
    settings = shared(context)
    _, found = shared_prizes(context, ranking)
    checked = check_payment(found, str(paid), report_bytes(paid))
    if settings.as_json:
        print_json(checked_document(checked, found))
    else:
        _show(checked, found, settings.language)
    if not checked.agrees:
        raise typer.Exit(DIFFERS)


def _show(checked: CheckedPayment, found: SideBySide, language: Language) -> None:
    system = system_name(found.chosen.system, language)
    if checked.agrees:
        total = found.chosen.rules.currency.written(found.chosen.total, language, full=True)
        line(text("prizes.agrees", language, system=system, players=len(checked.players), total=total))
        return
    wrong = [one for one in checked.players if one.difference]
    line(text("prizes.differs", language, system=system, players=len(wrong)), style="bold")
    table(language, column_names(COLUMNS, language), [_row(one, found, language) for one in wrong])
    for other in checked.agrees_with:
        line(text("prizes.agrees-with", language, system=system_name(other, language)))


def _row(one: ComparedPrize, found: SideBySide, language: Language) -> list[str]:
    written = found.chosen.rules.currency.written
    sign = "+" if one.difference > 0 else "−"
    difference = sign + written(abs(one.difference), language, full=True)
    amounts = [written(amount, language, full=True) for amount in (one.expected, one.paid)]
    return [named_player(one.player), *amounts, difference]
