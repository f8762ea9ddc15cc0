"""Reports on the command line: show, check, convert, forms, rate, explain, compare."""

from decimal import Decimal
from pathlib import Path

import pytest

from answers import Arpad
from pdf_pages import page_texts
from places import FIXTURES

OPEN = "examples/open-2024.trf"
LEAGUE = "examples/round-robin-2005.trf"
SAMPLES = sorted((FIXTURES / "reports").glob("*.t*"))
ALL = ("feda-1996", "fide-2003", "fide-2005", "fide-2017", "fide-2022", "fide-2024", "fide-2025")


def test_show_follows_the_contract(arpad: Arpad) -> None:
    found = arpad(f"report show {OPEN} --json").json
    assert {"format", "event", "players", "games", "findings"} <= set(found)
    assert {"name", "city", "federation", "start", "end", "type", "rounds", "time_control"} <= set(found["event"])
    assert (found["format"], found["event"]["start"], found["event"]["rounds"]) == ("trf16", "2024-07-06", 9)
    tenth = found["players"][9]
    assert (tenth["rank"], tenth["name"], tenth["rating"], tenth["born"]) == (10, "Jara, Jorge", 2175, 2008)
    assert tenth["points"] == Decimal("4.5")
    assert {"round": 1, "white": 10, "black": 22, "result": "1-0", "played": True} in found["games"]
    assert found["findings"] == []


def test_show_has_teams_and_their_matches(arpad: Arpad) -> None:
    file = "tests/data/reports/teams/three-teams.trf"
    found = arpad(f"report show {file} --json").json
    assert [(player["number"], player["name"], player["rank"]) for player in found["teams"]] == [
        (2, "Arcosa", 3), (1, "Candelas", 1), (3, "Ribera", 2),
    ]  # fmt: skip
    assert found["matches"][0] == {
        "round": 1, "first": "Candelas", "second": "Arcosa", "points": [Decimal("1.5"), Decimal("0.5")],
        "boards": [{"white": 1, "black": 4, "result": "1-0"}, {"white": 5, "black": 2, "result": "1/2-1/2"}],
    }  # fmt: skip
    assert "1.5 : 0.5  1–4 1-0, 5–2 1/2-1/2" in arpad(f"report show {file}").out


def test_check_says_what_it_could_not_check(arpad: Arpad) -> None:
    found = arpad(f"report check {OPEN} --json").json
    assert (found["edition"], found["ratable"]) == ("fide-2024", True)
    assert {finding["severity"] for finding in found["findings"]} == {"info"}
    assert any("--registered" in finding["message"] for finding in found["findings"])
    told = arpad(f"report check {OPEN} --registered 2024-06-01 --no-hybrid --received 2024-07-15 --json").json
    assert not any("--registered" in finding["message"] for finding in told["findings"])


def test_check_refuses_a_late_registration(arpad: Arpad) -> None:
    answer = arpad(f"report check {OPEN} --registered 2024-07-05 --json")
    assert answer.code == 1
    assert answer.json["ratable"] is False
    late = [finding for finding in answer.json["findings"] if finding["severity"] == "error"]
    assert [omission["article"] for omission in late] == ["0.2.2"]


def test_check_of_a_day_without_an_edition_still_shows_the_findings(arpad: Arpad) -> None:
    sample = next(path for path in SAMPLES if "bunratty" in path.name)
    answer = arpad(f"report check {sample} --json")
    assert answer.code == 1
    assert answer.json["edition"] is None
    codes = {finding["code"] for finding in answer.json["findings"]}
    assert "no-edition" in codes
    assert len(codes) > 3


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_sample_is_checked_and_rated(arpad: Arpad, sample: Path) -> None:
    """Real files as their programs wrote them: findings in words, never a traceback; rated under the edition named."""
    for line in (f"report show {sample}", f"report check {sample}", f"rate {sample} --edition fide-2003"):
        answer = arpad(line)
        assert answer.code in (0, 1), line
        assert answer.err == ""
        assert "finding." not in answer.out
        assert "{" not in answer.out
        spanish = arpad(f"{line} --json --lang es").json["findings"]
        assert all(finding["message"] and "{" not in finding["message"] for finding in spanish)


