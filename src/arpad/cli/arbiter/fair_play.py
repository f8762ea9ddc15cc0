"""`arpad arbiter fair-play` and `z`: levels of protection, check-lists, thresholds of statistics."""

import datetime as dt
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from arpad.arbiters.fair_play import (
    GREATEST,
    MeasureRow,
    ProtectionAnswer,
    ProtectionFacts,
    ScoreFacts,
    StatisticsTest,
    duty_words,
    measure_rows,
    one_in,
    open_words,
    players_held,
    protection_document,
    protection_level,
    reason_words,
    score_answers,
    score_document,
    unusual_match_rate,
    waiver_words,
)
from arpad.cli.arbiter.app import AGAINST, arbiter, day_typed
from arpad.cli.arbiter.events import AnyReport
from arpad.cli.arbiter.facts import FactOptions, ReportedCommand, reported
from arpad.cli.output import line, print_json, table
from arpad.cli.shared import Command, declared, shared
from arpad.cli.titles.checks import MARKS
from arpad.i18n import ArpadError, Language, hundredths, number, text
from arpad.inputs import parse
from arpad.regulations.event_rules import fair_play_rules
from arpad.regulations.rating_editions import regulations

MOST_PLAYERS = 100_000
EURO = "EUR"
TESTS: tuple[StatisticsTest, ...] = ("quick", "full")


@arbiter.command("fair-play", cls=ReportedCommand, help="cli.command.arbiter-fair-play")
def fair_play(
    context: typer.Context,
    file: AnyReport = None,
    official: Annotated[
        bool | None, typer.Option("--official/--not-official", help="cli.help.fair-play-official")
    ] = None,
    norms: Annotated[bool | None, typer.Option("--norms/--no-norms", help="cli.help.fair-play-norms")] = None,
    national: Annotated[
        bool | None, typer.Option("--national/--not-national", help="cli.help.fair-play-national")
    ] = None,
    average: Annotated[str | None, typer.Option("--average", metavar="R", help="cli.help.fair-play-average")] = None,
    prizes: Annotated[str | None, typer.Option("--prizes", metavar="AMOUNT", help="cli.help.fair-play-prizes")] = None,
    currency: Annotated[str, typer.Option("--currency", metavar="CODE", help="cli.help.fair-play-currency")] = EURO,
    rate: Annotated[str | None, typer.Option("--eur", metavar="RATE", help="cli.help.fair-play-eur")] = None,
    start: Annotated[str | None, typer.Option("--start", metavar="DATE", help="cli.help.fair-play-start")] = None,
    taken: Annotated[list[str] | None, typer.Option("--taken", metavar="KEY", help="cli.help.fair-play-taken")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="cli.help.fair-play-quick")] = False,
    tsacr: Annotated[bool, typer.Option("--tsacr", help="cli.help.fair-play-tsacr")] = False,
) -> None:
    settings = shared(context)
    facts, day, fast = _facts(context, file)
    facts = ProtectionFacts(
        system=facts.system,
        average=facts.average if average is None else _amount("--average", average),
        women=facts.women,
        prizes=_in_euros(prizes, currency, rate),
        norms=facts.norms if norms is None else norms,
        official=official,
        national=national,
    )
    answer = protection_level(facts)
    done, equipment = _taken(taken)
    rows = [] if tsacr else measure_rows(answer.level, done, equipment, quick=quick or fast)
    when = day_typed(start) or day
    if settings.as_json:
        print_json(protection_document(answer, rows, when, settings.language) | {"tsacr": tsacr})
    else:
        _show(answer, rows, when, tsacr, settings.language)
    if any(row.missing for row in rows):
        raise typer.Exit(AGAINST)


def _facts(context: typer.Context, file: Path | None) -> tuple[ProtectionFacts, dt.date | None, bool]:
    """Return what a report tells: the system, the average, if norms are possible, the first day, rapid or blitz."""
    if file is None:
        typed = declared(context, FactOptions)
        return ProtectionFacts(system=typed.system, women=typed.women), None, False
    found = reported(context, file)
    event = found.facts.event
    known = ProtectionFacts(event.system, found.facts.average, found.facts.women, norms=event.norm_possible)
    return known, event.start, found.facts.standard is False


