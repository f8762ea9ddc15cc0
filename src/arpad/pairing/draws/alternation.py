"""Colours for a schedule that prescribes none."""

from collections.abc import Sequence

from arpad.pairing.draws.model import DrawPairing, Player


def alternate(rounds: Sequence[Sequence[tuple[Player, Player]]]) -> list[list[DrawPairing]]:
    """The rounds with colours: in his first and second game, in his third and fourth and so on a player has White once
    and Black once. So his colours differ by one game at most, and none comes three times running.

    Each game is tied to at most one other through each of its players, so the games form chains and rings. Along one of
    them who comes in with Black goes on with White: whatever the first game is given, the others follow.
    """
    pairs = [pair for one in rounds for pair in one]
    other_game = _partners(pairs)
    white: dict[int, Player] = {}
    for start, pair in enumerate(pairs):
        _follow(start, pair[start % 2], pairs, other_game, white)
    coloured = iter(_coloured(pair, white[game]) for game, pair in enumerate(pairs))
    return [[next(coloured) for _ in one] for one in rounds]


def _partners(pairs: Sequence[tuple[Player, Player]]) -> dict[tuple[Player, int], int]:
    """The game that has the other colour for a player: his second for his first, his first for his second."""
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
    player: Player,
    pairs: Sequence[tuple[Player, Player]],
    other_game: dict[tuple[Player, int], int],
    white: dict[int, Player],
) -> None:
    """Give White in a game, and what follows from it in the games tied to it."""
    open_games = [(start, player)]
    while open_games:
        game, chosen = open_games.pop()
        if game in white:
            continue
        white[game] = chosen
        for one in pairs[game]:
            tied = other_game.get((one, game))
            if tied is not None:
                open_games.append((tied, _opponent(pairs[tied], one) if one == chosen else one))


def _opponent(pair: tuple[Player, Player], player: Player) -> Player:
    return pair[1] if pair[0] == player else pair[0]


def _coloured(pair: tuple[Player, Player], white: Player) -> DrawPairing:
    return DrawPairing(white, _opponent(pair, white))
