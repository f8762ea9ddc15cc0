"""C.04.5.1, Baku acceleration: virtual points in the first five rounds for the upper half of the players."""

from collections.abc import Sequence
from fractions import Fraction

from arpad.domain import Finding

ARTICLE = "C.04.5.1"
LEAST_ROUNDS = 9
FULL_ROUNDS, HALF_ROUNDS = (1, 2, 3), (4, 5)


def premise_findings(rounds: int | None) -> list[Finding]:
    """Article 1: the acceleration is for tournaments of nine rounds or more."""
    if rounds is None or rounds >= LEAST_ROUNDS:
        return []
    return [Finding("baku-rounds", "warning", ARTICLE, values={"rounds": rounds, "least": LEAST_ROUNDS})]


def upper_group(players: int) -> int:
    """Article 2: GA is the first half, rounded up to an even number."""
    return 2 * -(-players // 4)


def baku(entered: Sequence[int], late: Sequence[int]) -> dict[int, dict[int, Fraction]]:
    """Articles 2 to 4: virtual points by round and starting rank.

    `entered` are the ranks that were there when round 1 was paired. The last player of GA stays the last, so players
    who enter late above that player belong to GA too (article 3)."""
    if not entered:
        return {}
    last = sorted(entered)[min(upper_group(len(entered)), len(entered)) - 1]
    group = [rank for rank in (*entered, *late) if rank <= last]
    return {
        **{round_number: dict.fromkeys(group, Fraction(1)) for round_number in FULL_ROUNDS},
        **{round_number: dict.fromkeys(group, Fraction(1, 2)) for round_number in HALF_ROUNDS},
    }
