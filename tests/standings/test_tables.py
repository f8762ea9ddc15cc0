"""Several editions side by side, crosstables, the check of a report, TRF26 with its standings."""

import csv
from pathlib import Path

import pytest

from answers import Arpad
from arpad.formats.read import read_report
from arpad.formats.report import tie_break_records
from arpad.standings.check import check_standings, rank_findings
from arpad.standings.table import Wishes, standings
from pdf_pages import page_texts
from places import FIXTURES

DATA = FIXTURES / "standings"
SWISS = DATA / "tec-swiss-5.trf"
ROUND_ROBIN = DATA / "rr-6x2.trf"
TEAMS = DATA / "team-50.trf"


def test_editions_side_by_side_mark_who_changes_place(arpad: Arpad) -> None:
    line = f"standings {SWISS} --edition c07-2017 --edition c07-2026 --tie-breaks BH/C1,BH"
    answer = arpad(f"{line} --json").json
    changing = {place["number"]: place["ranks"] for place in answer["places"] if place["changes"]}
    assert changing[12] == {"c07-2017": 10, "c07-2026": 11}
    assert changing[15] == {"c07-2017": 11, "c07-2026": 10}
    assert [edition["edition"] for edition in answer["editions"]] == ["c07-2017", "c07-2026"]
    assert "5 players change place" in arpad(line).out


def test_the_crosstable_of_a_swiss_names_opponents_by_their_line(arpad: Arpad) -> None:
    words = arpad(f"standings {SWISS} --edition c07-2026 --tie-breaks BH/C1,BH,SB --crosstable").out.splitlines()
    cells = {line.split()[1]: line.split()[3:] for line in words[2:18]}
    assert cells["4"] == ["11b1", "-½", "14w1", "2w½", "4b½", "3½"], "David: half-point bye in round 2"
    assert cells["9"][2:5] == ["-½", "8w-", "-1"], "Jessica: bye, forfeit loss, pairing-allocated bye"


def test_the_crosstable_by_number_names_opponents_by_number(arpad: Arpad) -> None:
    words = arpad(f"standings {SWISS} --edition c07-2026 --crosstable --by-number").out.splitlines()
    assert words[2].split()[3:] == ["9w1", "13b½", "2w½", "15b1", "4w½", "3½"]


