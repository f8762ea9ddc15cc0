"""The state of an event is the fold of its log and nothing else: each line, in its order, changes it a little.

What a kind of line does is in the modules of `folds`. Nothing is decided here: that was done before it was written.
"""

from collections.abc import Callable, Iterable, Mapping

from arpad.i18n import ArpadError
from arpad.tournament.changing import changed
from arpad.tournament.folds import entries, events, results, rounds, teams, ties
from arpad.tournament.log import Changes, LogLine
from arpad.tournament.state import EventState

Fold = Callable[[EventState, LogLine], EventState]
KINDS: Mapping[str, Fold] = {
    **events.FOLDS,
    **entries.FOLDS,
    **rounds.FOLDS,
    **results.FOLDS,
    **ties.FOLDS,
    **teams.FOLDS,
}
"""Every kind of line with what it does."""


def apply(state: EventState, line: LogLine) -> EventState:
    """Return the state after one more line."""
    fold = KINDS.get(line.kind)
    if fold is None:
        raise ArpadError("event-log-kind", kind=line.kind, n=line.n)
    return changed(fold(state, line), n=line.n, head=line.sha256)


def fold_log(lines: Iterable[LogLine], state: EventState | None = None) -> EventState:
    """Return the state after all lines, from the beginning or from a state on."""
    found = state or EventState()
    for line in lines:
        found = apply(found, line)
    return found


def after_changes(state: EventState, changes: Changes) -> EventState:
    """Return the state as it will be after changes that are not written yet."""
    for change in changes:
        state = apply(state, LogLine(state.n + 1, "", "", change.kind, change.data, state.head, ""))
    return state
