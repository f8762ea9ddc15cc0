"""The pairing records of a report, record by record, in either version."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from arpad.domain.event import Colour


@dataclass(frozen=True, slots=True)
class Forbidden:
    """XXP and 260: players (teams, in a team event) who may not meet from a round to a round. `last` is None if
    they may never meet."""

    players: tuple[int, ...]
    first: int = 1
    last: int | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Acceleration:
    """XXA and 250: virtual points from a round to a round, for the starting ranks from `low` to `high`.

    Teams have match points and game points, players only game points.
    """

    game_points: Fraction | None
    first: int
    last: int
    low: int
    high: int
    match_points: Fraction | None = None
    line: int = 0

    @property
    def points(self) -> Fraction:
        """The points by which a player is paired: the game points, or whatever points the record has."""
        return self.game_points or self.match_points or Fraction(0)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A record with a field that cannot be read. Nothing may be paired before it is corrected."""

    code: str
    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class PairingRecords:
    """All of them. `absent` (XXZ) are not paired in the next round; `initial` is the initial colour (XXC, 152), and
    `rounds` the number of rounds announced (XXR, 142), each None if the report does not have it."""

    forbidden: tuple[Forbidden, ...] = ()
    accelerations: tuple[Acceleration, ...] = ()
    absent: tuple[int, ...] = ()
    initial: Colour | None = None
    rounds: int | None = None
    unreadable: tuple[Unreadable, ...] = ()


NO_PAIRING_RECORDS = PairingRecords()


def virtual_points(accelerations: Iterable[Acceleration]) -> dict[int, dict[int, Fraction]]:
    """The virtual points by round and starting rank; of two records about the same player the later one counts."""
    found: dict[int, dict[int, Fraction]] = {}
    for acceleration in accelerations:
        for round_number in range(acceleration.first, acceleration.last + 1):
            found.setdefault(round_number, {}).update(
                dict.fromkeys(range(acceleration.low, acceleration.high + 1), acceleration.points)
            )
    return found


def spans(by_round: dict[int, Fraction]) -> Iterator[tuple[Fraction, int, int]]:
    """The points of one player as (points, first round, last round), without the rounds that have none."""
    first = before = 0
    for number in sorted(by_round):
        if first and (number != before + 1 or by_round[number] != by_round[before]):
            yield by_round[before], first, before
            first = 0
        if by_round[number]:
            first, before = first or number, number
        else:
            first = 0
    if first:
        yield by_round[before], first, before
