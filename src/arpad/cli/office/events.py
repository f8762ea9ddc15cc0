"""`arpad office` commands that register and submit events, and every decision as a command.

The commands for decisions are made from the decision classes: fields become arguments and options.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

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
from arpad.cli.options import All, Argument, Option, ReportFile, Shared, from_inputs, parameter_of, shared
from arpad.cli.output import cell, line, print_json, show_findings, table, tell
from arpad.cli.report_options import EventOptions, event_options
from arpad.eligibility.facts import FACT_KEYS, facts_at_registration, facts_document, facts_in
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.inputs.declared import by_flag, inputs_of, read, read_each
from arpad.inputs.toml_tables import DAY, TEXT, TomlTable, load
from arpad.library.files import report_bytes
from arpad.lists.list_versions import SHORT
from arpad.office.decisions.corrections import CORRECTIONS
from arpad.office.decisions.decisions import DECISIONS, Decision
from arpad.office.records import (
    ANNOUNCED,
    EVENT,
    EVENT_STATES,
    TIME_CLASS,
    KeptDecision,
    OfficeEvent,
    due_text,
    facts_rows,
    registration,
)

if TYPE_CHECKING:
    from arpad.office.records import EventDetail, Registration


# `arpad office correct`, `withdraw`, `person`, `rating`, `merge` …: every decision as a command, and their list. A
# command follows from the class of a decision: its fields are the arguments and options. Each replays every later
# period into new versions; the old ones stay.

REPLAYING = "label.office-replaying"


def _add(kind: type[Decision]) -> None:
    """Add the command of a decision to the group."""

    def command(context: click.Context, everything: bool = False, **typed: Any) -> None:
        from arpad.office.decisions.decisions import decide

        settings = shared(context)
        given = {name: report_bytes(value) if isinstance(value, Path) else value for name, value in typed.items()}
        decision = read(kind, given, by_flag)
        with desk(context) as place, steps(settings, REPLAYING) as progress:
            done = decide(place, decision, progress)
        answer_replay(settings, done, everything)

    parameters = [Parameter("context", Parameter.KEYWORD_ONLY, annotation=click.Context)]
    parameters += [parameter_of(given) for given in inputs_of(kind)]
    if kind.examines:
        parameters.append(Parameter("everything", Parameter.KEYWORD_ONLY, annotation=All, default=False))
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    office.command(kind.command, cls=OfficeCommand, help=f"cli.command.office-{kind.command}")(command)


for decision in (*CORRECTIONS, *DECISIONS):
    _add(decision)


@office.command("decisions", cls=OfficeCommand, help="cli.command.office-decisions")
def decisions(context: click.Context) -> None:
    from arpad.office.decisions.decisions import list_decisions

    with desk(context) as place:
        found = list_decisions(place)
    names = ("id", "period", "kind", "data", "reason", "undone")
    answer_list(shared(context), KeptDecision, found, names, range(1, 6), "label.office-no-decisions")


# An event as it is announced: from a TOML file, from options, or from both; options count before the file.

TEXTS = ("name", "city", "federation", "time_class", "format", "edition")
DATES = ("start", "end")
KEYS = dict.fromkeys(TEXTS, TEXT) | dict.fromkeys(DATES, DAY) | FACT_KEYS


def announced_event(file: Path | None, typed: Mapping[str, Any], options: EventOptions) -> "Registration":
    """Return the event, ready to be registered; `typed` counts before the file."""
    data = {} if file is None else TomlTable("office-event", str(file)).read(load(file), KEYS)
    chosen = {"format": options.system, "edition": options.edition}
    given = data | {name: value for name, value in {**typed, **chosen}.items() if value is not None}
    for name in ("name", "start"):
        if not str(given.get(name, "")).strip():
            raise ArpadError("office-register-missing", option=f"--{name}", key=name)
    values = read_each(ANNOUNCED, {name: _text(value) for name, value in given.items()}, by_flag)
    return registration(values, facts_document(facts_in(data)) | facts_at_registration(options.facts))


def _text(value: Any) -> Any:
    """A day of a file as it is typed."""
    return value.isoformat() if isinstance(value, dt.date) else value


# `arpad office register`, `submit`, `events`, `event`: the life of an event up to its rating.

HEAD = tuple(replace(given, default=None) for given in ANNOUNCED if given.flag)
"""The options of an event; a file may have them instead."""
OF_REPORT = (EVENT, TIME_CLASS)
AnotherEvent = Annotated[bool, Option("--another-event", help="cli.help.office-another-event")]


@office.command("register", cls=OfficeEventCommand, help="cli.command.office-register")
@from_inputs
def register(
    context: click.Context,
    typed: Annotated[Mapping[str, Any], HEAD],
    file: Annotated[Path | None, Argument(metavar="EVENT.toml", help="cli.help.office-event-file")] = None,
    another_event: AnotherEvent = False,
) -> None:
    from arpad.office.events import register as register_event

    settings = shared(context)
    announced = announced_event(file, typed, event_options(context))
    with desk(context) as place, whole(settings):
        office_event = register_event(place, announced, another_event=another_event)
    words = text("label.office-registered", settings.language, event=str(office_event.id), name=office_event.name)
    tell(settings, office_event, words)


@office.command("submit", cls=OfficeEventCommand, help="cli.command.office-submit")
@from_inputs
def submit(
    context: click.Context,
    file: ReportFile,
    typed: Annotated[Mapping[str, Any], OF_REPORT],
    further: Annotated[list[Path] | None, Option("--stage", metavar="FILE", help="cli.help.stage")] = None,
    another_event: AnotherEvent = False,
    everything: All = False,
) -> None:
    from arpad.formats.read import read_report
    from arpad.office.events import submit as submit_report
    from arpad.pairing.forensics import rounds_note

    settings, options = shared(context), event_options(context)
    given = read_each(OF_REPORT, typed, by_flag)
    data = report_bytes(file)
    stages = [report_bytes(file) for file in further or ()]
    with desk(context) as place, whole(settings):
        done = submit_report(
            place,
            data,
            **given,
            received=options.facts.received,
            facts=facts_at_registration(options.facts),
            system=options.system,
            edition=options.edition,
            stages=stages,
            another_event=another_event,
        )
    answer_submitted(settings, done, everything, rounds_note(read_report(data)))


@office.command("events", cls=OfficeCommand, help="cli.command.office-events")
def events(
    context: click.Context,
    state: Annotated[str | None, Option("--state", metavar="STATE", help="cli.help.office-state")] = None,
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
def event(context: click.Context, number: EventArgument, everything: All = False) -> None:
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
