"""Pages of a tournament as workbooks: numbers are numbers, text is never a formula, and a list can be read in again."""

import io
import re
import zipfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from arbiter import Arbiter
from arpad.formats.entry_sheets import read_entry_sheet
from arpad.formats.sheets import SheetTab, read_book
from arpad.office.tournaments.copies import restore_log
from arpad.regulations.rating_editions import regulations
from arpad.tournament.acts.event import SetPrizes
from arpad.tournament.acts.players import Enter, EnterFile
from arpad.tournament.acts.results import SetResults
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.ending import by_ratings, rate_so_far
from arpad.tournament.entries import entry_file
from arpad.tournament.results import TypedResult
from arpad.tournament.workbook import SHEET_NAMES, EventWorkbook
from entry_sheets import MADE
from league_of_twelve import LEAGUE_ROUNDS, league, play_round
from typed_events import TypedEvent
from visitor import TestClient
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
    columns = ("Rank", "No", "Title", "Name", "Fed", "Rtg", "Club", "Pts", "BH", "SB", "Rp", "K", "Change")
    assert standings.rows[0] == columns
    assert {row[7] for row in standings.rows[1:]} == {1, "0.5", 0}
    assert cross.rows[0][:6] == ("Rank", "No", "Name", "Rtg", "Fed", "1")
    assert [row[6] for row in results.rows[1:3]] == ["½-½", "1-0"]
    assert all(len(row) < 7 or not row[6] for row in pairings.rows[1:])
    assert len(start.rows) == 5
    assert standings.name == "Standings 1"


LISTS = ("entries", "start", "standings", "crosstable", "teams", "prizes")
"""Sheets with one player a row."""


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("name", LISTS)
def test_every_list_is_read_back_as_the_same_entries(language: Any, name: Any) -> None:
    """Names, and beside them whatever the sheet has of a player: id, rating, title, federation, club."""
    state = league().state if name == "teams" else with_prizes().state
    sheet = read_entry_sheet(tab(EventWorkbook(state, language, MADE).write(name)))
    entries = {entry.name.replace(",", ""): entry for entry in state.entries.values()}
    assert sorted(row.values["name"].replace(",", "") for row in sheet.entries) == sorted(entries)
    assert {one.code for one in sheet.findings if one.kind == "refused"} == set()
    known = {"title": "title", "federation": "federation", "rating_fide": "rating", "id": "id", "fide_id": "id"}
    for row in sheet.entries:
        entry = entries[row.values["name"].replace(",", "")]
        for field, own in known.items():
            if field in row.values:
                assert str(row.values[field] or "") == str(getattr(entry, own) or ""), (name, field)


def with_prizes() -> Arbiter:
    """The event of four players, with a prize for each."""
    arbiter = played()
    money = {"currency": "EUR", "system": "place", "prizes": ["100.50", "50", "25", "10"]}
    arbiter.does(SetPrizes(money))
    return arbiter


@pytest.mark.parametrize("name", ["pairings", "results"])
def test_pairings_name_everybody_once(name: Any) -> None:
    state = played().state
    rows = tab(EventWorkbook(state, "en", MADE).write(name)).rows
    assert rows[0] == ("Board", "No", "Title", "White", "Rtg", "Pts", "Result", "Pts", "Rtg", "Black", "Title", "No")
    assert sorted(str(row[column]) for row in rows[1:] for column in (3, 9)) == sorted(
        entry.name for entry in state.entries.values()
    )


def test_prizes_are_numbers() -> None:
    rows = tab(EventWorkbook(with_prizes().state, "es", MADE).write("prizes")).rows
    assert rows[0][:5] == ("Puesto", "Nº", "Jugador", "Pts.", "Premio (EUR)")
    assert sum(Fraction(str(row[4])) for row in rows[1:]) == Fraction("185.50")


