"""Unplayed rounds (art. 16; annex III): the score of a contestant as their opponents see it, and the opponent that
stands in for the one who was not met. Each method is a policy of the edition."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from arpad.regulations.tiebreak_editions import OpponentsUnplayed, OwnUnplayed
from arpad.standings.model import FORFEITS, NOTHING, REQUESTED, VOLUNTARY, RoundRecord, Scale

Records = Sequence[RoundRecord]


def _every_draw(records: Records, score: int, scale: Scale) -> int:
    """Annex III: every unplayed round of an opponent is a draw."""
    return sum(
        record.points[score] if record.kind == "played" or record.kind in NOTHING else scale.draw for record in records
    )


def _draws_at_the_end(records: Records, score: int, scale: Scale) -> int:
    """16.3: as awarded, but some rounds at the end are draws."""
    total = sum(record.points[score] for record in records)
    return total + sum(scale.draw - record.points[score] for record in draws_at_the_end(records))


def draws_at_the_end(records: Records) -> list[RoundRecord]:
    """16.3: return requested byes with nothing but voluntary unplayed rounds after them, the last first."""
    voluntary = takewhile(lambda record: record.kind in VOLUNTARY, reversed(records))
    return [record for record in voluntary if record.kind in REQUESTED]


OPPONENTS: Mapping[OpponentsUnplayed, Callable[[Records, int, Scale], int]] = {
    "draw": _every_draw,
    "draw-at-the-end": _draws_at_the_end,
}


def adjusted(policy: OpponentsUnplayed, records: Records, score: int, scale: Scale) -> int:
    """The score of a contestant as their opponents see it."""
    return OPPONENTS[policy](records, score, scale)


@dataclass(frozen=True, slots=True)
class Absence:
    """A contestant's own unplayed round, with all that a stand-in for the opponent may depend on. `scheduled` is the
    adjusted score of the opponent of a forfeit, None for a bye."""

    record: RoundRecord
    records: Records
    score: int
    scale: Scale
    own: int
    counted: int
    rounds: int
    scheduled: int | None


def _virtual_opponent(absence: Absence) -> int:
    """Annex III: the score before the round, the complement of the result, then draws."""
    number = absence.record.round
    before = sum(record.points[absence.score] for record in absence.records if record.round < number)
    complement = absence.scale.win - absence.record.points[absence.score]
    return before + complement + absence.scale.draw * (absence.counted - number)


def _dummy(absence: Absence) -> int:
    """16.4: a dummy with the contestant's own score."""
    return absence.own


def ceiling(absence: Absence) -> int:
    """16.4.1: the adjusted score of the scheduled opponent of a forfeit; 16.4.2: a draw for every round."""
    if absence.scheduled is not None:
        return absence.scheduled
    return absence.scale.draw * absence.rounds


def _capped_dummy(absence: Absence) -> int:
    """16.4 of 2026: the dummy, but not above its ceiling."""
    return min(absence.own, ceiling(absence))


OWN: Mapping[OwnUnplayed, Callable[[Absence], int]] = {
    "virtual-opponent": _virtual_opponent,
    "dummy": _dummy,
    "dummy-capped": _capped_dummy,
}


def stand_in(policy: OwnUnplayed, absence: Absence) -> int:
    """The score that stands in for the opponent of an unplayed round."""
    return OWN[policy](absence)


def is_forfeit(record: RoundRecord) -> bool:
    """A forfeit with a scheduled opponent."""
    return record.opponent is not None and record.kind in FORFEITS
