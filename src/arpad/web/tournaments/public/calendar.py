"""The events that are run here: running, to come, past."""

import datetime as dt
from typing import Annotated, Any, Literal

from starlette.requests import Request

from arpad.documents.fields import ShownField, ShownFields
from arpad.documents.schema import joined
from arpad.tournament.public import PublicState
from arpad.tournament.standings import current_round, stage_of
from arpad.tournament.times import event_times
from arpad.web.answers import Answer
from arpad.web.pages import Pages
from arpad.web.tournaments.shapes import WhenDocument

calendar = Pages("event")

When = Literal["running", "to-come", "past"]
WHEN: tuple[When, ...] = ("running", "to-come", "past")
EVENTS = ShownFields[PublicState](
    ShownField("event", lambda state: state.laws.slug, of=str),
    ShownField("name", lambda state: state.laws.name, of=str),
    ShownField("city", lambda state: state.laws.city or None, of=str | None),
    ShownField("federation", lambda state: state.laws.federation or None, of=str | None),
    ShownField("start", lambda state: state.laws.start, of=dt.date | None),
    ShownField("end", lambda state: state.laws.end, of=dt.date | None),
    ShownField("kind", lambda state: state.laws.kind, of=str),
    ShownField("players", lambda state: sum(one.playing for one in state.entries.values()), of=int),
    ShownField("rounds", lambda state: state.laws.rounds, of=int),
    ShownField("round", current_round, of=int),
    ShownField("state", stage_of, of=str),
)
CALENDAR_ROW = Annotated[dict[str, Any], joined("RunningEvent", EVENTS, WhenDocument)]


@calendar.page("/t", "events.html", list[CALENDAR_ROW], table=True)
def all_events(request: Request) -> Answer:
    """The events that are run here: running, to come, past."""
    site = request.app.state.site
    found = [site.views.of(site.events.open(slug).state) for slug in site.events.slugs()]
    now = site.settings.now()
    groups = {when: _sorted(when, [one for one in found if when_of(one, now) == when]) for when in WHEN}
    ordered = [one for when in WHEN for one in groups[when]]
    return Answer(
        document=lambda: [_document(one, now) for one in ordered],
        page=lambda: {
            "groups": {when: [_document(one, now) for one in rows] for when, rows in groups.items()},
            "may_make": request.state.account is not None and request.state.account.may_submit,
        },
        table=lambda: EVENTS.table(ordered),
    )


def _document(state: PublicState, now: dt.datetime) -> dict[str, Any]:
    return EVENTS.document(state) | {"when": when_of(state, now)}


def when_of(state: PublicState, now: dt.datetime) -> When:
    """Whether an event is running, to come or past: by its rounds, and by its days if it has any."""
    rules, today = state.laws, event_times(state.laws).local(now).date()
    if state.finished or (rules.end is not None and rules.end < today):
        return "past"
    started = rules.start is not None and rules.start <= today
    return "running" if state.rounds or started else "to-come"


def _sorted(when: When, found: list[PublicState]) -> list[PublicState]:
    """Those to come by their first day, all others the newest first."""
    return sorted(found, key=lambda one: one.laws.start or dt.date.min, reverse=when != "to-come")
