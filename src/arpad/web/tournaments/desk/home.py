"""The first page of the desk: where the event stands, what to do next, what the players say, and who works here."""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from msgspec import UNSET, UnsetType

from arpad.documents.document import Document, extended
from arpad.documents.schema import Anything
from arpad.office.tournaments.hand_over import ReceivedReport, received_reports
from arpad.office.tournaments.store import active_people
from arpad.tournament.acts.results import last_claims
from arpad.tournament.amendments import default_time
from arpad.tournament.roles import Role
from arpad.tournament.standings import EventDocument, current_round, event_document, periods_of
from arpad.tournament.state import Entry, EventState, EventTeam
from arpad.tournament.times import event_times
from arpad.web.cache import Answer
from arpad.web.tournaments.context import AsCaptain, EventContext, staff_pages
from arpad.web.tournaments.desk.results import after_round, level_ties

home_pages = staff_pages()
A_WHILE = 30
"""Minutes after which somebody is no longer shown as being at work."""
FOR_ARBITERS = ("breaches", "unexplained", "adjourned", "imported_rounds")
"""What captains and scorers have nothing to do with."""


class DeskStep(NamedTuple):
    """Something to do: its words `web.event-desk.step-NAME`, the page for it below the event, and who may."""

    name: str
    page: str
    values: dict[str, object]
    least: Role
    done: bool = False


class DeskStepDocument(Document, frozen=True):
    """Something to do, and the page for it below the event."""

    step: str
    page: str
    done: bool


class ClaimDocument(Document, frozen=True, kw_only=True):
    """What the players of a board say."""

    board: int
    w: str | UnsetType = UNSET
    b: str | UnsetType = UNSET
    white: str | UnsetType = UNSET
    black: str | UnsetType = UNSET
    differ: bool


class ActiveDocument(Document, frozen=True):
    """Somebody who did something a short while ago."""

    name: str
    at: str


class StaffLineDocument(Document, frozen=True):
    """Somebody who works in the event."""

    name: str
    role: str
    boards: Anything


class OtherPlaceDocument(Document, frozen=True):
    """A place that the file of an event printed, and that of its table, if it has one."""

    number: int
    name: str
    printed: int
    place: int | None


class EventDeskDocument(EventDocument, frozen=True, kw_only=True):
    """Where an event stands, as somebody with this role may see it."""

    other_places: list[OtherPlaceDocument] | UnsetType
    role: str
    next: list[DeskStepDocument]
    claims: list[Annotated[dict[str, Any], ClaimDocument]]
    active: list[ActiveDocument]
    staff: list[StaffLineDocument]


@home_pages.page("/t/{slug}/desk", "event_desk_home.html", EventDeskDocument)
def index(context: AsCaptain) -> Answer:
    """What to do next, in order, and where the event stands."""

    def page() -> dict[str, Any]:
        return {"data": desk_document(context), "steps": steps_for(context)}

    return context.answer(lambda: desk_document(context), page)


def desk_document(context: EventContext) -> EventDeskDocument:
    """Where an event stands, as somebody in this seat may see it."""
    state, access = context.state, context.seat
    arbiter = access.may_be("arbiter")
    hidden: dict[str, Any] = {} if arbiter else dict.fromkeys(FOR_ARBITERS, UNSET)
    return extended(
        EventDeskDocument,
        event_document(state),
        **hidden,
        other_places=other_places(state) if arbiter else UNSET,
        role=access.role,
        next=[DeskStepDocument(step.name, step.page, step.done) for step in steps_for(context)],
        claims=claims_of(state) if access.may_be("scorer") else [],
        active=active_now(context) if arbiter else [],
        staff=people_of(state, context.now) if arbiter else [],
    )


def other_places(state: EventState) -> list[OtherPlaceDocument]:
    """The places of the file that an event was taken over from which its table does not give, until the next round is
    published."""
    origin = state.imported or {}
    if state.last_published > origin.get("rounds", 0):
        return []
    names = {number: side.name for number, side in _sides(state).items()}
    return [
        OtherPlaceDocument(number, names.get(number, "–"), printed, place)
        for number, printed, place in origin.get("places", ())
    ]


def _sides(state: EventState) -> Mapping[int, EventTeam | Entry]:
    """The players, or the teams, by their numbers."""
    sides: Mapping[int, EventTeam | Entry] = state.teams if state.event_rules.team else state.entries
    return {number: sides[side] for side, number in state.side_numbers.items()}


def claims_of(state: EventState) -> list[dict[str, Any]]:
    """What players say about boards of the round that have no result."""
    number = current_round(state)
    waiting = state.rounds[number].open_boards if number else []
    claimed = [(board, last_claims(state, number, board)) for board in waiting if board in state.claims.get(number, {})]
    return [{"board": board, **said, "differ": len(set(said.values())) > 1} for board, said in claimed]


def active_now(context: EventContext) -> list[ActiveDocument]:
    """Who did something a short while ago, the last one first."""
    since = context.now - dt.timedelta(minutes=A_WHILE)
    people = active_people(context.site.events, context.slug, since)
    return [ActiveDocument(who, at) for who, at in people.items()]


