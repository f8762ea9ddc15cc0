"""`arpad event` commands about players: entries, pairing numbers, presence, absences and contacts."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import click
from click.exceptions import Exit

from arpad.cli.event.options import (
    MOST,
    RunningCommand,
    Slug,
    act,
    add_acts,
    answer_done,
    entries_typed,
    event,
    event_now,
    event_store,
    perform,
    running_options,
    show_warnings,
)
from arpad.cli.office.options import at_typed, who_typed
from arpad.cli.options import Argument, Group, Option, Shared, shared
from arpad.cli.output import line, print_json, table, tell
from arpad.i18n import ArpadError, Language, text
from arpad.inputs import parse
from arpad.library.files import report_bytes
from arpad.tournament.acts.absences import (
    THEN,
    AllowPairs,
    ClosePresence,
    Excuse,
    ForbidPairs,
    MarkPresent,
    OpenPresence,
    WithdrawEntry,
    missing,
)
from arpad.tournament.acts.fees import PayFee
from arpad.tournament.acts.periods import players_changed
from arpad.tournament.acts.players import (
    AcceptEntry,
    ChangeEntry,
    GiveNumbers,
    KeepList,
    Refresh,
    RefuseEntry,
    RemoveEntry,
)
from arpad.tournament.acts.teams import ReturnSide, SetSideAbsence
from arpad.tournament.journal import Confirmations
from arpad.tournament.state import EventState

if TYPE_CHECKING:
    from arpad.domain.rating_list import RatingList
    from arpad.formats.entry_sheets import EntrySheet
    from arpad.office.tournaments.store import EventStore
    from arpad.tournament.journal import Done


# `arpad event absent`, `withdraw`, `return`, `excuse`, `forbid`, `allow`: who plays, and who may not meet.

add_acts(SetSideAbsence, WithdrawEntry, ReturnSide, Excuse, ForbidPairs, AllowPairs)


# `arpad event contact`: mail and telephone of players and captains. They are not in the log, and may be erased.

contact = Group(help="cli.command.event-contact", no_args_is_help=True)
event.add_command(contact, "contact")

OfEntry = Annotated[str | None, Option("--entry", metavar="ENTRY", help="cli.help.event-contact-entry")]
OfTeam = Annotated[str | None, Option("--team", metavar="N", help="cli.help.event-contact-team")]


@contact.command("list", cls=RunningCommand, help="cli.command.event-contact-list")
def list_contacts(context: click.Context, slug: Slug) -> None:
    from arpad.office.tournaments.players import contacts_of

    settings = shared(context)
    with event_store(context) as events:
        state, contacts = events.open(slug).state, contacts_of(events, slug)
    if settings.as_json:
        kept = [{"subject": subject, **one._asdict()} for subject, one in contacts.items()]
        print_json({"event": slug, "contacts": kept})
        return
    rows = [[_whose(state, subject, settings.language), one.mail, one.telephone] for subject, one in contacts.items()]
    table(settings.language, ["event-whose", "event-mail", "event-telephone"], rows, left=(0, 1, 2))


@contact.command("keep", cls=RunningCommand, help="cli.command.event-contact-keep")
def keep(
    context: click.Context,
    slug: Slug,
    entry: OfEntry = None,
    team: OfTeam = None,
    mail: Annotated[str | None, Option("--mail", metavar="MAIL", help="cli.help.event-mail")] = None,
    telephone: Annotated[str | None, Option("--telephone", metavar="NUMBER", help="cli.help.event-telephone")] = None,
) -> None:
    from arpad.office.tournaments.players import Contact, keep_contact, read_mail, read_telephone

    settings = shared(context)
    given = Contact(
        "" if mail is None else read_mail("--mail", mail),
        "" if telephone is None else read_telephone("--telephone", telephone),
    )
    with event_store(context) as events:
        state = events.open(slug).state
        subject = _subject(state, entry, team)
        if subject is None:
            raise ArpadError("event-contact-whose")
        keep_contact(events, slug, subject, given)
    words = text("tournament.said.contact-kept", settings.language, subject=_whose(state, subject, settings.language))
    tell(settings, {"event": slug, "subject": subject, **given._asdict()}, words, style="")


@contact.command("erase", cls=RunningCommand, help="cli.command.event-contact-erase")
def erase(
    context: click.Context,
    slug: Slug,
    entry: OfEntry = None,
    team: OfTeam = None,
    everything: Annotated[bool, Option("--all", help="cli.help.event-contact-all")] = False,
) -> None:
    from arpad.office.tournaments.players import contacts_of, erase_contacts

    settings = shared(context)
    with event_store(context) as events:
        subject = _subject(events.open(slug).state, entry, team)
        if (subject is None) != everything:
            raise ArpadError("event-contact-which")
        confirmations = Confirmations(running_options(context).consent)
        if everything:
            confirmations.confirm("contacts-erase", count=len(contacts_of(events, slug)))
        confirmations.settle()
        count = erase_contacts(events, slug, subject)
    words = text("tournament.said.contacts-erased", settings.language, count=count)
    tell(settings, {"event": slug, "erased": count}, words, style="")


def _subject(state: EventState, entry: str | None, team: str | None) -> str | None:
    from arpad.office.tournaments.players import contact_subject

    number = None if entry is None else parse.whole("--entry", entry, 1, MOST)
    captain = None if team is None else parse.whole("--team", team, 1, MOST)
    return contact_subject(state, number, captain)


def _whose(state: EventState, subject: str, language: Language) -> str:
    """Return the name of a player, or the captain of a team."""
    kind, _, number = subject.partition(" ")
    if kind == "entry":
        return state.entries[int(number)].name
    return text("tournament.said.contact-captain", language, name=state.teams[int(number)].name)


# `arpad event enter`, `entries`, `refresh`, `accept`, `refuse`, `remove`, `change`: players come into an event.

ListFile = Annotated[Path | None, Option("--list", metavar="FILE", help="cli.help.event-entry-list")]
EnteredFromRound = Annotated[str | None, Option("--from", metavar="R", help="cli.help.event-from")]
HEADINGS = (
    "event-number", "event-entry", "title", "name", "rating", "federation", "event-player-id", "born", "event-club",
    "state",
)  # fmt: skip
ENTRY_COLUMNS = ("number", "entry", "title", "name", "rating", "federation", "id", "born", "club", "state")
TYPED = {
    "rating": "--rating", "title": "--title", "federation": "--federation", "born": "--born", "sex": "--sex",
    "club": "--club", "from_round": "--from", "national": "--national", "other": "--other", "family": "--family",
    "groups": "--group", "table": "--table", "paid": "--paid",
}  # fmt: skip
"""The fields of a player and the options that say them."""


@event.command("enter", cls=RunningCommand, help="cli.command.event-enter")
def enter(
    context: click.Context,
    slug: Slug,
    id_: Annotated[str | None, Argument(metavar="[ID|FILE]", help="cli.help.event-id-or-sheet")] = None,
    name: Annotated[str | None, Option("--name", metavar="TEXT", help="cli.help.event-name")] = None,
    list_: ListFile = None,
    csv: Annotated[Path | None, Option("--csv", metavar="FILE", help="cli.help.event-csv")] = None,
    rating: Annotated[str | None, Option("--rating", metavar="N", help="cli.help.event-rating")] = None,
    national: Annotated[str | None, Option("--national", metavar="N", help="cli.help.event-national")] = None,
    other: Annotated[str | None, Option("--other", metavar="N", help="cli.help.event-other")] = None,
    title: Annotated[str | None, Option("--title", metavar="TITLE", help="cli.help.event-title")] = None,
    federation: Annotated[str | None, Option("--federation", metavar="XYZ", help="cli.help.event-federation")] = None,
    born: Annotated[str | None, Option("--born", metavar="YEAR", help="cli.help.event-born")] = None,
    sex: Annotated[str | None, Option("--sex", metavar="m|f", help="cli.help.event-sex")] = None,
    club: Annotated[str | None, Option("--club", metavar="TEXT", help="cli.help.event-club")] = None,
    family: Annotated[str | None, Option("--family", metavar="TEXT", help="cli.help.event-family")] = None,
    group: Annotated[str | None, Option("--group", metavar="NAMES", help="cli.help.event-groups")] = None,
    fixed_table: Annotated[str | None, Option("--table", metavar="N", help="cli.help.event-table")] = None,
    paid: Annotated[str | None, Option("--paid", metavar="AMOUNT", help="cli.help.event-paid")] = None,
    invited: Annotated[bool, Option("--invited", help="cli.help.event-invited")] = False,
    from_round: EnteredFromRound = None,
    take: Annotated[str | None, Option("--take", metavar="LIST", help="cli.help.event-take")] = None,
    sheet: Annotated[str | None, Option("--sheet", metavar="NAME", help="cli.help.event-sheet")] = None,
    columns: Annotated[
        list[str] | None, Option("--map", metavar="FIELD=COLUMN", help="cli.help.event-sheet-map")
    ] = None,
    encoding: Annotated[str | None, Option("--encoding", metavar="NAME", help="cli.help.event-sheet-encoding")] = None,
    list_wins: Annotated[bool, Option("--list-wins", help="cli.help.event-sheet-list-wins")] = False,
    clean: Annotated[bool, Option("--clean", help="cli.help.event-sheet-clean")] = False,
    dry_run: Annotated[bool, Option("--dry-run", help="cli.help.event-sheet-dry-run")] = False,
) -> None:
    from arpad.tournament.entries import read_field

    if csv is None and id_ is not None and id_.lower().endswith(SHEETS):
        csv = Path(id_)
    if csv is not None:
        read = _read_sheet(csv, sheet or "", columns or [], encoding or "")
        _enter_sheet(context, slug, read, list_, SheetWanted(list_wins, clean, dry_run, take or ""))
        return
    options = {
        "rating": rating, "title": title, "federation": federation, "born": born, "sex": sex, "club": club,
        "from_round": from_round, "national": national, "other": other, "family": family, "groups": group,
        "table": fixed_table, "paid": paid,
    }  # fmt: skip
    values: dict[str, Any] = {"name": " ".join((name or "").split()), "id": (id_ or "").strip(), "invited": invited}
    values |= {field: read_field(TYPED[field], field, typed) for field, typed in options.items() if typed is not None}
    done = _enter_one(context, slug, values, list_, take or "")
    entry = next(log_line.data["entry"] for log_line in done.lines if log_line.kind == "entry.added")
    number = done.state.number_of(entry)
    key, place = ("entered", {}) if number is None else ("entered-number", {"number": number})
    player = done.state.entries[entry].name
    answer_done(context, done, key, {"entry": entry, "name": player, **place}, entry=entry, number=number)


def _enter_one(context: click.Context, slug: str, values: dict[str, Any], file: Path | None, take: str) -> "Done":
    """Enter a player, with the values of the list for those that were not typed."""
    from arpad.office.tournaments.players import enter_listed

    with event_store(context) as events:
        state = events.open(slug).state
        ratings = _ratings(events, state, {values["id"]} if values["id"] else set(), file)
        command = enter_listed(values, state, ratings, events, take)
    return act(context, slug, command)


SHEETS = (".xlsx", ".xlsm", ".xls", ".ods", ".csv", ".tsv", ".txt")
"""How names of files with players end."""


class SheetWanted(NamedTuple):
    """What is done with a sheet: the list goes before it; only rows that are ready are taken; nothing is written; the
    list that orders players whom that of the event lacks."""

    list_wins: bool
    clean: bool
    dry_run: bool
    take: str = ""


def _read_sheet(file: Path, sheet: str, columns: list[str], encoding: str) -> "EntrySheet":
    from arpad.formats.entry_sheets import SheetChoices, read_entry_sheet
    from arpad.formats.sheets import read_book

    book = read_book(report_bytes(file), file.name, encoding)
    return read_entry_sheet(book.sheet(sheet), SheetChoices(dict(map(_column_typed, columns))))


def _column_typed(typed: str) -> tuple[int, str]:
    """A field and its column: rating_fide=6 or rating_fide=F; nothing before the sign leaves the column out."""
    from arpad.formats.entry_columns import sheet_fields
    from arpad.formats.sheets import MOST_COLUMNS, column_number

    name, _, column = typed.partition("=")
    number = int(column) if column.isascii() and column.isdigit() and len(column) < 4 else column_number(column)
    if not 0 < number <= MOST_COLUMNS or (name and name not in sheet_fields()):
        raise ArpadError("sheet-map", value=typed, known=", ".join(sheet_fields()))
    return number, name


def _enter_sheet(
    context: click.Context, slug: str, sheet: "EntrySheet", file: Path | None, wanted: SheetWanted
) -> None:
    from arpad.lists.player_index import NamesFound
    from arpad.office.tournaments.players import enter_listed_file, match_sheet, with_sheet_contacts
    from arpad.tournament.entries import against_entries, checked_cells, entry_file

    settings = shared(context)
    with event_store(context) as events:
        state = events.open(slug).state
        rules = state.event_rules
        ids = {entry.values.get("id") or entry.values.get("fide_id", "") for entry in sheet.entries} - {""}
        ratings = _ratings(events, state, ids, file)
        sheet, matches = match_sheet(
            against_entries(checked_cells(sheet), state), ratings, rules, lambda _name, _count: NamesFound([], [])
        )
        read = entry_file(sheet, rules)
        if wanted.clean:
            read = read._replace(rows=tuple(row for row in read.rows if not row.asks))
        command = enter_listed_file(read, state, ratings, events, list_wins=wanted.list_wins, take=wanted.take)
    if wanted.dry_run or (sheet.refused and not wanted.clean):
        listed = {row: match.listed.name for row, match in matches.items() if match.listed is not None}
        _show_sheet(settings, sheet, listed)
    else:
        done = act(context, slug, command, with_sheet_contacts(read))
        made = [log_line.data["entry"] for log_line in done.lines if log_line.kind == "entry.added"]
        rows = [{"entry": entry, "number": done.state.number_of(entry)} for entry in made]
        answer_done(context, done, "entered-many", {"count": len(made)}, rows=rows)
        if sheet.refused and not settings.as_json:
            _show_sheet_findings(settings, sheet, refused=True)
    if sheet.refused:
        raise Exit(1)


def _show_sheet(settings: Shared, sheet: "EntrySheet", listed: "Mapping[int, str]") -> None:
    """Show what was read of a sheet: its players with what becomes of them, and what is odd. `listed` are the names
    of a list by row, for rows that have an ID alone."""
    if settings.as_json:
        print_json(sheet.document(settings.language))
        return
    rows = [
        [str(row.row), text(f"workbook.kind.{row.state}", settings.language)]
        + [str(values.get(name, "")) for name in ("title", "name", "fide_id", "rating_fide", "born", "club")]
        for row in sheet.rows
        for values in ({"name": listed.get(row.row, ""), **row.values},)
    ]
    headings = ["sheet-row", "state", "title", "name", "event-player-id", "rating", "born", "event-club"]
    table(settings.language, headings, rows, left=(1, 2, 3, 4, 7))
    _show_sheet_findings(settings, sheet)
    counts = Counter(row.state for row in sheet.rows)
    known = {name: counts[name] for name in ("clean", "ask", "duplicate", "refused")}
    line(text("tournament.said.sheet-read", settings.language, **known), style="bold")


def _show_sheet_findings(settings: Shared, sheet: "EntrySheet", *, refused: bool = False) -> None:
    from arpad.formats.sheets import column_letters

    for finding in sheet.findings:
        if not refused or finding.row in sheet.refused:
            row = text("table.sheet-row", settings.language)
            place = f"{column_letters(finding.column)}{finding.row or ''}" if finding.column else f"{row} {finding.row}"
            kind = text(f"workbook.kind.{sheet.weight_of(finding)}", settings.language)
            about = "" if finding.row is None and finding.column is None else f"{place}: "
            line(f"{about}{kind}: {finding.message.text(settings.language)}")


def _ratings(events: "EventStore", state: "EventState", ids: Collection[str], file: Path | None) -> "RatingList | None":
    """Return the players of a list: of the file, or of the office's list in force at the start."""
    from arpad.formats.rating_lists.files import read_list
    from arpad.office.tournaments.players import event_ratings
    from arpad.tournament.own_lists import with_own_first

    if file is not None:
        return with_own_first(state, ids, replace(read_list(file, ids), name=file.name))
    return event_ratings(events.database, ids, state)


