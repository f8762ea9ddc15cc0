"""Spreadsheets for tests: a text as .xlsx and .ods, players by lot, and files that are damaged."""

import csv
import datetime as dt
import io
import zipfile
from collections.abc import Sequence
from random import Random
from xml.sax.saxutils import escape, quoteattr

from arpad.formats.sheets import WrittenSheet, write_book

MADE = dt.datetime(2026, 8, 12, 20, 0, tzinfo=dt.UTC)
NAMESPACES = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"'
)


def rows_of(data: bytes, separator: str) -> list[list[str]]:
    """The cells of a text."""
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=separator))


def as_xlsx(rows: Sequence[Sequence[object]], *more: WrittenSheet) -> bytes:
    """The cells as a workbook; texts of digits are numbers, as a spreadsheet makes them."""
    first, *others = [[_number(cell) for cell in row] for row in rows] or [[]]
    return write_book([WrittenSheet("Sheet", [str(cell) for cell in first], others), *more], MADE)


def as_ods(rows: Sequence[Sequence[object]], before: str = "", after: str = "") -> bytes:
    """The cells as an OpenDocument sheet, with more rows around them if they are given."""
    body = "".join(f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in rows)
    return ods_of(f'<table:table table:name="Sheet">{before}{body}{after}</table:table>')


def ods_of(tables: str) -> bytes:
    """An OpenDocument file with these tables."""
    content = f"<office:document-content {NAMESPACES}><office:body><office:spreadsheet>{tables}"
    content += "</office:spreadsheet></office:body></office:document-content>"
    return zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": content})


def zipped(parts: dict[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return out.getvalue()


def _number(cell: object) -> object:
    return int(cell) if isinstance(cell, str) and cell.isascii() and cell.isdigit() else cell


def _ods_cell(cell: object) -> str:
    value = _number(cell)
    if value in ("", None):
        return "<table:table-cell/>"
    if isinstance(value, int):
        return f'<table:table-cell office:value-type="float" office:value={quoteattr(str(value))}/>'
    text = f"<text:p>{escape(str(value))}</text:p>"
    return f'<table:table-cell office:value-type="string">{text}</table:table-cell>'


def mutated_sheet(data: bytes, chance: Random) -> bytes:
    """A file after a few mutations: bytes changed, cut, doubled."""
    changed = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(changed) + 1)
        kind = chance.randrange(5)
        if kind == 0 and changed:
            changed[at % len(changed)] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del changed[at : at + chance.choice((1, 2, 50, 500))]
        elif kind == 2:
            changed[at:at] = bytes(chance.randrange(256) for _ in range(chance.randint(1, 8)))
        elif kind == 3:
            del changed[at:]
        else:
            changed[at:at] = changed[max(0, at - 200) : at]
    return bytes(changed)
