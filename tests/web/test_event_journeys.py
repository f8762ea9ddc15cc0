"""The journeys of a tournament in a real Chromium, from one account's first form to the public pages.

What is paired and counted is proved by the journeys by commands; here arbiters, captains and players do it with the
pages. The variants are spread: desktop and phone, English and Spanish, light and dark, with and without scripts, SQLite
and PostgreSQL.
"""

import datetime as dt
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Page, expect

from answers import Arpad
from arpad.office.accounts.people import add_token
from arpad.office.storage.log_table import Acting
from arpad.office.tournaments.copies import restore_log
from arpad.tournament.acts.event import AddStaff
from arpad.tournament.journal import state_digest
from arpad.tournament.state import EventState
from kept_events import WHO, opened
from office_databases import url_of
from valdeoca import ANNOUNCED, EXPECTED, FOLDER, players, results_of, rules, the_log
from web_journeys import NOW, PHONE, Desk, Hall, OpenHall, brings, fill, press

SLUG = "valdeoca-2026"
EVENT = f"/t/{SLUG}"
COLUMNS = ("id", "name", "rating", "title", "federation", "born", "sex", "from_round")
SPANISH: dict[str, Any] = {"locale": "es-ES", "color_scheme": "dark"}


def csv(entries: Iterable[int]) -> str:
    rows = [",".join(f'"{players()[entry].get(name, "")}"' for name in COLUMNS) for entry in entries]
    return "\n".join([",".join(COLUMNS), *rows])


def lines(number: int) -> str:
    return "\n".join(f"{board} {result}" for board, result in results_of(number).items())


def drawn(state: EventState, number: int) -> list[list[int]]:
    """The boards of a round by the pairing numbers that it was drawn with."""
    order = {entry: place for place, entry in enumerate(state.rounds[number].numbers, 1)}
    return [[board.number, order[board.white], order[board.black]] for board in state.rounds[number].games]


def expected(number: int) -> dict[str, Any]:
    return next(one for one in EXPECTED["rounds"] if one["round"] == number)


def draw_and_publish(page: Page, hall: Hall, number: int) -> None:
    """Draw a round, look at its draft, publish and start it."""
    page.goto(f"{hall.address}{EVENT}/desk/round/{number}")
    press(page, "Draw the round")
    expect(page.locator("main h1")).to_contain_text("draft")
    assert drawn(hall.state(SLUG), number) == expected(number)["pairs"]
    press(page, "Publish the round", "Start the round")


def test_j1_an_open_from_its_rules_to_its_third_round(halls: OpenHall) -> None:
    """J1 at a desktop, in English, with scripts, on SQLite."""
    hall = halls("sqlite")
    page = hall.opens("/t/new", "clara")
    brings(page, rules())
    press(page, "Make the tournament")
    expect(page).to_have_url(f"{hall.address}{EVENT}/desk")
    page.goto(f"{hall.address}{EVENT}/do/enter-file")
    fill(page, csv=csv(range(1, ANNOUNCED + 1)))
    expect(page.locator("main h1")).to_have_text(f"Entries {ANNOUNCED}")
    page.goto(f"{hall.address}{EVENT}/desk/entries/12")
    press(page, "Leave out of a round")
    fill(page, round="1", kind="H")
    page.goto(f"{hall.address}{EVENT}/desk/entries")
    press(page, "Close the list of players")
    fill(page, initial="w")
    assert list(hall.state(SLUG).numbers) == EXPECTED["initial_order"]
    draw_and_publish(page, hall, 1)
    page.goto(f"{hall.address}{EVENT}/desk/round/1")
    expect(page.get_by_text("bye").first).to_be_visible()
    press(page, "Why?")
    expect(page.locator("main")).to_contain_text(players()[13]["name"])
    for number in (1, 2):
        page.goto(f"{hall.address}{EVENT}/do/results?round={number}")
        fill(page, results=lines(number))
        expect(page.get_by_role("status")).to_contain_text("results entered, 0 boards are open")
        if number == 1:
            draw_and_publish(page, hall, 2)
    page.goto(f"{hall.address}{EVENT}/desk/entries")
    press(page, "The player's data, or a player who is on no list")
    late = players()[60]
    for name, field in (("player", "name"), ("id", "id"), ("rating", "rating"), ("title", "title"), ("sex", "sex")):
        page.locator(f"#e-{name}").fill(str(late[field]))
    page.locator("#e-from_round").fill("3")
    press(page, "Enter the player")
    expect(page.locator("main h1")).to_have_text("Entries 60")
    assert list(hall.state(SLUG).numbers) == EXPECTED["order_with_60"]
    draw_and_publish(page, hall, 3)
    everybody = hall.opens(f"{EVENT}/round/3")
    assert everybody.locator("table.boards tbody tr").count() == len(expected(3)["pairs"])
    everybody.goto(f"{hall.address}{EVENT}/standings")
    expect(everybody.locator("main h1")).to_contain_text("Standings")


