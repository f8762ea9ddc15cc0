"""The first page of the desk: where the event stands, and what to do next, in order."""

from typing import Any, NamedTuple

from arpad.tournament.documents import open_boards
from arpad.tournament.progress import current_round, event_document
from arpad.tournament.roles import Role
from arpad.tournament.state import EventState, round_stage
from arpad.web.answers import Answer
from arpad.web.pages import Pages
from arpad.web.tournaments.place import AsCaptain
from arpad.web.tournaments.seats import Seat

home = Pages("event")


class DeskStep(NamedTuple):
    """Something to do: its words `web.event-desk.step-NAME`, the page for it below the event, and who may."""

    name: str
    page: str
    values: dict[str, object]
    least: Role
    done: bool = False


@home.page("/t/{slug}/desk", "event_desk_home.html")
def index(place: AsCaptain) -> Answer:
    """What to do next, in order, and where the event stands."""

    def document() -> dict[str, Any]:
        steps = steps_for(place.state, place.seat)
        return event_document(place.state) | {
            "role": place.seat.role,
            "next": [{"step": one.name, "page": one.page, "done": one.done} for one in steps],
        }

    return place.answer(
        document, lambda: {"data": event_document(place.state), "steps": steps_for(place.state, place.seat)}
    )


def steps_for(state: EventState, seat: Seat) -> list[DeskStep]:
    """Return the steps that somebody in this seat may do now."""
    return [step for step in steps_of(state) if seat.may_be(step.least)]


def steps_of(state: EventState) -> list[DeskStep]:
    """Return what is to be done now, in order."""
    players = sum(one.playing for one in state.entries.values())
    if state.finished:
        return [DeskStep("hand-over", "desk/hand-over", {}, "chief")]
    if not state.closed:
        return [
            DeskStep("enter", "desk/entries", {"count": players}, "arbiter", done=players > 1),
            DeskStep("presence", "desk/presence", {}, "scorer"),
            DeskStep("close-list", "desk/entries", {"count": players}, "chief"),
        ]
    number = current_round(state)
    if not number:
        return [_draw(1)]
    return _in_round(state, number)


def _in_round(state: EventState, number: int) -> list[DeskStep]:
    page, stage = f"desk/round/{number}", round_stage(state, number)
    if stage == "drawn":
        return [DeskStep("publish", page, {"round": number}, "chief")]
    found, missing = state.rounds[number], len(open_boards(state, number))
    steps = [DeskStep("start", page, {"round": number}, "chief", done=bool(found.started_at))]
    steps.append(
        DeskStep("results", f"desk/results/{number}", {"round": number, "open": missing}, "scorer", done=not missing)
    )
    if missing:
        return steps
    steps.append(
        DeskStep("publish-results", f"desk/results/{number}", {"round": number}, "arbiter", found.results_n is not None)
    )
    last = number == state.laws.rounds
    return [*steps, DeskStep("finish", "desk/hand-over", {}, "chief") if last else _draw(number + 1)]


def _draw(number: int) -> DeskStep:
    return DeskStep("draw", f"desk/round/{number}", {"round": number}, "pairer")
