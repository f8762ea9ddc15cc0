"""Events are made in the browser: by a form, by a file of rules, or from another program; papers are printed."""

import datetime as dt
import io
import re
from html.parser import HTMLParser
from typing import Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import expect
from pypdf import PdfReader

from arpad.office.proof.audit import examine
from arpad.tournament.rules import read_rules, rules_file
from places import PROJECT
from web_event import SLUG, AtDesk, MakeEventOffice, OpenEvent, at_desk
from web_journeys import OpenHall

FIELDS = {"name": "Copa", "slug": "copa-2026", "system": "dutch", "rounds": "5", "start": "2026-06-01"}
TAKE_OVER = PROJECT / "tests" / "data" / "tournament" / "takeover-26.trf"


def test_an_arbiter_makes_an_event_and_is_its_chief(event_office: MakeEventOffice) -> None:
    app = event_office()
    arbiter = at_desk(app, "stranger", "copa-2026").visitor
    csrf = at_desk(app, "stranger", "copa-2026")
    made = csrf.visitor.post("/t/new", data=FIELDS | {"csrf": csrf.csrf}, follow_redirects=False)
    assert (made.status_code, made.headers["location"]) == (303, "/t/copa-2026/desk")
    assert csrf.get("desk/entries").status_code == 200
    assert "Copa" in arbiter.get("/t").text
    twice = csrf.visitor.post("/t/new", data=FIELDS | {"csrf": csrf.csrf})
    assert twice.status_code == 400
    assert 'value="Copa"' in twice.text
    assert "choose another slug" in twice.text.partition('id="w-slug"')[2]
    typos = FIELDS | {"name": "", "slug": "Copa 2026", "rounds": "many", "federation": "Spain", "csrf": csrf.csrf}
    refused = csrf.visitor.post("/t/new", data=typos)
    assert refused.status_code == 400
    for field, sentence in (("name", "missing"), ("slug", "valdeoca-2026"), ("rounds", "many"), ("federation", "ESP")):
        assert sentence in refused.text.partition(f'id="w-{field}"')[2].partition("</p>")[0]
    assert 'value="Copa 2026"' in refused.text
    assert 'value="many"' in refused.text
    wrong = csrf.visitor.post("/t/new", data={"csrf": csrf.csrf, "rules": "slug = "})
    assert "has no rules that can be read" in wrong.text
    lines = [line.kind for line in app.state.site.events.lines("copa-2026")]
    assert lines == ["event.created", "staff.added"]


TEMPLATES = ("club-rapid", "weekend-open", "junior", "round-robin", "team-league", "knockout")


def fields_on(page: str) -> dict[str, str]:
    """The fields of the form of the rules, as a browser would send them."""
    form = FieldsOfAPage()
    form.feed(page)
    return form.fields


