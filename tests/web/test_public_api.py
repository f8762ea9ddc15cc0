"""Version 2 of the interface for programs: nothing is cut in silence, whatever is refused has a key, and everything is
described, with an example that an office has answered."""

import io
import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pyarrow.parquet as pq
import pytest

from arpad.office.accounts.people import add_token
from arpad.tournament.acts.results import SetResult
from arpad.web import public_api
from arpad.web.public import events
from arpad.web.public_api import examples
from checked_answers import closed
from office_rows import BY
from places import FIXTURES
from visitor import TestClient
from web_demo import NAME, NOW, MakeOffice, Served
from web_event import SLUG, TOWN, MakeEventOffice

API = "/api/v2"
OPEN = FIXTURES / "pairing" / "open-14.trf"
FILE = Path(public_api.__file__).with_name("public_api_examples.json")
THERE = {
    "id": "98004240", "period": "2022-12", "number": "1", "code": "ESP", "slug": SLUG, "entry": "1", "round": "4",
    "format": "parquet",
}  # fmt: skip
ASKED: dict[str, dict[str, str]] = {
    "players": {"federation": "ESP"},
    "players_similar": {"q": "zarlaga"},
    "players_compare": {"with": "98004281"},
    "lists_changes": {"period": "2023-02"},
    "calculators_change": {"rating": "2212", "k": "40", "games": "1926:1 2659:0.5", "edition": "fide-2024"},
    "calculators_initial": {"games": "1726:0 1615:1 1500:1 1900:0.5 1800:0", "edition": "fide-2024"},
    "calculators_performance": {"games": "1726:0 1615:1"},
    "calculators_k": {"rating": "1900", "games_played": "12", "date": "2024-05-01"},
    "calculators_time_class": {"control": "90+30"},
    "regulations_by_id": {"id": "fide-2024"},
}
"""What is asked of the operations that need more than an address."""


def ask(visitor: TestClient, path: str, method: str, operation: dict[str, Any]) -> tuple[dict[str, str], Any]:
    """Call an operation with what is there; what was asked, and the answer."""
    more = ASKED.get(operation["operationId"], {})
    needed = [one["name"] for one in operation.get("parameters", ()) if one["in"] == "path"]
    asked = {name: more.get(name, THERE[name]) for name in needed} | more
    address = API + re.sub(r"{(\w+)}", lambda found: asked[found[1]], path)
    if method == "post":
        return asked, visitor.post(address, files={"file": ("open.trf", OPEN.read_bytes())})
    return asked, visitor.get(address, params={name: value for name, value in asked.items() if name not in needed})


def shortened(answer: Any) -> Any:
    """An answer with the first thing of each of its lists."""
    if isinstance(answer, dict):
        return {name: shortened(value) for name, value in list(answer.items())[:40]}
    if not isinstance(answer, list):
        return answer
    return [shortened(one) for one in answer[: 1 if answer and isinstance(answer[0], dict | list) else 8]]


@pytest.mark.long
def test_every_operation_answers_and_its_example_is_such_an_answer(event_office: MakeEventOffice) -> None:
    """With ARPAD_EXAMPLES=write the answers of this office are written down as the examples."""
    app = event_office()
    visitor = TestClient(app, raise_server_exceptions=False)
    document = visitor.get(f"{API}/openapi.json").json()
    components = {"components": {"schemas": document["components"]["schemas"]}}
    answered = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            asked, answer = ask(visitor, path, method, operation)
            assert answer.status_code == 200, (path, answer.text)
            (media,) = operation["responses"]["200"]["content"]
            assert answer.headers["content-type"].startswith(media)
            if media == "application/json":
                answered[operation["operationId"]] = {"asked": asked, "answer": shortened(answer.json())}
            else:
                answered[operation["operationId"]] = {"asked": asked}
    if os.environ.get("ARPAD_EXAMPLES") == "write":
        FILE.write_text(
            json.dumps(answered, ensure_ascii=False, separators=(",", ":")).replace('"},"', '"},\n"') + "\n"
        )
        examples.cache_clear()
    assert examples().keys() == answered.keys(), "write the examples: ARPAD_EXAMPLES=write"
    import jsonschema_rs

    for operations in document["paths"].values():
        for operation in operations.values():
            schema = operation["responses"]["200"]["content"].get("application/json", {}).get("schema")
            if schema is not None:
                known = jsonschema_rs.Draft202012Validator(closed(schema | components))
                shown = examples()[operation["operationId"]][1]
                assert [one.message for one in known.iter_errors(shown)] == [], operation["operationId"]


