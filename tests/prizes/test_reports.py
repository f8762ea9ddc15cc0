"""The prizes of a report: its standings give the ranking, its games the progress."""

from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from answers import Arpad
from arpad.prizes.files import looks_like_rows, ranking_from
from arpad.standings.table import Wishes
from places import FIXTURES, PROJECT

OPEN = PROJECT / "examples/open-2024.trf"


def test_the_ranking_is_that_of_the_standings(arpad: Arpad) -> None:
    ranking = ranking_from("open.trf", OPEN.read_bytes(), Wishes(tie_breaks="BH/C1,BH"))
    rows = arpad(f"standings {OPEN} --tie-breaks BH/C1,BH --json").json["rows"]
    assert [(one.rank, one.row, one.name) for one in ranking.players] == [
        (row["rank"], row["number"], row["name"]) for row in rows
    ]
    assert ranking.event == "Open Ciudad de Soria 2024"
    assert ranking.players[0].profile.federation == "ESP"


def test_the_standings_as_json_are_a_ranking(arpad: Arpad) -> None:
    document = arpad(f"standings {OPEN} --json").out.encode()
    by_report, by_json = ranking_from("open.trf", OPEN.read_bytes()), ranking_from("standings.json", document)
    assert [(one.rank, one.points, one.name) for one in by_report.players] == [
        (one.rank, one.points, one.name) for one in by_json.players
    ]


def test_progress_by_the_average_beside_the_sum_of_arpad_rate(arpad: Arpad) -> None:
    """Abad: 7.5 of 9 against 2209.33 on average. PD(2486 − 2209) is .83, so W − We is 7.5 − 7.47; game by game 0.33."""
    players = {one.row: one for one in ranking_from("open.trf", OPEN.read_bytes()).players}
    rated = arpad(f"rate {OPEN} --json").json["players"]
    for row in rated:
        told = players[row["rank"]].progress
        if row["rating"] is None or row["result"] is None:
            continue
        assert told is not None
        assert (told.games, told.score, told.change) == (row["games"], Fraction(row["score"]), Fraction(row["result"]))
    first = players[1].progress
    assert first is not None
    assert (first.average, first.expected, first.value) == (2209, Fraction("7.47"), Fraction("0.03"))
    assert first.change == Fraction(Decimal("0.33"))


def test_categories_of_a_report(arpad: Arpad, tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text(
        'system = "equal"\nprizes = ["100"]\n[[category]]\nname = "Juniors"\nwhere = "age < 20"\nprizes = ["50"]\n'
        '[[category]]\nname = "Progress"\nwhere = "rating > 0"\nprizes = ["25"]\nby = "progress"\n'
    )
    document = arpad(f"prizes {OPEN} --rules {rules} --json").json
    juniors, progress = document["categories"]
    assert juniors["player"] is not None
    best = max(
        (one for one in document["players"] if one["progress"] and one["paid"] == "0.00"),
        key=lambda one: one["progress"]["value"] if one["rank"] != juniors["player"]["rank"] else Decimal(-99),
    )
    assert progress["player"]["name"] == best["name"]


def test_teams_have_prizes_too() -> None:
    teams = ranking_from("teams.trf", (FIXTURES / "standings/team-50.trf").read_bytes()).players
    assert [one.rank for one in teams[:2]] == [1, 2]
    assert all(one.progress is None for one in teams)


@pytest.mark.parametrize(
    ("file", "data", "rows"),
    [
        ("a.csv", b"anything", True),
        ("a.txt", b"\xef\xbb\xbfRank;Points\n1;2", True),
        ("a.txt", b" [{}]", True),
        ("a.txt", b"012 Open, of points", False),
    ],
)
def test_a_ranking_is_told_from_a_report(file: str, data: bytes, rows: bool) -> None:
    assert looks_like_rows(file, data) is rows


def test_a_file_that_is_neither(arpad: Arpad, tmp_path: Path) -> None:
    file = tmp_path / "neither.txt"
    file.write_text("hello\n")
    answer = arpad(f"prizes {file} --prizes 10")
    assert answer.code == 2
    assert "neither.txt" in answer.err
    assert answer.err.count("\n") == 1
