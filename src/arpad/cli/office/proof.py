"""`arpad office diff`, `verify`, `export`, `log`: what changed, that every number is right, and who did what."""

from collections import deque
from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.arguments import Out
from arpad.cli.office.app import ClassOption, Force, PeriodArgument, Version, office
from arpad.cli.office.options import OfficeCommand, desk, office_options, opened
from arpad.cli.office.verified import answer_office, answer_versions, refusing, verify_office
from arpad.cli.office.working import steps, whole
from arpad.cli.output import cell, fields_table, line, print_json, table, tell
from arpad.cli.shared import Shared, shared
from arpad.i18n import ArpadError, number, text
from arpad.inputs import parse
from arpad.office.documents import LOG, VERSION

MOST_LINES = 10_000_000


@office.command("diff", cls=OfficeCommand, help="cli.command.office-diff")
def diff(
    context: typer.Context,
    period: PeriodArgument,
    before: Annotated[str, typer.Argument(metavar="V1", help="cli.help.office-v1")],
    after: Annotated[str, typer.Argument(metavar="V2", help="cli.help.office-v2")],
    time_class: ClassOption = "standard",
) -> None:
    from arpad.office.lists import diff as differences

    settings = shared(context)
    date, chosen = parse.period("PERIOD", period), parse.time_class("--time-class", time_class)
    one, two = parse.number("V1", before), parse.number("V2", after)
    with desk(context) as place:
        found = differences(place, date, one, two, chosen)
    if settings.as_json:
        print_json(
            [{"id": change.id, "name": change.name, "before": change.before, "after": change.after} for change in found]
        )
    elif found:
        rows = [
            [one.id, one.name, cell(one.before), cell(one.after), _by(settings, one.before, one.after)] for one in found
        ]
        table(settings.language, ["fide-id", "player", "before", "after", "change"], rows, left=(0, 1))
    else:
        line(text("label.office-no-difference", settings.language))


def _by(settings: Shared, before: int | None, after: int | None) -> str:
    return number(after - before, settings.language, sign=True) if before and after else ""


@office.command("verify", cls=OfficeCommand, help="cli.command.office-verify")
def verify(
    context: typer.Context,
    period: Annotated[str | None, typer.Argument(metavar="PERIOD", help="cli.help.office-verify-period")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="cli.help.office-quick")] = False,
    witness: Annotated[Path | None, typer.Option("--witness", metavar="FILE", help="cli.help.office-witness")] = None,
    bundle: Annotated[Path | None, typer.Option("--bundle", metavar="FILE", help="cli.help.office-bundle")] = None,
) -> None:
    settings = shared(context)
    date = None if period is None else parse.period("PERIOD", period)
    options = {"PERIOD": date, "--quick": quick or None, "--witness": witness, "--bundle": bundle}
    given = [name for name, value in options.items() if value is not None]
    if len(given) > 1 and given != ["--quick", "--witness"]:
        raise ArpadError("office-not-with", option=given[1], other=given[0])
    if bundle is not None:
        from arpad.office.proof.bundle import verify_bundle

        with whole(settings), refusing(settings):
            answer_versions(settings, verify_bundle(bundle, settings.regulations))
        return
    if date is not None:
        from arpad.office.proof.verification import verify as verify_lists

        with desk(context) as place, steps(settings, "label.office-verifying") as progress:
            found = verify_lists(place, date, progress)
        answer_versions(settings, found)
        return
    with opened(context) as database, steps(settings, "label.office-verifying") as progress:
        seen, lists = verify_office(context, database, progress, quick=quick, witness=witness)
    answer_office(settings, seen, lists)


@office.command("export", cls=OfficeCommand, help="cli.command.office-export")
def export(
    context: typer.Context, period: PeriodArgument, output: Out, version: Version = None, force: Force = False
) -> None:
    from arpad.office.proof.bundle import export_bundle

    settings = shared(context)
    date, wanted = parse.period("PERIOD", period), parse.version(version)
    with desk(context) as place, whole(settings):
        done = export_bundle(place, date, wanted, output, overwrite=force)
    words = text("label.written", settings.language, file=str(output))
    digest = text("label.office-digest", settings.language, digest=done.digest)
    tell(settings, VERSION.document(done) | {"output": str(output)}, words, digest)


@office.command("log", cls=OfficeCommand, help="cli.command.office-log")
def log(
    context: typer.Context,
    limit: Annotated[str | None, typer.Option("--limit", metavar="N", help="cli.help.office-limit")] = None,
) -> None:
    from arpad.office.storage.log_table import log_entries

    settings = shared(context)
    last = None if limit is None else parse.whole("--limit", limit, 1, MOST_LINES)
    system = office_options(context).system
    with opened(context) as database:
        database.check()
        with database.reading() as connection:
            found = list(deque(log_entries(connection, system=system), maxlen=last))
    if settings.as_json:
        print_json([LOG.document(entry) for entry in found])
        return
    names = ("id", "at", "who", "system", "action", "subject", "details")
    fields_table(settings.language, LOG, found, names, left=range(1, 7))
