"""Commands about results: enter and clear them, players' claims, and corrections (C.04.2.D.8)."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from arpad.i18n import ArpadError
from arpad.tournament.acts.checks import (
    board_at,
    boards_named,
    entry_at,
    need_published,
    need_results,
    round_at,
    seen,
    team_at,
)
from arpad.tournament.acts.ties import check_tie
from arpad.tournament.amendments import REASONED, Window, correction_window, default_time, next_is_out
from arpad.tournament.journal import Confirmations, after_changes, command
from arpad.tournament.kinds import boards as kinds
from arpad.tournament.kinds.entries import AbsenceUnexplained, PenaltySet
from arpad.tournament.kinds.rounds import ResultsPublished, RoundCleared
from arpad.tournament.knockout import misfits
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.results import ADJOURNED, FORFEITS, PLAYED, SHORT, UNUSUAL, TypedResult, is_final, parse_result
from arpad.tournament.rules import plain
from arpad.tournament.schedules import after_decision, decided_after, score_after
from arpad.tournament.state import NOBODY, Entry, EventBoard, EventState, EventTeam, empty_seat_result
from arpad.tournament.times import EventTimes, event_times

# Claims: what the players of a board say about its result. They decide nothing, unless the rules accept two equal
# ones.

SIDES = ("white", "black")


def last_claims(state: EventState, number: int, board: int) -> dict[str, str]:
    """Return the last claim of each side of a board."""
    return {str(one["side"]): str(one["result"]) for one in state.claims.get(number, {}).get(board, ())}


@command
def claim_result(
    state: EventState, _confirmations: Confirmations, number: int, board: int, side: str, typed: str
) -> Changes:
    """Keep what a player says about their own board. If the rules accept claims, two equal ones set the result, and
    different ones are marked and never decided. The same claim again writes nothing."""
    if state.event_rules.claims == "off":
        raise ArpadError("event-claims-off")
    need_published(state, number)
    found = board_at(state, number, board)
    result = parse_result(typed)
    if found.result is not None:
        raise ArpadError("event-claim-late", board=board, result=found.result)
    if result not in PLAYED:
        raise ArpadError("event-claim-result", result=result)
    claims = last_claims(state, number, board)
    data = {"round": number, "board": board, "result": result}
    new = [] if claims.get(side) == result else [kinds.ClaimMade.change({**data, "side": side})]
    other = claims.get(SIDES[1 - SIDES.index(side)])
    if new and state.event_rules.claims == "accept" and other == result:
        new.append(kinds.ResultSet.change({**data, "by": "players"}))
    return new


# Corrections (C.04.2.D.8): what may be changed when, penalties, wrong colours, and results for rating alone.

EFFECTS: dict[Window, str] = {
    "published": "corrected-in-time", "late": "corrected-late", "next": "corrected-next",
    "unlocked": "corrected-unlocked",
}  # fmt: skip
"""The warning about a correction in each window."""


def may_be_corrected(
    state: EventState, confirmations: Confirmations, number: int, boards: Sequence[EventBoard], at: str = ""
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
        confirmations.ask_reason(
            EFFECTS[window], round=number, next=number + 1, after=number + 2, boards=boards_named(wrong)
        )
    if window == "late":
        confirmations.confirm("correction-time", round=number, minutes=state.event_rules.correction_minutes)


def draft_given_up(state: EventState, confirmations: Confirmations, *made: LogChange) -> list[LogChange]:
    """Return changes, and before them what clears the draft of the next round, which no longer fits: that of a Swiss in
    any case, that of a knock-out if somebody else goes on. A published round of a knock-out would have to be recalled
    first."""
    last = state.last_drawn
    draft = bool(last) and state.rounds[last].published_n is None
    given_up = draft and state.event_rules.swiss
    if state.event_rules.system == "knockout" and (fed := misfits(after_changes(state, made))):
        if not draft or any(tie.round != last for tie in fed):
            raise ArpadError("event-tie-out", tie=fed[0].number, round=fed[0].round)
        given_up = True
    if not given_up:
        return list(made)
    confirmations.note("draft-cleared", round=last)
    return [RoundCleared.change({"round": last}), *made]


@command
def swap_colours(state: EventState, confirmations: Confirmations, number: int, board: int, *, at: str = "") -> Changes:
    """Correct a game played with the wrong colours: White and Black change places, and each keeps the score."""
    need_published(state, number)
    found = board_at(state, number, board)
    may_be_corrected(state, confirmations, number, [found], at)
    data = {"round": number, "board": board, **confirmations.kept_reason}
    return draft_given_up(state, confirmations, kinds.ColoursSwapped.change(data))


@command
def set_penalty(
    state: EventState,
    confirmations: Confirmations,
    entry: int,
    number: int,
    points: Fraction,
    match_points: Fraction = Fraction(0),
) -> Changes:
    """Laws 12.9: take points from a player, or add some, as the chief arbiter decides; in an event of teams, from a
    team, which has match points too."""
    side = _penalised(state, entry)
    round_at(state, number)
    if not (points or match_points) or any((one * 2).denominator != 1 for one in (points, match_points)):
        raise ArpadError("event-penalty", points=str(points))
    if match_points and not state.event_rules.team:
        raise ArpadError("event-no-teams")
    if state.finished:
        raise ArpadError("event-locked", round=number)
    confirmations.ask_reason("penalty", name=side.name, round=number, points=plain(points or match_points))
    data = {("team" if state.event_rules.team else "entry"): entry, "round": number, "points": plain(points)}
    data |= {"match_points": plain(match_points)} if match_points else {}
    return draft_given_up(state, confirmations, PenaltySet.change({**data, "reason": confirmations.reason}))


def _penalised(state: EventState, number: int) -> Entry | EventTeam:
    """The player with a pairing number, or the team."""
    if state.event_rules.team:
        return team_at(state, number)
    player = entry_at(state, number)
    if number not in state.numbers:
        raise ArpadError("event-without-number", entry=number, name=player.name)
    return player


@command
def correct_for_rating(state: EventState, confirmations: Confirmations, number: int, board: int, typed: str) -> Changes:
    """Correct an error that is reported after the next round: in the report for rating, and nowhere else."""
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
    confirmations.ask_reason("rating-only", round=number, board=board, result=result)
    data = {"round": number, "board": board, "result": result, "was": found.as_rated, "reason": confirmations.reason}
    return [kinds.CorrectionRated.change(data)]


def need_next_not_out(state: EventState, number: int) -> None:
    """Refuse a change of the boards of a round after the next one is published."""
    if next_is_out(state, number):
        raise ArpadError("event-next-drawn", round=number, next=number + 1)


# Results of boards: entered one by one or many at once, cleared, and the forfeits of players who did not come.


class ChangedMeanwhile(ArpadError):
    """Somebody else has changed a board that this command has seen otherwise. `now` is what it has now."""

    def __init__(self, number: int, board: EventBoard, times: EventTimes) -> None:
        who, at = (board.history[-1].who, board.history[-1].at) if board.history else ("", "")
        super().__init__(
            "event-changed-meanwhile",
            round=number,
            board=board.number,
            now=board.result or "–",
            who=who,
            at=times.day_and_clock(at),
            version=board.version,
        )
        self.now = {"result": board.result, "version": board.version, "who": who, "at": at}


@command
def set_result(
    state: EventState,
    confirmations: Confirmations,
    number: int,
    board: int,
    typed: str,
    *,
    version: int | None = None,
    played: str | None = None,
    at: str = "",
) -> Changes:
    """Enter the result of a board. The same result again writes nothing."""
    result = parse_result(typed)
    over_the_board = None if played is None or played_result(played) == result else played_result(played)
    if over_the_board is not None and result == ADJOURNED:
        raise ArpadError("event-rating-open", round=number, board=board)
    need_published(state, number)
    found = board_at(state, number, board)
    fits_seats(found, number, result)
    if found.result == result and (played is None or over_the_board == found.played):
        return []
    if not seen(found.version, version, untouched=not found.history):
        raise ChangedMeanwhile(number, found, event_times(state.event_rules))
    may_be_corrected(state, confirmations, number, [found], at)
    if result in UNUSUAL or over_the_board is not None:
        confirmations.ask_reason("unusual", round=number, board=board, result=result)
    data: dict[str, Any] = {"round": number, "board": board, "result": result}
    if found.result is not None:
        data["was"] = found.result
    if over_the_board is not None:
        data["played"] = over_the_board
    silent = _no_shows(state, confirmations, number, {board: result}, at)
    changes = draft_given_up(state, confirmations, kinds.ResultSet.change(data | confirmations.kept_reason))
    _tell_decision(state, confirmations, number, changes)
    return [*changes, *silent]


@command
def set_results(
    state: EventState,
    confirmations: Confirmations,
    number: int,
    typed: Sequence[TypedResult],
    *,
    version: int | None = None,
    at: str = "",
) -> Changes:
    """Enter many results, all or nothing. Those without a board go down the boards that have none. `version` is the
    line of the log up to which the boards were seen."""
    need_published(state, number)
    results = _on_boards(state, number, typed)
    for place, result in results.items():
        fits_seats(board_at(state, number, place), number, result)
    new = {board: result for board, result in results.items() if board_at(state, number, board).result != result}
    if not new:
        return []
    boards = [board_at(state, number, board) for board in new]
    for board in boards:
        if version is not None and board.version > version:
            raise ChangedMeanwhile(number, board, event_times(state.event_rules))
    may_be_corrected(state, confirmations, number, boards, at)
    if unusual := [board for board, result in new.items() if result in UNUSUAL]:
        confirmations.ask_reason("unusual", round=number, board=boards_named(unusual), result=new[unusual[0]])
    data: dict[str, Any] = {"round": number, "results": [[board, new[board]] for board in sorted(new)]}
    if was := [[board.number, board.result] for board in boards if board.result is not None]:
        data["was"] = was
    silent = _no_shows(state, confirmations, number, new, at)
    changes = draft_given_up(state, confirmations, kinds.ResultsSet.change(data | confirmations.kept_reason))
    _tell_decision(state, confirmations, number, changes)
    return [*changes, *silent]


def _tell_decision(state: EventState, confirmations: Confirmations, number: int, changes: Changes) -> None:
    """Arbiters' Manual IV 6.1: say which game decides a match, and that later ones are not expected and not rated."""
    if state.event_rules.system != "match":
        return
    after = after_changes(state, changes)
    last = decided_after(after)
    if last == number:
        score = score_after(after, number)
        winner = max(score, key=lambda entry: score[entry])
        confirmations.note("match-decided", game=number, name=state.entries[winner].name)
    elif number in after_decision(after):
        confirmations.note("after-decision", decided=last)


