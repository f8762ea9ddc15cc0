"""`arpad event set`, `check`, `invitation`: the rules of an event, and what players are told of them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.event.answers import answer_done
from arpad.cli.event.app import MOST, Slug, event
from arpad.cli.event.options import RunningCommand, act
from arpad.cli.event.reading import event_now
from arpad.cli.output import line, print_json, table, write_bytes
from arpad.cli.shared import shared
from arpad.i18n import ArpadError, text
from arpad.inputs import parse

if TYPE_CHECKING:
    from arpad.domain.event import Event
    from arpad.tournament.rules import EventRules

FOUND_AGAINST = 1
SlugOrFile = Annotated[str, typer.Argument(metavar="SLUG|FILE.toml", help="cli.help.event-slug-or-file")]


@event.command("set", cls=RunningCommand, help="cli.command.event-set")
def set_(
    context: typer.Context,
    slug: Slug,
    key: Annotated[str, typer.Argument(metavar="KEY", help="cli.help.event-key")],
    value: Annotated[str | None, typer.Argument(metavar="[VALUE]", help="cli.help.event-value")] = None,
) -> None:
    from arpad.tournament.acts.event import set_rule
    from arpad.tournament.rules_check import check_state

    settings = shared(context)
    done = act(context, slug, set_rule(key, value))
    name = key.partition(".")[0]
    new = done.state.data.get(name)
    said = "set" if done.lines else "set-already"
    findings = check_state(done.state, settings.regulations)
    told = [one.document(settings.language) for one in findings]
    answer_done(context, done, said, {"rule": name}, slug=slug, key=name, value=new, findings=told)


@event.command("check", cls=RunningCommand, help="cli.command.event-check")
def check(
    context: typer.Context,
    place: SlugOrFile,
    players: Annotated[str | None, typer.Option("--players", metavar="N", help="cli.help.event-players")] = None,
) -> None:
    from arpad.tournament.rules_check import check_rules, editions_asked

    settings = shared(context)
    rules, found, entered = _rules_at(context, place)
    count = entered if players is None else parse.whole("--players", players, 2, MOST)
    findings = check_rules(rules, found, editions_asked(settings.regulations, rules), count or None)
    against = any(one.severity == "error" for one in findings)
    documents = [one.document(settings.language) for one in findings]
    if settings.as_json:
        print_json({"event": rules.slug, "slug": rules.slug, "findings": documents})
    else:
        rows = [
            [text(f"severity.{one['severity']}", settings.language), one["key"], one["article"], one["message"]]
            for one in documents
        ]
        table(settings.language, ["severity", "rule-key", "article", "finding"], rows, left=(0, 1, 2, 3))
        key = "tournament.said.check-against" if against else "tournament.said.check-passed"
        line(text(key, settings.language, name=rules.name), style="bold")
    if against:
        raise typer.Exit(FOUND_AGAINST)


def _rules_at(context: typer.Context, place: str) -> tuple["EventRules", "Event", int]:
    """Return the rules of an event or of a file, with the players who are entered."""
    from arpad.domain.event import Event
    from arpad.inputs.toml_tables import load
    from arpad.tournament.documents import players_entered
    from arpad.tournament.rules import read_rules

    if place.endswith(".toml"):
        rules = read_rules(load(Path(place)), place)
        return rules, Event(name=rules.name, start=rules.start, players=()), 0
    state = event_now(context, place)
    there = players_entered(state)
    return state.laws, Event(name=state.laws.name, start=state.laws.start, players=there), len(there)


@event.command("invitation", cls=RunningCommand, help="cli.command.event-invitation")
def invitation(
    context: typer.Context,
    place: SlugOrFile,
    pdf: Annotated[Path | None, typer.Option("--pdf", metavar="OUT", help="cli.help.event-invitation-pdf")] = None,
) -> None:
    from arpad.tournament.rules_check import invitation as items_of

    settings = shared(context)
    rules, _, _ = _rules_at(context, place)
    items = items_of(rules, settings.language)
    if not items:
        raise ArpadError("event-invitation-empty", slug=rules.slug)
    if pdf is not None:
        from arpad.papers.event_sheets import invitation_sheet

        write_bytes(pdf, invitation_sheet(rules.name, items, settings.language))
    shown = [
        {"item": item, "title": text(f"tournament.item.{item}", settings.language), "text": words}
        for item, words in items.items()
    ]
    if settings.as_json:
        print_json({"event": rules.slug, "name": rules.name, "items": shown} | ({"pdf": str(pdf)} if pdf else {}))
    elif pdf is not None:
        line(text("label.written", settings.language, file=str(pdf)), style="bold")
    else:
        line(rules.name, style="bold")
        for one in shown:
            line()
            line(f"{int(one['item'])}. {one['title']}", style="bold")
            line(one["text"])
