"""Several tournaments in one event: one front page, one desk, one registration, and players moved between them."""

import io
import re
from functools import partial
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import expect
from pypdf import PdfReader

from arpad.office.tournaments.players import contacts_of, of_entry
from arpad.tournament.acts.absences import OpenPresence
from arpad.tournament.acts.event import AddStaff, Create
from arpad.tournament.acts.players import ApplyFor, CloseList, Enter
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.journal import Confirmation, Confirmations, Decide
from arpad.tournament.kinds.event import EventChanged
from arpad.tournament.log import LogChange
from arpad.tournament.state import EventState
from visitor import TestClient
from web_demo import NOW
from web_event import TOWN, AtDesk, MakeEventOffice, OpenEvent, at_desk
from web_findings import NOTHING, look

FESTIVAL = "Open de Primavera 2026"
ADDRESS = "/f/open-de-primavera-2026"
YES = Confirmation(True, "-", True)
EVENTS: dict[str, dict[str, Any]] = {
    "open-a": {"name": "Open A", "start": "2026-06-01", "end": "2026-06-03", "city": "Valdeoca"},
    "open-b": {"name": "Open B", "start": "2026-06-01", "first_table": 21, "admits": "rating < 1900"},
    "juniors": {"name": "Juniors", "start": "2026-06-01", "first_table": 31, "admits": "born >= 2010", "open": True},
}


def do(app: FastAPI, slug: str, *commands: Decide) -> None:
    for command in commands:
        app.state.site.events.act(slug, command, TOWN, NOW, YES)


@pytest.fixture
def app(event_office: MakeEventOffice) -> FastAPI:
    """A festival of three tournaments, four players in the first two; `chief` works in both, `arbiter` in one."""
    made = event_office()
    for slug, rules in EVENTS.items():
        common = {"slug": slug, "system": "dutch", "rounds": 3, "festival": FESTIVAL, "time_zone": "Europe/Madrid"}
        schedule = [{"round": 1, "start": "2026-06-01T16:00" if slug == "open-a" else "2026-06-01T10:00"}]
        made.state.site.events.create(slug, Create(common | {"schedule": schedule} | rules), TOWN, NOW)
        do(made, slug, AddStaff("chief", "chief"))
    do(made, "open-a", AddStaff("arbiter", "arbiter"), AddStaff("scorer", "scorer"))
    for slug, strength in (("open-a", 2000), ("open-b", 1700)):
        names = ("Abad, Ana", "Bello, Luis", "Cano, Eva", "Díaz, Juan")
        do(
            made,
            slug,
            *(Enter({"name": f"{name} {slug[-1]}", "rating": strength + at}) for at, name in enumerate(names)),
        )
    return made


def visitor_of(app: FastAPI, language: str = "en") -> TestClient:
    return TestClient(app, raise_server_exceptions=False, headers={"accept-language": language})


def post(desk: AtDesk, page: str, *, json: bool = False, **fields: Any) -> Any:
    headers = {"accept": "application/json"} if json else {}
    data = {"csrf": desk.csrf} | fields
    return desk.visitor.post(f"{ADDRESS}/desk/{page}", data=data, headers=headers, follow_redirects=False)


def play(app: FastAPI, slug: str, rounds: int = 1) -> None:
    do(app, slug, CloseList(seed=3))
    for number in range(1, rounds + 1):
        do(app, slug, DrawNext(number), Publish(number))
        if number < rounds:
            boards = app.state.site.events.open(slug).state.rounds[number].games
            do(app, slug, *(SetResult(number, board.number, "1-0") for board in boards))


