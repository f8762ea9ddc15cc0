"""`arpad event enter`, `entries`, `refresh`, `accept`, `refuse`, `remove`, `change`: players come into an event."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.event.answers import answer_done
from arpad.cli.event.app import MOST, EntryNumber, Slug, event
from arpad.cli.event.options import RunningCommand, act, keeper
from arpad.cli.event.reading import entry_typed, event_now
from arpad.cli.output import line, print_json, table
from arpad.cli.shared import Shared, shared
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.library.files import report_bytes

if TYPE_CHECKING:
    from arpad.domain.rating_list import RatingList
    from arpad.office.tournaments.store import EventKeeper
    from arpad.tournament.journal import Done
    from arpad.tournament.rules import EventRules

ListFile = Annotated[Path | None, typer.Option("--list", metavar="FILE", help="cli.help.event-entry-list")]
FromRound = Annotated[str | None, typer.Option("--from", metavar="R", help="cli.help.event-from")]
HEADINGS = (
    "event-number", "event-entry", "title", "name", "rating", "federation", "event-player-id", "born", "event-club",
    "state",
)  # fmt: skip
COLUMNS = ("number", "entry", "title", "name", "rating", "federation", "id", "born", "club", "state")
TYPED = {
    "rating": "--rating", "title": "--title", "federation": "--federation", "born": "--born", "sex": "--sex",
    "club": "--club", "from_round": "--from", "national": "--national", "other": "--other", "family": "--family",
    "groups": "--group", "table": "--table", "paid": "--paid",
}  # fmt: skip
"""The fields of a player and the options that say them."""


@event.command("enter", cls=RunningCommand, help="cli.command.event-enter")
def enter(
    context: typer.Context,
    slug: Slug,
    id_: Annotated[str | None, typer.Argument(metavar="[ID]", help="cli.help.event-id")] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="TEXT", help="cli.help.event-name")] = None,
    list_: ListFile = None,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="cli.help.event-csv")] = None,
    rating: Annotated[str | None, typer.Option("--rating", metavar="N", help="cli.help.event-rating")] = None,
    national: Annotated[str | None, typer.Option("--national", metavar="N", help="cli.help.event-national")] = None,
    other: Annotated[str | None, typer.Option("--other", metavar="N", help="cli.help.event-other")] = None,
    title: Annotated[str | None, typer.Option("--title", metavar="TITLE", help="cli.help.event-title")] = None,
    federation: Annotated[
        str | None, typer.Option("--federation", metavar="XYZ", help="cli.help.event-federation")
    ] = None,
    born: Annotated[str | None, typer.Option("--born", metavar="YEAR", help="cli.help.event-born")] = None,
    sex: Annotated[str | None, typer.Option("--sex", metavar="m|f", help="cli.help.event-sex")] = None,
    club: Annotated[str | None, typer.Option("--club", metavar="TEXT", help="cli.help.event-club")] = None,
    family: Annotated[str | None, typer.Option("--family", metavar="TEXT", help="cli.help.event-family")] = None,
    group: Annotated[str | None, typer.Option("--group", metavar="NAMES", help="cli.help.event-groups")] = None,
    fixed_table: Annotated[str | None, typer.Option("--table", metavar="N", help="cli.help.event-table")] = None,
    paid: Annotated[str | None, typer.Option("--paid", metavar="AMOUNT", help="cli.help.event-paid")] = None,
    invited: Annotated[bool, typer.Option("--invited", help="cli.help.event-invited")] = False,
    from_round: FromRound = None,
) -> None:
    from arpad.tournament.entries import read_field

    if csv is not None:
        _enter_file(context, slug, csv, list_)
        return
    said = {
        "rating": rating, "title": title, "federation": federation, "born": born, "sex": sex, "club": club,
        "from_round": from_round, "national": national, "other": other, "family": family, "groups": group,
        "table": fixed_table, "paid": paid,
    }  # fmt: skip
    told: dict[str, Any] = {"name": " ".join((name or "").split()), "id": (id_ or "").strip(), "invited": invited}
    told |= {field: read_field(TYPED[field], field, typed) for field, typed in said.items() if typed is not None}
    done = _enter_one(context, slug, told, list_)
    entry = next(one.data["entry"] for one in done.lines if one.kind == "entry.added")
    number = done.state.number_of(entry)
    key, place = ("entered", {}) if number is None else ("entered-number", {"number": number})
    player = done.state.entries[entry].name
    answer_done(context, done, key, {"entry": entry, "name": player, **place}, entry=entry, number=number)


def _enter_one(context: typer.Context, slug: str, told: dict[str, Any], file: Path | None) -> "Done":
    """Enter a player, with what the list says if nothing was typed."""
    from arpad.office.tournaments.players import enter_listed

    with keeper(context) as events:
        rules = events.open(slug).state.laws
        ratings = _ratings(events, rules, {told["id"]} if told["id"] else set(), file)
        command = enter_listed(told, rules, ratings, events)
    return act(context, slug, command)


def _enter_file(context: typer.Context, slug: str, csv: Path, file: Path | None) -> None:
    from arpad.office.tournaments.players import enter_listed_file
    from arpad.tournament.entries import read_entries

    data = report_bytes(csv)
    with keeper(context) as events:
        rules = events.open(slug).state.laws
        read = read_entries(data, str(csv), rules)
        ids = {row.fields["id"] for row in read.rows if row.fields.get("id")}
        command = enter_listed_file(read, rules, _ratings(events, rules, ids, file), events)
    done = act(context, slug, command)
    made = [one.data["entry"] for one in done.lines if one.kind == "entry.added"]
    rows = [{"entry": entry, "number": done.state.number_of(entry)} for entry in made]
    answer_done(context, done, "entered-many", {"count": len(made)}, rows=rows)


def _ratings(
    events: "EventKeeper", rules: "EventRules", ids: Collection[str], file: Path | None
) -> "RatingList | None":
    """Return the players of a list: of the file, or of the office's list in force at the start."""
    from arpad.formats.rating_lists.files import read_list
    from arpad.office.tournaments.players import office_ratings

    if file is not None:
        return read_list(file, ids)
    return office_ratings(events.database, ids, rules.start)


