"""Apply log lines about rounds, boards, knock-out ties and play-offs to the state of an event."""

from collections.abc import Iterable, Sequence

from arpad.tournament._apply_entries import (
    breached,
    made_boards,
    remarked,
    seated,
    with_board,
    with_result,
    with_round,
    without,
    without_round,
)
from arpad.tournament.log import LogLine
from arpad.tournament.results import ADJOURNED, SWAPPED
from arpad.tournament.state import EventBoard, EventRound, EventState, changed, empty_seat_result

# Lines about boards: results, corrections, colours, substitute games, tables.


def _set(state: EventState, line: LogLine) -> EventState:
    if line.data.get("play_off"):
        return _play_off_set(state, line)
    return _entered(state, line, [(line.data["board"], line.data["result"])])


def _play_off_set(state: EventState, line: LogLine) -> EventState:
    """A game of a play-off: it stands beside the rounds, and gives no points in the event."""
    number, game = line.data["tie"], line.data["board"]
    boards = state.play_offs[number]
    board = with_result(boards[game], line, line.data["result"])
    return changed(state, play_offs={**state.play_offs, number: {**boards, game: board}})


def _several_set(state: EventState, line: LogLine) -> EventState:
    return _entered(state, line, line.data["results"])


def _entered(state: EventState, line: LogLine, results: Sequence[tuple[int, str]]) -> EventState:
    """Results of a round, all at once."""
    data = line.data
    number, played = data["round"], data.get("played")
    before = state.rounds[number].boards
    boards = dict(before)
    for board, result in results:
        boards[board] = with_result(before[board], line, result, played=played, rated=None)
    event = with_round(state, number, boards=boards)
    for board, result in results:
        event = _with_remark(event, before[board], result, number)
    return event


def _with_remark(state: EventState, board: EventBoard, result: str, number: int) -> EventState:
    """Add the remark that a file must have: for an adjourned game, or a result corrected after the next round was
    published."""
    players = {"white": board.white, "black": board.black}
    if result == ADJOURNED:
        return remarked(state, "Adjournment", number, "adjourned", **players)
    after = state.rounds.get(number + 1)
    if after is None or after.published_n is None or board.result is None:
        return state
    if board.result == ADJOURNED:
        return remarked(state, "Adjournment", number, "resumed", result=result, **players)
    return remarked(state, "Correction", number, "corrected", was=board.result, result=result, **players)


def _result_cleared(state: EventState, line: LogLine) -> EventState:
    number = line.data["round"]
    board = state.rounds[number].boards[line.data["board"]]
    return with_board(state, number, with_result(board, line, None, played=None, rated=None))


def _rated(state: EventState, line: LogLine) -> EventState:
    number, result = line.data["round"], line.data["result"]
    board = state.rounds[number].boards[line.data["board"]]
    rated = None if result == board.result else result
    event = with_board(state, number, changed(board, rated=rated, version=line.n))
    values = {"white": board.white, "black": board.black, "result": result, "was": board.result}
    return remarked(event, "Rating only", number, "rated", **values)


def _swapped(state: EventState, line: LogLine) -> EventState:
    """White and Black change places, and each keeps the score."""
    number = line.data["round"]
    board = state.rounds[number].boards[line.data["board"]]
    turned = changed(
        board,
        white=board.black,
        black=board.white,
        played=board.played and SWAPPED[board.played],
        rated=board.rated and SWAPPED[board.rated],
    )
    if board.result is None:
        return with_board(state, number, changed(turned, version=line.n))
    return with_board(state, number, with_result(turned, line, SWAPPED[board.result]))


def _substituted(state: EventState, line: LogLine) -> EventState:
    """Two boards are given up; the two players who came play each other on a board after the last one."""
    number, data = line.data["round"], line.data
    before = state.rounds[number]
    if "undoes" in data:
        return _not_substituted(state, line)
    ended = {
        known: changed(board, substituted=True, version=line.n) if known in data["boards"] else board
        for known, board in before.boards.items()
    }
    new = EventBoard(max(ended) + 1, data["white"], data["black"], version=line.n)
    state = with_round(state, number, boards={**ended, new.number: new}, missing=(*before.missing, *data["absent"]))
    values = {"white": new.white, "black": new.black, "boards": list(data["boards"])}
    return remarked(state, "Substitution", number, "substituted", **values)


