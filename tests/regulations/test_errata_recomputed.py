"""Misprints of worked examples: what is right is computed again, by the code or from the crosstable."""

from fractions import Fraction
from itertools import combinations, permutations

import pytest

from arpad.formats.read import read_report
from arpad.pairing.checklist import ChecklistRow, checklist
from arpad.pairing.colours import colour_of_higher
from arpad.pairing.files import report_tournament
from arpad.pairing.state import PairingPlayer, state_before
from arpad.regulations.rating_editions import Erratum, regulations
from pairing_files import FOLDER, tournament_of, trf
from places import FIXTURES

TABLES = FIXTURES / "crosstables"
POINTS = {"1": Fraction(1), "½": Fraction(1, 2), "0": Fraction(0), "*": Fraction(0)}


def erratum(source: str, article: str, where: str = "") -> Erratum:
    """The one misprint of an article, or of a place of it."""
    (found,) = [
        omission
        for omission in regulations().errata()
        if (omission.source, omission.article) == (source, article) and where in omission.where["en"]
    ]
    return found


def crosstable(name: str, players: int) -> tuple[list[list[Fraction]], list[list[str]]]:
    """What every player scored against every other, and what is printed behind the results."""
    lines = (TABLES / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split(";") for line in lines if not line.startswith("#")]
    scored = [[sum((POINTS[game] for game in cell.split()), Fraction(0)) for cell in row[:players]] for row in rows]
    return scored, [row[players:] for row in rows]


def half_points(value: Fraction) -> str:
    """5½ for 5.5."""
    whole, rest = divmod(value, 1)
    return f"{whole}{'½' if rest else ''}"


def test_points_of_nanjing() -> None:
    """IV.1: the second has 5½ and the third 4½; printed are 6 and 5."""
    scored, printed = crosstable("nanjing-2009", 6)
    right = [half_points(sum(row, Fraction(0))) for row in scored]
    found = erratum("manual-2023-tournaments", "IV.1", "Nanjing")
    wrong = [place for place, row in enumerate(printed) if row[0] != right[place]]
    assert ", ".join(printed[place][0] for place in wrong) == found.printed == "6, 5"
    assert {", ".join(right[place] for place in wrong)} == set(found.correct.values())
    assert all(one + scored[b][a] == 2 for a, row in enumerate(scored) for b, one in enumerate(row) if a != b)


def test_sonneborn_berger_of_exam_19() -> None:
    """Exam 19: every game's points times those of the opponent; the last player has 9.25, not 9.75."""
    scored, printed = crosstable("exam-19", 8)
    points = [sum(row, Fraction(0)) for row in scored]
    assert [half_points(score) for score in points] == [row[0] for row in printed]
    right = [float(sum((won * points[other] for other, won in enumerate(row)), Fraction(0))) for row in scored]
    wrong = [(row[1], f"{right[place]:.2f}") for place, row in enumerate(printed) if float(row[1]) != right[place]]
    found = erratum("manual-2023-exam", "exam 19")
    assert wrong == [(found.printed, found.correct["en"])] == [("9.75", "9.25")]
    assert found.correct["es"] == "9,25"


@pytest.mark.parametrize(
    ("one", "two", "printed", "rule"),
    [
        ((2, "wbw-b"), (8, "w-bwb"), "8-2", "E.4"),
        ((5, "-bwbw"), (10, "wb-bw"), "10-5", "E.3"),
        ((7, "bwbwb"), (15, "bwwbb"), "15-7", "E.2"),
    ],
)
def test_colours_of_exam_15(one: tuple[int, str], two: tuple[int, str], printed: str, rule: str) -> None:
    """Exam 15: a is 2-8 by E.4 and is printed 8-2; b and c are right."""
    higher, lower = (
        PairingPlayer(rank, 4, 4, colours.replace("-", ""), frozenset(), number=rank) for rank, colours in (one, two)
    )
    colour, decided = colour_of_higher(higher, lower, "w")
    pair = f"{one[0]}-{two[0]}" if colour == "w" else f"{two[0]}-{one[0]}"
    found = erratum("manual-2023-c04", "exam 15a")
    assert decided == rule
    assert pair == (found.correct["en"] if printed == found.printed else printed)


