"""The Dubov system of 1997, as the Arbiters' Manual prints it (C.04.4.1): columns, transfers, colours.

The text leaves much open; this is one complete and deterministic reading of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import ClassVar

from arpad.documents.steps import Step
from arpad.domain.event import Colour
from arpad.pairing._burstein import fold
from arpad.pairing._dubov import DubovPlayer, first_against, times_upfloated
from arpad.pairing._graph import Graph, Pair, Scoregroup, UpfloaterSearch
from arpad.pairing._matching import Matching, Weights, bits, mask_of
from arpad.pairing.colours import last_difference, other
from arpad.pairing.engines import GroupPairing, Reason
from arpad.pairing.state import PairingPlayer, PairingState, Tournament, as_kind, need_ratings

# 1 to 3: what this system knows of a player, who may come up, and the colours.

MOST_TRANSFERS, MOST_IN_LONG_EVENTS, LONG_EVENT = 3, 4, 10
"""2.1: nobody comes up more often than three times, in events of ten rounds or more four times."""
ARTICLES = {
    "bye": "4", "bye-complete": "4", "impossible": "2", "C.1": "2", "C.2": "2", "C.3": "2",
    "fresh": "5", "both": "3", "limits": "2", "wider": "3", "difference": "3", "aro": "3", "rating": "3",
}  # fmt: skip


@dataclass(frozen=True)
class OldDubovPlayer(DubovPlayer):
    """The average of the opponents is exact here, and the rating (R) decides with it."""

    rating: int = 0


def may_come_up(state: PairingState, player: DubovPlayer) -> bool:
    """2.1: not twice running, and not too often; everybody may in the last round."""
    most = MOST_IN_LONG_EVENTS if state.rounds >= LONG_EVENT else MOST_TRANSFERS
    return state.last or (not player.upfloated and player.upfloats < most)


def old_dubov_colour(higher: OldDubovPlayer, lower: OldDubovPlayer, initial: Colour) -> tuple[Colour, str]:
    """3: the colour of the higher ranked player, and what decides. The limits of article 2 come before."""
    if not higher.colours and not lower.colours:
        return (initial if higher.number % 2 else other(initial)), "fresh"
    mine, theirs = higher.preference.colour, lower.preference.colour
    assert mine is not None
    if mine != theirs:
        return mine, "both"
    if (higher.absolute is None) != (lower.absolute is None):
        return (mine if higher.absolute else other(mine)), "limits"
    return _of_equal_claims(higher, lower, mine)


def _of_equal_claims(higher: OldDubovPlayer, lower: OldDubovPlayer, mine: Colour) -> tuple[Colour, str]:
    """The same colour is due to both: the wider difference, the last colours that differ, ARO, R."""
    widths = abs(higher.difference), abs(lower.difference)
    if widths[0] != widths[1]:
        return (mine if widths[0] > widths[1] else other(mine)), "wider"
    if (differing := last_difference(higher.colours, lower.colours)) is not None:
        return other(differing), "difference"
    if higher.aro != lower.aro:
        return ("w" if higher.aro > lower.aro else "b"), "aro"
    weaker = (higher.rating, -higher.rank) < (lower.rating, -lower.rank)
    return ("w" if weaker else "b"), "rating"


# 6.2, 6.3, 7.3 and 7.4: the columns of White and Black, who changes the column, and the pairs.

Columns = tuple[list[int], list[int], list[int]]
OldField = Graph[OldDubovPlayer]


def fresh(field: OldField, places: Sequence[int]) -> bool:
    """5: whether nobody of a group has a game; then the two halves of the list are opposed."""
    return not any(field.entrants[place].colours for place in places)


def columns_of(field: OldField, places: Sequence[int]) -> Columns:
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


def change_column(field: OldField, white: Sequence[int], black: Sequence[int]) -> list[int]:
    """7.3: of too many with White due, those with the lowest ARO; 7.4: with Black due, those with the highest. 2.2: not
    players who must have their colour."""
    surplus = (len(white) - len(black)) // 2
    listed = []
    for place in white if surplus > 0 else black:
        player = field.entrants[place]
        if player.absolute is None:
            key = (player.aro, -player.rating) if surplus > 0 else (-player.aro, player.rating)
            listed.append((key, player.rank, place))
    return [place for _, _, place in sorted(listed)[: abs(surplus)]]


def by_player(
    field: OldField, places: Iterable[int], key: Callable[[OldDubovPlayer], tuple[int | Fraction, ...]]
) -> list[int]:
    """Return places in the order of a key of their players."""
    return sorted(places, key=lambda place: key(field.entrants[place]))


def in_white_order(field: OldField, places: Iterable[int]) -> list[int]:
    """6.2: ARO upwards, of equal ones the lower R first."""
    return by_player(field, places, lambda player: (player.aro, player.rating, player.rank))


def in_black_order(field: OldField, places: Iterable[int]) -> list[int]:
    """6.2: R downwards, of equal ones the higher ARO first."""
    return by_player(field, places, lambda player: (-player.rating, -player.aro, player.rank))


def pair_columns(field: OldField, white: Sequence[int], black: Sequence[int]) -> list[Pair]:
    """6.3: row by row the first Black that leaves one for all further rows. If the columns cannot be opposed, as few
    players as possible meet one of their own column: White the next ones below, and then Black."""
    found = first_against(field, white, black)
    if found is not None:
        return list(zip(white, found, strict=True))
    order, half = [*white, *black], len(white)
    return fold(
        order, column_weights(field, white, black), lambda number: (3 * half if number >= half else half) - number
    )


def column_weights(field: OldField, white: Sequence[int], black: Sequence[int]) -> Weights:
    """All pairs that may be; those inside the column of White weigh less."""
    order, whole = [*white, *black], len(white) + 1
    inside = set(white)
    return {
        (min(one, two), max(one, two)): 2 * whole - (two in inside)
        for at, one in enumerate(order)
        for two in order[at + 1 :]
        if field.allowed[one] >> two & 1
    }


# 6.4, 7.1, 7.2 and 8: who comes up into a group, who leaves it, and whom the floaters meet.


@dataclass(frozen=True, slots=True)
class Transfer:
    """A player who comes up: for a player without an opponent (7.1), or because the number is odd (7.2); nobody if
    there is none for that player."""

    article: str
    place: int | None
    wanted_by: int | None = None


def partners(field: OldField, waiting: int, place: int) -> int:
    """Return whom a player may meet so that everybody else who is waiting can be paired."""
    return field.allowed[place] & Matching(field.allowed, waiting & ~(1 << place)).missable()


def floaters_in_turn(field: OldField, floaters: Sequence[int]) -> list[int]:
    """8.1: one who is due White and one who is due Black in turn, each in the order of 6.2."""
    due = {place: field.entrants[place].preference.colour for place in floaters}
    white = in_white_order(field, [place for place in floaters if due[place] == "w"])
    black = in_black_order(field, [place for place in floaters if due[place] != "w"])
    found = []
    while white or black:
        found += white[:1] + black[:1]
        white, black = white[1:], black[1:]
    return found


def opponents_in_order(field: OldField, places: Sequence[int], due: Colour) -> list[int]:
    """7.1, 7.2 and 8.2: a certain colour due, highest R, lowest ARO, and then the number."""
    return by_player(
        field, places, lambda player: (player.preference.colour != due, -player.rating, player.aro, player.rank)
    )


def against(field: OldField, place: int) -> Colour:
    """The due colour that an opponent ought to have."""
    due = field.entrants[place].preference.colour
    assert due is not None
    return other(due)


def pair_floaters(field: OldField, waiting: int, floaters: Sequence[int], residents: Sequence[int]) -> list[Pair]:
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


def candidates(field: OldField, lower: Sequence[int], due: Colour) -> Iterator[int]:
    """Players of the next lower groups, the nearest group first, in the order of 7.1 and 7.2."""
    for score in sorted({field.scores[place] for place in lower}, reverse=True):
        yield from opponents_in_order(field, [place for place in lower if field.scores[place] == score], due)


def call_for_the_lonely(
    field: OldField, waiting: int, residents: Sequence[int], lower: Sequence[int]
) -> list[Transfer]:
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
                if (waiting & fit) >> one & 1 and may_come_up(field.state, field.entrants[one])
            ),
            None,
        )
        found.append(Transfer("7.1", called, place))
        if called is not None:
            waiting &= ~(1 << place | 1 << called)
    return found


def dominant(field: OldField, places: Sequence[int]) -> Colour:
    """The colour that is due to most of an odd number of players."""
    white = sum(field.entrants[place].preference.colour == "w" for place in places)
    return "w" if 2 * white > len(places) else "b"


def fitting_to_even(field: OldField, members: int, rest: int) -> int:
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


def call_to_even(field: OldField, members: Sequence[int], rest: int, lower: Sequence[int]) -> int | None:
    """7.2: the first who lets the group be paired, and leaves a complete round."""
    fit = fitting_to_even(field, mask_of(members), rest)
    listed = candidates(field, lower, other(dominant(field, members))) if fit else ()
    return next((one for one in listed if fit >> one & 1 and may_come_up(field.state, field.entrants[one])), None)


def who_floats(
    field: OldField, residents: Sequence[int], called: Sequence[int], rest: Sequence[int], adjacent: int
) -> tuple[int, ...]:
    """6.4: as few as possible so that the group and everybody else can be paired; those who have an opponent in the
    adjacent group first, then the lowest R, the highest ARO and the largest number."""

    def key(place: int) -> tuple[int | Fraction, ...]:
        player = field.entrants[place]
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
        self, field: OldField, listed: Sequence[int], called: Sequence[int], rest: Sequence[int], adjacent: int
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


# 4 to 8: a round by the Dubov system of 1997. The bye, then group by group from the top: floaters first, then
# transfers, columns and rows.


@dataclass(frozen=True, slots=True)
class OldDubovGroup:
    """A group that is paired: its residents, the floaters from above in their turn and the pairs with them, who came
    up, who left, who changed the column, both columns, and the pairs of the rows. All by places. `waiting` is
    everybody without an opponent before the group was paired."""

    residents: tuple[int, ...]
    came: tuple[int, ...]
    floater_pairs: tuple[Pair, ...]
    transfers: tuple[Transfer, ...]
    left: tuple[int, ...]
    changed: tuple[int, ...]
    white: tuple[int, ...]
    black: tuple[int, ...]
    rows: tuple[Pair, ...]
    waiting: int

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """All pairs, those with floaters first."""
        return (*self.floater_pairs, *self.rows)

    @property
    def called(self) -> list[int]:
        """The players who came up."""
        return [one.place for one in self.transfers if one.place is not None]


def _pair_group(field: OldField, waiting: int, came: Sequence[int], residents: Sequence[int]) -> OldDubovGroup:
    """8, then 7, then 6."""
    before, turn = waiting, floaters_in_turn(field, came)
    floater_pairs = pair_floaters(field, waiting, turn, residents)
    met = {place for pair in floater_pairs for place in pair}
    waiting &= ~mask_of(met)
    own = [place for place in residents if place not in met]
    score = field.scores[residents[0]] if residents else 0
    lower = [place for place in bits(waiting) if field.scores[place] < score] if residents else []
    transfers = call_for_the_lonely(field, waiting, own, lower)
    called = [one.place for one in transfers if one.place is not None]
    alone = [one.wanted_by for one in transfers if one.place is None]
    staying = [place for place in own if place not in alone]
    members = [*staying, *called]
    if len(members) % 2:
        rest = waiting & ~mask_of(members)
        even = call_to_even(field, members, rest, [place for place in lower if place not in called])
        if even is not None:
            transfers.append(Transfer("7.2", even))
            members.append(even)
            called.append(even)
    rest = waiting & ~mask_of(members)
    floating = who_floats(field, staying, called, list(bits(rest)), _adjacent(field, lower, called))
    kept = [place for place in members if place not in floating]
    white, black, changed = columns_of(field, kept)
    left = [*(place for place in alone if place is not None), *floating]
    return OldDubovGroup(
        tuple(residents), tuple(turn), tuple(floater_pairs), tuple(transfers), tuple(left), tuple(changed),
        tuple(white), tuple(black), tuple(pair_columns(field, white, black)), before,
    )  # fmt: skip


def _adjacent(field: OldField, lower: Sequence[int], called: Sequence[int]) -> int:
    """The next lower group, without those who came up."""
    left = [place for place in lower if place not in called]
    top = max((field.scores[place] for place in left), default=None)
    return mask_of(place for place in left if field.scores[place] == top)


class OldDubovPairing(GroupPairing[OldDubovPlayer, OldDubovGroup]):
    """A round by C.04.4.1 of the Arbiters' Manual, a reading."""

    articles: ClassVar = {"dubov-1997": ARTICLES}

    @classmethod
    def prepare(cls, whole: Tournament, state: PairingState) -> PairingState:
        """Every player needs a rating."""
        need_ratings(whole, state)

        def player(player: PairingPlayer) -> OldDubovPlayer:
            ratings = [whole.ratings[rank] for rank in player.met]
            aro = Fraction(sum(ratings), len(ratings)) if ratings else 0
            upfloats = times_upfloated(whole, player.rank, state.round)
            return as_kind(OldDubovPlayer, player, aro=aro, upfloats=upfloats, rating=whole.ratings[player.rank])

        return state.with_each(player)

    @classmethod
    def bye_order(cls, state: PairingState) -> list[OldDubovPlayer]:
        """4: the lowest score, the lowest R, the colour due to most of the group, the highest ARO; 5: the last of the
        list if nobody has a game."""
        players = [player for player in state.entrants if isinstance(player, OldDubovPlayer)]
        if not any(player.colours for player in players):
            return sorted(players, key=lambda player: (player.score, -player.rank))
        balance: dict[int, int] = {}
        for player in players:
            balance[player.score] = balance.get(player.score, 0) + (1 if player.preference.colour == "w" else -1)

        def key(player: OldDubovPlayer) -> tuple[int | Fraction, ...]:
            most = balance[player.score]
            apart = bool(most) and (player.preference.colour == "w") != (most > 0)
            return player.score, player.rating, apart, -player.aro, -player.rank

        return sorted(players, key=key)

    @classmethod
    def pair_groups(cls, field: OldField) -> Iterator[OldDubovGroup]:
        waiting = field.everybody
        came: tuple[int, ...] = ()
        for listed in field.scoregroups():
            residents = [place for place in listed if waiting >> place & 1]
            if not residents and (not came or waiting >> listed[-1] + 1):
                continue
            group = _pair_group(field, waiting, came, residents)
            yield group
            done = {place for pair in group.pairs for place in pair}
            waiting &= ~mask_of(done)
            came = tuple(place for place in (*came, *residents) if place not in done)

    def colour(self, higher: OldDubovPlayer, lower: OldDubovPlayer) -> tuple[Colour, str]:
        return old_dubov_colour(higher, lower, self.state.initial)

    def colour_words(self, rule: str, *_: OldDubovPlayer) -> str:
        return f"dubov-{rule}" if rule in ("fresh", "difference") else f"dubov-1997-{rule}"

    def colour_inputs(self, higher: OldDubovPlayer, lower: OldDubovPlayer) -> dict[str, object]:
        white, black = self.white_first(higher, lower)
        return {"number": higher.number, "white_aro": average(white.aro), "black_aro": average(black.aro)}

    def history(self, player: OldDubovPlayer) -> str:
        """The colours of the games and the due colour, a capital letter if the player must have it."""
        due = player.preference.colour
        assert due is not None
        return f"{player.colours.upper()} {due.upper() if player.absolute else due}".strip()

    def step(self, name: str, what: str, inputs: Mapping[str, object], value: object, *more: Step) -> Step:
        """Pairs that the tournament forbids are told by article 2 too."""
        return super().step("2" if name == "forbidden" else name, what, inputs, value, *more)

    def head(self, limit: int) -> Iterator[Step]:
        """The reading is named first."""
        yield self.step("6", "pairing.dubov-1997-reading", {}, None)
        yield from super().head(limit)

    def group_step(self, group: OldDubovGroup, limit: int) -> Step:
        """Tell the floaters and transfers, the columns, opponents that would have come first, and the colours."""
        steps = [*self._floaters(group, limit), *self._transfers(group, limit)]
        if group.left:
            steps.append(self.step("6.4", "pairing.dubov-1997-left", {}, self.ranks(group.left)))
        steps += [*self._columns(group), *islice(self._rows(group), limit), *self.colour_steps(group.pairs)]
        others = {"came": group.came, "called": group.called}
        return self.whole_step("6.1", "pairing.dubov-1997-group", group, steps, group.residents, **others)

    def _floaters(self, group: OldDubovGroup, limit: int) -> Iterator[Step]:
        """8.2: whom each floater meets, and who would have come first."""
        free, refusals, entrants = set(group.residents), 0, self.field.entrants
        met = dict(group.floater_pairs)
        for floater in group.came:
            mate = met.get(floater)
            if mate is None and any(floater == two for _, two in group.floater_pairs):
                continue
            refused = []
            for place in opponents_in_order(self.field, sorted(free), against(self.field, floater)):
                if place == mate or refusals == limit:
                    break
                refusals += 1
                refused.append(self.barred_step(floater, place, "8.2"))
            rank = entrants[floater].rank
            if mate is None:
                yield self.step("8.2", "pairing.dubov-1997-floats-on", {}, rank, *refused)
                continue
            free.discard(mate)
            yield self.step("8.2", "pairing.dubov-1997-floater", {"player": rank}, entrants[mate].rank, *refused)

    def _transfers(self, group: OldDubovGroup, limit: int) -> Iterator[Step]:
        """7.1 and 7.2: who comes up for whom, and who would have come first."""
        gone = {place for pair in group.floater_pairs for place in pair}
        lower = [place for place in self._lower(group) if place not in gone]
        lonely = {one.wanted_by for one in group.transfers if one.place is None}
        members = [place for place in group.residents if place not in gone and place not in lonely]
        for transfer in group.transfers:
            for_whom = transfer.wanted_by
            colour = other(dominant(self.field, members)) if for_whom is None else against(self.field, for_whom)
            listed = list(candidates(self.field, lower, colour))
            before = listed if transfer.place is None else listed[: listed.index(transfer.place)]
            refused = [self._not_called(transfer, place) for place in before[:limit]]
            inputs: dict[str, object] = {"colour": f"@pairing.due-{other(colour)}"}
            value: object = None
            if for_whom is not None:
                inputs["player"] = self.field.entrants[for_whom].rank
            if transfer.place is not None:
                value = self.field.entrants[transfer.place].rank
                lower.remove(transfer.place)
                members.append(transfer.place)
            kind = "odd" if for_whom is None else "lonely" if transfer.place is not None else "alone"
            yield self.step(transfer.article, f"pairing.dubov-1997-{kind}", inputs, value, *refused)

    def _lower(self, group: OldDubovGroup) -> list[int]:
        """The players below a group who had no opponent before it was paired."""
        score = self.field.scores[(group.residents or group.came)[0]]
        return [place for place in bits(group.waiting) if self.field.scores[place] < score]

    def _not_called(self, transfer: Transfer, place: int) -> Step:
        player = self.field.entrants[place]
        if not may_come_up(self.state, player):
            return self.step("2.1", "pairing.dubov-1997-not-again", {}, player.rank)
        if transfer.wanted_by is not None and self.field.barred(transfer.wanted_by, place) is not None:
            return self.barred_step(transfer.wanted_by, place, "7.1")
        return self.step(transfer.article, "pairing.upfloater-incomplete", {"player": player.rank}, player.rank)

    def _columns(self, group: OldDubovGroup) -> Iterator[Step]:
        """6.2, 7.3 and 7.4: who changes the column, and both columns."""
        if not group.white:
            return
        entrants = self.field.entrants
        if fresh(self.field, (*group.white, *group.black)):
            halves = {"white": self.ranks(group.white), "black": self.ranks(group.black)}
            yield self.step("5", "pairing.dubov-halves", halves, None)
            return
        if group.changed:
            white = entrants[group.changed[0]].preference.colour == "w"
            what = "pairing.dubov-1997-to-black" if white else "pairing.dubov-1997-to-white"
            yield self.step("7.3" if white else "7.4", what, {}, self.ranks(group.changed))
        columns = {
            "white_column": ", ".join(f"{entrants[at].rank} ({average(entrants[at].aro)})" for at in group.white),
            "black": ", ".join(f"{entrants[at].rank} ({entrants[at].rating})" for at in group.black),
        }
        yield self.step("6.2", "pairing.dubov-1997-columns", columns, None)

    def _rows(self, group: OldDubovGroup) -> Iterator[Step]:
        """6.3: opponents that would have come first in each row."""
        free = list(group.black)
        for one, two in group.rows:
            if one in group.white:
                before = free[: free.index(two)] if two in free else free
                yield from (self.barred_step(one, place, "6.3") for place in before)
            free = [place for place in free if place not in (one, two)]

    def group_fault(self, group: OldDubovGroup, mates: Mapping[int, int]) -> Reason | None:
        """8.2, then 7.1 and 7.2, then 6.4 and 6.3."""
        score = self.field.scores[(group.residents or group.came)[0]]
        if any(mates.get(one) != two for one, two in group.floater_pairs):
            return Reason("8.2", score, kind="order")
        up = {place for place in self._lower(group) if mates.get(place) in group.residents}
        for transfer in group.transfers:
            if transfer.place is not None and transfer.place not in up:
                ranks = (self.field.entrants[transfer.place].rank,)
                return Reason(transfer.article, score, ranks, kind="upfloaters")
        kept = {*group.white, *group.black}
        if any(mates.get(place) not in kept for place in kept):
            return Reason("6.4", score, kind="order")
        return None if all(mates.get(one) == two for one, two in group.rows) else Reason("6.3", score, kind="order")


def average(value: int | Fraction) -> str:
    """An average rating with one decimal, as the text writes it; a half of it upwards."""
    tenths = (20 * value + 1) // 2
    return f"{tenths // 10}.{tenths % 10}"


ENGINE = OldDubovPairing
