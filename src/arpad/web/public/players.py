"""Public pages of players: search, profile, comparison, interim ratings and claim sheets."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Annotated, Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Depends, Path, Query
from fastapi.exceptions import RequestValidationError
from markupsafe import Markup
from pydantic import BeforeValidator, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import Document, csv_rows, shows
from arpad.documents.schema import Bag, joined
from arpad.formats.codes import FEDERATIONS, federation_name
from arpad.i18n import ArpadError, Language, date_text, number_or_dash, text
from arpad.inputs.parse import period_in_address
from arpad.lab.interim import interim_document, interim_table, thresholds_ahead, verdict, verdict_words
from arpad.lab.tables import Chart, ChartLine, chart_inside, exact
from arpad.lists.player_index import LONGEST, FoundPlayer
from arpad.office.lab_data import InterimSheet, interim_sheet
from arpad.office.lists import show_player
from arpad.office.proof.sheets import PeriodSheet, PlayerView, SheetDocument, view_player
from arpad.office.proof.sheets import sheet as sheet_of
from arpad.office.records import HistoryEntry, OfficeEvent, PlayerRecord
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.web.cache import Answer, by_content, html, is_for_everybody, wants_json
from arpad.web.charts import PlotLine, PlotPoint, step_plot
from arpad.web.player_home import (
    SPANS,
    PlayedTournament,
    PlayerHome,
    RatingInTime,
    Span,
    StrengthResults,
    by_strength,
    games_in,
    home_of,
    in_span,
    ratings_in_time,
    since,
    tournament,
    tournaments,
)
from arpad.web.player_parts import (
    Career,
    CareerGame,
    ColourResults,
    MetOpponent,
    ScoreSum,
    career_of,
    federations_listed,
    find_players,
    games_of,
    opponents_met,
    results_by_colour,
    sheet_answer,
    sheet_file,
)
from arpad.web.routes import Pages
from arpad.web.site import language_of, problem_on_page
from arpad.web.tables import Facet, ForgivingRoute, PageColumn, by_column, choices, living, sorting, with_workbook

# The parts of a page's address: a system, a time class, a version.

SystemName = Annotated[str, Query(max_length=30, description="The rating system; the first one if none is named.")]
EventNumber = Annotated[int, Path(ge=1, le=1_000_000_000, description="The number of an event.")]
Class = Annotated[TimeClass, Query(description="The time class.")]
VersionNumber = Annotated[int | None, Query(ge=1, le=1_000_000, description="The newest version if none is named.")]
PageNumber = Annotated[int, Query(ge=1, le=1_000_000, description="The page of a long table.")]
PageOrAll = Annotated[
    int | None, Query(ge=1, le=1_000_000, description="The page of a long table; without it a document is whole.")
]

HIDDEN = ("refused", "withdrawn")
"""The states of events that only the office sees."""


def check_shown(request: Request, event: OfficeEvent) -> None:
    """Let nobody see an event by its number that was refused or taken back, but those who are signed in."""
    if event.state in HIDDEN and request.state.account is None:
        raise HTTPException(404)


def _or_none(typed: object) -> object:
    """A field that was left empty asks for nothing."""
    return None if typed == "" else typed


Year = Annotated[int, Field(ge=1800, le=2200)]
BirthYear = Annotated[Year | None, BeforeValidator(_or_none), Query(description="A year of birth.")]


# A player's rating game by game in events that wait for a list, or in the period of a list.

interim_pages = Pages("players", same_for_all=True)

Period = Annotated[str, Query(max_length=10, description="A list, 2024-05; the next one if none is named.")]
SHOWN = ("game", "date", "event", "opponent", "opponent_rating", "score", "result", "running_period", "running_cut")


@interim_pages.page("/players/{id}/interim", "public_interim.html", Bag, table=True, pdf=True)
def interim(
    request: Request,
    id: str,  # noqa: A002
    time_class: Class = "standard",
    period: Period = "",
    system: SystemName = "",
) -> Answer:
    """A rating after every game of a period, and the ratings of titles that it reached."""
    site, language = request.app.state.site, language_of(request)
    date = period_in_address(period) if period else None
    desk = site.desk(system)
    show_player(desk, id, published=True)
    sheet = interim_sheet(desk, id, date, time_class, published=True)
    verdicts = [verdict(sheet.interim, threshold) for threshold in thresholds_ahead(sheet.interim, time_class)]
    reached = [reached_verdict for reached_verdict in verdicts if reached_verdict.outcome != "not-reached"]
    head = {"id": sheet.id, "name": sheet.name, "period": sheet.period, "time_class": sheet.time_class}

    def document() -> dict[str, Any]:
        state = {"state": sheet.state, "digest": sheet.digest or None}
        return head | state | interim_document(sheet.interim, reached, language)

    def pdf() -> bytes:
        from arpad.papers.event_sheets import interim_pdf  # noqa: PLC0415  (an extra)

        return interim_pdf(head, sheet.interim, reached, sheet.state, sheet.digest, language)

    return Answer(
        document=document,
        page=lambda: {
            "sheet": sheet,
            "games": interim_table(sheet.interim).where(lambda _: True, SHOWN).in_words(language),
            "verdicts": [verdict_words(reached_verdict, language) for reached_verdict in reached],
            "plot": _plot(sheet, language),
            "address": f"/players/{id}/interim",
            "asked": f"?time_class={time_class}&period={sheet.period:%Y-%m}" if date else f"?time_class={time_class}",
        },
        table=lambda: interim_table(sheet.interim).cells(),
        pdf=pdf,
    )


def _plot(sheet: InterimSheet, language: Language) -> Markup:
    """The running rating, game by game; by K of the period."""
    points = [(exact(0), exact(sheet.interim.base))]
    points += [(exact(row.number), row.by_period) for row in sheet.interim.rows if row.shown]
    line = ChartLine(text("table.lab-running-period", language), tuple(points))
    title, across, upward = (text(f"web.interim.{name}", language) for name in ("plot", "across", "upward"))
    return Markup(chart_inside(Chart(title, across, upward, lines=(line,)), language)) if len(points) > 2 else Markup()


# One player: the ratings with ranks and peaks, the plot, the games the office holds; and two players side by side.

player_pages = Pages("players", same_for_all=True)

Shown = Annotated[TimeClass | None, Query(description="Only this time class.")]
Newest = dict[TimeClass, list[HistoryEntry]]


class Rank(Document, frozen=True):
    """A player's rank in the federation and in the office."""

    federation: int | None
    office: int | None


