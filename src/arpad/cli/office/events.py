"""`arpad office` commands that register and submit events, and every decision as a command.

The commands for decisions are made from the decision classes: fields become arguments and options.
"""

import datetime as dt
from collections.abc import Mapping
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.office.options import (
    EventArgument,
    OfficeCommand,
    OfficeEventCommand,
    answer_list,
    answer_replay,
    answer_submitted,
    day,
    desk,
    office,
    steps,
    whole,
)
from arpad.cli.options import All, ReportFile, Shared, parameter_of, shared
from arpad.cli.output import cell, line, print_json, show_findings, table, tell
from arpad.cli.report_options import EventOptions, event_options
from arpad.domain.event import SYSTEMS
from arpad.eligibility.facts import FACT_KEYS, facts_at_registration, facts_document, facts_in
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.inputs.declared import by_flag, inputs_of, read
from arpad.inputs.toml_tables import DAY, TEXT, TomlTable, load
from arpad.library.files import report_bytes
from arpad.lists.list_versions import SHORT
from arpad.office.decisions.corrections import CORRECTIONS
from arpad.office.decisions.decisions import DECISIONS, Decision
from arpad.office.records import EVENT_STATES, KeptDecision, OfficeEvent, due_text, facts_rows

if TYPE_CHECKING:
    from arpad.office.records import EventDetail, Registration


# `arpad office correct`, `withdraw`, `person`, `rating`, `merge` …: every decision as a command, and their list. A
# command follows from the class of a decision: its fields are the arguments and options. Each replays every later
# period into new versions; the old ones stay.

REPLAYING = "label.office-replaying"


def _add(kind: type[Decision]) -> None:
    """Add the command of a decision to the group."""

    def command(context: typer.Context, everything: bool = False, **typed: Any) -> None:
        from arpad.office.decisions.decisions import decide

        settings = shared(context)
        given = {name: report_bytes(value) if isinstance(value, Path) else value for name, value in typed.items()}
        decision = read(kind, given, by_flag)
        with desk(context) as place, steps(settings, REPLAYING) as progress:
            done = decide(place, decision, progress)
        answer_replay(settings, done, everything)

    parameters = [Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context)]
    parameters += [parameter_of(given) for given in inputs_of(kind)]
    if kind.examines:
        parameters.append(Parameter("everything", Parameter.KEYWORD_ONLY, annotation=All, default=False))
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    office.command(kind.command, cls=OfficeCommand, help=f"cli.command.office-{kind.command}")(command)


for decision in (*CORRECTIONS, *DECISIONS):
    _add(decision)


@office.command("decisions", cls=OfficeCommand, help="cli.command.office-decisions")
def decisions(context: typer.Context) -> None:
    from arpad.office.decisions.decisions import list_decisions

    with desk(context) as place:
        found = list_decisions(place)
    names = ("id", "period", "kind", "data", "reason", "undone")
    answer_list(shared(context), KeptDecision, found, names, range(1, 6), "label.office-no-decisions")


# An event as it is announced: from a TOML file, from options, or from both; options count before the file.

TEXTS = ("name", "city", "federation", "time_class", "format", "edition")
DATES = ("start", "end")
KEYS = dict.fromkeys(TEXTS, TEXT) | dict.fromkeys(DATES, DAY) | FACT_KEYS


def registration(file: Path | None, head: Mapping[str, str | None], options: EventOptions) -> "Registration":
    """Return the event, ready to be registered; `head` is what was typed of its head, by the keys of the file."""
    from arpad.office.records import Registration

    data = {} if file is None else TomlTable("office-event", str(file)).read(load(file), KEYS)
    given = data | {key: value for key, value in head.items() if value is not None}
    for name in ("name", "start"):
        if not str(given.get(name, "")).strip():
            raise ArpadError("office-register-missing", option=f"--{name}", key=name)
    start, end = _day("--start", given["start"]), _day("--end", given["end"]) if "end" in given else None
    return Registration(
        name=str(given["name"]).strip(),
        start=start,
        end=end,
        city=given.get("city", ""),
        federation=parse.federation("--federation", given["federation"]) if given.get("federation") else "",
        time_class=parse.time_class("--time-class", given["time_class"]) if "time_class" in given else None,
        system=options.system or (parse.choice("--format", data["format"], SYSTEMS) if "format" in data else None),
        edition=options.edition or data.get("edition"),
        facts=facts_document(facts_in(data)) | facts_at_registration(options.facts),
    )


def _day(option: str, value: str | dt.date) -> dt.date:
    return value if isinstance(value, dt.date) else parse.date(option, value)


# `arpad office register`, `submit`, `events`, `event`: the life of an event up to its rating.

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
        office_event = register_event(place, announced, another_event=another_event)
    words = text("label.office-registered", settings.language, event=str(office_event.id), name=office_event.name)
    tell(settings, office_event, words)


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
    from arpad.formats.read import read_report
    from arpad.office.events import submit as submit_report
    from arpad.pairing.forensics import rounds_note

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
    answer_submitted(settings, done, everything, rounds_note(read_report(data)))


@office.command("events", cls=OfficeCommand, help="cli.command.office-events")
def events(
    context: typer.Context,
    state: Annotated[str | None, typer.Option("--state", metavar="STATE", help="cli.help.office-state")] = None,
) -> None:
    from arpad.office.events import list_events

    settings = shared(context)
    wanted = None if state is None else parse.choice("--state", state, EVENT_STATES)
    with desk(context) as place:
        found = [office_event for office_event in list_events(place) if wanted in (None, office_event.state)]
    names = ["id", "name", "federation", "start", "end", "time_class", "state", "period"]
    if any(office_event.late_for for office_event in found):
        names.append("late_for")
    answer_list(settings, OfficeEvent, found, names, range(1, len(names)), "label.office-no-events")


@office.command("event", cls=OfficeCommand, help="cli.command.office-event")
def event(context: typer.Context, number: EventArgument, everything: All = False) -> None:
    from arpad.office.events import show_event

    settings = shared(context)
    wanted = parse.number("EVENT", number)
    with desk(context) as place:
        detail = show_event(place, wanted)
    if settings.as_json:
        print_json(detail.document(settings.language))
    else:
        _show_event(settings, detail, everything)


def _show_event(settings: Shared, event: "EventDetail", everything: bool) -> None:
    language = settings.language
    line(f"{event.id} {event.name or '–'}", style="bold")
    where = ", ".join(part for part in (event.city, event.federation) if part)
    when = " – ".join(day(one) for one in (event.start, event.end) if one)
    line(" · ".join(part for part in (where, when, text(f"time-class.{event.time_class}", language)) if part))
    line(text(f"event-state.{event.state}", language) + (f" ({day(event.period)})" if event.period else ""))
    if when := due_text(event, language):
        line(when)
    rows = facts_rows(event.facts, language)
    if rows:
        line()
        table(language, ["fact", "value"], rows, left=(0, 1))
    for revision in event.revisions:
        verdict = text("label.yes" if revision.accepted else "label.no", language)
        line()
        table(
            language,
            ["report", "received", "accepted", "sha256", "reason"],
            [[cell(revision.number), day(revision.received), verdict, revision.sha256[:SHORT], revision.reason]],
            left=range(1, 5),
        )
        show_findings(revision.findings, language, everything)
