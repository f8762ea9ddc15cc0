"""Players at the desk: entered from the list or by hand, changed, absent, gone and back; presence at the door."""

from fractions import Fraction
from typing import Any

import pytest
from playwright.sync_api import expect

from arpad.tournament.acts.event import Create
from pdf_pages import page_texts
from web_demo import NOW
from web_event import SLUG, TOWN, AtDesk, MakeEventOffice, OpenEvent, at_desk
from web_findings import NOTHING, findings, look

NEW = "otra-2026"


def with_open_list(event_office: MakeEventOffice) -> AtDesk:
    """The officer at the desk of an event without players."""
    app = event_office()
    rules: dict[str, Any] = {"slug": NEW, "name": "Otra", "system": "dutch", "rounds": 3, "federation": "ESP"}
    app.state.site.events.create(NEW, Create(rules | {"start": "2026-06-01"}), TOWN, NOW)
    return at_desk(app, "demo", NEW)


def test_players_come_from_the_list_and_by_hand_and_the_list_is_closed(event_office: MakeEventOffice) -> None:
    officer = with_open_list(event_office)
    found = officer.get("desk/entries/search?q=zarl").text
    id_ = found.partition('data-id="')[2].partition('"')[0]
    filled = officer.get(f"desk/entries?id={id_}").text
    assert "Zarlanga" in filled.partition('name="player"')[2].partition(">")[0]
    entered = officer.post("desk/entries", json=True, id=id_)
    assert entered.json()["entry"] == 1
    twice = officer.post("desk/entries", id=id_)
    assert twice.status_code == 400
    assert 'aria-invalid="true"' in twice.text
    for name in ("Roldán, Berta", "Soto, Luis", "Vega, Iris"):
        assert officer.post("desk/entries", player=name, rating=1800, paid="25").status_code == 303
    many = officer.post("desk/entries/file", json=True, csv="name,rating\nPrado Sara,1700\n")
    assert many.status_code == 200
    page = officer.get("desk/entries").text
    assert "<strong>75</strong>" in page
    assert officer.get("desk/entries.csv").text.count("\n") == 6
    closed = officer.post("desk/entries/close", json=True, seed=5, yes="1")
    assert [one["number"] for one in closed.json()["numbers"]] == [1, 2, 3, 4, 5]
    late = officer.post("desk/entries", player="Robles, Juan")
    assert (late.status_code, 'name="player" ' in late.text) == (400, True)


def test_one_player_is_changed_absent_gone_and_back(event_office: MakeEventOffice) -> None:
    chief = at_desk(event_office())
    assert chief.get("desk/entries/99").status_code == 404
    assert "Withdraw from the event" in chief.get("desk/entries/1").text
    changed = chief.post("desk/entries/1/change", json=True, field="club", value="Valdeoca")
    assert changed.json()["club"] == "Valdeoca"
    away = chief.post("desk/entries/1/absent", json=True, round=6, kind="Z")
    assert away.json()["absences"]["6"] == "Z"
    refused = chief.post("desk/entries/1/absent", round=5, kind="Z")
    assert refused.status_code == 409
    assert chief.post("desk/entries/1/withdraw", json=True).json()["state"] == "withdrawn"
    back = chief.post("desk/entries/1/return", json=True, yes="1", reason="back")
    assert back.json()["state"] == "accepted"


def test_presence_is_pressed_at_the_door(event_office: MakeEventOffice) -> None:
    scorer = with_open_list(event_office)
    for name in ("Roldán, Berta", "Soto, Luis"):
        scorer.post("desk/entries", player=name)
    assert "Open the list of presence" in scorer.get("desk/presence").text
    assert scorer.post("desk/presence/open").status_code == 303
    assert scorer.post("desk/presence", players=1).status_code == 303
    assert scorer.get("desk/presence.json").json()["missing"] == 1
    assert 'aria-pressed="true"' in scorer.get("desk/presence").text
    assert scorer.post("desk/presence", players=1, gone=1).status_code == 303
    assert scorer.get("desk/presence.json").json()["missing"] == 2
    asked = scorer.post("desk/presence/close", then="wait")
    assert "Roldán, Berta" in asked.text
    assert scorer.post("desk/presence/close", then="wait", yes="1").status_code == 303


