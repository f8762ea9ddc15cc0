"""Colours for a schedule that prescribes none."""

from collections.abc import Sequence

from arpad.pairing.draws.model import DrawPairing, Player


def alternate(rounds: Sequence[Sequence[tuple[Player, Player]]]) -> list[list[DrawPairing]]:
    """Give colours: in their first and second game, in their third and fourth and so on, players have White once
    and Black once. So their colours differ by at most one game, and never repeat three times in a row.

    Each game is tied to at most one other through each of its players, so the games form chains and rings. Along one of
    them a player who had Black then has White: the colours of the first game decide all others.
    """
    pairs = [pair for games in rounds for pair in games]
    other_game = _partners(pairs)
    white: dict[int, Player] = {}
    for start, pair in enumerate(pairs):
        _follow(start, pair[start % 2], pairs, other_game, white)
    coloured = iter(_coloured(pair, white[game]) for game, pair in enumerate(pairs))
    return [[next(coloured) for _ in games] for games in rounds]


def _partners(pairs: Sequence[tuple[Player, Player]]) -> dict[tuple[Player, int], int]:
    """Return the game in which a player has the other colour: the second for the first, the first for the second."""
    waiting: dict[Player, int] = {}
    found: dict[tuple[Player, int], int] = {}
    for game, pair in enumerate(pairs):
        for player in pair:
            if player in waiting:
                before = waiting.pop(player)
                found[player, game], found[player, before] = before, game
            else:
                waiting[player] = game
    return found


def _follow(
    start: int,
    first: Player,
    pairs: Sequence[tuple[Player, Player]],
    other_game: dict[tuple[Player, int], int],
    white: dict[int, Player],
) -> None:
    """Give White in a game, and follow the games tied to it."""
    open_games = [(start, first)]
    while open_games:
        game, chosen = open_games.pop()
        if game in white:
            continue
        white[game] = chosen
        for player in pairs[game]:
            tied = other_game.get((player, game))
            if tied is not None:
                open_games.append((tied, _opponent(pairs[tied], player) if player == chosen else player))


def _opponent(pair: tuple[Player, Player], player: Player) -> Player:
    return pair[1] if pair[0] == player else pair[0]


def _coloured(pair: tuple[Player, Player], white: Player) -> DrawPairing:
    return DrawPairing(white, _opponent(pair, white))
