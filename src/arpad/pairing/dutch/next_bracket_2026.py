"""C8 of 2026 for a single downfloater, without looking at the pairings of the next bracket.

The next bracket can at best pair everybody, or, if its number is odd, leave one resident to the brackets below. Players
who make that possible are the best downfloaters. If there are none, nothing is said.
"""

from collections.abc import Sequence

from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import Matching, bits, mask_of


def best_downfloaters(field: Field, candidates: Sequence[int], below: Sequence[int], rest: int) -> int:
    """Return the candidates with whom the next bracket reaches its bound and the round can be completed. `below` is the
    next scoregroup, `rest` everybody below it."""
    residents = mask_of(below)
    further = Matching(field.allowed, rest | (0 if field.bye is None else 1 << field.bye))
    if len(below) % 2:
        matching = Matching(field.allowed, residents) if not further.missing else None
    else:
        matching = _with_one_more(field, residents, further)
    if matching is None or matching.missing != 1:
        return 0
    everybody = mask_of(candidates)
    for partners in (matching.missable_nearby, matching.missable):
        spared = partners() & residents
        found = mask_of(place for place in candidates if field.allowed[place] & spared)
        if found == everybody:
            break
    return found


def _with_one_more(field: Field, residents: int, further: Matching) -> Matching | None:
    """The residents and one vertex beside them, which takes one who lets the round be completed."""
    if further.missing != 1:
        return None
    for open_ in (further.missable_nearby, further.missable):
        left = open_()
        leaving = mask_of(place for place in bits(residents) if field.allowed[place] & left)
        if leaving == residents:
            break
    return field.matching_with(residents, leaving)