class Peak(Document, frozen=True):
    """The highest rating, and the list it was on."""

    rating: int | None
    period: dt.date


class RanksAndPeaks(Document, frozen=True):
    """Ranks and peaks of a player by time class."""

    ranks: dict[TimeClass, Rank]
    peaks: dict[TimeClass, Peak]


PLAYER_PAGE = joined("PlayerPage", PlayerRecord, RanksAndPeaks, Career, PlayerHome)
Years = Annotated[Span, Query(description="The years that the plot shows: 1, 5 or all.")]
TOURNAMENTS_SHOWN, RIVALS_SHOWN = 6, 8


@player_pages.page("/players/{id}", "public_player.html", PLAYER_PAGE)
def player(request: Request, id: str, time_class: Shown = None, span: Years = "all", system: SystemName = "") -> Answer:  # noqa: A002
    """A player with every published list they are on, their ranks, and what their games add up to."""
    site, language = request.app.state.site, language_of(request)
    desk = site.desk(system)
    view = view_player(desk, id)
    career = career_of(view, time_class, desk, site.remembered)

    def page() -> dict[str, Any]:
        record = view.record
        kept = None if record.merged_into is None else show_player(desk, record.merged_into, published=True)
        newest = newest_lists(view)
        shown = {name: entries for name, entries in newest.items() if time_class in (None, name)}
        return {
            "record": record,
            "kept": kept,
            "newest": newest,
            "shown": shown,
            "now": {} if kept else ratings_now(newest, view),
            "chosen": time_class,
            "corrected": {name: _corrected(entries) for name, entries in record.histories.items()},
            "drawn": _drawn(record, newest, shown, span, language),
            "career": career,
            "home": home_of(view, career.games, time_class, titles=desk.system == TITLES_BY),
            "played": _played(view, time_class, TOURNAMENTS_SHOWN),
            "rivals": RIVALS_SHOWN,
        }

    return Answer(lambda: _document(view, career, time_class, desk.system), page)


TITLES_BY = "fide"
"""The system whose ratings count for titles."""


