"""Somebody asks to be entered, if the event takes applications. How to reach them is kept beside the log."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from arpad.i18n import ArpadError
from arpad.office.tournaments.players import Contact, read_mail, read_telephone, with_contact
from arpad.tournament.acts.players import apply_for
from arpad.tournament.entries import joined
from arpad.tournament.journal import Done
from arpad.tournament.state import EventState
from arpad.web.answers import Answer
from arpad.web.pages import Pages
from arpad.web.tournaments.actions import EventAction, Hand
from arpad.web.tournaments.done_shapes import AppliedDocument
from arpad.web.tournaments.fields import EventField, asked_values, of_player
from arpad.web.tournaments.place import Seen
from arpad.web.tournaments.shapes import ApplicationDocument

applications = Pages("event")
MOST_WAITING = 500
"""Applications that wait at most: the log keeps them for ever."""


@dataclass(frozen=True, slots=True)
class ApplyForPlace(EventAction):
    """Ask to be entered. Mail and telephone are seen by the staff only, and are not in the log."""

    answers: ClassVar[tuple[Any, ...]] = (AppliedDocument,)
    name = "apply"
    path = "apply"
    least = "public"
    back = "players"
    at: ClassVar[Mapping[str, str]] = {"event-entry-twice": "id", "event-name-missing": "player"}

    player: Annotated[str, of_player("name", "Surname, first name.")]
    id: Annotated[str, of_player("id", "The player's FIDE or national id.", 20)] = ""
    rating: Annotated[int | None, of_player("rating", "The rating, if there is one.", 10)] = None
    title: Annotated[str | None, of_player("title", "GM, IM, WGM and so on.", 5)] = None
    federation: Annotated[str | None, of_player("federation", "Three letters.", 5)] = None
    born: Annotated[int | None, of_player("born", "The year of birth.", 10)] = None
    sex: Annotated[str | None, of_player("sex", "m or f.", 5)] = None
    club: Annotated[str | None, of_player("club", "The club.")] = None
    mail: Annotated[str, EventField(read_mail, about="An address of mail; for the staff only.", longest=120)] = ""
    telephone: Annotated[str, EventField(read_telephone, about="A telephone; for the staff only.", longest=40)] = ""

    def do(self, hand: Hand) -> Done:
        waiting = sum(one.state == "applied" for one in hand.keeper.open(hand.slug).state.entries.values())
        if waiting >= MOST_WAITING:
            raise ArpadError("event-applications-many", most=MOST_WAITING)
        told = {name: getattr(self, name) for name in ("id", "rating", "title", "federation", "born", "sex", "club")}
        command = apply_for(joined({**told, "name": self.player}))
        keep = with_contact(Contact(self.mail, self.telephone))
        who = hand.seat.who or f"{self.player} (application)"
        return hand.keeper.act(hand.slug, command, who, hand.at, hand.consent, request=hand.request, beside=keep)

    def document(self, state: EventState) -> dict[str, Any]:
        return {"entry": max(state.entries)}


@applications.page("/t/{slug}/apply", "event_apply.html", ApplicationDocument)
def application(event: Seen) -> Answer:
    """The form with which somebody asks to be entered."""
    open_now = event.view.laws.open and not event.view.finished

    def document() -> ApplicationDocument:
        return {"event": event.slug, "open": open_now}

    return event.answer(
        document,
        lambda: {"open_now": open_now, "fields": asked_values(ApplyForPlace), "action": ApplyForPlace},
        form=open_now,
    )
