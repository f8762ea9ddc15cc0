"""C8 of 2026: what the next bracket makes of certain downfloaters."""

from collections.abc import Callable, Sequence

from arpad.pairing.dutch.criteria.c06_c08_2026 import downfloaters
from arpad.pairing.dutch.digits import Digit, Number
from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import bits, mask_of
from arpad.pairing.matching.heaviest import heaviest_edges
from arpad.pairing.state import PairingPlayer

FloaterDigits = Callable[[list[PairingPlayer]], list[Digit]]


def by_number_and_score(players: list[PairingPlayer]) -> list[Digit]:
    """As few downfloaters as possible, with the lowest scores."""
    return downfloaters(players, "C8", "C8")


def next_value(
    field: Field, moved: Sequence[int], residents: Sequence[int], rest: int, digits: FloaterDigits = by_number_and_score
) -> list[int]:
    """Return the counts of the downfloaters of the next bracket at best, if they must let the round be completed."""
    players = [field.entrants[place] for place in (*moved, *residents)]
    number = Number(field, digits(players))
    floaters = next_floaters(field, moved, residents, rest, digits)
    return [count for _, count in number.apart(sum(number.alone(place) for place in floaters))]


def next_floaters(
    field: Field,
    moved: Sequence[int],
    residents: Sequence[int],
    rest: int | None = None,
    digits: FloaterDigits = by_number_and_score,
) -> list[int]:
    """Return who floats from the next bracket at best: as few as possible, with the lowest scores.

    With `rest`, everybody below it, they must let the round be completed; without it this is not looked at.
    """
    players = (*moved, *residents)
    number = Number(field, digits([field.entrants[place] for place in players]))
    alone = {member: number.alone(member) for member in players}
    inner = mask_of(residents)
    whole = number.size
    edges: dict[tuple[int, int], int] = {}
    for one in players:
        for two in bits(field.allowed[one] & inner >> one << one):
            edges[one, two] = 2 * whole if rest is not None else alone[one] + alone[two]
    if rest is not None:
        outside = rest | (0 if field.bye is None else 1 << field.bye)
        for one in (*players, *bits(rest)):
            for two in bits(field.allowed[one] & outside >> one << one):
                edges[one, two] = 2 * whole - alone.get(one, 0)
    inside = set(players)
    taken = {member for edge in heaviest_edges(edges) if inside.issuperset(edge) for member in edge}
    return [member for member in players if member not in taken]
