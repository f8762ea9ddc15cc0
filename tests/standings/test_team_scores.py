"""Record 202 is what comes after the score: the first key of a team table is the score of 192, or that of 212."""

from fractions import Fraction
from random import Random

import pytest

from answers import Arpad
from arpad.formats.read import read_report
from arpad.pairing.generate import Chances, Wanted, generate
from arpad.pairing.systems import systems
from arpad.standings.table import StandingsTable, Wishes, ranked_report, standings
from places import FIXTURES
from proofs import seeds

FILE = FIXTURES / "standings" / "game-points-after-score.trf"
"""192 FIDE_TEAM, 202 GPTS,BBE: a Swiss of 14 teams."""
EDITIONS = ("c07-2017", "c07-2023", "c07-2024", "c07-2026")
AFTER_MATCH_POINTS = [5, 1, 2, 4, 3, 8, 6, 9, 13, 7, 10, 11, 14, 12]
AFTER_GAME_POINTS = [5, 1, 2, 4, 3, 8, 9, 10, 6, 13, 7, 11, 14, 12]
CHANCES = Chances(Fraction(2, 5), Fraction(1, 6), Fraction(1, 10))


def _numbers(table: StandingsTable) -> list[int]:
    return [row.number for row in table.rows]


def _with(data: bytes, *records: str, code: str = "FIDE_TEAM") -> bytes:
    """The report with another code in 192 and other lists."""
    lines = [line for line in data.decode().splitlines() if line[:3] not in ("192", "202", "212")]
    return "\n".join([*lines, f"192 {code}", *records, ""]).encode()


@pytest.mark.parametrize("edition", list(EDITIONS))
def test_202_comes_after_the_score_and_game_points_have_a_value(edition: str) -> None:
    table = standings(read_report(FILE.read_bytes()), Wishes(edition=edition))
    assert _numbers(table) == AFTER_MATCH_POINTS
    assert table.tie_breaks == ("PTS:GP", "BBE")
    assert [next(iter(row.values.values())) for row in table.rows[:3]] == ["18", "17.5", "17"]


@pytest.mark.parametrize(
    ("code", "records", "told", "expected"),
    [
        ("FIDE_TEAM", ["202 GPTS,BBE"], None, AFTER_MATCH_POINTS),
        ("FIDE_TEAM", ["202 PTS:GP,BBE"], None, AFTER_MATCH_POINTS),
        ("FIDE_TEAM", ["202 MPTS,GPTS,BBE"], None, AFTER_MATCH_POINTS),
        ("FIDE_TEAM", ["202 PTS,GPTS,BBE"], None, AFTER_MATCH_POINTS),
        ("FIDE_TEAM", [], "GPTS,BBE", AFTER_MATCH_POINTS),
        ("FIDE_TEAM", [], "MPTS,GPTS,BBE", AFTER_MATCH_POINTS),
        ("FIDE_TEAM_GP_MP", ["202 MPTS,BBE"], None, AFTER_GAME_POINTS),
        ("FIDE_TEAM_GP_MP", ["202 GPTS,MPTS,BBE"], None, AFTER_GAME_POINTS),
        ("FIDE_TEAM", ["212 GPTS,MPTS,BBE"], None, AFTER_GAME_POINTS),
        ("FIDE_TEAM", ["202 MPTS,BBE", "212 GPTS,MPTS,BBE"], None, AFTER_GAME_POINTS),
        ("FIDE_TEAM", ["212 GPTS,BBE"], "MPTS,BBE", AFTER_GAME_POINTS),
        ("FIDE_TEAM", ["212 NONE,BBE"], "GPTS,BBE", AFTER_MATCH_POINTS),
    ],
)
def test_only_192_and_212_name_the_score(code: str, records: list[str], told: str | None, expected: list[int]) -> None:
    table = standings(read_report(_with(FILE.read_bytes(), *records, code=code)), Wishes(tie_breaks=told))
    assert _numbers(table) == expected
    assert not [finding for finding in table.findings if finding.code == "tie-breaks-differ"]


@seeds(40)
def test_the_first_key_of_a_team_table_is_the_score_of_192(seed: int) -> None:
    """Whatever the list after it begins with, in every edition; and a file with the table in it says the same."""
    lot = Random(seed)
    made = generate(Wanted(12, 5, 5, seed, CHANCES, system=systems()["team-2026"]), 4, "A")
    names = ["GPTS", "MPTS", "PTS", "PTS:GP", "PTS:MP", "MPvGP", "BC", "BH", "WIN", "EMGSB", "EDE"]
    written = ",".join(lot.sample(names, 3))
    primary = lot.choice(("MP", "GP"))
    code = f"FIDE_TEAM_TYPEA_{primary}_{'GP' if primary == 'MP' else 'MP'}"
    edition = lot.choice(EDITIONS)
    report = read_report(_with(made, f"202 {written}", code=code))
    table = standings(report, Wishes(edition=edition))
    scores = [table.totals(row.number)[primary == "GP"] for row in table.rows]
    assert scores == sorted(scores, reverse=True), written
    assert [row.points for row in table.rows] == scores
    other = standings(read_report(_with(made, code=code)), Wishes(edition=edition, tie_breaks=written))
    assert _numbers(other) == _numbers(table)
    again = standings(read_report(ranked_report(report, table)[0]), Wishes(edition=edition))
    assert [(row.rank, row.number, row.values) for row in again.rows] == [
        (row.rank, row.number, row.values) for row in table.rows
    ]
    assert not [finding for finding in again.findings if finding.code == "tie-breaks-differ"]


def test_the_command_shows_match_points_first(arpad: Arpad) -> None:
    shown = arpad(f"standings {FILE} --json").json
    asked = arpad(f"standings {FILE} --tie-breaks MPTS,GPTS,BBE --json").json
    assert [row["number"] for row in shown["rows"]] == [row["number"] for row in asked["rows"]] == AFTER_MATCH_POINTS
