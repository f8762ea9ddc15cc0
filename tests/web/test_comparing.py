"""Editions compared over the games of the office, on the page: the numbers of the command line, made once."""

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from answers import Arpad
from arpad.lab.compare import EditionComparison, compare_editions
from arpad.web import event_parts
from web_demo import NAME, PASSWORD

if TYPE_CHECKING:
    from fastapi.testclient import TestClient

ASKED = "first=fide-2022&second=fide-2024"


def sign_in(client: "TestClient") -> None:
    token = client.get("/login").text.partition('name="csrf" value="')[2].partition('"')[0]
    client.post("/login", data={"name": NAME, "password": PASSWORD, "csrf": token, "next": "/office"})


def test_the_page_has_the_numbers_of_the_command(
    client: "TestClient", arpad: Arpad, demo_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compared once for page, JSON and CSV; it says that decided bases are ignored, in both languages."""
    made: list[EditionComparison] = []

    def counted(*given: object) -> EditionComparison:
        made.append(compare_editions(*given))  # type: ignore[arg-type]
        return made[-1]

    monkeypatch.setattr(event_parts, "compare_editions", counted)
    assert client.get("/office/compare", follow_redirects=False).status_code == 303
    sign_in(client)
    form = client.get("/office/compare").text
    assert ('<option value="fide-2022"' in form, 'value="fide-2003"' in form, made) == (True, False, [])
    page = client.get(f"/office/compare?{ASKED}").text
    assert page.count('<svg class="plot"') == 2
    assert "base ratings that were decided are ignored" in page
    assert "arpad lab" not in page, "a page names no command"
    assert "Of a hundred active players" not in page, "a note of the other page"
    assert "Drift is the change of the mean rating" in page
    spanish = client.get(f"/office/compare?{ASKED}", headers={"accept-language": "es"}).text
    assert "las valoraciones de partida decididas no cuentan" in spanish
    found = client.get(f"/office/compare.json?{ASKED}").json()
    command = arpad(f"lab compare --db sqlite:///{demo_file} --edition fide-2022 --edition fide-2024 --json").out
    assert found == json.loads(command)
    rows = list(csv.DictReader(io.StringIO(client.get(f"/office/compare.csv?{ASKED}&table=most").text)))
    assert [(row["id"], int(row["gain"])) for row in rows] == [
        (row["id"], row["gain"]) for row in found["players"]["most"]
    ]
    assert len(made) == 1


def test_what_cannot_be_compared(client: "TestClient") -> None:
    """Too few games of a class; an edition that is not known, or not for this class."""
    sign_in(client)
    rapid = "time_class=rapid&first=fide-2022-10-rapid-blitz&second=fide-2024-rapid-blitz"
    assert "not enough rated games" in client.get(f"/office/compare?{rapid}").text
    assert client.get(f"/office/compare.json?{rapid}").json() == {}
    for wrong in ("first=fide-2022&second=none", f"time_class=rapid&{ASKED}", "first=fide-2003&second=fide-2024"):
        answer = client.get(f"/office/compare?{wrong}")
        assert answer.status_code == 400, wrong
        assert "fide-20" in answer.text
    assert client.get("/office/compare?time_class=blitz").status_code == 200
