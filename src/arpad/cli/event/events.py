"""`arpad event new`, `list`: events are made, and listed."""

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.event.answers import answer_done
from arpad.cli.event.app import event
from arpad.cli.event.options import RunningCommand, keeper, requested, running_options
from arpad.cli.office.options import at_typed, who_typed
from arpad.cli.output import line, print_json, table
from arpad.cli.shared import shared
from arpad.i18n import StorageFault, text

RulesFile = Annotated[Path, typer.Argument(metavar="FILE.toml", help="cli.help.event-rules")]


@event.command("new", cls=RunningCommand, help="cli.command.event-new")
def new(context: typer.Context, file: RulesFile) -> None:
    from arpad.inputs.toml_tables import load
    from arpad.tournament.acts.event import create
    from arpad.tournament.rules import read_rules
    from arpad.tournament.rules_check import check_state

    settings, options = shared(context), running_options(context)
    data = load(file)
    rules = read_rules(data, str(file))
    with keeper(context) as events:
        who, at = who_typed(options.who), at_typed(options.at)
        done = events.create(rules.slug, create(data, str(file)), who, at, options.consent, request=requested(context))
    findings = check_state(done.state, settings.regulations)
    told = [one.document(settings.language) for one in findings]
    answer_done(context, done, "new", {"slug": rules.slug, "name": rules.name}, slug=rules.slug, findings=told)
    missing = sum(one.severity == "error" for one in findings)
    if missing and not settings.as_json:
        line(text("tournament.said.new-lacks", settings.language, count=missing, slug=rules.slug))


@event.command("list", cls=RunningCommand, help="cli.command.event-list")
def list_(context: typer.Context) -> None:
    settings = shared(context)
    try:
        with keeper(context) as events:
            states = [events.open(slug).state for slug in events.slugs()]
    except StorageFault as problem:
        if problem.key != "event-none":
            raise
        states = []
    rows = [
        {
            "slug": state.laws.slug,
            "name": state.laws.name,
            "start": state.laws.start.isoformat() if state.laws.start else None,
            "players": len([one for one in state.entries.values() if one.playing]),
            "rounds": state.laws.rounds,
            "round": state.last_published,
            "finished": state.finished,
        }
        for state in states
    ]
    if settings.as_json:
        print_json(rows)
    elif rows:
        shown = [[str(value if value is not None else "") for value in list(row.values())[:6]] for row in rows]
        table(settings.language, ["event-slug", "name", "start", "players", "rounds", "round"], shown, left=(0, 1, 2))
    else:
        line(text("tournament.said.none", settings.language))
