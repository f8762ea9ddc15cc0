"""`arpad norm`: the manual's examples as reports, the contract, both languages, and input that cannot be used."""

from decimal import Decimal
from pathlib import Path

import pytest

from answers import Arpad
from places import PROJECT

EXAMPLES = PROJECT / "examples"
THIRTEEN, EXAM_10, EXAM_11 = (EXAMPLES / f"norm-{name}.trf" for name in ("13-rounds", "exam-10", "exam-11"))
EXAMPLE_1, EXAMPLE_2, EXAMPLE_3 = (EXAMPLES / f"norm-example-{number}.trf" for number in (1, 2, 3))
NORM_FIELDS = {
    "title", "achieved", "games", "dropped", "score", "required", "average", "performance", "raised", "checks",
}  # fmt: skip


def test_thirteen_rounds_of_the_manual(arpad: Arpad) -> None:
    """No norm with all games, for nine opponents are German; a norm of twelve without the win against 2070."""
    answer = arpad(f"norm {THIRTEEN} --player 1 --title GM --json")
    assert answer.code == 0
    document = answer.json
    assert (document["player"], document["edition"]) == (1, "b01-2023")
    (norm,) = document["norms"]
    assert set(norm) >= NORM_FIELDS
    assert (norm["achieved"], norm["games"], norm["score"], norm["required"]) == (True, 12, 8, 8)
    assert (norm["average"], norm["performance"], norm["credit"]) == (2482, 2607, 12)
    assert [(player["round"], player["opponent"], player["rating"]) for player in norm["dropped"]] == [(7, 8, 2070)]
    raised = {"round": 4, "opponent": 5, "opponent_id": "99100185", "rating": 2180, "name": "", "to": 2200}
    assert norm["raised"] | {"name": ""} == raised
    assert all(set(check) >= {"article", "name", "required", "found", "ok"} and check["ok"] for check in norm["checks"])
    whole = norm["whole"]
    assert (whole["achieved"], whole["games"], whole["score"]) == (False, 13, 9)
    assert [
        (omission["article"], omission["required"], omission["found"], omission["detail"])
        for omission in whole["checks"]
        if not omission["ok"]
    ] == [("1.4.4", 8, 9, "GER")]


@pytest.mark.parametrize(
    ("file", "figures"),
    [
        (EXAM_10, (True, 9, 6, 6, 2478, 2603)),
        (EXAMPLE_1, (True, 11, 9, 9, 2381, 2643)),
    ],
)
def test_finished_examples(arpad: Arpad, file: Path, figures: tuple[object, ...]) -> None:
    (norm,) = arpad(f"norm {file} --player 1 --title GM --json").json["norms"]
    names = ("achieved", "games", "score", "required", "average", "performance")
    assert tuple(norm[name] for name in names) == figures


@pytest.mark.parametrize(
    ("file", "title", "needed"), [(EXAM_11, "IM", "0.5"), (EXAMPLE_2, "WGM", "1"), (EXAMPLE_3, "GM", "0.5")]
)
def test_examples_before_the_last_round(arpad: Arpad, file: Path, title: str, needed: str) -> None:
    answer = arpad(f"norm need {file} --player 1 --title {title} --json")
    assert answer.code == 0
    assert (answer.json["possible"], answer.json["score_needed"]) == (True, Decimal(needed))


def test_need_tells_of_whom(arpad: Arpad) -> None:
    """TV-NM-11: 2296, not 2300."""
    document = arpad(f"norm need {EXAMPLE_2} --player 1 --title WGM --json").json
    assert (document["least_rating"], document["federations_excluded"]) == (2296, ["GER"])
    assert document["titles"] == ["GM", "IM", "WGM"]
    words = arpad(f"norm need {EXAMPLE_2} --player 1 --title WGM").out
    assert "A score of 1 against a holder of GM, IM, WGM, rated 2296 or higher, not of GER" in words


