"""6.4, 7.1, 7.2 and 8: who comes up into a group, who leaves it, and whom the floaters meet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arpad.domain.event import Colour
from arpad.pairing.colours import other
from arpad.pairing.dubov_manual.columns import Pair, by_player, in_black_order, in_white_order, old_player
from arpad.pairing.dubov_manual.players import may_come_up
from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import Matching, mask_of
from arpad.pairing.upfloating import Scoregroup, UpfloaterSearch


@dataclass(frozen=True, slots=True)
class Transfer:
    """A player who comes up: for a player without an opponent (7.1), or because the number is odd (7.2); nobody if
    there is none for that player."""

    article: str
    place: int | None
    wanted_by: int | None = None


def partners(field: Field, waiting: int, place: int) -> int:
    """Return whom a player may meet so that everybody else who is waiting can be paired."""
    return field.allowed[place] & Matching(field.allowed, waiting & ~(1 << place)).missable()


def floaters_in_turn(field: Field, floaters: Sequence[int]) -> list[int]:
    """8.1: one who is due White and one who is due Black in turn, each in the order of 6.2."""
    due = {place: field.entrants[place].preference.colour for place in floaters}
    white = in_white_order(field, [place for place in floaters if due[place] == "w"])
    black = in_black_order(field, [place for place in floaters if due[place] != "w"])
    found = []
    while white or black:
        found += white[:1] + black[:1]
        white, black = white[1:], black[1:]
    return found


def opponents_in_order(field: Field, places: Sequence[int], due: Colour) -> list[int]:
    """7.1, 7.2 and 8.2: a certain colour due, highest R, lowest ARO, and then the number."""
    return by_player(
        field, places, lambda player: (player.preference.colour != due, -player.rating, player.aro, player.rank)
    )


def against(field: Field, place: int) -> Colour:
    """The due colour that an opponent ought to have."""
    due = field.entrants[place].preference.colour
    assert due is not None
    return other(due)


def pair_floaters(field: Field, waiting: int, floaters: Sequence[int], residents: Sequence[int]) -> list[Pair]:
    """8.2: each with the first resident who leaves a complete round, or with another floater."""
    free, pairs = waiting, []
    for floater in floaters:
        if not free >> floater & 1:
            continue
        fit = partners(field, free, floater)
        due = against(field, floater)
        listed = [*opponents_in_order(field, residents, due), *opponents_in_order(field, floaters, due)]
        mate = next((place for place in listed if (free & fit) >> place & 1), None)
        if mate is not None:
            pairs.append((floater, mate))
            free &= ~(1 << floater | 1 << mate)
    return pairs


def candidates(field: Field, lower: Sequence[int], due: Colour) -> Iterator[int]:
    """Players of the next lower groups, the nearest group first, in the order of 7.1 and 7.2."""
    for score in sorted({field.scores[place] for place in lower}, reverse=True):
        yield from opponents_in_order(field, [place for place in lower if field.scores[place] == score], due)


def call_for_the_lonely(field: Field, waiting: int, residents: Sequence[int], lower: Sequence[int]) -> list[Transfer]:
    """7.1: somebody for each player who has no possible opponent in the group, in the order of R."""
    if len(residents) == 1:
        return []
    inside, found = mask_of(residents), []
    for place in by_player(field, residents, lambda player: (-player.rating, player.rank)):
        if field.allowed[place] & inside:
            continue
        fit = partners(field, waiting, place)
        called = next(
            (
                one
                for one in candidates(field, lower, against(field, place))
                if (waiting & fit) >> one & 1 and may_come_up(field.state, old_player(field, one))
            ),
            None,
        )
        found.append(Transfer("7.1", called, place))
        if called is not None:
            waiting &= ~(1 << place | 1 << called)
    return found


def dominant(field: Field, places: Sequence[int]) -> Colour:
    """The colour that is due to most of an odd number of players."""
    white = sum(field.entrants[place].preference.colour == "w" for place in places)
    return "w" if 2 * white > len(places) else "b"


def fitting_to_even(field: Field, members: int, rest: int) -> int:
    """Which of the rest let a group of an odd number be paired, and then everybody else."""
    group, others = Matching(field.allowed, members), Matching(field.allowed, rest)
    if group.missing != 1 or others.missing != 1:
        return 0
    open_, found = group.missable(), 0
    missable = others.missable()
    for place in range(field.size):
        if missable >> place & 1 and field.allowed[place] & open_:
            found |= 1 << place
    return found


def call_to_even(field: Field, members: Sequence[int], rest: int, lower: Sequence[int]) -> int | None:
    """7.2: the first who lets the group be paired, and leaves a complete round."""
    fit = fitting_to_even(field, mask_of(members), rest)
    listed = candidates(field, lower, other(dominant(field, members))) if fit else ()
    return next((one for one in listed if fit >> one & 1 and may_come_up(field.state, old_player(field, one))), None)


def who_floats(
    field: Field, residents: Sequence[int], called: Sequence[int], rest: Sequence[int], adjacent: int
) -> tuple[int, ...]:
    """6.4: as few as possible so that the group and everybody else can be paired; those who have an opponent in the
    adjacent group first, then the lowest R, the highest ARO and the largest number."""

    def key(place: int) -> tuple[int | Fraction, ...]:
        player = old_player(field, place)
        return not field.allowed[place] & adjacent, player.rating, -player.aro, -player.rank

    listed = sorted(residents, key=key)
    members, others = mask_of([*residents, *called]), mask_of(rest)
    if not (Matching(field.allowed, members).missing or Matching(field.allowed, others).missing):
        return ()
    fit = fitting_to_even(field, others, members)
    for place in listed:
        if fit >> place & 1:
            return (place,)
    return _FloatSearch(field, listed, called, rest, adjacent).chosen()


class _FloatSearch(UpfloaterSearch):
    """The rest takes players of the group, so that it is searched as upfloaters are, from the other side."""

    def __init__(
        self, field: Field, listed: Sequence[int], called: Sequence[int], rest: Sequence[int], adjacent: int
    ) -> None:
        self.places = [*rest, *listed, *called]
        number = {place: at for at, place in enumerate(self.places)}
        outside, staying = mask_of(rest), mask_of(called)
        self.lonely = {number[place] for place in listed if not field.allowed[place] & adjacent}
        allowed = []
        for place in self.places:
            own = field.allowed[place]
            if staying >> place & 1:
                own &= ~outside
            elif outside >> place & 1:
                own &= ~staying
            allowed.append(mask_of(at for one, at in number.items() if own >> one & 1))
        split = len(rest)
        group = Scoregroup(tuple(range(split)), tuple(range(split, len(self.places))))
        super().__init__(allowed, group, ["number", "lonely"])

    def counts(self, one: int, two: int) -> list[int]:
        leaves = one in self.residents and two not in self.residents
        return [int(leaves), int(leaves and two in self.lonely)]

    def chosen(self) -> tuple[int, ...]:
        """Return the places of the players who leave."""
        return tuple(self.places[at] for at in self.first())
