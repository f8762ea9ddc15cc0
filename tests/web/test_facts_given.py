"""A finding that asks for a fact has a form for it on the event's page, also after acceptance; the event is examined
again, and the page says what the office did."""

import datetime as dt
import re
from pathlib import Path

import pytest

from answers import Arpad
from arpad.office.events import show_event
from arpad.office.storage.database import Database
from web_desk_office import JSON, Visitor, file, hidden, make_town, open_town

WHY = {"reason": "the arbiter's letter"}
ASKED = ["registered", "received", "hybrid"]


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_town(tmp_path_factory.mktemp("town"))


@pytest.fixture
def officer(town: Path, tmp_path: Path) -> Visitor:
    return Visitor(open_town(town, tmp_path), "officer")


def codes(officer: Visitor, event: int) -> set[str]:
    """The findings about the newest report of an event."""
    return {finding["code"] for finding in officer.json(f"/office/events/{event}.json")["revisions"][-1]["findings"]}


def unfolded(page: str) -> list[str]:
    """The fields of the form for facts that are not behind the disclosure."""
    form = page[page.index('action="/office/events/2/facts"') :].partition("<details")[0]
    return re.findall(r'<(?:input|select|textarea) id="f-([a-z_]+)"', form)


def logged(officer: Visitor) -> list[str]:
    """What the log says, the newest first."""
    return [entry["action"] for entry in officer.json("/office/log.json")]


def test_facts_that_findings_ask_for_are_given_on_the_page_of_an_accepted_event(officer: Visitor) -> None:
    assert officer.done("/office/submit", files=file("august.trf")).endswith("/2?done=accepted")
    assert {"cannot-check-registration", "cannot-check-hybrid"} <= codes(officer, 2)
    for language in ("en", "es"):
        page = officer.page("/office/events/2", language=language)
        assert unfolded(page) == [*ASKED, "reason"]
        assert "--" not in re.sub(r"<[^>]*>", "", page.partition("<section")[2])
    given = {"registered": "2024-07-01", "hybrid": "no", "step": "preview", **WHY}
    shown = officer.send("/office/events/2/facts", given)
    assert shown.status_code == 200, shown.text
    assert {"cannot-check-registration", "cannot-check-hybrid"} <= codes(officer, 2), "only shown"
    assert officer.done("/office/events/2/facts", hidden(shown.text)) == "/office/events/2?lists=0&done=facts-given"
    page = officer.page("/office/events/2?lists=0&done=facts-given")
    assert "The facts are kept. No list changes." in page
    assert '/office/events/2/facts"' in page, "they can still be changed"
    assert not codes(officer, 2) & {"cannot-check-registration", "cannot-check-hybrid"}
    found = officer.json("/office/events/2.json")
    assert (found["state"], len(found["revisions"])) == ("accepted", 2)
    assert officer.json("/office/events/2.json")["facts"]["facts"] == {"registered": "2024-07-01", "hybrid": False}


def test_a_fact_that_makes_the_report_refused_says_so(officer: Visitor) -> None:
    """1.2 wants the event registered before it begins. An event of no list is refused; one of a list stays."""
    officer.done("/office/submit", files=file("august.trf"))
    late = {"registered": "2024-08-04", **WHY}
    shown = officer.send("/office/events/2/facts", late | {"step": "preview"})
    assert "With this the report would be refused." in shown.text
    assert officer.done("/office/events/2/facts", hidden(shown.text)).endswith("done=refused")
    assert officer.json("/office/events/2.json")["state"] == "refused"
    assert officer.send("/office/events/2/facts", {"registered": "2024-07-01", **WHY}, headers=JSON).json()["accepted"]
    assert officer.json("/office/events/2.json")["state"] == "accepted"

    before = officer.json("/office/events/1.json")
    late["registered"] = "2024-07-04"
    shown = officer.send("/office/events/1/facts", late | {"step": "preview"})
    assert "would be refused, and nothing would change" in shown.text
    assert 'value="do"' not in shown.text
    assert officer.done("/office/events/1/facts", late).endswith("lists=0&done=correction-refused")
    assert "the event stays as it was" in officer.page("/office/events/1?lists=0&done=correction-refused")
    after = officer.json("/office/events/1.json")
    assert {name: after[name] for name in ("state", "facts", "revision")} == {
        name: before[name] for name in ("state", "facts", "revision")
    }
    assert logged(officer)[:3] == ["facts-refused", "facts-given", "facts-given"]


