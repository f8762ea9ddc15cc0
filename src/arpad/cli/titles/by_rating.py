"""`arpad titles by-rating`: the titles that a rating gives (1.3)."""

from typing import Annotated

import typer

from arpad.cli.output import line, print_json
from arpad.cli.shared import Command, shared
from arpad.cli.titles.app import NOTHING, SexOption, TitleEditionOption, edition_of, sex_of, titles
from arpad.cli.titles.checks import check_rows, show_checks
from arpad.i18n import text
from arpad.inputs import parse
from arpad.titles.direct import given, titles_by_rating
from arpad.titles.documents import check_document

MOST_GAMES = 100_000


@titles.command("by-rating", cls=Command, help="cli.command.titles-by-rating")
def by_rating(
    context: typer.Context,
    rating: Annotated[str, typer.Option("--rating", metavar="R", help="cli.help.title-rating")],
    date: Annotated[str, typer.Option("--date", metavar="DATE", help="cli.help.title-date")],
    games: Annotated[str | None, typer.Option("--games", metavar="N", help="cli.help.title-games")] = None,
    sex: SexOption = "m",
    edition: TitleEditionOption = None,
) -> None:
    settings = shared(context)
    day = parse.date("--date", date)
    value = parse.rating("--rating", rating)
    played = None if games is None else parse.whole("--games", games, 0, MOST_GAMES)
    chosen = edition_of(edition, day)
    results = titles_by_rating(chosen, sex_of(sex), value, played, day)
    named = given(results)
    if settings.as_json:
        print_json(
            {
                "edition": chosen.id,
                "sex": sex,
                "rating": value,
                "games": played,
                "date": day,
                "titles": list(named),
                "results": [
                    {
                        "title": result.title,
                        "reached": result.reached,
                        "checks": [check_document(check) for check in result.checks],
                    }
                    for result in results
                ],
            }
        )
    else:
        spoken = settings.language
        words = " + ".join(named) or text("titles.no-title", spoken)
        line(f"{chosen.id}: {words}", style="bold")
        show_checks(
            [row for result in results for row in check_rows(result.checks, spoken, (result.title,))],
            spoken,
            ("title",),
        )
    if not named:
        raise typer.Exit(NOTHING)
