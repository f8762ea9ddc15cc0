# ruff: noqa: E501
"""Players from a spreadsheet at the desk: what is read is shown, columns can be changed, and one button enters all."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Route, expect

from answers import Arpad
from arpad.documents.json import dumps
from arpad.formats.entry_sheets import read_entry_sheet
from arpad.formats.sheets import WrittenSheet, read_book, write_book
from arpad.lists.player_index import NamesFound
from arpad.office.lists import newest_index
from arpad.office.tournaments.players import event_ratings, match_sheet
from arpad.tournament.acts.event import Create
from arpad.tournament.entries import checked_cells
from entry_sheets import MADE, as_ods, as_xlsx, rows_of
from places import FIXTURES
from web_demo import NOW
from web_event import TOWN, AtDesk, MakeEventOffice, OpenEvent, at_desk
from web_findings import findings

if TYPE_CHECKING:
    from fastapi import FastAPI

NEW = "otra-2026"
ADDRESS = "desk/entries/import"
FOLDER = FIXTURES / "sheets"
SHEETS = {FOLDER / "english.csv": ",", FOLDER / "french.csv": ";", FOLDER / "german.tsv": "\t", FOLDER / "ids.csv": ","}
"""Sheets with the separator of their columns."""
HEADINGS = ["Orden", "Apellidos", "Nombre", "Nº FIDE", "Fed.", "Elo FIDE", "Fecha nac.", "Sexo", "Club", "Correo"]


def with_open_list(event_office: MakeEventOffice) -> "FastAPI":
    app = event_office()
    rules: dict[str, Any] = {"slug": NEW, "name": "Otra", "system": "dutch", "rounds": 3, "federation": "ESP"}
    app.state.site.events.create(NEW, Create(rules | {"start": "2026-06-01"}), TOWN, NOW)
    return app


def listed(app: "FastAPI", count: int) -> list[Any]:
    """Players of the office's list."""
    index = newest_index(app.state.site.desk())
    assert index is not None
    return index.find("98", count)


def club_list(app: "FastAPI", count: int = 34) -> list[list[str]]:
    """A list of a Spanish club: two titles above, headings in Spanish, a line with the total below."""
    players = listed(app, count)
    assert len(players) == count
    rows = [["Torneo del club, inscritos"], []]
    rows.append(HEADINGS)
    for number, player in enumerate(players, 1):
        surname, _, first = player.name.partition(", ")
        rating = f"{player.rating // 1000}.{player.rating % 1000:03}" if player.rating else ""
        more = [player.federation, rating, str(player.born or ""), "H" if number % 3 else "M", "Peón Pasado", ""]
        rows.append([str(number), surname, first, player.id, *more])
    return [*rows, ["Total", str(count)]]


def sends(
    desk: AtDesk, data: bytes | None = None, name: str = "lista.xlsx", *, json: bool = False, **fields: Any
) -> Any:
    headers = {"accept": "application/json"} if json else {}
    files = {} if data is None else {"file": (name, data)}
    path, given = f"/t/{desk.slug}/{ADDRESS}", {"csrf": desk.csrf, **fields}
    return desk.visitor.post(path, data=given, files=files, headers=headers, follow_redirects=False)


