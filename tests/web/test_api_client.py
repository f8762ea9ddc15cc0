"""The typed client that the site gives out: made from its description, imported, used, and checked by its types."""

import importlib.util
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from mypy import api as mypy

from arpad.office.accounts.people import add_token
from arpad.web.openapi import client_code, type_of
from office_rows import BY
from visitor import TestClient
from web_demo import NAME, Served

PROGRAM = """
from decimal import Decimal
from client import ApiProblem, Client, Number

office = Client("https://ratings.example", token="x")
found = office.players(q="zar")["players"]
name: str = found[0]["name"]
rating: int | None = found[0]["rating"]
game = office.players_lists_by_period(id="1", period="2024-05")["events"][0]["opponents"][0]
score: int | Decimal | None = game["score"]
verdict: bool = office.post_office_submit(file=b"012 Open")["accepted"]
"""
WRONG = PROGRAM + 'found[0]["elo"]\noffice.players(name="zar")\n'

PUBLIC_PROGRAM = """from client import Client

office = Client("https://ratings.example")
total: int = office.players(federation="ESP")["total"]
name: str = office.players(q="zar")["items"][0]["name"]
office.players(name="zar")
"""
"""A program whose last line asks for what there is not."""


def made(code: str, folder: Path) -> Any:
    """The module, as somebody imports it who has saved it."""
    path = folder / "client.py"
    path.write_text(code, "utf-8")
    spec = importlib.util.spec_from_file_location("client", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.long
def test_the_client_reads_and_writes(served: Served, tmp_path: Path) -> None:
    secret = "a token for reports"
    add_token(served.app.state.site.database, NAME, "tests", secret, BY)
    client = made(TestClient(served.app).get("/api/client.py").text, tmp_path)
    office = client.Client(served.address)
    (first, *_) = office.players(q="zar")["players"]
    player = office.players_by_id(first["id"], time_class="standard")
    assert (player["name"], player["history"][-1]["rating"]) == (first["name"], first["rating"])
    event = office.events_by_number(1)
    changes = [one["change"] for one in event["players"]]
    assert any(isinstance(change, Decimal) for change in changes)
    assert all(isinstance(change, int | Decimal | None) for change in changes)
    computed = office.calculators_change(edition=["fide-2024"], rating="2212", k="40", games="1926:1 2659:0.5")
    assert [one["change"] for one in computed["results"]] == [Decimal("23.2")]
    with pytest.raises(client.ApiProblem, match="nobody") as refused:
        office.players_by_id("nobody")
    assert (refused.value.status, refused.value.key) == (404, "player-unknown")
    report = b"012 Open\n"
    with pytest.raises(client.ApiProblem) as outside:
        office.post_office_submit(file=report)
    assert outside.value.status == 401
    with pytest.raises(client.ApiProblem) as wrong:
        client.Client(served.address, token=secret, language="es").post_office_submit(file=report)
    assert wrong.value.status == 400


@pytest.mark.long
def test_its_types_hold_a_program(client: TestClient, tmp_path: Path) -> None:
    (tmp_path / "client.py").write_text(client.get("/api/client.py").text, "utf-8")
    (tmp_path / "good.py").write_text(PROGRAM, "utf-8")
    (tmp_path / "bad.py").write_text(WRONG, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MYPYPATH", str(tmp_path))
        options = ["--strict", "--cache-dir", str(tmp_path / "cache"), "--config-file", ""]
        told, errors, _ = mypy.run([*options, str(tmp_path / "good.py"), str(tmp_path / "bad.py")])
    assert errors == ""
    found = [line for line in told.splitlines() if ": error:" in line]
    assert len(found) == 2, told
    assert all("bad.py" in line for line in found)


@pytest.mark.long
def test_the_client_of_the_public_description(served: Served, tmp_path: Path) -> None:
    client = made(TestClient(served.app).get("/api/v2/client.py").text, tmp_path)
    office = client.Client(served.address)
    every = list(office.every(office.players, federation="ESP", per_page=10))
    assert len(every) == office.players(federation="ESP")["total"] > 10
    sheet = office.players_lists_by_period("98004240", "2022-12")
    assert (sheet["change"], sheet["rounded_change"]) == (Decimal(-14), -14)
    assert office.events_players(1)["items"][0]["number"] == 1
    with pytest.raises(client.ApiProblem, match="no parameter") as refused:
        office._ask("/players", {"elo": 2000}, None)
    assert (refused.value.status, refused.value.key) == (422, "api-parameter-unknown")
    (tmp_path / "program.py").write_text(PUBLIC_PROGRAM, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MYPYPATH", str(tmp_path))
        cache = str(tmp_path / "cache")
        said, errors, _ = mypy.run(
            ["--strict", "--cache-dir", cache, "--config-file", "", str(tmp_path / "program.py")]
        )
    assert errors == ""
    assert said.count(": error:") == 1, said
    assert "program.py:6" in said


@pytest.mark.parametrize(
    ("schema", "kind"),
    [
        ({"type": ["integer", "null"]}, "int | None"),
        ({"anyOf": [{"$ref": "#/components/schemas/Player"}, {"type": "null"}]}, "Player | None"),
        ({"type": "array", "items": {"type": "number"}}, "list[Number]"),
        ({"type": "object", "additionalProperties": {"type": "string"}}, "dict[str, str]"),
        ({"type": "string", "enum": ["a", "b"]}, "Literal['a', 'b']"),
        ({"type": "string", "contentMediaType": "application/octet-stream"}, "bytes"),
        ({}, "Any"),
    ],
)
def test_the_types_of_schemas(schema: dict[str, Any], kind: str) -> None:
    assert type_of(schema) == kind


def test_words_that_python_has_taken(tmp_path: Path) -> None:
    answer = {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Changes"}}}}}
    asked = [{"name": "from", "in": "query", "schema": {"type": "integer"}}]
    code = client_code(
        {
            "info": {"version": "1.0"},
            "components": {"schemas": {"Changes": {"properties": {"from": {"type": "integer"}}, "required": ["from"]}}},
            "paths": {"/changes.json": {"get": {"operationId": "changes", "parameters": asked, "responses": answer}}},
        }
    )
    module = made(code, tmp_path)
    assert module.Changes.__required_keys__ == {"from"}
    assert "def changes(self, *, from_: int | None = None) -> Changes" in code
