"""`arpad arbiter` papers and fair play: clocks, sheets, envelope, report, complaint, fair-play and z."""

import datetime as dt
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click
from click.exceptions import Exit

from arpad.arbiters.application_files import read_complaint
from arpad.arbiters.events import protection_facts
from arpad.arbiters.fair_play import (
    GREATEST,
    ProtectionFacts,
    ProtectionPlan,
    ScoreFacts,
    StatisticsTest,
    addressee,
    check_complaint,
    complaint_values,
    last_day,
    measure_rows,
    one_in,
    open_words,
    players_held,
    protection_level,
    protection_plan,
    score_answers,
    score_document,
    unusual_match_rate,
    waiver_words,
)
from arpad.arbiters.sheets import (
    TOLERANCE,
    CheckedClock,
    ClockPlan,
    check_clocks,
    clock_plan,
    minutes_between,
    read_clock_rows,
)
from arpad.cli.arbiter import AGAINST, Force, arbiter, day_typed, write_form
from arpad.cli.arbiter_events import AnyReport, FactOptions, ReportedCommand, reported
from arpad.cli.options import Argument, Command, Option, Out, ReportFile, Shared, declared, decoded, shared
from arpad.cli.output import line, print_json, show_findings, table, tell, write_bytes
from arpad.cli.titles import MARKS
from arpad.documents.findings import findings_json
from arpad.i18n import ArpadError, Language, hundredths, number, text
from arpad.inputs import parse
from arpad.inputs.times import read_time_control
from arpad.library.files import report_bytes
from arpad.regulations.event_rules import FormNumber, fair_play_rules
from arpad.regulations.rating_editions import regulations

if TYPE_CHECKING:
    from arpad.tournament.state import EventState


# `arpad arbiter complaint`: a complaint about fair play, checked and printed. Nothing is kept.

ComplaintFile = Annotated[Path, Argument(metavar="FILE.toml", help="cli.help.complaint-file")]


@arbiter.command("complaint", cls=Command, help="cli.command.arbiter-complaint")
def complaint(context: click.Context, file: ComplaintFile, output: Out, force: Force = False) -> None:
    settings = shared(context)
    read = read_complaint(file)
    findings = check_complaint(read)
    against = any(finding.severity == "error" for finding in findings)
    to, last = addressee(read), last_day(read)
    if settings.as_json:
        documents = findings_json(findings, settings.language)
        print_json({"kind": read.kind, "complete": not against, "to": to, "latest": last, "findings": documents})
    else:
        show_findings(findings, settings.language)
        line(text(f"complaint.to.{to}", settings.language))
        if last is not None:
            line(text("complaint.latest", settings.language, day=last))
        line(text("complaint.confidential", settings.language), style="bold")
    number: FormNumber = "itc" if read.kind == "ITC" else "ptc"
    values = complaint_values(read, settings.language)
    write_form(settings, output, number, values, against=against, force=force)
    if against:
        raise Exit(AGAINST)


# `arpad arbiter fair-play` and `z`: levels of protection, check-lists, thresholds of statistics.

MOST_PLAYERS = 100_000
EURO = "EUR"
TESTS: tuple[StatisticsTest, ...] = ("quick", "full")


