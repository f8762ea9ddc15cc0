"""`arpad lab`: its shared options and files, and the commands `monitor` and `calibration`."""

import datetime as dt
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.office.options import OfficeOptions, desk, steps
from arpad.cli.options import Command, Group, Option, Shared, declared, shared
from arpad.cli.output import line, make_folder, print_json, table, write_bytes
from arpad.domain.values import first_of_month, month_number
from arpad.i18n import ArpadError, text
from arpad.inputs import parse

if TYPE_CHECKING:
    from arpad.bulk.replay import Line
    from arpad.lab.monitor import Alarm, CalibratedSpan, WatchedScale
    from arpad.lab.scale_report import Calibrated
    from arpad.lab.source import ScaleSource
    from arpad.lab.tables import Chart, LabTable


# The group `arpad lab` and the arguments and options that its commands share.

lab = Group(help="cli.command.lab", no_args_is_help=True)

ClassOption = Annotated[str, Option("--time-class", metavar="standard|rapid|blitz", help="cli.help.lab-time-class")]
From = Annotated[str | None, Option("--from", metavar="PERIOD", help="cli.help.lab-from")]
To = Annotated[str | None, Option("--to", metavar="PERIOD", help="cli.help.lab-to")]
Csv = Annotated[Path | None, Option("--csv", metavar="DIR", help="cli.help.lab-csv")]
Svg = Annotated[Path | None, Option("--svg", metavar="DIR", help="cli.help.lab-svg")]


# Tables and plots of the laboratory as files of a folder, each written whole or not at all.


def write_tables(settings: Shared, folder: Path | None, tables: "Iterable[LabTable[Any]]") -> None:
    """Write a CSV file for each table, if a folder is named."""
    if folder is not None:
        _write(settings, folder, {f"{one.named}.csv": one.csv() for one in tables})


def write_charts(settings: Shared, folder: Path | None, drawn: "Callable[[], Mapping[str, Chart]]") -> None:
    """Draw the plots and write an SVG file for each, if a folder is named."""
    if folder is not None:
        from arpad.lab.tables import chart_file

        files = {f"{name}.svg": chart_file(chart, settings.language) for name, chart in drawn().items()}
        _write(settings, folder, files)


def _write(settings: Shared, folder: Path, files: Mapping[str, str]) -> None:
    make_folder(folder)
    for name, words in files.items():
        write_bytes(folder / name, words.encode())
    if not settings.as_json:
        line(text("label.lab-files", settings.language, folder=str(folder), files=", ".join(files)))


def show_table(settings: Shared, found: "LabTable[Any]", title: str, last: int | None = None) -> None:
    """Print a table under its title, or its last rows."""
    if not len(found):
        return
    shown = found.in_words(settings.language, last)
    line()
    line(title, style="bold")
    table(settings.language, shown.headings, shown.rows, left=(0,))


# What a command of the laboratory looks at: Parquet files, or the office.

BY_DATE = "by-date"
NOT_BALANCED = 1
VERSIONS = ("newest", "first")


@dataclass(frozen=True, slots=True)
class ScaleOptions:
    """What a command looks at, as it was typed."""

    bulk: Annotated[tuple[Path, Path] | None, Option("--bulk", metavar="WORLD OUT", help="cli.help.lab-bulk")] = None
    edition: Annotated[str | None, Option("--edition", metavar="ID", help="cli.help.lab-edition")] = None
    time_class: ClassOption = "standard"
    version: Annotated[str, Option("--version", metavar="|".join(VERSIONS), help="cli.help.lab-version")] = VERSIONS[0]


class ScaleCommand(Command):
    """A command on lists and games, of files or of the office."""

    declares = (ScaleOptions, OfficeOptions)


@contextmanager
def scale_source(context: click.Context) -> "Iterator[ScaleSource]":
    """Open the source of a command. A list that does not follow from its games ends it, with the player's id."""
    from arpad.lab.rating_account import Unbalanced

    settings, typed = shared(context), declared(context, ScaleOptions)
    try:
        if typed.bulk is not None:
            from arpad.lab.bulk_source import BulkSource

            with steps(settings, "label.lab-reading") as progress:
                source = BulkSource(*typed.bulk, line_of(settings, typed.bulk[1], typed.edition), progress)
            yield source
            return
        from arpad.office.lab_data import office_source

        chosen = parse.time_class("--time-class", typed.time_class)
        first = parse.choice("--version", typed.version, VERSIONS) == "first"
        with desk(context) as place, office_source(place, chosen, first_versions=first) as office:
            yield office
    except Unbalanced as wrong:
        words = text(
            "label.lab-unbalanced",
            settings.language,
            date=f"{wrong.date:%Y-%m}",
            id=wrong.player,
            listed=wrong.listed,
            expected=wrong.expected,
        )
        print(words, file=sys.stderr)
        raise Exit(NOT_BALANCED) from None


def line_of(settings: Shared, out: Path, edition: str | None) -> "Line":
    """Return the editions of lists: the one that is named, else the one that the lists name, else each by its date."""
    from arpad.bulk.replay import by_date, edition_of_lists, only
    from arpad.bulk.run import RESULT

    file = out / RESULT
    if edition is None:
        if not file.is_file():
            raise ArpadError("bulk-no-lists", folder=str(out))
        edition = edition_of_lists(file)
    if not edition or edition == BY_DATE:
        return by_date(settings.regulations)
    return only(settings.edition(edition))