@event.command("entries", cls=RunningCommand, help="cli.command.event-entries")
def entries(context: typer.Context, slug: Slug) -> None:
    from arpad.i18n import number
    from arpad.tournament.documents import entry_documents, paid_in_all

    settings, state = shared(context), event_now(context, slug)
    rows = entry_documents(state)
    if settings.as_json:
        print_json(rows)
        return
    if not rows:
        line(text("tournament.said.nobody", settings.language))
        return
    table(settings.language, HEADINGS, [_row(settings, row) for row in rows], left=(2, 3, 5, 6, 8, 9))
    if paid_in_all(state):
        line(text("tournament.said.paid", settings.language, amount=number(paid_in_all(state), settings.language)))


def _row(settings: Shared, row: Mapping[str, Any]) -> list[str]:
    shown = {**row, "state": text(f"tournament.entry-state.{row['state']}", settings.language)}
    return [str(shown[name] if shown[name] is not None else "") for name in COLUMNS]


@event.command("refresh", cls=RunningCommand, help="cli.command.event-refresh")
def refresh(context: typer.Context, slug: Slug, list_: ListFile = None) -> None:
    from arpad.tournament.acts.players import refresh as command

    with keeper(context) as events:
        state = events.open(slug).state
        ids = {one.id for one in state.entries.values() if one.id and one.playing}
        ratings = _ratings(events, state.laws, ids, list_)
    if ratings is None:
        raise ArpadError("event-no-list")
    done = act(context, slug, command(ratings))
    changed = [one.data for one in done.lines if one.kind == "entry.changed"]
    answer_done(context, done, "refreshed", {"count": len(changed)}, changes=changed)


@event.command("accept", cls=RunningCommand, help="cli.command.event-accept")
def accept(context: typer.Context, slug: Slug, entry: EntryNumber, from_round: FromRound = None) -> None:
    from arpad.tournament.acts.players import accept as command

    number = entry_typed(entry)
    first = None if from_round is None else parse.whole("--from", from_round, 1, MOST)
    done = act(context, slug, command(number, first))
    _answer(context, done, number, "accepted")


@event.command("refuse", cls=RunningCommand, help="cli.command.event-refuse")
def refuse(context: typer.Context, slug: Slug, entry: EntryNumber) -> None:
    from arpad.tournament.acts.players import refuse as command

    number = entry_typed(entry)
    _answer(context, act(context, slug, command(number)), number, "refused")


@event.command("remove", cls=RunningCommand, help="cli.command.event-remove")
def remove(context: typer.Context, slug: Slug, entry: EntryNumber) -> None:
    from arpad.tournament.acts.players import remove as command

    number = entry_typed(entry)
    _answer(context, act(context, slug, command(number)), number, "removed")


@event.command("change", cls=RunningCommand, help="cli.command.event-change")
def change(
    context: typer.Context,
    slug: Slug,
    entry: EntryNumber,
    key: Annotated[str, typer.Argument(metavar="KEY", help="cli.help.event-field")],
    value: Annotated[str, typer.Argument(metavar="VALUE", help="cli.help.event-field-value")],
) -> None:
    from arpad.tournament.acts.players import change_typed

    number = entry_typed(entry)
    _answer(context, act(context, slug, change_typed(number, key, value)), number, "changed")


def _answer(context: typer.Context, done: "Done", entry: int, said: str) -> None:
    """Tell what became of an entry."""
    name = done.state.entries[entry].name
    answer_done(context, done, said, {"entry": entry, "name": name}, entry=entry, number=done.state.number_of(entry))
