"""Results: one, many at once, and none again."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from arpad.tournament.acts.results import absent_at, clear_result, publish_results, set_result, set_results
from arpad.tournament.documents import open_boards
from arpad.tournament.journal import Decide, Done
from arpad.tournament.results import TypedResult, parse_line, parse_result, parse_results
from arpad.tournament.state import EventState, round_stage
from arpad.web.tournaments.actions import AtBoard, EventAction
from arpad.web.tournaments.desk.log_actions import UndoLine
from arpad.web.tournaments.done_shapes import OpenBoardsDocument
from arpad.web.tournaments.fields import (
    EventField,
    Flag,
    RoundNumber,
    Version,
    as_typed,
    whole_numbers,
)

ABOUT = "1-0, 1/2, 0-1; +/-, -/+, -/- without a game; * adjourned; or the keys 1, =, 0, +, -, x, a."
RESULT = EventField(lambda _where, typed: parse_result(typed), about=ABOUT, longest=20)
ResultText = Annotated[str, RESULT]
PerhapsResult = Annotated[str | None, RESULT]
ManyResults = Annotated[
    list[TypedResult],
    EventField(
        lambda _where, typed: parse_results(typed), "area", "Lines `board result`, or results alone.", longest=20_000
    ),
]

KeyLine = Annotated[str, EventField(as_typed, about="`12 1, 13 =`; or keys alone: `1`, `1=0`.", longest=400)]
ShownBoards = Annotated[
    tuple[int, ...],
    EventField(whole_numbers, "hidden", "The open boards, in the order in which keys go down them.", longest=6000),
]
Entries = Annotated[
    tuple[int, ...],
    EventField(whole_numbers, about="Players, by their numbers of entry.", longest=6000, several=True, players=True),
]


@dataclass(frozen=True, slots=True)
class EnterResult(AtBoard):
    """Enter the result of a board. The same result again writes nothing."""

    name = "result"
    path = "desk/results/{round}"
    least = "scorer"
    back = "desk/results/{round}"
    at: ClassVar[Mapping[str, str]] = {**AtBoard.at, "event-not-your-board": "board"}

    result: ResultText
    played: PerhapsResult = None
    version: Version = None

    def command_at(self, now: dt.datetime) -> Decide:
        return set_result(
            self.round, self.board, self.result, version=self.version, played=self.played, at=now.isoformat()
        )

    def words(self, done: Done) -> dict[str, object]:
        return {"board": self.board, "result": done.state.rounds[self.round].boards[self.board].result}


@dataclass(frozen=True, slots=True)
class OfOpenBoards(EventAction):
    """Results for boards of a round, after which some are still open."""

    answers: ClassVar[tuple[Any, ...]] = (OpenBoardsDocument,)
    back = "desk/results/{round}"

    round: RoundNumber

    def document(self, state: EventState) -> dict[str, Any]:
        return {"round": self.round, "state": round_stage(state, self.round), "open": open_boards(state, self.round)}


@dataclass(frozen=True, slots=True)
class EnterResults(OfOpenBoards):
    """Enter many results, all or nothing: lines with a board and a result, or results for the open boards in order."""

    name = "results"
    path = "desk/results/{round}/many"
    least = "scorer"
    at: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("event-board-unknown", "event-not-your-board", "event-results-many", "event-results-twice"), "results"
    )

    results: ManyResults
    version: Version = None

    def command_at(self, now: dt.datetime) -> Decide:
        return set_results(self.round, self.results, version=self.version, at=now.isoformat())

    def words(self, done: Done) -> dict[str, object]:
        new = sum(len(line.data["results"]) for line in done.lines if line.kind == "results.set")
        return {"count": new, "open": len(open_boards(done.state, self.round))}


@dataclass(frozen=True, slots=True)
class EnterLine(OfOpenBoards):
    """Enter a line of keys: a board and a key, or keys alone, which go down the boards that are named."""

    name = "line"
    path = "desk/results/{round}/line"
    least = "scorer"
    at: ClassVar[Mapping[str, str]] = dict.fromkeys((*EnterResults.at, "event-results-item"), "keys")

    keys: KeyLine
    boards: ShownBoards = ()
    version: Version = None

    def command_at(self, now: dt.datetime) -> Decide:
        told = parse_line(self.keys, self.boards)
        return set_results(self.round, told, version=self.version, at=now.isoformat())

    def words(self, done: Done) -> dict[str, object]:
        told = [f"{board}: {result}" for line in done.lines for board, result in line.data.get("results", ())]
        return {"results": ", ".join(told) or "–", "open": len(open_boards(done.state, self.round))}


@dataclass(frozen=True, slots=True)
class EnterAbsent(EventAction):
    """Laws 6.7: players who did not come lose by forfeit, all in one line of the log."""

    name = "absent-at"
    path = "desk/results/{round}/absent"
    least = "arbiter"
    back = "desk/results/{round}"
    at: ClassVar[Mapping[str, str]] = dict.fromkeys(("event-no-board", "event-board-done"), "entries")

    round: RoundNumber
    entries: Entries
    told: Flag = False

    def command_at(self, now: dt.datetime) -> Decide:
        return absent_at(self.round, self.entries, told=self.told, at=now.isoformat())

    def words(self, done: Done) -> dict[str, object]:  # noqa: ARG002
        return {"count": len(self.entries)}


@dataclass(frozen=True, slots=True)
class PublishResults(EventAction):
    """Publish the results of a round: the time for corrections begins."""

    name = "publish-results"
    path = "desk/results/{round}/publish"
    least = "arbiter"
    back = "desk/results/{round}"
    said = ("round",)

    round: RoundNumber

    def command(self) -> Decide:
        return publish_results(self.round)


@dataclass(frozen=True, slots=True)
class UndoResult(UndoLine):
    """Undo the entry of a result: what the board had before is there again."""

    name = "undo-result"
    path = "desk/results/{round}/undo/{line}"
    back = "desk/results/{round}"

    round: RoundNumber


@dataclass(frozen=True, slots=True)
class ClearResult(AtBoard):
    """Take the result of a board away."""

    name = "clear-result"
    path = "desk/results/{round}/clear"
    least = "arbiter"
    back = "desk/results/{round}"

    def command_at(self, now: dt.datetime) -> Decide:
        return clear_result(self.round, self.board, at=now.isoformat())


RESULT_ACTIONS = (EnterResult, EnterResults, EnterLine, EnterAbsent, ClearResult, PublishResults, UndoResult)
