"""Small states before a round, likely and unlikely, made by lot: floats, byes, collapses, the last round."""

from dataclasses import fields, replace
from itertools import combinations
from random import Random

from arpad.pairing._dubov import DubovPlayer
from arpad.pairing._graph import Field, Paired
from arpad.pairing.colours import difference
from arpad.pairing.dutch._engine import DutchPairing
from arpad.pairing.engines import Pairing
from arpad.pairing.matches import with_wish
from arpad.pairing.state import Float, PairingPlayer, PairingState, order
from arpad.pairing.systems import systems

MOST = 9
FLOATS: list[list[Float]] = [[None], [None, None, "down"], [None, "up", "down"], ["up", "down"]]


def any_state(lot: Random) -> PairingState:
    """Up to nine players with any past that the rules of colours allow."""
    count, share, last, top = lot.randint(2, MOST), lot.randint(0, 7), lot.random() < 0.5, lot.randint(1, 4)
    met = _met(lot, count, share)
    floats, games, most = lot.choice(FLOATS), lot.randint(0, 4), lot.randint(0, 5)
    entrants = []
    for rank, opponents in met.items():
        score, colours = lot.randint(0, most), _colours("".join(lot.choices("wb", k=games)))
        float_, bye = (lot.choice(floats), lot.choice(floats)), lot.randrange(10) < 6
        topscorer = last and score >= top
        entrants.append(
            PairingPlayer(
                rank, score, score, colours, frozenset(opponents), float_, bye, rank, topscorer, lot.randrange(3)
            )
        )
    return PairingState(5, 5 if last else 9, tuple(sorted(entrants, key=order)), unit=lot.randint(1, 2))


def _met(lot: Random, count: int, share: int) -> dict[int, set[int]]:
    """Who has met whom: each two with a chance of so many in ten."""
    met: dict[int, set[int]] = {rank: set() for rank in range(1, count + 1)}
    for one, two in combinations(met, 2):
        if lot.randrange(10) < share:
            met[one].add(two)
            met[two].add(one)
    return met


def _colours(wish: str) -> str:
    """As much of it as C.04.1.f and g allow."""
    while abs(difference(wish)) > 2 or "www" in wish or "bbb" in wish:
        wish = wish[:-1]
    return wish


class LongDutch(DutchPairing):
    """The Dutch system without what bounds prove best."""

    quick = False


def engine_round(state: PairingState, quick: bool) -> tuple[list[tuple[int, int]], int | None] | None:
    """The engine's answer in the words of the sieve."""
    answer = (DutchPairing if quick else LongDutch).pair(state)
    if not isinstance(answer, Pairing):
        return None
    return sorted((board.white, board.black) for board in answer.boards), answer.bye


def score_differences(field: Field, paired: Paired) -> tuple[int, ...]:
    """A.8: of the pairs and of the downfloaters, from high to low."""
    low = min(field.scores[player] for player in paired.bracket.players)
    found = [field.scores[one] - field.scores[two] for one, two in paired.pairs]
    found += [field.scores[floater] - low + field.state.unit for floater in paired.floaters]
    return tuple(sorted(found, reverse=True))


MATCHES = ("team-2026", "team-2024", "double-2026")


def any_match_state(lot: Random) -> PairingState:
    """Up to nine sides with any past: met opponents, floats, byes, colours, the last rounds."""
    system = systems()[lot.choice(MATCHES)]
    count, share, top, round_number = lot.randint(2, MOST), lot.randint(0, 7), lot.randint(1, 4), lot.randint(4, 7)
    type_ = lot.choice(("A", "B", "none")) if system.name == "team" else ""
    entrants = []
    for rank, opponents in _met(lot, count, share).items():
        score, colours = lot.randint(0, top), "".join(lot.choices("wb", k=lot.randint(0, 4)))
        floats: list[Float] = [None, None, "up", "down"]
        float_ = lot.choice(floats), None
        bye = lot.randrange(10) < 7
        player = PairingPlayer(rank, score, score, colours, frozenset(opponents), float_, bye, rank)
        entrants.append(with_wish(system, player, lot.randint(0, 3), type_, round_number == 7))
    return PairingState(round_number, 7, tuple(sorted(entrants, key=order)), initial="b", system=system)


def rated_for_dubov(state: PairingState) -> PairingState:
    """A small state with averages and upfloats that follow from nothing but are the same in every run."""
    entrants = []
    for player in state.entrants:
        values = {field.name: getattr(player, field.name) for field in fields(PairingPlayer)} | {"topscorer": False}
        mixed = player.rank * 7 + player.score * 5 + len(player.colours) * 3
        aro = 2000 + mixed % 5 if player.colours else 0
        entrants.append(DubovPlayer(**values, aro=aro, upfloats=mixed % 6))
    return replace(state, entrants=tuple(entrants), system=systems()["dubov-2026"])
