"""`arpad lab study`: a question with its answer, which can be run again and checked."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.lab.app import Csv, Svg, lab
from arpad.cli.lab.files import show_table, write_charts, write_tables
from arpad.cli.office.working import steps
from arpad.cli.output import line, make_folder, print_json, write_bytes
from arpad.cli.shared import Command, Shared, shared
from arpad.i18n import ArpadError, text

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from arpad.lab.studies import Moved, Study

FAILED = 1
MOST_MOVED = 20

Named = Annotated[str, typer.Argument(metavar="DIR|NAME", help="cli.help.lab-study-folder")]
Check = Annotated[bool, typer.Option("--check", help="cli.help.lab-study-check")]
Out = Annotated[Path | None, typer.Option("-o", "--output", metavar="DIR", help="cli.help.lab-study-output")]


@lab.command("study", cls=Command, help="cli.command.lab-study")
def study(
    context: typer.Context, named: Named, check: Check = False, output: Out = None, csv: Csv = None, svg: Svg = None
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
        _show(settings, question, found, differing if check else None)
    if differing or not all(row["holds"] for row in found["expected"]):
        raise typer.Exit(FAILED)


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


def _show(settings: Shared, question: "Study", found: dict[str, Any], differing: "list[Moved] | None") -> None:
    from arpad.lab.studies import reading, study_tables

    spoken = settings.language
    line(question.title[spoken], style="bold")
    line(question.question[spoken])
    for one in study_tables(question, found, spoken):
        show_table(settings, one, text(f"lab.study-table.{one.named}", spoken))
    line()
    line(reading(question, found, spoken))
    line(question.limits[spoken], style="dim")
    if differing is None:
        return
    if not differing:
        line(text("label.lab-study-same", spoken), style="bold")
    for gone in differing[:MOST_MOVED]:
        words = text("label.lab-study-moved", spoken, where=gone.where, stored=str(gone.stored), found=str(gone.found))
        print(words, file=sys.stderr)
