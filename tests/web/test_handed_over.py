"""A hand-over is told as the office took it: accepted or refused, with its reasons and the way to mend them."""

import re
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arpad.office.decisions.corrections import Withdraw
from arpad.office.decisions.decisions import decide
from arpad.office.events import show_event, stored_report
from small_hand_over import case, hall
from web_desk_office import JSON, Visitor

CASES = ("players-without-id", "id-of-another")


def desk_of(told: dict[str, Any]) -> str:
    return f"/t/{told['rules']['slug']}/desk"


def steps(visitor: Visitor, desk: str) -> list[tuple[str, bool]]:
    return [(one["step"], one["done"]) for one in visitor.json(f"{desk}.json")["next"]]


def errors(findings: list[dict[str, Any]]) -> list[str]:
    return [one["code"] for one in findings if one["severity"] == "error"]


@pytest.mark.parametrize(("language", "refused"), [("en", "Handed over and refused"), ("es", "Entregado y rechazado")])
def test_a_refusal_is_red_and_names_its_players(language: str, refused: str, tmp_path: Path) -> None:
    """No green line says that the office has refused a report, and no finding about a player leaves out who it is."""
    told = case("players-without-id")
    officer = Visitor(hall(tmp_path / "office.db", "players-without-id"), "officer")
    desk = desk_of(told)
    assert officer.send(f"{desk}/hand-over").status_code == 303
    page = officer.client.get(f"{desk}/hand-over", headers={"accept-language": language}).text
    (message,) = re.findall(r'<p class="message([^"]*)"[^>]*>([^<]*)', page)
    assert message[0].strip() == "error"
    assert message[1].startswith(refused)
    lines = [line for line in re.findall(r"<li>(.*?)</li>", page, re.DOTALL) if "(ID –)" in line]
    assert [line.partition(":")[0] for line in lines] == ["3 Cabo", "4 Duna"]


@pytest.mark.parametrize("name", CASES)
def test_a_refused_hand_over_is_told_as_refused_and_can_be_mended(name: str, tmp_path: Path) -> None:
    told = case(name)
    app = hall(tmp_path / "office.db", name)
    officer = Visitor(app, "officer")
    desk = desk_of(told)
    before = officer.json(f"{desk}/hand-over.json")
    assert [before["reports"][0]["accepted"], before["office"]] == [False, []]
    assert steps(officer, desk) == [("hand-over", False)]

    answer = officer.send(f"{desk}/hand-over", headers=JSON).json()
    assert [answer["accepted"], answer["handed_over"][0]["accepted"]] == [False, False]
    assert sorted(errors(answer["reports"][0]["findings"])) == told["expected"]["refused"]
    office = show_event(app.state.site.desk(), 1)
    assert [office.state, office.revisions[0].accepted] == ["refused", False]
    assert steps(officer, desk) == [("hand-over-refused", False)]
    document = officer.json(f"{desk}/hand-over.json")
    assert [document["office"][0]["state"], document["office"][0]["due"]] == ["refused", None]
    page = officer.page(f"{desk}/hand-over")
    assert "Handed over and refused" in page
    assert "Handed over and accepted" not in page
    assert "arpad office" not in page
    assert "columns" not in page, "an event has no file in which to write"

    mended = {int(number): id_ for number, id_ in told["expected"]["mended"].items()}
    ways = [one["page"] for one in document["reports"][0]["mend"]]
    assert ways == [f"do/change?entry={number}&field=id" for number in mended]
    for number, id_ in mended.items():
        assert f"{ways[0].partition('?')[0]}?entry={number}&amp;field=id" in page
        assert 'value="id" selected' in officer.page(f"/t/{told['rules']['slug']}/{ways[list(mended).index(number)]}")
        officer.done(f"{desk}/entries/{number}/change", {"field": "id", "value": id_, "yes": "1", "reason": "passport"})
    said = officer.send(f"{desk}/hand-over")
    assert said.status_code == 303
    page = officer.page(f"{desk}/hand-over")
    assert "The office has accepted the report" in page
    assert "Handed over and accepted" in page
    assert steps(officer, desk) == [("hand-over", True)]
    office = show_event(app.state.site.desk(), 1)
    assert [office.state, office.revision] == ["accepted", 2], "the refused event is mended, none is added"
    assert [one["accepted"] for one in officer.json(f"{desk}/hand-over.json")["handed_over"]] == [False, True]
    app.state.site.close()