def played_result(typed: str) -> str:
    """Return what was played on a board: the result of a game, never a forfeit."""
    result = parse_result(typed)
    if result not in PLAYED | SHORT:
        raise ArpadError("event-result-code", value=typed, known=", ".join(sorted(PLAYED | SHORT)))
    return result


def fits_seats(board: EventBoard, number: int, result: str) -> None:
    """Refuse a result of a game at a board of a team at which nobody sat on one side."""
    expected = empty_seat_result(*board.seats)
    if expected is not None and result not in ("-/-", expected):
        known = ", ".join(sorted({"-/-", expected}))
        raise ArpadError("event-board-empty", round=number, board=board.number, known=known)


def _on_boards(state: EventState, number: int, typed: Sequence[TypedResult]) -> dict[int, str]:
    """The results by board; a board may be named once."""
    named = {one.board for one in typed}
    free = [one.number for one in state.rounds[number].games if one.result is None and one.number not in named]
    results: dict[int, str] = {}
    for one in typed:
        if one.board is None and not free:
            raise ArpadError("event-results-many", round=number, result=one.result)
        board = free.pop(0) if one.board is None else one.board
        if board in results:
            raise ArpadError("event-results-twice", round=number, board=board)
        results[board] = one.result
    return results


@command
def clear_result(state: EventState, confirmations: Confirmations, number: int, board: int, *, at: str = "") -> Changes:
    """Take the result of a board away, as long as the next round is not published."""
    need_published(state, number)
    found = board_at(state, number, board)
    if found.result is None:
        return []
    if NOBODY in (found.white, found.black):
        raise ArpadError("event-board-empty", round=number, board=board, known=found.result)
    may_be_corrected(state, confirmations, number, [found], at)
    if next_is_out(state, number):
        raise ArpadError("event-clear-late", round=number, board=board, next=number + 1)
    data = {"round": number, "board": board, "was": found.result}
    return draft_given_up(state, confirmations, kinds.ResultCleared.change(data | confirmations.kept_reason))


