"""Lines about rounds: drawn, amended, cleared, published, recalled, started, locked."""

from arpad.tournament.changing import changed
from arpad.tournament.folds.common import breached, made_boards, remarked, with_round, without_round
from arpad.tournament.log import LogLine
from arpad.tournament.state import EventRound, EventState


def _drawn(state: EventState, line: LogLine) -> EventState:
    data = line.data
    new = EventRound(
        data["round"],
        made_boards(line),
        data.get("bye"),
        dict(data.get("absent", ())),
        numbers=tuple(data.get("numbers", ())),
        engine=data.get("engine", ""),
        matches=tuple((number, white, black) for number, white, black in data.get("matches", ())),
        drawn_n=line.n,
        lifted=tuple(data.get("lifted", ())),
    )
    return changed(state, rounds={**state.rounds, new.number: new})


def _amended(state: EventState, line: LogLine) -> EventState:
    """The boards of a draft are replaced as a whole. Of a published round, boards that stay as they were keep what they
    have."""
    data, number = line.data, line.data["round"]
    old = state.rounds[number]
    boards = {
        board.number: kept
        if (kept := old.boards.get(board.number)) and (kept.white, kept.black) == (board.white, board.black)
        else board
        for board in made_boards(line).values()
    }
    found = with_round(
        state,
        number,
        boards=boards,
        bye=data.get("bye"),
        absent=dict(data.get("absent", old.absent.items())),
        matches=tuple((match, white, black) for match, white, black in data.get("matches", old.matches)),
        amended_n=line.n,
    )
    if old.published_n is not None and not data.get("met_before"):
        found = breached(found, line, "amended", number)
    if data.get("differs"):
        found = breached(found, line, "draw", number)
        found = remarked(found, "MPA", number, "amended", reason=data.get("reason", ""))
    return found


def _cleared(state: EventState, line: LogLine) -> EventState:
    return without_round(state, line.data["round"])


def _published(state: EventState, line: LogLine) -> EventState:
    return with_round(state, line.data["round"], published_n=line.n, published_at=line.at)


def _recalled(state: EventState, line: LogLine) -> EventState:
    number = line.data["round"]
    void = line.data.get("void_results", False)
    boards = state.rounds[number].boards
    if void:
        boards = {known: changed(board, result=None, version=line.n) for known, board in boards.items()}
    found = with_round(state, number, published_n=None, published_at="", started_at="", boards=boards)
    return breached(found, line, "recalled", number) if void else found


def _started(state: EventState, line: LogLine) -> EventState:
    return with_round(state, line.data["round"], started_at=line.data.get("at") or line.at)


def _locked(state: EventState, line: LogLine) -> EventState:
    return with_round(state, line.data["round"], locked=True, unlocked=False)


def _unlocked(state: EventState, line: LogLine) -> EventState:
    number = line.data["round"]
    return breached(with_round(state, number, locked=False, unlocked=True), line, "unlocked", number)


def _results_published(state: EventState, line: LogLine) -> EventState:
    return with_round(state, line.data["round"], results_n=line.n)


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
