"""Pages of a tournament as workbooks: numbers are numbers, text is never a formula, and a list can be read in again."""

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from arbiter import Arbiter
from arpad.formats.entry_sheets import read_entry_sheet
from arpad.formats.sheets import SheetTab, read_book
from arpad.tournament.acts.players import Enter, EnterFile
from arpad.tournament.acts.results import SetResults
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.entries import entry_file
from arpad.tournament.results import TypedResult
from arpad.tournament.workbook import SHEET_NAMES, EventWorkbook
from entry_sheets import MADE
from league_of_twelve import league
from typed_events import TypedEvent
from web_event import MakeEventOffice, at_desk

RULES = 'slug = "prueba"\nname = "Prueba"\nrounds = 3\nsystem = "dutch-2017"\n'
PLAYERS: list[dict[str, Any]] = [
    {
        "name": "Rúiz, Ana",
        "id": "99200011",
        "federation": "ESP",
        "sex": "f",
        "title": "WFM",
        "rating": 2011,
        "born": 1990,
    },
    {"name": "=Soto+1, Eva", "rating": 1900, "birthday": "2001-03-04", "born": 2001, "club": "@Torre", "sex": "f"},
    {"name": "Vidal, Max", "id": "A-7", "sex": "m", "ratings": {"fide": 1800, "national": 1700}, "rating": 1800},
    {"name": "Mar, Leo", "sex": "m", "born": 2010, "groups": ["u16"]},
]


def played() -> Arbiter:
    """An event of four players after its first round."""
    arbiter = Arbiter(
        {"rounds": 3, "system": "dutch-2017", "groups": {"u16": "born >= 2010"}, "tie_breaks": ["BH", "SB"]}
    )
    for fields in PLAYERS:
        arbiter.does(Enter(fields))
    arbiter.closes(seed=1)
    arbiter.does(DrawNext(1))
    arbiter.does(Publish(1))
    arbiter.does(SetResults(1, [TypedResult(1, "1/2"), TypedResult(2, "1-0")]))
    return arbiter


def tab(data: bytes, place: int = 0) -> SheetTab:
    return read_book(data, "event.xlsx").sheets[place]


@pytest.mark.parametrize("language", ["en", "es"])
def test_entries_that_were_written_are_read_back(language: Any) -> None:
    """The same players, in both languages, and nothing to ask about but the name that begins like a formula."""
    arbiter = played()
    data = EventWorkbook(arbiter.state, language, MADE).write("entries")
    sheet = read_entry_sheet(tab(data))
    assert sheet.findings == ()
    read = entry_file(sheet, arbiter.state.event_rules)
    copy = Arbiter({"rounds": 3, "system": "dutch-2017", "groups": {"u16": "born >= 2010"}})
    copy.does(EnterFile(read))
    for fields in PLAYERS:
        entry = next(one for one in copy.state.entries.values() if one.name == fields["name"])
        for name, value in fields.items():
            assert getattr(entry, name) in (value, tuple(value) if isinstance(value, list) else value), (
                fields,
                name,
            )


def test_cells_are_numbers_days_and_texts_but_never_formulas() -> None:
    data = EventWorkbook(played().state, "en", MADE).write(
        "entries", "standings", "crosstable", "results", "start", "pairings"
    )
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        pages = [archive.read(name).decode() for name in archive.namelist() if name.startswith("xl/worksheets/")]
    assert len(pages) == 6
    for page in pages:
        assert "<f>" not in page
        assert 'state="frozen"' in page
        assert "<oddHeader>" in page
    entries, standings, cross, results, start, pairings = read_book(data, "event.xlsx").sheets
    assert entries.rows[0][:6] == ("No", "Title", "Name", "ID", "Fed", "Rtg")
    assert entries.rows[1][:6] == (1, "WFM", "Rúiz, Ana", 99200011, "ESP", 2011)
    assert standings.rows[0] == ("Rank", "No", "Title", "Name", "Fed", "Rtg", "Club", "Pts", "BH", "SB")
    assert {row[7] for row in standings.rows[1:]} == {1, "0.5", 0}
    assert cross.rows[0][:6] == ("Rank", "No", "Name", "Rtg", "Fed", "1")
    assert [row[6] for row in results.rows[1:3]] == ["½-½", "1-0"]
    assert all(len(row) < 7 or not row[6] for row in pairings.rows[1:])
    assert len(start.rows) == 5
    assert standings.name == "Standings 1"


def test_sheets_of_teams() -> None:
    book = EventWorkbook(league().state, "es", MADE)
    sheet = tab(book.write("teams"))
    assert sheet.rows[0][:3] == ("Equipo", "Mesa", "Título")
    assert {row[1] for row in sheet.rows[1:]} >= {1, 2}
    assert "teams" in book.possible()


@pytest.mark.parametrize("page", ["standings", "standings/3", "crosstable", "round/4", "players", "desk/entries"])
def test_pages_have_their_workbook(event_office: MakeEventOffice, page: str) -> None:
    desk = at_desk(event_office())
    assert f"{page.rpartition('/')[2] if page.startswith('desk') else page.partition('/')[0]}" in desk.get(page).text
    assert ".xlsx" in desk.get(page).text
    answer = desk.get(f"{page}.xlsx")
    assert (answer.status_code, answer.headers["content-type"]) == (
        200, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    )  # fmt: skip
    assert ".xlsx" in answer.headers["content-disposition"]
    assert len(tab(answer.content).rows) > 5


def test_the_command_writes_a_workbook(arpad: Any, tmp_path: Path) -> None:
    event = TypedEvent.new(arpad, tmp_path, f"sqlite:///{tmp_path}/event.db", RULES)
    players = event.file("entries.csv", "name,rating\nA,2000\nB,1990\n")
    event(f"enter --yes --csv {players}")
    out = tmp_path / "open.xlsx"
    assert event.tells(f"export --xlsx all -o {out}")["sheets"] == ["entries", "start"]
    assert [sheet.name for sheet in read_book(out.read_bytes(), out.name).sheets] == ["Entries", "Starting list"]
    assert "entries | start" in event(f"export --xlsx shoes -o {out}").err
    assert "--output" in event("export --xlsx all").err
    assert set(SHEET_NAMES) >= {"entries", "teams"}
