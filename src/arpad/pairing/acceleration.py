"""Baku acceleration: virtual points in the first rounds for the upper half of the players (C.04.5.1 of the manual,
C.04.7 of 2026)."""

from collections.abc import Sequence
from fractions import Fraction

from arpad.domain.findings import Finding
from arpad.i18n import ArpadError
from arpad.pairing.systems import SwissSystem, baku_rule


def premise_findings(system: SwissSystem, rounds: int | None) -> list[Finding]:
    """Article 1 of the manual: the acceleration is for tournaments of nine rounds or more."""
    rule = baku_rule(system)
    least = rule["least_rounds"]
    if rounds is None or rounds >= least:
        return []
    return [Finding("baku-rounds", "warning", rule["article"], values={"rounds": rounds, "least": least})]


def upper_group(players: int) -> int:
    """Article 2: GA is the first half, rounded up to an even number."""
    return 2 * -(-players // 4)


def accelerated_rounds(system: SwissSystem, rounds: int | None) -> tuple[int, int]:
    """Return how many rounds add a full virtual win, and how many after them half of one.

    The manual has three and two. Since 2026 the first half of the rounds is accelerated, rounded up, and the first half
    of these, rounded up, with a full win.
    """
    rule = baku_rule(system)
    if "full_rounds" in rule:
        return rule["full_rounds"], rule["half_rounds"]
    if rounds is None:
        raise ArpadError("pairing-rounds-unknown")
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    return full, accelerated - full


def baku(
    system: SwissSystem,
    rounds: int | None,
    entered: Sequence[int],
    late: Sequence[int],
    win: Fraction = Fraction(1),
    games: int = 1,
) -> dict[int, dict[int, Fraction]]:
    """Articles 2 to 4: virtual points by round and starting rank.

    `entered` are the ranks that were there when round 1 was paired. The last of GA stays the last of GA, so players who
    enter late above them belong to it too (article 3). A match of several `games` takes as many rounds.
    """
    if not entered:
        return {}
    last = sorted(entered)[min(upper_group(len(entered)), len(entered)) - 1]
    group = [rank for rank in (*entered, *late) if rank <= last]
    full, half = accelerated_rounds(system, None if rounds is None else rounds // games)
    return {
        number: dict.fromkeys(group, win if number <= full * games else win / 2)
        for number in range(1, (full + half) * games + 1)
    }
