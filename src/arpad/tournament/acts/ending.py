"""The end of an event: finished, opened again, handed over; incidents and appeals for the chief arbiter's report."""

from arpad.i18n import ArpadError
from arpad.tournament.ending.missing import need_complete
from arpad.tournament.hearing import Hearing
from arpad.tournament.journal import command
from arpad.tournament.log import Changes, LogChange
from arpad.tournament.state import EventState


@command
def finish(state: EventState, _hearing: Hearing) -> Changes:
    """Finish an event: every round complete, no adjourned game, ties and play-offs decided."""
    if state.finished:
        raise ArpadError("event-is-finished")
    need_complete(state)
    return [LogChange("event.finished", {})]


@command
def reopen(state: EventState, hearing: Hearing) -> Changes:
    """Open a finished event again."""
    if not state.finished:
        raise ArpadError("event-not-finished")
    hearing.ask_reason("reopen")
    return [LogChange("event.reopened", {"reason": hearing.reason})]


@command
def note_incident(
    _state: EventState, _hearing: Hearing, text: str, round_number: int | None = None, board: int | None = None
) -> Changes:
    """Note an incident. It is never public."""
    return _noted("incident.noted", text, {"round": round_number, "board": board})


@command
def note_appeal(
    _state: EventState,
    _hearing: Hearing,
    text: str,
    decision: str,
    round_number: int | None = None,
    board: int | None = None,
) -> Changes:
    """Note an appeal with its decision. It is never public."""
    return _noted("appeal.noted", text, {"decision": decision, "round": round_number, "board": board})


def _noted(kind: str, text: str, told: dict[str, object]) -> Changes:
    if not text.strip():
        raise ArpadError("event-text-missing")
    return [LogChange(kind, {"text": text} | {name: value for name, value in told.items() if value is not None})]


@command
def handed_over(
    _state: EventState, hearing: Hearing, time_class: str, event: int, revision: int, sha256: str, accepted: bool
) -> Changes:
    """Keep which report the office received."""
    data: dict[str, object] = {
        "time_class": time_class,
        "office_event": event,
        "revision": revision,
        "sha256": sha256,
        "accepted": accepted,
    }
    return [LogChange("event.handed-over", data | hearing.kept_reason)]
