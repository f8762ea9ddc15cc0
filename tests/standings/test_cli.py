"""`arpad standings`: the contract of its JSON, its tables, its one-line errors."""

from pathlib import Path

import pytest

from answers import Arpad
from places import FIXTURES

DATA = FIXTURES / "standings"
SWISS = DATA / "tec-swiss-5.trf"
ROUND_ROBIN = DATA / "tec-round-robin-6.trf"


def test_the_contract_of_the_json(arpad: Arpad) -> None:
    answer = arpad(f"standings {SWISS} --edition c07-2023 --tie-breaks DE,WIN,BH/C1,AOB,ARO/C1 --json").json
    assert (answer["edition"], answer["round"]) == ("c07-2023", 5)
    assert answer["tie_breaks"] == ["DE", "WIN", "BH/C1", "AOB", "ARO/C1"]
    rows = {row["number"]: row for row in answer["rows"]}
    assert rows[2] == {
        "rank": 1,
        "number": 2,
        "name": "Bruno",
        "points": 4,
        "values": {"DE": "0", "WIN": "3", "BH/C1": "12", "AOB": "13.6", "ARO/C1": "1988"},
    }
    assert rows[12]["values"]["ARO/C1"] is None, "undefined: one game, and it is cut"
    assert answer["shared"] == []


def test_ranks_that_stay_tied(arpad: Arpad) -> None:
    answer = arpad(f"standings {SWISS} --tie-breaks PTS --json").json
    assert answer["shared"] == [2, 7, 10, 13]
    assert [row["rank"] for row in answer["rows"]] == [1, 2, 2, 2, 2, 6, 7, 7, 7, 10, 10, 10, 13, 13, 13, 16]


def test_the_start_chooses_the_edition_and_names_the_other(arpad: Arpad) -> None:
    answer = arpad(f"standings {SWISS} --json").json
    assert answer["edition"] == "c07-2017"
    assert (
        "c07-2023"
        in next(finding for finding in answer["findings"] if finding["code"] == "tie-break-edition-both")["message"]
    )


def test_after_a_round(arpad: Arpad) -> None:
    answer = arpad(f"standings {SWISS} --round 1 --tie-breaks BH --edition c07-2026 --json").json
    assert answer["round"] == 1
    assert {row["points"] for row in answer["rows"]} == {0, 0.5, 1}


def test_a_group_is_ranked_among_itself(arpad: Arpad) -> None:
    answer = arpad(f"standings {SWISS} --tie-breaks BH --edition c07-2026 --group 'rating < 1700' --json").json
    assert [(row["rank"], row["number"]) for row in answer["rows"]] == [(1, 16), (2, 15), (3, 12), (4, 14), (5, 13)]


def test_csv(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "standings.csv"
    assert arpad(f"standings {SWISS} --tie-breaks BH,ARO/C1 --edition c07-2023 --by-number --csv {out}").code == 0
    lines = out.read_text("utf-8").splitlines()
    assert lines[:2] == ["rank,number,name,points,BH,ARO/C1", "4,1,Alyx,3.5,12.5,1900"]
    assert lines[12].endswith(",12,Nick,2,11.5,")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (f"{SWISS} --tie-breaks BHH", "there is no tie-break BHH. Did you mean BH?"),
        (f"{SWISS} --tie-breaks BH/Q1", "there is no modifier Q1"),
        (f"{SWISS} --tie-breaks SB/M1 --edition c07-2026", "the tie-break takes no /M in a Swiss (c07-2026, 9.1)"),
        (f"{SWISS} --tie-breaks ,", "the list of tie-breaks is empty"),
        (f"{SWISS} --tie-breaks EDE", "EDE is not for a Swiss"),
        (f"{ROUND_ROBIN} --tie-breaks BH --edition c07-2026", "BH is not for a round robin (c07-2026, 8.1)"),
        (f"{SWISS} --round 6", "round 6 is not in the report: it has 5 rounds"),
        (f"{SWISS} --edition c07-2020", "c07-2020"),
        (f"{SWISS} --explain 99", "number 99 is not in the standings"),
        (f"{SWISS} --explain 1,2,3", "--explain takes a number, or two"),
        (f"{SWISS} --system league", "--system"),
    ],
)
def test_bad_input_is_one_line(arpad: Arpad, line: str, words: str) -> None:
    answer = arpad(f"standings {line}")
    assert answer.code == 2
    assert words in answer.err
    assert answer.err.count("\n") == 1
    assert not answer.out


def test_a_report_without_results(arpad: Arpad, tmp_path: Path) -> None:
    file = tmp_path / "empty.trf"
    lines = SWISS.read_text("utf-8").splitlines()
    file.write_text("\n".join(line[:90] if line.startswith("001") else line for line in lines), "utf-8")
    answer = arpad(f"standings {file}")
    assert answer.code == 2
    assert "no finished round" in answer.err


def test_before_the_first_edition(arpad: Arpad, tmp_path: Path) -> None:
    file = tmp_path / "old.trf"
    file.write_text(SWISS.read_text("utf-8").replace("042 2023/10/01", "042 2016/10/01"), "utf-8")
    answer = arpad(f"standings {file}")
    assert answer.code == 2
    assert "no tie-break regulations for 2016-10-01" in answer.err


def test_a_round_robin_warns_before_2026(arpad: Arpad) -> None:
    answer = arpad(f"standings {ROUND_ROBIN} --tie-breaks BH --edition c07-2024 --json").json
    assert [finding["code"] for finding in answer["findings"]] == ["tie-break-advised-against"]


def test_a_code_of_a_later_edition_is_computed_with_a_finding(arpad: Arpad) -> None:
    answer = arpad(f"standings {SWISS} --tie-breaks STD --edition c07-2024 --json").json
    assert [finding["code"] for finding in answer["findings"]] == ["tie-break-not-of-edition"]


def test_every_value_is_explained(arpad: Arpad) -> None:
    """`tec-swiss-5`, 5.3: number 4 under 2026, with the ceiling and the cut."""
    words = arpad(f"standings {SWISS} --edition c07-2026 --tie-breaks BH/C1 --explain 4").out
    assert "BH/C1 = 3 + 1.5 + 3.5 + 3.5 = 11.5" in words
    assert "12 Nick, score 2, counted as 3 because rounds 4, 5 count as draws" in words
    assert "a dummy with the own score 3.5, at most 0.5 × 5 rounds = 2.5: 2.5" in words
    assert "round 2 is cut (2.5): a voluntary unplayed round" in words


def test_why_one_stands_before_the_other_in_spanish(arpad: Arpad) -> None:
    words = arpad(f"standings {SWISS} --edition c07-2017 --tie-breaks BH/C1 --explain 16,4 --lang es").out
    assert "4 David está delante de 16 Stephan por BH/C1: 12 frente a 10,5" in words
    assert "oponente virtual 1 + 0,5 + 1,5 = 3" in words