def _document(view: PlayerView, career: Career, time_class: TimeClass | None, system: str) -> dict[str, Any]:
    peaks = {name: own["peak"] for name, own in ratings_now(newest_lists(view), view).items()}
    more = RanksAndPeaks(
        {name: Rank(rank.federation, rank.world) for name, rank in view.ranks.items()},
        {name: Peak(peak.rating, peak.period) for name, peak in peaks.items()},
    )
    home = home_of(view, career.games, time_class, titles=system == TITLES_BY)
    return view.record.document() | more.document() | career.document() | home.document()


def _played(
    view: PlayerView, time_class: TimeClass | None, count: int | None = None
) -> list[tuple[PlayedTournament, list[CareerGame]]]:
    """Return the latest tournaments, each with its games."""
    held = [held for held in reversed(view.held) if time_class in (None, held.played.time_class)][:count]
    return [(tournament(one), games_in(one.played)) for one in held]


def _drawn(
    record: PlayerRecord, newest: Newest, shown: Newest, span: Span, language: Language
) -> dict[str, Any] | None:
    """Return the plot of a span of years, with what a script needs to read it; None if there is nothing to draw."""
    first = since(newest, span)
    spans = {name: in_span(entries, span, first) for name, entries in shown.items()}
    lines = [_line(record.id, name, entries, language) for name, entries in spans.items()]
    plot = step_plot(lines, text("web.player.plot", language, name=record.name), language)
    if not plot and span == "all":
        return None
    return {
        "plot": plot,
        "span": span,
        "spans": SPANS,
        "key": [(name, text(f"web.player.{name}", language)) for name, entries in spans.items() if entries],
        "last": next(((name, entries[0]) for name, entries in spans.items() if entries), None),
    }


# The parts of a player's home at addresses of their own, whole, as tables and as documents.


class PlayerResults(Document, frozen=True):
    """A player's results by colour, and by the strength of the opponents, the strongest first."""

    colours: ColourResults
    strengths: list[StrengthResults]


def _seen(request: Request, id_: str, system: str) -> tuple[PlayerView, dict[str, Any]]:
    """Return a player, and what the head of a page of theirs needs."""
    view = view_player(request.app.state.site.desk(system), id_)
    return view, {"record": view.record, "address": f"/players/{quote(id_, safe='')}"}


@player_pages.page("/players/{id}/events", "public_player_events.html", list[PlayedTournament], table=True)
def played_events(request: Request, id: str, time_class: Shown = None, system: SystemName = "") -> Answer:  # noqa: A002
    """The tournaments that a player played, the latest first: points, place, performance, change and norms."""
    view, head = _seen(request, id, system)
    found = tournaments(view, time_class)
    return Answer(
        lambda: found,
        lambda: head | {"played": _played(view, time_class), "chosen": time_class},
        lambda: csv_rows(PlayedTournament, found),
    )


@player_pages.page("/players/{id}/results", "public_player_results.html", PlayerResults, table=True)
def results(request: Request, id: str, time_class: Shown = None, system: SystemName = "") -> Answer:  # noqa: A002
    """A player's results by colour, and by the strength of the opponents."""
    view, head = _seen(request, id, system)
    games = games_of(view, time_class)
    found = PlayerResults(results_by_colour(games), by_strength(games))
    return Answer(
        lambda: found,
        lambda: head | {"results": found, "chosen": time_class},
        lambda: csv_rows(StrengthResults, found.strengths),
    )


@player_pages.page("/players/{id}/rivals", "public_player_rivals.html", list[MetOpponent], table=True)
def rivals(request: Request, id: str, time_class: Shown = None, system: SystemName = "") -> Answer:  # noqa: A002
    """The opponents of a player, those met most often first, with the score against each."""
    view, head = _seen(request, id, system)
    found = opponents_met(games_of(view, time_class))
    return Answer(
        lambda: found,
        lambda: head | {"met": found[:RIVALS_ON_PAGE], "count": len(found), "chosen": time_class},
        lambda: csv_rows(MetOpponent, found),
    )


RIVALS_ON_PAGE = 300
"""The files have all of them."""