def field(page: str, name: str) -> str:
    """The value of a hidden field."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found is not None
    return found[1]


def marked(page: str) -> list[str]:
    return re.findall(r'name="take" value="(\d+)"[^>]*checked', page)


@pytest.mark.parametrize("form", ["xlsx", "ods", "csv"])
def test_a_file_is_looked_at_and_entered(event_office: MakeEventOffice, form: str) -> None:
    app = with_open_list(event_office)
    desk = at_desk(app, "demo", NEW)
    rows = club_list(app)
    text = "\n".join(map(";".join, rows)).encode("cp1252")
    data = as_xlsx(rows) if form == "xlsx" else as_ods(rows) if form == "ods" else text
    assert "Players from a sheet" in desk.get("desk/entries").text
    assert desk.get(ADDRESS).status_code == 200
    looked = sends(desk, data, f"lista.{form}")
    assert looked.status_code == 200
    assert app.state.site.events.open(NEW).state.entries == {}, "nobody is entered yet"
    assert len(marked(looked.text)) == 34
    done = sends(desk, step="enter", take=marked(looked.text), carried=field(looked.text, "carried"),
                 ready=field(looked.text, "ready"))  # fmt: skip
    assert (done.status_code, done.headers["location"]) == (303, f"/t/{NEW}/desk/entries")
    assert "34 players are entered." in desk.get("desk/entries").text
    entries = app.state.site.events.open(NEW).state.entries
    assert len(entries) == 34
    assert [entries[1].name, entries[1].rating, entries[1].club] == [rows[3][1] + ", " + rows[3][2], int(rows[3][5].replace(".", "")), "Peón Pasado"]  # fmt: skip
    again = sends(desk, data, f"lista.{form}")
    assert marked(again.text) == []
    assert again.text.count("is entered already, as number") == 34


def url_of(app: "FastAPI") -> str:
    return str(app.state.site.database.address.url.render_as_string()).replace("+pysqlite", "")


@pytest.mark.parametrize("form", ["xlsx", "ods", "csv"])
def test_a_sheet_is_read_equally_by_command_library_and_page(
    event_office: MakeEventOffice, arpad: Arpad, tmp_path: Path, form: str
) -> None:
    """Sheets in several languages, one with players of the list: the same rows, values and findings."""
    app = with_open_list(event_office)
    desk, events = at_desk(app, "demo", NEW), app.state.site.events
    state = events.open(NEW).state
    sheets = [club_list(app, 3), *(rows_of(file.read_bytes(), by) for file, by in SHEETS.items())]
    for place, rows in enumerate(sheets):
        text = "\n".join(";".join(row) for row in rows).encode()
        data = {"xlsx": as_xlsx(rows), "ods": as_ods(rows), "csv": text}[form]
        page = sends(desk, data, f"list.{form}", json=True).json()["reading"]
        read = checked_cells(read_entry_sheet(read_book(data, f"list.{form}").sheet()))
        ids = {values.get("id") or values.get("fide_id", "") for _, values in read.entries} - {""}
        ratings = event_ratings(events.database, ids, state)
        sheet, _ = match_sheet(read, ratings, state.event_rules, lambda _name, _most: NamesFound([], []))
        assert page == json.loads(dumps(sheet.document("en"))), place
        file = tmp_path / f"list.{form}"
        file.write_bytes(data)
        answer = arpad(f"event enter {NEW} {file} --dry-run --json --events {url_of(app)}")
        assert (answer.json, answer.code) == (page, 1 if sheet.refused else 0), place


def test_a_damaged_sheet_is_refused_alike(event_office: MakeEventOffice, arpad: Arpad, tmp_path: Path) -> None:
    app = with_open_list(event_office)
    file = tmp_path / "cut.xlsx"
    file.write_bytes(as_xlsx(club_list(app, 3))[:900])
    answer = arpad(f"event enter {NEW} {file} --events {url_of(app)}")
    page = sends(at_desk(app, "demo", NEW), file.read_bytes(), file.name, json=True)
    words = answer.err.removeprefix("error: ").strip()
    assert (answer.code, answer.out, page.status_code) == (2, "", 400)
    assert words in (page.json()["error"], page.json().get("message"))


def test_questions_duplicates_and_refusals(event_office: MakeEventOffice) -> None:
    app = with_open_list(event_office)
    desk = at_desk(app, "demo", NEW)
    known = listed(app, 2)
    text = (
        "Name;FIDE ID;Rating;Born;Phone\n"
        f"{known[0].name};{known[0].id};1111;;600 100 200\n"
        "Robles, Juan;;18500;1990;\n"
        f"{known[1].name};;;{known[1].born};\n"
        ";999999;;;\n"
        f";{known[0].id};;;\n"
    )
    page = sends(desk, text=text).text
    for words in (
        "The list has the rating", "18500 is no rating", "not on the list in force", "The same ID as row 2", "certain", "likely",
        f'value="{known[1].id}"', "same name and year of birth",
    ):  # fmt: skip
        assert words in page, words
    assert marked(page) == ["2", "4"]
    only = sends(desk, carried=field(page, "carried"), show="refused").text
    assert re.findall(r'<tr class="is-(\w+)', only) == ["refused"]
    proposed = sends(desk, carried=field(page, "carried"), proposals="1").text
    assert proposed.count('<span class="tag">certain</span>') == 2
    fields: dict[str, Any] = {"carried": field(page, "carried"), "ready": field(page, "ready"), "step": "enter"}
    assert "no player is marked" in sends(desk, **fields).text
    done = sends(desk, take=["2", "3", "4"], **fields | {"match-4": known[1].id})
    assert done.status_code == 303
    first, second, third = app.state.site.events.open(NEW).state.entries.values()
    assert first.rating != 1111, "the list counts"
    assert (second.name, second.rating, second.born) == ("Robles, Juan", 0, 1990)
    assert (third.id, third.name) == (known[1].id, known[1].name)
    assert "600 100 200" in desk.get("desk/contacts").text
    lines = app.state.site.events.lines(NEW)
    assert not any("600 100" in str(line.data) for line in lines), "a telephone never goes into the log"


def test_columns_are_changed_and_remembered(event_office: MakeEventOffice) -> None:
    app = with_open_list(event_office)
    desk = at_desk(app, "demo", NEW)
    text = "Name;Fuerza;Elo\nRobles, Juan;1801;1700\n"
    page = sends(desk, text=text).text
    assert "– left out –" in page
    chosen: dict[str, Any] = {"column-1": "name", "column-2": "rating_fide", "column-3": ""}
    changed = sends(desk, carried=field(page, "carried"), **chosen)
    assert '<option value="rating_fide" selected>' in changed.text.partition("column-2")[2].partition("</select>")[0]
    assert ">1801<" in changed.text
    again = sends(desk, text=text.replace("Juan", "Ana")).text
    assert ">1801<" in again, "the headings are the same"
    other = sends(desk, text=text.replace("Fuerza", "Grupo")).text
    assert ">1700<" in other


def test_what_was_unmarked_stays_unmarked(event_office: MakeEventOffice) -> None:
    """Also while other rows are shown, or a column is changed; and another sheet has columns of its own."""
    app = with_open_list(event_office)
    desk = at_desk(app, "demo", NEW)
    text = "Name;Elo\nRobles, Juan;1800\nSoto, Ana;1700\nMar, Leo;9\n"
    page = sends(desk, text=text).text
    kept: dict[str, Any] = {"carried": field(page, "carried"), "ready": field(page, "ready")}
    asked = sends(desk, take=["3", "4"], show="ask", **kept).text
    assert re.findall(r'<tr class="is-(\w+)', asked) == ["ask"]
    assert "(2)" in asked
    kept |= {"ready": field(asked, "ready"), "left": field(asked, "left"), "step": "enter"}
    assert sends(desk, take=["3", "4"], **kept).status_code == 303
    assert [entry.name for entry in app.state.site.events.open(NEW).state.entries.values()] == ["Soto, Ana", "Mar, Leo"]
    book = write_book(
        [WrittenSheet("A", ["Name", "Elo"], [["X, Y", 1800]]), WrittenSheet("B", ["Elo", "Name"], [[1700, "Z, W"]])],
        MADE,
    )
    first = sends(desk, book).text
    columns: dict[str, Any] = {"column-1": "name", "column-2": "rating_fide", "sheet": "B", "tab": "A"}
    assert "Z, W" in sends(desk, carried=field(first, "carried"), **columns).text


def test_questions_about_whole_columns(event_office: MakeEventOffice) -> None:
    desk = at_desk(with_open_list(event_office), "demo", NEW)
    page = sends(desk, text="Jugador;Sexo\nJuan Robles;M\nAna Soto;M\n").text
    assert "Only M occurs" in page
    assert 'id="i-name_order"' in page
    read = sends(desk, json=True, text="Jugador;Sexo\nJuan Robles;M\n", name_order="first", m_means="m").json()
    assert read["reading"]["rows"][0]["values"] | {"surname": "", "first": ""} == {
        "name": "Robles, Juan", "surname": "", "first": "", "sex": "m",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("data", "name", "words"),
    [
        (b"\x89PNG\r\n\x1a\n\0", "foto.png", "this is not a spreadsheet"),
        (b"Name\n" + b"Ruiz\n" * 100_000, "list.csv", "20000 are read"),
        (as_xlsx([["Name"], ["A"]])[:-300], "list.xlsx", "damaged"),
        (b"", "", "choose a file or paste"),
    ],
    ids=["picture", "rows", "damaged", "nothing"],
)
def test_a_file_that_is_none(event_office: MakeEventOffice, data: bytes, name: str, words: str) -> None:
    desk = at_desk(with_open_list(event_office), "demo", NEW)
    refused = sends(desk, data or None, name)
    assert (refused.status_code, words in refused.text, 'role="alert"' in refused.text) == (400, True, True)
    assert "--" not in re.sub(r"<[^>]*>|<!--.*?-->", "", refused.text.partition("<main")[2])
    assert sends(desk, data or None, name, json=True).status_code == 400


def test_a_damaged_form_is_refused(event_office: MakeEventOffice) -> None:
    desk = at_desk(with_open_list(event_office), "demo", NEW)
    for carried in ("x", "eJyrVgIAAKsAVg==", field(sends(desk, text="Name\nRuiz, Ana\n").text, "carried")[:-6]):
        assert sends(desk, carried=carried).status_code == 400
    assert sends(AtDesk(desk.visitor, "wrong", NEW), text="Name\nRuiz\n").status_code == 403


def test_programs_read_and_enter(event_office: MakeEventOffice) -> None:
    app = with_open_list(event_office)
    desk = at_desk(app, "demo", NEW)
    read = sends(desk, json=True, text="Name,FIDE ID\nRuiz,\nSoto,12\n").json()
    assert [(row["row"], row["state"]) for row in read["reading"]["rows"]] == [(2, "clean"), (3, "ask")]
    done = sends(desk, json=True, text="Name,FIDE ID\nRuiz,\nSoto,12\n", step="enter").json()
    assert [entry.name for entry in app.state.site.events.open(NEW).state.entries.values()] == ["Ruiz"]
    assert done["n"] == app.state.site.events.open(NEW).state.n
    assert at_desk(app, "", NEW).get(ADDRESS, follow_redirects=False).status_code in (303, 401)


def test_late_players_of_a_sheet(event_office: MakeEventOffice) -> None:
    """With the list closed, they come in from the next round."""
    app = event_office()
    desk = at_desk(app)
    page = sends(desk, text="Name,Elo\nRobles Juan,1500\n").text
    late = re.search(r'name="from_round"[^>]* value="(\d+)"', page)
    assert late is not None
    fields: dict[str, Any] = {"carried": field(page, "carried"), "ready": field(page, "ready")}
    assert sends(desk, step="enter", take="2", from_round=late[1], **fields).status_code == 303
    entry = max(app.state.site.events.open(desk.slug).state.entries.values(), key=lambda one: one.entry)
    assert (entry.name, entry.from_round) == ("Robles Juan", int(late[1]))
    refused = sends(desk, step="enter", take="2", from_round="1", **fields)
    assert refused.status_code in (400, 409)
    assert 'value="1"' in refused.text.partition('name="from_round"')[2].partition(">")[0]


def test_34_players_of_an_excel_sheet_in_three_clicks(event_office: MakeEventOffice, open_event: OpenEvent) -> None:
    """From the entries: the page of sheets, the file, and the button."""
    app = with_open_list(event_office)
    page = open_event("", "demo", app=app)
    page.goto(f"/t/{NEW}/desk/entries")
    page.evaluate("window.name = '0'")
    page.add_init_script("addEventListener('click', () => { window.name = Number(window.name || 0) + 1 }, true)")
    page.reload()
    page.get_by_role("link", name="Players from a sheet").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_label("Choose a file").click()
    chooser.value.set_files(
        {"name": "inscritos.xlsx", "mimeType": "application/vnd.ms-excel", "buffer": as_xlsx(club_list(app))}
    )
    button = page.get_by_role("button", name="Enter the marked players (34)")
    button.wait_for()
    page.set_viewport_size({"width": 390, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    assert findings(page) == []
    button.click()
    page.wait_for_url("**/desk/entries")
    assert page.get_by_role("status").first.inner_text() == "34 players are entered."
    assert int(page.evaluate("window.name")) <= 3
    assert len(app.state.site.events.open(NEW).state.entries) == 34


def test_a_file_chosen_before_the_script_is_there_is_sent_once(
    event_office: MakeEventOffice, open_event: OpenEvent
) -> None:
    """A slow line: the file is chosen first, the script comes later. The way back does not send it again."""
    app = with_open_list(event_office)
    page = open_event("", "demo", app=app)
    held: list[Route] = []
    sent: list[str] = []
    page.route("**/event-import.js*", lambda route: held.append(route))  # noqa: PLW0108  (playwright marks what it calls)
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    with page.expect_request("**/event-import.js*"):
        page.goto(f"/t/{NEW}/desk/entries/import", wait_until="commit")
    page.get_by_label("Choose a file").set_input_files(
        {"name": "inscritos.xlsx", "mimeType": "application/vnd.ms-excel", "buffer": as_xlsx(club_list(app))}
    )
    assert sent == []
    for route in held:
        route.continue_()
    expect(page.get_by_role("button", name="Enter the marked players (34)")).to_be_visible()
    assert len(sent) == 1
    page.unroute("**/event-import.js*")
    page.go_back()
    expect(page.get_by_label("Choose a file")).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("button", name="Enter the marked players (34)")).to_have_count(0)
    assert len(sent) == 1
    assert app.state.site.events.open(NEW).state.entries == {}