def test_what_the_office_does_later_is_told_too(tmp_path: Path) -> None:
    """Identified by the office, the refused report is accepted; withdrawn by the office, it is no longer."""
    app = hall(tmp_path / "office.db", "players-without-id")
    officer = Visitor(app, "officer")
    desk = "/t/sin-id/desk"
    officer.send(f"{desk}/hand-over", headers=JSON)
    officer.done("/office/events/1/identify", {"players": "3=990303\n4=990304", "reason": "passports", "step": "do"})
    assert officer.json(f"{desk}/hand-over.json")["office"][0]["state"] == "accepted"
    assert steps(officer, desk) == [("hand-over", True)]
    decide(app.state.site.desk(who="officer"), Withdraw(1, "a protest"))
    assert officer.json(f"{desk}/hand-over.json")["office"][0]["state"] == "withdrawn"
    assert steps(officer, desk) == [("hand-over-withdrawn", False)]
    assert "The office has withdrawn the event" in officer.page(f"{desk}/hand-over")
    app.state.site.close()


def test_a_refused_hand_over_freezes_no_rule(tmp_path: Path) -> None:
    """The day of registration may be the fact that the office asks for."""
    app = hall(tmp_path / "office.db", "players-without-id")
    officer = Visitor(app, "officer")
    officer.send("/t/sin-id/desk/hand-over", headers=JSON)
    officer.done("/t/sin-id/desk/rules", {"rule": "registered", "value": "2026-05-01"})
    officer.done("/office/events/1/identify", {"players": "3=990303\n4=990304", "reason": "passports", "step": "do"})
    for number, id_ in (("3", "990303"), ("4", "990304")):
        change = {"field": "id", "value": id_, "yes": "1", "reason": "passport"}
        officer.done(f"/t/sin-id/desk/entries/{number}/change", change)
    again = officer.send("/t/sin-id/desk/hand-over", {"reason": "with their ids"}, headers=JSON).json()
    assert again["accepted"]
    assert officer.send("/t/sin-id/desk/rules", {"rule": "registered", "value": "2026-05-02"}).status_code == 400
    app.state.site.close()


def test_the_command_says_the_same_as_the_page(tmp_path: Path, arpad: Arpad, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "office.db"
    app = hall(path, "players-without-id")
    app.state.site.close()
    monkeypatch.setenv("ARPAD_DB", f"sqlite:///{path}")
    line = f"event hand-over sin-id --events sqlite:///{path} --who Clara --at 2026-05-13T12:00"
    tried = arpad(f"{line} --check")
    assert [tried.code, "would refuse" in tried.out, "event 1" in tried.out] == [1, True, False]
    assert arpad(f"{line} --check --json").json["reports"][0]["office_event"] is None
    assert "arpad event hand-over sin-id" in arpad(f"event show sin-id --events sqlite:///{path}").out
    done = arpad(line)
    assert done.code == 1
    for words in ("has refused", "event change sin-id ENTRY id ID", "office identify 1"):
        assert words in done.out
    assert "refused a report" in arpad(f"event show sin-id --events sqlite:///{path}").out
    event = arpad("office event 1 --json").json
    again = arpad(f"{line} --json").json
    assert [event["state"], again["accepted"], again["reports"][0]["accepted"]] == ["refused", False, False]
    for number, id_ in (("3", "990303"), ("4", "990304")):
        changed = f"event change sin-id {number} id {id_} --yes --events sqlite:///{path} --who Clara"
        assert arpad(f"{changed} --at 2026-05-13T12:00").code == 0
    last = arpad(f"{line} --json").json
    event = arpad("office event 1 --json").json
    assert [last["accepted"], last["reports"][0]["due"], event["state"], event["due"]] == [
        True, "2026-06-01", "accepted", "2026-06-01",
    ]  # fmt: skip
    assert re.search("accepted the event", arpad(f"event show sin-id --events sqlite:///{path}").out)


def test_a_refused_correction_is_told_as_refused(tmp_path: Path) -> None:
    """The ids of the desk's report are taken away again by a correction: the office keeps the report that it had."""
    app = hall(tmp_path / "office.db", "players-without-id")
    officer = Visitor(app, "officer")
    officer.send("/t/sin-id/desk/hand-over", headers=JSON)
    officer.done("/office/events/1/identify", {"players": "3=990303\n4=990304", "reason": "passports", "step": "do"})
    refused = stored_report(app.state.site.desk(), 1, 1).replace(b"Memorial sin ID", b"Memorial sin IDs")
    sent = {"file": ("report.trf", refused, "text/plain")}
    address = officer.done("/office/events/1/correct", {"reason": "a typo", "step": "do"}, files=sent)
    assert address.endswith("done=correction-refused")
    detail = show_event(app.state.site.desk(), 1)
    assert [detail.state, detail.revisions[-1].accepted] == ["accepted", False]
    app.state.site.close()
