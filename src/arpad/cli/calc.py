"""`arpad calc` for one player: rating change, first rating, performance, K and expected score."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

import typer

from arpad.cli.options import Command, Group, Shared, complete_edition, declared, shared
from arpad.cli.output import answer, line, print_json, result_cells, table, trail, write_html
from arpad.documents.document import replace
from arpad.documents.steps import Explanation, sentence
from arpad.domain.games import History
from arpad.domain.rating_list import LEAST_K, MOST_K
from arpad.i18n import ArpadError, Language, hundredths, number, text
from arpad.inputs import parse
from arpad.rating.change import rating_change
from arpad.rating.coefficient import KFactor, floor_steps, given_k, k_factor
from arpad.rating.first_rating import InitialRating, initial_rating
from arpad.rating.inputs import by_event, rated_as
from arpad.rating.newcomer import KnownResult, NewcomerEvent, RoundRobinResult
from arpad.rating.performance import performance_rating
from arpad.rating.results import EventChange, GameChange, RatingChange
from arpad.regulations.rating_edition import Edition

# The group `arpad calc` and the options its commands share.

calc = typer.Typer(cls=Group, help="cli.command.calc", no_args_is_help=True)

EditionOption = Annotated[
    str, typer.Option("--edition", metavar="ID", help="cli.help.edition", autocompletion=complete_edition)
]
AnyEdition = Annotated[
    str | None,
    typer.Option("--edition", metavar="ID", help="cli.help.edition", autocompletion=complete_edition),
]
Games = Annotated[list[str] | None, typer.Option("--game", metavar="OPPONENT:SCORE[:EVENT]", help="cli.help.game")]
RatingOption = Annotated[str | None, typer.Option("--rating", metavar="R", help="cli.help.rating")]
PeriodGames = Annotated[str | None, typer.Option("--period-games", metavar="N", help="cli.help.period-games")]
Standard = Annotated[str | None, typer.Option("--standard", metavar="R", help="cli.help.standard")]
TransitionStandard = Annotated[str | None, typer.Option("--standard", metavar="R", help="cli.help.transition-standard")]
Explain = Annotated[bool, typer.Option("--explain", help="cli.help.explain")]
Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="cli.help.html")]

MOST_GAMES = 100_000


# K on the command line: given, or derived from the player's history.

NO_DATE = dt.date.min


@dataclass(frozen=True, slots=True)
class HistoryOptions:
    """A player's history, as it was typed."""

    games_played: Annotated[str | None, typer.Option("--games-played", metavar="N", help="cli.help.games-played")] = (
        None
    )
    born: Annotated[str | None, typer.Option("--born", metavar="YEAR", help="cli.help.born")] = None
    highest: Annotated[str | None, typer.Option("--highest", metavar="H", help="cli.help.highest")] = None
    date: Annotated[str | None, typer.Option("--date", metavar="DATE", help="cli.help.date")] = None


class HistoryCommand(Command):
    """A command that may take K from a player's history."""

    declares = (HistoryOptions,)


def k_from(edition: Edition, rating: int, k: str | None, typed: HistoryOptions) -> KFactor:
    """Return K from --k, or from the history; never from both."""
    if k is not None:
        used = [name for name, value in asdict(typed).items() if value is not None]
        if used:
            raise ArpadError("k-twice", k=k, other=f"--{used[0].replace('_', '-')}")
        return given_k(edition, parse.whole("--k", k, LEAST_K, MOST_K))
    if typed.games_played is None and edition.k.method.value != "fixed":
        raise ArpadError("k-missing")
    return k_factor(edition, _history(edition, rating, typed))


def _history(edition: Edition, rating: int, typed: HistoryOptions) -> History:
    """Return a player's history as the options give it."""
    if typed.date is None and edition.k.junior.value is not None:
        raise ArpadError("k-date")
    day = NO_DATE if typed.date is None else parse.date("--date", typed.date)
    year, birthday = (None, None) if typed.born is None else parse.birth(typed.born)
    if day is not NO_DATE:
        parse.check_birth(year, typed.born, day)
    return History(
        rating=rating,
        games_played=parse.whole("--games-played", typed.games_played or "0", 0, MOST_GAMES),
        highest=rating if typed.highest is None else parse.rating("--highest", typed.highest),
        date=day,
        born=year,
        birthday=birthday,
    )