@event.command("entries", cls=RunningCommand, help="cli.command.event-entries")
def entries(context: click.Context, slug: Slug) -> None:
    from arpad.i18n import number
    from arpad.tournament.documents import entry_documents, paid_in_all

    settings, state = shared(context), event_now(context, slug)
    rows = [entry.document() for entry in entry_documents(state)]
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
    return [str(shown[name] if shown[name] is not None else "") for name in ENTRY_COLUMNS]


@event.command("refresh", cls=RunningCommand, help="cli.command.event-refresh")
def refresh(context: click.Context, slug: Slug, list_: ListFile = None) -> None:
    with event_store(context) as events:
        state = events.open(slug).state
        ids = {entry.id for entry in state.entries.values() if entry.id and entry.playing}
        ratings = _ratings(events, state, ids, list_)
    if ratings is None:
        raise ArpadError("event-no-list")
    done = act(context, slug, Refresh(ratings))
    changed = [log_line.data for log_line in done.lines if log_line.kind == "entry.changed"]
    answer_done(context, done, "refreshed", {"count": players_changed(done)}, changes=changed)


add_acts(KeepList, AcceptEntry, RefuseEntry, RemoveEntry, ChangeEntry, PayFee)


# `arpad event festival`, `move-player`: several tournaments that belong together.

