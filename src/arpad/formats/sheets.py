"""Spreadsheets as rows of cells: .xlsx, .xlsm, .xls, .ods, .csv, .tsv and pasted text in; .xlsx out.

A file is measured before it is opened, and never runs anything: macros are not read, of a formula its stored value is.
"""

import csv
import datetime as dt
import io
import lzma
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple
from xml.parsers import expat

from arpad.i18n import ArpadError
from arpad.untrusted import exact

# What a sheet is once it is open: rows of cells, each a text, a whole number or a day.

Cell = str | int | dt.date | None
Row = tuple[Cell, ...]
BookFormat = Literal["xlsx", "xls", "ods", "text"]
MOST_BYTES, MOST_UNPACKED = 10_000_000, 200_000_000
MOST_ROWS, MOST_COLUMNS = 20_000, 100
MOST_ABOVE = 15
"""Rows among which the header is looked for; they come on top of the rows of players."""
MOST_LINES = MOST_ROWS + MOST_ABOVE


class SheetTab(NamedTuple):
    """A sheet of a file. `errors` are the places of formulas without a value, as row and column from 1."""

    name: str
    rows: Sequence[Row]
    errors: frozenset[tuple[int, int]] = frozenset()
    merged: bool = False

    @property
    def filled(self) -> int:
        """How many rows have something in them."""
        return sum(any(cell not in ("", None) for cell in row) for row in self.rows)


@dataclass(frozen=True, slots=True)
class SheetBook:
    """A file with its sheets. A text has one, with the encoding and the separator that were found."""

    format: BookFormat
    sheets: tuple[SheetTab, ...]
    encoding: str = ""
    separator: str = ""

    def sheet(self, name: str = "") -> SheetTab:
        """Return the sheet with a name; without one, the first that has two rows or more."""
        if name:
            known = {sheet.name: sheet for sheet in self.sheets}
            if name not in known:
                raise ArpadError("sheet-unknown", sheet=name, known=", ".join(known))
            return known[name]
        return next((sheet for sheet in self.sheets if sheet.filled > 1), self.sheets[0])

    @property
    def tables(self) -> list[str]:
        """The names of the sheets that may hold a table."""
        return [sheet.name for sheet in self.sheets if sheet.filled > 1]


COMPOUND, ZIP = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"PK\x03\x04"
ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
WORKBOOKS: Mapping[str, BookFormat] = {"xlsx": "xlsx", "xlsm": "xlsx", "xls": "xls", "ods": "ods"}
"""Endings of names, and what such a file must be."""
WEB_PAGE = re.compile(rb"\s*<(?:!doctype|html|\?xml|table|head)\b", re.IGNORECASE)


