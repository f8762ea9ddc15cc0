"""A report as pairing sees it: who met whom with which colour, the score after each round, the virtual points."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate
from math import lcm

from arpad.domain.event import OVER_THE_BOARD, Colour, Event, RoundResult
from arpad.formats.codes import BAKU
from arpad.formats.report import Report
from arpad.formats.scores import Scores
from arpad.i18n import ArpadError
from arpad.pairing.acceleration import baku
from arpad.pairing.colours import other
from arpad.pairing.records import Records, read_records
from arpad.pairing.systems import SwissSystem

Cells = Mapping[int, Sequence[RoundResult]]
Virtual = Mapping[int, Mapping[int, int]]
DOUBLE = 2
"""The games of a match of the Double-Swiss. A report has a round for each of them."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that pairing needs from a report. Scores are whole numbers, `unit` of them to a point.

    `cells` holds a player's rounds, `scores` the score before round 1, 2, ... `paired` is the last round with a
    pairing. `announced` are the players who, by the file, are not paired in the next round. `games` are those of a
    match, each in a round of its own: 2 in reports of a Double-Swiss.
    """

    cells: Cells
    scores: Mapping[int, tuple[int, ...]]
    virtual: Virtual
    unit: int
    win: int
    rounds: int | None
    paired: int
    announced: frozenset[int]
    initial: Colour
    records: Records
    system: SwissSystem
    secondary: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    colour_type: str = ""
    draw: int = 1
    ratings: Mapping[int, int] = field(default_factory=dict)
    games: int = 1

    @property
    def unfinished(self) -> bool:
        """Whether a pairing of the last round lacks its result."""
        last = (self.cell(rank, self.paired) for rank in self.cells)
        return any(was_paired(cell) and cell is not None and cell.result is None for cell in last)

    def cell(self, rank: int, round_number: int) -> RoundResult | None:
        """Return what a player did in a round, None if the line ends before it."""
        cells = self.cells[rank]
        return cells[round_number - 1] if round_number <= len(cells) else None

    def pairing_score(self, rank: int, round_number: int) -> int:
        """The score by which a player is paired in a round."""
        return self.scores[rank][round_number - 1] + self.virtual.get(round_number, {}).get(rank, 0)

    def floating_score(self, rank: int, round_number: int) -> int:
        """The score by which floats of a round are told."""
        if self.system.floating == "points":
            return self.scores[rank][round_number - 1]
        return self.pairing_score(rank, round_number)

    def counts_for_floats(self, cell: RoundResult | None) -> bool:
        """Whether a round had an opponent for floats: in a game, or in a pairing that was forfeited too."""
        if self.system.floats == "paired":
            return cell is not None and cell.opponent is not None
        return met(cell)


def was_paired(cell: RoundResult | None) -> bool:
    """An opponent, or the pairing-allocated bye."""
    return cell is not None and (cell.opponent is not None or cell.result in ("U", "+"))


def met(cell: RoundResult | None) -> bool:
    """A game over the board: nothing else counts for colours and opponents (C.04.2.D.5 and D.6)."""
    return cell is not None and cell.opponent is not None and cell.colour is not None and cell.result in OVER_THE_BOARD


def tournament(report: Report, swiss: SwissSystem, rounds: int | None = None) -> Tournament:
    """Return the tournament of the players of a report; `rounds` is its number of rounds if the report does not say
    it."""
    event, records = report.event, read_records(report)
    if report.format == "feda" or not event.players:
        raise ArpadError("pairing-without-players")
    cells: Cells = {player.rank: player.rounds for player in sorted(event.players, key=lambda player: player.rank)}
    if len(cells) < len(event.players):
        raise ArpadError("pairing-rank-twice")
    paired = last_paired(cells)
    cells = _with_colours(cells, paired)
    absent = {rank for round_number, rank in records.byes if round_number == paired + 1} | records.absent
    known = rounds or records.rounds
    return assemble(
        swiss,
        cells,
        Scores(event),
        records.virtual or _baku(swiss, event, cells, records, known),
        known,
        absent | report.told_of(paired + 1),
        records,
        {player.rank: player.rating or 0 for player in event.players},
    )


def assemble(
    system: SwissSystem,
    cells: Cells,
    scores: Scores,
    virtual: Mapping[int, Mapping[int, Fraction]],
    rounds: int | None,
    announced: Collection[int],
    records: Records,
    ratings: Mapping[int, int] | None = None,
) -> Tournament:
    """A tournament of its rounds so far. `announced` are not paired in the next one."""
    paired = last_paired(cells)
    values = [*scores.values(), *(points for ranks in virtual.values() for points in set(ranks.values()))]
    unit = common_unit(values)
    return Tournament(
        cells=cells,
        scores={rank: _running(rank, own, paired, unit, scores) for rank, own in cells.items()},
        virtual=in_units(virtual, unit),
        unit=unit,
        win=int(scores.of_code("1") * unit),
        draw=int(scores.of_code("=") * unit),
        ratings=ratings or {},
        rounds=rounds,
        paired=paired,
        announced=frozenset(announced),
        initial=records.initial or first_colour(cells),
        records=records,
        system=system,
    )


def common_unit(values: Iterable[Fraction]) -> int:
    """Return in how many parts a point is divided so that all values are whole numbers of them: at least two."""
    return lcm(2, *(value.denominator for value in values))


def in_units(virtual: Mapping[int, Mapping[int, Fraction]], unit: int) -> Virtual:
    """Return virtual points as whole numbers, `unit` of them to a point."""
    return {number: {rank: int(points * unit) for rank, points in ranks.items()} for number, ranks in virtual.items()}


def played_out(whole: Tournament) -> Tournament:
    """The tournament with as many rounds as were played, if it does not say how many, and every pairing has a result.

    TRF16 has no record for the number of rounds; to check a finished tournament, it is not needed.
    """
    if whole.rounds is not None or not whole.paired or whole.unfinished:
        return whole
    return replace(whole, rounds=whole.paired)


def last_paired(cells: Cells) -> int:
    """The last round in which anybody was paired."""
    return max((_last_paired(own) for own in cells.values()), default=0)


def _last_paired(cells: Sequence[RoundResult]) -> int:
    return next((cell.round for cell in reversed(cells) if was_paired(cell)), 0)


def _running(rank: int, cells: Sequence[RoundResult], paired: int, unit: int, scores: Scores) -> tuple[int, ...]:
    """The score before each round, up to the one after the last that was paired."""
    running = list(accumulate((int(scores.of_round(rank, cell) * unit) for cell in cells[:paired]), initial=0))
    return (*running, *[running[-1]] * (paired + 1 - len(running)))


def _baku(
    system: SwissSystem, event: Event, cells: Cells, records: Records, rounds: int | None
) -> dict[int, dict[int, Fraction]]:
    """TRF26 says by its type that a tournament is accelerated."""
    if not event.type_code.upper().endswith(BAKU):
        return {}
    late = late_entries(cells, records)
    games = DOUBLE if system.name == "double" else 1
    return baku(system, rounds, sorted(set(cells) - set(late)), late, Fraction(games), games)


def late_entries(cells: Cells, records: Records) -> list[int]:
    """Those who were not there in round 1: a report tells it by a zero-point bye, or by an empty line."""
    paired = last_paired(cells)
    told = {rank for (number, rank), kind in records.bye_kinds.items() if number == 1 and kind == "Z"}
    if not paired:
        told |= records.absent
    return [rank for rank, own in cells.items() if (own[0].result == "Z" if own else paired or rank in told)]


def first_colour(cells: Cells) -> Colour:
    """E.5: the lot, as the first player of round 1 shows it; white if nobody has played."""
    place = 0
    for own in cells.values():
        cell = own[0] if own else None
        if was_paired(cell):
            place += 1
            if cell is not None and cell.colour is not None:
                return cell.colour if place % 2 else other(cell.colour)
    return "w"


def _with_colours(cells: Cells, paired: int) -> Cells:
    """Check that the two lines of a game agree; otherwise nothing can be paired. A colour that only one of them has is
    completed, so that both players have met."""
    completed: dict[int, list[RoundResult]] = {}
    for rank, own in cells.items():
        for cell in own[:paired]:
            if cell.opponent is None:
                continue
            opponent = cells.get(cell.opponent)
            back = opponent[cell.round - 1] if opponent is not None and cell.round <= len(opponent) else None
            if back is None or back.opponent != rank or (cell.colour is not None and back.colour == cell.colour):
                raise ArpadError("pairing-lines-disagree", round=cell.round, player=rank, opponent=cell.opponent)
            if cell.colour is None and back.colour is not None:
                line = completed.setdefault(rank, list(own))
                line[cell.round - 1] = cell._replace(colour=other(back.colour))
    return {**cells, **completed} if completed else cells
