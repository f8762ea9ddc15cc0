"""Parts of player pages: name search, career statistics, and the explanation of a rating."""

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Annotated, Any, cast

from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import Document, ShownAs, TextOrNone, shows
from arpad.documents.schema import HalfPoints, Points
from arpad.domain.event import Colour
from arpad.domain.games import points
from arpad.domain.values import fold
from arpad.formats.codes import FEDERATIONS
from arpad.i18n import ArpadError, Language, hundredths, number, text
from arpad.lists.player_index import FoundPlayer, NamesFound
from arpad.office.context import Desk
from arpad.office.lists import newest_index
from arpad.office.proof.sheets import (
    PeriodSheet,
    PlayerView,
    WaitingChange,
    sheet_document,
    waiting_changes,
)
from arpad.papers.old_forms import symbol
from arpad.papers.period_sheet import EventPart, event_parts, period_sheet, period_sheet_data
from arpad.papers.player_sheet import RoundLine, Sources, signed
from arpad.regulations.articles import TimeClass
from arpad.web.cache import Answer, Cache, pdf_file
from arpad.web.site import language_of

# What the games that the office holds say about a player: opponents, colours, best wins, norms, waiting changes.

BEST = 5


class CareerGame(Document, frozen=True):
    """A game of a player, with its event."""

    event: int
    event_name: str
    day: dt.date | None
    time_class: TimeClass
    round: int
    colour: Annotated[Colour | None, ShownAs(str)]
    opponent: TextOrNone
    name: str
    title: str
    rating: int | None
    score: HalfPoints

    @property
    def points(self) -> Fraction:
        return points(self.score)


class ScoreSum(Document, frozen=True):
    """Games won, drawn and lost."""

    shown = shows("games", "won", "drawn", "lost", "score")
    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> Points:
        return points(2 * self.won + self.drawn)


class MetOpponent(ScoreSum, frozen=True):
    """An opponent as in the last game against them, and all results."""

    shown = shows("id", "name", "title", "rating", *ScoreSum.shown)
    id: str
    name: str
    title: str
    rating: int | None


class CareerNorm(Document, frozen=True):
    """A norm of a player, found in the report of an event."""

    title: str
    event: int
    event_name: str


class ColourResults(Document, frozen=True):
    """The results with white, with black, and of all games."""

    white: ScoreSum
    black: ScoreSum
    all: ScoreSum


class Career(Document, frozen=True):
    """What the games that the office holds tell about a player, and what waits for the next list."""

    shown = shows("waiting", "norms", "results", "best_wins", "opponents")
    waiting: tuple[WaitingChange, ...]
    norms: tuple[CareerNorm, ...]
    results: ColourResults
    best_wins: list[CareerGame]
    opponents: list[MetOpponent]
    games: tuple[CareerGame, ...] = ()


def games_of(view: PlayerView, time_class: TimeClass | None = None) -> list[CareerGame]:
    """Return the games of a player in a time class, or in all of them, the earliest first."""
    return [
        CareerGame(*held.played[:4], **game._asdict())
        for held in view.held
        if time_class in (None, held.played.time_class)
        for game in held.played.games
    ]


def career_of(view: PlayerView, time_class: TimeClass | None, desk: Desk, remembered: Cache) -> Career:
    """Return what the games of a player in a time class, or in all of them, add up to."""
    games = games_of(view, time_class)
    return Career(
        _waiting(view, desk, remembered),
        tuple(CareerNorm(title, held.played.id, held.played.name) for held in view.held for title in held.played.norms),
        results_by_colour(games),
        best_wins(games),
        opponents_met(games),
        tuple(games),
    )


def results_by_colour(games: Sequence[CareerGame]) -> ColourResults:
    """Return the results with white, with black, and of all games."""
    white, black = (ScoreSum(*_results(game for game in games if game.colour == colour)) for colour in "wb")
    return ColourResults(white, black, ScoreSum(*_results(games)))


def _waiting(view: PlayerView, desk: Desk, remembered: Cache) -> tuple[WaitingChange, ...]:
    """What the waiting events would change, found once for the newest list and these games."""
    waits = [held.played for held in view.held if held.waiting]
    if not waits:
        return ()
    id_, numbers = view.record.id, [played.id for played in waits]
    return remembered.of(("waiting", id_, view.digest, *waits), (), lambda: waiting_changes(desk, id_, numbers))