def read_book(data: bytes, name: str = "", encoding: str = "") -> SheetBook:
    """Read a file by what it holds. `name` is its name, which must not say something else; `encoding` is that of a
    text that is not in UTF-8."""
    if len(data) > MOST_BYTES:
        raise ArpadError("sheet-large", most=MOST_BYTES // 1_000_000)
    expected = WORKBOOKS.get(name.rpartition(".")[2].lower())
    if data.startswith(ZIP):
        book = _read_zip(data)
    elif data.startswith(COMPOUND):
        if ENCRYPTED in data:
            raise ArpadError("sheet-encrypted")
        book = SheetBook("xls", _calamine_sheets(data, {}))
    else:
        if expected is not None or WEB_PAGE.match(data):
            raise ArpadError("sheet-not-one")
        book = _read_text(data, encoding)
    if expected is not None and expected != book.format:
        raise ArpadError("sheet-other-kind", said=expected, found=book.format)
    return checked_size(book)


def checked_size(book: SheetBook) -> SheetBook:
    """Refuse a file without cells, or with more than are read."""
    for sheet in book.sheets:
        if len(sheet.rows) > MOST_LINES:
            raise ArpadError("sheet-rows", rows=len(sheet.rows), most=MOST_ROWS)
        if any(len(row) > MOST_COLUMNS for row in sheet.rows):
            raise ArpadError("sheet-columns", columns=max(map(len, sheet.rows)), most=MOST_COLUMNS)
    if not any(sheet.rows for sheet in book.sheets):
        raise ArpadError("sheet-empty")
    return book


def _trimmed(rows: Iterable[Iterable[Any]]) -> list[Row]:
    """Return rows of plain cells, without the empty end of each row and of the table."""
    found: list[Row] = []
    for row in rows:
        cells = [cell if type(cell) is str else _plain(cell) for cell in row]
        while cells and cells[-1] in ("", None):
            cells.pop()
        found.append(tuple(cells))
    while found and not found[-1]:
        found.pop()
    return found


def _plain(cell: Any) -> Cell:
    """A value of a spreadsheet: a number is whole, or the text that is written for it."""
    if cell is None or isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return "1" if cell else "0"
    if isinstance(cell, float):
        return int(cell) if cell.is_integer() and abs(cell) < 10**15 else repr(cell)
    if isinstance(cell, dt.datetime):
        return cell.date()
    return cell if isinstance(cell, int | dt.date) else str(cell)


# Text: the separator that gives the most rows of equal width.

SEPARATORS = (",", ";", "\t", "|")
LOOKED_AT = 400
"""Rows by which the separator is found."""
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
OTHER_ENCODINGS = ("cp1252", "cp1250", "cp1251")


def _read_text(data: bytes, encoding: str) -> SheetBook:
    text, found = _decoded(data, encoding)
    separator = _separator(text)
    try:
        rows = _trimmed(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    except csv.Error:
        raise ArpadError("sheet-not-one") from None
    return SheetBook("text", (SheetTab("", rows),), found, separator)


def _decoded(data: bytes, encoding: str) -> tuple[str, str]:
    """Return a text with its encoding: as its first bytes say, UTF-8, or the one that was chosen."""
    if encoding and encoding not in OTHER_ENCODINGS:
        raise ArpadError("sheet-encoding", encoding=encoding, known=", ".join(OTHER_ENCODINGS))
    if data.startswith(UTF_16):
        try:
            return data.decode("utf-16"), "utf-16"
        except UnicodeDecodeError:
            raise ArpadError("sheet-not-one") from None
    if b"\0" in data:
        raise ArpadError("sheet-not-one")
    name = "utf-8-sig" if data.startswith(b"\xef\xbb\xbf") else "utf-8"
    try:
        return data.decode(name), name
    except UnicodeDecodeError:
        other = encoding or OTHER_ENCODINGS[0]
        return data.decode(other, "replace"), other


def _separator(text: str) -> str:
    def fit(separator: str) -> tuple[int, int]:
        widths: Counter[int] = Counter()
        try:
            for number, row in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=separator)):
                if number >= LOOKED_AT:
                    break
                widths[len(row)] += len(row) > 1
        except csv.Error:
            return 0, 0
        width, count = max(widths.items(), key=lambda found: (found[1], found[0]), default=(0, 0))
        return count, width

    return max(SEPARATORS, key=fit)


# Zip archives: measured as a whole, and how far their cells reach, before anything reads them.

CELL = rb"""<(?:\w+:)?c\b[^>]*?\br\s*=\s*["']([A-Za-z]{1,7}%b\d{1,12})["']%b"""
REFERENCE, SPLIT_REFERENCE = re.compile(CELL % (b"", b"")), re.compile(CELL % (b")(", b"([^>]*)"))
ROW_REFERENCE = re.compile(rb"""<(?:\w+:)?row\b[^>]*?\br\s*=\s*["'](\d{1,12})["']""")
ERROR_CELL = re.compile(rb"""\bt\s*=\s*["']e["']""")
DIGITS, LETTERS = b"0123456789", b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
SHEET_DATA = b"sheetData"
LONGEST_COLUMN = 7
RELATION, SHEET = re.compile(rb"<Relationship\b([^>]*)"), re.compile(rb"<sheet\b([^>]*)")
ATTRIBUTE = re.compile(rb"""([\w:]+)\s*=\s*["']([^"']*)["']""")
UNREADABLE = (OSError, NotImplementedError, RuntimeError, ValueError, EOFError, KeyError)
"""What a damaged archive raises."""


