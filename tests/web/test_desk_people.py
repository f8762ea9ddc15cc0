"""People at the desk: asked for by name, shown before something is decided about them; what is wrong, at its field."""

import re
from pathlib import Path

import pytest
from fastapi import FastAPI

from answers import Arpad
from web_desk_office import JSON, Visitor, file, hidden, make_town, open_town

WHY = {"reason": "by its letter"}


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_town(tmp_path_factory.mktemp("town"))


@pytest.fixture
def app(town: Path, tmp_path: Path) -> FastAPI:
    return open_town(town, tmp_path)


@pytest.fixture
def officer(app: FastAPI) -> Visitor:
    return Visitor(app, "officer")


def _rows(page: str) -> list[list[str]]:
    """The rows of the first table of a page, without marks."""
    body = page.partition("<main")[2].partition("<tbody>")[2].partition("</tbody>")[0]
    cells = (re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in body.split("</tr>"))
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in row] for row in cells if row]


def test_a_person_is_shown_before_and_after_in_every_field_that_differs(officer: Visitor) -> None:
    before = officer.json("/players/101.json")
    given = {
        "step": "preview",
        "id": "101",
        "period": "2024-09",
        "name": "Another, Name",
        "federation": "XYZ",
        "born": "1990",
    }
    page = officer.send("/office/decide/person", given).text
    assert _rows(page) == [
        ["Name", before["name"], "Another, Name"], ["Federation", before["federation"], "XYZ"],
        ["Year of birth", str(before["born"] or "–"), "1990"],
    ]  # fmt: skip
    told = officer.send("/office/decide/person", given, headers=JSON).json()["people"][0]
    assert told["changes"][0] == {"field": "name", "before": before["name"], "after": "Another, Name"}
    assert officer.done("/office/decide/person", hidden(page)) == "/office/decisions?lists=0&done=decided"
    again = officer.send("/office/decide/person", given).text
    assert "all of this is so already" in again


def test_what_becomes_different_when_a_decision_is_taken_back(officer: Visitor) -> None:
    """The same fields, from after to before, on the list from which the decision counted; also of one still to come."""
    name = officer.json("/players/101.json")["name"]
    for period in ("2024-08", "2024-09"):
        officer.done("/office/decide/person", {"id": "101", "period": period, "name": f"Since {period}", **WHY})
        decision = officer.json("/office/decisions.json")[0]["id"]
        page = officer.send("/office/decide/undo", {"step": "preview", "decision": str(decision), **WHY}).text
        assert f"Decision {decision} is taken back" in page
        assert _rows(page) == [["Name", f"Since {period}", name]]
        name = f"Since {period}"
    officer.done("/office/decide/rating", {"id": "106", "period": "2024-08", "rating": "1800", **WHY})
    decision = officer.json("/office/decisions.json")[0]["id"]
    told = officer.send("/office/decide/undo", {"step": "preview", "decision": decision, **WHY}, headers=JSON).json()
    (change,) = told["people"][0]["changes"]
    assert (change["field"], change["before"]) == ("standard", 1800)
    assert change["after"] == told["touched"][0][0]["after"]


def test_whom_a_merge_and_an_exclusion_touch_when_they_are_taken_back(officer: Visitor) -> None:
    officer.done("/office/decide/merge", {"keep": "101", "drop": "106", **WHY})
    decision = officer.json("/office/decisions.json")[0]["id"]
    page = officer.send("/office/decide/undo", {"step": "preview", "decision": decision, **WHY}).text
    assert ["ID", "101", "106", "Differs"] in _rows(page)
    given = {"step": "preview", "federation": "ESP", "period": "2024-09", **WHY}
    page = officer.send("/office/decide/exclude", given).text
    (row,) = _rows(page)
    assert (row[0], row[2]) == ("Players on the list", "0")
    officer.done("/office/decide/exclude", given | {"step": "do"})
    decision = officer.json("/office/decisions.json")[0]["id"]
    page = officer.send("/office/decide/undo", {"step": "preview", "decision": decision, **WHY}).text
    assert _rows(page) == [[row[0], "0", row[1]]]


