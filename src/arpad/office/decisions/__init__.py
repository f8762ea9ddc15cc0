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
    from arpad.office.decisions.persons import ChangedField, ConcernedPerson, persons_of

__getattr__ = door(__name__)

__all__ = [
    "CORRECTIONS", "DECISIONS", "ChangePerson", "ChangedField", "ConcernedPerson", "CorrectReport", "Decision",
    "Exclude", "FieldKind", "Identify", "Merge", "Question", "Readmit", "SetBaseRating", "SetRating", "Undo",
    "Unmerge", "Withdraw", "decide", "list_decisions", "made", "persons_of", "questions",
]  # fmt: skip