# `arpad calc change`: the change of a rated player.

EventFormat = Literal["swiss", "round-robin", "match", "team"]


@calc.command("change", cls=HistoryCommand, help="cli.command.change")
def change(
    context: typer.Context,
    edition: EditionOption,
    game: Games = None,
    rating: RatingOption = None,
    k: Annotated[str | None, typer.Option("--k", metavar="K", help="cli.help.k")] = None,
    period_games: PeriodGames = None,
    standard: Standard = None,
    entered_list: Annotated[bool, typer.Option("--entered-list", help="cli.help.entered-list")] = False,
    format: Annotated[EventFormat, typer.Option("--format", help="cli.help.format")] = "swiss",  # noqa: A002
    explain: Explain = False,
    html: Html = None,
) -> None:
    settings = shared(context)
    rules = settings.edition(edition)
    own, why = _own_rating(rules, rating, standard, entered_list)
    games = parse.games(game)
    coefficient = k_from(rules, own, k, declared(context, HistoryOptions))
    result = rating_change(
        rules,
        own,
        coefficient.k,
        games,
        period_games=None if period_games is None else parse.whole("--period-games", period_games, 0, MOST_GAMES),
        round_robins={player_game.event for player_game in games} if format == "round-robin" else (),
        games_played=coefficient.games_played,
    )
    result = replace(result, steps=(*why, *coefficient.steps, *result.steps))
    if html is not None:
        title = text("label.change-title", settings.language, rating=own, edition=rules.name[settings.language])
        write_html(settings, result.steps, title, html)
    if settings.as_json:
        print_json(result.document(settings.language))
    else:
        _show_change(settings, result)
        if explain:
            trail(result.steps, settings.language)


def _own_rating(
    rules: Edition, rating: str | None, standard: str | None, entered_list: bool
) -> tuple[int, Explanation]:
    """Return the rating to use: the player's own, the standard rating instead, or the one received since."""
    if standard is not None:
        if rating is not None:
            raise ArpadError("standing-in-and-rating")
        if not rules.change.standing_in.value:
            raise ArpadError("no-standing-in", edition=rules.id)
        rated = rated_as(rules, None, standard=parse.rating("--standard", standard))
    elif rating is None:
        raise ArpadError("rating-missing")
    elif entered_list:
        if not rules.change.entered_list.value:
            raise ArpadError("no-entered-list", edition=rules.id)
        rated = rated_as(rules, None, now=parse.rating("--rating", rating))
    else:
        rated = rated_as(rules, parse.rating("--rating", rating))
    assert rated.own is not None
    return rated.own, rated.steps


GAME_COLUMNS = {
    "opponent": "opponent", "event": "event", "score": "score", "difference": "difference", "used_difference": "used",
    "expected": "expected", "change": "delta",
}  # fmt: skip
EVENT_COLUMNS = {
    "event": "event", "games": "games", "average": "average", "difference": "difference", "expected": "expected",
    "expected_score": "expected-score", "score": "score", "result": "result", "change": "change",
}  # fmt: skip
"""The fields of counted games and events that are shown, with their headings."""


def _cells(part: GameChange | EventChange, names: Iterable[str], language: Language) -> list[str]:
    """Return the cells of a counted game or event; a difference that was capped has a star."""
    cells = result_cells(part, names, language)
    if isinstance(part, GameChange) and part.capped:
        cells["used_difference"] += "*"
    return list(cells.values())


def _show_change(settings: Shared, result: RatingChange) -> None:
    language = settings.language
    several = len({game.event for game in result.games} | {event.event for event in result.averaged}) > 1

    def signed(value: int) -> str:
        return number(hundredths(value), language, sign=True)

    for parts, columns in ((result.games, GAME_COLUMNS), (result.averaged, EVENT_COLUMNS)):
        headings = {name: heading for name, heading in columns.items() if several or name != "event"}
        if parts:
            table(language, list(headings.values()), [_cells(part, headings, language) for part in parts])
    if any(game.capped for game in result.games):
        line(text("label.capped", language), style="dim")
    for entry in result.not_counted:
        line(f"{sentence(entry.reason, language)} ({entry.article})", style="dim")
    line()
    line(
        text(
            "label.change",
            language,
            edition=result.edition,
            rating=result.rating,
            k=result.k,
            new=result.new_rating,
            rounded=number(result.rounded_change, language, sign=True) if result.rounded_change else "±0",
            sum=signed(result.sum),
            change=signed(result.change),
        ),
        style="bold",
    )
    for step in floor_steps(settings.edition(result.edition), result.new_rating):
        line(f"{sentence(step, language)} ({step.article.number})")