TOURNAMENT_COLUMNS = ("event", "name", "rounds", "round", "players", "first_table", "last_table")
FESTIVAL_HEADINGS = (
    "event-slug", "name", "festival-rounds", "round", "players", "first-table", "last-table",
)  # fmt: skip


@event.command("festival", cls=RunningCommand, help="cli.command.event-festival")
def festival(
    context: click.Context,
    name: Annotated[str | None, Argument(metavar="[NAME]", help="cli.help.event-festival")] = None,
) -> None:
    from arpad.office.tournaments.festival import festivals, open_festival
    from arpad.tournament.festival import FestivalDocument, festival_players, festival_tournament

    settings = shared(context)
    with event_store(context) as events:
        wanted = festivals(events).values() if name is None else [open_festival(events, name)]
    found = [
        FestivalDocument(
            one.slug,
            one.name,
            tuple(festival_tournament(state) for state in one.states),
            tuple(festival_players(one.states)),
        )
        for one in wanted
    ]
    if settings.as_json:
        documents = [one.document() for one in found]
        print_json(documents if name is None else documents[0])
        return
    if not found:
        line(text("tournament.said.no-festival", settings.language))
    for one in found:
        line(f"{one.name} ({one.festival})", style="bold")
        rows = [[str(getattr(tournament, key)) for key in TOURNAMENT_COLUMNS] for tournament in one.tournaments]
        table(settings.language, FESTIVAL_HEADINGS, rows, left=(0, 1))


