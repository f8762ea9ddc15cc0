"""The annex of B.01: what the articles make of 7 to 19 rounds, beside what is printed, cell by cell.

`data/titles_annex.txt` holds the printed tables: 156 rows of scores with 624 cells, and the rows of requirements.
"""

from fractions import Fraction

import pytest

from arpad.i18n import ArpadError
from arpad.regulations.rating_editions import regulations
from arpad.regulations.title_editions import NORM_TITLES, NormTitle, title_edition, title_editions
from arpad.titles.games import (
    ROUNDS,
    AnnexTable,
    annex_table,
    least_averages,
    required_score,
    requirements,
)
from places import FIXTURES

EDITION = title_edition("b01-2023")
REQUIREMENTS = ("MO", "TH", "one", "own", "others", "floor")

Printed = dict[int, dict[str, list[str]]]


def half_points(printed: str) -> int:
    """`6½` is 13."""
    return 2 * int(printed.rstrip("½") or 0) + printed.count("½")


def read() -> tuple[Printed, Printed]:
    """The printed requirements and the printed cells, by number of rounds."""
    needs: Printed = {}
    cells: Printed = {}
    rounds = 0
    for line in (FIXTURES / "titles_annex.txt").read_text(encoding="utf-8").splitlines():
        name, *values = line.split()[:5] if line and not line.startswith("#") else ("",)
        if values == ["rounds"]:
            rounds = int(name)
            needs[rounds], cells[rounds] = {}, {}
        elif name in REQUIREMENTS:
            needs[rounds][name] = values
        elif name:
            cells[rounds][name] = values
    return needs, cells


NEEDS, CELLS = read()
ALL_CELLS = [
    (rounds, score, title, cell)
    for rounds, rows in CELLS.items()
    for score, row in rows.items()
    for title, cell in zip(NORM_TITLES, row, strict=True)
]
MISPRINTED = [(17, "6½", title) for title in NORM_TITLES]


def made_cell(table: AnnexTable, score: str, title: NormTitle) -> str:
    """Our cell as it would be printed."""
    (row,) = [one for one in table.rows if one.score == half_points(score)]
    least, most = row.averages[NORM_TITLES.index(title)]
    return f">={least}" if most is None else f"{least}-{most}"


# ---------------------------------------------------------------- TV-AN-01: the cells


def test_the_file_holds_all_that_is_printed() -> None:
    assert list(CELLS) == list(ROUNDS) == list(NEEDS)
    assert len(ALL_CELLS) == 624
    assert all(set(rows) == set(REQUIREMENTS) for rows in NEEDS.values())


@pytest.mark.parametrize("rounds", ROUNDS)
def test_cells(rounds: int) -> None:
    """Each printed cell equals ours, except the last row of 17 rounds, which lacks the row after it."""
    table = annex_table(EDITION, rounds)
    for number, score, title, cell in ALL_CELLS:
        if number == rounds and (rounds, score, title) not in MISPRINTED:
            assert made_cell(table, score, title) == cell, (rounds, score, title)


@pytest.mark.parametrize("rounds", ROUNDS)
def test_no_row_too_many_and_none_too_few(rounds: int) -> None:
    made = [row.score for row in annex_table(EDITION, rounds).rows]
    printed = [half_points(score) for score in CELLS[rounds]]
    assert made == printed + ([12] if rounds == 17 else [])


def test_the_misprint_of_17_rounds() -> None:
    """6/17 is 35.29%: the row of 6 points is missing, so that the row of 6½ has no end. The errata say so."""
    table = annex_table(EDITION, 17)
    assert table.rows[-1].averages == ((2710, None), (2560, None), (2510, None), (2360, None))
    assert [made_cell(table, "6½", title) for title in NORM_TITLES] == [
        "2687-2709",
        "2537-2559",
        "2487-2509",
        "2337-2359",
    ]
    assert CELLS[17]["6½"] == [">=2687", ">=2537", ">=2487", ">=2337"]
    found = {omission.where["en"]: omission for omission in regulations().errata() if omission.article == "annex"}
    assert found["17 rounds, row of 6 points"].correct["en"] == "GM ≥2710, IM ≥2560, WGM ≥2510, WIM ≥2360"
    assert found["17 rounds, row of 6½ points"].correct["en"] == "2687-2709, 2537-2559, 2487-2509, 2337-2359"


