"""The first of the best pairings without a search by weights, if a bound says what the best is.

Of w players who seek White, b who seek Black and a without a preference, at least (w - b - a) / 2 pairs deny a colour
if w is that large. Then exactly the pairs with a player who seeks White reach the bound; if neither colour is in such
excess, exactly the pairs that deny nobody do. One more vertex takes the player who leaves an odd bracket.
"""

from collections.abc import Sequence

from arpad.domain.event import Colour
from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import Matching, bits, mask_of

OUTLET = 0


def quick_fold(field: Field, order: Sequence[int], leaving: int) -> list[tuple[int, int]] | None:
    """Return the pairs of the first pairing that reaches the bound; None if there is none. One of `leaving` leaves the
    bracket if its number is odd."""
    rows = _rows(field, order, leaving)
    matching = Matching(rows, mask_of(rows))
    if matching.missing:
        return None
    pairs = []
    for player in range(1, len(order) + 1):
        if matching.mask >> player & 1:
            opponent = _lowest(rows, matching, player)
            if opponent != OUTLET:
                pairs.append((order[player - 1], order[opponent - 1]))
    return pairs


def _lowest(rows: dict[int, int], matching: Matching, player: int) -> int:
    """Pair a player with the lowest in the ranking who leaves a complete pairing of the others, and take both out."""
    own = matching.mate[player]
    better = rows[player] & matching.mask & ~((2 << own) - 1)
    last = better.bit_length() - 1
    matching.take_out(player)
    if better and not rows[own] >> matching.mate[last] & 1:
        better &= matching.missable()
        last = better.bit_length() - 1
    opponent = last if better else own
    matching.take_out(opponent)
    matching.enlarge()
    return opponent


def _rows(field: Field, order: Sequence[int], leaving: int) -> dict[int, int]:
    """Return for each player, numbered from 1 in the ranking, those whom they may meet in a pairing of the bound."""
    colours = [field.entrants[place].preference.colour for place in order]
    odd = len(order) % 2
    meets = _meeting(colours.count("w"), colours.count("b"), colours.count(None) + odd)
    numbers = {place: at for at, place in enumerate(order, 1)}
    places, wanted = dict.fromkeys(meets, 0), dict.fromkeys(meets, 0)
    for (place, number), colour in zip(numbers.items(), colours, strict=True):
        for kind, others in meets.items():
            if colour in others:
                places[kind] |= 1 << place
                wanted[kind] |= 1 << number
    rows: dict[int, int] = {}
    outlet = 0
    for (place, number), colour in zip(numbers.items(), colours, strict=True):
        barred = places[colour] & ~field.allowed[place]
        rows[number] = wanted[colour] & ~sum(1 << numbers[other] for other in bits(barred))
        if odd and leaving >> place & 1 and None in meets[colour]:
            rows[number] |= 1 << OUTLET
            outlet |= 1 << number
    return rows | ({OUTLET: outlet} if odd else {})


def _meeting(white: int, black: int, without: int) -> dict[Colour | None, tuple[Colour | None, ...]]:
    """Return the colours sought by those whom a player meets, by the colour that the player seeks."""
    if white > black + without:
        return {"w": ("w", "b", None), "b": ("w",), None: ("w",)}
    if black > white + without:
        return {"b": ("w", "b", None), "w": ("b",), None: ("b",)}
    return {"w": ("b", None), "b": ("w", None), None: ("w", "b", None)}
