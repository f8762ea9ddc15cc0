"""Players: nobody twice, and points that are the sum of the results."""

from collections.abc import Iterator

from arpad.domain import Event, Finding, Player
from arpad.reports.scores import Scores

POINTS_COLUMN, RANK_COLUMN, NAME_COLUMN, ID_COLUMN = 81, 5, 15, 58


def same_player(event: Event) -> Iterator[Finding]:
    """A player twice: the same starting rank, the same ID, or the same name and birthday."""
    ranks: dict[int, Player] = {}
    ids: dict[str, Player] = {}
    persons: dict[tuple[str, object], Player] = {}
    for player in event.players:
        if player.rank and (first := ranks.setdefault(player.rank, player)) is not player:
            yield _twice("rank-twice", player, RANK_COLUMN, number=player.rank, first=first.name, second=player.name)
        if player.id and (first := ids.setdefault(player.id, player)) is not player:
            yield _twice("id-twice", player, ID_COLUMN, id=player.id, first=first.rank)
        elif player.birthday and player.name:
            first = persons.setdefault((" ".join(player.name.casefold().split()), player.birthday), player)
            if first is not player:
                yield _twice("player-twice", player, NAME_COLUMN, name=player.name, first=first.rank)


def _twice(code: str, player: Player, column: int, **values: object) -> Finding:
    return Finding(code, "error", None, player.line or None, column, player.rank or None, None, values)


def points(event: Event) -> Iterator[Finding]:
    """Points that are not the sum of the results and of the extra points (299)."""
    scores = Scores(event)
    for player in event.players:
        if player.points is None or not player.rounds:
            continue
        total = scores.total(player)
        if total != player.points:
            yield Finding(
                "points-sum",
                "warning",
                None,
                player.line or None,
                POINTS_COLUMN,
                player.rank or None,
                values={"points": player.points, "sum": total},
            )
