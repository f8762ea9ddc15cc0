"""Draws (schedules without results), Berger tables (C.05 annex 1) for any number of players, Varma tables (annex 2)."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple, TypeVar, get_args

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


# C.05 annex 1 and chapter IV, 1: Berger tables, by their rule and so for any number of players.

LEAST_BERGER = 2
Swap = Literal["first", "each", "none"]
SWAPS: tuple[Swap, ...] = get_args(Swap)


def berger(players: int, double: bool = False, swap: Swap = "first") -> Draw:
    """Everybody against everybody, once; or twice, the second time with the other colours."""
    cycle = berger_rounds(within("players", players, LEAST_BERGER))
    rounds = double_rounds(cycle, swap) if double else cycle
    return Draw("berger", tuple(range(1, players + 1)), rounds)


def berger_rounds(players: int) -> tuple[DrawRound, ...]:
    """Annex 1: if the number of players is odd, the highest number of the table is a free round."""
    size = players + players % 2
    return tuple(_without_rest(table_round(size, number), players) for number in range(1, size))


def table_round(size: int, number: int) -> list[tuple[int, int]]:
    """A round of the table for an even number, White first, its boards in the printed order.

    On the first board the highest number has Black in odd rounds and White in even ones. Its opponent is the centre of
    the others: a player some places after the centre meets, with White, the one as many places before it.
    """
    half = size // 2
    centre = (number + 1) // 2 if number % 2 else number // 2 + half
    first = (centre, size) if number % 2 else (size, centre)
    return [first, *((_seat(centre + away, size), _seat(centre - away, size)) for away in range(1, half))]


def _seat(place: int, size: int) -> int:
    """A place on the circle of all numbers but the highest."""
    return (place - 1) % (size - 1) + 1


def _without_rest(table: list[tuple[int, int]], players: int) -> DrawRound:
    resting = tuple(min(pair) for pair in table if max(pair) > players)
    return DrawRound(tuple(DrawPairing(*pair) for pair in table if max(pair) <= players), resting)


def double_rounds(cycle: tuple[DrawRound, ...], swap: Swap) -> tuple[DrawRound, ...]:
    """Both cycles. So that nobody has the same colour three times running, the last two rounds of a cycle change
    places: annex 1 says so of the first cycle, chapter IV of each."""
    changed = (*cycle[:-2], *reversed(cycle[-2:]))
    first = cycle if swap == "none" else changed
    second = changed if swap == "each" else cycle
    return (
        *first,
        *(DrawRound(tuple(pairing.reversed for pairing in round_.pairings), round_.byes) for round_ in second),
    )


# C.05 5.2, 5.3 and annex 2: the restricted drawing of lots by Varma tables. Players of one federation draw their
# numbers from one group, so that they do not meet in the last three rounds.

LEAST_VARMA, MOST_VARMA = 9, 24
LAST_ROUNDS = 3

Groups = Mapping[str, tuple[int, ...]]
Choice = TypeVar("Choice", int, str)


@dataclass(frozen=True, slots=True)
class VarmaEntrant:
    """A player who draws a number."""

    federation: str
    name: str


@dataclass(frozen=True, slots=True)
class Lot:
    """The number a player drew, and from which group."""

    number: int
    group: str
    entrant: VarmaEntrant


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two players of one federation who meet in one of the last three rounds after all."""

    round: int
    federation: str
    white: int
    black: int


def varma(players: int) -> Draw:
    """The rounds: those of the Berger table, whose numbers are drawn."""
    return Draw(
        "varma", tuple(range(1, players + 1)), berger_rounds(within("players", players, LEAST_VARMA, MOST_VARMA))
    )


def varma_groups(players: int) -> Groups:
    """Annex 2, 5: the groups of numbers. An odd number of players has no use for the highest number of the table."""
    within("players", players, LEAST_VARMA, MOST_VARMA)
    table = printed("varma")[str(players + players % 2)]
    return {name: tuple(number for number in numbers if number <= players) for name, numbers in table.items()}


def drawing_order(entrants: Iterable[VarmaEntrant]) -> list[list[VarmaEntrant]]:
    """Annex 2, 2: the federation with most players first, equal ones by their code; inside a federation by name."""
    teams: dict[str, list[VarmaEntrant]] = {}
    for entrant in sorted(entrants, key=lambda one: (one.federation, one.name)):
        teams.setdefault(entrant.federation, []).append(entrant)
    return sorted(teams.values(), key=lambda team: -len(team))


def draw_lots(entrants: Sequence[VarmaEntrant], seed: int) -> list[Lot]:
    """Annex 2, 3 and 4: federation after federation chooses a group with enough numbers for all its players, and each
    of them draws one. The same seed gives the same numbers.

    If there is a choice, no group is taken that would leave a later federation without one. A federation that no
    group can hold takes the fullest ones: the fewest of its players can then meet late.
    """
    left = {name: list(numbers) for name, numbers in varma_groups(len(entrants)).items()}
    contingents = drawing_order(entrants)
    lots = []
    for place, contingent in enumerate(contingents):
        later = tuple(len(one) for one in contingents[place + 1 :])
        waiting = list(contingent)
        while waiting:
            group = _group(left, len(waiting), later, f"{seed}/{contingent[0].federation}/{len(waiting)}")
            for entrant in waiting[: len(left[group])]:
                number = _drawn(left[group], f"{seed}/{entrant.federation}/{entrant.name}/{group}")
                left[group].remove(number)
                lots.append(Lot(number, group, entrant))
                waiting = waiting[1:]
    return sorted(lots, key=lambda lot: lot.number)


def _group(left: Mapping[str, list[int]], size: int, later: tuple[int, ...], lot: str) -> str:
    """The large envelope that a federation takes."""
    room = {name: len(numbers) for name, numbers in left.items()}
    enough = [name for name in room if room[name] >= size]
    if not enough:
        return max(room, key=lambda name: room[name])
    kept = [name for name in enough if _fits(_taken(room, name, size), later)]
    return _drawn(kept or enough, lot)


def _taken(room: Mapping[str, int], name: str, size: int) -> tuple[int, ...]:
    return tuple(sorted(count - size * (group == name) for group, count in room.items()))


@cache
def _fits(room: tuple[int, ...], sizes: tuple[int, ...]) -> bool:
    """Whether each of the contingents finds a group that holds it whole."""
    if not sizes:
        return True
    first, *others = sizes
    for place, count in enumerate(room):
        if count >= first and _fits(tuple(sorted((*room[:place], count - first, *room[place + 1 :]))), tuple(others)):
            return True
    return False


def _drawn(choices: Iterable[Choice], lot: str) -> Choice:
    """One of several by lot: the one whose digest with the seed is the lowest, so that anybody can draw it again."""
    return min(choices, key=lambda choice: hashlib.sha256(f"{lot}/{choice}".encode()).digest())


def late_meetings(lots: Iterable[Lot], players: int) -> list[Meeting]:
    """C.05 5.2: players of one federation who meet in the last three rounds after all.

    It happens if a federation is larger than the groups, and with the numbers 6 and 12 of the table for twelve.
    """
    by_number = {lot.number: lot.entrant for lot in lots}
    rounds = berger_rounds(players)
    meetings = []
    for number in range(len(rounds) - LAST_ROUNDS + 1, len(rounds) + 1):
        for pairing in rounds[number - 1].pairings:
            assert isinstance(pairing.white, int)
            assert isinstance(pairing.black, int)
            federation = by_number[pairing.white].federation
            if federation == by_number[pairing.black].federation:
                meetings.append(Meeting(number, federation, pairing.white, pairing.black))
    return meetings