@player_pages.page("/players/{id}/ratings", "public_player_ratings.html", list[RatingInTime], table=True)
def ratings(
    request: Request,
    id: str,  # noqa: A002
    time_class: Shown = None,
    span: Years = "all",
    system: SystemName = "",
) -> Answer:
    """A player's ratings through time: list by list, with the change and the events that counted."""
    view, head = _seen(request, id, system)
    found = ratings_in_time(newest_lists(view), view, span, time_class)
    return Answer(
        lambda: found,
        lambda: head | {"ratings": found[::-1], "chosen": time_class, "span": span, "spans": SPANS},
        lambda: csv_rows(RatingInTime, found),
    )


def newest_lists(view: PlayerView) -> Newest:
    """Of each list the last version, the newest list first. An identity that was merged away has no rating now: its
    lists are shown as they were before. A player who left the list has none after the last that has them."""
    gone, end = view.record.merged_into is not None, view.record.last_list or dt.date.max
    lists: Newest = {}
    for name, entries in view.record.histories.items():
        last = {entry.period: entry for entry in entries if (entry.rating or not gone) and entry.period <= end}
        lists[name] = sorted(last.values(), key=lambda entry: entry.period, reverse=True)
    return lists


def ratings_now(newest: Newest, view: PlayerView) -> dict[TimeClass, dict[str, Any]]:
    """The newest entry of each time class, with its rank, the peak, and the games of all lists."""
    return {
        name: {
            "entry": entries[0],
            "rank": view.ranks.get(name),
            "peak": max(reversed(entries), key=lambda entry: entry.rating or 0),
            "games": sum(entry.games for entry in entries),
        }
        for name in TIME_CLASSES
        if (entries := newest.get(name))
    }


def _corrected(entries: tuple[HistoryEntry, ...]) -> set[dt.date]:
    """Return the lists of which two versions give the player different ratings."""
    ratings: dict[dt.date, set[int | None]] = {}
    for entry in entries:
        ratings.setdefault(entry.period, set()).add(entry.rating)
    return {period for period, rating in ratings.items() if len(rating) > 1}


def _line(id_: str, css: str, entries: list[HistoryEntry], language: Language, time_class: str = "") -> PlotLine:
    """A line of the plot. Lists with games have a dot that leads to the reasons."""
    return PlotLine(css, [_point(id_, time_class or css, entry, language) for entry in entries if entry.rating])


def _point(id_: str, time_class: str, entry: HistoryEntry, language: Language) -> PlotPoint:
    assert entry.rating is not None
    if not entry.games or entry.change is None:
        return PlotPoint(entry.period, entry.rating)
    change = number_or_dash(entry.change, language, sign=True)
    words = f"{date_text(entry.period, language)}: {entry.rating} ({change})"
    address = f"/players/{id_}/lists/{entry.period:%Y-%m}?time_class={time_class}"
    return PlotPoint(entry.period, entry.rating, address, words)


MOST_COMPARED = 4


class PlayerMeeting(ScoreSum, frozen=True):
    """All results of one player against another."""

    shown = shows("player", "opponent", *ScoreSum.shown)
    player: str
    opponent: str


class PlayersCompared(Document, frozen=True):
    """Up to four players, the games of the first against the second, and the results of each against each other."""

    players: list[PlayerRecord]
    games: list[CareerGame]
    meetings: list[PlayerMeeting]


class ComparedRating(Document, frozen=True):
    """A player's ratings beside those of others: a row of the table."""

    id: str
    name: str
    federation: str
    title: str
    standard: int | None
    rapid: int | None
    blitz: int | None
    peak: int | None
    games: int


