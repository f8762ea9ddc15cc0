"""Results of boards."""

from collections.abc import Sequence

from arpad.locale import ArpadError
from arpad.tournament.acts.checks import board_at, round_at, seen
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import Decide
from arpad.tournament.log import LogChange
from arpad.tournament.results import parse_result
from arpad.tournament.state import EventState


class ChangedMeanwhile(ArpadError):
    """Somebody else has changed a thing that this command has seen otherwise. `now` is what it has now."""

    def __init__(self, number: int, board: int, now: str | None, who: str, at: str, version: int) -> None:
        super().__init__(
            "event-changed-meanwhile", round=number, board=board, now=now or "–", who=who, at=at, version=version
        )
        self.now = {"result": now, "version": version, "who": who, "at": at}


def set_result(number: int, board: int, typed: str, *, version: int | None = None, played: str | None = None) -> Decide:
    """Enter the result of a board. The same result again writes nothing."""

    def decide(state: EventState, hearing: Hearing) -> Sequence[LogChange]:
        result = parse_result(typed)
        if round_at(state, number).published_n is None:
            raise ArpadError("event-round-draft", round=number)
        found = board_at(state, number, board)
        if found.result == result:
            return []
        if not seen(found.version, version, untouched=not found.history):
            last = found.history[-1] if found.history else None
            raise ChangedMeanwhile(
                number, board, found.result, last.who if last else "", last.at if last else "", found.version
            )
        data: dict[str, object] = {"round": number, "board": board, "result": result}
        if found.result is not None:
            data["was"] = found.result
        if played is not None:
            data["played"] = parse_result(played)
        if hearing.reason:
            data["reason"] = hearing.reason
        return [LogChange("result.set", data)]

    return decide
