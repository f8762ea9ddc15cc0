"""Players at the desk: entered from the list or by hand, changed, absent, gone and back; presence at the door."""

from typing import Any

from arpad.tournament.acts.event import Create
from web_demo import NOW
from web_event import SLUG, TOWN, AtDesk, MakeEventOffice, at_desk

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
    assert "Fees paid: 75" in page
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
