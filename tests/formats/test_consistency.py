"""An event must agree with itself. Each test shows the little event that does not."""

from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import get_args

import pytest

from arpad.domain.event import Colour, Event, Player, ResultCode, RoundResult, Team
from arpad.formats.consistency import check_consistency, disputed_games

RESULTS: dict[str, ResultCode] = {code: code for code in get_args(ResultCode)}
COLOURS: dict[str, Colour | None] = {"w": "w", "b": "b", "-": None}


def player(rank: int, *rounds: str, points: str | None = None) -> Player:
    """Rounds are written like `2w1`, or `U` for a bye."""
    cells = []
    for number, written in enumerate(rounds, 1):
        column = 82 + 10 * number
        if len(written) == 1:
            cells.append(RoundResult(number, None, None, RESULTS[written], column))
        else:
            cells.append(RoundResult(number, int(written[:-2]), COLOURS[written[-2]], RESULTS.get(written[-1]), column))
    return Player(rank, f"Player {rank}", rounds=tuple(cells), points=Fraction(points) if points else None, line=rank)


def found(*players: Player, **fields: object) -> list[tuple[object, ...]]:
    event = replace(Event(players=players), **fields)  # type: ignore[arg-type]
    return [
        (finding.code, finding.player, finding.round, finding.line, finding.column)
        for finding in check_consistency(event)
    ]


def test_a_game_that_both_tell_alike_is_in_order() -> None:
    assert found(player(1, "2w1", points="1"), player(2, "1b0", points="0")) == []


@pytest.mark.parametrize("results", ["1 0", "0 1", "= =", "+ -", "- +", "- -", "W L", "D D"])
def test_results_that_mirror_each_other(results: str) -> None:
    one, other = results.split()
    assert found(player(1, f"2w{one}"), player(2, f"1b{other}")) == []


@pytest.mark.parametrize("results", ["1 1", "1 =", "+ +", "1 -", "+ 0", "W D", "1 ?"])
def test_results_that_contradict_each_other(results: str) -> None:
    one, other = results.split()
    assert ("results-disagree", 1, 1, 1, 92) in found(player(1, f"2w{one}"), player(2, f"1b{other}"))


@pytest.mark.parametrize("results", ["0 0", "= 0", "0 ="])
def test_results_that_only_an_arbiter_can_give(results: str) -> None:
    one, other = results.split()
    assert found(player(1, f"2w{one}"), player(2, f"1b{other}")) == [("results-by-decision", 1, 1, 1, 92)]


def test_an_opponent_who_names_nobody_or_another() -> None:
    assert found(player(1, "2w1"), player(2, "Z")) == [("opponent-denies", 1, 1, 1, 92)]
    assert found(player(1, "2w1"), player(2, "3b0"), player(3, "2w1")) == [("opponent-denies", 1, 1, 1, 92)]


def test_one_wrong_opponent_is_one_finding() -> None:
    """Player 1 names 3 instead of 2: not told again of 2, whom he left, and of 3, whom two now name."""
    event = (player(1, "3w1"), player(2, "1b0"), player(3, "4w1"), player(4, "3b0"))
    assert found(*event) == [("opponent-denies", 1, 1, 1, 92)]
    assert sorted(disputed_games(Event(players=event))) == [(1, 1, 2), (1, 1, 3)]
    himself = (player(1, "1w1"), player(2, "1b0"))
    assert found(*himself) == [("paired-with-himself", 1, 1, 1, 92)]
    assert sorted(disputed_games(Event(players=himself))) == [(1, 1, 2)]


def test_a_ring_of_wrong_opponents_is_told_of_at_each() -> None:
    codes = [code for code, *_ in found(player(1, "2w1"), player(2, "3w1"), player(3, "1w1"))]
    assert codes == ["opponent-denies"] * 3


def test_an_opponent_who_is_not_there_and_oneself() -> None:
    assert found(player(1, "7w1")) == [("opponent-unknown", 1, 1, 1, 92)]
    assert found(player(1, "1w1")) == [("paired-with-himself", 1, 1, 1, 92)]


