"""The last value that is allowed and the first that is not: places, games, figures, rows, ratings."""

from fractions import Fraction

import pytest

from arpad.domain.rating_list import HIGHEST_RATING
from arpad.i18n import ArpadError
from arpad.prizes.award import Contest, SideBySide, group_addends, main_shares, player_addends, share_prizes
from arpad.prizes.files import (
    BEGINNING,
    MOST_CATEGORIES,
    MOST_GAMES,
    MOST_PRIZES,
    MOST_ROWS,
    check_payment,
    looks_like_rows,
    read_ranking,
    read_rules,
    share_by_rules,
)
from arpad.prizes.rules import Currency, PrizeCategory, PrizeRules, Progress, RankedPlayer, currency_of
from arpad.prizes.tables import category_columns, prize_tables, prizes_document
from arpad.standings.conditions import Profile, parse_condition

EUR = currency_of("EUR")
LEVEL = [RankedPlayer(rank, Fraction(4), f"Player {rank}") for rank in (1, 2, 2, 4, 5)]
"""Five players level on points; the tie-breaks leave two of them at one rank."""


def test_the_share_just_behind_the_last_paid_place_is_nothing() -> None:
    """Prizes for three places: the player at place 4 is in the group that shares them, and gets none of it."""
    rules = PrizeRules(EUR, (60_00, 30_00, 30_00, 10_00), "place", 3)
    shares = main_shares(Contest(LEVEL, rules), range(5), "place")
    assert {place: share.exact for place, share in shares.items()} == {0: 60_00, 1: 30_00, 2: 30_00}


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


@pytest.mark.parametrize(("condition", "overlap"), [("rating < 1", None), ("rating < 2", 1)])
def test_bands_overlap_at_the_lowest_rating_too(condition: str, overlap: int | None) -> None:
    assert _overlap(condition, condition) == overlap


@pytest.mark.parametrize(
    ("first", "second", "overlap"),
    [
        ("rating = 2000", "rating <= 2000", 2000),
        ("rating = 2000", "rating < 2000", None),
        (f"rating > {HIGHEST_RATING - 1}", f"rating > {HIGHEST_RATING - 1}", HIGHEST_RATING),
        (f"rating > {HIGHEST_RATING}", f"rating > {HIGHEST_RATING}", None),
        ("rating < 2000", "rating < 2000", 1999),
    ],
)
def test_bands_overlap_at_a_named_rating_and_beside_it(first: str, second: str, overlap: int | None) -> None:
    assert _overlap(first, second) == overlap


def _overlap(first: str, second: str) -> object:
    bands = [{"name": f"{place}", "where": where, "prizes": ["1"]} for place, where in enumerate((first, second))]
    ratings = [one.values["rating"] for one in _rules(category=bands).findings if one.code == "prizes-bands-overlap"]
    return ratings[0] if ratings else None


def test_the_place_of_a_prize_that_rises() -> None:
    places = [one.values["place"] for one in _rules(prizes=["5", "6", "6", "7"]).findings if "rising" in one.code]
    assert places == [2, 4]


def test_a_group_of_one_and_a_pool_of_one_prize_have_no_addends() -> None:
    players = [RankedPlayer(rank, Fraction(points), f"{rank}") for rank, points in ((1, 4), (2, 3), (3, 3))]
    for system, shared in (("equal", "150 / 2 = 75"), ("place", "100"), ("hort", "50 + 37.50 = 87.50")):
        prizes = share_prizes(players, PrizeRules(EUR, (300_00, 100_00, 50_00), system)).chosen  # type: ignore[arg-type]
        assert [player_addends(one, prizes.system, EUR) for one in prizes.players[:2]] == ["300", shared]
        assert [group_addends(group, EUR) for group in prizes.groups] == ["300", "100 + 50 = 150"]
        assert [line.count("=") for line in prize_tables(share_prizes(players, prizes.rules), "en").groups] == [0, 1]


def test_the_words_of_a_group_are_not_those_of_a_player_alone() -> None:
    found = share_prizes(LEVEL, PrizeRules(EUR, (60_00,)))
    alone = share_prizes(LEVEL[:1], PrizeRules(EUR, (60_00,)))
    assert prize_tables(found, "en").groups == ("Places 1 to 5 (4 points): 60; 5 share it.",)
    assert prize_tables(alone, "en").groups == ("Place 1 (4 points): 60.",)


def test_a_player_without_a_share_has_amounts_of_nothing() -> None:
    players = prizes_document(share_prizes(LEVEL[::4], PrizeRules(EUR, (60_00,), places=1))).players
    assert [(one.exact, one.by_place, one.shared) for one in players] == [
        ("60", "0.00", "60.00"),
        ("0", "0.00", "0.00"),
    ]


def test_a_payment_agrees_only_if_the_others_get_nothing() -> None:
    """Place 2 has no prize: a payment that leaves them out agrees, and a cent for them does not."""
    ranking = read_ranking("r.csv", b"rank,points,name\n1,2,Ana\n2,1,Bea\n")
    found = share_by_rules(ranking, read_rules("p.toml", {"prizes": ["10"]}, ranking))
    left_out = check_payment(found, "paid.csv", b"name,paid\nAna,10\n")
    assert (left_out.agrees, left_out.agrees_with) == (True, ("equal", "place", "hort"))
    a_cent = check_payment(found, "paid.csv", b"name,paid\nAna,10\nBea,0.01\n")
    assert (a_cent.agrees, a_cent.agrees_with) == (False, ())


