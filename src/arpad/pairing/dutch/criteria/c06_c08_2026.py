"""C6 to C8 of 2026: fewest downfloaters, then their scores from high to low, here and in the next bracket."""

from collections.abc import Sequence

from arpad.pairing.dutch.digits import Digit, nothing
from arpad.pairing.state import PairingPlayer


def downfloaters(players: Sequence[PairingPlayer], criterion: str, then: str) -> list[Digit]:
    """The number of downfloaters, and a digit for each score that they can have. If there is only one score, the
    number of the players says all."""
    scores = sorted({one.score for one in players}, reverse=True)
    return [
        Digit(criterion, len(players), lambda _: 1, nothing),
        *(_with_score(then, score, players) for score in (scores if len(scores) > 1 else ())),
    ]


def _with_score(criterion: str, score: int, players: Sequence[PairingPlayer]) -> Digit:
    return Digit(criterion, sum(one.score == score for one in players), lambda one: int(one.score == score), nothing)