def people_of(state: EventState, now: dt.datetime) -> list[StaffLineDocument]:
    """Who works in the event: accounts, and links that are still open."""
    staff = [StaffLineDocument(name, one["role"], one.get("boards")) for name, one in state.staff.items()]
    links = [link for link in state.links.values() if dt.datetime.fromisoformat(link["ends"]) > now]
    return staff + [
        StaffLineDocument(f"{link['label']} (link {link['link']})", link["role"], link.get("boards")) for link in links
    ]


def steps_for(context: EventContext) -> list[DeskStep]:
    """Return the steps that the person who asks may do now."""
    state, access = context.state, context.seat
    received = []
    if state.finished and state.handed_over and access.may_be("chief"):
        received = received_reports(context.site.desk("", access.who), state)
    return [step for step in steps_of(state, context.now, received) if access.may_be(step.least)]


def steps_of(state: EventState, now: dt.datetime, received: Sequence[ReceivedReport] = ()) -> list[DeskStep]:
    """Return what is to be done now, in order; what is done already is marked. `received` is what the office says of
    the reports that it was given."""
    parts = _of_periods(state)
    if state.finished:
        return parts or [_handed_over(received)]
    if not state.closed:
        return _before(state)
    number = current_round(state)
    return [*parts, *(_in_round(state, number, now) if number else [_draw(1)])]


def _of_periods(state: EventState) -> list[DeskStep]:
    """Parts of a long event that are over and not handed over yet; the list of the period of the next round."""
    periods, coming, steps = periods_of(state), state.last_drawn + 1, []
    for one in periods:
        lacks = one.list is None and one != periods[0]
        if one.state == "complete" or (lacks and coming in one.rounds):
            name = "open-period" if lacks else "hand-over-part"
            steps.append(DeskStep(name, f"desk/periods#p{one.period}", {"period": one.period}, "chief"))
    return steps


def _handed_over(received: Sequence[ReceivedReport]) -> DeskStep:
    """The last step: done once the office has accepted every report; to be done again if it has not."""
    against = next((report for report in received if report.verdict != "accepted"), None)
    if against is None:
        return DeskStep("hand-over", "desk/hand-over", {}, "chief", done=bool(received))
    return DeskStep(f"hand-over-{against.verdict}", "desk/hand-over", {}, "chief")


def _before(state: EventState) -> list[DeskStep]:
    """Before the list is closed."""
    players = sum(entry.playing for entry in state.entries.values())
    applied = sum(entry.state == "applied" for entry in state.entries.values())
    steps = [
        DeskStep("rules", "desk/rules", {}, "chief", done=state.event_rules.default_minutes is not None),
        DeskStep("enter", "desk/entries", {"count": players}, "arbiter", done=players > 1),
    ]
    if applied:
        steps.append(DeskStep("applied", "desk/entries", {"count": applied}, "arbiter"))
    steps.append(DeskStep("presence", "desk/presence", {}, "scorer", done=bool(state.presence)))
    return [*steps, DeskStep("close-list", "desk/entries", {"count": players}, "chief")]


def _in_round(state: EventState, number: int, now: dt.datetime) -> list[DeskStep]:
    """From the draft of a round to the next draw."""
    page, event_round = f"desk/round/{number}", state.rounds[number]
    out = event_round.published_n is not None
    steps = [DeskStep("publish", page, {"round": number}, "chief", done=out)]
    if not out:
        return steps
    missing = len(state.rounds[number].open_boards)
    results = f"desk/results/{number}"
    steps.append(DeskStep("start", page, {"round": number}, "chief", done=bool(event_round.started_at)))
    lost_at = default_time(state, number)
    if missing and lost_at is not None and lost_at <= now.isoformat():
        steps.append(
            DeskStep("absent", f"{results}/absent", {"at": event_times(state.event_rules).clock(lost_at)}, "arbiter")
        )
    steps.append(DeskStep("results", results, {"round": number, "open": missing}, "scorer", done=not missing))
    if missing:
        return [*steps, *_level(level_ties(state, number))]
    steps.append(DeskStep("publish-results", results, {"round": number}, "arbiter", event_round.results_n is not None))
    if state.unexplained:
        steps.append(DeskStep("unexplained", "desk/entries", {"count": len(state.unexplained)}, "arbiter"))
    return [*steps, *_after(state, number)]


def _after(state: EventState, number: int) -> list[DeskStep]:
    """What comes after a complete round: the page of its results has one button for it."""
    after = after_round(state, number)
    if after is None:
        return []
    if after.step == "ties":
        return _level(after.ties)
    if after.step == "last":
        return [DeskStep("finish", "desk/hand-over", {}, "chief")]
    return [DeskStep("next", f"desk/results/{number}", {"round": number, "next": after.next}, "pairer")]


def _level(ties: Sequence[int]) -> list[DeskStep]:
    """Ties go on as soon as they are level, also while others are played."""
    return [DeskStep("ties", "desk/bracket", {"ties": ", ".join(map(str, ties))}, "arbiter")] if ties else []


def _draw(number: int) -> DeskStep:
    return DeskStep("draw", f"desk/round/{number}", {"round": number}, "pairer")
