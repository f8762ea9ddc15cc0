"""The ranking of a report: its standings by tie-breaks, with what the report says of the players."""

from collections.abc import Mapping
from fractions import Fraction

from arpad.domain.event import Event, Player
from arpad.domain.games import PlayerGame
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import ArpadError
from arpad.prizes.model import NOBODY, RankedPlayer
from arpad.prizes.progress import Progress
from arpad.prizes.ranking_file import Ranking, read_ranking
from arpad.prizes.ranking_rows import looks_like_rows
from arpad.rating.change import rating_change
from arpad.rating.examine import report_class
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_editions import edition_for
from arpad.regulations.tiebreak_editions import TieBreakLibrary
from arpad.standings.conditions import profile_of
from arpad.standings.table import StandingsTable, Wishes, standings

ANY_K = 20
"""The sum game by game does not depend on K."""


def ranking_from(
    file: str, data: bytes, wishes: Wishes | None = None, library: TieBreakLibrary | None = None
) -> Ranking:
    """Read a ranking, or make one of a report. Wishes about tie-breaks are for reports alone."""
    if not looks_like_rows(file, data):
        try:
            return report_ranking(read_report(data), wishes, library)
        except ArpadError as problem:
            raise ArpadError("report", file=file, problem=problem) from None
    if wishes is not None and (wishes.tie_breaks or wishes.edition):
        raise ArpadError("prizes-ordered", file=file)
    return read_ranking(file, data)


def report_ranking(report: Report, wishes: Wishes | None = None, library: TieBreakLibrary | None = None) -> Ranking:
    """Return the players, or the teams, of a report as its tie-breaks order them."""
    table = standings(report, wishes, library)
    event = report.event
    players = _teams(table) if table.competition.teams else _players(table, event)
    return Ranking(players, event=event.name, date=event.start, findings=table.findings)


def _teams(table: StandingsTable) -> tuple[RankedPlayer, ...]:
    """Teams have no rating, sex or federation that a condition could ask for."""
    return tuple(RankedPlayer(row.rank, row.points, row.name, NOBODY, row=row.number) for row in table.rows)


def _players(table: StandingsTable, event: Event) -> tuple[RankedPlayer, ...]:
    known = {player.rank: player for player in event.players}
    games, edition = _games(event), _edition(event)
    return tuple(
        RankedPlayer(
            row.rank,
            row.points,
            row.name,
            profile_of(known[row.number], row.points, row.rank, event.start),
            progress=_progress(known[row.number], games.get(row.number, []), edition),
            row=row.number,
        )
        for row in table.rows
    )


def _games(event: Event) -> Mapping[int, list[PlayerGame]]:
    """Return the games that were played against rated opponents, by starting rank."""
    ratings = {player.rank: player.rating for player in event.players}
    found: dict[int, list[PlayerGame]] = {}
    for game in event.games():
        if not game.played or game.score is None:
            continue
        for own, other, score in ((game.white, game.black, game.score), (game.black, game.white, 2 - game.score)):
            if ratings.get(other):
                found.setdefault(own, []).append(PlayerGame(ratings[other], score, rank=other))
    return found


def _edition(event: Event) -> Edition | None:
    """Return the edition by which FIDE rates the event; None if the report does not say when it started."""
    if event.start is None:
        return None
    try:
        return edition_for("fide", report_class(event, None), event.start)
    except ArpadError:
        return None


def _progress(player: Player, games: list[PlayerGame], edition: Edition | None) -> Progress | None:
    if not player.rating or not games:
        return None
    average = Fraction(sum(game.opponent or 0 for game in games), len(games))
    score = Fraction(sum(game.score for game in games), 2)
    change = None
    if edition is not None:
        change = Fraction(rating_change(edition, player.rating, ANY_K, games, explain=False).sum, 100)
    return Progress(player.rating, len(games), score, average, change)