def _not_substituted(state: EventState, line: LogLine) -> EventState:
    """A substitute game that is undone: its board is gone, and the two that were given up are there again."""
    number, data = line.data["round"], line.data
    found = state.rounds[number]
    boards = {
        known: changed(board, substituted=False, version=line.n) if known in data["boards"] else board
        for known, board in found.boards.items()
        if known != data["board"]
    }
    missing = tuple(entry for entry in found.missing if entry not in data["absent"])
    return with_round(state, number, boards=boards, missing=missing)


def _board_added(state: EventState, line: LogLine) -> EventState:
    number, data = line.data["round"], line.data
    found = state.rounds[number]
    if "undoes" in data:
        boards = without(found.boards, data["board"])
        return with_round(state, number, boards=boards, bye=data["bye"], absent=dict(data["absent"]))
    new = EventBoard(data["board"], data["white"], data["black"], version=line.n)
    both = {new.white, new.black}
    if data.get("rematch"):
        state = breached(state, line, "rematch", number)
    return with_round(
        state,
        number,
        boards={**found.boards, new.number: new},
        bye=None if found.bye in both else found.bye,
        absent={entry: kind for entry, kind in found.absent.items() if entry not in both},
    )


def _table_set(state: EventState, line: LogLine) -> EventState:
    number = line.data["round"]
    board = state.rounds[number].boards[line.data["board"]]
    return with_board(state, number, changed(board, table=line.data["table"], version=line.n))


def _claimed(state: EventState, line: LogLine) -> EventState:
    number, board = line.data["round"], line.data["board"]
    known = state.claims.get(number, {})
    now = {**known, board: (*known.get(board, ()), {**line.data, "n": line.n})}
    return changed(state, claims={**state.claims, number: now})


RESULT_EFFECTS = {
    "result.set": _set,
    "results.set": _several_set,
    "result.cleared": _result_cleared,
    "correction.rated": _rated,
    "colours.swapped": _swapped,
    "board.substituted": _substituted,
    "board.added": _board_added,
    "table.set": _table_set,
    "claim.made": _claimed,
}


# Lines about rounds: drawn, amended, cleared, published, recalled, started, locked.


def _drawn(state: EventState, line: LogLine) -> EventState:
    data = line.data
    new = EventRound(
        data["round"],
        made_boards(state, line),
        data.get("bye"),
        dict(data.get("absent", ())),
        tuple(data.get("missing", ())),
        numbers=tuple(data.get("numbers", ())),
        engine=data.get("engine", ""),
        matches=tuple((number, white, black) for number, white, black in data.get("matches", ())),
        drawn_n=line.n,
        lifted=tuple(data.get("lifted", ())),
        differs=bool(data.get("differs")),
    )
    return seated(changed(state, rounds={**state.rounds, new.number: new}), line, new.number)


def _amended(state: EventState, line: LogLine) -> EventState:
    """The boards are replaced as a whole. Of a published round, boards that stay as they were keep what they have; it
    is a breach unless two had met before, or an article permits it."""
    data, number = line.data, line.data["round"]
    old = state.rounds[number]
    boards = {
        board.number: kept if (kept := old.boards.get(board.number)) and kept.seats == board.seats else board
        for board in made_boards(state, line).values()
    }
    found = with_round(
        state,
        number,
        boards=boards,
        bye=data.get("bye"),
        absent=dict(data.get("absent", old.absent.items())),
        matches=tuple((match, white, black) for match, white, black in data.get("matches", old.matches)),
        amended_n=line.n,
        differs=bool(data.get("differs")),
    )
    if old.published_n is None:
        return found
    found = changed(found, posted={**found.posted, number: found.rounds[number].paired})
    if not (data.get("met_before") or data.get("permitted")):
        found = breached(found, line, "amended", number)
    if data.get("rematch"):
        found = breached(found, line, "rematch", number)
    return remarked(found, "MPA", number, "amended", reason=data.get("reason", ""))


def _round_cleared(state: EventState, line: LogLine) -> EventState:
    """The draft is gone. Line-ups that were given for the round stay; those by default go with its matches."""
    number = line.data["round"]
    kept = {key: one for key, one in state.lineups.items() if key[1] != number or one.by != "default"}
    return changed(without_round(state, number), lineups=kept)


