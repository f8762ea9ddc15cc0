"""Kinds of log lines about rounds: line-ups of teams, draws, publications, ties of a knock-out and play-offs."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from arpad.tournament.kinds.boards import ColoursSwapped, ResultCleared, ResultSet, ResultsSet
from arpad.tournament.kinds.kind import LineKind, Undoing, breached, remarked, with_round, without
from arpad.tournament.log import Changes, LogChange, LogLine
from arpad.tournament.state import EventBoard, EventRound, EventState, Exchange, TeamLineUp, empty_seat_result
from arpad.tournament.teams import board_number, colour_pattern

# Line-ups of teams, which become boards, and matches that nobody came to.


def seated(state: EventState, line: LogLine, number: int, team: int | None = None) -> EventState:
    """Return the state with the boards of the matches of a round, or of a team's match: they are made when both
    line-ups stand. A board whose players stay keeps what it has."""
    round_ = state.rounds.get(number)
    for match in round_.matches if round_ is not None else ():
        if team is None or team in match[1:]:
            state = _match_seated(state, line, number, *match)
    return state


def _match_seated(state: EventState, line: LogLine, number: int, place: int, white: int, black: int) -> EventState:
    """A board with an empty seat has its result: the other player has won without a game."""
    round_ = state.rounds[number]
    first, second = state.lineups.get((white, number)), state.lineups.get((black, number))
    if first is None or second is None or place in round_.forfeits:
        return state
    boards = {known: board for known, board in round_.boards.items() if board.match != place}
    pattern = colour_pattern(state)
    for board, (mine, other) in enumerate(zip(first.players, second.players, strict=True), 1):
        seats = (mine, other) if pattern[board - 1] == "W" else (other, mine)
        at = board_number(state, place, board)
        old = round_.boards.get(at)
        new = EventBoard(at, *seats, empty_seat_result(*seats), version=line.n, match=place)
        boards[at] = old if old is not None and set(old.seats) == set(seats) else new
    return with_round(state, number, boards=boards)


class LineUpSet(LineKind):
    key, role = "lineup.set", "captain"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        data = line.data
        line_up = TeamLineUp(data["team"], data["round"], tuple(data["players"]), data["by"], line.at)
        state = replace(state, lineups={**state.lineups, (line_up.team, line_up.round): line_up})
        return seated(state, line, line_up.round, line_up.team)

    def undo(self, undoing: Undoing) -> Changes:
        """The line-up before, if there was one: a round that has begun needs one."""
        team, number = undoing.data["team"], undoing.data["round"]
        before = undoing.before.lineups.get((team, number))
        if before is None:
            undoing.instead("line-up")
        return [undoing.change(LineUpSet, team=team, round=number, players=list(before.players), by=before.by)]


class MatchForfeited(LineKind):
    key, role, instead = "match.forfeited", "chief", "match"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        number, match = line.data["round"], line.data["match"]
        before = state.rounds[number]
        boards = {known: board for known, board in before.boards.items() if board.match != match}
        return with_round(state, number, boards=boards, forfeits={**before.forfeits, match: line.data["forfeit"]})


# The ties of a knock-out, and play-offs: stages are opened, colours drawn by lot.


class StageOpened(LineKind):
    key, role, instead = "tie.stage", "arbiter", "tie"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        data = line.data
        boards = {
            number: EventBoard(number, white, black, version=line.n, tie=data["tie"], stage=data["stage"])
            for number, white, black in data["boards"]
        }
        if data.get("play_off"):
            known = state.play_offs.get(data["tie"], {})
            return replace(state, play_offs={**state.play_offs, data["tie"]: {**known, **boards}})
        return with_round(state, data["round"], boards={**state.rounds[data["round"]].boards, **boards})


class TieLot(LineKind):
    key, role, instead = "tie.lot", "arbiter", "tie"

    def apply(self, state: EventState, _line: LogLine) -> EventState:
        """Change nothing: the log keeps the lot, and the stage that follows has its colours."""
        return state


# Rounds: drawn, amended, cleared, published, recalled, started, locked.


def _boards_of(state: EventState, line: LogLine) -> dict[int, EventBoard]:
    """The boards of a line that draws or amends a round. Two players who were paired in this round before keep the
    history of their board."""
    known = {old.seats: old.history for old in state.posted.get(line.data["round"], ())}
    return {
        number: EventBoard(number, white, black, version=line.n, history=known.get((white, black), ()))
        for number, white, black in line.data.get("boards", ())
    }


def _draft_before(undoing: Undoing) -> list[LogChange]:
    """The draft as it was before a line: the line that drew it, and those that amended it."""
    number = undoing.data["round"]
    lines = undoing.log[undoing.before.rounds[number].drawn_n - 1 : undoing.line.n - 1]
    kinds = {kind.key for kind in (RoundDrawn, RoundAmended, StageOpened, LineUpSet)}
    return undoing.again(line for line in lines if line.kind in kinds and line.data.get("round") == number)


def exchanged(differs: Any) -> Exchange:
    """Return the pairs of a round that differ from those of the engine, and those of the engine in their place; a
    player with None has the bye."""
    pairs: list[dict[tuple[int, int | None], None]] = [{}, {}]
    for one in differs if isinstance(differs, list) else ():
        for found, (opponent, colour) in zip(pairs, (one["given"], one["expected"]), strict=True):
            found[(opponent, one["entry"]) if colour == "b" else (one["entry"], opponent)] = None
    return tuple(pairs[0]), tuple(pairs[1])


def _told_by_hand(state: EventState, line: LogLine, number: int) -> EventState:
    """The remark of a round that somebody has paired: with the pairs that differ from those of the engine."""
    given, expected = state.rounds[number].exchanged
    key, pairs = ("paired", {"given": given, "expected": expected}) if given else ("amended", {})
    return remarked(state, "MPA", number, key, reason=line.data.get("reason", ""), **pairs)


class RoundDrawn(LineKind):
    key, role = "round.drawn", "pairer"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        data = line.data
        new = EventRound(
            data["round"],
            _boards_of(state, line),
            data.get("bye"),
            dict(data.get("absent", ())),
            tuple(data.get("missing", ())),
            numbers=tuple(data.get("numbers", ())),
            engine=data.get("engine", ""),
            matches=tuple((number, white, black) for number, white, black in data.get("matches", ())),
            drawn_n=line.n,
            lifted=tuple(data.get("lifted", ())),
            differs=bool(data.get("differs")),
            exchanged=exchanged(data.get("differs", ())),
        )
        return seated(replace(state, rounds={**state.rounds, new.number: new}), line, new.number)

    def undo(self, undoing: Undoing) -> Changes:
        undoing.free_of_kinds(RoundCleared, same="round")
        undoing.free_of_publication(undoing.data["round"])
        return [undoing.change(RoundCleared, round=undoing.data["round"])]


class RoundCleared(LineKind):
    """A draft is gone. It is also given up when a result before it changes."""

    key, role = "round.cleared", "pairer"
    follows = ResultSet, ResultsSet, ResultCleared, ColoursSwapped

    def apply(self, state: EventState, line: LogLine) -> EventState:
        """Line-ups that were given for the round stay; those by default go with its matches."""
        number = line.data["round"]
        return replace(
            state,
            rounds=without(state.rounds, number),
            lineups={
                key: lineup for key, lineup in state.lineups.items() if key[1] != number or lineup.by != "default"
            },
        )

    def undo(self, undoing: Undoing) -> Changes:
        """A draft that was cleared last is there again; later the state may be another one, so it is drawn again."""
        if not undoing.is_last:
            undoing.instead("draw")
        return _draft_before(undoing)


class RoundAmended(LineKind):
    key, role = "round.amended", "pairer"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        """The boards are replaced as a whole. Of a published round, boards that stay as they were keep what they have;
        it is a breach unless two had met before, or an article permits it."""
        data, number = line.data, line.data["round"]
        old = state.rounds[number]
        boards = {
            board.number: event_board
            if (event_board := old.boards.get(board.number)) and event_board.seats == board.seats
            else board
            for board in _boards_of(state, line).values()
        }
        event = with_round(
            state,
            number,
            boards=boards,
            bye=data.get("bye"),
            absent=dict(data.get("absent", old.absent.items())),
            matches=tuple((match, white, black) for match, white, black in data.get("matches", old.matches)),
            amended_n=line.n,
            differs=bool(data.get("differs")),
            exchanged=exchanged(data.get("differs", ())),
        )
        if old.published_n is None:
            return event
        event = replace(event, posted={**event.posted, number: event.rounds[number].paired})
        if not (data.get("met_before") or data.get("permitted")):
            event = breached(event, line, "amended", number)
        if data.get("rematch"):
            event = breached(event, line, "rematch", number)
        return _told_by_hand(event, line, number)

    def undo(self, undoing: Undoing) -> Changes:
        """A draft is what it was. A published round stands: another pairing is amended, with its own reason."""
        number = undoing.data["round"]
        if undoing.before.rounds[number].published_n is not None:
            undoing.instead("amend")
        undoing.free_of_publication(number)
        return [undoing.change(RoundCleared, round=number), *_draft_before(undoing)]


class RoundPublished(LineKind):
    key, role = "round.published", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        """From here on the pairing stands. One that differs from the engine is a breach, and so is one in the place of
        another that was published, unless two of that one had met before or an article permits the change."""
        data, number = line.data, line.data["round"]
        round_ = state.rounds[number]
        event = with_round(state, number, published_n=line.n, published_at=line.at)
        event = replace(event, posted={**state.posted, number: round_.paired})
        excused = data.get("met_before") or data.get("permitted")
        replaced = number in state.posted and _seats(state.posted[number]) != _seats(round_.paired)
        if replaced and not excused:
            event = breached(event, line, "replaced", number)
        if round_.differs and not data.get("permitted"):
            event = breached(event, line, "draw", number)
        if data.get("rematch"):
            event = breached(event, line, "rematch", number)
        if replaced or round_.differs:
            event = _told_by_hand(event, line, number)
        return event

    def undo(self, undoing: Undoing) -> Changes:
        """The round is recalled, which asks for a reason; results, and the next round, are in the way."""
        undoing.free_of_kinds(RoundCleared, same="round")
        number = undoing.data["round"]
        after = undoing.now.rounds.get(number + 1)
        if undoing.now.event_rules.swiss and after is not None:
            undoing.depends(after.drawn_n)
        boards = undoing.now.rounds[number].boards.values()
        results = [board.version for board in boards if board.result is not None]
        if results and max(results) > undoing.line.n:
            undoing.depends(max(results))
        return undoing.again(undoing.recall(number))


def _seats(boards: Iterable[EventBoard]) -> set[tuple[int, int]]:
    return {board.seats for board in boards}


class RoundRecalled(LineKind):
    key, role = "round.recalled", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        """The round is a draft again. Results that are void stay in the history of their boards."""
        number = line.data["round"]
        void = line.data.get("void_results", False)
        boards = state.rounds[number].boards
        if void:
            boards = {known: _emptied(board, line) if board.entered else board for known, board in boards.items()}
        begun = {"started_at": "", "started_n": None}
        none = {"published_n": None, "published_at": "", "results_n": None, "results_at": ""}
        forfeits = {} if void else state.rounds[number].forfeits
        event = seated(with_round(state, number, boards=boards, forfeits=forfeits, **begun, **none), line, number)
        event = replace(event, posted={**state.posted, number: event.rounds[number].paired})
        return breached(event, line, "recalled", number) if void else event

    def undo(self, undoing: Undoing) -> Changes:
        if undoing.data.get("void_results"):
            undoing.instead("results")
        return undoing.again(undoing.publish(undoing.data["round"]))


def _emptied(board: EventBoard, line: LogLine) -> EventBoard:
    """A board without its result, but for one that it has because nobody sat at it."""
    return replace(board, result=empty_seat_result(*board.seats), played=None, rated=None, version=line.n)


class RoundStarted(LineKind):
    key, role = "round.started", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        """The round has started at an instant. An empty one undoes it."""
        at = line.data.get("at", line.at)
        return with_round(state, line.data["round"], started_at=at, started_n=line.n if at else None)

    def undo(self, undoing: Undoing) -> Changes:
        undoing.free_of_kinds(RoundStarted, same="round")
        number = undoing.data["round"]
        return [undoing.change(RoundStarted, round=number, at=undoing.before.rounds[number].started_at)]


class RoundLocked(LineKind):
    key, role = "round.locked", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        """The round is locked. If an unlocking is undone, it is as it was: perhaps locked by the next round only."""
        return with_round(state, line.data["round"], locked=line.data.get("locked", True), unlocked=False)

    def undo(self, undoing: Undoing) -> Changes:
        """Undone at once, it was a slip; later it is a breach, and has its own command."""
        if not undoing.is_last:
            undoing.instead("unlock")
        number = undoing.data["round"]
        return [undoing.change(RoundUnlocked, round=number, unlocked=undoing.before.rounds[number].unlocked)]


class RoundUnlocked(LineKind):
    key, role = "round.unlocked", "chief"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        """A breach, but for a slip that is undone at once."""
        number = line.data["round"]
        event = with_round(state, number, locked=False, unlocked=line.data.get("unlocked", True))
        return event if "undoes" in line.data else breached(event, line, "unlocked", number)

    def undo(self, undoing: Undoing) -> Changes:
        number = undoing.data["round"]
        return [undoing.change(RoundLocked, round=number, locked=undoing.before.rounds[number].locked)]


class ResultsPublished(LineKind):
    key, role = "results.published", "arbiter"

    def apply(self, state: EventState, line: LogLine) -> EventState:
        """Results that were published and recalled keep the time of it: the schedule does not publish them again."""
        n = None if line.data.get("recalled") else line.n
        return with_round(state, line.data["round"], results_n=n, results_at=line.at)

    def undo(self, undoing: Undoing) -> Changes:
        undoing.free_of_kinds(ResultsPublished, RoundRecalled, same="round")
        number = undoing.data["round"]
        recalled = {"recalled": True} if undoing.before.rounds[number].results_n is None else {}
        return [undoing.change(ResultsPublished, round=number, **recalled)]