def test_the_crosstable_of_a_double_round_robin_has_both_games(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "cross.csv"
    arpad(f"standings {ROUND_ROBIN} --crosstable --csv {out}")
    lines = out.read_text("utf-8").splitlines()
    assert lines[0] == "rank,number,name,1,2,3,4,5,6,points"
    assert lines[1] == '1,4,"Player0004, Test",***,1 1,1 0,0 ½,- ½,1 +,6'


def test_the_crosstable_of_teams(arpad: Arpad) -> None:
    answer = arpad(f"standings {TEAMS} --edition c07-2026 --crosstable --json").json
    cells = next(row["cells"] for row in answer["crosstable"] if row["number"] == 18)
    assert [cell["kind"] for cell in cells].count("full-bye") == 1
    assert next(cell for cell in cells if cell["round"] == 5) == {
        "round": 5, "opponent": 5, "colour": "b", "kind": "played", "points": 3,
    }  # fmt: skip


def test_a_report_is_checked_and_its_first_difference_explained(arpad: Arpad) -> None:
    answer = arpad(f"standings check {DATA / 'sw-25x9.trf'} --edition c07-2024 --tie-breaks BH --json")
    assert answer.code == 1
    assert not answer.json["equal"]
    assert {difference["number"] for difference in answer.json["differences"]} >= {11, 13}
    assert "by BH: 44 against 41.5" in answer.json["steps"][-1]["what"]


@pytest.mark.parametrize("file", [SWISS, ROUND_ROBIN, TEAMS], ids=lambda file: file.stem)
def test_standings_written_into_a_report_are_found_there(arpad: Arpad, tmp_path: Path, file: Path) -> None:
    out = tmp_path / "ranked.trf"
    assert arpad(f"standings {file} --edition c07-2024 --trf {out} --json").code == 0
    report = read_report(out.read_bytes())
    assert set(tie_break_records(report)) == {"202", "212"}
    table = standings(report, Wishes(edition="c07-2024"))
    checked = check_standings(table, report)
    assert checked.equal
    assert checked.list_from == "212"
    assert checked.compared >= len(table.rows)


def test_ranks_that_do_not_follow_from_the_named_tie_breaks(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "ranked.trf"
    arpad(f"standings {SWISS} --edition c07-2017 --tie-breaks BH/C1 --trf {out}")
    report = read_report(out.read_bytes())
    assert rank_findings(report) == []
    swapped = out.read_text("utf-8").replace("202 BH/C1", "202 SB").replace("212 PTS,BH/C1", "212 PTS,SB")
    (found,) = rank_findings(read_report(swapped.encode()))
    assert found.code == "rank-not-by-tie-breaks"


def test_the_report_check_and_form_1_use_the_named_tie_breaks(arpad: Arpad, tmp_path: Path) -> None:
    ranked, form = tmp_path / "ranked.trf", tmp_path / "form.pdf"
    arpad(f"standings {SWISS} --edition c07-2017 --tie-breaks BH/C1,SB --trf {ranked}")
    assert arpad(f"report form {ranked} --number 1 -o {form}").code == 0
    page = " ".join(page_texts(form.read_bytes())[0].split())
    assert "TIE-BREAKS" in page
    assert "BH/C1 SB" in page
    swapped = ranked.read_text("utf-8").replace("BH/C1,SB", "SB")
    ranked.write_text(swapped, "utf-8")
    codes = [finding["code"] for finding in arpad(f"report check {ranked} --json").json["findings"]]
    assert "rank-not-by-tie-breaks" in codes


def test_an_order_within_a_tie_that_stays_is_only_noted(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "ranked.trf"
    arpad(f"standings {SWISS} --edition c07-2017 --tie-breaks TPN --trf {out}")
    answer = arpad(f"standings check {out} --edition c07-2017 --tie-breaks PTS --json")
    assert answer.code == 0
    assert answer.json["equal"]
    assert {difference["within_tie"] for difference in answer.json["differences"]} == {True}


def test_nothing_to_check(arpad: Arpad, tmp_path: Path) -> None:
    file = tmp_path / "bare.trf"
    lines = SWISS.read_text("utf-8").splitlines()
    file.write_text("\n".join(x[:80] + " " * 10 + x[90:] if x.startswith("001") else x for x in lines), "utf-8")
    answer = arpad(f"standings check {file}")
    assert answer.code == 2
    assert "no ranks and no scores" in answer.err


LEAGUE = DATA / "team-league.trf"
"""Alpha 1½ : ½ Delta, Beta 1 : 1 Gamma; Alpha 1½ : ½ Gamma, Beta 1 : 1 Delta; Alpha 1 : 1 Beta, Gamma 2 : 0 Delta."""


def test_a_league_of_teams_by_match_points_and_by_game_points(arpad: Arpad, tmp_path: Path) -> None:
    answer = arpad(f"standings {LEAGUE} --tie-breaks EDEBT,KS,EMMSB,EMGSB,BC --json").json
    assert answer["system"] == "team-round-robin"
    found = {row["number"]: (row["rank"], row["points"], *row["values"].values()) for row in answer["rows"]}
    assert found[1] == (1, 5, "0", "3", "11", "9", "6.5")
    assert found[2] == (2, 3, "1", "2", "9", "9", "4"), "Beta won board 1 against Gamma"
    assert found[3] == (3, 3, "2", "1", "5", "7.5", "5.5")
    by_games = tmp_path / "by-games.trf"
    by_games.write_text(f"{LEAGUE.read_text('utf-8')}212 GPTS,EDE\n", "utf-8")
    rows = arpad(f"standings {by_games} --json").json["rows"]
    assert [(row["number"], float(row["points"])) for row in rows] == [(1, 4), (3, 3.5), (2, 3), (4, 1.5)]


def test_the_boards_of_two_teams_are_explained(arpad: Arpad) -> None:
    words = arpad(f"standings {LEAGUE} --tie-breaks EDEBT --explain 2").out
    assert "2 Beta: boards 1 + 0, board count 1; BC, TBR in this order" in words


def test_the_crosstable_of_a_league_of_teams_has_game_points(arpad: Arpad) -> None:
    words = arpad(f"standings {LEAGUE} --tie-breaks EDEBT --crosstable").out.splitlines()
    assert words[2].split() == ["1", "1", "Alpha", "***", "1", "1½", "1½", "5"]


def test_buchholz_and_its_kin_are_refused_in_a_league_of_teams_from_2026(arpad: Arpad) -> None:
    for code in ("BH:MP", "FB", "AOB", "SSSC"):
        assert arpad(f"standings {LEAGUE} --edition c07-2026 --tie-breaks {code}").code == 2
        assert arpad(f"standings {LEAGUE} --edition c07-2024 --tie-breaks {code}").code == 0


def test_teams_without_players(arpad: Arpad, tmp_path: Path) -> None:
    file = tmp_path / "empty.trf"
    lines = LEAGUE.read_text("utf-8").splitlines()
    file.write_text("\n".join(line[:36] if line.startswith("013") else line for line in lines), "utf-8")
    answer = arpad(f"standings {file}")
    assert answer.code == 2
    assert "no boards" in answer.err


def test_several_editions_are_only_compared(arpad: Arpad) -> None:
    answer = arpad(f"standings {SWISS} --edition c07-2017 --edition c07-2026 --explain 4")
    assert answer.code == 2
    assert "--explain shows one edition" in answer.err


@pytest.mark.parametrize("edition", ["c07-2023", "c07-2024", "c07-2026"])
def test_the_book_by_one_command(arpad: Arpad, edition: str) -> None:
    """All codes of FIDE's exercises in one table."""
    with (DATA / f"tec-swiss-5.{edition}.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    codes = [name for name in rows[0] if name not in ("number", "PTS") and not name.startswith("rank")]
    answer = arpad(f"standings {SWISS} --edition {edition} --tie-breaks {','.join(codes)} --json").json
    found = {str(row["number"]): row["values"] for row in answer["rows"]}
    for row in rows:
        assert {code: found[row["number"]][code] or "–" for code in codes} == {code: row[code] for code in codes}


def test_the_table_of_nanjing_with_its_corrected_points(arpad: Arpad) -> None:
    """The Arbiters' Manual prints 6 and 5 for the second and the third."""
    answer = arpad(f"standings {DATA / 'nanjing.trf'} --edition c07-2017 --tie-breaks WIN,DE,SB --json").json
    assert [(row["number"], str(row["points"]), *row["values"].values()) for row in answer["rows"]] == [
        (1, "8", "6", "0", "35"),
        (2, "5.5", "2", "0", "24.5"),
        (3, "4.5", "0", "0", "21.5"),
        (4, "4", "1", "0", "17.25"),
        (5, "4", "0", "0", "20"),
        (6, "4", "0", "0", "19.25"),
    ]
