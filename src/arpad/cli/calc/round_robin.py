"""`arpad calc round-robin`: a whole round robin from a file."""

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from arpad.cli.calc.app import AnyEdition, Explain, Html, calc
from arpad.cli.output import line, print_json, table, trail, write_html
from arpad.cli.round_robin_file import read_round_robin
from arpad.cli.shared import Command, Shared, shared
from arpad.documents.steps import as_json, json_value
from arpad.domain.games import points
from arpad.i18n import hundredths, number, text
from arpad.rating.documents import hundredths_json
from arpad.rating.results import newcomer_average
from arpad.rating.round_robin import EntrantResult, RoundRobinRating, rate_round_robin


@calc.command("round-robin", cls=Command, help="cli.command.round-robin")
def round_robin(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.file")],
    edition: AnyEdition = None,
    explain: Explain = False,
    html: Html = None,
) -> None:
    settings = shared(context)
    name, event = read_round_robin(file)
    rules = settings.edition(edition or name)
    result = rate_round_robin(rules, event)
    steps = (*result.steps, *(step for entrant in result.entrants for step in entrant.steps))
    if html is not None:
        write_html(settings, steps, f"{file.stem}: {rules.name[settings.language]}", html)
    if settings.as_json:
        print_json(_document(result, settings) | {"steps": as_json(steps, settings.language)})
    else:
        _show(settings, result)
        if explain:
            trail(steps, settings.language)


def _entrant(own: EntrantResult) -> dict[str, Any]:
    return {
        "name": own.entrant.name,
        "rating": own.entrant.rating,
        "games": own.games,
        "score": points(own.score),
        "percentage": own.percentage,
        "dp": own.dp,
        "rc": own.rc,
        "ru": own.ru,
        "new_rc": own.new_rc,
        "new_ru": own.new_ru,
        "expected": hundredths_json(own.expected),
        "result": hundredths_json(own.result),
        "k": own.k,
        "change": hundredths_json(own.change),
    }


def _document(result: RoundRobinRating, settings: Shared) -> dict[str, Any]:
    return {
        "edition": result.edition,
        "rar": None if result.rar is None else json_value(result.rar),
        "dpa": None if result.dpa is None else json_value(result.dpa),
        "ra": json_value(result.ra),
        "players": [_entrant(entrant) for entrant in result.entrants],
        "left_out": [
            {"name": entrant.name, "score": points(entrant.score), "reason": text("label.left-out", settings.language)}
            for entrant in result.left_out
        ],
    }


def _show(settings: Shared, result: RoundRobinRating) -> None:
    spoken = settings.language

    def cell(value: int | Fraction | None, sign: bool = False) -> str:
        return "" if value is None else number(value, spoken, sign=sign)

    def part(value: int | None, sign: bool = False) -> str:
        return "" if value is None else number(hundredths(value), spoken, sign=sign)

    rows = [
        [
            one.entrant.name,
            cell(one.entrant.rating),
            cell(points(one.score)),
            part(one.percentage),
            cell(one.dp),
            cell(one.rc),
            cell(one.ru),
            cell(one.new_rc),
            cell(one.new_ru),
            part(one.expected),
            part(one.result, True),
            part(one.change, True),
        ]
        for one in result.entrants
    ]
    headings = [
        "player",
        "rating",
        "score",
        "percentage",
        "dp",
        newcomer_average(settings.edition(result.edition)),
        "ru",
        "new-rc",
        "new-ru",
        "expected-score",
        "result",
        "change",
    ]
    line(text("label.round-robin", spoken, edition=result.edition, ra=result.ra), style="bold")
    table(spoken, headings, rows)
    for entrant in result.left_out:
        line(f"{entrant.name}: {text('label.left-out', spoken)}", style="dim")
