"""Buchholz, Sonneborn-Berger, direct encounter and its extension against a second, naive implementation, over events
drawn by lot with every kind of unplayed round."""

from fractions import Fraction

import pytest

from arpad.standings._calculation import Calculation
from arpad.standings._tie_breaks import column_of
from arpad.standings.codes import TieBreak
from arpad.standings.order import partition
from drawn_standings import DrawnEvent, drawn_league, drawn_swiss, drawn_teams
from made_standings import tie_break_edition
from naive_tiebreaks import encounter, extended_encounter, seen, total

EDITIONS = ("c07-2017", "c07-2023", "c07-2024", "c07-2026")
SEEDS = range(30)
CUTS = ((0, 0), (1, 0), (2, 0), (0, 1), (0, 2))


def compare_sums(event: DrawnEvent, edition: str, forfeits: bool) -> None:
    calculation = Calculation(event.competition, tie_break_edition(edition))
    (naive,) = event.naive
    for low, median in CUTS:
        for name in ("BH", "SB"):
            if name == "SB" and median:
                continue
            column = column_of(calculation, TieBreak(name, low=low, median=median, as_games=forfeits))
            for player in naive.rounds:
                expected = total(
                    naive, player, edition, product=name == "SB", low=low + median, high=median, forfeits=forfeits
                )
                assert Fraction(column.values[player], column.parts) == expected, (name, low, median, player)


@pytest.mark.parametrize("edition", EDITIONS)
def test_sums_in_a_swiss(edition: str) -> None:
    for seed in SEEDS:
        event = drawn_swiss(seed)
        calculation = Calculation(event.competition, tie_break_edition(edition))
        for player, score in calculation.adjusted(0).items():
            assert Fraction(score, 2) == seen(event.naive[0], player, edition), (seed, player)
        compare_sums(event, edition, forfeits=False)
        compare_sums(event, edition, forfeits=True)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("cycles", [1, 2])
def test_sums_in_a_round_robin(cycles: int, edition: str) -> None:
    for seed in SEEDS:
        compare_sums(drawn_league(seed, cycles), edition, forfeits=False)


def groups(event: DrawnEvent) -> list[list[int]]:
    """All contestants, those level on points, and some that begin in the middle."""
    everybody = sorted(event.competition.contestants)
    scores = {number: event.naive[0].own(number) for number in everybody}
    level = [[number for number in everybody if scores[number] == score] for score in set(scores.values())]
    return [everybody, *level, everybody[::2], everybody[1:4]]


@pytest.mark.parametrize("edition", EDITIONS)
def test_direct_encounter(edition: str) -> None:
    for event in (made for seed in SEEDS for made in (drawn_swiss(seed), drawn_league(seed), drawn_league(seed, 2))):
        calculation = Calculation(event.competition, tie_break_edition(edition))
        for group in groups(event):
            for forfeits in (False, True):
                found = partition(calculation, list(group), TieBreak("DE", as_games=forfeits))
                assert [set(part) for part in found] == encounter(event.naive[0], group, edition, forfeits), group


@pytest.mark.parametrize("edition", EDITIONS)
def test_extended_direct_encounter(edition: str) -> None:
    for seed in SEEDS:
        event = drawn_teams(seed)
        primary, secondary = event.naive
        calculation = Calculation(event.competition, tie_break_edition(edition))
        for group in groups(event):
            found = partition(calculation, list(group), TieBreak("EDE"))
            expected = extended_encounter(primary, secondary, group, edition)
            assert [set(part) for part in found] == expected, (seed, group)


@pytest.mark.parametrize("edition", EDITIONS)
def test_sums_of_teams(edition: str) -> None:
    for event in map(drawn_teams, SEEDS):
        calculation = Calculation(event.competition, tie_break_edition(edition))
        for score, naive in zip(("MP", "GP"), event.naive, strict=True):
            for low in (0, 1, 2):
                column = column_of(calculation, TieBreak("BH", score, low=low))
                for team in naive.rounds:
                    expected = total(naive, team, edition, product=False, low=low)
                    assert Fraction(column.values[team], column.parts) == expected, (score, low, team)