def test_standings_have_performance_k_and_change() -> None:
    """Everything as the rating of the games so far has it; after an earlier round only the performance."""
    state = played().state
    reports = rate_so_far(state, by_ratings(state, regulations()))
    book = EventWorkbook(state, "en", MADE, rated=lambda: reports)
    rows = {row[3]: row for row in tab(book.write("standings")).rows[1:]}
    lines = {line.name: line for line in reports[0].players}
    for name, line in lines.items():
        if line.change is not None:
            assert (rows[name][11], Fraction(str(rows[name][12]))) == (line.k, Fraction(line.change, 100))
    assert any(line.change for line in lines.values())
    best = next(row for row in rows.values() if row[0] == 1)
    assert best[10] == 2700


def test_sheets_of_teams() -> None:
    liga = league()
    for step in (DrawNext, Publish):
        liga.does(step(1))
    play_round(liga, LEAGUE_ROUNDS[0])
    book = EventWorkbook(liga.state, "es", MADE)
    sheet = tab(book.write("teams"))
    assert sheet.rows[0][:3] == ("Equipo", "Mesa", "Título")
    assert {row[1] for row in sheet.rows[1:]} >= {1, 2}
    assert sheet.rows[0][-1] == "Pts."
    signs = {"1": Fraction(1), "½": Fraction(1, 2), "+": Fraction(1)}
    for row in sheet.rows[1:]:
        if len(row) == len(sheet.rows[0]):
            assert Fraction(str(row[-1])) == sum(signs.get(str(cell), Fraction(0)) for cell in row[7:-1])
    table = tab(book.write("standings"))
    assert table.rows[0][:9] == ("Puesto", "Nº", "Equipo", "Encuentros", "+", "=", "-", "MP", "GP")
    for row in table.rows[1:]:
        matches, won, drawn, lost = (int(str(cell)) for cell in row[3:7])
        assert matches == won + drawn + lost
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


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_of_teams_has_its_workbook(event_office: MakeEventOffice, language: str) -> None:
    """With a link; every board of every team is a row, under the words of the page's language."""
    liga = league(slug="liga")
    for step in (DrawNext, Publish):
        liga.does(step(1))
    play_round(liga, LEAGUE_ROUNDS[0])
    app = event_office()
    restore_log(app.state.site.events, liga.journal.lines)
    with TestClient(app, headers={"accept-language": language}) as visitor:
        assert 'href="/t/liga/teams.xlsx"' in visitor.get("/t/liga/teams").text
        answer = visitor.get("/t/liga/teams.xlsx")
    assert answer.status_code == 200
    assert "liga" in answer.headers["content-disposition"]
    head, *rows = tab(answer.content).rows
    assert head[:2] == (("Team", "Board") if language == "en" else ("Equipo", "Mesa"))
    assert [(row[0], row[1], row[3]) for row in rows] == [
        (team.name, board, liga.state.entries[entry].name)
        for team in liga.state.teams.values()
        for board, entry in enumerate(team.players, 1)
    ]


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


def test_a_rating_list_is_read_back(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The players that a filter leaves, with the columns of the list, and too many of them are refused."""
    chosen = "?federation=ESP"
    listed = client.get(f"/lists/2023-02.json{chosen}").json()
    (link,) = set(re.findall(r'href="(/lists/2023-02\.xlsx[^"]*)"', client.get(f"/lists/2023-02{chosen}").text))
    assert "federation=ESP" in link
    answer = client.get(f"/lists/2023-02.xlsx{chosen}")
    sheet = read_entry_sheet(tab(answer.content))
    assert len(sheet.entries) == listed["listed"] > 0
    for row, player in zip(sheet.entries, listed["rows"], strict=False):
        assert (row.values["name"], row.values["rating_fide"]) == (player["name"], player["rating"])
    monkeypatch.setattr("arpad.web.public.lists.MOST_ROWS", 2)
    refused = client.get("/lists/2023-02.xlsx")
    assert (refused.status_code, "too many for a spreadsheet" in refused.text) == (400, True)
    assert "2023-02.xlsx" not in client.get("/lists/2023-02").text