@arbiter.command("fair-play", cls=ReportedCommand, help="cli.command.arbiter-fair-play")
def fair_play(
    context: click.Context,
    file: AnyReport = None,
    official: Annotated[bool | None, Option("--official/--not-official", help="cli.help.fair-play-official")] = None,
    norms: Annotated[bool | None, Option("--norms/--no-norms", help="cli.help.fair-play-norms")] = None,
    national: Annotated[bool | None, Option("--national/--not-national", help="cli.help.fair-play-national")] = None,
    average: Annotated[str | None, Option("--average", metavar="R", help="cli.help.fair-play-average")] = None,
    prizes: Annotated[str | None, Option("--prizes", metavar="AMOUNT", help="cli.help.fair-play-prizes")] = None,
    currency: Annotated[str, Option("--currency", metavar="CODE", help="cli.help.fair-play-currency")] = EURO,
    rate: Annotated[str | None, Option("--eur", metavar="RATE", help="cli.help.fair-play-eur")] = None,
    start: Annotated[str | None, Option("--start", metavar="DATE", help="cli.help.fair-play-start")] = None,
    taken: Annotated[list[str] | None, Option("--taken", metavar="KEY", help="cli.help.fair-play-taken")] = None,
    quick: Annotated[bool, Option("--quick", help="cli.help.fair-play-quick")] = False,
    tsacr: Annotated[bool, Option("--tsacr", help="cli.help.fair-play-tsacr")] = False,
) -> None:
    settings = shared(context)
    facts, day, fast = _facts(context, file)
    facts = replace(
        facts,
        average=facts.average if average is None else _amount("--average", average),
        prizes=_in_euros(prizes, currency, rate),
        norms=facts.norms if norms is None else norms,
        official=official,
        national=national,
    )
    answer = protection_level(facts)
    done, equipment = _taken(taken)
    rows = [] if tsacr else measure_rows(answer.level, done, equipment, quick=quick or fast)
    plan = protection_plan(answer, rows, day_typed(start) or day)
    if settings.as_json:
        print_json(plan.document(settings.language) | {"tsacr": tsacr})
    else:
        _show_fair_play(plan, tsacr, settings.language)
    if any(row.missing for row in rows):
        raise Exit(AGAINST)


def _facts(context: click.Context, file: Path | None) -> tuple[ProtectionFacts, dt.date | None, bool]:
    """Return what a report tells: the system, the average, if norms are possible, the first day, rapid or blitz."""
    if file is None:
        typed = declared(context, FactOptions)
        return ProtectionFacts(system=typed.system, women=typed.women), None, False
    facts = reported(context, file).facts
    return protection_facts(facts), facts.start, facts.standard is False


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


def _show_fair_play(plan: ProtectionPlan, tsacr: bool, language: Language) -> None:
    line(text(f"fair-play.level.{plan.level}", language), style="bold")
    for reason in plan.because:
        line(f"  {reason.in_words(language)}")
    if plan.open:
        line(open_words(plan, language))
    if tsacr:
        line(text("fair-play.tsacr", language))
        return
    line()
    cells = [[*row.cells(language), text(MARKS[row.done], language)] for row in plan.rows if row.duty != "none"]
    table(language, ["article", "measure", "duty", "taken"], cells, left=range(4))
    line(waiver_words(plan.waiver, language))


@arbiter.command("z", cls=Command, help="cli.command.arbiter-z")
def z(
    context: click.Context,
    score: Annotated[str, Argument(metavar="Z", help="cli.help.fair-play-z")],
    players: Annotated[str | None, Option("--players", metavar="N", help="cli.help.fair-play-players")] = None,
    online: Annotated[bool, Option("--online", help="cli.help.fair-play-online")] = False,
    evidence: Annotated[bool, Option("--evidence", help="cli.help.fair-play-evidence")] = False,
    named: Annotated[bool, Option("--named-before", help="cli.help.fair-play-named")] = False,
    test: Annotated[str | None, Option("--test", metavar="quick|full", help="cli.help.fair-play-test")] = None,
    rating: Annotated[str | None, Option("--rating", metavar="R", help="cli.help.fair-play-rating")] = None,
) -> None:
    settings, language = shared(context), shared(context).language
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
        print_json(score_document(facts, own, language))
        return
    held = players_held(value)
    line(
        text("fair-play.odds", language, z=number(value, language), odds=int(one_in(value)), players=held), style="bold"
    )
    answers, sources = score_answers(facts), regulations().sources
    for binding in (True, False):
        those = [answer for answer in answers if answer.binding is binding]
        source = sources[those[0].article.source][language]
        line(text("fair-play.in-force" if binding else "fair-play.notes", language, source=source))
        for answer in those:
            limit = (
                "" if answer.threshold is None else f" [{number(hundredths(int(answer.threshold * 100)), language)}]"
            )
            line(f"  {answer.article.number}{limit}: {text(f'fair-play.score.{answer.key}', language)}")
    if rating is not None:
        rate = "–" if own is None else number(unusual_match_rate(own), language)
        line(text("fair-play.match-rate" if own is not None else "fair-play.match-rate-open", language, rate=rate))
    line(text("fair-play.never-a-verdict", language))


