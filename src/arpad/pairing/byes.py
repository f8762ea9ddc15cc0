"""Games without a result (C.04.2.D.1), and points given in a report."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from arpad.domain.event import Player, RoundResult
from arpad.domain.findings import Finding
from arpad.formats.codes import by_match_points, tournament_type
from arpad.formats.consistency import POINTS_COLUMN
from arpad.formats.report import Report
from arpad.formats.scores import Scores
from arpad.pairing.colours import premise_findings
from arpad.pairing.state import Tournament, last_paired

# The points that a report gives its players, compared with the points for the pairing.


def pairing_findings(report: Report, whole: Tournament) -> list[Finding]:
    """Return what somebody should check before a pairing is published."""
    stated_type = tournament_type(report.event)
    too_short = premise_findings(whole.system, whole.rounds) if stated_type is not None and stated_type.baku else []
    return [*too_short, *contradicting_points(report, whole)]


def contradicting_points(report: Report, whole: Tournament) -> Iterator[Finding]:
    """Points (columns 81-84) that are neither the score so far nor that score with the byes already entered for the
    next round. Players are paired by their results."""
    if whole.system.name == "team" or by_match_points(report.event):
        return
    scores = Scores(report.event)
    for player in report.event.players:
        score = Fraction(whole.scores[player.rank][-1], whole.unit)
        if player.points is not None and player.points not in (score, scores.total(player)):
            values = {"points": player.points, "sum": score}
            yield Finding("points-sum", "error", None, player.line, POINTS_COLUMN, player.rank, values=values)


# C.04.2.D.1: games without a result are draws for the pairing. A file cannot tell an adjourned game from a result that
# is not entered yet. Games before the last paired round are adjourned; those of the last one only if somebody says so.

ARTICLE = "C.04.2.D.1"


def with_open_games(report: Report, adjourn_open: bool = False) -> Report:
    """Return a report with its adjourned games as draws. `adjourn_open` says that those of the last round are
    adjourned too. A game that only one of the two lines leaves open is no adjourned game."""
    open_games = set(adjourned_games(report, adjourn_open))
    if not open_games:
        return report
    players = tuple(_drawn(player, open_games) for player in report.event.players)
    return replace(report, event=replace(report.event, players=players))


def adjourned_games(report: Report, adjourn_open: bool = False) -> Iterator[tuple[int, int, int]]:
    """Yield the games that are draws for the pairing: the round and both starting ranks, from each side."""
    cells = {player.rank: player.rounds for player in report.event.players}
    last = last_paired(cells)
    for rank, own in cells.items():
        for cell in own:
            if not _is_open(cell) or cell.opponent is None or (cell.round == last and not adjourn_open):
                continue
            others = cells.get(cell.opponent, ())
            back = others[cell.round - 1] if cell.round <= len(others) else None
            if back is not None and back.opponent == rank and back.result is None:
                yield cell.round, rank, cell.opponent


def open_findings(report: Report, adjourn_open: bool) -> list[Finding]:
    """Return one finding for each round with games that were taken as draws."""
    games: dict[int, list[str]] = {}
    for number, rank, opponent in adjourned_games(report, adjourn_open):
        if rank < opponent:
            games.setdefault(number, []).append(f"{rank}-{opponent}")
    return [
        Finding("open-as-draw", "info", ARTICLE, round=number, values={"games": ", ".join(found)})
        for number, found in sorted(games.items())
    ]


def _is_open(cell: RoundResult) -> bool:
    return cell.opponent is not None and cell.result is None


def _drawn(player: Player, open_games: set[tuple[int, int, int]]) -> Player:
    if not any(_is_open(cell) for cell in player.rounds):
        return player
    rounds = tuple(
        cell._replace(result="=") if (cell.round, player.rank, cell.opponent) in open_games else cell
        for cell in player.rounds
    )
    return player._replace(rounds=rounds)