def test_a_fact_about_an_event_of_a_list_makes_its_lists_again(officer: Visitor) -> None:
    given = {"norms": "yes", **WHY}
    answer = officer.send("/office/events/1/facts", given, headers=JSON).json()
    assert [(version["period"], version["version"]) for version in answer["versions"]] == [("2024-08-01", 2)]
    assert officer.json("/office/events/1.json")["state"] == "corrected"


def test_a_refused_identification_is_logged_as_refused(officer: Visitor) -> None:
    """Two starting ranks with one id: the report of an event of a list would be refused, and nothing is stored."""
    before = officer.json("/office/events/1.json")
    said = officer.done("/office/events/1/identify", {"players": "4=103", **WHY})
    assert said.endswith("lists=0&done=correction-refused")
    after = officer.json("/office/events/1.json")
    assert (after["state"], after["facts"], after["revision"]) == (before["state"], before["facts"], before["revision"])
    assert logged(officer)[0] == "identification-refused"


def test_the_command_gives_facts_too(town: Path, tmp_path: Path, arpad: Arpad, monkeypatch: pytest.MonkeyPatch) -> None:
    open_town(town, tmp_path).state.site.close()
    monkeypatch.setenv("ARPAD_DB", f"sqlite:///{tmp_path / 'office.db'}")
    line = "office facts 1 --reason letter"
    nothing = arpad(line)
    assert (nothing.code, "no fact is given" in nothing.err) == (2, True)
    refused = arpad(f"{line} --registered 2024-07-04")
    assert (refused.code, "No list changes." in refused.out) == (1, True)
    assert arpad(f"{line} --registered 2024-06-30 --league").code == 0
    assert arpad("office event 1 --json").json["facts"]["facts"]["league"] is True
    assert arpad(f"{line} --no-league").code == 0
    database = Database(f"sqlite:///{tmp_path / 'office.db'}")
    from arpad.office.context import Desk
    from arpad.regulations.rating_editions import regulations

    desk = Desk(database, regulations(), "fide", "Eva", dt.datetime(2024, 9, 2, tzinfo=dt.UTC))
    assert show_event(desk, 1).facts["facts"]["league"] is False
    database.dispose()
    assert arpad("office verify").code == 0


BOX = 'name="another_event"'


def test_nobody_is_asked_about_another_event_before_there_is_a_question(officer: Visitor) -> None:
    """The box stood on every form of a correction. It comes with the question: the report has the games of event 1."""
    officer.done("/office/submit", files=file("august.trf"))
    for page in ("", "/facts", "/correct", "/identify"):
        assert BOX not in officer.page(f"/office/events/2{page}"), page
    given = {"step": "preview", **WHY}
    asked = officer.send("/office/events/2/correct", given, files=file("july-corrected.trf"))
    assert (asked.status_code, BOX in asked.text) == (400, True)
    assert "are those of event 1" in asked.text.partition('id="w-another_event"')[2].partition("</p>")[0]
    typed = {**given, "another_event": "true"}
    assert officer.send("/office/events/2/correct", typed, files=file("july-corrected.trf")).status_code == 200


def test_the_form_for_players_asks_about_another_event_with_the_question(officer: Visitor) -> None:
    officer.done("/office/submit", files=file("twice.trf"))
    assert BOX not in officer.page("/office/events/2/identify")
    asked = officer.send("/office/events/2/identify/players", {"go": "preview", "players": "4=104", **WHY})
    assert (asked.status_code, BOX in asked.text) == (400, True)
