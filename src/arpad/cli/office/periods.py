"""`arpad office close`, `publish`, `discard`, `lists`: a period becomes a list, and
the list a version that nothing can change."""

from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.arguments import All
from arpad.cli.findings import fold, player_of
from arpad.cli.office.app import EditionOption, PeriodArgument, office
from arpad.cli.office.documents import show_versions
from arpad.cli.office.options import OfficeCommand, desk
from arpad.cli.office.working import steps, whole
from arpad.cli.output import line, print_json, table, tell
from arpad.cli.shared import Shared, shared
from arpad.i18n import text
from arpad.inputs import parse
from arpad.office.documents import VERSION, closed_document

if TYPE_CHECKING:
    from arpad.office.records import ClosedPeriod


@office.command("close", cls=OfficeCommand, help="cli.command.office-close")
def close(
    context: typer.Context, period: PeriodArgument, edition: EditionOption = None, everything: All = False
) -> None:
    from arpad.office.periods import close as close_period

    settings = shared(context)
    date = parse.period("PERIOD", period)
    with desk(context) as place, steps(settings, "label.office-closing") as progress:
        closed = close_period(place, date, progress, edition=edition)
    if settings.as_json:
        print_json(closed_document(closed, settings.language))
    else:
        _show(settings, closed, everything)


def _show(settings: Shared, closed: "ClosedPeriod", everything: bool) -> None:
    spoken = settings.language
    counts = text(
        "label.office-closed",
        spoken,
        period=closed.version.period,
        reports=closed.reports,
        games=closed.games,
        players=closed.version.players,
    )
    line(counts, style="bold")
    for edition in closed.transitions:
        line(text("label.office-transition", spoken, edition=edition))
    show_versions(settings, [closed.version])
    if not closed.findings:
        return
    documents = closed_document(closed, spoken)["findings"]
    folds = fold(documents, spoken, everything)
    rows = [
        [str(row.first["event"]), text(f"severity.{row.first['severity']}", spoken), player_of(row), row.message]
        for row in folds
    ]
    line()
    table(spoken, ["event", "severity", "player", "finding"], rows, left=(1, 2, 3))
    if len(folds) < len(documents):
        line(text("label.folded", spoken, count=len(documents)), style="dim")


@office.command("publish", cls=OfficeCommand, help="cli.command.office-publish")
def publish(
    context: typer.Context,
    period: PeriodArgument,
    as_closed: Annotated[bool, typer.Option("--as-closed", help="cli.help.office-as-closed")] = False,
) -> None:
    from arpad.office.periods import publish as publish_period

    settings = shared(context)
    date = parse.period("PERIOD", period)
    with desk(context) as place, whole(settings):
        made = publish_period(place, date, as_closed=as_closed)
    words = text("label.office-published", settings.language, period=made.period, version=made.number)
    tell(settings, VERSION.document(made), words, text("label.office-digest", settings.language, digest=made.digest))


@office.command("discard", cls=OfficeCommand, help="cli.command.office-discard")
def discard(context: typer.Context, period: PeriodArgument) -> None:
    from arpad.office.periods import discard as discard_list

    settings = shared(context)
    date = parse.period("PERIOD", period)
    with desk(context) as place, whole(settings):
        gone = discard_list(place, date)
    words = text("label.office-discarded", settings.language, period=gone.period, version=gone.number)
    tell(settings, VERSION.document(gone), words)


@office.command("lists", cls=OfficeCommand, help="cli.command.office-lists")
def lists(context: typer.Context) -> None:
    from arpad.office.lists import versions

    settings = shared(context)
    with desk(context) as place:
        found = versions(place)
    show_versions(settings, found)
