"""Main prizes: the tables of the manual, and the laws of sharing against a second, slow way."""

import tomllib
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.prizes.award import Prizes, group_addends, player_addends, share_prizes
from arpad.prizes.rules import PRIZE_SYSTEMS, ROUNDING_RULES, PrizeRules, RankedPlayer, currency_of
from places import FIXTURES
from proofs import law

EUR = currency_of("EUR")
CASES: list[dict[str, Any]] = tomllib.loads((FIXTURES / "prizes/shares.toml").read_text("utf-8"))["case"]


def cents(amounts: Sequence[str]) -> tuple[int, ...]:
    return tuple(EUR.amount("here", amount) for amount in amounts)


def shared(case: dict[str, Any]) -> Prizes:
    ranks = case.get("ranks", range(1, len(case["points"]) + 1))
    decided = case.get("decided", ())
    players = [
        RankedPlayer(rank, Fraction(points), f"Player {rank}", decided=rank in decided)
        for rank, points in zip(ranks, case["points"], strict=True)
    ]
    rules = PrizeRules(
        EUR,
        cents(case["prizes"]),
        case["system"],
        case.get("places"),
        EUR.amount("unit", case.get("unit", "0.01")),
        case.get("rounding", "rank"),
    )
    return share_prizes(players, rules).chosen


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_worked_examples(case: dict[str, Any]) -> None:
    prizes = shared(case)
    exact = [Fraction(0) if one.share is None else one.share.exact / 100 for one in prizes.players]
    assert exact == [Fraction(value) for value in case["exact"]]
    assert tuple(one.paid for one in prizes.players) == cents(case["paid"])
    assert prizes.kept == EUR.amount("kept", case["kept"])


def test_horts_table_as_the_manual_prints_it() -> None:
    """System a, b and c of A, B, C and D with the addends of c."""
    prizes = [shared({**CASES[0], "system": system}) for system in PRIZE_SYSTEMS]
    table = [[player_addends(made.players[place], made.system, EUR) for made in prizes] for place in range(4)]
    assert table == [
        ["20000 / 4 = 5000", "10000", "5000 + 2500 = 7500"],
        ["20000 / 4 = 5000", "5000", "2500 + 2500 = 5000"],
        ["20000 / 4 = 5000", "3000", "1500 + 2500 = 4000"],
        ["20000 / 4 = 5000", "2000", "1000 + 2500 = 3500"],
    ]
    assert group_addends(prizes[0].groups[0], EUR) == "10000 + 5000 + 3000 + 2000 = 20000"


def test_addends_show_what_rounding_does() -> None:
    prizes = shared({"prizes": ["300"], "points": ["7"] * 11, "system": "hort"})
    told = [player_addends(one, "hort", EUR, "es") for one in prizes.players]
    assert told[0] == "150 + 13,63… = 163,63… → 163,64"
    assert told[10] == "0 + 13,63… = 13,63… → 13,63"


def test_players_level_by_tie_breaks_show_their_places() -> None:
    prizes = shared({"prizes": ["500", "300", "100"], "points": "6555", "ranks": [1, 2, 2, 4], "system": "place"})
    assert player_addends(prizes.players[1], "place", EUR) == "(300 + 100) / 2 = 200"


def test_prizes_that_nobody_gets_are_told() -> None:
    prizes = shared({"prizes": ["100", "50", "20"], "points": ["3", "3"], "system": "equal", "places": 1})
    assert prizes.not_awarded == ((2, 5000), (3, 2000))
    assert prizes.awarded == 10000


CASE = st.fixed_dictionaries(
    {
        "prizes": st.lists(st.integers(0, 2000), max_size=6).map(lambda prizes: sorted(prizes, reverse=True)),
        "sizes": st.lists(st.lists(st.integers(1, 3), min_size=1, max_size=3), min_size=1, max_size=4),
        "places": st.none() | st.integers(1, 8),
        "unit": st.sampled_from([1, 3, 100]),
        "rounding": st.sampled_from(ROUNDING_RULES),
        "system": st.sampled_from(PRIZE_SYSTEMS),
    }
)


def drawn(case: dict[str, Any]) -> tuple[list[RankedPlayer], PrizeRules]:
    """Groups level on points, each cut into parts that the tie-breaks leave level."""
    players: list[RankedPlayer] = []
    for points, runs in zip(range(20, 0, -1), case["sizes"], strict=False):
        for size in runs:
            rank = len(players) + 1
            players += [RankedPlayer(rank, Fraction(points), f"{rank + more}") for more in range(size)]
    rules = PrizeRules(EUR, tuple(case["prizes"]), case["system"], case["places"], case["unit"], case["rounding"])
    return players, rules


def slow_shares(players: Sequence[RankedPlayer], rules: PrizeRules) -> list[Fraction]:
    """Each player by themselves, from the definitions: P_k, the pool of the group, its size."""
    prize = dict(enumerate(rules.prizes, 1))
    sharers = [place for place, one in enumerate(players, 1) if rules.places is None or one.rank <= rules.places]
    shares = []
    for place, player in enumerate(players, 1):
        if place not in sharers:
            shares.append(Fraction(0))
            continue
        group = [other for other in sharers if players[other - 1].points == player.points]
        level = [other for other in sharers if players[other - 1].rank == player.rank]
        equal = Fraction(sum(prize.get(other, 0) for other in group), len(group))
        own = Fraction(sum(prize.get(other, 0) for other in level), len(level))
        shares.append({"equal": equal, "place": own, "hort": own / 2 + equal / 2}[rules.system])
    return shares


@law(100)
@given(CASE)
def test_shares_are_those_of_the_definitions(case: dict[str, Any]) -> None:
    players, rules = drawn(case)
    found = share_prizes(players, rules).chosen
    assert [one.share.exact if one.share else 0 for one in found.players] == slow_shares(players, rules)


@law(100)
@given(CASE)
def test_nothing_is_lost_and_nobody_is_off_by_a_unit(case: dict[str, Any]) -> None:
    players, rules = drawn(case)
    for prizes in share_prizes(players, rules).systems.values():
        paid = sum(one.paid for one in prizes.players)
        assert paid + prizes.kept == prizes.awarded
        assert prizes.awarded + sum(amount for _, amount in prizes.not_awarded) == sum(rules.prizes)
        assert all(one.paid % rules.unit == 0 for one in prizes.players)
        exact = [one.share.exact if one.share else Fraction(0) for one in prizes.players]
        assert all(abs(one.paid - share) < rules.unit for one, share in zip(prizes.players, exact, strict=True))
        assert prizes.kept >= 0
        if rules.rounding == "rank":
            assert prizes.kept < rules.unit


@law(100)
@given(CASE)
def test_a_better_rank_never_gets_less(case: dict[str, Any]) -> None:
    """If prizes do not rise with the place; by `rank` equal shares differ by a unit at most, the better rank first."""
    players, rules = drawn(case)
    for prizes in share_prizes(players, rules).systems.values():
        paid = [one.paid for one in prizes.players]
        assert paid == sorted(paid, reverse=True)
