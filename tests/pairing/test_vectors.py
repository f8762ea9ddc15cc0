"""Small examples from the texts: C.04.2, C.04.3 A to E, C.04.5.1, and questions of examinations."""

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

import pytest

from arpad.documents.steps import sentence, walk
from arpad.formats.read import read_report
from arpad.pairing.checklist import preference_sign
from arpad.pairing.colours import Strength, baku, colour_of_higher, difference, preference, upper_group
from arpad.pairing.dutch._criteria import least_denied, least_denied_strongly
from arpad.pairing.dutch._engine import DutchPairing
from arpad.pairing.engines import Pairing, explain_pairing, pair_round
from arpad.pairing.files import report_tournament
from arpad.pairing.state import PairingPlayer, PairingState, board_order, initial_order, order, state_before
from arpad.pairing.systems import systems
from pairing_files import lines_of, trf
from pairing_sieve_orders import exchanges, moved_down_sets, transpositions
from pairing_states import score_differences


def coloured(rank: int, colours: str, score: int = 4, met: tuple[int, ...] = (), **more: object) -> PairingPlayer:
    entrant = PairingPlayer(
        rank, score, score, colours.lower().replace("=", "").replace("-", ""), frozenset(met), number=rank
    )
    return replace(entrant, **more)  # type: ignore[arg-type]


def state(*entrants: PairingPlayer, rounds: int = 9) -> PairingState:
    return PairingState(5, rounds, tuple(sorted(entrants, key=order)))


def boards(before: PairingState) -> tuple[list[str], int | None]:
    found = pair_round(before)
    assert isinstance(found, Pairing)
    return [f"{board.white}-{board.black}" for board in found.boards], found.bye


@dataclass
class Entry:
    name: str
    title: str
    rating: int


def test_initial_order() -> None:
    entries = [
        Entry("Zeta", "FM", 2300), Entry("Alfa", "WIM", 2300), Entry("Beta", "IM", 2300), Entry("Omega", "", 2301),
        Entry("Gamma", "WGM", 2300), Entry("Alef", "FM", 2300),
    ]  # fmt: skip
    assert [player.name for player in initial_order(entries)] == ["Omega", "Beta", "Gamma", "Alef", "Zeta", "Alfa"]


def test_rounds_without_a_game_leave_no_trace_in_the_colours() -> None:
    """C.04.2.D.5: `WB=WB` counts as `=WBWB`."""
    data = trf(
        "2 w 1|3 b 1|H|4 w 1|2 b 1|.",
        "1 b 0|4 w 1|3 b 1|H|1 w 0|.",
        "4 w 1|1 w 0|2 w 0|H|4 b 1|.",
        "3 b 0|2 b 0|H|1 b 0|3 w 0|.",
    )
    before = state_before(report_tournament(read_report(data)), 6)
    colours = {entrant.rank: entrant.colours for entrant in before.entrants}
    assert colours == {1: "wbwb", 2: "bwbw", 3: "wwwb", 4: "bbbw"}


def test_board_order() -> None:
    """C.04.2.D.9: 19-24 (2+2), 26-14 (2+1.5), 28-21 (1.5+1.5, rank 21)."""
    pairs = [(28, 3, 21, 3), (26, 4, 14, 3), (19, 4, 24, 4)]
    made = [(coloured(a, "", x), coloured(b, "", y)) for a, x, b, y in pairs]
    assert [white.rank for white, _ in sorted(made, key=board_order)] == [19, 26, 28]


def test_boards_go_by_real_points() -> None:
    """Virtual points pair; the order of the boards is by points won."""
    ahead, behind = coloured(1, "", 6, points=2), coloured(2, "", 5, points=5)
    assert board_order((behind, behind)) < board_order((ahead, ahead))


@pytest.mark.parametrize(
    ("colours", "wanted", "strength", "sign"),
    [
        ("", None, Strength.NONE, "A"),
        ("w", "b", Strength.STRONG, "(B)"),
        ("wb", "w", Strength.MILD, "(w)"),
        ("wbb", "w", Strength.ABSOLUTE, "W1"),
        ("wwbb", "w", Strength.ABSOLUTE, "W"),
        ("wbww", "b", Strength.ABSOLUTE, "BBB"),
        ("bwbbwb", "w", Strength.ABSOLUTE, "WW"),
        ("wwwbb", "w", Strength.ABSOLUTE, "W1"),
        ("wwwwbb", "b", Strength.ABSOLUTE, "BBB"),
    ],
)
def test_preferences(colours: str, wanted: str | None, strength: Strength, sign: str) -> None:
    """A.6. If the colour difference and the last two games disagree, the difference counts."""
    assert preference(colours).colour == wanted
    assert preference(colours).strength == strength
    assert preference_sign(colours) == sign


@pytest.mark.parametrize("line", lines_of("checklist-6.txt"))
def test_a_printed_checklist(line: str) -> None:
    """The colour due and the colour difference of forty players before round 6."""
    _, colours, due, gap = line.split("|")
    assert preference(colours.lower()).colour == due.lower()
    assert difference(colours.lower()) == int(gap)


