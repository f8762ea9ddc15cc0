"""`arpad calc` for one player: rating change, first rating, performance, K and expected score."""

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import click
from click.exceptions import Exit

from arpad.cli.options import Command, Group, Option, Shared, complete_edition, from_inputs, shared
from arpad.cli.output import answer, line, print_json, result_cells, table, trail, write_html
from arpad.documents.document import replace
from arpad.documents.steps import sentence
from arpad.i18n import ArpadError, Language, hundredths, number, text
from arpad.inputs import parse
from arpad.rating.calculations import MOST_GAMES, ChangeAsked, ExpectedAsked, GamesAsked, KAsked, PlayerHistory
from arpad.rating.coefficient import floor_steps
from arpad.rating.first_rating import InitialRating, initial_rating
from arpad.rating.newcomer import KnownResult, NewcomerEvent, RoundRobinResult
from arpad.rating.performance import performance_rating
from arpad.rating.results import EventChange, GameChange, RatingChange
from arpad.regulations.rating_edition import Edition

# The group `arpad calc` and the options its commands share.

calc = Group(help="cli.command.calc", no_args_is_help=True)

EditionOption = Annotated[str, Option("--edition", metavar="ID", help="cli.help.edition", complete=complete_edition)]
AnyEdition = Annotated[
    str | None,
    Option("--edition", metavar="ID", help="cli.help.edition", complete=complete_edition),
]
Explain = Annotated[bool, Option("--explain", help="cli.help.explain")]
Html = Annotated[Path | None, Option("--html", metavar="FILE", help="cli.help.html")]


# `arpad calc change`: the change of a rated player.


@calc.command("change", cls=Command, help="cli.command.change")
@from_inputs
def change(
    context: click.Context,
    edition: EditionOption,
    asked: ChangeAsked,
    explain: Explain = False,
    html: Html = None,
    *,
    history: PlayerHistory,
) -> None:
    settings = shared(context)
    rules = settings.edition(edition)
    result = asked.change(rules, history)
    if html is not None:
        name = rules.name[settings.language]
        title = text("label.change-title", settings.language, rating=result.rating, edition=name)
        write_html(settings, result.steps, title, html)
    if settings.as_json:
        print_json(result.document(settings.language))
    else:
        _show_change(settings, result)
        if explain:
            trail(result.steps, settings.language)


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

Performances = Annotated[list[str] | None, Option("--performance", metavar="RU:GAMES", help="cli.help.performance")]
RoundRobins = Annotated[
    list[str] | None,
    Option("--round-robin", metavar="RC:SCORE:GAMES", help="cli.help.round-robin-result"),
]
EventDates = Annotated[list[str] | None, Option("--event-date", metavar="EVENT:DATE", help="cli.help.event-date")]
EventFloors = Annotated[list[str] | None, Option("--event-floor", metavar="EVENT:FLOOR", help="cli.help.event-floor")]
Championship = Annotated[str | None, Option("--championship", metavar="EVENT", help="cli.help.championship")]


@calc.command("initial", cls=Command, help="cli.command.initial")
@from_inputs
def initial(
    context: click.Context,
    edition: EditionOption,
    played: GamesAsked,
    list_floor_ignored: Annotated[bool, Option("--list-floor-ignored", help="cli.help.list-floor-ignored")] = False,
    performance: Performances = None,
    round_robin: RoundRobins = None,
    event_date: EventDates = None,
    event_floor: EventFloors = None,
    list_date: Annotated[str | None, Option("--list-date", metavar="DATE", help="cli.help.list-date")] = None,
    reduced: Annotated[bool, Option("--reduced", help="cli.help.reduced")] = False,
    championship: Championship = None,
    earlier_events: Annotated[bool, Option("--earlier-events", help="cli.help.earlier-events")] = False,
    explain: Explain = False,
    html: Html = None,
) -> None:
    settings = shared(context)
    rules = settings.edition(edition)
    results = [*_performances(performance or []), *_round_robins(round_robin or [])]
    if played.games or not results:
        results = [*played.events(), *results]
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
@from_inputs
def performance(context: click.Context, played: GamesAsked, explain: Explain = False) -> None:
    settings = shared(context)
    language = settings.language
    rating = performance_rating(played.given)
    if rating is None:
        if settings.as_json:
            print_json({"average": None, "percentage": None, "dp": None, "performance": None, "games_counted": 0})
        else:
            line(text("label.no-performance", language))
        raise Exit(1)
    parts = {
        "performance": rating.performance,
        "average": rating.average,
        "percentage": rating.percentage,
        "dp": rating.dp,
    }
    words = text("label.performance", language, **parts)
    answer(settings, rating.document(), words, rating.steps, explain)


@calc.command("k", cls=Command, help="cli.command.k")
@from_inputs
def k(
    context: click.Context, edition: EditionOption, asked: KAsked, explain: Explain = False, *, history: PlayerHistory
) -> None:
    settings = shared(context)
    used = asked.k(settings.edition(edition), history)
    words = text("label.k", settings.language, k=used.k, article=used.article.number)
    answer(settings, used.document(), words, used.steps, explain)


@calc.command("expected", cls=Command, help="cli.command.expected")
@from_inputs
def expected(context: click.Context, edition: EditionOption, asked: ExpectedAsked, explain: Explain = False) -> None:
    settings = shared(context)
    rules = settings.edition(edition)
    result = asked.change(rules)
    used, value, words = None, None, ""
    parts: tuple[GameChange | EventChange, ...] = (*result.games, *result.averaged)
    for part in parts:
        used = part.used_difference if isinstance(part, GameChange) else part.difference
        value = hundredths(part.expected)
        shown = number(value, settings.language)
        words = text("label.expected", settings.language, expected=shown, difference=used)
    difference = (asked.rating or 0) - (asked.opponent or 0)
    document = {"edition": rules.id, "difference": difference, "used_difference": used, "expected": value}
    answer(settings, document, words, result.steps[:1], explain or value is None)
    if value is None:
        raise Exit(1)
