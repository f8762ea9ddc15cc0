"""A team, or a player of a Double-Swiss, before a round: what these systems look at beside the score."""

from dataclasses import dataclass, fields, replace

from arpad.domain.event import Colour
from arpad.pairing.colours import difference
from arpad.pairing.history import Tournament
from arpad.pairing.state import PairingPlayer, PairingState
from arpad.pairing.systems import SwissSystem

TYPES = ("A", "B", "none")
"""1.7: the kinds of colour preferences of teams. The first holds unless the competition says otherwise."""


@dataclass(frozen=True)
class MatchSide(PairingPlayer):
    """`secondary` is the other score of a team, `wish` its colour preference and `strong` how strong that is."""

    secondary: int = 0
    wish: Colour | None = None
    strong: bool = False

    @property
    def due(self) -> str:
        """W or B for a simple or strong preference, (w) or (b) for a mild one, A for none."""
        if self.wish is None:
            return "A"
        return self.wish.upper() if self.strong or not self.mild else f"({self.wish})"

    @property
    def mild(self) -> bool:
        """Whether it is a mild preference of type B: not one that two equal colours or a difference beyond 1 give."""
        simple, _ = preference_of(self.colours, "A", last=False)
        return self.wish is not None and simple is None

    @property
    def floated(self) -> bool:
        """1.5: whether the last round was a match against another score."""
        return self.floats[0] is not None


def sides(whole: Tournament, state: PairingState) -> PairingState:
    """Return the state with its players as sides of matches."""
    secondary = {rank: scores[state.round - 1] for rank, scores in whole.secondary.items()}
    entrants = tuple(
        with_wish(state.system, player, secondary.get(player.rank, 0), whole.colour_type, state.last)
        for player in state.entrants
    )
    return replace(state, entrants=entrants)


def with_wish(system: SwissSystem, player: PairingPlayer, secondary: int, colour_type: str, last: bool) -> MatchSide:
    """Return a player as a side, with the colour preference of its type."""
    wish, strong = preference_of(player.colours, colour_type, last)
    if colour_type == "B" and last and system.wishes == "none" and difference(player.colours) == 0:
        wish, strong = None, False
    values = {field.name: getattr(player, field.name) for field in fields(PairingPlayer)}
    return MatchSide(**values, secondary=secondary, wish=wish, strong=strong)


def preference_of(colours: str, colour_type: str, last: bool) -> tuple[Colour | None, bool]:
    """1.7: the colour preference, and whether it is strong.

    Type A has one strength. In Type B the same preferences are strong, and there are mild ones. If the colour
    difference is 0 in the last round, only a strong preference is left.
    """
    if colour_type not in ("A", "B"):
        return None, False
    balance, twice = difference(colours), colours[-2:]
    if balance < -1 or (balance in (0, -1) and twice == "bb"):
        return "w", colour_type == "B"
    if balance > 1 or (balance in (0, 1) and twice == "ww"):
        return "b", colour_type == "B"
    if colour_type == "A" or not colours or (balance == 0 and last):
        return None, False
    if balance == 0:
        return ("w" if colours[-1] == "b" else "b"), False
    return ("w" if balance < 0 else "b"), False