def test_one_front_page_shows_all_tournaments_with_their_leaders(app: FastAPI) -> None:
    play(app, "open-a", rounds=2)
    visitor = visitor_of(app)
    page = visitor.get(ADDRESS)
    assert page.status_code == 200
    for name in ("Open A", "Open B", "Juniors"):
        assert name in page.text
    assert "tables 21 to 22" in page.text
    assert "tables 31" not in page.text, "nobody plays there yet"
    assert 'href="/t/juniors/apply"' in page.text
    hours = page.text.partition("<h2>Schedule</h2>")[2]
    assert hours.index("1 June 2026, 10:00") < hours.index("1 June 2026, 16:00")
    told = visitor.get(f"{ADDRESS}.json").json()
    assert [one["event"] for one in told["tournaments"]] == ["open-a", "open-b", "juniors"]
    assert [leader["rank"] for leader in told["tournaments"][0]["leaders"]] == [1, 1, 3]
    assert len(told["players"]) == 8
    assert visitor.get("/f/otro").status_code == 404
    assert 'href="/f/open-de-primavera-2026"' in visitor.get("/t/open-a").text
    assert visitor.get("/t").text.count('href="/f/open-de-primavera-2026"') == 1
    again = visitor.get(ADDRESS, headers={"if-none-match": page.headers["etag"]})
    assert again.status_code == 304
    do(app, "open-b", Enter({"name": "Nuevo, Ana"}))
    assert visitor.get(ADDRESS, headers={"if-none-match": page.headers["etag"]}).status_code == 200
    assert "Torneos" in visitor_of(app, "es").get(ADDRESS).text
    assert "Who may play: rating below 1900." in visitor.get("/t/open-b").text
    assert "Quién puede jugar: nacimiento desde 2010." in visitor_of(app, "es").get("/t/juniors").text
    do(app, "juniors", Enter({"name": "Nueva, Eva"}))
    assert "· table 31<" in visitor.get(ADDRESS).text


def test_players_and_pairings_of_all_are_found_by_name(app: FastAPI) -> None:
    visitor = visitor_of(app)
    assert visitor.get(f"{ADDRESS}/players.json?q=ana").json()["count"] == 2
    assert "No round is published yet" in visitor.get(f"{ADDRESS}/pairings").text
    play(app, "open-a")
    play(app, "open-b")
    seats = visitor.get(f"{ADDRESS}/pairings.json").json()["seats"]
    assert [seat["name"] for seat in seats] == sorted(seat["name"] for seat in seats)
    assert {seat["table"] for seat in seats if seat["event"] == "open-b"} == {21, 22}
    assert visitor.get(f"{ADDRESS}/pairings.csv").text.count("\n") == 9
    page = visitor.get(f"{ADDRESS}/pairings?q=cano").text
    assert page.count('<th scope="row">') == 2


def test_visitors_see_what_the_tournaments_show_and_no_more(app: FastAPI) -> None:
    pages = [f"{ADDRESS}{path}" for path in ("", ".json", "/players", "/players.json", "/pairings.json")]
    before = [visitor_of(app).get(page).text for page in pages]
    do(app, "juniors", ApplyFor({"name": "Zzsecretum, Ana"}))
    do(app, "open-a", CloseList(seed=1), DrawNext(1))
    after = [visitor_of(app).get(page).text for page in pages]
    assert all("Zzsecretum" not in text for text in after)
    assert after[4] == before[4], "a draft is shown to nobody"
    for page in ("desk", "desk/players"):
        assert visitor_of(app).get(f"{ADDRESS}/{page}", follow_redirects=False).status_code in (303, 401)
        assert at_desk(app, "stranger").visitor.get(f"{ADDRESS}/{page}").status_code == 403


def test_everybody_sees_the_tournaments_in_which_they_have_a_role(app: FastAPI) -> None:
    told = at_desk(app, "chief").visitor.get(f"{ADDRESS}/desk.json").json()
    assert [one["event"] for one in told["tournaments"]] == ["open-a", "open-b", "juniors"]
    assert told["tournaments"][0]["next"][0]["step"] == "rules"
    arbiter = at_desk(app, "arbiter")
    assert [one["event"] for one in arbiter.visitor.get(f"{ADDRESS}/desk.json").json()["tournaments"]] == ["open-a"]
    rows = arbiter.visitor.get(f"{ADDRESS}/desk/players.json").json()["players"]
    assert {row["event"] for row in rows} == {"open-a"}
    assert post(arbiter, "move", players="open-b:1", to="open-a").status_code == 403
    assert post(arbiter, "move", players="open-a:1", to="open-b").status_code == 403
    scorer = at_desk(app, "scorer").visitor
    assert scorer.get(f"{ADDRESS}/desk").status_code == 200
    assert scorer.get(f"{ADDRESS}/desk/players").status_code == 403


