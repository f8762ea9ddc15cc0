"""The kind of file of a list: found in its first bytes, not in its name."""

import codecs
import datetime as dt
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from xml.parsers import expat

from arpad.i18n import ArpadError
from arpad.reports.rating_lists.columns import ALIASES, COMBINED, RAPID_AND_BLITZ
from arpad.reports.rating_lists.fitting import fitted, guessed
from arpad.reports.rating_lists.layouts import Layout, from_header

ListFormat = Literal["fide-combined", "fide-single", "fide-old", "xml", "csv", "parquet"]

HEAD = 1 << 20
HEADER_WITHIN = 5
SAMPLE = 2000
BINARIES = {
    b"%PDF": "PDF", b"\x1f\x8b": "gzip", b"7z\xbc\xaf": "7z", b"\xd0\xcf\x11\xe0": "Excel", b"Rar!": "RAR",
    b"BZh": "bzip2", b"\xfd7zXZ": "xz", b"SQLite format": "SQLite", b"\x89PNG": "PNG", b"\xff\xd8\xff": "JPEG",
}  # fmt: skip
UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
DELIMITERS = (",", ";", "\t")


@dataclass(frozen=True, slots=True)
class ListSource:
    """A list to be read: its file, its kind, and what its first lines show about the rest."""

    path: Path
    format: ListFormat
    size: int
    combined: bool
    date: dt.date | None = None
    layout: Layout | None = None
    data_at: int = 0
    first_line: int = 1
    newline: bytes = b"\n"
    delimiter: str = ","
    columns: tuple[str, ...] = ()


def open_source(path: Path) -> ListSource:
    """Look at a file. A file that is not a rating list is refused in one line."""
    name = str(path)
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(HEAD)
    except FileNotFoundError:
        raise ArpadError("file-missing", file=name) from None
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise ArpadError("list-unreadable", file=name, problem=why) from None
    if not head.strip(b"\xef\xbb\xbf \t\r\n"):
        raise ArpadError("list-empty", file=name)
    if head.startswith(b"PAR1"):
        return ListSource(path, "parquet", size, combined=False)
    _refuse_binary(name, head)
    bom = len(codecs.BOM_UTF8) if head.startswith(codecs.BOM_UTF8) else 0
    if head[bom:].lstrip().startswith(b"<"):
        return _xml(path, head, size)
    return _text(path, head, bom, size)


def _refuse_binary(name: str, head: bytes) -> None:
    if head.startswith(b"PK"):
        raise ArpadError("list-zip", file=name)
    kind = next((kind for start, kind in BINARIES.items() if head.startswith(start)), None)
    if head.startswith(UTF16):
        kind = "UTF-16"
    if kind is None and b"\0" in head[:4096]:
        kind = "binary"
    if kind is not None:
        raise ArpadError("list-binary", file=name, kind=kind)


def _xml(path: Path, head: bytes, size: int) -> ListSource:
    """A list in XML. A document type, and with it every own entity, is refused before anything is read."""
    parser = expat.ParserCreate()
    roots: list[str] = []

    def doctype(*_: object) -> None:
        raise ArpadError("list-doctype", file=str(path))

    def start(tag: str, _: object) -> None:
        roots.append(tag)

    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = start
    try:
        parser.Parse(head, len(head) == size)
    except (expat.ExpatError, LookupError, ValueError) as problem:
        if not roots or len(head) == size:
            raise ArpadError("list-xml", file=str(path), problem=str(problem)) from None
    if not roots or roots[0].lower() not in ("playerslist", "players", "list"):
        raise ArpadError("list-unknown", file=str(path))
    combined = any(f"<{name}".encode() in head for name in ("rapid_", "blitz_"))
    return ListSource(path, "xml", size, combined)


def decoded(data: bytes) -> str:
    """UTF-8, or else Latin-1, which any bytes are."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def decoded_lines(block: bytes) -> str:
    """The same, line by line if not all lines are UTF-8, so that one bad line does not spoil the others."""
    try:
        return block.decode("utf-8")
    except UnicodeDecodeError:
        return "\n".join(decoded(line) for line in block.split(b"\n"))


def _text(path: Path, head: bytes, bom: int, size: int) -> ListSource:
    newline = b"\n" if b"\n" in head or b"\r" not in head else b"\r"
    whole = len(head) == size
    if not whole and newline not in head:
        raise ArpadError("list-long-line", file=str(path))
    lines = head[bom:].split(newline)
    if not whole:
        lines.pop()
    at, number = bom, 1
    for line in lines[:HEADER_WITHIN]:
        after = at + len(line) + 1
        words = decoded(line).rstrip()
        columns = csv_columns(words)
        if columns:
            delimiter, names = columns
            combined = any(name in RAPID_AND_BLITZ for name in names)
            return ListSource(
                path, "csv", size, combined, None, None, min(after, size), number + 1, newline, delimiter, names
            )
        layout = from_header(words)
        if layout is not None:
            layout = fitted(layout, _sample(lines[number:]))
            return ListSource(
                path, layout.kind, size, layout.combined, layout.date, layout, min(after, size), number + 1, newline
            )
        at, number = after, number + 1
    layout = guessed(_sample(lines))
    if layout is None:
        raise ArpadError("list-unknown", file=str(path))
    return ListSource(path, layout.kind, size, layout.combined, None, layout, bom, 1, newline)


def _sample(lines: list[bytes]) -> list[str]:
    """Lines from all over the head of the file: lists are sorted, so the first lines are not like all of them."""
    full = [line for line in lines if line.strip()]
    return [decoded(line).rstrip("\r") for line in full[:: len(full) // SAMPLE + 1]]


def csv_columns(header: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the delimiter and the columns of a CSV header, by our names; None if the line is not a header."""
    for delimiter in DELIMITERS:
        given = [re.sub(r"[\s\"']", "", cell).lower() for cell in header.split(delimiter)]
        columns = tuple(ALIASES.get(cell, cell) for cell in given)
        if len(columns) > 1 and "id" in columns and len(set(columns) & set(COMBINED)) > 1:
            return delimiter, columns
    return None
