"""Category prizes: the three policies, progress, what stays open, and the laws against a second, slow way."""

import tomllib
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arpad.i18n import ArpadError
from arpad.prizes.award import Contest, SideBySide, main_shares, share_prizes
from arpad.prizes.files import read_ranking, read_rules, share_by_rules
from arpad.prizes.rules import (
    PRIZE_POLICIES,
    PRIZE_SYSTEMS,
    PrizeCategory,
    PrizeRules,
    Progress,
    RankedPlayer,
    currency_of,
)
from arpad.standings.conditions import Profile, parse_condition
from places import FIXTURES, PROJECT
from proofs import law

EUR = currency_of("EUR")
OPEN = read_ranking("prizes.csv", (PROJECT / "examples/prizes.csv").read_bytes())
TOLD: dict[str, Any] = tomllib.loads((FIXTURES / "prizes/categories.toml").read_text("utf-8"))
ANSWERS: list[dict[str, Any]] = TOLD.pop("answer")


def given_prizes(**more: object) -> SideBySide:
    return share_by_rules(OPEN, read_rules("prizes.toml", {**TOLD, **more}, OPEN))


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: f"{answer['system']} {answer['policy']}")
def test_worked_examples(answer: dict[str, Any]) -> None:
    """Of prizes.csv: player 3 leaves the main ranking for 200, and the others move up."""
    prizes = given_prizes(system=answer["system"], policy=answer["policy"]).chosen
    found = {
        str(one.player.rank): [EUR.written(one.paid)]
        + ([one.category.category.name, EUR.written(one.category.amount)] if one.category else [])
        for one in prizes.players
        if one.total
    }
    assert found == answer["players"]
    lost = [(prize.category.name, prize.number) for prize in prizes.category_prizes if prize.winner is None]
    assert lost == ([] if answer["policy"] == "cumulative" else [("2000-2199", 2)])


def test_w_less_we_by_the_average() -> None:
    """Own 1800, nine games against 1900 on average: PD .36, We 3.24, five points are +1.76."""
    progress = Progress(1800, 9, Fraction(5), Fraction(1900))
    assert progress.expected_of_a_game == 36
    assert progress.expected == Fraction(324, 100)
    assert progress.value == Fraction(176, 100)


def test_the_average_is_rounded_half_up() -> None:
    assert Progress(1800, 2, Fraction(1), Fraction(3601, 2)).average == 1801


def progressed(rank: int, games: int, score: str, average: int) -> RankedPlayer:
    told = Progress(1800, games, Fraction(score), Fraction(average))
    return RankedPlayer(rank, Fraction(20 - rank), f"{rank}", Profile(rating=1800), progress=told)


def test_progress_goes_by_w_less_we_then_by_rank_and_needs_games() -> None:
    players = [
        RankedPlayer(1, Fraction(9), "without a rating"),
        progressed(2, 9, "5", 1800),
        progressed(3, 4, "4", 2200),
        progressed(4, 9, "6", 1800),
        progressed(5, 9, "6", 1800),
    ]
    category = PrizeCategory("Progress", parse_condition("rank > 0 or rank = none"), (300, 200, 100, 50), "progress")
    prizes = share_prizes(players, PrizeRules(EUR, (), categories=(category,))).chosen
    assert [prize.winner for prize in prizes.category_prizes] == [3, 4, 1, None]


def test_bands_that_overlap_are_warned_of() -> None:
    """The manual: a player below 2300 could win "below 2400" and "below 2300"."""
    below = [{"name": f"below {bound}", "where": f"rating < {bound}", "prizes": ["100"]} for bound in (2400, 2300)]
    found = given_prizes(category=below).findings
    told = [(finding.code, finding.values["rating"]) for finding in found if finding.code == "prizes-bands-overlap"]
    assert told == [("prizes-bands-overlap", 2299)]
    assert not [one for one in given_prizes().findings if one.code == "prizes-bands-overlap"]


def test_prizes_that_rise_are_warned_of() -> None:
    found = given_prizes(prizes=["100", "200"], category=[{"name": "U", "where": "rating < 1", "prizes": ["1", "2"]}])
    assert [finding.code for finding in found.findings if finding.severity == "warning"] == [
        "prizes-rising",
        "prizes-rising-category",
    ]


def test_a_fact_that_is_not_known_is_told_if_it_matters() -> None:
    players = [
        RankedPlayer(1, Fraction(5), "Ana", Profile(sex="f")),
        RankedPlayer(2, Fraction(4), "Bea", Profile()),
        RankedPlayer(3, Fraction(3), "Cris", Profile(sex="f")),
        RankedPlayer(4, Fraction(2), "Dara", Profile()),
    ]
    women = PrizeCategory("Women", parse_condition("sex = f"), (100, 50))
    found = share_prizes(players, PrizeRules(EUR, (), categories=(women,), policy="cumulative"))
    assert [(one.code, one.values["name"], one.values["facts"]) for one in found.findings] == [
        ("prizes-facts-open", "Bea", "sex")
    ]
    assert [prize.winner for prize in found.chosen.category_prizes] == [0, 2]