def test_rate_follows_the_contract(arpad: Arpad) -> None:
    found = arpad(f"rate {OPEN} --json").json
    assert {"edition", "event", "players", "not_rated", "findings"} <= set(found)
    first = found["players"][9]
    fields = {
        "rank",
        "name",
        "id",
        "rating",
        "k",
        "games",
        "score",
        "expected",
        "change",
        "rounded_change",
        "new_rating",
        "initial",
    }
    assert fields <= set(first)
    assert (first["k"], first["change"], first["new_rating"], first["initial"]) == (40, Decimal("32.8"), 2208, None)
    unrated = found["players"][22]
    assert unrated["rating"] is None
    assert (unrated["initial"]["rating"], unrated["initial"]["publishable"]) == (1712, True)
    assert {"round": 4, "white": 14, "black": 17}.items() <= next(
        finding for finding in found["not_rated"] if finding["code"] == "unplayed"
    ).items()


def test_an_event_that_cannot_be_rated_says_so(arpad: Arpad) -> None:
    """Registered a day before: the numbers are shown, and the answer is no."""
    answer = arpad(f"rate {OPEN} --registered 2024-07-05 --json")
    assert (answer.code, answer.json["ratable"]) == (1, False)
    assert "Not ratable under fide-2024" in arpad(f"rate {OPEN} --registered 2024-07-05").out


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("7.5    1    13 b 1", "7.5    1    13 b 0", "results-by-decision"),
        ("7.5    1    13 b 1", "7.5    1    13 b =", "results-by-decision"),
        ("20     1 w 0", "20     1 w 1", "results-disagree"),
        ("20     1 w 0", "20     2 w 0", "opponent-denies"),
    ],
)
def test_a_game_told_in_two_ways_is_not_rated(arpad: Arpad, tmp_path: Path, old: str, new: str, code: str) -> None:
    """1 beat 13 in the first round; one of the two lines is changed: no guess which of them is right."""
    file = tmp_path / "open.trf"
    text = Path(OPEN).read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    found = arpad(f"rate {file} --json").json
    assert [player["games"] for player in found["players"] if player["rank"] in (1, 13)] == [8, 8]
    told = {
        (finding["code"], finding["round"])
        for finding in found["not_rated"]
        if 1 in (finding["white"], finding["black"])
    }
    assert (code, 1) in told


def test_rate_is_the_sum_of_what_calc_change_says(arpad: Arpad) -> None:
    """The table is the calculator, player by player."""
    report = arpad(f"report show {OPEN} --json").json
    ratings = {one["rank"]: one["rating"] for one in report["players"]}
    scores = {"1-0": ("1", "0"), "0-1": ("0", "1"), "1/2-1/2": ("0.5", "0.5")}
    for player in arpad(f"rate {OPEN} --json").json["players"]:
        if player["rating"] is None:
            continue
        games = []
        for cell in report["games"]:
            if cell["played"] and player["rank"] in (cell["white"], cell["black"]):
                white = cell["white"] == player["rank"]
                other = ratings[cell["black"] if white else cell["white"]]
                games.append(f"--game {other or 'unrated'}:{scores[cell['result']][not white]}")
        line = f"calc change --edition fide-2024 --rating {player['rating']} --k {player['k']} {' '.join(games)} --json"
        assert arpad(line).json["change"] == player["change"], player["name"]


def test_the_round_robin_of_10_54_as_a_report(arpad: Arpad) -> None:
    found = arpad(f"rate {LEAGUE} --edition fide-2005 --json").json
    assert (found["format"], found["counted_as"]) == ("round-robin", "round-robin")
    unrated = {player["rank"]: player["initial"]["rating"] for player in found["players"] if player["initial"]}
    assert unrated == {3: 2414, 5: 2386, 8: 2139, 9: 1989}
    rated = {player["rank"]: player["result"] for player in found["players"] if not player["initial"]}
    assert rated[1] == Decimal("0.72")
    assert rated[10] == Decimal("-3.24")


def test_compare_puts_editions_side_by_side(arpad: Arpad) -> None:
    found = arpad(f"compare {LEAGUE} {' '.join(f'--edition {name}' for name in ALL)} --json").json
    assert found["editions"] == list(ALL)
    third = found["players"][2]["editions"]
    assert [third[name]["initial"] for name in ALL] == [2410, 2411, 2414, 2450, 2415, 2200, 2200]


