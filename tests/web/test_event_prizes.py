"""The prizes of an event on its pages: announced for everybody, shared after the last round, renounced at the desk."""

from typing import TYPE_CHECKING, Any

import pytest

from arpad.i18n import LANGUAGES
from arpad.tournament.acts.event import SetPrizes, SetRule
from visitor import TestClient
from web_demo import NOW
from web_event import SLUG, TOWN, MakeEventOffice, OpenEvent, at_desk
from web_findings import NOTHING, look

if TYPE_CHECKING:
    from fastapi import FastAPI

PRIZES = {
    "system": "hort",
    "prizes": ["300 + Cup", "200", "100"],
    "category": [{"name": "Women", "where": "sex = f", "prizes": ["50", "+ Book"]}],
}


def announced(make: MakeEventOffice) -> "FastAPI":
    """An office whose event has announced prizes."""
    app = make()
    app.state.site.events.act(SLUG, SetPrizes(PRIZES), TOWN, NOW)
    return app


def test_everybody_sees_what_was_announced_and_the_staff_who_would_have_it(event_office: MakeEventOffice) -> None:
    app = announced(event_office)
    chief = at_desk(app)
    nobody = at_desk(app, "")
    page = nobody.get("prizes").text
    assert "300.00 EUR + Cup" in page
    assert "Women" in page
    assert nobody.get("prizes.json").json()["table"] is None
    assert f'href="/t/{SLUG}/prizes"' in nobody.get("").text
    desk = chief.get("desk/prizes")
    assert desk.status_code == 200
    assert "Provisional" in desk.text
    assert "half by place and half equally" in desk.text
    table = chief.get("desk/prizes.json").json()["table"]
    assert table["provisional"]
    assert table["prizes"][0]["rank"] == 1
    assert table["prizes"][0]["things"] == ["Cup"]
    assert chief.get("desk/print/prizes.pdf").content.startswith(b"%PDF")
    assert nobody.get("desk/prizes", follow_redirects=False).status_code == 303


def test_somebody_renounces_a_prize_with_a_reason(event_office: MakeEventOffice) -> None:
    chief = at_desk(announced(event_office))
    first = chief.get("desk/prizes.json").json()["table"]["prizes"][0]
    asked = chief.post(f"desk/prizes/{first['entry']}/renounce", what="all")
    assert asked.status_code == 409 or "reason" in asked.text
    done = chief.post(f"desk/prizes/{first['entry']}/renounce", what="all", reason="gives it to the club", yes="1")
    assert [done.status_code, done.headers["location"]] == [303, f"/t/{SLUG}/desk/prizes"]
    after = chief.get("desk/prizes.json").json()["table"]["prizes"]
    assert [after[0]["given_up"], after[0]["amount"], after[1]["things"]] == ["all", "0.00", ["Cup"]]
    assert "Renounced all prizes." in chief.get("desk/prizes").text


def test_an_event_without_prizes_says_so(event_office: MakeEventOffice) -> None:
    app = event_office()
    nobody = at_desk(app, "")
    assert nobody.get("prizes").status_code == 404
    assert f'href="/t/{SLUG}/prizes"' not in nobody.get("").text
    assert "No prizes are announced yet." in at_desk(app).get("desk/prizes").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages(event_office: MakeEventOffice, language: str) -> None:
    app = announced(event_office)
    visitor = TestClient(app, headers={"accept-language": language})
    money = {"en": "300.00 EUR + Cup", "es": "300,00 EUR + Cup"}[language]
    assert money in visitor.get(f"/t/{SLUG}/prizes").text


FORM: dict[str, Any] = {
    "currency": "EUR", "system": "hort", "policy": "main-first", "amount.1": "300", "thing.1": "Cup",
    "amount.2": "150,50", "amount.3": "", "thing.3": "Book", "name.1": "Women", "group.1": "women",
    "prizes.1": "50\n20 + Book\nMedal", "by.1": "rank", "name.2": "", "group.2": "", "prizes.2": "",
}  # fmt: skip


def test_the_chief_announces_prizes_in_a_form(event_office: MakeEventOffice) -> None:
    app = event_office()
    app.state.site.events.act(SLUG, SetRule("groups.women", "sex = f"), TOWN, NOW)
    chief = at_desk(app)
    assert '<option value="women"' in chief.get("desk/prizes").text
    assert chief.post("desk/prizes", **FORM).status_code == 303
    rules = app.state.site.events.open(SLUG).state.event_rules
    assert rules.prizes == {
        "system": "hort",
        "prizes": ["300 + Cup", "150,50", "+ Book"],
        "category": [{"name": "Women", "group": "women", "prizes": ["50", "20 + Book", "+ Medal"]}],
    }
    page = chief.get("desk/prizes").text
    for shown in ('value="300"', 'value="Cup"', 'value="150,50"', "50\n20 + Book\nMedal</textarea>"):
        assert shown in page
    assert "150.50 EUR" in page
    assert chief.post("desk/prizes", **FORM).status_code == 303, "the same again"
    assert chief.post("desk/prizes", currency="EUR", system="hort").status_code == 303
    assert not app.state.site.events.open(SLUG).state.event_rules.prizes


def test_a_refused_form_names_every_mistake_and_keeps_what_was_typed(event_office: MakeEventOffice) -> None:
    app = event_office()
    chief = at_desk(app)
    wrong: dict[str, Any] = {"amount.1": "many", "amount.2": "", "thing.2": "", "amount.3": "10",
             "group.1": "nobody", "unit": "0,001",
             "places": "-3", "name.2": "Women", "prizes.2": ""}  # fmt: skip
    page = chief.post("desk/prizes", **FORM | wrong)
    assert page.status_code == 400
    for field in ("amount.1", "amount.2", "group.1", "unit", "places", "name.2", "prizes.2"):
        assert f'id="w-{field}" role="alert"' in page.text, field
    assert 'value="many"' in page.text
    assert 'value="-3"' in page.text
    assert not app.state.site.events.open(SLUG).state.event_rules.prizes
    more = chief.post("desk/prizes", **FORM, more="1")
    assert more.status_code == 200
    assert 'name="amount.7"' in more.text
    assert at_desk(app, "arbiter").post("desk/prizes", **FORM).status_code == 403
    assert (
        "form" not in at_desk(app, "arbiter").get("desk/prizes").text.partition("<main")[2].partition("prize-rows")[1]
    )


def test_the_pages_of_prizes_are_accessible_and_fit_a_phone(
    open_event: OpenEvent, event_office: MakeEventOffice
) -> None:
    app = event_office()
    events = app.state.site.events
    events.act(SLUG, SetRule("groups.women", "sex = f"), TOWN, NOW)
    category = {"name": "Women", "group": "women", "prizes": ["50", "+ Book"]}
    events.act(SLUG, SetPrizes({"system": "hort", "prizes": ["300 + Cup"], "category": [category]}), TOWN, NOW)
    page = open_event("desk/prizes", "demo", app=app)
    addresses = [f"/t/{SLUG}/{part}" for part in ("desk/prizes", "prizes", "do/renounce?entry=1")]
    assert look(page, [*addresses, "/office/hall"]) == NOTHING
