"""Explain and check rounds of the Lim system (C.04.4.3), and register it as a Swiss system."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from arpad.documents.steps import Explanation, Step
from arpad.domain.event import Colour
from arpad.pairing._lim import (
    Leaving,
    LimField,
    LimGroup,
    LimPlayer,
    LimRound,
    bye_order,
    exchange,
    in_turn,
    lim_colour,
    lim_players,
    pair_lim,
)
from arpad.pairing._matching import Matching, mask_of
from arpad.pairing._system_engine import SystemEngine
from arpad.pairing._upfloaters import Digits, Worse, first_worse
from arpad.pairing.engines import Board, Pairing, Reason, Seat, boards_of
from arpad.pairing.explain import NOBODY, RoundTeller, mates_of, wrong_bye
from arpad.pairing.state import PairingState, order, points

# What would have come first in a Lim group, and why it fails: who leaves, whom the floaters meet, the exchanges.

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


# By what a given round differs from the one that the Lim system gives.


def lim_faults(state: PairingState, found: LimRound | None, given: Mapping[int, Seat]) -> Iterator[Reason | None]:
    """Yield what is wrong: the bye, who may meet whom, then group by group."""
    field = LimField(state) if found is None else found.field
    mates = mates_of(field.players, given)
    if found is not None:
        yield wrong_bye(state, found.bye, given, "1.1", "1.1")
    for one, two in sorted(mates.items()):
        if not field.allowed[one] >> two & 1:
            yield barred(field, one, two)
    for group in found.groups if found is not None else ():
        yield _in_group(field, group, mates)


def _in_group(field: LimField, group: LimGroup, mates: Mapping[int, int]) -> Reason | None:
    """By what the given pairs of a group are worse: who leaves it, the colours that are due, or the order; None if they
    are those of the rules."""
    members = {*group.came, *group.residents}
    out = sorted(place for place in members if mates.get(place) not in members)
    if group.direction and not group.undone and out != sorted(group.out):
        return _wrong_floaters(field, group, out)
    if all(mates.get(one) == two for one, two in group.pairs):
        return None
    if group.undone or (out and not group.direction):
        return Reason("2.6", group.score, kind="order")
    if any(mates.get(one) != two for one, two in floater_pairs(group)):
        return Reason("3.8", group.score, kind="order")
    given = [(one, two) for one, two in mates.items() if one in members and one < two]
    below = group.direction < 0
    worse = first_worse(defects(field, given, below), defects(field, group.pairs, below))
    if worse is None or worse[1] < worse[2]:
        return Reason("4.2", group.score, kind="order")
    return _quality(group, DEFECT_ARTICLES[worse[0]], worse)


def _wrong_floaters(field: LimField, group: LimGroup, out: Sequence[int]) -> Reason:
    """2.3 and 3: too many players leave, or others than those who should."""
    if len(out) != len(group.out):
        return _quality(group, "2.3", ("floaters", len(out), len(group.out)))
    leaving = leaving_of(field, group)
    worse = first_worse(leaving.counts(out), leaving.counts(group.out))
    if worse is None or worse[1] < worse[2]:
        return Reason("3.3" if group.direction > 0 else "3.4", group.score, kind="order")
    return _quality(group, LEAVING_ARTICLES[worse[0]], worse)


def _quality(group: LimGroup, article: str, worse: Worse) -> Reason:
    name, given, best = worse
    return Reason(article, group.score, given=given, best=best, criterion=f"pairing.criterion-lim.{name}")


def barred(field: LimField, one: int, two: int) -> Reason:
    """2.1: why two players may not meet."""
    first, second = field.players[one], field.players[two]
    ranks = first.rank, second.rank
    if second.rank in first.opponents:
        return Reason("2.1", None, ranks, kind="barred", criterion="pairing.criterion.c1")
    if tuple(sorted(ranks)) in field.state.forbidden:
        return Reason("forbidden", None, ranks, kind="barred", criterion="pairing.criterion.forbidden")
    return Reason("2.1", None, ranks, kind="barred", criterion="pairing.criterion.c3")


# The reasons of a Lim round: the bye, each group with its direction, who leaves it, whom the floaters meet, the
# exchanges, and the colours.

ARTICLES = {
    "fresh": "7.2", "forced": "5.1", "both": "5.1", "wider": "5.6", "difference": "5.4", "higher": "5.4",
}  # fmt: skip
DIRECTIONS = {1: "down", -1: "up", 0: "median"}
REFUSED = {
    "incomplete": "pairing.match-pair-barred", "quality": "pairing.match-pair-quality",
    "colour": "pairing.lim-same-due", "far": "pairing.lim-far",
}  # fmt: skip


def explain_lim(answer: Pairing, found: LimRound, limit: int) -> Explanation:
    """The reading is named first; then the bye, and a step for each group, with at most `limit` refusals of a kind."""
    teller = _LimTeller(answer, found.field, found.field.players, limit)
    head = [teller.step("2.2", "pairing.lim-reading", {}, None)]
    if (widest := answer.state.system.widest) is not None:
        head.append(teller.step("5.7", "pairing.lim-maxi", {}, widest))
    if found.bye is not None:
        head.append(teller.bye_step(found.bye, bye_order(answer.state), given="1.1", barred="1.1"))
    return (*head, *(teller.group(group) for group in found.groups if group.residents or group.came))


class _LimTeller(RoundTeller[LimField, LimPlayer]):
    def history(self, player: LimPlayer) -> str:
        """The colours of the games, and the colour that is due."""
        return f"{player.colours.upper()} {player.due}" if player.colours else NOBODY

    def group(self, group: LimGroup) -> Step:
        """A group with who leaves it, whom its floaters meet, the exchanges, and the colours."""
        steps = [*self._leaving(group), *self._floaters(group)]
        steps += [self._refused(one) for one in islice(not_exchanged(self.field, group), self.limit)]
        for one, two in group.undone:
            steps.append(self.step("2.6", "pairing.lim-undone", {}, self.pair((one, two))))
        steps += [self._colours(one, two, group.direction < 0) for one, two in group.pairs]
        for name, count in defects(self.field, group.pairs, group.direction < 0):
            if count:
                words = f"@pairing.criterion-lim.{name}"
                steps.append(self.step(DEFECT_ARTICLES[name], "pairing.cost", {"criterion": words}, count))
        inputs: dict[str, object] = {
            "score": NOBODY if group.score is None else points(self.answer.state, group.score),
            "residents": self.ranks(group.residents),
            "came": self.ranks(group.came),
        }
        return self.step("2.2", f"pairing.lim-{DIRECTIONS[group.direction]}", inputs, len(group.pairs), *steps)

    def _leaving(self, group: LimGroup) -> Iterator[Step]:
        """2.3 and 3: who leaves, and who would have left first."""
        if not group.out:
            return
        inside = mask_of((*group.residents, *group.came))
        for place in group.out:
            if not self.field.allowed[place] & inside:
                yield self.step("2.3", "pairing.lim-lonely", {}, self.field.players[place].rank)
        refused = [self._stays(one) for one in islice(not_leaving(self.field, group), self.limit)]
        yield self.step("3.2", "pairing.lim-out", {}, self.ranks(group.out), *refused)

    def _stays(self, one: LimRefusal) -> Step:
        inputs: dict[str, object] = {"player": self.field.players[one.places[0]].rank, "best": one.best}
        if one.criterion:
            inputs["criterion"] = f"@pairing.criterion-lim.{one.criterion}"
        return self.step(one.article, f"pairing.lim-stays-{one.kind}", inputs, one.given)

    def _floaters(self, group: LimGroup) -> Iterator[Step]:
        """3.6 to 3.8: whom each floater meets, and who would have come first."""
        refused = list(not_met(self.field, group))
        for floater, mate in floater_pairs(group):
            own = [self._refused(one) for one in refused if one.places[0] == floater][: self.limit]
            inputs: dict[str, object] = {"player": self.field.players[floater].rank}
            yield self.step("3.8", "pairing.lim-floater", inputs, self.field.players[mate].rank, *own)

    def _refused(self, one: LimRefusal) -> Step:
        inputs: dict[str, object] = {"players": self.pair(one.places), "given": one.given, "best": one.best}
        if one.kind == "barred":
            reason = barred(self.field, *one.places)
            inputs["criterion"] = f"@{reason.criterion}"
            return self.step(reason.article, "pairing.refused-pair-barred", inputs, None)
        if one.criterion:
            inputs["criterion"] = f"@pairing.criterion-lim.{one.criterion}"
        return self.step(one.article, REFUSED[one.kind], inputs, None)

    def _colours(self, one: int, two: int, below: bool) -> Step:
        higher, lower = sorted((self.field.players[one], self.field.players[two]), key=order)
        _, kind = lim_colour(higher, lower, self.answer.state.initial, below)
        more = "-below" if kind == "higher" and below else ""
        if kind == "fresh":
            more = "-odd" if higher.number % 2 else "-even"
        return self.colours_step(
            self.board(higher, lower).rule, f"colour-lim-{kind}{more}", higher, lower,
            higher=higher.rank, lower=lower.rank, number=higher.number,
        )  # fmt: skip


# The Lim system as one of the Swiss systems: C.04.4.3, a reading.


def _boards(state: PairingState, found: LimRound) -> tuple[Board, ...]:
    players = found.field.players
    below = {
        frozenset((players[one].rank, players[two].rank))
        for group in found.groups
        if group.direction < 0
        for one, two in group.pairs
    }

    def colour(higher: LimPlayer, lower: LimPlayer) -> tuple[Colour, str]:
        lower_half = frozenset((higher.rank, lower.rank)) in below
        given, kind = lim_colour(higher, lower, state.initial, lower_half)
        return given, ARTICLES[kind]

    pairs = [(players[one], players[two]) for group in found.groups for one, two in group.pairs]
    ranked = [pair if order(pair[0]) < order(pair[1]) else pair[::-1] for pair in pairs]
    return boards_of(state, ranked, colour)


ENGINE = SystemEngine(lim_players, LimField, pair_lim, _boards, explain_lim, lim_faults, lambda _: "2.6")
