"""5.2: colours. The player who is higher by the index decides where the texts say "higher ranked"."""

from arpad.domain.event import Colour
from arpad.pairing.burstein.rules import rules_of
from arpad.pairing.colours import colour_of_higher
from arpad.pairing.state import PairingPlayer, PairingState


def colour_of_ranked(first: PairingPlayer, second: PairingPlayer, state: PairingState) -> tuple[Colour, str]:
    """Return the colour of the higher ranked player, and the article that decides."""
    colour, rule = colour_of_higher(first, second, state.initial)
    return colour, rules_of(state.system).article(rule)
