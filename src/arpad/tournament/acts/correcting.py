"""Corrections (C.04.2.D.8): what may be changed when, penalties, wrong colours, and results for rating alone."""

from collections.abc import Sequence
from fractions import Fraction

from arpad.i18n import ArpadError
from arpad.tournament.acts.checks import board_at, boards_named, entry_at, need_published, round_at, team_at
from arpad.tournament.acts.ties import check_tie
from arpad.tournament.fold import after_changes
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import command
from arpad.tournament.knockout import misfits
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.results import ADJOURNED, is_final, parse_result
from arpad.tournament.rules import plain
from arpad.tournament.state import Entry, EventBoard, EventState
from arpad.tournament.team_play.teams import NOBODY, EventTeam
from arpad.tournament.windows import REASONED, Window, correction_window, next_is_out

EFFECTS: dict[Window, str] = {
    "published": "corrected-in-time", "late": "corrected-late", "next": "corrected-next",
    "unlocked": "corrected-unlocked",
}  # fmt: skip
"""What is said about a correction in each window."""


def may_be_corrected(
    state: EventState, hearing: Hearing, number: int, boards: Sequence[EventBoard], at: str = ""
) -> None:
    """Refuse a change that comes too late, and ask for what the window of the moment asks for. The first result of a
    board and the end of an adjourned game are no corrections."""
    if state.finished:
        raise ArpadError("event-locked", round=number)
    for board in boards:
        check_tie(state, board)
    wrong = [board.number for board in boards if is_final(board.result)]
    if not wrong:
        return
    window = correction_window(state, number, at)
    if window == "rating":
        raise ArpadError("event-locked", round=number)
    if window in REASONED:
        hearing.ask_reason(EFFECTS[window], round=number, next=number + 1, after=number + 2, boards=boards_named(wrong))
    if window == "late":
        hearing.confirm("correction-time", round=number, minutes=state.laws.correction_minutes)


def draft_given_up(state: EventState, hearing: Hearing, *made: LogChange) -> list[LogChange]:
    """Return changes, and before them what clears the draft of the next round, which no longer fits: that of a Swiss in
    any case, that of a knock-out if somebody else goes on. A published round of a knock-out would have to be recalled
    first."""
    last = state.last_drawn
    draft = bool(last) and state.rounds[last].published_n is None
    given_up = draft and state.laws.swiss
    if state.laws.system == "knockout" and (fed := misfits(after_changes(state, made))):
        if not draft or any(tie.round != last for tie in fed):
            raise ArpadError("event-tie-out", tie=fed[0].number, round=fed[0].round)
        given_up = True
    if not given_up:
        return list(made)
    hearing.note("draft-cleared", round=last)
    return [LogChange("round.cleared", {"round": last}), *made]


@command
def swap_colours(state: EventState, hearing: Hearing, number: int, board: int, *, at: str = "") -> Changes:
    """Correct a game played with the wrong colours: White and Black change places, and each keeps the score."""
    need_published(state, number)
    found = board_at(state, number, board)
    may_be_corrected(state, hearing, number, [found], at)
    data = {"round": number, "board": board, **hearing.kept_reason}
    return draft_given_up(state, hearing, LogChange("colours.swapped", data))


@command
def set_penalty(
    state: EventState, hearing: Hearing, entry: int, number: int, points: Fraction, match_points: Fraction = Fraction(0)
) -> Changes:
    """Laws 12.9: take points from a player, or add some, as the chief arbiter decides; in an event of teams, from a
    team, which has match points too."""
    side = _penalised(state, entry)
    round_at(state, number)
    if not (points or match_points) or any((one * 2).denominator != 1 for one in (points, match_points)):
        raise ArpadError("event-penalty", points=str(points))
    if match_points and not state.laws.team:
        raise ArpadError("event-no-teams")
    if state.finished:
        raise ArpadError("event-locked", round=number)
    hearing.ask_reason("penalty", name=side.name, round=number, points=plain(points or match_points))
    data = {("team" if state.laws.team else "entry"): entry, "round": number, "points": plain(points)}
    data |= {"match_points": plain(match_points)} if match_points else {}
    return draft_given_up(state, hearing, LogChange("penalty.set", {**data, "reason": hearing.reason}))


def _penalised(state: EventState, number: int) -> Entry | EventTeam:
    """The player with a pairing number, or the team."""
    if state.laws.team:
        return team_at(state, number)
    player = entry_at(state, number)
    if number not in state.numbers:
        raise ArpadError("event-without-number", entry=number, name=player.name)
    return player


@command
def correct_for_rating(state: EventState, hearing: Hearing, number: int, board: int, typed: str) -> Changes:
    """Correct an error that is told after the next round: in the report for rating, and nowhere else."""
    result = parse_result(typed)
    need_published(state, number)
    found = board_at(state, number, board)
    if correction_window(state, number) != "rating":
        raise ArpadError("event-not-locked", round=number, board=board)
    if ADJOURNED in (result, found.result) or found.result is None:
        raise ArpadError("event-rating-open", round=number, board=board)
    if NOBODY in (found.white, found.black):
        raise ArpadError("event-board-empty", round=number, board=board, known=str(found.result))
    if result == found.as_rated:
        return []
    hearing.ask_reason("rating-only", round=number, board=board, result=result)
    data = {"round": number, "board": board, "result": result, "was": found.as_rated, "reason": hearing.reason}
    return [LogChange("correction.rated", data)]


def need_next_not_out(state: EventState, number: int) -> None:
    """Refuse a change of the boards of a round after the next one is published."""
    if next_is_out(state, number):
        raise ArpadError("event-next-drawn", round=number, next=number + 1)
