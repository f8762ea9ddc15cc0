"""From a report of players to their competition: which rounds count, what each was, and what it was worth."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from arpad.domain.event import CYCLES, HALF_POINTS_OF, Event, Player, ResultCode, RoundResult
from arpad.formats.codes import cycles_of, is_called, is_called_swiss, is_team_event
from arpad.formats.consistency import refuse_contradictions
from arpad.formats.report import Report
from arpad.formats.scores import Scores
from arpad.i18n import ArpadError
from arpad.rating.participants import detect_system
from arpad.regulations.tiebreak_editions import EventKind
from arpad.standings.model import Competition, Contestant, RecordKind, RoundRecord, Scale

WITH_OPPONENT: Mapping[str | None, RecordKind] = {
    **dict.fromkeys("1=0WDL", "played"), "+": "forfeit-win", "-": "forfeit-loss", None: "open",
}  # fmt: skip
WITHOUT_OPPONENT: Mapping[str | None, tuple[RecordKind, ResultCode]] = {
    "U": ("pab", "U"), "Z": ("zero-bye", "Z"), None: ("zero-bye", "Z"),
    **dict.fromkeys("F+1W", ("full-bye", "F")),
    **dict.fromkeys("H=D", ("half-bye", "H")),
    **dict.fromkeys("-0L", ("zero-bye", "Z")),
}  # fmt: skip
"""A result without opponent is a bye, and worth as much as that bye."""
ROUND_ROBINS: tuple[EventKind, ...] = ("round-robin", "team-round-robin")
SYSTEM_NAMES = ("swiss", "round-robin", "double-round-robin")
"""What --system takes."""


class CompetitionBefore(NamedTuple):
    """A competition that was made from an event which may be much like another one."""

    event: Event
    competition: Competition


def competition(
    report: Report,
    round_number: int | None = None,
    system: str | None = None,
    before: CompetitionBefore | None = None,
) -> Competition:
    """The competition of a report after its last complete round, or after another one. Contestants whose lines are the
    same objects as in one made before are taken over."""
    event = report.event
    if report.format == "feda" or not event.players:
        raise ArpadError("standings.no-players")
    refuse_contradictions(event)
    if len({player.rank for player in event.players}) < len(event.players):
        raise ArpadError("pairing-rank-twice")
    if is_team_event(event):
        from arpad.standings.team_competition import team_competition  # noqa: PLC0415  (few events are of teams)

        return team_competition(report, round_number, system)
    kind, cycles = _system(event, system)
    counted, provisional = counted_rounds((player.rounds for player in event.players), round_number, kind)
    return _players(event, kind, cycles, counted, provisional, before)


def counted_rounds(
    lines: Iterable[Sequence[RoundResult]], asked: int | None, kind: EventKind = "swiss"
) -> tuple[int, bool]:
    """How many rounds count, or as many as are asked for; and whether a result of them is missing.

    All rounds of a Swiss count but the last one if that is still being played: games of earlier rounds without a result
    are adjourned, and count for nobody yet. The rounds of a round robin need not be played in their order: those up to
    the last one in which every pairing has a result.
    """
    paired, unfinished = 0, set[int]()
    for rounds in lines:
        for number, opponent, _, result, _ in rounds:
            if opponent is not None:
                if number > paired:  # noqa: PLR1730  (max takes five times as long)
                    paired = number
                if result is None:
                    unfinished.add(number)
    first = min(unfinished, default=10**6)
    if not paired:
        raise ArpadError("standings.no-results")
    if asked is not None:
        if not 1 <= asked <= paired:
            raise ArpadError("standings.no-round", round=asked, last=paired)
        return asked, asked >= first
    counted = paired - (paired in unfinished)
    while counted in unfinished and kind in ROUND_ROBINS:
        counted -= 1
    if not counted:
        raise ArpadError("standings.no-results")
    return counted, counted >= first


def kind_of(event: Event) -> EventKind:
    """The kind of an event of players."""
    return _system(event, None)[0]


def _system(event: Event, asked: str | None) -> tuple[EventKind, int]:
    """The kind of event, and how often everybody meets; 0 if a round robin is one of two teams."""
    if asked is None and is_called_swiss(event):
        return "swiss", 1
    system = asked or detect_system(replace(event, teams=()) if event.teams else event)
    if asked is None and system == "round-robin" and is_called(event, "double") and event.rounds > len(event.players):
        system = "double-round-robin"  # everybody has met once so far
    if system in CYCLES:
        return "round-robin", cycles_of(event, system)
    if system == "match":
        return "round-robin", max(event.rounds, len(event.games()), 1)
    return ("round-robin", 0) if system == "scheveningen" else ("swiss", 1)


def _players(
    event: Event, kind: EventKind, cycles: int, counted: int, provisional: bool, before: CompetitionBefore | None
) -> Competition:
    scores = Scores(event)
    unit = lcm(2, *(value.denominator for value in scores.values()))
    reader = _Reader(event, scores, unit, kind == "round-robin", counted)
    known = {} if before is None else _same_lines(event, kind, counted, before)
    return Competition(
        {
            player.rank: known.get(player.rank) or reader.contestant(player)
            for player in sorted(event.players, key=lambda player: player.rank)
        },
        kind,
        max(event.rounds, counted),
        counted,
        unit,
        (Scale(*(reader.parts(scores.of_code(code)) for code in "1=0")),),
        cycles,
        provisional=provisional,
    )


def _same_lines(event: Event, kind: EventKind, counted: int, before: CompetitionBefore) -> Mapping[int, Contestant]:
    """The contestants made before whose lines are the same objects; none if something else of the event counts."""
    old, whole = before
    worth = (event.scoring, event.extra_points, kind, counted) == (
        old.scoring, old.extra_points, whole.kind, whole.counted,
    )  # fmt: skip
    lines = {player.rank: player for player in old.players}
    if not worth or lines.keys() != {player.rank for player in event.players}:
        return {}
    everybody = whole.complete or whole.contestants
    return {player.rank: everybody[player.rank] for player in event.players if lines[player.rank] is player}


class _Reader:
    """Makes records from the rounds of a report; what a result is worth is looked up once."""

    def __init__(self, event: Event, scores: Scores, unit: int, round_robin: bool, counted: int) -> None:
        self._scores, self._unit, self._round_robin, self._counted = scores, unit, round_robin, counted
        self._ranks = {player.rank for player in event.players}
        self._worth = {code: (self.parts(scores.of_code(code)),) for code in HALF_POINTS_OF}
        self._absent = self._bye(RoundResult(0, None, None, "Z"))

    def parts(self, points: Fraction) -> int:
        return int(points * self._unit)

    def contestant(self, player: Player) -> Contestant:
        """A player with the records of the counted rounds; a line that ends early goes on with absences."""
        told = [round_ for round_ in player.rounds if round_.round <= self._counted]
        records = tuple([self._record(player.rank, round_) for round_ in told])
        if len(told) < self._counted:
            known = {record.round: record for record in records}
            records = tuple(
                known.get(number) or self._absent._replace(round=number) for number in range(1, self._counted + 1)
            )
        penalty = 0
        if self._scores.extra:
            rounds = range(1, self._counted + 1)
            penalty = self.parts(sum((self._scores.added(player.rank, number) for number in rounds), Fraction(0)))
        return Contestant(player.rank, player.name, player.rating, records, (penalty,))

    def _record(self, rank: int, round_: RoundResult) -> RoundRecord:
        number, opponent, colour, result, _ = round_
        kind = WITH_OPPONENT.get(result)
        if opponent is None or kind is None:
            return self._worth_here(rank, round_, self._bye(round_))
        if opponent not in self._ranks or opponent == rank:
            raise ArpadError("standings.opponent-missing", player=rank, round=number, opponent=opponent)
        if result is None:
            return RoundRecord(number, kind, opponent, colour, (0,))
        return self._worth_here(
            rank, round_, RoundRecord(number, kind, opponent, colour, self._worth[result], HALF_POINTS_OF[result])
        )

    def _worth_here(self, rank: int, round_: RoundResult, record: RoundRecord) -> RoundRecord:
        """299 may give a result another worth."""
        if not self._scores.extra or record.kind in ("free", "open"):
            return record
        code: ResultCode | None = WITHOUT_OPPONENT[round_.result][1] if record.opponent is None else round_.result
        return record._replace(points=(self.parts(self._scores.of_result(rank, round_._replace(result=code))),))

    def _bye(self, round_: RoundResult) -> RoundRecord:
        """A round without opponent: a bye, an absence, or the free round of a round robin."""
        if self._round_robin:
            return RoundRecord(round_.round, "free", None, None, (0,))
        kind, code = WITHOUT_OPPONENT[round_.result]
        return RoundRecord(round_.round, kind, None, None, self._worth[code], HALF_POINTS_OF[code])
