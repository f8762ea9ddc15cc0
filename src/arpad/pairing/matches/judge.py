"""By what a given round of matches is worse than the one that the rules give."""

from collections.abc import Iterator, Mapping

from arpad.pairing.engines import Reason
from arpad.pairing.judging import mates_of, wrong_bye
from arpad.pairing.matches.bracket import BracketSearch
from arpad.pairing.matches.engine import MatchRound, PairedGroup, bye_order
from arpad.pairing.matches.field import MatchField
from arpad.pairing.matches.rules import MatchRules, rules_of
from arpad.pairing.matches.upfloaters import set_search
from arpad.pairing.rounds import Seat
from arpad.pairing.state import PairingState
from arpad.pairing.upfloating import first_worse


def match_faults(state: PairingState, found: MatchRound | None, given: Mapping[int, Seat]) -> Iterator[Reason | None]:
    """Yield what is wrong: who may meet whom, the bye (C2, 3.4), then scoregroup by scoregroup."""
    field, rules = MatchField(state), rules_of(state.system)
    mates = mates_of(field.sides, given)
    for one, two in sorted(mates.items()):
        if not field.allowed[one] >> two & 1:
            yield _barred(field, rules, one, two)
    if found is not None:
        barred, other, early = (rules.articles[name] for name in ("C2", "bye", "bye-legal"))
        yield wrong_bye(state, found.bye, given, barred, other, (early, bye_order(field.sides)))
        for group in found.groups:
            yield _group(field, rules, group, mates)


def _barred(field: MatchField, rules: MatchRules, one: int, two: int) -> Reason:
    ranks = field.sides[one].rank, field.sides[two].rank
    if ranks[1] in field.sides[one].opponents:
        return Reason(rules.articles["C1"], None, ranks, kind="barred", criterion="pairing.criterion.c1")
    return Reason("forbidden", None, ranks, kind="barred", criterion="pairing.criterion.forbidden")


def _group(field: MatchField, rules: MatchRules, group: PairedGroup, mates: Mapping[int, int]) -> Reason | None:
    """The upfloaters, and then the pairs."""
    score = field.sides[group.group.residents[0]].score
    residents = set(group.group.residents)
    came = tuple(place for place in group.group.lower if mates.get(place) in residents)
    if set(came) != set(group.upfloaters):
        return _upfloaters(field, rules, group, came, score)
    search = BracketSearch(field, rules, group.group.residents, group.upfloaters)
    index = {place: at for at, place in enumerate(search.order)}
    inside = sorted({tuple(sorted((index[one], index[mates[one]]))) for one in search.order if mates.get(one) in index})
    ours = sorted((index[one], index[two]) for one, two in group.pairs)
    pairs = [(min(pair), max(pair)) for pair in inside]
    if pairs == ours:
        return None
    worse = first_worse(search.value(pairs), search.value(ours))
    if worse is None:
        return Reason(rules.articles["pair-order"], score, kind="order")
    return Reason(worse[0], score, (), *worse[1:], criterion=rules.words(worse[0]))


def _upfloaters(field: MatchField, rules: MatchRules, group: PairedGroup, came: tuple[int, ...], score: int) -> Reason:
    ranks = tuple(field.sides[place].rank for place in group.upfloaters)
    search = set_search(field, rules, group.group)
    given, best = search.value(came, only=True), search.value(group.upfloaters, only=True)
    if given is None or best is None:
        return Reason(rules.articles["C3"], score, tuple(field.sides[place].rank for place in came), kind="completion")
    worse = first_worse(given, best)
    if worse is None:
        return Reason(rules.articles["set-order"], score, ranks, kind="upfloaters")
    return Reason(worse[0], score, (), *worse[1:], criterion=rules.words(worse[0]))