def test_contacts_are_for_the_staff_and_can_be_erased(event_office: MakeEventOffice) -> None:
    app = event_office()
    arbiter, chief = at_desk(app, "arbiter"), at_desk(app)
    nobody = arbiter.post("desk/contacts", mail="eva@example.org")
    assert (nobody.status_code, "say whose contact it is" in nobody.text) == (400, True)
    wrong = arbiter.post("desk/contacts", entry=3, mail="eva", telephone="+34 600 000 000")
    assert (wrong.status_code, 'value="+34 600 000 000"' in wrong.text) == (400, True)
    for entry in (3, 4):
        kept = arbiter.post("desk/contacts", entry=entry, mail=f"eva{entry}@example.org", telephone="+34 600 000 000")
        assert kept.status_code == 303
    head = app.state.site.events.open(SLUG).state.head
    page = arbiter.get("desk/contacts").text
    assert 'href="mailto:eva3@example.org"' in page
    assert 'href="tel:+34600000000"' in page
    assert at_desk(app, "scorer").get("desk/contacts").status_code == 403
    assert arbiter.post("desk/contacts/erase", entry=3).status_code == 403
    assert chief.post("desk/contacts/erase", entry=3).status_code == 303
    asked = chief.post("desk/contacts/erase")
    assert (asked.status_code, "All 1 contacts" in asked.text) == (400, True)
    assert chief.post("desk/contacts/erase", yes="1").status_code == 303
    assert arbiter.get("desk/contacts.json").json()["players"] == []
    assert app.state.site.events.open(SLUG).state.head == head, "nothing of it is in the log"


FEES: dict[str, Any] = {
    "amount": "25", "currency": "EUR", "category1_name": "Juniors", "category1_who": "born-from",
    "category1_value": "2010", "category1_amount": "12.50", "discount1_name": "Women", "discount1_who": "women",
    "discount1_off": "20%",
}  # fmt: skip


def entries_of(desk: AtDesk, query: str = "") -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = desk.get(f"desk/entries.json{query}").json()["entries"]
    return rows


def test_the_table_is_sorted_and_filtered(event_office: MakeEventOffice) -> None:
    officer = with_open_list(event_office)
    people: list[dict[str, Any]] = [
        {"player": "Roldán, Berta", "rating": 1800, "club": "Robleda", "sex": "f", "born": 1990},
        {"player": "Soto, Luis", "rating": 2100, "club": "Valdeoca", "born": 2012},
        {"player": "Vega, Iris", "club": "Valdeoca", "sex": "f", "born": 2011},
    ]
    for player in people:
        assert officer.post("desk/entries", **player).status_code == 303
    assert officer.post("desk/fees", **FEES).status_code == 303
    assert [row["owed"] for row in entries_of(officer)] == [20, "25/2", 10]
    assert [row["entry"] for row in entries_of(officer, "?sort=rating")] == [2, 1, 3]
    assert [row["entry"] for row in entries_of(officer, "?sort=-name")] == [3, 2, 1]
    assert [row["entry"] for row in entries_of(officer, "?club=Valdeoca&sort=owed")] == [2, 3]
    assert [row["entry"] for row in entries_of(officer, "?find=rold")] == [1]
    assert officer.post("desk/entries/3/pay").status_code == 303
    assert [row["entry"] for row in entries_of(officer, "?fee=paid")] == [3]
    assert officer.get("desk/entries.csv?fee=owed").text.count("\n") == 3
    fees = officer.get("desk/entries.json").json()["fees"]
    assert fees == {"due": "85/2", "paid": 10, "owed": "65/2", "back": 0, "owing": 2}
    assert "32.50 EUR" in officer.get("desk/entries").text
    officer.post("desk/presence/open")
    officer.post("desk/presence", players=2)
    assert [row["entry"] for row in entries_of(officer, "?here=missing")] == [1, 3]
    assert [row["rating_from"] for row in entries_of(officer)] == ["own", "own", None]