def test_players_are_moved_on_the_page_and_back(app: FastAPI) -> None:
    chief = at_desk(app, "chief")
    page = chief.visitor.get(f"{ADDRESS}/desk/players").text
    assert page.count('type="checkbox" name="players"') == 8
    asked = post(chief, "move", players=["open-a:1", "open-a:2"], to="open-b")
    assert asked.status_code == 400
    assert asked.text.count("does not fulfil the condition of this tournament") == 2
    assert 'value="open-a:1 open-a:2"' in asked.text
    assert 'value="open-a:2" aria-label="Choose Bello, Luis a" checked' in asked.text
    moved = post(chief, "move", players="open-a:1 open-a:2", to="open-b", yes="1")
    assert (moved.status_code, moved.headers["location"]) == (303, f"{ADDRESS}/desk/players")
    said = chief.visitor.get(f"{ADDRESS}/desk/players").text
    assert "Abad, Ana a, Bello, Luis a: are in Open B now." in said
    assert "are in Open B now" not in chief.visitor.get(f"{ADDRESS}/desk/players").text
    back = post(chief, "move", json=True, players="open-b:5", to="open-a").json()
    assert back["players"] == [{"name": "Abad, Ana a", "origin": "open-b", "was": 5, "entry": 5}]
    lines = app.state.site.events.lines("open-b")
    assert lines[-1].who == "chief"


def test_a_move_that_cannot_be_says_why_and_keeps_who_was_chosen(app: FastAPI) -> None:
    chief = at_desk(app, "chief")
    nobody = post(chief, "move", to="open-b")
    assert (nobody.status_code, "nobody is chosen" in nobody.text.lower()) == (400, True)
    assert post(chief, "move", players="open-a:x", to="open-b").status_code == 400
    play(app, "open-b")
    late = post(chief, "move", players="open-a:1", to="open-b")
    assert late.status_code == 409
    assert "Round 1 of Open B is published" in late.text or "round 1 of Open B is published" in late.text
    assert 'value="open-a:1" aria-label="Choose Abad, Ana a" checked' in late.text
    page = chief.visitor.get(f"{ADDRESS}/desk/players").text
    assert page.count('type="checkbox" name="players"') == 4, "those of open B are not moved any more"
    assert post(chief, "move", json=True, players="open-b:1", to="open-a").json()["key"] == "event-move-late"
    forged = chief.visitor.post(f"{ADDRESS}/desk/move", data={"players": "open-a:1", "to": "juniors", "csrf": "no"})
    assert forged.status_code in (400, 403)
    assert app.state.site.events.open("open-a").state.entries[1].state == "accepted"


