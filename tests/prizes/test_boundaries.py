"""The last value that is allowed and the first that is not: places, games, figures, rows, ratings."""

from fractions import Fraction

import pytest

from arpad.domain.limits import HIGHEST_RATING
from arpad.locale import ArpadError
from arpad.prizes import (
    PrizeCategory,
    PrizeRules,
    RankedPlayer,
    SideBySide,
    currency_of,
    read_ranking,
    read_rules,
    share_prizes,
)
from arpad.prizes.main_table import MainTable
from arpad.prizes.progress import Progress
from arpad.prizes.ranking_rows import BEGINNING, MOST_ROWS, looks_like_rows
from arpad.prizes.rules_file import MOST_CATEGORIES, MOST_GAMES, MOST_PRIZES, share_by_rules
from arpad.standings.conditions import parse_condition

EUR = currency_of("EUR")
LEVEL = [RankedPlayer(rank, Fraction(4), f"Player {rank}") for rank in (1, 2, 2, 4, 5)]
"""Five players level on points; the tie-breaks leave two of them at one rank."""


def test_the_share_just_behind_the_last_paid_place_is_nothing() -> None:
    """Prizes for three places: the player at place 4 is in the group that shares them, and gets none of it."""
    rules = PrizeRules(EUR, (60_00, 30_00, 30_00, 10_00), "place", 3)
    main = MainTable(LEVEL, range(5), rules, "place")
    assert [main.share_of(place) for place in range(5)] == [60_00, 30_00, 30_00, 0, 0]
    assert main.share_of(2) == main.shares()[2].exact, "a part of level players ends before the next one begins"


def test_a_player_behind_the_paid_places_takes_any_category_prize() -> None:
    """By the policy `higher` a category prize goes to the best player whose share is smaller: place 4 has none."""
    category = PrizeCategory("Everybody", parse_condition("rank > 0 or rank = none"), (1,))
    rules = PrizeRules(EUR, (60_00, 30_00, 30_00, 10_00), "place", 3, categories=(category,), policy="higher")
    assert [prize.winner for prize in share_prizes(LEVEL, rules).chosen.category_prizes] == [3]


@pytest.mark.parametrize(("games", "winner"), [(4, None), (5, 0), (6, 0)])
def test_progress_needs_five_games(games: int, winner: int | None) -> None:
    player = RankedPlayer(1, Fraction(3), "Ana", progress=Progress(1800, games, Fraction(3), Fraction(1800)))
    category = PrizeCategory("Progress", parse_condition("rank > 0 or rank = none"), (100,), "progress")
    prizes = share_prizes([player], PrizeRules(EUR, (), categories=(category,))).chosen
    assert [prize.winner for prize in prizes.category_prizes] == [winner]


def _rules(**more: object) -> SideBySide:
    ranking = read_ranking("r.csv", b"rank,points,rating\n1,2,2000\n2,1,1900\n")
    return share_by_rules(ranking, read_rules("p.toml", {"prizes": [], **more}, ranking))


def _category(number: int) -> dict[str, object]:
    return {"name": f"C{number}", "where": f"rank = {number}", "prizes": ["1"]}


@pytest.mark.parametrize(
    ("last", "first_wrong"),
    [
        ({"prizes": ["1"] * MOST_PRIZES}, {"prizes": ["1"] * (MOST_PRIZES + 1)}),
        (
            {"category": [_category(number) for number in range(MOST_CATEGORIES)]},
            {"category": [_category(number) for number in range(MOST_CATEGORIES + 1)]},
        ),
        ({"prizes": ["9" * 15]}, {"prizes": ["9" * 16]}),
        ({"progress_games": MOST_GAMES}, {"progress_games": MOST_GAMES + 1}),
        ({"progress_games": 1}, {"progress_games": 0}),
        ({"decided": [1]}, {"decided": [0]}),
        ({"places": 1}, {"places": 0}),
    ],
    ids=["prizes", "categories", "figures", "most games", "fewest games", "decided", "places"],
)
def test_the_last_rule_that_is_taken_and_the_first_that_is_refused(
    last: dict[str, object], first_wrong: dict[str, object]
) -> None:
    assert (MOST_PRIZES, MOST_CATEGORIES, MOST_GAMES, MOST_ROWS) == (10_000, 500, 100, 100_000)
    _rules(**last)
    with pytest.raises(ArpadError):
        _rules(**first_wrong)


@pytest.mark.parametrize(
    ("column", "last", "first_wrong"),
    [
        ("rating", "0", "-1"),
        ("rating", f"{HIGHEST_RATING}", f"{HIGHEST_RATING + 1}"),
        ("rating", "000002000", "0000002000"),
        ("games", "999", "1000"),
        ("points", "0/2", "-1/2"),
    ],
)
def test_the_last_cell_that_is_taken_and_the_first_that_is_refused(column: str, last: str, first_wrong: str) -> None:
    def read(cell: str) -> None:
        cells = {"rank": "1", "points": "3", column: cell}
        read_ranking("r.csv", f"{','.join(cells)}\n{','.join(cells.values())}\n".encode())

    read(last)
    with pytest.raises(ArpadError):
        read(first_wrong)


def test_rows_up_to_a_hundred_thousand() -> None:
    rows = "".join(f"{rank},1\n" for rank in range(1, MOST_ROWS + 1))
    assert len(read_ranking("r.csv", f"rank,points\n{rows}".encode()).players) == MOST_ROWS
    with pytest.raises(ArpadError, match=r"100001|100,001"):
        read_ranking("r.csv", f"rank,points\n{rows}{MOST_ROWS + 1},1\n".encode())


def test_the_headings_are_looked_for_in_the_first_two_thousand_bytes() -> None:
    heading = "rank," + " " * (BEGINNING - 11) + "points"
    assert looks_like_rows("a.txt", heading.encode())
    assert not looks_like_rows("a.txt", heading.replace("points", " points").encode())


def test_an_empty_cell_too_many_is_no_cell() -> None:
    assert read_ranking("r.csv", b"rank,points\n1,6,\n").players[0].points == 6
    with pytest.raises(ArpadError):
        read_ranking("r.csv", b"rank,points\n1,6,0\n")


def test_equal_prizes_do_not_rise() -> None:
    """A warning is for a prize that is more than the one before it."""
    codes = [[one.code for one in _rules(prizes=prizes).findings] for prizes in (["5", "5"], ["5", "6"])]
    assert [("prizes-rising" in found) for found in codes] == [False, True]


@pytest.mark.parametrize(("bound", "overlap"), [(HIGHEST_RATING, True), (HIGHEST_RATING + 1, False)])
def test_bands_overlap_at_the_highest_rating_too(bound: int, overlap: bool) -> None:
    bands = [{"name": f"from {low}", "where": f"rating >= {low}", "prizes": ["1"]} for low in (bound, bound - 1)]
    found = _rules(category=bands).findings
    assert any(one.code == "prizes-bands-overlap" for one in found) is overlap
