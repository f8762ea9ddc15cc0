"""What others follow: feeds of lists, of corrections, of a player, of an event; the days of lists and of rounds."""

import datetime as dt
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from arpad.i18n import date_text, number_or_dash, text
from arpad.office.context import Desk
from arpad.office.details import details_of
from arpad.office.lists import show_player
from arpad.office.proof.sheets import view_event
from arpad.office.publications import Publication, coming_lists, publications
from arpad.office.records import OfficeEvent, PlayerRecord
from arpad.regulations.articles import TIME_CLASSES
from arpad.web.cache import by_content, is_for_everybody
from arpad.web.feeds import ATOM_TYPE, CALENDAR_TYPE, FeedEntry, WholeDay, atom_feed, calendar_of_days, lasting_id
from arpad.web.public.players import EventNumber, SystemName, check_shown
from arpad.web.site import language_of
from arpad.web.uploads import disposition

public_feeds = APIRouter(tags=["feeds"])
MOST = 30
COMING = 12
"""Lists that a calendar tells of."""
FILES: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file."},
    404: {"description": "There is no such player or event."},
}
feed = partial(public_feeds.get, response_class=Response, responses=FILES)


def _sent(request: Request, content: str, media: str, name: str) -> Response:
    """A file for everybody: who has it already is told so."""
    response = Response(content, media_type=f"{media}; charset=utf-8", headers=disposition(name, shown=True))
    return by_content(request, response) if is_for_everybody(request, response) else response


class _Feed:
    """The feed of an address, as the visitor's language has it. `kept` is the part of the query that chose it."""

    def __init__(self, request: Request, desk: Desk, kept: str) -> None:
        self.request, self.desk, self.language = request, desk, language_of(request)
        self.site, self.query = str(request.app.state.site.settings.address), f"?system={kept}" if kept else ""

    def say(self, key: str, **values: object) -> str:
        return text(f"web.feed.{key}", self.language, **values)

    def entry(self, key: object, at: dt.datetime, title: str, page: str, summary: str = "") -> FeedEntry:
        return FeedEntry(lasting_id(self.desk.system, key), at, title, f"{self.site}{page}", summary)

    def send(self, title: str, page: str, entries: Sequence[FeedEntry], at: dt.datetime | None = None) -> Response:
        own = self.request.url.path
        latest = max((one.at for one in entries), default=at or dt.datetime(1970, 1, 1, tzinfo=dt.UTC))
        author = details_of(self.desk.database).name
        whole = atom_feed(
            self.entry(f"feed {own}", latest, title, page),
            f"{self.site}{own}{self.query}",
            author,
            self.language,
            entries,
        )
        return _sent(self.request, whole, ATOM_TYPE, own.strip("/").replace("/", "-"))


@feed("/lists.atom")
def lists(request: Request, system: SystemName = "") -> Response:
    """The published lists as a feed (Atom), the newest first, with corrected versions."""
    return _versions(request, system, "lists", "/lists", corrections=False)


@feed("/corrections.atom")
def corrections(request: Request, system: SystemName = "") -> Response:
    """The corrected versions of lists as a feed (Atom), with what was corrected."""
    return _versions(request, system, "corrections", "/lists", corrections=True)


def _versions(request: Request, system: str, name: str, page: str, *, corrections: bool) -> Response:
    own = _Feed(request, request.app.state.site.desk(system), system)
    found = publications(own.desk, MOST, corrections=corrections)
    return own.send(own.say(name), page, [_version(own, one) for one in found])


def _version(own: _Feed, one: Publication) -> FeedEntry:
    """A version of a list: its page, and what it replaces."""
    list_, address = one.version, f"/lists/{one.version.period:%Y-%m}"
    day = date_text(list_.period, own.language)
    if list_.number == 1:
        words = own.say("list-players", count=list_.players)
        return own.entry(f"list {list_.digest}", one.at, own.say("list", date=day), address, words)
    page = f"{address}/changes?from={list_.number - 1}&to={list_.number}"
    return own.entry(
        f"list {list_.digest}", one.at, own.say("corrected", date=day, version=list_.number), page, list_.reason
    )


@feed("/players/{id}.atom")
def player(request: Request, id: str, system: SystemName = "") -> Response:  # noqa: A002
    """A player's ratings as a feed (Atom): every list on which one of them changed."""
    own = _Feed(request, request.app.state.site.desk(system), system)
    record = show_player(own.desk, id, published=True)
    at = {(one.version.period, one.version.number): one.at for one in publications(own.desk, 10_000)}
    entries = [
        own.entry(
            f"rating {record.id} {name} {period} {version}", at.get((period, version), _midnight(period)), title, page
        )
        for period, version, name, title, page in _ratings(own, record)
    ]
    newest = sorted(entries, key=lambda one: one.at, reverse=True)[:MOST]
    return own.send(own.say("player", name=record.name or record.id), f"/players/{record.id}", newest)


