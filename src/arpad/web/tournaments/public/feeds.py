"""What other programs follow of an event: the calendar of its rounds, its feed of news, its games, its pictures."""

import datetime as dt
import uuid
from collections.abc import Callable
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from arpad.i18n import text
from arpad.inputs.times import try_time_control
from arpad.office.tournaments.notices import ended_with
from arpad.office.tournaments.pictures import PictureName, picture_file
from arpad.office.tournaments.store import EventStore
from arpad.tournament.acts.checks import round_at
from arpad.tournament.broadcast import games_pgn, moves_seen, replacements, team_replacements
from arpad.tournament.log import LogLine
from arpad.tournament.times import A_DAY, event_times, zone_is_known
from arpad.web.cache import known_tags, stamped, unchanged
from arpad.web.feeds import NAMESPACE, FeedEntry, atom_feed, calendar_text, escaped, utc
from arpad.web.tournaments.context import PublicEvent, RoundInPath, Seen, Slug
from arpad.web.tournaments.public.rounds import with_moves
from arpad.web.uploads import disposition

feeds = APIRouter(tags=["event"])
NOTICE, RULES = "notice.set", ("event.created", "event.changed")
"""Kinds of lines of the log: of the arbiters for everybody, and those that change the rules."""
MOST_NEWS = 50
FOUND: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file."},
    404: {"description": "There is no such event."},
}


def log_of(event: PublicEvent) -> list[LogLine]:
    """Return the log of an event as far as the page shows it. Only times, hashes and public lines are used of it."""
    store: EventStore = event.site.events
    return event.kept("log", (event.view,), lambda: store.lines(event.slug)[: event.view.n])


def own_address(request: Request) -> str:
    """Return what comes before the paths of this site: its address, or that of the request if it knows none."""
    known = str(request.app.state.site.settings.address)
    return f"{known}/" if known else str(request.base_url)


def lasting_id(event: PublicEvent, what: str) -> uuid.UUID:
    """Return an id that stays the same for ever, also in a copy of the event: it is made of the first line of its
    log."""
    return uuid.uuid5(NAMESPACE, f"{log_of(event)[0].sha256} {what}")


def _file(
    request: Request, event: PublicEvent, media: str, name: str, make: Callable[[], str], seen: int = 0
) -> Response:
    """A file of an event with the moves that were `seen` late."""
    answer = with_moves(event.answer(lambda: None), seen)
    known = unchanged(request, answer)
    if known is not None:
        return known
    content = event.kept((name, event.language, seen), (event.view,), make)
    return stamped(
        Response(content, media_type=f"{media}; charset=utf-8", headers=disposition(name, shown=True)), answer
    )


# The rounds as a calendar (RFC 5545). Instants are in UTC; if nobody knows the zone, the hours float, as the schedule
# has them. A round takes as long as both players may think in 60 moves.

MOVES = 60


@feeds.get("/t/{slug}/rounds.ics", response_class=Response, responses=FOUND)
def calendar(request: Request, event: Seen) -> Response:
    """The rounds of an event as a calendar (iCalendar)."""
    return _file(request, event, "text/calendar", f"{event.slug}.ics", lambda: rounds_text(event))