def _published(state: EventState, line: LogLine) -> EventState:
    """From here on the pairing stands. One that differs from the engine is a breach, and so is one in the place of
    another that was published, unless two of that one had met before or an article permits the change."""
    data, number = line.data, line.data["round"]
    one = state.rounds[number]
    found = with_round(state, number, published_n=line.n, published_at=line.at)
    found = changed(found, posted={**state.posted, number: one.paired})
    excused = data.get("met_before") or data.get("permitted")
    replaced = number in state.posted and _seats(state.posted[number]) != _seats(one.paired)
    if replaced and not excused:
        found = breached(found, line, "replaced", number)
    if one.differs and not data.get("permitted"):
        found = breached(found, line, "draw", number)
    if data.get("rematch"):
        found = breached(found, line, "rematch", number)
    if replaced or one.differs:
        found = remarked(found, "MPA", number, "amended", reason=data.get("reason", ""))
    return found


def _seats(boards: Iterable[EventBoard]) -> set[tuple[int, int]]:
    return {board.seats for board in boards}


def _recalled(state: EventState, line: LogLine) -> EventState:
    """The round is a draft again. Results that are void stay in the history of their boards."""
    number = line.data["round"]
    void = line.data.get("void_results", False)
    boards = state.rounds[number].boards
    if void:
        boards = {known: _emptied(board, line) if board.entered else board for known, board in boards.items()}
    begun = {"started_at": "", "started_n": None}
    none = {"published_n": None, "published_at": "", "results_n": None, "results_at": ""}
    forfeits = {} if void else state.rounds[number].forfeits
    found = seated(with_round(state, number, boards=boards, forfeits=forfeits, **begun, **none), line, number)
    found = changed(found, posted={**state.posted, number: found.rounds[number].paired})
    return breached(found, line, "recalled", number) if void else found


def _emptied(board: EventBoard, line: LogLine) -> EventBoard:
    """A board without its result, but for one that it has because nobody sat at it."""
    known = empty_seat_result(*board.seats)
    return changed(board, result=known, played=None, rated=None, version=line.n)


def _started(state: EventState, line: LogLine) -> EventState:
    """The round has started at an instant. An empty one undoes it."""
    at = line.data.get("at", line.at)
    return with_round(state, line.data["round"], started_at=at, started_n=line.n if at else None)


def _locked(state: EventState, line: LogLine) -> EventState:
    """The round is locked. If an unlocking is undone, it is as it was: perhaps locked by the next round only."""
    return with_round(state, line.data["round"], locked=line.data.get("locked", True), unlocked=False)


def _unlocked(state: EventState, line: LogLine) -> EventState:
    """A breach, but for a slip that is undone at once."""
    number = line.data["round"]
    found = with_round(state, number, locked=False, unlocked=line.data.get("unlocked", True))
    return found if "undoes" in line.data else breached(found, line, "unlocked", number)


def _results_published(state: EventState, line: LogLine) -> EventState:
    """Results that were published and recalled keep the time of it: the schedule does not publish them again."""
    if line.data.get("recalled"):
        return with_round(state, line.data["round"], results_n=None, results_at=line.at)
    return with_round(state, line.data["round"], results_n=line.n, results_at=line.at)


ROUND_EFFECTS = {
    "round.drawn": _drawn,
    "round.amended": _amended,
    "round.cleared": _round_cleared,
    "round.published": _published,
    "round.recalled": _recalled,
    "round.started": _started,
    "round.locked": _locked,
    "round.unlocked": _unlocked,
    "results.published": _results_published,
}


# Lines about the ties of a knock-out, and about play-offs: stages are opened, colours drawn by lot.


def _stage(state: EventState, line: LogLine) -> EventState:
    data = line.data
    boards = {
        number: EventBoard(number, white, black, version=line.n, tie=data["tie"], stage=data["stage"])
        for number, white, black in data["boards"]
    }
    if data.get("play_off"):
        known = state.play_offs.get(data["tie"], {})
        return changed(state, play_offs={**state.play_offs, data["tie"]: {**known, **boards}})
    found = state.rounds[data["round"]]
    return with_round(state, data["round"], boards={**found.boards, **boards})


def _lot(state: EventState, _line: LogLine) -> EventState:
    """Change nothing: the log keeps the lot, and the stage that follows has its colours."""
    return state


TIE_EFFECTS = {"tie.stage": _stage, "tie.lot": _lot}
