"""C.04.2.D.1: games without a result are draws for the pairing.

A file cannot tell an adjourned game from a result that is not entered yet. Games before the last paired round are
adjourned; those of the last one only if somebody says so.
"""

from collections.abc import Iterator
from dataclasses import replace

from arpad.domain.event import Player, RoundResult
from arpad.domain.findings import Finding
from arpad.formats.report import Report
from arpad.pairing.history import last_paired

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
