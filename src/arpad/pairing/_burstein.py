"""The Burstein system (C.04.4.2 of 2018 and 2026): seeding rounds, opposition index, bracket pairing."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import ClassVar

from arpad.documents.steps import Explanation, Step
from arpad.domain.event import Colour, RoundResult
from arpad.i18n import ArpadError
from arpad.i18n import number as number_text
from arpad.pairing._graph import Bracket, Field, Graph, Pair, Paired, paired_by
from arpad.pairing._matching import Matching, SolverWork, Weights, best_pairs, bits, mask_of
from arpad.pairing.dutch._candidates import LARGEST, DutchRules, compare, illegal, outlook_2026, unfit_2026
from arpad.pairing.dutch._costs import Costs2026, best_downfloaters, next_value
from arpad.pairing.dutch._criteria import Digit, colours, completes, nothing, with_score
from arpad.pairing.dutch._engine import BracketPairing, DutchPairing, from_the_top, nearly
from arpad.pairing.engines import Answer, Impossible, Pairing, Reason, Seat
from arpad.pairing.state import PairingPlayer, PairingState, Tournament, as_kind, met, was_paired
from arpad.pairing.systems import systems

# C5 to C8: what outgoing floaters and pairs of a bracket cost.


class BursteinCosts(Costs2026):
    """C5 and C6 of 2026: as few outgoing floaters as possible, with the lowest scores; C7 the same in the next bracket;
    C8 the colours."""

    names = ("C5", "C6", "C7")

    def _bye_is_near(self) -> bool:
        return False

    def _lower(self) -> list[Digit]:
        return colours(self.players, ("C8", ""))[:1]


class BursteinCosts2018(BursteinCosts):
    """C.6 of 2018: as many incoming floaters as possible are paired, then those with the highest scores."""

    def _upper(self) -> list[Digit]:
        low = self.field.scores[self.bracket.residents[0]]
        return incoming(self.players, low, self.names[0], self.names[1])

    def kept_below(self, floaters: Sequence[int]) -> bool:
        """C.4 and C.7. What becomes of several floaters is only seen with everybody below."""
        return len(floaters) < 2 and super().kept_below(floaters)

    def _outlook(self) -> list[Digit]:
        """C.7: the floaters of this bracket are the incoming ones of the next."""
        together = [self.field.entrants[member] for member in (*self.bracket.players, *self.bracket.below)]
        low = self.field.scores[self.bracket.below[0]]
        return incoming(together, low, self.names[2], self.names[2])


def incoming(players: list[PairingPlayer], low: int, number: str, scores: str) -> list[Digit]:
    """Return the digits of 2018: those left over, then those among them who came from above, then these by their
    scores from the highest."""
    above = [player.score for player in players if player.score > low]
    return [
        Digit(number, len(players), lambda _: 1, nothing),
        Digit(scores, len(above), lambda player: int(player.score > low), nothing),
        *(with_score(scores, score, players) for score in sorted(set(above), reverse=True)),
    ]


# 4: the order of pairings. The opponent of the first in the ranking is as low as possible, then that of the second,
# and so on; a player who floats comes last.


def renumbered(order: Sequence[int], weights: Weights) -> Weights:
    """Return the edges by the numbers of the players in their ranking; those outside the bracket come after them."""
    number = {place: at for at, place in enumerate(order)}
    for edge in weights:
        for place in edge:
            number.setdefault(place, len(number))
    found: Weights = {}
    for (one, two), weight in weights.items():
        first, second = number[one], number[two]
        found[min(first, second), max(first, second)] = weight
    return found


def fold(order: Sequence[int], weights: Weights, worth: Callable[[int], int] = lambda number: number + 1) -> list[Pair]:
    """Return the pairs inside the bracket of the first of the best pairings. `worth` tells how early an opponent comes
    by its number in the order, the lowest first unless it says otherwise; it is at least 1 and at most the number of
    players."""
    count = len(order)
    work = SolverWork(range(count), renumbered(order, weights))
    width = count.bit_length()
    waiting = list(range(count))
    while waiting:
        part = waiting[: max(1, work.room // width)]
        shift = {player: width * at for at, player in enumerate(reversed(part))}
        mates = work.mates(
            lambda one, two, shift=shift: worth(two) << shift[one] if one in shift else 0,  # type: ignore[misc]
            width * len(part),
        )
        work.fix([(player, mates[player]) for player in part if mates.get(player, -1) > player])
        floating = {player for player in part if player not in mates}
        work.drop(lambda one, two, floating=floating: one in floating or two in floating)  # type: ignore[misc]
        waiting = [player for player in waiting if player not in work.taken and player not in floating]
    return [(order[one], order[two]) for one, two in work.pairs]


def earlier_pairs(order: Sequence[int], pairs: Iterable[Pair]) -> Iterator[tuple[Pair, list[Pair], list[int]]]:
    """Yield the pairs that would have come first in the order of 4, each with the pairs and the floaters that are
    decided by then."""
    mate = {one: two for pair in pairs for one, two in (pair, pair[::-1])}
    fixed: list[Pair] = []
    floated: list[int] = []
    free = list(order)
    while free:
        top = free.pop(0)
        for other in reversed(free):
            if other == mate.get(top):
                break
            yield (top, other), fixed, floated
        if top in mate:
            free.remove(mate[top])
            fixed.append((min(top, mate[top]), max(top, mate[top])))
        else:
            floated.append(top)


# 1.7 and 1.8: the opposition evaluation, by which the players of a bracket are ranked.

MOST_SEEDING = 4


@dataclass(frozen=True)
class IndexedPlayer(PairingPlayer):
    """A player with the index: Buchholz, and Sonneborn-Berger in squared units of points."""

    buchholz: int = 0
    sonneborn: int = 0


def seeding_rounds(rounds: int) -> int:
    """1.6.2: half of the rounds, rounded down, and four at most."""
    return min(rounds // 2, MOST_SEEDING)


def is_seeding(state: PairingState) -> bool:
    """Whether a round is paired by the Dutch system."""
    return state.round <= seeding_rounds(state.rounds)


def ranking(player: IndexedPlayer) -> tuple[int, int, int]:
    """1.8: index, then number. Scores are not used."""
    return -player.buchholz, -player.sonneborn, player.rank


def _check_seeding(whole: Tournament, state: PairingState) -> None:
    """1.7: the index is made of all rounds so far, and the seeding rounds are the first of them."""
    for number in range(1, seeding_rounds(state.rounds) + 1):
        if not any(was_paired(whole.cell(rank, number)) for rank in whole.cells):
            raise ArpadError("pairing-seeding-missing", round=number)


class _Index:
    def __init__(self, whole: Tournament, state: PairingState) -> None:
        self.whole, self.number = whole, state.round
        self.present = {player.rank for player in state.entrants}

    def player(self, player: PairingPlayer) -> IndexedPlayer:
        """Add up the rounds before this one."""
        buchholz = sonneborn = 0
        own = self._points(player.rank)
        for number in range(1, self.number):
            cell = self.whole.cell(player.rank, number)
            met_score = own
            if cell is not None and cell.opponent is not None and met(cell):
                met_score = self._points(cell.opponent) + self._drawn(cell.opponent)
            scores = self.whole.scores[player.rank]
            buchholz += met_score
            sonneborn += met_score * (scores[number] - scores[number - 1])
        return as_kind(IndexedPlayer, player, buchholz=buchholz, sonneborn=sonneborn)

    def _points(self, rank: int) -> int:
        return self.whole.scores[rank][self.number - 1]

    def _drawn(self, rank: int) -> int:
        """The exception of 1.7.2: players who are away with zero-point byes up to this round have a draw for each of
        the earlier ones."""
        reach = self.whole.system.absences
        away = rank not in self.present and self._zero(rank, self.number, now=True)
        if reach == "none" or (reach == "reaching" and not away):
            return 0
        count = 0
        while count < self.number - 1 and self._zero(rank, self.number - 1 - count, now=False):
            count += 1
        return count * self.whole.draw

    def _zero(self, rank: int, number: int, now: bool) -> bool:
        """Whether a round is a zero-point bye. In the round to come it is one for all who are away without another."""
        cell: RoundResult | None = self.whole.cell(rank, number)
        if cell is not None and (cell.result is not None or cell.opponent is not None):
            return cell.result == "Z" and cell.opponent is None
        if not now:
            return True
        return self.whole.records.bye_kinds.get((number, rank), "Z") == "Z"


# The first of the best pairings without a search by weights, if a bound says what the best is. Of w players who seek
# White, b who seek Black and a without a preference, at least (w - b - a) / 2 pairs deny a colour if w is that large.
# Then exactly the pairs with a player who seeks White reach the bound; if neither colour is in such excess, exactly
# the pairs that deny nobody do. One more vertex takes the player who leaves an odd bracket.

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
            lower = reversed(list(bits(rows[player] & matching.mask)))
            opponent = matching.take_first(player, lower)
            if opponent != OUTLET:
                pairs.append((order[player - 1], order[opponent - 1]))
    return pairs


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


# What differs between the editions of the Burstein system, and how they call their articles.


def _outlook_2018(field: Field, bracket: Bracket, floaters: Sequence[int]) -> list[int]:
    """C.7: those left over in the next bracket, then the floaters of this one among them."""
    if not bracket.below:
        return []
    low = field.scores[bracket.below[0]]
    return next_value(field, floaters, bracket.below, lambda players: incoming(players, low, "C7", "C7"))


_ARTICLES_2018 = {
    "bracket": "A.2", "seeding": "A.6", "index": "A.7", "bye": "B.0", "bye-complete": "B.0.b", "impossible": "A.8",
    "A.4": "A.2", "D.2": "D.1", "D.3": "D.1", "E.5": "E.0", "C5": "C.5", "C6": "C.6", "C7": "C.7", "C8": "C.8",
}  # fmt: skip
_ARTICLES_2026 = {
    "bracket": "1.2.2", "seeding": "1.6", "index": "1.8", "bye": "3.1", "bye-complete": "3.1.2", "impossible": "1.9.3",
    "A.4": "1.2.2", "C.1": "C1", "C.2": "C2", "C.3": "C3", "C.4": "C4", "D.1": "4.3", "D.2": "4.3", "D.3": "4.3",
    "E.1": "5.2.2", "E.2": "5.2.3", "E.3": "5.2.4", "E.4": "5.2.5", "E.5": "5.2.1",
}  # fmt: skip
_WORDS = "criterion-burstein"
_COUNTED = frozenset({"C8"})

RULES = {
    "burstein-2018": DutchRules(
        BursteinCosts2018, unfit_2026, _outlook_2018, _WORDS, "C5", "C7", "C8", _COUNTED, _ARTICLES_2018
    ),
    "burstein-2026": DutchRules(
        BursteinCosts, unfit_2026, outlook_2026, _WORDS, "C5", "C7", "C8", _COUNTED, _ARTICLES_2026
    ),
}
COSTS: dict[str, type[BursteinCosts]] = {"burstein-2018": BursteinCosts2018, "burstein-2026": BursteinCosts}
SEEDING = {"burstein-2018": "dutch-2017", "burstein-2026": "dutch-2026"}
"""1.6: the Dutch system of the same time."""


# 1.9: a round after the seeding rounds. The bye first, then bracket by bracket, each so that the round can be
# completed (C4).


class BursteinPairing(BracketPairing[IndexedPlayer]):
    """A round by C.04.4.2 of 2018 or 2026 after the seeding rounds."""

    editions = RULES
    articles: ClassVar = {id_: rules.articles for id_, rules in RULES.items()}

    @classmethod
    def prepare(cls, whole: Tournament, state: PairingState) -> PairingState:
        """1.7: the index is made of all rounds so far, and the seeding rounds are the first of them."""
        if is_seeding(state):
            return state
        _check_seeding(whole, state)
        index = _Index(whole, state)
        return replace(state, entrants=tuple(index.player(player) for player in state.entrants))

    @classmethod
    def bye_order(cls, state: PairingState) -> list[IndexedPlayer]:
        """3.1: the lowest score, most games, the lowest ranking."""
        players = [player for player in state.entrants if isinstance(player, IndexedPlayer)]
        players.sort(key=ranking, reverse=True)
        return sorted(players, key=lambda player: (state.lowness(player), -len(player.colours)))

    @classmethod
    def pair(cls, state: PairingState) -> Answer:
        """1.6: the seeding rounds are those of the Dutch system."""
        if not is_seeding(state):
            return super().pair(state)
        answer = DutchPairing.pair(replace(state, system=systems()[SEEDING[state.system.id]]))
        return replace(answer, state=state) if isinstance(answer, Impossible) else SeedingPairing(state, answer)

    @classmethod
    def pair_groups(cls, field: Graph[IndexedPlayer]) -> Iterator[Paired]:
        costs = COSTS[field.state.system.id]

        def pair(bracket: Bracket) -> Paired:
            def folded(weights: Weights) -> Paired:
                return paired_by(bracket, fold(order_of(field, bracket), weights))

            found = (_bounded(field, bracket) or nearly(field, bracket, costs, folded)) if cls.quick else None
            return found or folded(costs(field, bracket).weights())

        return from_the_top(field, pair)

    def higher_first(self, one: int, two: int) -> tuple[IndexedPlayer, IndexedPlayer]:
        """5.2: the player who is higher by the index decides where the texts say "higher ranked"."""
        higher, lower = sorted((self.field.entrants[one], self.field.entrants[two]), key=ranking)
        return higher, lower

    def group_step(self, group: Paired, limit: int) -> Step:
        """Tell a bracket in the order of the index, and the pairs that would have come first."""
        order = order_of(self.field, group.bracket)
        steps = [self.step("index", "pairing.index", {"ranking": ", ".join(map(self._index, order))}, None)]
        steps += islice(self._refused(group, order), limit)
        costs = self.rules.costs(self.field, group.bracket).value(group.pairs)
        steps += self.ends(group, costs)
        bracket = group.bracket
        return self.whole_step(
            "bracket", "pairing.bracket-normal", group, steps, bracket.residents, moved=bracket.moved
        )

    def _index(self, place: int) -> str:
        player, unit = self.field.entrants[place], self.state.unit
        values = Fraction(player.buchholz, unit), Fraction(player.sonneborn, unit * unit)
        return f"{player.rank} ({' / '.join(map(number_text, values))})"

    def _refused(self, group: Paired, order: Sequence[int]) -> Iterator[Step]:
        """4.3: opponents that would have come first for each player in turn."""
        searching = len(order) <= LARGEST
        weights = self.rules.costs(self.field, group.bracket).weights() if searching else {}
        for players, fixed, floated in earlier_pairs(order, group.pairs):
            pair = (min(players), max(players))
            verdict = illegal(self.field, [pair])
            if verdict is None and searching:
                pairs = best_with(order, weights, [*fixed, pair], floated)
                verdict = compare(self.rules, self.field, group, pairs)
            if verdict is not None:
                yield self.refusal("pair", players, verdict)


class SeedingPairing(BursteinPairing):
    """1.6: a round that the Dutch system has paired."""

    def __init__(self, state: PairingState, dutch: Pairing) -> None:
        self.state, self.dutch, self.boards, self.bye = state, dutch, dutch.boards, dutch.bye

    def explain(self, limit: int) -> Explanation:
        """Tell which of the seeding rounds it is, and by which system they are paired."""
        inputs = {"round": self.state.round, "edition": self.dutch.state.system.edition}
        head = self.step("seeding", "pairing.seeding", inputs, seeding_rounds(self.state.rounds))
        return (head, *self.dutch.explain(limit))

    def reason(self, given: Mapping[int, Seat]) -> Reason | None:
        return self.dutch.reason(given)


def order_of(field: Graph[IndexedPlayer], bracket: Bracket) -> list[int]:
    """4.1: the players of a bracket in their ranking."""
    return sorted(bracket.players, key=lambda place: ranking(field.entrants[place]))


def _bounded(field: Graph[IndexedPlayer], bracket: Bracket) -> Paired | None:
    """The first pairing that reaches every bound: nobody floats, or one resident whom the next bracket takes best (C5
    to C7), and the colours are as good as they can be (C8). None if there is no such pairing."""
    leaving = 0
    if len(bracket.players) % 2:
        leaving = best_downfloaters(field, bracket.residents, bracket.below)
    elif not completes(field, field.after(bracket.residents)):
        return None
    pairs = quick_fold(field, order_of(field, bracket), leaving)
    return None if pairs is None else paired_by(bracket, pairs)


def best_with(order: Sequence[int], weights: Weights, fixed: Sequence[Pair], floated: Sequence[int]) -> list[Pair]:
    """Return the pairs inside the bracket of a best candidate with certain pairs and certain floaters."""
    gone = {place for pair in fixed for place in pair}
    inside, alone = set(order), set(floated)
    left = {
        (one, two): weight
        for (one, two), weight in weights.items()
        if one not in gone
        and two not in gone
        and (one not in alone or two not in inside)
        and (two not in alone or one not in inside)
    }
    pairs = [(order[one], order[two]) for one, two in best_pairs(range(len(order)), renumbered(order, left))]
    return sorted([*fixed, *((min(pair), max(pair)) for pair in pairs)])


ENGINE = BursteinPairing
