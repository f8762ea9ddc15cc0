"""`arpad arbiter`: applications, activity, upgrades, appointments and editions for arbiters' titles."""

import datetime as dt
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any

import click
from click.exceptions import Exit

from arpad.arbiters.application_files import read_arbiter_application, read_upgrade
from arpad.arbiters.categories import NATIONAL, activity_facts, judge_upgrade, may_be_appointed, status_on
from arpad.arbiters.forms import application_values, upgrade_values
from arpad.arbiters.model import ArbiterApplication, Placed, check_sentence
from arpad.arbiters.needs import ApplicationAnswer, ArbiterNeeds, judge_application
from arpad.cli.editions import answer_editions
from arpad.cli.options import Argument, Command, Group, Option, Shared, event_with_games, shared
from arpad.cli.output import line, print_json, table, write_bytes
from arpad.cli.titles import show_checks
from arpad.documents.document import document_of, replace
from arpad.documents.editions import ARBITER_WORDS
from arpad.domain.event import Event
from arpad.i18n import Language, text
from arpad.inputs import parse
from arpad.regulations.arbiter_editions import ARBITER_CATEGORIES, ARBITER_TITLES, EVENT_LEVELS, arbiter_editions
from arpad.regulations.event_rules import FormNumber

# The group `arpad arbiter`, and what its commands share: how conditions are shown, days, files of reports.

arbiter = Group(help="cli.command.arbiter", no_args_is_help=True)

AGAINST = 1
Day = Annotated[str | None, Option("--date", metavar="DATE", help="cli.help.arbiter-date")]
TomlFile = Annotated[Path, Argument(metavar="FILE.toml", help="cli.help.arbiter-file")]


def day_typed(typed: str | None) -> dt.date | None:
    return None if typed is None else parse.date("--date", typed)


def reports_beside(file: Path) -> Callable[[str], Event]:
    """Return a reader of the reports that a file names: their paths begin in its folder."""
    return lambda name: event_with_games(file.parent / name)


# Forms of arbiters written to PDF files.

Pdf = Annotated[Path | None, Option("--pdf", metavar="OUT", help="cli.help.arbiter-pdf")]
Force = Annotated[bool, Option("--force", help="cli.help.arbiter-force")]


def write_form(
    settings: Shared, file: Path, number: FormNumber, values: Mapping[str, Any], *, against: bool, force: bool
) -> None:
    """Write a form if nothing stands against it; with `force` also if something does, with a mark across the page.
    Print beside the answer whether the form was written."""
    if against and not force:
        message = text("arbiter.form-not-written", settings.language, file=str(file))
    else:
        from arpad.papers.arbiter_forms import arbiter_form_pdf

        write_bytes(file, arbiter_form_pdf(number, values, settings.language, incomplete=against))
        message = text("label.written", settings.language, file=str(file))
    print(message, file=sys.stderr if settings.as_json else sys.stdout)


# `arpad arbiter application` and `arpad arbiter need`: an application for FA or IA, and what it still needs.

ExamOnly = Annotated[bool, Option("--exam-only", help="cli.help.arbiter-exam-only")]
For = Annotated[str | None, Option("--title", metavar="FA|IA", help="cli.help.arbiter-title")]


