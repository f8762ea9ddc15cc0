"""Small orders, tables and numbers of the Swiss systems: what the texts print, and what follows from them."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations

import pytest

from arpad.pairing._burstein import IndexedPlayer, seeding_rounds
from arpad.pairing._burstein_manual import ManualPlayer
from arpad.pairing._dubov import DubovPlayer, average_rating, from_the_middle, most_upfloats
from arpad.pairing._lim import LimPlayer
from arpad.pairing.colours import Preference, accelerated_rounds, preference, upper_group
from arpad.pairing.engines import Pairing, pair_round
from arpad.pairing.files import read_source
from arpad.pairing.matches import MatchSide, preference_of
from arpad.pairing.state import PairingPlayer, PairingState, order
from arpad.pairing.systems import systems
from pairing_brute_burstein import order as in_burstein_order
from pairing_files import trf
from places import FIXTURES

FOLDER = FIXTURES / "swiss" / "units"
Made = Callable[[int], PairingPlayer]


def lines(name: str) -> list[str]:
    """The lines of a file without its comments."""
    return [line for line in (FOLDER / name).read_text("utf-8").splitlines() if not line.startswith("#")]


def told(found: Sequence[object]) -> str:
    return " ".join(map(str, found))


def virtual_points(rounds: int) -> str:
    full, half = accelerated_rounds(systems()["dutch-2026"], rounds)
    return told(["1"] * full + ["0.5"] * half + ["0"] * (rounds - full - half))


RULES: dict[str, Callable[[list[int]], str]] = {
    "middle-out": lambda given: told(from_the_middle(range(1, given[0] + 1))),
    "upfloats": lambda given: told([most_upfloats(given[0])]),
    "virtual-points": lambda given: virtual_points(given[0]),
    "seeding-rounds": lambda given: told([seeding_rounds(given[0])]),
    "upper-group": lambda given: told([upper_group(given[0])]),
    "average": lambda given: told([average_rating(given)]),
}


@pytest.mark.parametrize("line", lines("numbers.txt"))
def test_what_a_rule_makes_of_a_number(line: str) -> None:
    asked, _, expected = line.partition(": ")
    rule, *given = asked.split()
    assert RULES[rule]([int(value) for value in given]) == expected


def wish(found: Preference) -> str:
    return "-" if found.colour is None else f"{found.colour}-{found.strength.name.lower()}"


@pytest.mark.parametrize("line", lines("colours.txt"))
def test_preferences_of_players(line: str) -> None:
    written, *expected = line.split()
    colours = written.strip("-")
    lim = LimPlayer(1, 0, 0, colours)
    dubov = DubovPlayer(1, 0, 0, colours).preference
    assert [wish(preference(colours)), wish(dubov), lim.due_colour or "-", lim.forced or "-"] == expected


@pytest.mark.parametrize("line", lines("team-colours.txt"))
def test_preferences_of_teams(line: str) -> None:
    written, *expected = line.split()
    colours = written.strip("-")
    (simple, _), *typed = (
        preference_of(colours, type_, last) for type_, last in (("A", False), ("B", False), ("B", True))
    )
    found = ["-" if colour is None else f"{colour}-{'strong' if strong else 'mild'}" for colour, strong in typed]
    assert [simple or "-", *found] == expected


def below_the_median(rank: int) -> PairingPlayer:
    return LimPlayer(rank, 4, 4, number=rank, side=-1)


def above_the_median(rank: int) -> PairingPlayer:
    return LimPlayer(rank, 4, 4, number=rank, side=1)


def printed(rank: int) -> PairingPlayer:
    """The sixth of five is the next group."""
    return ManualPlayer(rank, 4, 4, number=rank, tiebreaks=(9 - rank, 0, 0))


GROUPS: dict[str, tuple[str, Made]] = {
    "lim-up": ("lim", below_the_median),
    "lim-down": ("lim", above_the_median),
    "identifier": ("double-2026", lambda rank: MatchSide(rank, 4, 4, number=rank)),
    "burstein": ("burstein-2026", lambda rank: IndexedPlayer(rank, 4, 4, number=rank)),
    "burstein-manual": ("burstein-manual", printed),
}


def paired(system: str, players: Sequence[PairingPlayer], open_: set[frozenset[int]]) -> set[frozenset[int]]:
    """The pairs of a round in which only some players have not met."""
    entrants = [
        replace(
            one,
            opponents=frozenset(
                two.rank for two in players if two is not one and frozenset((one.rank, two.rank)) not in open_
            ),
        )
        for one in players
    ]
    answer = pair_round(PairingState(6, 9, tuple(sorted(entrants, key=order)), system=systems()[system]))
    assert isinstance(answer, Pairing)
    return {frozenset((board.white, board.black)) for board in answer.boards}


def pairings(text: str) -> list[set[frozenset[int]]]:
    return [{frozenset(map(int, pair.split("-"))) for pair in one.split()} for one in text.split(" | ")]


@pytest.mark.parametrize("line", [line for line in lines("orders.txt") if "floats" not in line])
def test_the_order_of_pairings(line: str) -> None:
    """If only the pairs of two pairings of the list can be, the first that has no others is taken."""
    asked, _, text = line.partition(": ")
    name, count = asked.split()
    listed = pairings(text)
    system, made = GROUPS[name]
    players = [made(rank) for rank in range(1, int(count) + 1)]
    if count == "5":
        players.append(replace(made(6), score=0))
    for one, two in combinations(listed, 2):
        open_ = one | two
        assert paired(system, players, open_) == next(first for first in listed if first <= open_)


@pytest.mark.parametrize("line", [line for line in lines("orders.txt") if "floats" in line])
def test_4_3_the_order_of_pairings_with_floaters(line: str) -> None:
    asked, _, text = line.partition(": ")
    _, count, pairs = asked.split()
    players = [IndexedPlayer(rank, 0, 0) for rank in range(1, int(count) + 1)]
    found = [
        {frozenset((one.rank, two.rank)) for one, two in made} | {frozenset((one.rank, 0)) for one in alone}
        for made, alone in in_burstein_order(players, int(pairs))
    ]
    listed = pairings(text)
    assert found[: len(listed)] == listed


FIVE = next(pairings(line.partition(": ")[2]) for line in lines("orders.txt") if line.startswith("burstein-manual 5"))
SIX = next(pairings(line.partition(": ")[2]) for line in lines("orders.txt") if line.startswith("burstein-manual 6"))


def test_6_3_of_the_manual_s_burstein_a_floater_does_not_float_again() -> None:
    """If 2 came from another group, the third, sixth and ninth pairing of five players cannot be."""
    players = [printed(rank) for rank in range(1, 6)] + [replace(printed(6), score=0)]
    players[1] = replace(players[1], score=6)
    left = [pairs for pairs in FIVE if frozenset((2, 6)) not in pairs]
    assert [FIVE.index(pairs) + 1 for pairs in FIVE if pairs not in left] == [3, 6, 9]
    for one, two in combinations(left, 2):
        assert paired("burstein-manual", players, one | two) == next(first for first in left if first <= one | two)


@pytest.mark.parametrize(("count", "expected"), [(6, SIX[3]), (5, FIVE[1])])
def test_6_5_of_the_manual_s_burstein_colours_come_before_the_order(count: int, expected: set[frozenset[int]]) -> None:
    """White is due to 2, 4 and 5: the fourth pairing of six players, the second of five."""
    players = [replace(printed(rank), colours="b" if rank in (2, 4, 5) else "w") for rank in range(1, count + 1)]
    if count == 5:
        players.append(replace(printed(6), score=0))
    every = {frozenset(pair) for pair in combinations(range(1, 7), 2)}
    assert paired("burstein-manual", players, every) == expected


def test_d_1_b_of_dubov_sets_of_upfloaters() -> None:
    """1, 2 and 3 have 3 points, 4 and 5 have 2½, 6 has 1½: the lowest score as high as possible, then the numbers."""
    containers = ("12 13 23", "14 15 24 25 34 35", "45", "16 26 36", "46 56")
    listed = [frozenset(map(int, one)) for one in chain.from_iterable(part.split() for part in containers)]
    halves = {1: 6, 2: 6, 3: 6, 4: 5, 5: 5, 6: 3}
    lower = [DubovPlayer(rank, score, score, number=rank) for rank, score in halves.items()]
    residents = [DubovPlayer(rank, 8, 8, number=rank) for rank in (7, 8)]
    below = {frozenset(pair) for pair in combinations(halves, 2)}
    for one, two in combinations(listed, 2):
        open_ = below | {frozenset((resident.rank, rank)) for resident in residents for rank in one | two}
        for system in ("dubov-2018", "dubov-2026"):
            found = paired(system, [*residents, *lower], open_)
            up = frozenset(rank for pair in found if pair & {7, 8} for rank in pair) - {7, 8}
            assert up == next(first for first in listed if first <= one | two)


@pytest.mark.parametrize("system", ["double-2026", "team-2026"])
def test_3_5_4_sets_of_upfloaters_in_matches(system: str) -> None:
    """2, 6 and 8 have 3 points, 1, 3 and 5 have 2½: two of the first and one of the second."""
    listed = [frozenset(map(int, one)) for one in ["261", "263", "265", "281", "283", "285", "681", "683", "685"]]
    scores = {2: 6, 6: 6, 8: 6, 1: 5, 3: 5, 5: 5}
    lower = [MatchSide(rank, score, score, number=rank) for rank, score in scores.items()]
    residents = [MatchSide(rank, 8, 8, number=rank) for rank in (11, 12, 13)]
    below = {frozenset(pair) for pair in combinations(scores, 2)}
    for one, two in combinations(listed, 2):
        if {2, 6, 8} <= one | two:
            continue
        open_ = below | {frozenset((resident.rank, rank)) for resident in residents for rank in one | two}
        found = paired(system, [*residents, *lower], open_)
        up = frozenset(rank for pair in found if max(pair) > 10 for rank in pair if rank < 10)
        assert up == next(first for first in listed if first <= one | two)


def test_7_2_of_lim_the_first_round_of_forty_players() -> None:
    for initial, first in (("w", ["1-21", "22-2", "3-23", "24-4"]), ("b", ["21-1", "2-22", "23-3", "4-24"])):
        players = tuple(LimPlayer(rank, 0, 0, number=rank) for rank in range(1, 41))
        answer = pair_round(PairingState(1, 9, players, initial=initial, system=systems()["lim"]))  # type: ignore[arg-type]
        assert isinstance(answer, Pairing)
        boards = [f"{board.white}-{board.black}" for board in answer.boards]
        assert boards[:4] == first
        assert boards[-1] == ("40-20" if initial == "w" else "20-40")


@pytest.mark.parametrize(
    ("rounds", "expected"), [("BWBuW", "bwbw"), ("WBuWB", "wbwb"), ("BWWuBuW", "bwwbw")], ids=lambda value: value
)
def test_c_04_2_3_4_rounds_without_a_game_leave_no_colour(rounds: str, expected: str) -> None:
    cells = ["H" if one == "u" else f"2 {one.lower()} =" for one in rounds]
    mirrored = ["H" if one == "u" else f"1 {'b' if one == 'W' else 'w'} =" for one in rounds]
    data = trf("|".join(cells), "|".join(mirrored), ".", ".", head=("XXR 9",))
    state = read_source(data, None, "dutch-2026").state(len(rounds) + 1)
    assert next(one.colours for one in state.entrants if one.rank == 1) == expected


def test_c_04_7_teams_have_two_virtual_match_points() -> None:
    """In eleven rounds: 2 2 2 1 1 1 0 0 0 0 0."""
    full, half = accelerated_rounds(systems()["team-2026"], 11)
    win = Fraction(2)
    assert [win] * full + [win / 2] * half == [2, 2, 2, 1, 1, 1]
