"""The small calculators of events and lists: time class, dates, matches, transitions."""

from typing import Annotated

import typer

from arpad.cli.calc.app import (
    AnyEdition,
    EditionOption,
    Explain,
    RatingOption,
    TransitionStandard,
    calc,
)
from arpad.cli.output import answer, line, print_json, trail
from arpad.cli.shared import Command, shared
from arpad.documents.steps import Step, Trail, as_json
from arpad.eligibility.check_events import asking_helps, rated_games
from arpad.eligibility.time_controls import check_time, time_class
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.inputs.times import parse_time_control
from arpad.lists.transition import apply_transition
from arpad.regulations.rating_edition import closing_date, last_list, list_in_force, rated_in


@calc.command("time-class", cls=Command, help="cli.command.time-class")
def classify(
    context: typer.Context,
    control: Annotated[str, typer.Argument(metavar="CONTROL", help="cli.help.control")],
    edition: AnyEdition = None,
    rating: Annotated[list[str] | None, typer.Option("--rating", metavar="R", help="cli.help.player-rating")] = None,
    rounds_per_day: Annotated[str, typer.Option("--rounds-per-day", metavar="N", help="fact.rounds_per_day")] = "1",
    unequal: Annotated[bool, typer.Option("--unequal", help="cli.help.unequal")] = False,
) -> None:
    settings = shared(context)
    spoken = settings.language
    parsed = parse_time_control(control)
    kind, minutes = time_class(parsed), parsed.minutes_for()
    document: dict[str, object] = {"time_class": kind, "minutes_for_60_moves": minutes}
    against: Trail = ()
    if edition is not None:
        rules = settings.edition(edition)
        highest = max((parse.rating("--rating", one) for one in rating or []), default=0)
        rounds = parse.whole("--rounds-per-day", rounds_per_day, 1, 100)
        against = check_time(rules, parsed, highest=highest, rounds_per_day=rounds, equal=not unequal)
        document |= {"edition": rules.id, "ratable": not against, "reasons": as_json(against, spoken)}
    if settings.as_json:
        print_json(document)
    else:
        line(
            text("label.time-class", spoken, time_class=text(f"time-class.{kind}", spoken), minutes=minutes),
            style="bold",
        )
        if edition is not None:
            line(text("label.not-ratable" if against else "label.ratable", spoken, edition=edition))
            trail(against, spoken, title=False)
    if against:
        raise typer.Exit(1)


@calc.command("dates", cls=Command, help="cli.command.dates")
def dates(
    context: typer.Context,
    edition: EditionOption,
    start: Annotated[str, typer.Option("--start", metavar="DATE", help="cli.help.start")],
    end: Annotated[str | None, typer.Option("--end", metavar="DATE", help="cli.help.end")] = None,
    official: Annotated[bool, typer.Option("--official", help="fact.official")] = False,
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
    if settings.as_json:
        print_json(
            {
                "edition": rules.id,
                "list_in_force": steps[0].value,
                "rated_in": enters,
                "closing": steps[2].value,
                "last_list": final,
                "steps": as_json(tuple(steps), settings.language),
            }
        )
    else:
        trail(tuple(steps), settings.language, title=False)


@calc.command("match", cls=Command, help="cli.command.match")
def match(
    context: typer.Context,
    edition: EditionOption,
    scheduled: Annotated[str, typer.Option("--scheduled", metavar="N", help="fact.scheduled")],
    result: Annotated[list[str] | None, typer.Option("--result", metavar="SCORE", help="cli.help.result")] = None,
    asked: Annotated[bool, typer.Option("--asked", help="fact.asked")] = False,
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
    step = Step(
        rules.eligibility.match_after_decision.article,
        what,
        {"played": len(scores), "scheduled": games},
        rated,
    )
    if settings.as_json:
        print_json(
            {
                "edition": rules.id,
                "played": len(scores),
                "rated": rated,
                "article": step.article.number,
                "steps": as_json((step,), settings.language),
            }
        )
    else:
        trail((step,), settings.language, title=False)


@calc.command("transition", cls=Command, help="cli.command.transition")
def transition(
    context: typer.Context,
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
