"""Laws that hold for every event: numbers do not matter, sums are kept, editions agree where nothing is unplayed."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from arpad.standings._calculation import Calculation
from arpad.standings._tie_breaks import RatedGame, column_of, expected_hundredths, perfect_performance
from arpad.standings.codes import TieBreak, parse_code, parse_list
from arpad.standings.model import Competition
from arpad.standings.order import order, partition
from drawn_standings import drawn_league, drawn_swiss, drawn_teams
from made_standings import tie_break_edition

EDITIONS = ("c07-2017", "c07-2023", "c07-2024", "c07-2026")
SEEDS = range(20)
CODES = (
    "PTS", "BH", "BH/C1", "BH/M1", "FB", "SB", "SB/C1", "AOB", "PS", "WIN", "WON", "REP", "STD", "ARO", "TPR", "PTP",
    "KS", "ABH",
)  # fmt: skip


def renumbered(whole: Competition, numbers: dict[int, int]) -> Competition:
    """The same event with other numbers."""
    return replace(
        whole,
        contestants={
            numbers[number]: contestant._replace(
                number=numbers[number],
                records=tuple(
                    record._replace(opponent=None if record.opponent is None else numbers[record.opponent])
                    for record in contestant.records
                ),
            )
            for number, contestant in whole.contestants.items()
        },
    )


def values(whole: Competition, edition: str, code: str) -> dict[int, object]:
    return dict(column_of(Calculation(whole, tie_break_edition(edition)), parse_code(code)).values)


def swisses(unplayed: bool = True) -> Iterator[Competition]:
    return (drawn_swiss(seed, unplayed).competition for seed in SEEDS)


@pytest.mark.parametrize("edition", EDITIONS)
def test_numbers_do_not_matter(edition: str) -> None:
    for seed, whole in enumerate(swisses()):
        numbers = dict(zip(whole.contestants, Random(seed).sample(range(1, 99), len(whole.contestants)), strict=True))
        other = renumbered(whole, numbers)
        for code in CODES:
            found = values(other, edition, code)
            assert {numbers[number]: value for number, value in values(whole, edition, code).items()} == found, code
        codes = parse_list("PTS,DE,WIN,BH/C1,SB")
        ranks = order(Calculation(whole, tie_break_edition(edition)), codes).steps[-1]
        other_ranks = order(Calculation(other, tie_break_edition(edition)), codes).steps[-1]
        assert {numbers[number]: rank for number, rank in ranks.items()} == other_ranks


def test_all_points_are_kept() -> None:
    for event in (drawn_swiss(seed) for seed in SEEDS):
        made = sum(event.naive[0].own(player) for player in event.naive[0].rounds)
        assert Fraction(sum(values(event.competition, "c07-2026", "PTS").values()), 2) == made  # type: ignore[arg-type]


@pytest.mark.parametrize("code", ["BH", "BH/C1", "BH/M1", "SB", "SB/C1"])
def test_editions_agree_where_everything_was_played(code: str) -> None:
    for whole in swisses(unplayed=False):
        if len(whole.contestants) % 2:
            continue
        found = [values(whole, edition, code) for edition in EDITIONS]
        assert all(other == found[0] for other in found[1:])


@pytest.mark.parametrize("edition", EDITIONS)
def test_buchholz_of_a_complete_round_robin_is_all_points_but_the_own(edition: str) -> None:
    for seed in SEEDS:
        whole = drawn_league(seed, forfeits=False).competition
        scores = values(whole, edition, "PTS")
        everything = sum(scores.values())  # type: ignore[arg-type]
        for number, score in values(whole, edition, "BH").items():
            assert score == everything - scores[number]  # type: ignore[operator]


@pytest.mark.parametrize("code", ["BH", "FB", "SB"])
def test_the_ceiling_of_2026_never_adds(code: str) -> None:
    for whole in swisses():
        before, after = values(whole, "c07-2024", code), values(whole, "c07-2026", code)
        assert all(after[number] <= before[number] for number in before)  # type: ignore[operator]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", ["BH", "FB", "SB", "PS"])
def test_a_cut_never_adds(name: str, edition: str) -> None:
    for whole in swisses():
        chain = [values(whole, edition, code) for code in (name, f"{name}/C1", f"{name}/C2")]
        for number in whole.contestants:
            assert chain[0][number] >= chain[1][number] >= chain[2][number]  # type: ignore[operator]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("less", "more"), [("WON", "WIN"), ("BWG", "WON"), ("BWG", "BPG")])
def test_counts_of_the_own_results(less: str, more: str, edition: str) -> None:
    for seed in SEEDS:
        for whole in (drawn_swiss(seed).competition, drawn_league(seed).competition):
            small, large = values(whole, edition, less), values(whole, edition, more)
            assert all(small[number] <= large[number] for number in small)  # type: ignore[operator]


def test_the_perfect_performance_is_the_lowest_rating_that_expects_the_score() -> None:
    lot = Random(1)
    for _ in range(200):
        games = [RatedGame(lot.randint(1000, 2800), lot.randint(0, 2), 1) for _ in range(lot.randint(1, 11))]
        ratings, points = [game.rating for game in games], 50 * sum(game.half for game in games)
        found = perfect_performance(games)
        assert found is not None
        assert expected_hundredths(found, ratings) >= points
        assert not points or expected_hundredths(found - 1, ratings) < points


@pytest.mark.parametrize("edition", EDITIONS)
def test_direct_encounter_of_two_who_met_once_is_that_game(edition: str) -> None:
    for whole in swisses():
        calculation = Calculation(whole, tie_break_edition(edition))
        for number, contestant in whole.contestants.items():
            for record in contestant.records:
                other = record.opponent
                games = [one for one in contestant.records if one.opponent == other and one.kind == "played"]
                if other is None or record.kind != "played" or len(games) > 1:
                    continue
                found = partition(calculation, sorted((number, other)), TieBreak("DE"))
                expected = {2: [[number], [other]], 1: [sorted((number, other))], 0: [[other], [number]]}
                assert found == expected[record.half]


@pytest.mark.parametrize("edition", EDITIONS)
def test_parts_never_mix_again(edition: str) -> None:
    """A later tie-break only splits the groups that the earlier ones left."""
    for whole in (drawn_teams(seed).competition for seed in SEEDS):
        steps = order(Calculation(whole, tie_break_edition(edition)), parse_list("PTS,EDE,BH:MP,EMGSB/C1,TPN")).steps
        for before, after in pairwise(steps):
            pairs = [(one, other) for one in before for other in before if before[one] < before[other]]
            assert all(after[one] < after[other] for one, other in pairs)
        assert sorted(steps[-1].values()) == list(range(1, len(whole.contestants) + 1))
