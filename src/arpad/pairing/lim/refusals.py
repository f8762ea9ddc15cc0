"""What would have come first in a Lim group, and why it fails: who leaves, whom the floaters meet, the exchanges."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from arpad.pairing.lim.engine import LimGroup
from arpad.pairing.lim.exchanges import exchange, in_turn
from arpad.pairing.lim.field import LimField
from arpad.pairing.lim.floaters import Leaving
from arpad.pairing.matching.cardinality import Matching, mask_of
from arpad.pairing.upfloating import Digits, first_worse

LEAVING_ARTICLES = {"a": "3.9", "b": "3.9", "c": "3.9", "again": "3.10", "balance": "3.2"}
DEFECT_ARTICLES = {"beyond": "6.1", "due": "5.2"}


@dataclass(frozen=True, slots=True)
class LimRefusal:
    """A player who does not leave, or a pair that is not made: the places, and the article by which.

    `kind` is `barred`, `incomplete`, `quality`, `colour` (the same colour is due) or `far` (in a maxi-tournament);
    `criterion` names what counts, with what this one would have and what the best has.
    """

    places: tuple[int, ...]
    article: str
    kind: str
    criterion: str = ""
    given: int = 0
    best: int = 0


def leaving_of(field: LimField, group: LimGroup) -> Leaving:
    """Return the choice of those who leave a group."""
    return Leaving(field, group.residents, group.came, group.adjacent, group.direction)


def not_leaving(field: LimField, group: LimGroup) -> Iterator[LimRefusal]:
    """3.3 and 3.4: the players who would have left first."""
    leaving = leaving_of(field, group)
    sets, kept = leaving.sets(), list[int]()
    for place in leaving.in_order():
        if len(kept) == len(group.out):
            return
        if place in group.out:
            kept.append(place)
            continue
        other = leaving.best_with([*kept, place], sets)
        if other is None:
            yield LimRefusal((place,), "2.3", "incomplete")
        else:
            yield _worse((place,), leaving.counts(other), leaving.counts(group.out), LEAVING_ARTICLES, "3.2")


def not_met(field: LimField, group: LimGroup) -> Iterator[LimRefusal]:
    """3.8: the residents whom a floater would have met first."""
    free = [place for place in (*group.came, *group.residents) if place not in group.out]
    for floater, mate in floater_pairs(group):
        free = [place for place in free if place not in (floater, mate)]
        fit = Matching(field.allowed, mask_of([*free, mate])).missable()
        due = field.players[floater].due_colour
        apart = {place for place in (*free, mate) if due is None or field.players[place].due_colour != due}
        sign = -1 if group.direction < 0 else 1
        rank = {place: sign * field.players[place].rank for place in (*free, mate)}
        for place in sorted((place for place in free if place in group.residents), key=rank.__getitem__):
            earlier = rank[place] < rank[mate] or mate not in group.residents
            if not (earlier or (place in apart and mate not in apart)):
                continue
            pair = (floater, place)
            if not field.allowed[floater] >> place & 1:
                yield LimRefusal(pair, "2.1", "barred")
            elif not fit >> place & 1:
                yield LimRefusal(pair, "3.8", "incomplete")
            elif place not in apart and mate in apart:
                yield LimRefusal(pair, "3.8", "colour")
            else:
                yield LimRefusal(pair, "3.8", "far")


def floater_pairs(group: LimGroup) -> list[tuple[int, int]]:
    """Return the pairs of the floaters, which are made first."""
    return [pair for pair in group.made if pair[0] in group.came]


def not_exchanged(field: LimField, group: LimGroup) -> Iterator[LimRefusal]:
    """4.2: the opponents that would have come first among the others."""
    pairs = [pair for pair in group.made if pair[0] not in group.came]
    below = group.direction < 0
    left = sorted(
        (place for pair in pairs for place in pair), key=lambda place: field.players[place].rank, reverse=below
    )
    for at, (first, mate) in enumerate(pairs):
        best = defects(field, pairs[at:], below)
        for other in in_turn(left):
            if other == mate:
                break
            yield _not_with(
                field, [place for place in left if place not in (first, other)], (first, other), best, below
            )
        left = [place for place in left if place not in (first, mate)]


def _not_with(field: LimField, rest: Sequence[int], pair: tuple[int, int], best: Digits, below: bool) -> LimRefusal:
    one, two = pair
    if not field.allowed[one] >> two & 1:
        return LimRefusal(pair, "2.1", "barred")
    if not field.complete(rest):
        return LimRefusal(pair, "4.4", "incomplete")
    return _worse(pair, defects(field, [pair, *exchange(field, rest, below)], below), best, DEFECT_ARTICLES, "5.7")


def _worse(
    places: tuple[int, ...], given: Digits, best: Digits, articles: Mapping[str, str], distance: str
) -> LimRefusal:
    """The first count by which it is worse. Only the ratings of a maxi-tournament refuse what is not worse."""
    found = first_worse(given, best)
    if found is None or found[1] < found[2]:
        return LimRefusal(places, distance, "far")
    return LimRefusal(places, articles[found[0]], "quality", *found)


def defects(field: LimField, pairs: Sequence[tuple[int, int]], below: bool) -> Digits:
    """Return how many players get a colour beyond the limits (last round only), and how many pairs have the same due
    colour."""
    costs = [field.cost(one, two, below) for one, two in pairs]
    return [("beyond", sum(beyond for beyond, _ in costs)), ("due", sum(due for _, due in costs))]
