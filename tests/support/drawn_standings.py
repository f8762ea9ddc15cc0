"""Events drawn by lot, with every kind of unplayed round: as the standings take them and as the second
implementation does."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from arpad.standings.model import Competition, Contestant, RecordKind, RoundRecord, Scale
from naive_tiebreaks import NaiveEvent

KINDS: dict[str, RecordKind] = {
    **dict.fromkeys("1=0", "played"), "+": "forfeit-win", "-": "forfeit-loss", "U": "pab", "F": "full-bye",
    "H": "half-bye", "Z": "zero-bye",
}  # fmt: skip
HALVES = {"1": 2, "=": 1, "+": 2}
SCORINGS = ((1, Fraction(1, 2), 1), (1, Fraction(1, 2), Fraction(1, 2)), (3, 1, 1), (2, 1, 2), (3, 1, 3))
"""A win, a draw, a pairing-allocated bye."""
PAIRS = ("10", "01", "==", "10", "01", "==", "+-", "-+", "--")
BYES = "UFHHZZ"


@dataclass(frozen=True)
class DrawnEvent:
    """One event in both forms; a team event has a second score."""

    competition: Competition
    naive: tuple[NaiveEvent, ...]


def drawn_swiss(seed: int, unplayed: bool = True) -> DrawnEvent:
    """A Swiss of players; opponents are drawn, so they may meet again."""
    lot = Random(seed)
    count, rounds = lot.randint(4, 11), lot.randint(3, 8)
    win, draw, bye = SCORINGS[0] if not unplayed else lot.choice(SCORINGS)
    worth = {"1": win, "+": win, "F": win, "=": draw, "H": draw, "U": bye, "0": 0, "-": 0, "Z": 0}
    cells: dict[int, list[tuple[str, int | None]]] = {player: [] for player in range(1, count + 1)}
    gone: set[int] = set()
    for _ in range(rounds):
        _draw_round(lot, cells, gone, unplayed)
    table = {
        player: [(kind, opponent, Fraction(worth[kind])) for kind, opponent in own] for player, own in cells.items()
    }
    scale = Scale(int(win * 2), int(draw * 2))
    naive = NaiveEvent(table, Fraction(win), Fraction(draw), rounds)
    contestants = {
        player: Contestant(
            player,
            f"P{player}",
            2000 + 10 * player,
            tuple(
                RoundRecord(place, KINDS[kind], opponent, "w", (int(points * 2),), HALVES.get(kind, 0))
                for place, (kind, opponent, points) in enumerate(own, 1)
            ),
        )
        for player, own in table.items()
    }
    return DrawnEvent(Competition(contestants, "swiss", rounds, rounds, 2, (scale,)), (naive,))


def _draw_round(lot: Random, cells: dict[int, list[tuple[str, int | None]]], gone: set[int], unplayed: bool) -> None:
    """Pair who is there; who is not has a bye, and some never come back."""
    here = [player for player in cells if player not in gone]
    lot.shuffle(here)
    waiting: list[int] = []
    for player in here:
        if unplayed and lot.random() < 0.15:
            cells[player].append((lot.choice(BYES), None))
            gone |= {player} if lot.random() < 0.3 else set()
        else:
            waiting.append(player)
    for player in gone:
        if player not in here:
            cells[player].append(("Z", None))
    while len(waiting) > 1:
        one, other = waiting.pop(), waiting.pop()
        result = lot.choice(PAIRS if unplayed else PAIRS[:6])
        cells[one].append((result[0], other))
        cells[other].append((result[1], one))
    for player in waiting:
        cells[player].append(("U", None))


def drawn_league(seed: int, cycles: int = 1, forfeits: bool = True) -> DrawnEvent:
    """A round robin, also of an odd number of players."""
    lot = Random(seed)
    count = lot.randint(3, 8)
    order: list[int | None] = [*range(1, count + 1), *([None] if count % 2 else [])]
    cells: dict[int, list[tuple[str, int | None]]] = {player: [] for player in range(1, count + 1)}
    for _ in range((len(order) - 1) * cycles):
        for one, other in zip(order[: len(order) // 2], reversed(order[len(order) // 2 :]), strict=True):
            result = lot.choice(PAIRS if forfeits else PAIRS[:6])
            for own, against, kind in ((one, other, result[0]), (other, one, result[1])):
                if own is not None:
                    cells[own].append(("Z", None) if against is None else (kind, against))
        order = [order[0], order[-1], *order[1:-1]]
    worth = {"1": Fraction(1), "+": Fraction(1), "=": Fraction(1, 2)}
    table = {
        player: [(kind, opponent, worth.get(kind, Fraction(0))) for kind, opponent in own]
        for player, own in cells.items()
    }
    rounds = (len(order) - 1) * cycles
    naive = NaiveEvent(table, Fraction(1), Fraction(1, 2), rounds, league=True)
    contestants = {
        player: Contestant(
            player,
            f"P{player}",
            2000,
            tuple(
                RoundRecord(
                    place,
                    "free" if opponent is None else KINDS[kind],
                    opponent,
                    "w",
                    (int(points * 2),),
                    HALVES.get(kind, 0),
                )
                for place, (kind, opponent, points) in enumerate(own, 1)
            ),
        )
        for player, own in table.items()
    }
    whole = Competition(contestants, "round-robin", rounds, rounds, 2, (Scale(2, 1),), cycles)
    return DrawnEvent(whole, (naive,))


BOARDS = 4


def drawn_teams(seed: int) -> DrawnEvent:
    """A Swiss of teams of four boards: match points 2, 1, 0, and game points."""
    lot = Random(seed)
    count, rounds = lot.randint(4, 8), lot.randint(3, 6)
    cells: dict[int, list[tuple[str, int | None]]] = {team: [] for team in range(1, count + 1)}
    gone: set[int] = set()
    for _ in range(rounds):
        _draw_round(lot, cells, gone, True)
    made: dict[tuple[int, int], Fraction] = {}
    for team, own in cells.items():
        for place, (kind, opponent) in enumerate(own):
            if kind in "1=0" and opponent is not None and (team, place) not in made:
                more = Fraction(lot.randint(5, 8), 2)
                points = {"1": more, "=": Fraction(2), "0": BOARDS - more}[kind]
                made[team, place] = points
                made[opponent, place] = BOARDS - points
    match = {"1": 2, "+": 2, "F": 2, "=": 1, "H": 1, "U": 1}
    boards = {"+": Fraction(4), "F": Fraction(4), "H": Fraction(2), "U": Fraction(2)}
    tables = [
        {
            team: [(kind, opponent, Fraction(match.get(kind, 0))) for kind, opponent in own]
            for team, own in cells.items()
        },
        {
            team: [
                (kind, opponent, made.get((team, place), boards.get(kind, Fraction(0))))
                for place, (kind, opponent) in enumerate(own)
            ]
            for team, own in cells.items()
        },
    ]
    scales: Sequence[Scale] = (Scale(4, 2), Scale(8, 4))
    naive = tuple(
        NaiveEvent(table, Fraction(scale.win, 2), Fraction(scale.draw, 2), rounds)
        for table, scale in zip(tables, scales, strict=True)
    )
    contestants = {
        team: Contestant(
            team,
            f"T{team}",
            None,
            tuple(
                RoundRecord(
                    place + 1,
                    KINDS[kind],
                    opponent,
                    "w",
                    tuple(int(table[team][place][2] * 2) for table in tables),
                    HALVES.get(kind, 0),
                )
                for place, (kind, opponent) in enumerate(own)
            ),
            (0, 0),
        )
        for team, own in cells.items()
    }
    return DrawnEvent(Competition(contestants, "team-swiss", rounds, rounds, 2, tuple(scales), boards=BOARDS), naive)
