"""Dutch system: edge weights of a bracket, and the effect of downfloaters on the next one (C.7, 2026 C8)."""

from collections.abc import Callable, Sequence

from arpad.pairing._graph import Bracket, Field
from arpad.pairing._matching import Matching, Weights, bits, heaviest_edges, mask_of
from arpad.pairing.dutch._criteria import (
    Digit,
    Number,
    SingleFloater,
    colours,
    downfloaters,
    outlook,
    pairs,
    repeated_floats,
    score_differences,
    topscorers,
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


class Costs:
    """What downfloaters and pairs cost: C.4 before C.5 and C.6, these before C.7, and C.7 before C.8 to C.19."""

    def __init__(self, field: Field, bracket: Bracket) -> None:
        self.field, self.bracket = field, bracket
        unit = field.state.unit
        players = [field.entrants[player] for player in bracket.players]
        self.upper = Number(field, [*pairs(players), *score_differences(players, unit)])
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
        return outlook([field.entrants[player] for player in (*bracket.players, *bracket.below)], field.state.unit)

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
        """Return the edges, the lower place first, and what each saves."""
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

    def value(self, pairs: Sequence[tuple[int, int]]) -> list[tuple[str, int]]:
        """C.5, C.6 and C.8 to C.19 of a candidate, digit by digit."""
        floaters = self.bracket.left_over(pairs)
        return [*self.upper.value(floaters, pairs), *self.lower.value(floaters, pairs)]


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


# C.7 of 2017: what the next bracket makes of certain downfloaters.


def next_bracket(field: Field, bracket: Bracket, floaters: Sequence[int]) -> list[tuple[str, int]]:
    """C.7: what the next bracket is worth with certain downfloaters: players left over, then score differences."""
    everybody = (*floaters, *bracket.below)
    number = Number(field, outlook([field.entrants[member] for member in everybody], field.state.unit))
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