# ---------------------------------------------------------------- the requirements


def parts(cell: str) -> tuple[str, str]:
    """`6/3#`: the single round and the double round, without the mark."""
    single, _, double = cell.replace("#", "").partition("/")
    return single, double


FEDERATIONS = {"one", "own", "others"}


@pytest.mark.parametrize(("rounds", "one", "own"), [(7, 4, 4), (8, 5, 4)])
def test_1_4_3_and_1_4_4_prevail_over_the_word_irrelevant(rounds: int, one: int, own: int) -> None:
    ours = annex_table(EDITION, rounds).single
    assert (ours.one_federation_most, ours.own_federation_most, ours.other_federations) == (one, own, 2)
    assert all(NEEDS[rounds][name] == ["-"] * 4 for name in FEDERATIONS)


@pytest.mark.parametrize("rounds", ROUNDS)
def test_requirements_of_a_single_round(rounds: int) -> None:
    table = annex_table(EDITION, rounds)
    ours = table.single
    made = {
        "MO": ours.alike,
        "TH": ours.titled,
        "one": ours.one_federation_most,
        "own": ours.own_federation_most,
        "others": ours.other_federations,
    }
    for name, value in made.items():
        shown = "-" if rounds < 9 and name in FEDERATIONS else str(value)
        assert [parts(cell)[0] for cell in NEEDS[rounds][name]] == [shown] * 4, name
    assert NEEDS[rounds]["floor"] == [str(value) for value in table.floor]


