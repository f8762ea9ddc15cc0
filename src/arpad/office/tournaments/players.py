"""Players of an event: entry from rating lists, contacts, personal data, and events taken from files."""

import datetime as dt
import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, select

from arpad.domain.rating_list import ListEntry, RatingList
from arpad.eligibility.facts import Facts
from arpad.formats.entry_sheets import EntrySheet, SheetFinding, name_key
from arpad.formats.report import Report
from arpad.i18n import ArpadError
from arpad.lists.ledger import LedgerRow
from arpad.lists.period import Accepted
from arpad.lists.player_index import FoundPlayer, NamesFound
from arpad.office._list_repository import ListRepository
from arpad.office.context import Desk, SystemRecord, systems_of
from arpad.office.decisions.decisions import entries_of
from arpad.office.examine import rate_by_lists
from arpad.office.list_tables import read_transaction
from arpad.office.lists import player_on
from arpad.office.proof.sheets import view_player
from arpad.office.storage._seals import put_sealed, remove_sealed
from arpad.office.storage._tables import all_decisions, put_report
from arpad.office.storage.caches import LedgerCache
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import log_entries
from arpad.office.storage.schema import tournament_contacts, tournament_log, tournaments
from arpad.office.tournaments.event_rows import EventRow, event_row
from arpad.office.tournaments.notices import erase_subscriptions, notices_to
from arpad.office.tournaments.store import EventStore
from arpad.office.tournaments.writer import Beside, EventRequest
from arpad.rating.examine import RatedReport
from arpad.regulations.articles import TimeClass
from arpad.tournament.acts.checks import entry_at, team_at
from arpad.tournament.acts.players import Enter, EnterFile
from arpad.tournament.ending import Rate, named_edition
from arpad.tournament.entries import (
    OFFICE,
    EntryFile,
    joined,
    listed_fields,
    listed_rating,
    lists_asked,
    system_asked,
    with_listed,
)
from arpad.tournament.journal import Confirmation, Decide, Done
from arpad.tournament.own_lists import is_own_first, own_elsewhere, with_own_first
from arpad.tournament.rules import EventRules
from arpad.tournament.state import EventState
from arpad.tournament.takeover import TakeOver
from arpad.tournament.times import list_day

# Mail and telephone of players and captains. They are not in the log, which can never forget; they may be erased.

MAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
TELEPHONE = re.compile(r"[+0-9][0-9 ()/.-]{4,}")


class Contact(NamedTuple):
    """How somebody can be reached."""

    mail: str = ""
    telephone: str = ""


OF_ENTRY = "entry "


def of_entry(entry: int) -> str:
    """The name under which the contact of a player is kept."""
    return f"{OF_ENTRY}{entry}"


def of_team(team: int) -> str:
    """The name under which the contact of a captain is kept."""
    return f"team {team}"


def contact_subject(state: EventState, entry: int | None, team: int | None) -> str | None:
    """Return whose contact is meant: a player's, or that of the captain of a team; None if neither is named."""
    if entry is not None:
        return of_entry(entry_at(state, entry).entry)
    return None if team is None else of_team(team_at(state, team).team)


def _read(pattern: re.Pattern[str], where: str, typed: str) -> str:
    """Return what was typed; refuse what cannot be an address of mail, or a telephone number."""
    if not pattern.fullmatch(typed.strip()):
        raise ArpadError("event-contact", field=where, value=typed)
    return typed.strip()


read_mail, read_telephone = partial(_read, MAIL), partial(_read, TELEPHONE)


def write_contact(connection: Connection, row: EventRow, subject: str, contact: Contact) -> None:
    """Keep a contact in the place of the one before; an empty one is erased."""
    table = tournament_contacts.c
    remove_sealed(connection, tournament_contacts, table.tournament_id == row.id, table.subject == subject)
    if any(contact):
        values = {"tournament_id": row.id, "subject": subject, **contact._asdict()}
        put_sealed(connection, tournament_contacts, [values])


def with_contact(contact: Contact) -> Beside:
    """Return what keeps the contact of a player beside the line that enters them."""

    def keep(connection: Connection, row: EventRow, done: Done) -> None:
        write_contact(connection, row, of_entry(done.lines[0].data["entry"]), contact)

    return keep


def contacts_of(event_store: EventStore, slug: str) -> dict[str, Contact]:
    """Return all contacts of an event, for its staff alone."""
    table = tournament_contacts.c
    with event_store.database.reading() as connection:
        asked = select(table.subject, table.mail, table.telephone).where(
            table.tournament_id == event_row(connection, slug).id
        )
        return {subject: Contact(mail, telephone) for subject, mail, telephone in connection.execute(asked)}