def test_one_registration_suggests_the_tournament(app: FastAPI) -> None:
    chief = at_desk(app, "chief")
    found = chief.visitor.get(f"{ADDRESS}/desk/players?q=zarl").text
    id_ = found.partition('name="id" value="')[2].partition('"')[0]
    assert found.count("autofocus") == 1, "the suggested tournament of the first player"
    entered = post(chief, "players", json=True, id=id_)
    assert entered.json()["event"] in EVENTS
    assert (
        f"plays in {EVENTS[entered.json()['event']]['name']}"
        in chief.visitor.get(f"{ADDRESS}/desk/players?q=zarl").text
    )
    for fields, event in (
        ({"player": "Uno, Ana", "rating": "1500"}, "open-b"),
        ({"player": "Dos, Ana", "rating": "2100"}, "open-a"),
        ({"player": "Tres, Ana", "rating": "2100", "born": "2012"}, "juniors"),
        ({"player": "Cuatro, Ana", "rating": "1500", "event": "open-a"}, "open-a"),
    ):
        assert post(chief, "players", json=True, **fields).json()["event"] == event
    unknown = chief.visitor.get(f"{ADDRESS}/desk/players?q=Nadie, Ana").text
    assert 'name="player" inputmode="text" value="Nadie, Ana"' in unknown, "to be entered by hand"
    refused = post(chief, "players", player="Cinco, Ana", rating="many", born="1600")
    assert refused.status_code in (400, 422)
    assert 'value="Cinco, Ana"' in refused.text
    assert 'id="w-rating"' in refused.text
    assert 'id="w-born"' in refused.text
    twice = post(chief, "players", player="Uno, Ana", rating="1500", event="open-a", paid="20")
    assert twice.status_code == 303
    desk = chief.visitor.get(f"{ADDRESS}/desk").text
    assert "Uno, Ana is entered in several tournaments" in desk
    assert "in two tournaments" in chief.visitor.get(f"{ADDRESS}/desk/players").text


def test_a_tournament_is_added_with_the_rules_and_the_staff_of_its_sister(app: FastAPI) -> None:
    officer = at_desk(app, "demo")
    made = post(officer, "tournaments", name="Open C", sister="open-a")
    assert made.status_code == 303
    state = app.state.site.events.open("open-c").state
    assert (state.event_rules.festival, state.event_rules.city, state.event_rules.rounds) == (FESTIVAL, "Valdeoca", 3)
    assert state.event_rules.first_table == 32
    assert {name: one["role"] for name, one in state.staff.items()} == {
        "demo": "chief", "chief": "chief", "arbiter": "arbiter", "scorer": "scorer",
    }  # fmt: skip
    assert "Open C is made" in officer.visitor.get(f"{ADDRESS}/desk").text
    again = post(officer, "tournaments", json=True, name="Open C")
    assert again.json()["event"] == "open-c-open-de-primavera-2026"
    refused = post(officer, "tournaments", name="Open C")
    assert refused.status_code == 400
    assert 'value="Open C"' in refused.text
    assert post(at_desk(app, "arbiter"), "tournaments", name="Open D").status_code == 403


def test_tables_that_two_tournaments_use_are_named(app: FastAPI) -> None:
    chief = at_desk(app, "chief")
    assert "both use tables" not in chief.visitor.get(f"{ADDRESS}/desk").text
    do(app, "open-b", *(Enter({"name": f"Mass {number}", "rating": 1500}) for number in range(20)))
    page = chief.visitor.get(f"{ADDRESS}/desk").text
    assert "Open B and Juniors both use tables 31 to 31" in page
    assert "from 33 on are free" in page


def with_fee(amount: int, _state: EventState, _confirmations: Confirmations) -> list[LogChange]:
    return [EventChanged.change({"fees": [None, {"amount": amount, "currency": "EUR"}]})]


def test_fees_are_added_up_over_all_and_paid_with_one_click(app: FastAPI) -> None:
    chief = at_desk(app, "chief")
    assert "Owed" not in chief.visitor.get(f"{ADDRESS}/desk").text
    for slug, amount in (("open-a", 30), ("open-b", 20)):
        do(app, slug, partial(with_fee, amount))
    told = chief.visitor.get(f"{ADDRESS}/desk.json").json()["fees"]
    assert [(fee["due"], fee["owing"]) for fee in told["tournaments"]] == [(120, 4), (80, 4), (0, 0)]
    assert [(fee["due"], fee["owed"], fee["owing"]) for fee in told["total"] if fee["currency"]] == [(200, 200, 8)]
    page = chief.visitor.get(f"{ADDRESS}/desk/players?owing=1").text
    assert 'name="player" value="open-a:1"' in page
    paid = post(chief, "pay", player="open-a:1")
    assert paid.status_code == 303
    assert 'name="player" value="open-a:1"' not in chief.visitor.get(f"{ADDRESS}/desk/players?owing=1").text
    assert post(chief, "pay", player="open-a:1").status_code == 400
    moved = post(chief, "move", json=True, players="open-a:1", to="open-b", yes="1").json()
    assert "−10" in next(one["message"] for one in moved["warnings"] if one["code"] == "moved-fee")
    rows = chief.visitor.get(f"{ADDRESS}/desk/players.json?event=open-b&q=abad").json()["players"]
    assert [(row["name"], row["paid"], row["owed"]) for row in rows] == [
        ("Abad, Ana a", 30, -10),
        ("Abad, Ana b", 0, 20),
    ]


