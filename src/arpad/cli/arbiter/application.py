"""`arpad arbiter application` and `arpad arbiter need`: an application for FA or IA, and what it still needs."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from arpad.arbiters.application_files import read_arbiter_application
from arpad.arbiters.documents import application_document, need_document
from arpad.arbiters.events import check_sentence, need_words
from arpad.arbiters.forms import application_values
from arpad.arbiters.model import ArbiterApplication
from arpad.arbiters.needs import ApplicationAnswer, judge_application, needs_of
from arpad.cli.arbiter.app import AGAINST, ARBITER_CHECKS, Day, TomlFile, arbiter, day_typed, reports_beside
from arpad.cli.arbiter.form_file import Force, Pdf, write_form
from arpad.cli.output import line, print_json, table
from arpad.cli.shared import Command, shared
from arpad.cli.titles.checks import check_rows, show_checks
from arpad.i18n import Language, text
from arpad.inputs import parse
from arpad.regulations.arbiter_editions import ARBITER_TITLES
from arpad.regulations.event_rules import FormNumber
from arpad.titles.model import Check

ExamOnly = Annotated[bool, typer.Option("--exam-only", help="cli.help.arbiter-exam-only")]
For = Annotated[str | None, typer.Option("--title", metavar="FA|IA", help="cli.help.arbiter-title")]


@arbiter.command("application", cls=Command, help="cli.command.arbiter-application")
def application(
    context: typer.Context,
    file: TomlFile,
    date: Day = None,
    title: For = None,
    exam_only: ExamOnly = False,
    pdf: Pdf = None,
    force: Force = False,
) -> None:
    settings = shared(context)
    answer = judge_application(_read(file, date, title, exam_only=exam_only))
    if settings.as_json:
        print_json(application_document(answer, settings.language))
    else:
        show_application(answer, settings.language)
    if pdf is not None:
        number: FormNumber = "fa2" if answer.case.application.title == "FA" else "ia2"
        values = application_values(answer, settings.language)
        write_form(settings, pdf, number, values, against=answer.complete is False, force=force)
    if answer.complete is False:
        raise typer.Exit(AGAINST)


@arbiter.command("need", cls=Command, help="cli.command.arbiter-need")
def need(
    context: typer.Context, file: TomlFile, date: Day = None, title: For = None, exam_only: ExamOnly = False
) -> None:
    settings = shared(context)
    answer = judge_application(_read(file, date, title, exam_only=exam_only))
    needs = needs_of(answer)
    if settings.as_json:
        case = answer.case
        head = {"title": case.application.title, "date": case.date, "edition": case.edition.id}
        print_json(head | {"complete": answer.complete, "need": need_document(answer, settings.language)})
    else:
        line(_heading(answer), style="bold")
        if answer.complete:
            line(text("arbiter.complete", settings.language))
        rows = [[one.article, need_words(one, settings.language)] for one in needs]
        if rows:
            table(settings.language, ["article", "needed"], rows, left=(0, 1))
    if answer.complete is False:
        raise typer.Exit(AGAINST)


def _read(file: Path, date: str | None, title: str | None, *, exam_only: bool) -> ArbiterApplication:
    """Read an application, with what the options replace."""
    wanted = None if title is None else parse.choice("--title", title.upper(), ARBITER_TITLES)
    read = read_arbiter_application(file, day_typed(date), reports_beside(file), wanted)
    return replace(read, exam_only=read.exam_only or exam_only)


def _heading(answer: ApplicationAnswer) -> str:
    case = answer.case
    who = case.application.person.name
    return f"{case.application.title}{f': {who}' if who else ''} ({case.edition.id}, {case.date.isoformat()})"


def show_application(answer: ApplicationAnswer, spoken: Language) -> None:
    """Print all conditions, what stands against the application, and its last line."""
    line(_heading(answer), style="bold")
    rows = [
        row
        for place, check in answer.all_checks
        for row in check_rows((check,), spoken, ("" if place is None else str(place),), ARBITER_CHECKS)
    ]
    show_checks(rows, spoken, ("norm",))
    line()
    for place, norm in enumerate(answer.case.norms, 1):
        values = {
            "place": place,
            "event": norm.event.name or "–",
            "articles": ", ".join(norm.articles) or text("label.none", spoken),
            "expires": "–" if norm.expires is None else norm.expires.isoformat(),
        }
        line(text("arbiter.norm-short" if norm.short else "arbiter.norm", spoken, **values))
    line()
    _told(answer.against, "arbiter.stands-against", spoken)
    _told(answer.open_questions, "arbiter.open-heading", spoken)
    line(verdict_words(answer, spoken), style="bold")


def _told(checks: list[tuple[int | None, Check]], heading: str, spoken: Language) -> None:
    if checks:
        line(text(heading, spoken), style="bold")
    for place, check in checks:
        before = "" if place is None else f"{text('arbiter.of-norm', spoken, place=place)}: "
        line(f"  {before}{check_sentence(check, spoken)}")


def verdict_words(answer: ApplicationAnswer, spoken: Language) -> str:
    """Return the last line: complete, complete but for some facts, or not."""
    if answer.complete is False:
        words = text("arbiter.incomplete", spoken)
        if answer.earliest is not None and answer.earliest > answer.case.date:
            return f"{words} {text('arbiter.earliest', spoken, day=answer.earliest)}"
        return words
    if answer.complete is None:
        return text("arbiter.but-for", spoken, count=len(answer.open_questions))
    words = text("arbiter.complete", spoken)
    if answer.latest is None:
        return words
    return f"{words} {text('arbiter.latest', spoken, day=answer.latest)}"
