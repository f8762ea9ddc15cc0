"""The arbiter's check-list before a round: what is known of each player, in the order of A.2."""

from dataclasses import dataclass
from fractions import Fraction

from arpad.pairing.colours import Strength, difference, preference
from arpad.pairing.state import Float, PairingPlayer, PairingState

FLOATS: dict[Float, str] = {"down": "D", "up": "U", None: ""}


@dataclass(frozen=True, slots=True)
class ChecklistRow:
    """A player: score, colours of the games, preference, floats of the last two rounds, colour difference, whether they
    may still have the pairing-allocated bye, and their opponents in order."""

    rank: int
    score: Fraction
    colours: str
    preference: str
    last: str
    before: str
    difference: int
    bye_allowed: bool
    opponents: tuple[int, ...]


def checklist(state: PairingState) -> list[ChecklistRow]:
    """The players to be paired in a round."""
    return [_row(state, member) for member in state.entrants]


def _row(state: PairingState, member: PairingPlayer) -> ChecklistRow:
    return ChecklistRow(
        member.rank,
        Fraction(member.score, state.unit),
        member.colours.upper(),
        member.due or preference_sign(member.colours),
        FLOATS[member.floats[0]],
        FLOATS[member.floats[1]],
        member.difference,
        member.bye_allowed,
        member.met,
    )


def preference_sign(colours: str) -> str:
    """A.6 as check-lists write it: WWW twice the same colour and a difference beyond 1, WW a difference beyond 1, W1
    and W twice the same colour with a difference of 1 and of 0, (W) strong, (w) mild, A none; with B for Black."""
    wanted = preference(colours)
    if wanted.colour is None:
        return "A"
    sign, gap = wanted.colour.upper(), abs(difference(colours))
    if wanted.strength == Strength.MILD:
        return f"({wanted.colour})"
    if wanted.strength == Strength.STRONG:
        return f"({sign})"
    twice = colours[-2:] in ("ww", "bb")
    if gap > 1:
        return 3 * sign if twice else 2 * sign
    return f"{sign}1" if gap else sign