class FieldsOfAPage(HTMLParser):
    """Reads the fields of the form that looks."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.inside = False
        self.disabled = 0
        self.select = self.area = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = "data-looks" in given
        if tag == "fieldset" and (self.disabled or "disabled" in given):
            self.disabled += 1
        name = given.get("name", "")
        if not self.inside or self.disabled:
            return
        if tag == "input" and (given.get("type") not in ("checkbox", "radio") or "checked" in given):
            self.fields[name] = given.get("value", "")
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select and ("selected" in given or self.select not in self.fields):
            self.fields[self.select] = given.get("value", "")
        elif tag == "textarea":
            self.area, self.fields[name] = name, ""

    def handle_data(self, data: str) -> None:
        if self.area:
            self.fields[self.area] += data

    def handle_endtag(self, tag: str) -> None:
        self.disabled -= tag == "fieldset" and self.disabled > 0
        self.select = "" if tag == "select" else self.select
        self.area = "" if tag == "textarea" else self.area
        self.inside = self.inside and tag != "form"


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_and_a_name_make_an_event(event_office: MakeEventOffice, template: str) -> None:
    arbiter = at_desk(event_office(), "stranger", "copa-del-ano")
    page = arbiter.visitor.get(f"/t/new?template={template}").text
    sent = fields_on(page) | {"name": "Copa del Año", "csrf": arbiter.csrf}
    made = arbiter.visitor.post("/t/new", data=sent, follow_redirects=False)
    assert made.status_code == 303, made.text.partition("wrong-fields")[2][:800]
    slug = made.headers["location"].split("/")[2]
    assert slug.startswith("copa-del-ano")
    again = arbiter.visitor.post("/t/new", data=sent, follow_redirects=False)
    assert again.headers["location"] == f"/t/{slug}-2/desk", "a proposed short name is free"
    rules = arbiter.visitor.get(f"/t/{slug}/desk/rules.json").json()
    must = [finding["key"] for finding in rules["findings"] if finding["severity"] == "error"]
    assert set(must) <= {"start"}, rules["findings"]
    if template == "club-rapid":
        assert rules["rules"]["time_class"] == "rapid"
        assert len(rules["rules"]["schedule"]) == 7
    if template == "junior":
        assert rules["rules"]["groups"]["U8"].startswith("born >= ")
    if template == "team-league":
        assert (rules["rules"]["kind"], rules["rules"].get("boards", 4)) == ("team", 4)


def test_an_event_is_copied_with_its_days_moved_and_pairs_kept_apart(event_office: MakeEventOffice) -> None:
    app = event_office()
    arbiter = at_desk(app, "stranger", "club")
    assert "You have not been chief arbiter" in arbiter.visitor.get("/t/new?template=last").text
    page = arbiter.visitor.get("/t/new?template=weekend-open").text
    apart = {"apart.club": "soft", "apart.federation": "hard", "apart.last": "3", "name": "Club", "slug": "club"}
    assert arbiter.visitor.post("/t/new", data=fields_on(page) | apart | {"csrf": arbiter.csrf}).status_code == 200
    state = app.state.site.events.open("club").state
    assert [(one.group, one.hard, one.last) for one in state.restrictions] == [
        ("club", False, 3),
        ("federation", True, 3),
    ]
    for address in ("/t/new?template=last", "/t/new?from=club"):
        copied = fields_on(arbiter.visitor.get(address).text)
        assert (copied["name"], copied["slug"], copied["apart.club"], copied["schedule.plan"]) == (
            "Club", "", "soft", "hours",
        )  # fmt: skip
        start = dt.date.fromisoformat(copied["start"])
        assert dt.date.fromisoformat(copied["end"]) - start == dt.timedelta(days=2)
    assert at_desk(app, "scorer").visitor.get("/t/new?from=club").status_code == 403
    other = at_desk(app, "demo", "club")
    assert other.visitor.get("/t/new?from=club").status_code == 200, "an officer may"


def test_the_fee_and_the_prizes_are_on_the_page_and_in_a_copy(event_office: MakeEventOffice) -> None:
    arbiter = at_desk(event_office(), "stranger", "copa-2026")
    money = {"fees.amount": "5", "fees.currency": "€", "prizes.amount.1": "30", "prizes.thing.1": "cup"}
    typos = {"fees.amount": "much", "prizes.amount.2": "", "prizes.amount.3": "x", "apart.last": "end", "name": ""}
    refused = arbiter.visitor.post("/t/new", data=FIELDS | money | typos | {"csrf": arbiter.csrf})
    assert refused.status_code == 400
    for field in ("fees.amount", "prizes.amount.2", "prizes.amount.3", "apart.last", "name"):
        assert f'id="w-{field}" role="alert"' in refused.text, field
    for value in ("much", "cup", "x", "end"):
        assert f'value="{value}"' in refused.text
    made = arbiter.visitor.post("/t/new", data=FIELDS | money | {"csrf": arbiter.csrf}, follow_redirects=False)
    assert made.status_code == 303, made.text
    rules = arbiter.get("desk/rules.json").json()["rules"]
    assert rules["fees"] == {"amount": 5, "currency": "€"}
    assert rules["prizes"] == {"system": "hort", "prizes": ["30 + cup"]}
    rest = {"categories": [{"who": "born >= 2010", "amount": 2}]}
    more = {"category": [{"name": "Unrated", "where": "rating = none", "prizes": ["10"]}], "system": "equal"}
    file = rules_file({"fees": rules["fees"] | rest, "prizes": rules["prizes"] | more})
    sent = {"csrf": arbiter.csrf, "file": file}
    assert arbiter.visitor.post("/t/copa-2026/desk/rules/change", data=sent, follow_redirects=False).status_code == 303
    assert "Saved: Fees, Prizes." in arbiter.get("desk/rules").text
    copied = fields_on(arbiter.visitor.get("/t/new?from=copa-2026").text)
    other = copied | {"slug": "otra", "fees.amount": "6", "prizes.amount.2": "15"}
    assert arbiter.visitor.post("/t/new", data=other, follow_redirects=False).status_code == 303
    now = arbiter.visitor.get("/t/otra/desk/rules.json").json()["rules"]
    assert (now["fees"]["amount"], len(now["fees"]["categories"])) == (6, 1)
    assert (now["prizes"]["system"], now["prizes"]["prizes"]) == ("equal", ["30 + cup", "15"])
    assert now["prizes"]["category"][0]["name"] == "Unrated"


def test_a_file_of_rules_fills_in_the_page_and_comes_back(event_office: MakeEventOffice) -> None:
    chief = at_desk(event_office(), "chief")
    file = chief.get("desk/rules/file")
    assert f'filename="{SLUG}.toml"' in file.headers["content-disposition"]
    arbiter = at_desk(event_office(), "stranger", "otro")
    given = {"csrf": arbiter.csrf, "look": "1"}
    filled = arbiter.visitor.post("/t/new", data=given, files={"rules": ("rules.toml", file.content)})
    fields = fields_on(filled.text)
    assert fields["slug"] == SLUG
    before = chief.get("desk/rules.json").json()["rules"]
    made = arbiter.visitor.post("/t/new", data=fields | {"slug": "otro", "csrf": arbiter.csrf}, follow_redirects=False)
    assert made.status_code == 303, made.text.partition("wrong-fields")[2][:800]
    rules = arbiter.get("desk/rules.json").json()["rules"]
    rules.pop("time_zone", None)
    assert read_rules(rules | {"slug": SLUG}) == read_rules(before)
    bad = 'rounds = 0\ncolour = 1\nname = "X"\n'
    wrong = arbiter.visitor.post("/t/new", data=given, files={"rules": ("rules.toml", bad.encode())}).text
    assert "no rule is called colour" in wrong
    assert "0 cannot be used here" in wrong
    unread = arbiter.visitor.post("/t/new", data=given, files={"rules": ("rules.toml", b"slug = ")})
    assert (unread.status_code, "has no rules that can be read" in unread.text) == (400, True)


def change(desk: AtDesk, **typed: str) -> Any:
    """Send the page of the rules as it is, with some fields changed."""
    return send(desk, fields_on(desk.get("desk/rules").text) | {at.replace("__", "."): typed[at] for at in typed})


def send(desk: AtDesk, fields: dict[str, str]) -> Any:
    address = f"/t/{SLUG}/desk/rules/change"
    return desk.visitor.post(address, data=fields | {"csrf": desk.csrf}, follow_redirects=False)


def test_each_rule_is_changed_without_touching_the_others(event_office: MakeEventOffice) -> None:
    app = event_office()
    chief = at_desk(app, "chief")
    before = chief.get("desk/rules.json").json()
    assert change(chief).status_code == 303
    assert chief.get("desk/rules.json").json()["n"] == before["n"], "nothing was changed"
    done = change(chief, city="Valdeoca de Arriba", groups__1__name="U16", groups__1__born_from="2007", live="")
    assert done.status_code == 303
    assert "Saved: City, " in chief.get("desk/rules").text
    now = chief.get("desk/rules.json").json()
    assert now["n"] == before["n"] + 1, "one line"
    expected = {"city": "Valdeoca de Arriba", "groups": {"U16": "born >= 2007"}, "live": False}
    assert now["rules"] == {**before["rules"], **expected}
    page = chief.get("desk/rules").text
    assert f'class="button second" href="/t/{chief.slug}/desk/fees"' in page
    assert "Fixed since round 1 was published." in page
    assert "system" not in fields_on(page), "what is frozen is not sent"
    late = change(chief, rounds="10")
    assert late.status_code == 400
    assert 'name="outside_rules"' in late.text or 'name="reason"' in late.text
    arbiter = at_desk(app, "arbiter")
    assert fields_on(arbiter.get("desk/rules").text).keys() <= {"csrf"}
    assert send(arbiter, {"city": "X"}).status_code == 403


def test_all_mistakes_are_named_at_once_and_what_was_typed_is_kept(event_office: MakeEventOffice) -> None:
    chief = at_desk(event_office(), "chief")
    refused = change(
        chief, federation="Spain", correction_minutes="many", groups__1__rating_from="high", city="Nowhere"
    )
    assert refused.status_code == 400
    for field in ("federation", "correction_minutes", "groups.1.rating_from", "groups.1.name"):
        assert f'id="w-{field}" role="alert"' in refused.text, field
    assert "fields need another look" in refused.text
    for value in ("Spain", "high", "Nowhere"):
        assert f'value="{value}"' in refused.text
    assert chief.get("desk/rules.json").json()["rules"].get("city") != "Nowhere"


def test_a_rule_that_somebody_changed_meanwhile_is_not_overwritten(event_office: MakeEventOffice) -> None:
    chief = at_desk(event_office(), "chief")
    sent = fields_on(chief.get("desk/rules").text)
    assert change(chief, city="First", chief_arbiter="Sol").status_code == 303
    refused = send(chief, sent | {"city": "Second"})
    assert refused.status_code == 400
    assert "somebody changed this meanwhile" in refused.text.partition('id="w-city"')[2]
    again = send(chief, fields_on(refused.text))
    assert again.status_code == 303
    rules = chief.get("desk/rules.json").json()["rules"]
    assert (rules["city"], rules["chief_arbiter"]) == ("Second", "Sol"), "only what was typed here"


def test_the_page_says_what_follows_from_what_was_typed(event_office: MakeEventOffice) -> None:
    arbiter = at_desk(event_office(), "stranger", "copa")
    typed = {"csrf": arbiter.csrf, "look": "1", "name": "Copa", "system": "berger", "time_control": "15+10"}
    looked = arbiter.visitor.post("/t/new", data=typed).text
    assert "15+10 is rapid chess." in looked
    assert 'placeholder="copa"' in looked
    assert "Everybody meets everybody once." in looked
    assert 'value="KS"' in looked
    assert 'value="BH"' not in looked, "forbidden in a round robin"
    table = typed | {"look": "", "tie_breaks.list": "own", "tie_breaks.1": "BH", "tie_breaks.2": "DE", "slug": "copa"}
    refused = arbiter.visitor.post("/t/new", data=table)
    assert 'id="w-tie_breaks.1" role="alert"' in refused.text
    unclear = arbiter.visitor.post("/t/new", data=typed | {"time_control": "by sand glass"}).text
    assert "This time control is not understood." in unclear


def test_no_page_of_the_rules_asks_for_a_file_format(event_office: MakeEventOffice) -> None:
    chief = at_desk(event_office(), "chief")
    officer = at_desk(event_office(), "demo", "otro")
    for lang in ("en", "es"):
        for page in (chief.get(f"desk/rules?lang={lang}"), officer.visitor.get(f"/t/new?lang={lang}")):
            words = re.sub(r"<[^>]+>", " ", page.text)
            assert not re.search(r"TOML|JSON|--[a-z]|\d{4}-\d\d-\d\dT|arpad [a-z]+ ", words), lang
    one = chief.get("do/rule?rule=points", follow_redirects=False)
    assert one.headers["location"] == f"/t/{SLUG}/desk/rules?rule=points#c-points"


def test_an_event_that_has_not_begun_is_deleted(event_office: MakeEventOffice) -> None:
    app = event_office()
    arbiter = at_desk(app, "stranger", "borrador")
    sent = FIELDS | {"slug": "borrador", "csrf": arbiter.csrf}
    assert arbiter.visitor.post("/t/new", data=sent, follow_redirects=False).status_code == 303
    assert arbiter.post("desk/entries", player="Sol, Ana").status_code == 303
    page = arbiter.get("desk/delete").text
    assert "1 player, with mail" in page
    assert arbiter.post("desk/delete").status_code == 400, "it has to be ticked"
    assert at_desk(app, "scorer", "borrador").post("desk/delete", yes="1").status_code == 403
    gone = arbiter.post("desk/delete", yes="1")
    assert (gone.status_code, gone.headers["location"]) == (303, "/t")
    assert arbiter.get("desk").status_code == 404
    assert "borrador" not in app.state.site.events.slugs()
    assert examine(app.state.site.database).wrong == (), "the proof of the office knows that it was deleted"
    assert arbiter.visitor.post("/t/new", data=sent, follow_redirects=False).status_code == 303, "its name is free"
    chief = at_desk(app, "chief")
    assert chief.post("desk/delete", yes="1").status_code == 409
    assert "desk/delete" not in chief.get("desk/rules").text


def test_a_new_club_rapid_takes_three_clicks_and_the_name(halls: OpenHall) -> None:
    hall = halls("sqlite")
    page = hall.opens("/t", "clara")
    clicks = 0
    for step in ("New tournament", "Club rapid"):
        page.get_by_role("link", name=step).first.click()
        clicks += 1
    page.locator("#r-name").fill("Rápido de otoño")
    expect(page.locator("#says-time_control")).to_have_text("10+5 is rapid chess.")
    expect(page.locator("#says-schedule li")).to_have_count(7)
    page.get_by_role("button", name="Make the tournament").click()
    clicks += 1
    page.wait_for_url("**/desk")
    assert clicks <= 6
    state = hall.state(page.url.split("/")[-2])
    assert (state.event_rules.time_class, state.event_rules.rounds, len(state.event_rules.schedule)) == ("rapid", 7, 7)


def test_what_follows_is_shown_at_once_in_a_browser(halls: OpenHall) -> None:
    hall = halls("sqlite")
    page = hall.opens("/t/new", "clara", 390)
    page.locator("#r-name").fill("Copa Ñ")
    page.locator("#r-time_control").fill("3+2")
    expect(page.locator("#says-time_control")).to_have_text("3+2 is blitz.")
    expect(page.locator("#r-slug")).to_have_attribute("placeholder", "copa-n")
    page.locator("#r-system").select_option("berger")
    expect(page.locator("#says-system")).to_contain_text("Everybody meets everybody once.")
    page.locator("[id='r-tie_breaks.own']").check()
    first, second = page.locator("[id='r-tie_breaks.1']"), page.locator("[id='r-tie_breaks.2']")
    expect(first.locator("option[value=BH]")).to_have_count(0)
    first.select_option("SB")
    second.select_option("KS")
    expect(page.locator(".own-list .means").first).to_contain_text("opponents beaten")
    page.get_by_role("button", name="Up: 2").click()
    expect(first).to_have_value("KS")
    expect(second).to_have_value("SB")
    expect(page.locator("#s-teams")).to_be_hidden()
    page.locator("#r-kind").select_option("team")
    expect(page.locator("#s-teams")).to_be_visible()


def test_a_reader_makes_none(event_office: MakeEventOffice) -> None:
    scorer = at_desk(event_office(), "scorer")
    assert scorer.visitor.get("/t/new").status_code == 403
    sent = scorer.visitor.post("/t/new", data=FIELDS | {"csrf": scorer.csrf})
    assert sent.status_code == 403


def test_an_event_is_taken_over_in_the_middle_of_a_round(event_office: MakeEventOffice) -> None:
    officer = at_desk(event_office(), "demo", "otro")
    given = {"csrf": officer.csrf, "slug": "otro", "system": "dutch-2017", "yes": "1"}
    sent = officer.visitor.post(
        "/t/take-over", data=given, files={"file": TAKE_OVER.read_bytes()}, follow_redirects=False
    )
    assert sent.status_code == 303, sent.text
    assert officer.get("desk.json").json()["round"] == 5
    nothing = officer.visitor.post("/t/take-over", data=given | {"slug": "x"}, files={"file": b"nothing"})
    assert nothing.status_code == 400
    assert 'role="alert"' in nothing.text
    assert 'name="report"' not in nothing.text, "another file is needed"


def test_a_file_is_looked_at_and_taken_over_with_other_rules(event_office: MakeEventOffice) -> None:
    officer = at_desk(event_office(), "demo", "otro")
    sent = {"csrf": officer.csrf, "slug": "otro", "look": "1"}
    looked = officer.visitor.post("/t/take-over", data=sent, files={"file": ("open.trf", TAKE_OVER.read_bytes())})
    assert looked.status_code == 200
    assert "open.trf: 60 players, 5 of 9 rounds paired." in looked.text
    assert "No round departs from its system." in looked.text
    assert "they are adjourned (3-20)" in looked.text
    fields = fields_on(looked.text)
    assert (fields["city"], fields["rounds"], fields["system"]) == ("Valdeoca", "9", "dutch-2017")
    typos = fields | {"rounds": "many", "federation": "Spain", "city": "Nowhere"}
    refused = officer.visitor.post("/t/take-over", data=typos)
    assert refused.status_code == 400
    for field in ("rounds", "federation"):
        assert f'id="w-{field}" role="alert"' in refused.text, field
    kept = fields_on(refused.text)
    assert (kept["rounds"], kept["federation"], kept["city"]) == ("many", "Spain", "Nowhere")
    right = {"rounds": "9", "federation": "ESP", "default_minutes": "15", "tie_breaks.list": "rated"}
    other = officer.visitor.post("/t/take-over", data=kept | right | {"system": "dubov"})
    assert 'id="w-system" role="alert"' in other.text, "the report says another one"
    kept = fields_on(other.text) | {"system": "dutch-2017"}
    made = officer.visitor.post("/t/take-over", data=kept, follow_redirects=False)
    assert (made.status_code, made.headers["location"]) == (303, "/t/otro/desk"), made.text
    rules = officer.get("desk/rules.json").json()["rules"]
    assert (rules["city"], rules["default_minutes"], rules["tie_breaks"][0]) == ("Nowhere", 15, "BH/C1")
    assert (rules["time_control"], rules["chief_arbiter"]) == ("90+30", "Clara Arbizo"), "as the file says"


def test_where_a_file_departs_is_said_before_it_is_taken_over(event_office: MakeEventOffice) -> None:
    officer = at_desk(event_office(), "demo", "otro")
    sent = {"csrf": officer.csrf, "slug": "otro", "rounds": "9", "look": "1"}
    file = (TAKE_OVER.parent / "takeover-16.trf").read_bytes()
    looked = officer.visitor.post("/t/take-over", data=sent, files={"file": ("open.trf", file)})
    assert (looked.status_code, "Round 5: " in looked.text) == (200, True)
    assert "departs from the rules" in looked.text
    fields = fields_on(looked.text) | {"city": "Nowhere"}
    asked = officer.visitor.post("/t/take-over", data=fields)
    assert (asked.status_code, "Round 5: " in asked.text) == (400, True)
    assert fields_on(asked.text)["city"] == "Nowhere"
    made = officer.visitor.post("/t/take-over", data=fields_on(asked.text) | {"yes": "1"}, follow_redirects=False)
    assert made.status_code == 303, made.text
    assert officer.get("desk/rules.json").json()["rules"]["city"] == "Nowhere"


def test_the_desk_names_the_places_that_the_table_does_not_give(event_office: MakeEventOffice) -> None:
    officer = at_desk(event_office(), "demo", "places")
    data = (TAKE_OVER.parent / "places-contradicted.trf").read_bytes()
    given = {"csrf": officer.csrf, "slug": "places", "yes": "1"}
    page = officer.visitor.post("/t/take-over", data=given, files={"file": data})
    assert "The file printed 2 places that the table does not give" in page.text
    assert "2. Player 02, Test: 1 in the file, 2 in the table" in page.text
    assert officer.get("desk.json").json()["other_places"][0] == {
        "number": 1, "name": "Player 01, Test", "printed": 2, "place": 1,
    }  # fmt: skip
    for path in ("draw", "publish"):
        assert officer.post(f"desk/round/3/{path}", yes="1", reason="-", outside_rules="1").status_code in (200, 303)
    assert officer.get("desk.json").json()["other_places"] == []
    assert "that the table does not give" not in officer.get("desk").text


def test_the_desk_says_which_rules_made_the_rounds_of_the_file(event_office: MakeEventOffice) -> None:
    officer = at_desk(event_office(), "demo", "hand")
    data = (TAKE_OVER.parent.parent / "swiss_manager" / "a14-swiss-colours-by-hand.TUNX").read_bytes()
    given = {"csrf": officer.csrf, "slug": "hand", "rounds": "7", "yes": "1"}
    page = officer.visitor.post("/t/take-over", data=given, files={"file": ("hand.TUNX", data)})
    assert "Round 1: both editions." in page.text
    assert "Round 6: by hand." in page.text
    rounds = officer.get("desk.json").json()["imported_rounds"]
    assert rounds[5] == {"round": 6, "fits": [], "explained_by": "by-hand", "verdict": "by hand"}
    assert officer.get("desk.json?lang=es").json()["imported_rounds"][5]["verdict"] == "a mano"
    assert "Ronda 6: a mano." in officer.get("desk").text
    assert "imported_rounds" not in officer.visitor.get("/t/hand.json").text


def taken_over(app: FastAPI, name: str) -> AtDesk:
    """An officer at the desk of an event that was taken over from a small file."""
    officer = at_desk(app, "demo", "away")
    given = {"csrf": officer.csrf, "slug": "away", "yes": "1"}
    data = (TAKE_OVER.parent / f"{name}.trf").read_bytes()
    sent = officer.visitor.post("/t/take-over", data=given, files={"file": data}, follow_redirects=False)
    assert sent.status_code == 303
    return officer


def test_a_player_who_was_announced_as_away_comes_back_at_the_desk(event_office: MakeEventOffice) -> None:
    officer = taken_over(event_office(), "announced-away")
    assert "do/return?entry=4" not in officer.get("desk/entries/4").text
    for entry in (5, 6):
        assert f"do/return?entry={entry}" in officer.get(f"desk/entries/{entry}").text
        assert officer.post(f"desk/entries/{entry}/return", yes="1").status_code == 303
        assert officer.get(f"desk/entries/{entry}.json").json()["absences"] == {}
    assert officer.post("desk/round/2/draw", yes="1").status_code == 303
    assert officer.get("desk/round/2.json").json()["absent"] == []


def test_a_team_that_was_announced_as_away_comes_back_at_the_desk(event_office: MakeEventOffice) -> None:
    officer = taken_over(event_office(), "announced-away-teams")
    page = officer.get("desk/teams").text
    assert [f"do/team-return?team={team}" in page for team in (1, 2, 3, 4)] == [False, False, True, True]
    assert "Round 3, absent, no points" in page
    public = officer.visitor.get("/t/away/teams.json").json()["teams"]
    assert [one["absences"] for one in public] == [{}] * 4, "what is to come is for the arbiters"
    assert officer.post("desk/teams/4/absent", round=3, kind="none").status_code == 303
    assert officer.post("desk/teams/3/return", yes="1").status_code == 303
    teams = officer.get("desk/teams.json").json()["teams"]
    assert [(one["withdrawn_from"], one["absences"]) for one in teams] == [(None, {})] * 4
    assert officer.post("desk/round/3/draw", yes="1").status_code == 303


def test_a_refused_take_over_still_has_its_file(event_office: MakeEventOffice) -> None:
    officer = at_desk(event_office(), "demo", "otro")
    sent = {"file": ("open.trf", TAKE_OVER.read_bytes(), "text/plain")}
    for field, value in (("rounds", "many"), ("slug", "Not a slug"), ("system", "chess")):
        given = {"csrf": officer.csrf, "slug": "otro", field: value}
        refused = officer.visitor.post("/t/take-over", data=given, files=sent)
        assert refused.status_code == 400
        assert f'id="w-{field}" role="alert"' in refused.text, field
        assert "The file open.trf is still here." in refused.text
    carried = refused.text.partition('name="report" value="')[2].partition('"')[0]
    again = {"csrf": officer.csrf, "slug": "otro", "system": "dutch-2017", "yes": "1", "report": carried}
    made = officer.visitor.post("/t/take-over", data=again | {"file_name": "open.trf"}, follow_redirects=False)
    assert made.status_code == 303, made.text
    assert officer.visitor.post("/t/take-over", data={"csrf": officer.csrf}).status_code == 400


def test_every_paper_has_its_button_at_the_right_on_a_phone(open_event: OpenEvent) -> None:
    page = open_event("desk/print", "demo", 390, locale="es-ES")
    edges = page.locator(".papers button").evaluate_all(
        "all => all.map(one => Math.round(one.getBoundingClientRect().right))"
    )
    assert len(edges) > 10
    assert len(set(edges)) == 1
    tops = page.locator(".papers li").evaluate_all(
        "all => all.map(one => one.querySelector('button').getBoundingClientRect().top"
        " < one.querySelector('div').getBoundingClientRect().bottom)"
    )
    assert all(tops), "beside what can be chosen, not below it"


def test_papers_are_printed(event_office: MakeEventOffice) -> None:
    app = event_office()
    arbiter = at_desk(app, "arbiter")
    page = arbiter.get("desk/print").text
    assert "Pairings by name" in page
    paper = arbiter.get("desk/print/pairings.pdf?round=5&both=1")
    assert paper.headers["content-type"] == "application/pdf"
    assert "Erbina" in "".join(one.extract_text() for one in PdfReader(io.BytesIO(paper.content)).pages)
    visitor = at_desk(app, "")
    assert visitor.get("print/pairings.pdf?round=5").status_code == 200
    assert visitor.get("print/badges.pdf").status_code == 403
    assert visitor.get("desk/print/badges.pdf", follow_redirects=False).status_code in (303, 401)
    assert SLUG in paper.headers["content-disposition"]
