"""6.2, 6.3, 7.3 and 7.4: the columns of White and Black, who changes the column, and the pairs."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from arpad.pairing.burstein.fold import fold
from arpad.pairing.dubov.shifts import first_against
from arpad.pairing.dubov_manual.players import OldDubovPlayer
from arpad.pairing.dutch.costs import Weights
from arpad.pairing.dutch.field import Field

Pair = tuple[int, int]
Columns = tuple[list[int], list[int], list[int]]


def old_player(field: Field, place: int) -> OldDubovPlayer:
    """Return the player at a place."""
    player = field.entrants[place]
    assert isinstance(player, OldDubovPlayer)
    return player


def fresh(field: Field, places: Sequence[int]) -> bool:
    """5: whether nobody of a group has a game; then the two halves of the list are opposed."""
    return not any(field.entrants[place].colours for place in places)


def columns_of(field: Field, places: Sequence[int]) -> Columns:
    """Return the column of White, that of Black, and the players who change to the other one."""
    if fresh(field, places):
        listed = sorted(places, key=lambda place: field.entrants[place].rank)
        return listed[: len(listed) // 2], listed[len(listed) // 2 :], []
    due = {place: field.entrants[place].preference.colour for place in places}
    white = [place for place in places if due[place] == "w"]
    black = [place for place in places if due[place] != "w"]
    changing = change_column(field, white, black)
    moved = set(changing)
    return (
        in_white_order(field, [place for place in places if (due[place] == "w") != (place in moved)]),
        in_black_order(field, [place for place in places if (due[place] == "w") == (place in moved)]),
        changing,
    )


def change_column(field: Field, white: Sequence[int], black: Sequence[int]) -> list[int]:
    """7.3: of too many with White due, those with the lowest ARO; 7.4: with Black due, those with the highest. 2.2: not
    players who must have their colour."""
    surplus = (len(white) - len(black)) // 2
    listed = []
    for place in white if surplus > 0 else black:
        player = old_player(field, place)
        if player.absolute is None:
            key = (player.aro, -player.rating) if surplus > 0 else (-player.aro, player.rating)
            listed.append((key, player.rank, place))
    return [place for _, _, place in sorted(listed)[: abs(surplus)]]


def by_player(
    field: Field, places: Iterable[int], key: Callable[[OldDubovPlayer], tuple[int | Fraction, ...]]
) -> list[int]:
    """Return places in the order of a key of their players."""
    return sorted(places, key=lambda place: key(old_player(field, place)))


def in_white_order(field: Field, places: Iterable[int]) -> list[int]:
    """6.2: ARO upwards, of equal ones the lower R first."""
    return by_player(field, places, lambda player: (player.aro, player.rating, player.rank))


def in_black_order(field: Field, places: Iterable[int]) -> list[int]:
    """6.2: R downwards, of equal ones the higher ARO first."""
    return by_player(field, places, lambda player: (-player.rating, -player.aro, player.rank))


def pair_columns(field: Field, white: Sequence[int], black: Sequence[int]) -> list[Pair]:
    """6.3: row by row the first Black that leaves one for all further rows. If the columns cannot be opposed, as few
    players as possible meet one of their own column: White the next ones below, and then Black."""
    found = first_against(field, white, black)
    if found is not None:
        return list(zip(white, found, strict=True))
    order, half = [*white, *black], len(white)
    return fold(
        order, column_weights(field, white, black), lambda number: (3 * half if number >= half else half) - number
    )


def column_weights(field: Field, white: Sequence[int], black: Sequence[int]) -> Weights:
    """All pairs that may be; those inside the column of White weigh less."""
    order, whole = [*white, *black], len(white) + 1
    inside = set(white)
    return {
        (min(one, two), max(one, two)): 2 * whole - (two in inside)
        for at, one in enumerate(order)
        for two in order[at + 1 :]
        if field.allowed[one] >> two & 1
    }
