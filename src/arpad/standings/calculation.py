"""What all tie-breaks of one event under one edition share: scores, adjusted scores, the scores met round by round.

Everything is computed when it is first asked for, and kept.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, NamedTuple

from arpad.regulations import TieBreakEdition
from arpad.standings.codes import TieBreak
from arpad.standings.cuts import Addend
from arpad.standings.model import (
    FORFEITS,
    GAME_POINTS,
    MATCH_POINTS,
    NOTHING,
    VOLUNTARY,
    Competition,
    Contestant,
    RoundRecord,
)
from arpad.standings.unplayed import Absence, adjusted, is_forfeit, stand_in

HALF_OF_A_DRAW = 1


class Met(NamedTuple):
    """A round that counts in the sums: its record, the opponent's score, and whether a cut takes it first."""

    record: RoundRecord
    score: int
    voluntary: bool


class TieBreakColumn(NamedTuple):
    """A tie-break's values by number, `parts` to one; None where it is undefined. `keys` sort them, higher first, if
    the values do not."""

    values: Mapping[int, Any]
    parts: int = 1
    keys: Mapping[int, Any] | None = None

    def key(self, number: int) -> tuple[bool, Any]:
        """What sorts a contestant; an undefined value comes after all others."""
        found = (self.values if self.keys is None else self.keys)[number]
        return (False, 0) if found is None else (True, found)


class Calculation:
    """The tie-breaks of an event under an edition."""

    def __init__(self, competition: Competition, edition: TieBreakEdition) -> None:
        self.competition, self.edition = competition, edition
        self._scores: dict[int, dict[int, int]] = {}
        self._adjusted: dict[int, dict[int, int]] = {}
        self._met: dict[tuple[int, bool], dict[int, list[Met]]] = {}
        self._columns: dict[TieBreak, TieBreakColumn] = {}

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
        if score not in self._scores:
            self._scores[score] = {
                number: sum([record.points[score] for record in it.records]) for number, it in self.contestants.items()
            }
        return self._scores[score]

    def adjusted(self, score: int) -> Mapping[int, int]:
        """The score of everybody as their opponents see it. A round robin has no adjustment."""
        if self.competition.round_robin:
            return self.scores(score)
        if score not in self._adjusted:
            policy, scale = self.edition.unplayed.opponents.value, self.competition.scales[score]
            self._adjusted[score] = {
                number: adjusted(policy, it.records, score, scale) for number, it in self.contestants.items()
            }
        return self._adjusted[score]

    def met(self, score: int, as_games: bool) -> Mapping[int, list[Met]]:
        """Of everybody, the rounds that count in the sums. `as_games`: a forfeit counts as a game (/P)."""
        asked = score, as_games or self.competition.round_robin
        if asked not in self._met:
            self._met[asked] = {number: self._met_by(it, *asked) for number, it in self.contestants.items()}
        return self._met[asked]

    def _met_by(self, contestant: Contestant, score: int, forfeits: bool) -> list[Met]:
        seen = self.adjusted(score)
        found = []
        for record in contestant.records:
            kind = record.kind
            if kind == "played" or (forfeits and kind in FORFEITS and record.opponent is not None):
                found.append(Met(record, seen[record.opponent], False))  # type: ignore[index]
            elif kind not in NOTHING:
                absence = self.absence(contestant, record, score)
                voluntary = kind in VOLUNTARY and self.edition.cuts.voluntary_first.value
                found.append(Met(record, stand_in(self.edition.unplayed.own.value, absence), voluntary))
        return found

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

    def addends(self, number: int, score: int, times: int | None, as_games: bool) -> list[Addend]:
        """The rounds of one contestant as addends: the opponents' `score`, or its product with the own points in the
        score `times`."""
        met = self.met(score, as_games)[number]
        if times is None:
            return [Addend(it.score, it.score, it.record.round, it.voluntary) for it in met]
        return [Addend(it.score, it.score * it.record.points[times], it.record.round, it.voluntary) for it in met]

    @cached_property
    def fore(self) -> "Calculation":
        """8.3: the same event with every paired game of the last scheduled round drawn, a forfeited one too. Before
        that round is paired nothing changes."""
        whole = self.competition
        if whole.counted < whole.rounds or whole.round_robin:
            return self
        draws = tuple(scale.draw for scale in whole.scales)
        drawn = {
            number: it._replace(records=(*it.records[:-1], _drawn(it.records[-1], draws))) if it.records else it
            for number, it in whole.contestants.items()
        }
        return Calculation(replace(whole, contestants=drawn), self.edition)

    def column(self, tie_break: TieBreak) -> TieBreakColumn:
        """The values of a tie-break that has one value for each contestant."""
        if tie_break not in self._columns:
            from arpad.standings.methods import METHODS  # noqa: PLC0415  (the methods need this class)

            self._columns[tie_break] = METHODS[tie_break.name](self, tie_break)
        return self._columns[tie_break]


def _drawn(record: RoundRecord, draws: tuple[int, ...]) -> RoundRecord:
    if record.opponent is None:
        return record
    return record._replace(kind="played", points=draws, half=HALF_OF_A_DRAW)