@pytest.mark.parametrize("rounds", ROUNDS)
def test_requirements_of_a_double_round(rounds: int) -> None:
    """Printed for even numbers from 10 on; all equal the articles but MO."""
    double = annex_table(EDITION, rounds).double
    for name, attribute in (("TH", "titled"), ("one", "one_federation_most"), ("own", "own_federation_most")):
        printed = [parts(cell)[1] for cell in NEEDS[rounds][name]]
        assert printed == ["" if double is None else str(getattr(double, attribute))] * 4, name
    assert (double is not None) == (rounds in {10, 12, 14, 16, 18})
    if double is not None:
        assert (double.opponents, double.alike, double.other_federations) == (rounds // 2, 3, 2)


def test_misprints_of_mo_in_a_double_round() -> None:
    """3 is printed for GM in 14, 16 and 18 rounds only; 1.4.5 asks for 3 wherever there are five to nine opponents."""
    printed = {rounds: [parts(cell)[1] for cell in NEEDS[rounds]["MO"]] for rounds in (10, 12, 14, 16, 18)}
    assert printed == {10: [""] * 4, 12: [""] * 4} | {rounds: ["3", "", "", ""] for rounds in (14, 16, 18)}
    places = {
        omission.where["en"]: omission.correct["en"]
        for omission in regulations().errata()
        if omission.article == "annex"
    }
    assert places["10 rounds, MO in a double round robin"] == "3"
    assert places["12 rounds, MO in a double round robin"] == "3"
    assert places["14, 16 and 18 rounds, MO in a double round robin for IM, WGM, WIM"] == "3, 3, 3"


def test_the_mark_without_a_footnote() -> None:
    marked = [rounds for rounds, rows in NEEDS.items() if any("#" in cell for cell in rows["own"])]
    assert marked == [10, 12, 14]
    assert not any("#" in cell for rows in NEEDS.values() for name in REQUIREMENTS[:3] for cell in rows[name])


@pytest.mark.parametrize(
    ("opponents", "expected"),
    [
        (9, (5, 3, 6, 5)),
        (10, (5, 4, 6, 6)),
        (5, (3, 3, 3, 3)),
        (13, (7, 5, 8, 7)),
        (16, (8, 6, 10, 9)),
        (8, (4, 3, 5, 4)),
        (19, (10, 7, 12, 11)),
    ],
)
def test_counts(opponents: int, expected: tuple[int, ...]) -> None:
    """TV-AN-04: TH, MO, most of one federation, most of the own; in a double round over the different opponents."""
    needs = requirements(EDITION, opponents)
    assert (needs.titled, needs.alike, needs.one_federation_most, needs.own_federation_most) == expected


def test_the_double_round_of_18() -> None:
    """TV-AN-04: nine opponents: TH 5, MO 3, 6 of one federation, 5 of the own."""
    double = annex_table(EDITION, 18).double
    assert double is not None
    assert (double.titled, double.alike, double.one_federation_most, double.own_federation_most) == (5, 3, 6, 5)


def test_rounds_beyond_13_count_as_13() -> None:
    assert [annex_table(EDITION, rounds).count_as for rounds in ROUNDS] == [7, 8, 9, 10, 11, 12, *[13] * 7]


def test_unrated_opponents_before_2022() -> None:
    """1.46d: 20% of one more than there are opponents; the text of 2022 has no limit."""
    old = title_edition("b01-2017")
    assert [requirements(old, opponents).unrated_most for opponents in (8, 9, 13, 14)] == [1, 2, 2, 3]
    assert requirements(EDITION, 9).unrated_most is None


# ---------------------------------------------------------------- the required score


@pytest.mark.parametrize(
    ("title", "games", "average", "points"),
    [
        ("GM", 9, 2380, "7"),
        ("GM", 9, 2433, "7"),
        ("GM", 9, 2434, "6½"),
        ("GM", 9, 2680, "3½"),
        ("GM", 9, 3000, "3½"),
        ("GM", 10, 2406, "8"),
        ("GM", 10, 2407, "7½"),
        ("GM", 13, 2459, "9"),
        ("GM", 12, 2480, "8"),
        ("GM", 19, 2694, "7½"),
        ("GM", 19, 2695, "7"),
        ("GM", 17, 2709, "6½"),
        ("GM", 17, 2710, "6"),
        ("GM", 13, 2800, "5"),
        ("IM", 9, 2344, "6"),
        ("IM", 9, 2324, "6½"),
        ("WGM", 9, 2180, "7"),
        ("WIM", 9, 2250, "4½"),
        ("WIM", 7, 2352, "2½"),
    ],
)
def test_required_score(title: NormTitle, games: int, average: int, points: str) -> None:
    """TV-AN-02, TV-AN-03."""
    assert required_score(EDITION, title, games, average) == half_points(points)


def test_no_score_is_enough_below_the_least_average() -> None:
    """TV-AN-02: 2379 for GM, whatever the score."""
    assert [
        required_score(EDITION, title, 9, least - 1)
        for title, least in zip(NORM_TITLES, (2380, 2230, 2180, 2030), strict=True)
    ] == [None] * 4


def test_35_percent_is_not_rounded() -> None:
    """4½ of 13 is 34.6%, which rounds to 35%, and is not enough against any average; 3½ of 10 is 35% exactly."""
    assert least_averages(EDITION, "GM", 13)[9] is None
    assert least_averages(EDITION, "GM", 13)[10] == 2687
    assert least_averages(EDITION, "GM", 10)[7] == 2710
    assert least_averages(EDITION, "GM", 10)[6] is None


@pytest.mark.parametrize("title", NORM_TITLES)
@pytest.mark.parametrize("games", ROUNDS)
def test_required_score_and_least_average_are_inverse(title: NormTitle, games: int) -> None:
    """The required score is the first whose least average is reached: at the edge, and one below it."""
    for score in range(2 * games + 1):
        least = least_averages(EDITION, title, games)[score]
        if least is None:
            assert Fraction(score, 2 * games) < Fraction(35, 100)
            continue
        needed = required_score(EDITION, title, games, least)
        assert needed is not None
        assert needed <= score
        below = required_score(EDITION, title, games, least - 1)
        assert below is None or below > score or least_averages(EDITION, title, games)[score - 1] == least


def test_every_edition_has_the_same_score_tables() -> None:
    """Ra, Rp and 35% have not changed since 2017."""
    for edition in title_editions():
        for rounds in ROUNDS:
            assert annex_table(edition, rounds).rows == annex_table(EDITION, rounds).rows


@pytest.mark.parametrize("rounds", [6, 20])
def test_no_table_beyond_the_annex(rounds: int) -> None:
    with pytest.raises(ArpadError) as problem:
        annex_table(EDITION, rounds)
    assert problem.value.key == "titles.rounds"
