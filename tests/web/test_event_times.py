"""Everything at the desk, on pages and on screens of an event is in its own time zone, and says so."""

import datetime as dt

from arpad.office.storage.database import set_office_zone
from arpad.office.storage.log_table import log_entries
from arpad.tournament.acts.event import SetRule
from arpad.tournament.acts.rounds import Start
from office_rows import BY
from web_demo import NOW
from web_event import SLUG, TOWN, MakeEventOffice, at_desk

MADRID = "Europe/Madrid"
STARTED = "2023-03-02T12:00:00+00:00"
"""13:00 in Madrid; the default time of the event is 30 minutes."""


def test_desk_pages_and_clock_show_the_time_of_the_event(event_office: MakeEventOffice) -> None:
    app = event_office()
    events = app.state.site.events
    events.act(SLUG, SetRule("time_zone", MADRID), TOWN, NOW)
    events.act(SLUG, Start(5, STARTED), TOWN, NOW)
    chief = at_desk(app, "chief")
    for page in ("desk/results/5", "desk/results/5/absent"):
        shown = chief.get(page).text
        assert "13:30" in shown, page
        assert "12:30" not in shown, page
        assert f"All times: {MADRID}." in shown, page
    assert "13:00" in chief.get("desk/round/5").text
    assert "13:00" in chief.get("desk/log").text
    clock = chief.get("screen/clock").text
    assert MADRID in clock
    assert "13:00" in clock
    assert "13:30" in clock
    for page in ("", "round/5", "desk", "desk/staff", "desk/rules", "standings"):
        assert f"All times: {MADRID}." in chief.get(page).text, page
    document = chief.get("desk/results/5.json").json()
    assert (document["default_time"], document["time_zone"]) == ("2023-03-02T12:30:00+00:00", MADRID)
    assert chief.visitor.get(f"/t/{SLUG}.json").json()["time_zone"] == MADRID


def test_an_event_without_a_zone_says_that_its_times_are_utc(event_office: MakeEventOffice) -> None:
    chief = at_desk(event_office(), "chief")
    shown = chief.get("desk/log").text
    assert "This event names no time zone." in shown
    assert "all other times: UTC" in shown
    assert "desk/rules?rule=time_zone#c-time_zone" in shown, "the chief arbiter can name it at once"
    assert "do/rule" not in at_desk(event_office(), "scorer").get("desk").text


def test_a_new_event_is_offered_the_zone_of_the_office(event_office: MakeEventOffice) -> None:
    app = event_office()
    set_office_zone(app.state.site.database, "Atlantic/Canary", BY)
    officer = at_desk(app, "demo", "copa")
    form = officer.visitor.get("/t/new").text
    assert 'value="Atlantic/Canary" list="zones"' in form
    given = {"csrf": officer.csrf, "name": "Copa", "slug": "copa", "system": "dutch", "rounds": "5"}
    wrong = officer.visitor.post("/t/new", data=given | {"time_zone": "Madrid"})
    assert wrong.status_code == 400
    assert MADRID in wrong.text.partition('id="w-time_zone"')[2].partition("</p>")[0]
    made = officer.visitor.post("/t/new", data=given | {"time_zone": MADRID}, follow_redirects=False)
    assert made.status_code == 303
    assert officer.get("desk.json").json()["time_zone"] == MADRID
    officer.visitor.post("/t/new", data=given | {"slug": "copa-2"}, follow_redirects=False)
    assert app.state.site.events.open("copa-2").state.event_rules.time_zone == "Atlantic/Canary"


def test_officers_set_the_zone_of_the_office(event_office: MakeEventOffice) -> None:
    app = event_office()
    officer = at_desk(app, "demo")
    sent = officer.visitor.post("/office/time-zone", data={"csrf": officer.csrf, "time_zone": "europe/madrid"})
    assert sent.status_code == 200
    assert 'value="Europe/Madrid"' in officer.visitor.get("/office/accounts").text
    with app.state.site.database.reading() as connection:
        assert [line.details["zone"] for line in log_entries(connection) if line.action == "time-zone"] == [MADRID]
    wrong = officer.visitor.post("/office/time-zone", data={"csrf": officer.csrf, "time_zone": "Madrid"})
    assert wrong.status_code == 400
    assert MADRID in wrong.text
    scorer = at_desk(app, "scorer")
    assert scorer.visitor.post("/office/time-zone", data={"csrf": scorer.csrf, "time_zone": "UTC"}).status_code == 403


def test_the_offices_own_pages_are_in_its_zone_and_name_it(event_office: MakeEventOffice) -> None:
    app = event_office()
    database = app.state.site.database
    officer = at_desk(app, "demo").visitor
    pages = ("/office/log", "/office/me", "/office/tokens")
    assert "When (UTC)" in officer.get(pages[0]).text
    set_office_zone(database, "Asia/Tokyo", BY)
    with database.reading() as connection:
        *_, last = log_entries(connection)
    shown = officer.get(pages[0]).text
    assert "When (Asia/Tokyo)" in shown
    assert f"{last.at + dt.timedelta(hours=9):%H:%M}</span>" in shown
    for page in pages[1:]:
        answer = officer.get(page)
        assert (answer.status_code, "(UTC)" in answer.text) == (200, False), page
    assert "Cuándo (Asia/Tokyo)" in officer.get(f"{pages[0]}?lang=es").text
