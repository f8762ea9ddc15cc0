"""Schedules for teams and matches: Scheveningen, Schiller, Skalitzka, Hilton, matches and knock-outs."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from arpad.i18n import Language, text
from arpad.pairing.engines import Seat
from arpad.pairing.round_robin_tables import (
    MOST,
    MOST_KNOCKOUT,
    MOST_TEAMS,
    SWAPS,
    Draw,
    DrawPairing,
    DrawRound,
    Player,
    alternate,
    berger_rounds,
    double_rounds,
    even,
    letters,
    printed,
    rounds_of,
    table_round,
    team_player,
    within,
)

# Chapter IX: Hilton's pairings, for many teams and three rounds. An even number of teams, each with one player fewer
# than there are teams. On every board all teams play; in every round each two teams meet on one board. On a board a
# team never meets another twice, and nobody has one colour three times.

LEAST_HILTON = 4
CENTRES = (0, 2, 3)
"""On the first board: the teams A, C and D meet the last team in rounds 1, 2 and 3; the next boards move on by one."""


def hilton(teams: int) -> Draw:
    """The three rounds, board after board."""
    boards = even("teams", teams, LEAST_HILTON, MOST_TEAMS) - 1
    table = printed("hilton").get(str(teams))
    rounds = [
        [
            DrawPairing(team_player(white, board + 1), team_player(black, board + 1))
            for board in range(boards)
            for white, black in (_printed_matches(table[board][number]) if table else _on_a_board(teams, board, number))
        ]
        for number in range(len(CENTRES))
    ]
    players = tuple(team_player(team, board + 1) for team in range(teams) for board in range(boards))
    return Draw("hilton", players, rounds_of(rounds), on_a_board=teams // 2)


def _printed_matches(cell: str) -> list[tuple[int, int]]:
    """`CB DA`: two teams each, White first."""
    return [(ord(pair[0]) - ord("A"), ord(pair[1]) - ord("A")) for pair in cell.split()]


def _on_a_board(teams: int, board: int, number: int) -> list[tuple[int, int]]:
    """All teams but the last sit in a circle; those as far before as after the centre meet, the centre meets the last.

    In the first round the team an odd number of places before the centre has White, in the others the team as many
    places after it. The last team has White on the odd boards of the first round and on the even ones of the others.
    """
    last = teams - 1
    centre = (CENTRES[number] + board) % last
    found = []
    for away in range(1, teams // 2):
        before, after = (centre - away) % last, (centre + away) % last
        found.append((before, after) if away % 2 == (number == 0) else (after, before))
    return [*found, (last, centre) if board % 2 == (number > 0) else (centre, last)]


# Chapter IV, 6: matches (6.1) and knock-outs (6.2), whose whole bracket is known beforehand.

LEAST_KNOCKOUT = 2
WINNER = "W"


def match(games: int) -> Draw:
    """6.1: a number of games between two players, with White in turn."""
    within("games", games, 1)
    first = DrawPairing(1, 2)
    rounds = tuple(DrawRound((first.reversed if number % 2 else first,)) for number in range(games))
    return Draw("match", (1, 2), rounds)


def knockout(players: int) -> Draw:
    """6.2: the bracket. The players are numbered by strength, and the first two can meet only in the final.

    If their number is not a power of two, the strongest are free in the first round. `W3` is the winner of the third
    tie, counted through the rounds. The colours are for the first game of a tie.
    """
    within("players", players, LEAST_KNOCKOUT, MOST_KNOCKOUT)
    line: list[Player | None] = [seed if seed <= players else None for seed in _seeds(players)]
    rounds: list[DrawRound] = []
    ties = 0
    while len(line) > 1:
        pairings: list[DrawPairing] = []
        byes: list[Player] = []
        following: list[Player | None] = []
        for upper, lower in zip(line[::2], line[1::2], strict=True):
            assert upper is not None
            if lower is None:
                byes.append(upper)
                following.append(upper)
                continue
            ties += 1
            pairings.append(DrawPairing(upper, lower) if len(pairings) % 2 == 0 else DrawPairing(lower, upper))
            following.append(f"{WINNER}{ties}")
        rounds.append(DrawRound(tuple(pairings), tuple(byes)))
        line = following
    return Draw("knockout", tuple(range(1, players + 1)), tuple(rounds))


def _seeds(players: int) -> list[int]:
    """The lines of the bracket from above: 1 8 4 5 2 7 3 6."""
    lines = [1]
    while len(lines) < players:
        lines = [seed for upper in lines for seed in (upper, 2 * len(lines) + 1 - upper)]
    return lines


# Chapter IV, 3: the Scheveningen system. Every player of a team meets every player of the other. The manual prints the
# matches over 2 to 10 boards. Those over 5, 6 and 10 are tables of their own; the others follow three rules, by which
# matches over more boards are made too. Nobody has the same colour three times running.

LEAST_SCHEVENINGEN, LEAST_SEMI = 2, 4

Board = tuple[int, int, bool]
"""A's player, B's player, whether A's has White."""


