"""Public start page of an event, the calendar of events run on this site, and files to download."""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import quote

from fastapi import APIRouter, Query
from markupsafe import Markup, escape
from msgspec import UNSET, UnsetType
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import Document, TextOrNone, csv_rows, extended
from arpad.documents.schema import ExactFraction
from arpad.formats.codes import federation_name
from arpad.i18n import ArpadError, Language, date_text, number, text
from arpad.inputs.times import try_time_control
from arpad.office.tournaments.pictures import StoredPicture, pictures_of, pictures_tag
from arpad.papers.share_card import ShareCard
from arpad.standings.codes import parse_code
from arpad.standings.conditions import parse_condition
from arpad.standings.reasons import points_text, tie_break_name
from arpad.tournament.documents import (
    EventTeamDocument,
    FideMode,
    MatchDocument,
    SeenRoundDocument,
    TieDocument,
    bracket_document,
    fide_mode,
    match_documents,
    seen_round,
    team_document,
)
from arpad.tournament.export import export_trf
from arpad.tournament.festival import festival_of
from arpad.tournament.public import PublicState
from arpad.tournament.rules import GROUP_COLUMNS, EventRules
from arpad.tournament.rules_check import invitation, system_text
from arpad.tournament.standings import (
    EventPlayerDocument,
    EventStandings,
    current_round,
    event_standings,
    in_order,
    player_summary,
    stage_of,
)
from arpad.tournament.state import outside_since
from arpad.tournament.times import event_times, scheduled_hour, scheduled_instant
from arpad.web.cache import Answer, json_text, stamped, unchanged
from arpad.web.openapi import shaped
from arpad.web.public.cards import picture
from arpad.web.routes import Pages
from arpad.web.tournaments.context import PublicEvent, Seen
from arpad.web.tournaments.prizes import announced_lists
from arpad.web.tournaments.public.standings import last_table, points_at
from arpad.web.uploads import disposition

# The events that are run here: running, to come, past.

calendar = Pages("event")

When = Literal["running", "to-come", "past"]
WHEN: tuple[When, ...] = ("running", "to-come", "past")


class ListedEventDocument(Document, frozen=True):
    """An event in a list."""

    event: str
    name: str
    city: TextOrNone
    federation: TextOrNone
    start: dt.date | None
    end: dt.date | None
    kind: str
    players: int
    rounds: int
    round: int
    state: str


Listed = TypeVar("Listed", bound=ListedEventDocument)


class RunningEventDocument(ListedEventDocument, frozen=True):
    """An event that is running, to come or past."""

    when: When


def listed_event(kind: type[Listed], state: PublicState, **more: Any) -> Listed:
    """Return an event as lists have it, with more about it."""
    rules, players = state.event_rules, sum(entry.playing for entry in state.entries.values())
    here = {"event": rules.slug, "players": players, "round": current_round(state), "state": stage_of(state)}
    return extended(kind, rules, **here, **more)


@calendar.page("/t", "events.html", list[RunningEventDocument], table=True)
def all_events(request: Request) -> Answer:
    """The events that are run here: running, to come, past."""
    site = request.app.state.site
    ofs = [site.views.of(site.events.open(slug).state) for slug in site.events.slugs()]
    now = site.settings.now()
    groups = {when: _sorted(when, [one for one in ofs if when_of(one, now) == when]) for when in WHEN}
    ordered = [state for when in WHEN for state in groups[when]]
    return Answer(
        document=lambda: [_running(state, now) for state in ordered],
        page=lambda: {
            "groups": {when: [_running(row, now) for row in rows] for when, rows in groups.items()},
            "festivals": _festivals(ordered),
            "may_make": request.state.account is not None and request.state.account.may_submit,
        },
        table=lambda: csv_rows(ListedEventDocument, [_running(state, now) for state in ordered]),
    )


def _running(state: PublicState, now: dt.datetime) -> RunningEventDocument:
    return listed_event(RunningEventDocument, state, when=when_of(state, now))


