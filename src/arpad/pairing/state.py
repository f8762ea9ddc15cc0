"""The state before a round: initial order (C.04.2.B), scores, colours, floats and opponents met."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, combinations
from math import lcm
from typing import Any, Literal, Protocol, TypeVar

from arpad.domain.event import OVER_THE_BOARD, Colour, Event, ResultCode, RoundResult
from arpad.formats.codes import BAKU
from arpad.formats.report import Forbidden, Report, virtual_points
from arpad.formats.scores import Scores
from arpad.i18n import ArpadError
from arpad.pairing.colours import Preference, Strength, baku, difference, other, preference
from arpad.pairing.systems import SwissSystem, load_engine, systems

# What the pairing records of a report say, round by round.


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
    records = report.pairing
    for finding in records.unreadable:
        raise ArpadError(
            "pairing-record", line=finding.line, column=finding.column, code=finding.code, text=finding.text
        )
    return Records(
        virtual_points(records.accelerations),
        records.forbidden,
        frozenset(records.absent),
        frozenset((bye.round, rank) for bye in report.byes for rank in bye.players),
        records.initial,
        records.rounds,
        {(bye.round, rank): bye.kind for bye in report.byes for rank in bye.players},
    )


# A report as pairing sees it: who met whom with which colour, the score after each round, the virtual points.

Cells = Mapping[int, Sequence[RoundResult]]
Virtual = Mapping[int, Mapping[int, int]]
DOUBLE = 2
"""The games of a match of the Double-Swiss. A report has a round for each of them."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything that pairing needs from a report. Scores are whole numbers, `unit` of them to a point.

    `cells` holds a player's rounds, `scores` the score before round 1, 2, ... `paired` is the last round with a
    pairing. `announced` are the players who, by the file, are not paired in the next round. `games` are those of a
    match, each in a round of its own: 2 in reports of a Double-Swiss.
    """

    cells: Cells
    scores: Mapping[int, tuple[int, ...]]
    virtual: Virtual
    unit: int
    win: int
    rounds: int | None
    paired: int
    announced: frozenset[int]
    initial: Colour
    records: Records
    system: SwissSystem
    secondary: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    colour_type: str = ""
    draw: int = 1
    ratings: Mapping[int, int] = field(default_factory=dict)
    games: int = 1

    @property
    def unfinished(self) -> bool:
        """Whether a pairing of the last round lacks its result."""
        last = (self.cell(rank, self.paired) for rank in self.cells)
        return any(was_paired(cell) and cell is not None and cell.result is None for cell in last)

    def cell(self, rank: int, round_number: int) -> RoundResult | None:
        """Return what a player did in a round, None if the line ends before it."""
        cells = self.cells[rank]
        return cells[round_number - 1] if round_number <= len(cells) else None

    def pairing_score(self, rank: int, round_number: int) -> int:
        """The score by which a player is paired in a round."""
        return self.scores[rank][round_number - 1] + self.virtual.get(round_number, {}).get(rank, 0)

    def floating_score(self, rank: int, round_number: int) -> int:
        """The score that decides who floated in a round."""
        if self.system.floating == "points":
            return self.scores[rank][round_number - 1]
        return self.pairing_score(rank, round_number)

    def counts_for_floats(self, cell: RoundResult | None) -> bool:
        """Whether a round had an opponent for floats: in a game, or in a pairing that was forfeited too."""
        if self.system.floats == "paired":
            return cell is not None and cell.opponent is not None
        return met(cell)


def was_paired(cell: RoundResult | None) -> bool:
    """An opponent, or the pairing-allocated bye."""
    return cell is not None and (cell.opponent is not None or cell.result in ("U", "+"))


def upper_half_points(
    cells: Cells, announced: frozenset[int], points: Fraction = Fraction(1)
) -> dict[int, dict[int, Fraction]]:
    """Burstein of the manual, 3.3: one virtual point for the upper half of the players of round 1, or the `points` of a
    win (bbpPairings). Late entries above its last player have it too."""
    started = any(was_paired(own[0]) for own in cells.values() if own)
    entered = [
        rank
        for rank, own in sorted(cells.items())
        if (was_paired(own[0] if own else None) if started else rank not in announced)
    ]
    if len(entered) < 2:
        return {}
    last = entered[len(entered) // 2 - 1]
    return {number: {rank: points for rank in cells if rank <= last} for number in (1, 2)}


def met(cell: RoundResult | None) -> bool:
    """A game over the board: nothing else counts for colours and opponents (C.04.2.D.5 and D.6)."""
    return cell is not None and cell.opponent is not None and cell.colour is not None and cell.result in OVER_THE_BOARD


def tournament(report: Report, swiss: SwissSystem, rounds: int | None = None) -> Tournament:
    """Return the tournament of the players of a report; `rounds` is its number of rounds if the report does not say
    it."""
    event, records = report.event, read_records(report)
    if report.format == "feda" or not event.players:
        raise ArpadError("pairing-without-players")
    cells: Cells = {player.rank: player.rounds for player in sorted(event.players, key=lambda player: player.rank)}
    if len(cells) < len(event.players):
        raise ArpadError("pairing-rank-twice")
    paired = last_paired(cells)
    cells = _with_colours(cells, paired)
    absent = {rank for round_number, rank in records.byes if round_number == paired + 1} | records.absent
    known = rounds or records.rounds
    return assemble(
        swiss,
        cells,
        Scores(event),
        records.virtual or _baku(swiss, event, cells, records, known),
        known,
        absent | report.announced_for(paired + 1),
        records,
        {player.rank: player.rating or 0 for player in event.players},
    )


def assemble(
    system: SwissSystem,
    cells: Cells,
    scores: Scores,
    virtual: Mapping[int, Mapping[int, Fraction]],
    rounds: int | None,
    announced: Collection[int],
    records: Records,
    ratings: Mapping[int, int] | None = None,
) -> Tournament:
    """A tournament of its rounds so far. `announced` are not paired in the next one."""
    paired = last_paired(cells)
    values = [*scores.values(), *(points for ranks in virtual.values() for points in set(ranks.values()))]
    unit = common_unit(values)
    return Tournament(
        cells=cells,
        scores={rank: _running(rank, own, paired, unit, scores) for rank, own in cells.items()},
        virtual=in_units(virtual, unit),
        unit=unit,
        win=int(scores.of_code("1") * unit),
        draw=int(scores.of_code("=") * unit),
        ratings=ratings or {},
        rounds=rounds,
        paired=paired,
        announced=frozenset(announced),
        initial=records.initial or first_colour(cells),
        records=records,
        system=system,
    )


def common_unit(values: Iterable[Fraction]) -> int:
    """Return in how many parts a point is divided so that all values are whole numbers of them: at least two."""
    return lcm(2, *(value.denominator for value in values))


def in_units(virtual: Mapping[int, Mapping[int, Fraction]], unit: int) -> Virtual:
    """Return virtual points as whole numbers, `unit` of them to a point."""
    return {number: {rank: int(points * unit) for rank, points in ranks.items()} for number, ranks in virtual.items()}


def played_out(whole: Tournament) -> Tournament:
    """The tournament with as many rounds as were played, if it does not say how many, and every pairing has a result.

    TRF16 has no record for the number of rounds; to check a finished tournament, it is not needed.
    """
    if whole.rounds is not None or not whole.paired or whole.unfinished:
        return whole
    return replace(whole, rounds=whole.paired)


def last_paired(cells: Cells) -> int:
    """The last round in which anybody was paired."""
    return max((_last_paired(own) for own in cells.values()), default=0)


def _last_paired(cells: Sequence[RoundResult]) -> int:
    return next((cell.round for cell in reversed(cells) if was_paired(cell)), 0)


def _running(rank: int, cells: Sequence[RoundResult], paired: int, unit: int, scores: Scores) -> tuple[int, ...]:
    """The score before each round, up to the one after the last that was paired."""
    running = list(accumulate((int(scores.of_round(rank, cell) * unit) for cell in cells[:paired]), initial=0))
    return (*running, *[running[-1]] * (paired + 1 - len(running)))


def _baku(
    system: SwissSystem, event: Event, cells: Cells, records: Records, rounds: int | None
) -> dict[int, dict[int, Fraction]]:
    """TRF26 says by its type that a tournament is accelerated."""
    if not event.type_code.upper().endswith(BAKU):
        return {}
    games = DOUBLE if system.name == "double" else 1
    return accelerated(system, cells, records, rounds, Fraction(games), games)


def accelerated(
    system: SwissSystem, cells: Cells, records: Records, rounds: int | None, win: Fraction, games: int = 1
) -> dict[int, dict[int, Fraction]]:
    """Return the virtual points of the Baku acceleration: a win is worth so many points in a match of some games."""
    late = late_entries(cells, records)
    return baku(system, rounds, sorted(set(cells) - set(late)), late, win, games)


def late_entries(cells: Cells, records: Records) -> list[int]:
    """Return players who were absent in round 1: the report has a zero-point bye or an empty line."""
    paired = last_paired(cells)
    absent = {rank for (number, rank), kind in records.bye_kinds.items() if number == 1 and kind == "Z"}
    if not paired:
        absent |= records.absent
    return [rank for rank, own in cells.items() if (own[0].result == "Z" if own else paired or rank in absent)]


def first_colour(cells: Cells) -> Colour:
    """E.5: the lot, as the first player of round 1 shows it; white if nobody has played."""
    place = 0
    for own in cells.values():
        cell = own[0] if own else None
        if was_paired(cell):
            place += 1
            if cell is not None and cell.colour is not None:
                return cell.colour if place % 2 else other(cell.colour)
    return "w"


def _with_colours(cells: Cells, paired: int) -> Cells:
    """Check that the two lines of a game agree; otherwise nothing can be paired. A colour that only one of them has is
    completed, so that both players have met."""
    completed: dict[int, list[RoundResult]] = {}
    for rank, own in cells.items():
        for cell in own[:paired]:
            if cell.opponent is None:
                continue
            opponent = cells.get(cell.opponent)
            back = opponent[cell.round - 1] if opponent is not None and cell.round <= len(opponent) else None
            if back is None or back.opponent != rank or (cell.colour is not None and back.colour == cell.colour):
                raise ArpadError("pairing-lines-disagree", round=cell.round, player=rank, opponent=cell.opponent)
            if cell.colour is None and back.colour is not None:
                line = completed.setdefault(rank, list(own))
                line[cell.round - 1] = cell._replace(colour=other(back.colour))
    return {**cells, **completed} if completed else cells


# The state before a round: the players to be paired, and everything the system knows about each of them.

Float = Literal["down", "up"] | None
WITHOUT_PLAY = frozenset({"U", "+", "F"})
"""C2 since 2024, and 4.1 of the manual's Burstein: players who scored like a win without playing do not get the
bye."""
PAB_OR_FORFEIT = frozenset({"U", "+"})
"""C.04.1.d of the manual, and C.2: only an earlier pairing-allocated bye and a win by forfeit bar."""
SCORING_ABSENCES = WITHOUT_PLAY | {"H"}
"""1.4.2 of 2026: rounds without a game that score more than a loss."""


@dataclass(frozen=True)
class PairingPlayer:
    """A player to be paired. `score` is the one they are paired by (A.2), `points` the real one; `floats` are those of
    the last round and of the one before; `number` decides odd and even in E.5; `unplayed` are the rounds without a
    game (C9 of 2026), `met` the opponents in their order."""

    rank: int
    score: int
    points: int
    colours: str = ""
    opponents: frozenset[int] = frozenset()
    floats: tuple[Float, Float] = (None, None)
    bye_allowed: bool = True
    number: int = 0
    topscorer: bool = False
    unplayed: int = 0
    met: tuple[int, ...] = ()

    @cached_property
    def preference(self) -> Preference:
        return preference(self.colours)

    @cached_property
    def difference(self) -> int:
        return difference(self.colours)

    @property
    def due(self) -> str | None:
        """The preference as a check-list writes it, if the system does not write it by A.6."""
        return None

    @cached_property
    def absolute(self) -> Colour | None:
        """A.6.a: the colour of an absolute preference."""
        return self.preference.colour if self.preference.strength == Strength.ABSOLUTE else None


Somebody = TypeVar("Somebody", bound=PairingPlayer)


@dataclass(frozen=True, slots=True)
class PairingState:
    """A round to be paired: its players in the order of A.2, and those left out. Matches may have several `games`, each
    in a round of its own; `returning` are the games, White first, of a round that goes on with the matches of the one
    before it."""

    round: int
    rounds: int
    entrants: tuple[PairingPlayer, ...]
    absent: tuple[int, ...] = ()
    forbidden: frozenset[tuple[int, int]] = frozenset()
    initial: Colour = "w"
    unit: int = 2
    system: SwissSystem = systems()["dutch-2017"]
    games: int = 1
    returning: tuple[tuple[int, int], ...] = ()

    @property
    def last(self) -> bool:
        return self.round + self.games > self.rounds

    def with_each(self, make: Callable[[PairingPlayer], PairingPlayer]) -> "PairingState":
        """Return the state with what a system adds to each player."""
        return replace(self, entrants=tuple(map(make, self.entrants)))

    def lowness(self, player: PairingPlayer) -> int:
        """The score by which a player is low enough for the bye."""
        return player.points if self.system.lowest == "points" else player.score

    def higher_first(self, one: Somebody, two: Somebody) -> tuple[Somebody, Somebody]:
        """Two players, the one first who is higher ranked for the colours."""
        by_points = self.system.higher == "points"
        first, second = ((-(player.points if by_points else player.score), player.rank) for player in (one, two))
        return (one, two) if first < second else (two, one)


PLAYER_FIELDS = tuple(one.name for one in fields(PairingPlayer) if one.name != "topscorer")


def as_kind(kind: type[Somebody], player: PairingPlayer, **more: Any) -> Somebody:
    """Return a player with what a system adds. Only the Dutch system has topscorers."""
    return kind(**{name: getattr(player, name) for name in PLAYER_FIELDS}, **more)


def state_before(whole: Tournament, round_number: int) -> PairingState:
    """Return the state before a round that was paired, or before the next one."""
    if whole.rounds is None:
        raise ArpadError("pairing-rounds-unknown")
    if round_number == whole.rounds + 1 <= whole.paired + 1:
        raise ArpadError("pairing-finished", rounds=whole.rounds)
    last = min(whole.paired + 1, whole.rounds)
    if not 1 <= round_number <= last:
        raise ArpadError("pairing-round-unknown", round=round_number, last=last)
    _check_finished(whole, round_number)
    if whole.games > 1:
        return game_state(whole, round_number)
    if round_number > whole.paired:
        present = [rank for rank in whole.cells if rank not in whole.announced]
    else:
        present = [rank for rank in whole.cells if was_paired(whole.cell(rank, round_number))]
    numbers = _numbers(whole, round_number, present)
    entrants = [_entrant(whole, rank, round_number, numbers[rank]) for rank in present]
    state = PairingState(
        round_number,
        whole.rounds,
        tuple(sorted(entrants, key=order)),
        tuple(sorted(set(whole.cells) - set(present))),
        whole.records.forbidden_in(round_number),
        whole.initial,
        whole.unit,
        whole.system,
    )
    prepared: PairingState = load_engine(whole.system).prepare(whole, state)
    return prepared


def need_ratings(whole: Tournament, state: PairingState) -> None:
    """Refuse a round with a player who has no rating, for systems that cannot do without."""
    for player in state.entrants:
        if not whole.ratings.get(player.rank):
            raise ArpadError("pairing-rating-missing", player=player.rank)


def order(entrant: PairingPlayer) -> tuple[int, int]:
    """A.2: score, then pairing number."""
    return -entrant.score, entrant.rank


def _check_finished(whole: Tournament, round_number: int) -> None:
    for rank, cells in whole.cells.items():
        for cell in cells[: round_number - 1]:
            if cell.result is None:
                raise ArpadError("pairing-result-missing", round=cell.round, player=rank)


def _numbers(whole: Tournament, round_number: int, present: Sequence[int]) -> dict[int, int]:
    """E.5 and C.04.2.C: only players who are in by now have pairing numbers; players who have not entered yet do not
    count."""
    if whole.system.numbers == "tpn":
        return {rank: rank for rank in whole.cells}
    here = set(present)
    numbers: dict[int, int] = {}
    for rank, cells in whole.cells.items():
        if rank in here or any(was_paired(cell) for cell in cells[: round_number - 1]):
            numbers[rank] = len(numbers) + 1
    return numbers


def _entrant(whole: Tournament, rank: int, round_number: int, number: int) -> PairingPlayer:
    past = whole.cells[rank][: round_number - 1]
    barring = PAB_OR_FORFEIT if whole.system.bye == "pab-or-forfeit" else WITHOUT_PLAY
    games = [player for player in past if met(player)]
    points = whole.scores[rank][round_number - 1]
    return PairingPlayer(
        rank,
        whole.pairing_score(rank, round_number),
        points,
        "".join([game.colour for game in games if game.colour]),
        frozenset([game.opponent for game in games if game.opponent]),
        (_float(whole, rank, round_number - 1), _float(whole, rank, round_number - 2)),
        not any(cell.result in barring for cell in past),
        number,
        round_number == whole.rounds and 2 * points > whole.win * (round_number - 1),
        round_number - 1 - len(games),
        tuple([member.opponent for member in games if member.opponent]),
    )


def _float(whole: Tournament, rank: int, round_number: int) -> Float:
    """A.4, and 1.4 of 2026: down for players who met a lower score, up for those who met a higher one; down also for
    rounds without a game, since 2026 only if they score more than a loss."""
    if round_number < 1:
        return None
    cell = whole.cell(rank, round_number)
    if cell is None or cell.opponent is None or not whole.counts_for_floats(cell):
        scored = cell is not None and cell.result in SCORING_ABSENCES
        counts = whole.system.floats == "absence" or (scored and whole.system.floats == "points")
        return "down" if counts else None
    mine = whole.floating_score(rank, round_number)
    theirs = whole.floating_score(cell.opponent, round_number)
    return "down" if mine > theirs else "up" if mine < theirs else None


def points(state: PairingState, score: int) -> Fraction:
    """A score in points."""
    return Fraction(score, state.unit)


# A Double-Swiss with a round for each game: two rounds are a match with one opponent, the second with colours reversed
# (C.04.5, preface and 4.4). Reports and events have it so.


def double_games(whole: Tournament) -> Tournament:
    """Return a tournament whose rounds are games as one of matches, or refuse it: an odd number of rounds, or a second
    game with another opponent."""
    if whole.rounds is not None and whole.rounds % DOUBLE:
        raise ArpadError("pairing-double-rounds", rounds=whole.rounds)
    for rank, own in whole.cells.items():
        for first, second in zip(own[0 : whole.paired : DOUBLE], own[1 : whole.paired : DOUBLE], strict=False):
            if first.opponent != second.opponent:
                raise ArpadError("pairing-double-report", round=second.round, player=rank)
    return replace(whole, games=DOUBLE)


def game_state(whole: Tournament, number: int) -> PairingState:
    """Return the state before a round: of new matches, or of the second games of matches."""
    first = number - (number - 1) % DOUBLE
    matches = _as_matches(whole)
    state = state_before(matches, (first + 1) // DOUBLE)
    state = replace(state, round=number, rounds=whole.rounds or 0, games=DOUBLE)
    if first == number:
        return state
    games = tuple(_second_game(whole, player.rank, first) for player in state.entrants)
    returning = tuple(sorted({game for game in games if game is not None}))
    playing = {rank for game in returning for rank in game}
    alone = [player.rank for player in state.entrants if player.rank not in playing]
    return replace(
        state,
        entrants=tuple(player for player in state.entrants if player.rank in playing),
        absent=tuple(sorted((*state.absent, *alone))),
        returning=returning,
    )


def _second_game(whole: Tournament, rank: int, number: int) -> tuple[int, int] | None:
    """4.4: the second game of the match that a player began in a round, White first; None without a match."""
    cell = whole.cell(rank, number)
    if cell is None or cell.opponent is None:
        return None
    black = cell.colour == "w" or (cell.colour is None and rank < cell.opponent)
    return (cell.opponent, rank) if black else (rank, cell.opponent)


def _as_matches(whole: Tournament) -> Tournament:
    """The same tournament with a round for each match."""
    count = -(-whole.paired // DOUBLE)
    return replace(
        whole,
        cells={rank: [_match(whole, rank, number) for number in range(1, count + 1)] for rank in whole.cells},
        scores={rank: scores[::DOUBLE] for rank, scores in whole.scores.items()},
        virtual={-(-number // DOUBLE): points for number, points in whole.virtual.items()},
        win=DOUBLE * whole.win,
        draw=DOUBLE * whole.draw,
        rounds=None if whole.rounds is None else whole.rounds // DOUBLE,
        paired=count,
        games=1,
    )


def _match(whole: Tournament, rank: int, number: int) -> RoundResult:
    """A match as one game. It is forfeited only if no game was played (preface), and its colour is that of the first
    game (1.6)."""
    first = whole.cell(rank, DOUBLE * number - 1)
    if first is None or first.opponent is None:
        return RoundResult(number, None, None, first.result if first is not None else "Z")
    second = whole.cell(rank, DOUBLE * number) if DOUBLE * number <= whole.paired else None
    results = [first.result, None if second is None else second.result]
    return RoundResult(number, first.opponent, first.colour, _result(whole, rank, first.opponent, number, results))


def _result(
    whole: Tournament, rank: int, opponent: int, number: int, results: list[ResultCode | None]
) -> ResultCode | None:
    if None in results:
        return None
    mine, theirs = (
        whole.scores[one][DOUBLE * number] - whole.scores[one][DOUBLE * (number - 1)] for one in (rank, opponent)
    )
    if not any(result in OVER_THE_BOARD for result in results):
        return "+" if mine > theirs else "-"
    return "1" if mine > theirs else "=" if mine == theirs else "0"


# C.04.2: the initial order of the players (B) and the order of the boards (D.9).

TITLE_ORDER = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "")


class Listed(Protocol):
    """A player in a list of participants."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def rating(self) -> int | None: ...


Entry = TypeVar("Entry", bound=Listed)


def initial_order(players: Iterable[Entry]) -> list[Entry]:
    """C.04.2.B: strength, title, alphabet."""
    return sorted(players, key=lambda player: (-(player.rating or 0), title_order(player.title), player.name))


def title_order(title: str) -> int:
    """C.04.2.B.2b: the place of a title, GM first."""
    return TITLE_ORDER.index(title) if title in TITLE_ORDER else len(TITLE_ORDER)


def board_order(pair: tuple[PairingPlayer, PairingPlayer], by_score: bool = False) -> tuple[int, int, int]:
    """C.04.2.D.9: the score of the higher ranked player, the sum of both scores, the rank of the higher ranked.

    The boards go by the points won; since 2026 `by_score`, the one that pairs, with its virtual points (C.04.7, 1.5).
    """
    values = [(-(member.score if by_score else member.points), member.rank) for member in pair]
    (first, rank), (second, _) = sorted(values)
    return first, first + second, rank
