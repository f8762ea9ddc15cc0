"""A report with one more round: its own lines as they are, and the cells of the round in the lines of the players."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from arpad.domain.event import Player, RoundResult
from arpad.reports.report import Report
from arpad.reports.scores import Scores
from arpad.reports.trf_columns import number_text, points_text
from arpad.reports.trf_lines import OPEN_SIGNS
from arpad.reports.trf_rounds import column_of

POINTS = slice(80, 84)
RESULT = 7
"""Where the result of a round is, counted from the opponent."""
NEXT_ROUND_ONLY = "XXZ"
"""Absent in the next round: once that is paired, the lines of the players say so."""


def with_round(report: Report, number: int, cells: Mapping[int, RoundResult], rounds: int | None = None) -> bytes:
    """Return the bytes of a report with one more round, by starting ranks. Byes are added to the points of their
    players. Records about absences in this round are left out; `rounds` becomes a record if there is none."""
    players = {player.line: player for player in report.event.players}
    scores, passed = Scores(report.event), {bye.line for bye in report.byes if bye.round == number}
    lines = []
    for record in report.records:
        player = players.get(record.line)
        if player is not None and player.rank in cells:
            lines.append(_extended(record.text, report, player, cells[player.rank], scores))
        elif record.code != NEXT_ROUND_ONLY and record.line not in passed:
            lines.append(record.text)
    lines += _announced(report, rounds)
    return report.encoded(tuple(lines))


def _extended(text: str, report: Report, player: Player, cell: RoundResult, scores: Scores) -> str:
    """The line of a player with the round in its columns. What the line says about it already is kept. It reaches the
    column of the result, which is blank in a TRF16: some programs take no shorter round."""
    first = column_of(cell.round) - 1
    end = first + RESULT + 1
    written = text.ljust(end)
    if not written[first:end].strip(" "):
        written = written[:first] + _cell(cell, report) + written[end:]
    before = sum((scores.of_round(player.rank, told) for told in player.rounds if told.round < cell.round), Fraction(0))
    after = before + scores.of_round(player.rank, cell)
    if player.points == before and after != before:
        written = written[: POINTS.start] + points_text(after) + written[POINTS.stop :]
    return written


def _cell(cell: RoundResult, report: Report) -> str:
    open_sign = OPEN_SIGNS["trf26" if report.format == "trf26" else "trf16"]
    if cell.opponent is None:
        return f"0000 - {cell.result}"
    return f"{number_text(cell.opponent, 4)} {cell.colour} {open_sign}"


def _announced(report: Report, rounds: int | None) -> Iterator[str]:
    if report.pairing.rounds is None and rounds is not None:
        yield f"{'142' if report.format == 'trf26' else 'XXR'} {rounds}"
