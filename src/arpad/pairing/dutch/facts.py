"""B.1 and the comments to C.10 and C.11: the numbers of a bracket."""

from dataclasses import dataclass

from arpad.pairing.colours import Strength
from arpad.pairing.dutch.bracket import Paired
from arpad.pairing.dutch.costs import least_floaters
from arpad.pairing.dutch.criteria.c10_c11 import least_denied, least_denied_strongly
from arpad.pairing.dutch.field import Field
from arpad.pairing.dutch.rules import rules_of


@dataclass(frozen=True, slots=True)
class BracketFacts:
    """Players who seek White, Black or nothing; MaxPairs; M1, the moved-down players that were paired; x and z; and
    the cost of the chosen candidate, criterion by criterion."""

    white: int
    black: int
    without: int
    max_pairs: int
    m1: int
    x: int
    z: int
    costs: tuple[tuple[str, int], ...]


def facts(field: Field, paired: Paired, rest: int) -> BracketFacts:
    """The numbers of a bracket that was paired. `rest` is everybody below it."""
    bracket = paired.bracket
    players = [field.entrants[player] for player in bracket.players]
    wanted = [player.preference for player in players]
    white, black = (sum(cell.colour == colour for cell in wanted) for colour in ("w", "b"))
    most = (len(players) - least_floaters(field, bracket)) // 2
    x = least_denied(most, white, black, len(players) - white - black)
    majority = "w" if white >= black else "b"
    mild = sum(cell.colour == majority and cell.strength == Strength.MILD for cell in wanted)
    floating = set(paired.floaters)
    return BracketFacts(
        white,
        black,
        len(players) - white - black,
        most,
        sum(player not in floating for player in bracket.moved),
        x,
        least_denied_strongly(x, mild),
        tuple(rules_of(field.state.system).costs(field, bracket, rest).value(paired.pairs)),
    )
