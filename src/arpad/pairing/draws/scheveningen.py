"""Chapter IV, 3: the Scheveningen system. Every player of a team meets every player of the other.

The manual prints the matches over 2 to 10 boards. Those over 5, 6 and 10 are tables of their own; the others follow
three rules, by which matches over more boards are made too. Nobody has the same colour three times running.
"""

from collections.abc import Iterator

from arpad.pairing.draws.limits import even, within
from arpad.pairing.draws.model import Draw, DrawPairing, rounds_of, team_player
from arpad.pairing.draws.tables import printed

LEAST, LEAST_SEMI = 2, 4

Board = tuple[int, int, bool]
"""A's player, B's player, whether A's has White."""


def scheveningen(boards: int) -> Draw:
    """Return a match over a number of boards, in as many rounds."""
    return _match(within("boards", boards, LEAST), _all_rounds(boards))


def semi_scheveningen(boards: int) -> Draw:
    """The first half of a team against the first half of the other, and at the same time the second against the
    second: half as many rounds."""
    half = even("boards", boards, LEAST_SEMI) // 2
    together = ([*own, *((a + half, b + half, white) for a, b, white in own)] for own in _all_rounds(half))
    return _match(boards, together)


def _match(boards: int, rounds: Iterator[list[Board]]) -> Draw:
    players = tuple(team_player(team, board) for team in (0, 1) for board in range(1, boards + 1))
    return Draw("scheveningen", players, rounds_of(map(_pairing, sorted(round_)) for round_ in rounds))


def _pairing(board: Board) -> DrawPairing:
    a, b, white = board
    pairing = DrawPairing(team_player(0, a), team_player(1, b))
    return pairing if white else pairing.reversed


def _all_rounds(boards: int) -> Iterator[list[Board]]:
    table = printed("scheveningen").get(str(boards))
    if table is not None:
        return (_as_printed(row) for row in table)
    if boards % 2:
        return (_odd(boards, number) for number in range(1, boards + 1))
    return _halves(boards) if boards % 4 else _quarters(boards)


def _as_printed(row: str) -> list[Board]:
    """`A1-B1 B2-A2`."""
    found = []
    for cell in row.split():
        white, black = cell.split("-")
        a, b = (white, black) if white.startswith("A") else (black, white)
        found.append((int(a[1:]), int(b[1:]), a == white))
    return found


def _odd(boards: int, number: int) -> list[Board]:
    """An odd number of boards: B moves up one place each round. In odd rounds A has White against the greater half
    of B's players, counted from a place that moves up every other round; in even rounds Black."""
    found = []
    for a in range(1, boards + 1):
        b = (a + number - 2) % boards + 1
        among_first = (b - (number + 1) // 2) % boards < (boards + 1) // 2
        found.append((a, b, among_first == bool(number % 2)))
    return found


def _quarters(boards: int) -> Iterator[list[Board]]:
    """A multiple of four: halves against halves, then against the other halves. A's first half has White in odd rounds,
    the second in even ones."""
    half = boards // 2
    for number in range(1, boards + 1):
        crossed, step = divmod(number - 1, half)
        yield [
            (part * half + place + 1, (part ^ crossed) * half + (place + step) % half + 1, part != number % 2)
            for part in (0, 1)
            for place in range(half)
        ]


def _halves(boards: int) -> Iterator[list[Board]]:
    """Twice an odd number: halves against halves by the odd rule; then against the other halves with the other colours,
    the rounds going back. Every player has as many Whites as Blacks."""
    half = boards // 2
    cycle = [_odd(half, number) for number in range(1, half + 1)]
    for own in cycle:
        yield [*own, *((a + half, b + half, white) for a, b, white in own)]
    for own in reversed(cycle):
        yield [*((a, b + half, not white) for a, b, white in own), *((a + half, b, not white) for a, b, white in own)]
