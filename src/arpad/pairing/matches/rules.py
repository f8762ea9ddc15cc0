"""What differs between the systems of matches and their editions, and how each calls its articles."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arpad.domain.event import Colour
from arpad.pairing.matches.colours import double_colour, team_colour
from arpad.pairing.matches.sides import MatchSide
from arpad.pairing.state import PairingState
from arpad.pairing.systems import SwissSystem

MatchColour = Callable[[MatchSide, MatchSide, Colour], tuple[Colour, str]]


@dataclass(frozen=True, slots=True)
class MatchRules:
    """`free_rounds` are the last rounds in which floats may be repeated. `sets` and `pairs` name the criteria that
    choose upfloaters and pairs: what each counts is told by its key. `articles` are those of the procedure."""

    free_rounds: int
    colour: MatchColour
    sets: Mapping[str, str]
    pairs: Mapping[str, str]
    articles: Mapping[str, str]

    def words(self, article: str) -> str:
        """Return the key of the words for a criterion."""
        kind = next(kind for kind, name in (*self.sets.items(), *self.pairs.items()) if name == article)
        return f"pairing.criterion-matches.{kind}"

    def floats_count(self, state: PairingState) -> bool:
        """Whether floats of the last round are looked at."""
        return state.round <= state.rounds - self.free_rounds * state.games


_ARTICLES = {
    "bracket": "1.3.2", "bye": "3.4", "bye-legal": "3.4.1", "impossible": "3.3.3", "upfloaters": "3.5",
    "set-order": "3.5.4", "pair-order": "3.6.3", "second-games": "4.4", "C1": "C1", "C2": "C2", "C3": "C3",
}  # fmt: skip
_SETS = {"number": "C4", "scores": "C5", "following": "C6"}

RULES = {
    "team-2026": MatchRules(
        2, team_colour, _SETS | {"floaters": "C7"}, {"denied": "C8", "strong": "C9", "opponents": "C10"}, _ARTICLES
    ),
    "team-2024": MatchRules(
        2, team_colour, _SETS, {"denied": "C7", "strong": "C8", "repeated": "C9"},
        _ARTICLES | {"bye": "2.1", "bye-legal": "2.1.1", "impossible": "1.9.3", "upfloaters": "2.2",
                     "set-order": "2.2.4", "pair-order": "2.3.3"},
    ),
    "double-2026": MatchRules(1, double_colour, _SETS | {"floaters": "C7"}, {"opponents": "C8"}, _ARTICLES),
}  # fmt: skip


def rules_of(system: SwissSystem) -> MatchRules:
    """Return the rules of a system."""
    return RULES[system.id]
