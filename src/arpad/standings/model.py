"""An event as tie-breaks see it: one record for each round and contestant, players and teams alike.

Points are whole numbers, `unit` of them to a point, in as many scores as the event has: one for players, match points
and game points for teams.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Literal, NamedTuple

from arpad.domain.event import Colour
from arpad.domain.findings import Finding
from arpad.i18n import ArpadError
from arpad.regulations.tiebreak_editions import EventKind, TieBreakEdition

RecordKind = Literal[
    "played", "forfeit-win", "forfeit-loss", "pab", "full-bye", "half-bye", "zero-bye", "free", "open"
]  # fmt: skip
"""free: a round robin's round without opponent. open: a pairing without result."""

FORFEITS = frozenset({"forfeit-win", "forfeit-loss"})
REQUESTED = frozenset({"half-bye", "zero-bye"})
"""16.1.1: requested byes; every round after a withdrawal is one."""
VOLUNTARY = REQUESTED | {"forfeit-loss"}
"""16.1.2: voluntary unplayed rounds."""
NOTHING = frozenset({"free", "open"})
"""Rounds that are neither played nor unplayed: they contribute nothing, and there is nothing to cut."""

MATCH_POINTS, GAME_POINTS = 0, 1
"""The places of a team's scores; a player's points stand at the first."""


class RoundRecord(NamedTuple):
    """A contestant's round. `opponent` is the scheduled one, if it was forfeited. `half` are the half points of the
    game or match itself, whatever the event gives for it; `boards` a team's game points board by board."""

    round: int
    kind: RecordKind
    opponent: int | None
    colour: Colour | None
    points: tuple[int, ...]
    half: int = 0
    boards: tuple[int, ...] = ()


class Contestant(NamedTuple):
    """A player or a team with the records of the counted rounds. `penalty` is added to the score in the standings
    alone (299)."""

    number: int
    name: str
    rating: int | None
    records: tuple[RoundRecord, ...]
    penalty: tuple[int, ...] = (0,)


class Scale(NamedTuple):
    """What a win and a draw are worth in a score, and a lost game."""

    win: int
    draw: int
    loss: int = 0


@dataclass(frozen=True, slots=True)
class Competition:
    """All contestants by number. `rounds` are scheduled, `counted` are in the records; `cycles` is how often everybody
    meets in a round robin; `boards` how many a team match has; `primary` the score that decides the event.

    `complete` holds everybody with all records, if some were taken out because they withdrew early from a round robin
    (C.05 6.6): their results stay in the crosstable alone. `ratings` are those of single rounds.
    """

    contestants: Mapping[int, Contestant]
    kind: EventKind
    rounds: int
    counted: int
    unit: int
    scales: tuple[Scale, ...]
    cycles: int = 1
    boards: int = 0
    primary: int = 0
    provisional: bool = False
    complete: Mapping[int, Contestant] = field(default_factory=dict)
    ratings: Mapping[int, Mapping[int, int | None]] = field(default_factory=dict)

    def rating_in(self, number: int, round_number: int) -> int | None:
        """The rating of a contestant in a round: in a long event that of its list, if the rules say so (10)."""
        known = self.ratings.get(round_number, {})
        return known[number] if number in known else self.contestants[number].rating

    @property
    def teams(self) -> bool:
        return self.kind.startswith("team")

    @property
    def round_robin(self) -> bool:
        return self.kind.endswith("round-robin")

    @property
    def taken_out(self) -> tuple[int, ...]:
        """The contestants who were taken out, by number."""
        return tuple(sorted(set(self.complete) - set(self.contestants)))

    @property
    def secondary(self) -> int:
        """The score that does not decide a team event."""
        return MATCH_POINTS if self.primary == GAME_POINTS else GAME_POINTS

    def points(self, parts: int) -> Fraction:
        """Parts as points."""
        return Fraction(parts, self.unit)


# Withdrawal from a round robin (C.05 6.6): with fewer than half of the games played, the results count for nobody.

PROPOSED_FROM = 2
"""Players look withdrawn if their last games are at least this many forfeit losses."""


def without_withdrawn(
    whole: Competition, withdrawn: Collection[int], edition: TieBreakEdition
) -> tuple[Competition, list[Finding]]:
    """Return the competition without contestants who withdrew too early, and a finding for each of them."""
    for number in withdrawn:
        if number not in whole.contestants:
            raise ArpadError("standings.nobody", number=number)
    if not whole.round_robin:
        return whole, [Finding("withdrawn-swiss", "info", values=_who(whole, number)) for number in withdrawn]
    rule = edition.round_robin.withdrawn_below
    games = games_to_play(whole)
    taken_out: set[int] = set()
    findings = []
    for number in withdrawn:
        played = games_played(whole.contestants[number])
        early = left_early(edition, played, games)
        taken_out |= {number} if early else set()
        code = "withdrawn-taken-out" if early else "withdrawn-stays"
        values = _who(whole, number) | {"played": played, "games": games}
        findings.append(Finding(code, "info", rule.article.number, values=values))
    findings += [
        Finding("withdrawn-proposed", "info", rule.article.number, values=_who(whole, number))
        for number, contestant in whole.contestants.items()
        if number not in withdrawn and _looks_withdrawn(contestant)
    ]
    return (take_out(whole, taken_out) if taken_out else whole), findings


def left_early(edition: TieBreakEdition, played: int, games: int) -> bool:
    """C.05 6.6: whether a player who withdrew has played fewer than half of the games."""
    return played < edition.round_robin.withdrawn_below.value * games


def games_played(contestant: Contestant) -> int:
    """How many games a contestant has played over the board."""
    return sum(record.kind == "played" for record in contestant.records)


def games_to_play(whole: Competition) -> int:
    """How many games everybody has to play in a round robin."""
    return (len(whole.contestants) - 1) * whole.cycles if whole.cycles else whole.rounds


def take_out(whole: Competition, numbers: Collection[int]) -> Competition:
    """The competition without some contestants: the rounds against them are free for the others."""
    return replace(
        whole,
        contestants={
            number: contestant._replace(records=tuple(_without(record, numbers) for record in contestant.records))
            for number, contestant in whole.contestants.items()
            if number not in numbers
        },
        complete=whole.contestants,
    )


def _without(record: RoundRecord, numbers: Collection[int]) -> RoundRecord:
    if record.opponent not in numbers:
        return record
    return RoundRecord(record.round, "free", None, None, (0,) * len(record.points))


def _looks_withdrawn(contestant: Contestant) -> bool:
    """Whether the last rounds are all forfeit losses."""
    paired = [record.kind for record in contestant.records if record.opponent is not None]
    last = paired[-PROPOSED_FROM:]
    return len(last) == PROPOSED_FROM and set(last) == {"forfeit-loss"}


def _who(whole: Competition, number: int) -> dict[str, object]:
    return {"who": f"{number} {whole.contestants[number].name}".rstrip()}
