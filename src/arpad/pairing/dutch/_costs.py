"""Dutch system: the criteria of a bracket as weights of edges, and the first of the best candidates (B.8, D).

Decisions of section D are further digits below the criteria: who is paired (D.3), opponents (D.1), exchanges (D.2).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

from arpad.pairing._graph import Bracket, Field, Paired, paired_by
from arpad.pairing._matching import (
    Matching,
    SolverWork,
    Weights,
    best_pairs,
    bits,
    heaviest_edges,
    in_parts,
    mask_of,
    oppose,
)
from arpad.pairing.dutch._criteria import (
    Digit,
    Number,
    SingleFloater,
    colours,
    completes,
    downfloaters,
    nothing,
    pairs,
    repeated_floats,
    topscorers,
    unplayed_games,
)
from arpad.pairing.state import PairingPlayer

# The edges of a bracket and their weights: what a pair saves compared with two downfloaters, in all criteria at once.
# If more than one player must float from a normal bracket, the players of the next one take part in the matching
# (C.7); if the round must be completed, all players below do (C.4).


def inner_edges(field: Field, bracket: Bracket) -> dict[int, int]:
    """Return whom each player of a bracket may meet in it; a moved-down player may only meet residents."""
    residents = mask_of(bracket.residents)
    everybody = residents | mask_of(bracket.moved)
    around = {player: field.allowed[player] & residents for player in bracket.moved}
    return around | {resident: field.allowed[resident] & everybody for resident in bracket.residents}


def least_floaters(field: Field, bracket: Bracket) -> int:
    """B.1: how many players float if the others make MaxPairs."""
    return Matching(inner_edges(field, bracket), mask_of(bracket.players)).missing


class BracketCosts(ABC):
    """The criteria of a bracket: those before the next bracket, and those after it."""

    bracket: Bracket
    upper: Number
    lower: Number

    @abstractmethod
    def weights(self) -> Weights:
        """Return the edges, the lower place first, and what each saves."""

    def value(self, pairs: Sequence[tuple[int, int]]) -> list[tuple[str, int]]:
        """Return the counts of a candidate, digit by digit, but those of the next bracket."""
        floaters = self.bracket.left_over(pairs)
        return [*self.upper.value(floaters, pairs), *self.lower.value(floaters, pairs)]


class Costs(BracketCosts):
    """What downfloaters and pairs cost: C.4 before C.5 and C.6, these before C.7, and C.7 before C.8 to C.19."""

    def __init__(self, field: Field, bracket: Bracket) -> None:
        self.field, self.bracket = field, bracket
        unit = field.state.unit
        players = [field.entrants[player] for player in bracket.players]
        self.upper = Number(field, pairs(players, unit))
        self.middle = Number(field, self._next_bracket())
        self.lower = Number(
            field,
            [
                *topscorers(players, field.state.initial),
                *colours(players),
                *repeated_floats(players, unit),
            ],
        )
        self.complete = self.upper.size * self.middle.size * self.lower.size if bracket.kind != "normal" else 0
        self._alone = {player: self._float_cost(player) for player in bracket.players}

    def _next_bracket(self) -> list[Digit]:
        """C.7, and the other players who take part in the matching."""
        field, bracket = self.field, self.bracket
        self.outside: tuple[int, ...] = bracket.below if bracket.kind == "penultimate" else ()
        self.with_bye = field.bye is not None and bracket.kind != "normal"
        if bracket.kind != "normal":
            return []
        floaters = least_floaters(field, bracket)
        last = bracket.below[-1] == field.size - 1
        if floaters == 1:
            return SingleFloater(field, bracket.below, last).digit(bracket.players)
        if floaters == 0:
            return []
        self.outside, self.with_bye = bracket.below, last and field.bye is not None
        together = [field.entrants[player] for player in (*bracket.players, *bracket.below)]
        return pairs(together, field.state.unit, "C.7", "C.7")

    def _float_cost(self, player: int) -> int:
        """Return the cost of a downfloater, whatever happens below."""
        return self.upper.alone(player) * self.middle.size * self.lower.size + self.lower.alone(player)

    def alone(self, player: int) -> int:
        """Return the cost of a player without an opponent."""
        return self.complete + self._alone.get(player, 0) + self.middle.alone(player) * self.lower.size

    def inside(self, one: int, two: int) -> int:
        """Return the cost of a pair of the bracket."""
        return self.upper.together(one, two) * self.middle.size * self.lower.size + self.lower.together(one, two)

    def outside_pair(self, one: int, two: int) -> int:
        """Return the cost of a pair below the bracket; one of them may be a downfloater."""
        below = self.middle.together(one, two) * self.lower.size if self.middle.digits else 0
        return self._alone.get(one, 0) + below

    def bye(self, player: int) -> int:
        """Return the cost of the pairing-allocated bye: no pair is missing, but the player is a downfloater."""
        below = self.middle.alone(player) - self.middle.values[0] if self.outside and self.middle.digits else 0
        return self._alone.get(player, 0) + below * self.lower.size

    def weights(self) -> Weights:
        found: Weights = {}
        around = inner_edges(self.field, self.bracket)
        alone = {player: self.alone(player) for player in (*self.bracket.players, *self.outside)}
        for one, others in around.items():
            for two in bits(others >> one << one):
                found[one, two] = alone[one] + alone[two] - self.inside(one, two)
        below = mask_of(self.outside)
        for one, cost in alone.items():
            for two in bits(self.field.allowed[one] & below >> one << one):
                found[one, two] = cost + alone[two] - self.outside_pair(one, two)
        if self.with_bye and self.field.bye is not None:
            for one, cost in alone.items():
                if self.field.entrants[one].bye_allowed:
                    found[one, self.field.bye] = cost + self.complete - self.bye(one)
        return found


# C8 of 2026 for a single downfloater, without looking at the pairings of the next bracket. The next bracket can at
# best pair everybody, or, if its number is odd, leave one resident to the brackets below. Players who make that
# possible are the best downfloaters. If there are none, there is no bound.


def best_downfloaters(field: Field, candidates: Sequence[int], below: Sequence[int]) -> int:
    """Return the candidates with whom the next bracket reaches its bound and the round can be completed. `below` is the
    next scoregroup."""
    residents = mask_of(below)
    further = Matching(field.allowed, field.after(below) | (0 if field.bye is None else 1 << field.bye))
    if len(below) % 2:
        matching = Matching(field.allowed, residents) if not further.missing else None
    else:
        matching = _with_one_more(field, residents, further)
    if matching is None or matching.missing != 1:
        return 0
    everybody = mask_of(candidates)
    for partners in (matching.missable_nearby, matching.missable):
        spared = partners() & residents
        mask = mask_of(place for place in candidates if field.allowed[place] & spared)
        if mask == everybody:
            break
    return mask


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


# C.7 of 2017: what the next bracket makes of certain downfloaters.


def next_bracket(field: Field, bracket: Bracket, floaters: Sequence[int]) -> list[tuple[str, int]]:
    """C.7: what the next bracket is worth with certain downfloaters: players left over, then score differences."""
    everybody = (*floaters, *bracket.below)
    players = [field.entrants[member] for member in everybody]
    number = Number(field, pairs(players, field.state.unit, "C.7", "C.7"))
    alone = {member: number.alone(member) for member in everybody}
    below = mask_of(bracket.below)
    weights: Weights = {
        (one, two): alone[one] + alone[two] - number.together(one, two)
        for one in everybody
        for two in bits(field.allowed[one] & below >> one << one)
    }
    if field.bye is not None and bracket.below[-1] == field.size - 1:
        for one in everybody:
            if field.entrants[one].bye_allowed:
                weights[one, field.bye] = number.values[0]
    spared = sum(weights[edge] for edge in heaviest_edges(weights))
    return number.apart(sum(alone.values()) - spared)


# C8 of 2026: what the next bracket makes of certain downfloaters.

FloaterDigits = Callable[[list[PairingPlayer]], list[Digit]]


def by_number_and_score(players: list[PairingPlayer]) -> list[Digit]:
    """As few downfloaters as possible, with the lowest scores."""
    return downfloaters(players, "C8", "C8")


def next_value(
    field: Field, moved: Sequence[int], residents: Sequence[int], digits: FloaterDigits = by_number_and_score
) -> list[int]:
    """Return the counts of the downfloaters of the next bracket at best, if they must let the round be completed."""
    players = [field.entrants[place] for place in (*moved, *residents)]
    number = Number(field, digits(players))
    floaters = next_floaters(field, moved, residents, True, digits)
    return [count for _, count in number.apart(sum(number.alone(place) for place in floaters))]


def next_floaters(
    field: Field,
    moved: Sequence[int],
    residents: Sequence[int],
    completing: bool = False,
    digits: FloaterDigits = by_number_and_score,
) -> list[int]:
    """Return who floats from the next bracket at best: as few as possible, with the lowest scores. If it is
    `completing`, they must let the round be completed; otherwise this is not looked at."""
    players = (*moved, *residents)
    number = Number(field, digits([field.entrants[place] for place in players]))
    alone = {member: number.alone(member) for member in players}
    inner = mask_of(residents)
    whole = number.size
    edges: dict[tuple[int, int], int] = {}
    for one in players:
        for two in bits(field.allowed[one] & inner >> one << one):
            edges[one, two] = 2 * whole if completing else alone[one] + alone[two]
    if completing:
        rest = field.after(residents)
        outside = rest | (0 if field.bye is None else 1 << field.bye)
        for one in (*players, *bits(rest)):
            for two in bits(field.allowed[one] & outside >> one << one):
                edges[one, two] = 2 * whole - alone.get(one, 0)
    inside = set(players)
    taken = {member for edge in heaviest_edges(edges) if inside.issuperset(edge) for member in edge}
    return [member for member in players if member not in taken]


# B.8 for any bracket: the best value by one heaviest matching, then the first candidate that has it. The decisions of
# section D are taken one after the other in the order in which they matter: which moved-down players are paired (D.3),
# whom they meet (D.1), who is exchanged (D.2), whom each player of S1 meets (D.1). A decision is a further digit below
# the criteria; as many as fit are taken at once.


def solve(bracket: Bracket, weights: Weights) -> Paired:
    """The first of the best candidates."""
    work = SolverWork(bracket.players, weights)
    oppose(work, _choose_moved(work, bracket.moved), bracket.residents)
    remainder = [resident for resident in bracket.residents if resident not in work.taken]
    upper = _exchange(work, remainder)
    oppose(work, upper, [player for player in remainder if player not in set(upper)])
    return paired_by(bracket, work.pairs)


def _choose_moved(work: SolverWork, moved: Sequence[int]) -> list[int]:
    """D.3: the moved-down players that are paired, the lowest numbers first."""
    if not moved:
        return []
    mates = work.mates()
    count = sum(player in mates for player in moved)
    if count == len(moved):
        return list(moved)
    chosen: list[int] = []
    for part in in_parts(moved, work.room):
        worth = {player: 1 << place for place, player in enumerate(reversed(part))}
        mates = work.mates(lambda one, _, worth=worth: worth.get(one, 0), len(part))  # type: ignore[misc]
        now = {player for player in part if player in mates}
        chosen += [player for player in part if player in now]
        work.forced |= now
        refused = set(part) - now
        work.drop(lambda one, _, refused=refused: one in refused)  # type: ignore[misc]
    return chosen


def _exchange(work: SolverWork, remainder: Sequence[int]) -> list[int]:
    """D.2: the players of S1 after the exchange. Of a pair the higher ranked belongs to S1: the other way round the
    candidate has been there before."""
    place = {player: at for at, player in enumerate(remainder)}
    mates = work.mates()
    count = len(mates) // 2
    if not count:
        return []
    width = (len(remainder) ** 2).bit_length()
    bits = width + len(remainder).bit_length()

    def fewest(one: int, _: int) -> int:
        """D.2 a and b: as many pairs as possible whose upper player stays in S1, and the lowest sum of S1."""
        return ((place[one] < count) << width) + len(remainder) - place[one]

    mates = work.mates(fewest, bits)
    upper = _upper(remainder, mates)
    if place[upper[-1]] >= count:
        inside = work.inside
        work.weights = {
            (one, two): (weight << bits) + (fewest(one, two) if one in inside and two in inside else 0)
            for (one, two), weight in work.weights.items()
        }
        _leave(work, remainder[:count])
        upper = _upper(remainder, _enter(work, remainder[count:]))
        work.weights = {edge: weight >> bits for edge, weight in work.weights.items()}
        work.forced.clear()
    s1 = set(upper)
    work.drop(lambda one, two: one not in s1 or two in s1)
    return upper


def _upper(remainder: Sequence[int], mates: dict[int, int]) -> list[int]:
    return [player for player in remainder if mates.get(player, -1) > player]


def _leave(work: SolverWork, s1: Sequence[int]) -> None:
    """D.2 c: who leaves S1, the highest numbers first."""
    for part in in_parts(s1[::-1], work.room):
        worth = {player: 1 << place for place, player in enumerate(reversed(part))}
        most = (1 << len(part)) - 1
        mates = work.mates(
            lambda one, _, worth=worth, most=most: most - worth.get(one, 0),  # type: ignore[misc]
            len(part) + len(work.inside).bit_length(),
        )
        gone = {player for player in part if mates.get(player, -1) < player}
        work.drop(lambda one, _, gone=gone: one in gone)  # type: ignore[misc]


def _enter(work: SolverWork, s2: Sequence[int]) -> dict[int, int]:
    """D.2 d: who enters S1, the lowest numbers first."""
    mates: dict[int, int] = {}
    for part in in_parts(s2, work.room):
        worth = {player: 1 << place for place, player in enumerate(reversed(part))}
        mates = work.mates(lambda one, _, worth=worth: worth.get(one, 0), len(part))  # type: ignore[misc]
        come = {player for player in part if mates.get(player, -1) > player}
        work.forced |= come
        work.drop(lambda _, two, come=come: two in come)  # type: ignore[misc]
    return mates


# The edges of a bracket of 2026 and their weights. Near: the bracket, and with two or more downfloaters the next
# scoregroup, as far as C8 looks. This is a bound: the round below may not allow it. Far: everybody below takes part,
# so that the round can be completed (C4, C5).


class Costs2026(BracketCosts):
    """What downfloaters and pairs cost: C6 and C7 above C8, that above C9 to C21."""

    names = ("C6", "C7", "C8")
    """The number of downfloaters, their scores, and the next bracket."""

    def __init__(self, field: Field, bracket: Bracket, far: bool = True) -> None:
        """The number of downfloaters is found on the way if C9 needs it."""
        self.field, self.bracket, self.rest = field, bracket, field.after(bracket.residents)
        self.far = far or (bool(bracket.below) and bracket.below[-1] == field.size - 1)
        self.players = [field.entrants[member] for member in bracket.players]
        self.floaters: int | None = None if self.far else least_floaters(field, bracket)
        self.upper = Number(field, self._upper())
        self.middle = Number(field, self._next_bracket())
        self.lower = Number(field, self._lower())
        if self.far and self._bye_is_near():
            taken = len(best_pairs(bracket.players, self.weights()))
            self.floaters = len(bracket.players) - 2 * taken
            self.lower = Number(field, self._lower())

    def _upper(self) -> list[Digit]:
        return downfloaters(self.players, *self.names[:2])

    def _outlook(self) -> list[Digit]:
        """C8: the downfloaters of the next bracket."""
        together = [self.field.entrants[member] for member in (*self.bracket.players, *self.bracket.below)]
        return downfloaters(together, self.names[2], self.names[2])

    def _bye_is_near(self) -> bool:
        """Whether C9 can count: the player with the bye may be the only downfloater."""
        score = self.field.bye_score
        return len(self.players) % 2 == 1 and any(member.score == score for member in self.players)

    def _next_bracket(self) -> list[Digit]:
        """C8, and who takes part in the matching beside the bracket."""
        field, bracket = self.field, self.bracket
        self.next: tuple[int, ...] = bracket.below
        self.outside: tuple[int, ...] = tuple(bits(self.rest)) if self.far else ()
        if not bracket.below or (not self.far and self.floaters == 0):
            return []
        if not self.far and self.floaters == 1:
            self.next = ()
            best = best_downfloaters(field, bracket.players, bracket.below)
            ranks = {field.entrants[member].rank for member in bits(best)}
            return [Digit(self.names[2], 1, lambda member: int(member.rank not in ranks), nothing)]
        self.outside = self.outside or bracket.below
        return self._outlook()

    def _lower(self) -> list[Digit]:
        field, bye_score = self.field, self.field.bye_score
        last_down = self.floaters == 1 and bye_score is not None and self._bye_is_near()
        return [
            *(unplayed_games(self.players, bye_score) if last_down and bye_score is not None else ()),
            *topscorers(self.players, field.state.initial, ("C10", "C11")),
            *colours(self.players, ("C12", "C13")),
            *repeated_floats(self.players, field.state.unit, min(player.score for player in self.players)),
        ]

    def kept_below(self, floaters: Sequence[int]) -> bool:
        """C4 and C8: whether the round below gives these downfloaters what the next bracket promises."""
        field, below = self.field, self.bracket.below
        if not floaters:
            return completes(field, self.rest)
        if len(floaters) == 1:
            return bool(best_downfloaters(field, floaters, below))
        return completes(field, field.after(below) | mask_of(next_floaters(field, floaters, below)))

    def _down(self, player: int) -> int:
        """What a downfloater costs whatever becomes of them below."""
        return self.upper.alone(player) * self.middle.size * self.lower.size + self.lower.alone(player)

    def weights(self) -> Weights:
        inside = set(self.bracket.players)
        below = {member: self.middle.alone(member) * self.lower.size for member in (*self.bracket.players, *self.next)}
        down = {member: self._down(member) for member in self.bracket.players}
        everybody = (*self.bracket.players, *self.outside)
        whole = self.upper.size * self.middle.size * self.lower.size
        if self.far:
            alone = dict.fromkeys(everybody, whole)
        else:
            alone = {member: down.get(member, 0) + below.get(member, 0) for member in everybody}
        found: Weights = {}
        for one, others in inner_edges(self.field, self.bracket).items():
            for two in bits(others >> one << one):
                found[one, two] = alone[one] + alone[two] - self.lower.together(one, two)
        lower, following = mask_of(self.outside), set(self.next)
        for one in everybody:
            own = down.get(one, 0)
            for two in bits(self.field.allowed[one] & lower >> one << one):
                apart = below.get(one, 0) if two not in following else 0
                found[one, two] = alone[one] + alone[two] - own - apart
            if self.far and self.field.bye is not None and self.field.allowed[one] >> self.field.bye & 1:
                further = below.get(one, 0) if one in inside or one in following else 0
                found[one, self.field.bye] = alone[one] + whole - own - further
        return found
