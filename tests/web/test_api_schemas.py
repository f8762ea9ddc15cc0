"""The interface for programs: every document has a schema and is as it says, whoever asks for it, in whichever way.

The fixture `office` holds every answer to the schema of its address, in these tests and in all others of the web.
"""

import re
from typing import Any

import pytest

from arpad.tournament.acts.event import SetRule
from arpad.web.cache import prefers_json
from arpad.web.openapi import API_VERSION, operation_id
from visitor import TestClient
from web_demo import NOW, MakeOffice, sign_in
from web_event import SLUG, TOWN, MakeEventOffice, at_desk

JSON = "application/json"
PLAYER, OTHER, PERIOD = "98004240", "98004281", "2022-12"
THERE = {
    "id": PLAYER, "period": PERIOD, "number": "1", "code": "ESP", "slug": SLUG, "entry": "1", "round": "3",
    "table": "1", "group": "Sub-16", "player": "1", "board": "1",
}  # fmt: skip
ASKED = {
    "/players.json": "?q=ma",
    "/players/{id}/compare.json": f"?with={OTHER}",
    "/calculators/change.json": "?rating=2212&k=40&games=1926:1%202659:0.5&edition=fide-2024&edition=fide-2005",
    "/calculators/initial.json": "?games=1726:0%201615:1%201500:1%201900:0.5%201800:0&edition=fide-2024",
    "/calculators/performance.json": "?games=1726:0%201615:1",
    "/calculators/k.json": "?rating=1900&games_played=12&date=2024-05-01",
    "/calculators/time-class.json": "?control=90%2B30",
    "/office/verify.json": f"?period={PERIOD}",
    "/office/compare.json": "?first=fide-2022&second=fide-2024",
    "/players/{id}/interim.json": f"?period={PERIOD}",
    "/events/{number}/standings/why.json": "?player=1",
    "/regulations/difference.json": "?edition=fide-2022&edition=fide-2024&edition=fide-2025",
}
ELSEWHERE = {"/regulations/{id}.json": {"id": "fide-2024"}, "/t/{slug}/desk/results/{number}.json": {"number": "5"},
             "/t/{slug}/desk/results/{number}/absent.json": {"number": "5"},
             "/t/{slug}/desk/results/{number}/{board}.json": {"number": "5"}}  # fmt: skip
NOT_HERE = {
    "/t/{slug}/groups/{group}.json", "/t/{slug}/teams/{team}.json", "/t/{slug}/round/{round}/match/{match}.json",
    "/t/{slug}/bracket.json", "/t/{slug}/desk/lineups/{round}.json", "/t/{slug}/desk/bracket.json", "/t/{slug}/log",
    "/office/lists/{period}/closing.json", "/office/lists/{period}/publishing.json",
    "/t/{slug}/desk/round/{round}/amend.json", "/t/{slug}/players/{entry}/norms.json", "/office/studies/{name}.json",
    "/office/arbiters/{id}.json", "/office/personal-data", "/t/{slug}/prizes.json",
}  # fmt: skip
"""What a Swiss of single players, or a published list, does not have; other tests look at them."""


def documents(description: dict[str, Any]) -> list[str]:
    """The addresses at which there is a document to read."""
    return [
        path
        for path, operations in description["paths"].items()
        if JSON in operations.get("get", {}).get("responses", {}).get("200", {}).get("content", {})
    ]


def filled(path: str) -> str:
    """An address with things that are there."""
    given = THERE | ELSEWHERE.get(path, {}) | ({"slug": "fiesta"} if path.startswith("/f/") else {})
    return re.sub(r"{(\w+)}", lambda found: given[found[1]], path) + ASKED.get(path, "")


def test_every_document_has_a_schema_and_every_refusal_its_shape(client: TestClient) -> None:
    description = client.get("/openapi.json").json()
    names = [one["operationId"] for operations in description["paths"].values() for one in operations.values()]
    assert len(names) == len(set(names))
    assert description["info"]["version"] == API_VERSION
    for path, operations in description["paths"].items():
        for operation in operations.values():
            for status, answer in operation["responses"].items():
                told = answer.get("content", {}).get(JSON)
                assert told is None or told["schema"], (path, status)
                if status >= "400":
                    assert told is not None, (path, status)
                    assert told["schema"] == {"$ref": "#/components/schemas/Problem"}
    assert len(documents(description)) > 80


@pytest.mark.long
def test_every_document_is_as_its_schema_says(event_office: MakeEventOffice) -> None:
    app = event_office()
    app.state.site.events.act(SLUG, SetRule("festival", "Fiesta"), TOWN, NOW)
    officer = at_desk(app, "demo").visitor
    paths = [path for path in documents(app.openapi()) if path not in NOT_HERE]
    found = {path: officer.get(filled(path)) for path in paths}
    assert {path: answer.text for path, answer in found.items() if answer.status_code != 200} == {}
    visitor = TestClient(app, raise_server_exceptions=False)
    for path in paths:  # at the address of the page the same document is told, or the same refusal
        if path.endswith(".json") and path not in ("/index.json", "/t/{slug}/file.json", "/tools/prizes.json"):
            plain = filled(path).replace(".json", "")
            here, there = visitor.get(plain, headers={"accept": JSON}), visitor.get(filled(path))
            assert (here.status_code, here.headers["content-type"]) == (there.status_code, JSON), plain
            assert here.json() == there.json()
            assert "accept" in here.headers["vary"].split(", ")


