"""Rating lists with defects, each with its place; and files that are no lists, refused in one line."""

import io
import zipfile
from pathlib import Path

import pytest

from arpad.formats.rating_lists._fide_text import COMBINED_HEADER
from arpad.formats.rating_lists.files import convert, read_list, read_table
from arpad.i18n import LANGUAGES, ArpadError, text
from places import FIXTURES
from scanned_lists import scan

LISTS = FIXTURES / "lists"


def test_defects_have_their_line_and_column() -> None:
    """3: an id with a letter. 4: a rating with one. 5: the line ends in the titles. 6: an id again. 7: blank.
    8: born in 1066. 9: the other titles take a character too many, and what follows them is moved back."""
    found = scan(LISTS / "defects.txt")
    assert [(one.code, one.severity, one.line, one.column) for one in found.findings] == [
        ("list-id", "error", 3, 1),
        ("list-number", "warning", 4, 114),
        ("list-line-short", "warning", 5, None),
        ("list-id-twice", "error", 6, 1),
        ("list-range", "warning", 8, 153),
        ("list-line-long", "warning", 9, 163),
    ]
    assert (found.players, found.findings_count) == (6, 6)
    for language in LANGUAGES:
        for finding in found.findings:
            assert "{" not in text(f"finding.{finding.code}", language, **finding.values)
    nightjar = read_list(LISTS / "defects.txt").get("650000006")
    assert nightjar is not None
    assert (nightjar.rating, nightjar.games, nightjar.k) == (2302, 1, 20)


def test_a_thousand_findings_are_kept_and_all_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("id,name,rating\n" + "".join(f"{number},N,x\n" for number in range(1500)), encoding="utf-8")
    found = scan(path)
    assert (len(found.findings), found.findings_count, found.players) == (1000, 1500, 1500)


def zipped() -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr("players_list_foa.txt", "x")
    return whole.getvalue()


ENTITY = (
    b'<?xml version="1.0"?><!DOCTYPE p [<!ENTITY e "x">]><playerslist><player><name>&e;</name></player></playerslist>'
)


BAD = {
    "nothing": (b"", "list-empty"),
    "blanks": (b"\xef\xbb\xbf \r\n\r\n", "list-empty"),
    "a PDF": (b"%PDF-1.7\n%\xe2\xe3", "list-binary"),
    "a zip archive": (zipped(), "list-zip"),
    "UTF-16": ("id,name,rating\n1,A,2000\n".encode("utf-16"), "list-binary"),
    "zeros": (b"\0" * 5000, "list-binary"),
    "prose": (b"Dear arbiter,\nplease find the list attached.\n", "list-unknown"),
    "a tournament report": (b"012 Open\n001    1 m    Quill, Ambrose   2612 ENG    10100001\n", "list-unknown"),
    "CSV of something else": (b"date,place\n2026-01-01,Reykjavik\n", "list-unknown"),
    "an entity": (ENTITY, "list-doctype"),
    "another document": (b"<html><body/></html>", "list-unknown"),
    "half an XML list": (b"<playerslist><player><fideid>1</fideid>", "list-xml"),
    "an unknown encoding": (b'<?xml version="1.0" encoding="x-nothing"?><playerslist/>', "list-xml"),
    "an entity nobody declared": (b"<playerslist><player><name>&e;</name></player></playerslist>", "list-xml"),
    "half a Parquet file": (b"PAR1 and no more", "list-parquet"),
    "a line without an end": (b"x" * 2_000_000, "list-long-line"),
    "a header and a line without an end": (COMBINED_HEADER.encode() + b"\n" + b"1" * 3_000_000, "list-long-line"),
    "a header over something else": (COMBINED_HEADER.encode() + b"\nno players here\n", "list-nobody"),
    "a quote without an end": (b'id,name,rating\n1,"A,2000\n' + b"2,B,2000\n" * 20_000, "list-csv"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_no_list_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    content, key = BAD[name]
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    with pytest.raises(ArpadError) as refused:
        read_table(path)
    assert refused.value.key == key
    assert "\n" not in str(refused.value)
    with pytest.raises(ArpadError):
        scan(path)


def test_no_such_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ArpadError, match="there is no such file"):
        read_list(tmp_path / "none.txt")
    with pytest.raises(ArpadError, match="cannot be read"):
        read_list(tmp_path)
    with pytest.raises(ArpadError, match="cannot be written"):
        convert(LISTS / "single.txt", tmp_path / "no" / "list.csv")
    with pytest.raises(ArpadError, match="end it in one of"):
        convert(LISTS / "single.txt", tmp_path / "list.docx")
