"""Results: entered and cleared, players' claims, and corrections (C.04.2.D.8)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

from arpad.i18n import ArpadError
from arpad.inputs.declared import Input, as_typed, whole_numbers
from arpad.tournament.acts.act import (
    Act,
    AtBoard,
    EntryNumber,
    Reply,
    ResultText,
    RoundNumber,
    SeenVersion,
    Version,
    at_fields,
    entries_input,
    mark,
    reply_shape,
    result_input,
)
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
from arpad.tournament.documents import adjourned_games, board_document
from arpad.tournament.journal import Confirmations, Done, after_changes
from arpad.tournament.kinds import boards as kinds
from arpad.tournament.kinds.entries import AbsenceUnexplained, PenaltySet
from arpad.tournament.kinds.rounds import ResultsPublished, RoundCleared
from arpad.tournament.knockout import misfits
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.results import (
    ADJOURNED,
    FORFEITS,
    PLAYED,
    SHORT,
    UNUSUAL,
    TypedResult,
    is_final,
    parse_line,
    parse_result,
    parse_results,
)
from arpad.tournament.rules import half_points, plain
from arpad.tournament.schedules import after_decision, decided_after, score_after
from arpad.tournament.state import NOBODY, Entry, EventBoard, EventState, EventTeam, empty_seat_result, round_stage
from arpad.tournament.times import EventTimes, event_times, refuse_handed_over

# Claims: what the players of a board say about its result. They decide nothing, unless the rules accept two equal
# ones.

SIDES = ("white", "black")
DRAWS = ("1/2", "D-D", ADJOURNED)
"""What an adjourned game is for the pairing of the next round."""
IN_MANY = "event-board-unknown event-not-your-board event-results-many event-results-twice"
"""Problems of results that are entered together."""


def last_claims(state: EventState, number: int, board: int) -> dict[str, str]:
    """Return the last claim of each side of a board."""
    return {str(claim["side"]): str(claim["result"]) for claim in state.claims.get(number, {}).get(board, ())}


class KeepClaim(Act, frozen=True):
    """Keep what a player says about their own board."""

    writes = (kinds.ClaimMade, kinds.ResultSet)

    round: int
    board: int
    side: str
    result: str

    def decide(self, state: EventState, _confirmations: Confirmations) -> Changes:
        """If the rules accept claims, two equal ones set the result, and different ones are marked and never decided.
        The same claim again writes nothing."""
        if state.event_rules.claims == "off":
            raise ArpadError("event-claims-off")
        need_published(state, self.round)
        event_board = board_at(state, self.round, self.board)
        result = parse_result(self.result)
        if event_board.result is not None:
            raise ArpadError("event-claim-late", board=self.board, result=event_board.result)
        if result not in PLAYED:
            raise ArpadError("event-claim-result", result=result)
        claims = last_claims(state, self.round, self.board)
        data = {"round": self.round, "board": self.board, "result": result}
        new = [] if claims.get(self.side) == result else [kinds.ClaimMade.change({**data, "side": self.side})]
        other = claims.get(SIDES[1 - SIDES.index(self.side)])
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
        refuse_handed_over(state, number)
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


CORRECTED = at_fields(board="event-board-unknown", round="event-round-unknown")


class OfBoard(AtBoard, frozen=True):
    """A correction of one board."""

    back = "desk/corrections"
    problems = CORRECTED
    said = ("round", "board")


class SwapColours(OfBoard, frozen=True):
    """Swap the colours of a game that was played with the wrong ones."""

    name = "colours"
    reply_key = "colours"
    writes = (kinds.ColoursSwapped, RoundCleared)

    at: str = ""

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """White and Black change places, and each keeps the score."""
        need_published(state, self.round)
        event_board = board_at(state, self.round, self.board)
        may_be_corrected(state, confirmations, self.round, [event_board], self.at)
        data = {"round": self.round, "board": self.board, **confirmations.kept_reason}
        return draft_given_up(state, confirmations, kinds.ColoursSwapped.change(data))


def points_typed(_where: str, typed: str) -> Fraction:
    """Points, also taken away: -1/2, 1, -0.5."""
    try:
        return half_points(typed.strip().replace("−", "-").replace("½", "1/2").replace(",", "."))
    except ValueError:
        raise ArpadError("event-penalty", points=typed) from None


class SetPenalty(Act, frozen=True):
    """Take points away from a player, or add some; in a league, a team."""

    name = "penalty"
    path = "desk/corrections/penalty"
    back = "desk/corrections"
    writes = (PenaltySet, RoundCleared)
    problems = at_fields(entry="event-entry-unknown event-team-unknown")
    signed = True

    entry: EntryNumber
    round: RoundNumber
    points: Annotated[
        Fraction,
        Input(
            points_typed, about="Halves of a point: -1/2, 1.", max_length=10, flag="POINTS",
            help="cli.help.event-penalty-points",
        ),
    ]  # fmt: skip
    match_points: Annotated[
        Fraction,
        Input(points_typed, "option", flag="--match-points", metavar="POINTS", help="cli.help.event-penalty-match"),
    ] = Fraction(0)

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """Laws 12.9: as the chief arbiter decides; in an event of teams, from a team, which has match points too."""
        taken, of_match, number = self.points, self.match_points, self.round
        team, side = state.event_rules.team, _penalised(state, self.entry)
        round_at(state, number)
        if not (taken or of_match) or any((amount * 2).denominator != 1 for amount in (taken, of_match)):
            raise ArpadError("event-penalty", points=str(taken))
        if of_match and not team:
            raise ArpadError("event-no-teams")
        if state.finished:
            raise ArpadError("event-locked", round=number)
        confirmations.ask_reason("penalty", name=side.name, round=number, points=plain(taken or of_match))
        data = {("team" if team else "entry"): self.entry, "round": number, "points": plain(taken)}
        data |= {"match_points": plain(of_match)} if of_match else {}
        return draft_given_up(state, confirmations, PenaltySet.change({**data, "reason": confirmations.reason}))

    def reply(self, done: Done) -> Reply:
        team = done.state.event_rules.team
        values = {"entry": self.entry, "points": str(self.points), "round": self.round}
        document = {"team" if team else "entry": self.entry, "round": self.round, "points": self.points}
        return Reply("penalty", values, document | ({"match_points": self.match_points} if team else {}))


def _penalised(state: EventState, number: int) -> Entry | EventTeam:
    """The player with a pairing number, or the team."""
    if state.event_rules.team:
        return team_at(state, number)
    player = entry_at(state, number)
    if number not in state.numbers:
        raise ArpadError("event-without-number", entry=number, name=player.name)
    return player


class CorrectForRating(OfBoard, frozen=True):
    """Correct a result in the report for rating alone."""

    name = "correct"
    path = "desk/corrections"
    writes = (kinds.CorrectionRated,)

    result: ResultText

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """An error that is reported after the next round is corrected in the report for rating, and nowhere else."""
        result, number, board = parse_result(self.result), self.round, self.board
        need_published(state, number)
        event_board = board_at(state, number, board)
        if correction_window(state, number) != "rating":
            raise ArpadError("event-not-locked", round=number, board=board)
        if ADJOURNED in (result, event_board.result) or event_board.result is None:
            raise ArpadError("event-rating-open", round=number, board=board)
        if NOBODY in (event_board.white, event_board.black):
            raise ArpadError("event-board-empty", round=number, board=board, known=str(event_board.result))
        if result == event_board.as_rated:
            return []
        confirmations.ask_reason("rating-only", round=number, board=board, result=result)
        data = {"round": number, "board": board, "result": result, "was": event_board.as_rated}
        return [kinds.CorrectionRated.change({**data, "reason": confirmations.reason})]

    def reply(self, done: Done) -> Reply:
        return result_reply("corrected-rating", done, self)


def result_reply(key: str, done: Done, act: AtBoard) -> Reply:
    """Return a result with the names of the players, so that a wrong board is noticed; a dash for nobody."""
    state, board = done.state, done.state.rounds[act.round].boards[act.board]
    white, black = (state.entries[entry].name if entry in state.entries else "–" for entry in board.seats)
    result = board.rated or board.result
    values = {"round": act.round, "board": act.board, "white": white, "black": black, "result": result}
    return Reply(key, values, act.document(state))


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


class SetResult(AtBoard, frozen=True):
    """Enter the result of a board. The same result again writes nothing."""

    name = "result"
    path = "desk/results/{round}"
    back = "desk/results/{round}"
    writes = (kinds.ResultSet, RoundCleared, AbsenceUnexplained)
    problems = at_fields(board="event-board-unknown event-not-your-board")
    signed = True

    result: ResultText
    played: Annotated[str | None, result_input("--played", "played", "RESULT")] = None
    version: Version = None
    at: str = ""

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        number, board, result = self.round, self.board, parse_result(self.result)
        played = None if self.played is None else played_result(self.played)
        over_the_board = None if played == result else played
        if over_the_board is not None and result == ADJOURNED:
            raise ArpadError("event-rating-open", round=number, board=board)
        need_published(state, number)
        event_board = board_at(state, number, board)
        fits_seats(event_board, number, result)
        if event_board.result == result and (played is None or over_the_board == event_board.played):
            return []
        if not seen(event_board.version, self.version, untouched=not event_board.history):
            raise ChangedMeanwhile(number, event_board, event_times(state.event_rules))
        may_be_corrected(state, confirmations, number, [event_board], self.at)
        _tell_resumed(state, confirmations, number, {board: result})
        if result in UNUSUAL or over_the_board is not None:
            confirmations.ask_reason("unusual", round=number, board=board, result=result)
        data: dict[str, Any] = {"round": number, "board": board, "result": result}
        if event_board.result is not None:
            data["was"] = event_board.result
        if over_the_board is not None:
            data["played"] = over_the_board
        silent = _no_shows(state, confirmations, number, {board: result}, self.at)
        changes = draft_given_up(state, confirmations, kinds.ResultSet.change(data | confirmations.kept_reason))
        _tell_decision(state, confirmations, number, changes)
        return [*changes, *silent]

    def reply(self, done: Done) -> Reply:
        reply = result_reply("result", done, self)
        return reply._replace(values={**reply.values, **self.words(done)})

    def words(self, done: Done) -> Mapping[str, object]:
        return {"board": self.board, "result": done.state.rounds[self.round].boards[self.board].result}


class OfResults(Act, frozen=True):
    """Results for boards of a round, after which some are still open."""

    back = "desk/results/{round}"
    writes = (kinds.ResultsSet, RoundCleared, AbsenceUnexplained)
    answers = (reply_shape("OpenBoards", round=int, state=str, open=list[int]),)

    round: RoundNumber

    def reply(self, done: Done) -> Reply:
        document, new = self.document(done.state), boards_set(done)
        open_ = document["open"]
        adjourned = [board for number, board in adjourned_games(done.state) if number == self.round]
        counts = {"round": self.round, "count": len(new), "open": len(open_), "adjourned": len(adjourned)}
        boards = [board_document(done.state, self.round, board) for board in new]
        key = "results-adjourned" if adjourned else "results"
        return Reply(key, counts, {"round": self.round, "state": document["state"], "boards": boards, "open": open_})

    def document(self, state: EventState) -> Mapping[str, Any]:
        return {
            "round": self.round,
            "state": round_stage(state, self.round),
            "open": state.rounds[self.round].open_boards,
        }


class SetResults(OfResults, frozen=True):
    """Enter many results, all or nothing: lines with a board and a result, or results for the open boards in order."""

    name = "results"
    path = "desk/results/{round}/many"
    problems = at_fields(results=IN_MANY)

    results: Annotated[
        Sequence[TypedResult],
        Input(
            lambda _where, typed: parse_results(typed), "area", "Lines `board result`, or results alone.",
            max_length=20_000, flag="FILE", help="cli.help.event-results-file",
        ),
    ]  # fmt: skip
    version: SeenVersion = None
    at: str = ""

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """Results without a board go down the boards that have none. `version` is the line of the log up to which the
        boards were seen."""
        number, version = self.round, self.version
        need_published(state, number)
        results = _on_boards(state, number, self.results)
        for place, result in results.items():
            fits_seats(board_at(state, number, place), number, result)
        new = {board: result for board, result in results.items() if board_at(state, number, board).result != result}
        if not new:
            return []
        boards = [board_at(state, number, board) for board in new]
        for board in boards:
            if version is not None and board.version > version:
                raise ChangedMeanwhile(number, board, event_times(state.event_rules))
        may_be_corrected(state, confirmations, number, boards, self.at)
        _tell_resumed(state, confirmations, number, new)
        if unusual := [board for board, result in new.items() if result in UNUSUAL]:
            confirmations.ask_reason("unusual", round=number, board=boards_named(unusual), result=new[unusual[0]])
        data: dict[str, Any] = {"round": number, "results": [[board, new[board]] for board in sorted(new)]}
        if was := [[board.number, board.result] for board in boards if board.result is not None]:
            data["was"] = was
        silent = _no_shows(state, confirmations, number, new, self.at)
        changes = draft_given_up(state, confirmations, kinds.ResultsSet.change(data | confirmations.kept_reason))
        _tell_decision(state, confirmations, number, changes)
        return [*changes, *silent]

    def words(self, done: Done) -> Mapping[str, object]:
        return {"count": len(boards_set(done)), "open": len(done.state.rounds[self.round].open_boards)}


class EnterLine(OfResults, frozen=True):
    """Enter a line of keys: a board and a key, or keys alone, which go down the boards that are named."""

    name = "line"
    problems = at_fields(keys=f"{IN_MANY} event-results-item")

    keys: Annotated[str, Input(as_typed, about="`12 1, 13 =`; or keys alone: `1`, `1=0`.", max_length=400)]
    boards: Annotated[
        Sequence[int],
        Input(whole_numbers, "hidden", "The open boards, in the order in which keys go down them.", max_length=6000),
    ] = ()
    version: SeenVersion = None
    at: str = ""

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        typed = parse_line(self.keys, self.boards)
        return SetResults(self.round, typed, self.version, self.at)(state, confirmations)

    def words(self, done: Done) -> Mapping[str, object]:
        set_ = [f"{board}: {result}" for line in done.lines for board, result in line.data.get("results", ())]
        return {"results": ", ".join(set_) or "–", "open": len(done.state.rounds[self.round].open_boards)}


def boards_set(done: Done) -> list[int]:
    """Return the boards that an act gave results."""
    return [board for line in done.lines if line.kind == kinds.ResultsSet.key for board, _ in line.data["results"]]


def _tell_resumed(state: EventState, confirmations: Confirmations, number: int, results: Mapping[int, str]) -> None:
    """VCL 163: ask for a yes if an adjourned game ends otherwise than the next pairing took it, as a draw."""
    if not state.event_rules.swiss or not next_is_out(state, number):
        return
    before = state.rounds[number].boards
    for board, result in results.items():
        if before[board].result == ADJOURNED and result not in DRAWS:
            confirmations.confirm("resumed-otherwise", round=number, next=number + 1, board=board, result=result)


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
    named = {typed_result.board for typed_result in typed}
    free = [game.number for game in state.rounds[number].games if game.result is None and game.number not in named]
    results: dict[int, str] = {}
    for typed_result in typed:
        if typed_result.board is None and not free:
            raise ArpadError("event-results-many", round=number, result=typed_result.result)
        board = free.pop(0) if typed_result.board is None else typed_result.board
        if board in results:
            raise ArpadError("event-results-twice", round=number, board=board)
        results[board] = typed_result.result
    return results


class ClearResult(AtBoard, frozen=True):
    """Take the result of a board away."""

    name = "clear-result"
    path = "desk/results/{round}/clear"
    back = "desk/results/{round}"
    reply_key = "result-cleared"
    writes = (kinds.ResultCleared, RoundCleared)
    least = "arbiter"

    at: str = ""

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """As long as the next round is not published."""
        number, board = self.round, self.board
        need_published(state, number)
        event_board = board_at(state, number, board)
        if event_board.result is None:
            return []
        if NOBODY in (event_board.white, event_board.black):
            raise ArpadError("event-board-empty", round=number, board=board, known=event_board.result)
        may_be_corrected(state, confirmations, number, [event_board], self.at)
        if next_is_out(state, number):
            raise ArpadError("event-clear-late", round=number, board=board, next=number + 1)
        data = {"round": number, "board": board, "was": event_board.result}
        return draft_given_up(state, confirmations, kinds.ResultCleared.change(data | confirmations.kept_reason))


class AbsentAt(Act, frozen=True):
    """Laws 6.7: players who did not come lose by forfeit, all in one line of the log."""

    name = "absent-at"
    path = "desk/results/{round}/absent"
    back = "desk/results/{round}"
    writes = (kinds.ResultsSet, AbsenceUnexplained)
    least = "arbiter"
    problems = at_fields(entries="event-no-board event-board-done")

    round: RoundNumber
    entries: Annotated[
        Sequence[int], replace(entries_input("ENTRY", "ENTRY...", "absent-entries"), max_length=6000, several=True)
    ]
    told: Annotated[bool, mark("--told")] = False
    at: str = ""

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """Their absence is unexplained (C.05 6.5) until they explain it, unless they had `told` it to the arbiter."""
        number = self.round
        need_published(state, number)
        gone = sorted({entry_at(state, entry).entry for entry in self.entries})
        boards = {board.number: board for entry in gone for board in [_open_board(state, number, entry)]}
        _default_time_over(state, confirmations, number, gone, self.at)
        results = [[board, _forfeit(boards[board], gone)] for board in sorted(boards)]
        data: dict[str, Any] = {"round": number, "results": results}
        silent = [] if self.told or state.event_rules.team else without_word(state, number, gone)
        _tell_next(state, confirmations, number, silent)
        return [kinds.ResultsSet.change(data | confirmations.kept_reason), *silent]

    def reply(self, done: Done) -> Reply:
        boards = [board_document(done.state, self.round, board) for board in boards_set(done)]
        return Reply("absent-at", {"round": self.round, "count": len(set(self.entries))}, {"boards": boards})

    def words(self, _done: Done) -> Mapping[str, object]:
        return {"count": len(self.entries)}


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
    silent = [] if state.event_rules.team else without_word(state, number, sorted(gone))
    _tell_next(state, confirmations, number, silent)
    return silent


def _tell_next(state: EventState, confirmations: Confirmations, number: int, silent: Sequence[LogChange]) -> None:
    """Say what the next round means for players who did not come and gave no notice (C.04.2.D.2)."""
    if number < state.event_rules.rounds:
        code = "absent-next" if state.event_rules.swiss else "absent-next-table"
        for change in silent:
            confirmations.note(code, name=state.entries[change.data["entry"]].name, round=number, next=number + 1)


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


class PublishResults(Act, frozen=True):
    """Publish the results of a round: the time for corrections begins."""

    name = "publish-results"
    path = "desk/results/{round}/publish"
    back = "desk/results/{round}"
    writes = (ResultsPublished,)
    said = ("round",)

    round: RoundNumber

    def decide(self, state: EventState, confirmations: Confirmations) -> Changes:
        """The results of a complete round (C.04.2.D.7)."""
        number = self.round
        need_results(round_at(state, number))
        event_round = need_published(state, number)
        if event_round.results_n is not None:
            raise ArpadError("event-results-out", round=number)
        adjourned = [board.number for board in event_round.games if board.result == ADJOURNED]
        if adjourned:
            confirmations.note("results-adjourned", round=number, boards=boards_named(adjourned))
        return [ResultsPublished.change({"round": number})]

    def reply(self, done: Done) -> Reply:
        stage = round_stage(done.state, self.round)
        return Reply("results-published", {"round": self.round}, {"round": self.round, "state": stage})
