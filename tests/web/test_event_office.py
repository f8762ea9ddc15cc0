"""Corrections, incidents, staff and links, rules, the log with undo, and the hand-over, at the desk of an event."""

import base64
import io
import zipfile
from typing import Any

from arpad.i18n import text
from arpad.office.tournaments.copies import restore_log
from valdeoca import the_log
from web_demo import MakeOffice
from web_event import SLUG, TOWN, MakeEventOffice, at_desk, with_link


def test_corrections_by_their_windows(event_office: MakeEventOffice) -> None:
    chief = at_desk(event_office())
    windows = {one["round"]: one["window"] for one in chief.get("desk/corrections.json").json()["rounds"]}
    assert windows[3] == "rating"
    assert windows[5] == "open"
    assert "counts for rating alone" in chief.get("desk/corrections").text
    refused = chief.post("desk/corrections", round=3, board=1, result="1/2")
    assert 'name="reason"' in refused.text
    done = chief.post("desk/corrections", json=True, round=3, board=1, result="1/2", reason="score sheet")
    assert done.json()["board"]["rated"] == "1/2"
    assert chief.post("desk/corrections/penalty", entry=3, round=5, points="-½", reason="late").status_code == 303
    assert chief.post("desk/corrections/penalty", entry=3, round=5, points="a lot", reason="x").status_code == 400
    assert "score sheet" in chief.get("desk/corrections").text


def test_incidents_are_for_the_staff_alone(event_office: MakeEventOffice) -> None:
    app = event_office()
    arbiter = at_desk(app, "arbiter")
    assert arbiter.post("desk/incidents", text="A telephone rang.", round=5, board=2).status_code == 303
    appeal: dict[str, Any] = {"text": "Against the forfeit.", "decision": "The game is lost."}
    assert arbiter.post("desk/incidents/appeal", **appeal).status_code == 303
    page = arbiter.get("desk/incidents").text
    assert "A telephone rang." in page
    assert "The game is lost." in page
    assert at_desk(app, "scorer").get("desk/incidents").status_code == 403
    assert at_desk(app, "").get("desk/incidents", follow_redirects=False).status_code in (303, 401)


def test_forged_cookies_are_not_believed(event_office: MakeEventOffice) -> None:
    app = event_office()
    secret = with_link(app).visitor.cookies["arpad_link"].partition("|")[0]
    stranger = at_desk(app, "").visitor
    for name, allowed in (("Ana Sol", True), ("Ana (link 9)", False), ("Ana\0Sol", False), ("A" * 500, False)):
        sent = {"cookie": f"arpad_link={secret}|{name.encode().hex()}"}
        answer = stranger.get(f"/t/{SLUG}/desk", headers=sent, follow_redirects=False)
        assert (answer.status_code == 200) is allowed, name
    deep = base64.urlsafe_b64encode(b"[" * 2900).decode()
    assert stranger.get(f"/t/{SLUG}", headers={"cookie": f"arpad_said={deep}"}).status_code == 200


def test_staff_links_rules_and_log(event_office: MakeEventOffice) -> None:
    app = event_office()
    chief = at_desk(app)
    assert chief.post("desk/staff", account="Luis", role="scorer", boards="1-20").status_code == 303
    assert "boards 1 to 20" in chief.get("desk/staff").text
    made = chief.post("desk/staff/link", json=True, label="door", role="scorer").json()
    assert len(made["secret"]) >= 22
    assert made["secret"] not in chief.get("desk/staff").text
    assert chief.visitor.get(f"/t/{SLUG}/link/{made['secret']}").status_code == 200
    assert chief.post("desk/staff/link/close", link=made["link"]).status_code == 303
    assert chief.visitor.get(f"/t/{SLUG}/link/{made['secret']}").status_code == 403
    assert chief.post("desk/rules", rule="city", value="Valdeoca de Arriba").status_code == 303
    assert "Valdeoca de Arriba" in chief.get("desk/rules").text
    frozen = chief.post("desk/rules", rule="system", value="berger")
    assert frozen.status_code == 400
    assert 'role="alert"' in frozen.text
    log = chief.get("desk/log.json?kind=event.changed").json()["lines"]
    assert log[0]["data"]["city"][1] == "Valdeoca de Arriba"
    undone = chief.post(f"desk/log/{log[0]['n']}/undo", reason="a mistake", yes="1")
    assert undone.status_code == 303
    assert "Valdeoca de Arriba" not in chief.get("desk/rules.json").json()["rules"].get("city", "")
    assert "Older lines" in chief.get("desk/log").text or len(log) < 100


