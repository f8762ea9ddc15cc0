"""Team reports: 310 (TRF26), 013 (TRF16), 320 and 352, there and back, and ratable on every way."""

from fractions import Fraction

import pytest

from arpad.domain.event import TeamByes
from arpad.eligibility.checks import ratable
from arpad.eligibility.facts import Facts
from arpad.examination import examine
from arpad.formats.consistency import check_consistency
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.formats.trf_teams import team_matches
from arpad.formats.trf_write import write_trf
from arpad.rating.examine import report_system
from arpad.regulations.rating_editions import regulations
from places import FIXTURES

THREE = FIXTURES / "reports" / "teams" / "three-teams.trf"


def three(**changed: str) -> Report:
    """Three teams with two boards, three rounds; the teams stand there both as 310 and as 013."""
    text = THREE.read_text("utf-8")
    for old, new in changed.items():
        assert old in text
        text = text.replace(old, new)
    return read_report(text.encode())


def rated(report: Report) -> tuple[bool, list[tuple[int | None, int]]]:
    """Whether it can be rated, and everybody's change in hundredths of a point."""
    facts = Facts(system=report_system(report, None))
    found = examine(report, facts, regulations(), edition=regulations().edition("fide-2024")).rated()
    return ratable(found.findings), [(player.change, player.games) for player in found.rating.players]


def named(report: Report) -> list[str]:
    """The lines of teams, up to the end of the name."""
    return [line[:36].strip() for line in report.lines if line[:3] in ("013", "310")]


def test_a_report_with_310_and_013_has_every_team_once() -> None:
    report = three()
    assert [(team.number, team.name, team.players) for team in report.event.teams] == [
        (2, "Arcosa", (4, 5, 6)), (1, "Candelas", (1, 2, 3)), (3, "Ribera", (7, 8, 9)),
    ]  # fmt: skip
    assert not [finding for finding in check_consistency(report.event) if finding.code.startswith("team")]


def test_310_tells_nickname_strength_points_and_rank() -> None:
    team = three().event.teams[1]
    assert (team.nickname, team.strength, team.rank) == ("CAN", 2285, 1)
    assert (team.match_points, team.game_points) == (Fraction(6), Fraction(4))


def test_a_013_that_names_other_players_is_found() -> None:
    report = three(**{f"{'013 Ribera':<36}   7    8    9": f"{'013 Ribera':<36}   7    8"})
    assert [(finding.code, finding.line) for finding in report.findings] == [("teams-differ", 40)]


def test_a_team_report_goes_there_and_back_and_stays_ratable() -> None:
    """TRF26 to TRF16 to TRF26: the same teams, games and changes, and each team once in each file."""
    first = three()
    there, findings = write_trf(first, "trf16")
    middle = read_report(there)
    back, more = write_trf(middle, "trf26")
    last = read_report(back)
    assert (first.format, middle.format, last.format) == ("trf26", "trf16", "trf26")
    assert named(middle) == ["013 Candelas", "013 Arcosa", "013 Ribera"]
    assert named(last) == ["310   1 Candelas", "310   2 Arcosa", "310   3 Ribera"]
    assert rated(first) == rated(middle) == rated(last)
    assert rated(first)[0]
    assert "team-details-dropped" in {finding.code for finding in findings}
    assert {finding.code for finding in more} <= {"record-kept"}
    for code in ("182", "192", "212", "260", "299", "300", "320", "352", "362"):
        own = [line for line in first.lines if line.startswith(code)]
        assert [line for line in last.lines if line.startswith(code)] == own != [], code


def test_numbers_of_teams_that_013_cannot_hold_take_their_records_with_them() -> None:
    """Teams 1, 2 and 7: counting would make the last one team 3, and the bye of round 1 another team's."""
    report = three(**{"310   3 Ribera": "310   7 Ribera", "320  1.0  1.0   3": "320  1.0  1.0   7"})
    written, findings = write_trf(report, "trf16")
    assert not [line for line in written.decode().splitlines() if line[:3] in ("260", "299", "300", "320")]
    assert {finding.values["code"] for finding in findings if finding.code == "record-dropped"} == {
        "260",
        "299",
        "300",
        "320",
    }


def test_320_and_352_are_read() -> None:
    event = three().event
    assert event.team_byes == TeamByes(Fraction(1), Fraction(1), (3, 2, 1), 34)
    assert event.board_colours == "WB"
    broken = three(**{"320  1.0  1.0   3": "320  1.0  1.0   x"})
    assert [(finding.code, finding.line) for finding in broken.findings] == [("team-byes-unreadable", 34)]


def test_the_bye_of_a_team_is_not_worth_its_match_points_to_each_player() -> None:
    """P 2.0 (162) are match points; a bye is worth one game point (320), half a point on each of two boards."""
    assert not [finding for finding in check_consistency(three().event) if finding.code == "points-sum"]
    without = three(**{"320  1.0  1.0   3   2   1\n": ""})
    told = {
        finding.player: finding.values for finding in check_consistency(without.event) if finding.code == "points-sum"
    }
    assert set(told) == {1, 2, 4, 5, 7, 8}
    assert told[1] == {"points": 2, "sum": Fraction(5, 2)}


def test_matches_are_put_together_from_the_games() -> None:
    """The game points are those of the 310 records; a bye stands at the end of its round."""
    matches = team_matches(three().event)
    assert [
        (match.round, match.first.name, match.second and match.second.name, match.first_points, match.second_points)
        for match in matches
    ] == [
        (1, "Candelas", "Arcosa", Fraction(3, 2), Fraction(1, 2)), (1, "Ribera", None, 1, 0),
        (2, "Ribera", "Candelas", Fraction(1, 2), Fraction(3, 2)), (2, "Arcosa", None, 1, 0),
        (3, "Arcosa", "Ribera", 0, 2), (3, "Candelas", None, 1, 0),
    ]  # fmt: skip
    assert [(game.white, game.black) for game in matches[0].boards] == [(1, 4), (5, 2)]
    for team in three().event.teams:
        total = sum(match.first_points for match in matches if match.first == team) + sum(
            match.second_points for match in matches if match.second == team
        )
        assert total == team.game_points


@pytest.mark.parametrize("kind", ["310", "013"])
def test_either_form_alone_is_enough(kind: str) -> None:
    other = {"310": "013", "013": "310"}[kind]
    text = "".join(f"{line}\n" for line in THREE.read_text("utf-8").splitlines() if not line.startswith(other))
    assert len(read_report(text.encode()).event.teams) == 3
    assert rated(read_report(text.encode()))[0]
