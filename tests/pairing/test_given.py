"""Tournaments paired by others under the same rules: every round must come out the same."""

from pathlib import Path

import pytest

from arpad.pairing.check import check_rounds
from arpad.pairing.dutch._engine import DutchPairing
from arpad.pairing.engines import pair_round
from arpad.pairing.state import state_before
from pairing_files import GIVEN, tournament_of
from pairing_states import LongDutch

ACCELERATED = [path for path in GIVEN if "_acc" in path.stem]
SMALL = [path for path in GIVEN if len(path.read_bytes()) < 6000]


@pytest.mark.parametrize("path", GIVEN)
def test_every_round_is_reproduced(path: Path) -> None:
    """Pairs, colours and the bye; accelerated or not, 3-1-0 or a half-point bye."""
    checked = check_rounds(tournament_of(path))
    assert checked
    assert [version.number for version in checked if not version.ok] == []


@pytest.mark.parametrize("path", SMALL)
def test_the_long_way_leads_to_the_same_end(path: Path) -> None:
    whole = tournament_of(path)
    for number in range(1, whole.paired + 1):
        state = state_before(whole, number)
        short, long = pair_round(state), LongDutch.pair(state)
        assert isinstance(short, DutchPairing)
        assert isinstance(long, DutchPairing)
        assert short.groups == long.groups, number


def test_there_are_accelerated_rounds_among_them() -> None:
    assert any(tournament_of(path).virtual for path in ACCELERATED)


def test_some_of_their_brackets_collapse() -> None:
    """A.9: the completion test fails in some round, and the round is paired nonetheless."""
    collapsed = 0
    for path in SMALL:
        whole = tournament_of(path)
        for number in range(1, whole.paired + 1):
            answer = pair_round(state_before(whole, number))
            assert isinstance(answer, DutchPairing)
            collapsed += any(bracket.failed is not None for bracket in answer.groups)
    assert collapsed > 10
