"""Undo: the inverse of a line of the log, if it still may be done. Nothing is ever removed.

Whether a later line depends on the one that is undone is seen by the state: the event after the inverse must be the one
that the log would have made without the line. The modules of `inverses` say what undoes each kind, and refuse what was
decided later on the strength of it, such as a round that was drawn.
"""

from collections.abc import Mapping, Sequence

from arpad.i18n import ArpadError
from arpad.tournament.digest import state_digest
from arpad.tournament.fold import after_changes, fold_log
from arpad.tournament.hearing import Hearing
from arpad.tournament.inverses import entries, events, results, rounds
from arpad.tournament.inverses.common import Inverse, Undoing
from arpad.tournament.journal import command
from arpad.tournament.log import Changes, LogLine
from arpad.tournament.proving import UNFOLDABLE
from arpad.tournament.state import EventState

INVERSES: Mapping[str, Inverse] = {**events.INVERSES, **entries.INVERSES, **rounds.INVERSES, **results.INVERSES}
"""Every kind of line with what undoes it."""


class LogGrown(Exception):
    """The log has grown since it was read: read it again."""


@command
def undo(state: EventState, hearing: Hearing, n: int, log: Sequence[LogLine], at: str = "") -> Changes:
    """Undo a line. `log` is the whole log, up to the moment of the command; `at` is that moment."""
    if state.n != len(log):
        raise LogGrown
    if not 1 <= n <= len(log):
        raise ArpadError("event-undo-unknown", n=n, last=len(log))
    by = _undone(log).get(n)
    if by is not None:
        raise ArpadError("event-undo-done", n=n, by=by)
    line, before = log[n - 1], fold_log(log[: n - 1])
    undoing = Undoing(line, before, state, log, hearing, at)
    changes = INVERSES[line.kind](undoing)
    _refuse_if_needed(undoing, changes)
    return changes


def _undone(log: Sequence[LogLine]) -> dict[int, int]:
    """The lines that are undone, each with the line that did it. A line whose undoing was undone counts again."""
    found: dict[int, int] = {}
    for line in log:
        undoes = line.data.get("undoes")
        if undoes is not None:
            found = {known: by for known, by in found.items() if by != undoes} | {undoes: line.n}
    return found


def _refuse_if_needed(undoing: Undoing, changes: Changes) -> None:
    """Refuse if the event after the inverse is not what the log would be without the line: a later line needs it."""
    if _fits(undoing, len(undoing.later), changes):
        return
    first, last = 0, len(undoing.later)
    while first < last:  # the first of the later lines with which the two are no longer the same
        middle = (first + last) // 2
        first, last = (middle + 1, last) if _fits(undoing, middle, changes) else (first, middle)
    if not first:
        undoing.instead("by-hand")
    undoing.depends(undoing.line.n + first)


def _fits(undoing: Undoing, count: int, changes: Changes) -> bool:
    """Whether, after a number of the later lines, the inverse makes what would be there without the line."""
    end = undoing.line.n + count
    try:
        without = fold_log(undoing.log[undoing.line.n : end], undoing.before)
        now = undoing.now if end == len(undoing.log) else fold_log(undoing.log[:end])
        return state_digest(without) == state_digest(after_changes(now, changes))
    except UNFOLDABLE:
        return False
