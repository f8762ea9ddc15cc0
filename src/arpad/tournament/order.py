"""C.04.2.B: the order of the players, and their pairing numbers."""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

from arpad.domain.values import sha256_of
from arpad.pairing.state import TITLE_ORDER
from arpad.tournament.rules import EventRules
from arpad.tournament.state import Entry, EventState

Key = tuple[object, ...]
NAMES_KEPT = 5000
"""Names that are kept as they are compared: lists by name are made again and again."""
BY_RATING_AND_TITLE = (0, 1)
"""FEDA 1.21, 1.22: titles part players with equal FIDE ratings, or equal national ones."""


def ordered(entries: Iterable[Entry], rules: EventRules, seed: int | None = None) -> list[Entry]:
    """Return players in the order of the rules: strength, title, and last the name, the lot or the order of entry."""
    return sorted(entries, key=lambda player: place_of(player, rules, seed))


def place_of(player: Entry, rules: EventRules, seed: int | None = None) -> Key:
    """Return what the place of a player in the order depends on."""
    if rules.order == "given":
        return (player.entry,)
    strong = strength(player, rules.order)
    titled = rules.order != "feda" or strong[0] in BY_RATING_AND_TITLE
    title = TITLE_ORDER.index(player.title) if player.title in TITLE_ORDER else len(TITLE_ORDER)
    return (*strong, title if titled else 0, *_last(player, rules.order_last, seed))


def strength(player: Entry, order: str) -> Key:
    """Return the strength of a player under an order, the strongest first.

    FIDE: the rating that counts. National, or one before the other (fidon, nidof), or the higher or the lower of both
    (hbfn, lbfn). FEDA 1.2: all with a FIDE rating, then all with a national one, then other ratings.
    """
    fide, national, other = (player.ratings.get(name, 0) for name in ("fide", "national", "other"))
    fide = fide or (0 if player.ratings else player.rating)
    if order == "feda":
        place = 0 if fide else 1 if national else 2 if other else 3
        return place, -(fide or national or other)
    by_order = {
        "fide": player.rating,
        "national": national or (0 if player.ratings else player.rating),
        "fidon": fide or national,
        "nidof": national or fide,
        "hbfn": max(fide, national),
        "lbfn": min(fide, national) if fide and national else max(fide, national),
    }
    return (-by_order[order],)


def _last(player: Entry, criterion: str, seed: int | None) -> Key:
    """C.04.2.B.2c: the name without marks and case, or what the rules say instead. A player keeps the lot that was
    drawn, no matter who comes later."""
    if criterion == "lot":
        return sha256_of(f"{seed} {player.entry}"), player.entry
    if criterion == "given":
        return (player.entry,)
    return plain_name(player.name), player.name, player.entry


def inserted(state: EventState, player: Entry) -> list[int]:
    """C.04.2.C.3: the numbers with a late entry among them, before the first who is weaker; the others keep their
    order."""
    own = place_of(player, state.laws, state.seed)
    numbers = list(state.numbers)
    weaker: Sequence[int] = [
        at for at, entry in enumerate(numbers) if place_of(state.entries[entry], state.laws, state.seed) > own
    ]
    numbers.insert(weaker[0] if weaker else len(numbers), player.entry)
    return numbers


@lru_cache(NAMES_KEPT)
def plain_name(name: str) -> str:
    """A name without marks and case: ñ as n, Á as a."""
    if name.isascii():
        return name.casefold()
    apart = unicodedata.normalize("NFD", name)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()
