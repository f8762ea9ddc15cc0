"""Players: nobody twice, and points that are the sum of the results."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby

from arpad.domain.event import Event, Player
from arpad.domain.findings import Finding, Severity
from arpad.reports.scores import Scores
from arpad.reports.tournament_types import is_team_event, tournament_type

POINTS_COLUMN, RANK_COLUMN, NAME_COLUMN, ID_COLUMN, FINAL_RANK_COLUMN = 81, 5, 15, 58, 86


def same_player(event: Event) -> Iterator[Finding]:
    """A player twice: the same starting rank, the same ID, or the same name and birthday."""
    ranks: dict[int, Player] = {}
    ids: dict[str, Player] = {}
    persons: dict[tuple[str, object], Player] = {}
    for player in event.players:
        if player.rank and (first := ranks.setdefault(player.rank, player)) is not player:
            names = {"first": first.name, "second": player.name}
            yield _about(player, "rank-twice", "error", RANK_COLUMN, number=player.rank, **names)
        if player.id and (first := ids.setdefault(player.id, player)) is not player:
            yield _about(player, "id-twice", "error", ID_COLUMN, id=player.id, first=first.rank)
        elif player.birthday and player.name:
            first = persons.setdefault((" ".join(player.name.casefold().split()), player.birthday), player)
            if first is not player:
                yield _about(player, "player-twice", "error", NAME_COLUMN, name=player.name, first=first.rank)


def _about(player: Player, code: str, severity: Severity, column: int, **values: object) -> Finding:
    return Finding(code, severity, None, player.line or None, column, player.rank or None, None, values)


def points(event: Event) -> Iterator[Finding]:
    """Points that are not the sum of the results and of the extra points (299). Byes of rounds that nobody has played
    yet may be counted or not, and so may what 162 gives for an unknown result (X): it is for the next pairing."""
    scores, last = Scores(event), -1
    unknown = scores.of_code(None)
    for player in event.players:
        if player.points is None or not player.rounds:
            continue
        total = scores.total(player)
        if total == player.points:
            continue
        last = last_game(event) if last < 0 else last
        so_far = player._replace(rounds=[told for told in player.rounds if told.round <= last])
        found = scores.total(so_far)
        open_games = sum(told.result is None for told in so_far.rounds) if unknown else 0
        if player.points not in (found, found - unknown * open_games):
            yield _about(player, "points-sum", "error", POINTS_COLUMN, points=player.points, sum=total)


def last_game(event: Event) -> int:
    """Return the last round in which anybody has an opponent."""
    return max((told.round for one in event.players for told in one.rounds if told.opponent is not None), default=0)


def final_ranks(event: Event) -> Iterator[Finding]:
    """Find final ranks that contradict the points: somebody with more points has a worse rank.

    The players of a team have the rank of their team, or no rank; a knock-out is not decided by points.
    """
    said = tournament_type(event)
    if is_team_event(event) or (said is not None and said.system == "knock-out"):
        return
    ranked = sorted(
        ((one.final_rank, one.points, one) for one in event.players if one.final_rank and one.points is not None),
        key=lambda placed: -placed[0],
    )
    best: tuple[Fraction, Player] | None = None
    overtaken: list[tuple[Player, Player]] = []
    for _, group in groupby(ranked, key=lambda placed: placed[0]):
        together = list(group)
        if best is not None:
            overtaken += [(player, best[1]) for _, points, player in together if points < best[0]]
        top = max(together, key=lambda placed: placed[1])
        if best is None or top[1] > best[0]:
            best = top[1], top[2]
    if overtaken:
        player, other = overtaken[-1]
        values = {
            "place": player.final_rank, "points": player.points, "other": other.rank, "other_points": other.points,
            "other_place": other.final_rank, "count": len(overtaken),
        }  # fmt: skip
        yield Finding(
            "rank-not-standing", "warning", None, player.line or None, FINAL_RANK_COLUMN, player.rank, None, values
        )
