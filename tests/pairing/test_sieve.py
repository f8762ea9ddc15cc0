"""Two opinions on the Dutch system: the engine, and the sieve of B.8, which tries every candidate."""

from fractions import Fraction

import pytest

from arpad.formats.read import read_report
from arpad.pairing import _matching as matching
from arpad.pairing._matching import EXACT_ROOM, QUICK_BITS
from arpad.pairing.files import report_tournament
from arpad.pairing.generate import Chances, Wanted
from arpad.pairing.state import PairingState, state_before
from pairing_files import made_as_far_as_possible
from pairing_sieve import sieve_round
from pairing_states import any_state, engine_round
from proofs import over, seeds


def sieved(state: PairingState) -> tuple[list[tuple[int, int]], int | None] | None:
    found = sieve_round(state)
    return None if found is None else (sorted(found[0]), found[1])


@over(500, any_state, long=1000)
def test_engine_and_sieve_agree(state: PairingState) -> None:
    """Whether the bounds prove a candidate perfect or every bracket goes the long way."""
    expected = sieved(state)
    assert engine_round(state, quick=True) == expected
    assert engine_round(state, quick=False) == expected


@pytest.mark.parametrize(("room", "quick_bits"), [(1, QUICK_BITS), (3, QUICK_BITS), (EXACT_ROOM, 0), (20, 10)])
def test_decisions_in_small_parts_and_long_weights_come_to_the_same(
    monkeypatch: pytest.MonkeyPatch, room: int, quick_bits: int
) -> None:
    """One decision a matching, all of them at once, and weights beyond what the quick library holds."""
    monkeypatch.setattr(matching.SolverWork, "room", property(lambda _: room))
    monkeypatch.setattr(matching, "QUICK_BITS", quick_bits)

    @over(120, any_state)
    def agree(state: PairingState) -> None:
        assert engine_round(state, quick=False) == sieved(state)

    agree()


CHANCES = Chances(Fraction(3, 10), Fraction(1, 10), Fraction(1, 12), Fraction(1, 25), Fraction(1, 10))


@seeds(12, long=24)
def test_they_agree_in_tournaments_made_by_lot(seed: int) -> None:
    """Byes, forfeits, withdrawals, late entries and acceleration, down to the last round."""
    players, rounds = 9 + seed % 2, 4 + seed % 2
    data = made_as_far_as_possible(Wanted(players, rounds, rounds, seed, CHANCES, baku=seed % 2 == 1))
    whole = report_tournament(read_report(data))
    for number in range(1, whole.paired + 1):
        state = state_before(whole, number)
        assert engine_round(state, quick=True) == sieved(state), (seed, number)