def scheveningen(boards: int) -> Draw:
    """Return a match over a number of boards, in as many rounds."""
    return _match(within("boards", boards, LEAST_SCHEVENINGEN), _all_rounds(boards))


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
        return (_printed_boards(row) for row in table)
    if boards % 2:
        return (_odd(boards, number) for number in range(1, boards + 1))
    return _halves(boards) if boards % 4 else _quarters(boards)


def _printed_boards(row: str) -> list[Board]:
    """`A1-B1 B2-A2`."""
    boards = []
    for cell in row.split():
        white, black = cell.split("-")
        a, b = (white, black) if white.startswith("A") else (black, white)
        boards.append((int(a[1:]), int(b[1:]), a == white))
    return boards


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


# Chapter IV, 4: the Schiller system, a Scheveningen match of several teams. Every player meets all players of the
# other teams and none of the same team. The manual prints no table. The teams, or their halves, follow the Berger
# table, and in each of its rounds each player of one meets each player of the other. That takes as few rounds as there
# are opponents, unless the number of teams and the number of players are both odd.

LEAST_TEAMS, LEAST_PLAYERS = 3, 1

Unit = tuple[Player, ...]
"""The players who move through the Berger table together: a team, or half of it."""


def schiller(teams: int, players: int) -> Draw:
    """Return the rounds for a number of teams with a number of players each."""
    within("teams", teams, LEAST_TEAMS, MOST_TEAMS)
    within("players", players, LEAST_PLAYERS, MOST // teams)
    everybody: list[Unit] = [
        tuple(team_player(team, board) for board in range(1, players + 1)) for team in range(teams)
    ]
    flat = tuple(player for team in everybody for player in team)
    coloured = alternate(list(_rounds(everybody)))
    return Draw("schiller", flat, tuple(_round(flat, pairings) for pairings in map(tuple, coloured)))


def _round(everybody: Unit, pairings: tuple[DrawPairing, ...]) -> DrawRound:
    playing = {player for pairing in pairings for player in (pairing.white, pairing.black)}
    return DrawRound(pairings, tuple(player for player in everybody if player not in playing))


def _rounds(teams: list[Unit]) -> Iterator[list[tuple[Player, Player]]]:
    units, first = _units(teams)
    size = len(units) + len(units) % 2
    for number in range(first, size):
        meeting = [(one - 1, two - 1) for one, two in table_round(size, number) if max(one, two) <= len(units)]
        for step in range(len(units[0])):
            yield [pair for one, two in meeting for pair in _matched(units[one], units[two], step)]


def _units(teams: list[Unit]) -> tuple[list[Unit], int]:
    """The units, and the first round of the Berger table that is played.

    An odd number of teams of an even number of players goes in halves, those of a team on the numbers that meet in the
    first round; that round is left out, and no team rests.
    """
    players = len(teams[0])
    if len(teams) % 2 == 0 or players % 2:
        return teams, 1
    half = players // 2
    return [*(team[:half] for team in teams), *(team[half:] for team in reversed(teams))], 2


def _matched(one: Unit, two: Unit, step: int) -> list[tuple[Player, Player]]:
    return [(player, two[(place + step) % len(two)]) for place, player in enumerate(one)]


# Chapter IV, 5: the Skalitzka system. Three teams of an even number of players, two rounds, and no team rests.

LEAST_SKALITZKA = 2

TeamSeat = tuple[int, int]
"""Team from 0, and which of the two players of a block, from 0."""

CLASSIC: tuple[tuple[tuple[TeamSeat, TeamSeat], ...], ...] = (
    (((0, 0), (1, 0)), ((1, 1), (2, 0)), ((2, 1), (0, 1))),
    (((2, 0), (0, 0)), ((1, 0), (2, 1)), ((0, 1), (1, 1))),
)
"""A-a, b-1, 2-B and 1-A, a-2, B-b: the two rounds of two players of each team. The others follow in the same way."""

BALANCED: tuple[tuple[tuple[TeamSeat, TeamSeat], ...], ...] = (
    (((0, 0), (1, 0)), ((2, 0), (0, 1)), ((1, 1), (2, 1))),
    (((1, 0), (2, 0)), ((2, 1), (0, 0)), ((0, 1), (1, 1))),
)
"""A1-B1, C1-A2, B2-C2 and B1-C1, C2-A1, A2-B2; for the next two players of each team with the other colours."""


def skalitzka(players: int) -> Draw:
    """The first table. Team 1 is A, B, C; team 2 is a, b, c; team 3 is 1, 2, 3, as the manual names them. One team
    always has White against the next."""
    even("players", players, LEAST_SKALITZKA)
    names = [
        [letters(place) for place in range(players)],
        [letters(place).lower() for place in range(players)],
        [str(place + 1) for place in range(players)],
    ]
    return _draw(names, CLASSIC, reversing=False)


def balanced_skalitzka(players: int) -> Draw:
    """The second table, better in colours: with a multiple of four players two teams have White equally often."""
    even("players", players, LEAST_SKALITZKA)
    names = [[team_player(team, place + 1) for place in range(players)] for team in range(3)]
    return _draw(names, BALANCED, reversing=True)


def _draw(names: list[list[str]], table: tuple[tuple[tuple[TeamSeat, TeamSeat], ...], ...], reversing: bool) -> Draw:
    rounds = []
    for round_ in table:
        pairings = []
        for block in range(len(names[0]) // 2):
            for (team, place), (other, other_place) in round_:
                pairing = DrawPairing(names[team][2 * block + place], names[other][2 * block + other_place])
                pairings.append(pairing.reversed if reversing and block % 2 else pairing)
        rounds.append(pairings)
    return Draw("skalitzka", tuple(player for team in names for player in team), rounds_of(rounds))


# A draw as people read it: its title, and names in the place of numbers.


def title(draw: Draw, language: Language) -> str:
    """`Berger table: 10 players, 9 rounds`."""
    return text(
        "draw.title",
        language,
        kind=text(f"draw.kind.{draw.kind}", language),
        players=len(draw.players),
        rounds=len(draw.rounds),
    )


class Names:
    """How the players of a draw are written: by their names if there are any, otherwise as in the draw."""

    def __init__(self, draw: Draw, names: Sequence[str], language: Language) -> None:
        self._names: dict[Player, str] = dict(zip(draw.players, names, strict=True)) if names else {}
        self._language = language
        self._knockout = draw.kind == "knockout"

    def __getitem__(self, player: Player) -> str:
        if self._knockout and isinstance(player, str):
            return text("draw.winner", self._language, tie=player.removeprefix(WINNER))
        return self._names.get(player, str(player))

    def byes(self, round_: DrawRound) -> str:
        return ", ".join(self[player] for player in round_.byes)


def numbered(draw: Draw) -> list[list[tuple[int, DrawPairing]]]:
    """The pairings of each round with their boards; the ties of a knock-out are counted through the rounds."""
    counts = [len(round_.pairings) for round_ in draw.rounds]
    starts = [0, *accumulate(counts)] if draw.kind == "knockout" else [0] * len(counts)
    return [list(enumerate(round_.pairings, start + 1)) for start, round_ in zip(starts, draw.rounds, strict=False)]


# Tables and the numbers of the players in them: as in the file, or as they were drawn.

Table = Sequence[DrawRound]
Labels = Mapping[object, int]
RoundSeats = Mapping[int, Seat]
"""The opponent and the colour of everybody in a round."""
NOBODY: Seat = (None, None)


def shown_tables(
    ranks: Sequence[int], cycles: int, given: Sequence[RoundSeats], sides: tuple[list[int], list[int]] | None
) -> Iterator[tuple[str, Table, Labels]]:
    """Yield the tables that may be meant by the rounds of a round robin, or of two sides, each with the numbers of the
    players and then with those that the rounds show."""
    if sides is not None:
        boards = len(sides[0])
        makers = [("scheveningen", scheveningen(boards))]
        if boards % 2 == 0 and boards >= 4:
            makers.append(("semi-scheveningen", semi_scheveningen(boards)))
        for name, draw in makers:
            for one, other in (sides, sides[::-1]):
                yield name, draw.rounds, dict(zip(draw.players, [*one, *other], strict=True))
            yield from ((name, draw.rounds, labels) for labels in _shown_numbers(draw.rounds, given, ranks))
        return
    if not cycles:
        return
    cycle = berger_rounds(len(ranks))
    numbered: Labels = dict(enumerate(ranks, 1))
    tables: list[tuple[str, Table]] = [("berger", cycle)]
    if cycles == 2 or len(given) > len(cycle):
        tables = [(f"double-{swap}", double_rounds(cycle, swap)) for swap in SWAPS]
    if cycles > 2:
        both = double_rounds(cycle, "none")
        tables = [("several", (both * cycles)[: len(cycle) * cycles])]
    yield from ((name, table, numbered) for name, table in tables)
    for name, table in tables:
        yield from ((name, table, labels) for labels in _shown_numbers(table, given, ranks))


def _shown_numbers(table: Table, given: Sequence[RoundSeats], ranks: Sequence[int]) -> Iterator[Labels]:
    """Yield the numbers that follow if a contestant has the first number of the table: the opponents of each round
    have the numbers of its opponents, and so on."""
    meets = [
        {one: other for pairing in own_round.pairings for one, other in (pairing[:2], pairing[1::-1])}
        for own_round in table[: len(given)]
    ]
    players = dict.fromkeys(label for own_round in meets for label in own_round)
    first = next(iter(players), None)
    for anchor in ranks:
        labels: dict[object, int] = {first: anchor}
        waiting = [first]
        while waiting:
            label = waiting.pop(0)
            for own_round, seats in zip(meets, given, strict=False):
                opposite, opponent = own_round.get(label), seats.get(labels[label], NOBODY)[0]  # type: ignore[arg-type]
                if opposite is not None and opponent and opposite not in labels and opponent not in labels.values():
                    labels[opposite] = opponent
                    waiting.append(opposite)
        if len(labels) == len(ranks):
            yield labels


def table_seats(own_round: DrawRound, labels: Labels) -> dict[int, Seat]:
    seats: dict[int, Seat] = {}
    for pairing in own_round.pairings:
        white, black = labels[pairing.white], labels[pairing.black]
        seats[white], seats[black] = (black, "w"), (white, "b")
    return seats


def departing_seats(own: RoundSeats, seats: RoundSeats, gone: set[int]) -> list[int]:
    """Return who sits elsewhere than in the table. Teams may be without a colour; who has left, and who was to meet
    them, may have nobody."""
    departing = []
    for rank in sorted(own):
        opponent, colour = own[rank]
        wanted, wanted_colour = seats.get(rank, NOBODY)
        if opponent is None and wanted is not None and {rank, wanted} & gone:
            continue
        if opponent != wanted or (colour and wanted_colour and colour != wanted_colour):
            departing.append(rank)
    return departing
