"""All kinds of log lines, and who may write a line."""

from collections.abc import Mapping, Sequence
from typing import Any

from arpad.tournament.kinds import boards, entries, event, rounds
from arpad.tournament.kinds.kind import LineKind
from arpad.tournament.log import LogChange
from arpad.tournament.roles import ROLES, Role

KINDS: Mapping[str, LineKind] = {
    kind.key: kind()
    for kind in (
        event.EventCreated, event.EventChanged, event.EventImported, event.EventFinished, event.EventReopened,
        event.EventMoved, event.EventHandedOver, event.StaffAdded, event.StaffRemoved, event.LinkMade,
        event.LinkClosed, event.PrizeGivenUp, event.TiesOrdered, event.OwnListKept, event.IncidentNoted,
        event.AppealNoted, event.NoticeSet, event.PeriodOpened, event.PeriodChanged,
        entries.EntryApplied, entries.EntryAdded, entries.EntryAccepted, entries.EntryRefused, entries.EntryChanged,
        entries.EntryRemoved, entries.EntryWithdrawn, entries.EntryReturned, entries.FeePaid, entries.AbsenceSet,
        entries.AbsenceCleared, entries.AbsenceUnexplained, entries.AbsenceExcused, entries.PresenceOpened,
        entries.PresenceMarked, entries.PresenceClosed, entries.PairsForbidden, entries.PairsAllowed,
        entries.ListClosed, entries.ListReopened, entries.NumbersGiven, entries.PenaltySet, entries.TeamAdded,
        entries.TeamChanged,
        rounds.LineUpSet, rounds.MatchForfeited, rounds.RoundDrawn, rounds.RoundAmended, rounds.RoundCleared,
        rounds.RoundPublished, rounds.RoundRecalled, rounds.RoundStarted, rounds.RoundLocked, rounds.RoundUnlocked,
        rounds.ResultsPublished, rounds.StageOpened, rounds.TieLot,
        boards.ResultSet, boards.ResultsSet, boards.ResultCleared, boards.CorrectionRated, boards.ColoursSwapped,
        boards.BoardSubstituted, boards.BoardAdded, boards.TableSet, boards.ClaimMade,
        boards.MovesSet,
    )
}  # fmt: skip
"""Every kind by its key, as the log has it."""


def role_needed(kind: str, data: Mapping[str, Any]) -> Role:
    """Return the least role that may write a line."""
    return KINDS[kind].role_for(data)


def may(role: Role, kind: str, data: Mapping[str, Any]) -> bool:
    """Whether a role may write a line. Line-ups are for captains and arbiters, not for scorers."""
    if kind == rounds.LineUpSet.key and role == "scorer":
        return False
    if kind == entries.PresenceMarked.key and role == "door":
        return not data.get("absent")
    return ROLES.index(role) >= ROLES.index(role_needed(kind, data))


def refused_change(role: Role, changes: Sequence[LogChange]) -> LogChange | None:
    """Return the first of the lines of a command that a role may not write, None if it may write all of them. What
    follows by itself from a line that it may write is no decision of its own."""
    own = {change.kind for change in changes if may(role, change.kind, change.data)}
    for change in changes:
        brought = any(kind.key in own for kind in KINDS[change.kind].follows)
        if not brought and not may(role, change.kind, change.data):
            return change
    return None
