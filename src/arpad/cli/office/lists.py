"""`arpad office` commands about lists: close and publish periods, show and compare lists, look up players."""

import datetime as dt
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from arpad.cli.lists import AllDifferences, Kinds, show_comparison, show_rows
from arpad.cli.office.options import (
    ClassOption,
    EditionOption,
    OfficeCommand,
    PeriodArgument,
    PlayerArgument,
    Version,
    desk,
    office,
    reading,
    show_versions,
    steps,
    whole,
)
from arpad.cli.options import All, Argument, Option, Shared, shared
from arpad.cli.output import cell, fold, line, player_of, print_json, show_findings, table, tell
from arpad.documents.fields import word
from arpad.documents.findings import findings_json
from arpad.documents.json import dumps
from arpad.i18n import ArpadError, number, text
from arpad.inputs import parse
from arpad.lists.list_versions import SHORT
from arpad.regulations.articles import TIME_CLASSES

if TYPE_CHECKING:
    import pyarrow as pa

    from arpad.lists.list_versions import ListVersion
    from arpad.lists.published import Which
    from arpad.office.context import Desk
    from arpad.office.records import ClosedPeriod, PlayerRecord


# `arpad office compare`: another list, or another version, against a list of the office.


@office.command("compare", cls=OfficeCommand, help="cli.command.office-compare")
def compare(
    context: click.Context,
    listed: Annotated[str, Argument(metavar="LIST", help="cli.help.office-compare-list")],
    date: Annotated[str | None, Option("--date", metavar="DATE", help="cli.help.office-compare-date")] = None,
    ours: Annotated[str | None, Option("--with", metavar="PERIOD", help="cli.help.office-compare-with")] = None,
    version: Version = None,
    time_class: ClassOption = "standard",
    kinds: Kinds = None,
    everything: AllDifferences = False,
) -> None:
    from arpad.office.lists import compare_file, compare_versions

    settings = shared(context)
    chosen, number = parse.time_class("--time-class", time_class), parse.version(version)
    if number is not None and ours is None:
        raise ArpadError("office-only-with", option="--version", other="--with")
    named = None if ours is None else (parse.period("--with", ours), number)
    file = Path(listed)
    if not file.is_file() and (own := _own_list(listed)) is not None:
        if named is None or date is not None:
            raise ArpadError("compare-own", list=listed)
        with desk(context) as place:
            comparison, names = compare_versions(place, named, own)
    else:
        day = None if date is None else parse.day_or_month("--date", date)
        with desk(context) as place, reading(settings, "label.list-reading", file) as progress:
            comparison, names = compare_file(place, file, day, chosen, named, progress)
    show_comparison(settings, comparison, names, kinds, everything)


def _own_list(value: str) -> "tuple[dt.date, int | None] | None":
    """Read 2024-05 or 2024-05:2, a version of a list of the office; None if the text is something else."""
    period, _, number = value.partition(":")
    try:
        return parse.period("LIST", period), parse.number("LIST", number) if number else None
    except ArpadError:
        return None


# `arpad office list`: a list of the office, whole, apart or its top, on the screen, as JSON or as a file.

WHICH: "dict[str, Which]" = {"listed": "listed", "titled-unrated": "titled-unrated", "inactive": "inactive"}
FIRST_ROWS = 20
MOST_OF_A_TOP = 100_000


