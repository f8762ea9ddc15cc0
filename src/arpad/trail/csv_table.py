"""A table as CSV, for spreadsheets."""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

RESULTS = re.compile(r"[-+½\d ]*")
"""Results and numbers: nothing in them is a formula that does harm."""


AT_ONCE = 1_000
"""Rows of one part of a long table."""


def csv_table(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return rows under headings. Headings are names of fields, the same in every language."""
    return "".join(csv_parts(headings, rows))


def csv_parts(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Write a table part by part, so that a long one is nowhere in memory as a whole."""
    yield _lines([headings])
    left = iter(rows)
    while part := list(islice(left, AT_ONCE)):
        yield _lines([_harmless(cell) for cell in row] for row in part)


def _lines(rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows(rows)
    return out.getvalue()


def _harmless(cell: object) -> object:
    """A text that a spreadsheet would take for a formula is kept a text."""
    if cell is None:
        return ""
    if not isinstance(cell, str) or RESULTS.fullmatch(cell):
        return cell
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