def test_j6_an_event_of_another_program_goes_on_by_a_telephone(halls: OpenHall) -> None:
    """J6 on a telephone, in Spanish, dark, without scripts, on PostgreSQL."""
    hall = halls("postgresql")
    page = hall.opens("/t/take-over", "clara", PHONE, java_script_enabled=False, **SPANISH)
    page.locator("#t-file").set_input_files(FOLDER / "takeover-26.trf")
    page.locator("summary").get_by_text("Si el informe no lo dice").click()
    page.locator("#r-slug").fill(SLUG)
    page.locator("#r-system").select_option("dutch-2017")
    page.locator("form[action='/t/take-over'] input[name=yes]").check()
    page.get_by_role("button", name="Continuar", exact=True).click()
    expect(page.locator("main h1")).to_have_text("Qué hacer ahora")
    page.goto(f"{hall.address}{EVENT}/desk/round/6")
    page.locator("form[action$='/draw'] button").click()
    expect(page.get_by_role("alert")).to_contain_text("29")
    page.goto(f"{hall.address}{EVENT}/do/results?round=5")
    fill(page, results=lines(5))
    page.goto(f"{hall.address}{EVENT}/do/result?round=5&board=3")
    fill(page, result="0-1", reason="acta")
    adjourned = next(board.number for board in hall.state(SLUG).rounds[4].games if board.result == "*")
    page.goto(f"{hall.address}{EVENT}/do/result?round=4&board={adjourned}")
    fill(page, result="1-0", reason="partida aplazada")
    for number in (55, 56):
        entry = hall.state(SLUG).numbers[number - 1]
        page.goto(f"{hall.address}{EVENT}/do/withdraw?entry={entry}")
        fill(page)
    page.goto(f"{hall.address}{EVENT}/desk/round/6")
    page.locator("form[action$='/draw'] button").click()
    assert drawn(hall.state(SLUG), 6) == expected(6)["pairs"]
    page.locator("form[action$='/publish'] button").click()
    everybody = hall.opens(f"{EVENT}/round/6", width=PHONE, java_script_enabled=False, **SPANISH)
    expect(everybody.locator("main h1")).to_contain_text("Ronda 6")
    assert everybody.evaluate("document.documentElement.scrollWidth") <= PHONE