def _festivals(states: Sequence[PublicState]) -> dict[str, tuple[str, int]]:
    """The festivals that events are part of: the name and the number of tournaments by their short names."""
    known = [(festival_of(state), state.event_rules.festival) for state in states]
    return {slug: (name, sum(slug == other for other, _ in known)) for slug, name in reversed(known) if slug}


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


class EventHomeDocument(ListedEventDocument, frozen=True):
    """Where an event stands, for everybody."""

    system: str
    time_zone: str
    time_control: TextOrNone
    time_class: str | None
    chief_arbiter: TextOrNone
    rounds_published: list[int]
    open: int
    stage: str
    schedule: Sequence[Mapping[str, str]]
    invitation: Mapping[str, str]
    open_for_applications: bool
    outside_rules: int | None
    fide_mode: FideMode


class LeaderDocument(Document, frozen=True):
    """One of the first in the standings: a player by the number of entry, or a team."""

    rank: int
    entry: int | None
    team: int | None
    name: str
    points: ExactFraction


class PrizeListDocument(Document, frozen=True):
    """Prizes that were announced, the first place first: of everybody, or of a category by its name."""

    name: str
    prizes: list[str]


class EventFrontDocument(EventHomeDocument, frozen=True):
    """What the front page shows: where the event stands, the next round with its start (`next_shown` by the clocks of
    the event), the first places after a round, the rules in sentences, the organiser's text, where it is played, the
    prizes, and the addresses of the pictures."""

    next_round: int | None
    next_start: dt.datetime | None
    next_shown: str | None
    leaders: list[LeaderDocument]
    after_round: int
    rules: list[str]
    about: TextOrNone
    venue: TextOrNone
    map: str | None
    prizes: list[PrizeListDocument]
    pictures: Mapping[str, str]


Home = TypeVar("Home", bound=EventHomeDocument)
FIRST = 10
"""Players that the page shows of the entry list."""
FIRST_PLACES = 5


@home_pages.page("/t/{slug}", "event_home.html", EventFrontDocument)
def index(event: Seen) -> Answer:
    """An event: leaders, next round, rules, players by rating, schedule, and what the organiser says."""
    view, rules = event.view, event.view.event_rules
    pictures = pictures_of(event.site.events, event.slug)

    def page() -> dict[str, Any]:
        shown = front_document(event, pictures)
        return {
            "data": shown,
            "front": shown,
            "pictures": pictures,
            "about": paragraphs(rules.about),
            "first": list(islice(in_order(view, "rating"), FIRST)),
            "mails": event.site.settings.mail is not None and not event.frame.home,
            "items": [
                (text(f"tournament.item.{item}", event.language), words)
                for item, words in invitation(rules, event.language).items()
                if item in rules.invitation
            ],
            "mine": event.frame.me,
        }

    answer, tag = event.answer(lambda: front_document(event, pictures), page), pictures_tag(pictures)
    return replace(answer, tag=f"{answer.tag}-{tag}") if answer.tag and tag else answer


def front_document(event: PublicEvent, pictures: Mapping[str, StoredPicture]) -> EventFrontDocument:
    """Return what the front page shows."""
    view, rules = event.view, event.view.event_rules
    table = last_table(event)
    ranked = () if table is None else event_standings(view, table).rows[:FIRST_PLACES]
    upcoming = next_round(view)
    start = "" if upcoming is None else scheduled_hour(rules, upcoming, "start")
    return home_document(
        EventFrontDocument,
        view,
        next_round=upcoming,
        next_start=scheduled_instant(rules, upcoming) if upcoming is not None else None,
        next_shown=event.frame.when(start) if start else None,
        leaders=[LeaderDocument(row.rank, row.entry or None, row.team or None, row.name, row.points) for row in ranked],
        after_round=0 if table is None else table.competition.counted,
        rules=rules_in_sentences(rules, event.language),
        map=map_address(rules),
        prizes=[PrizeListDocument(*prizes) for prizes in announced_lists(rules, event.language)],
        pictures={name: f"/t/{event.slug}/picture/{name}" for name in pictures},
    )


