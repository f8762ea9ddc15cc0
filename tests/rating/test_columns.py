"""Each rule of the engine for one player and over columns gives the same, for players by lot and every edition."""

import datetime as dt
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from arpad.domain.games import History
from arpad.rating.coefficient import (
    below_floor,
    below_floor_column,
    k_column,
    k_factor,
    k_found_again,
    k_rules,
    within_limit,
    within_limit_column,
)
from arpad.rating.columns import Mask, Numbers
from arpad.rating.game_by_game import (
    beyond_cap_column,
    exempt_from_cap,
    expected_column,
    used_differences,
    used_differences_column,
)
from arpad.rating.inputs import rated_as, rated_as_column
from arpad.rating.newcomer import performance, performance_column
from arpad.rating.results import rounded
from arpad.regulations.rating_edition import Edition, too_far
from arpad.regulations.rating_editions import regulations
from arpad.regulations.rating_rules import pd
from proofs import examples

EDITIONS = regulations().editions()
of_every_edition = pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.id)
COUNT = examples(500)


def by_lot(seed: str, *ranges: tuple[int, int]) -> list[Numbers]:
    """Columns of whole numbers, each within its range."""
    random = Random(seed)
    return [np.array([random.randint(*limits) for _ in range(COUNT)], dtype=np.int32) for limits in ranges]


@of_every_edition
def test_games_too_far_apart_and_players_without_the_cap(edition: Edition) -> None:
    mine, his = by_lot(edition.id, (1000, 2900), (1000, 2900))
    pairs = list(zip(mine.tolist(), his.tolist(), strict=True))
    assert too_far(edition, mine, his).tolist() == [too_far(edition, *pair) for pair in pairs]
    assert exempt_from_cap(edition, mine).tolist() == [exempt_from_cap(edition, own) for own, _ in pairs]
    cap = edition.change.cap.value
    assert beyond_cap_column(edition, mine, his).tolist() == [
        abs(own - other) > cap and not any(exempt_from_cap(edition, rating) for rating in (own, other))
        for own, other in pairs
    ]
    assert expected_column(mine - his).tolist() == [pd(own - other) for own, other in pairs]


@of_every_edition
def test_the_cap_of_each_event(edition: Edition) -> None:
    event, player, rating = by_lot(edition.id, (0, 30), (0, 2), (1400, 2900))
    rating = rating[player]
    (difference,) = by_lot(edition.id + "-", (-900, 900))
    used = used_differences_column(edition, event, player, rating, difference)
    for at in range(31):
        for who in range(3):
            places = np.flatnonzero((event == at) & (player == who))
            mine = difference[places].tolist()
            assert used[places].tolist() == list(used_differences(edition, int(rating[who]), mine)) if mine else True


@of_every_edition
def test_k_with_its_limit_and_the_floor(edition: Edition) -> None:
    limits = (1990, 2024), (900, 2700), (0, 60), (0, 2700), (0, 40), (10, 40), (0, 80)
    born, rating, total, highest, standard_k, k, games = by_lot(edition.id, *limits)
    for beside in (None, standard_k):
        asked = zip(*(column.tolist() for column in (rating, total, highest, born, standard_k)), strict=True)
        one = [
            k_factor(
                edition,
                History(own, played, top, dt.date(2024, 7, 1), year, None, None if beside is None else other or None),
            ).k
            for own, played, top, year, other in asked
        ]
        assert k_column(edition, 2024, born, rating, total, highest, beside).tolist() == one
    cut = [within_limit(edition, *pair) for pair in zip(k.tolist(), games.tolist(), strict=True)]
    assert within_limit_column(edition, k, games).tolist() == cut
    assert below_floor_column(edition, rating).tolist() == [below_floor(edition, own) for own in rating.tolist()]


@of_every_edition
def test_whose_k_is_found_again_is_everybody_whose_k_can_change(edition: Edition) -> None:
    """8.3.3 and similar: K depends on ratings, games, the year and the rules. Players who did not play have the same K
    as on the list before, unless they were juniors; so to find it again for fewer players changes no K."""
    born, rating, total, highest = by_lot(edition.id, (1990, 2024), (900, 2700), (0, 60), (0, 2700))
    played: Mask = np.arange(COUNT) % 3 == 0
    games = np.where(played, 5, 0).astype(np.int32)
    before = k_column(edition, 2023, born, rating, total, highest)
    after = k_column(edition, 2024, born, rating, total + games, highest)
    again = k_found_again(edition, edition, 2024, born, rating, before, games)
    assert np.where(again, after, before).tolist() == after.tolist()
    for other in EDITIONS:
        if k_rules(other) != k_rules(edition):
            assert k_found_again(edition, other, 2024, born, rating, before, games).all()


@of_every_edition
def test_the_rating_that_counts(edition: Edition) -> None:
    """A column has one time class: no standard rating stands in."""
    at_start, now = (column * (column > 1500) for column in by_lot(edition.id, (1000, 2700), (1000, 2700)))
    one = [
        rated_as(edition, own or None, now=later or None).own or 0
        for own, later in zip(at_start.tolist(), now.tolist(), strict=True)
    ]
    assert rated_as_column(edition, at_start, now).tolist() == one


BY_COLUMNS = [
    edition
    for edition in EDITIONS
    if edition.conversion.dp_at_extremes.value is not None
    and Fraction(edition.initial.bonus.value or 0).denominator == 1
]
"""The others go through the reference engine."""


@pytest.mark.parametrize("edition", BY_COLUMNS, ids=lambda edition: edition.id)
def test_the_value_of_a_newcomers_results(edition: Edition) -> None:
    rules = edition.initial
    Fraction(rules.bonus.value or 0)
    games, average, share = by_lot(edition.id, (1, 30), (1200, 2600), (0, 100))
    score, total = 2 * games * share // 100, games * average
    one = []
    for n, half_points, ratings in zip(games.tolist(), score.tolist(), total.tolist(), strict=True):
        value = performance(edition, Fraction(ratings), n, half_points).value
        assert value is not None
        nearest = rounded(rules.rounding.value, value, rules.rounding_unit.value)
        one.append(nearest if rules.maximum.value is None else min(nearest, rules.maximum.value))
    assert performance_column(edition, games, score, total).tolist() == one
