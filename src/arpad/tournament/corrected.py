"""What was corrected in an event, read off its log: results, colours, penalties, corrections for rating alone.

A change counts as a correction if a reason was given for it. The log asks for one once the results are published; a
slip of the pen that is put right before that is not a correction."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal, NamedTuple

from arpad.tournament.log import LogLine
from arpad.tournament.results import is_final

CorrectionKind = Literal["result", "cleared", "colours", "rating", "penalty"]
CorrectionEffect = Literal["pairings", "later-pairings", "rating"]
"""C.04.2.D.8: the standings and the pairings of the next round; the standings, and pairings from the round after the
next one on; the rating alone."""


class ToldCorrection(NamedTuple):
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


def corrections_in(lines: Sequence[LogLine]) -> list[ToldCorrection]:
    """Return the corrections of a log in their order. Those that were undone are left out."""
    undone = {line.data["undoes"] for line in lines if "undoes" in line.data}
    return [one for one in _all(lines) if one.n not in undone]


def _all(lines: Sequence[LogLine]) -> Iterator[ToldCorrection]:
    results: dict[tuple[int, int], str | None] = {}
    out: set[int] = set()
    for line in lines:
        if line.kind in ("round.published", "round.recalled"):
            (out.add if line.kind == "round.published" else out.discard)(line.data["round"])
        number = line.data.get("round", 0)
        effect: CorrectionEffect = "later-pairings" if number + 1 in out else "pairings"
        for one in _of_line(line, results, effect):
            if one.reason and "undoes" not in line.data:
                yield one
        results |= {(number, board): now for board, now in _results(line)}


def _of_line(
    line: LogLine, results: dict[tuple[int, int], str | None], effect: CorrectionEffect
) -> Iterator[ToldCorrection]:
    data, reason = line.data, line.reason
    if line.kind == "penalty.set":
        points = Fraction(data.get("points") or data.get("match_points") or 0)
        entry, team = data.get("entry"), data.get("team")
        yield ToldCorrection(line.n, "penalty", data["round"], effect, reason, entry=entry, team=team, points=points)
    elif line.kind == "colours.swapped":
        yield ToldCorrection(line.n, "colours", data["round"], effect, reason, data["board"])
    elif line.kind == "correction.rated":
        told = data["board"], data["was"], data["result"]
        yield ToldCorrection(line.n, "rating", data["round"], "rating", reason, *told)
    else:
        for board, now in _results(line):
            was = results.get((data["round"], board))
            if is_final(was) and was != now:
                kind: CorrectionKind = "result" if now else "cleared"
                yield ToldCorrection(line.n, kind, data["round"], effect, reason, board, was, now)


def _results(line: LogLine) -> list[tuple[int, str | None]]:
    """The boards that a line gives a result, or takes it from. Games of a play-off are not among them."""
    if line.data.get("play_off"):
        return []
    if line.kind == "results.set":
        return [(board, result) for board, result in line.data["results"]]
    if line.kind in ("result.set", "result.cleared"):
        return [(line.data["board"], line.data.get("result"))]
    return []
