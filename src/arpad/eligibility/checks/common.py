"""What the checks share: the shape of a finding, the players' ratings, the games played, the time control."""

from collections.abc import Iterator
from typing import Any

from arpad.domain.event import Event, Game, Player
from arpad.domain.findings import Finding, Severity
from arpad.eligibility.facts import Facts
from arpad.inputs.times import TimeText, read_time_control
from arpad.regulations.rating_rules import Rule

GameFinding = tuple[Game, Finding]
"""A game that is not rated, and why."""


def finding(code: str, rule: Rule[Any], severity: Severity = "error", /, **values: object) -> Finding:
    """Something about the whole event."""
    return Finding(code, severity, rule.article.number, values=values)


def about_player(code: str, rule: Rule[Any], severity: Severity, player: Player, /, **values: object) -> Finding:
    """Return a finding about a player, at the player's line."""
    return Finding(code, severity, rule.article.number, player.line or None, None, player.rank, values=values)


def about_game(
    event: Event, code: str, rule: Rule[Any], game: Game, rank: int | None = None, /, **values: object
) -> Finding:
    """Return a finding about a game that is not rated, at White's line or at the line of another rank."""
    player = event.player(game.white if rank is None else rank)
    assert player is not None
    column = next((round_.column for round_ in player.rounds if round_.round == game.round and round_.column), None)
    both = {"white": game.white, "black": game.black}
    return Finding(
        code, "error", rule.article.number, player.line or None, column, player.rank, game.round, {**both, **values}
    )


def rated(event: Event) -> list[Player]:
    """The players with a rating."""
    return [player for player in event.players if player.rating is not None]


def ratings(event: Event) -> dict[int, int | None]:
    """The ratings by starting rank."""
    return {player.rank: player.rating for player in event.players}


def played(event: Event) -> Iterator[Game]:
    """5.1: the games in which both made a move, between players of the report."""
    ranks = {player.rank for player in event.players}
    return (game for game in event.games() if game.played and game.white in ranks and game.black in ranks)


def control(event: Event) -> TimeText | None:
    """Return the time control of the report, if it can be read."""
    return read_time_control(event.time_control)


def women_only(event: Event, facts: Facts) -> bool | None:
    """Return whether only women take part; if no fact says so, by the players' sex."""
    if facts.women_only is not None:
        return facts.women_only
    sexes = {player.sex for player in event.players}
    return False if "m" in sexes else True if sexes == {"f"} else None
