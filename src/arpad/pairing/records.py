"""What a report says of pairing beside the players' lines: XXA and 250, XXP and 260, XXZ and 240, XXC and 152,
XXR and 142."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from arpad.domain.event import Colour
from arpad.reports import Report
from arpad.reports.report import record_code
from arpad.reports.trf_fields import decimal, whole

FIRST_VIRTUAL, VIRTUAL_STEP = 9, 5
EVER = (1, 10**6)
COLOURS: dict[str, Colour] = {"white1": "w", "black1": "b", "W": "w", "B": "b"}


@dataclass(slots=True)
class Records:
    """`virtual` holds the points of a round by starting rank; `forbidden` pairs hold in a span of rounds; `absent`
    are not paired in the next round, `byes` not in the round named; `rounds` is the number of rounds announced."""

    virtual: dict[int, dict[int, Fraction]] = field(default_factory=dict)
    forbidden: list[tuple[int, int, frozenset[int]]] = field(default_factory=list)
    absent: set[int] = field(default_factory=set)
    byes: set[tuple[int, int]] = field(default_factory=set)
    initial: Colour | None = None
    rounds: int | None = None

    def forbidden_in(self, round_number: int) -> frozenset[tuple[int, int]]:
        """The pairs, lower rank first, that may not meet in a round."""
        return frozenset(
            pair
            for first, last, ranks in self.forbidden
            if first <= round_number <= last
            for pair in combinations(sorted(ranks), 2)
        )


def read_records(report: Report) -> Records:
    """All of them. A field that cannot be read is left out: what is odd about a file is a finding of its reader."""
    found = Records()
    for bye in report.byes:
        found.byes.update((bye.round, rank) for rank in bye.players)
    for text in report.lines:
        if text.startswith(("XX", "1", "2")):
            code = record_code(text)
            if code == "XXA":
                _explicit_acceleration(found, text)
            elif code == "250":
                _accelerated_rounds(found, text)
            elif code == "XXP":
                found.forbidden.append((*EVER, frozenset(_numbers(text[3:].split()))))
            elif code == "260":
                ranks = frozenset(_numbers(text[12:].split()))
                found.forbidden.append((whole(text[4:7]) or EVER[0], whole(text[8:11]) or EVER[1], ranks))
            elif code == "XXZ":
                found.absent.update(_numbers(text[3:].split()))
            elif code in ("XXR", "142"):
                found.rounds = found.rounds or whole(text[3:])
            elif code in ("XXC", "152"):
                for word in text[3:].split():
                    found.initial = COLOURS.get(word, found.initial)
    return found


def _numbers(words: list[str]) -> Iterator[int]:
    return (number for word in words if (number := whole(word)) is not None)


def _explicit_acceleration(found: Records, text: str) -> None:
    """XXA: starting rank at columns 5-8, the virtual points of each round from column 10, five columns each."""
    rank = whole(text[4:8])
    if rank is None:
        return
    for place, at in enumerate(range(FIRST_VIRTUAL, len(text), VIRTUAL_STEP), 1):
        points = decimal(text[at : at + VIRTUAL_STEP - 1].strip())
        if points:
            found.virtual.setdefault(place, {})[rank] = points


def _accelerated_rounds(found: Records, text: str) -> None:
    """250: match points at 5-8, game points at 10-13, first and last round at 15 and 19, first and last rank at 23
    and 28. A single player is paired by his game points."""
    points = decimal(text[9:13].strip())
    if points is None:
        points = decimal(text[4:8].strip())
    first, low = whole(text[14:17]), whole(text[22:26])
    if not points or first is None or low is None:
        return
    last, high = whole(text[18:21]) or first, whole(text[27:31]) or low
    for round_number in range(first, last + 1):
        found.virtual.setdefault(round_number, {}).update(dict.fromkeys(range(low, high + 1), points))