def test_j8_a_hall_without_a_network(halls: OpenHall, arpad: Arpad) -> None:
    """J8: a laptop with SQLite, four telephones by links, one round; then the copy in an office with PostgreSQL."""
    laptop, office = halls("sqlite"), halls("postgresql")
    event_store = laptop.app.state.site.events
    boards = len(opened(event_store, 8).rounds[1].boards)
    event_store.act(SLUG, AddStaff("clara", "chief"), WHO, NOW)
    chief = laptop.opens(f"{EVENT}/desk/staff", "clara")
    for board in range(1, boards + 1):
        press(chief, "Make a link")
        fill(chief, label=f"Phone {board}", role="scorer", boards=f"{board}-{board}")
        expect(chief.locator(".code svg")).to_be_visible()
        phone = laptop.opens("/t", width=PHONE, **SPANISH)
        phone.goto(str(chief.locator(".code a").get_attribute("href")))
        phone.locator("#name").fill(f"Ana {board}")
        phone.locator("main button").click()
        phone.goto(f"{laptop.address}{EVENT}/desk/results/1")
        phone.locator(f"#b{board} button[value='1/2']").click()
        expect(phone.locator(f"#b{board} .badge")).to_have_text("½–½")
    assert {board.result for board in laptop.state(SLUG).rounds[1].games} == {"1/2"}
    add_token(office.database, "clara", "laptop", "token", Acting("officer", NOW))
    home = "http://192.168.1.5:8000"
    call = f"event push {SLUG} {office.address} --token token --home {home} --events {url_of(laptop.database)} --json"
    pushed = arpad(f"{call} --who Clara --at 2026-05-01T20:00").json
    assert pushed["digest"] == state_digest(office.state(SLUG)) == state_digest(laptop.state(SLUG))
    everybody = office.opens(f"{EVENT}/round/1", width=PHONE, **SPANISH)
    expect(everybody.locator("main")).to_contain_text(home)
    expect(everybody.locator("table.boards")).to_contain_text("½")
    for who in ("", "olga"):
        somebody = office.opens(f"{EVENT}/round/1", who, PHONE, **SPANISH)
        answer = somebody.goto(f"{office.address}{EVENT}/do/result?round=1&board=1")
        assert answer is not None
        assert answer.status == 409
        expect(somebody.get_by_role("alert")).to_contain_text(home)


def test_j1_an_open_is_finished_and_handed_over(halls: OpenHall) -> None:
    """J1 from its last results to the list of June: a laptop in Spanish, dark, without scripts, on PostgreSQL."""
    hall = halls("postgresql")
    hall.has_list(FOLDER / "swiss-60.list.csv", dt.date(2026, 5, 1))
    event_store = hall.app.state.site.events
    last = max(line.n for line in the_log() if line.kind == "results.set")
    restore_log(event_store, list(the_log()[: last - 1]))
    event_store.act(SLUG, AddStaff("clara", "chief"), WHO, NOW)
    page = hall.opens(f"{EVENT}/desk/hand-over", "clara", java_script_enabled=False, **SPANISH)
    desk = Desk(hall, page, SLUG)
    expect(page.locator("main .message")).to_contain_text("28")
    desk.enters(9, results_of(9).items())
    desk.goes("desk/hand-over")
    desk.sends("/finish")
    report = desk.goes("desk/hand-over").locator("section.card")
    expect(report).to_contain_text("Partidas del informe: 257.")
    expect(report).to_contain_text("1 de junio de 2026")
    assert hall.state(SLUG).handed_over == ()
    desk.sends("/desk/hand-over")
    (told,) = hall.state(SLUG).handed_over
    officer = hall.opens("/office/lists/2026-06", "olga", PHONE, **SPANISH)
    officer.locator("form[action$='/close'] button").click()
    expect(officer.locator("main")).to_contain_text("233")
    officer.locator("a[href$='/publishing']").click()
    officer.locator("form[action$='/publish'] button").click()
    assert officer.evaluate("document.documentElement.scrollWidth") <= PHONE
    officer.goto(f"{hall.address}/events/{told['office_event']}")
    expect(officer.get_by_role("row").filter(has_text="+60")).to_contain_text("Erbina")
    for name, rating in (("Erbina", "2455"), ("Salvedra", "2329"), ("Ribanca", "1572")):
        officer.goto(f"{hall.address}/players?q={name}")
        expect(officer.locator("main")).to_contain_text(rating)
