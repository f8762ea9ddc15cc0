"""`arpad lab calibration`: scored against expected."""

from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.lab.app import Csv, From, Svg, To, lab
from arpad.cli.lab.files import show_table, write_charts, write_tables
from arpad.cli.lab.sources import ScaleCommand, scale_source
from arpad.cli.office.working import steps
from arpad.cli.output import line, print_json
from arpad.cli.shared import Shared, shared
from arpad.i18n import text
from arpad.inputs import parse

if TYPE_CHECKING:
    from arpad.lab.calibration_fit import Calibrated

TABLE = "table"
WIDEST = 400

By = Annotated[
    str,
    typer.Option("--by", metavar="difference|rating|colour|age|gap-age|k|games", help="cli.help.lab-calibration-by"),
]


@lab.command("calibration", cls=ScaleCommand, help="cli.command.lab-calibration")
def calibration(
    context: typer.Context,
    start: From = None,
    end: To = None,
    by: By = "difference",
    width: Annotated[str, typer.Option("--width", metavar="POINTS|table", help="cli.help.lab-width")] = "50",
    csv: Csv = None,
    svg: Svg = None,
) -> None:
    from arpad.lab.calibration_fit import (
        TABLE_ROWS,
        CalibrationWishes,
        calibrated_charts,
        calibrated_document,
        calibrated_tables,
        calibration_of,
    )
    from arpad.lab.game_groups import BY

    settings = shared(context)
    wishes = CalibrationWishes(
        None if start is None else parse.period("--from", start),
        None if end is None else parse.period("--to", end),
        parse.choice("--by", by, BY),
        TABLE_ROWS if width == TABLE else parse.whole("--width", width, 1, WIDEST),
    )
    _ = wishes.lows
    with scale_source(context) as source, steps(settings, "label.lab-watching") as progress:
        found = calibration_of(source, wishes, progress)
    write_tables(settings, csv, calibrated_tables(found))
    write_charts(settings, svg, lambda: calibrated_charts(found, settings.language))
    if settings.as_json:
        print_json(calibrated_document(found))
    else:
        _show(settings, found)


def _show(settings: Shared, found: "Calibrated") -> None:
    from arpad.lab.calibration_fit import calibrated_tables

    spoken = settings.language
    days = {"start": found.start, "end": found.end}
    words = text("label.lab-calibrated", spoken, games=found.games, played=found.played, **days)
    line(words, style="bold")
    for one in calibrated_tables(found):
        show_table(settings, one, text(f"lab.table.{one.named}", spoken))
    line()
    line(text("label.lab-hundredths", spoken), style="dim")
    line(text("label.lab-lambda", spoken), style="dim")
