"""Import a team event from a file: teams, matches with line-ups and boards, byes and points."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from arpad.domain.event import Colour, RoundResult
from arpad.domain.findings import Finding
from arpad.formats.report import Report
from arpad.formats.trf_teams import last_match, match_records
from arpad.i18n import ArpadError
from arpad.pairing.matches_files import added_points
from arpad.pairing.state import Tournament, first_colour
from arpad.standings.competition import corrected_points, team_competition, team_numbers
from arpad.tournament._takeover_rules import IMPORTED, TakenBoard, Taker, in_board_order
from arpad.tournament.as_report import beside_the_boards
from arpad.tournament.journal import after_changes
from arpad.tournament.kinds.boards import ColoursSwapped
from arpad.tournament.kinds.entries import PenaltySet, TeamAdded, TeamChanged
from arpad.tournament.kinds.event import EventCreated
from arpad.tournament.kinds.rounds import LineUpSet, MatchForfeited
from arpad.tournament.log import LogChange
from arpad.tournament.results import RESULT_OF
from arpad.tournament.rules import EventRules
from arpad.tournament.state import NOBODY, EventState, EventTeam
from arpad.tournament.teams import Pair, colour_pattern, default_line_up, in_list_order, matches_of, round_points

# Who met whom in a file of teams: the boards of two teams put together to a match.

SIGNS = {True: "+", False: "-"}
BoardPair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class TakenMatch:
    """A match by the numbers of the teams, the one with White on board 1 first. `line_ups` are starting ranks board by
    board, empty if nobody has sat down yet."""

    white: int
    black: int
    line_ups: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    seats: tuple[TakenBoard, ...] = ()
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
        for forfeited in self.records.forfeited:
            if forfeited.round == number:
                self._add_match(met, number, *forfeited.teams)
        recorded = {team: opponent for (past, team), opponent in self.records.opponents.items() if past == number}
        recorded |= {
            team: opponent for (past, team), (opponent, _) in self.records.stated_opponents.items() if past == number
        }
        for team, opponent in recorded.items():
            if team not in met and opponent not in met:
                self._add_match(met, number, team, opponent)
        return met

    def _add_match(self, met: dict[int, int], number: int, one: int, two: int) -> None:
        """Add a match that a record gives."""
        if one not in self.teams or two not in self.teams or met.get(one, two) != two or met.get(two, one) != one:
            self._refuse(number, (one, two, met.get(one), met.get(two)))
        met |= {one: two, two: one}

    def _match(self, number: int, one: int, two: int) -> TakenMatch:
        """A match of two teams: forfeited, or with the boards that their players had."""
        for forfeited in self.records.forfeited:
            if forfeited.round == number and set(forfeited.teams) == {one, two}:
                white, black = forfeited.teams
                seated = tuple(
                    self._seated(number, team, (SIGNS[won],))[: len(self.pattern)]
                    for team, won in zip(forfeited.teams, forfeited.won, strict=True)
                )
                signs = "".join(SIGNS[won] for won in forfeited.won)
                return TakenMatch(white, black, (seated[0], seated[1]), (), signs)
        boards = self._boards(number, one, two)
        if not boards:
            first = self._recorded_white(number, one, two)
            return TakenMatch(first, two if first == one else one)
        first_is_one = self._first_is_one(number, boards, one, two)
        white, black = (one, two) if first_is_one else (two, one)
        ordered = [(mine, other) if first_is_one else (other, mine) for mine, other in boards]
        seats = tuple(self._seat(number, place, *pair) for place, pair in enumerate(ordered))
        mine, others = zip(*ordered, strict=True)
        return TakenMatch(white, black, (tuple(mine), tuple(others)), seats)

    def cell(self, number: int, rank: int) -> RoundResult:
        """Return what a player had in a round."""
        return self.cells.get((number, rank)) or RoundResult(number, None, None, "Z")

    def _seated(self, number: int, team: int, alone: Collection[str] = ("+",)) -> tuple[int, ...]:
        """Who sat down for a team: by 300, or those with an opponent, or with one of the results of players who sat
        alone, in the order of the list."""
        line_up = self.records.lineups.get((number, team))
        if line_up is not None:
            ranks = tuple(rank or NOBODY for rank in line_up)
            return (*ranks, *(NOBODY,) * (len(self.pattern) - len(ranks)))
        cells = ((rank, self.cell(number, rank)) for rank in self.teams[team].players)
        return tuple(rank for rank, cell in cells if cell.opponent is not None or cell.result in alone)

    def _boards(self, number: int, one: int, two: int) -> list[BoardPair]:
        """The boards of two teams, the first team's player first, by the order of the teams' lists or of 300."""
        mine, others = self._seated(number, one), self._seated(number, two)
        if not any(mine) and not any(others):
            return []
        given = [(number, team) in self.records.lineups for team in (one, two)]
        if all(given):
            boards = list(zip(mine, others, strict=True))
        elif any(given):
            known, free = (mine, others) if given[0] else (others, mine)
            pairs = self._beside(number, known, free)
            boards = pairs if given[0] else [(other, own) for own, other in pairs]
        else:
            boards = list(self._merged(number, mine, others))
        boards += [(NOBODY, NOBODY)] * (len(self.pattern) - len(boards))
        seated = [{rank for rank in side if rank} for side in (mine, others)]
        taken = [{pair[side] for pair in boards} - {NOBODY} for side in (0, 1)]
        fits = all(self._meet(number, *pair) for pair in boards)
        if len(boards) > len(self.pattern) or seated != taken or not fits:
            self._refuse(number, (one, two))
        return boards

    def _meet(self, number: int, mine: int, other: int) -> bool:
        """Whether two players at a board met each other, or one of them sat there alone."""
        if NOBODY in (mine, other):
            alone = mine or other
            return not alone or self.cell(number, alone).opponent is None
        return self.cell(number, mine).opponent == other

    def _beside(self, number: int, known: Sequence[int], free: Sequence[int]) -> list[BoardPair]:
        """Boards in a known order: everybody's opponent, and those who sat alone where nobody was."""
        alone = iter([rank for rank in free if self.cell(number, rank).opponent is None])
        return [
            (rank, self.cell(number, rank).opponent or NOBODY) if rank else (NOBODY, next(alone, NOBODY))
            for rank in known
        ]

    def _merged(self, number: int, mine: Sequence[int], others: Sequence[int]) -> Iterator[BoardPair]:
        """Boards in the order of both lists. If the two do not agree, in the order of the first team's list."""
        left = list(others)
        for rank in mine:
            opponent = self.cell(number, rank).opponent
            while opponent and left and left[0] != opponent and self.cell(number, left[0]).opponent is None:
                yield NOBODY, left.pop(0)
            if opponent in left:
                left.remove(opponent)
            yield rank, opponent or NOBODY
        yield from ((NOBODY, rank) for rank in left)

    def _first_is_one(self, number: int, boards: Sequence[BoardPair], one: int, two: int) -> bool:
        """Whether the first of two teams has White on board 1, as the first game with colours tells."""
        for (mine, other), colour in zip(boards, self.pattern, strict=True):
            if mine and other and (had := self._colour(number, mine, other)) is not None:
                return (had == "w") == (colour == "W")
        return self._recorded_white(number, one, two) == one

    def _colour(self, number: int, mine: int, other: int) -> Colour | None:
        own, their = self.cell(number, mine).colour, self.cell(number, other).colour
        return own or (None if their is None else "b" if their == "w" else "w")

    def _recorded_white(self, number: int, one: int, two: int) -> int:
        """The team with White by 802, the lower number if that says nothing."""
        stated = {team: self.records.stated_opponents.get((number, team), (0, None))[1] for team in (one, two)}
        return two if stated[one] == "b" or stated[two] == "w" else one

    def _seat(self, number: int, place: int, first: int, second: int) -> TakenBoard:
        """A board of a match, by its pattern and by the colours that were played."""
        by_pattern = self.pattern[place] == "W"
        had = self._colour(number, first, second) if first and second else None
        has_white = by_pattern if had is None else had == "w"
        white, black = (first, second) if has_white else (second, first)
        return TakenBoard(white, black, self._result(number, white, black), has_white != by_pattern)

    def _result(self, number: int, white: int, black: int) -> str | None:
        """The result of a board; at one with a single player it is known, unless that player lost by forfeit too."""
        if NOBODY in (white, black):
            return "-/-" if (white or black) and self.cell(number, white or black).result == "-" else ""
        codes = self.cell(number, white).result, self.cell(number, black).result
        return None if None in codes else RESULT_OF[codes]


