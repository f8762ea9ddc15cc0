"""Decisions and corrections of officers; each is a value.

In: a desk and a decision. Out: the recomputed lists, and the players whose ratings change.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.office.decisions.asked import FieldKind, Question, made, questions
    from arpad.office.decisions.corrections import CORRECTIONS, CorrectReport, Identify, SetBaseRating, Withdraw
    from arpad.office.decisions.deciding import (
        DECISIONS,
        ChangePerson,
        Exclude,
        Merge,
        Readmit,
        SetRating,
        Undo,
        Unmerge,
    )
    from arpad.office.decisions.decision import Decision, decide, list_decisions
    from arpad.office.decisions.identities import ReportedPlayer, identified_as, reported_players
    from arpad.office.decisions.persons import ChangedField, ConcernedPerson, SeenPeople, people_between, people_seen

__getattr__ = door(__name__)

__all__ = [
    "CORRECTIONS", "DECISIONS", "ChangePerson", "ChangedField", "ConcernedPerson", "CorrectReport", "Decision",
    "Exclude", "FieldKind", "Identify", "Merge", "Question", "Readmit", "ReportedPlayer", "SeenPeople",
    "SetBaseRating", "SetRating", "Undo", "Unmerge", "Withdraw", "decide", "identified_as", "list_decisions", "made",
    "people_between", "people_seen", "questions", "reported_players",
]  # fmt: skip
