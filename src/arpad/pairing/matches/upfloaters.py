"""3.5: which sides of lower scores join a scoregroup (C4 to C7), and in which order the sets come."""

from arpad.pairing.matches.field import MatchField
from arpad.pairing.matches.rules import MatchRules
from arpad.pairing.matching.cardinality import Matching, bits, mask_of
from arpad.pairing.upfloating import Scoregroup, UpfloaterSearch


def choose_upfloaters(field: MatchField, rules: MatchRules, group: Scoregroup) -> tuple[int, ...]:
    """Return the first of the best sets. The round below can always be completed with it (C3)."""
    below = mask_of(group.lower)
    residents = mask_of(group.residents)
    if len(group.residents) % 2 == 0 and field.complete(residents) and field.complete(below):
        return ()
    single = _single(field, rules, group) if len(group.residents) % 2 else None
    return set_search(field, rules, group).first() if single is None else (single,)


def _single(field: MatchField, rules: MatchRules, group: Scoregroup) -> int | None:
    """The first single upfloater that reaches every bound, None if there is none."""
    residents, below = mask_of(group.residents), mask_of(group.lower)
    top = field.sides[group.lower[0]].score
    checking = "floaters" in rules.sets and rules.floats_count(field.state)
    for place in group.lower:
        side = field.sides[place]
        if side.score != top:
            return None
        if checking and side.floated:
            continue
        if not field.complete(residents | 1 << place) or not field.complete(below & ~(1 << place)):
            continue
        if _following_is_served(field, group, place):
            return place
    return None


def _following_is_served(field: MatchField, group: Scoregroup, taken: int) -> bool:
    """C6: the following scoregroup then needs no upfloater, or one if its number is odd."""
    left = mask_of(group.following) & ~(1 << taken)
    if not left:
        return True
    further = mask_of(group.lower) & ~mask_of(group.following) & ~(1 << taken)
    if left.bit_count() % 2 == 0:
        return field.complete(left) and field.complete(further)
    inside, outside = Matching(field.allowed, left), Matching(field.allowed, further)
    if inside.missing != 1 or outside.missing != 1:
        return False
    spare = inside.missable()
    return any(field.allowed[place] & spare for place in bits(outside.missable()))


def set_search(field: MatchField, rules: MatchRules, group: Scoregroup) -> "SetSearch":
    """Return the search by the criteria. If C6 only asks whether the following scoregroup can do with as few upfloaters
    as its number allows, it says nothing if no set lets it."""
    found = SetSearch(field, rules, group)
    if field.state.system.following == "fewest" or not group.following:
        return found
    best = found.value([])
    assert best is not None
    score = field.sides[group.following[0]].score
    left = len(group.following) - best[found.place_of[score]][1]
    return found if best[len(found.place_of) + 1][1] <= left % 2 else SetSearch(field, rules, group, blind=True)


class SetSearch(UpfloaterSearch):
    """C4 to C7 as one number over perfect matchings of a scoregroup and everybody below, `blind` without C6."""

    def __init__(self, field: MatchField, rules: MatchRules, group: Scoregroup, blind: bool = False) -> None:
        self.field, self.following = field, set() if blind else set(group.following)
        scores = sorted({field.sides[place].score for place in group.lower})
        names = [rules.sets["number"], *[rules.sets["scores"]] * len(scores), rules.sets["following"]]
        self.floats = "floaters" in rules.sets and rules.floats_count(field.state)
        if self.floats:
            names.append(rules.sets["floaters"])
        self.place_of = {score: at for at, score in enumerate(scores, 1)}
        super().__init__(field.allowed, group, names)

    def counts(self, one: int, two: int) -> list[int]:
        counts = [0] * len(self.names)
        if one in self.residents and two not in self.residents:
            side = self.field.sides[two]
            counts[0] = counts[self.place_of[side.score]] = 1
            if self.floats and side.floated:
                counts[-1] = 1
        elif one in self.following and two not in self.following:
            counts[len(self.place_of) + 1] = 1
        return counts