def _results(games: Iterable[CareerGame]) -> tuple[int, int, int]:
    """Count games won, drawn and lost."""
    scores = [game.score for game in games]
    return scores.count(2), scores.count(1), scores.count(0)


def best_wins(games: Sequence[CareerGame]) -> list[CareerGame]:
    """Return the wins against the highest rated opponents, the highest first, of equal ones the latest."""
    won = [(game.rating, place) for place, game in enumerate(games) if game.score == 2 and game.rating is not None]
    return [games[place] for _, place in sorted(won, reverse=True)[:BEST]]


def opponents_met(games: Sequence[CareerGame]) -> list[MetOpponent]:
    """Return the opponents with an id, those met most often first, then the latest."""
    met: dict[str, list[int]] = {}
    for place, game in enumerate(games):
        if game.opponent:
            met.setdefault(game.opponent, []).append(place)
    ordered = sorted(met.values(), key=lambda places: (-len(places), -places[-1]))
    lasts = [(games[places[-1]], _results(games[place] for place in places)) for places in ordered]
    return [MetOpponent(*results, last.opponent, last.name, last.title, last.rating) for last, results in lasts]


# Players by their names, wherever one is asked for.

YEAR = re.compile("(?:19|20)[0-9]{2}")
LOOKED_AT = 1_000
"""The most players of a name that are looked at for their year of birth."""
CHOICES = 12
"""The most players of a name that can be chosen from; if there are more, more of the name is asked for."""


class SeveralPlayers(ArpadError):
    """A name that more than one player has, or that nobody has and some have one that is alike. `found` are those to
    choose from."""

    def __init__(self, field: str, typed: str, players: list[FoundPlayer], *, alike: bool = False) -> None:
        super().__init__("web-player-similar" if alike else "web-player-several", field=field, name=typed)
        self.found = players


def find_players(request: Request, query: str, count: int, federation: str = "", system: str = "") -> NamesFound:
    """Return players of the newest published list by beginnings of their names, or of an id; and if few are found those
    whose names are alike. Beside a name, a year is the year of birth, and three capital letters are the federation:
    `vera 2001 ESP`."""
    site = request.app.state.site
    index = newest_index(site.desk(system)) if site.has_systems() else None
    if index is None:
        return NamesFound([], [])
    words = query.split()
    years = [int(word) for word in words if YEAR.fullmatch(word)]
    homes = [word for word in words if word in FEDERATIONS]
    name = " ".join(word for word in words if not YEAR.fullmatch(word) and word not in FEDERATIONS)
    if name and (years or homes):
        found = index.search(name, LOOKED_AT, federation or (homes[0] if homes else ""))
        players, similar = (
            [player for player in some if not years or player.born in years][:count]
            for some in (found.players, found.similar)
        )
        if players or similar:
            return NamesFound(players, similar)
    return index.search(query, count, federation)


def federations_listed(request: Request, system: str = "") -> Sequence[str]:
    """Return the federations of the newest published list."""
    site = request.app.state.site
    index = newest_index(site.desk(system)) if site.has_systems() else None
    return () if index is None else index.texts["federation"]


def player_typed(request: Request, field: str, typed: str, system: str = "") -> str:
    """Return the id of a player by what was typed: an id, or a name that only one player has. What nobody has is
    returned as it is: the office may know an id that is not on the newest list."""
    words = " ".join(typed.split())
    if not words or not any(letter.isalpha() for letter in words):
        return words
    players, similar = find_players(request, words, CHOICES, system=system)
    exact = [player for player in players if fold(player.name) == fold(words)]
    if len(exact) == 1 or len(players) == 1:
        return (exact or players)[0].id
    if players:
        raise SeveralPlayers(field, words, exact or players)
    if similar:
        raise SeveralPlayers(field, words, similar, alike=True)
    return words


# Why a rating is what it is, as a page: the claim sheet with one line a game, whose reasons fold out.

Shown = dict[str, Any]


def sheet_answer(request: Request, sheet: PeriodSheet) -> Answer:
    """Return a claim sheet as a page and as a document."""
    language, sources = language_of(request), request.app.state.site.regulations.sources
    return Answer(lambda: sheet_document(sheet, language), lambda: _page(sheet, sources, language))


