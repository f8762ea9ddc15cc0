"""No QR code with an address that telephones cannot open is printed without a warning before it."""

import tomllib
from pathlib import Path

import pytest

from answers import Arpad
from arpad.inputs.parse import unreachable
from papers import ReadPaper
from places import FIXTURES
from web_event import SLUG, MakeEventOffice, at_desk

GIVEN: dict[str, str] = tomllib.loads((FIXTURES / "tournament" / "addresses.toml").read_text("utf-8"))["unreachable"]
HALL = "http://192.168.1.20:8000"
CARD = "desk/print/table-numbers.pdf"
SCAN = "Your board on your phone"


@pytest.mark.parametrize(("address", "why"), sorted(GIVEN.items()))
def test_addresses_that_telephones_cannot_open(address: str, why: str) -> None:
    assert (unreachable(address) or "") == why


def test_a_command_asks_before_it_prints_them(arpad: Arpad, tmp_path: Path) -> None:
    events = f"--events sqlite:///{tmp_path}/events.db --who me"
    rules, players = tmp_path / "e.toml", tmp_path / "p.csv"
    rules.write_text('slug = "e"\nname = "E"\nrounds = 1\n')
    players.write_text("name,rating\nA,2000\nB,1900\n")
    for command in (f"new {rules}", f"enter e --csv {players}", "close-list e --seed 1"):
        assert arpad(f"event {command} {events}").code == 0, command
    out = tmp_path / "tables.pdf"
    printed = f"event print e table-numbers -o {out} {events}"
    refused = arpad(f"{printed} --address http://localhost:8000")
    assert refused.code == 2
    assert "the machine itself" in refused.err
    assert not out.exists()
    done = arpad(f"{printed} --address http://localhost:8000 --yes")
    assert done.code == 0
    assert "telephones cannot open" in done.out
    assert SCAN in ReadPaper(out.read_bytes()).flat
    good = arpad(f"{printed} --address {HALL} --json").json
    assert (good["address"], good["unreachable"]) == (HALL, None)


def test_the_page_warns_and_prints_without_codes(event_office: MakeEventOffice) -> None:
    arbiter = at_desk(event_office(), "arbiter")
    here = {"host": "127.0.0.1:8000"}
    page = arbiter.get("desk/print", headers=here)
    assert "Telephones cannot open http://127.0.0.1:8000" in page.text
    assert arbiter.get("desk/print.json", headers=here).json()["unreachable"] == "loopback"
    assert SCAN not in ReadPaper(arbiter.get(CARD, headers=here).content).flat
    assert SCAN in ReadPaper(arbiter.get(f"{CARD}?anyway=1", headers=here).content).flat
    given = arbiter.get(f"desk/print?address={HALL}", headers=here).text
    assert "Telephones cannot open" not in given
    assert f'name="address" value="{HALL}"' in given
    assert SCAN in ReadPaper(arbiter.get(f"{CARD}?address={HALL}", headers=here).content).flat
    wrong = arbiter.get("desk/print?address=hall", headers=here)
    assert wrong.status_code == 400
    reached = arbiter.get("desk/print", headers={"host": "192.168.1.20:8000"}).text
    assert f"lead to {HALL}" in reached
    assert "Telephones cannot open" not in reached


def test_the_code_of_a_link_warns_too(event_office: MakeEventOffice) -> None:
    chief = at_desk(event_office(), "chief")
    for host, warned in (("127.0.0.1:8000", True), ("192.168.1.20:8000", False)):
        sent = chief.visitor.post(
            f"/t/{SLUG}/desk/staff/link",
            data={"csrf": chief.csrf, "label": "Ana", "role": "scorer"},
            headers={"host": host},
        )
        assert sent.status_code == 200
        assert ("Telephones cannot open this address" in sent.text) is warned, host
