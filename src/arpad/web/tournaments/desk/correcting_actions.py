"""Corrections, penalties, substitute games, incidents and appeals."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, ClassVar

from arpad.i18n import ArpadError
from arpad.tournament.acts.boards import substitute
from arpad.tournament.acts.event import note_appeal, note_incident
from arpad.tournament.acts.results import correct_for_rating, set_penalty, swap_colours
from arpad.tournament.journal import Decide
from arpad.tournament.rules import points as halves
from arpad.web.tournaments.actions import AtBoard, EventAction
from arpad.web.tournaments.desk.result_actions import ResultText
from arpad.web.tournaments.fields import EntryNumber, EventField, PerhapsRound, RoundNumber, whole, whole_numbers

LONG = 4000
PerhapsBoard = Annotated[int | None, EventField(whole(1, 9999), "number", "The board.", longest=10)]
Words = Annotated[str, EventField(kind="area", about="What happened.", longest=LONG)]
Decision = Annotated[str, EventField(kind="area", about="What was decided.", longest=LONG)]
OtherBoard = Annotated[int, EventField(whole(1, 9999), "number", "The other board.", longest=10)]
Absent = Annotated[
    tuple[int, ...], EventField(whole_numbers, about="Players who did not come, by entry.", players=True)
]


def points(_where: str, typed: str) -> Fraction:
    """Points, also taken away: -1/2, 1, -0.5."""
    try:
        return halves(typed.strip().replace("−", "-").replace("½", "1/2").replace(",", "."))
    except ValueError:
        raise ArpadError("event-penalty", points=typed) from None


Points = Annotated[Fraction, EventField(points, about="Halves of a point: -1/2, 1.", longest=10)]


@dataclass(frozen=True, slots=True)
class OfBoard(AtBoard):
    """A correction of one board."""

    back = "desk/corrections"
    at: ClassVar[Mapping[str, str]] = {**AtBoard.at, "event-round-unknown": "round"}
    said = ("round", "board")


@dataclass(frozen=True, slots=True)
class CorrectForRating(OfBoard):
    """Correct a result in the report for rating alone."""

    name = "correct"
    path = "desk/corrections"
    least = "chief"

    result: ResultText

    def command(self) -> Decide:
        return correct_for_rating(self.round, self.board, self.result)


@dataclass(frozen=True, slots=True)
class SwapColours(OfBoard):
    """Swap the colours of a game that was played with the wrong ones."""

    name = "colours"
    path = "desk/corrections/colours"
    least = "arbiter"

    def command_at(self, now: dt.datetime) -> Decide:
        return swap_colours(self.round, self.board, at=now.isoformat())


@dataclass(frozen=True, slots=True)
class Substitute(OfBoard):
    """Let two players meet whose opponents did not come."""

    name = "substitute"
    path = "desk/corrections/substitute"
    least = "chief"

    other: OtherBoard
    missing: Absent = ()

    def command(self) -> Decide:
        return substitute(self.round, self.board, self.other, absent=self.missing)


@dataclass(frozen=True, slots=True)
class SetPenalty(EventAction):
    """Take points away from a player, or add some; in a league, a team."""

    name = "penalty"
    path = "desk/corrections/penalty"
    least = "chief"
    back = "desk/corrections"
    at: ClassVar[Mapping[str, str]] = {"event-entry-unknown": "entry", "event-team-unknown": "entry"}

    entry: EntryNumber
    round: RoundNumber
    points: Points

    def command(self) -> Decide:
        return set_penalty(self.entry, self.round, self.points)


@dataclass(frozen=True, slots=True)
class NoteIncident(EventAction):
    """Note an incident for the chief arbiter's report. It is never public."""

    name = "incident"
    path = "desk/incidents"
    least = "arbiter"
    back = "desk/incidents"

    text: Words
    round: PerhapsRound = None
    board: PerhapsBoard = None

    def command(self) -> Decide:
        return note_incident(self.text.strip(), self.round, self.board)


@dataclass(frozen=True, slots=True)
class NoteAppeal(EventAction):
    """Note an appeal with its decision. It is never public."""

    name = "appeal"
    path = "desk/incidents/appeal"
    least = "arbiter"
    back = "desk/incidents"

    text: Words
    decision: Decision = ""
    round: PerhapsRound = None
    board: PerhapsBoard = None

    def command(self) -> Decide:
        return note_appeal(self.text.strip(), self.decision.strip(), self.round, self.board)


CORRECTING_ACTIONS = (CorrectForRating, SwapColours, Substitute, SetPenalty, NoteIncident, NoteAppeal)