@pytest.mark.parametrize("lang", ["en", "es"])
def test_compare_reads_in_both_languages(arpad: Arpad, lang: str) -> None:
    answer = arpad(f"compare {OPEN} --edition fide-2022 --edition fide-2024 --lang {lang}")
    assert answer.code == 0
    assert "Jara, Jorge" in answer.out


@pytest.mark.parametrize(("lang", "word"), [("en", "New rating"), ("es", "Nueva valoración")])
def test_explain_one_player(arpad: Arpad, tmp_path: Path, lang: str, word: str) -> None:
    sheet = tmp_path / "sheet.pdf"
    answer = arpad(f"explain {OPEN} --player 10 --pdf {sheet} --lang {lang}")
    assert answer.code == 0
    assert word in answer.out
    (printed,) = page_texts(sheet.read_bytes())
    assert "Jara, Jorge" in printed
    assert "2208" in printed


def test_explain_an_unrated_player(arpad: Arpad) -> None:
    found = arpad(f"explain {OPEN} --player 23 --json").json
    assert found["initial"]["rating"] == 1712
    assert found["steps"]


def test_rate_with_a_list(arpad: Arpad, tmp_path: Path) -> None:
    """K and rating of the list; players who are not on it are named."""
    listed = tmp_path / "list.csv"
    listed.write_text(
        'id,name,federation,sex,title,rating,games,k,born,flag\n2259117,"Jara, Jorge",ESP,M,,2190,9,40,2008,\n',
        encoding="utf-8",
    )
    found = arpad(f"rate {OPEN} --list {listed} --json").json
    tenth = found["players"][9]
    assert (tenth["rating"], tenth["k"]) == (2190, 40)
    assert {(finding["code"], finding["player"]) for finding in found["findings"]} >= {
        ("rating-differs", 10),
        ("not-on-list-rated", 1),
    }


@pytest.mark.parametrize("version", ["trf16", "trf26"])
def test_convert_and_read_back(arpad: Arpad, tmp_path: Path, version: str) -> None:
    out = tmp_path / "out.trf"
    assert arpad(f"report convert {OPEN} --to {version} -o {out}").code == 0
    before, after = arpad(f"report show {OPEN} --json").json, arpad(f"report show {out} --json").json
    assert after["players"] == before["players"]
    assert after["games"] == before["games"]
    assert after["format"] == version


