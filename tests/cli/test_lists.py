"""`arpad list`: conversion and look-up on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.exceptions import Exit

from arpad.cli.lists import lists
from arpad.cli.options import Shared
from arpad.formats.rating_lists.files import read_table
from arpad.formats.sheets import read_book
from arpad.i18n import ArpadError
from places import FIXTURES

LISTS = FIXTURES / "lists"


def call(*arguments: str) -> Any:
    return lists.main(list(arguments), prog_name="arpad list", standalone_mode=False, obj=Shared())


def test_convert(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "list.parquet"
    call("convert", str(LISTS / "combined.txt"), "-o", str(out))
    assert "6 players, 0 findings" in capsys.readouterr().out
    assert read_table(out).equals(read_table(LISTS / "combined.txt"))


@pytest.mark.parametrize("name", ["combined.txt", "single.txt"])
def test_a_list_as_a_workbook_is_read_back(tmp_path: Path, name: str) -> None:
    out = tmp_path / "list.xlsx"
    call("convert", str(LISTS / name), "-o", str(out))
    table = read_table(LISTS / name)
    head, *rows = read_book(out.read_bytes(), out.name).sheets[0].rows
    assert list(head) == table.column_names
    wanted = [["" if cell is None else str(cell) for cell in row.values()] for row in table.to_pylist()]
    width = len(head)
    read = [["" if cell is None else str(cell) for cell in row] for row in rows]
    assert [row + [""] * (width - len(row)) for row in read] == wanted


def test_a_list_that_is_too_long_for_a_workbook_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arpad.formats.rating_lists.files.MOST_IN_SHEET", 5)
    with pytest.raises(ArpadError, match=r"more than 5 players is not written as \.xlsx"):
        call("convert", str(LISTS / "combined.txt"), "-o", str(tmp_path / "list.xlsx"))
    assert list(tmp_path.iterdir()) == []


def test_convert_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "list.xml"
    call("convert", str(LISTS / "defects.txt"), "--output", str(out), "--json")
    captured = capsys.readouterr()
    document = json.loads(captured.out)
    assert (document["players"], document["format"], document["output"]) == (5, "fide-combined", str(out))
    assert document["findings_count"] == len(document["findings"]) == 6
    assert document["findings"][0]["line"] == 3
    assert captured.err == ""


def test_convert_shows_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call("convert", str(LISTS / "defects.txt"), "-o", str(tmp_path / "a.csv"), "--lang", "es")
    shown = capsys.readouterr().out
    assert "5 jugadores, 6 hallazgos" in " ".join(shown.split())
    assert "4:114" in shown


def test_a_layout_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(ArpadError, match="write combined or single"):
        call("convert", str(LISTS / "single.txt"), "-o", str(tmp_path / "a.txt"), "--layout", "double")


def test_show(capsys: pytest.CaptureFixture[str]) -> None:
    call("show", str(LISTS / "combined.txt"), "--id", "10100003")
    shown = capsys.readouterr().out
    assert "Oxblood, Perpetua" in shown
    assert "2254" in shown
    assert "2190" in shown


def test_show_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    call("show", str(LISTS / "single.txt"), "--id", "10100005", "--id", "10100001", "--json")
    found = json.loads(capsys.readouterr().out)
    assert [(row["id"], row["rating"]) for row in found] == [("10100005", None), ("10100001", 2612)]
    assert "rapid_rating" not in found[0]


def test_a_player_who_is_not_on_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 1: done, and the answer is no."""
    code = 0
    try:
        code = call("show", str(LISTS / "single.txt"), "--id", "4", "--json") or 0
    except Exit as stop:
        code = stop.exit_code
    captured = capsys.readouterr()
    assert code == 1
    assert captured.err == "Not on the list: 4\n"
    assert json.loads(captured.out) == []
