"""FEDA 10.13: a report that was returned must be back within four weeks, or the event counts as not reported."""

from pathlib import Path

import pytest

from answers import Arpad
from cli_office_town import Office, caller
from places import FIXTURES

DATA = FIXTURES / "office"
EVENT = DATA / "feda-foreigners.trf"
CHECK = f"report check {EVENT} --edition feda-1996 --format swiss --arbiter-ok --json"


@pytest.fixture
def run(arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Office:
    """An office that has returned a report on 1 March 1997: a player without a name, and without a code."""
    office = caller(arpad, tmp_path, monkeypatch)
    defect = EVENT.read_text("utf-8").replace("         12 1970", "            1970")
    Path("defect.trf").write_text(defect, encoding="utf-8")
    for line in ("init --system feda", f"import-list {DATA / 'feda-foreigners.csv'} --date 1997-01"):
        assert office(line).code == 0, line
    answer = office("submit defect.trf --received 1997-02-20 --arbiter-ok --format swiss --at 1997-03-01T10:00:00Z")
    assert answer.code == 1
    return office


@pytest.mark.parametrize(("received", "late"), [("1997-03-29", False), ("1997-03-30", True)])
def test_10_13_four_weeks_in_the_office(run: Office, received: str, late: bool) -> None:
    """28 days after 1 March are 29 March; a day later the event is not rated."""
    answer = run(f"submit {EVENT} --event 1 --received {received} --arbiter-ok --format swiss --json")
    assert answer.code == int(late)
    found = [
        (finding["code"], finding["article"]) for finding in answer.json["findings"] if finding["severity"] == "error"
    ]
    assert found == [("returned-late", "10.13")] * late


@pytest.mark.parametrize(("received", "late"), [("1997-03-29", False), ("1997-03-30", True)])
def test_10_13_of_a_report_by_itself(arpad: Arpad, received: str, late: bool) -> None:
    answer = arpad(f"{CHECK} --returned 1997-03-01 --received {received}")
    assert [finding["code"] for finding in answer.json["findings"] if finding["article"] == "10.13"] == [
        "returned-late"
    ] * late
    assert "returned-late" not in arpad(f"{CHECK} --received {received}").out


def test_10_13_no_other_system_has_it(arpad: Arpad) -> None:
    """FIDE's texts give a returned report no days."""
    line = CHECK.replace("feda-1996", "fide-2003")
    assert "returned-late" not in arpad(f"{line} --returned 1997-03-01 --received 1999-01-01").out
