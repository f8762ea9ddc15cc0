"""3.3: a round of matches. The bye first, then scoregroup by scoregroup with its upfloaters, then the pairs."""

from collections.abc import Iterable
from dataclasses import dataclass

from arpad.pairing.byes import first_bye
from arpad.pairing.matches.bracket import BracketSearch, Pairs
from arpad.pairing.matches.field import MatchField
from arpad.pairing.matches.rules import MatchRules, rules_of
from arpad.pairing.matches.sides import MatchSide
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
    """A round that is paired; `bye` is a number."""

    field: MatchField
    groups: tuple[PairedGroup, ...]
    bye: int | None


def bye_order(sides: Iterable[MatchSide]) -> list[MatchSide]:
    """3.4: the sides in the order in which they come for the bye: lowest score, most matches, largest number."""
    return sorted(sides, key=lambda side: (side.score, -len(side.colours), -side.rank))


def pair_matches(state: PairingState) -> MatchRound | None:
    """Pair a round; None if there is no legal pairing. 3.4: the first side that may have the bye (C2) and leaves a
    legal pairing for all others gets it."""
    field, rules = MatchField(state), rules_of(state.system)
    bye = first_bye(bye_order(field.sides), field.sides, field.allowed) if len(field.sides) % 2 else None
    rest = mask_of(place for place, side in enumerate(field.sides) if side.rank != bye)
    if not field.complete(rest):
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