# `arpad arbiter clocks`, `sheets`, `envelope` and `report`: the papers of an event, from its report.

SHEETS = {"scoresheets": "score-sheets", "results": "results", "cards": "place-cards", "pairings": "pairings"}
"""The sheets, and the papers of an event that they are."""
MOST_MINUTES, MOST_SECONDS, MOST_ROUNDS = 1000, 600, 99
OfRound = Annotated[str | None, Option("--round", metavar="R", help="cli.help.sheets-round")]


def _state(file: Path) -> "EventState":
    """Return the event of a report as if it were run here."""
    from arpad.tournament.takeover import state_of_report

    return state_of_report(report_bytes(file), str(file))


def _round(typed: str | None) -> int | None:
    return None if typed is None else parse.whole("--round", typed, 1, MOST_ROUNDS)


def _written(settings: Shared, output: Path, **more: object) -> None:
    words = text("label.written", settings.language, file=str(output))
    tell(settings, {"output": str(output)} | more, words, style="")


@arbiter.command("clocks", cls=Command, help="cli.command.arbiter-clocks")
def clocks(
    context: click.Context,
    sheet: Annotated[Path | None, Argument(metavar="[SHEET.csv]", help="cli.help.clocks-sheet")] = None,
    base: Annotated[str | None, Option("--base", metavar="MINUTES", help="cli.help.clocks-base")] = None,
    increment: Annotated[str, Option("--increment", metavar="SECONDS", help="cli.help.clocks-increment")] = "0",
    control: Annotated[str | None, Option("--control", metavar="TEXT", help="cli.help.clocks-control")] = None,
    start: Annotated[str | None, Option("--start", metavar="HH:MM", help="cli.help.clocks-start")] = None,
    check: Annotated[str | None, Option("--check", metavar="HH:MM", help="cli.help.clocks-check")] = None,
    tolerance: Annotated[str, Option("--tolerance", metavar="MINUTES", help="cli.help.clocks-tolerance")] = str(
        TOLERANCE
    ),
    printed: Annotated[Path | None, Option("--print", metavar="FILE", help="cli.help.clocks-print")] = None,
    round_: OfRound = None,
    output: Annotated[Path | None, Option("-o", "--output", metavar="OUT", help="cli.help.output")] = None,
) -> None:
    settings = shared(context)
    if printed is not None:
        if output is None:
            raise ArpadError("usage.missing-option", option="-o", command="arpad arbiter clocks")
        from arpad.papers.event_papers import event_paper

        write_bytes(output, event_paper(_state(printed), "clocks", _round(round_), settings.language))
        _written(settings, output)
        return
    if sheet is None or start is None or check is None:
        raise ArpadError("clocks-what")
    plan = _plan(base, increment, control)
    gone = minutes_between(start, check)
    rows = read_clock_rows(decoded(report_bytes(sheet), sheet), str(sheet))
    checked = check_clocks(plan, rows, gone, Fraction(parse.whole("--tolerance", tolerance, 0, MOST_MINUTES)))
    if settings.as_json:
        print_json({"minutes_gone": gone, "boards": [clock.document() for clock in checked]})
    else:
        _show_clocks(checked, gone, settings.language)
    if any(clock.look for clock in checked):
        raise Exit(AGAINST)


