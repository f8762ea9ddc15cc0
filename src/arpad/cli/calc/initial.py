"""`arpad calc initial`: the first rating of an unrated player."""

from dataclasses import replace
from fractions import Fraction
from typing import Annotated

import typer

from arpad.cli.calc.app import MOST_GAMES, EditionOption, Explain, Games, Html, calc
from arpad.cli.output import line, print_json, trail, write_html
from arpad.cli.shared import Command, Shared, shared
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.rating.documents import initial_document
from arpad.rating.first_rating import InitialRating, initial_rating
from arpad.rating.inputs import by_event
from arpad.rating.newcomer import KnownResult, NewcomerEvent, RoundRobinResult
from arpad.regulations.rating_edition import Edition

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
    found = initial_rating(rules, results, list_date=day, reduced=reduced, floor_ignored=list_floor_ignored)
    if html is not None:
        title = text("label.initial-title", settings.language, edition=rules.name[settings.language])
        write_html(settings, found.explanation, title, html)
    if settings.as_json:
        print_json(initial_document(found, settings.language))
    else:
        _show(settings, found, explain)


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


def _show(settings: Shared, found: InitialRating, explain: bool) -> None:
    spoken = settings.language
    if found.rating is None:
        line(text("label.no-initial", spoken, edition=found.edition), style="bold")
    else:
        line(
            text("label.initial", spoken, edition=found.edition, rating=found.rating, games=found.games_counted),
            style="bold",
        )
    if found.publishable:
        line(text("label.publishable", spoken))
    else:
        line(text("label.not-publishable", spoken))
        trail(found.reasons, spoken, title=False)
    if explain:
        trail((*found.steps, found.verdict), spoken)
