"""Public pages of a festival: its tournaments, all players in one list, and the pairings of all by name."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import Document, TextOrNone, csv_rows, shows
from arpad.documents.fields import Table
from arpad.i18n import Language, text
from arpad.office.tournaments.festival import Festival, open_festival
from arpad.standings.reasons import points_text
from arpad.tournament.documents import side_name
from arpad.tournament.festival import (
    FestivalDocument,
    FestivalLeader,
    FestivalPlayer,
    festival_players,
    festival_tournament,
)
from arpad.tournament.prizes import (
    EventPrizes,
    OnePrize,
    announced_prizes,
    prize_table,
    prize_words,
    prizes_shown,
)
from arpad.tournament.public import PublicState
from arpad.tournament.schedules import plain_name
from arpad.tournament.standings import begins_with, current_round
from arpad.tournament.times import EventTimes, scheduled_hour, scheduled_instant
from arpad.web.cache import Answer, short_tag
from arpad.web.routes import OpenedHere, Pages
from arpad.web.site import look_of
from arpad.web.tournaments.actions import Access, form_token
from arpad.web.tournaments.context import (
    EVERYBODY_ASKS,
    PublicEvent,
    Slug,
    flash_message,
    forget,
    seen_event,
    tag_of,
)
from arpad.web.tournaments.public.rounds import by_name, seen_boards
from arpad.web.tournaments.public.standings import last_table
from arpad.web.tournaments.screens import (
    Asked,
    Cell,
    Content,
    InTurn,
    Screen,
    ScreenAsked,
    Turn,
    screen_content,
    screen_page,
    screens_now,
)

# What all pages of a festival show around their content, and the festival as everybody sees it.


@dataclass(frozen=True, slots=True)
class FestivalFrame:
    """What every page of a festival shows around its content. `tag` names what the page is made of."""

    slug: str
    name: str
    csrf: str
    tag: str
    seconds: int
    staff: bool
    times: EventTimes
    language: Language
    said: tuple[str, ...] = ()
    prizes: bool = False

    @property
    def address(self) -> str:
        return f"/f/{self.slug}"


@dataclass(frozen=True, slots=True)
class PublicFestival:
    """A festival on a public page: the public views of its tournaments, and nothing else."""

    request: Request
    frame: FestivalFrame
    events: tuple[PublicEvent, ...]

    @property
    def views(self) -> list[PublicState]:
        return [event.view for event in self.events]

    @property
    def language(self) -> Language:
        return self.frame.language

    def answer(
        self,
        document: Callable[[], Any],
        page: Callable[[], Mapping[str, Any]],
        table: Callable[[], Table] | None = None,
    ) -> Answer:
        """Return an answer that visitors may keep until one of the tournaments changes."""
        frame = self.frame
        private = frame.staff or bool(frame.said) or self.request.state.account is not None
        headers = forget(frame.slug, "/f") if frame.said else {}
        tag = "" if frame.said else frame.tag
        return Answer(document, lambda: {"frame": frame, **page()}, table, None, 200, tag, private, headers)


def festival_frame(
    request: Request, festival: Festival, seats: Sequence[Access], times: EventTimes, language: Language, seconds: int
) -> FestivalFrame:
    """Return what is around the pages of a festival."""
    lines = " ".join(tag_of(event) for event in festival.events)
    return FestivalFrame(
        festival.slug,
        festival.name,
        form_token(request),
        f"f-{festival.slug}-{short_tag(lines.encode())}-{look_of(request)}",
        seconds,
        any(seat.role != "public" for seat in seats),
        times,
        language,
        flash_message(request),
        any(event.state.event_rules.prizes for event in festival.events),
    )


def seen_festival(request: Request, slug: Slug) -> PublicFestival:
    """Open a festival for a public page."""
    festival = open_festival(request.app.state.site.events, slug)
    events = tuple(seen_event(request, event) for event in festival.slugs)
    seats = [event.frame.seat for event in events]
    first = events[0]
    frame = festival_frame(request, festival, seats, first.frame.times, first.language, EVERYBODY_ASKS)
    return PublicFestival(request, frame, events)


SeenFestival = Annotated[PublicFestival, OpenedHere(seen_festival)]

# The front page: where each tournament stands, who leads, and when everything is played.

festival_pages = Pages("event")
LEADERS = 3


class FestivalHour(NamedTuple):
    """A line of the timetable: a start, and the rounds that begin then by tournament."""

    when: str
    rounds: Mapping[str, int]


@festival_pages.page("/f/{slug}", "festival_home.html", FestivalDocument)
def index(festival: SeenFestival) -> Answer:
    """A festival: its tournaments with round, state and leaders, and all players."""
    tournaments = tuple(festival_tournament(event.view, leaders_of(event)) for event in festival.events)

    def document() -> FestivalDocument:
        players = tuple(festival_players(festival.views))
        return FestivalDocument(festival.frame.slug, festival.frame.name, tournaments, players)

    def page() -> dict[str, Any]:
        rules = [view.event_rules for view in festival.views]
        days = [day for one in rules for day in (one.start, one.end) if day is not None]
        return {
            "tournaments": [
                {
                    "data": tournament,
                    "points": [points_text(leader.points, festival.language) for leader in tournament.leaders],
                    "next": _next_start(event),
                    "open": event.view.event_rules.open and not event.view.closed,
                    "knockout": event.view.event_rules.system == "knockout",
                }
                for event, tournament in zip(festival.events, tournaments, strict=True)
            ],
            "cities": list(dict.fromkeys(one.city for one in rules if one.city)),
            "days": (min(days), max(days)) if days else None,
            "players": sum(tournament.players for tournament in tournaments),
            "timetable": timetable(festival.events),
            "drawn": any(view.rounds for view in festival.views),
        }

    return festival.answer(document, page)


def leaders_of(event: PublicEvent) -> list[FestivalLeader]:
    """Return the first of the standings after the last complete round; none before a round is complete."""
    played = any(event_round.complete for event_round in event.view.rounds.values())
    table = last_table(event) if played and event.view.event_rules.system != "knockout" else None
    if table is None:
        return []
    return [FestivalLeader(row.rank, row.name, row.points) for row in table.rows[:LEADERS] if row.rank <= LEADERS]


def _next_start(event: PublicEvent) -> str:
    """When the next round begins, empty if that is not planned or over."""
    number = current_round(event.view)
    found = event.view.rounds.get(number)
    coming = number if found is not None and not found.complete and not found.started_at else number + 1
    at = scheduled_instant(event.view.event_rules, coming)
    if at is None or at <= event.now:
        return ""
    return event.frame.when(scheduled_hour(event.view.event_rules, coming, "start"))


def timetable(events: Sequence[PublicEvent]) -> list[FestivalHour]:
    """Return the starts of all tournaments in their order, each with the rounds that begin then."""
    starts: dict[dt.datetime, dict[str, int]] = {}
    words: dict[dt.datetime, str] = {}
    for event in events:
        for row in event.view.event_rules.schedule:
            if "start" in row:
                local = event.frame.times.local(row["start"]).replace(tzinfo=None)
                starts.setdefault(local, {})[event.slug] = int(row["round"])
                words.setdefault(local, event.frame.when(row["start"]))
    return [FestivalHour(words[start], rounds) for start, rounds in sorted(starts.items(), key=lambda item: item[0])]


# All players in one list, with their tournament.

Letters = Annotated[str, Query(max_length=80, description="The first letters of words of a name.")]


class FestivalPlayers(Document, frozen=True):
    """The players of a festival whose names begin with what was asked for."""

    festival: str
    query: str
    count: int
    players: tuple[FestivalPlayer, ...]


@festival_pages.page("/f/{slug}/players", "festival_players.html", FestivalPlayers, table=True)
def all_players(festival: SeenFestival, q: Letters = "") -> Answer:
    """The players of all tournaments by name."""
    found = [player for player in festival_players(festival.views) if not q or begins_with(player.name, q)]

    def document() -> FestivalPlayers:
        return FestivalPlayers(festival.frame.slug, q, len(found), tuple(found))

    return festival.answer(document, lambda: {"data": document()}, lambda: csv_rows(FestivalPlayer, found))


# Who plays where: everybody by name over all tournaments, in the rounds of the moment.


class FestivalSeat(Document, frozen=True):
    """A player in the round of the moment: the table, the colour and the opponent; `kind` says why there is none: the
    bye, H, Z or F."""

    shown = shows(
        "name", "event", "tournament", "round", "table", "colour", "opponent", "result", "kind", "entry"
    )  # fmt: skip
    name: str
    event: str
    tournament: str
    round: int
    table: int | None
    colour: TextOrNone
    opponent: TextOrNone
    result: TextOrNone
    kind: TextOrNone
    entry: int


class FestivalPairings(Document, frozen=True):
    """Everybody by name in the rounds of the moment."""

    festival: str
    seats: tuple[FestivalSeat, ...]


@festival_pages.page("/f/{slug}/pairings", "festival_pairings.html", FestivalPairings, table=True)
def pairings(festival: SeenFestival, q: Letters = "") -> Answer:
    """The pairings of all tournaments by name."""
    seats = [seat for seat in festival_seats(festival.events) if not q or begins_with(seat.name, q)]

    def page() -> dict[str, Any]:
        teams = [event for event in festival.events if event.view.event_rules.team and event.view.rounds]
        return {"seats": seats, "asked": q, "rounds": rounds_now(festival.events), "teams": teams}

    return festival.answer(
        lambda: FestivalPairings(festival.frame.slug, tuple(seats)), page, lambda: csv_rows(FestivalSeat, seats)
    )


def rounds_now(events: Sequence[PublicEvent]) -> list[tuple[PublicEvent, int]]:
    """Return the tournaments that have a published round, with its number."""
    return [(event, number) for event in events if (number := current_round(event.view))]


def festival_seats(events: Sequence[PublicEvent]) -> list[FestivalSeat]:
    """Return all players by name with their tables in the rounds of the moment, and those who do not play in them. Of
    teams there is no list by name."""
    seats = [
        seat
        for event, number in rounds_now(events)
        if not event.view.event_rules.team
        for seat in _seats(event, number)
    ]
    return sorted(seats, key=lambda seat: (plain_name(seat.name), seat.tournament))


def _seats(event: PublicEvent, number: int) -> list[FestivalSeat]:
    view, name = event.view, event.frame.name
    event_round = view.rounds[number]
    seats = [
        FestivalSeat(
            seat.own.player.name,
            event.slug,
            name,
            number,
            seat.board.table,
            seat.colour,
            "" if seat.other.player is None else seat.other.player.name,
            seat.board.result,
            "",
            seat.own.player.entry,
        )
        for seat in by_name(seen_boards(event, number))
        if seat.own.player is not None
    ]
    away = ({} if event_round.bye is None else {event_round.bye: "bye"}) | dict(event_round.absent)
    return seats + [
        FestivalSeat(side_name(view, entry), event.slug, name, number, None, "", "", "", kind, entry)
        for entry, kind in away.items()
    ]


# The prizes of all tournaments: what is announced, and who has it once the last round is complete.


class TournamentPrizes(Document, frozen=True):
    """The prizes of a tournament; `won` is there once everybody may see it."""

    event: str
    name: str
    announced: tuple[OnePrize, ...]
    won: EventPrizes | None


class PrizeMoney(Document, frozen=True):
    """The money of all announced prizes in a currency."""

    currency: str
    amount: str


class FestivalPrizes(Document, frozen=True):
    """The prizes of all tournaments."""

    festival: str
    money: tuple[PrizeMoney, ...]
    tournaments: tuple[TournamentPrizes, ...]


@festival_pages.page("/f/{slug}/prizes", "festival_prizes.html", FestivalPrizes)
def prizes(festival: SeenFestival) -> Answer:
    """The prizes of all tournaments, and who has them once the last round is complete."""
    tournaments = tuple(
        TournamentPrizes(event.slug, event.frame.name, announced_prizes(event.view.event_rules), _won(event))
        for event in festival.events
        if event.view.event_rules.prizes
    )
    announced = [prize for tournament in tournaments for prize in tournament.announced]
    currencies = {prize.currency.code: prize.currency for prize in announced if prize.minor}
    sums = {code: sum(one.minor for one in announced if one.currency.code == code) for code in currencies}
    money = tuple(PrizeMoney(code, currencies[code].text(total)) for code, total in sums.items())

    def page() -> dict[str, Any]:
        words = [prize_words(currencies[code], total, (), festival.language) for code, total in sums.items()]
        return {"data": tournaments, "money": words}

    return festival.answer(lambda: FestivalPrizes(festival.frame.slug, money, tournaments), page)


def _won(event: PublicEvent) -> EventPrizes | None:
    """Who has which prize, if everybody may see it."""
    view = event.view
    if not prizes_shown(view):
        return None
    return event.kept(("festival-prizes",), (view,), lambda: prize_table(view, event.site.tie_breaks))


# Screens for the hall: everybody by name over all tournaments, and what each tournament shows, in turn.

festival_screens = APIRouter(tags=["event"], include_in_schema=False)
HallFestival = Annotated[PublicFestival, Depends(seen_festival)]


@festival_screens.get("/f/{slug}/screen/all")
def all_screens(festival: HallFestival, asked: Asked, show: InTurn = None, turn: Turn = 1) -> Response:
    """The screens of all tournaments in turn: those that are named, or what everybody wants to know at this moment."""
    wanted = [
        (event, screen) for event in festival.events for screen in show or screens_now(event) if screen != "names"
    ]
    named = show is None or "names" in show
    return _in_turn(festival, wanted, asked, turn, names=named)


@festival_screens.get("/f/{slug}/screen/{screen}")
def one_screen(festival: HallFestival, screen: Screen, asked: Asked, turn: Turn = 1) -> Response:
    """A screen: by name all tournaments together, all others in turn."""
    names = screen == "names"
    return _in_turn(festival, [] if names else [(event, screen) for event in festival.events], asked, turn, names=names)


def _in_turn(
    festival: PublicFestival,
    wanted: Sequence[tuple[PublicEvent, Screen]],
    asked: ScreenAsked,
    turn: int,
    *,
    names: bool,
) -> Response:
    """Return the screen whose turn it is. A tournament that has nothing to show is left out."""
    joint = replace(
        festival.events[0],
        frame=replace(festival.events[0].frame, name=festival.frame.name, notice=_notices(festival.events)),
    )
    shown = [(event, screen_content(event, screen, 0, "")) for event, screen in wanted]
    by_all = names_of_all(festival) if names else None
    contents = [(joint, by_all)] if by_all is not None and by_all.rows else []
    contents += [
        (event, content) for event, content in shown if content is not None and (content.rows or len(shown) == 1)
    ]
    at = (turn - 1) % max(1, len(contents))
    event, content = contents[at] if contents else (joint, None)
    return screen_page(event, asked, content, (at + 1, len(contents)))


def _notices(events: Sequence[PublicEvent]) -> str:
    return " · ".join(dict.fromkeys(event.frame.notice for event in events if event.frame.notice))


def names_of_all(festival: PublicFestival) -> Content:
    """Return everybody by name over all tournaments: where they play, and at which table."""
    language = festival.language
    rounds = [
        text("web.festival.round-of", language, event=event.frame.name, round=number)
        for event, number in rounds_now(festival.events)
    ]
    rows = []
    for seat in festival_seats(festival.events):
        why = Cell("why", text(f"web.event-page.absent-{seat.kind}", language)) if seat.kind else None
        where = (why,) if why is not None else (Cell("board", str(seat.table)), Cell(f"c{seat.colour}", ""))
        rows.append((Cell("name", seat.name), Cell("team", seat.tournament), *where))
    return Content("names", " · ".join(rounds), rows)


ROUTERS = (festival_pages.router, festival_screens)
