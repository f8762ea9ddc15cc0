"""What can be done in an event, as values: each class is a form, an address that takes it, and a command.

In: what somebody typed. Out: an action that gives the event a command. `doing` makes the forms and addresses of all.
"""

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from arpad.i18n import Language, has, text
from arpad.office.context import Desk
from arpad.office.tournaments.store import EventKeeper
from arpad.office.tournaments.writer import EventRequest
from arpad.tournament.documents import board_document
from arpad.tournament.journal import Consent, Decide, Done
from arpad.tournament.roles import Role
from arpad.tournament.state import EventState
from arpad.web.tournaments.done_shapes import OneBoardDocument
from arpad.web.tournaments.fields import BoardNumber, RoundNumber
from arpad.web.tournaments.seats import Seat


@dataclass(frozen=True, slots=True)
class Hand:
    """What an action is done with. `keeper` lets only lines pass that the seat may write, whatever is done with it;
    `office` opens the desk of the office that rates the event and has the lists, if an action needs it; `site` is
    the address of the pages."""

    keeper: EventKeeper
    office: Callable[[], Desk]
    slug: str
    seat: Seat
    at: dt.datetime
    consent: Consent
    request: EventRequest | None = None
    site: str = ""

    def act(self, command: Decide, who: str = "") -> Done:
        """Give a command to the event."""
        return self.keeper.act(self.slug, command, who or self.seat.who, self.at, self.consent, request=self.request)


@dataclass(frozen=True, slots=True)
class EventAction:
    """Something that is done in an event. The fields of a class are those of its form.

    `name` is its own name, with the words `event-action.NAME` (the heading and the button), and if they are there
    `-lead` and `-done`. `path` is the address that takes it, below the event; fields in braces are part of it. `least`
    is the role that is let in; what the action writes is looked at again, line by line. `back` is the page that shows
    what was done. `answers` are the shapes of what a program may be told besides what was written. `at` names the field
    that a problem is about, `said` the fields that the sentence about it tells.
    """

    name: ClassVar[str]
    path: ClassVar[str]
    least: ClassVar[Role]
    back: ClassVar[str] = "desk"
    at: ClassVar[Mapping[str, str]] = {}
    said: ClassVar[tuple[str, ...]] = ()
    answers: ClassVar[tuple[Any, ...]] = ()

    def command(self) -> Decide:
        """Return the command of the action."""
        raise NotImplementedError

    def command_at(self, now: dt.datetime) -> Decide:  # noqa: ARG002  (others use it)
        """Return the command of an action that writes down its time."""
        return self.command()

    def do(self, hand: Hand) -> Done:
        """Do the action. An action that is more than one command overrides this."""
        return hand.act(self.command_at(hand.at))

    def document(self, state: EventState) -> dict[str, Any]:  # noqa: ARG002  (others use it)
        """Return what a program is told, besides what was written."""
        return {}

    def answer(self, done: Done, language: Language) -> dict[str, Any]:  # noqa: ARG002  (others use it)
        """Return what a program is told once, such as a secret; usually that is the document."""
        return self.document(done.state)

    def sentences(self, done: Done, language: Language) -> list[str]:
        """Return what people are told: usually one sentence, `event-action.NAME-done` if it is there."""
        key = f"event-action.{self.name}-done"
        return [text(key, language, **self.words(done)) if has(key) else text("web.events.done", language)]

    def words(self, done: Done) -> dict[str, object]:  # noqa: ARG002  (others use it)
        """Return the values of the sentence `event-action.NAME-done`: usually the fields that are `said`."""
        return {name: getattr(self, name) for name in self.said}


@dataclass(frozen=True, slots=True)
class AtBoard(EventAction):
    """Something that is done to one board of a round."""

    at: ClassVar[Mapping[str, str]] = {"event-board-unknown": "board"}
    said: ClassVar[tuple[str, ...]] = ("board",)
    answers: ClassVar[tuple[Any, ...]] = (OneBoardDocument,)

    round: RoundNumber
    board: BoardNumber

    def document(self, state: EventState) -> dict[str, Any]:
        return {"board": board_document(state, self.round, self.board)}
