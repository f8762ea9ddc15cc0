"""What only older texts ask for, by the forms of the desk: further stages of an event, the edition of a list."""

from pathlib import Path

import pytest

from answers import Arpad
from arpad.office.accounts.people import add_account
from arpad.office.storage.database import Database
from cli_office_town import caller
from office_rows import BY
from places import FIXTURES
from web_desk_office import PASSWORD, Visitor, open_town

GAP = FIXTURES / "office"
STAGES = FIXTURES / "stages"


def officer(folder: Path) -> Visitor:
    database = Database(f"sqlite:///{folder / 'office.db'}")
    add_account(database, "officer", PASSWORD, "officer", BY)
    database.dispose()
    (folder / "web").mkdir()
    return Visitor(open_town(folder, folder / "web"), "officer")


def test_2005_6_2_further_stages_are_handed_in_with_the_report(
    arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert caller(arpad, tmp_path, monkeypatch)("init").code == 0
    visitor = officer(tmp_path)
    assert 'name="stages" type="file"' in visitor.page("/office/submit")
    data = {"format": "swiss", "edition": "fide-2005"}
    parts = [
        (field, (f"{name}.trf", (STAGES / f"{name}.trf").read_bytes(), "text/plain"))
        for field, name in (("file", "preliminary"), ("stages", "final"))
    ]
    visitor.send("/office/submit", data, files=parts)
    event = visitor.json("/office/events/1.json")
    assert event["end"] == "2006-01-21", "the last day of the final"
    assert len(event["facts"]["stages"]) == 1
    page = visitor.page("/office/events/1")
    assert "<dt>Further stages</dt>" in page
    assert "<dt>Kind of tournament</dt><dd>Swiss" in page


def test_9_11_the_edition_of_a_list_before_a_gap_is_named_in_the_form(
    arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """fide-2005 ends on 30 June 2009, and a gap follows."""
    run = caller(arpad, tmp_path, monkeypatch)
    for line in (
        "init",
        f"import-list {GAP / 'gap-2009.csv'} --date 2009-04",
        f"submit {GAP / 'gap-2009.trf'} --received 2009-05-12 --registered 2009-04-01",
    ):
        assert run(line).code == 0, line
    visitor = officer(tmp_path)
    assert 'name="edition"' in visitor.page("/office/lists/2009-07")
    visitor.refused("/office/lists/2009-07/close")
    assert visitor.json("/office/lists/2009-07/closing.json?edition=fide-2005")["reports"] == 1
    assert visitor.done("/office/lists/2009-07/close", {"edition": "fide-2005"}).endswith("done=closed")
    assert visitor.json("/office/lists.json")[0]["period"] == "2009-07-01"