def rounds_text(event: PublicEvent) -> str:
    """Return the calendar of the rounds that have a day."""
    rules = event.view.event_rules
    changed = [line for line in log_of(event) if line.kind in RULES][-1]
    control = try_time_control(rules.time_control) if rules.time_control else None
    minutes = None if control is None else -(-2 * control.minutes_for(MOVES) // 1)
    place = ", ".join(part for part in (rules.venue, rules.city) if part)
    lines: list[str] = []
    for row in rules.schedule:
        if "start" not in row:
            continue
        number, start = row["round"], row["start"]
        title = text("web.event-front.calendar-round", event.language, event=rules.name, round=number)
        lines += [
            "BEGIN:VEVENT",
            f"UID:{lasting_id(event, f'round {number}')}",
            f"DTSTAMP:{utc(dt.datetime.fromisoformat(changed.at))}",
            f"SEQUENCE:{changed.n}",
            *_start(event, start, minutes),
            f"SUMMARY:{escaped(title)}",
            *([f"LOCATION:{escaped(place)}"] if place else []),
            f"URL:{own_address(event.request)}t/{event.slug}",
            "END:VEVENT",
        ]
    return calendar_text(rules.name, lines)


def _start(event: PublicEvent, start: str, minutes: int | None) -> list[str]:
    """When a round starts and how long it takes: a whole day if its hour is not known."""
    if len(start) <= A_DAY:
        return [f"DTSTART;VALUE=DATE:{start.replace('-', '')}"]
    lasting = [] if not minutes else [f"DURATION:PT{minutes}M"]
    instant = event_times(event.view.event_rules).instant(start)
    if instant is not None and zone_is_known(event.view.event_rules):
        return [f"DTSTART:{utc(instant)}", *lasting]
    return [f"DTSTART:{dt.datetime.fromisoformat(start):%Y%m%dT%H%M%S}", *lasting]


# The news of an event as an Atom feed (RFC 4287): rounds that were paired, results, notices of the arbiters.


class News(NamedTuple):
    """Something new: what its id is made of, when it was, its title and its page."""

    what: str
    at: str
    title: str
    page: str


@feeds.get("/t/{slug}/feed.atom", response_class=Response, responses=FOUND)
def atom(request: Request, event: Seen) -> Response:
    """The news of an event as a feed (Atom)."""
    return _file(request, event, "application/atom+xml", f"{event.slug}.atom", lambda: feed_text(event))


def news_of(event: PublicEvent) -> list[News]:
    """Return what is new in an event, the newest first."""
    view, language, found = event.view, event.language, []
    lines = {line.n: line for line in log_of(event)}
    for number, event_round in sorted(view.rounds.items()):
        page = f"round/{number}"
        found.append(
            News(
                f"pairings {number}",
                event_round.published_at,
                text("web.event-front.news-pairings", language, round=number),
                page,
            )
        )
        if event_round.complete and (ended := lines.get(ended_with(view, number))):
            standings = page if view.event_rules.system == "knockout" else f"standings/{number}"
            found.append(
                News(
                    f"results {number}",
                    ended.at,
                    text("web.event-front.news-results", language, round=number),
                    standings,
                )
            )
    for line in lines.values():
        if line.kind == NOTICE and line.data["text"]:
            found.append(News(f"notice {line.n}", line.at, str(line.data["text"]), ""))
    return sorted(found, key=lambda news: dt.datetime.fromisoformat(news.at), reverse=True)[:MOST_NEWS]


def feed_text(event: PublicEvent) -> str:
    """Return the feed of an event."""
    site, news, rules = f"{own_address(event.request)}t/{event.slug}", news_of(event), event.view.event_rules
    entries = [
        FeedEntry(
            lasting_id(event, one.what), dt.datetime.fromisoformat(one.at), one.title, f"{site}/{one.page}".rstrip("/")
        )
        for one in news
    ]
    at = entries[0].at if entries else dt.datetime.fromisoformat(log_of(event)[0].at)
    head = FeedEntry(lasting_id(event, "feed"), at, rules.name, site)
    return atom_feed(head, f"{site}/feed.atom", rules.chief_arbiter, event.language, entries)


# The games for a broadcast: a site that shows them asks again and again, and is told when nothing has changed.

PGN = "application/x-chess-pgn"


@feeds.get("/t/{slug}/games.pgn", response_class=Response, responses=FOUND)
def all_games(request: Request, event: Seen) -> Response:
    """The games of all published rounds as PGN, with the results that everybody may see."""
    return _games(request, event, f"{event.slug}.pgn", None)


@feeds.get("/t/{slug}/round/{round}.pgn", response_class=Response, responses=FOUND)
def games_of_round(request: Request, event: Seen, round: RoundInPath) -> Response:  # noqa: A002
    """The games of a published round as PGN, with the results that everybody may see."""
    round_at(event.view, round)
    return _games(request, event, f"{event.slug}-{round}.pgn", round)


def _games(request: Request, event: PublicEvent, name: str, number: int | None) -> Response:
    """The games with the moves that may be seen at this moment."""
    now = event.site.settings.now()
    seen = moves_seen(event.view, now)
    return _file(request, event, PGN, name, lambda: games_pgn(event.view, now, number), seen)


@feeds.get("/t/{slug}/replacements.txt", response_class=Response, responses=FOUND)
def broadcast_names(request: Request, event: Seen) -> Response:
    """The list of names for a broadcast: one line a player, with the FIDE ID, or with rating and title."""
    return _file(
        request, event, "text/plain", f"{event.slug}-replacements.txt", lambda: _text_lines(replacements(event.view))
    )


@feeds.get("/t/{slug}/team-replacements.txt", response_class=Response, responses=FOUND)
def broadcast_teams(request: Request, event: Seen) -> Response:
    """The players of each team for a broadcast: one line a player."""
    name = f"{event.slug}-team-replacements.txt"
    return _file(request, event, "text/plain", name, lambda: _text_lines(team_replacements(event.view)))


def _text_lines(lines: tuple[str, ...]) -> str:
    return "".join(f"{line}\n" for line in lines)


# The pictures of an event.

Name = Annotated[PictureName, Path(description="The logo or the photo.")]


@feeds.get("/t/{slug}/picture/{name}", response_class=Response, responses=FOUND)
def picture(request: Request, slug: Slug, name: Name) -> Response:
    """The logo or the photo of an event."""
    stored, data = picture_file(request.app.state.site.events, slug, name)
    headers = {"etag": f'"{stored.sha256}"', "cache-control": "no-cache", **disposition(f"{slug}-{name}", shown=True)}
    if stored.sha256 in known_tags(request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    return Response(data, media_type=stored.media, headers=headers)