@office.command("list", cls=OfficeCommand, help="cli.command.office-list")
def list_(
    context: click.Context,
    period: PeriodArgument,
    version: Version = None,
    time_class: ClassOption = "standard",
    combined: Annotated[bool, Option("--combined", help="cli.help.office-combined")] = False,
    which: Annotated[
        str, Option("--which", metavar="listed|titled-unrated|inactive", help="cli.help.office-which")
    ] = "listed",
    top: Annotated[str | None, Option("--top", metavar="N", help="cli.help.office-top")] = None,
    women: Annotated[bool, Option("--women", help="cli.help.office-women")] = False,
    juniors: Annotated[bool, Option("--juniors", help="cli.help.office-juniors")] = False,
    output: Annotated[Path | None, Option("-o", "--output", metavar="OUT", help="cli.help.list-output")] = None,
    sign: Annotated[bool, Option("--sign", help="cli.help.office-sign")] = False,
) -> None:
    from arpad.office.lists import published_list, published_top

    settings = shared(context)
    date, number = parse.period("PERIOD", period), parse.version(version)
    chosen = parse.time_class("--time-class", time_class)
    apart = WHICH[parse.choice("--which", which, tuple(WHICH))]
    count = None if top is None else parse.whole("--top", top, 1, MOST_OF_A_TOP)
    _check(combined, apart, count, women, juniors)
    if sign and output is None:
        raise ArpadError("office-only-with", option="--sign", other="--output")
    with desk(context) as place:
        if count is not None:
            list_version, content = published_top(place, date, number, chosen, count, women=women, juniors=juniors)
        else:
            list_version, content = published_list(place, date, number, None if combined else chosen, apart)
        if output is not None:
            _write(settings, list_version, content, output)
            if sign:
                _sign(place, list_version, output)
    if output is not None:
        return
    if settings.as_json:
        _print(list_version, content, None if combined else chosen)
    else:
        _show_list(settings, list_version, content)


def _check(combined: bool, which: str, top: int | None, women: bool, juniors: bool) -> None:
    """Check the options: a top list has one class and listed players only; women and juniors need a top list."""
    if top is not None and (combined or which != "listed"):
        raise ArpadError("office-not-with", option="--top", other="--combined" if combined else "--which")
    if top is None and (women or juniors):
        raise ArpadError("office-only-with", option="--women" if women else "--juniors", other="--top")


def _write(settings: Shared, version: "ListVersion", content: "pa.Table", output: Path) -> None:
    from arpad.formats.rating_lists.files import write_list

    list_findings = write_list(content, output)
    if settings.as_json:
        findings = findings_json(list_findings.in_order(), settings.language)
        print_json(
            version.document()
            | {
                "output": str(output),
                "listed": content.num_rows,
                "findings": findings,
                "findings_count": list_findings.count,
            }
        )
        return
    language = settings.language
    counts = text("label.list-converted", language, players=content.num_rows, findings=list_findings.count)
    line(f"{text('label.written', language, file=str(output))} – {counts}", style="bold")
    show_findings(list_findings.in_order(), language)


def _sign(place: "Desk", version: "ListVersion", output: Path) -> None:
    """Write the signature of a list beside it."""
    from arpad.office.proof.signatures import signed_file

    text_ = signed_file(place, version.period, version.number, output.name, output.read_bytes())
    beside = output.with_name(f"{output.name}.sig")
    try:
        beside.write_text(text_, "utf-8")
    except OSError as problem:
        raise ArpadError("file-unwritable", file=str(beside), problem=problem.strerror or str(problem)) from None


def _print(version: "ListVersion", content: "pa.Table", time_class: str | None) -> None:
    """Print the list as JSON row by row, so that the longest one takes little memory."""
    from arpad.lists.published import rows_json

    head: dict[str, Any] = version.document() | {"time_class": time_class or "combined"}
    lines = ",\n  ".join(f"{dumps(name)}: {dumps(value)}" for name, value in head.items() if name != "players")
    print(f'{{\n  {lines},\n  "players": [', end="")
    for place, row in enumerate(rows_json(content)):
        print("," if place else "", end="\n    ")
        print(json.dumps(row, ensure_ascii=False), end="")
    print("\n  ]\n}" if content.num_rows else "]\n}")


def _show_list(settings: Shared, found: "ListVersion", content: "pa.Table") -> None:
    language = settings.language
    state = text(f"version-state.{found.state}", language)
    title = text("label.office-list", language, period=found.period, version=found.number)
    line(f"{title} · {state} · {found.digest[:SHORT]}", style="bold")
    show_rows(language, content.schema.names, content.slice(0, FIRST_ROWS).to_pylist())
    if content.num_rows > FIRST_ROWS:
        line(text("label.office-more-players", language, count=content.num_rows - FIRST_ROWS), style="dim")


# `arpad office player`: a player as the newest list has them, with their history.