def test_screens_show_all_by_name_and_the_tournaments_in_turn(app: FastAPI) -> None:
    visitor = visitor_of(app)
    assert 'class="wait"' in visitor.get(f"{ADDRESS}/screen/names").text
    play(app, "open-a")
    play(app, "open-b")
    names = visitor.get(f"{ADDRESS}/screen/names").text
    assert names.index("Abad, Ana a") < names.index("Abad, Ana b") < names.index("Bello, Luis a")
    assert names.count(">Open B<") == 4
    assert "Open A: round 1 · Open B: round 1" in names
    first = visitor.get(f"{ADDRESS}/screen/pairings")
    assert (first.headers["refresh"], "<h1>Open A</h1>" in first.text) == (
        f"20; url={ADDRESS}/screen/pairings?turn=2&page=1", True,
    )  # fmt: skip
    second = visitor.get(f"{ADDRESS}/screen/pairings?turn=2&page=1")
    assert "<h1>Open B</h1>" in second.text
    assert second.headers["refresh"].endswith("pairings?page=1")
    turns = [visitor.get(f"{ADDRESS}/screen/all?turn={turn}").text for turn in (1, 2, 3)]
    assert [f"<h1>{FESTIVAL}</h1>" in text for text in turns] == [True, False, False]
    for text in (names, first.text, *turns):
        assert "<a " not in text
        assert "<script" not in text
    assert visitor.get(f"{ADDRESS}/screen/weather").status_code == 422


def test_papers_of_all_tournaments_are_one(app: FastAPI) -> None:
    chief = at_desk(app, "chief").visitor
    assert chief.get(f"{ADDRESS}/desk/print/pairings.pdf").status_code == 404, "no round is drawn"
    play(app, "open-a")
    play(app, "open-b")
    listed = pdf_text(chief.get(f"{ADDRESS}/desk/print/pairings-by-name.pdf").content)
    assert FESTIVAL in listed
    assert listed.index("Abad, Ana a") < listed.index("Abad, Ana b") < listed.index("Bello, Luis a")
    assert listed.count("Open B") >= 4
    for what in ("players", "players-by-rating", "players-by-club", "pairings", "results", "presence"):
        answer = chief.get(f"{ADDRESS}/desk/print/{what}.pdf?both=1")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf"), what
        assert "Díaz, Juan b" in pdf_text(answer.content)
    assert "Open B · Pairings of round 1" in pdf_text(chief.get(f"{ADDRESS}/desk/print/pairings.pdf").content)
    slips = pdf_text(chief.get(f"{ADDRESS}/desk/print/result-slips.pdf?per_page=4").content)
    assert "Open A" in slips
    assert "Open B" in slips
    assert chief.get(f"{ADDRESS}/desk/print/badges.pdf").status_code == 400
    assert f"{ADDRESS}/desk/print/results.pdf" in chief.get(f"{ADDRESS}/desk/print").text
    assert visitor_of(app).get(f"{ADDRESS}/desk/print/players.pdf", follow_redirects=False).status_code in (303, 401)


def pdf_text(data: bytes) -> str:
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(data)).pages)


