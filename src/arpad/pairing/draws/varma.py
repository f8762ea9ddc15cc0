"""C.05 5.2, 5.3 and annex 2: the restricted drawing of lots by Varma tables.

Players of one federation draw their numbers from one group, so that they do not meet in the last three rounds.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from arpad.pairing.draws.berger import berger_rounds
from arpad.pairing.draws.limits import within
from arpad.pairing.draws.model import Draw
from arpad.pairing.draws.tables import printed

LEAST, MOST = 9, 24
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
    return Draw("varma", tuple(range(1, players + 1)), berger_rounds(within("players", players, LEAST, MOST)))


def varma_groups(players: int) -> Groups:
    """Annex 2, 5: the groups of numbers. An odd number of players has no use for the highest number of the table."""
    within("players", players, LEAST, MOST)
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
    found = []
    for number in range(len(rounds) - LAST_ROUNDS + 1, len(rounds) + 1):
        for pairing in rounds[number - 1].pairings:
            assert isinstance(pairing.white, int)
            assert isinstance(pairing.black, int)
            federation = by_number[pairing.white].federation
            if federation == by_number[pairing.black].federation:
                found.append(Meeting(number, federation, pairing.white, pairing.black))
    return found
