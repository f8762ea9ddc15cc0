"""Decisions and corrections of officers; each is a value.

In: a desk and a decision. Out: the recomputed lists, and the players whose ratings change.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.office.decisions.asked import (
        AskedField,
        EventNumber,
        FieldKind,
        Question,
        Reason,
        as_given,
        made,
        questions,
    )
    from arpad.office.decisions.corrections import (
        CORRECTIONS,
        CorrectReport,
        GiveFacts,
        Identify,
        SetBaseRating,
        Withdraw,
    )
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
    from arpad.office.decisions.decision import Decision, Taken, decide, list_decisions
    from arpad.office.decisions.erasing import ErasePerson, entries_of
    from arpad.office.decisions.identities import ReportedPlayer, identified_as, reported_players
    from arpad.office.decisions.persons import ChangedField, ConcernedPerson, SeenPeople, people_between, people_seen

__getattr__ = door(__name__)

__all__ = [
    "CORRECTIONS", "DECISIONS", "AskedField", "ChangePerson", "ChangedField", "ConcernedPerson", "CorrectReport",
    "Decision", "ErasePerson", "EventNumber", "Exclude", "FieldKind", "GiveFacts", "Identify", "Merge", "Question",
    "Readmit", "Reason", "ReportedPlayer", "SeenPeople", "SetBaseRating", "SetRating", "Taken", "Undo", "Unmerge",
    "Withdraw", "as_given", "decide", "entries_of", "identified_as", "list_decisions", "made", "people_between",
    "people_seen", "questions", "reported_players",
]  # fmt: skip