def test_the_log_shows_the_newest_lines_of_a_kind(event_office: MakeEventOffice) -> None:
    app = event_office()
    chief = at_desk(app)
    lines = app.state.site.events.lines(SLUG)[::-1]
    before = lines[len(lines) // 2].n
    for kind, shown in (
        ("", lines),
        ("round", [line for line in lines if line.kind.startswith("round.")]),
        ("round.published", [line for line in lines if line.kind == "round.published"]),
        ("nothing", []),
    ):
        told = chief.get(f"desk/log.json?kind={kind}").json()["lines"]
        assert [one["n"] for one in told] == [line.n for line in shown][:100]
        older = chief.get(f"desk/log.json?kind={kind}&before={before}").json()["lines"]
        assert [one["n"] for one in older] == [line.n for line in shown if line.n < before][:100]
    page = chief.get("desk/log").text
    groups = {line.kind.partition(".")[0] for line in lines}
    words = {group: text(f"event-log-kind.{group}", "en") for group in groups}
    assert all(f'<option value="{group}" >{name}</option>' in page for group, name in words.items())
    mine = [line.n for line in lines if line.who == TOWN][:100]
    assert [line["n"] for line in chief.get("desk/log.json", params={"who": TOWN}).json()["lines"]] == mine


def test_the_log_is_told_in_sentences(event_office: MakeEventOffice) -> None:
    """Who, when by the clocks of the event, what, and how to undo it: nothing of how the log keeps it."""
    app = event_office()
    chief = at_desk(app)
    assert chief.post("desk/results/5", board="1", result="1-0").status_code == 303
    line = app.state.site.events.open(SLUG).state.n
    assert chief.post(f"desk/results/5/undo/{line}").status_code == 303
    page = chief.get("desk/log").text
    assert "Round 5, board 1: 1–0 taken back." in page
    assert f"undone by line {line + 1}" in page
    assert f"desk/log/{line + 1}/undo" in page
    assert f"desk/log/{line}/undo" not in page
    assert "desk/log/1/undo" not in page
    refused = chief.post("desk/log/2/undo", yes="1", reason="a slip")
    assert (refused.status_code >= 400, "depends on it" in refused.text) == (True, True)
    assert "entry.added" not in refused.text
    for raw in ("result.set", "{", "&#34;", "sha256", "+00:00"):
        assert raw not in page.split("<ol", 1)[1].split("</ol>")[0]
    spanish = chief.visitor.get(f"/t/{SLUG}/desk/log", headers={"accept-language": "es"}).text
    assert "Ronda 5, tablero 1: se borró 1–0." in spanish


def test_the_hand_over_is_shown_before_it_is_done(event_office: MakeEventOffice, office: MakeOffice) -> None:
    unfinished = at_desk(event_office(), "demo")
    assert "message warning" in unfinished.get("desk/hand-over").text
    assert unfinished.post("desk/hand-over", json=True).status_code == 400
    app = office()
    event_store = app.state.site.events
    restore_log(event_store, the_log())
    officer = at_desk(app, "demo")
    page = officer.get("desk/hand-over.json").json()
    assert [one["time_class"] for one in page["reports"]] == ["standard"]
    assert page["handed_over"] == []
    assert event_store.open(SLUG).state.handed_over == ()
    assert "What the hand-over will do" in officer.get("desk/hand-over").text
    papers = officer.get("desk/hand-over/papers.zip")
    assert zipfile.ZipFile(io.BytesIO(papers.content)).testzip() is None
    done = officer.post("desk/hand-over", json=True)
    assert done.json()["handed_over"][0]["time_class"] == "standard"
    assert "Handed over" in officer.get("desk/hand-over").text
    assert officer.post("desk/hand-over/reopen", reason="a late protest", yes="1").status_code == 303


def test_a_link_is_shown_once_with_its_whole_address_and_a_code_to_scan(event_office: MakeEventOffice) -> None:
    chief = at_desk(event_office())
    form = chief.get("do/link").text
    assert "Whom it is for" in form
    assert "share a label" not in form
    assert chief.post("desk/staff/link", label="Ana", role="scorer", boards="1-10").status_code == 303
    page = chief.get("desk/staff").text
    assert f'href="http://testserver/t/{SLUG}/link/' in page
    assert "<svg" in page
    assert "<svg" not in chief.get("desk/staff").text.partition("<main")[2]


def test_players_are_chosen_by_name(event_office: MakeEventOffice) -> None:
    chief = at_desk(event_office())
    form = chief.get("do/penalty", params={"entry": "13"}).text
    assert '<option value="13" selected>2 · Navajo, Diego</option>' in form
    wrong = chief.post("desk/corrections/penalty", entry="999", round="5", points="-1/2", reason="late")
    assert wrong.status_code == 404
    assert "<option selected>999</option>" in wrong.text
    assert "<strong>13</strong> Navajo, Diego" in chief.get("do/forbid").text