def test_colours_without_gaps() -> None:
    """C.04.2.D.5: BN=BN counts as =BNBN, printed =NBNB; E.3 names this rule."""
    data = trf(
        "2 w 1|3 b 1|H|4 w 1|2 b 1|.",
        "1 b 0|4 w 1|3 b 1|H|1 w 0|.",
        "4 w 1|1 w 0|2 w 0|H|4 b 1|.",
        "3 b 0|2 b 0|H|1 b 0|3 w 0|.",
    )
    before = state_before(report_tournament(read_report(data)), 6)
    (first,) = [entrant for entrant in before.entrants if entrant.rank == 1]
    found = erratum("manual-2023-c04", "C.04.2.D.5", "second example")
    assert found.correct["en"] == "=" + first.colours.replace("b", "N").replace("w", "B") != found.printed
    assert erratum("manual-2023-c04", "E.3").correct["en"] == "C.04.2.D.5"


def test_equal_colours_with_gaps() -> None:
    """C.04.2.D.5: =B=N and BN== are both ==BN."""
    assert [words.replace("=", "") for words in ("=B=N", "BN==", "==BN")] == ["BN"] * 3
    assert erratum("manual-2023-c04", "C.04.2.D.5", "BN==").correct["en"] == "equivalent"


def test_d_1_transpositions_in_order() -> None:
    """D.1: the third of eleven players is 6-7-8-10-9; row 10 of the example is 26, 39, 24, and what is printed is row
    11."""
    orders = list(permutations(range(6, 12), 5))
    assert len(orders) == 720
    assert "-".join(map(str, orders[2])) == erratum("manual-2023-c04", "D.1").correct["en"]
    rows = list(permutations((24, 26, 29, 39), 3))
    found = erratum("manual-2023-swiss-example", "round 5", "row 10")
    assert found.correct["en"].startswith(", ".join(map(str, rows[10])))
    assert found.printed.startswith(", ".join(map(str, rows[11])))


@pytest.mark.parametrize(
    ("one", "two", "rule"),
    [
        ((20, 6, "bwbw"), (8, 5, "bwbw"), "E.4"),
        ((10, 5, "bwbw"), (13, 5, "wbbw"), "E.3"),
        ((21, 3, "bwwb"), (28, 3, "wbwb"), "E.3"),
        ((24, 5, "wbwbb"), (29, 5, "bwbwb"), "E.2"),
    ],
)
def test_colours_of_the_worked_example(one: tuple[int, int, str], two: tuple[int, int, str], rule: str) -> None:
    """The pairs as they were published: 8-20, 13-10, 28-21 and 24-29."""
    higher, lower = (
        PairingPlayer(rank, points, points, colours, frozenset(), number=rank) for rank, points, colours in (one, two)
    )
    colour, decided = colour_of_higher(higher, lower, "w")
    pair = f"{one[0]}-{two[0]}" if colour == "w" else f"{two[0]}-{one[0]}"
    where = f"pair of {min(one[0], two[0])}" if one[0] != 20 else "pair of 20"
    round_ = "round 6" if one[0] == 24 else "round 5"
    found = erratum("manual-2023-swiss-example", round_, where)
    assert (pair, decided) == (found.correct["en"], rule)
    assert found.printed == "-".join(reversed(pair.split("-")))


def before(number: int) -> dict[int, ChecklistRow]:
    """The players of the worked example before a round, by their numbers."""
    tournament = tournament_of(FOLDER / "worked-40.trf")
    return {row.player: row for row in checklist(state_before(tournament, number))}


def listed(numbers: str) -> list[int]:
    """`3, 13`: the numbers."""
    return [int(number) for number in numbers.split(", ")]


@pytest.mark.parametrize(("number", "player", "colour"), [(3, 9, "White"), (4, 22, "Black")])
def test_columns_of_the_worked_example(number: int, player: int, colour: str) -> None:
    """Two tables print a player in the column of the other colour."""
    found = erratum("manual-2023-swiss-example", f"round {number}", f"column of {player}")
    assert found.correct["en"] == colour
    assert before(number)[player].preference.strip("()").upper() == colour[0]
    assert {"N": "Black", "B": "White"}[found.printed] != colour


