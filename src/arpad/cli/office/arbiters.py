"""`arpad office arbiter`: arbiters as the office knows them, their records, certificates and applications."""

from inspect import Parameter, Signature
from typing import Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.arbiter import AGAINST, Force, Pdf, day_typed, show_application, write_form
from arpad.cli.office.options import OfficeCommand, desk, office
from arpad.cli.options import Argument, Group, Option, Out, Shared, parameter_of, shared
from arpad.cli.output import line, print_json, table, tell, write_bytes
from arpad.documents.document import document_of, word_rows
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.inputs.declared import by_flag, inputs_of, read
from arpad.office.arbiters.careers import ArbiterCareer, ListedArbiter, NotedRecord, career_on, record_words
from arpad.office.arbiters.records import ARBITER_RECORDS
from arpad.office.decisions.decisions import Decision
from arpad.regulations.arbiter_editions import ARBITER_TITLES, ArbiterTitle

arbiter = Group(help="cli.command.office-arbiter", no_args_is_help=True)
office.add_command(arbiter, "arbiter")

Record = Annotated[str, Argument(metavar="RECORD", help="cli.help.office-arbiter-record")]
OnDay = Annotated[str | None, Option("--date", metavar="DATE", help="cli.help.office-arbiter-date")]


@arbiter.command("list", cls=OfficeCommand, help="cli.command.office-arbiter-list")
def list_arbiters(context: click.Context, date: OnDay = None) -> None:
    from arpad.office.arbiters.careers import all_careers, listed_on

    with desk(context) as place:
        day = day_typed(date) or place.at.date()
        found = [listed_on(career, day) for career in all_careers(place)]
    settings = shared(context)
    if settings.as_json:
        print_json([arbiter.document() for arbiter in found])
    elif found:
        shown = word_rows(ListedArbiter, found, settings.language)
        table(settings.language, shown.headings, shown.rows, range(7))
    else:
        line(text("label.office-no-arbiters", settings.language))


@arbiter.command("show", cls=OfficeCommand, help="cli.command.office-arbiter-show")
def show(
    context: click.Context,
    id_: Annotated[str, Argument(metavar="ID", help="cli.help.office-arbiter-id")],
    date: OnDay = None,
    title: Annotated[str | None, Option("--title", metavar="FA|IA", help="cli.help.arbiter-title")] = None,
    pdf: Pdf = None,
    force: Force = False,
) -> None:
    from arpad.office.arbiters.careers import career_of

    settings = shared(context)
    with desk(context) as place:
        career, day = career_of(place, id_), day_typed(date) or place.at.date()
    wanted = career.next_title if title is None else parse.choice("--title", title.upper(), ARBITER_TITLES)
    if settings.as_json:
        print_json(career_on(career, day).document(settings.language))
    else:
        _show_career(settings, career)
    if wanted is None:
        if pdf is not None:
            raise ArpadError("office-arbiter-no-title", id=id_)
        return
    answer = career.application(wanted, day)
    if not settings.as_json:
        line()
        show_application(answer, settings.language)
    if pdf is not None:
        from arpad.arbiters.forms import application_values

        values = application_values(answer, settings.language)
        write_form(settings, pdf, _form(wanted), values, against=answer.complete is False, force=force)
        if answer.complete is False:
            raise Exit(AGAINST)


def _form(title: ArbiterTitle) -> Any:
    return "fa2" if title == "FA" else "ia2"


def _show_career(settings: Shared, career: ArbiterCareer) -> None:
    """Print who it is, and what was noted."""
    language, person = settings.language, career.person
    head = (person.name, person.federation, career.title, career.category and f"{career.category}")
    line(" · ".join(part for part in head if part), style="bold")
    rows = [
        [
            str(record.id),
            f"{record.at:%Y-%m-%d}",
            text(f"web.arbiters.record.{record.kind}", language),
            record_words(record, language),
            record.reason,
            text("web.arbiters.revoked", language) if record.revoked else "",
        ]
        for record in career.records
    ]
    table(language, ["record", "noted", "what", "data", "reason", "revoked"], rows, left=range(1, 6))


@arbiter.command("paper", cls=OfficeCommand, help="cli.command.office-arbiter-paper")
def paper(context: click.Context, record: Record, output: Out) -> None:
    from arpad.office.arbiters.records import printed_certificate

    settings = shared(context)
    with desk(context) as place:
        data = printed_certificate(place, parse.number("RECORD", record), settings.language)
    write_bytes(output, data)
    tell(settings, {"file": str(output)}, text("label.written", settings.language, file=str(output)), style="")


def _add(kind: type[Decision]) -> None:
    """Add the command of a kind of records."""

    def command(context: click.Context, **typed: Any) -> None:
        from arpad.office.arbiters.careers import career_of
        from arpad.office.decisions.decisions import decide

        settings = shared(context)
        record = read(kind, typed, by_flag)
        with desk(context) as place:
            decide(place, record)
            id_ = getattr(record, "id", None)
            career = None if id_ is None else career_of(place, id_)
        if career is None:
            values = {"record": typed["record"]}
            tell(settings, values, text("label.office-arbiter-revoked", settings.language, **values), style="")
        else:
            noted = career.records[-1]
            words = text("label.office-arbiter-noted", settings.language, record=noted.id, name=career.person.name)
            tell(settings, document_of(NotedRecord, noted), words, style="")

    parameters = [Parameter("context", Parameter.KEYWORD_ONLY, annotation=click.Context)]
    parameters += [parameter_of(given) for given in inputs_of(kind)]
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    arbiter.command(kind.command, cls=OfficeCommand, help=f"cli.command.office-arbiter-{kind.command}")(command)


for record_kind in ARBITER_RECORDS:
    _add(record_kind)