@player_pages.page("/players/{id}/compare", "public_compare.html", PlayersCompared, table=True)
def compare(
    request: Request,
    id: str,  # noqa: A002
    others: Annotated[
        list[Annotated[str, Field(max_length=40)]],
        Query(alias="with", max_length=8, description="The id of another player; up to three."),
    ] = [],  # noqa: B006
    time_class: Annotated[TimeClass, Query(description="The time class of the plot.")] = "standard",
    system: SystemName = "",
) -> Answer:
    """Up to four players side by side: their ratings, and the games against each other."""
    language, desk = language_of(request), request.app.state.site.desk(system)
    ids = list(dict.fromkeys([id, *(other.strip() for other in others if other.strip())]))
    if len(ids) > MOST_COMPARED:
        raise ArpadError("web-compare-many", most=MOST_COMPARED)
    views = [view_player(desk, one) for one in ids]
    met = games_of(views[0])[::-1] if len(views) > 1 else []
    games = [game for game in met if game.opponent == views[1].record.id]
    found = [newest_lists(view) for view in views]
    document = PlayersCompared([view.record for view in views], games, list(_meetings(views)))

    def page() -> dict[str, Any]:
        lines = [
            _line(view.record.id, f"{time_class} p{at}", own.get(time_class, []), language, time_class)
            for at, (view, own) in enumerate(zip(views, found, strict=True))
        ]
        names = " · ".join(view.record.name for view in views)
        return {
            "records": document.players,
            "now": [ratings_now(own, view) for view, own in zip(views, found, strict=True)],
            "chosen": time_class,
            "classes": [name for name in TIME_CLASSES if any(name in own for own in found)],
            "plot": step_plot(lines, text("web.player.plot", language, name=names), language),
            "keys": [(f"{time_class} p{at}", view.record.name or view.record.id) for at, view in enumerate(views)],
            "games": games,
            "score": sum(game.points for game in games),
            "meetings": {(one.player, one.opponent): one for one in document.meetings},
            "more": MOST_COMPARED - len(views),
            "asked": urlencode([("with", one) for one in ids[1:]]),
        }

    return Answer(lambda: document, page, lambda: csv_rows(ComparedRating, list(map(_compared, views, found))))


def _meetings(views: Sequence[PlayerView]) -> Iterator[PlayerMeeting]:
    for view in views:
        games = games_of(view)
        for other in views:
            scores = [game.score for game in games if game.opponent == other.record.id]
            if other is not view:
                counts = (scores.count(2), scores.count(1), scores.count(0))
                yield PlayerMeeting(*counts, view.record.id, other.record.id)


def _compared(view: PlayerView, newest: Newest) -> ComparedRating:
    now, record = ratings_now(newest, view), view.record
    standard, rapid, blitz = (now[name]["entry"].rating if name in now else None for name in TIME_CLASSES)
    peak = now["standard"]["peak"].rating if "standard" in now else None
    games = sum(own["games"] for own in now.values())
    about = (record.id, record.name, record.federation, record.title)
    return ComparedRating(*about, standard, rapid, blitz, peak, games)


# Players: found by name or id, their ratings through time, and the reason behind each.

player_search_pages = Pages("players", same_for_all=True)
suggestions = APIRouter(include_in_schema=False)
sheets = APIRouter(include_in_schema=False)

FIRST, SUGGESTED = 50, 8
LONGEST_TYPED = 1_000
"""What may be typed into the search at all; of what is longer than a name the field says so."""


class FoundPlayers(Document, frozen=True):
    """Players by name or id; and if there are few, others whose names are alike, the most alike first."""

    query: str
    federation: str
    players: list[FoundPlayer]
    similar: list[FoundPlayer]


FOUND = (
    PageColumn("name", "web.player.name", "whole", attrgetter("name")),
    PageColumn("federation", "web.player.fed", by=attrgetter("federation"), short=True, term="fed"),
    PageColumn("born", "web.list.born", "n wide-only", attrgetter("born"), falls=True, term="born"),
    PageColumn("id", "web.player.id", "wide-only", attrgetter("id"), term="id"),
    PageColumn("rating", "web.player.rating", "n", attrgetter("rating"), falls=True, short=True, term="rating"),
)