def test_a_player_is_edited_as_a_form_with_every_mistake_at_once(event_office: MakeEventOffice) -> None:
    officer = with_open_list(event_office)
    officer.post("desk/entries", player="Roldán, Berta", rating=1800)
    page = officer.get("desk/entries/1").text
    assert 'value="Roldán, Berta"' in page
    version = page.partition('name="version" value="')[2].partition('"')[0]
    wrong = officer.post("desk/entries/1/edit", player="Roldán, B.", rating="x", born="12", version=version)
    assert wrong.status_code == 400
    assert wrong.text.count('class="wrong"') == 2
    assert 'value="Roldán, B."' in wrong.text
    saved = officer.post("desk/entries/1/edit", club="Robleda", born="1990", rating="1850", version=version, json=True)
    assert (saved.json()["club"], saved.json()["born"], saved.json()["rating_from"]) == ("Robleda", 1990, "own")
    clash = officer.post("desk/entries/1/edit", club="Otero", version=version)
    assert (clash.status_code, "now: Robleda" in clash.text) == (409, True)
    assert officer.post("desk/entries/1/edit", born="", json=True).json()["born"] is None
    asked = officer.post("desk/entries/1/edit", fee="5")
    assert (asked.status_code, 'name="reason"' in asked.text) == (400, True)
    own = officer.post("desk/entries/1/edit", fee="5", reason="helps", json=True).json()
    assert (own["fee"], own["fee_reason"], own["due"]) == (5, "helps", 5)


def test_fees_are_a_form_that_keeps_what_was_typed(event_office: MakeEventOffice) -> None:
    officer = with_open_list(event_office)
    wrong = officer.post(
        "desk/fees", amount="x", category1_who="club", category1_amount="-3", discount1_until="soon", discount1_off="5"
    )
    assert wrong.status_code == 400
    assert wrong.text.count('class="wrong"') == 4
    assert 'value="soon"' in wrong.text
    assert officer.post("desk/fees", **FEES, discount2_until="2026-05-01", discount2_off="5").status_code == 303
    rule = officer.get("desk/fees.json").json()["rule"]
    assert rule["categories"] == [{"name": "Juniors", "who": "born >= 2010", "amount": "25/2"}]
    assert rule["discounts"][1] == {"until": "2026-05-01", "less": 5}
    page = officer.get("desk/fees").text
    assert 'value="12.50"' in page
    assert '<option value="born-from" selected>' in page
    assert officer.post("desk/fees", amount="").status_code == 303
    assert officer.get("desk/fees.json").json()["rule"] == {}


def test_fees_add_up_by_category_discount_and_way(event_office: MakeEventOffice) -> None:
    officer = with_open_list(event_office)
    assert officer.post("desk/fees", **FEES).status_code == 303
    born = ("1980", "1990", "2012", "2013")
    for number, year in enumerate(born, 1):
        sex = "f" if number % 2 else "m"
        assert officer.post("desk/entries", player=f"Uno, Ana {number}", born=year, sex=sex).status_code == 303
    officer.post("desk/entries/1/pay", how="card")
    officer.post("desk/entries/3/pay", amount="5")
    officer.post("desk/entries/4/edit", player="Uno, Ana 4", fee="3", reason="helper", yes="1")
    told = officer.get("desk/fees.json").json()
    account, totals = told["account"], told["totals"]
    lines = {line["name"] or line["kind"]: line for line in account["lines"]}
    assert {name: line["players"] for name, line in lines.items()} == {"usual": 2, "Juniors": 1, "own": 1}
    for part in ("due", "paid"):
        assert sum(Fraction(line[part]) for line in lines.values()) == Fraction(totals[part]), part
    off = sum(Fraction(line["off"]) for line in lines.values())
    assert off == sum(Fraction(one["off"]) for one in account["discounts"]) > 0
    assert {way["how"] for way in account["ways"]} == {"card", ""}
    page = officer.get("desk/fees").text
    assert "Juniors</th>" in page
    assert "not said how" in page
    assert "sin decir cómo" in officer.get("desk/fees?lang=es").text


