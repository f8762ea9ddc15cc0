"""An event as tie-breaks see it: one record per round and contestant, for players and teams.

Also withdrawals from a round robin (C.05 6.6).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import NamedTuple

from arpad.domain.event import (
    CYCLES,
    HALF_POINTS_OF,
    OVER_THE_BOARD,
    Colour,
    Event,
    ExtraPoints,
    Player,
    ResultCode,
    RoundResult,
    Team,
    wrong_boards,
)
from arpad.formats.codes import SWISS, cycles_of, is_called, is_called_swiss, is_team_event, team_scores
from arpad.formats.consistency import refuse_contradictions
from arpad.formats.report import Report
from arpad.formats.scores import Scores, most_boards
from arpad.formats.trf_teams import MatchRecords, match_records
from arpad.i18n import ArpadError
from arpad.rating.participants import detect_system
from arpad.regulations.tiebreak_editions import EventKind
from arpad.standings.model import Competition, Contestant, RecordKind, RoundRecord, Scale

# From a report of players to their competition: which rounds count, what each was, and what it was worth.

WITH_OPPONENT: Mapping[str | None, RecordKind] = {
    **dict.fromkeys("1=0WDL", "played"), "+": "forfeit-win", "-": "forfeit-loss", None: "open",
}  # fmt: skip
WITHOUT_OPPONENT: Mapping[str | None, tuple[RecordKind, ResultCode]] = {
    "U": ("pab", "U"), "Z": ("zero-bye", "Z"), None: ("zero-bye", "Z"),
    **dict.fromkeys("F+1W", ("full-bye", "F")),
    **dict.fromkeys("H=D", ("half-bye", "H")),
    **dict.fromkeys("-0L", ("zero-bye", "Z")),
}  # fmt: skip
"""A result without opponent is a bye, and worth as much as that bye."""
ROUND_ROBINS: tuple[EventKind, ...] = ("round-robin", "team-round-robin")
SYSTEM_NAMES = ("swiss", "round-robin", "double-round-robin")
"""What --system takes."""


def competition(
    report: Report,
    round_number: int | None = None,
    system: str | None = None,
) -> Competition:
    """The competition of a report after its last complete round, or after another one."""
    event = report.event
    if report.format == "feda" or not event.players:
        raise ArpadError("standings.no-players")
    refuse_contradictions(event)
    if len({player.rank for player in event.players}) < len(event.players):
        raise ArpadError("pairing-rank-twice")
    if is_team_event(event):
        return team_competition(report, round_number, system)
    kind, cycles = _system(event, system)
    counted, provisional = counted_rounds((player.rounds for player in event.players), round_number, kind)
    return _players(event, kind, cycles, counted, provisional)


def counted_rounds(
    lines: Iterable[Sequence[RoundResult]], asked: int | None, kind: EventKind = "swiss"
) -> tuple[int, bool]:
    """How many rounds count, or as many as are asked for; and whether a result of them is missing.

    All rounds of a Swiss count but the last one if that is still being played: games of earlier rounds without a result
    are adjourned, and count for nobody yet. The rounds of a round robin need not be played in their order: those up to
    the last one in which every pairing has a result.
    """
    paired, unfinished = 0, set[int]()
    for rounds in lines:
        for number, opponent, _, result, _ in rounds:
            if opponent is not None:
                if number > paired:  # noqa: PLR1730  (max takes five times as long)
                    paired = number
                if result is None:
                    unfinished.add(number)
    first = min(unfinished, default=10**6)
    if not paired:
        raise ArpadError("standings.no-results")
    if asked is not None:
        if not 1 <= asked <= paired:
            raise ArpadError("standings.no-round", round=asked, last=paired)
        return asked, asked >= first
    counted = paired - (paired in unfinished)
    while counted in unfinished and kind in ROUND_ROBINS:
        counted -= 1
    if not counted:
        raise ArpadError("standings.no-results")
    return counted, counted >= first


def kind_of(event: Event) -> EventKind:
    """The kind of an event of players."""
    return _system(event, None)[0]


def _system(event: Event, asked: str | None) -> tuple[EventKind, int]:
    """The kind of event, and how often everybody meets; 0 if a round robin is one of two teams."""
    if asked is None and is_called_swiss(event):
        return "swiss", 1
    system = asked or detect_system(replace(event, teams=()) if event.teams else event)
    if asked is None and system == "round-robin" and is_called(event, "double") and event.rounds > len(event.players):
        system = "double-round-robin"  # everybody has met once so far
    if system in CYCLES:
        return "round-robin", cycles_of(event, system)
    if system == "match":
        return "round-robin", max(event.rounds, len(event.games()), 1)
    of_teams = system == "scheveningen" or (asked is None and is_called(event, "schiller"))
    return ("round-robin", 0) if of_teams else ("swiss", 1)


def _players(event: Event, kind: EventKind, cycles: int, counted: int, provisional: bool) -> Competition:
    scores = Scores(event)
    unit = lcm(2, *(value.denominator for value in scores.values()))
    reader = _Reader(event, scores, unit, kind == "round-robin", counted)
    return Competition(
        {player.rank: reader.contestant(player) for player in sorted(event.players, key=lambda player: player.rank)},
        kind,
        max(event.rounds, counted),
        counted,
        unit,
        (Scale(*(reader.parts(scores.of_code(code)) for code in "1=0")),),
        cycles,
        provisional=provisional,
        ratings={
            number: {rank: rating for rank, (rating, _) in ratings.items()} for number, ratings in event.listed.items()
        },
    )


class _Reader:
    """Makes records from the rounds of a report; what a result is worth is looked up once."""

    def __init__(self, event: Event, scores: Scores, unit: int, round_robin: bool, counted: int) -> None:
        self._scores, self._unit, self._round_robin, self._counted = scores, unit, round_robin, counted
        self._ranks = {player.rank for player in event.players}
        self._worth = {code: (self.parts(scores.of_code(code)),) for code in HALF_POINTS_OF}
        self._absent = self._bye(RoundResult(0, None, None, "Z"))

    def parts(self, points: Fraction) -> int:
        return int(points * self._unit)

    def contestant(self, player: Player) -> Contestant:
        """A player with the records of the counted rounds; a line that ends early goes on with absences."""
        counted_rounds = [round_ for round_ in player.rounds if round_.round <= self._counted]
        records = tuple([self._record(player.rank, round_) for round_ in counted_rounds])
        if len(counted_rounds) < self._counted:
            known = {record.round: record for record in records}
            records = tuple(
                known.get(number) or self._absent._replace(round=number) for number in range(1, self._counted + 1)
            )
        penalty = 0
        if self._scores.extra:
            rounds = range(1, self._counted + 1)
            penalty = self.parts(sum((self._scores.added(player.rank, number) for number in rounds), Fraction(0)))
        return Contestant(player.rank, player.name, player.rating, records, (penalty,))

    def _record(self, rank: int, round_: RoundResult) -> RoundRecord:
        number, opponent, colour, result, _ = round_
        kind = WITH_OPPONENT.get(result)
        if opponent is None or kind is None:
            return self._worth_here(rank, round_, self._bye(round_))
        if opponent not in self._ranks or opponent == rank:
            raise ArpadError("standings.opponent-missing", player=rank, round=number, opponent=opponent)
        if result is None:
            return RoundRecord(number, kind, opponent, colour, (0,))
        return self._worth_here(
            rank, round_, RoundRecord(number, kind, opponent, colour, self._worth[result], HALF_POINTS_OF[result])
        )

    def _worth_here(self, rank: int, round_: RoundResult, record: RoundRecord) -> RoundRecord:
        """299 may give a result another worth."""
        if not self._scores.extra or record.kind in ("free", "open"):
            return record
        code: ResultCode | None = WITHOUT_OPPONENT[round_.result][1] if record.opponent is None else round_.result
        return record._replace(points=(self.parts(self._scores.of_result(rank, round_._replace(result=code))),))

    def _bye(self, round_: RoundResult) -> RoundRecord:
        """A round without opponent: a bye, an absence, or the free round of a round robin."""
        if self._round_robin:
            return RoundRecord(round_.round, "free", None, None, (0,))
        kind, code = WITHOUT_OPPONENT[round_.result]
        return RoundRecord(round_.round, kind, None, None, self._worth[code], HALF_POINTS_OF[code])


# From a report of teams to their competition: matches put together from the boards, with match and game points.

OTHER: Mapping[Colour, Colour] = {"w": "b", "b": "w"}
SIDES: tuple[Colour, Colour] = ("w", "b")
"""330 names the team with White first."""
BYE_KINDS: Mapping[str, RecordKind] = {"F": "full-bye", "H": "half-bye", "Z": "zero-bye"}
PARTS_OF_A_WIN: Mapping[RecordKind, int] = {
    "pab": 2, "full-bye": 2, "half-bye": 1, "forfeit-win": 2,
}  # fmt: skip
"""12: half points on every board of a round without a match, for the tie-breaks by boards."""
EXTRA_KINDS: Mapping[tuple[RecordKind, int], str] = {
    ("played", 2): "W", ("played", 1): "D", ("played", 0): "L", ("forfeit-win", 2): "+", ("forfeit-loss", 0): "-",
    ("full-bye", 0): "F", ("half-bye", 0): "H", ("zero-bye", 0): "Z", ("pab", 0): "P",
}  # fmt: skip
"""The letter of 299 for what a team's round was."""


