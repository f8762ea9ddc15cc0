"""Records of pairing in the other version: XXA and 250, XXP and 260, XXZ and 240."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import groupby

from arpad.domain.event import Event
from arpad.reports.pairing_records import Forbidden, spans, virtual_points
from arpad.reports.report import Report
from arpad.reports.tournament_types import is_team_event
from arpad.reports.trf_columns import points_text, ranks_text
from arpad.reports.trf_rounds import MOST_ROUNDS

VirtualPoints = Mapping[int, Mapping[int, Fraction]]


class PairingWriter:
    """The records of pairing of one report. Each method gives the lines for one record, or None if the
    other version cannot express it. Records that belong together are written in the place of the first.

    In a team event the records of TRF26 name teams and those of TRF16 players, so there is nothing to translate.
    """

    def __init__(self, report: Report) -> None:
        self.report = report
        self.teams = is_team_event(report.event)
        self.codes = {record.line: record.code for record in report.records if record.code in ("XXA", "250")}
        self.next_round = next_round(report.event)
        self._written: set[str] = set()

    def prohibition_26(self, line: int) -> list[str] | None:
        """XXP as 260: in all rounds."""
        said = self._forbidden(line)
        return None if said is None or self.teams else [f"260   1 {self._last_round:3} {ranks_text(said.players)}"]

    def prohibition_16(self, line: int) -> list[str] | None:
        """Write 260 as XXP, which has no rounds: only if the pair may not meet in any round."""
        said = self._forbidden(line)
        whole = said is not None and said.first == 1 and (said.last is None or said.last >= self._last_round)
        return [f"XXP {ranks_text(said.players)}"] if said is not None and whole and not self.teams else None

    def acceleration_26(self, _line: int) -> list[str] | None:
        """All XXA as 250: neighbours with the same points in one record."""
        if self.teams:
            return None
        return self._together("XXA", list(lines_250(self._virtual("XXA"))))

    def acceleration_16(self, _line: int) -> list[str] | None:
        """All 250 as XXA, a record for each player."""
        if self.teams:
            return None
        known = {player.rank for player in self.report.event.players}
        return self._together("250", list(lines_xxa(self._virtual("250"), known)))

    def absent_26(self, _line: int) -> list[str] | None:
        """Write all XXZ as 240 of the next round, if there is one."""
        absent = self.report.pairing.absent
        if self.teams or self.next_round > self._last_round or not absent:
            return None
        return self._together("XXZ", [f"240 Z {self.next_round:3} {ranks_text(absent)}"])

    def absent_16(self, line: int) -> list[str] | None:
        """240 as XXZ: players who are absent in the next round, and nothing else."""
        bye = next((bye for bye in self.report.byes if bye.line == line), None)
        if bye is None or self.teams or (bye.kind, bye.round) != ("Z", self.next_round):
            return None
        return [f"XXZ {ranks_text(bye.players)}"]

    @property
    def _last_round(self) -> int:
        return self.report.pairing.rounds or MOST_ROUNDS

    def _forbidden(self, line: int) -> Forbidden | None:
        return next((record for record in self.report.pairing.forbidden if record.line == line), None)

    def _virtual(self, code: str) -> VirtualPoints:
        return virtual_points(
            acceleration
            for acceleration in self.report.pairing.accelerations
            if self.codes.get(acceleration.line) == code
        )

    def _together(self, code: str, lines: list[str]) -> list[str]:
        if code in self._written:
            return []
        self._written.add(code)
        return lines


def next_round(event: Event) -> int:
    """The round after the last one that is paired."""
    paired = (cell.round for player in event.players for cell in player.rounds if cell.opponent or cell.result == "U")
    return 1 + max(paired, default=0)


def _by_rank(virtual: VirtualPoints) -> dict[int, dict[int, Fraction]]:
    found: dict[int, dict[int, Fraction]] = {}
    for number in sorted(virtual):
        for rank, points in virtual[number].items():
            if points:
                found.setdefault(rank, {})[number] = points
    return dict(sorted(found.items()))


def lines_250(virtual: VirtualPoints, *, teams: bool = False) -> Iterator[str]:
    """250: points (match points of teams), rounds and starting ranks from one to the other; ranks that follow each
    other and have the same points in the same rounds share a record."""
    own = _by_rank(virtual)
    alike = groupby(enumerate(own), key=lambda placed: (placed[1] - placed[0], sorted(own[placed[1]].items())))
    for _, group in alike:
        ranks = [rank for _, rank in group]
        for points, first, last in spans(own[ranks[0]]):
            worth = f"{points_text(points)}     " if teams else f"     {points_text(points)}"
            yield f"250 {worth} {first:3} {last:3} {ranks[0]:4} {ranks[-1]:4}"


def lines_xxa(virtual: VirtualPoints, known: set[int]) -> Iterator[str]:
    """XXA: a player's virtual points in every round, for the players of the report."""
    for rank, points in _by_rank(virtual).items():
        if rank in known:
            every = (points.get(number, Fraction(0)) for number in range(1, max(points) + 1))
            yield f"XXA {rank:>4}" + "".join(f" {points_text(points)}" for points in every)
