"""`arpad calc change`: the change of a rated player."""

from typing import Annotated, Literal

import typer

from arpad.cli.calc.app import (
    MOST_GAMES,
    EditionOption,
    Explain,
    Games,
    Html,
    PeriodGames,
    RatingOption,
    Standard,
    calc,
)
from arpad.cli.calc.history import HistoryCommand, HistoryOptions, k_from
from arpad.cli.output import line, print_json, table, trail, write_html
from arpad.cli.shared import Shared, declared, shared
from arpad.documents.steps import Trail, sentence
from arpad.domain.games import points
from arpad.i18n import ArpadError, hundredths, number, text
from arpad.inputs import parse
from arpad.rating.change import rating_change
from arpad.rating.coefficient import floor_steps
from arpad.rating.documents import change_document, left_out_text
from arpad.rating.participants import rated_as
from arpad.rating.results import RatingChange
from arpad.regulations.rating_edition import Edition

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
        round_robins={one.event for one in games} if format == "round-robin" else (),
    )
    steps = (*why, *coefficient.steps, *result.steps)
    if html is not None:
        title = text("label.change-title", settings.language, rating=own, edition=rules.name[settings.language])
        write_html(settings, steps, title, html)
    if settings.as_json:
        print_json(change_document(result, steps, settings.language))
    else:
        _show(settings, result)
        if explain:
            trail(steps, settings.language)


def _own_rating(rules: Edition, rating: str | None, standard: str | None, entered_list: bool) -> tuple[int, Trail]:
    """Return the rating to use: the player's own, the standard rating instead, or the one received since."""
    if standard is not None:
        if rating is not None:
            raise ArpadError("standing-in-and-rating")
        if not rules.change.standing_in.value:
            raise ArpadError("no-standing-in", edition=rules.id)
        found = rated_as(rules, None, standard=parse.rating("--standard", standard))
    elif rating is None:
        raise ArpadError("rating-missing")
    elif entered_list:
        if not rules.change.entered_list.value:
            raise ArpadError("no-entered-list", edition=rules.id)
        found = rated_as(rules, None, now=parse.rating("--rating", rating))
    else:
        found = rated_as(rules, parse.rating("--rating", rating))
    assert found.own is not None
    return found.own, found.steps


def _show(settings: Shared, result: RatingChange) -> None:
    spoken = settings.language
    several = len({game.game.event for game in result.games} | {one.event for one in result.events}) > 1
    event = ["event"] if several else []

    def signed(value: int) -> str:
        return number(hundredths(value), spoken, sign=True)

    if result.games:
        rows = [
            [
                str(game.game.opponent),
                *([game.game.event] if several else []),
                number(points(game.game.score), spoken),
                number(game.difference, spoken),
                number(game.used_difference, spoken) + ("*" if game.capped else ""),
                number(hundredths(game.expected), spoken),
                signed(game.change),
            ]
            for game in result.games
        ]
        table(spoken, ["opponent", *event, "score", "difference", "used", "expected", "delta"], rows)
        if any(game.capped for game in result.games):
            line(text("label.capped", spoken), style="dim")
    if result.events:
        by_event = [
            [
                *([one.event] if several else []),
                str(one.games),
                number(one.average, spoken),
                number(one.difference, spoken),
                number(hundredths(one.expected), spoken),
                number(hundredths(one.expected_score), spoken),
                number(points(one.score), spoken),
                signed(one.result),
                signed(result.k * one.result),
            ]
            for one in result.events
        ]
        headings = [
            "games",
            "average",
            "difference",
            "expected",
            "expected-score",
            "score",
            "result",
            "change",
        ]
        table(spoken, [*event, *headings], by_event)
    for entry in result.not_counted:
        line(f"{left_out_text(entry, settings.language)} ({entry.article})", style="dim")
    line()
    line(
        text(
            "label.change",
            spoken,
            edition=result.edition,
            rating=result.rating,
            k=result.k,
            new=result.new_rating,
            rounded=number(result.rounded_change, spoken, sign=True) if result.rounded_change else "±0",
            sum=signed(result.sum),
            change=signed(result.change),
        ),
        style="bold",
    )
    for step in floor_steps(settings.edition(result.edition), result.new_rating):
        line(f"{sentence(step, spoken)} ({step.article.number})")
