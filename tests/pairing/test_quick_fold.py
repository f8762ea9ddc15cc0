"""The bound of the Burstein systems: with and without it larger rounds are the same."""

from fractions import Fraction

import pytest

from arpad.pairing import _burstein as burstein
from arpad.pairing import _burstein_manual as manual
from arpad.pairing.engines import Pairing, pair_round
from arpad.pairing.files import read_source
from arpad.pairing.generate import Chances, Wanted, generate
from arpad.pairing.systems import systems
from proofs import seeds

CHANCES = Chances(forfeits=Fraction(1, 20), byes=Fraction(1, 20), withdrawals=Fraction(1, 30), late=Fraction(1, 10))


@seeds(2)
@pytest.mark.parametrize("id_", ["burstein-2026", "burstein-2018", "burstein-manual"])
def test_the_bound_and_the_search_come_to_the_same(id_: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = Wanted(60 + seed, 9, 8, seed, CHANCES, system=systems()[id_])
    source = read_source(generate(wanted), None, id_)
    for number in (5, 6, 7, 8, 9):
        state = source.state(number)
        quick = pair_round(state)
        with monkeypatch.context() as patched:
            for room in (burstein, manual):
                patched.setattr(room, "quick_fold", lambda *_: None)
            long = pair_round(state)
        assert isinstance(quick, Pairing)
        assert isinstance(long, Pairing)
        assert (quick.boards, quick.bye) == (long.boards, long.bye)