# `arpad calc initial`: the first rating of an unrated player.

Performances = Annotated[
    list[str] | None, typer.Option("--performance", metavar="RU:GAMES", help="cli.help.performance")
]
RoundRobins = Annotated[
    list[str] | None,
    typer.Option("--round-robin", metavar="RC:SCORE:GAMES", help="cli.help.round-robin-result"),
]
EventDates = Annotated[list[str] | None, typer.Option("--event-date", metavar="EVENT:DATE", help="cli.help.event-date")]
EventFloors = Annotated[
    list[str] | None, typer.Option("--event-floor", metavar="EVENT:FLOOR", help="cli.help.event-floor")
]
Championship = Annotated[str | None, typer.Option("--championship", metavar="EVENT", help="cli.help.championship")]


@calc.command("initial", cls=Command, help="cli.command.initial")
def initial(
    context: typer.Context,
    edition: EditionOption,
    game: Games = None,
    list_floor_ignored: Annotated[
        bool, typer.Option("--list-floor-ignored", help="cli.help.list-floor-ignored")
    ] = False,
    performance: Performances = None,
    round_robin: RoundRobins = None,
    event_date: EventDates = None,
    event_floor: EventFloors = None,
    list_date: Annotated[str | None, typer.Option("--list-date", metavar="DATE", help="cli.help.list-date")] = None,
    reduced: Annotated[bool, typer.Option("--reduced", help="cli.help.reduced")] = False,
    championship: Championship = None,
    earlier_events: Annotated[bool, typer.Option("--earlier-events", help="cli.help.earlier-events")] = False,
    explain: Explain = False,
    html: Html = None,
) -> None:
    settings = shared(context)
    rules = settings.edition(edition)
    results = [*_performances(performance or []), *_round_robins(round_robin or [])]
    if game or not results:
        played = by_event(parse.games(game))
        results = [*(NewcomerEvent(name, tuple(games)) for name, games in played.items()), *results]
    results = _dated(results, event_date or [], event_floor or [])
    if earlier_events:
        results = [replace(event, first_event=False) for event in results]
    if championship is not None:
        results = _with_championship(rules, results, championship)
    day = None if list_date is None else parse.date("--list-date", list_date)
    rating = initial_rating(rules, results, list_date=day, reduced=reduced, floor_ignored=list_floor_ignored)
    if html is not None:
        title = text("label.initial-title", settings.language, edition=rules.name[settings.language])
        write_html(settings, rating.explanation, title, html)
    if settings.as_json:
        print_json(rating.document(settings.language))
    else:
        _show_initial(settings, rating, explain)


def _performances(typed: list[str]) -> list[NewcomerEvent]:
    events = []
    for one in typed:
        ru, games = parse.pair("--performance", one, "2280:5")
        value = KnownResult(
            parse.rating(f"--performance {one}", ru), parse.whole("--performance", games, 1, MOST_GAMES)
        )
        events.append(NewcomerEvent(one, result=value))
    return events


def _round_robins(typed: list[str]) -> list[NewcomerEvent]:
    events = []
    for one in typed:
        average, rest = parse.pair("--round-robin", one, "2348:7:9")
        score, games = parse.pair("--round-robin", rest, "2348:7:9")
        halves, count = (
            parse.points("--round-robin", score, "2348:7:9"),
            parse.whole("--round-robin", games, 1, MOST_GAMES),
        )
        if halves > 2 * count:
            raise ArpadError("format-form", option="--round-robin", value=one, example="2348:7:9")
        rc = Fraction(parse.rating(f"--round-robin {one}", average))
        events.append(NewcomerEvent(one, result=RoundRobinResult(rc, count, halves)))
    return events


def _find(events: list[NewcomerEvent], option: str, typed: str, name: str) -> int:
    for place, event in enumerate(events):
        if event.name == name:
            return place
    known = ", ".join(f"“{event.name}”" for event in events)
    raise ArpadError("event-of-game-unknown", option=option, value=typed, event=name, known=known)