class Lineup(NamedTuple):
    """A team at its boards in a round: the team met, the players and the points board by board, the colour of board 1,
    and whether any game was played or is still open."""

    opponent: int
    ranks: tuple[int | None, ...]
    boards: tuple[Fraction, ...]
    colour: Colour | None
    played: bool
    unfinished: bool


def team_competition(report: Report, round_number: int | None, system: str | None) -> Competition:
    """The competition of the teams of a report."""
    reader = _TeamReader(report)
    if round_number is not None and round_number in reader.without_boards:
        return reader.competition(round_number, False, system)
    kind: EventKind = "team-round-robin" if is_called(report.event, "round-robin") else "team-swiss"
    counted, provisional = counted_rounds((player.rounds for player in report.event.players), round_number, kind)
    while round_number is None and counted + 1 in reader.without_boards and not reader.waits(counted + 1):
        counted += 1
    while round_number is None and counted > 1 and reader.waits(counted):
        counted -= 1
    return reader.competition(counted, provisional, system)


def corrected_points(report: Report, counted: int) -> dict[tuple[int, int], tuple[Fraction, Fraction]]:
    """Return by round and team the match points and game points of 299 that only tell the boards lost by a wrong order
    of the line-up: the matches of the competition have them already."""
    if not report.event.extra_points:
        return {}
    reader = _TeamReader(report)
    reader.competition(counted, False, "swiss")
    return reader.corrected


