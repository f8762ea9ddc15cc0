"""The data model of a tournament: players, rounds, results, teams, time control, and games per player."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal, NamedTuple, get_args

from arpad.domain.findings import Finding

# An event as in a report: the players, what each of them did in every round, the teams, the circumstances.

Colour = Literal["w", "b"]
Sex = Literal["m", "f"]

ResultCode = Literal["1", "=", "0", "+", "-", "W", "D", "L", "H", "F", "U", "Z"]
"""1 = 0: a game played. + -: forfeit. W D L: decided in less than a move. H F U Z: half-point, full-point,
pairing-allocated bye, absent."""

System = Literal["swiss", "round-robin", "double-round-robin", "match", "team", "scheveningen"]
SYSTEMS: tuple[System, ...] = get_args(System)
CYCLES: dict[str, int] = {"round-robin": 1, "double-round-robin": 2}
"""How often everybody meets everybody in a round robin."""

PLAYED: frozenset[str] = frozenset({"1", "=", "0"})
OVER_THE_BOARD: frozenset[str] = PLAYED | {"W", "D", "L"}
"""Games that count for pairing and tie-breaks. W, D and L were played and are only not rated."""
UNPLAYED: frozenset[str] = frozenset({"+", "-", "W", "D", "L"})
BYES: frozenset[str] = frozenset({"H", "F", "U", "Z"})
HALF_POINTS_OF: dict[str, int] = {
    "1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "W": 2, "D": 1, "L": 0, "H": 1, "F": 2, "U": 2, "Z": 0,
}  # fmt: skip
"""Half points of a result if a win is 1, a draw ½ and a pairing-allocated bye 1."""
USUAL_POINTS: dict[str, Fraction] = {code: Fraction(half_points, 2) for code, half_points in HALF_POINTS_OF.items()}


class RoundResult(NamedTuple):
    """What a player's line says about one round. `opponent` is a starting rank, None if there is none.

    `result` is None if the line says nothing yet. `column` is where the round begins in the line.
    """

    round: int
    opponent: int | None
    colour: Colour | None
    result: ResultCode | None
    column: int = 0

    @property
    def played(self) -> bool:
        return self.result in PLAYED


class Player(NamedTuple):
    """One player of an event: the person, as in the report, and the rounds (a tuple, or something like it)."""

    rank: int
    name: str = ""
    sex: Sex | None = None
    title: str = ""
    rating: int | None = None
    federation: str = ""
    id: str = ""
    born: int | None = None
    birthday: dt.date | None = None
    points: Fraction | None = None
    final_rank: int | None = None
    rounds: Sequence[RoundResult] = ()
    line: int = 0


@dataclass(frozen=True, slots=True)
class Team:
    """A team and its players by starting rank. TRF26 also has its number, nickname, strength, points and rank."""

    name: str
    players: tuple[int, ...]
    number: int | None = None
    line: int = 0
    nickname: str = ""
    strength: int | None = None
    match_points: Fraction | None = None
    game_points: Fraction | None = None
    rank: int | None = None

    @property
    def has_details(self) -> bool:
        """Return whether anything is known beyond name, number and players."""
        return bool(self.nickname) or any(
            value is not None for value in (self.strength, self.match_points, self.game_points, self.rank)
        )


def wrong_boards(listed: Sequence[int], line_up: Sequence[int | None]) -> tuple[int, ...]:
    """C.05 7: return the boards on which another player of those who sat down should have been, by the order of the
    list. Nobody sits at a board of 0 or None."""
    right = iter(sorted((player for player in line_up if player), key=listed.index))
    expected = [next(right) if player else player for player in line_up]
    return tuple(
        board for board, (found, should) in enumerate(zip(line_up, expected, strict=True), 1) if found != should
    )


@dataclass(frozen=True, slots=True)
class TeamByes:
    """TRF26, 320: the team with the pairing-allocated bye of each round (None: nobody), and the points for the bye."""

    match_points: Fraction
    game_points: Fraction
    teams: tuple[int | None, ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class ExtraPoints:
    """TRF26, 299: points that the results do not give. `players` are starting ranks, of teams their numbers; empty for
    all of them. `round` is None for all rounds.

    `kind` names the results that give `points` here instead of their usual points: W, D, L, F, H, Z,
    + or -. Without it the points are added, or taken away if they are negative.
    """

    kind: str
    points: Fraction
    round: int | None = None
    players: tuple[int, ...] = ()
    match_points: Fraction | None = None
    line: int = 0


class Game(NamedTuple):
    """A pairing between two players, seen from white. `score` is white's half points, None if there is no result.

    A game is `played` if both made a move, a `forfeit` if it was decided without one; a forfeit of both has no
    score. If the report has no colours, the lower starting rank counts as white.
    """

    round: int
    white: int
    black: int
    score: int | None
    played: bool
    forfeit: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """A tournament. Empty text and None mean that the report does not say it.

    `board_colours` are the colours of the first team on its boards (TRF26, 352): WBWB. `listed` are ratings and titles
    that players had in a round, by round and rank, if they were not those of their lines in all rounds.
    """

    name: str = ""
    city: str = ""
    federation: str = ""
    start: dt.date | None = None
    end: dt.date | None = None
    type: str = ""
    type_code: str = ""
    chief_arbiter: str = ""
    deputy_arbiters: tuple[str, ...] = ()
    time_control: str = ""
    rounds: int = 0
    round_dates: tuple[dt.date | None, ...] = ()
    players: tuple[Player, ...] = ()
    teams: tuple[Team, ...] = ()
    scoring: dict[str, Fraction] = field(default_factory=dict, compare=False)
    extra_points: tuple[ExtraPoints, ...] = ()
    team_byes: TeamByes | None = None
    board_colours: str = ""
    listed: Mapping[int, Mapping[int, tuple[int | None, str]]] = field(default_factory=dict)
    _games: tuple[Game, ...] | None = field(default=None, init=False, repr=False, compare=False)

    def player(self, rank: int) -> Player | None:
        """The player with a starting rank."""
        return next((player for player in self.players if player.rank == rank), None)

    @property
    def all_rounds(self) -> int:
        """How many rounds the event has: those announced, or those that somebody played."""
        return max([self.rounds, *[round_.round for player in self.players for round_ in player.rounds]])

    def games(self) -> tuple[Game, ...]:
        """Every pairing once, in the order of rounds and boards. They are computed once, when they are first needed.

        A pairing that only one of the two lines has counts as in that line; the checks report it
        elsewhere.
        """
        if self._games is None:
            object.__setattr__(self, "_games", _games_of(self.players))
        assert self._games is not None
        return self._games

    def with_ratings(self, ratings: Mapping[int, int | None]) -> "Event":
        """The event with the ratings that count, by starting rank."""
        if all(player.rating == ratings[player.rank] for player in self.players):
            return self
        self.games()
        players = tuple(player._replace(rating=ratings[player.rank]) for player in self.players)
        return self.keeping_games(players=players)

    def keeping_games(self, **changes: Any) -> "Event":
        """The event with other particulars (dates, ids, ratings) that leave its games as they are."""
        changed = replace(self, **changes)
        object.__setattr__(changed, "_games", self._games)
        return changed


def _games_of(players: Iterable[Player]) -> tuple[Game, ...]:
    """Return every pairing in the players' lines."""
    rounds: dict[int, dict[tuple[int, int], Game]] = {}
    for player in players:
        rank = player.rank
        for round_ in player.rounds:
            number, opponent, colour, result, _ = round_
            if opponent is None or opponent == rank or (result is None and colour is None):
                continue
            games = rounds.get(number)
            if games is None:
                games = rounds[number] = {}
            pair = (rank, opponent) if rank < opponent else (opponent, rank)
            game = games.get(pair)
            if game is None:
                games[pair] = _game(rank, round_, opponent)
            elif result == "-" and _lost_by_the_other(game, rank):
                games[pair] = game._replace(score=None)
    return tuple([game for _, games in sorted(rounds.items()) for _, game in sorted(games.items())])