def test_payments_have_a_receipt_in_both_languages(event_office: MakeEventOffice) -> None:
    chief = at_desk(event_office())
    chief.post("desk/fees", **FEES)
    assert chief.get("desk/entries/1/receipt.pdf").status_code == 400
    assert chief.post("desk/entries/1/pay", how="cash").status_code == 303
    sheets = [chief.get(f"desk/entries/1/receipt.pdf?lang={language}").content for language in ("es", "en")]
    assert all(sheet.startswith(b"%PDF") for sheet in sheets)
    assert sheets[0] != sheets[1]
    texts = ["".join(page_texts(sheet)) for sheet in sheets]
    assert "Recibo n.º 1-" in texts[0]
    assert "Receipt no. 1-" in texts[1]
    assert "cash" in texts[1]
    back = chief.post("desk/entries/1/pay", amount="-5")
    assert (back.status_code, "given back" in back.text) == (400, True)
    assert chief.post("desk/entries/1/pay", amount="-5", yes="1", json=True).json()["owed"] == 5
    nothing = at_desk(event_office(), "scorer").post("desk/entries/1/pay", json=True)
    assert nothing.status_code == 403


def test_a_tablet_at_the_door_checks_players_in_and_does_nothing_else(event_office: MakeEventOffice) -> None:
    app = event_office()
    chief = at_desk(app)
    made = chief.post("desk/staff/link", json=True, label="Tablet (hall)", role="door", hours=5).json()
    tablet = at_desk(app, "")
    opened = tablet.visitor.get(f"/t/{SLUG}/link/{made['secret']}", follow_redirects=False)
    assert (opened.status_code, opened.headers["location"]) == (303, f"/t/{SLUG}/door")
    assert "not open yet" in tablet.get("door").text
    chief.post("desk/presence/open")
    page = tablet.get("door").text
    assert 'href="/t/valdeoca-2026/door?entry=3"' in page
    addresses = {part.partition('"')[0] for part in page.split('href="')[1:]} | {
        part.partition('"')[0] for part in page.split('action="')[1:]
    }
    assert {
        address for address in addresses if not address.startswith(("/t/valdeoca-2026/door", "/static/", "#"))
    } == set()
    sure = tablet.get("door?entry=3").text
    tablet.csrf = sure.partition('name="csrf" value="')[2].partition('"')[0]
    assert tablet.post("door/3").status_code == 303
    line = app.state.site.events.open(SLUG).state
    assert line.presence[6] == {3}
    last = next(iter(chief.get("desk/log.json").json()["lines"]))
    assert (last["kind"], last["who"]) == ("presence.marked", f"Tablet (link {made['link']})")
    assert "Welcome" in tablet.get("door").text
    for path, fields in (
        ("desk/presence", {"players": 3, "gone": 1}), ("desk/entries", {"player": "Nobody"}),
        ("desk/results/5", {"board": 1, "result": "1-0"}), ("desk/presence/close", {"then": "pair"}),
    ):  # fmt: skip
        assert tablet.post(path, json=True, **fields).status_code == 403, path
    for page in ("desk", "desk/entries", "desk/presence", "desk/log.json", "desk/contacts"):
        assert tablet.get(page).status_code == 403, page
    chief.post("desk/staff/link/close", link=made["link"])
    assert tablet.get("door").status_code == 403


def test_a_late_player_takes_few_keys_and_a_fee_one_click(event_office: MakeEventOffice, open_event: OpenEvent) -> None:
    """At most ten keys for a late player from the list, one click for a fee; a cell is edited by keyboard, and another
    arbiter's change is not overwritten."""
    app = event_office()
    desk = at_desk(app)
    desk.post("desk/fees", **FEES)
    desk.post("desk/presence/open")
    found = next(one for one in found_players(desk, "zarl") if one not in {row["id"] for row in entries_of(desk)})
    page = open_event("desk/entries", app=app)
    expect(page.locator("#q")).to_be_focused()
    keys = [*found, "Enter"]
    assert len(keys) <= 10
    for key in keys:
        page.keyboard.press(key)
    expect(page.locator("#done")).to_contain_text("from round 6 on")
    state = app.state.site.events.open(SLUG).state
    newest = state.entries[max(state.entries)]
    assert (newest.id, newest.from_round) == (found, 6)
    row = page.locator(f"#e{newest.entry}")
    row.locator(".pay").click()
    expect(row.locator(".money .done")).to_be_visible()
    assert app.state.site.events.open(SLUG).state.entries[newest.entry].paid > 0
    row.locator(".press").click()
    expect(row.locator(".press")).to_have_attribute("aria-pressed", "true")
    assert newest.entry in app.state.site.events.open(SLUG).state.presence[6]
    row.locator(".press").click()
    expect(row.locator(".press")).to_have_attribute("aria-pressed", "false")
    club = row.locator("[data-field=club]")
    club.focus()
    page.keyboard.press("Enter")
    page.keyboard.type("Robleda")
    desk.post(f"desk/entries/{newest.entry}/change", field="club", value="Otero")
    page.keyboard.press("Enter")
    expect(page.locator("#ask")).to_contain_text("Otero")
    page.locator("#ask [value=yes]").click()
    expect(row.locator("[data-field=club]")).to_contain_text("Robleda")
    assert app.state.site.events.open(SLUG).state.entries[newest.entry].club == "Robleda"
    page.locator("#find-entry").fill(newest.name.split(",")[0] + " " + newest.id)
    expect(page.locator("[data-people] tbody tr")).to_have_count(1)
    assert findings(page) == []
    row.locator("[data-menu]").click()
    page.get_by_role("button", name="Misses round 6").click()
    expect(page.locator(".who .tag").filter(has_text="absent, no points")).to_be_visible()


