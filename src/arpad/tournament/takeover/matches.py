"""Who met whom in a file of teams: the boards of two teams put together to a match."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from arpad.domain.event import Colour, RoundResult
from arpad.formats.report import Report
from arpad.formats.trf_teams import match_records
from arpad.i18n import ArpadError
from arpad.standings.competition import team_numbers
from arpad.tournament.results import RESULT_OF
from arpad.tournament.team_play.teams import NOBODY

SIGNS = {True: "+", False: "-"}
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TakenSeat:
    """A board of a match by starting ranks, 0 for nobody. `turned`: it was played with other colours than the pattern
    has."""

    white: int
    black: int
    result: str | None
    turned: bool = False


@dataclass(frozen=True, slots=True)
class TakenMatch:
    """A match by the numbers of the teams, the one with White on board 1 first. `line_ups` are starting ranks board by
    board, empty if nobody has sat down yet."""

    white: int
    black: int
    line_ups: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    seats: tuple[TakenSeat, ...] = ()
    forfeit: str = ""


class MatchFinder:
    """Finds the matches of a report, round by round. `pattern` are the colours of the first team on its boards."""

    def __init__(self, report: Report, file: str, pattern: str) -> None:
        self.file, self.pattern = file, pattern
        self.teams = team_numbers(report.event)
        self.records = match_records(report)
        self.team_of = {rank: number for number, team in self.teams.items() for rank in team.players}
        self.names = {player.rank: player.name for player in report.event.players}
        self.cells = {(cell.round, player.rank): cell for player in report.event.players for cell in player.rounds}

    def matches(self, number: int) -> tuple[TakenMatch, ...]:
        """Return the matches of a round, by the lower number of their teams."""
        met = self._opponents(number)
        pairs = sorted({(min(pair), max(pair)) for pair in met.items()})
        for team, opponent in met.items():
            if met.get(opponent) != team:
                self._refuse(number, (team, opponent, met.get(opponent)))
        return tuple(self._match(number, *pair) for pair in pairs)

    def result_of(self, number: int, rank: int) -> str | None:
        """Return the result of a player in a round."""
        return self._cell(number, rank).result

    def _refuse(self, number: int, teams: Iterable[int | None]) -> None:
        named = [self.teams[team].name for team in dict.fromkeys(teams) if team in self.teams]
        raise ArpadError("event-import-teams", file=self.file, round=number, names=", ".join(named))

    def _opponents(self, number: int) -> dict[int, int]:
        """The team that each team meets: by the boards of its players, by 330, by 300, and last by 802."""
        met: dict[int, int] = {}
        for (round_number, rank), cell in self.cells.items():
            if round_number != number or cell.opponent is None:
                continue
            team, opponent = self.team_of.get(rank), self.team_of.get(cell.opponent)
            if team is None or opponent is None or team == opponent:
                names = f"{self.names[rank]}, {self.names.get(cell.opponent, '–')}"
                raise ArpadError("event-import-teams", file=self.file, round=number, names=names)
            if met.setdefault(team, opponent) != opponent:
                self._refuse(number, (team, met[team], opponent))
        for one in self.records.forfeited:
            if one.round == number:
                self._told(met, number, *one.teams)
        told = {team: opponent for (past, team), opponent in self.records.opponents.items() if past == number}
        told |= {team: opponent for (past, team), (opponent, _) in self.records.told.items() if past == number}
        for team, opponent in told.items():
            if team not in met and opponent not in met:
                self._told(met, number, team, opponent)
        return met

    def _told(self, met: dict[int, int], number: int, one: int, two: int) -> None:
        """A match that a record tells."""
        if one not in self.teams or two not in self.teams or met.get(one, two) != two or met.get(two, one) != one:
            self._refuse(number, (one, two, met.get(one), met.get(two)))
        met |= {one: two, two: one}

    def _match(self, number: int, one: int, two: int) -> TakenMatch:
        """A match of two teams: forfeited, or with the boards that their players had."""
        for told in self.records.forfeited:
            if told.round == number and set(told.teams) == {one, two}:
                white, black = told.teams
                seated = tuple(
                    self._seated(number, team, (SIGNS[won],))[: len(self.pattern)]
                    for team, won in zip(told.teams, told.won, strict=True)
                )
                return TakenMatch(white, black, (seated[0], seated[1]), (), SIGNS[told.won[0]] + SIGNS[told.won[1]])
        boards = self._boards(number, one, two)
        if not boards:
            first = self._told_white(number, one, two)
            return TakenMatch(first, two if first == one else one)
        first_is_one = self._first_is_one(number, boards, one, two)
        white, black = (one, two) if first_is_one else (two, one)
        ordered = [(mine, other) if first_is_one else (other, mine) for mine, other in boards]
        seats = tuple(self._seat(number, place, *pair) for place, pair in enumerate(ordered))
        mine, others = zip(*ordered, strict=True)
        return TakenMatch(white, black, (tuple(mine), tuple(others)), seats)

    def _cell(self, number: int, rank: int) -> RoundResult:
        return self.cells.get((number, rank)) or RoundResult(number, None, None, "Z")

    def _seated(self, number: int, team: int, alone: Collection[str] = ("+",)) -> tuple[int, ...]:
        """Who sat down for a team: by 300, or those with an opponent, or with one of the results of players who sat
        alone, in the order of the list."""
        told = self.records.lineups.get((number, team))
        if told is not None:
            return self._filled(rank or NOBODY for rank in told)
        cells = ((rank, self._cell(number, rank)) for rank in self.teams[team].players)
        return tuple(rank for rank, cell in cells if cell.opponent is not None or cell.result in alone)

    def _filled(self, ranks: Iterable[int]) -> tuple[int, ...]:
        found = tuple(ranks)
        return (*found, *(NOBODY,) * (len(self.pattern) - len(found)))

    def _boards(self, number: int, one: int, two: int) -> list[Pair]:
        """The boards of two teams, the first team's player first, by the order of the teams' lists or of 300."""
        mine, others = self._seated(number, one), self._seated(number, two)
        if not any(mine) and not any(others):
            return []
        told = [(number, team) in self.records.lineups for team in (one, two)]
        if all(told):
            found = list(zip(mine, others, strict=True))
        elif any(told):
            known, free = (mine, others) if told[0] else (others, mine)
            pairs = self._beside(number, known, free)
            found = pairs if told[0] else [(other, own) for own, other in pairs]
        else:
            found = list(self._merged(number, mine, others))
        found += [(NOBODY, NOBODY)] * (len(self.pattern) - len(found))
        seated = [{rank for rank in side if rank} for side in (mine, others)]
        taken = [{pair[side] for pair in found} - {NOBODY} for side in (0, 1)]
        fits = all(self._meet(number, *pair) for pair in found)
        if len(found) > len(self.pattern) or seated != taken or not fits:
            self._refuse(number, (one, two))
        return found

    def _meet(self, number: int, mine: int, other: int) -> bool:
        """Whether two players at a board met each other, or one of them sat there alone."""
        if NOBODY in (mine, other):
            alone = mine or other
            return not alone or self._cell(number, alone).opponent is None
        return self._cell(number, mine).opponent == other

    def _beside(self, number: int, known: Sequence[int], free: Sequence[int]) -> list[Pair]:
        """Boards in a known order: everybody's opponent, and those who sat alone where nobody was."""
        alone = iter([rank for rank in free if self._cell(number, rank).opponent is None])
        return [
            (rank, self._cell(number, rank).opponent or NOBODY) if rank else (NOBODY, next(alone, NOBODY))
            for rank in known
        ]

    def _merged(self, number: int, mine: Sequence[int], others: Sequence[int]) -> Iterator[Pair]:
        """Boards in the order of both lists. If the two do not agree, in the order of the first team's list."""
        left = list(others)
        for rank in mine:
            opponent = self._cell(number, rank).opponent
            while opponent is not None and left and left[0] != opponent and self._alone(number, left[0]):
                yield NOBODY, left.pop(0)
            if opponent in left:
                left.remove(opponent)
            yield rank, opponent or NOBODY
        yield from ((NOBODY, rank) for rank in left)

    def _alone(self, number: int, rank: int) -> bool:
        return self._cell(number, rank).opponent is None

    def _first_is_one(self, number: int, boards: Sequence[Pair], one: int, two: int) -> bool:
        """Whether the first of two teams has White on board 1, as the first game with colours tells."""
        for (mine, other), colour in zip(boards, self.pattern, strict=True):
            if mine and other and (had := self._colour(number, mine, other)) is not None:
                return (had == "w") == (colour == "W")
        return self._told_white(number, one, two) == one

    def _colour(self, number: int, mine: int, other: int) -> Colour | None:
        own, their = self._cell(number, mine).colour, self._cell(number, other).colour
        return own or (None if their is None else "b" if their == "w" else "w")

    def _told_white(self, number: int, one: int, two: int) -> int:
        """The team with White by 802, the lower number if that says nothing."""
        told = {team: self.records.told.get((number, team)) for team in (one, two)}
        return (
            two
            if any(said is not None and said[1] == ("b" if team == one else "w") for team, said in told.items())
            else one
        )

    def _seat(self, number: int, place: int, first: int, second: int) -> TakenSeat:
        """A board of a match, by its pattern and by the colours that were played."""
        by_pattern = self.pattern[place] == "W"
        had = self._colour(number, first, second) if first and second else None
        has_white = by_pattern if had is None else had == "w"
        white, black = (first, second) if has_white else (second, first)
        return TakenSeat(white, black, self._result(number, white, black), has_white != by_pattern)

    def _result(self, number: int, white: int, black: int) -> str | None:
        """The result of a board; at one with a single player it is known, unless that player lost by forfeit too."""
        if NOBODY in (white, black):
            return "-/-" if (white or black) and self._cell(number, white or black).result == "-" else ""
        codes = self._cell(number, white).result, self._cell(number, black).result
        return None if None in codes else RESULT_OF[codes]