def test_two_players_stand_side_by_side_before_they_are_merged(officer: Visitor) -> None:
    page = officer.send("/office/decide/merge", {"step": "preview", "keep": "101", "drop": "106", **WHY})
    assert page.status_code == 200, page.text
    rows = _rows(page.text)
    assert ["ID", "101", "106", "Differs"] in rows
    assert ["Federation", "ESP", "ESP", ""] in rows


def test_a_player_is_asked_for_by_name_and_chosen_among_several(officer: Visitor) -> None:
    assert officer.done("/office/decide/person", {"id": "103", "period": "2024-08", "name": "Alba, Clara", **WHY})
    given = {"period": "2024-08", "rating": "1800", **WHY}
    page = officer.send("/office/decide/rating", given | {"step": "preview", "id": "felix faro"})
    assert page.status_code == 200, page.text
    assert hidden(page.text)["id"] == "106"
    assert "Faro, Félix <span" in page.text
    asked = officer.refused("/office/decide/rating", given | {"id": "alba"})
    assert '<select id="f-id" name="id" aria-invalid="true"' in asked
    assert re.findall(r'<option value="(\d+)">([^·]*) ·', asked) == [("101", "WIM Alba, Ana"), ("103", "Alba, Clara")]
    assert "several players are called “alba”" in asked
    nobody = officer.refused("/office/decide/rating", given | {"id": "Nobody, Nora"})
    assert 'id="w-id" role="alert"' in nobody
    assert 'value="Nobody, Nora"' in nobody


def test_what_is_wrong_stands_at_its_field(app: FastAPI, officer: Visitor) -> None:
    administrator = Visitor(app, "administrator")
    for path, given, field in (
        ("/office/register", {"name": "Open", "start": "2024-10-01", "federation": "España"}, "federation"),
        ("/office/register", {"name": "Open", "start": "2024-10-01", "scheduled": "x"}, "scheduled"),
        ("/office/register", {"name": "Open", "start": "2024-10-01", "end": "2024-09-01"}, "end"),
        ("/office/register", {"name": "Open", "start": "2024-10-01", "edition": "fide-1"}, "edition"),
        ("/office/decide/rating", {"id": "101", "period": "2024-08", "rating": "²", **WHY}, "rating"),
        ("/office/decide/rating", {"id": "101", "period": "2024-08", "rating": "1800", "reason": " "}, "reason"),
        ("/office/decide/merge", {"keep": "101", "drop": "9", **WHY}, "drop"),
        ("/office/decide/undo", {"decision": "99", **WHY}, "decision"),
        ("/office/accounts/new", {"name": "officer", "role": "arbiter", "password": "a long password"}, "name"),
        ("/office/accounts/new", {"name": "nora", "role": "arbiter", "password": "short"}, "password"),
        ("/office/accounts/password", {"name": "nobody", "password": "a long password"}, "name"),
    ):
        page = (administrator if "accounts" in path else officer).refused(path, given)
        assert f'id="w-{field}" role="alert"' in page, (path, given)


def test_a_file_that_cannot_be_kept_is_named(officer: Visitor) -> None:
    page = officer.refused("/office/submit", {"received": "yesterday"}, files=file("august.trf"))
    assert 'id="w-received" role="alert"' in page
    assert "Choose the file again: august.trf" in page


def test_all_fields_that_are_wrong_are_shown_at_once(officer: Visitor) -> None:
    given = {"step": "preview", "id": "101", "period": "soon", "born": "18", "birthday": "never"}
    page = officer.send("/office/decide/person", given).text
    assert {name for name in given if f'id="w-{name}"' in page} == {"period", "born", "birthday"}


def test_a_reason_is_as_long_on_the_command_line_as_in_the_form(town: Path, arpad: Arpad) -> None:
    line = f"office person 101 --db sqlite:///{town}/office.db --from 2024-09 --name X --reason"
    refused = arpad(f"{line} {'x' * 2001}")
    assert (refused.code, "2000 letters at most" in refused.err) == (2, True)