def _lost_by_the_other(game: Game, rank: int) -> bool:
    """Whether the other player's line says that they forfeited too."""
    return game.forfeit and game.score == (2 if game.white == rank else 0)


def half_points_of(rounds: Iterable[RoundResult]) -> int:
    """Add up the half points of results; rounds without one give nothing."""
    return sum(HALF_POINTS_OF[round_.result] for round_ in rounds if round_.result is not None)


OUTCOMES: dict[str | None, tuple[int | None, bool, bool]] = {None: (None, False, False)} | {
    code: (None if code in BYES else half_points, code in PLAYED, code in UNPLAYED)
    for code, half_points in HALF_POINTS_OF.items()
}
"""What a result means for a game: the half points of the player, whether it was played, whether it was a forfeit."""


def _game(rank: int, round_: RoundResult, opponent: int) -> Game:
    number, _, colour, result, _ = round_
    score, played, forfeit = OUTCOMES[result]
    if colour == "w" or (colour is None and rank < opponent):
        return Game(number, rank, opponent, score, played, forfeit)
    return Game(number, opponent, rank, None if score is None else 2 - score, played, forfeit)


# The games of a player as an event has them.


class PlayedEncounter(NamedTuple):
    """A game that a player played: against whom, as the report has them, and the player's half points."""

    round: int
    colour: Colour | None
    opponent: str
    name: str
    title: str
    rating: int | None
    score: int