# `arpad lab calibration`: scored against expected.

TABLE = "table"
WIDEST = 400

By = Annotated[
    str,
    Option("--by", metavar="difference|rating|colour|age|gap-age|k|games", help="cli.help.lab-calibration-by"),
]


@lab.command("calibration", cls=ScaleCommand, help="cli.command.lab-calibration")
def calibration(
    context: click.Context,
    start: From = None,
    end: To = None,
    by: By = "difference",
    width: Annotated[str, Option("--width", metavar="POINTS|table", help="cli.help.lab-width")] = "50",
    csv: Csv = None,
    svg: Svg = None,
) -> None:
    from arpad.lab.game_groups import BY
    from arpad.lab.scale_report import (
        TABLE_ROWS,
        CalibrationWishes,
        calibrated_charts,
        calibrated_document,
        calibrated_tables,
        calibration_of,
    )

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
        _show_calibration(settings, found)


def _show_calibration(settings: Shared, found: "Calibrated") -> None:
    from arpad.lab.scale_report import calibrated_tables

    language = settings.language
    days = {"start": found.start, "end": found.end}
    words = text("label.lab-calibrated", language, games=found.games, played=found.played, **days)
    line(words, style="bold")
    for one in calibrated_tables(found):
        show_table(settings, one, text(f"lab.table.{one.named}", language))
    line()
    line(text("label.lab-hundredths", language), style="dim")
    line(text("label.lab-lambda", language), style="dim")


# `arpad lab monitor`: the scale through the lists.

ALARMED = 1
KINDS = ("age", "federation", "sex")
MOST_FIRST = 1_000_000
SHOWN = 12
"""At most this many rows of a table are shown; the files have all of them."""

First = Annotated[str, Option("--first", metavar="N,N,...", help="cli.help.lab-first")]
Members = Annotated[str | None, Option("--group", metavar="FILE|first:N@PERIOD", help="cli.help.lab-group")]


@lab.command("monitor", cls=ScaleCommand, help="cli.command.lab-monitor")
def monitor(
    context: click.Context,
    start: From = None,
    end: To = None,
    first: First = "10,50,100",
    group: Members = None,
    by: Annotated[str, Option("--by", metavar="age,federation,sex", help="cli.help.lab-by")] = "",
    limits: Annotated[Path | None, Option("--settings", metavar="FILE", help="cli.help.lab-settings")] = None,
    csv: Csv = None,
    svg: Svg = None,
    strict: Annotated[bool, Option("--strict", help="cli.help.lab-strict")] = False,
) -> None:
    from arpad.lab.monitor import AlarmLimits, WatchWishes, alarms, calibrated_spans, read_group, read_limits, watch
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
        _show_scale(settings, scale, spans, found)
    if strict and found:
        raise Exit(ALARMED)


def _sizes(typed: str) -> tuple[int, ...]:
    sizes = [parse.whole("--first", part.strip(), 1, MOST_FIRST) for part in typed.split(",")]
    return tuple(dict.fromkeys(sizes))


def _kinds(typed: str) -> tuple[str, ...]:
    kinds = [part.strip() for part in typed.split(",") if part.strip()]
    return tuple(dict.fromkeys(parse.choice("--by", kind, KINDS) for kind in kinds))


def _show_scale(settings: Shared, scale: "WatchedScale", spans: "list[CalibratedSpan]", alarms: "list[Alarm]") -> None:
    from arpad.lab.scale_report import alarm_words, scale_tables, unexplained

    language = settings.language
    days = scale.lists[0].date, scale.lists[-1].date
    line(text("label.lab-scale", language, lists=len(scale.lists), start=days[0], end=days[1]), style="bold")
    for one in scale_tables(scale, spans):
        rows = None if one.named in ("calibration", "stretch", "newcomers") else SHOWN
        show_table(settings, one, text(f"lab.table.{one.named}", language), rows)
    line()
    line(text("label.lab-parts", language), style="dim")
    for words in unexplained(scale, language):
        line(words)
    line(text("label.lab-alarms" if alarms else "label.lab-no-alarms", language), style="bold")
    for alarm in alarms:
        line(f"  {alarm_words(alarm, language)}")


# The games that a command predicts: `--test 2024-01..2024-06`.

OPTION = "--test"
TestOption = Annotated[str | None, Option(OPTION, metavar="PERIOD..PERIOD", help="cli.help.lab-test")]


def test_span(typed: str | None) -> tuple[dt.date | None, dt.date | None]:
    """Return the first day, and the day after the last; each may be left out. Events that begin in between count."""
    if typed is None:
        return None, None
    first, dots, last = typed.partition("..")
    start = parse.period(OPTION, first) if first else None
    if not dots or (last and start is not None and parse.period(OPTION, last) < start):
        raise ArpadError("lab-test-form", value=typed)
    return start, first_of_month(month_number(parse.period(OPTION, last)) + 1) if last else None
