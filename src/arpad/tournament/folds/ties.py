"""Lines about the ties of a knock-out, and about play-offs: stages are opened, colours drawn by lot."""

from arpad.tournament.changing import changed
from arpad.tournament.folds.common import with_round
from arpad.tournament.log import LogLine
from arpad.tournament.state import EventBoard, EventState


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
    """The lot is told; the stage that follows has its colours."""
    return state


FOLDS = {"tie.stage": _stage, "tie.lot": _lot}
