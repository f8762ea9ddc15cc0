"""A report with its standings written into it: TRF26 with the tie-breaks (202, 212) and the ranks of 001 and 310."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from arpad.domain.findings import Finding
from arpad.reports.files import read_report
from arpad.reports.report import Report, record_code, uncommented
from arpad.reports.trf_columns import number_text
from arpad.reports.trf_lines import team_310
from arpad.reports.trf_write import write_trf

RANK = slice(85, 89)
"""Columns 86-89 of a player's line."""
BEFORE_LISTS = frozenset({"012", "022", "032", "042", "052", "062", "072", "082", "092", "102", "112", "122", "132",
                          "142", "152", "162", "172", "182", "192"})  # fmt: skip


def write_ranked(
    report: Report,
    codes: Sequence[str],
    ranks: Mapping[int, int],
    teams: Mapping[int, tuple[int, Fraction, Fraction]],
) -> tuple[bytes, tuple[Finding, ...]]:
    """The report as TRF26 with its whole list of tie-breaks, the ranks of its players by starting rank, and by the
    numbers of its teams their rank, match points and game points."""
    written, findings = write_trf(report, "trf26")
    whole = read_report(written)
    players = {player.line: player.rank for player in whole.event.players}
    numbered = {team.line: (team.number or place, team) for place, team in enumerate(whole.event.teams, 1)}
    lines = []
    for number, text in enumerate(whole.lines, 1):
        if record_code(uncommented(text)) in ("202", "212"):
            continue
        if number in players and players[number] in ranks:
            lines.append(_with_rank(text, ranks[players[number]]))
        elif number in numbered and numbered[number][0] in teams:
            own, team = numbered[number]
            rank, match_points, game_points = teams[own]
            lines.append(team_310(replace(team, rank=rank, match_points=match_points, game_points=game_points), own))
        else:
            lines.append(text)
    at = max((place for place, text in enumerate(lines, 1) if record_code(text) in BEFORE_LISTS), default=0)
    lines[at:at] = _lists(codes)
    return whole.encoded(tuple(lines)), findings


def _lists(codes: Sequence[str]) -> list[str]:
    """212: the whole list; 202: what comes after the score, if it begins with the score."""
    after = [f"202 {','.join(codes[1:])}"] if len(codes) > 1 and codes[0].startswith("PTS") else []
    return [*after, f"212 {','.join(codes)}"]


def _with_rank(text: str, rank: int) -> str:
    padded = text.ljust(RANK.stop)
    return padded[: RANK.start] + number_text(rank, 4) + padded[RANK.stop :]
