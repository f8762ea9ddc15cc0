"""Tables and plots of the laboratory as files of a folder, each written whole or not at all."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.output import line, make_folder, table, write_bytes
from arpad.cli.shared import Shared
from arpad.i18n import text

if TYPE_CHECKING:
    from arpad.lab.charts import Chart
    from arpad.lab.tables import LabTable


def write_tables(settings: Shared, folder: Path | None, tables: "Iterable[LabTable[Any]]") -> None:
    """Write a CSV file for each table, if a folder is named."""
    if folder is not None:
        _write(settings, folder, {f"{one.named}.csv": one.csv() for one in tables})


def write_charts(settings: Shared, folder: Path | None, drawn: "Callable[[], Mapping[str, Chart]]") -> None:
    """Draw the plots and write an SVG file for each, if a folder is named."""
    if folder is not None:
        from arpad.lab.charts import chart_file

        files = {f"{name}.svg": chart_file(chart, settings.language) for name, chart in drawn().items()}
        _write(settings, folder, files)


def _write(settings: Shared, folder: Path, files: Mapping[str, str]) -> None:
    make_folder(folder)
    for name, words in files.items():
        write_bytes(folder / name, words.encode())
    if not settings.as_json:
        line(text("label.lab-files", settings.language, folder=str(folder), files=", ".join(files)))


def show_table(settings: Shared, found: "LabTable[Any]", title: str, last: int | None = None) -> None:
    """Print a table under its title, or its last rows."""
    if not len(found):
        return
    told = found.told(settings.language, last)
    line()
    line(title, style="bold")
    table(settings.language, told.headings, told.rows, left=(0,))