def rounds_played(event: Event) -> Iterator[tuple[Player, list[tuple[RoundResult, Player, int]]]]:
    """Each player with the rounds in which they played: the round, the opponent, and the player's half points. Forfeits
    and byes are no games; players without an id are met, and have no games of their own."""
    by_rank = {player.rank: player for player in event.players}
    for player in event.players:
        found = []
        for round_result in sorted(player.rounds, key=lambda one: one.round) if player.id else ():
            other = None if round_result.opponent is None else by_rank.get(round_result.opponent)
            if other is not None and round_result.played and round_result.result is not None:
                found.append((round_result, other, HALF_POINTS_OF[round_result.result]))
        yield player, found


# Names with the numbers of players in findings: 16 Quintana.

RANKS = frozenset({"white", "black", "opponent", "named"})
"""Values of findings that are starting ranks."""
RANKS_OF = {"id-twice": RANKS | {"first"}, "player-twice": RANKS | {"first"}}
"""The same if one code has several."""


def named(findings: Iterable[Finding], event: Event) -> list[Finding]:
    """Return the findings with the name of every player after the starting rank; `who` is the player of a finding."""
    names = short_names(event)
    return [_named(finding, names) for finding in findings]


def short_names(event: Event) -> dict[int, str]:
    """Each player by starting rank: the rank and the family name."""
    return {player.rank: f"{player.rank} {player.name.partition(',')[0].strip()}".rstrip() for player in event.players}


def _named(finding: Finding, names: dict[int, str]) -> Finding:
    ranks = RANKS_OF.get(finding.code, RANKS)
    values = {
        name: names.get(value, value) if name in ranks and isinstance(value, int) else value
        for name, value in finding.values.items()
    }
    if finding.player in names:
        values["who"] = names[finding.player]
    if values == finding.values:
        return finding
    # `replace` takes several times as long, and a report may have hundreds of findings.
    code, severity, article = finding.code, finding.severity, finding.article
    return Finding(code, severity, article, finding.line, finding.column, finding.player, finding.round, values)


# A time control: the periods of a game and the time added for each move.

MINUTES_OF_AN_HOUR = 60


@dataclass(frozen=True, slots=True)
class ControlPeriod:
    """Minutes for a number of moves; None: for all the moves that remain."""

    minutes: Fraction
    moves: int | None = None


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The periods in order and the increment in seconds. A delay counts as an increment.

    `by_period` are the increments of the periods if they differ, and `increment` is then what they add to a game of 60
    moves, shared out among its moves; None in it: an increment that begins or ends within a period.
    """

    periods: tuple[ControlPeriod, ...]
    increment: Fraction = Fraction(0)
    by_period: tuple[Fraction | None, ...] = ()

    @property
    def increments(self) -> tuple[Fraction | None, ...]:
        """The increment of each period."""
        return self.by_period or (self.increment,) * len(self.periods)

    def minutes_for(self, moves: int = 60) -> Fraction:
        """Return the time of one player for a game of this many moves: every period, and an increment for each move."""
        return sum((period.minutes for period in self.periods), Fraction(0)) + self.increment * moves / 60