def test_members_of_brackets_of_the_worked_example() -> None:
    """A table of round 5 lacks 20, and one of round 7 lacks 5; the bracket of 2 points in round 4 has one score."""
    third = erratum("manual-2023-swiss-example", "round 5", "first table")
    scores = {player: row.score for player, row in before(5).items()}
    assert listed(third.correct["en"]) == [1, *(player for player, score in scores.items() if score == 3)]
    assert set(listed(third.correct["en"])) - set(listed(third.printed)) == {20}
    first = erratum("manual-2023-swiss-example", "round 7", "5.5 and 5 points")
    assert listed(first.correct["en"]) == [player for player, row in before(7).items() if row.score >= 5]
    assert set(listed(first.correct["en"])) - set(listed(first.printed)) == {5}
    second = [player for player, row in before(4).items() if row.score == 2]
    assert second == [6, 8, 11, 16, 17, 18, 20, 22]
    assert erratum("manual-2023-swiss-example", "round 4", "kind of bracket").correct["en"] == "homogeneous"


def test_lists_of_the_worked_example() -> None:
    """The float of 30 before round 5, and the opponents of 33 and 36 before round 7, in their order."""
    assert (before(5)[30].float, before(5)[30].float_before) == ("", "U")
    assert erratum("manual-2023-swiss-example", "round 5", "float of 30").correct["en"] == "▲"
    for player in (33, 36):
        found = erratum("manual-2023-swiss-example", "round 7", f"opponents of {player}")
        assert tuple(listed(found.correct["en"])) == before(7)[player].opponents
        assert len(listed(found.printed)) == len(before(7)[player].colours) - 1


@pytest.mark.parametrize("player", [4, 13])
def test_opponents_inside_a_bracket_of_the_worked_example(player: int) -> None:
    """Round 7, 3.5 points: whom 4 and 13 have met among their own."""
    rows = before(7)
    bracket = {one for one, row in rows.items() if row.score == rows[player].score}
    found = erratum("manual-2023-swiss-example", "round 7", f"opponents of {player} in")
    assert listed(found.correct["en"]) == sorted(bracket & set(rows[player].opponents))
    assert set(listed(found.printed)) < set(listed(found.correct["en"]))


def test_order_of_the_lower_half_in_round_4() -> None:
    """14, 24, 25 and 26 meet the players of S2 in their order."""
    found = erratum("manual-2023-swiss-example", "round 4", "order of S2")
    met = [row.opponents[3] for player, row in before(5).items() if player in (14, 24, 25, 26)]
    assert sorted(met) == sorted(listed(found.correct["en"]))
    assert [before(5)[player].opponents[3] for player in (14, 24, 25, 26)] == listed(found.correct["en"])


def test_first_transposition_of_round_5() -> None:
    """Row 0 is not legal: 19 and 29 met in round 4."""
    assert 29 in before(5)[19].opponents
    found = erratum("manual-2023-swiss-example", "round 5", "row 0")
    assert (found.printed, found.correct["es"]) == ("No por valor X", "No por opon. 19")


def test_two_pairs_of_six_players() -> None:
    """C.04.4.2 4.3: the list has one row twice; there are 45 ways to make two pairs of six players."""
    pairs = list(combinations(range(1, 7), 2))
    ways = [(one, two) for one, two in combinations(pairs, 2) if not set(one) & set(two)]
    assert ((1, 3), (4, 5)) in ways
    assert str(len(ways)) in erratum("c04-2026", "C.04.4.2 4.3").correct["en"]


def test_places_of_the_report_file() -> None:
    """The code takes places 1 to 3, and places 92 to 95 name the opponent of round 1, also where a game was played."""
    data = trf("2 w 1|.", "1 b 0|.")
    lines = data.decode().splitlines()
    assert [line[:3] for line in lines if line.startswith("0")] == ["012", "001", "001"]
    assert erratum("manual-2023-trf", "TRF, tournament").correct["en"] == "1-3"
    assert [line[91:95].strip() for line in lines if line.startswith("001")] == ["2", "1"]
    met = {one.rank: one.met for one in state_before(report_tournament(read_report(data)), 2).entrants}
    assert met == {1: (2,), 2: (1,)}
    assert erratum("manual-2023-trf", "TRF, player").correct["en"] == "number of the opponent in round 1"
