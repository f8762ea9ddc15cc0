"""C.04.2.B: the order of the players, and their pairing numbers."""

import unicodedata
from collections.abc import Iterable

from arpad.pairing.order import TITLE_ORDER
from arpad.tournament.rules import EventRules
from arpad.tournament.state import Entry

Key = tuple[object, ...]


def ordered(entries: Iterable[Entry], rules: EventRules) -> list[Entry]:
    """Return players in the order of the rules: strength, title, name without marks and case, name, entry."""
    if rules.order == "given":
        return sorted(entries, key=lambda player: player.entry)
    return sorted(entries, key=lambda player: (*strength(player, rules.order), *_rest(player, rules.order)))


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


def _rest(player: Entry, order: str) -> Key:
    titled = order != "feda" or bool(strength(player, order)[0] in (0, 1))
    title = TITLE_ORDER.index(player.title) if player.title in TITLE_ORDER else len(TITLE_ORDER)
    return (title if titled else 0, plain_name(player.name), player.name, player.entry)


def plain_name(name: str) -> str:
    """A name without marks and case: ñ as n, Á as a."""
    apart = unicodedata.normalize("NFD", name)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()