def test_convert_to_feda(arpad: Arpad, tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    assert arpad(f"report convert {OPEN} --to feda -o {out}").code == 0
    assert arpad(f"report show {out} --json").json["format"] == "feda"


FEDA = """512     ,ROSALES VEGA Rita   ,f,AND,06-03-59,7.0, 9,2347
00000000,PINTO LARA Luis     ,m,AND,23-06-65,4.0, 6,2089
00000000,CRUZ MORA Ana       ,f,ARA,22-08-64,1.0, 3,2000
"""


def test_a_feda_report_is_rated_by_its_sums(arpad: Arpad, tmp_path: Path) -> None:
    """10.31. 512 is rated 2300: D −47, PD .43, We 3.87, +3.13, K 10, +31.3, 2330 to the nearest 5.

    Pinto: 4 of 6 against 2089, two half points over 50%: 2114, nearest 5 2115, too few games to publish. Cruz: three
    rated opponents, four are needed.
    """
    report, listed = tmp_path / "feda.txt", tmp_path / "list.csv"
    report.write_text(FEDA, encoding="ascii")
    listed.write_text("id,name,rating,k\n512,Rita,2300,10\n", encoding="ascii")
    found = arpad(f"rate {report} --edition feda-1996 --list {listed} --json").json["players"]
    assert (found[0]["expected"], found[0]["change"], found[0]["new_rating"]) == (
        Decimal("3.87"),
        Decimal("31.3"),
        2330,
    )
    assert (found[1]["initial"]["rating"], found[1]["initial"]["publishable"]) == (2115, False)
    assert (found[2]["initial"]["rating"], found[2]["initial"]["reasons"][0]["article"]) == (None, "7.42")
    unlisted = arpad(f"rate {report} --edition feda-1996 --json")
    assert unlisted.code == 1
    assert [player["rank"] for player in unlisted.json["players"]] == [2, 3], "whoever has a code is rated, not new"
    assert ("rating-unknown", 1) in {(finding["code"], finding["player"]) for finding in unlisted.json["findings"]}
    assert "so they are left out" in arpad(f"explain {report} --edition feda-1996 --player 1").err
    assert arpad(f"report check {report} --edition feda-1996 --list {listed}").code == 0
    report.write_text(FEDA.replace("4.0", "4.3"), encoding="ascii")
    assert [player["rank"] for player in arpad(f"rate {report} --edition feda-1996 --json").json["players"]] == [3]
    assert arpad(f"rate {report} --edition feda-1996 --stage {report}").code == 2
    refused = arpad(f"rate {report} --edition fide-2024")
    assert refused.code == 2
    assert "counts game by game" in refused.err


@pytest.mark.parametrize(
    ("number", "pages"), [("1", None), ("2 --player 10", 1), ("3", None), ("4 --player 10 --player 1", 2), ("6", 1)]
)
def test_forms(arpad: Arpad, tmp_path: Path, number: str, pages: int | None) -> None:
    out = tmp_path / "form.pdf"
    assert arpad(f"report form {OPEN} --number {number} -o {out} --lang es").code == 0
    read = page_texts(out.read_bytes())
    assert pages is None or len(read) == pages
    assert "Jara" in "".join(read)


BAD = {
    "an empty file": (b"", "empty"),
    "a pdf": (b"%PDF-1.7\n", "PDF"),
    "a zip": (b"PK\x03\x04rest", "zip"),
    "xml with entities": (b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "XML"),
    "prose": (b"Dear Sir, please find enclosed\n", "report"),
}


@pytest.mark.parametrize("command", ["report show", "report check", "rate"])
@pytest.mark.parametrize("case", BAD, ids=str)
def test_what_is_no_report_is_refused_in_one_line(arpad: Arpad, tmp_path: Path, case: str, command: str) -> None:
    data, word = BAD[case]
    file = tmp_path / "file.trf"
    file.write_bytes(data)
    answer = arpad(f"{command} {file}")
    assert answer.code == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert str(file) in answer.err
    assert word.lower() in answer.err.lower()


LINES = {
    "a file that is not there": ("rate nowhere.trf", "nowhere.trf: there is no such file"),
    "a folder": ("rate examples", "examples: cannot be read"),
    "a player who is not there": (f"explain {OPEN} --player 77", "--player 77: not in"),
    "one edition to compare": (f"compare {OPEN} --edition fide-2024", "at least twice"),
    "an unknown edition": (f"rate {OPEN} --edition fide-1999", "there is no edition"),
    "an unknown system": (f"rate {OPEN} --format knockout", "--format knockout"),
    "an unknown target": (f"report convert {OPEN} --to pgn -o x", "--to pgn"),
    "a form that does not exist": (f"report form {OPEN} --number 7 -o x", "--number 7"),
    "a card of nobody": (f"report form {OPEN} --number 2 --player 99 -o x", "--player 99"),
    "a date in words": (f"rate {OPEN} --registered soon", "--registered: “soon”"),
    "a sheet that cannot be written": (
        f"explain {OPEN} --player 1 --pdf nowhere/x.pdf",
        "nowhere/x.pdf: cannot be written",
    ),
}


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("case", LINES)
def test_bad_lines(arpad: Arpad, case: str, lang: str) -> None:
    line, words = LINES[case]
    answer = arpad(f"{line} --lang {lang}")
    assert answer.code == 2
    assert answer.err.count("\n") == 1
    assert lang == "es" or words in answer.err


def test_stages_are_pooled(arpad: Arpad) -> None:
    """6.2 of 2005: the same open given twice counts every game twice; later editions have no such rule."""
    once = arpad(f"rate {OPEN} --edition fide-2005 --json").json["players"][0]
    twice = arpad(f"rate {OPEN} --stage {OPEN} --edition fide-2005 --json").json["players"][0]
    assert (twice["games"], twice["result"]) == (2 * once["games"], 2 * once["result"])
    warned = arpad(f"rate {OPEN} --stage {OPEN} --json").json["findings"]
    assert "stages-not-pooled" in {finding["code"] for finding in warned}