def test_an_arbiter_enters_and_moves_players_by_keyboard_and_a_player_finds_the_table(
    app: FastAPI, open_event: OpenEvent
) -> None:
    """From the desk: a player of the list is entered, two are moved, then round 1 is out and somebody looks for it."""
    page = open_event("desk", "chief", app=app)
    page.goto(f"{ADDRESS}/desk/players")
    page.wait_for_selector("#q:focus")  # the box has the focus
    page.keyboard.type("zarl")
    page.keyboard.press("Enter")
    page.wait_for_selector("button[name=event]:focus")  # and then the tournament that is suggested
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=status]")
    assert "is entered in Open" in page.inner_text("[role=status]")
    for name in ("Abad, Ana b", "Bello, Luis b"):
        page.get_by_label(f"Choose {name}").check()
    page.get_by_role("group", name="Move the chosen players to").get_by_role("button", name="Open A").click()
    page.wait_for_selector("text=are in Open A now")
    rows = page.locator("table.registered tbody tr")
    assert rows.filter(has_text="Abad, Ana b").inner_text().split("\t")[3].strip() == "Open A"
    play(app, "open-a")
    phone = open_event("", "", width=390, app=app, locale="es-ES")
    phone.goto(ADDRESS)
    phone.get_by_label("¿Dónde juego?").fill("bello")
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/pairings?q=bello")
    found = phone.locator("table.by-name tbody tr")
    assert found.count() == 2
    assert "Open A" in found.first.inner_text()


def test_the_registration_of_all_is_one_table_edited_where_it_stands(app: FastAPI, open_event: OpenEvent) -> None:
    do(app, "open-a", OpenPresence(1))
    for slug, amount in (("open-a", 30), ("open-b", 20)):
        do(app, slug, partial(with_fee, amount))
    chief = at_desk(app, "chief")
    listed = chief.visitor.get(f"{ADDRESS}/desk/players.json?find=abad&sort=rating").json()["players"]
    assert [row["name"] for row in listed] == ["Abad, Ana a", "Abad, Ana b"]
    assert [row["rating"] for row in chief.visitor.get(f"{ADDRESS}/desk/players.json?sort=-rating").json()["players"]][
        :2
    ] == [1700, 1701]
    page = open_event("desk", "chief", app=app)
    page.goto(f"{ADDRESS}/desk/players")
    row = page.locator("[id='eopen-b-2']")
    row.locator("[data-field=club]").click()
    page.keyboard.type("Torre Alta")
    page.keyboard.press("Enter")
    expect(page.locator("#done")).to_contain_text("Saved.")
    row.locator(".pay").click()
    expect(row.locator(".done")).to_contain_text("20 EUR")
    here = page.locator("[id='eopen-a-1'] .press")
    here.click()
    expect(here).to_have_attribute("aria-pressed", "true")
    expect(row.locator(".press")).to_have_count(0)  # no list of presence is open there
    states = {slug: app.state.site.events.open(slug).state for slug in ("open-a", "open-b")}
    assert (states["open-b"].entries[2].club, states["open-b"].entries[2].paid) == ("Torre Alta", 20)
    assert states["open-a"].presence[1] == {1}
    page.locator("#s-here").select_option("missing")
    expect(page.locator("table.registered tbody tr")).to_have_count(3)


def with_prizes(_state: EventState, _confirmations: Confirmations) -> list[LogChange]:
    return [EventChanged.change({"prizes": [None, {"currency": "EUR", "system": "hort", "prizes": ["100", "50.50"]}]})]


