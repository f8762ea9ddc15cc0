"""`arpad calc` for events and lists: time class, dates, matches, transitions and round robins."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.calc import AnyEdition, EditionOption, Explain, Html, RatingOption, TransitionStandard, calc
from arpad.cli.options import Argument, Command, Option, Shared, from_inputs, shared
from arpad.cli.output import answer, line, print_json, result_cells, table, trail, write_html
from arpad.documents.steps import Explanation, Step, as_json
from arpad.domain.games import Entrant, RoundRobin, points
from arpad.domain.rating_list import LEAST_K, MOST_K
from arpad.eligibility.check_events import asking_helps, rated_games
from arpad.eligibility.time_controls import time_class
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.inputs.toml_tables import ANYTHING, TomlKey, TomlTable, half_points, load
from arpad.lists.transition import apply_transition
from arpad.rating.calculations import TimeAsked
from arpad.rating.results import newcomer_average
from arpad.rating.round_robin import RoundRobinRating, rate_round_robin
from arpad.regulations.rating_edition import closing_date, last_list, list_in_force, rated_in

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
def dates(
    context: click.Context,
    edition: EditionOption,
    start: Annotated[str, Option("--start", metavar="DATE", help="cli.help.start")],
    end: Annotated[str | None, Option("--end", metavar="DATE", help="cli.help.end")] = None,
    official: Annotated[bool, Option("--official", help="fact.official")] = False,
) -> None:
    settings = shared(context)
    rules = settings.edition(edition)
    first = parse.date("--start", start)
    last = first if end is None else parse.date("--end", end)
    if last < first:
        raise ArpadError("dates-order", start=start, end=end)
    enters = rated_in(rules, last, official=official)
    lists = rules.lists
    steps = [
        Step(lists.months.article, "dates.in-force", {}, list_in_force(rules, first)),
        Step(lists.closing.article, "dates.rated-in", {}, enters),
        Step(lists.closing.article, "dates.closing", {}, closing_date(rules, enters, official=official)),
    ]
    final = last_list(rules, last)
    if final is not None:
        steps.append(Step(lists.late_lists.article, "dates.last-list", {}, final))
    in_force, _, closing, *_ = (step.value for step in steps)
    document = {"edition": rules.id, "list_in_force": in_force, "rated_in": enters, "closing": closing}
    answer(settings, document | {"last_list": final}, "", steps)


@calc.command("match", cls=Command, help="cli.command.match")
def match(
    context: click.Context,
    edition: EditionOption,
    scheduled: Annotated[str, Option("--scheduled", metavar="N", help="fact.scheduled")],
    result: Annotated[list[str] | None, Option("--result", metavar="SCORE", help="cli.help.result")] = None,
    asked: Annotated[bool, Option("--asked", help="fact.asked")] = False,
) -> None:
    settings = shared(context)
    rules = settings.edition(edition)
    games = parse.whole("--scheduled", scheduled, 1, 1000)
    if not result:
        raise ArpadError("match-empty")
    if asked and not asking_helps(rules):
        raise ArpadError("asked-edition", edition=rules.id)
    scores = [parse.score("--result", one) for one in result]
    if len(scores) > games:
        raise ArpadError("match-long", played=len(scores), scheduled=games)
    rated = rated_games(rules, games, scores, asked=asked)
    what = "match.all" if rated == len(scores) else "match.rated"
    article = rules.eligibility.match_after_decision.article
    step = Step(article, what, {"played": len(scores), "scheduled": games}, rated)
    document = {"edition": rules.id, "played": len(scores), "rated": rated, "article": article.number}
    answer(settings, document, "", (step,))


@calc.command("transition", cls=Command, help="cli.command.transition")
def transition(
    context: click.Context,
    edition: EditionOption,
    rating: RatingOption = None,
    standard: TransitionStandard = None,
    explain: Explain = False,
) -> None:
    settings = shared(context)
    rules = settings.edition(edition)
    if rules.transition is None:
        known = ", ".join(one.id for one in settings.regulations.editions() if one.transition is not None)
        raise ArpadError("no-transition", edition=rules.id, known=known)
    if rating is None:
        raise ArpadError("rating-missing")
    if rules.transition.method.value == "raise-to-standard" and standard is None:
        raise ArpadError("transition-standard", edition=rules.id)
    if rules.transition.method.value != "raise-to-standard" and standard is not None:
        raise ArpadError("transition-no-standard", edition=rules.id)
    before = parse.rating("--rating", rating)
    value, steps = apply_transition(rules, before, None if standard is None else parse.rating("--standard", standard))
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