@pytest.mark.parametrize(
    ("higher", "lower", "colour", "rule"),
    [
        ("WWBWBW", "BBWBWW", "b", "E.2"),
        ("BWWBWBW", "=BBWBWW", "w", "E.2"),
        ("BWBBWBWB", "=WBWBBWB", "w", "E.2"),
        ("WBW-B", "W-BWB", "w", "E.4"),
        ("-BWBW", "WB-BW", "b", "E.3"),
        ("BWBWB", "BWWBB", "b", "E.2"),
        ("", "W", "w", "E.1"),
        ("W", "", "b", "E.1"),
        ("", "", "w", "E.5"),
    ],
)
def test_colours(higher: str, lower: str, colour: str, rule: str) -> None:
    """E.1 to E.5; the first three are those of E.2, the next three question 15 (the first answer is misprinted)."""
    assert colour_of_higher(coloured(1, higher), coloured(2, lower), "w") == (colour, rule)


@pytest.mark.parametrize(
    ("higher", "lower", "said"),
    [
        ("WWBWBW", "BBWBWW", "2-1: both preferences are absolute; the player with the wider colour difference"),
        ("BWWBWBW", "=BBWBWW", "1-2: the stronger preference is granted"),
        ("BWBWB", "BWWBB", "2-1: the stronger preference is granted"),
        ("", "W", "1-2: only one of them has a preference, and it is granted"),
        ("W", "B", "2-1: both preferences are granted"),
        ("", "", "1-2: no preference; the pairing number of the higher ranked, 1, is odd: they get the initial colour"),
    ],
)
def test_e2_says_what_decided(higher: str, lower: str, said: str) -> None:
    """E.2: of two absolute preferences the wider colour difference decides, and the explanation says so; so E.1, E.5
    say which of their cases it is."""
    found = pair_round(state(coloured(1, higher, topscorer=True), coloured(2, lower, topscorer=True), rounds=5))
    assert isinstance(found, Pairing)
    told = [sentence(step) for _, step in walk(explain_pairing(found)) if step.article.number.startswith("E.")]
    assert [player[: len(said)] for player in told] == [said]


def test_even_numbers_get_the_other_colour() -> None:
    assert colour_of_higher(coloured(2, ""), coloured(5, ""), "w") == ("b", "E.5")
    assert colour_of_higher(coloured(2, ""), coloured(5, ""), "b") == ("w", "E.5")


def test_late_entries_do_not_count_before_they_enter() -> None:
    """E.5: number 2 is not there in round 1, so 3 counts as even; in round 2 they count."""
    rounds = ["."] * 6
    rounds[1] = "Z"
    first = state_before(report_tournament(read_report(trf(*rounds))), 1)
    assert {entrant.rank: entrant.number for entrant in first.entrants} == {1: 1, 3: 2, 4: 3, 5: 4, 6: 5}
    assert boards(first)[0] == ["1-4", "5-3"]
    data = trf("4 w 1|.", "Z|.", "5 b 1|.", "1 b 0|.", "3 w 0|.", "U|.")
    second = state_before(report_tournament(read_report(data)), 2)
    assert [other.number for other in sorted(second.entrants, key=lambda entrant: entrant.rank)] == [1, 2, 3, 4, 5, 6]


def test_score_differences() -> None:
    """A.8: [1, 0, 0] and [1, 1, 0.5], and an artificial score below zero."""
    met = (1, 5, 6, 8, 9)
    five = [coloured(player, "", 4) for player in met]
    found = pair_round(state(*five, coloured(20, "", 2), coloured(21, "", 2), coloured(22, "", 2)))
    assert isinstance(found, DutchPairing)
    assert score_differences(found.field, found.groups[0]) == (2, 0, 0)
    seekers = [coloured(player, "bb", 4) for player in (27, 31, 37)]
    others = [coloured(player, "ww", 3) for player in (40, 41)]
    found = pair_round(state(coloured(23, "ww", 5), *seekers, *others))
    assert isinstance(found, DutchPairing)
    assert score_differences(found.field, found.groups[1]) == (2, 2, 1)
    last = pair_round(state(*(coloured(player, "", 1) for player in (1, 2, 3))))
    assert isinstance(last, DutchPairing)
    assert score_differences(last.field, last.groups[0]) == (2, 0)


def test_bounds_of_the_colours() -> None:
    """x = 2 and z = 0: 1-4 and 2-3, for 1-3 would leave a strong preference ungranted."""
    four = [coloured(1, "wbw"), coloured(2, "bw"), coloured(3, "wbw"), coloured(4, "bw")]
    x = least_denied(2, 0, 4, 0)
    assert (x, least_denied_strongly(x, 2)) == (2, 0)
    assert boards(state(*four))[0] == ["4-1", "2-3"]


