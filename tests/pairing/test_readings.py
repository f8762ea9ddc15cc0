"""Other readings of texts that leave a choice (`--reading`): what each changes, and the second opinions on them."""

from dataclasses import replace
from fractions import Fraction

import pytest

from arpad.pairing._burstein import IndexedPlayer
from arpad.pairing._dubov import DubovPlayer
from arpad.pairing.compare import compare_rounds
from arpad.pairing.engines import Pairing, pair_round
from arpad.pairing.files import read_source
from arpad.pairing.generate import Chances, Wanted
from arpad.pairing.matches import MatchSide, first_of, with_wish
from arpad.pairing.state import PairingPlayer, PairingState
from arpad.pairing.systems import systems, with_readings
from pairing_brute_burstein import brute_burstein
from pairing_brute_dubov import brute_dubov
from pairing_brute_matches import brute_matches
from pairing_files import made_as_far_as_possible, trf
from pairing_states import any_match_state, any_state, rated_for_dubov
from proofs import over

DUBOV = systems()["dubov-2026"]
CHANCES = Chances(Fraction(3, 10), Fraction(1, 8), Fraction(1, 10), Fraction(1, 25), Fraction(1, 10))
Round = tuple[list[tuple[int, int]], int | None] | None


def _engine(state: PairingState) -> Round:
    answer = pair_round(state)
    if not isinstance(answer, Pairing):
        return None
    return sorted((board.white, board.black) for board in answer.boards), answer.bye


@over(300, any_state)
def test_c9_of_dubov_may_be_a_sum(state: PairingState) -> None:
    before = replace(rated_for_dubov(state), system=with_readings(DUBOV, ["sum"]))
    assert _engine(before) == brute_dubov(before)


@over(300, any_match_state)
def test_c6_of_matches_may_be_a_matter_of_parity(state: PairingState) -> None:
    before = replace(state, system=with_readings(state.system, ["parity"]))
    assert _engine(before) == brute_matches(before)


@pytest.mark.parametrize(
    ("id_", "reading"),
    [
        ("dubov-2026", "forfeits"),
        ("dubov-2026", "colour-points"),
        ("dubov-2026", "bye-points"),
        ("dubov-2018", "float-points"),
        ("burstein-2026", "bye-points"),
        ("burstein-2026", "zpb-never"),
        ("dutch-2026", "float-points"),
    ],
)
def test_a_reading_changes_some_round_and_the_second_opinion_agrees(id_: str, reading: str) -> None:
    """In accelerated tournaments with forfeits and absences."""
    changed = 0
    for seed in range(40):
        rounds = 5 + seed % 2
        wanted = Wanted(7 + seed % 3, rounds, rounds, seed, CHANCES, baku=True, system=systems()[id_])
        data = made_as_far_as_possible(wanted)
        plain, other = (read_source(data, None, id_, readings=names) for names in ([], [reading]))
        changed += sum(not one.same for one in compare_rounds([plain, other]))
        for number in other.numbers():
            state = other.state(number)
            if id_.startswith("dubov"):
                assert _engine(state) == brute_dubov(state), (seed, number)
            elif any(isinstance(player, IndexedPlayer) for player in state.entrants):
                assert _engine(state) == brute_burstein(state), (seed, number)
        if changed:
            break
    assert changed


def test_r_upfloat_a_forfeit_may_be_an_upfloat() -> None:
    """2 met a higher score in round 2 but lost by forfeit."""
    data = trf("3 w 1|2 b +", "4 b 0|1 w -", "1 b 0|4 w 1", "2 w 1|3 b 0", head=("XXR 5",))
    found = {}
    for readings in ((), ("forfeits",)):
        state = read_source(data, None, "dubov-2026", readings=readings).state()
        found[readings] = next(one for one in state.entrants if one.rank == 2)
    plain, other = found[()], found["forfeits",]
    assert isinstance(plain, DubovPlayer)
    assert isinstance(other, DubovPlayer)
    assert (plain.upfloats, plain.upfloated) == (0, False)
    assert (other.upfloats, other.upfloated) == (1, True)


@pytest.mark.parametrize(("reading", "drawn"), [(None, 0), ("zpb-trailing", 1), ("zpb-never", 0)])
def test_r_zpb_a_player_who_is_back(reading: str | None, drawn: int) -> None:
    """1 met 3, who lost, had a zero-point bye in round 2 and is back for round 3: a draw more in the sums of 1."""
    data = trf("3 w 1|4 b =", "4 b 1|H", "1 b 0|Z", "2 w 0|1 w =", head=("XXR 4",))
    state = read_source(data, None, "burstein-2026", readings=[reading] if reading else []).state()
    first = next(one for one in state.entrants if one.rank == 1)
    assert isinstance(first, IndexedPlayer)
    assert first.buchholz == 1 + drawn


def test_r_zpb_a_player_who_is_away() -> None:
    data = trf("3 w 1|4 b =", "4 b 1|H", "1 b 0|Z", "2 w 0|1 w =", head=("XXR 4",), more=("XXZ 3",))
    sums = []
    for readings in ([], ["zpb-trailing"], ["zpb-never"]):
        state = read_source(data, None, "burstein-2026", readings=readings).state()
        first = next(one for one in state.entrants if one.rank == 1)
        assert isinstance(first, IndexedPlayer)
        sums.append(first.buchholz)
    assert sums == [2, 2, 1]


def test_r_type_b_last_a_strong_preference_may_go_in_the_last_round() -> None:
    player = PairingPlayer(1, 4, 4, "bbww", number=1)
    for names, last, expected in (([], True, "b"), (["none-last"], True, None), (["none-last"], False, "b")):
        system = with_readings(systems()["team-2026"], names)
        assert with_wish(system, player, 0, "B", last).wish == expected


def test_r_first_acc_the_first_team_may_be_told_by_virtual_points() -> None:
    """1 has a virtual win, 2 has more points."""
    sides = MatchSide(1, 6, 2, number=1), MatchSide(2, 4, 4, number=2)
    team = systems()["team-2026"]
    assert first_of(team, *sides)[0].rank == 2
    assert first_of(with_readings(team, ["first-score"]), *sides)[0].rank == 1
