"""`arpad report form`: the forms of FIDE, filled from a report."""

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.arguments import Out, rank_typed
from arpad.cli.output import tell, write_bytes
from arpad.cli.shared import shared
from arpad.domain.event import Event
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.library.files import load_report
from arpad.regulations.event_rules import FORM_NUMBERS, FormNumber

if TYPE_CHECKING:
    from arpad.papers.old_forms import FormTables
    from arpad.papers.title_forms import ReportExtra

OF_EVENTS = ("1", "2", "3", "4", "5", "6", "it3")
FORMS = (*OF_EVENTS, *FORM_NUMBERS)
"""The forms of events, which a report fills, and those of arbiters, which may stay blank."""


def form(
    context: typer.Context,
    output: Out,
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="cli.help.form-report")] = None,
    number: Annotated[str, typer.Option("--number", metavar="|".join(FORMS), help="cli.help.form-number")] = "1",
    player: Annotated[list[str] | None, typer.Option("--player", metavar="RANK", help="cli.help.form-player")] = None,
    host: Annotated[str, typer.Option("--host", metavar="XYZ", help="cli.help.form-host")] = "",
    fill: Annotated[list[str] | None, typer.Option("--fill", metavar="NAME=TEXT", help="cli.help.form-fill")] = None,
) -> None:
    settings = shared(context)
    which = parse.choice("--number", number.lower(), FORMS)
    if which in FORM_NUMBERS:
        write_bytes(output, _of_arbiters(parse.choice("--number", which, FORM_NUMBERS), file, settings.language))
    elif file is None:
        raise ArpadError("form-report", number=which)
    else:
        from arpad.papers.old_forms import form_tables

        extra = _extra(fill or [], host)
        report = load_report(file)
        event = report.event
        tables = form_tables(report, by_round=which == "2") if which in ("1", "2") else None
        write_bytes(output, _made(which, event, _ranks(event, file, player), extra, settings.language, tables))
    document = {"form": int(which) if which.isdecimal() else which, "output": str(output)}
    tell(settings, document, text("label.written", settings.language, file=str(output)), style="")


def _of_arbiters(number: FormNumber, file: Path | None, language: Language) -> bytes:
    """Return a form of arbiters; its event is filled from the report, if there is one."""
    from arpad.arbiters.event_facts import report_facts
    from arpad.arbiters.forms import event_values
    from arpad.papers.arbiter_forms import arbiter_form_pdf

    if file is None:
        return arbiter_form_pdf(number, {}, language)
    event = load_report(file).event
    return arbiter_form_pdf(number, event_values(event, report_facts(event), language), language)


def _made(
    which: str,
    event: Event,
    ranks: list[int] | None,
    extra: "ReportExtra",
    language: Language,
    tables: "FormTables | None",
) -> bytes:
    from arpad import papers as publication

    ratings = {player.rank: player.rating for player in event.players}
    if which == "1":
        return publication.form_1(event, ratings, language, tables)
    if which == "3":
        return publication.form_3(event, ratings, language)
    if which == "2":
        return publication.form_2(event, ranks, ratings, language, tables)
    if which == "4":
        return publication.form_4(event, ranks, ratings, language)
    if which == "6":
        return publication.form_6(event, ranks, ratings, language, extra.host)
    whole = publication.form_5 if which == "5" else publication.it3
    return whole(event, extra, language, ratings)


def _ranks(event: Event, file: Path, typed: list[str] | None) -> list[int] | None:
    """Return the players who are named; None: everybody."""
    return None if typed is None else [rank_typed(event, file, rank) for rank in typed]


def _extra(typed: list[str], host: str) -> "ReportExtra":
    """Read fields that the report does not have: `--fill organiser="Chess Club"`."""
    from arpad.papers.title_forms import ReportExtra

    names = [field.name for field in fields(ReportExtra) if field.name != "host"]
    found = {}
    for one in typed:
        name, sign, value = one.partition("=")
        if name not in names or not sign:
            raise ArpadError("fill", value=one, names=", ".join(names))
        found[name] = value
    return ReportExtra(**found, host=host)
