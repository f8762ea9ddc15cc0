"""Values that all tie-breaks share: scores, cuts (14.1, 16.5) and unplayed rounds (art. 16)."""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import takewhile
from typing import Any, Literal, NamedTuple, TypeVar

from arpad.regulations.tiebreak_editions import OpponentsUnplayed, OwnUnplayed, TieBreakEdition
from arpad.standings.codes import TieBreak
from arpad.standings.model import (
    FORFEITS,
    GAME_POINTS,
    MATCH_POINTS,
    NOTHING,
    REQUESTED,
    VOLUNTARY,
    Competition,
    Contestant,
    RoundRecord,
    Scale,
)

# Cuts (14.1, 16.5): which values a tie-break leaves out.

Why = Literal["lowest", "voluntary", "highest"]


class Addend(NamedTuple):
    """A round's part of a sum. The order of the fields is that of 14.1: the least significant addend is the smallest.

    `score` is the opponent's, `value` what it adds; `voluntary` marks a voluntary unplayed round that is cut first.
    """

    score: int
    value: int
    round: int
    voluntary: bool


class CutAddend(NamedTuple):
    """An addend that was left out, and the rule that chose it."""

    addend: Addend
    why: Why


def cut(addends: Sequence[Addend], low: int, high: int = 0) -> tuple[Sequence[Addend], Sequence[CutAddend]]:
    """Of addends in order, leave out the `low` least and then the `high` most significant; return what is kept and what
    is cut."""
    kept, left_out = list(addends), []
    for _ in range(min(low, len(kept))):
        chosen = lowest(kept)
        kept.remove(chosen.addend)
        left_out.append(chosen)
    for _ in range(min(high, len(kept))):
        left_out.append(CutAddend(kept.pop(), "highest"))
    return kept, left_out


def lowest(addends: Sequence[Addend]) -> CutAddend:
    """14.1: of addends in order, the value against the lowest score. 16.5: instead of it the lowest of the voluntary
    unplayed rounds, unless that one is lower."""
    least = addends[0]
    absences = [(addend.value, addend.score, addend.round, addend) for addend in addends if addend.voluntary]
    if absences:
        absence = min(absences)[3]
        if absence.value >= least.value:
            return CutAddend(absence, "voluntary")
    return CutAddend(least, "lowest")


# Unplayed rounds (art. 16; annex III): the score of a contestant as their opponents see it, and the opponent that
# stands in for the one who was not met. Each method is a policy of the edition.

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


def is_forfeit(record: RoundRecord) -> bool:
    """A forfeit with a scheduled opponent."""
    return record.opponent is not None and record.kind in FORFEITS


# What all tie-breaks of one event under one edition share: scores, adjusted scores, the scores met round by round.
# Everything is computed when it is first asked for, and kept.

HALF_OF_A_DRAW = 1

Kept = TypeVar("Kept")


class Met(NamedTuple):
    """A contestant's rounds that count in the sums, with the opponents' scores; `voluntary` are the rounds that a cut
    takes first."""

    records: Sequence[RoundRecord]
    scores: Sequence[int]
    voluntary: Collection[int]

    def addends(self, times: int | None) -> list[Addend]:
        """The rounds in order, the least significant first: the opponents' score, or its product with the own points in
        the score `times`."""
        return sorted(
            Addend(
                score,
                score if times is None else score * record.points[times],
                record.round,
                record.round in self.voluntary,
            )
            for record, score in zip(self.records, self.scores, strict=True)
        )

    def total(self, times: int | None) -> int:
        """The sum of the opponents' scores, or of their products with the own points in the score `times`."""
        if times is None:
            return sum(self.scores)
        return sum([record.points[times] * score for record, score in zip(self.records, self.scores, strict=True)])


class TieBreakColumn(NamedTuple):
    """A tie-break's values by number, `parts` to one; None if it is undefined. `keys` sort them, higher first."""

    values: Mapping[int, Any]
    parts: int
    keys: Mapping[int, Any]

    def sort_keys(self) -> Mapping[int, tuple[bool, Any]]:
        """Return the keys that sort everybody; an undefined value comes after all others."""
        return {number: (False, 0) if key is None else (True, key) for number, key in self.keys.items()}