def _midnight(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), dt.UTC)


def _ratings(own: _Feed, record: PlayerRecord) -> list[tuple[dt.date, int, str, str, str]]:
    """The lists and versions on which a rating of the player changed, with their words and their pages."""
    found = []
    for name in TIME_CLASSES:
        for entry in record.histories.get(name, ()):
            if not (entry.change or entry.games):
                continue
            title = own.say(
                "rating",
                date=date_text(entry.period, own.language),
                name=text(f"web.player.{name}", own.language),
                rating=number_or_dash(entry.rating, own.language),
                change=number_or_dash(entry.change, own.language, sign=True),
            )
            page = f"/players/{record.id}/lists/{entry.period:%Y-%m}?time_class={name}"
            found.append((entry.period, entry.version, name, title, page))
    return found


@feed("/events/{number}.atom")
def event(request: Request, number: EventNumber, system: SystemName = "") -> Response:
    """What became of an event as a feed (Atom): the list it was rated for, and every correction of it."""
    own = _Feed(request, request.app.state.site.desk(system), system)
    record = view_event(own.desk, number).record
    check_shown(request, record)
    entries = []
    if record.period is not None:
        for one in publications(own.desk, 10_000):
            if one.version.period == record.period:
                key = "event-rated" if one.version.number == 1 else "corrected"
                day, page = date_text(record.period, own.language), f"/events/{record.id}"
                title = own.say(key, date=day, version=one.version.number)
                what = f"event {record.id} {one.version.digest}"
                entries.append(own.entry(what, one.at, title, page, one.version.reason))
    return own.send(
        record.name or str(record.id), f"/events/{record.id}", entries, _midnight(record.end or dt.date(1970, 1, 1))
    )


# The days of the office, and those of an event.


@feed("/lists.ics")
def days_of_lists(request: Request, system: SystemName = "") -> Response:
    """The days of the office as a calendar (iCalendar): when the next lists come, and until when events count."""
    own = _Feed(request, request.app.state.site.desk(system), system)
    known = publications(own.desk, 1)
    changed = known[0].at if known else dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
    days = []
    for one in coming_lists(own.desk, COMING):
        day = date_text(one.period, own.language)
        page = f"{own.site}/lists" if own.site else ""
        closes, comes = own.say("closes", date=day), own.say("comes", date=day)
        days.append(WholeDay(lasting_id(own.desk.system, "closes", one.period), changed, one.closes, closes, page))
        days.append(WholeDay(lasting_id(own.desk.system, "list", one.period), changed, one.period, comes, page))
    return _sent(request, calendar_of_days(own.say("calendar"), days), CALENDAR_TYPE, "lists.ics")


@feed("/events/{number}.ics")
def days_of_event(request: Request, number: EventNumber, system: SystemName = "") -> Response:
    """The days of the rounds of an event as a calendar (iCalendar), or of its first and last day."""
    own = _Feed(request, request.app.state.site.desk(system), system)
    view = view_event(own.desk, number)
    check_shown(request, view.record)
    rounds = () if view.event is None else view.event.round_dates
    days = _days(own, view.record, rounds)
    return _sent(request, calendar_of_days(view.record.name or str(number), days), CALENDAR_TYPE, f"event-{number}.ics")


def _days(own: _Feed, record: OfficeEvent, rounds: Sequence[dt.date | None]) -> list[WholeDay]:
    known = [(round_, day) for round_, day in enumerate(rounds, 1) if day is not None]
    page = f"{own.site}/events/{record.id}" if own.site else ""
    name, changed = record.name or str(record.id), _midnight(record.end or dt.date(1970, 1, 1))

    def day_of(what: str, day: dt.date, title: str) -> WholeDay:
        return WholeDay(lasting_id(own.desk.system, "event", record.id, what), changed, day, title, page, record.city)

    if known:
        return [day_of(f"round {number}", day, own.say("round", event=name, round=number)) for number, day in known]
    ends: dict[dt.date, Callable[[], str]] = {}
    if record.start is not None:
        ends[record.start] = lambda: own.say("begins", event=name)
    if record.end is not None and record.end != record.start:
        ends[record.end] = lambda: own.say("ends", event=name)
    return [day_of(f"day {day}", day, title()) for day, title in ends.items()]
