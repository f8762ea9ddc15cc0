"""Small competitions made by hand: players and teams by number, A is 1."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from arpad.regulations.tiebreak_editions import EventKind, TieBreakEdition, tie_break_library
from arpad.standings.model import Competition, Contestant, RecordKind, RoundRecord, Scale

UNIT = 2
PLAYERS = (Scale(2, 1),)


def tie_break_edition(name: str) -> TieBreakEdition:
    """One of the editions that come with Arpad."""
    return tie_break_library().edition(name)


def parts(points: str | int | Fraction) -> int:
    return int(Fraction(points) * UNIT)


def number(letter: str) -> int:
    return ord(letter) - ord("A") + 1


def letters(partition: Sequence[Sequence[int]]) -> list[list[str]]:
    return [sorted(chr(ord("A") + one - 1) for one in part) for part in partition]


def games(names: Sequence[str], told: Sequence[tuple[str, str, str]], kind: EventKind = "swiss") -> Competition:
    """Games as (first, second, points of the first), each in a round of its own."""
    records: dict[int, list[RoundRecord]] = {number(name): [] for name in names}
    for place, (first, second, points) in enumerate(told, 1):
        for one, other, made in ((first, second, parts(points)), (second, first, UNIT - parts(points))):
            records[number(one)].append(RoundRecord(place, "played", number(other), None, (made,), made))
    contestants = {number: Contestant(number, f"P{number}", 2000, tuple(own)) for number, own in records.items()}
    return Competition(contestants, kind, len(told), len(told), UNIT, PLAYERS, 2)


def table(rows: Sequence[str], cycles: int) -> Competition:
    """A round robin by its crosstable: 1, h, 0 and - on the diagonal."""
    worth = {"1": 2, "h": 1, "0": 0}
    contestants = {}
    for own, row in enumerate(rows, 1):
        cells = row.split()
        made = [(other, mark) for other, cell in enumerate(cells, 1) if cell != "-" for mark in cell]
        records = tuple(
            RoundRecord(place, "played", other, None, (worth[mark],), worth[mark])
            for place, (other, mark) in enumerate(made, 1)
        )
        contestants[own] = Contestant(own, f"P{own}", 2000, records)
    rounds = (len(rows) - 1) * cycles
    return Competition(contestants, "round-robin", rounds, rounds, UNIT, PLAYERS, cycles)


def matches(names: Sequence[str], told: Sequence[Mapping[str, Sequence[str]]], boards: int) -> Competition:
    """Team matches by the points of the first team, board by board; match points decide."""
    records: dict[int, list[RoundRecord]] = {number(name): [] for name in names}
    for place, match in enumerate(told, 1):
        first = tuple(parts(board) for board in match["boards"])
        second = tuple(UNIT - points for points in first)
        for one, other, own, against in ((0, 1, first, second), (1, 0, second, first)):
            half = 2 if sum(own) > sum(against) else 1 if sum(own) == sum(against) else 0
            record = RoundRecord(
                place, "played", number(match["teams"][other]), None, (half * UNIT, sum(own)), half, own
            )
            records[number(match["teams"][one])].append(record)
    contestants = {
        number: Contestant(number, f"T{number}", None, tuple(own), (0, 0)) for number, own in records.items()
    }
    scales = (Scale(2 * UNIT, UNIT), Scale(boards * UNIT, boards * UNIT // 2))
    return Competition(contestants, "team-swiss", len(told), len(told), UNIT, scales, boards=boards)


WORTH: Mapping[RecordKind, int] = {"forfeit-win": 2, "forfeit-loss": 0}


def one_player(record: Sequence[tuple[RecordKind, str, str]], rounds: int) -> Competition:
    """Player 1 with a record, and an opponent for each of their games who has the score that opponents see."""
    contestants = {}
    own = []
    for place, (kind, points, score) in enumerate(record, 1):
        opponent = place + 1 if score else None
        own.append(RoundRecord(place, kind, opponent, "w", (parts(points),), WORTH.get(kind, parts(points))))
        if opponent is not None:
            records = tuple(
                RoundRecord(round_number, "played", 100 + opponent, "w", (parts(score) if round_number == 1 else 0,))
                for round_number in range(1, rounds + 1)
            )
            contestants[opponent] = Contestant(opponent, f"P{opponent}", 2000, records)
            empty = tuple(
                RoundRecord(round_number, "played", opponent, "b", (0,)) for round_number in range(1, rounds + 1)
            )
            contestants[100 + opponent] = Contestant(100 + opponent, "", 2000, empty)
    contestants[1] = Contestant(1, "P1", 2000, tuple(own))
    return Competition(contestants, "swiss", rounds, rounds, UNIT, PLAYERS)
