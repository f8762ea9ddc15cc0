"""`arpad bulk sql`: looking into lists and games."""

import datetime as dt
import io
import sys
from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arpad.cli.bulk.app import Folder, bulk
from arpad.cli.output import print_json
from arpad.cli.shared import Command, Shared, shared
from arpad.cli.terminal import print_table
from arpad.documents.json import dumps
from arpad.i18n import ArpadError, number, text

if TYPE_CHECKING:
    import pyarrow as pa

SHOWN = 100
BATCH = 1 << 16

Query = Annotated[str, typer.Argument(metavar="QUERY", help="cli.help.bulk-query")]
Csv = Annotated[bool, typer.Option("--csv", help="cli.help.bulk-csv")]


@bulk.command("sql", cls=Command, help="cli.command.bulk-sql")
def sql(context: typer.Context, place: Folder, query: Query, as_csv: Csv = False) -> None:
    from arpad.bulk.sql import sql as look

    settings = shared(context)
    if as_csv and settings.as_json:
        raise ArpadError("office-not-with", option="--csv", other="--json")
    found = look(place, query)
    found = found.rename_columns(_names(found.column_names))
    if settings.as_json:
        print_json([{name: plain(value) for name, value in row.items()} for row in found.to_pylist()])
    elif as_csv:
        for part in _csv(found):
            sys.stdout.write(part)
    else:
        _show(settings, found)


def _names(names: list[str]) -> list[str]:
    """Return the names of the columns, each only once: id, id_2."""
    taken: list[str] = []
    for name in names:
        more, other = name, 1
        while more in taken:
            other += 1
            more = f"{name}_{other}"
        taken.append(more)
    return taken


def plain(value: Any) -> Any:
    """Return a value of the database for a document; NaN and infinity become null."""
    if value is None or isinstance(value, bool | int | str | dt.date):
        return value
    if isinstance(value, float | Decimal):
        shown = Decimal(str(value))
        return shown if shown.is_finite() else None
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(name): plain(item) for name, item in value.items()}
    return str(value)


def _csv(found: "pa.Table") -> Iterator[str]:
    """Return the rows as CSV, some at a time; values with several parts are written as JSON."""
    import pyarrow as pa
    from pyarrow import csv

    for place, field in enumerate(found.schema):
        if pa.types.is_nested(field.type):
            texts = [None if value is None else dumps(plain(value)) for value in found.column(place).to_pylist()]
            found = found.set_column(place, field.name, pa.array(texts, pa.string()))
    for begin in range(0, max(found.num_rows, 1), BATCH):
        written = io.BytesIO()
        csv.write_csv(found.slice(begin, BATCH), written, csv.WriteOptions(include_header=begin == 0))
        yield written.getvalue().decode("utf-8")


def _show(settings: Shared, found: "pa.Table") -> None:
    """Print the first rows as a table, under the names that a query may use."""
    rows = [[plain(value) for value in row.values()] for row in found.slice(0, SHOWN).to_pylist()]
    columns = [
        (name, not all(_numeric(row[place]) or row[place] is None for row in rows))
        for place, name in enumerate(found.column_names)
    ]
    print_table(columns, [[_cell(settings, value) for value in row] for row in rows])
    if found.num_rows > SHOWN:
        print(text("label.bulk-more", settings.language, shown=SHOWN, count=found.num_rows), file=sys.stderr)


def _numeric(value: Any) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def _cell(settings: Shared, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return text("label.yes" if value else "label.no", settings.language)
    if _numeric(value):
        return number(value, settings.language)
    if isinstance(value, list | dict):
        return dumps(value)
    return str(value)
