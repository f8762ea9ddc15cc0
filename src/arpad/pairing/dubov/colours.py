"""5.2: colours. Everybody has a preference; players without a game a mild one for Black."""

from arpad.domain.event import Colour
from arpad.pairing.colours import Strength, last_difference, other
from arpad.pairing.state import PairingPlayer

KINDS = ("fresh", "both", "stronger", "difference", "higher")
"""5.2.1 to 5.2.5, or E.0 to E.4 in 2018."""
ARTICLES = {
    "dubov-2018": {kind: f"E.{at}" for at, kind in enumerate(KINDS)},
    "dubov-2026": {kind: f"5.2.{at}" for at, kind in enumerate(KINDS, 1)},
}


def dubov_colour(higher: PairingPlayer, lower: PairingPlayer, initial: Colour) -> tuple[Colour, str]:
    """Return the colour of the higher ranked player, and what decides."""
    if not higher.colours and not lower.colours:
        return (initial if higher.number % 2 else other(initial)), "fresh"
    mine, theirs = higher.preference, lower.preference
    assert mine.colour is not None
    if mine.colour != theirs.colour:
        return mine.colour, "both"
    weights = [
        (wish.strength, abs(player.difference) if wish.strength == Strength.ABSOLUTE else 0)
        for wish, player in ((mine, higher), (theirs, lower))
    ]
    if weights[0] != weights[1]:
        return (mine.colour if weights[0] > weights[1] else other(mine.colour)), "stronger"
    if (differing := last_difference(higher.colours, lower.colours)) is not None:
        return other(differing), "difference"
    return mine.colour, "higher"
