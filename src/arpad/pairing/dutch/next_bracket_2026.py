"""C8 of 2026 for a single downfloater, without looking at the pairings of the next bracket.

The next bracket can at best pair everybody, or, if its number is odd, leave one resident to the brackets below. Players
who make that possible are the best downfloaters. If there are none, nothing is said.
"""

from collections.abc import Sequence

from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import Matching, bits


def mask_of(players: Sequence[int]) -> int:
    """Return players as a set."""
    found = 0
    for player in players:
        found |= 1 << player
    return found


def best_downfloaters(field: Field, candidates: Sequence[int], below: Sequence[int], rest: int) -> int:
    """Return the candidates with whom the next bracket reaches its bound and the round can be completed. `below` is the
    next scoregroup, `rest` everybody below it."""
    residents = mask_of(below)
    further = Matching(field.allowed, rest | (0 if field.bye is None else 1 << field.bye))
    if len(below) % 2:
        partners = _spared(field.allowed, residents) if not further.missing else 0
    else:
        partners = _spared_with_one_more(field, residents, further)
    return mask_of([it for it in candidates if field.allowed[it] & partners])


def _spared(allowed: Sequence[int], residents: int) -> int:
    """Return the residents who may be left over by a matching that pairs all others."""
    matching = Matching(allowed, residents)
    return matching.missable() if matching.missing == 1 else 0


def _spared_with_one_more(field: Field, residents: int, further: Matching) -> int:
    """The same if one resident must float further: a vertex beside them takes one who lets the round be completed."""
    if further.missing != 1:
        return 0
    open_ = further.missable()
    outlet = field.size + 1
    leaving = mask_of([it for it in bits(residents) if field.allowed[it] & open_])
    around = {it: field.allowed[it] | (leaving >> it & 1) << outlet for it in bits(residents)}
    around[outlet] = leaving
    matching = Matching(around, residents | 1 << outlet)
    return matching.missable() & residents if matching.missing == 1 else 0
