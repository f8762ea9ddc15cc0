"""The model of a draw (a schedule without results): rounds, colours, limits, printed tables and JSON."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

from arpad.i18n import ArpadError
from arpad.regulations.articles import read_toml

# What a draw is: rounds of games between numbers, or between names like A1 if teams play.

Player = int | str
"""A number of the draw; `A1` is the first player of team A; `W3` is the winner of the third tie of a knock-out."""

DrawKind = Literal["berger", "varma", "scheveningen", "schiller", "skalitzka", "hilton", "match", "knockout"]


class DrawPairing(NamedTuple):
    """One board: White and Black."""

    white: Player
    black: Player

    @property
    def reversed(self) -> "DrawPairing":
        """The same two with the other colours."""
        return DrawPairing(self.black, self.white)


@dataclass(frozen=True, slots=True)
class DrawRound:
    """The boards in order, and who is free. A free round scores nothing: it is not a pairing-allocated bye."""

    pairings: tuple[DrawPairing, ...]
    byes: tuple[Player, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """A whole schedule: all players in the order in which names are given to them, and the rounds."""

    kind: DrawKind
    players: tuple[Player, ...]
    rounds: tuple[DrawRound, ...]
    on_a_board: int = 1
    """Games that belong together on one line of a round: in Hilton's system all games of one board of the teams."""


def letters(place: int) -> str:
    """The name of a team by its place from 0: A to Z, then AA, AB."""
    before, last = divmod(place, 26)
    return (letters(before - 1) if before else "") + chr(ord("A") + last)


def team_player(team: int, board: int) -> str:
    """`A1`: the player of a team, from 0, on a board, from 1."""
    return f"{letters(team)}{board}"


def rounds_of(boards: Iterable[Iterable[DrawPairing]]) -> tuple[DrawRound, ...]:
    """Rounds in which nobody is free."""
    return tuple(DrawRound(tuple(pairings)) for pairings in boards)


# Colours for a schedule that prescribes none.


def alternate(rounds: Sequence[Sequence[tuple[Player, Player]]]) -> list[list[DrawPairing]]:
    """Give colours: in their first and second game, in their third and fourth and so on, players have White once
    and Black once. So their colours differ by at most one game, and never repeat three times in a row.

    Each game is tied to at most one other through each of its players, so the games form chains and rings. Along one of
    them a player who had Black then has White: the colours of the first game decide all others.
    """
    pairs = [pair for games in rounds for pair in games]
    tied = _tied(pairs)
    white: dict[int, Player] = {}
    for start, pair in enumerate(pairs):
        open_games = [(start, pair[start % 2])]
        while open_games:
            game, chosen = open_games.pop()
            if game in white:
                continue
            white[game] = chosen
            for player in pairs[game]:
                if (following := tied.get((player, game))) is not None:
                    open_games.append((following, _opponent(pairs[following], player) if player == chosen else player))
    coloured = (DrawPairing(white[game], _opponent(pair, white[game])) for game, pair in enumerate(pairs))
    return [[next(coloured) for _ in games] for games in rounds]


def _tied(pairs: Sequence[tuple[Player, Player]]) -> dict[tuple[Player, int], int]:
    """Return the game in which a player has the other colour: the second for the first, the first for the second."""
    waiting: dict[Player, int] = {}
    tied: dict[tuple[Player, int], int] = {}
    for game, pair in enumerate(pairs):
        for player in pair:
            if player in waiting:
                before = waiting.pop(player)
                tied[player, game], tied[player, before] = before, game
            else:
                waiting[player] = game
    return tied


def _opponent(pair: tuple[Player, Player], player: Player) -> Player:
    return pair[1] if pair[0] == player else pair[0]


# A draw as the contract's JSON.


def draw_document(draw: Draw, names: Sequence[str] = ()) -> dict[str, Any]:
    """The rounds as pairs of White and Black, in the order of the boards, and who is free in each."""
    found: dict[str, Any] = {
        "kind": draw.kind,
        "players": list(draw.players),
        "rounds": [[list(pairing) for pairing in round_.pairings] for round_ in draw.rounds],
        "byes": [list(round_.byes) for round_ in draw.rounds],
    }
    return found | ({"names": list(names)} if names else {})


# How many players, teams, boards or games a draw takes; other numbers are refused, as on the command line.

MOST, MOST_TEAMS, MOST_KNOCKOUT = 500, 100, 4096
"""More than any hall holds."""


def within(what: str, value: int, least: int, most: int = MOST) -> int:
    """A number within bounds."""
    if not least <= value <= most:
        raise ArpadError("number-range", option=what, value=value, least=least, most=most)
    return value


def even(what: str, value: int, least: int, most: int = MOST) -> int:
    """An even number within bounds."""
    if within(what, value, least, most) % 2:
        raise ArpadError("draw-odd", option=what, value=value, less=value - 1, more=value + 1)
    return value


# The manual's tables that follow no rule, read from `tables.toml`.


@cache
def printed(system: str) -> Mapping[str, Any]:
    """The tables of one system by their size."""
    tables: Mapping[str, Any] = read_toml(files("arpad.pairing") / "draw_tables.toml")[system]
    return tables
