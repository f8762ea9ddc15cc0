"""`arpad lab truth`: ratings against the true strengths of a generated world."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arpad.cli.lab.app import Csv, Svg, lab
from arpad.cli.lab.files import show_table, write_charts, write_tables
from arpad.cli.lab.sources import BY_DATE, line_of
from arpad.cli.lab.spans import TestOption, test_span
from arpad.cli.office.working import steps
from arpad.cli.output import line, print_json
from arpad.cli.shared import Command, Shared, shared
from arpad.i18n import text

if TYPE_CHECKING:
    from arpad.lab.truth import TruthStudy

World = Annotated[Path, typer.Argument(metavar="WORLD", help="cli.help.lab-truth-world")]
Outs = Annotated[list[Path], typer.Argument(metavar="OUT...", help="cli.help.lab-truth-outs")]


@lab.command("truth", cls=Command, help="cli.command.lab-truth")
def truth(
    context: typer.Context, world: World, outs: Outs, test: TestOption = None, csv: Csv = None, svg: Svg = None
) -> None:
    from arpad.lab.scoring import WorldColumns
    from arpad.lab.truth import TruthRun, study_truth, truth_charts, truth_document, truth_tables

    settings = shared(context)
    start, end = test_span(test)
    lines = [line_of(settings, out, None) for out in outs]
    names = [one.name or BY_DATE for one in lines]
    if len(set(names)) < len(names):
        names = [str(out) for out in outs]
    runs = [TruthRun(*run) for run in zip(names, outs, lines, strict=True)]
    with steps(settings, "label.lab-reading") as progress:
        columns = WorldColumns.read(world, progress)
    with steps(settings, "label.lab-comparing") as progress:
        study = study_truth(columns, runs, start, end, progress)
    write_tables(settings, csv, truth_tables(study))
    write_charts(settings, svg, lambda: truth_charts(study, settings.language))
    if settings.as_json:
        print_json(truth_document(study, str(world)))
    else:
        _show(settings, study)


def _show(settings: Shared, study: "TruthStudy") -> None:
    from arpad.lab.truth import last_lists

    for one in last_lists(study):
        show_table(settings, one, text(f"lab.truth-table.{one.named}", settings.language))
    line()
    words = text(
        "label.lab-tested",
        settings.language,
        games=study.games,
        played=study.played,
        start=f"{study.start:%Y-%m}",
    )
    line(words, style="dim")
