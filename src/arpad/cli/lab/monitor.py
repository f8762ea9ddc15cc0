"""`arpad lab monitor`: the scale through the lists."""

from pathlib import Path
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
    from arpad.lab.alarms import Alarm, CalibratedSpan
    from arpad.lab.monitor import WatchedScale

ALARMED = 1
KINDS = ("age", "federation", "sex")
MOST_FIRST = 1_000_000
SHOWN = 12
"""At most this many rows of a table are shown; the files have all of them."""

First = Annotated[str, typer.Option("--first", metavar="N,N,...", help="cli.help.lab-first")]
Members = Annotated[str | None, typer.Option("--group", metavar="FILE|first:N@PERIOD", help="cli.help.lab-group")]


@lab.command("monitor", cls=ScaleCommand, help="cli.command.lab-monitor")
def monitor(
    context: typer.Context,
    start: From = None,
    end: To = None,
    first: First = "10,50,100",
    group: Members = None,
    by: Annotated[str, typer.Option("--by", metavar="age,federation,sex", help="cli.help.lab-by")] = "",
    limits: Annotated[Path | None, typer.Option("--settings", metavar="FILE", help="cli.help.lab-settings")] = None,
    csv: Csv = None,
    svg: Svg = None,
    strict: Annotated[bool, typer.Option("--strict", help="cli.help.lab-strict")] = False,
) -> None:
    from arpad.lab.alarms import AlarmLimits, alarms, calibrated_spans, read_limits
    from arpad.lab.monitor import WatchWishes, read_group, watch
    from arpad.lab.scale_report import scale_charts, scale_document, scale_tables

    settings = shared(context)
    wishes = WatchWishes(
        None if start is None else parse.period("--from", start),
        None if end is None else parse.period("--to", end),
        _sizes(first),
        None if group is None else read_group("--group", group),
        _kinds(by),
    )
    allowed = AlarmLimits() if limits is None else read_limits(limits)
    with scale_source(context) as source, steps(settings, "label.lab-watching") as progress:
        scale = watch(source, wishes, progress)
    spans = calibrated_spans(scale)
    found = alarms(scale, allowed, spans)
    write_tables(settings, csv, scale_tables(scale, spans))
    write_charts(settings, svg, lambda: scale_charts(scale, spans, settings.language))
    if settings.as_json:
        print_json(scale_document(scale, allowed, spans, found, settings.language))
    else:
        _show(settings, scale, spans, found)
    if strict and found:
        raise typer.Exit(ALARMED)


def _sizes(typed: str) -> tuple[int, ...]:
    sizes = [parse.whole("--first", one.strip(), 1, MOST_FIRST) for one in typed.split(",")]
    return tuple(dict.fromkeys(sizes))


def _kinds(typed: str) -> tuple[str, ...]:
    kinds = [one.strip() for one in typed.split(",") if one.strip()]
    return tuple(dict.fromkeys(parse.choice("--by", kind, KINDS) for kind in kinds))


def _show(settings: Shared, scale: "WatchedScale", spans: "list[CalibratedSpan]", found: "list[Alarm]") -> None:
    from arpad.lab.scale_report import alarm_words, scale_tables, unexplained

    spoken = settings.language
    days = scale.lists[0].date, scale.lists[-1].date
    line(text("label.lab-scale", spoken, lists=len(scale.lists), start=days[0], end=days[1]), style="bold")
    for one in scale_tables(scale, spans):
        rows = None if one.named in ("calibration", "stretch", "newcomers") else SHOWN
        show_table(settings, one, text(f"lab.table.{one.named}", spoken), rows)
    line()
    line(text("label.lab-parts", spoken), style="dim")
    for words in unexplained(scale, spoken):
        line(words)
    line(text("label.lab-alarms" if found else "label.lab-no-alarms", spoken), style="bold")
    for alarm in found:
        line(f"  {alarm_words(alarm, spoken)}")
