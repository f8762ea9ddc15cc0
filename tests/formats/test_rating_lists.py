"""Rating lists, read: every layout, encoding and format."""

import datetime as dt
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet
import pytest

from arpad.domain.rating_list import ListEntry
from arpad.formats.rating_lists import _tables as block_module
from arpad.formats.rating_lists._fide_text import from_header
from arpad.formats.rating_lists.columns import Found, birth_year
from arpad.formats.rating_lists.files import convert, opened, read_list, read_table, stream
from places import FIXTURES
from scanned_lists import scan

LISTS = FIXTURES / "lists"
QUILL = ListEntry("10100001", "Quill, Ambrose", "ENG", "M", "GM", 2612, 9, 10, 2588, 0, 10, 2601, 12, 10, 1988, "")
OXBLOOD = ListEntry(
    "10100003", "Oxblood, Perpetua", "USA", "F", "WIM", 2254, 4, 20, None, 0, None, 2190, 7, 20, 2001, "w"
)
FORMATS = ["txt", "xml", "csv", "parquet"]


def rows(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read_table(path).to_pylist()
    return found


@pytest.mark.parametrize("name", ["combined.txt", "combined-2015.txt", "combined.xml"])
def test_a_combined_list(name: str) -> None:
    """162 characters, 158 without FOA, and XML: the same six players. A 0 is no rating, no K, no year."""
    found = read_list(LISTS / name)
    assert found.combined
    assert len(found) == 6
    assert found.get("10100001") == QUILL
    assert found.get("10100003") == OXBLOOD, "the women's title, where there is no other"
    fenwick = found.get("10100005")
    assert fenwick is not None
    assert (fenwick.rating, fenwick.games, fenwick.k, fenwick.born) == (None, 0, None, 2014)
    nightjar = found.get("650000006")
    assert nightjar is not None
    assert (nightjar.title, nightjar.rating, nightjar.born) == ("FM", 2302, None)


def test_a_single_list() -> None:
    """136 characters; the heading OCT26 of its rating column dates it."""
    found = read_list(LISTS / "single.txt")
    assert (found.combined, found.date) == (False, dt.date(2026, 10, 1))
    quill = found.get("10100001")
    assert quill is not None
    assert (quill.rating, quill.games, quill.k, quill.born, quill.rapid_rating) == (2612, 9, 10, 1988, None)
    assert read_table(LISTS / "single.txt").schema.names == [
        "id", "name", "federation", "sex", "title", "rating", "games", "k", "born", "flag",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "date", "born"),
    [
        ("old-2001.txt", dt.date(2001, 1, 1), [None, None, None, None, None]),
        ("old-2003.txt", dt.date(2003, 1, 1), [1958, 1966, None, 1971, 1980]),
        ("old-2009.txt", dt.date(2009, 9, 1), [1958, 1966, None, 1971, 1980]),
        ("old-askew.txt", dt.date(2001, 1, 1), [None, None, None, None, None]),
    ],
)
def test_an_old_list(name: str, date: dt.date, born: list[int | None]) -> None:
    """2001 has no birthdays, 2003 dates, 2009 years under glued headings; askew, the header stands beside its columns
    and has no word for the games."""
    found = read_list(LISTS / name)
    assert found.date == date
    assert [entry.born for entry in found] == born
    shown = [
        (player.id, player.name, player.title, player.federation, player.rating, player.games, player.flag)
        for player in found
    ]
    assert shown == [
        ("1010001", "Quill, Ambrose", "GM", "ENG", 2612, 9, ""),
        ("1010002", "Vantongeren, Liesl", "WIM", "BEL", 2331, 18, "w"),
        ("1010003", "Oxblood, Perpetua", "", "USA", 2054, 0, ""),
        ("1010004", "Marrow, Tobias", "FM", "IRL", 2240, 0, "i"),
        ("1010005", "Fenwick-Underhill, Odalys Maria", "IM", "ESP", 2401, 102, "wi"),
    ]
    assert scan(LISTS / name).findings == ()


@pytest.mark.parametrize(
    "header",
    [
        "ID_NUMBER NAME                             TITLE COUNTRY JAN01 GAMES FLAG",
        "ID NUMBER NAME                             TIT  Fed      JAN   GMs   FLAG",
        "   CODE   NAME                             TITLE COUNTRY JULY1 GAMES FLAG",
    ],
)
def test_the_words_of_old_headers(header: str) -> None:
    layout = from_header(header)
    assert layout is not None
    assert [field.name for field in layout.fields] == [
        "id", "name", "title", "federation", "rating", "games", "flag",
    ]  # fmt: skip
    assert layout.fields[0].start == 0