def _amount(option: str, typed: str) -> Fraction:
    try:
        value = Fraction(typed.replace(",", "."))
    except (ValueError, ZeroDivisionError):
        value = Fraction(-1)
    if value < 0:
        raise ArpadError("format-form", option=option, value=typed, example="25000")
    return value


def _in_euros(typed: str | None, currency: str, rate: str | None) -> Fraction | None:
    """Return the prizes in euros; another currency needs its rate, which is never guessed."""
    if typed is None:
        return None
    amount = _amount("--prizes", typed)
    if currency.upper() == EURO:
        return amount
    return None if rate is None else amount * _amount("--eur", rate)


def _taken(typed: list[str] | None) -> tuple[set[str] | None, list[str]]:
    """Return the measures that are taken, and the equipment of annex A among them."""
    if typed is None:
        return None, []
    rules = fair_play_rules()
    known = [measure.key for measure in rules.measures if measure.key != "annex_a"] + list(rules.equipment)
    chosen = [parse.choice("--taken", one, known) for one in typed]
    return {one for one in chosen if one not in rules.equipment}, [one for one in chosen if one in rules.equipment]


def _show(
    answer: ProtectionAnswer, rows: list[MeasureRow], start: dt.date | None, tsacr: bool, spoken: Language
) -> None:
    line(text(f"fair-play.level.{answer.level}", spoken), style="bold")
    for reason in answer.because:
        line(f"  {reason_words(reason, spoken)}")
    if answer.open_facts:
        line(open_words(answer, spoken))
    if tsacr:
        line(text("fair-play.tsacr", spoken))
        return
    line()
    cells = [
        [row.article.number, row.measure.name[spoken], duty_words(row.duty, spoken), text(MARKS[row.done], spoken)]
        for row in rows
        if row.duty != "none"
    ]
    table(spoken, ["article", "measure", "duty", "taken"], cells, left=range(4))
    line(waiver_words(answer, start, spoken))


@arbiter.command("z", cls=Command, help="cli.command.arbiter-z")
def z(
    context: typer.Context,
    score: Annotated[str, typer.Argument(metavar="Z", help="cli.help.fair-play-z")],
    players: Annotated[str | None, typer.Option("--players", metavar="N", help="cli.help.fair-play-players")] = None,
    online: Annotated[bool, typer.Option("--online", help="cli.help.fair-play-online")] = False,
    evidence: Annotated[bool, typer.Option("--evidence", help="cli.help.fair-play-evidence")] = False,
    named: Annotated[bool, typer.Option("--named-before", help="cli.help.fair-play-named")] = False,
    test: Annotated[str | None, typer.Option("--test", metavar="quick|full", help="cli.help.fair-play-test")] = None,
    rating: Annotated[str | None, typer.Option("--rating", metavar="R", help="cli.help.fair-play-rating")] = None,
) -> None:
    settings, spoken = shared(context), shared(context).language
    value = _amount("Z", score)
    if value > GREATEST:
        raise ArpadError("number-range", option="Z", value=score, least=0, most=GREATEST)
    facts = ScoreFacts(
        value,
        None if players is None else parse.whole("--players", players, 1, MOST_PLAYERS),
        online,
        evidence,
        named,
        None if test is None else parse.choice("--test", test, TESTS),
    )
    own = None if rating is None else parse.rating_or_none("--rating", rating)
    if settings.as_json:
        print_json(score_document(facts, own, spoken))
        return
    held = players_held(value)
    line(text("fair-play.odds", spoken, z=number(value, spoken), odds=int(one_in(value)), players=held), style="bold")
    answers, sources = score_answers(facts), regulations().sources
    for binding in (True, False):
        those = [answer for answer in answers if answer.binding is binding]
        source = sources[those[0].article.source][spoken]
        line(text("fair-play.in-force" if binding else "fair-play.notes", spoken, source=source))
        for answer in those:
            limit = "" if answer.threshold is None else f" [{number(hundredths(int(answer.threshold * 100)), spoken)}]"
            line(f"  {answer.article.number}{limit}: {text(f'fair-play.score.{answer.key}', spoken)}")
    if rating is not None:
        rate = "–" if own is None else number(unusual_match_rate(own), spoken)
        line(text("fair-play.match-rate" if own is not None else "fair-play.match-rate-open", spoken, rate=rate))
    line(text("fair-play.never-a-verdict", spoken))
