"""3.2.1, 3.2.2 and 4.2: the players who come up into a scoregroup (C5 to C10)."""

from arpad.pairing.dubov.players import DubovPlayer, most_upfloats
from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import Matching, mask_of
from arpad.pairing.upfloating import Scoregroup, UpfloaterSearch


def player_at(field: Field, place: int) -> DubovPlayer:
    """Return the player at a place."""
    player = field.entrants[place]
    assert isinstance(player, DubovPlayer)
    return player


def complete(field: Field, places: int) -> bool:
    """C4: whether all of a set can be paired among themselves."""
    return places.bit_count() % 2 == 0 and not Matching(field.allowed, places).missing


def choose_upfloaters(field: Field, group: Scoregroup) -> tuple[int, ...]:
    """Return the first of the best sets."""
    residents, below = mask_of(group.residents), mask_of(group.lower)
    if len(group.residents) % 2 == 0 and complete(field, residents) and complete(field, below):
        return ()
    single = _single(field, group) if len(group.residents) % 2 else None
    return DubovSearch(field, group).first() if single is None else (single,)


def _single(field: Field, group: Scoregroup) -> int | None:
    """The first single upfloater that reaches every bound, None if there is none."""
    residents, below = mask_of(group.residents), mask_of(group.lower)
    top = field.scores[group.lower[0]]
    white = mask_of(place for place in group.residents if player_at(field, place).preference.colour == "w")
    seeking = "w" if 2 * white.bit_count() < len(group.residents) else "b"
    most = most_upfloats(field.state.rounds)
    for place in group.lower:
        player = player_at(field, place)
        if player.score != top:
            return None
        if player.preference.colour != seeking:
            continue
        if not field.state.last and (player.upfloated or player.upfloats >= most):
            continue
        small = (white if seeking == "w" else residents & ~white) | 1 << place
        if _opposed(field, residents | 1 << place, small) and complete(field, below & ~(1 << place)):
            return place
    return None


def _opposed(field: Field, everybody: int, small: int) -> bool:
    """Whether all can be paired without a pair inside the smaller colour group: the least that C7 allows."""
    around = {
        place: field.allowed[place] & ~(small if small >> place & 1 else 0)
        for place in range(everybody.bit_length())
        if everybody >> place & 1
    }
    return not Matching(around, everybody).missing


class DubovSearch(UpfloaterSearch):
    """C5 to C10 as one number over perfect matchings of a scoregroup and everybody below."""

    def __init__(self, field: Field, group: Scoregroup) -> None:
        self.field = field
        scores = sorted({field.scores[place] for place in group.lower})
        self.place_of = {score: at for at, score in enumerate(scores, 1)}
        self.most = most_upfloats(field.state.rounds)
        times = sorted({player_at(field, place).upfloats for place in group.lower}, reverse=True)
        self.times_of = {count: at for at, count in enumerate(one for one in times if one >= self.most)}
        self.adding = field.state.system.often == "sum"
        if self.adding:
            self.times_of = dict.fromkeys(self.times_of, 0)
        names = ["C5", *["C6"] * len(scores), "C7"]
        if not field.state.last:
            names += ["C8", *["C9"] * len(set(self.times_of.values())), "C10"]
        super().__init__(field.allowed, group, names, max([1, *times]) if self.adding else 1)

    def counts(self, one: int, two: int) -> list[int]:
        counts = [0] * len(self.names)
        if one not in self.residents:
            return counts
        colour = len(self.place_of) + 1
        higher, lower = player_at(self.field, one), player_at(self.field, two)
        counts[colour] = int(higher.preference.colour == lower.preference.colour)
        if two not in self.residents:
            counts[0] = counts[self.place_of[lower.score]] = 1
            if not self.field.state.last:
                if lower.upfloats >= self.most:
                    counts[colour + 1] = 1
                    counts[colour + 2 + self.times_of[lower.upfloats]] = lower.upfloats if self.adding else 1
                counts[-1] = int(lower.upfloated)
        return counts
