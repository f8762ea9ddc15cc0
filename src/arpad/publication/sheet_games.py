"""The numbers of a player's games, found for each pairing: from the engine's own list, or from its reasons."""

from collections.abc import Iterator
from decimal import Decimal

from arpad.documents.steps import Step, walk
from arpad.domain.event import Game
from arpad.domain.games import PlayerGame
from arpad.rating.model import EventRating, PlayerRating
from arpad.rating.results import GameChange

Key = tuple[int, int, int]
"""A pairing: the round and the two starting ranks, the lower first."""


def key_of(game: Game) -> Key:
    low, high = sorted((game.white, game.black))
    return (game.round, low, high)


def game_changes(rating: EventRating, own: PlayerRating) -> dict[Key, GameChange]:
    """Return the numbers of each game that is rated separately; none if the event is rated by its average."""
    out = {key_of(omission.game) for omission in rating.not_rated}
    counted = [game for game in _games_of(rating, own.participant.player.rank) if key_of(game) not in out]
    if own.detail is None:
        return _of_round_robin(rating, own, counted)
    if not own.detail.games:
        return {}
    rank = own.participant.player.rank
    counted = [game for game in counted if counts_for(rating, game.black if game.white == rank else game.white)]
    return {key_of(game): change for game, change in zip(counted, own.detail.games, strict=True)}


def counts_for(rating: EventRating, opponent: int) -> bool:
    """Return whether a game against the opponent counts: rated now, and when the event began (10.4, 8.2.4)."""
    other = rating.player(opponent)
    return other is not None and other.participant.for_opponents is not None


def _games_of(rating: EventRating, rank: int) -> Iterator[Game]:
    """Return the player's games as the engine takes them: in the order of the event, both players taking part."""
    taking_part = {player.participant.player.rank for player in rating.players}
    for game in rating.event.games():
        if rank in (game.white, game.black) and {game.white, game.black} <= taking_part:
            yield game


def _of_round_robin(rating: EventRating, own: PlayerRating, counted: list[Game]) -> dict[Key, GameChange]:
    """2005 10.54, 2017 8.58: a round robin game by game gives its numbers opponent by opponent, in its reasons."""
    rank, before = own.participant.player.rank, own.participant.rating
    if before is None:
        return {}
    expected: dict[str, list[Step]] = {}
    for _, step in walk(own.steps):
        if step.what == "round-robin.expected":
            expected.setdefault(str(step.inputs["name"]), []).append(step)
    found = {}
    for game in counted:
        other, score = (game.black, game.score) if game.white == rank else (game.white, 2 - (game.score or 0))
        steps = expected.get(label_of(rating, other))
        if steps and score is not None:
            found[key_of(game)] = _change(before, steps.pop(0), score)
    return found


def _change(rating: int, step: Step, score: int) -> GameChange:
    opponent, used = step.inputs["opponent"], step.inputs["difference"]
    assert isinstance(opponent, int)
    assert isinstance(used, int)
    assert isinstance(step.value, Decimal)
    expected = int(step.value * 100)
    return GameChange(PlayerGame(opponent, score), rating - opponent, used, expected, score * 50 - expected)


def label_of(rating: EventRating, rank: int) -> str:
    """Return how the reasons of a round robin call a player."""
    player = rating.event.player(rank)
    return f"{rank} {player.name if player else ''}".strip()
