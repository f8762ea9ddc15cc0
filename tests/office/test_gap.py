"""Lists on whose day no edition is held: the last ones of an edition before a gap, and those before the first one."""

from pathlib import Path

import pytest

from answers import Arpad
from cli_office_town import Office, caller
from places import FIXTURES

DATA = FIXTURES / "office"


@pytest.fixture
def run(arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Office:
    """An office with FIDE's list of April 2009 and an event of May; fide-2005 ends on 30 June, and a gap follows."""
    office = caller(arpad, tmp_path, monkeypatch)
    for line in (
        "init",
        f"import-list {DATA / 'gap-2009.csv'} --date 2009-04",
        f"submit {DATA / 'gap-2009.trf'} --received 2009-05-12 --registered 2009-04-01",
    ):
        assert office(line).code == 0, line
    return office


def test_9_11_the_last_lists_of_an_edition_before_a_gap(run: Office) -> None:
    """The games of April to June 2009 go into the list of July: by fide-2005, if somebody says so."""
    refused = run("close 2009-07")
    assert (refused.code, refused.out) == (2, "")
    assert "there is none for 2009-07-01 to 2017-06-30" in refused.err
    assert run("close 2009-07 --edition fide-2005").code == 0
    assert run("close 2009-07 --json").json["reports"] == 1, "closed again, the edition is known"
    assert run("publish 2009-07").code == 0
    rows = {player["id"]: player["rating"] for player in run("list 2009-07 --json").json["players"]}
    assert rows == {"301": 2016, "302": 1997, "303": 1988, "304": 1949}
    assert "10.51c" in run("sheet 301 2009-07").out
    assert "error: no edition for fide standard on 2009-10-01" in run("close 2009-10").err
    assert run("close 2009-10 --edition fide-2005").code == 0
    assert run("publish 2009-10").code == 0


def test_a_list_with_a_named_edition_is_corrected_and_proved(run: Office) -> None:
    for line in ("close 2009-07 --edition fide-2005", "publish 2009-07", "rating 302 2009-07 2000 --reason claim"):
        assert run(line).code == 0, line
    assert run("export 2009-07 -o july.zip").code == 0
    assert [proof["sound"] for proof in run("verify --json").json["versions"]] == [True] * 3
    assert run("verify --bundle july.zip").code == 0


def test_an_edition_is_named_only_where_none_is_in_force(run: Office) -> None:
    other = run("close 2009-07 --edition feda-1996")
    assert (other.code, other.err.count("\n")) == (2, 1)
    assert "feda-1996 is an edition of feda, but this office is for fide" in other.err
    again = run(f"import-list {DATA / 'gap-2009.csv'} --date 2009-04 --edition fide-2003 --reason again")
    assert (again.code, "fide-2005 is in force on the list of 2009-04" in again.err) == (2, True)
    gap = run(f"import-list {DATA / 'gap-2009.csv'} --date 2010-01")
    assert (gap.code, "between fide-2005 and fide-2017" in gap.err) == (2, True)
    assert run(f"import-list {DATA / 'gap-2009.csv'} --date 2010-01 --edition fide-2005").code == 0
    assert run("list 2010-01 --json").json["players"][0]["k"] == 15


def test_9_56_a_list_from_before_the_first_edition(
    arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FIDE's lists of the nineties count in FEDA's events; they are read by the first edition there is."""
    run = caller(arpad, tmp_path, monkeypatch)
    assert run("init").code == 0
    assert run(f"import-list {DATA / 'gap-2009.csv'} --date 1997-07").code == 0
    assert [player["rating"] for player in run("list 1997-07 --json").json["players"]] == [2010, 1990, 1980, 1970]
    assert run("verify").code == 0
    log = run("log --json").json
    assert log[-1]["details"]["edition"] == "fide-2003"
