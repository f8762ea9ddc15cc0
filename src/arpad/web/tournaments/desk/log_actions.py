"""Undo: the inverse of a line of the log."""

from dataclasses import dataclass

from arpad.tournament.journal import Done
from arpad.web.tournaments.actions import EventAction, Hand
from arpad.web.tournaments.fields import LineNumber


@dataclass(frozen=True, slots=True)
class UndoLine(EventAction):
    """Undo a line of the log: its inverse is written, and nothing is removed."""

    name = "undo"
    path = "desk/log/{line}/undo"
    least = "arbiter"
    back = "desk/log"
    said = ("line",)

    line: LineNumber

    def do(self, hand: Hand) -> Done:
        return hand.keeper.undo(hand.slug, self.line, hand.seat.who, hand.at, hand.consent, request=hand.request)