def test_transpositions() -> None:
    eleven = list(transpositions(range(6, 12), 5))
    assert len(eleven) == 720
    assert eleven[:3] == [(6, 7, 8, 9, 10), (6, 7, 8, 9, 11), (6, 7, 8, 10, 9)]
    assert eleven[119:121] == [(6, 11, 10, 9, 8), (7, 6, 8, 9, 10)]
    assert eleven[-1] == (11, 10, 9, 8, 7)
    two = list(transpositions(range(3, 12), 2))
    assert (len(two), two[0], two[8], two[-1]) == (72, (3, 4), (4, 3), (11, 10))
    assert list(transpositions([2, 3, 4], 1)) == [(2,), (3,), (4,)]


def test_exchanges() -> None:
    four = list(exchanges([1, 2], [3, 4]))
    assert four == [((2,), (3,)), ((2,), (4,)), ((1,), (3,)), ((1,), (4,)), ((1, 2), (3, 4))]
    eleven = list(exchanges(range(1, 6), range(6, 12)))

    def place(down: set[int], up: set[int]) -> int:
        return next(at for at, exchange in enumerate(eleven) if set(exchange[0]) == down and set(exchange[1]) == up)

    assert place({4}, {6}) < place({5}, {8})
    assert place({4, 3}, {8, 6}) < place({5, 4}, {9, 8})
    assert place({5}, {7}) < place({4}, {6})
    assert place({5, 2}, {6, 7}) < place({4, 3}, {6, 7})
    assert place({5, 4, 1}, {6, 7, 8}) < place({5, 3, 2}, {6, 7, 8})
    assert place({5}, {6}) < place({5}, {7})
    assert place({5, 4}, {6, 9}) < place({5, 4}, {7, 8})
    assert place({5, 4, 3}, {6, 7, 10}) < place({5, 4, 3}, {6, 8, 9})


def test_exchanges_of_moved_down_players() -> None:
    assert list(moved_down_sets([4, 4, 4, 4], 2)) == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    assert list(islice(moved_down_sets([6, 5, 5], 1), 2)) == [(1,), (2,)]


def test_question_14() -> None:
    """Nine players with 3.5 points before the last of seven rounds; below them nobody is near."""
    seven = {
        7: "WWBWBB", 16: "WBBWBW", 17: "BWBWBB", 21: "BWBWWB", 26: "WWBWBB", 29: "BWWBWW", 42: "BWWBBW",
        54: "WBWBWB", 68: "WBBWBW",
    }  # fmt: skip
    met = {16: (29,), 29: (16,), 17: (42,), 42: (17,), 26: (54,), 54: (26,)}
    nine = [coloured(rank, colours, 7, met.get(rank, ())) for rank, colours in seven.items()]
    before = state(*nine, *(coloured(rank, "WBWBWB", 1) for rank in (90, 91, 92)))
    found = pair_round(before)
    assert isinstance(found, DutchPairing)
    ranks = [entrant.rank for entrant in found.field.entrants]
    pairs = [(ranks[one], ranks[two]) for one, two in found.groups[0].pairs]
    assert pairs == [(7, 29), (16, 26), (17, 68), (21, 42)]
    assert [ranks[floater] for floater in found.groups[0].floaters] == [54]
    assert boards(before)[0][:4] == ["7-29", "26-16", "17-68", "21-42"]


def test_question_16() -> None:
    five = [coloured(rank, "BWB" if rank != 2 else "WBW", 6) for rank in range(1, 6)]
    before = state(*five, coloured(9, "BWB", 2))
    assert boards(before)[0][:2] == ["1-3", "4-2"]


@pytest.mark.parametrize(
    ("players", "size"),
    [(161, 82), (160, 80), (162, 82), (163, 82), (164, 82), (165, 84), (100, 50), (98, 50), (99, 50)],
)
def test_the_upper_group_of_baku(players: int, size: int) -> None:
    assert upper_group(players) == size


def test_virtual_points_of_baku() -> None:
    """Players who enter late above the last of GA belong to it."""
    virtual = baku(systems()["dutch-2017"], 9, [rank for rank in range(1, 10) if rank != 2], [2])
    assert sorted(virtual) == [1, 2, 3, 4, 5]
    assert sorted(virtual[1]) == [1, 2, 3, 4, 5]
    assert (virtual[3][2], virtual[4][2]) == (Fraction(1), Fraction(1, 2))


def test_pairing_scores_of_baku() -> None:
    """2.5 points are 3 before rounds 4 and 5, and 2.5 before round 6."""
    rounds = ["2 w 1|3 b 1|4 w =|.", "1 b 0|4 w 1|3 b =|.", "4 w 1|1 w 0|2 w =|.", "3 b 0|2 b 0|1 b =|."]
    whole = report_tournament(read_report(trf(*rounds, head=("142 9", "192 FIDE_DUTCH_2017_BAKU"))))
    assert Fraction(whole.pairing_score(1, 3), whole.unit) == 3
    assert Fraction(whole.pairing_score(1, 4), whole.unit) == 3
    assert Fraction(whole.pairing_score(4, 4), whole.unit) == Fraction(1, 2)
