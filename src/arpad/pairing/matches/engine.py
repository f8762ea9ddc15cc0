"""3.3: a round of matches. The bye first, then scoregroup by scoregroup with its upfloaters, then the pairs."""

from dataclasses import dataclass

from arpad.pairing.matches.bracket import BracketSearch, Pairs
from arpad.pairing.matches.field import MatchField
from arpad.pairing.matches.rules import MatchRules, rules_of
from arpad.pairing.matches.upfloaters import choose_upfloaters
from arpad.pairing.matching.cardinality import mask_of
from arpad.pairing.state import PairingState
from arpad.pairing.upfloating import Scoregroup


@dataclass(frozen=True, slots=True)
class PairedGroup:
    """A scoregroup with its upfloaters, and its pairs by places, the smaller number first."""

    group: Scoregroup
    upfloaters: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class MatchRound:
    """A round that is paired; `bye` is a place."""

    field: MatchField
    groups: tuple[PairedGroup, ...]
    bye: int | None


def bye_order(field: MatchField) -> list[int]:
    """3.4: the places in the order in which they come for the bye: lowest score, most matches, largest number."""
    sides = field.sides
    return sorted(
        range(len(sides)), key=lambda place: (sides[place].score, -len(sides[place].colours), -sides[place].rank)
    )


def find_bye(field: MatchField) -> int | None:
    """3.4: the first side that may have the bye (C2) and leaves a legal pairing for all others."""
    for place in bye_order(field):
        if field.sides[place].bye_allowed and field.complete(field.everybody & ~(1 << place)):
            return place
    return None


def pair_matches(state: PairingState) -> MatchRound | None:
    """Pair a round; None if there is no legal pairing."""
    field, rules = MatchField(state), rules_of(state.system)
    rest = field.everybody
    bye = None
    if len(field.sides) % 2:
        bye = find_bye(field)
        if bye is None:
            return None
        rest &= ~(1 << bye)
    elif not field.complete(rest):
        return None
    return MatchRound(field, tuple(_groups(field, rules, rest)), bye)


def _groups(field: MatchField, rules: MatchRules, rest: int) -> list[PairedGroup]:
    waiting = [place for place in range(len(field.sides)) if rest >> place & 1]
    scores = sorted({field.sides[place].score for place in waiting}, reverse=True)
    found = []
    for score, following in zip(scores, [*scores[1:], None], strict=False):
        residents = tuple(place for place in waiting if field.sides[place].score == score)
        if not residents:
            continue
        lower = tuple(waiting[len(residents) :])
        group = Scoregroup(residents, lower, tuple(place for place in lower if field.sides[place].score == following))
        upfloaters = choose_upfloaters(field, rules, group)
        search = BracketSearch(field, rules, residents, upfloaters)
        found.append(PairedGroup(group, upfloaters, tuple(_places(search, search.first()))))
        gone = mask_of((*residents, *upfloaters))
        waiting = [place for place in waiting if not gone >> place & 1]
    return found


def _places(search: BracketSearch, pairs: Pairs) -> Pairs:
    return [(search.order[one], search.order[two]) for one, two in pairs]