def keep_contact(event_store: EventStore, slug: str, subject: str, contact: Contact) -> None:
    """Keep the contact of a player or a captain. An empty one is erased."""
    row = event_store.open(slug).row
    with event_store.database.writing(row.id) as connection:
        write_contact(connection, row, subject, contact)


def erase_contacts(event_store: EventStore, slug: str, subject: str | None = None) -> int:
    """Erase the contact of a player or a captain, or all contacts of an event, and the notices by mail about them.
    Return how many contacts there were."""
    table = tournament_contacts.c
    number = event_store.open(slug).row.id
    chosen = [table.tournament_id == number, *([] if subject is None else [table.subject == subject])]
    followed = subject.removeprefix(OF_ENTRY) if subject is not None else ""
    with event_store.database.writing(number) as connection:
        if subject is None or followed != subject:
            erase_subscriptions(connection, number, int(followed) if followed else None)
        return remove_sealed(connection, tournament_contacts, *chosen)


# Everything that the office holds about one player, for them to read and to take with them.

NAMING = ("id", "keep", "drop")
"""The data of a decision, and of a line of the log, that name a player."""


def person_data(desk: Desk, id_: str, events: Database | None = None) -> dict[str, Any]:
    """Return what the office holds about a player: the person with the day of birth, every list they are on, the events
    they played, decisions, entries in tournaments with their contacts, and lines of the log. `events` is the database
    of tournaments, if it is another one."""
    with read_transaction(desk) as repository:
        record = player_on(repository, id_)
        last = repository.last()
        row = None if last is None else repository.ledger(last).rows([id_]).get(id_)
        decisions = [
            decision
            for decision in all_decisions(repository.connection, repository.system.id)
            if _names(decision.data, id_)
        ]
        lines = [
            entry for entry in log_entries(repository.connection) if entry.subject == id_ or _names(entry.details, id_)
        ]
        document = {
            "system": desk.system,
            "player": record.document() | {"birthday": None if row is None else row.birthday or None},
            "decisions": [decision.document() for decision in decisions],
            "log": [entry.document() for entry in lines],
        }
    with (events or desk.database).reading() as connection:
        return document | {"events": _played(desk, id_), "tournaments": _entries(connection, id_)}


def _names(data: Mapping[str, Any], id_: str) -> bool:
    return any(data.get(name) == id_ for name in NAMING)


def _played(desk: Desk, id_: str) -> list[dict[str, Any]]:
    """The events whose reports have games of the player, on published lists or waiting for one."""
    try:
        held = view_player(desk, id_).held
    except ArpadError:
        return []
    return [
        {"id": held_games.played.id, "name": held_games.played.name, "games": len(held_games.played.games)}
        for held_games in held
    ]


def _entries(connection: Connection, id_: str) -> list[dict[str, Any]]:
    """What the logs of tournaments say about the entries of a player, and how they can be reached."""
    return [_stored_entry(connection, tournament, entry) for tournament, entry in entries_of(connection, id_)]


def _stored_entry(connection: Connection, tournament: int, entry: int) -> dict[str, Any]:
    slug = connection.execute(select(tournaments.c.slug).where(tournaments.c.id == tournament)).scalar_one()
    own = (tournament_log.c.tournament_id == tournament, tournament_log.c.kind.startswith("entry."))
    lines = connection.execute(select(tournament_log).where(*own).order_by(tournament_log.c.n))
    log_lines = [{"at": line.at, "kind": line.kind, **json.loads(line.data)} for line in lines]
    table = tournament_contacts.c
    wanted = select(table.mail, table.telephone).where(table.tournament_id == tournament)
    contact = connection.execute(wanted.where(table.subject == of_entry(entry))).one_or_none()
    return {
        "tournament": slug,
        "entry": entry,
        "lines": [line for line in log_lines if line.get("entry") == entry],
        "mail": None if contact is None else contact.mail,
        "telephone": None if contact is None else contact.telephone,
        "notices": [] if contact is None or not contact.mail else notices_to(connection, tournament, contact.mail),
    }


# Players come into an event: what a rating list says of them, and the events in which they may not play too.


def enter_listed(
    typed: Mapping[str, Any], state: EventState, ratings: RatingList | None, events: EventStore, take: str = ""
) -> Decide:
    """Enter a player, with what the list says if nothing was typed. `take` names the list whose rating orders them, if
    the list of the event has none."""
    id_, rules = typed.get("id", ""), state.event_rules
    fields = with_listed(typed, ratings, rules)
    lists = lists_elsewhere(events.database, {id_} if id_ else set(), state)
    return Enter(fields, ratings, players_elsewhere(events, rules), lists, take)


