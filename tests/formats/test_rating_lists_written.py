"""Rating lists, written: from each format to each other, what does not fit, and conversions that are interrupted."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from arpad.domain.rating_list import ListEntry, RatingList
from arpad.formats.rating_lists.files import convert, read_list, read_table, write_list
from list_tables import table_of
from places import FIXTURES

LISTS = FIXTURES / "lists"
FORMATS = ["txt", "xml", "csv", "parquet"]


def rows(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read_table(path).to_pylist()
    return found


@pytest.mark.parametrize("source", ["combined.txt", "single.txt", "old-2003.txt", "national.csv"])
@pytest.mark.parametrize("first", FORMATS)
@pytest.mark.parametrize("second", FORMATS)
def test_from_any_format_to_any_other(source: str, first: str, second: str, tmp_path: Path) -> None:
    given = read_table(LISTS / source)
    assert convert(LISTS / source, tmp_path / f"a.{first}").players == len(given)
    done = convert(tmp_path / f"a.{first}", tmp_path / f"b.{second}")
    assert done.findings == ()
    assert read_table(tmp_path / f"b.{second}").equals(given)


def test_fide_text_comes_back_byte_by_byte(tmp_path: Path) -> None:
    """All but the arbiters', organisers' and arena titles, which no column of ours holds."""
    lines = [
        line[:89] + b" " * 24 + line[113:] if number else line
        for number, line in enumerate((LISTS / "combined.txt").read_bytes().split(b"\r\n"))
    ]
    stripped = [line for line in lines if b"Oxblood" not in line and b"Nightjar" not in line]
    given = tmp_path / "given.txt"
    given.write_bytes(b"\r\n".join(stripped[:-1]) + b"\r\n")
    convert(given, tmp_path / "back.txt")
    assert (tmp_path / "back.txt").read_bytes() == given.read_bytes()


@pytest.mark.parametrize("format_", FORMATS)
def test_hard_cells_come_back(format_: str, tmp_path: Path) -> None:
    entry = ListEntry("1", 'O"Hara & <Sons>; Łukasz, 李', "ESP", "f", "WFM", 1, 0, 40, born=1999, flag="wi")
    given = RatingList({"1": entry}, date=dt.date(2026, 10, 1))
    found = write_list(table_of(given), tmp_path / f"list.{format_}")
    assert found.count == 0
    back = read_list(tmp_path / f"list.{format_}")
    assert list(back) == [entry]
    assert back.date == (given.date if format_ in ("txt", "parquet") else None)


@pytest.mark.parametrize("format_", FORMATS)
def test_a_list_of_nobody(format_: str, tmp_path: Path) -> None:
    write_list(table_of(RatingList({}, combined=True)), tmp_path / f"list.{format_}")
    back = read_list(tmp_path / f"list.{format_}")
    assert len(back) == 0
    assert back.combined or format_ == "xml"


def test_a_layout_may_be_chosen(tmp_path: Path) -> None:
    convert(LISTS / "combined.txt", tmp_path / "single.txt", layout="single")
    assert read_table(tmp_path / "single.txt").equals(read_table(LISTS / "single.txt"))
    convert(LISTS / "single.txt", tmp_path / "combined.txt", layout="combined")
    assert read_list(tmp_path / "combined.txt").combined


def test_what_does_not_fit_a_column_is_cut_and_told(tmp_path: Path) -> None:
    given = RatingList({"A1": ListEntry("A1", "N" * 70, "ESP", rating=1800)})
    found = write_list(table_of(given), tmp_path / "list.txt")
    assert [finding.code for finding in found.findings] == ["list-id-letters", "list-cell-cut"]
    assert len((tmp_path / "list.txt").read_bytes().split(b"\r\n")[1]) == 136


@pytest.mark.parametrize("format_", FORMATS)
def test_an_interrupted_conversion_leaves_all_as_it_was(format_: str, tmp_path: Path) -> None:
    """Ctrl-C in the middle: the old file stands, and nothing lies beside it."""
    out = tmp_path / f"list.{format_}"
    out.write_text("the list before", encoding="utf-8")

    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        convert(LISTS / "combined.txt", out, progress=interrupt)
    assert [path.name for path in tmp_path.iterdir()] == [out.name]
    assert out.read_text(encoding="utf-8") == "the list before"


def test_a_list_may_be_converted_onto_itself(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes((LISTS / "combined-2015.txt").read_bytes())
    convert(path, path)
    assert rows(path) == rows(LISTS / "combined.txt")
