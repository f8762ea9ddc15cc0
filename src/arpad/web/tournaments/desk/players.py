"""Staff pages for players of an event: entries, search, presence, absences and contacts."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from msgspec import structs

from arpad.documents.document import Document
from arpad.i18n import ArpadError, Language, text
from arpad.inputs.declared import Input, as_typed, whole
from arpad.office.tournaments.players import (
    Contact,
    contact_subject,
    contacts_of,
    enter_listed,
    enter_listed_file,
    erase_contacts,
    event_ratings,
    keep_contact,
    of_entry,
    of_team,
    office_ratings,
    read_mail,
    read_telephone,
)
from arpad.tournament.acts.absences import expected, missing
from arpad.tournament.acts.act import Flag, reply_shape
from arpad.tournament.acts.periods import players_changed
from arpad.tournament.acts.players import Refresh
from arpad.tournament.entries import read_entries
from arpad.tournament.fees import NOTHING, money_text, owed
from arpad.tournament.journal import Confirmations, Done
from arpad.tournament.rules import plain
from arpad.tournament.schedules import plain_name
from arpad.tournament.state import Entry, EventState
from arpad.web.cache import Answer
from arpad.web.tournaments.actions import ActionContext, EventAction, of_player
from arpad.web.tournaments.context import AsArbiter, AsScorer, AtLineDocument, EventContext, staff_pages

# Mail and telephone of players and captains, for the staff alone. They are not in the log, and may be erased.

contacts = staff_pages()
PerhapsEntry = Annotated[
    int | None, Input(whole(1, 999_999), "player", "The player, by the number of entry.", max_length=10)
]
PerhapsTeam = Annotated[int | None, Input(whole(1, 9999), "number", "The team of the captain.", max_length=10)]


class EntryContactDocument(Document, frozen=True):
    """How a player can be reached."""

    entry: int
    name: str
    mail: str
    telephone: str


class CaptainContactDocument(Document, frozen=True):
    """How a captain can be reached."""

    team: int
    name: str
    captain: str
    mail: str
    telephone: str


class ContactsDocument(AtLineDocument, frozen=True):
    """How players and captains can be reached."""

    players: list[EntryContactDocument]
    captains: list[CaptainContactDocument]


@contacts.page("/t/{slug}/desk/contacts", "event_desk_contacts.html", ContactsDocument)
def all_contacts(context: AsArbiter) -> Answer:
    """How players and captains can be reached."""
    state = context.state

    def document() -> ContactsDocument:
        kept = contacts_of(context.site.events, context.slug)
        players = [
            EntryContactDocument(entry, player.name, *kept[of_entry(entry)])
            for entry, player in state.entries.items()
            if of_entry(entry) in kept
        ]
        captains = [
            CaptainContactDocument(team, event_team.name, event_team.captain, *kept[of_team(team)])
            for team, event_team in state.teams.items()
            if of_team(team) in kept
        ]
        return ContactsDocument(context.slug, state.n, players, captains)

    return context.answer(document)


class KeepContact(EventAction, frozen=True):
    """Keep how a player or a captain can be reached. It is not in the log."""

    name = "contact"
    path = "desk/contacts"
    least = "arbiter"
    back = "desk/contacts"
    problems: ClassVar[Mapping[str, str]] = {"event-entry-unknown": "entry", "event-contact-whose": "entry",
                                       "event-team-unknown": "team"}  # fmt: skip

    entry: PerhapsEntry = None
    team: PerhapsTeam = None
    mail: Annotated[str, Input(read_mail, about="An address of mail.", max_length=120)] = ""
    telephone: Annotated[str, Input(read_telephone, about="A telephone.", max_length=40)] = ""

    def do(self, context: ActionContext) -> Done:
        state = context.event_store.open(context.slug).state
        subject = contact_subject(state, self.entry, self.team)
        if subject is None:
            raise ArpadError("event-contact-whose")
        keep_contact(context.event_store, context.slug, subject, Contact(self.mail, self.telephone))
        return Done((), (), state)


class EraseContacts(EventAction, frozen=True):
    """Erase the contact of a player or a captain, or all contacts of the event. That cannot be undone."""

    name = "contacts-erase"
    path = "desk/contacts/erase"
    least = "chief"
    back = "desk/contacts"
    problems: ClassVar[Mapping[str, str]] = {"event-entry-unknown": "entry", "event-team-unknown": "team"}

    entry: PerhapsEntry = None
    team: PerhapsTeam = None

    def do(self, context: ActionContext) -> Done:
        state = context.event_store.open(context.slug).state
        subject = contact_subject(state, self.entry, self.team)
        confirmations = Confirmations(context.consent)
        if subject is None:
            confirmations.confirm("contacts-erase", count=len(contacts_of(context.event_store, context.slug)))
        warnings = confirmations.settle()
        erase_contacts(context.event_store, context.slug, subject)
        return Done((), warnings, state)


# Who is there before a round.

people = staff_pages()


class PresentPlayerDocument(Document, frozen=True):
    """A player who is expected."""

    entry: int
    name: str
    club: str
    paid: int | str
    there: bool
    owes: str


class PresenceDocument(AtLineDocument, frozen=True):
    """Who is there before the next round."""

    round: int | None
    players: list[PresentPlayerDocument]
    missing: int


@people.page("/t/{slug}/desk/presence", "event_desk_presence.html", PresenceDocument)
def presence(context: AsScorer) -> Answer:
    """Who is there before the next round: whole rows are pressed."""
    state = context.state
    number = state.presence_open

    def document() -> PresenceDocument:
        if number is None:
            return PresenceDocument(context.slug, state.n, None, [], 0)
        there = state.presence.get(number, frozenset())
        players = [state.entries[entry] for entry in expected(state, number)]
        shown = [
            PresentPlayerDocument(
                *(player.entry, player.name, player.club, plain(player.paid)),
                *(player.entry in there, _owes(context, player)),
            )
            for player in sorted(players, key=lambda player: plain_name(player.name))
        ]
        return PresenceDocument(context.slug, state.n, number, shown, len(missing(state, number)))

    return context.answer(document)


def _owes(context: EventContext, player: Entry) -> str:
    """What a player still owes, in words for arbiters; nothing for scorers, and for a player who owes nothing."""
    rules = context.state.event_rules
    amount = owed(player, rules) if rules.fees else NOTHING
    return money_text(amount, rules, context.language) if amount > 0 and context.seat.may_be("arbiter") else ""


# Players: entered, changed, absent, gone and back; who is there; the list closed.

Csv = Annotated[str, Input(as_typed, "file", "A CSV file with a line of headings.", max_length=2_000_000)]


class EnterPlayer(EventAction, frozen=True):
    """Enter a player, from the office's list or by hand."""

    answers = (reply_shape("Entered", entry=int, number=int | None, sentence=str),)
    name = "enter"
    path = "desk/entries"
    least = "arbiter"
    back = "desk/entries"
    problems: ClassVar[Mapping[str, str]] = {
        "event-not-listed": "id", "event-name-missing": "player", "event-entry-twice": "id", "event-exclusive": "id",
        "event-list-closed": "from_round", "event-round-drawn": "from_round", "event-group-none": "groups",
        "event-take-rating": "rating",
    }  # fmt: skip

    id: Annotated[str, of_player("id", "The player's id; the list says the rest.")] = ""
    player: Annotated[str, of_player("name", "Surname, first name.")] = ""
    rating: Annotated[int | None, of_player("rating", "The rating that counts.", 10)] = None
    national: Annotated[int | None, of_player("national", "The national rating.", 10)] = None
    title: Annotated[str | None, of_player("title", "GM, IM, WGM and so on.", 5)] = None
    federation: Annotated[str | None, of_player("federation", "Three letters.", 5)] = None
    born: Annotated[int | None, of_player("born", "The year of birth.", 10)] = None
    sex: Annotated[str | None, of_player("sex", "m or f.", 5)] = None
    club: Annotated[str | None, of_player("club", "The club.")] = None
    family: Annotated[str | None, of_player("family", "The family, to keep relatives apart.")] = None
    groups: Annotated[list[str] | None, of_player("groups", "Groups of the rules.")] = None
    table: Annotated[int | None, of_player("table", "A table that the player keeps.", 10)] = None
    paid: Annotated[object, of_player("paid", "The fee that was paid.", 12)] = None
    from_round: Annotated[int | None, of_player("from_round", "The first round.", 10)] = None
    invited: Flag = False
    system: Annotated[str, Input(about="The rating system of the list, if it is not the first.", kind="hidden")] = ""
    take: Annotated[
        str, Input(about="The list, not the first, whose rating orders the player.", kind="hidden", max_length=80)
    ] = ""

    def do(self, context: ActionContext) -> Done:
        state = context.event_store.open(context.slug).state
        database, ids = context.office().database, {self.id} if self.id else set()
        ratings = (
            office_ratings(database, ids, state.event_rules.start, system=self.system)
            if self.system
            else event_ratings(database, ids, state)
        )
        typed = structs.asdict(self)
        if typed.pop("system") and not self.rating:
            typed["rating_from"] = "national"
        take, typed["name"] = typed.pop("take"), typed.pop("player")
        return context.act(enter_listed(typed, state, ratings, context.event_store, take))

    def document(self, state: EventState) -> dict[str, Any]:
        newest = max(state.entries)
        return {"entry": newest, "number": state.number_of(newest)}

    def answer(self, done: Done, language: Language) -> dict[str, Any]:
        return self.document(done.state) | {"sentence": self.sentences(done, language)[0]}

    def sentences(self, done: Done, language: Language) -> list[str]:
        player = done.state.entries[max(done.state.entries)]
        number = done.state.number_of(player.entry)
        key = "entered-now" if number is None or player.from_round == 1 else "entered-late"
        words = {"name": player.name, "number": number, "round": player.from_round}
        return [text(f"web.event-people.{key}", language, **words)]


