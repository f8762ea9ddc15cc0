"""Rounds: drawn, amended, published, started, taken back and locked; players who may not meet."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from arpad.tournament.acts.absences import allow, forbid
from arpad.tournament.acts.boards import add_board, amend, mend
from arpad.tournament.acts.rounds import clear, draw, lock, publish_rounds, recall, set_table, start, unlock
from arpad.tournament.amendments import parse_given
from arpad.tournament.documents import round_document
from arpad.tournament.journal import Decide, Done
from arpad.tournament.roles import Role
from arpad.tournament.shapes import EventRoundDocument
from arpad.tournament.state import EventState, round_stage
from arpad.web.tournaments.actions import AtBoard, EventAction
from arpad.web.tournaments.done_shapes import NoRoundDocument, RoundStateDocument
from arpad.web.tournaments.fields import (
    Entries,
    EntryNumber,
    EventField,
    Flag,
    PerhapsRound,
    RoundNumber,
    TableNumber,
    as_typed,
    whole,
)

BoardLines = Annotated[
    str, EventField(as_typed, "area", "Lines `board white black` and one `bye player`, by numbers.", longest=40_000)
]
Group = Annotated[str, EventField(about="A label: club, family, federation or one of your own.", longest=60)]
RestrictionId = Annotated[int, EventField(whole(1, 9999), "hidden", "The number of the restriction.", longest=10)]


@dataclass(frozen=True, slots=True)
class OfRound(EventAction):
    """Something that is done to a round as a whole."""

    answers: ClassVar[tuple[Any, ...]] = (EventRoundDocument, NoRoundDocument)
    least: ClassVar[Role] = "chief"
    back = "desk/round/{round}"
    said = ("round",)

    round: RoundNumber

    def document(self, state: EventState) -> dict[str, Any]:
        if self.round not in state.rounds:
            return {"round": self.round, "state": None}
        return {**round_document(state, self.round)}


@dataclass(frozen=True, slots=True)
class DrawNext(OfRound):
    """Draw the next round as a draft. Results that are missing stop it, unless these games are adjourned."""

    name = "draw"
    path = "desk/round/{round}/draw"
    least = "pairer"

    adjourn_open: Flag = False

    def command(self) -> Decide:
        return draw(self.round, adjourn_open=self.adjourn_open)


@dataclass(frozen=True, slots=True)
class ClearDraft(OfRound):
    """Throw a draft away."""

    name = "clear"
    path = "desk/round/{round}/clear"
    least = "pairer"

    def command(self) -> Decide:
        return clear(self.round)


@dataclass(frozen=True, slots=True)
class AmendRound(OfRound):
    """Replace the boards of a round by others."""

    name = "amend"
    path = "desk/round/{round}/amend"
    least = "pairer"
    at: ClassVar[Mapping[str, str]] = dict.fromkeys(("event-amend-line", "event-pair-illegal"), "boards")

    boards: BoardLines
    by_order: Flag = False

    def command(self) -> Decide:
        return amend(self.round, parse_given(self.boards, by_number=True), by_order=self.by_order)


@dataclass(frozen=True, slots=True)
class MendRound(OfRound):
    """Pair only the players who are left without an opponent."""

    name = "mend"
    path = "desk/round/{round}/mend"

    out: Entries = ()

    def command(self) -> Decide:
        return mend(self.round, self.out)


@dataclass(frozen=True, slots=True)
class PublishRound(OfRound):
    """Publish a round: it stands from now on. The rounds of a table may be published together, up to a last one."""

    name = "publish"
    path = "desk/round/{round}/publish"
    at: ClassVar[Mapping[str, str]] = {"event-round-unknown": "last"}

    last: PerhapsRound = None

    def command(self) -> Decide:
        return publish_rounds(self.round, self.last or self.round)

    def words(self, done: Done) -> dict[str, object]:  # noqa: ARG002
        return {"rounds": self.round if self.last is None else f"{self.round}–{self.last}"}


@dataclass(frozen=True, slots=True)
class StartRound(OfRound):
    """Start a round: the default time runs from here."""

    name = "start"
    path = "desk/round/{round}/start"

    def command_at(self, now: dt.datetime) -> Decide:
        return start(self.round, now.isoformat())


@dataclass(frozen=True, slots=True)
class RecallRound(OfRound):
    """Take a published round back."""

    name = "recall"
    path = "desk/round/{round}/recall"

    void_results: Flag = False

    def command(self) -> Decide:
        return recall(self.round, void_results=self.void_results)


@dataclass(frozen=True, slots=True)
class LockRound(OfRound):
    """Lock the last round: its results change for rating only."""

    name = "lock"
    path = "desk/round/{round}/lock"

    def command(self) -> Decide:
        return lock(self.round)


@dataclass(frozen=True, slots=True)
class UnlockRound(OfRound):
    """Open a locked round again. That is outside the rules."""

    name = "unlock"
    path = "desk/round/{round}/unlock"

    def command(self) -> Decide:
        return unlock(self.round)


@dataclass(frozen=True, slots=True)
class SetTable(AtBoard):
    """Set the table of a board."""

    name = "table"
    path = "desk/round/{round}/table"
    least = "arbiter"
    back = "desk/round/{round}"
    said = ("board", "table")

    table: TableNumber

    def command(self) -> Decide:
        return set_table(self.round, self.board, self.table)


@dataclass(frozen=True, slots=True)
class AddBoard(EventAction):
    """Pair two players late who have no game in a round."""

    answers: ClassVar[tuple[Any, ...]] = (RoundStateDocument,)
    name = "board-add"
    path = "desk/round/{round}/board"
    least = "chief"
    back = "desk/round/{round}"
    at: ClassVar[Mapping[str, str]] = {"event-entry-unknown": "white"}

    round: RoundNumber
    white: EntryNumber
    black: EntryNumber

    def command(self) -> Decide:
        return add_board(self.round, self.white, self.black)

    def document(self, state: EventState) -> dict[str, Any]:
        return {"round": self.round, "state": round_stage(state, self.round)}


@dataclass(frozen=True, slots=True)
class ForbidPairs(EventAction):
    """Keep players apart: those named, or all who share a label."""

    name = "forbid"
    path = "desk/pairs"
    least = "chief"
    back = "desk/pairs"
    at: ClassVar[Mapping[str, str]] = {
        "event-forbid-whom": "players", "event-entry-unknown": "players", "event-label-unknown": "label",
        "event-round-none": "last",
    }  # fmt: skip

    players: Entries = ()
    label: Group = ""
    first: PerhapsRound = None
    last: PerhapsRound = None
    soft: Flag = False

    def command(self) -> Decide:
        return forbid(self.players, group=self.label, first=self.first or 1, last=self.last, hard=not self.soft)


@dataclass(frozen=True, slots=True)
class AllowPairs(EventAction):
    """Let players meet who were kept apart."""

    name = "allow"
    path = "desk/pairs/allow"
    least = "chief"
    back = "desk/pairs"

    restriction: RestrictionId

    def command(self) -> Decide:
        return allow(self.restriction)


ROUND_ACTIONS = (
    DrawNext, ClearDraft, AmendRound, MendRound, PublishRound, StartRound, RecallRound, LockRound, UnlockRound,
    SetTable, AddBoard, ForbidPairs, AllowPairs,
)  # fmt: skip
