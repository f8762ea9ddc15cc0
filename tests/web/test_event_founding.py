"""Events are made in the browser: by a form, by a file of rules, or from another program; papers are printed."""

import io

from fastapi import FastAPI
from pypdf import PdfReader

from places import PROJECT
from web_event import SLUG, AtDesk, MakeEventOffice, OpenEvent, at_desk

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
    for field, sentence in (("name", "Name"), ("slug", "valdeoca-2026"), ("rounds", "many"), ("federation", "ESP")):
        assert sentence in refused.text.partition(f'id="w-{field}"')[2].partition("</p>")[0]
    assert 'value="Copa 2026"' in refused.text
    assert 'value="many"' in refused.text
    wrong = csrf.visitor.post("/t/new", data={"csrf": csrf.csrf, "rules": "slug = "})
    assert "cannot be read" in wrong.text
    lines = [line.kind for line in app.state.site.events.lines("copa-2026")]
    assert lines == ["event.created", "staff.added"]


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
    assert 'role="alert"' in nothing.text.partition('action="/t/new"')[2], "at the form that was sent"
    assert 'name="report"' not in nothing.text, "another file is needed"


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
        assert f'id="tw-{field}" role="alert"' in refused.text, field
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