def enter_listed_file(
    read: EntryFile,
    state: EventState,
    ratings: RatingList | None,
    events: EventStore,
    *,
    list_wins: bool = False,
    take: str = "",
) -> Decide:
    """Enter the players of a file, with what the list says if a cell is empty, or before what the file says."""
    rows, rules = [], state.event_rules
    for row in read.rows:
        rating = None if ratings is None else ratings.get(str(row.fields.get("id", "")))
        listed = {} if rating is None or ratings is None else listed_fields(rating, ratings.combined, rules)
        fields = {**row.fields, **listed} if list_wins else {**listed, **row.fields}
        rows.append(row._replace(fields=joined(fields) if listed else row.fields))
    file = read._replace(rows=tuple(rows))
    lists = lists_elsewhere(events.database, {str(row.fields["id"]) for row in rows if row.fields.get("id")}, state)
    return EnterFile(file, ratings, players_elsewhere(events, rules), lists, take)


def with_sheet_contacts(read: EntryFile) -> Beside:
    """Return what keeps mail and telephone of the players of a file beside the lines that enter them."""
    contacts = [(row.fields, Contact(row.mail, row.telephone)) for row in read.rows if row.mail or row.telephone]

    def keep(connection: Connection, event: EventRow, done: Done) -> None:
        added = [line.data for line in done.lines if line.kind == "entry.added"]
        for fields, contact in contacts:
            key = "id" if fields.get("id") else "name"
            entry = next((data["entry"] for data in added if data.get(key) == fields.get(key)), None)
            if entry is not None:
                write_contact(connection, event, of_entry(entry), contact)

    return keep


# Players of a sheet in the list: certain by their ids, likely by name and birth, or unknown.

MatchKind = Literal["certain", "likely", "unknown"]
MOST_CANDIDATES, LOOKED_AT = 5, 20


class SheetMatch(NamedTuple):
    """What the list says of a player of a sheet: the player with the id, or candidates by name and birth; or, if nobody
    has the name, those whose names are `alike`."""

    kind: MatchKind
    listed: ListEntry | None = None
    candidates: tuple[FoundPlayer, ...] = ()
    alike: bool = False

    @property
    def only(self) -> FoundPlayer | None:
        """The only candidate, if name and birth are the same."""
        return self.candidates[0] if len(self.candidates) == 1 and not self.alike else None


def match_sheet(
    sheet: EntrySheet, ratings: RatingList | None, rules: EventRules, find: Callable[[str, int], NamesFound]
) -> tuple[EntrySheet, dict[int, SheetMatch]]:
    """Compare a sheet with the list, and say what differs. `find` gives players by their names. An id
    without a name that the list does not know is refused."""
    matches: dict[int, SheetMatch] = {}
    found: list[SheetFinding] = []
    refused: set[int] = set()
    column = next((column for column, name in sheet.fields.items() if name in ("fide_id", "id")), None)
    for row, values in sheet.entries:
        id_, name = values.get("id") or values.get("fide_id", ""), values.get("name", "")
        listed = ratings.get(id_) if ratings is not None and id_ else None
        if listed is not None and ratings is not None:
            differing = [*_list_findings(row, values, listed, listed_rating(listed, ratings.combined, rules), rules)]
            other_name = any(finding.kind == "ask" for finding in differing)
            matches[row] = SheetMatch("likely" if other_name else "certain", listed)
            found += differing
        elif id_ and not name:
            code = "not-listed" if ratings is not None else "no-list"
            found.append(SheetFinding("refused", row, column, code, {"id": id_}))
            refused.add(row)
        elif not id_ and len(matches) < MOST_MATCHED:
            matches[row] = _candidates(name, values.get("born"), find)
    return sheet.with_findings(found, frozenset(refused)), matches


MOST_MATCHED = 1000
"""Players without an id that are looked for by name."""


def _list_findings(
    row: int, values: Mapping[str, Any], listed: ListEntry, rating: int, rules: EventRules
) -> Iterator[SheetFinding]:
    name = values.get("name", "")
    if name and not set(name_key(name).split()) & set(name_key(listed.name).split()):
        yield SheetFinding("ask", row, None, "list-name", {"listed": listed.name, "name": name})
    typed = values.get(f"rating_{rules.time_class}") or values.get("rating_fide")
    if typed and typed != rating:
        yield SheetFinding("note", row, None, "list-rating", {"listed": rating or "–", "typed": typed})


def _candidates(name: str, born: int | None, find: Callable[[str, int], NamesFound]) -> SheetMatch:
    key = name_key(name)
    players, similar = (
        [player for player in found if not born or player.born in (0, None, born)] for found in find(key, LOOKED_AT)
    )
    if not players:
        return SheetMatch("likely" if similar else "unknown", None, tuple(similar[:MOST_CANDIDATES]), bool(similar))
    exact = [player for player in players if name_key(player.name) == key]
    candidates = tuple((exact or players)[:MOST_CANDIDATES])
    return SheetMatch("likely", None, candidates)


