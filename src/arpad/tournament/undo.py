"""TakeBack a log line by adding its inverse, and list the corrections made in an event.

A line can be undone if the state after its inverse is the one that the log would give without the line.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from arpad.i18n import ArpadError
from arpad.tournament.acts.act import Act
from arpad.tournament.acts.results import may_be_corrected
from arpad.tournament.acts.rounds import Publish, Recall
from arpad.tournament.journal import Confirmations, after_changes, fold_log, state_digest
from arpad.tournament.kinds import boards as kinds
from arpad.tournament.kinds.all_kinds import KINDS
from arpad.tournament.kinds.entries import PenaltySet
from arpad.tournament.kinds.kind import Undoing
from arpad.tournament.kinds.rounds import RoundPublished, RoundRecalled
from arpad.tournament.log import Changes, LogLine
from arpad.tournament.results import is_final
from arpad.tournament.state import EventState
from arpad.tournament.verification import UNFOLDABLE

# What was corrected in an event, read off its log: results, colours, penalties, corrections for rating alone. A change
# counts as a correction if a reason was given for it. The log asks for one once the results are published; a slip of
# the pen that is put right before that is not a correction.

CorrectionKind = Literal["result", "cleared", "colours", "rating", "penalty"]
CorrectionEffect = Literal["pairings", "later-pairings", "rating"]
"""C.04.2.D.8: the standings and the pairings of the next round; the standings, and pairings from the round after the
next one on; the rating alone."""


class ListedCorrection(NamedTuple):
    """A correction with the line of the log that made it. A penalty has an entry or a team and its points instead of a
    board and its results."""

    n: int
    kind: CorrectionKind
    round: int
    effect: CorrectionEffect
    reason: str
    board: int | None = None
    was: str | None = None
    now: str | None = None
    entry: int | None = None
    team: int | None = None
    points: Fraction = Fraction(0)


def corrections_in(lines: Sequence[LogLine]) -> list[ListedCorrection]:
    """Return the corrections of a log in their order. Those that were undone are left out."""
    undone = {line.data["undoes"] for line in lines if "undoes" in line.data}
    return [correction for correction in _all(lines) if correction.n not in undone]


def _all(lines: Sequence[LogLine]) -> Iterator[ListedCorrection]:
    results: dict[tuple[int, int], str | None] = {}
    out: set[int] = set()
    for line in lines:
        if line.kind == RoundPublished.key:
            out.add(line.data["round"])
        elif line.kind == RoundRecalled.key:
            out.discard(line.data["round"])
        number = line.data.get("round", 0)
        effect: CorrectionEffect = "later-pairings" if number + 1 in out else "pairings"
        for correction in _of_line(line, results, effect):
            if correction.reason and "undoes" not in line.data:
                yield correction
        results |= {(number, board): now for board, now in _results(line)}


def _of_line(
    line: LogLine, results: dict[tuple[int, int], str | None], effect: CorrectionEffect
) -> Iterator[ListedCorrection]:
    data, reason = line.data, line.reason
    if line.kind == PenaltySet.key:
        points = Fraction(data.get("points") or data.get("match_points") or 0)
        entry, team = data.get("entry"), data.get("team")
        yield ListedCorrection(line.n, "penalty", data["round"], effect, reason, entry=entry, team=team, points=points)
    elif line.kind == kinds.ColoursSwapped.key:
        yield ListedCorrection(line.n, "colours", data["round"], effect, reason, data["board"])
    elif line.kind == kinds.CorrectionRated.key:
        change = data["board"], data["was"], data["result"]
        yield ListedCorrection(line.n, "rating", data["round"], "rating", reason, *change)
    else:
        for board, now in _results(line):
            was = results.get((data["round"], board))
            if is_final(was) and was != now:
                kind: CorrectionKind = "result" if now else "cleared"
                yield ListedCorrection(line.n, kind, data["round"], effect, reason, board, was, now)


def _results(line: LogLine) -> Sequence[tuple[int, str | None]]:
    """The boards that a line gives a result, or takes it from. Games of a play-off are not among them."""
    is_result = line.kind in (kinds.ResultSet.key, kinds.ResultsSet.key, kinds.ResultCleared.key)
    return kinds.results_of(line.data) if is_result and not line.data.get("play_off") else ()


# TakeBack: the inverse of a line of the log, if it still may be done. Nothing is ever removed. Whether a later line
# depends on the one that is undone is seen by the state: the event after the inverse must be the one that the log
# would have made without the line. Each kind says what undoes it, and refuses what was decided later on the strength
# of it, such as a round that was drawn.


class LogGrown(Exception):
    """The log has grown since it was read: read it again."""


class TakeBack(Act, frozen=True):
    """TakeBack a line. `log` is the whole log, up to the moment of the command; `at` is that moment."""

    writes = tuple(type(kind) for kind in KINDS.values())

    n: int
    log: Sequence[LogLine]
    at: str = ""

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        n, log = self.n, self.log
        if state.n != len(log):
            raise LogGrown
        if not 1 <= n <= len(log):
            raise ArpadError("event-undo-unknown", n=n, last=len(log))
        by = undone_lines(log).get(n)
        if by is not None:
            raise ArpadError("event-undo-done", n=n, by=by)
        undoing = Undoing(
            log[n - 1],
            fold_log(log[: n - 1]),
            state,
            log,
            confirmations.kept_reason,
            recall=lambda number: Recall(number)(state, confirmations),
            publish=lambda number: Publish(number)(state, confirmations),
            check_correction=lambda number, boards: may_be_corrected(state, confirmations, number, boards, self.at),
        )
        changes = KINDS[undoing.line.kind].undo(undoing)
        _refuse_if_needed(undoing, changes)
        return changes


def undone_lines(log: Sequence[LogLine]) -> dict[int, int]:
    """Return the lines that are undone, each with the line that did it. One whose undoing was undone counts again."""
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
