"""`arpad office register`, `submit`, `events`, `event`: the life of an event up to its rating."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.arguments import All, ReportFile
from arpad.cli.event_options import event_options
from arpad.cli.findings import show_findings
from arpad.cli.office.app import EventArgument, office
from arpad.cli.office.documents import answer_list, answer_submitted, day
from arpad.cli.office.options import OfficeCommand, OfficeEventCommand, desk
from arpad.cli.office.registration import registration
from arpad.cli.office.working import whole
from arpad.cli.output import cell, line, print_json, table, tell
from arpad.cli.shared import Shared, shared
from arpad.eligibility.facts import facts_at_registration
from arpad.i18n import text
from arpad.inputs import parse
from arpad.library.files import report_bytes
from arpad.office.documents import EVENT, SHORT, detail_document, due_text, facts_rows
from arpad.office.records import EVENT_STATES

if TYPE_CHECKING:
    from arpad.office.records import EventDetail

TimeClassOption = Annotated[
    str | None, typer.Option("--time-class", metavar="standard|rapid|blitz", help="cli.help.office-event-class")
]
AnotherEvent = Annotated[bool, typer.Option("--another-event", help="cli.help.office-another-event")]


@office.command("register", cls=OfficeEventCommand, help="cli.command.office-register")
def register(
    context: typer.Context,
    file: Annotated[Path | None, typer.Argument(metavar="EVENT.toml", help="cli.help.office-event-file")] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="TEXT", help="cli.help.office-event-name")] = None,
    start: Annotated[str | None, typer.Option("--start", metavar="DATE", help="cli.help.start")] = None,
    end: Annotated[str | None, typer.Option("--end", metavar="DATE", help="cli.help.end")] = None,
    city: Annotated[str | None, typer.Option("--city", metavar="TEXT", help="cli.help.office-city")] = None,
    federation: Annotated[
        str | None, typer.Option("--federation", metavar="XYZ", help="cli.help.office-event-federation")
    ] = None,
    time_class: TimeClassOption = None,
    another_event: AnotherEvent = False,
) -> None:
    from arpad.office.events import register as register_event

    settings = shared(context)
    head = {
        "name": name, "start": start, "end": end, "city": city, "federation": federation, "time_class": time_class,
    }  # fmt: skip
    announced = registration(file, head, event_options(context))
    with desk(context) as place, whole(settings):
        made = register_event(place, announced, another_event=another_event)
    words = text("label.office-registered", settings.language, event=str(made.id), name=made.name)
    tell(settings, EVENT.document(made), words)


@office.command("submit", cls=OfficeEventCommand, help="cli.command.office-submit")
def submit(
    context: typer.Context,
    file: ReportFile,
    event: Annotated[str | None, typer.Option("--event", metavar="EVENT", help="cli.help.office-of-event")] = None,
    time_class: TimeClassOption = None,
    further: Annotated[list[Path] | None, typer.Option("--stage", metavar="FILE", help="cli.help.stage")] = None,
    another_event: AnotherEvent = False,
    everything: All = False,
) -> None:
    from arpad.office.events import submit as submit_report

    settings, options = shared(context), event_options(context)
    number = None if event is None else parse.number("EVENT", event)
    chosen = None if time_class is None else parse.time_class("--time-class", time_class)
    data = report_bytes(file)
    stages = [report_bytes(file) for file in further or ()]
    with desk(context) as place, whole(settings):
        done = submit_report(
            place,
            data,
            event=number,
            received=options.facts.received,
            facts=facts_at_registration(options.facts),
            system=options.system,
            time_class=chosen,
            edition=options.edition,
            stages=stages,
            another_event=another_event,
        )
    answer_submitted(settings, done, everything)


@office.command("events", cls=OfficeCommand, help="cli.command.office-events")
def events(
    context: typer.Context,
    state: Annotated[str | None, typer.Option("--state", metavar="STATE", help="cli.help.office-state")] = None,
) -> None:
    from arpad.office.events import list_events

    settings = shared(context)
    wanted = None if state is None else parse.choice("--state", state, EVENT_STATES)
    with desk(context) as place:
        found = [one for one in list_events(place) if wanted in (None, one.state)]
    names = ["id", "name", "federation", "start", "end", "time_class", "state", "period"]
    if any(one.late_for for one in found):
        names.append("late_for")
    answer_list(settings, EVENT, found, names, range(1, len(names)), "label.office-no-events")


@office.command("event", cls=OfficeCommand, help="cli.command.office-event")
def event(context: typer.Context, number: EventArgument, everything: All = False) -> None:
    from arpad.office.events import show_event

    settings = shared(context)
    wanted = parse.number("EVENT", number)
    with desk(context) as place:
        found = show_event(place, wanted)
    if settings.as_json:
        print_json(detail_document(found, settings.language))
    else:
        _show_event(settings, found, everything)


def _show_event(settings: Shared, found: "EventDetail", everything: bool) -> None:
    spoken, event = settings.language, found.event
    line(f"{event.id} {event.name or '–'}", style="bold")
    where = ", ".join(part for part in (event.city, event.federation) if part)
    when = " – ".join(day(one) for one in (event.start, event.end) if one)
    line(" · ".join(part for part in (where, when, text(f"time-class.{event.time_class}", spoken)) if part))
    line(text(f"event-state.{event.state}", spoken) + (f" ({day(event.period)})" if event.period else ""))
    if when := due_text(event, spoken):
        line(when)
    rows = facts_rows(found.facts, spoken)
    if rows:
        line()
        table(spoken, ["fact", "value"], rows, left=(0, 1))
    for revision in found.revisions:
        verdict = text("label.yes" if revision.accepted else "label.no", spoken)
        line()
        table(
            spoken,
            ["report", "received", "accepted", "sha256", "reason"],
            [[cell(revision.number), day(revision.received), verdict, revision.sha256[:SHORT], revision.reason]],
            left=range(1, 5),
        )
        show_findings(revision.findings, spoken, everything)
