"""What the pairing records of a report say, round by round."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from arpad.domain.event import Colour
from arpad.formats.pairing_records import Forbidden, virtual_points
from arpad.formats.report import Report
from arpad.i18n import ArpadError


@dataclass(frozen=True, slots=True)
class Records:
    """`virtual` holds the points of a round by starting rank; `absent` are not paired in the next round, `byes` not in
    the round named; `rounds` is the number of rounds announced."""

    virtual: dict[int, dict[int, Fraction]] = field(default_factory=dict)
    forbidden: Sequence[Forbidden] = ()
    absent: frozenset[int] = frozenset()
    byes: frozenset[tuple[int, int]] = frozenset()
    initial: Colour | None = None
    rounds: int | None = None
    bye_kinds: dict[tuple[int, int], str] = field(default_factory=dict)

    def forbidden_in(self, round_number: int) -> frozenset[tuple[int, int]]:
        """The pairs, lower rank first, that may not meet in a round."""
        return frozenset(
            pair
            for member in self.forbidden
            if member.first <= round_number and (member.last is None or round_number <= member.last)
            for pair in combinations(sorted(set(member.players)), 2)
        )


def read_records(report: Report) -> Records:
    """Read all pairing records. One that cannot be read is refused: a pair that it forbids must not be made."""
    said = report.pairing
    for finding in said.unreadable:
        raise ArpadError(
            "pairing-record", line=finding.line, column=finding.column, code=finding.code, text=finding.text
        )
    return Records(
        virtual_points(said.accelerations),
        said.forbidden,
        frozenset(said.absent),
        frozenset((bye.round, rank) for bye in report.byes for rank in bye.players),
        said.initial,
        said.rounds,
        {(bye.round, rank): bye.kind for bye in report.byes for rank in bye.players},
    )
