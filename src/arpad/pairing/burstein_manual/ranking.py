"""3.2 and 3.3: the virtual points of the first two rounds, and the order of the players in a group."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cmp_to_key

from arpad.pairing.history import Cells, Tournament, met, was_paired
from arpad.pairing.state import PairingPlayer, PairingState

ACCELERATED = (1, 2)
OPPONENT_OF_ABSENCE = {"U": 0, "+": 0, "F": 0, "H": 1}
"""The result of the opponent in a round without a game, in half points: 1 is a draw, and 2 a win after an absence or a
loss by forfeit."""


@dataclass(frozen=True)
class ManualPlayer(PairingPlayer):
    """`tiebreaks` are Sonneborn-Berger, Buchholz and Median. With `by_score` the last two count times the score between
    players of different scores, as bbpPairings does it."""

    tiebreaks: tuple[int, int, int] = (0, 0, 0)
    by_score: bool = False


def upper_half_points(
    cells: Cells, announced: frozenset[int], points: Fraction = Fraction(1)
) -> dict[int, dict[int, Fraction]]:
    """3.3: one virtual point for the upper half of the players of round 1, or the `points` of a win (bbpPairings). Late
    entries above its last player have it too."""
    started = any(was_paired(own[0]) for own in cells.values() if own)
    entered = [
        rank
        for rank, own in sorted(cells.items())
        if (was_paired(own[0] if own else None) if started else rank not in announced)
    ]
    if len(entered) < 2:
        return {}
    last = entered[len(entered) // 2 - 1]
    return {number: {rank: points for rank in cells if rank <= last} for number in ACCELERATED}


def manual_players(whole: Tournament, state: PairingState) -> PairingState:
    """Return the state with the tie-breaks. There are no topscorers in this system."""
    entrants = tuple(_player(whole, state.round, player) for player in state.entrants)
    return replace(state, entrants=entrants)


def _player(whole: Tournament, number: int, player: PairingPlayer) -> ManualPlayer:
    scores, sonneborn = [], 0
    own = whole.scores[player.rank]
    virtual = whole.virtual.get(number, {})
    for earlier in range(1, number):
        cell = whole.cell(player.rank, earlier)
        if cell is not None and cell.opponent is not None and met(cell):
            score = _adjusted(whole, cell.opponent, number) + virtual.get(cell.opponent, 0)
        else:
            halves = OPPONENT_OF_ABSENCE.get(cell.result or "", 2) if cell is not None else 2
            before = own[earlier - 1] + virtual.get(player.rank, 0)
            score = before + (0, whole.draw, whole.win)[halves] + (number - 1 - earlier) * whole.draw
        scores.append(score)
        sonneborn += score * (own[earlier] - own[earlier - 1])
    buchholz = sum(scores)
    median = buchholz - min(scores) - max(scores) if len(scores) > 2 else 0
    values = {field.name: getattr(player, field.name) for field in fields(PairingPlayer)} | {"topscorer": False}
    return ManualPlayer(**values, tiebreaks=(sonneborn, buchholz, median), by_score=whole.system.ranking == "bbp")


def _adjusted(whole: Tournament, rank: int, number: int) -> int:
    """The score of an opponent: rounds that they did not play count as draws."""
    own = whole.scores[rank]
    total = 0
    for earlier in range(1, number):
        played = met(whole.cell(rank, earlier))
        total += own[earlier] - own[earlier - 1] if played else whole.draw
    return total


def in_order(players: Sequence[ManualPlayer]) -> list[ManualPlayer]:
    """3.2: Sonneborn-Berger, Buchholz, Median, then the starting rank."""
    return sorted(players, key=cmp_to_key(_compare))


def _compare(one: ManualPlayer, two: ManualPlayer) -> int:
    factors = (one.score, two.score) if one.by_score and one.score != two.score else (1, 1)
    mine, theirs = (
        (player.tiebreaks[0], player.tiebreaks[1] * factor, player.tiebreaks[2] * factor, -player.rank)
        for player, factor in zip((one, two), factors, strict=True)
    )
    return (mine < theirs) - (mine > theirs)
