"""A wrong import does not empty a federation: many players gone is an error, and nobody loses their page."""

from pathlib import Path

import pytest
from fastapi import FastAPI

import arpad
from answers import Arpad
from cli_office_town import caller
from places import FIXTURES
from web_desk_office import JSON, Visitor, make_town, open_town

FILES = FIXTURES / "office" / "many-gone"


def test_many_players_gone_want_their_own_consent(
    arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three players into a list of 105: refused, and nothing is kept; those who left keep their history."""
    run = caller(arpad, tmp_path, monkeypatch)
    assert run("init --federation ESP").code == 0
    assert run(f"import-list {FILES / 'hundred-and-five.csv'} --date 2024-07").code == 0
    for day, more in (("2024-08", ""), ("2024-07", "--reason again")):
        answer = run(f"import-list {FILES / 'three.csv'} --date {day} {more}")
        assert (answer.code, answer.out) == (2, "")
        assert "102 of the 105" in answer.err
        assert "--many-gone" in answer.err
    assert run("lists --json").json[-1]["players"] == 105
    assert run(f"import-list {FILES / 'three.csv'} --date 2024-08 --many-gone").code == 0
    left = run("player 150 --json").json
    assert (left["name"], [one["period"] for one in left["history"]]) == ("Player, 050", ["2024-07-01"])
    assert run("player 999").code == 2


def test_the_library_asks_the_same() -> None:
    with arpad.Office.memory(federation="ESP") as office:
        office.import_list(FILES / "hundred-and-five.csv", "2024-07")
        with pytest.raises(arpad.ArpadError, match="102"):
            office.import_list(FILES / "three.csv", "2024-08")
        assert office.import_list(FILES / "three.csv", "2024-08", many_gone=True).players == 3


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    (tmp_path / "town").mkdir()
    return open_town(make_town(tmp_path / "town"), tmp_path)


def test_the_page_and_programs_ask_the_same(app: FastAPI) -> None:
    """The page of a player who left the list is still there."""
    officer = Visitor(app, "officer")
    (whole, three) = ((FILES / name).read_bytes() for name in ("hundred-and-five.csv", "three.csv"))
    form = {"date": "2024-09-01", "step": "do"}

    def sent(data: bytes, **more: str) -> int:
        file = {"list": ("list.csv", data, "text/csv")}
        return int(officer.send("/office/import", form | more, files=file, headers=JSON).status_code)

    assert sent(whole) == 200
    assert sent(three, date="2024-10-01") == 400
    officer.send(
        "/office/import", form | {"date": "2024-10-01", "step": "preview"}, files={"list": ("list.csv", three)}
    )
    page = officer.client.get("/office/import/waiting").text
    assert "102 of the 105" in page
    assert 'name="many_gone"' in page
    assert sent(three, date="2024-10-01", many_gone="true") == 200
    assert "Player, 050" in officer.page("/players/150")
