"""The points of a player: the results by the scoring of the event, and extra points (299)."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from arpad.domain.event import USUAL_POINTS, Event, ExtraPoints, Player, RoundResult
from arpad.formats.codes import is_team_event

RESULTS_OF_KIND: dict[str, str] = {
    "W": "1W", "D": "=D", "L": "0L", "F": "F", "H": "H", "Z": "Z", "+": "+", "-": "-",
}  # fmt: skip
FIRST_ROUND = 1


class Scores:
    """The points of an event's players, round by round. Extra points of a team event are its teams', not theirs."""

    def __init__(self, event: Event) -> None:
        teams = is_team_event(event)
        self._extra = () if teams else event.extra_points
        self._everybody, self._own = _by_player(self._extra)
        self._worth = {None: event.scoring.get("X", Fraction(0))} | {
            code: event.scoring.get(code, usual) for code, usual in USUAL_POINTS.items()
        }
        if teams:
            self._worth["U"] = _bye_on_a_board(event, self._worth["U"], self._worth["1"])
        self._parts = lcm(*(worth.denominator for worth in self._worth.values()))
        self._in_parts = {code: int(worth * self._parts) for code, worth in self._worth.items()}

    def of_round(self, rank: int, round_: RoundResult) -> Fraction:
        """Return the points of a player in a round: the result and the extra points of that round.

        Extra points without a round are given once, with the first one: a penalty is not repeated in every round.
        """
        if not self._extra:
            return self._worth[round_.result]
        return self.of_result(rank, round_) + self.added(rank, round_.round)

    def added(self, rank: int, round_number: int) -> Fraction:
        """The extra points of a round that no result gives: penalties, or points added."""
        return sum(
            (
                extra.points
                for extra in self._own.get(rank, self._everybody)
                if not extra.kind and round_number == (extra.round or FIRST_ROUND)
            ),
            Fraction(0),
        )

    def total(self, player: Player) -> Fraction:
        return self.sum(player.rank, player.rounds)

    def sum(self, rank: int, rounds: Sequence[RoundResult]) -> Fraction:
        """Return the sum of rounds: in whole parts of a point if there are no extra points, which is much faster."""
        if not self._extra:
            return Fraction(sum([self._in_parts[round_.result] for round_ in rounds]), self._parts)
        return sum((self.of_round(rank, round_) for round_ in rounds), Fraction(0))

    def values(self) -> list[Fraction]:
        """All points that a result can be worth, or that can be added."""
        return [*self._worth.values(), *(extra.points for extra in self._extra)]

    def of_code(self, result: str | None) -> Fraction:
        """Return the points for a result without extra points; no result is an X of 162."""
        return self._worth[result]

    @property
    def extra(self) -> bool:
        """Whether extra points change anything."""
        return bool(self._extra)

    def of_result(self, rank: int, round_: RoundResult) -> Fraction:
        """Return the points for the result of a round, without extra points."""
        for extra in reversed(self._own.get(rank, self._everybody)):
            meant = extra.round in (None, round_.round)
            if meant and extra.kind and round_.result is not None and round_.result in RESULTS_OF_KIND[extra.kind]:
                return extra.points
        return self._worth[round_.result]


def _bye_on_a_board(event: Event, bye: Fraction, win: Fraction) -> Fraction:
    """Return a player's points if the team has the bye: the board's share of the game points (320). Without that record
    the points of a bye, but no more than a win: anything above it is match points of the team."""
    boards = len(event.board_colours) or most_boards(event)
    if event.team_byes is not None and boards:
        return event.team_byes.game_points / boards
    return min(bye, win)


def most_boards(event: Event) -> int:
    """The most players that a team had in one round, at a board or with a bye."""
    team_of = {rank: place for place, team in enumerate(event.teams) for rank in team.players}
    at_boards = Counter(
        (team_of[player.rank], round_.round)
        for player in event.players
        if player.rank in team_of
        for round_ in player.rounds
        if round_.opponent is not None or round_.result == "U"
    )
    return max(at_boards.values(), default=0)


def _by_player(extra_points: Sequence[ExtraPoints]) -> tuple[list[ExtraPoints], dict[int, list[ExtraPoints]]]:
    """Extra points that concern everybody, and those of each player who is named, with these among them. In order."""
    everybody: list[ExtraPoints] = []
    own: dict[int, list[ExtraPoints]] = {}
    for extra in extra_points:
        for rank in set(extra.players):
            own.setdefault(rank, list(everybody)).append(extra)
        if not extra.players:
            everybody.append(extra)
            for known in own.values():
                known.append(extra)
    return everybody, own
