"""Lines about rounds: drawn, amended, cleared, published, recalled, started, locked."""

from collections.abc import Iterable

from arpad.tournament.changing import changed
from arpad.tournament.folds.common import breached, made_boards, remarked, with_round, without_round
from arpad.tournament.folds.teams import seated
from arpad.tournament.log import LogLine
from arpad.tournament.state import EventBoard, EventRound, EventState
from arpad.tournament.team_play.teams import empty_seat_result


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


def _cleared(state: EventState, line: LogLine) -> EventState:
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


FOLDS = {
    "round.drawn": _drawn,
    "round.amended": _amended,
    "round.cleared": _cleared,
    "round.published": _published,
    "round.recalled": _recalled,
    "round.started": _started,
    "round.locked": _locked,
    "round.unlocked": _unlocked,
    "results.published": _results_published,
}