def players_elsewhere(events: EventStore, rules: EventRules) -> dict[str, frozenset[str]]:
    """Return the ids of the players of the events that this one excludes."""
    known = set(events.slugs()) & set(rules.exclusive_with)
    return {
        slug: frozenset(entry.id for entry in events.open(slug).state.entries.values() if entry.id and entry.playing)
        for slug in sorted(known)
    }


# Players of an event in the lists of the office.

PREFERRED = "fide"


def office_ratings(
    database: Database,
    ids: Collection[str],
    on: dt.date | None,
    ledgers: LedgerCache | None = None,
    system: str = "",
) -> RatingList | None:
    """Return the players with these ids from the published list in force on a day, the newest if no day is known.

    Of the `system` that is named, else FIDE's lists, if the office has them, else those of its first system. None if it
    has no list. `ledgers` are those that somebody keeps in memory.
    """
    known = systems_of(database)
    record = next((record for record in known if record.name == (system or PREFERRED)), known[0] if known else None)
    return None if record is None else _listed(database, record, ids, on, ledgers or LedgerCache())


def event_ratings(database: Database, ids: Collection[str], state: EventState, period: str = "") -> RatingList | None:
    """Return the players with these ids from the list that gives the ratings of an event, in force at its start; in a
    long event from that of a `period`, or of the one at hand."""
    system = system_asked(state.event_rules)
    _need_systems(database, [system] if system else [])
    return with_own_first(state, ids, office_ratings(database, ids, list_day(state, period), system=system))


def lists_elsewhere(database: Database, ids: Collection[str], state: EventState) -> dict[str, RatingList]:
    """Return the lists of other rating systems that the rules of an event name, by system; empty for the usual one. And
    those of the event's own, as the rules name them."""
    rules = state.event_rules
    names = [name.removeprefix(OFFICE) for name in lists_asked(rules)[1:] if name.startswith(OFFICE)]
    _need_systems(database, names)
    if system_asked(rules) or is_own_first(rules):
        names.append("")
    found = {name: office_ratings(database, ids, list_day(state), system=name) for name in names}
    there = {name: ratings for name, ratings in found.items() if ratings is not None}
    return there | own_elsewhere(state, ids)


def _need_systems(database: Database, names: Collection[str]) -> None:
    if names:
        known = [record.name for record in systems_of(database)]
        for name in names:
            if name not in known:
                raise ArpadError("event-list-unknown", name=name, known=", ".join(known) or "–")


def office_rate(desk: Desk, repository: ListRepository, rules: EventRules) -> Rate | None:
    """Return what rates a report of a running event with these rules as the office would rate it once it is handed
    over, by the lists that a transaction sees; None if there is no list."""
    if not repository.newest:
        return None

    def rate(report: Report, facts: Facts, time_class: TimeClass) -> list[RatedReport]:
        named = named_edition(rules, desk.regulations, desk.system, time_class)
        edition = None if named is None else named.id
        return rate_by_lists(desk, repository, Accepted("", report, facts, facts.system, time_class, edition))

    return rate


def _listed(
    database: Database, system: SystemRecord, ids: Collection[str], on: dt.date | None, ledgers: LedgerCache
) -> RatingList | None:
    with database.reading() as connection:
        repository = ListRepository(connection, system, ledgers, published=True)
        if not repository.versions:
            return None
        version = repository.last() if on is None else repository.in_force(on)
        assert version is not None
        rows = repository.ledger(version).rows(ids)
        return RatingList(
            {id_: _list_entry(row) for id_, row in rows.items()}, combined=True, date=version.period, name=system.name
        )


def _list_entry(row: LedgerRow) -> ListEntry:
    """A player of a list of the office, as any list has them."""
    standard, rapid, blitz = row.standings
    return ListEntry(
        row.id,
        row.name,
        row.federation,
        row.sex,
        row.title,
        standard.rating or None,
        k=standard.k or None,
        rapid_rating=rapid.rating or None,
        rapid_k=rapid.k or None,
        blitz_rating=blitz.rating or None,
        blitz_k=blitz.k or None,
        born=row.born or None,
    )


# A file of another program becomes an event, and is kept byte for byte beside it: both, or nothing.


def keep_taken_over(
    event_store: EventStore,
    taken: TakeOver,
    data: bytes,
    who: str,
    at: dt.datetime,
    consent: Confirmation | None = None,
    request: EventRequest | None = None,
) -> Done:
    """Make the event of a take-over, and keep its file."""

    def keep(connection: Connection, _row: EventRow, _done: Done) -> None:
        put_report(connection, data)

    return event_store.create(taken.slug, taken.command(), who, at, consent, request=request, beside=keep)