def test_all_is_described(client: TestClient) -> None:
    document = client.get(f"{API}/openapi.json").json()
    assert (document["info"]["version"], document["servers"]) == ("2.0", [{"url": API}])
    known = {tag["name"] for tag in document["tags"]}
    for path, operations in document["paths"].items():
        for operation in operations.values():
            assert operation["summary"], path
            assert set(operation["tags"]) <= known
            for given in operation.get("parameters", ()):
                assert given["description"], (path, given["name"])
                assert "example" in given, (path, given["name"])
            for status, answer in operation["responses"].items():
                assert answer["description"], (path, status)
                if status >= "400":
                    told = answer["content"]["application/problem+json"]["schema"]
                    assert told == {"$ref": "#/components/schemas/ProblemDetails"}
    for name, schema in document["components"]["schemas"].items():
        for field, of in schema.get("properties", {}).items():
            assert of.get("description"), (name, field)
    assert not any(path.startswith(("/office", "/t/")) for path in document["paths"])


def test_no_list_is_cut_in_silence(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Page after page gives each thing once, as many as `total` says, and every filter works alone."""
    monkeypatch.setattr(events, "EVENTS_SHOWN", 2)
    held = client.get(f"{API}/events").json()
    assert held["total"] == len(held["items"]) == len(client.get("/events.json").json()) > 2
    whole = client.get(f"{API}/players", params={"per_page": 1000}).json()
    assert whole["total"] == len(whole["items"]) > 60
    assert whole["next"] is None
    address, found = f"{API}/players?per_page=7", []
    while address:
        page = client.get(address).json()
        assert page["total"] == whole["total"]
        found += page["items"]
        address = page["next"]
    assert found == whole["items"]
    by_hand = [one["id"] for one in whole["items"] if one["federation"] == "ESP"]
    spanish = client.get(f"{API}/players", params={"federation": "esp", "per_page": 1000}).json()
    assert [one["id"] for one in spanish["items"]] == by_hand
    titled = client.get(f"{API}/players", params={"title": "GM"}).json()
    assert titled["total"] == sum(one["title"] == "GM" for one in whole["items"]) > 0
    women = client.get(f"{API}/lists/2023-02/players", params={"sex": "F", "per_page": 1000}).json()
    assert women["total"] == len(women["items"]) > 10
    assert {one["sex"] for one in women["items"]} == {"F"}
    named = client.get(f"{API}/players", params={"q": "a", "per_page": 2}).json()
    assert named["total"] > 2, "version 1 gives fifty of them, and does not say how many there are"
    beyond = client.get(f"{API}/players", params={"page": 999}).json()
    assert (beyond["total"], beyond["items"], beyond["next"]) == (whole["total"], [], None)


@pytest.mark.parametrize(
    ("asked", "status", "key"),
    [
        ("/players?fedration=ESP", 422, "api-parameter-unknown"),
        ("/players?page=1&page=2", 422, "api-parameter-twice"),
        ("/players?q=a+b+c+d+e+f+g", 400, "api-words-many"),
        ("/players/similar?q=a+b+c+d+e+f+g", 400, "api-words-many"),
        ("/players?per_page=1001", 422, "value-wrong"),
        ("/players/0", 404, "player-unknown"),
        ("/nothing", 404, "address-unknown"),
        ("/lists/2023-02/players.parquet?size=3", 422, "api-parameter-unknown"),
        ("/events/1/standings?player=1", 422, "api-parameter-unknown"),
        ("/tournaments/nothing", 404, "event-unknown"),
        ("/calculators/change?rating=x&games=1926:1", 400, None),
    ],
)
def test_what_is_refused_is_a_problem_with_a_key(client: TestClient, asked: str, status: int, key: str | None) -> None:
    answer = client.get(f"{API}{asked}", headers={"accept": "text/html", "accept-language": "es"})
    told = answer.json()
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert (told["type"], told["status"]) == ("about:blank", status)
    assert told["key"] == (key or told["key"]) != ""
    assert told["detail"] != client.get(f"{API}{asked}").json()["detail"], "in the language that was asked for"


def test_all_wrong_values_are_told_at_once(client: TestClient) -> None:
    told = client.get(f"{API}/players", params={"page": "x", "sex": "Z", "per_page": 5000}).json()
    assert told["fields"].keys() == {"page", "sex", "per_page"}
    assert told["fields"]["per_page"] == "At most 1000."
    assert client.post(f"{API}/players").json()["key"] == "method-unknown"


def test_a_token_that_has_ended_is_told_apart_from_none(office: MakeOffice) -> None:
    app = office()
    add_token(app.state.site.database, NAME, "short", "a short token", BY, days=1)
    visitor = TestClient(app)
    ended = TestClient(app, headers={"authorization": "Bearer a short token"})
    assert ended.get(f"{API}/players").status_code == ended.get("/office.json").status_code == 200
    app.state.site.settings = replace(app.state.site.settings, now=lambda: NOW.replace(year=2100))
    for path in (f"{API}/players", "/office.json"):
        answer = ended.get(path)
        assert (answer.status_code, answer.json()["key"]) == (401, "token-ended"), path
        assert 'error="invalid_token"' in answer.headers["www-authenticate"]
        answer = visitor.get(path, headers={"authorization": "Bearer never there"})
        assert (answer.status_code, answer.json()["key"]) == (401, "token-unknown"), path
    nobody = visitor.get("/office.json")
    assert (nobody.status_code, nobody.headers["www-authenticate"]) == (401, 'Bearer realm="arpad"')
    assert nobody.json() == {"error": "Sign in first.", "status": 401}
    assert visitor.get(f"{API}/players").status_code == 200


def test_an_address_may_ask_so_often_in_a_minute(office: MakeOffice) -> None:
    app = office(requests_a_minute=3)
    one, other = TestClient(app), TestClient(app, client=("192.0.2.7", 1))
    assert [one.get(f"{API}/lists").status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = one.get(f"{API}/nothing")
    assert (refused.json()["key"], refused.headers["retry-after"]) == ("too-many-requests", "60")
    assert other.get(f"{API}/lists").status_code == 200
    assert one.get("/lists.json").status_code == 200, "version 1 is as it was"
    app.state.site.settings = replace(app.state.site.settings, now=lambda: NOW.replace(minute=1, second=40))
    assert one.get(f"{API}/lists").status_code == 200


def test_answers_are_compressed_and_known_again(client: TestClient) -> None:
    address = f"{API}/lists/2023-02/players"
    plain = client.get(address, headers={"accept-encoding": "identity"})
    packed = client.get(address, headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) * 3 < int(plain.headers["content-length"])
    assert packed.json() == plain.json()
    tag = packed.headers["etag"]
    assert tag == plain.headers["etag"] != client.get(f"{address}?page=2").headers["etag"]
    assert tag.startswith('W/"')
    assert client.get(address, headers={"if-none-match": tag}).status_code == 304


def test_a_list_as_parquet(client: TestClient) -> None:
    table = pq.read_table(io.BytesIO(client.get(f"{API}/lists/2023-02/players.parquet").content))
    listed = client.get(f"{API}/lists/2023-02/players", params={"per_page": 1000}).json()
    ratings = {one["id"]: one["rating"] for one in listed["items"]}
    assert dict(zip(table["id"].to_pylist(), table["rating"].to_pylist(), strict=True)) == ratings


def test_a_name_has_one_meaning(event_office: MakeEventOffice) -> None:
    """`rank` is a place, `number` a starting number, `change` exact; tie-breaks are numbers."""
    visitor = TestClient(event_office())
    entered = visitor.get(f"{API}/events/1/players").json()["items"]
    assert entered == [
        {**{name: value for name, value in one.items() if name != "rank"}, "number": one["rank"]}
        for one in visitor.get("/events/1.json").json()["players"]
    ]
    standings = visitor.get(f"{API}/events/1/standings").json()["items"]
    assert [row["rank"] for row in standings] == list(range(1, len(standings) + 1))
    numbers = {one["id"]: one["number"] for one in entered}
    assert all(numbers[row["id"]] == row["number"] for row in standings)
    values = [value for row in standings for value in row["values"].values()]
    assert values
    assert all(isinstance(value, int | float) for value in values)
    card = visitor.get(f"{API}/tournaments/{SLUG}/players/1").json()
    assert {rating["number"] for rating in card["ratings"]} == {card["number"]}
    played = visitor.get(f"{API}/players/98004240/events").json()["items"][0]
    assert played["rank"] == visitor.get("/players/98004240/events.json").json()[0]["place"]


@pytest.mark.long
def test_a_tournament_is_followed(event_office: MakeEventOffice, served: Served, monkeypatch: Any) -> None:
    """Everything as it stands, then each board when it changes."""
    monkeypatch.setattr(public_api, "PAUSE", 0.01)
    app = event_office()
    served.serve(app)
    address = f"{served.address}{API}/tournaments/{SLUG}/stream"
    with urlopen(address, timeout=60) as once:
        now = [json.loads(line) for line in once]
    assert now[0]["type"] == "tournament"
    boards = [line for line in now[1:] if line["round"] == 5]
    assert [line["result"] for line in boards] == [None] * len(boards)
    with urlopen(f"{address}?follow=true", timeout=60) as lines:
        assert [json.loads(next(lines)) for _ in now] == now
        app.state.site.events.act(SLUG, SetResult(5, 2, "0-1"), TOWN, NOW)
        changed = next(one for line in lines if (one := json.loads(line))["type"] == "board")
    assert (changed["round"], changed["board"], changed["result"]) == (5, 2, "0-1")
    app.state.followers = public_api.MOST_FOLLOWERS + 1  # the first may be leaving
    refused = TestClient(app).get(f"{API}/tournaments/{SLUG}/stream?follow=true")
    assert (refused.status_code, refused.json()["key"], refused.headers["retry-after"]) == (503, "web-busy", "30")