def team_numbers(event: Event) -> dict[int, Team]:
    """The teams by number: that of 310, or their place in the report."""
    return {team.number or place: team for place, team in enumerate(event.teams, 1)}


class _TeamReader:
    """Makes the matches of the teams from the rounds of their players."""

    def __init__(self, report: Report) -> None:
        self.event = event = report.event
        self.scores = Scores(event)
        self.records: MatchRecords = match_records(report)
        self.teams = team_numbers(event)
        if not any(team.players for team in self.teams.values()):
            raise ArpadError("standings.no-boards")
        self.team_of = {rank: number for number, team in self.teams.items() for rank in team.players}
        self.rounds_of = {player.rank: {round_.round: round_ for round_ in player.rounds} for player in event.players}
        self.boards = len(event.board_colours) or most_boards(event)
        self.byes = {(bye.round, number): bye.kind for bye in report.byes for number in bye.players}
        win, draw = self.scores.of_code("1"), self.scores.of_code("=")
        match = self.records.points
        self.wins = (match["TW"], win * self.boards)
        self.draws = (match["TD"], draw * self.boards)
        self.on_a_board = (Fraction(0), draw, win)
        self.corrected: dict[tuple[int, int], tuple[Fraction, Fraction]] = {}
        self.forfeits = {
            (match.round, team): (match.teams[1 - side], match.won[side], SIDES[side])
            for match in self.records.forfeited
            for side, team in enumerate(match.teams)
        }

    @property
    def without_boards(self) -> set[int]:
        """The rounds whose matches are all forfeited, or in which there was only a bye: nobody sat at a board."""
        played = {round_.round for player in self.event.players for round_ in player.rounds if round_.opponent}
        byes = self.event.team_byes.teams if self.event.team_byes is not None else ()
        match_rounds = {match.round for match in self.records.forfeited} | {
            number for number, _ in self.records.opponents
        }
        return (match_rounds | {number for number, team in enumerate(byes, 1) if team}) - played

    def waits(self, number: int) -> bool:
        """Whether a match of record 802 has no boards yet: its line-ups are not known."""
        known = {team for round_, team in self.forfeits.keys() | self.records.opponents.keys() if round_ == number}
        known |= {
            team
            for rank, team in self.team_of.items()
            if (cell := self.rounds_of.get(rank, {}).get(number)) is not None and cell.opponent is not None
        }
        return any(round_ == number and team not in known for round_, team in self.records.stated_opponents)

    def competition(self, counted: int, provisional: bool, system: str | None) -> Competition:
        event = self.event
        rounds = {
            number: [self._round(number, round_number) for round_number in range(1, counted + 1)]
            for number in self.teams
        }
        kind, cycles = self._system(rounds, system)
        if kind == "team-round-robin":
            rounds = {number: [_free(match) for match in own] for number, own in rounds.items()}
        values = [*self.wins, *self.draws, *self.records.points.values(), *self.scores.values()]
        values += [points for own in rounds.values() for match in own for points in (*match.points, *match.boards)]
        unit = lcm(2, *(value.denominator for value in values))
        loss = self.records.points["TL"]
        scales = [
            Scale(int(win * unit), int(draw * unit), int(lost * unit))
            for win, draw, lost in zip(self.wins, self.draws, (loss, Fraction(0)), strict=True)
        ]
        return Competition(
            {number: self._contestant(number, rounds[number], unit) for number in sorted(self.teams)},
            kind,
            max(event.rounds, counted),
            counted,
            unit,
            tuple(scales),
            cycles,
            self.boards,
            team_scores(event.type_code)[0],
            provisional,
        )

    def _contestant(self, number: int, rounds: "list[_Match]", unit: int) -> Contestant:
        team = self.teams[number]
        records = tuple(match.record(unit) for match in rounds)
        penalty = tuple(int(points * unit) for points in self._penalty(number, len(rounds)))
        return Contestant(number, team.name, team.strength, records, penalty)

    def _penalty(self, number: int, counted: int) -> tuple[Fraction, Fraction]:
        """299 without a kind: points added to a team, or taken from it."""
        match_points = game_points = Fraction(0)
        for given in self._extra(number):
            if not given.kind and (given.round or 1) <= counted:
                match_points, game_points = match_points + (given.match_points or 0), game_points + given.points
        for (_, team), (match, game) in self.corrected.items():
            if team == number:
                match_points, game_points = match_points - match, game_points - game
        return match_points, game_points

    def _extra(self, number: int) -> Iterator[ExtraPoints]:
        return (given for given in self.event.extra_points if not given.players or number in given.players)

    def _system(self, rounds: "dict[int, list[_Match]]", asked: str | None) -> tuple[EventKind, int]:
        """A round robin if everybody met everybody, or if the report says so."""
        if asked is not None:
            return ("team-round-robin", CYCLES[asked]) if asked in CYCLES else ("team-swiss", 1)
        if SWISS.search(f"{self.event.type} {self.event.type_code}".casefold()):
            return "team-swiss", 1
        pairs = Counter(
            (number, match.opponent) for number, own in rounds.items() for match in own if match.opponent is not None
        )
        met = {pairs[pair] for pair in combinations(sorted(self.teams), 2)}
        if len(met) == 1 and met != {0} and len(self.teams) > 2:
            return "team-round-robin", met.pop()
        if is_called(self.event, "round-robin"):
            return "team-round-robin", 2 if is_called(self.event, "double") else 1
        return "team-swiss", 1

    def _round(self, number: int, round_number: int) -> "_Match":
        """What a team did in a round: a match, a forfeited match, a bye, or nothing."""
        match = self._match(number, round_number)
        letter = EXTRA_KINDS.get((match.kind, match.half))
        for extra in self._extra(number):
            if extra.kind and extra.kind == letter and extra.round in (None, round_number):
                match_points = match.points[0] if extra.match_points is None else extra.match_points
                game_points = extra.points if extra.points or extra.match_points is None else match.points[1]
                match = match._replace(points=(match_points, game_points))
        return match

    def _match(self, number: int, round_number: int) -> "_Match":
        if (round_number, number) in self.forfeits:
            opponent, won, colour = self.forfeits[round_number, number]
            return self._unplayed(round_number, "forfeit-win" if won else "forfeit-loss", opponent, colour)
        byes = self.event.team_byes
        if byes is not None and number in byes.teams[round_number - 1 : round_number]:
            return self._unplayed(round_number, "pab")
        if (round_number, number) in self.byes:
            return self._unplayed(round_number, BYE_KINDS[self.byes[round_number, number]])
        own = self._lineup(number, round_number)
        if own is None:
            return self._unplayed(round_number, self._bye_of_players(number, round_number))
        if own.unfinished:
            zeros = (Fraction(0), Fraction(0))
            return _Match(round_number, "open", own.opponent, own.colour, zeros)
        return self._over_the_boards(number, round_number, own)

    def _over_the_boards(self, number: int, round_number: int, own: Lineup) -> "_Match":
        """A match as its boards have it, less those that were lost by a wrong order."""
        other = self._lineup(own.opponent, round_number)
        if other is None:
            return self._played(round_number, own, Fraction(0))
        sides = (number, own), (own.opponent, other)
        return self._scored(round_number, self._without_wrong_boards(round_number, *sides) or sides)[0]

    def _scored(self, round_number: int, sides: "_Sides") -> "tuple[_Match, _Match]":
        """A match as both teams have it."""
        (_, own), (_, other) = sides
        made, against = (sum(lineup.boards, Fraction(0)) for lineup in (own, other))
        return self._played(round_number, own, against), self._played(round_number, other, made)

    def _without_wrong_boards(
        self, round_number: int, own: tuple[int, Lineup], other: tuple[int, Lineup]
    ) -> "_Sides | None":
        """The match with the boards lost on which a team sat in a wrong order (C.05 7); None if 299 does not say that
        they were lost. The lines of the players have the games as they were played."""
        if any(set(lineup.ranks) - {None} - set(self.teams[team].players) for team, lineup in (own, other)):
            return None
        wrong = [set(wrong_boards(self.teams[team].players, lineup.ranks)) for team, lineup in (own, other)]
        if not any(wrong):
            return None
        win = self.on_a_board[2]
        pairs = [
            (Fraction(0) if place in wrong[0] else win, Fraction(0) if place in wrong[1] else win)
            if place in wrong[0] | wrong[1]
            else pair
            for place, pair in enumerate(zip(own[1].boards, other[1].boards, strict=True), 1)
        ]
        sides = tuple(
            (team, lineup._replace(boards=tuple(pair[side] for pair in pairs)))
            for side, (team, lineup) in enumerate((own, other))
        )
        assert len(sides) == 2
        played, counted = self._scored(round_number, (own, other)), self._scored(round_number, sides)
        gained = {
            (round_number, team): (after.points[0] - before.points[0], after.points[1] - before.points[1])
            for (team, _), before, after in zip(sides, played, counted, strict=True)
        }
        confirmed = {key for key, points in gained.items() if self._gives_points(*key, points)}
        if not confirmed or any(any(points) for key, points in gained.items() if key not in confirmed):
            return None
        self.corrected |= gained
        return sides

    def _gives_points(self, round_number: int, number: int, points: tuple[Fraction, Fraction]) -> bool:
        """Whether 299 gives a team these match points and game points in a round, beside its boards."""
        extra = [given for given in self._extra(number) if not given.kind and given.round == round_number]
        return any(((given.match_points or Fraction(0)), given.points) == points for given in extra)

    def _played(self, round_number: int, own: Lineup, against: Fraction) -> "_Match":
        """A match with a game is played; one without is forfeited by the side that has less, and has the points of its
        boards."""
        made = sum(own.boards, Fraction(0))
        half = 2 if made > against else 1 if made == against else 0
        points = (self.records.points[("TL", "TD", "TW")[half]], made)
        if not own.played:
            kind: RecordKind = "forfeit-win" if half == 2 else "forfeit-loss"
            nobody = made == against == 0
            match = self._unplayed(round_number, kind, own.opponent, own.colour)
            return match._replace(points=(self.records.points["TL"], made) if nobody else points, boards=own.boards)
        return _Match(round_number, "played", own.opponent, own.colour, points, half, own.boards)

    def _unplayed(
        self, round_number: int, kind: RecordKind, opponent: int | None = None, colour: Colour | None = None
    ) -> "_Match":
        """A round without a match: what it is worth, what its boards are worth, and the colour it would have had."""
        byes = self.event.team_byes
        worth = {"full-bye": self.wins, "forfeit-win": self.wins, "half-bye": self.draws}
        worth["pab"] = self.draws if byes is None else (byes.match_points, byes.game_points)
        points = worth.get(kind, (Fraction(0), Fraction(0)))
        boards = (self.on_a_board[PARTS_OF_A_WIN.get(kind, 0)],) * self.boards
        half = 2 if kind == "forfeit-win" else 0
        return _Match(round_number, kind, opponent, colour, points, half, boards)

    def _bye_of_players(self, number: int, round_number: int) -> RecordKind:
        """A bye that only the lines of the players tell."""
        found = {
            round_.result
            for rank in self.teams[number].players
            if (round_ := self.rounds_of.get(rank, {}).get(round_number)) is not None
        }
        kinds: Mapping[str, RecordKind] = {"U": "pab", "F": "full-bye", "H": "half-bye"}
        return next((kind for code, kind in kinds.items() if code in found), "zero-bye")

    def _lineup(self, number: int, round_number: int) -> Lineup | None:
        """The team's boards: by 300, or in the order of 310 those with an opponent or a game won without one."""
        lineup = self.records.lineups.get((round_number, number))
        results = {
            rank: round_
            for rank in self.teams[number].players
            if (round_ := self.rounds_of.get(rank, {}).get(round_number)) is not None and _at_a_board(round_)
        }
        ranks: tuple[int | None, ...] = tuple(results) if lineup is None else lineup
        seated = [None if rank is None else results.get(rank) for rank in ranks]
        met = {self.team_of[round_.opponent] for round_ in results.values() if round_.opponent in self.team_of}
        opponent = min(met) if met else self.records.opponents.get((round_number, number))
        if opponent is None:
            return None
        points = [
            Fraction(0) if round_ is None or rank is None else self.scores.of_result(rank, round_)
            for rank, round_ in zip(ranks, seated, strict=True)
        ]
        points += [Fraction(0)] * (self.boards - len(points))
        results_met = {round_.result for round_ in seated if round_ is not None and round_.opponent is not None}
        played, unfinished = not results_met.isdisjoint(OVER_THE_BOARD), None in results_met
        boards = tuple(points[: self.boards])
        return Lineup(opponent, ranks, boards, self._first_colour(seated), played, unfinished)

    def _first_colour(self, seated: Sequence[RoundResult | None]) -> Colour | None:
        """The team's colour on board 1, known from any board: colours alternate, unless 352 says otherwise."""
        pattern = self.event.board_colours or "WB" * len(seated)
        for board, round_ in enumerate(seated[: len(pattern)]):
            if round_ is not None and round_.colour is not None:
                return round_.colour if pattern[board] == pattern[0] else OTHER[round_.colour]
        return None


def _at_a_board(round_: RoundResult) -> bool:
    """Whether a player sat at a board, also at one without an opponent. A loss without one may be that of a reserve."""
    return round_.opponent is not None or round_.result == "+"


class _Match(NamedTuple):
    """A team's round in points, before the unit is known."""

    round: int
    kind: RecordKind
    opponent: int | None
    colour: Colour | None
    points: tuple[Fraction, Fraction]
    half: int = 0
    boards: tuple[Fraction, ...] = ()

    def record(self, unit: int) -> RoundRecord:
        return RoundRecord(
            self.round,
            self.kind,
            self.opponent,
            self.colour,
            tuple(int(points * unit) for points in self.points),
            self.half,
            tuple(int(points * unit) for points in self.boards),
        )


_Sides = tuple[tuple[int, Lineup], tuple[int, Lineup]]
"""The two teams of a match at their boards."""


def _free(match: _Match) -> _Match:
    """7.2: a round of a round robin without opponent is free."""
    if match.opponent is not None:
        return match
    return _Match(match.round, "free", None, None, (Fraction(0), Fraction(0)))
