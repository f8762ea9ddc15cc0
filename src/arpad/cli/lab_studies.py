"""`arpad lab interim`, `import-kaggle` and `study`: interim ratings, contest data and repeatable studies."""

import datetime as dt
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
from click.exceptions import Exit

from arpad.cli.bulk import Force
from arpad.cli.lab import ClassOption, Csv, Svg, lab, show_table, write_charts, write_tables
from arpad.cli.office.options import OfficeCommand, desk, steps, whole
from arpad.cli.options import Argument, Command, Option, Shared, shared
from arpad.cli.output import line, make_folder, print_json, tell_written, write_bytes
from arpad.i18n import ArpadError, date_text, number, text
from arpad.inputs import parse

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from arpad.lab.interim import Interim, ReachedVerdict, State, Threshold
    from arpad.lab.studies import Moved, Study


# `arpad lab interim`: a rating game by game inside a period.

NOT_REACHED = 1
TOML = ".toml"

Reach = Annotated[list[str] | None, Option("--reach", metavar="RATING|TITLE", help="cli.help.lab-reach")]


class _Found:
    """What is shown: who, by which list, and the period."""

    def __init__(self, head: dict[str, Any], period: "Interim", state: "State", digest: str) -> None:
        self.head, self.interim, self.state, self.digest = head, period, state, digest


@lab.command("interim", cls=OfficeCommand, help="cli.command.lab-interim")
def interim(
    context: click.Context,
    player: Annotated[str, Argument(metavar="PLAYER|FILE.toml", help="cli.help.lab-interim-player")],
    period: Annotated[str | None, Argument(metavar="PERIOD", help="cli.help.lab-interim-period")] = None,
    time_class: ClassOption = "standard",
    until: Annotated[str | None, Option("--until", metavar="DATE", help="cli.help.lab-until")] = None,
    reach: Reach = None,
    pdf: Annotated[Path | None, Option("--pdf", metavar="OUT", help="cli.help.lab-interim-pdf")] = None,
) -> None:
    from arpad.lab.interim import interim_document, verdict

    settings = shared(context)
    day = None if until is None else parse.date("--until", until)
    asked = list(reach or ())
    found = _of_file(settings, Path(player), asked) if player.endswith(TOML) else None
    if found is None:
        found = _of_office(context, player, period, time_class)
    elif period is not None:
        raise ArpadError("lab-interim-file-period", file=player)
    followed = found.interim if day is None else found.interim.until(day)
    wanted = [_threshold(fromkey, followed) for fromkey in dict.fromkeys(asked)]
    verdicts = [verdict(followed, threshold) for threshold in wanted]
    if pdf is not None:
        from arpad.papers.event_sheets import interim_pdf

        write_bytes(pdf, interim_pdf(found.head, followed, verdicts, found.state, found.digest, settings.language))
    if settings.as_json:
        head = found.head | {"state": found.state, "digest": found.digest or None}
        print_json(head | interim_document(followed, verdicts, settings.language))
    else:
        _show_interim(settings, found, followed, verdicts)
        if pdf is not None:
            line(text("label.written", settings.language, file=str(pdf)))
    if any(reached_verdict.outcome in ("not-reached", "too-few-games") for reached_verdict in verdicts):
        raise Exit(NOT_REACHED)


def _of_file(settings: Shared, file: Path, asked: list[str]) -> _Found:
    from arpad.lab.interim import read_interim

    read = read_interim(file, settings.regulations)
    if read.title and not asked:
        asked.append(read.title)
    head = {"id": read.id or None, "name": read.name or None, "period": None, "time_class": None}
    return _Found(head, read.interim, "provisional", "")


def _of_office(context: click.Context, player: str, period: str | None, time_class: str) -> _Found:
    from arpad.office.lab_data import interim_sheet

    date = None if period is None else parse.period("PERIOD", period)
    chosen = parse.time_class("--time-class", time_class)
    with desk(context) as place:
        sheet = interim_sheet(place, player, date, chosen)
    head = {"id": sheet.id, "name": sheet.name, "period": sheet.period, "time_class": sheet.time_class}
    return _Found(head, sheet.interim, sheet.state, sheet.digest)


def _threshold(typed: str, found: "Interim") -> "Threshold":
    """Read a rating, or a title with the rating and the games that it asks for on the last day."""
    from arpad.lab.interim import INTERIM_TITLES, Threshold, checked, title_threshold

    if typed.isdecimal():
        return checked(Threshold(parse.rating("--reach", typed)), found.base)
    title = parse.choice("--reach", typed.upper(), INTERIM_TITLES)
    day = found.rows[-1].game.date if found.rows else dt.date.max
    return checked(title_threshold(title, day), found.base)


