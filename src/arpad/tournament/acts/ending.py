"""The end of an event: finished, opened again, handed over; incidents and appeals for the chief arbiter's report."""

from collections.abc import Sequence

from arpad.locale import ArpadError
from arpad.tournament.ending.missing import need_complete
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import Decide
from arpad.tournament.log import LogChange
from arpad.tournament.state import EventState


def finish() -> Decide:
    """Finish an event: every round complete, no adjourned game, ties and play-offs decided."""

    def decide(state: EventState, _hearing: Hearing) -> Sequence[LogChange]:
        if state.finished:
            raise ArpadError("event-is-finished")
        need_complete(state)
        return [LogChange("event.finished", {})]

    return decide


def reopen() -> Decide:
    """Open a finished event again."""

    def decide(state: EventState, hearing: Hearing) -> Sequence[LogChange]:
        if not state.finished:
            raise ArpadError("event-not-finished")
        hearing.ask_reason("reopen")
        return [LogChange("event.reopened", {"reason": hearing.reason})]

    return decide


def note_incident(text: str, round_number: int | None = None, board: int | None = None) -> Decide:
    """Note an incident. It is never public."""
    return _noted("incident.noted", {"text": text, "round": round_number, "board": board})


def note_appeal(text: str, decision: str, round_number: int | None = None, board: int | None = None) -> Decide:
    """Note an appeal with its decision. It is never public."""
    return _noted("appeal.noted", {"text": text, "decision": decision, "round": round_number, "board": board})


def _noted(kind: str, told: dict[str, object]) -> Decide:
    def decide(_state: EventState, _hearing: Hearing) -> Sequence[LogChange]:
        if not str(told["text"]).strip():
            raise ArpadError("event-text-missing")
        return [LogChange(kind, {name: value for name, value in told.items() if value is not None})]

    return decide


def handed_over(time_class: str, event: int, revision: int, sha256: str, accepted: bool) -> Decide:
    """Keep which report the office received."""

    def decide(_state: EventState, hearing: Hearing) -> Sequence[LogChange]:
        data: dict[str, object] = {
            "time_class": time_class,
            "office_event": event,
            "revision": revision,
            "sha256": sha256,
            "accepted": accepted,
        }
        return [LogChange("event.handed-over", data | hearing.kept_reason)]

    return decide