def test_the_sign_and_the_point_of_an_amount() -> None:
    assert [EUR.text(amount) for amount in (-100, -1, 0, 1)] == ["-1.00", "-0.01", "0.00", "0.01"]
    assert [Currency("XTS", decimals).text(15) for decimals in (0, 1, 2)] == ["15", "1.5", "0.15"]


@pytest.mark.parametrize(("rank", "refusal"), [("999999", "comes where rank 1 should"), ("1000000", "cannot be")])
def test_ranks_up_to_six_figures(rank: str, refusal: str) -> None:
    with pytest.raises(ArpadError, match=refusal):
        read_ranking("r.csv", f"rank,points\n{rank},1\n".encode())


@pytest.mark.parametrize(
    ("cell", "points"), [("½", Fraction(1, 2)), (".5", Fraction(1, 2)), ("0", 0), ("1½", Fraction(3, 2))]
)
def test_points_below_one(cell: str, points: Fraction) -> None:
    assert read_ranking("r.csv", f"rank,points\n1,{cell}\n".encode()).players[0].points == points


@pytest.mark.parametrize(("games", "average", "progress"), [
    ("0", "1900", None),
    ("1", "1900", Progress(1800, 1, Fraction(3), Fraction(1900))),
    ("1", "3801/2", Progress(1800, 1, Fraction(3), Fraction(3801, 2))),
    ("1", "1900.5", Progress(1800, 1, Fraction(3), Fraction(3801, 2))),
])  # fmt: skip
def test_progress_is_that_of_one_game_at_least(games: str, average: str, progress: Progress | None) -> None:
    data = f"rank,points,rating,games,average\n1,3,1800,{games},{average}\n".encode()
    assert read_ranking("r.csv", data).players[0].progress == progress


def test_rows_of_json_are_counted_from_one() -> None:
    for data, row in ((b'[{"rank": 1, "points": "x"}]', 1), (b'[{"rank": 1, "points": 2}, {"rank": "x"}]', 2)):
        with pytest.raises(ArpadError, match=f"row {row}:"):
            read_ranking("r.json", data)


def test_an_age_without_a_day_names_its_category() -> None:
    plain, aged = _category(1), {"name": "Seniors", "where": "age >= 60", "prizes": ["1"]}
    for rows, place in (([aged, plain], 1), ([plain, aged], 2)):
        with pytest.raises(ArpadError, match=f"category {place}"):
            _rules(category=rows)


def _level(*players: tuple[int, str, Fraction | None], by: str = "rank") -> list[tuple[object, object]]:
    """Players of a rank and a sex, with W − We of five games; who is told to be level with the winner of the women."""
    ranked = [
        RankedPlayer(
            rank,
            Fraction(4),
            f"P{place}",
            Profile(sex=sex),
            progress=None if value is None else Progress(1800, 5, value, Fraction(1800)),
        )
        for place, (rank, sex, value) in enumerate(players, 1)
    ]
    women = PrizeCategory("Women", parse_condition("sex = f"), (100,), by)  # type: ignore[arg-type]
    found = share_prizes(ranked, PrizeRules(EUR, (), categories=(women,))).findings
    return [(one.values["name"], one.values["other"]) for one in found if one.code == "prizes-level"]


def test_players_level_by_rank_are_told_and_others_are_not() -> None:
    assert _level((1, "f", None), (1, "f", None)) == [("P1", "P2")]
    assert _level((1, "f", None), (2, "f", None)) == []
    assert _level((1, "f", Fraction(3)), (1, "f", Fraction(4))) == [("P1", "P2")], "progress does not count by rank"


def test_a_player_level_with_the_winner_is_told_behind_one_who_cannot_have_the_prize() -> None:
    assert _level((1, "f", None), (1, "m", None), (1, "f", None)) == [("P1", "P3")]
    assert _level((1, "f", None), (1, "m", None), (3, "f", None)) == []


def test_by_progress_players_are_level_with_the_same_rank_and_the_same_progress() -> None:
    four, three = Fraction(4), Fraction(3)
    assert _level((1, "f", four), (1, "f", four), by="progress") == [("P1", "P2")]
    assert _level((1, "f", four), (1, "f", three), by="progress") == []
    assert _level((1, "f", four), (2, "f", four), by="progress") == []


def test_the_columns_of_progress_are_for_prizes_by_progress() -> None:
    """Own 1800, five games against 1800, four points: W − We is +1.50."""
    player = RankedPlayer(
        1, Fraction(4), "Ana", progress=Progress(1800, 5, Fraction(4), Fraction(1800), Fraction(-1, 100))
    )
    everybody = parse_condition("rank > 0 or rank = none")
    by_rank = PrizeCategory("By rank", everybody, (100,))
    by_progress = PrizeCategory("Progress", everybody, (100,), "progress")
    found = [
        share_prizes([player, player], PrizeRules(EUR, (), categories=categories))
        for categories in ((by_rank,), (by_rank, by_progress))
    ]
    assert [len(category_columns(one)) for one in found] == [5, 7]
    assert [len(row) for one in found for row in prize_tables(one, "en").categories] == [5, 7, 7]
    first, second = prize_tables(found[1], "en").categories
    assert first[5:] == ("", "")
    assert second[5].endswith("+1.50")
    assert second[6] == "−0.01"