def _show_interim(settings: Shared, found: _Found, followed: "Interim", verdicts: "list[ReachedVerdict]") -> None:
    from arpad.lab.interim import interim_table, verdict_words

    language = settings.language
    name = " ".join(str(found.head[key]) for key in ("id", "name") if found.head[key])
    words = text("label.lab-interim", language, rating=followed.base, games=len(followed.rows), final=followed.final)
    line(f"{name}: {words}" if name else words, style="bold")
    if found.head["period"] is not None:
        line(text("label.lab-interim-list", language, date=date_text(found.head["period"], language)))
    show_table(settings, interim_table(followed), text("lab.table.interim", language))
    line()
    if followed.hidden:
        line(text("lab.interim.order", language))
    if found.head["period"] is not None:
        line(text(f"lab.interim.{found.state}", language))
        if found.digest:
            line(text("label.lab-interim-digest", language, digest=found.digest))
    line(text("lab.interim.two-readings", language, games=number(followed.before, language)), style="dim")
    for verdict in verdicts:
        line(verdict_words(verdict, language), style="bold")


# `arpad lab import-kaggle`: the games of the rating contests as a world.

Contest = Annotated[Path, Argument(metavar="DIR", help="cli.help.lab-kaggle-folder")]
WorldFolder = Annotated[Path, Option("-o", "--output", metavar="WORLD", help="cli.help.lab-kaggle-output")]


@lab.command("import-kaggle", cls=Command, help="cli.command.lab-import-kaggle")
def import_kaggle(context: click.Context, contest: Contest, output: WorldFolder, force: Force = False) -> None:
    from arpad.bulk.atomic_folders import whole_folder
    from arpad.lab.kaggle import import_contest

    settings = shared(context)
    with whole(settings), whole_folder(output, force) as into:
        files = import_contest(contest, into)
    document = {
        "players": files.players,
        "rated": files.rated,
        "events": files.events,
        "games": files.games,
        "months": files.months,
        "output": str(output),
    }
    tell_written(settings, document, "label.bulk-generated")


# `arpad lab study`: a question with its answer, which can be run again and checked.

FAILED = 1
MOST_MOVED = 20

Named = Annotated[str, Argument(metavar="DIR|NAME", help="cli.help.lab-study-folder")]
Check = Annotated[bool, Option("--check", help="cli.help.lab-study-check")]
StudyFolder = Annotated[Path | None, Option("-o", "--output", metavar="DIR", help="cli.help.lab-study-output")]


@lab.command("study", cls=Command, help="cli.command.lab-study")
def study(
    context: click.Context,
    named: Named,
    check: Check = False,
    output: StudyFolder = None,
    csv: Csv = None,
    svg: Svg = None,
) -> None:
    from arpad.lab.studies import (
        as_stored,
        moved,
        read_answer,
        read_study,
        run_study,
        shipped_studies,
        study_charts,
        study_folder,
        study_tables,
    )

    settings = shared(context)
    if check and output is not None:
        raise ArpadError("office-not-with", option="--check", other="--output")
    folder = study_folder(named)
    question = read_study(folder)
    stored = read_answer(folder) if check else None
    with steps(settings, "label.lab-studying") as progress:
        found = as_stored(run_study(question, settings.regulations, progress))
    differing = [] if stored is None else list(moved(stored, found))
    if stored is None and (output is not None or named not in shipped_studies()):
        _keep(folder, output, found)
    write_tables(settings, csv, study_tables(question, found, settings.language))
    write_charts(settings, svg, lambda: study_charts(question, found, settings.language))
    if settings.as_json:
        print_json(
            found | {"moved": [{"where": one.where, "stored": one.stored, "found": one.found} for one in differing]}
        )
    else:
        _show_study(settings, question, found, differing if check else None)
    if differing or not all(row["holds"] for row in found["expected"]):
        raise Exit(FAILED)


def _keep(folder: "Traversable", output: Path | None, found: dict[str, Any]) -> None:
    """Write the answer next to its question, or both into another folder."""
    from arpad.documents.json import dumps
    from arpad.lab.studies import ANSWER, QUESTION

    place = output or Path(str(folder))
    if output is not None:
        make_folder(output)
        if output.resolve() != Path(str(folder)).resolve():
            write_bytes(output / QUESTION, (folder / QUESTION).read_bytes())
    write_bytes(place / ANSWER, f"{dumps(found)}\n".encode())


def _show_study(settings: Shared, question: "Study", found: dict[str, Any], differing: "list[Moved] | None") -> None:
    from arpad.lab.studies import reading, study_tables

    language = settings.language
    line(question.title[language], style="bold")
    line(question.question[language])
    for table in study_tables(question, found, language):
        show_table(settings, table, text(f"lab.study-table.{table.named}", language))
    line()
    line(reading(question, found, language))
    line(question.limits[language], style="dim")
    if differing is None:
        return
    if not differing:
        line(text("label.lab-study-same", language), style="bold")
    for gone in differing[:MOST_MOVED]:
        words = text(
            "label.lab-study-moved", language, where=gone.where, stored=str(gone.stored), found=str(gone.found)
        )
        print(words, file=sys.stderr)