def test_need_with_an_opponent_who_will_not_do(arpad: Arpad) -> None:
    answer = arpad(f"norm need {EXAMPLE_2} --player 1 --title WGM --opponent 2295:WGM:FRA --json")
    assert (answer.code, answer.json["possible"], answer.json["score_needed"]) == (1, False, None)
    assert answer.json["reasons"][0] == "1.4.8a: average of the opponents (Ra): 2179, required ≥ 2180"
    german = arpad(f"norm need {EXAMPLE_2} --player 1 --title WGM --opponent 2400:WGM:GER")
    assert german.code == 1
    assert "1.4.4: opponents of one federation: 7 (GER), required ≤ 6" in german.out


def test_need_names_the_opponent_and_rounds(arpad: Arpad) -> None:
    assert "Round 9: IM 2426 ESP" in arpad(f"norm need {EXAM_11} --player 1 --title IM").out
    over = arpad(f"norm need {EXAM_10} --player 1 --title GM")
    assert (over.code, "No round is left" in over.out) == (1, True)
    more = arpad(f"norm need {EXAM_10} --player 1 --title GM --rounds 10 --json")
    assert (more.json["score_needed"], more.json["rounds"]) == (0, [10])


def test_a_player_can_read_why(arpad: Arpad) -> None:
    words = arpad(f"norm {THIRTEEN} --player 1").out
    assert "GM: a norm. 8 points of 12 games, 8 required; Ra 2482, Rp 2607; it counts for 12 games" in words
    assert "With all 13 games it is no norm: 1.4.4: opponents of one federation: 9 (GER), required ≤ 8" in words
    assert "Left out: the win of round 7 against Georg, G (2070) (1.4.1f)" in words
    assert "Raised: David, D of round 4, from 2180 to 2200 (1.4.6c)" in words
    assert "WGM" not in words


def test_in_spanish_too(arpad: Arpad) -> None:
    words = arpad(f"norm {THIRTEEN} --player 1 --title GM --lang es").out
    assert "Con las 13 partidas no hay norma: 1.4.4: oponentes de una federación: 9 (GER), exigido ≤ 8" in words
    assert "≥ 4,5" in words


def test_no_norm_is_exit_1_and_says_what_is_wanting(arpad: Arpad) -> None:
    answer = arpad(f"norm {EXAM_10} --player 2 --title GM")
    assert answer.code == 1
    assert "GM: no norm." in answer.out
    short = arpad(f"norm {EXAM_10} --player 2")
    assert (short.code, "1.4.1a: games: 1, required ≥ 9" in short.out) == (1, True)


def test_everybody_with_a_norm_or_near_one(arpad: Arpad) -> None:
    answer = arpad(f"norm {THIRTEEN} --json")
    assert answer.code == 0
    assert [(player["player"], [norm["title"] for norm in player["norms"]]) for player in answer.json["players"]] == [
        (1, ["GM"])
    ]
    assert "Molnár" in arpad(f"norm {THIRTEEN}").out
    nobody = arpad(f"norm {EXAMPLES / 'round-robin-2005.trf'} --edition b01-2023")
    assert nobody.code == 1


def test_the_command_need_not_be_named(arpad: Arpad) -> None:
    named = arpad(f"norm check {EXAM_10} --player 1 --title GM --json")
    for line in (
        f"norm {EXAM_10} --player 1 --title GM --json",
        f"norm --json {EXAM_10} --player 1 --title GM",
        f"norm --player 1 --title GM --json {EXAM_10}",
        f"norm --json check {EXAM_10} --player 1 --title GM",
    ):
        assert arpad(line) == named
    for command in ("check", "need", "certificate"):
        assert arpad(f"norm {command} --help").code == 0
    assert "certificate" in arpad("norm --help").out


def test_facts_that_the_report_lacks(arpad: Arpad) -> None:
    line = f"norm {EXAM_10} --player 1 --title GM --json"
    assert arpad(f"{line} --registered 2023-02-02").code == 0
    late = arpad(f"{line} --registered 2023-02-03")
    assert late.code == 1
    failed = [
        (omission["article"], omission["found"])
        for omission in late.json["norms"][0]["checks"]
        if omission["ok"] is False
    ]
    assert failed == [("1.1.1", 29)]
    outside = arpad(f"{line} --outside GER").json["norms"][0]
    assert (outside["achieved"], outside["games"]) == (False, 8)
    assert [(omission["article"], omission["reason"]) for omission in outside["left"]] == [("1.4.2a", "outside")]
    assert arpad(f"{line} --host GER --kind zonal --format swiss --edition b01-2022").code == 0


