"""A player's period, as the closing explains it, game by game for an interim rating."""

import datetime as dt
from collections import defaultdict, deque
from collections.abc import Iterator

from arpad.i18n import ArpadError
from arpad.lab.interim import Interim, InterimGame, InterimPart, interim
from arpad.lists.player_period import Outcome, PlayerPeriod


def interim_of_period(id_: str, period: PlayerPeriod, before: int) -> Interim:
    """Follow the rating of a player through a period. `before` are the rated games up to it."""
    if period.base is None:
        raise ArpadError("lab-interim-unrated", id=id_)
    games = [game for number, outcome in enumerate(period.outcomes) for game in _games(number, outcome)]
    return interim(period.base, before, games, period.rating)


def _games(number: int, outcome: Outcome) -> Iterator[InterimGame]:
    """Return the rated games of a player in a part, with their rounds and days."""
    part, line = outcome.of.part, outcome.line
    event, own = part.event, line.participant
    start = event.start or part.accepted.event.start or part.list_date
    end = event.end or part.accepted.event.end or start
    if line.detail is None or own.rating is None:
        return
    rounds: dict[int, deque[int]] = defaultdict(deque)
    for game in outcome.of.rating.event.games():
        if game.played and own.player.rank in (game.white, game.black):
            rounds[game.black if game.white == own.player.rank else game.white].append(game.round)
    names = {player.rank: player.name for player in event.players}
    changes = [(change.game, change.game.rank) for change in line.detail.games]
    found = [(rounds[rank].popleft() if rounds[rank] else 0, game, rank) for game, rank in changes]
    days = [_day(event.round_dates, round_) for round_, _, _ in found]
    dated = all(day is not None for day in days)
    of = InterimPart(
        f"{start:%Y%m%d}-{part.accepted.sha256[:12]}-{number:03}",
        event.name,
        start,
        end,
        own.rating,
        own.k or 0,
        part.edition,
        dated,
    )
    for (round_, own_game, rank), day in zip(found, days, strict=True):
        yield InterimGame(of, round_, day if dated and day is not None else end, names.get(rank, ""), own_game)


def _day(dates: tuple[dt.date | None, ...], round_: int) -> dt.date | None:
    return dates[round_ - 1] if 0 < round_ <= len(dates) else None