def _plan(base: str | None, increment: str, control: str | None) -> ClockPlan:
    """Return what the clocks begin with: a time control, or minutes and seconds."""
    if control is not None:
        read = read_time_control(control)
        if read is None:
            raise ArpadError("clocks-control", control=control)
        return clock_plan(read.control)
    if base is None:
        raise ArpadError("clocks-what")
    minutes = parse.whole("--base", base, 1, MOST_MINUTES)
    return ClockPlan(Fraction(minutes), Fraction(parse.whole("--increment", increment, 0, MOST_SECONDS)))


def _show_clocks(checked: list[CheckedClock], gone: int, language: Language) -> None:
    marks = {True: "clocks.look", False: "clocks.well", None: "clocks.near"}
    rows = [
        [
            str(clock.board),
            number(clock.white, language),
            number(clock.black, language),
            number(clock.white + clock.black, language),
            str(clock.moves),
            number(clock.found, language),
            number(clock.expected, language),
            text(marks[clock.look], language),
        ]
        for clock in checked
    ]
    line(text("clocks.gone", language, minutes=gone), style="bold")
    table(
        language, ["board", "time-1", "time-2", "both-times", "moves", "dif", "expected-sum", "clock"], rows, left=(7,)
    )
    if any(clock.look for clock in checked):
        line(text("clocks.why", language))


@arbiter.command("sheets", cls=Command, help="cli.command.arbiter-sheets")
def sheets(
    context: click.Context,
    file: ReportFile,
    output: Out,
    what: Annotated[str, Option("--what", metavar="|".join(SHEETS), help="cli.help.sheets-what")] = "scoresheets",
    round_: OfRound = None,
) -> None:
    from arpad.papers.event_papers import event_paper

    settings = shared(context)
    paper = SHEETS[parse.choice("--what", what, tuple(SHEETS))]
    write_bytes(output, event_paper(_state(file), paper, _round(round_), settings.language))
    _written(settings, output, what=what)


@arbiter.command("envelope", cls=Command, help="cli.command.arbiter-envelope")
def envelope(
    context: click.Context,
    file: Annotated[Path, Argument(metavar="FILE.toml", help="cli.help.envelope-file")],
    output: Out,
) -> None:
    from arpad.arbiters.sheets import read_sealed_move
    from arpad.papers.arbiter_forms import envelope_sheet

    settings = shared(context)
    write_bytes(output, envelope_sheet(read_sealed_move(file), settings.language))
    _written(settings, output)


@arbiter.command("report", cls=Command, help="cli.command.arbiter-report")
def report(
    context: click.Context,
    file: ReportFile,
    output: Out,
    notes: Annotated[Path | None, Option("--notes", metavar="TOML", help="cli.help.report-notes")] = None,
) -> None:
    from arpad.arbiters.sheets import ChiefNotes, read_chief_notes
    from arpad.formats.read import read_report
    from arpad.papers.arbiter_forms import chief_parts, silent_parts
    from arpad.papers.event_sheets import sheet_markdown, titled_sheet, where_and_when
    from arpad.standings.check import named_standings
    from arpad.tournament.ending import norms_in

    settings, language = shared(context), shared(context).language
    data, state = report_bytes(file), _state(file)
    chief_notes = ChiefNotes() if notes is None else read_chief_notes(notes)
    read = read_report(data)
    ranked = all(player.final_rank is not None for player in read.event.players)
    standings = None if ranked else named_standings(read)
    parts = chief_parts(state, read.event, standings, norms_in(state, read.event), language, chief_notes)
    head = (state.event_rules.name, where_and_when(state.event_rules, language), text("chief.title", language))
    markdown = output.suffix.lower() == ".md"
    made = sheet_markdown(*head, parts).encode() if markdown else titled_sheet(*head, parts, language)
    write_bytes(output, made)
    silent = silent_parts(state, chief_notes)
    _written(settings, output, silent=silent)
    if silent and not settings.as_json:
        names = ", ".join(text(f"chief.part.{name}", language) for name in silent)
        line(text("chief.silent", language, parts=names), style="yellow")