@event.command("move-player", cls=RunningCommand, help="cli.command.event-move-player")
def move_player(
    context: click.Context,
    slug: Slug,
    entries: Annotated[list[str], Argument(metavar="ENTRY...", help="cli.help.event-entry")],
    to: Annotated[str, Option("--to", metavar="SLUG", help="cli.help.event-move-to")],
) -> None:
    from arpad.office.tournaments.festival import FestivalMove, move_players
    from arpad.tournament.documents import warning_document

    settings, options = shared(context), running_options(context)
    moves = [FestivalMove(slug, entry) for entry in entries_typed(entries)]
    with event_store(context) as events:
        moved = move_players(events, moves, to, who_typed(options.who), at_typed(options.at), options.consent)
    if settings.as_json:
        players = [
            {"name": player.name, "from": slug, "was": player.origin.entry, "event": to, "entry": player.entry}
            for player in moved.players
        ]
        warnings = [warning_document(warning, settings.language) for warning in moved.warnings]
        print_json({"event": to, "n": moved.states[to].n, "players": players, "warnings": warnings})
        return
    show_warnings(settings, moved.warnings)
    for player in moved.players:
        values = {"name": player.name, "event": moved.states[to].event_rules.name, "entry": player.entry}
        line(text("tournament.said.player-moved", settings.language, **values), style="bold")


