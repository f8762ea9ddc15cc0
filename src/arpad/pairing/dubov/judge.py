"""By what a given round is worse than the one that the Dubov system gives."""

from collections.abc import Iterator, Mapping

from arpad.pairing.dubov.engine import DubovRound, bye_order
from arpad.pairing.dubov.rules import article, words
from arpad.pairing.dubov.shifts import DubovBracket
from arpad.pairing.dubov.upfloaters import DubovSearch, player_at
from arpad.pairing.dutch.field import Field
from arpad.pairing.engines import Reason
from arpad.pairing.judging import mates_of, wrong_bye, wrong_pair
from arpad.pairing.rounds import Seat
from arpad.pairing.state import PairingState
from arpad.pairing.systems import SwissSystem
from arpad.pairing.upfloating import Scoregroup, first_worse


def dubov_faults(state: PairingState, found: DubovRound | None, given: Mapping[int, Seat]) -> Iterator[Reason | None]:
    """Yield what is wrong: the bye (C2, 3.1), who may meet whom, then the upfloaters and pairs of each scoregroup."""
    system = state.system
    field = Field(state) if found is None else found.field
    mates = mates_of(field.entrants, given)
    if found is not None:
        barred, other, early = (article(system, name) for name in ("C2", "bye", "bye-complete"))
        yield wrong_bye(state, found.bye, given, barred, other, (early, bye_order(state)))
    yield wrong_pair(field, mates, lambda name: article(system, name.replace(".", "")))
    for group, bracket in found.groups if found is not None else ():
        yield _group(system, field, group, bracket, mates)


def _group(
    system: SwissSystem, field: Field, group: Scoregroup, bracket: DubovBracket, mates: Mapping[int, int]
) -> Reason | None:
    score = field.scores[group.residents[0]]
    residents = set(group.residents)
    came = tuple(place for place in group.lower if mates.get(place) in residents)
    if set(came) != set(bracket.upfloaters):
        return _upfloaters(system, field, group, bracket, came)
    members = {*group.residents, *came}
    pairs = {frozenset((place, mates[place])) for place in members if mates.get(place) in members}
    if pairs == {frozenset(pair) for pair in bracket.pairs}:
        return None
    given, best = (
        sum(same_preference(field, *pair) for pair in some)
        for some in ([tuple(sorted(pair)) for pair in pairs], bracket.pairs)
    )
    if given != best:
        return Reason(article(system, "C7"), score, (), given, best, criterion=words("C7"))
    s1 = set(bracket.s1)
    across = all(len(pair & s1) == 1 for pair in pairs)
    return Reason(article(system, "transposition" if across else "shifters"), score, kind="order")


def same_preference(field: Field, one: int, two: int) -> bool:
    """C7: whether one of two players cannot get the colour."""
    return player_at(field, one).preference.colour == player_at(field, two).preference.colour


def _upfloaters(
    system: SwissSystem, field: Field, group: Scoregroup, bracket: DubovBracket, came: tuple[int, ...]
) -> Reason:
    score = field.scores[group.residents[0]]
    search = DubovSearch(field, group)
    given, best = search.value(came, only=True), search.value(bracket.upfloaters, only=True)
    if given is None or best is None:
        ranks = tuple(field.entrants[place].rank for place in came)
        return Reason(article(system, "C4"), score, ranks, kind="completion")
    worse = first_worse(given, best)
    if worse is None:
        ranks = tuple(field.entrants[place].rank for place in bracket.upfloaters)
        return Reason(article(system, "upfloaters"), score, ranks, kind="upfloaters")
    return Reason(article(system, worse[0]), score, (), *worse[1:], criterion=words(worse[0]))