@command
def absent_at(
    state: EventState,
    confirmations: Confirmations,
    number: int,
    entries: Iterable[int],
    *,
    announced: bool = False,
    at: str = "",
) -> Changes:
    """Laws 6.7: players who did not come lose by forfeit, all in one line. Their absence is unexplained (C.05 6.5)
    until they explain it, unless they had `announced` it to the arbiter."""
    need_published(state, number)
    gone = sorted({entry_at(state, entry).entry for entry in entries})
    boards = {board.number: board for entry in gone for board in [_open_board(state, number, entry)]}
    _default_time_over(state, confirmations, number, gone, at)
    results = [[board, _forfeit(boards[board], gone)] for board in sorted(boards)]
    data: dict[str, Any] = {"round": number, "results": results}
    silent = [] if announced or state.event_rules.team else without_word(state, number, gone)
    return [kinds.ResultsSet.change(data | confirmations.kept_reason), *silent]


def _no_shows(
    state: EventState, confirmations: Confirmations, number: int, results: Mapping[int, str], at: str
) -> list[LogChange]:
    """Laws 6.7: a forfeit that is entered for an open board means the same as the list of players who did not come:
    not before the default time is over, and absent without a word until it is explained (C.05 6.5)."""
    gone = [
        entry
        for board, result in results.items()
        for entry, sign in zip(board_at(state, number, board).seats, result.split("/"), strict=False)
        if result in FORFEITS and sign == "-" and entry != NOBODY and board_at(state, number, board).result is None
    ]
    if not gone:
        return []
    _default_time_over(
        state, confirmations, number, gone, at, begun=any(result in PLAYED for result in results.values())
    )
    return [] if state.event_rules.team else without_word(state, number, sorted(gone))


