"""The records of TRF26 about matches of teams: 300 line-ups, 320 byes, 330 forfeited matches, 362 match points."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from arpad.domain import TeamByes
from arpad.reports.trf_columns import points_text, ranks_text


@dataclass(frozen=True, slots=True)
class TeamRecords:
    """What a file says about matches. `lineups` are (round, team, opponent, starting ranks), 0 for an empty board;
    `forfeited` are (sign, round, team with White, team with Black); `points` are those of 362, if it is needed."""

    lineups: Sequence[tuple[int, int, int, Sequence[int]]] = ()
    forfeited: Sequence[tuple[str, int, int, int]] = ()
    points: Mapping[str, Fraction] = field(default_factory=dict)


NO_MATCHES = TeamRecords()


def team_tail(records: TeamRecords, byes: TeamByes | None) -> list[str]:
    """The records after the teams."""
    lines = [line_320(byes)] if byes is not None else []
    lines += [line_300(*line_up) for line_up in records.lineups]
    return [*lines, *(line_330(*match) for match in records.forfeited)]


def line_300(number: int, team: int, opponent: int, ranks: Sequence[int]) -> str:
    """300: the round, the team, its opponent, the starting ranks board by board."""
    return f"300 {number:>3} {team:>3} {opponent:>3} {ranks_text(ranks)}"


def line_320(byes: TeamByes) -> str:
    """320: match points and game points of the bye, then the team of each round, 000 for none."""
    cells = "".join(f" {team or 0:03}" for team in byes.teams)
    return f"320 {points_text(byes.match_points)} {points_text(byes.game_points)}{cells}"


def line_330(sign: str, number: int, white: int, black: int) -> str:
    """330: who is awarded a match without play."""
    return f"330 {sign} {number:>3} {white:>3} {black:>3}"


def line_362(points: Mapping[str, Fraction]) -> str:
    """362: the points of a match won (TW), drawn (TD) and lost (TL)."""
    return "    ".join(f"{name}{points_text(value)}" for name, value in points.items())
