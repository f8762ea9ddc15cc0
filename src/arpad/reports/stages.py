"""An event in stages, preliminaries and finals, pooled into one (FEDA 7.2; 2003 and 2005 6.2)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from arpad.domain.event import Event, ExtraPoints, Player, RoundResult
from arpad.i18n import ArpadError
from arpad.reports.report import Report


def pool_reports(stages: Sequence[Report]) -> Report:
    """The reports of the stages of one event as one report: the first, with the games and the findings of all."""
    first = stages[0]
    if len(stages) == 1:
        return first
    if any(stage.format == "feda" for stage in stages):
        raise ArpadError("stages-without-games")
    findings = tuple(finding for stage in stages for finding in stage.findings)
    return replace(first, event=pool_stages([stage.event for stage in stages]), findings=findings)


def pool_stages(stages: Sequence[Event]) -> Event:
    """Join the stages into one event: the same player in two stages is one player, the rounds follow each other.

    Players are the same by id, otherwise by name and year of birth. Starting ranks come from the first stage;
    players who come later get the next ones.
    """
    whole = stages[0]
    for stage in stages[1:]:
        whole = _joined(whole, stage)
    return whole


def _identity(player: Player) -> tuple[str, ...]:
    if player.id.strip("0 "):
        return (player.id,)
    return (player.name.casefold(), str(player.born or ""))


def _joined(first: Event, second: Event) -> Event:
    known = {_identity(player): player.rank for player in first.players}
    following = max((player.rank for player in first.players), default=0) + 1
    ranks: dict[int, int] = {}
    for player in second.players:
        identity = _identity(player)
        if identity not in known:
            known[identity] = following
            following += 1
        ranks[player.rank] = known[identity]
    later = {ranks[player.rank]: player for player in second.players}
    shifted = {
        rank: tuple(_shifted(round_, first.rounds, ranks) for round_ in player.rounds) for rank, player in later.items()
    }
    players = [_continued(player, later.get(player.rank), shifted) for player in first.players]
    own = {player.rank for player in first.players}
    players += [player._replace(rank=rank, rounds=shifted[rank]) for rank, player in later.items() if rank not in own]
    dates = [day for day in (first.end, second.end) if day is not None]
    return replace(
        first,
        end=max(dates, default=None),
        rounds=first.rounds + second.rounds,
        round_dates=(*first.round_dates, *second.round_dates),
        players=tuple(players),
        extra_points=(*_placed(first, 0, {rank: rank for rank in own}), *_placed(second, first.rounds, ranks)),
    )


def _shifted(round_: RoundResult, by: int, ranks: dict[int, int]) -> RoundResult:
    opponent = None if round_.opponent is None else ranks.get(round_.opponent, round_.opponent)
    return round_._replace(round=round_.round + by, opponent=opponent)


def _placed(stage: Event, by: int, ranks: dict[int, int]) -> Iterator[ExtraPoints]:
    """Return the extra points of a stage. Points for all its rounds and players are repeated for each of them."""
    for extra in stage.extra_points:
        players = tuple(ranks.get(rank, rank) for rank in extra.players or ranks)
        every = range(1, stage.rounds + 1) if extra.kind else (1,)
        for number in every if extra.round is None else (extra.round,):
            yield replace(extra, round=by + number, players=players)


def _continued(player: Player, later: Player | None, shifted: dict[int, tuple[RoundResult, ...]]) -> Player:
    if later is None:
        return player
    points = [value for value in (player.points, later.points) if value is not None]
    total = sum(points, Fraction(0)) if points else None
    return player._replace(points=total, final_rank=later.final_rank, rounds=(*player.rounds, *shifted[player.rank]))