# `arpad event numbers`, `present`: the numbers of the players, and who is there.

PLAYER_COLUMNS = ("event-number", "event-entry", "title", "name", "rating", "federation")


@event.command("numbers", cls=RunningCommand, help="cli.command.event-numbers")
def numbers(
    context: click.Context,
    slug: Slug,
    give: Annotated[bool, Option("--give", help="cli.help.event-give")] = False,
    entries: Annotated[str | None, Option("--entries", metavar="N,N,…", help="cli.help.event-entries")] = None,
) -> None:
    from arpad.tournament.documents import numbers_document

    settings = shared(context)
    if give or entries is not None:
        given = entries_typed((entries or "").replace(",", " ").split(), "--entries")
        perform(context, slug, GiveNumbers(given))
        return
    state = event_now(context, slug)
    if not state.closed:
        raise ArpadError("event-list-open")
    if settings.as_json:
        print_json(
            {
                "event": slug,
                "numbers": [
                    numbered_player_document.document() for numbered_player_document in numbers_document(state)
                ],
            }
        )
        return
    rows = []
    for number, entry in enumerate(state.numbers, 1):
        player = state.entries[entry]
        rows.append([str(number), str(entry), player.title, player.name, str(player.rating or ""), player.federation])
    table(settings.language, PLAYER_COLUMNS, rows, left=(2, 3, 5))


@event.command("present", cls=RunningCommand, help="cli.command.event-present")
def present(
    context: click.Context,
    slug: Slug,
    entries: Annotated[list[str] | None, Argument(metavar="[ENTRY]…", help="cli.help.event-there")] = None,
    open_: Annotated[bool, Option("--open", help="cli.help.event-presence-open")] = False,
    not_: Annotated[bool, Option("--not", help="cli.help.event-presence-not")] = False,
    close: Annotated[
        str | None, Option("--close", metavar="pair|absent|wait", help="cli.help.event-presence-close")
    ] = None,
) -> None:
    there = entries_typed(entries)
    if sum((bool(there), open_, close is not None)) > 1:
        raise ArpadError("event-presence-one")
    if open_:
        perform(context, slug, OpenPresence())
    elif close is not None:
        perform(context, slug, ClosePresence(parse.choice("--close", close, THEN)))
    elif there:
        perform(context, slug, MarkPresent(tuple(there), not_))
    else:
        _show_missing(context, shared(context), slug)


def _show_missing(context: click.Context, settings: Shared, slug: str) -> None:
    """Show the players who are not marked yet."""
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
