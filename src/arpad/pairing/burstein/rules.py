"""What differs between the editions of the Burstein system, and how they call their articles."""

from collections.abc import Sequence

from arpad.pairing.burstein.costs import BursteinCosts, BursteinCosts2018, incoming
from arpad.pairing.dutch.bracket import Bracket
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.outlook_2026 import next_value
from arpad.pairing.dutch.rules import DutchRules, outlook_2026, unfit_2026
from arpad.pairing.matching.cardinality import mask_of
from arpad.pairing.systems import SwissSystem, systems

SEEDING = {"burstein-2018": "dutch-2017", "burstein-2026": "dutch-2026"}
"""1.6: the Dutch system of the same time."""


def seeding_system(system: SwissSystem) -> SwissSystem:
    """Return the Dutch system that pairs the seeding rounds."""
    return systems()[SEEDING[system.id]]


def _outlook_2018(field: Field, bracket: Bracket, floaters: Sequence[int], rest: int) -> list[int]:
    """C.7: those left over in the next bracket, then the floaters of this one among them."""
    if not bracket.below:
        return []
    low = field.scores[bracket.below[0]]
    further = rest & ~mask_of(bracket.below)
    return next_value(field, floaters, bracket.below, further, lambda players: incoming(players, low, "C7", "C7"))


_ARTICLES_2018 = {
    "bracket": "A.2", "seeding": "A.6", "index": "A.7", "bye": "B.0", "bye-complete": "B.0.b", "impossible": "A.8",
    "A.4": "A.2", "D.2": "D.1", "D.3": "D.1", "E.5": "E.0", "C5": "C.5", "C6": "C.6", "C7": "C.7", "C8": "C.8",
}  # fmt: skip
_ARTICLES_2026 = {
    "bracket": "1.2.2", "seeding": "1.6", "index": "1.8", "bye": "3.1", "bye-complete": "3.1.2", "impossible": "1.9.3",
    "A.4": "1.2.2", "C.1": "C1", "C.2": "C2", "C.3": "C3", "C.4": "C4", "D.1": "4.3", "D.2": "4.3", "D.3": "4.3",
    "E.1": "5.2.2", "E.2": "5.2.3", "E.3": "5.2.4", "E.4": "5.2.5", "E.5": "5.2.1",
}  # fmt: skip
_WORDS = "criterion-burstein"
_COUNTED = frozenset({"C8"})

RULES = {
    "burstein-2018": DutchRules(
        BursteinCosts2018, unfit_2026, _outlook_2018, _WORDS, "C5", "C7", "C8", _COUNTED, _ARTICLES_2018
    ),
    "burstein-2026": DutchRules(
        BursteinCosts, unfit_2026, outlook_2026, _WORDS, "C5", "C7", "C8", _COUNTED, _ARTICLES_2026
    ),
}


def rules_of(system: SwissSystem) -> DutchRules:
    """Return the rules of an edition."""
    return RULES[system.id]
