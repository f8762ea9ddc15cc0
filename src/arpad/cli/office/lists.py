"""`arpad office list`: a list of the office, whole, apart or its top, on the screen, as JSON or as a file."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.findings import show_findings
from arpad.cli.list_rows import show_rows
from arpad.cli.office.app import ClassOption, PeriodArgument, Version, office
from arpad.cli.office.options import OfficeCommand, desk
from arpad.cli.output import line, print_json
from arpad.cli.shared import Shared, shared
from arpad.documents.findings import findings_json
from arpad.documents.json import dumps
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.office.documents import SHORT, VERSION

if TYPE_CHECKING:
    import pyarrow as pa

    from arpad.lists.published import Which
    from arpad.office.context import Desk
    from arpad.office.records import VersionRecord

WHICH: "dict[str, Which]" = {"listed": "listed", "titled-unrated": "titled-unrated", "inactive": "inactive"}
FIRST_ROWS = 20
MOST_OF_A_TOP = 100_000


@office.command("list", cls=OfficeCommand, help="cli.command.office-list")
def list_(
    context: typer.Context,
    period: PeriodArgument,
    version: Version = None,
    time_class: ClassOption = "standard",
    combined: Annotated[bool, typer.Option("--combined", help="cli.help.office-combined")] = False,
    which: Annotated[
        str, typer.Option("--which", metavar="listed|titled-unrated|inactive", help="cli.help.office-which")
    ] = "listed",
    top: Annotated[str | None, typer.Option("--top", metavar="N", help="cli.help.office-top")] = None,
    women: Annotated[bool, typer.Option("--women", help="cli.help.office-women")] = False,
    juniors: Annotated[bool, typer.Option("--juniors", help="cli.help.office-juniors")] = False,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="OUT", help="cli.help.list-output")] = None,
    sign: Annotated[bool, typer.Option("--sign", help="cli.help.office-sign")] = False,
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
            found, content = published_top(place, date, number, chosen, count, women=women, juniors=juniors)
        else:
            found, content = published_list(place, date, number, None if combined else chosen, apart)
        if output is not None:
            _write(settings, found, content, output)
            if sign:
                _sign(place, found, output)
    if output is not None:
        return
    if settings.as_json:
        _print(found, content, None if combined else chosen)
    else:
        _show(settings, found, content)


def _check(combined: bool, which: str, top: int | None, women: bool, juniors: bool) -> None:
    """Check the options: a top list has one class and listed players only; women and juniors need a top list."""
    if top is not None and (combined or which != "listed"):
        raise ArpadError("office-not-with", option="--top", other="--combined" if combined else "--which")
    if top is None and (women or juniors):
        raise ArpadError("office-only-with", option="--women" if women else "--juniors", other="--top")


def _write(settings: Shared, found: "VersionRecord", content: "pa.Table", output: Path) -> None:
    from arpad.formats.rating_lists.files import write_list

    told = write_list(content, output)
    if settings.as_json:
        findings = findings_json(told.in_order(), settings.language)
        print_json(
            VERSION.document(found)
            | {"output": str(output), "listed": content.num_rows, "findings": findings, "findings_count": told.count}
        )
        return
    spoken = settings.language
    counts = text("label.list-converted", spoken, players=content.num_rows, findings=told.count)
    line(f"{text('label.written', spoken, file=str(output))} – {counts}", style="bold")
    show_findings(told.in_order(), spoken)


def _sign(place: "Desk", found: "VersionRecord", output: Path) -> None:
    """Write the signature of a list beside it."""
    from arpad.office.proof.signatures import signed_file

    text_ = signed_file(place, found.period, found.number, output.name, output.read_bytes())
    beside = output.with_name(f"{output.name}.sig")
    try:
        beside.write_text(text_, "utf-8")
    except OSError as problem:
        raise ArpadError("file-unwritable", file=str(beside), problem=problem.strerror or str(problem)) from None


def _print(found: "VersionRecord", content: "pa.Table", time_class: str | None) -> None:
    """Print the list as JSON row by row, so that the longest one takes little memory."""
    from arpad.lists.published import rows_json

    head: dict[str, Any] = VERSION.document(found) | {"time_class": time_class or "combined"}
    lines = ",\n  ".join(f"{dumps(name)}: {dumps(value)}" for name, value in head.items() if name != "players")
    print(f'{{\n  {lines},\n  "players": [', end="")
    for place, row in enumerate(rows_json(content)):
        print("," if place else "", end="\n    ")
        print(json.dumps(row, ensure_ascii=False), end="")
    print("\n  ]\n}" if content.num_rows else "]\n}")


def _show(settings: Shared, found: "VersionRecord", content: "pa.Table") -> None:
    spoken = settings.language
    state = text(f"version-state.{found.state}", spoken)
    title = text("label.office-list", spoken, period=found.period, version=found.number)
    line(f"{title} · {state} · {found.digest[:SHORT]}", style="bold")
    show_rows(spoken, content.schema.names, content.slice(0, FIRST_ROWS).to_pylist())
    if content.num_rows > FIRST_ROWS:
        line(text("label.office-more-players", spoken, count=content.num_rows - FIRST_ROWS), style="dim")