def next_round(view: PublicState) -> int | None:
    """The first round that has not begun, None if there is none."""
    if view.finished:
        return None
    rounds = range(1, view.event_rules.rounds + 1)
    return next((one for one in rounds if one not in view.rounds or not view.rounds[one].begun), None)


COORDINATES = re.compile(r"(-?\d{1,2}(?:\.\d{1,8})?)\s*[,; ]\s*(-?\d{1,3}(?:\.\d{1,8})?)")
MAP = "https://www.openstreetmap.org"


def map_address(rules: EventRules) -> str | None:
    """Return the link to a map of where it is played, None if that is not known. Nothing is loaded from there."""
    if not rules.venue:
        return None
    if point := COORDINATES.fullmatch(rules.venue.strip()):
        latitude, longitude = point.groups()
        return f"{MAP}/?mlat={latitude}&mlon={longitude}#map=17/{latitude}/{longitude}"
    city = "" if rules.city.casefold() in rules.venue.casefold() else f", {rules.city}"
    return f"{MAP}/search?query={quote(rules.venue + city)}"


LINK = re.compile(r"https?://[^\s<>\"]+[^\s<>\".,;:!?)\]]")


def paragraphs(written: str) -> list[Markup]:
    """Return what an organiser wrote as safe HTML: paragraphs between empty lines, lines that begin with a hyphen as a
    list, addresses as links. Everything else is text."""
    found = []
    for block in re.split(r"\n\s*\n", written.strip()):
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        if lines and all(line.startswith(("- ", "* ")) for line in lines):
            items = Markup("").join(Markup("<li>{}</li>").format(_with_links(line[2:])) for line in lines)
            found.append(Markup("<ul>{}</ul>").format(items))
        elif lines:
            found.append(Markup("<p>{}</p>").format(Markup("<br>").join(_with_links(line) for line in lines)))
    return found


def _with_links(line: str) -> Markup:
    parts, place = [], 0
    for link in LINK.finditer(line):
        parts += [escape(line[place : link.start()]), _link(link[0])]
        place = link.end()
    return Markup("").join([*parts, escape(line[place:])])


def _link(address: str) -> Markup:
    shown = address.partition("://")[2].removesuffix("/")
    return Markup('<a href="{}" rel="nofollow noopener">{}</a>').format(address, shown)


# The rules in sentences that a player reads.


def rules_in_sentences(rules: EventRules, language: Language) -> list[str]:
    """Return what a player wants to know: system, rounds, time, default time, byes, points, tie-breaks."""
    say = partial(_sentence, language)
    found = [say("system", system=system_text(rules.system, language), rounds=rules.rounds or "–")]
    if rules.team:
        won, drawn, lost = (points_text(points, language) for points in rules.match_points)
        found.append(say("team", boards=rules.boards, won=won, drawn=drawn, lost=lost))
    if rules.acceleration != "none":
        own = rules.own_acceleration
        found.append(text("tournament.invitation.acceleration", language, rounds=own) if own else say("accelerated"))
    if rules.time_control:
        class_ = text(f"time-class.{rules.time_class}", language).lower()
        found.append(say("time", control=time_in_words(rules.time_control, language), time_class=class_))
    if rules.default_minutes is not None:
        found.append(say("default" if rules.default_minutes else "default-none", minutes=rules.default_minutes))
    if rules.admits:
        who = parse_condition(rules.admits, GROUP_COLUMNS)
        found += [] if "family" in who.words else [say("admits", condition=who.in_words().text(language))]
    if rules.half_point_byes and not rules.by_table:
        found.append(say("byes", count=rules.half_point_byes, round=rules.half_byes_until))
    if rules.points:
        worth = {name: points_text(points, language) for name, points in rules.worth.items()}
        found.append(say("points", win=worth["win"], draw=worth["draw"], loss=worth["loss"]))
    if rules.tie_breaks:
        found.append(say("ties", names="; ".join(_tie_break(code, language) for code in rules.tie_breaks)))
    found += [say(name.replace("_", "-"), words=words) for name in OWN_WORDS if (words := getattr(rules, name))]
    return found


