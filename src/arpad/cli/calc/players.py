"""The small calculators of one player: performance, K, expected score."""

from typing import Annotated

import typer

from arpad.cli.calc.app import (
    MOST_GAMES,
    EditionOption,
    Explain,
    Games,
    PeriodGames,
    RatingOption,
    calc,
)
from arpad.cli.calc.history import HistoryCommand, HistoryOptions, k_from
from arpad.cli.output import answer, line, print_json, trail
from arpad.cli.shared import Command, declared, shared
from arpad.documents.steps import as_json, json_value
from arpad.i18n import ArpadError, hundredths, number, text
from arpad.inputs import parse
from arpad.rating.change import rating_change
from arpad.rating.coefficient import limit_step, within_limit
from arpad.rating.documents import performance_document
from arpad.rating.performance import performance_rating


@calc.command("performance", cls=Command, help="cli.command.performance")
def performance(context: typer.Context, game: Games = None, explain: Explain = False) -> None:
    settings = shared(context)
    spoken = settings.language
    found = performance_rating(parse.games(game))
    if found is None:
        if settings.as_json:
            print_json({"average": None, "percentage": None, "dp": None, "performance": None, "games_counted": 0})
        else:
            line(text("label.no-performance", spoken))
        raise typer.Exit(1)
    parts = {"performance": found.performance, "average": found.average, "percentage": found.percentage, "dp": found.dp}
    words = text("label.performance", spoken, **parts)
    answer(settings, dict(performance_document(found)), words, found.steps, explain)


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
    found = k_from(rules, parse.rating("--rating", rating), None, declared(context, HistoryOptions))
    games = 0 if period_games is None else parse.whole("--period-games", period_games, 0, MOST_GAMES)
    value = within_limit(rules, found.k, games)
    steps, article = found.steps, found.article
    if value != found.k:
        steps, article = (*steps, limit_step(rules, found.k, value, games)), rules.k.product_limit.article
    document = {"edition": rules.id, "k": value, "listed_k": found.k, "article": article.number}
    answer(settings, document, text("label.k", settings.language, k=value, article=article.number), steps, explain)


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
    used, value = (
        (result.games[0].used_difference, result.games[0].expected)
        if result.games
        else (result.events[0].difference, result.events[0].expected)
        if result.events
        else (None, None)
    )
    if settings.as_json:
        print_json(
            {
                "edition": rules.id,
                "difference": own - (game.opponent or 0),
                "used_difference": used,
                "expected": None if value is None else json_value(hundredths(value)),
                "steps": as_json(result.steps[:1], settings.language),
            }
        )
    elif value is None or used is None:
        trail(result.steps[:1], settings.language, title=False)
    else:
        words = number(hundredths(value), settings.language)
        line(text("label.expected", settings.language, expected=words, difference=used), style="bold")
        if explain:
            trail(result.steps[:1], settings.language)
    if value is None:
        raise typer.Exit(1)