def test_players_whom_the_tie_breaks_leave_level_are_told() -> None:
    players = [RankedPlayer(1, Fraction(5), name, Profile(sex="f")) for name in ("Ana", "Bea")]
    women = PrizeCategory("Women", parse_condition("sex = f"), (100,))
    found = share_prizes(players, PrizeRules(EUR, (), categories=(women,)))
    assert [one.code for one in found.findings] == ["prizes-level"]


def test_an_age_counts_on_the_day_of_the_rules() -> None:
    seniors = {"name": "60+", "where": "age >= 60", "prizes": ["100"]}
    with pytest.raises(ArpadError, match="an age needs a day"):
        given_prizes(category=[seniors])
    day = tomllib.loads("date = 2026-11-16")["date"]
    prizes = given_prizes(category=[seniors], date=day).chosen
    assert [prizes.players[prize.winner or 0].player.name for prize in prizes.category_prizes] == ["Egea, Fermin"]


CATEGORY = st.tuples(st.sets(st.integers(1, 9), max_size=9), st.lists(st.integers(0, 900), max_size=3))
CASE = st.fixed_dictionaries(
    {
        "points": st.lists(st.integers(1, 4), min_size=1, max_size=9).map(lambda points: sorted(points, reverse=True)),
        "prizes": st.lists(st.integers(0, 900), max_size=6),
        "categories": st.lists(CATEGORY, max_size=4),
        "places": st.none() | st.integers(1, 6),
        "system": st.sampled_from(PRIZE_SYSTEMS),
        "policy": st.sampled_from(PRIZE_POLICIES),
    }
)


def drawn(case: dict[str, Any]) -> tuple[list[RankedPlayer], PrizeRules]:
    players = [
        RankedPlayer(rank, Fraction(points), f"{rank}", Profile(rank=rank))
        for rank, points in enumerate(case["points"], 1)
    ]
    categories = tuple(
        PrizeCategory(
            f"{place}", parse_condition(f"rank in ({', '.join(map(str, sorted(ranks | {99})))})"), tuple(amounts)
        )
        for place, (ranks, amounts) in enumerate(case["categories"])
    )
    rules = PrizeRules(
        EUR, tuple(case["prizes"]), case["system"], case["places"], policy=case["policy"], categories=categories
    )
    return players, rules


def slow_shares(players: Sequence[RankedPlayer], rules: PrizeRules) -> dict[int, Fraction]:
    """The main shares of players without the others, all computed again."""
    shares = main_shares(Contest(players, rules), range(len(players)), rules.system)
    return {players[place].rank: share.exact for place, share in shares.items()}


def slow_winners(players: Sequence[RankedPlayer], rules: PrizeRules) -> dict[tuple[str, int], int]:
    """The category prizes by the words of the policies, player by player."""
    prizes = [
        (category, number, amount) for category in rules.categories for number, amount in enumerate(category.prizes, 1)
    ]
    if rules.policy == "higher":
        prizes.sort(key=lambda prize: prize[2], reverse=True)
    won: dict[tuple[str, int], int] = {}
    for category, number, amount in prizes:
        left = [one for one in players if rules.policy != "higher" or one.rank not in won.values()]
        shares = slow_shares(left, rules)
        for player in players:
            main = shares.get(player.rank, 0)
            barred = (rules.policy == "main-first" and main > 0) or (rules.policy == "higher" and main >= amount)
            if not barred and player.rank not in won.values() and category.where.holds(player.profile):
                won[category.name, number] = player.rank
                break
    return won


@law(100)
@given(CASE)
def test_policies_are_those_of_their_words(case: dict[str, Any]) -> None:
    players, rules = drawn(case)
    prizes = share_prizes(players, rules).chosen
    winners = {
        (prize.category.name, prize.number): prize.winner + 1
        for prize in prizes.category_prizes
        if prize.winner is not None
    }
    assert winners == slow_winners(players, rules)
    left = [one for one in players if rules.policy != "higher" or one.rank not in winners.values()]
    shares = slow_shares(left, rules)
    found = [one.share.exact if one.share else 0 for one in prizes.players]
    assert found == [shares.get(one.player.rank, 0) for one in prizes.players]


@law(100)
@given(CASE)
def test_the_sum_is_exact_in_every_policy(case: dict[str, Any]) -> None:
    players, rules = drawn(case)
    for prizes in share_prizes(players, rules).systems.values():
        main = sum(one.paid for one in prizes.players)
        given_away = sum(prize.amount for prize in prizes.category_prizes if prize.winner is not None)
        assert main + prizes.kept == prizes.awarded
        assert prizes.total == main + given_away
        winners = [prize.winner for prize in prizes.category_prizes if prize.winner is not None]
        assert len(winners) == len(set(winners))