def test_a_report_without_titles_and_federations(arpad: Arpad, tmp_path: Path) -> None:
    """What cannot be decided is told with its columns, and the rest is checked."""
    lines = EXAM_10.read_text(encoding="utf-8").splitlines()
    bare = [line[:10] + "   " + line[13:53] + "   " + line[56:] if line.startswith("001") else line for line in lines]
    file = tmp_path / "bare.trf"
    file.write_text("\n".join(line for line in bare if not line.startswith("032")) + "\n", encoding="utf-8")
    answer = arpad(f"norm {file} --player 1 --title GM --json")
    assert answer.code == 1
    (norm,) = answer.json["norms"]
    assert (norm["achieved"], norm["undecided"], norm["performance"]) == (False, True, 2603)
    missing = {column for check in norm["checks"] for column in check["missing"]}
    assert missing == {"001: 11-13", "001: 54-56", "032"}
    words = " ".join(finding["message"] for finding in answer.json["findings"])
    assert all(column in words for column in ("11-13", "54-56", "032"))
    assert "cannot be decided" in arpad(f"norm {file} --player 1").out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("norm nowhere.trf", "nowhere.trf"),
        (f"norm {EXAM_10} --player 99", "99"),
        (f"norm {EXAM_10} --player 0", "--player"),
        (f"norm {EXAM_10} --title FM", "GM | IM | WGM | WIM"),
        (f"norm {EXAM_10} --kind friendly", "--kind"),
        (f"norm {EXAM_10} --format ladder", "--format"),
        (f"norm {EXAM_10} --host Spain", "--host"),
        (f"norm {EXAM_10} --outside ??", "--outside"),
        (f"norm {EXAM_10} --registered yesterday", "--registered"),
        (f"norm {EXAM_10} --edition b01-1999", "b01-2023"),
        (f"norm need {EXAM_11} --player 1 --title IM --opponent 2400", "2426:IM:ESP"),
        (f"norm need {EXAM_11} --player 1 --title IM --opponent 2400:XX:ESP", "2426:IM:ESP"),
        (f"norm need {EXAM_11} --player 1 --title IM --opponent 9400:IM:ESP", "9400"),
        (f"norm need {EXAM_11} --player 1 --title IM --rounds 0", "--rounds"),
        (f"norm need {EXAM_11} --player 1 --title IM --rounds 20", "12 rounds"),
        (f"norm need {EXAM_11} --player 1 --title IM --opponent 1:-:ESP --opponent 1:-:ESP", "2 opponents"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(arpad: Arpad, line: str, words: str) -> None:
    answer = arpad(line)
    assert (answer.code, answer.out, len(answer.err.splitlines())) == (2, "", 1)
    assert words in answer.err


def test_a_report_of_sums_has_no_norms(arpad: Arpad, tmp_path: Path) -> None:
    file = tmp_path / "sums.txt"
    assert arpad(f"report convert {EXAM_10} --to feda -o {file}").code == 0
    answer = arpad(f"norm {file} --edition b01-2023")
    assert (answer.code, "no games" in answer.err) == (2, True)


def test_a_report_without_a_start_needs_an_edition(arpad: Arpad, tmp_path: Path) -> None:
    lines = EXAM_10.read_text(encoding="utf-8").splitlines()
    file = tmp_path / "undated.trf"
    file.write_text("\n".join(line for line in lines if not line.startswith("042")) + "\n", encoding="utf-8")
    answer = arpad(f"norm {file}")
    assert (answer.code, "--edition" in answer.err) == (2, True)
    assert arpad(f"norm {file} --player 1 --edition b01-2023").code == 0


def test_need_refuses_fewer_rounds_than_the_report_has(arpad: Arpad) -> None:
    refused = arpad(f"norm need {EXAMPLES / 'norm-exam-11.trf'} --player 1 --title IM --rounds 5")
    assert refused.code == 2
    assert "--rounds 5: the report has 9 rounds" in refused.err