class Calculation:
    """The tie-breaks of an event under an edition."""

    def __init__(self, competition: Competition, edition: TieBreakEdition) -> None:
        self.competition, self.edition = competition, edition
        self._kept: dict[Hashable, Any] = {}

    def once(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """Compute something when it is first asked for, and keep it."""
        if key not in self._kept:
            self._kept[key] = make()
        found: Kept = self._kept[key]
        return found

    def of_each(self, key: Hashable, make: Callable[[Contestant], Kept]) -> Mapping[int, Kept]:
        """Compute something for each contestant, from their records and from the scores of their opponents."""
        return self.once(key, lambda: {number: make(contestant) for number, contestant in self.contestants.items()})

    @property
    def contestants(self) -> Mapping[int, Contestant]:
        return self.competition.contestants

    def score_of(self, tie_break: TieBreak) -> int:
        """13: the score that a code uses: the one it names, or the primary score."""
        if not self.competition.teams:
            return MATCH_POINTS
        return {"MP": MATCH_POINTS, "GP": GAME_POINTS, "": self.competition.primary}[tie_break.score]

    def scores(self, score: int) -> Mapping[int, int]:
        """The score of everybody over the counted rounds, without penalties."""
        return self.of_each(
            ("scores", score), lambda contestant: sum([record.points[score] for record in contestant.records])
        )

    def adjusted(self, score: int) -> Mapping[int, int]:
        """The score of everybody as their opponents see it. A round robin has no adjustment."""
        if self.competition.round_robin:
            return self.scores(score)
        seen, scale = OPPONENTS[self.edition.unplayed.opponents.value], self.competition.scales[score]
        return self.of_each(("adjusted", score), lambda contestant: seen(contestant.records, score, scale))

    def met(self, score: int, as_games: bool) -> Mapping[int, Met]:
        """Return everybody's rounds that count in the sums. `as_games`: a forfeit counts as a game (/P)."""
        forfeits = as_games or self.competition.round_robin
        return self.of_each(("met", score, forfeits), lambda contestant: self._met_by(contestant, score, forfeits))

    def _met_by(self, contestant: Contestant, score: int, forfeits: bool) -> Met:
        seen = self.adjusted(score)
        records = [record for record in contestant.records if record.kind not in NOTHING]
        scores, voluntary = [], []
        for record in records:
            if record.kind == "played" or (forfeits and is_forfeit(record)):
                scores.append(seen[record.opponent])  # type: ignore[index]
            else:
                scores.append(OWN[self.edition.unplayed.own.value](self.absence(contestant, record, score)))
                if record.kind in VOLUNTARY and self.edition.cuts.voluntary_first.value:
                    voluntary.append(record.round)
        return Met(records, scores, voluntary)

    def absence(self, contestant: Contestant, record: RoundRecord, score: int) -> Absence:
        """A contestant's own unplayed round."""
        return Absence(
            record,
            contestant.records,
            score,
            self.competition.scales[score],
            self.scores(score)[contestant.number],
            self.competition.counted,
            self.competition.rounds,
            self.adjusted(score)[record.opponent] if is_forfeit(record) else None,  # type: ignore[index]
        )

    @cached_property
    def fore(self) -> "Calculation":
        """8.3: the same event with every paired game of the last scheduled round drawn, a forfeited one too. Before
        that round is paired nothing changes."""
        whole = self.competition
        if whole.counted < whole.rounds or whole.round_robin:
            return self
        draws = tuple(scale.draw for scale in whole.scales)
        drawn = {
            number: contestant._replace(records=(*contestant.records[:-1], _drawn(contestant.records[-1], draws)))
            if contestant.records
            else contestant
            for number, contestant in whole.contestants.items()
        }
        return Calculation(replace(whole, contestants=drawn), self.edition)


def _drawn(record: RoundRecord, draws: tuple[int, ...]) -> RoundRecord:
    if record.opponent is None:
        return record
    return record._replace(kind="played", points=draws, half=HALF_OF_A_DRAW)
