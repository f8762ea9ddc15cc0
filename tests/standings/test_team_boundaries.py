"""Reports of teams on both sides of every boundary: which rounds count, what a match is worth, which system it was."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from arpad.domain.event import ExtraPoints
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.standings.check import check_standings
from arpad.standings.competition import competition, corrected_points
from arpad.standings.model import Competition, RoundRecord
from arpad.standings.table import Wishes, standings
from places import FIXTURES

OTHER_SIDE = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+", ".": " ", "~": "-"}
"""`.` is a game without a result, `~` a board on which both are forfeited."""
OWN_SIDE = {".": " ", "~": "-"}
BOARDS = 2


def team_report(
    teams: int, *rounds: str, more: Sequence[str] = (), called: str = "", code: str = "", scheduled: int | None = None
) -> Report:
    """Teams of two players, numbers 1-2, 3-4 and so on; `1-2 1=; 3-4 .0` is a round, the boards by the first team."""
    cells = {rank: ["          "] * len(rounds) for rank in range(1, BOARDS * teams + 1)}
    for at, line in enumerate(rounds):
        for match in filter(None, line.split(";")):
            pair, results = match.split()
            one, other = map(int, pair.split("-"))
            for board, sign in enumerate(results):
                first, second = BOARDS * one - 1 + board, BOARDS * other - 1 + board
                colours = "wb" if board % 2 == 0 else "bw"
                cells[first][at] = f"  {second:4} {colours[0]} {OWN_SIDE.get(sign, sign)}"
                cells[second][at] = f"  {first:4} {colours[1]} {OTHER_SIDE[sign]}"
    lines = ["012 Teams", "042 2026/04/01", f"092 {called}", f"142 {scheduled or len(rounds)}"]
    lines += [f"192 {code}"] if code else []
    for rank, own in cells.items():
        name = f"P{rank}"
        lines.append(f"001 {rank:4}      {name:<33} 2000 ESP {'':11} {'':10}  0.0     " + "".join(own))
    for team in range(1, teams + 1):
        name = f"T{team}"
        lines.append(f"310 {team:3} {name:<32} {name:<5} {'':6} {'':6} {'':6} {'':3} {2 * team - 1:5}{2 * team:5}")
    return read_report("\n".join([*lines, *more, ""]).encode())


def whole(report: Report, round_number: int | None = None, system: str | None = None) -> Competition:
    return competition(report, round_number, system)


def record(report: Report, team: int, round_number: int = 1) -> RoundRecord:
    return whole(report, round_number).contestants[team].records[round_number - 1]


def in_points(found: Competition, parts: Sequence[int]) -> tuple[Fraction | int, ...]:
    return tuple(found.points(one) for one in parts)


def points(report: Report, team: int, round_number: int = 1) -> tuple[Fraction | int, ...]:
    found = whole(report, round_number)
    return in_points(found, record(report, team, round_number).points)


# ---------------------------------------------------------------- which system it was


@pytest.mark.parametrize(("rounds", "system"), [
    (("1-2 11", "1-3 11"), ("team-swiss", 1)),
    (("1-2 11", "1-3 11", "2-3 11"), ("team-round-robin", 1)),
    (("1-2 11", "1-3 11", "2-3 11", "1-2 11"), ("team-swiss", 1)),
    (("1-2 11", "1-3 11", "2-3 11", "1-2 11", "1-3 11", "2-3 11"), ("team-round-robin", 2)),
])  # fmt: skip
def test_a_round_robin_is_an_event_in_which_everybody_met_equally_often(
    rounds: tuple[str, ...], system: tuple[str, int]
) -> None:
    found = whole(team_report(3, *rounds))
    assert (found.kind, found.cycles) == system


def test_two_teams_are_no_round_robin_and_three_are() -> None:
    assert whole(team_report(2, "1-2 11")).kind == "team-swiss"
    assert whole(team_report(3, "1-2 11", "1-3 11", "2-3 11")).kind == "team-round-robin"


def test_an_event_in_which_no_teams_met_is_no_round_robin() -> None:
    """Round 1 with byes alone: 320 tells them."""
    byes = whole(team_report(3, "1-2 11", more=["320  1.0  1.0   3   1   2"]), 2)
    assert byes.kind == "team-swiss"
    alone = team_report(3, "", "1-2 11", more=["320  1.0  1.0   3   3"])
    assert (whole(alone, 1).kind, whole(alone, 1).counted) == ("team-swiss", 1)


@pytest.mark.parametrize(("called", "asked", "system"), [
    ("Team: Round-Robin", None, ("team-round-robin", 1)),
    ("Team: Double Round-Robin", None, ("team-round-robin", 2)),
    ("Team: Swiss", None, ("team-swiss", 1)),
    ("", None, ("team-swiss", 1)),
    ("Team: Swiss", "round-robin", ("team-round-robin", 1)),
    ("Team: Swiss", "double-round-robin", ("team-round-robin", 2)),
    ("Team: Round-Robin", "swiss", ("team-swiss", 1)),
])  # fmt: skip
def test_a_system_that_is_named(called: str, asked: str | None, system: tuple[str, int]) -> None:
    found = whole(team_report(4, "1-2 11;3-4 11", "1-3 11;2-4 11", called=called), system=asked)
    assert (found.kind, found.cycles) == system


# ---------------------------------------------------------------- which rounds count


def _802(team: int, *opponents: int) -> str:
    """The rounds of a team, every 13 columns from 28."""
    return f"802 {team:3}".ljust(27) + "".join(f"{opponent:3} w".ljust(13) for opponent in opponents)


def test_rounds_whose_line_ups_are_not_known_yet_do_not_count() -> None:
    """Four teams, three rounds: 802 tells matches of the last round, or the last two, that have no boards yet."""
    rounds = "1-2 11;3-4 11", "1-3 11;2-4 11", "1-4 11;2-3 11"
    told = [_802(1, 2, 3, 4), _802(2, 1, 4, 3), _802(3, 4, 1, 2), _802(4, 3, 2, 1)]
    assert whole(team_report(4, *rounds, more=told)).counted == 3
    assert whole(team_report(4, *rounds[:2], "1-4 11", more=told)).counted == 2
    assert whole(team_report(4, rounds[0], "1-3 11", "1-4 11", more=told)).counted == 1
    assert whole(team_report(4, "1-2 11", "1-3 11", "1-4 11", more=told)).counted == 1, "never less than one"
    assert whole(team_report(4, *rounds[:2], "1-4 11", more=told), 3).counted == 3, "it is asked for"


def test_a_team_that_is_free_in_a_round_does_not_keep_it_waiting() -> None:
    rounds = "1-2 11", "1-3 11", "2-3 11"
    told = [_802(1, 2, 3), _802(2, 1, 0, 3), _802(3, 0, 1, 2)]
    assert whole(team_report(3, *rounds, more=told)).counted == 3


def test_a_round_of_byes_alone_counts() -> None:
    """320 names team 3 in round 2, and nobody in round 1."""
    report = team_report(3, "1-2 11", "", "", more=["320  1.0  1.0   0   3"], called="Team: Swiss")
    assert whole(report).counted == 2


def test_forfeited_rounds_count_unless_a_match_of_them_waits() -> None:
    """Round 2 is forfeited altogether; in the other file one of its two matches has neither boards nor a 330."""
    rounds = "1-2 11;3-4 11", "", ""
    both = ["330 +-   2   1   3", "330 +-   2   2   4"]
    assert whole(team_report(4, *rounds, more=both)).counted == 2
    told = [_802(1, 2, 3), _802(2, 1, 4), _802(3, 4, 1), _802(4, 3, 2)]
    assert whole(team_report(4, *rounds, more=[*both, *told])).counted == 2
    assert whole(team_report(4, *rounds, more=[both[0], *told])).counted == 1
    third = ["330 +-   3   1   4", "330 +-   3   2   3"]
    assert whole(team_report(4, *rounds, more=[*both, *third])).counted == 3
    later = [_802(1, 2, 3, 4), _802(2, 1, 4, 3), _802(3, 4, 1, 2), _802(4, 3, 2, 1)]
    assert whole(team_report(4, *rounds, more=[*both, third[0], *later])).counted == 2


# ---------------------------------------------------------------- what a match is worth


@pytest.mark.parametrize(("boards", "first", "second"), [
    ("11", (2, 2), (0, 0)), ("1=", (2, Fraction(3, 2)), (0, Fraction(1, 2))), ("10", (1, 1), (1, 1)),
    ("==", (1, 1), (1, 1)), ("=0", (0, Fraction(1, 2)), (2, Fraction(3, 2))),
])  # fmt: skip
def test_match_points_by_more_game_points_and_by_equal_ones(
    boards: str, first: tuple[Fraction | int, ...], second: tuple[Fraction | int, ...]
) -> None:
    report = team_report(2, f"1-2 {boards}")
    assert (points(report, 1), points(report, 2)) == (first, second)
    assert [record(report, team).kind for team in (1, 2)] == ["played", "played"]


@pytest.mark.parametrize(("boards", "kinds", "first", "second"), [
    ("++", ("forfeit-win", "forfeit-loss"), (2, 2), (0, 0)),
    ("+~", ("forfeit-win", "forfeit-loss"), (2, 1), (0, 0)),
    ("+-", ("forfeit-loss", "forfeit-loss"), (1, 1), (1, 1)),
    ("~~", ("forfeit-loss", "forfeit-loss"), (0, 0), (0, 0)),
    ("+1", ("played", "played"), (2, 2), (0, 0)),
])  # fmt: skip
def test_a_match_without_a_game_is_forfeited_and_has_the_points_of_its_boards(
    boards: str, kinds: tuple[str, str], first: tuple[int, int], second: tuple[int, int]
) -> None:
    """If nobody came to any board, nobody has match points."""
    report = team_report(2, f"1-2 {boards}")
    assert tuple(record(report, team).kind for team in (1, 2)) == kinds
    assert (points(report, 1), points(report, 2)) == (first, second)


@pytest.mark.parametrize(("line", "kinds", "halves", "first", "second"), [
    ("330 +-   1   1   2", ("forfeit-win", "forfeit-loss"), (2, 0), (2, 2), (0, 0)),
    ("330 -+   1   1   2", ("forfeit-loss", "forfeit-win"), (0, 2), (0, 0), (2, 2)),
    ("330 --   1   1   2", ("forfeit-loss", "forfeit-loss"), (0, 0), (0, 0), (0, 0)),
])  # fmt: skip
def test_330_a_match_that_was_forfeited(
    line: str, kinds: tuple[str, str], halves: tuple[int, int], first: tuple[int, int], second: tuple[int, int]
) -> None:
    report = team_report(4, "3-4 11", more=[line])
    assert tuple(record(report, team).kind for team in (1, 2)) == kinds
    assert tuple(record(report, team).half for team in (1, 2)) == halves
    assert (points(report, 1), points(report, 2)) == (first, second)


def test_an_open_match_is_worth_nothing_yet() -> None:
    report = team_report(4, "1-2 1.;3-4 11", "1-3 11;2-4 11")
    assert record(report, 1).kind == "open"
    assert (points(report, 1), points(report, 2)) == ((0, 0), (0, 0))


@pytest.mark.parametrize(
    ("boards", "worth"), [("1=", (2, Fraction(3, 2))), ("=0", (2, Fraction(1, 2))), ("00", (1, 0))]
)
def test_a_team_whose_opponent_has_no_boards_has_its_own_points(boards: str, worth: tuple[Fraction | int, ...]) -> None:
    """Team 2 has no line-up: the players of 310 are others, and 300 names those of team 1 alone. It made nothing."""
    lines = team_report(2, f"1-2 {boards}").lines
    text = "\n".join(line for line in lines if not line.startswith("310   2")) + "\n"
    name = "T2"
    text += f"310   2 {name:<32} {name:<5} {'':6} {'':6} {'':6} {'':3}    9   10\n300   1   1   2    1    2\n"
    text += "".join(f"001 {rank:4}      P{rank:<32} 2000 ESP {'':11} {'':10}  0.0     \n" for rank in (9, 10))
    assert points(read_report(text.encode()), 1) == worth


def test_boards_that_stay_empty_are_worth_nothing() -> None:
    """Two boards by 352, and 300 seats one player."""
    report = team_report(2, "1-2 1", more=["352 WB", "300   1   1   2    1", "300   1   2   1    3"])
    assert points(report, 1) == (2, 1)
    found = whole(report)
    assert [in_points(found, record(report, team).boards) for team in (1, 2)] == [(1, 0), (0, 0)]
    first = team_report(2, "1-2 11", more=["352 WB", "300   1   1   2    0    2", "300   1   2   1    3    4"])
    assert [whole(first).points(one) for one in record(first, 1).boards] == [0, 1]


def test_7_2_a_free_round_of_a_round_robin_is_worth_nothing() -> None:
    """A bye of 320 is worth its points in a Swiss, and nothing in a round robin."""
    rounds, byes = ("1-2 11", "1-3 11", "2-3 11"), ["320  1.0  1.0   3   2   1"]
    for called, kind, worth in (("Team: Swiss", "pab", (1, 1)), ("Team: Round-Robin", "free", (0, 0))):
        found = whole(team_report(3, *rounds, more=byes, called=called))
        free = found.contestants[3].records[0]
        assert (free.kind, in_points(found, free.points)) == (kind, worth)


def test_a_lost_match_is_worth_tl_and_no_game_points() -> None:
    report = team_report(2, "1-2 11", more=["362 TW 3.0   TD 2.0   TL 1.0"])
    assert (points(report, 1), points(report, 2)) == ((3, 2), (1, 0))
    found = whole(report)
    assert [in_points(found, scale) for scale in found.scales] == [(3, 2, 1), (2, 1, 0)]


# ---------------------------------------------------------------- 299


def with_extra(report: Report, *extra: tuple[str, Fraction | None, Fraction, int | None, tuple[int, ...]]) -> Report:
    """The report with points beside its results: the kind, match points, game points, the round, the teams."""
    given = tuple(
        ExtraPoints(kind, game, round_number, teams, match) for kind, match, game, round_number, teams in extra
    )
    return replace(report, event=replace(report.event, extra_points=given))


@pytest.mark.parametrize(("round_number", "penalty"), [(1, (-1, -2)), (2, (-1, -2)), (3, (0, 0)), (None, (-1, -2))])
def test_299_a_penalty_counts_from_its_round_on(round_number: int | None, penalty: tuple[int, int]) -> None:
    """Two rounds count: a penalty of round 3 is not yet one; one of all rounds is one from the first on."""
    rounds = "1-2 11;3-4 11", "1-3 11;2-4 11", "1-4 11;2-3 11"
    report = with_extra(team_report(4, *rounds), ("", Fraction(-1), Fraction(-2), round_number, (2,)))
    found = whole(report, 2)
    assert in_points(found, found.contestants[2].penalty) == penalty
    assert found.contestants[1].penalty == (0, 0)
    if round_number in (1, None):
        assert in_points(found, whole(report, 1).contestants[2].penalty) == (-1, -2)


@pytest.mark.parametrize(("extra", "first", "second"), [
    (("W", Fraction(3), Fraction(0), None, ()), (3, Fraction(3, 2)), (0, Fraction(1, 2))),
    (("W", None, Fraction(5), None, ()), (2, 5), (0, Fraction(1, 2))),
    (("W", Fraction(3), Fraction(5), 1, (1,)), (3, 5), (0, Fraction(1, 2))),
    (("W", Fraction(3), Fraction(5), 2, (1,)), (2, Fraction(3, 2)), (0, Fraction(1, 2))),
    (("W", Fraction(3), Fraction(5), 1, (2,)), (2, Fraction(3, 2)), (0, Fraction(1, 2))),
    (("L", Fraction(1), Fraction(0), 1, ()), (2, Fraction(3, 2)), (1, Fraction(1, 2))),
    (("D", Fraction(9), Fraction(9), 1, ()), (2, Fraction(3, 2)), (0, Fraction(1, 2))),
])  # fmt: skip
def test_299_another_worth_of_a_result(
    extra: tuple[str, Fraction | None, Fraction, int | None, tuple[int, ...]],
    first: tuple[Fraction | int, ...],
    second: tuple[Fraction | int, ...],
) -> None:
    report = with_extra(team_report(2, "1-2 1="), extra)
    assert (points(report, 1), points(report, 2)) == (first, second)


ROUNDS = ("1-2 10;3-4 11", "5-6 11")
WITHOUT_A_MATCH = ["330 +-   1   5   6", "240 F   1    7", "240 H   1    8", "240 Z   1    9", "320  1.0  1.0  10"]
LETTERS = {1: "D", 2: "D", 3: "W", 4: "L", 5: "+", 6: "-", 7: "F", 8: "H", 9: "Z", 10: "P"}
"""What the round of each team was, by the letters of 299."""


@pytest.mark.parametrize("letter", "WDL+-FHZP")
def test_299_every_letter_is_the_worth_of_its_own_results(letter: str) -> None:
    plain = team_report(10, *ROUNDS, more=WITHOUT_A_MATCH, called="Team: Swiss")
    found = with_extra(plain, (letter, Fraction(7), Fraction(9), None, ()))
    changed = {team for team in LETTERS if points(found, team) != points(plain, team)}
    assert changed == {team for team, known in LETTERS.items() if known == letter}
    assert {points(found, team) for team in changed} == {(7, 9)}


def test_12_the_boards_of_rounds_without_a_match() -> None:
    """A win on every board for a bye that was allotted, a full-point bye and a forfeit; a draw for a half one."""
    report = team_report(10, *ROUNDS, more=WITHOUT_A_MATCH, called="Team: Swiss")
    found = whole(report, 1)
    boards = {team: found.contestants[team].records[0].boards for team in range(5, 11)}
    half = Fraction(1, 2)
    assert {team: [found.points(one) for one in own] for team, own in boards.items()} == {
        5: [1, 1], 6: [0, 0], 7: [1, 1], 8: [half, half], 9: [0, 0], 10: [1, 1],
    }  # fmt: skip
    assert [found.contestants[team].records[0].half for team in range(5, 11)] == [2, 0, 0, 0, 0, 0]
    assert [points(report, team) for team in (7, 8, 9, 10)] == [(2, 2), (1, 1), (0, 0), (1, 1)]


def test_299_points_of_games_alone() -> None:
    report = with_extra(team_report(2, "1-2 11"), ("", None, Fraction(-1), 1, (1,)))
    found = whole(report)
    assert in_points(found, found.contestants[1].penalty) == (0, -1)


# ---------------------------------------------------------------- C.05 10, wrong boards


def _swapped(*extra: tuple[str, Fraction | None, Fraction, int | None, tuple[int, ...]]) -> Report:
    """Team 1 sits as 2, 1 on the boards 1 and 2, and makes 1½; the order of 310 is 1, 2."""
    lineups = ["300   1   1   2    2    1", "300   1   2   1    3    4"]
    report = team_report(4, "1-2 1=;3-4 11", "1-3 11;2-4 11", more=[*lineups, "352 WB"])
    return with_extra(report, *extra)


def test_c05_10_boards_lost_by_a_wrong_order_only_if_299_says_so() -> None:
    """1½-½ becomes 0-2, because both boards were wrong: less two match points and 1½ game points, and as many more."""
    played, more = (2, Fraction(3, 2)), Fraction(3, 2)
    assert points(_swapped(), 1) == played
    won = ("", Fraction(2), more, 1, (2,))
    wrong = _swapped(("", Fraction(-2), -more, 1, (1,)), won)
    assert corrected_points(wrong, 1) == {(1, 1): (Fraction(-2), -more), (1, 2): (Fraction(2), more)}
    assert (points(wrong, 1), points(wrong, 2)) == ((0, 0), (2, 2))
    assert [whole(wrong, 1).contestants[team].penalty for team in (1, 2, 3)] == [(0, 0), (0, 0), (0, 0)]
    for match_points, game_points, round_number in (
        (Fraction(-2), Fraction(-1), 1),
        (Fraction(-1), -more, 1),
        (None, -more, 1),
        (Fraction(-2), Fraction(-2), 1),
        (Fraction(-2), -more, 2),
    ):
        assert points(_swapped(("", match_points, game_points, round_number, (1,)), won), 1) == played


# ---------------------------------------------------------------- what the report prints


def test_the_scores_of_310_are_compared_with_all_rounds_of_the_file() -> None:
    """Three teams of the fixture: match points 6, 1 and 3 with the penalty of 299; the table after round 2 too."""
    report = read_report((FIXTURES / "reports" / "teams" / "three-teams.trf").read_bytes())
    for round_number in (2, 3):
        checked = check_standings(standings(report, Wishes(round_number, edition="c07-2026")), report)
        wrong = [one for one in checked.differences if one.field != "rank"]
        assert [(one.number, one.field) for one in wrong] == []