def sheet_file(request: Request, sheet: PeriodSheet) -> Response:
    """Return a claim sheet as a PDF, named after the player and the list."""
    sources = request.app.state.site.regulations.sources
    pdf = period_sheet(sheet, sheet.version, sources, language_of(request))
    version, player = sheet.version, sheet.after
    name = f"{player.name or player.id} {version.period:%Y-%m} {sheet.time_class} v{version.number}"
    return pdf_file(pdf, name)


def _page(found: PeriodSheet, sources: Sources, language: Language) -> Shown:
    """Return what the template shows: the texts of the sheet, the strip, and each event with its games."""
    sheet = period_sheet_data(found, found.version, sources, language)
    parts = event_parts(found, language)
    shown_events = cast(list[Shown], sheet["events"])
    return {
        "found": found,
        "sheet": sheet,
        "strip": _strip(found, parts, language) or sheet["sums"],
        "events": [_event(found, part, shown, language) for part, shown in zip(parts, shown_events, strict=True)],
    }


def _strip(sheet: PeriodSheet, parts: list[EventPart], language: Language) -> list[Shown]:
    """The period of a rated player in one line; nothing for others, whose sums have other names."""
    if sheet.period.base is None or not parts:
        return []
    lines = [part.outcome.line for part in parts]
    expected = [line.expected for line in lines if line.expected is not None]
    factors = dict.fromkeys(str(part.k) for part in parts if part.k is not None)
    change = sheet.period.change
    cells = [
        ("games", str(sheet.period.games), ""),
        ("score", number(points(sum(line.score for line in lines)), language), ""),
        ("expected", _hundredths(sum(expected), language) if expected else "–", ""),
        ("change", signed(change, language), _tone(change)),
        ("k", " / ".join(factors), ""),
    ]
    named = [
        {"caption": text(f"web.why.{name}", language), "value": value, "tone": tone} for name, value, tone in cells
    ]
    listed = {
        "caption": text("period-sheet.sum.list", language),
        "value": sheet.standing.rating or "–",
        "main": True,
        "under": "",
    }
    return [*named, listed]


def _event(sheet: PeriodSheet, part: EventPart, shown: Shown, language: Language) -> Shown:
    """An event with its games, its totals, and the reasons that are of no single game."""
    own = part.outcome.line
    reasons = cast(list[Shown], shown["reasons"])
    rounds = [_game(sheet, part, line, reasons, language) for line in part.lines]
    games, score = part.against_rated
    return {
        "number": sheet.numbers.get(part.outcome.of.part.accepted.sha256),
        "name": shown["name"],
        "line": shown["line"],
        "games": rounds,
        "by_game": any(line.change is not None for line in part.lines),
        "total": {
            "games": games,
            "score": number(points(score), language),
            "expected": "" if own.expected is None or part.k is None else _hundredths(own.expected, language),
            "change": "" if part.change is None else signed(part.change, language),
            "tone": _tone(part.change or 0),
        },
        "sums": shown["sums"],
        "legend": shown["legend"],
        "reasons": [reason for reason in reasons if not reason["round"]],
    }


def _game(sheet: PeriodSheet, part: EventPart, line: RoundLine, reasons: Iterable[Shown], language: Language) -> Shown:
    change = None if line.change is None or part.k is None else line.change.times_k(part.k)
    round_ = str(line.result.round)
    return {
        "round": round_,
        "colour": line.result.colour if line.result.opponent is not None else None,
        "opponent": line.opponent,
        "id": line.id if line.id in sheet.known else "",
        "rating": line.rating,
        "standing_in": line.standing_in,
        "counts_as": line.used,
        "capped": line.change is not None and line.change.capped,
        "result": symbol(line.result),
        "expected": "" if line.change is None else _hundredths(line.change.expected, language),
        "change": "" if change is None else signed(change, language),
        "tone": _tone(change or 0),
        "rated": line.rated,
        "reason": f"{line.reason} ({line.article})" if line.article else line.reason,
        "reasons": [reason for reason in reasons if reason["round"] == round_],
    }


def _hundredths(value: int, language: Language) -> str:
    return number(hundredths(value), language)


def _tone(value: int) -> str:
    return "up" if value > 0 else "down" if value < 0 else ""
