"""The take-over of an event of teams: their lists, matches with line-ups and boards, byes, and points."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from arpad.domain.findings import Finding
from arpad.formats.report import Report
from arpad.formats.trf_teams import last_match, match_records
from arpad.pairing.matches_files import added_points
from arpad.pairing.state import Tournament, first_colour
from arpad.standings.competition import corrected_points, team_competition, team_numbers
from arpad.tournament.files.match_readings import beside_the_boards
from arpad.tournament.fold import after_changes
from arpad.tournament.log import LogChange
from arpad.tournament.results import ADJOURNED
from arpad.tournament.rules import EventRules
from arpad.tournament.state import EventState
from arpad.tournament.takeover.boards import TakenBoard, in_board_order
from arpad.tournament.takeover.matches import MatchFinder, TakenMatch
from arpad.tournament.takeover.taking import IMPORTED, Taker
from arpad.tournament.team_play.lineups import default_line_up, in_list_order
from arpad.tournament.team_play.matches import Pair, colour_pattern, matches_of, round_points
from arpad.tournament.team_play.teams import NOBODY, EventTeam

NONE: Pair = (Fraction(0), Fraction(0))


class TeamTaker(Taker):
    """One take-over of teams. They are entered in the order of their numbers."""

    def __init__(
        self,
        report: Report,
        rules: EventRules,
        whole: Tournament | None,
        found: list[Finding],
        finder: MatchFinder,
    ) -> None:
        super().__init__(report, rules, whole, found, last_round(report))
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

    def _any_order(self, rules_data: dict[str, Any], made: Sequence[LogChange]) -> None:
        """A file does not say whether a line-up may have any order: it may if players sat in another order than that of
        the list, and nobody lost a board for it."""
        state = after_changes(EventState(), [LogChange("event.created", rules_data), *made])
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
            told = self.numbers[number]
            fields = {"nick": told.nickname, "strength": told.strength}
            said = {name: value for name, value in fields.items() if value not in ("", None)}
            players = [self.entry_of[rank] for rank in told.players if rank in self.entry_of]
            yield LogChange("team.added", {"team": place, "name": told.name, "players": players, **said})
        if list(self.team_of) != list(self.team_of.values()):
            self.found.append(Finding("import-numbers", "warning", values={"count": len(self.team_of)}))

    def _closed(self) -> LogChange:
        ranks = sorted(self.entry_of)
        colour = self.records.initial or (self.whole.initial if self.whole is not None else first_colour({}))
        numbers = [self.entry_of[rank] for rank in ranks]
        teams = list(self.team_of.values())
        return LogChange("list.closed", {"numbers": numbers, "teams": teams, "initial": colour, "how": IMPORTED})

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
            "round": number,
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
            "numbers": [self.entry_of[rank] for rank in sorted(self.entry_of)],
            "engine": IMPORTED,
        }
        yield LogChange("round.drawn", drawn)
        yield LogChange("round.published", {"round": number})
        for place, match in sorted(placed.items()):
            yield from self._line_ups(number, match)
            if match.forfeit:
                yield LogChange("match.forfeited", {"round": number, "match": place, "forfeit": match.forfeit})
        yield from self._results(number, placed)

    def _bye(self, number: int) -> int | None:
        """The team with the bye: by 320, or all of whose players have it in their lines."""
        byes = self.report.event.team_byes
        if byes is not None and number <= len(byes.teams) and byes.teams[number - 1] is not None:
            return self.team_of.get(byes.teams[number - 1] or 0)
        for team, told in self.numbers.items():
            if any(self.finder.result_of(number, rank) == "U" for rank in told.players):
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
            told = {"team": self.team_of[team], "round": number, "players": players, "by": by}
            yield LogChange("lineup.set", told)

    @property
    def told_line_ups(self) -> bool:
        """Whether the file has line-ups (300) that the order of the list tells too."""
        return any(
            in_list_order(self._team(team), [self.entry_of.get(rank or 0, NOBODY) for rank in ranks])
            for (_, team), ranks in self.finder.records.lineups.items()
            if team in self.team_of
        )

    def _team(self, number: int) -> EventTeam:
        players = tuple(self.entry_of[rank] for rank in self.numbers[number].players if rank in self.entry_of)
        return EventTeam(self.team_of[number], self.numbers[number].name, players=players)

    def _results(self, number: int, placed: Mapping[int, TakenMatch]) -> Iterator[LogChange]:
        """The results of a round; games of earlier rounds without one are adjourned."""
        seats = {
            (place - 1) * self.rules.boards + board: seat
            for place, match in sorted(placed.items())
            for board, seat in enumerate(match.seats, 1)
        }
        for board, seat in seats.items():
            if seat.turned:
                yield LogChange("colours.swapped", {"round": number, "board": board})
        open_result = ADJOURNED if number < self.paired else None
        told = {board: open_result if seat.result is None else seat.result for board, seat in seats.items()}
        self.tell_adjourned(
            number, [f"{seat.white}-{seat.black}" for seat in seats.values() if seat.result is None and open_result]
        )
        results = [[board, result] for board, result in told.items() if result]
        if results:
            yield LogChange("results.set", {"round": number, "results": results})

    def _away(self) -> Iterator[LogChange]:
        """Teams that play none of the rounds to come, and have no points for it, have left a Swiss; those that are away
        in some of them are not drawn there."""
        if not self.rules.swiss:
            return
        left = set(range(self.paired + 1, self.rules.rounds + 1))
        for team, place in self.team_of.items():
            away = {number: kind for (number, told), kind in self.records.bye_kinds.items() if told == team}
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
            yield LogChange("team.changed", {"team": place, "changes": changes})

    def _penalties(self, rules_data: Mapping[str, Any], made: Sequence[LogChange]) -> Iterator[LogChange]:
        """Points of the file that its boards do not give here."""
        state = after_changes(EventState(), [LogChange("event.created", rules_data), *made])
        told = self._points()
        extra = added_points(self.report.event, corrected_points(self.report, last_match(self.report)))
        before = len(self.found)
        for number in range(1, self.paired + 1):
            own, waiting = round_points(state, number), self._waiting(state, number)
            for team, place in self.team_of.items():
                added = extra.get((number, team), NONE)
                given = told.get((number, team), NONE)
                points = [given[side] + added[side] - own[place][side] for side in (0, 1)]
                if place in waiting:
                    points = [added[side] - waiting[place][side] for side in (0, 1)]
                if any(points):
                    data = {"team": place, "round": number, "points": str(points[1]), "match_points": str(points[0])}
                    yield LogChange("penalty.set", {**data, "reason": IMPORTED})
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
    """Return the last round with a match, also with one that only 802 tells."""
    return max([last_match(report), *(number for number, _ in match_records(report).told)])


def match_finder(report: Report, rules: EventRules, file: str) -> MatchFinder:
    """Return what finds the matches of a file; refuse one whose boards do not form matches."""
    finder = MatchFinder(report, file, colour_pattern(EventState(rules=rules)))
    for number in range(1, last_round(report) + 1):
        finder.matches(number)
    return finder