def test_prizes_of_all_tournaments_are_on_one_page_and_one_paper(app: FastAPI) -> None:
    visitor = visitor_of(app)
    assert f"{ADDRESS}/prizes" not in visitor.get(ADDRESS).text
    chief = at_desk(app, "chief").visitor
    assert chief.get(f"{ADDRESS}/desk/print/prizes.pdf").status_code == 404
    for slug in ("open-a", "open-b"):
        do(app, slug, with_prizes)
    assert f"{ADDRESS}/prizes" in visitor.get(ADDRESS).text
    told = visitor.get(f"{ADDRESS}/prizes.json").json()
    assert told["money"] == [{"currency": "EUR", "amount": "301.00"}]
    assert [one["won"] for one in told["tournaments"]] == [None, None]
    play(app, "open-a", rounds=3)
    boards = app.state.site.events.open("open-a").state.rounds[3].games
    do(app, "open-a", *(SetResult(3, board.number, "1-0") for board in boards))
    won, open_ = visitor.get(f"{ADDRESS}/prizes.json").json()["tournaments"]
    assert len(won["won"]["prizes"]) >= 2
    assert open_["won"] is None
    page = visitor_of(app, "es").get(f"{ADDRESS}/prizes").text
    assert "301,00 EUR" in page
    assert won["won"]["prizes"][0]["name"] in page
    assert "Open A" in pdf_text(chief.get(f"{ADDRESS}/desk/print/prizes.pdf").content)


FOR_ALL = ("", "/players", "/pairings", "/screen/names")
FOR_STAFF = ("/desk", "/desk/players", "/desk/players?q=zarl", "/desk/print")


@pytest.mark.long
@pytest.mark.parametrize(("language", "paths"), [("en-GB", FOR_STAFF), ("es-ES", FOR_ALL)], ids=["staff", "all"])
def test_pages_of_a_festival_are_accessible_and_narrow(
    app: FastAPI, open_event: OpenEvent, language: str, paths: tuple[str, ...]
) -> None:
    play(app, "open-a", rounds=2)
    do(app, "juniors", Enter({"name": "Abad, Ana a"}), partial(with_fee, 30), OpenPresence(1))
    page = open_event("desk", "demo", color_scheme="light", locale=language, app=app)
    assert look(page, [f"{ADDRESS}{path}" for path in paths]) == NOTHING


SHEET = (
    "Torneo;Name;Rating;Born;E-mail\n"
    "Open A;Uno, Ana;2100;1980;ana@example.org\n"
    "B;Dos, Luis;1500;;\n"
    ";Tres, Eva;1450;;\n"
    "Open Z;Cuatro, Juan;1400;;\n"
    "Open B;Cinco, Rosa;2200;;\n"
    "Juniors;Abad, Ana a;1200;2012;\n"
)


def sends_sheet(desk: AtDesk, *, json: bool = False, **fields: Any) -> Any:
    headers = {"accept": "application/json"} if json else {}
    data = {"csrf": desk.csrf} | fields
    files = {"file": ("", b"")}
    page = f"{ADDRESS}/desk/players/import"
    return desk.visitor.post(page, data=data, files=files, headers=headers, follow_redirects=False)


def hidden(page: str, *names: str) -> dict[str, Any]:
    return {name: page.partition(f'name="{name}" value="')[2].partition('"')[0] for name in names}


def marked_rows(page: str) -> list[str]:
    return re.findall(r'name="take" value="(\d+)"[^>]*checked', page)


def names_in(app: FastAPI, slug: str) -> list[str]:
    return [one.name for one in app.state.site.events.open(slug).state.entries.values() if one.playing]


