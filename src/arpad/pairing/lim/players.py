"""Colours and floats as the Lim system sees them."""

from dataclasses import dataclass, fields, replace

from arpad.domain.event import Colour
from arpad.i18n import ArpadError
from arpad.pairing.colours import difference, last_difference, other
from arpad.pairing.history import Tournament
from arpad.pairing.state import PairingPlayer, PairingState, need_ratings

WIDEST = 2


@dataclass(frozen=True)
class LimPlayer(PairingPlayer):
    """`side` is 1 above the median, 0 in it, -1 below; `floated` tells of the round before (3.10). The
    rating decides in a maxi-tournament only."""

    side: int = 0
    floated: bool = False
    rating: int = 0

    @property
    def due_colour(self) -> Colour | None:
        """5.1, 5.5, 5.6: the colour that equalises, or the other one than last; none without a game."""
        if not self.colours:
            return None
        balance = difference(self.colours)
        if balance:
            return "w" if balance < 0 else "b"
        return "b" if self.colours[-1] == "w" else "w"

    def may_have(self, colour: Colour) -> bool:
        """No third colour in a row, and no difference of three."""
        change = 1 if colour == "w" else -1
        return self.colours[-2:] != 2 * colour and abs(difference(self.colours) + change) <= WIDEST

    @property
    def forced(self) -> Colour | None:
        """The only colour that the limits leave, if there is just one."""
        white, black = self.may_have("w"), self.may_have("b")
        return None if white == black else "w" if white else "b"

    @property
    def due(self) -> str:
        """W or B if it is forced, (w) or (b) if it is only due, A without a game."""
        if self.forced is not None:
            return self.forced.upper()
        return "A" if self.due_colour is None else f"({self.due_colour})"


def lim_players(whole: Tournament, state: PairingState) -> PairingState:
    """Return the state with sides of the median and floats. The text knows no virtual points."""
    if whole.virtual:
        raise ArpadError("pairing-lim-accelerated")
    if whole.system.widest is not None:
        need_ratings(whole, state)
    entrants = tuple(_player(whole, state.round, player) for player in state.entrants)
    return replace(state, entrants=entrants)


def _side(whole: Tournament, score: int, number: int) -> int:
    """Whether a score is above the median of the points that could be had, at it or below."""
    twice, middle = 2 * score, whole.win * (number - 1)
    return (twice > middle) - (twice < middle)


def _player(whole: Tournament, number: int, player: PairingPlayer) -> LimPlayer:
    values = {field.name: getattr(player, field.name) for field in fields(PairingPlayer)} | {"topscorer": False}
    return LimPlayer(
        **values,
        side=_side(whole, player.score, number),
        floated=_floated(whole, player.rank, number - 1),
        rating=whole.ratings.get(player.rank, 0),
    )


def _floated(whole: Tournament, rank: int, number: int) -> bool:
    """In a game between different scores: at or above the median the higher one floated, at or below it the lower one,
    across it both."""
    cell = whole.cell(rank, number) if number else None
    if cell is None or cell.opponent is None or not whole.counts_for_floats(cell):
        return False
    mine, theirs = (whole.pairing_score(one, number) for one in (rank, cell.opponent))
    if mine == theirs:
        return False
    sides = _side(whole, mine, number), _side(whole, theirs, number)
    if min(sides) >= 0:
        return mine > theirs
    if max(sides) <= 0:
        return mine < theirs
    return True


def lim_colour(higher: LimPlayer, lower: LimPlayer, initial: Colour, below: bool) -> tuple[Colour, str]:
    """5: the colour of the higher ranked player, and what decides. `below` the median the lower ranked has the say."""
    if not higher.colours and not lower.colours:
        return (initial if higher.number % 2 else other(initial)), "fresh"
    if (settled := _settled(higher, lower)) is not None:
        return settled
    mine = higher.due_colour
    assert mine is not None
    widths = abs(difference(higher.colours)), abs(difference(lower.colours))
    if widths[0] != widths[1]:
        return (mine if widths[0] > widths[1] else other(mine)), "wider"
    if (differing := last_difference(higher.colours, lower.colours)) is not None:
        return other(differing), "difference"
    return (other(mine) if below else mine), "higher"


def _settled(higher: LimPlayer, lower: LimPlayer) -> tuple[Colour, str] | None:
    """A forced colour that only one of them has, or due colours that do not meet."""
    if higher.forced is not None and lower.forced is None:
        return higher.forced, "forced"
    if lower.forced is not None and higher.forced is None:
        return other(lower.forced), "forced"
    mine, theirs = higher.due_colour, lower.due_colour
    if mine is not None and mine != theirs:
        return mine, "both"
    if mine is None and theirs is not None:
        return other(theirs), "both"
    return None