@pytest.mark.parametrize("name", ["combined.txt", "combined-2015.txt", "single.txt", "old-2001.txt", "old-2009.txt"])
def test_a_list_without_its_header(name: str, tmp_path: Path) -> None:
    bare = tmp_path / name
    bare.write_bytes((LISTS / name).read_bytes().partition(b"\r\n")[2])
    assert rows(bare) == rows(LISTS / name)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda data: b"\xef\xbb\xbf" + data, id="BOM"),
        pytest.param(lambda data: data.replace(b"\r\n", b"\n"), id="LF"),
        pytest.param(lambda data: data.replace(b"\r\n", b"\r"), id="CR"),
        pytest.param(lambda data: data.rstrip(), id="no last line end"),
        pytest.param(
            lambda data: b"\r\n".join(line.rstrip() for line in data.splitlines()), id="no blanks at line ends"
        ),
        pytest.param(lambda data: b"\r\n" + data + b"\r\n\r\n\x1a", id="blank lines and an old end mark"),
    ],
)
@pytest.mark.parametrize("name", ["combined.txt", "single.txt", "old-2003.txt"])
def test_ends_of_lines(name: str, change: Any, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(change((LISTS / name).read_bytes()))
    assert rows(path) == rows(LISTS / name)
    assert scan(path).findings == ()


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_names_beyond_ascii(encoding: str, tmp_path: Path) -> None:
    """A column is counted in characters, whatever bytes they take."""
    path = tmp_path / "list.txt"
    content = (LISTS / "combined.txt").read_text(encoding="ascii").replace("Quill, Ambrose", "Quíll, Ambröse")
    path.write_bytes(content.encode(encoding))
    found = read_list(path)
    assert [entry.name for entry in found][:2] == ["Quíll, Ambröse", "Vantongeren, Liesl"]
    assert [entry.rating for entry in found] == [2612, 2431, 2254, 1840, None, 2302]


def test_blocks_of_lines_join(monkeypatch: pytest.MonkeyPatch) -> None:
    """A block ends anywhere in a line; lines and their numbers stay whole."""
    whole = rows(LISTS / "combined.txt")
    findings = scan(LISTS / "defects.txt").findings
    monkeypatch.setattr(block_module, "BLOCK", 100)
    assert rows(LISTS / "combined.txt") == whole
    assert scan(LISTS / "defects.txt").findings == findings


def test_csv_by_its_header() -> None:
    """Semicolons, Latin-1, ids with zeros in front, a birthday."""
    assert list(read_list(LISTS / "national.csv")) == [
        ListEntry("0007", "Núñez, Íñigo", "ESP", "m", "", 1844, 3, 20, born=1990),
        ListEntry("0008", "Peña; Ana", "ESP", "f", "WFM", None, None, None, born=2003, flag="i"),
    ]


def test_csv_may_name_its_columns_as_fide_does_in_any_order(tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text("Rating,Country,FideID,Club\n2100,ISL,77,Hrókurinn\n", encoding="utf-8")
    assert list(read_list(path)) == [ListEntry("77", federation="ISL", rating=2100)]


def test_rows_of_a_csv_that_do_not_fit(tmp_path: Path) -> None:
    """Line 3 has a cell too many, line 5 none for the rating, line 4 and 5 are one row with a line end in its name."""
    path = tmp_path / "list.csv"
    path.write_text('id,name,rating\n1,A,2000\n2,B,2000,x\n3,"C\nD",2100\n4,E\n,F,1500\n5,G,abc\n', encoding="utf-8")
    found = scan(path)
    assert [(finding.code, finding.line) for finding in found.findings] == [
        ("list-row", 3), ("list-row", 6), ("list-id", 7), ("list-number", 8),
    ]  # fmt: skip
    assert [(row["id"], row["name"], row["rating"]) for row in rows(path)] == [
        ("1", "A", 2000), ("3", "C D", 2100), ("5", "G", None),
    ]  # fmt: skip


def test_parquet_with_other_types(tmp_path: Path) -> None:
    """Ids as numbers, ratings with decimals where some are missing, as other tools write them."""
    path = tmp_path / "list.parquet"
    table = pa.table(
        {"fideid": [10, 11, None], "name": ["A", None, "C"], "rating": pa.array([2000, None, 1], "double")}
    )
    pa.parquet.write_table(table, path)
    assert list(read_list(path)) == [ListEntry("10", "A", rating=2000), ListEntry("11")]
    assert [finding.code for finding in scan(path).findings] == ["list-id"]


@pytest.mark.parametrize("name", ["combined.txt", "combined.xml", "defects.txt", "old-2001.txt", "national.csv"])
def test_some_players_of_a_list(name: str) -> None:
    everybody = read_list(LISTS / name)
    wanted = sorted(everybody.entries)[1]
    assert read_list(LISTS / name, {wanted, "999"}).entries == {wanted: everybody.entries[wanted]}
    assert len(read_list(LISTS / name, {"999"})) == 0
    assert len(read_list(LISTS / name, set())) == 0


@pytest.mark.parametrize("format_", FORMATS)
def test_progress_tells_the_bytes_read(format_: str, tmp_path: Path) -> None:
    path = tmp_path / f"list.{format_}"
    convert(LISTS / "combined.txt", path)
    told: list[int] = []
    assert sum(len(batch) for batch in stream(opened(path), progress=told.append)) == 6
    assert told == sorted(told)
    assert told[-1] == path.stat().st_size


@pytest.mark.parametrize(
    ("written", "list_year", "year"),
    [
        ("1988", None, 1988), ("17.03.1958", None, 1958), ("1958/00/00", None, 1958), ("17.03.58", 2003, 1958),
        ("58.03.17", 2003, 1958), ("01.02.03", 2004, 2003), ("01.02.05", 2004, 1905), ("19580317", None, 1958),
        ("17031958", None, 1958), ("00.00.00", None, 0), ("unknown", None, None), ("1", None, None),
    ],
)  # fmt: skip
def test_years_of_birth(written: str, list_year: int | None, year: int | None) -> None:
    assert birth_year(written, list_year) == year


def test_findings_can_be_gathered_while_reading() -> None:
    found = Found()
    batches = list(stream(opened(LISTS / "defects.txt"), found=found))
    assert [type(batch) for batch in batches] == [pa.RecordBatch]
    assert found.count == 6