def _default_time_over(
    state: EventState, confirmations: Confirmations, number: int, gone: Sequence[int], at: str, *, begun: bool = False
) -> None:
    """Ask for a yes if players are marked absent before the default time of a round is over, or if it does not run
    because the round has not started. A round with the result of a game has begun, and nobody waits for players who
    have left the event."""
    if all(state.entries[entry].out_in(number + 1) for entry in gone):
        return
    lost_at = default_time(state, number)
    if lost_at is not None:
        if at and at < lost_at:
            confirmations.confirm(
                "default-time", round=number, at=event_times(state.event_rules).day_and_clock(lost_at)
            )
    elif not begun and not any(board.result in PLAYED for board in round_at(state, number).games):
        confirmations.confirm("default-no-start", round=number)


def without_word(state: EventState, number: int, entries: Iterable[int]) -> list[LogChange]:
    """Return the lines about players who did not come and gave no notice, if that is not known yet."""
    return [
        AbsenceUnexplained.change({"entry": entry, "round": number})
        for entry in entries
        if entry not in state.unexplained and not state.entries[entry].out_in(number + 1)
    ]


def _open_board(state: EventState, number: int, entry: int) -> EventBoard:
    for board in round_at(state, number).games:
        if entry in board.seats:
            if board.result is not None:
                raise ArpadError("event-board-done", round=number, board=board.number, result=board.result)
            return board
    raise ArpadError("event-no-board", round=number, entry=entry, name=state.entries[entry].name)


def _forfeit(board: EventBoard, gone: Sequence[int]) -> str:
    if board.white in gone and board.black in gone:
        return "-/-"
    return "-/+" if board.white in gone else "+/-"


@command
def publish_results(state: EventState, confirmations: Confirmations, number: int) -> Changes:
    """Publish the results of a complete round: the time for corrections begins (C.04.2.D.7)."""
    need_results(round_at(state, number))
    found = need_published(state, number)
    if found.results_n is not None:
        raise ArpadError("event-results-out", round=number)
    adjourned = [board.number for board in found.games if board.result == ADJOURNED]
    if adjourned:
        confirmations.note("results-adjourned", round=number, boards=boards_named(adjourned))
    return [ResultsPublished.change({"round": number})]
