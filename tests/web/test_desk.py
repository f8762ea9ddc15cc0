"""The officers' desk on the web: who may do what, every action once, and what programs are answered."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from arpad.i18n import LANGUAGES
from arpad.office.proof.audit_findings import Examination
from arpad.office.storage.schema import REVISION
from arpad.release import __version__
from cli_office_town import REPORTS
from web_desk_office import JSON, Visitor, file, hidden, make_town, open_town

FACTS = {"registered": "2024-06-01", "hybrid": "no"}
WHY = {"reason": "the scoresheet"}
PAGES = (
    "/office", "/office/events", "/office/events/1", "/office/lists", "/office/lists/2024-08",
    "/office/lists/2024-07", "/office/lists/2024-09", "/office/decisions", "/office/log", "/office/verify",
    "/office/verify?period=2024-08", "/office/tokens", "/office/scale", "/office/studies", "/office/studies/floor-1400",
    "/office/compare", "/office/compare?first=fide-2022&second=fide-2024",
    "/office/lists/2024-08/players/101", "/office/me", "/office/me/password", "/office/me/second-factor",
)  # fmt: skip
FOR_ARBITERS = ("/office/register", "/office/submit", "/office/submit?event=1")
FOR_OFFICERS = (
    "/office/lists/2024-09/closing",
    *(f"/office/events/1/{action}" for action in ("correct", "identify", "facts", "base", "withdraw")),
    *(f"/office/decide/{action}" for action in ("person", "rating", "merge", "unmerge", "exclude", "readmit", "undo")),
)  # fmt: skip

FOR_AUDITORS = (
    "/office/accounts", "/office/accounts/tokens", "/office/accounts/sign-ins", "/office/events/1/reports/1",
)  # fmt: skip
FOR_ADMINISTRATORS = ("/office/accounts/new", "/office/accounts/password?name=arbiter")


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_town(tmp_path_factory.mktemp("town"))


@pytest.fixture
def app(town: Path, tmp_path: Path) -> FastAPI:
    return open_town(town, tmp_path)


@pytest.fixture
def officer(app: FastAPI) -> Visitor:
    return Visitor(app, "officer")


def _versions(visitor: Visitor) -> list[tuple[str, int, str]]:
    return [(event["period"], event["version"], event["state"]) for event in visitor.json("/office/lists.json")]


# ------------------------------------------------------------------ who may enter


def test_a_stranger_is_asked_to_sign_in(app: FastAPI) -> None:
    stranger = Visitor(app)
    answer = stranger.client.get("/office/events")
    assert (answer.status_code, answer.headers["location"]) == (303, "/login?next=/office/events")
    answer = stranger.client.get("/office/events.json")
    assert (answer.status_code, answer.json()["status"]) == (401, 401)
    answer = stranger.client.post("/office/lists/2024-09/close", headers=JSON)
    assert answer.status_code == 401
    answer = stranger.client.post("/office/register", headers={"authorization": "Bearer nobody", **JSON})
    assert answer.status_code == 401


def test_a_wrong_password_is_refused_and_too_many_must_wait(app: FastAPI) -> None:
    visitor = Visitor(app)
    for _ in range(5):
        assert visitor.sign_in("officer", "not the password").status_code == 401
    assert visitor.sign_in("officer").status_code == 429


def test_a_form_of_another_site_is_refused(app: FastAPI, officer: Visitor) -> None:
    for csrf in ({}, {"csrf": ""}, {"csrf": "guessed"}, {"csrf": Visitor(app, "arbiter").csrf("/office")}):
        answer = officer.client.post("/office/lists/2024-09/close", data=csrf)
        assert answer.status_code == 403
    assert _versions(officer)[0] == ("2024-08-01", 1, "published")


def test_each_role_sees_its_pages(app: FastAPI, officer: Visitor) -> None:
    arbiter, reader = Visitor(app, "arbiter"), Visitor(app, "read-only")
    for path in PAGES:
        reader.page(path)
    for path in FOR_ARBITERS:
        arbiter.page(path)
        reader.page(path, 403)
    auditor, administrator = Visitor(app, "auditor"), Visitor(app, "administrator")
    for path in FOR_OFFICERS:
        officer.page(path)
        for other in (arbiter, auditor):
            other.page(path, 403)
    for path in FOR_AUDITORS:
        for one in (auditor, officer, administrator):
            one.page(path)
        for other in (arbiter, reader):
            other.page(path, 403)
    for path in (*FOR_ADMINISTRATORS, *FOR_OFFICERS):
        administrator.page(path)
    for path in FOR_ADMINISTRATORS:
        for other in (officer, auditor, arbiter):
            other.page(path, 403)
    assert "/office/accounts" not in reader.page("/office")
    assert "/office/lists/2024-09/close" not in arbiter.page("/office/lists/2024-09")


def test_each_role_may_do_what_is_its_own(app: FastAPI) -> None:
    arbiter, reader = Visitor(app, "arbiter"), Visitor(app, "read-only")
    announced = {"name": "Night Cup", "start": "2024-08-20", **FACTS}
    assert reader.send("/office/register", announced).status_code == 403
    assert reader.send("/office/submit", FACTS, files=file("august.trf")).status_code == 403
    assert arbiter.done("/office/register", announced) == "/office/events/2?done=registered"
    assert arbiter.done("/office/submit", FACTS, files=file("august.trf")) == "/office/events/3?done=accepted"
    own = arbiter.json("/office.json")["own"]
    assert [event["name"] for event in own] == ["August Cup", "Night Cup"]
    for path in ("/office/lists/2024-09/close", "/office/events/1/withdraw", "/office/decide/merge",
                 "/office/accounts/new"):  # fmt: skip
        assert arbiter.send(path, WHY).status_code == 403, path


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_opens_in_both_languages(app: FastAPI, language: str) -> None:
    administrator = Visitor(app, "administrator")
    pages = (*PAGES, *FOR_ARBITERS, *FOR_OFFICERS, *FOR_AUDITORS[:3], *FOR_ADMINISTRATORS, "/api")
    for path in pages:
        page = administrator.page(path, language=language)
        assert f'<html lang="{language}">' in page
        assert "style=" not in page
        assert "onclick" not in page


# ------------------------------------------------------------------ events and reports


def test_an_event_is_registered_and_its_report_handed_in(officer: Visitor) -> None:
    missing = officer.refused("/office/register", {"name": " ", "start": "2024-08-05", "city": "Soria"})
    assert 'value="Soria"' in missing
    wrong = officer.refused("/office/register", {"name": "August Cup", "start": "5 August", "federation": "Spain"})
    assert 'value="August Cup"' in wrong
    assert "First day: “5 August”" in wrong
    more = {"norms": "no", "league": "true", "rounds_per_day": "1", "arbiter": "yes", "format": "round-robin"}
    announced = {"name": "August Cup", "start": "2024-08-05", "end": "2024-08-07", "federation": "esp", **FACTS, **more}
    assert officer.done("/office/register", announced) == "/office/events/2?done=registered"
    found = officer.json("/office/events/2.json")
    assert (found["state"], found["federation"], found["facts"]["system"]) == ("registered", "ESP", "round-robin")
    facts = found["facts"]["facts"]
    assert (facts["norms"], facts["league"], facts["rounds_per_day"], facts["hybrid"]) == (False, True, 1, False)
    assert facts["arbiter_titled"] is facts["arbiters_licensed"] is True
    assert [event["id"] for event in officer.json("/office.json")["registered"]] == [2]
    assert officer.done("/office/submit", {"event": "2"}, files=file("august.trf")) == "/office/events/2?done=accepted"
    assert "The report is accepted." in officer.page("/office/events/2?done=accepted")
    assert [event["id"] for event in officer.json("/office.json")["due"]] == [2]


def test_a_report_that_may_not_be_rated_is_shown_with_what_was_found(officer: Visitor) -> None:
    assert officer.done("/office/submit", FACTS, files=file("stranger.trf")) == "/office/events/2?done=refused"
    assert "belongs to Diez, David" in officer.page("/office/events/2")
    assert [event["id"] for event in officer.json("/office.json")["refused"]] == [2]
    table = officer.client.get("/office/events.csv?state=refused").text.splitlines()
    assert [line.split(",")[:2] for line in table[1:]] == [["2", "Stranger"]]


def test_a_report_that_cannot_be_read_leaves_the_form_as_it_was(officer: Visitor) -> None:
    for content in (b"", b"PK\x03\x04 no report", b"\xff\xfe\x00"):
        page = officer.refused("/office/submit", {"received": "2024-08-09"}, files={"file": ("x.trf", content)})
        assert 'value="2024-08-09"' in page
    assert "as event 1" in officer.refused("/office/submit", files=file("july.trf"))
    assert "file" in officer.refused("/office/submit", FACTS)
    assert len(officer.json("/office/events.json")) == 1


def test_names_of_a_report_are_no_markup(officer: Visitor) -> None:
    hostile = REPORTS["august.trf"].replace("August Cup", "<script>alert(1)</script>")
    officer.done("/office/submit", FACTS, files={"file": ("x.trf", hostile.encode())})
    for path in ("/office", "/office/events", "/office/events/2", "/office/events/2/withdraw", "/office/log"):
        page = officer.page(path)
        assert "<script>alert" not in page
        assert "&lt;script&gt;alert" in page


# ------------------------------------------------------------------ periods


def test_a_period_is_looked_at_closed_and_published(app: FastAPI, officer: Visitor) -> None:
    officer.done("/office/submit", FACTS, files=file("newcomer.trf"))
    assert officer.json("/office/lists/2024-09.json")["state"] == "open"
    before = _versions(officer)
    tried = officer.json("/office/lists/2024-09/closing.json")
    assert (tried["reports"], tried["games"]) == (1, 3)
    assert tried["counts"]["standard"]["changed"] == 3
    assert _versions(officer) == before
    assert officer.done("/office/lists/2024-09/close") == "/office/lists/2024-09?done=closed"
    made = officer.json("/office/lists/2024-09.json")
    assert (made["state"], made["counts"]) == ("provisional", tried["counts"]["standard"])
    assert made["digest"] == tried["digest"]
    table = officer.client.get("/office/lists/2024-09.csv").text.splitlines()
    assert len(table) == 1 + made["counts"]["changed"]
    stranger = Visitor(app)
    stranger.page("/lists/2024-09", 404)
    stranger.page("/players/101/lists/2024-09", 404)
    assert "provisional" in officer.page("/office/lists/2024-09/players/101")
    sheet = officer.client.get("/office/lists/2024-09/players/101/sheet.pdf")
    assert sheet.content.startswith(b"%PDF")
    assert officer.done("/office/lists/2024-09/publish") == "/office/lists/2024-09?done=published"
    stranger.page("/lists/2024-09")
    again = officer.refused("/office/lists/2024-09/publish")
    assert "is published (version 1)" in again


def test_reports_since_the_closing_must_be_taken_in_or_left_out_openly(officer: Visitor) -> None:
    officer.done("/office/lists/2024-09/close")
    officer.done("/office/submit", FACTS, files=file("august.trf"))
    assert "close it again" in officer.refused("/office/lists/2024-09/publish")
    assert 'name="as_closed"' in officer.page("/office/lists/2024-09/publishing")
    first = officer.json("/office/lists/2024-09.json")["digest"]
    officer.done("/office/lists/2024-09/close")
    assert officer.json("/office/lists/2024-09.json")["digest"] != first
    assert 'name="as_closed"' not in officer.page("/office/lists/2024-09")


def test_a_list_may_be_published_as_it_was_closed(officer: Visitor) -> None:
    officer.done("/office/lists/2024-09/close")
    officer.done("/office/submit", FACTS, files=file("august.trf"))
    officer.done("/office/lists/2024-09/publish", {"as_closed": "true"})
    assert _versions(officer)[0] == ("2024-09-01", 1, "published")
    assert [event["name"] for event in officer.json("/office/lists/2024-10.json")["due"]] == ["August Cup"]


def test_a_list_out_of_order_is_refused(officer: Visitor) -> None:
    assert officer.send("/office/lists/2024-12/close").status_code == 400
    assert officer.send("/office/lists/someday/close").status_code == 400
    officer.page("/office/lists/2031-01", 404)


# ------------------------------------------------------------------ corrections, in two steps


def test_a_correction_is_seen_before_it_is_done(officer: Visitor) -> None:
    before = _versions(officer)
    answer = officer.send("/office/events/1/correct", WHY | {"step": "preview"}, files=file("july-corrected.trf"))
    assert answer.status_code == 200
    assert "Alba, Ana" in answer.text
    assert "Diez, David" in answer.text
    assert _versions(officer) == before
    assert len(officer.json("/office/events/1.json")["revisions"]) == 1
    assert officer.done("/office/events/1/correct", hidden(answer.text)) == "/office/events/1?lists=1&done=corrected"
    assert ("2024-08-01", 2, "published") in _versions(officer)
    found = officer.json("/office/events/1.json")
    assert (found["state"], [revision["reason"] for revision in found["revisions"]]) == (
        "corrected",
        ["", "the scoresheet"],
    )


def test_a_correction_that_would_be_refused_cannot_be_confirmed(officer: Visitor) -> None:
    answer = officer.send("/office/events/1/correct", WHY | {"step": "preview"}, files=file("stranger.trf"))
    assert "would be refused" in answer.text
    assert 'value="do"' not in answer.text
    assert len(officer.json("/office/events/1.json")["revisions"]) == 1


def test_a_correction_needs_a_reason_and_a_report(officer: Visitor) -> None:
    step = {"step": "preview"}
    officer.refused("/office/events/1/correct", step, files=file("july-corrected.trf"))
    assert "the scoresheet" in officer.refused("/office/events/1/correct", WHY | step)
    officer.refused("/office/events/1/correct", WHY | {"carried": "no base64!"})
    officer.refused("/office/events/1/correct", WHY, files={"file": ("x.trf", b"no report")})
    assert officer.send("/office/events/9/withdraw", WHY).status_code == 404


@pytest.mark.parametrize(
    ("action", "data", "state"),
    [
        ("withdraw", {}, "withdrawn"),
        ("identify", {"players": "4=106"}, "corrected"),
        ("base", {"id": "101", "rating": "2350"}, "rated"),
    ],
)
def test_an_event_is_changed_in_two_steps(officer: Visitor, action: str, data: dict[str, str], state: str) -> None:
    path = f"/office/events/1/{action}"
    answer = officer.send(path, data | WHY | {"step": "preview"})
    assert answer.status_code == 200
    assert "Nothing is done yet" in answer.text
    assert officer.json("/office/events/1.json")["state"] == "rated"
    officer.done(path, hidden(answer.text))
    assert officer.json("/office/events/1.json")["state"] == state
    assert _versions(officer)[0] == ("2024-08-01", 2, "published")
    officer.refused(path, data | {"reason": " "})


def test_what_cannot_be_understood_comes_back(officer: Visitor) -> None:
    assert "4:106" in officer.refused("/office/events/1/identify", {"players": "4:106", **WHY})
    officer.refused("/office/events/1/identify", {"players": "", **WHY})
    officer.refused("/office/events/1/base", {"id": "101", "rating": "much", **WHY})
    officer.refused("/office/events/1/base", {"id": "999", "rating": "2000", **WHY})
    officer.page("/office/events/1/burn", 404)
    officer.page("/office/decide/fate", 404)


# ------------------------------------------------------------------ people


def test_every_decision_once_and_taken_back(officer: Visitor) -> None:
    for kind, data in (
        ("person", {"id": "106", "period": "2024-08", "name": "Faro, Fermín", "born": "1981", "title": "FM"}),
        ("rating", {"id": "105", "period": "2024-08", "rating": "2050"}),
        ("merge", {"keep": "104", "drop": "106"}),
        ("exclude", {"federation": "POR", "period": "2024-08"}),
        ("readmit", {"federation": "POR", "period": "2024-09"}),
    ):  # fmt: skip
        path = f"/office/decide/{kind}"
        before = officer.json("/office/decisions.json")
        answer = officer.send(path, data | WHY | {"step": "preview"})
        assert answer.status_code == 200, answer.text
        assert officer.json("/office/decisions.json") == before
        lists = 0 if data.get("period") == "2024-09" else 1  # that of September is not made yet
        assert officer.done(path, hidden(answer.text)) == f"/office/decisions?lists={lists}&done=decided"
        assert officer.json("/office/decisions.json")[0]["kind"] == kind
    assert officer.done("/office/decide/unmerge", {"keep": "104", "drop": "106", **WHY}).endswith("done=undone")
    assert officer.done("/office/decide/undo", {"decision": "2", **WHY}).endswith("done=undone")
    undone = {decision["id"] for decision in officer.json("/office/decisions.json") if decision["undone"]}
    assert undone == {2, 3}
    table = officer.client.get("/office/decisions.csv").text.splitlines()
    assert len(table) == 1 + 7


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("person", {"id": "106", "period": "2024-08"}),
        ("person", {"id": "106", "period": "May", "name": "X"}),
        ("person", {"id": "106", "period": "2024-08", "born": "long ago"}),
        ("rating", {"id": "105", "period": "2024-08", "rating": "9999"}),
        ("rating", {"id": "105", "period": "2024-08", "rating": "2000", "time_class": "slow"}),
        ("merge", {"keep": "104", "drop": "104"}),
        ("unmerge", {"keep": "104", "drop": "106"}),
        ("exclude", {"federation": "Portugal", "period": "2024-08"}),
        ("readmit", {"federation": "POR", "period": ""}),
        ("undo", {"decision": "7"}),
    ],
)
def test_a_decision_that_cannot_be_taken_comes_back(officer: Visitor, kind: str, data: dict[str, str]) -> None:
    page = officer.refused(f"/office/decide/{kind}", data | WHY | {"step": "preview"})
    assert "the scoresheet" in page
    assert officer.json("/office/decisions.json") == []


# ------------------------------------------------------------------ the log and the proof


def test_the_log_tells_who_did_it(officer: Visitor) -> None:
    officer.done("/office/events/1/withdraw", WHY)
    lines = officer.json("/office/log.json")
    assert (lines[1]["who"], lines[1]["action"], lines[1]["at"]) == (
        "officer", "withdrawn", "2024-09-02T12:00:00+00:00",
    )  # fmt: skip
    older = officer.json(f"/office/log.json?before={lines[1]['id']}")
    assert older == lines[2:]
    assert len(officer.client.get("/office/log.csv").text.splitlines()) == 1 + len(lines)


def test_a_list_is_proved(officer: Visitor) -> None:
    found = officer.json("/office/verify.json?period=2024-08")
    assert (found["verified"], len(found["versions"])) == (1, 1)
    assert "1 version: 1 proved, 0 kept as imported" in officer.page("/office/verify?period=2024-08")
    assert officer.json("/office/verify.json") is None
    whole = officer.json("/office/verify.json?office=true")["office"]
    assert set(whole) == set(Examination.shown)
    assert (whole["sound"], whole["wrong"]) == (True, [])
    assert whole["unproved"][-1] == "the lists, which were not computed again"
    assert "No fault was found in" in officer.page("/office/verify?office=true")
    assert officer.client.get("/office/lists/2024-08/bundle.zip").content[:2] == b"PK"
    officer.page("/office/verify?period=2030-01", 404)


# ------------------------------------------------------------------ accounts and tokens


def _token(visitor: Visitor, label: str = "a program") -> dict[str, str]:
    made = visitor.send("/office/tokens", {"label": label}, headers=JSON).json()
    return {"authorization": f"Bearer {made['token']}"}


def test_a_token_is_shown_once_and_can_be_taken_back(app: FastAPI, officer: Visitor) -> None:
    page = officer.send("/office/tokens", {"label": "the club"}).text
    secret = page.partition('<code class="long">')[2].partition("</code>")[0]
    assert secret.startswith("secret-")
    assert secret not in officer.page("/office/tokens")
    program = Visitor(app)
    header = {"authorization": f"Bearer {secret}"}
    assert program.client.get("/office/events.json", headers=header).status_code == 200
    assert program.client.post("/office/tokens", data={"label": "more"}, headers=header).status_code == 403
    (own,) = officer.json("/office/tokens.json")
    officer.done("/office/tokens/drop", {"beginning": own["beginning"]})
    assert program.client.get("/office/events.json", headers=header).status_code == 401


def test_programs_are_answered_with_documents(app: FastAPI, officer: Visitor) -> None:
    header = _token(officer)
    program = Visitor(app).client

    def call(path: str, data: dict[str, Any] | None = None, status: int = 200, **more: Any) -> Any:
        answer = program.post(path, data=data or {}, headers=header, **more)
        assert answer.status_code == status, (path, answer.text)
        assert answer.headers["content-type"] == "application/json"
        return answer.json()

    assert call("/office/register", {"name": "Night Cup", "start": "2024-08-20"})["id"] == 2
    assert call("/office/submit", FACTS, files=file("august.trf"))["accepted"] is True
    assert call("/office/lists/2024-09/close")["reports"] == 1
    assert call("/office/lists/2024-09/publish")["state"] == "published"
    tried = call("/office/events/1/correct", WHY | {"step": "preview"}, files=file("july-corrected.trf"))
    assert [version["period"] for version in tried["versions"]] == ["2024-08-01", "2024-09-01"]
    assert {player["id"] for player in tried["touched"][0]} <= {"101", "102", "103", "104"}
    done = call("/office/events/1/correct", WHY, files=file("july-corrected.trf"))
    assert (done["changed"], done["accepted"]) == (tried["changed"], True)
    assert call("/office/events/1/identify", {"players": "4=106", **WHY})["accepted"] is True
    assert call("/office/events/1/base", {"id": "101", "rating": "2350", **WHY})["versions"]
    assert call("/office/events/1/withdraw", WHY)["versions"]
    assert call("/office/decide/rating", {"id": "105", "period": "2024-09", "rating": "2050", **WHY})["changed"] == [1]
    assert call("/office/decide/undo", {"decision": "1", **WHY})["changed"] == [1]
    person = {"id": "106", "period": "2024-10", "name": "Faro, F"}
    assert call("/office/decide/person", person) == {"versions": [], "changed": []}
    assert "is missing" in call("/office/register", {"start": "2024-08-20"}, 400)["error"]
    assert call("/office/decide/merge", {"keep": "1", "drop": "2", **WHY}, 404)["status"] == 404
    assert call("/office/events/0/withdraw", WHY, 422)["status"] == 422


# ------------------------------------------------------------------ systems, health, the interface


def test_one_works_in_the_system_that_was_chosen(officer: Visitor) -> None:
    assert officer.client.get("/office/system?name=feda").status_code == 303
    assert officer.json("/office.json")["system"] == "fide"
    officer.page("/office?system=feda", 404)


def test_health_and_metrics(app: FastAPI, officer: Visitor) -> None:
    visitor = Visitor(app)
    assert visitor.json("/health") == {
        "status": "ok", "release": __version__, "revision": REVISION, "written_by": __version__,
        "database": "ok", "events": "ok", "disk": "ok", "newest": {"fide": "2024-08-01"}, "backup": None,
    }  # fmt: skip
    officer.page("/nothing", 404)
    counted = visitor.page("/metrics").splitlines()
    assert 'arpad_requests_total{class="4xx"} 1' in counted
    assert 'arpad_lists_published{system="fide"} 2' in counted
    assert any(line.startswith("arpad_request_seconds_total 0.") for line in counted)


def test_health_says_when_the_office_cannot_be_reached(app: FastAPI, tmp_path: Path) -> None:
    app.state.site.database.dispose()
    (tmp_path / "office.db").rename(tmp_path / "away.db")
    answer = Visitor(app).client.get("/health")
    assert (answer.status_code, answer.json()["status"], answer.json()["database"]) == (503, "failed", "failed")


def test_a_request_leaves_a_line_without_anything_personal(officer: Visitor, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "arpad.web.requests"):
        officer.page("/office/lists/2024-08/players/101?version=1")
        officer.page("/players?q=Alba")
        officer.page("/no/such/Alba", 404)
    lines = [json.loads(record.getMessage()) for record in caplog.records if record.name == "arpad.web.requests"]
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [
        ("GET", "/office/lists/{period}/players/{id}", 200), ("GET", "/players", 200), ("GET", "–", 404),
    ]  # fmt: skip
    assert all(set(line) == {"method", "route", "status", "milliseconds"} for line in lines)


def test_the_interface_documents_every_form(app: FastAPI) -> None:
    document = Visitor(app).json("/openapi.json")
    forms = {path for path, methods in document["paths"].items() if path.startswith("/office") and "post" in methods}
    assert len(forms) == 28
    for path in forms:
        operation = document["paths"][path]["post"]
        assert operation["security"] == [{"token": []}], path
        assert {"200", "303", "400", "401", "403"} <= set(operation["responses"]), path
    tags = {tag for methods in document["paths"].values() for one in methods.values() for tag in one["tags"]}
    pages = "".join(Visitor(app).page(f"/api?tag={tag}") for tag in sorted(tags))
    assert [path for path in document["paths"] if f"<code>{path}</code>" not in pages] == []
