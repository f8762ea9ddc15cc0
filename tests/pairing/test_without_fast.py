"""Rounds are paired alike with rustworkx, which the extra `fast` brings, and with networkx, which everybody has."""

from fractions import Fraction

import pytest

from arpad.formats.read import read_report
from arpad.pairing import _matching as matching
from arpad.pairing.engines import Pairing, pair_round
from arpad.pairing.files import PairingWishes, report_source
from arpad.pairing.generate import Chances, Wanted
from arpad.pairing.state import PairingState
from arpad.pairing.systems import SwissSystem, systems
from pairing_files import made_as_far_as_possible
from proofs import seeds

CHANCES = Chances(Fraction(3, 10), Fraction(1, 20), Fraction(1, 12), Fraction(1, 40), Fraction(1, 10))
SINGLE = [system for system in systems().values() if system.name not in ("team", "double")]


@pytest.mark.parametrize("system", SINGLE, ids=lambda system: system.id)
@seeds(1, long=10)
def test_both_libraries_pair_alike(system: SwissSystem, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every round of a tournament with byes, forfeits, withdrawals and late entries."""
    made = made_as_far_as_possible(Wanted(18 + seed % 5, 7, 7, seed, CHANCES, system=system))
    source = report_source(read_report(made), PairingWishes(7, system.id))
    states = [source.state(number) for number in source.numbers()]
    quick = [paired(state) for state in states]
    asked: list[int] = []
    monkeypatch.setattr(matching, "quick_library", lambda: asked.append(1))
    assert [paired(state) for state in states] == quick
    assert states
    assert asked or system.name in ("burstein", "lim", "dubov"), "a way that needs no matching"


def paired(state: PairingState) -> object:
    """The boards and the bye; None if there is no legal pairing."""
    found = pair_round(state)
    return (found.boards, found.bye) if isinstance(found, Pairing) else None