# The take-over of an event of teams: their lists, matches with line-ups and boards, byes, and points.

NONE: Pair = (Fraction(0), Fraction(0))


class TeamTaker(Taker):
    """One take-over of teams. They are entered in the order of their numbers."""

    def __init__(
        self,
        report: Report,
        rules: EventRules,
        whole: Tournament | None,
        findings: list[Finding],
        finder: MatchFinder,
    ) -> None:
        super().__init__(report, rules, whole, findings, last_round(report))
        self.finder = finder
        self.numbers = team_numbers(report.event)
        self.sides = self.team_of = {number: place for place, number in enumerate(sorted(self.numbers), 1)}
        self.entries = [LogChange(line.kind, {**line.data, "from_round": 1}) for line in self.entries]

    def changes(self, rules_data: dict[str, Any]) -> list[LogChange]:
        before = [*self.entries, *self._teams(), *self.forbidden(), self._closed()]
        rounds = {number: self._in_order(number) for number in range(1, self.paired + 1)}
        pairs = {number: [(match.white, match.black) for match in matches] for number, matches in rounds.items()}
        table = self.table(rules_data, before, pairs)
        made = [*before, *(line for number in rounds for line in self._round(number, rounds[number], table))]
        made += [*self.rounds_to_come(table), *self._away()]
        self._any_order(rules_data, made)
        return [*made, *self._penalties(rules_data, made)]

    def _any_order(self, rules_data: dict[str, Any], changes: Sequence[LogChange]) -> None:
        """A file does not say whether a line-up may have any order: it may if players sat in another order than that of
        the list, and nobody lost a board for it."""
        state = after_changes(EventState(), [EventCreated.change(rules_data), *changes])
        numbers = {place: number for number, place in self.team_of.items()}
        extra = added_points(self.report.event)
        wrong = [
            (number, numbers[team])
            for number in range(1, self.paired + 1)
            for match in matches_of(state, number, for_pairing=True)
            if any(match.wrong)
            for team, points in beside_the_boards(state, match).items()
            if any(points)
        ]
        if wrong and not any(key in extra for key in wrong):
            rules_data["line_up"] = "free"

    def _teams(self) -> Iterator[LogChange]:
        for number, place in self.team_of.items():
            team = self.numbers[number]
            fields = {"nick": team.nickname, "strength": team.strength}
            filled = {name: value for name, value in fields.items() if value not in ("", None)}
            players = [self.entry_of[rank] for rank in team.players if rank in self.entry_of]
            yield TeamAdded.change({"team": place, "name": team.name, "players": players, **filled})
        if list(self.team_of) != list(self.team_of.values()):
            self.found.append(Finding("import-numbers", "warning", values={"count": len(self.team_of)}))

    def _closed(self) -> LogChange:
        colour = self.whole.initial if self.whole is not None else first_colour({})
        return self.closed(colour, teams=list(self.team_of.values()))

    def _in_order(self, number: int) -> list[TakenMatch]:
        """The matches of a round by the points before it (C.04.2.D.9), or by the lower number of their teams."""
        matches = self.finder.matches(number)
        if self.whole is None:
            return list(matches)
        known = {(match.white, match.black): match for match in matches}
        boards = in_board_order([TakenBoard(*pair, None) for pair in known], self.whole, number)
        return [known[board.white, board.black] for board in boards]

    def _round(
        self, number: int, matches: Sequence[TakenMatch], table: Mapping[int, Mapping[str, Any]]
    ) -> Iterator[LogChange]:
        """A round: drawn as in the file, published, its line-ups, and its results as far as they are known."""
        order = {(white, black): place for place, white, black in table.get(number, {}).get("matches", ())}
        pairs = [(self.team_of[match.white], self.team_of[match.black]) for match in matches]
        placed = {
            order.get(pair, place): match for place, (pair, match) in enumerate(zip(pairs, matches, strict=True), 1)
        }
        bye = self._bye(number)
        playing = {team for pair in pairs for team in pair} | {bye}
        drawn = {
            "boards": [],
            "matches": [
                [place, self.team_of[match.white], self.team_of[match.black]] for place, match in sorted(placed.items())
            ],
            "bye": bye,
            "absent": [
                [team, self.records.bye_kinds.get((number, side), "Z")]
                for side, team in self.team_of.items()
                if team not in playing
            ],
        }
        yield from self.drawn(number, drawn)
        for place, match in sorted(placed.items()):
            yield from self._line_ups(number, match)
            if match.forfeit:
                yield MatchForfeited.change({"round": number, "match": place, "forfeit": match.forfeit})
        yield from self._results(number, placed)

    def _bye(self, number: int) -> int | None:
        """The team with the bye: by 320, or all of whose players have it in their lines."""
        byes = self.report.event.team_byes
        if byes is not None and number <= len(byes.teams) and byes.teams[number - 1] is not None:
            return self.team_of.get(byes.teams[number - 1] or 0)
        for team, record in self.numbers.items():
            if any(self.finder.cell(number, rank).result == "U" for rank in record.players):
                return self.team_of[team]
        return None

    def _line_ups(self, number: int, match: TakenMatch) -> Iterator[LogChange]:
        for team, ranks in zip((match.white, match.black), match.line_ups, strict=True):
            own = self._team(team)
            players = [self.entry_of.get(rank, NOBODY) for rank in ranks]
            players += [NOBODY] * (self.rules.boards - len(players))
            by_default = tuple(players) == default_line_up(own, self.rules.boards)
            if (match.forfeit and by_default and any(players)) or not (ranks or match.forfeit):
                continue
            by = "given" if self.rules.line_up != "list" or in_list_order(own, players) else "corrected"
            data = {"team": self.team_of[team], "round": number, "players": players, "by": by}
            yield LineUpSet.change(data)

    @property
    def keeps_line_ups(self) -> bool:
        """Whether the file has line-ups (300) that the order of the list gives too."""
        return any(
            in_list_order(self._team(team), [self.entry_of.get(rank or 0, NOBODY) for rank in ranks])
            for (_, team), ranks in self.finder.records.lineups.items()
            if team in self.team_of
        )

    def _team(self, number: int) -> EventTeam:
        players = tuple(self.entry_of[rank] for rank in self.numbers[number].players if rank in self.entry_of)
        return EventTeam(self.team_of[number], self.numbers[number].name, players=players)

    def _results(self, number: int, placed: Mapping[int, TakenMatch]) -> Iterator[LogChange]:
        """The boards with colours other than those of the pattern, and the results of a round."""
        seats = {
            (place - 1) * self.rules.boards + board: seat
            for place, match in sorted(placed.items())
            for board, seat in enumerate(match.seats, 1)
        }
        for board, seat in seats.items():
            if seat.turned:
                yield ColoursSwapped.change({"round": number, "board": board})
        yield from self.results(number, seats)

    def _away(self) -> Iterator[LogChange]:
        """Teams that play none of the rounds to come, and have no points for it, have left a Swiss; those that are away
        in some of them are not drawn there."""
        if not self.rules.swiss:
            return
        left = set(range(self.paired + 1, self.rules.rounds + 1))
        for team, place in self.team_of.items():
            away = {number: kind for (number, absent), kind in self.records.bye_kinds.items() if absent == team}
            later = {number: kind for number, kind in away.items() if number in left}
            if set(later) == left and set(later.values()) <= {"Z"} and (left or away.get(self.paired) == "Z"):
                first = self.paired + 1
                while away.get(first - 1) == "Z":
                    first -= 1
                changes: dict[str, Any] = {"withdrawn_from": [None, first]}
            elif later:
                changes = {"away": [[], [[number, kind] for number, kind in sorted(later.items())]]}
            else:
                continue
            yield TeamChanged.change({"team": place, "changes": changes})

    def _penalties(self, rules_data: Mapping[str, Any], changes: Sequence[LogChange]) -> Iterator[LogChange]:
        """Points of the file that its boards do not give here."""
        state = after_changes(EventState(), [EventCreated.change(rules_data), *changes])
        file_points = self._points()
        extra = added_points(self.report.event, corrected_points(self.report, last_match(self.report)))
        before = len(self.found)
        for number in range(1, self.paired + 1):
            own, waiting = round_points(state, number), self._waiting(state, number)
            for team, place in self.team_of.items():
                added = extra.get((number, team), NONE)
                given = file_points.get((number, team), NONE)
                points = [given[side] + added[side] - own[place][side] for side in (0, 1)]
                if place in waiting:
                    points = [added[side] - waiting[place][side] for side in (0, 1)]
                if any(points):
                    data = {"team": place, "round": number, "points": str(points[1]), "match_points": str(points[0])}
                    yield PenaltySet.change({**data, "reason": IMPORTED})
                    if len(self.found) == before:
                        self.found.append(Finding("import-points", "info"))

    def _waiting(self, state: EventState, number: int) -> dict[int, Pair]:
        """The teams whose matches are not over, with the points that these give them beside the boards."""
        found: dict[int, Pair] = {}
        for match in matches_of(state, number, for_pairing=True):
            if match.open:
                found |= (
                    beside_the_boards(state, match) if match.boards else dict.fromkeys((match.white, match.black), NONE)
                )
        return found

    def _points(self) -> dict[tuple[int, int], Pair]:
        """Match points and game points of each team in every round, as the boards of the file give them."""
        last = last_match(self.report)
        if not last:
            return {}
        whole = team_competition(self.report, last, None)
        return {
            (record.round, number): (whole.points(record.points[0]), whole.points(record.points[1]))
            for number, contestant in whole.contestants.items()
            for record in contestant.records
        }


def last_round(report: Report) -> int:
    """Return the last round with a match, also with one that only 802 gives."""
    return max([last_match(report), *(number for number, _ in match_records(report).stated_opponents)])


def match_finder(report: Report, rules: EventRules, file: str) -> MatchFinder:
    """Return what finds the matches of a file; refuse one whose boards do not form matches."""
    finder = MatchFinder(report, file, colour_pattern(EventState(rules=rules)))
    for number in range(1, last_round(report) + 1):
        finder.matches(number)
    return finder