def _read_zip(data: bytes) -> SheetBook:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise ArpadError("sheet-unpacked", most=MOST_UNPACKED // 1_000_000)
            if any(part.flag_bits & 1 for part in parts):
                raise ArpadError("sheet-encrypted")
            names = {part.filename for part in parts}
            if "xl/workbook.xml" in names:
                errors = {name: _measured(archive.read(name)) for name in sorted(names)}
                files = _sheet_files(archive.read("xl/workbook.xml"), archive.read("xl/_rels/workbook.xml.rels"))
                by_sheet = {sheet: errors[file] for sheet, file in files.items() if errors.get(file)}
                return SheetBook("xlsx", _calamine_sheets(data, by_sheet))
            if "content.xml" in names:
                manifest = archive.read("META-INF/manifest.xml") if "META-INF/manifest.xml" in names else b""
                if b"encryption-data" in manifest:
                    raise ArpadError("sheet-encrypted")
                return SheetBook("ods", _OdsReader().read(archive.read("content.xml")))
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, *UNREADABLE):
        raise ArpadError("sheet-damaged") from None
    raise ArpadError("sheet-not-one")


def _measured(part: bytes) -> frozenset[tuple[int, int]]:
    """Refuse a part of a workbook whose cells reach too far, however few they are: a table of all cells between would
    be made of them. Return the places of formulas without a value."""
    if SHEET_DATA not in part:
        return frozenset()
    cells = b" ".join(REFERENCE.findall(part))
    rows = {*ROW_REFERENCE.findall(part), *cells.translate(None, LETTERS).split()}
    row = max(map(int, rows), default=0)
    if row > MOST_LINES:
        raise ArpadError("sheet-rows", rows=row, most=MOST_ROWS)
    columns = set(cells.translate(None, DIGITS).split())
    width = max((column_number(name.decode()) for name in columns), default=0)
    if width > MOST_COLUMNS:
        raise ArpadError("sheet-columns", columns=width, most=MOST_COLUMNS)
    if not ERROR_CELL.search(part):
        return frozenset()
    return frozenset(
        (int(digits), column_number(letters.decode()))
        for letters, digits, rest in SPLIT_REFERENCE.findall(part)
        if ERROR_CELL.search(rest)
    )


def _sheet_files(workbook: bytes, relations: bytes) -> dict[int, str]:
    """Return the part of the archive that holds each sheet, by its place among the tabs."""
    targets = {}
    for element in RELATION.findall(relations):
        found = dict(ATTRIBUTE.findall(element))
        targets[found.get(b"Id")] = found.get(b"Target", b"").decode("utf-8", "replace")
    ids = [dict(ATTRIBUTE.findall(element)).get(b"r:id") for element in SHEET.findall(workbook)]
    files = {place: targets.get(id_, "") for place, id_ in enumerate(ids)}
    return {place: file[1:] if file.startswith("/") else f"xl/{file}" for place, file in files.items()}


def column_number(letters: str) -> int:
    """Return the number of a column by its name: 1 for A, 27 for AA; 0 if it is no name."""
    number = 0
    for letter in letters.upper()[:LONGEST_COLUMN]:
        number = number * 26 + ord(letter) - 64 if "A" <= letter <= "Z" else 0
    return number


