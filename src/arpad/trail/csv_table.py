"""A table as CSV, for spreadsheets."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

RESULTS = re.compile(r"[-+½\d ]*")
"""Results and numbers: nothing in them is a formula that does harm."""


def csv_table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows under headings. Headings are names of fields, the same in every language."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(headings)
    writer.writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue()


def _harmless(cell: object) -> object:
    """A text that a spreadsheet would take for a formula is kept a text."""
    if cell is None:
        return ""
    if not isinstance(cell, str) or RESULTS.fullmatch(cell):
        return cell
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
