"""`arpad event numbers`, `present`: the numbers of the players, and who is there."""

from typing import Annotated, Any

import typer

from arpad.cli.event.answers import answer_done
from arpad.cli.event.app import Slug, event
from arpad.cli.event.options import RunningCommand, act
from arpad.cli.event.reading import entries_typed, event_now
from arpad.cli.output import line, print_json, table
from arpad.cli.shared import Shared, shared
from arpad.i18n import ArpadError, text
from arpad.inputs import parse

COLUMNS = ("event-number", "event-entry", "title", "name", "rating", "federation")
THEN = ("pair", "absent", "wait")


@event.command("numbers", cls=RunningCommand, help="cli.command.event-numbers")
def numbers(
    context: typer.Context,
    slug: Slug,
    give: Annotated[bool, typer.Option("--give", help="cli.help.event-give")] = False,
    entries: Annotated[str | None, typer.Option("--entries", metavar="N,N,…", help="cli.help.event-entries")] = None,
) -> None:
    from arpad.tournament.acts.players import give_numbers
    from arpad.tournament.documents import numbers_document

    settings = shared(context)
    if give or entries is not None:
        given = entries_typed((entries or "").replace(",", " ").split(), "--entries")
        done = act(context, slug, give_numbers(given))
        key = "numbered" if done.lines else "numbers-right"
        answer_done(context, done, key, {"count": len(done.state.numbers)}, numbers=numbers_document(done.state))
        return
    state = event_now(context, slug)
    if not state.closed:
        raise ArpadError("event-list-open")
    if settings.as_json:
        print_json({"event": slug, "numbers": numbers_document(state)})
        return
    rows = []
    for number, entry in enumerate(state.numbers, 1):
        player = state.entries[entry]
        rows.append([str(number), str(entry), player.title, player.name, str(player.rating or ""), player.federation])
    table(settings.language, COLUMNS, rows, left=(2, 3, 5))


@event.command("present", cls=RunningCommand, help="cli.command.event-present")
def present(
    context: typer.Context,
    slug: Slug,
    entries: Annotated[list[str] | None, typer.Argument(metavar="[ENTRY]…", help="cli.help.event-there")] = None,
    open_: Annotated[bool, typer.Option("--open", help="cli.help.event-presence-open")] = False,
    not_: Annotated[bool, typer.Option("--not", help="cli.help.event-presence-not")] = False,
    close: Annotated[
        str | None, typer.Option("--close", metavar="pair|absent|wait", help="cli.help.event-presence-close")
    ] = None,
) -> None:
    from arpad.tournament.acts.absences import close_presence, mark_present, open_presence

    settings = shared(context)
    there = entries_typed(entries)
    if sum((bool(there), open_, close is not None)) > 1:
        raise ArpadError("event-presence-one")
    if open_:
        done = act(context, slug, open_presence())
        number: int = done.state.presence_open or 0
        answer_done(context, done, "presence-open", {"round": number}, round=number)
    elif close is not None:
        then: Any = parse.choice("--close", close, THEN)
        done = act(context, slug, close_presence(then))
        closed = done.lines[0].data
        gone = closed["missing"]
        answer_done(context, done, "presence-closed", {"count": len(gone)}, round=closed["round"], missing=gone)
    elif there:
        done = act(context, slug, mark_present(there, there=not not_))
        said = "not-marked" if not_ else "marked"
        answer_done(context, done, said, {}, round=done.state.presence_open, marked=there)
    else:
        _show_missing(context, settings, slug)


def _show_missing(context: typer.Context, settings: Shared, slug: str) -> None:
    """Show the players who are not marked yet."""
    from arpad.tournament.acts.absences import missing

    state = event_now(context, slug)
    if state.presence_open is None:
        raise ArpadError("event-presence-closed")
    number = state.presence_open
    gone = [{"entry": entry, "name": state.entries[entry].name} for entry in missing(state, number)]
    if settings.as_json:
        print_json({"event": slug, "round": number, "missing": gone})
        return
    line(text("tournament.said.missing", settings.language, round=number, count=len(gone)), style="bold")
    if gone:
        table(
            settings.language,
            ["event-entry", "name"],
            [[str(one["entry"]), str(one["name"])] for one in gone],
            left=(1,),
        )