def test_one_sheet_enters_players_in_all_tournaments(app: FastAPI) -> None:
    chief = at_desk(app, "chief")
    assert f'href="{ADDRESS}/desk/players/import"' in chief.visitor.get(f"{ADDRESS}/desk/players").text
    assert "One list for all tournaments" in chief.visitor.get(f"{ADDRESS}/desk/players/import").text
    told = sends_sheet(chief, json=True, text=SHEET).json()
    assert told["tournaments"] == {
        "2": "open-a", "3": "open-b", "4": "open-b", "5": "open-b", "6": "open-b", "7": "juniors",
    }  # fmt: skip
    looked = sends_sheet(chief, text=SHEET)
    assert (looked.status_code, marked_rows(looked.text)) == (200, ["2", "3", "4"])
    assert "Open Z is no tournament of this festival" in looked.text
    assert "Open B is for others: rating below 1900" in looked.text
    assert "Abad, Ana a is entered in Open A already" in looked.text
    kept = hidden(looked.text, "carried", "ready", "known", "tab")
    moved: dict[str, Any] = {"into-6": "open-a"}
    changed = sends_sheet(chief, **kept, **moved, take=["2", "3", "4"])
    assert "Open B is for others" not in changed.text, "the row is read again for the tournament that was chosen"
    assert marked_rows(changed.text) == ["2", "3", "4", "6"]
    done = sends_sheet(chief, step="enter", **kept, **moved, take=["2", "3", "4", "6"])
    assert (done.status_code, done.headers["location"]) == (303, f"{ADDRESS}/desk/players")
    page = chief.visitor.get(f"{ADDRESS}/desk/players").text
    assert "Open A: 2 players are entered." in page
    assert "Open B: 2 players are entered." in page
    assert names_in(app, "open-a")[-2:] == ["Uno, Ana", "Cinco, Rosa"]
    assert names_in(app, "open-b")[-2:] == ["Dos, Luis", "Tres, Eva"]
    assert contacts_of(app.state.site.events, "open-a")[of_entry(5)].mail == "ana@example.org"
    again = sends_sheet(chief, step="enter", **kept, **moved, take=["2", "3", "4", "6"])
    assert again.status_code == 409, "the same form sent twice enters nobody twice"
    assert "look at the rows again" in again.text
    assert len(names_in(app, "open-a")) == 6


def test_a_sheet_without_the_tournament_goes_by_the_rules_or_to_one(app: FastAPI) -> None:
    chief = at_desk(app, "chief")
    rows = "Name;Rating;Born\nUno, Ana;2100;1980\nDos, Luis;1500;1981\nTres, Eva;1500;2012\n"
    assert sends_sheet(chief, json=True, text=rows).json()["tournaments"] == {
        "2": "open-a", "3": "open-b", "4": "open-b",
    }  # fmt: skip
    chosen = sends_sheet(chief, json=True, text=rows, into="open-a").json()["tournaments"]
    assert set(chosen.values()) == {"open-a"}
    named = "Name;Rating;Gruppe\nUno, Ana;2100;b\nDos, Luis;1500;Juniors\n"
    told = sends_sheet(chief, json=True, text=named).json()
    assert told["tournaments"] == {"2": "open-b", "3": "juniors"}, "a column of groups that names tournaments"
    entered = sends_sheet(chief, json=True, text=rows, step="enter").json()
    assert entered["tournaments"] == [{"event": "open-a", "entered": 1}, {"event": "open-b", "entered": 2}]
    nobody = sends_sheet(chief, text="  ")
    assert (nobody.status_code, "message error" in nobody.text) == (400, True)


def test_a_sheet_is_entered_whole_or_not_at_all(app: FastAPI) -> None:
    chief, known = at_desk(app, "chief"), "77"
    do(app, "juniors", partial(with_exclusion, ["open-a"]))
    do(app, "open-a", Enter({"name": "Siete, Ana", "id": known, "rating": 1500}))
    rows = f"Torneo;Name;ID;Rating;Born\nOpen B;Uno, Ana;;1500;\nJuniors;Siete, Ana;{known};1500;2012\n"
    refused = sends_sheet(chief, text=rows, step="enter", take=["2", "3"])
    assert refused.status_code in (400, 409)
    assert "message error" in refused.text
    assert 'value="3"' in refused.text
    assert "Uno, Ana" not in names_in(app, "open-b")
    own = at_desk(app, "arbiter")
    told = sends_sheet(own, json=True, text=rows).json()
    assert set(told["tournaments"].values()) == {"open-a"}, "only tournaments in which one is an arbiter"
    assert sends_sheet(at_desk(app, "scorer"), text=rows).status_code == 403
    assert sends_sheet(at_desk(app, "stranger"), text=rows).status_code == 403


def with_exclusion(slugs: list[str], _state: EventState, _confirmations: Confirmations) -> list[LogChange]:
    return [EventChanged.change({"exclusive_with": [None, slugs]})]
