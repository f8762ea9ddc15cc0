"""The office of another federation: the Belgian edition from the first list to the proof, in both languages."""

from pathlib import Path

import pytest

from answers import Arpad
from cli_office_town import Office, caller
from places import FIXTURES

DATA = FIXTURES / "office"
REPORT = DATA / "frbe-gent.trf"


@pytest.fixture
def run(arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Office:
    office = caller(arpad, tmp_path, monkeypatch)
    for line in (
        "init --system frbe --federation BEL",
        f"import-list {DATA / 'frbe-list.csv'} --date 2009-01",
        f"submit {REPORT} --received 2009-03-20",
        "close 2009-07",
        "publish 2009-07",
    ):
        assert office(line).code == 0, line
    return office


def test_a_list_from_the_first_to_the_proof(run: Office) -> None:
    """Adam loses 1.58: 1.25 with K 12 bring 2015 to 2000, the other 0.33 count with K 16: 1994.72. Bosman
    1990 + 16 × 0.52, Claes 1500 + 24 × 1.17. Dubois has four games. De Vries counts with
    his FIDE rating and is not listed."""
    rows = {row["id"]: row["rating"] for row in run("list 2009-07 --json").json["players"]}
    assert rows == {"10001": 1995, "10002": 1998, "10003": 1528}
    assert run("verify").code == 0


def test_the_sheets_say_why_in_both_languages(run: Office) -> None:
    adam = run("sheet 10001 2009-07").out
    assert "10.f.2  The change passes 2000: up to there with K = 12, beyond it with K = 16" in adam
    claes = run("sheet 10003 2009-07 --lang es").out
    assert "10.f.2    Partida 104, de las primeras 300: K = 24" in claes
    dubois = run("sheet 10004 2009-07 --lang es").out
    assert "10.e.2  4 partidas contra rivales valorados: la primera valoración provisional exige 10" in dubois


def test_the_sheet_shows_each_game_with_the_k_of_its_number(run: Office, tmp_path: Path) -> None:
    """Claes with 98 games before: two with K 32, the third with K 24: 0.78 × 32 + 0.39 × 24 = 34.32."""
    first = tmp_path / "first.csv"
    first.write_text((DATA / "frbe-list.csv").read_text(encoding="utf-8").replace("1500,24,0", "1500,32,98"), "utf-8")
    for line in (
        f"import-list {first} --date 2009-01 --reason typed",
        "close 2009-07 --reason again",
    ):
        run(line)
    sheet = run("sheet 10003 2009-07").out
    assert "1500 → 1534" in sheet
    assert [change in sheet for change in ("−3.52", "+28.48", "+9.36", "+34.32")] == [True] * 4
    assert "10.f.1  K × sum, games 99–100 = 32 × +0.78 = +24.96" in sheet
    assert "10.f.1  K × sum, games 101–101 = 24 × +0.39 = +9.36" in sheet
    assert sheet.count("Verdict: listed with 1534") == 2, "at the end of the period and of the list"
    assert "1537" not in sheet


def test_one_report_alone(arpad: Arpad) -> None:
    found = arpad(f"rate {REPORT} --edition frbe-2008 --json").json["players"]
    assert [(player["guest"], player["new_rating"]) for player in found][2] == (True, None)
    explained = arpad(f"explain {REPORT} --edition frbe-2008 --player 2 --lang es").out
    assert "Una diferencia de más de 350 se contabiliza como 350: D = 350" in explained
