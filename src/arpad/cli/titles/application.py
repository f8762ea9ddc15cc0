"""`arpad titles application`: a title application judged (1.5), and what it still lacks."""

import datetime as dt
from pathlib import Path
from typing import Annotated, Any

import typer

from arpad.cli.office.options import OfficeCommand, desk
from arpad.cli.output import line, print_json, write_bytes
from arpad.cli.shared import shared
from arpad.cli.titles.app import NOTHING, titles
from arpad.cli.titles.application_file import read_application
from arpad.cli.titles.checks import check_rows, lack_words, open_words, show_checks
from arpad.domain.games import points
from arpad.i18n import ArpadError, Language, text
from arpad.titles.applications import ApplicationVerdict, NormVerdict, Remark, judge, lacks, undecided
from arpad.titles.documents import check_document
from arpad.titles.model import Application, Reached

File = Annotated[Path, typer.Argument(metavar="FILE", help="cli.help.application-file")]
Pdf = Annotated[Path | None, typer.Option("--pdf", metavar="OUT", help="cli.help.application-pdf")]


@titles.command("application", cls=OfficeCommand, help="cli.command.titles-application")
def application(context: typer.Context, file: File, pdf: Pdf = None) -> None:
    settings = shared(context)
    read = read_application(file, lambda id_, day, games: _interim(context, id_, day, games))
    verdict = judge(read)
    if pdf is not None:
        from arpad.papers.old_forms import it2

        write_bytes(pdf, it2(read, settings.language))
    if settings.as_json:
        print_json(_document(read, verdict, settings.language))
    else:
        _show(read, verdict, settings.language)
        if pdf is not None:
            line(text("label.written", settings.language, file=str(pdf)))
    if not verdict.complete:
        raise typer.Exit(NOTHING)


def _interim(context: typer.Context, id_: str, day: dt.date, games: Path | None) -> Reached:
    """1.5.3a: the rating at the end of a day, by both readings of K; confirmed once the list is published."""
    from arpad.lab.interim import rating_on

    confirmed = False
    if games is not None:
        from arpad.lab.interim import read_interim

        followed = read_interim(games, shared(context).regulations).interim
    else:
        from arpad.office.lab_data import interim_on

        with desk(context) as place:
            sheet = interim_on(place, id_, day)
        followed, confirmed = sheet.interim, sheet.state == "confirmed"
    rating = rating_on(followed, day)
    if rating is None:
        raise ArpadError("lab-interim-day", id=id_, date=day.isoformat())
    return Reached(rating, day, published=False, confirmed=confirmed)


def _document(application: Application, verdict: ApplicationVerdict, spoken: Language) -> dict[str, Any]:
    person = application.person
    return {
        "title": application.title,
        "federation": application.federation,
        "date": application.date,
        "person": {
            "id": person.id,
            "family_name": person.family_name,
            "first_name": person.first_name,
            "federation": person.federation,
            "sex": person.sex,
        },
        "edition": verdict.edition,
        "complete": verdict.complete,
        "conditional": verdict.conditional,
        "obtained": verdict.obtained,
        "games": verdict.games,
        "checks": [check_document(check) for check in verdict.checks],
        "norms": [_norm(norm) for norm in verdict.norms],
        "lacks": [_remark(verdict, lack, lack_words(lack.check, spoken), spoken) for lack in lacks(verdict)],
        "open": [_remark(verdict, remark, open_words(remark.check, spoken), spoken) for remark in undecided(verdict)],
    }


def _norm(norm: NormVerdict) -> dict[str, Any]:
    entry = norm.entry
    return {
        "event": entry.event,
        "start": entry.start,
        "end": entry.end,
        "edition": norm.edition,
        "holds": norm.holds,
        "games": entry.games_counted,
        "score": points(entry.score_counted),
        "average": entry.average,
        "credit": norm.credit,
        "foreigners": norm.foreigners,
        "good_for": list(norm.good_for),
        "checks": [check_document(check) for check in norm.checks],
    }


def _remark(verdict: ApplicationVerdict, remark: Remark, words: str, spoken: Language) -> str:
    if remark.norm is None:
        return words
    event = verdict.norms[remark.norm - 1].entry.event
    return f"{text('titles.norm-of', spoken, place=remark.norm, event=event)}: {words}"


def _show(application: Application, verdict: ApplicationVerdict, spoken: Language) -> None:
    person = application.person
    line(f"{application.title}: {person.family_name}, {person.first_name} ({verdict.edition})", style="bold")
    rows = check_rows(verdict.checks, spoken, ("",))
    for place, norm in enumerate(verdict.norms, 1):
        rows += check_rows(norm.checks, spoken, (str(place),))
    show_checks(rows, spoken, ("norm",))
    line()
    for place, norm in enumerate(verdict.norms, 1):
        event = text("titles.norm-of", spoken, place=place, event=norm.entry.event)
        good = ", ".join(norm.good_for) or text("label.none", spoken)
        edition = norm.edition or text("titles.no-edition", spoken)
        line(text("titles.norm-line", spoken, norm=event, edition=edition, credit=norm.credit, titles=good))
    line()
    if verdict.complete:
        words = text("titles.complete", spoken)
        line(words if verdict.obtained is None else f"{words} {_obtained(verdict, spoken)}", style="bold")
    else:
        line(text("titles.lacks", spoken), style="bold")
        for lack in lacks(verdict):
            line(f"  {_remark(verdict, lack, lack_words(lack.check, spoken), spoken)}")
        if verdict.conditional:
            line(text("titles.conditional", spoken))
    open_questions = undecided(verdict)
    if open_questions:
        line(text("titles.open.heading", spoken))
    for question in open_questions:
        line(f"  {_remark(verdict, question, open_words(question.check, spoken), spoken)}")


def _obtained(verdict: ApplicationVerdict, spoken: Language) -> str:
    return text("titles.obtained", spoken, date=verdict.obtained)