class EnterPlayers(EventAction, frozen=True):
    """Enter all players of a CSV file, or none."""

    name = "enter-file"
    path = "desk/entries/file"
    least = "arbiter"
    back = "desk/entries"
    problems: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("event-csv-line", "sheet-empty", "sheet-no-header", "sheet-no-players", "sheet-not-one"), "csv"
    )

    csv: Csv

    def do(self, context: ActionContext) -> Done:
        state = context.event_store.open(context.slug).state
        read = read_entries(self.csv.encode(), "CSV", state.event_rules)
        ids = {row.fields["id"] for row in read.rows if row.fields.get("id")}
        ratings = event_ratings(context.office().database, ids, state)
        return context.act(enter_listed_file(read, state, ratings, context.event_store))

    def words(self, done: Done) -> dict[str, object]:
        return {"count": sum(line.kind == "entry.added" for line in done.lines)}


class RefreshEntries(EventAction, frozen=True):
    """Take names, titles and ratings of all entries from the office's list in force at the start."""

    name = "refresh"
    path = "desk/entries/refresh"
    least = "arbiter"
    back = "desk/entries"

    def do(self, context: ActionContext) -> Done:
        state = context.event_store.open(context.slug).state
        ids = {entry.id for entry in state.entries.values() if entry.id and entry.playing}
        ratings = event_ratings(context.office().database, ids, state)
        if ratings is None:
            raise ArpadError("event-no-list")
        return context.act(Refresh(ratings))

    def words(self, done: Done) -> dict[str, object]:
        return {"count": players_changed(done)}