@office.command("player", cls=OfficeCommand, help="cli.command.office-player")
def player(context: click.Context, id_: PlayerArgument) -> None:
    from arpad.office.lists import show_player

    settings = shared(context)
    with desk(context) as place:
        record = show_player(place, id_)
    if settings.as_json:
        print_json(record.document())
    else:
        _show_player(settings, record)


def _show_player(settings: Shared, record: "PlayerRecord") -> None:
    language = settings.language
    line(f"{record.id} {record.name}", style="bold")
    line(" · ".join(part for part in (record.title, record.federation, record.sex, cell(record.born)) if part))
    if record.absent:
        line(word(f"absent.{record.absent}", language))
    if record.merged_into is not None:
        line(text("label.office-merged-into", language, id=record.merged_into))
    if record.last_list is not None:
        line(text("label.office-left-list", language, list=record.last_list))
    for time_class in TIME_CLASSES:
        entries = record.histories.get(time_class, ())
        if not entries:
            continue
        rows = [
            [
                row.period.isoformat(), str(row.version), cell(row.rating), cell(row.k), str(row.games),
                "" if row.change is None else number(row.change, language, sign=True),
            ]
            for row in entries
        ]  # fmt: skip
        line()
        line(text(f"time-class.{time_class}", language), style="bold")
        table(language, ["period", "version", "rating", "k", "games", "change"], rows)


# `arpad office close`, `publish`, `discard`, `lists`: a period becomes a list, and the list a version that nothing can
# change.


@office.command("close", cls=OfficeCommand, help="cli.command.office-close")
def close(
    context: click.Context, period: PeriodArgument, edition: EditionOption = None, everything: All = False
) -> None:
    from arpad.office.periods import close as close_period

    settings = shared(context)
    date = parse.period("PERIOD", period)
    with desk(context) as place, steps(settings, "label.office-closing") as progress:
        closed = close_period(place, date, progress, edition=edition)
    if settings.as_json:
        print_json(closed.document(settings.language))
    else:
        _show_period(settings, closed, everything)


def _show_period(settings: Shared, closed: "ClosedPeriod", everything: bool) -> None:
    language = settings.language
    counts = text(
        "label.office-closed",
        language,
        period=closed.period,
        reports=closed.reports,
        games=closed.games,
        players=closed.players,
    )
    line(counts, style="bold")
    for edition in closed.transitions:
        line(text("label.office-transition", language, edition=edition))
    show_versions(settings, [closed])
    if not closed.findings:
        return
    documents = closed.document(language)["findings"]
    folds = fold(documents, language, everything)
    rows = [
        [str(row.first["event"]), text(f"severity.{row.first['severity']}", language), player_of(row), row.message]
        for row in folds
    ]
    line()
    table(language, ["event", "severity", "player", "finding"], rows, left=(1, 2, 3))
    if len(folds) < len(documents):
        line(text("label.folded", language, count=len(documents)), style="dim")


@office.command("publish", cls=OfficeCommand, help="cli.command.office-publish")
def publish(
    context: click.Context,
    period: PeriodArgument,
    as_closed: Annotated[bool, Option("--as-closed", help="cli.help.office-as-closed")] = False,
) -> None:
    from arpad.office.periods import publish as publish_period

    settings = shared(context)
    date = parse.period("PERIOD", period)
    with desk(context) as place, whole(settings):
        list_version = publish_period(place, date, as_closed=as_closed)
    words = text("label.office-published", settings.language, period=list_version.period, version=list_version.number)
    tell(settings, list_version, words, text("label.office-digest", settings.language, digest=list_version.digest))


@office.command("discard", cls=OfficeCommand, help="cli.command.office-discard")
def discard(context: click.Context, period: PeriodArgument) -> None:
    from arpad.office.periods import discard as discard_list

    settings = shared(context)
    date = parse.period("PERIOD", period)
    with desk(context) as place, whole(settings):
        gone = discard_list(place, date)
    words = text("label.office-discarded", settings.language, period=gone.period, version=gone.number)
    tell(settings, gone, words)


@office.command("lists", cls=OfficeCommand, help="cli.command.office-lists")
def lists(context: click.Context) -> None:
    from arpad.office.lists import versions

    settings = shared(context)
    with desk(context) as place:
        found = versions(place)
    show_versions(settings, found)