def found_players(desk: AtDesk, query: str) -> list[str]:
    """The ids of the players that the list suggests."""
    return [part.partition('"')[0] for part in desk.get(f"desk/entries/search?q={query}").text.split('data-id="')[1:]]


def test_vcl_128_a_rating_found_elsewhere_is_a_choice_at_the_desk(
    event_office: MakeEventOffice, open_event: OpenEvent
) -> None:
    """A player whom the list of the tournament lacks is not entered at once: the form shows what other lists have."""
    desk = with_open_list(event_office)
    app, id_ = desk.visitor.app, "98003543"
    found = desk.get(f"desk/entries/search?q={id_}").text
    assert f'data-id="{id_}"' not in found, "nobody is entered without a choice"
    assert "unrated here; elsewhere: rapid 1841" in found
    page = open_event(f"../{NEW}/desk/entries", "demo", app=app)
    page.locator("#q").fill(id_)
    page.keyboard.press("Enter")
    expect(page.locator("#e-take option")).to_have_count(2)
    page.locator("#e-take").select_option("rapid")
    assert findings(page) == []
    page.get_by_role("button", name="Enter the player").click()
    expect(page.locator("[data-people] .source")).to_have_text("rapid, taken")
    (row,) = entries_of(desk)
    assert (row["rating"], row["rating_from"], row["rating_list"]) == (1841, "taken-rapid", "fide 2023-02-01")
    refused = desk.post("desk/entries", player="Nadie, Ana", take="blitz")
    assert (refused.status_code, "there is no blitz to take" in refused.text) == (400, True)


@pytest.mark.long
def test_a_player_typed_by_hand_is_told_every_mistake_at_its_field(open_event: OpenEvent) -> None:
    page = open_event("desk/entries")
    page.locator("#by-hand summary").click()
    for field, value in (("player", "Uno, Ana"), ("rating", "many"), ("born", "1600"), ("club", "Peón Pasado")):
        page.locator(f"#e-{field}").fill(value)
    page.get_by_role("button", name="Enter the player").click()
    expect(page.locator("#entry-form .wrong")).to_have_count(2)
    expect(page.locator("#e-rating")).to_be_focused()
    expect(page.locator("#e-club")).to_have_value("Peón Pasado")
    page.locator("#e-rating").fill("1800")
    page.locator("#e-born").fill("1990")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#done")).to_contain_text("Saved.")
    expect(page.locator("#entry-form .wrong")).to_have_count(0)
    expect(page.locator("[data-people]")).to_contain_text("Uno, Ana")


def test_registration_is_accessible_and_fits_a_phone_in_spanish(
    event_office: MakeEventOffice, open_event: OpenEvent
) -> None:
    app = event_office()
    desk = at_desk(app)
    desk.post("desk/fees", **FEES)
    desk.post("desk/presence/open")
    page = open_event("desk", app=app, locale="es-ES", color_scheme="dark")
    paths = ("desk/entries", "desk/entries/1", "desk/fees", "desk/presence", "door", "door?entry=3")
    assert look(page, [f"/t/{SLUG}/{path}" for path in paths]) == NOTHING
