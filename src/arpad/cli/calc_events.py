"""`arpad calc` for events and lists: time class, dates, matches, transitions and round robins."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.calc import AnyEdition, EditionOption, Explain, Html, calc
from arpad.cli.options import Argument, Command, Shared, from_inputs, shared
from arpad.cli.output import answer, line, print_json, result_cells, table, trail, write_html
from arpad.documents.steps import Explanation, as_json
from arpad.domain.games import Entrant, RoundRobin, points
from arpad.domain.rating_list import LEAST_K, MOST_K
from arpad.eligibility.time_controls import time_class
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.inputs.toml_tables import ANYTHING, TomlKey, TomlTable, half_points, load
from arpad.rating.calculations import DatesAsked, MatchAsked, TimeAsked, TransitionAsked
from arpad.rating.results import newcomer_average
from arpad.rating.round_robin import RoundRobinRating, rate_round_robin

# The small calculators of events and lists: time class, dates, matches, transitions.


@calc.command("time-class", cls=Command, help="cli.command.time-class")
@from_inputs
def classify(context: click.Context, edition: AnyEdition = None, *, asked: TimeAsked) -> None:
    settings = shared(context)
    language = settings.language
    kind, minutes = time_class(asked.control), asked.control.minutes_for()
    document: dict[str, object] = {"time_class": kind, "minutes_for_60_moves": minutes}
    against: Explanation = ()
    if edition is not None:
        rules = settings.edition(edition)
        against = asked.against(rules)
        document |= {"edition": rules.id, "ratable": not against, "reasons": as_json(against, language)}
    if settings.as_json:
        print_json(document)
    else:
        line(
            text("label.time-class", language, time_class=text(f"time-class.{kind}", language), minutes=minutes),
            style="bold",
        )
        if edition is not None:
            line(text("label.not-ratable" if against else "label.ratable", language, edition=edition))
            trail(against, language, title=False)
    if against:
        raise Exit(1)


@calc.command("dates", cls=Command, help="cli.command.dates")
@from_inputs
def dates(context: click.Context, edition: EditionOption, asked: DatesAsked) -> None:
    settings = shared(context)
    rules = settings.edition(edition)
    steps = asked.lists(rules)
    names = ("list_in_force", "rated_in", "closing", "last_list")
    days = dict.fromkeys(names) | {name: step.value for name, step in zip(names, steps, strict=False)}
    answer(settings, {"edition": rules.id} | days, "", steps)


@calc.command("match", cls=Command, help="cli.command.match")
@from_inputs
def match(context: click.Context, edition: EditionOption, asked: MatchAsked) -> None:
    settings = shared(context)
    rules = settings.edition(edition)
    step = asked.rated(rules)
    document = {
        "edition": rules.id,
        "played": len(asked.result),
        "rated": step.value,
        "article": step.article.number,
    }
    answer(settings, document, "", (step,))


@calc.command("transition", cls=Command, help="cli.command.transition")
@from_inputs
def transition(
    context: click.Context, edition: EditionOption, asked: TransitionAsked, explain: Explain = False
) -> None:
    settings = shared(context)
    rules = settings.edition(edition)
    if rules.transition is None:
        known = ", ".join(one.id for one in settings.regulations.editions() if one.transition is not None)
        raise ArpadError("no-transition", edition=rules.id, known=known)
    before, value, steps = asked.apply(rules)
    document = {"edition": rules.id, "rating": before, "new_rating": value}
    words = text("label.transition", settings.language, edition=rules.id, rating=before, value=value)
    answer(settings, document, words, steps, explain)


# A round robin as a TOML file: an edition, the players in order, their scores or their results.

CYCLES = (1, 2)
NEEDED = replace(ANYTHING, needed=True)
SCORE = TomlKey(half_points, "1 | 0.5 | 0")


def _cycles(value: object) -> object:
    if value not in CYCLES:
        raise ValueError
    return value


def _named(value: object) -> str:
    if not value:
        raise ValueError
    return str(value)


HEAD = {"edition": NEEDED, "event": ANYTHING, "cycles": TomlKey(_cycles, "1 | 2"), "player": NEEDED}
PLAYER = {
    "name": TomlKey(_named, '"…"', needed=True),
    "rating": ANYTHING,
    "score": SCORE,
    "results": ANYTHING,
    "k": ANYTHING,
    "first_event": ANYTHING,
}
HIMSELF = "*"


def read_round_robin(file: Path) -> tuple[str, RoundRobin]:
    """Return the edition that the file names, and the round robin."""
    name = str(file)
    data = TomlTable("round-robin", name).read(load(file), HEAD)
    cycles, rows = data.get("cycles", 1), data["player"]
    if not isinstance(rows, list) or len(rows) < 3:
        raise ArpadError("round-robin.players", file=name, count=len(rows) if isinstance(rows, list) else 0)
    event = RoundRobin(
        tuple(_read_entrant(name, place, row, len(rows), cycles) for place, row in enumerate(rows)), cycles
    )
    _consistent(name, event)
    return str(data["edition"]), event


def _read_entrant(file: str, place: int, written: object, players: int, cycles: int) -> Entrant:
    row = TomlTable("round-robin", file, f"player {place + 1}").read(written, PLAYER)
    name = row["name"]
    table = TomlTable("round-robin", file, name)
    results = _results(table, place, row["results"], players, cycles) if "results" in row else None
    total = sum(result or 0 for result in results or ())
    score = row.get("score", total)
    if results is not None and total != score:
        raise ArpadError("round-robin.results-sum", file=file, name=name, sum=points(total), score=points(score))
    if results is None and "score" not in row:
        raise table.missing("score", "4.5")
    rating = row.get("rating")
    return Entrant(
        name=name,
        rating=None if rating in (None, 0, "unrated") else parse.rating(f"{file}: {name}", str(rating)),
        score=score,
        results=results,
        k=parse.whole(f"{file}: {name}: k", str(row["k"]), LEAST_K, MOST_K) if "k" in row else None,
        first_event=bool(row.get("first_event", True)),
    )


def _results(table: TomlTable, place: int, typed: Any, players: int, cycles: int) -> tuple[int | None, ...]:
    if not isinstance(typed, list) or len(typed) != players or typed[place] != HIMSELF:
        count = len(typed) if isinstance(typed, list) else 0
        raise ArpadError("round-robin.results-length", file=table.file, name=table.where, count=count, players=players)
    results = tuple(None if at == place else table.value("results", result, SCORE) for at, result in enumerate(typed))
    for result in results:
        if result is not None and result > 2 * cycles:
            raise table.refusal("value", key="results", plain=points(result), example=f"0 ... {cycles}")
    return results


def _consistent(file: str, event: RoundRobin) -> None:
    """Check that names are unique, that results mirror each other, and that there are as many points as games."""
    names: set[str] = set()
    for entrant in event.entrants:
        if entrant.name in names:
            raise ArpadError("round-robin.name-twice", file=file, name=entrant.name)
        names.add(entrant.name)
    players = len(event.entrants)
    total = sum(entrant.score for entrant in event.entrants)
    if total != players * event.games:
        raise ArpadError(
            "round-robin.score-sum",
            file=file,
            sum=points(total),
            players=players,
            games=event.games,
            expected=points(players * event.games),
        )
    for a, one in enumerate(event.entrants):
        for b, two in enumerate(event.entrants[:a]):
            if one.results is None or two.results is None:
                continue
            both = (one.results[b] or 0) + (two.results[a] or 0)
            if both != 2 * event.cycles:
                raise ArpadError(
                    "round-robin.results-mirror",
                    file=file,
                    name=one.name,
                    other=two.name,
                    sum=points(both),
                    expected=event.cycles,
                )


# `arpad calc round-robin`: a whole round robin from a file.


@calc.command("round-robin", cls=Command, help="cli.command.round-robin")
def round_robin(
    context: click.Context,
    file: Annotated[Path, Argument(metavar="FILE", help="cli.help.file")],
    edition: AnyEdition = None,
    explain: Explain = False,
    html: Html = None,
) -> None:
    settings = shared(context)
    name, event = read_round_robin(file)
    rules = settings.edition(edition or name)
    result = rate_round_robin(rules, event)
    if html is not None:
        write_html(settings, result.steps, f"{file.stem}: {rules.name[settings.language]}", html)
    if settings.as_json:
        print_json(result.document(settings.language))
    else:
        _show(settings, result)
        if explain:
            trail(result.steps, settings.language)


def _show(settings: Shared, result: RoundRobinRating) -> None:
    language = settings.language
    columns = {
        "name": "player", "rating": "rating", "score": "score", "percentage": "percentage", "dp": "dp",
        "rc": newcomer_average(settings.edition(result.edition)), "ru": "ru", "new_rc": "new-rc", "new_ru": "new-ru",
        "expected": "expected-score", "result": "result", "change": "change",
    }  # fmt: skip
    line(text("label.round-robin", language, edition=result.edition, ra=result.ra), style="bold")
    rows = [result_cells(player, columns, language) for player in result.players]
    table(language, list(columns.values()), [list(row.values()) for row in rows])
    for entrant in result.left_out:
        line(f"{entrant.name}: {text(entrant.reason, language)}", style="dim")