@player_search_pages.page(
    "/players", "public_players.html", FoundPlayers, table=True, xlsx=True, forgiving=ForgivingRoute
)
def search(
    request: Request,
    q: Annotated[str, Query(max_length=LONGEST_TYPED, description="Words of a name, or an id.")] = "",
    federation: Annotated[str, Query(max_length=LONGEST_TYPED, description="Three letters.")] = "",
    sort: Annotated[str, sorting(*(column.name for column in FOUND))] = "",
    system: SystemName = "",
) -> Answer:
    """Players by name, also misspelt or in other letters, or by id: a page of an id opens the player."""
    language, home = language_of(request), federation.strip().upper()
    for_programs, wrong = wants_json(request), dict[str, ArpadError]()
    if for_programs:
        _check_lengths({"q": q, "federation": federation})
    listed = federations_listed(request, system)
    if len(q) > LONGEST:
        wrong["q"] = ArpadError("web-search-long", most=LONGEST)
    if home and not for_programs and home not in FEDERATIONS and home not in listed:
        wrong["federation"] = ArpadError("web-search-federation", typed=federation)
    found = find_players(request, q[:LONGEST], FIRST, "" if "federation" in wrong else home, system)
    data = FoundPlayers(q, federation, by_column(found.players, FOUND, sort), by_column(found.similar, FOUND, sort))
    opened = "" if wrong or for_programs else _by_id(request, q.strip(), found.players, system)

    def page() -> dict[str, Any]:
        homes = request.app.state.site.remembered.of(
            ("homes found", language), (listed,), lambda: home_options(listed, language)
        )
        if home not in ("", *(option.value for option in homes)):
            homes = home_options([*listed, home], language)
        label = text("web.player.results" if data.players else "web.player.similar", language)
        return {
            "data": data,
            "system": system,
            "asked": urlencode({"q": q, "federation": federation, "system": system}),
            "wrong": {name: problem_on_page(problem, language) for name, problem in wrong.items()},
            "homes": homes
            if home in ("", *(option.value for option in homes))
            else home_options([*listed, home], language),
            "home": home,
            "table": living(request, FOUND, data.players or data.similar, label=label, sort=sort),
        }

    answer = Answer(
        lambda: data,
        page,
        lambda: csv_rows(FoundPlayer, [*data.players, *data.similar]),
        headers={"Location": opened} if opened else {},
    )
    answer = with_workbook(answer, request)
    return replace(answer, status=303 if opened else 400 if wrong else answer.status)


def home_options(codes: Iterable[str], language: Language) -> list[Facet]:
    """Federations to choose from, in the order of their names."""

    def words(code: str) -> str:
        name = federation_name(code, language)
        return f"{name} ({code})" if name else code

    return choices(filter(None, codes), words)


MOST_LETTERS = {"q": LONGEST, "federation": 3}


def _check_lengths(typed: Mapping[str, str]) -> None:
    """Refuse what is too long for a parameter, as FastAPI says it. People are told at the field."""
    problems = [
        {"type": "string_too_long", "loc": ("query", name), "input": value, "ctx": {"max_length": MOST_LETTERS[name]},
         "msg": f"String should have at most {MOST_LETTERS[name]} characters"}
        for name, value in typed.items()
        if len(value) > MOST_LETTERS[name]
    ]  # fmt: skip
    if problems:
        raise RequestValidationError(problems)


def _by_id(request: Request, typed: str, found: list[FoundPlayer], system: str) -> str:
    """Return the address of the player whose id was typed, also of one who is on no list any more; empty if nobody
    has it."""
    if not typed.isalnum() or not any(sign.isdecimal() for sign in typed):
        return ""
    site = request.app.state.site
    if not any(player.id == typed for player in found):
        try:
            show_player(site.desk(system), typed, published=True)
        except ArpadError:
            return ""
    return f"/players/{quote(typed)}{f'?system={quote(system)}' if system else ''}"


@suggestions.get("/players/suggestions")
def suggest(
    request: Request,
    q: Annotated[str, Query(max_length=80)] = "",
    place: Annotated[str, Query(max_length=40)] = "found",
) -> Response:
    """A few players, while somebody types. `place` is the id of the list they are put into."""
    values = {"found": find_players(request, q, SUGGESTED).first(SUGGESTED), "query": q, "place": place}
    page = html(request, "public_suggestions.html", values)
    return by_content(request, page) if is_for_everybody(request, page) else page


def published_sheet(
    request: Request,
    id: str,  # noqa: A002
    period: str,
    version: VersionNumber = None,
    time_class: Class = "standard",
    system: SystemName = "",
) -> PeriodSheet:
    """Return the claim sheet of an address; those of provisional lists are only for officers."""
    desk = request.app.state.site.desk(system)
    return sheet_of(desk, id, period_in_address(period), version, time_class, published=True)


AskedSheet = Annotated[PeriodSheet, Depends(published_sheet)]


@player_search_pages.page("/players/{id}/lists/{period}", "public_sheet.html", SheetDocument)
def sheet(request: Request, found: AskedSheet) -> Answer:
    """Why a player's rating is what it is: the events and games of a period, article by article."""
    return sheet_answer(request, found)


@sheets.get("/players/{id}/lists/{period}/sheet.pdf")
def sheet_pdf(request: Request, found: AskedSheet) -> Response:
    """The same as a PDF to be printed."""
    return sheet_file(request, found)