def test_a_sheet_leads_to_its_events_and_to_the_opponents(client: TestClient) -> None:
    event = client.get("/events/1.json").json()
    sheet = client.get(f"/players/{event['players'][0]['id']}/lists/{event['period']}.json").json()
    games = [(event["event"], game) for event in sheet["events"] for game in event["opponents"] if game["rated"]]
    assert games
    for event, game in games:
        assert client.head(f"/events/{event}.json").status_code == 200
        assert client.head(f"/players/{game['opponent_id']}.json").status_code == 200
    rows = client.get(f"/events/{games[0][0]}/standings.json").json()["rows"]
    assert {game["opponent_id"] for event, game in games if event == games[0][0]} <= {row["id"] for row in rows}


def test_documents_are_not_sent_again_to_programs_that_have_them(client: TestClient) -> None:
    for path in ("/players.json?q=ma", "/lists.csv", "/regulations.json", "/draws.json", "/openapi.json", "/t.json"):
        first = client.get(path)
        known = {"if-none-match": first.headers["etag"]}
        again = client.get(path, headers=known)
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"]), path
        assert client.head(path).headers["etag"] == first.headers["etag"]
    page, document = client.get("/players?q=ma"), client.get("/players?q=ma", headers={"accept": JSON})
    assert page.headers["etag"] != document.headers["etag"]
    assert (
        client.get("/players?q=ma", headers={"accept": JSON, "if-none-match": page.headers["etag"]}).status_code == 200
    )


def test_other_sites_may_read_what_everybody_may_read(event_office: MakeEventOffice) -> None:
    app = event_office()
    leave = "access-control-allow-origin"
    nobody = TestClient(app, raise_server_exceptions=False, headers={"origin": "https://club.example"})
    for path in ("/players.json?q=ma", "/lists.csv", "/players/0.json", f"/t/{SLUG}/file.trf", "/openapi.json"):
        answer = nobody.get(path)
        assert answer.headers[leave] == "*", path
        assert "access-control-allow-credentials" not in answer.headers
    for path in ("/players", "/office.json", f"/t/{SLUG}/desk.json", "/login"):
        nobody.cookies.clear()
        assert leave not in nobody.get(path).headers, path
    nobody.cookies.clear()
    asked = {"access-control-request-method": "GET", "access-control-request-headers": "if-none-match"}
    before = nobody.options("/players.json", headers=asked)
    assert (before.status_code, before.headers["access-control-allow-methods"]) == (204, "GET, HEAD")
    assert (
        leave not in nobody.options("/report.json", headers=asked | {"access-control-request-method": "POST"}).headers
    )
    assert leave not in nobody.post("/report.json").headers
    assert leave not in nobody.get("/players.json?q=ma", headers={"authorization": "Bearer x"}).headers
    sign_in(nobody)
    assert leave not in nobody.get("/players.json?q=ma").headers


@pytest.mark.parametrize(
    ("accept", "asks"),
    [
        ("application/json", True), ("application/json; charset=utf-8", True), ("application/json, text/html", True),
        ("text/html, application/json;q=0.9", False), ("application/json;q=0.5, text/html;q=0.4", True),
        ("application/json;q=0", False), ("application/json;q=much", False), ("*/*", False), ("", False),
        ("text/html,application/xhtml+xml,*/*;q=0.8", False),
    ],
)  # fmt: skip
def test_who_asks_for_json(accept: str, asks: bool) -> None:
    assert prefers_json(accept) is asks


@pytest.mark.parametrize(
    ("path", "method", "name"),
    [
        ("/players.json", "get", "players"), ("/players/{id}.json", "get", "players_by_id"),
        ("/lists/{period}/top.csv", "get", "lists_top_csv"), ("/t/{slug}/play-offs.json", "get", "t_play_offs"),
        ("/office/lists/{period}/close", "post", "post_office_lists_close"),
        ("/t/{slug}/file.trf", "get", "t_file_trf"),
    ],
)  # fmt: skip
def test_operations_are_named_by_their_addresses(path: str, method: str, name: str) -> None:
    assert operation_id(path, method) == name


def test_a_problem_is_told_in_one_shape(office: MakeOffice) -> None:
    visitor = TestClient(office(), raise_server_exceptions=False, headers={"accept-language": "es"})
    told = visitor.get("/players/0.json")
    assert told.status_code == 404
    assert told.json().keys() == {"error", "status", "key"}
    assert told.json()["key"] == "player-unknown"
    assert visitor.get("/players.json?q=" + "x" * 99).json().keys() == {"error", "status"}
