"""`arpad arbiter status`, `upgrade`, `may`: activity, categories and appointments (B.06.3)."""

from typing import Annotated

import typer

from arpad.arbiters.application_files import read_arbiter_application, read_upgrade
from arpad.arbiters.categories import NATIONAL, judge_upgrade, may_be_appointed
from arpad.arbiters.documents import status_document, upgrade_document
from arpad.arbiters.events import activity_words, check_sentence
from arpad.arbiters.forms import upgrade_values
from arpad.arbiters.status import activity_facts, status_on
from arpad.cli.arbiter.app import AGAINST, Day, TomlFile, arbiter, day_typed, show_arbiter_checks
from arpad.cli.arbiter.form_file import Force, Pdf, write_form
from arpad.cli.output import line, print_json
from arpad.cli.shared import Command, shared
from arpad.i18n import text
from arpad.inputs import parse
from arpad.regulations.arbiter_editions import ARBITER_CATEGORIES, EVENT_LEVELS


@arbiter.command("status", cls=Command, help="cli.command.arbiter-status")
def status(context: typer.Context, file: TomlFile, date: Day = None) -> None:
    settings = shared(context)
    read = read_arbiter_application(file, day_typed(date), title="IA")
    person = read.person
    held = "IA" if person.ia is not None else "FA"
    found = status_on(read.date, activity_facts(person, read.seminars))
    if settings.as_json:
        print_json({"person": person.name, "title": held} | dict(status_document(found)))
    else:
        line(activity_words(found, settings.language), style="bold")
        if found.active is False:
            line(text("arbiter.inactive-may-not", settings.language))
    if found.active is False:
        raise typer.Exit(AGAINST)


@arbiter.command("upgrade", cls=Command, help="cli.command.arbiter-upgrade")
def upgrade(context: typer.Context, file: TomlFile, date: Day = None, pdf: Pdf = None, force: Force = False) -> None:
    settings, spoken = shared(context), shared(context).language
    answer = judge_upgrade(read_upgrade(file, day_typed(date)))
    if settings.as_json:
        print_json(upgrade_document(answer, spoken))
    else:
        asked = answer.application
        who = ", ".join(part for part in (asked.last_name, asked.first_name) if part)
        line(f"{asked.present} → {asked.to}{f': {who}' if who else ''} ({asked.date.isoformat()})", style="bold")
        show_arbiter_checks(answer.checks, spoken)
        line()
        for check in answer.checks:
            if check.ok is not True:
                line(f"  {check_sentence(check, spoken)}")
        count = sum(check.ok is None for check in answer.checks)
        key = {True: "complete", False: "incomplete", None: "but-for"}[answer.complete]
        line(text(f"arbiter.{key}", spoken, count=count), style="bold")
    if pdf is not None:
        values = upgrade_values(answer, spoken)
        write_form(settings, pdf, "ia3", values, against=answer.complete is False, force=force)
    if answer.complete is False:
        raise typer.Exit(AGAINST)


@arbiter.command("may", cls=Command, help="cli.command.arbiter-may")
def may(
    context: typer.Context,
    role: Annotated[str, typer.Argument(metavar="ROLE", help="cli.help.arbiter-may-role")],
    event: Annotated[str, typer.Argument(metavar="EVENT", help="cli.help.arbiter-may-event")],
    category: Annotated[str, typer.Option("--category", metavar="A|B|C|D|NA", help="cli.help.arbiter-category")],
    level: Annotated[
        str | None, typer.Option("--level", metavar="|".join(EVENT_LEVELS), help="cli.help.arbiter-level")
    ] = None,
) -> None:
    settings, spoken = shared(context), shared(context).language
    own = parse.choice("--category", category.upper(), (*ARBITER_CATEGORIES, NATIONAL))
    at = None if level is None else parse.choice("--level", level, EVENT_LEVELS)
    answer = may_be_appointed(role, event, own, at)
    allowed = ", ".join(answer.categories)
    if settings.as_json:
        print_json(
            {
                "role": answer.role,
                "event": answer.event,
                "category": own,
                "allowed": answer.allowed,
                "categories": list(answer.categories),
                "article": answer.article.number,
                "by_reading": answer.by_reading,
            }
        )
    else:
        key = {True: "may", False: "may-not", None: "may-open"}[answer.allowed]
        name = text(f"arbiter.role.{answer.role}", spoken)
        values = {"role": name, "event": answer.event, "category": own, "allowed": allowed}
        line(text(f"arbiter.{key}", spoken, article=answer.article.number, **values), style="bold")
        if answer.by_reading:
            line(text("arbiter.by-reading", spoken))
    if answer.allowed is False:
        raise typer.Exit(AGAINST)
