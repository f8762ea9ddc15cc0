"""Mail and telephone of players and captains, for the staff alone. They are not in the log, and may be erased."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from arpad.i18n import ArpadError
from arpad.office.tournaments.players import (
    Contact,
    contact_subject,
    contacts_of,
    erase_contacts,
    keep_contact,
    of_entry,
    of_team,
    read_mail,
    read_telephone,
)
from arpad.tournament.journal import Done, Hearing
from arpad.web.answers import Answer
from arpad.web.tournaments.actions import EventAction, Hand
from arpad.web.tournaments.desk.office_shapes import ContactsDocument
from arpad.web.tournaments.fields import EventField, whole
from arpad.web.tournaments.place import AsArbiter, staff_pages

contacts = staff_pages()
PerhapsEntry = Annotated[
    int | None, EventField(whole(1, 999_999), "player", "The player, by the number of entry.", longest=10)
]
PerhapsTeam = Annotated[int | None, EventField(whole(1, 9999), "number", "The team of the captain.", longest=10)]


@contacts.page("/t/{slug}/desk/contacts", "event_desk_contacts.html", ContactsDocument)
def all_contacts(place: AsArbiter) -> Answer:
    """How players and captains can be reached."""
    state = place.state

    def document() -> dict[str, Any]:
        kept = contacts_of(place.site.events, place.slug)
        players = [
            {"entry": entry, "name": player.name, **kept[of_entry(entry)]._asdict()}
            for entry, player in state.entries.items()
            if of_entry(entry) in kept
        ]
        captains = [
            {"team": team, "name": one.name, "captain": one.captain, **kept[of_team(team)]._asdict()}
            for team, one in state.teams.items()
            if of_team(team) in kept
        ]
        return {"event": place.slug, "n": state.n, "players": players, "captains": captains}

    return place.answer(document)


@dataclass(frozen=True, slots=True)
class KeepContact(EventAction):
    """Keep how a player or a captain can be reached. It is not in the log."""

    name = "contact"
    path = "desk/contacts"
    least = "arbiter"
    back = "desk/contacts"
    at: ClassVar[Mapping[str, str]] = {"event-entry-unknown": "entry", "event-contact-whose": "entry",
                                       "event-team-unknown": "team"}  # fmt: skip

    entry: PerhapsEntry = None
    team: PerhapsTeam = None
    mail: Annotated[str, EventField(read_mail, about="An address of mail.", longest=120)] = ""
    telephone: Annotated[str, EventField(read_telephone, about="A telephone.", longest=40)] = ""

    def do(self, hand: Hand) -> Done:
        state = hand.keeper.open(hand.slug).state
        subject = contact_subject(state, self.entry, self.team)
        if subject is None:
            raise ArpadError("event-contact-whose")
        keep_contact(hand.keeper, hand.slug, subject, Contact(self.mail, self.telephone))
        return Done((), (), state)


@dataclass(frozen=True, slots=True)
class EraseContacts(EventAction):
    """Erase the contact of a player or a captain, or all contacts of the event. That cannot be undone."""

    name = "contacts-erase"
    path = "desk/contacts/erase"
    least = "chief"
    back = "desk/contacts"
    at: ClassVar[Mapping[str, str]] = {"event-entry-unknown": "entry", "event-team-unknown": "team"}

    entry: PerhapsEntry = None
    team: PerhapsTeam = None

    def do(self, hand: Hand) -> Done:
        state = hand.keeper.open(hand.slug).state
        subject = contact_subject(state, self.entry, self.team)
        hearing = Hearing(hand.consent)
        if subject is None:
            hearing.confirm("contacts-erase", count=len(contacts_of(hand.keeper, hand.slug)))
        warnings = hearing.settle()
        erase_contacts(hand.keeper, hand.slug, subject)
        return Done((), warnings, state)


CONTACT_ACTIONS = (KeepContact, EraseContacts)