@arbiter.command("application", cls=Command, help="cli.command.arbiter-application")
def application(
    context: click.Context,
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
        print_json(answer.document(settings.language))
    else:
        show_application(answer, settings.language)
    if pdf is not None:
        number: FormNumber = "fa2" if answer.case.application.title == "FA" else "ia2"
        values = application_values(answer, settings.language)
        write_form(settings, pdf, number, values, against=answer.complete is False, force=force)
    if answer.complete is False:
        raise Exit(AGAINST)


@arbiter.command("need", cls=Command, help="cli.command.arbiter-need")
def need(
    context: click.Context, file: TomlFile, date: Day = None, title: For = None, exam_only: ExamOnly = False
) -> None:
    settings = shared(context)
    answer = judge_application(_read(file, date, title, exam_only=exam_only))
    if settings.as_json:
        print_json(document_of(ArbiterNeeds, answer, settings.language))
    else:
        line(_heading(answer), style="bold")
        if answer.complete:
            line(text("arbiter.complete", settings.language))
        rows = [[need.article, need.in_words(settings.language)] for need in answer.need]
        if rows:
            table(settings.language, ["article", "needed"], rows, left=(0, 1))
    if answer.complete is False:
        raise Exit(AGAINST)


def _read(file: Path, date: str | None, title: str | None, *, exam_only: bool) -> ArbiterApplication:
    """Read an application, with what the options replace."""
    wanted = None if title is None else parse.choice("--title", title.upper(), ARBITER_TITLES)
    read = read_arbiter_application(file, day_typed(date), reports_beside(file), wanted)
    return replace(read, exam_only=read.exam_only or exam_only)


def _heading(answer: ApplicationAnswer) -> str:
    who = f": {answer.person.name}" if answer.person.name else ""
    return f"{answer.title}{who} ({answer.edition}, {answer.date.isoformat()})"


def show_application(answer: ApplicationAnswer, language: Language) -> None:
    """Print all conditions, what stands against the application, and its last line."""
    line(_heading(answer), style="bold")
    places, checks = zip(*answer.checks, strict=True)
    show_checks(checks, language, "arbiter", "norm", places)
    line()
    for place, norm in enumerate(answer.case.norms, 1):
        values = {
            "place": place,
            "event": norm.event.name or "–",
            "articles": ", ".join(norm.articles) or text("label.none", language),
            "expires": "–" if norm.expires is None else norm.expires.isoformat(),
        }
        line(text("arbiter.norm-short" if norm.short else "arbiter.norm", language, **values))
    line()
    _show_checks_under(answer.against, "arbiter.stands-against", language)
    _show_checks_under(answer.open_questions, "arbiter.open-heading", language)
    line(verdict_words(answer, language), style="bold")


def _show_checks_under(checks: Placed, heading: str, language: Language) -> None:
    if checks:
        line(text(heading, language), style="bold")
    for place, check in checks:
        before = "" if place is None else f"{text('arbiter.of-norm', language, place=place)}: "
        line(f"  {before}{check_sentence(check, language)}")


def verdict_words(answer: ApplicationAnswer, language: Language) -> str:
    """Return the last line: complete, complete but for some facts, or not."""
    if answer.complete is False:
        words = text("arbiter.incomplete", language)
        if answer.earliest is not None and answer.earliest > answer.case.date:
            return f"{words} {text('arbiter.earliest', language, day=answer.earliest)}"
        return words
    if answer.complete is None:
        return text("arbiter.but-for", language, count=answer.open)
    words = text("arbiter.complete", language)
    if answer.latest is None:
        return words
    return f"{words} {text('arbiter.latest', language, day=answer.latest)}"


# `arpad arbiter status`, `upgrade`, `may`: activity, categories and appointments (B.06.3).


@arbiter.command("status", cls=Command, help="cli.command.arbiter-status")
def status(context: click.Context, file: TomlFile, date: Day = None) -> None:
    settings = shared(context)
    read = read_arbiter_application(file, day_typed(date), title="IA")
    person = read.person
    held = "IA" if person.ia is not None else "FA"
    activity_status = status_on(read.date, activity_facts(person, read.seminars))
    if settings.as_json:
        print_json({"person": person.name, "title": held} | activity_status.document())
    else:
        line(activity_status.words(settings.language), style="bold")
        if activity_status.active is False:
            line(text("arbiter.inactive-may-not", settings.language))
    if activity_status.active is False:
        raise Exit(AGAINST)


@arbiter.command("upgrade", cls=Command, help="cli.command.arbiter-upgrade")
def upgrade(context: click.Context, file: TomlFile, date: Day = None, pdf: Pdf = None, force: Force = False) -> None:
    settings, language = shared(context), shared(context).language
    answer = judge_upgrade(read_upgrade(file, day_typed(date)))
    if settings.as_json:
        print_json(answer.document(language))
    else:
        asked = answer.application
        who = ", ".join(part for part in (asked.last_name, asked.first_name) if part)
        line(f"{asked.present} → {asked.to}{f': {who}' if who else ''} ({asked.date.isoformat()})", style="bold")
        show_checks(answer.checks, language, "arbiter")
        line()
        for check in answer.checks:
            if check.ok is not True:
                line(f"  {check_sentence(check, language)}")
        count = sum(check.ok is None for check in answer.checks)
        key = {True: "complete", False: "incomplete", None: "but-for"}[answer.complete]
        line(text(f"arbiter.{key}", language, count=count), style="bold")
    if pdf is not None:
        values = upgrade_values(answer, language)
        write_form(settings, pdf, "ia3", values, against=answer.complete is False, force=force)
    if answer.complete is False:
        raise Exit(AGAINST)


@arbiter.command("may", cls=Command, help="cli.command.arbiter-may")
def may(
    context: click.Context,
    role: Annotated[str, Argument(metavar="ROLE", help="cli.help.arbiter-may-role")],
    event: Annotated[str, Argument(metavar="EVENT", help="cli.help.arbiter-may-event")],
    category: Annotated[str, Option("--category", metavar="A|B|C|D|NA", help="cli.help.arbiter-category")],
    level: Annotated[
        str | None, Option("--level", metavar="|".join(EVENT_LEVELS), help="cli.help.arbiter-level")
    ] = None,
) -> None:
    settings, language = shared(context), shared(context).language
    own = parse.choice("--category", category.upper(), (*ARBITER_CATEGORIES, NATIONAL))
    at = None if level is None else parse.choice("--level", level, EVENT_LEVELS)
    answer = may_be_appointed(role, event, own, at)
    if settings.as_json:
        print_json(answer.document())
    else:
        line(answer.words(language), style="bold")
        if answer.by_reading:
            line(text("arbiter.by-reading", language))
    if answer.allowed is False:
        raise Exit(AGAINST)


# `arpad arbiter editions`: the regulations for arbiters' titles as data.


@arbiter.command("editions", cls=Command, help="cli.command.arbiter-editions")
def editions(
    context: click.Context,
    id: Annotated[str | None, Argument(metavar="ID", help="cli.help.arbiter-edition-id")] = None,  # noqa: A002
) -> None:
    answer_editions(shared(context), arbiter_editions(), id, ARBITER_WORDS)
