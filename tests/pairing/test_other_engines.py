"""Fifty small events of each kind, paired as bbpPairings pairs them."""

import pytest

from arpad.pairing.engines import Pairing, pair_round
from arpad.pairing.files import read_source
from engine_facts import EngineFact, engine_facts

KINDS = {
    "dutch-2017": ("dutch-2017", ()),
    "dutch-2026": ("dutch-2026", ()),
    "burstein-manual": ("burstein-manual", ("bbp",)),
    "burstein-manual-310": ("burstein-manual", ("bbp",)),
}


def _next_round(fact: EngineFact, system: str, readings: tuple[str, ...]) -> tuple[set[tuple[int, int]], int | None]:
    source = read_source(fact.trf, None, system, readings=readings)
    paired = pair_round(source.state())
    assert isinstance(paired, Pairing), fact.name
    return {(board.white, board.black) for board in paired.boards}, paired.bye


@pytest.mark.parametrize("kind", KINDS)
def test_next_rounds_are_those_of_bbppairings(kind: str) -> None:
    system, readings = KINDS[kind]
    facts = list(engine_facts(kind))
    assert len(facts) == 50
    for fact in facts:
        pairs, _, bye = fact.answer.split(": ", 1)[1].partition(" bye ")
        white_and_black = {tuple(map(int, pair.split("-"))) for pair in pairs.split()}
        assert _next_round(fact, system, readings) == (white_and_black, int(bye) if bye else None), fact.name