def _dated(events: list[NewcomerEvent], dates: list[str], floors: list[str]) -> list[NewcomerEvent]:
    """Return the events with the dates and floors that the options give them."""
    events = list(events)
    for typed in dates:
        name, value = parse.pair("--event-date", typed, "E1:2023-05-01")
        place = _find(events, "--event-date", typed, name)
        events[place] = replace(events[place], date=parse.date("--event-date", value))
    for typed in floors:
        name, value = parse.pair("--event-floor", typed, "E1:1801")
        place = _find(events, "--event-floor", typed, name)
        events[place] = replace(events[place], floor=parse.rating("--event-floor", value))
    return events


def _with_championship(rules: Edition, events: list[NewcomerEvent], name: str) -> list[NewcomerEvent]:
    if rules.initial.championship_rating.value is None:
        raise ArpadError("championship-edition", edition=rules.id)
    place = _find(events, "--championship", name, name)
    return [replace(event, championship=True) if at == place else event for at, event in enumerate(events)]


def _show_initial(settings: Shared, found: InitialRating, explain: bool) -> None:
    language = settings.language
    if found.rating is None:
        line(text("label.no-initial", language, edition=found.edition), style="bold")
    else:
        line(
            text("label.initial", language, edition=found.edition, rating=found.rating, games=found.games_counted),
            style="bold",
        )
    if found.publishable:
        line(text("label.publishable", language))
    else:
        line(text("label.not-publishable", language))
        trail(found.reasons, language, title=False)
    if explain:
        trail(found.steps, language)


# The small calculators of one player: performance, K, expected score.


@calc.command("performance", cls=Command, help="cli.command.performance")
def performance(context: typer.Context, game: Games = None, explain: Explain = False) -> None:
    settings = shared(context)
    language = settings.language
    rating = performance_rating(parse.games(game))
    if rating is None:
        if settings.as_json:
            print_json({"average": None, "percentage": None, "dp": None, "performance": None, "games_counted": 0})
        else:
            line(text("label.no-performance", language))
        raise typer.Exit(1)
    parts = {
        "performance": rating.performance,
        "average": rating.average,
        "percentage": rating.percentage,
        "dp": rating.dp,
    }
    words = text("label.performance", language, **parts)
    answer(settings, rating.document(), words, rating.steps, explain)


@calc.command("k", cls=HistoryCommand, help="cli.command.k")
def k(
    context: typer.Context,
    edition: EditionOption,
    rating: RatingOption = None,
    period_games: PeriodGames = None,
    explain: Explain = False,
) -> None:
    settings = shared(context)
    rules = settings.edition(edition)
    if rating is None:
        raise ArpadError("rating-missing")
    factor = k_from(rules, parse.rating("--rating", rating), None, declared(context, HistoryOptions))
    games = 0 if period_games is None else parse.whole("--period-games", period_games, 0, MOST_GAMES)
    used = factor.limited(rules, games)
    words = text("label.k", settings.language, k=used.k, article=used.article.number)
    answer(settings, used.document(), words, used.steps, explain)


@calc.command("expected", cls=Command, help="cli.command.expected")
def expected(
    context: typer.Context,
    edition: EditionOption,
    rating: RatingOption = None,
    opponent: Annotated[str | None, typer.Option("--opponent", metavar="R", help="cli.help.opponent")] = None,
    explain: Explain = False,
) -> None:
    settings = shared(context)
    rules = settings.edition(edition)
    if rating is None or opponent is None:
        raise ArpadError("usage.missing-option", option="--rating/--opponent", command="arpad calc expected")
    own = parse.rating("--rating", rating)
    game = parse.game(f"{parse.rating('--opponent', opponent)}:0")
    result = rating_change(rules, own, 1, [game])
    used, value, words = None, None, ""
    parts: tuple[GameChange | EventChange, ...] = (*result.games, *result.averaged)
    for part in parts:
        used = part.used_difference if isinstance(part, GameChange) else part.difference
        value = hundredths(part.expected)
        shown = number(value, settings.language)
        words = text("label.expected", settings.language, expected=shown, difference=used)
    difference = own - (game.opponent or 0)
    document = {"edition": rules.id, "difference": difference, "used_difference": used, "expected": value}
    answer(settings, document, words, result.steps[:1], explain or value is None)
    if value is None:
        raise typer.Exit(1)
