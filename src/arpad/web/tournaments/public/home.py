"""Public start page of an event, the calendar of events run on this site, and files to download."""

import datetime as dt
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.fields import ShownField, ShownFields
from arpad.documents.schema import joined
from arpad.i18n import text
from arpad.tournament.documents import bracket_document, match_documents, seen_round, team_document
from arpad.tournament.export import export_trf
from arpad.tournament.public import PublicState
from arpad.tournament.rules_check import invitation
from arpad.tournament.standings import current_round, event_standings, in_order, player_summary, stage_of
from arpad.tournament.times import event_times
from arpad.web.cache import Answer, json_text, stamped, unchanged
from arpad.web.openapi import shaped
from arpad.web.routes import Pages
from arpad.web.tournaments.context import PublicEvent, Seen
from arpad.web.tournaments.public.standings import last_table, points_at
from arpad.web.tournaments.public.teams import system_text
from arpad.web.tournaments.shapes import MoreOfFileDocument, MoreOfHomeDocument, WhenDocument
from arpad.web.uploads import disposition

# The events that are run here: running, to come, past.

calendar = Pages("event")

When = Literal["running", "to-come", "past"]
WHEN: tuple[When, ...] = ("running", "to-come", "past")
EVENTS = ShownFields[PublicState](
    ShownField("event", lambda state: state.event_rules.slug, of=str),
    ShownField("name", lambda state: state.event_rules.name, of=str),
    ShownField("city", lambda state: state.event_rules.city or None, of=str | None),
    ShownField("federation", lambda state: state.event_rules.federation or None, of=str | None),
    ShownField("start", lambda state: state.event_rules.start, of=dt.date | None),
    ShownField("end", lambda state: state.event_rules.end, of=dt.date | None),
    ShownField("kind", lambda state: state.event_rules.kind, of=str),
    ShownField("players", lambda state: sum(entry.playing for entry in state.entries.values()), of=int),
    ShownField("rounds", lambda state: state.event_rules.rounds, of=int),
    ShownField("round", current_round, of=int),
    ShownField("state", stage_of, of=str),
)
CALENDAR_ROW = Annotated[dict[str, Any], joined("RunningEvent", EVENTS, WhenDocument)]


@calendar.page("/t", "events.html", list[CALENDAR_ROW], table=True)
def all_events(request: Request) -> Answer:
    """The events that are run here: running, to come, past."""
    site = request.app.state.site
    ofs = [site.views.of(site.events.open(slug).state) for slug in site.events.slugs()]
    now = site.settings.now()
    groups = {when: _sorted(when, [one for one in ofs if when_of(one, now) == when]) for when in WHEN}
    ordered = [state for when in WHEN for state in groups[when]]
    return Answer(
        document=lambda: [_document(state, now) for state in ordered],
        page=lambda: {
            "groups": {when: [_document(row, now) for row in rows] for when, rows in groups.items()},
            "may_make": request.state.account is not None and request.state.account.may_submit,
        },
        table=lambda: EVENTS.table(ordered),
    )


def _document(state: PublicState, now: dt.datetime) -> dict[str, Any]:
    return EVENTS.document(state) | {"when": when_of(state, now)}


def when_of(state: PublicState, now: dt.datetime) -> When:
    """Whether an event is running, to come or past: by its rounds, and by its days if it has any."""
    rules, today = state.event_rules, event_times(state.event_rules).local(now).date()
    if state.finished or (rules.end is not None and rules.end < today):
        return "past"
    started = rules.start is not None and rules.start <= today
    return "running" if state.rounds or started else "to-come"


def _sorted(when: When, states: list[PublicState]) -> list[PublicState]:
    """Those to come by their first day, all others the newest first."""
    return sorted(states, key=lambda one: one.event_rules.start or dt.date.min, reverse=when != "to-come")


# The first page of an event: name, schedule, where it stands, and the way to everything else.

home_pages = Pages("event")
HOME = joined("EventHome", EVENTS, MoreOfHomeDocument)


@home_pages.page("/t/{slug}", "event_home.html", HOME)
def index(event: Seen) -> Answer:
    """An event: its name, its days, its schedule, where it stands."""
    view = event.view

    def page() -> dict[str, Any]:
        return {
            "data": home_document(view),
            "system": system_text(view.event_rules.system, event.language),
            "tie_breaks": ", ".join(view.event_rules.tie_breaks),
            "items": [
                (text(f"tournament.item.{item}", event.language), words)
                for item, words in invitation(view.event_rules, event.language).items()
                if item in view.event_rules.invitation
            ],
            "mine": event.frame.me,
        }

    return event.answer(lambda: home_document(view), page)


def home_document(view: PublicState) -> dict[str, Any]:
    """Where an event stands, for everybody."""
    rules, number = view.event_rules, current_round(view)
    return EVENTS.document(view) | {
        "system": rules.system,
        "time_zone": event_times(rules).name,
        "time_control": rules.time_control or None,
        "time_class": rules.time_class,
        "chief_arbiter": rules.chief_arbiter or None,
        "rounds_published": sorted(view.rounds),
        "open": len(view.rounds[number].open_boards) if number else 0,
        "stage": stage_of(view),
        "schedule": [dict(one) for one in rules.schedule],
        "invitation": dict(rules.invitation),
        "open_for_applications": rules.open and not view.closed,
        "outside_rules": min((breach.round for breach in view.breaches), default=None),
    }


# An event as files for programs: its published rounds, and the years of birth only.

files = APIRouter(tags=["event"])
Version = Annotated[Literal["trf16", "trf26"], Query(description="The version of the format.")]
FOUND: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file."},
    404: {"description": "There is no such event."},
}


@files.get("/t/{slug}/file.trf", response_class=Response, responses={**FOUND, 400: {"description": "A knock-out."}})
def trf(request: Request, event: Seen, version: Version = "trf26") -> Response:
    """The event as a report in progress (TRF), with its published rounds."""
    answer = event.answer(lambda: None)
    known = unchanged(request, answer)
    if known is not None:
        return known
    view = event.view
    data = event.kept(("file", version), (view,), lambda: export_trf(view, version, library=event.site.tie_breaks).data)
    named = disposition(f"{event.slug}.trf")
    return stamped(Response(data, media_type="text/plain; charset=utf-8", headers=named), answer)


@files.get("/t/{slug}/file.json", response_class=Response, responses=FOUND)
@shaped(joined("EventFile", HOME, MoreOfFileDocument))
def whole(request: Request, event: Seen) -> Response:
    """The whole event: players, published rounds, standings."""
    answer: Answer = event.answer(lambda: event_file(event))
    return unchanged(request, answer) or stamped(json_text(answer.document()), answer)


def event_file(event: PublicEvent) -> dict[str, Any]:
    """Everything that is public of an event."""
    view = event.view
    places = {entry: place for place, entry in enumerate(view.numbers, 1)}
    table = last_table(event)
    more: dict[str, Any] = {}
    if view.event_rules.team:
        more["teams"] = [team_document(view, team).document() for team in sorted(view.teams)]
        more["matches"] = {
            str(number): [match.document() for match in match_documents(view, number)] for number in sorted(view.rounds)
        }
    if view.event_rules.system == "knockout" and view.numbers:
        more["ties"] = [tie.document() for tie in bracket_document(view)]
    return home_document(view) | {
        "n": view.n,
        "entries": [player_summary(one, places.get(one.entry)).document() for one in in_order(view, "number")],
        "played": [seen_round(view, number, points_at(event, number)).document() for number in sorted(view.rounds)],
        "standings": None if table is None else event_standings(view, table).document(event.language),
        **more,
    }