OWN_WORDS = ("play_off", "draw_offers", "devices")
"""Rules in the organiser's own words."""


def _sentence(language: Language, name: str, **values: object) -> str:
    return text(f"web.event-front.rule-{name}", language, **values)


def _tie_break(code: str, language: Language) -> str:
    try:
        return tie_break_name(parse_code(code), language)
    except ArpadError:
        return code


def time_in_words(control: str, language: Language) -> str:
    """Return a time control in words; one that is not understood as it is written."""
    read = try_time_control(control)
    if read is None or read.by_period:
        return control
    say = partial(_sentence, language)
    periods = [
        say("minutes" if period.moves is None else "minutes-for", minutes=number(period.minutes, language),
            moves=period.moves)
        for period in read.periods
    ]  # fmt: skip
    added = [say("seconds", seconds=number(read.increment, language))] if read.increment else []
    return ", ".join(periods + added)


def home_document(kind: type[Home], view: PublicState, **more: Any) -> Home:
    """Return where an event stands, for everybody, with more about it."""
    rules, last = view.event_rules, current_round(view)
    return listed_event(
        kind,
        view,
        time_zone=event_times(rules).name,
        rounds_published=sorted(view.rounds),
        open=len(view.rounds[last].open_boards) if last else 0,
        stage=stage_of(view),
        open_for_applications=rules.open and not view.closed,
        outside_rules=outside_since(view),
        fide_mode=fide_mode(view),
        **more,
    )


# The picture of an event, which other sites show when its pages are shared.

pictures = APIRouter(include_in_schema=False)


@pictures.get("/t/{slug}/card.png")
def card(request: Request, event: Seen) -> Response:
    """The first places; before the first round, where and when it is played."""
    rules, language = event.view.event_rules, event.language
    found = front_document(event, {})
    days = " – ".join(date_text(day, language) for day in dict.fromkeys((rules.start, rules.end)) if day is not None)
    home = federation_name(rules.federation, language) or rules.federation
    lines = tuple((leader.name, points_text(leader.points, language)) for leader in found.leaders)
    stage = text(f"web.events.stage-{found.stage}", language, round=found.round)
    foot = [text("web.feed.list-players", language, count=found.players), stage]
    about = " · ".join(filter(None, (rules.city, home, days)))
    return picture(request, ShareCard(rules.name, about, lines=lines, foot=" · ".join(foot)))


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


class EventFileDocument(EventHomeDocument, frozen=True):
    """Everything that is public of an event."""

    n: int
    entries: list[EventPlayerDocument]
    played: list[SeenRoundDocument]
    standings: EventStandings | None
    teams: list[EventTeamDocument] | UnsetType = UNSET
    matches: dict[str, list[MatchDocument]] | UnsetType = UNSET
    ties: list[TieDocument] | UnsetType = UNSET


@files.get("/t/{slug}/file.json", response_class=Response, responses=FOUND)
@shaped(EventFileDocument)
def whole(request: Request, event: Seen) -> Response:
    """The whole event: players, published rounds, standings."""
    answer: Answer = event.answer(lambda: event_file(event).document(event.language))
    return unchanged(request, answer) or stamped(json_text(answer.document()), answer)


def event_file(event: PublicEvent) -> EventFileDocument:
    """Everything that is public of an event."""
    view = event.view
    places = {entry: place for place, entry in enumerate(view.numbers, 1)}
    table = last_table(event)
    more: dict[str, Any] = {}
    if view.event_rules.team:
        more["teams"] = [team_document(view, team) for team in sorted(view.teams)]
        more["matches"] = {str(round_): match_documents(view, round_) for round_ in sorted(view.rounds)}
    if view.event_rules.system == "knockout" and view.numbers:
        more["ties"] = bracket_document(view)
    return home_document(
        EventFileDocument,
        view,
        n=view.n,
        entries=[player_summary(one, places.get(one.entry)) for one in in_order(view, "number")],
        played=[seen_round(view, round_, points_at(event, round_)) for round_ in sorted(view.rounds)],
        standings=None if table is None else event_standings(view, table),
        **more,
    )
