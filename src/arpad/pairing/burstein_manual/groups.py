"""6.3 and 6.6: which groups are paired together, and who may cross from one to the next."""

from arpad.pairing.dutch.field import Field
from arpad.pairing.matching.cardinality import Matching, bits, mask_of


class Groups:
    """Groups of places from the top. If the number of players down to the end of a group is odd, exactly one player of
    that group crosses to the next, but not one who has just come."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.groups = self._merged(field.scoregroups())
        self.crossing = self._crossing()

    def _merged(self, waiting: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """6.6: a group that cannot be paired becomes one with the next, and the last with the one above."""
        found: list[tuple[int, ...]] = []
        coming: list[int | None] = []
        while waiting:
            group = waiting.pop(0)
            out = self._leaving(group, coming[-1] if coming else None)
            if out is not None:
                found.append(group)
                coming.append(out)
            elif waiting:
                waiting[0] = tuple(sorted((*group, *waiting[0])))
            elif found:
                waiting = [tuple(sorted((*found.pop(), *group)))]
                coming.pop()
            else:
                return [group]
        return found

    def _leaving(self, group: tuple[int, ...], coming: int | None) -> int | None:
        """The players of a group who may cross if all others are paired, with one of those who came: 0 if nobody has
        to, None if they cannot be paired."""
        members, near = mask_of(group), 0
        for place in bits(coming or 0):
            near |= self.field.allowed[place]
        matching = self.field.matching_with(members, near) if coming else Matching(self.field.allowed, members)
        if matching.missing > 1:
            return None
        if not matching.missing:
            return 0
        return matching.missable() & members or None

    def _crossing(self) -> list[int]:
        """For each group the players who may cross so that all below can be paired."""
        found = [0] * len(self.groups)
        for at in range(len(self.groups) - 1, 0, -1):
            if sum(len(group) for group in self.groups[:at]) % 2:
                receiving = self._receivers(self.groups[at], found[at])
                found[at - 1] = mask_of(place for place in self.groups[at - 1] if self.field.allowed[place] & receiving)
        return found

    def _receivers(self, group: tuple[int, ...], out: int) -> int:
        """The players of a group whom somebody may meet who comes, if one of `out` leaves."""
        members = mask_of(group)
        outgoing = len(group) % 2 == 0
        matching = self.field.matching_with(members, out) if outgoing else Matching(self.field.allowed, members)
        return matching.missable() & members if matching.missing == 1 else 0
