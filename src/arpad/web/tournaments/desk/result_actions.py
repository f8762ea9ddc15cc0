"""Results: one, many at once, and none again."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from arpad.tournament.acts.results import clear_result, set_result, set_results
from arpad.tournament.documents import board_document, open_boards
from arpad.tournament.journal import Decide, Done
from arpad.tournament.results import TypedResult, parse_result, parse_results
from arpad.tournament.state import EventState, round_stage
from arpad.web.tournaments.actions import EventAction
from arpad.web.tournaments.fields import BoardNumber, EventField, RoundNumber, Version

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


@dataclass(frozen=True, slots=True)
class EnterResult(EventAction):
    """Enter the result of a board. The same result again writes nothing."""

    name = "result"
    path = "desk/results/{round}"
    least = "scorer"
    back = "desk/results/{round}"
    at: ClassVar[Mapping[str, str]] = {"event-board-unknown": "board", "event-not-your-board": "board"}

    round: RoundNumber
    board: BoardNumber
    result: ResultText
    played: PerhapsResult = None
    version: Version = None

    def command(self, now: dt.datetime) -> Decide:
        return set_result(
            self.round, self.board, self.result, version=self.version, played=self.played, at=now.isoformat()
        )

    def document(self, state: EventState) -> dict[str, Any]:
        return {"board": board_document(state, self.round, self.board)}

    def words(self, done: Done) -> dict[str, object]:
        return {"board": self.board, "result": done.state.rounds[self.round].boards[self.board].result}


@dataclass(frozen=True, slots=True)
class EnterResults(EventAction):
    """Enter many results, all or nothing: lines with a board and a result, or results for the open boards in order."""

    name = "results"
    path = "desk/results/{round}/many"
    least = "scorer"
    back = "desk/results/{round}"
    at: ClassVar[Mapping[str, str]] = dict.fromkeys(
        ("event-board-unknown", "event-not-your-board", "event-results-many", "event-results-twice"), "results"
    )

    round: RoundNumber
    results: ManyResults

    def command(self, now: dt.datetime) -> Decide:
        return set_results(self.round, self.results, at=now.isoformat())

    def document(self, state: EventState) -> dict[str, Any]:
        return {"round": self.round, "state": round_stage(state, self.round), "open": open_boards(state, self.round)}

    def words(self, done: Done) -> dict[str, object]:
        new = sum(len(line.data["results"]) for line in done.lines if line.kind == "results.set")
        return {"count": new, "open": len(open_boards(done.state, self.round))}


@dataclass(frozen=True, slots=True)
class ClearResult(EventAction):
    """Take the result of a board away."""

    name = "clear-result"
    path = "desk/results/{round}/clear"
    least = "arbiter"
    back = "desk/results/{round}"
    at: ClassVar[Mapping[str, str]] = {"event-board-unknown": "board"}

    round: RoundNumber
    board: BoardNumber

    def command(self, now: dt.datetime) -> Decide:
        return clear_result(self.round, self.board, at=now.isoformat())

    def document(self, state: EventState) -> dict[str, Any]:
        return {"board": board_document(state, self.round, self.board)}

    def words(self, done: Done) -> dict[str, object]:  # noqa: ARG002
        return {"board": self.board}