def column_letters(number: int) -> str:
    """Return the name of a column, as spreadsheets show it: 1 is A, 27 is AA."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _calamine_sheets(data: bytes, errors: Mapping[int, frozenset[tuple[int, int]]]) -> tuple[SheetTab, ...]:
    """Read the sheets of a workbook that are not hidden."""
    import python_calamine  # noqa: PLC0415  (an extra)

    tables = []
    try:
        with python_calamine.load_workbook(io.BytesIO(data)) as book:
            kinds, visible = python_calamine.SheetTypeEnum, python_calamine.SheetVisibleEnum.Visible
            for place, about in enumerate(book.sheets_metadata):
                if about.typ != kinds.WorkSheet or about.visible != visible:
                    continue
                sheet = book.get_sheet_by_name(about.name)
                if sheet.total_height > MOST_LINES:
                    raise ArpadError("sheet-rows", rows=sheet.total_height, most=MOST_ROWS)
                rows = _trimmed(sheet.to_python(skip_empty_area=False))
                places = errors.get(place, frozenset())
                tables.append(SheetTab(about.name, rows, places, bool(sheet.merged_cell_ranges)))
    except python_calamine.PasswordError:
        raise ArpadError("sheet-encrypted") from None
    except (python_calamine.CalamineError, ValueError, OverflowError, OSError):
        raise ArpadError("sheet-damaged") from None
    except BaseException as problem:  # a panic of the reader is no Exception
        if type(problem).__name__ != "PanicException":
            raise
        raise ArpadError("sheet-damaged") from None
    if not tables:
        raise ArpadError("sheet-empty")
    return tuple(tables)


# OpenDocument: read here, because empty rows and columns are written as one with a count, of any size.

ERROR_TEXT = re.compile(r"#[A-Z/0!?]+|Err:\d+")


@dataclass(slots=True)
class _OdsReader:
    """Reads content.xml. Empty rows and cells count once something follows them."""

    sheets: list[SheetTab] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    row: list[Cell] = field(default_factory=list)
    errors: set[tuple[int, int]] = field(default_factory=set)
    name: str = ""
    empty_rows: int = 0
    empty_cells: int = 0
    row_count: int = 1
    cell: Mapping[str, str] | None = None
    texts: list[str] = field(default_factory=list)
    reading: bool = False
    merged: bool = False

    def read(self, content: bytes) -> tuple[SheetTab, ...]:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._text
        parser.StartDoctypeDeclHandler = self._refuse
        try:
            parser.Parse(content, True)
        except expat.ExpatError:
            raise ArpadError("sheet-damaged") from None
        if not self.sheets:
            raise ArpadError("sheet-empty")
        return tuple(self.sheets)

    @staticmethod
    def _refuse(*_: object) -> None:
        raise ArpadError("sheet-damaged")

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag in ("table:table-cell", "table:covered-table-cell"):
            self.cell, self.texts = attributes, []
            self.merged |= "table:number-columns-spanned" in attributes or "table:number-rows-spanned" in attributes
        elif tag == "text:p":
            self.reading = True
            if self.texts:
                self.texts.append(" ")
        elif tag == "table:table-row":
            self.row, self.empty_cells = [], 0
            self.row_count = _count(attributes, "table:number-rows-repeated")
        elif tag == "table:table":
            self.name, self.rows, self.errors = attributes.get("table:name", ""), [], set()
            self.empty_rows, self.merged = 0, False

    def _text(self, text: str) -> None:
        if self.reading and self.cell is not None:
            self.texts.append(text)

    def _end(self, tag: str) -> None:
        if tag == "text:p":
            self.reading = False
        elif tag in ("table:table-cell", "table:covered-table-cell"):
            self._end_cell()
        elif tag == "table:table-row":
            self._end_row()
        elif tag == "table:table":
            self.sheets.append(SheetTab(self.name, self.rows, frozenset(self.errors), self.merged))

    def _end_cell(self) -> None:
        attributes, self.cell = self.cell or {}, None
        count, value = _count(attributes, "table:number-columns-repeated"), self._value(attributes)
        if value in ("", None):
            self.empty_cells += count
            return
        width = len(self.row) + self.empty_cells + count
        if width > MOST_COLUMNS:
            raise ArpadError("sheet-columns", columns=width, most=MOST_COLUMNS)
        self.row += [None] * self.empty_cells + [value] * count
        self.empty_cells = 0

    def _value(self, attributes: Mapping[str, str]) -> Cell:
        kind, text = attributes.get("office:value-type", ""), "".join(self.texts)
        if attributes.get("calcext:value-type") == "error" or (
            "table:formula" in attributes and ERROR_TEXT.match(text)
        ):
            self.errors.add((len(self.rows) + self.empty_rows + 1, len(self.row) + self.empty_cells + 1))
            return None
        try:
            if kind in ("float", "percentage", "currency"):
                number = exact(attributes.get("office:value", ""))
                return int(number) if number.denominator == 1 else attributes["office:value"]
            if kind == "date":
                return dt.date.fromisoformat(attributes.get("office:date-value", "")[:10])
        except ValueError:
            return text
        if kind == "boolean":
            return "1" if attributes.get("office:boolean-value") == "true" else "0"
        return attributes.get("office:string-value", text) or text

    def _end_row(self) -> None:
        if not self.row:
            self.empty_rows += self.row_count
            return
        height = len(self.rows) + self.empty_rows + self.row_count
        if height > MOST_LINES:
            raise ArpadError("sheet-rows", rows=height, most=MOST_ROWS)
        self.rows += [()] * self.empty_rows + [tuple(self.row)] * self.row_count
        self.empty_rows = 0


def _count(attributes: Mapping[str, str], name: str) -> int:
    count = attributes.get(name, "1")
    return int(count) if count.isascii() and count.isdigit() and len(count) < 10 else 1


# Writing .xlsx: numbers as numbers, text never as a formula, the header frozen, columns as wide as their cells.

WIDEST, NARROWEST = 40, 4


@dataclass(frozen=True, slots=True)
class WrittenSheet:
    """A sheet to be written: its name, headings and rows. `title` is printed above every page, not in a cell."""

    name: str
    headings: Sequence[str]
    rows: Sequence[Sequence[object]]
    title: str = ""


NOT_IN_SHEET_NAMES = re.compile(r"[\[\]:*?/\\']")


def write_book(sheets: Sequence[WrittenSheet], made: dt.datetime) -> bytes:
    """Return a workbook with these sheets. `made` is the time that is kept in it."""
    import xlsxwriter  # noqa: PLC0415  (an extra)

    out = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(out, options) as book:
        book.set_properties({"created": made.replace(tzinfo=None), "comments": ""})
        bold, day = book.add_format({"bold": True, "bottom": 1}), book.add_format({"num_format": "yyyy-mm-dd"})
        for sheet in sheets:
            page = book.add_worksheet(NOT_IN_SHEET_NAMES.sub(" ", sheet.name)[:31])
            _write_sheet(page, sheet, bold, day)
    return out.getvalue()


def _write_sheet(page: Any, sheet: WrittenSheet, bold: Any, day: Any) -> None:
    widths = [len(heading) for heading in sheet.headings]
    for column, heading in enumerate(sheet.headings):
        page.write_string(0, column, heading, bold)
    for place, row in enumerate(sheet.rows, 1):
        for column, cell in enumerate(row):
            if cell is None or cell == "":
                continue
            if isinstance(cell, dt.date):
                page.write_datetime(place, column, cell, day)
            elif isinstance(cell, int) and not isinstance(cell, bool):
                page.write_number(place, column, cell)
            elif isinstance(cell, str):
                page.write_string(place, column, cell)
            else:
                page.write_number(place, column, cell)
            if column < len(widths):
                widths[column] = max(widths[column], len(str(cell)))
    for column, width in enumerate(widths):
        page.set_column(column, column, min(WIDEST, max(NARROWEST, width)) + 2)
    page.freeze_panes(1, 0)
    page.repeat_rows(0)
    page.set_paper(9)
    page.fit_to_pages(1, 0)
    if sheet.title:
        page.set_header(f"&C{sheet.title.replace('&', '&&')[:200]}")
    if sheet.rows:
        page.autofilter(0, 0, len(sheet.rows), len(sheet.headings) - 1)