def test_colours() -> None:
    assert found(player(1, "2w1"), player(2, "1w0")) == [("colours-clash", 1, 1, 1, 92)]
    assert found(player(1, "2-1"), player(2, "1b0")) == [("colour-missing", 1, 1, 1, 92)]
    assert found(player(1, "2-+"), player(2, "1--")) == []


def test_points_are_the_sum_of_the_results() -> None:
    """A win, a half-point bye and a pairing-allocated bye are 2½ points; with 3-1-0 and a bye of 3 they are 7."""
    others = player(2, "1b0", "U", "Z", points="1")
    assert found(player(1, "2w1", "H", "U", points="2"), others) == [("points-sum", 1, None, 1, 81)]
    assert found(player(1, "2w1", "H", "U", points="2.5"), others) == []
    scoring = {"1": Fraction(3), "=": Fraction(1), "H": Fraction(1), "U": Fraction(3)}
    assert found(player(1, "2w1", "H", "U", points="7"), others._replace(points=Fraction(3)), scoring=scoring) == []


def test_nobody_is_twice_in_an_event() -> None:
    born = date(1990, 1, 1)
    first = Player(1, "Alba, Bruno", id="77", birthday=born, line=1)
    assert found(first, Player(1, "Other", line=2)) == [("rank-twice", 1, None, 2, 5)]
    assert found(first, Player(2, "Other", id="77", line=2)) == [("id-twice", 2, None, 2, 58)]
    assert found(first, Player(2, "ALBA,  Bruno", birthday=born, line=2)) == [("player-twice", 2, None, 2, 15)]
    assert found(first, Player(2, "Alba, Bruno", birthday=date(1991, 1, 1), line=2)) == []


def test_one_pairing_allocated_bye_a_round_among_individuals() -> None:
    byes = player(1, "U"), player(2, "U")
    assert found(*byes) == [("byes-many", None, 1, None, 92)]
    assert found(*byes, teams=(Team("A", (1, 2)),)) == []
    assert found(*byes, type="Team Swiss System") == []


def test_a_round_without_results_before_one_with_results() -> None:
    assert found(player(1, "Z", "2w1"), player(2, "Z", "1b0")) == [("round-empty", None, 1, None, 92)]


def test_fewer_rounds_than_announced() -> None:
    assert found(player(1, "2w1"), player(2, "1b0"), rounds=3) == [("rounds-fewer", None, None, None, None)]


def test_dates() -> None:
    first, second, third = date(2024, 5, 1), date(2024, 5, 2), date(2024, 5, 3)
    assert [code for code, *_ in found(start=second, end=first)] == ["dates-order"]
    assert found(start=first, end=second, round_dates=(first, third)) == [("round-date-outside", None, 2, None, 102)]
    assert found(start=first, end=second, round_dates=(second, first)) == [("round-date-order", None, 2, None, 102)]
    assert found(start=first, end=second, round_dates=(first, None, first)) == []
    assert [code for code, *_ in found(round_dates=(first, second), rounds=3)] == ["round-dates-count"]


def test_a_game_after_withdrawal_that_the_opponent_denies() -> None:
    withdrawn = player(1, "Z", "Z", "2w1")
    others = player(2, "3w1", "3b1", "3w1"), player(3, "2b0", "2w0", "2b0")
    assert [code for code, *_ in found(withdrawn, *others)] == [
        "opponent-denies",
        "result-after-withdrawal",
    ]


def test_a_player_who_returns_after_two_absences_is_in_order() -> None:
    assert found(
        player(1, "Z", "Z", "2w1"), player(2, "3w1", "3b1", "1b0"), player(3, "2b0", "2w0", "Z"),
    ) == []  # fmt: skip


def test_teams_hold_players_of_the_report_once() -> None:
    teams = Team("A", (1, 9), line=5), Team("B", (1, 2), line=6)
    assert found(player(1), player(2), teams=teams) == [
        ("team-player-unknown", 9, None, 5, None),
        ("team-player-twice", 1, None, 6, None),
    ]
