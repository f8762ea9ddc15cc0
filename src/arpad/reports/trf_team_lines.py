"""The records of TRF26 about matches of teams: 300 line-ups, 320 byes, 330 forfeited matches, 362 match points, 802 the
rounds of each team."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from arpad.domain.event import Colour, TeamByes
from arpad.reports.trf_columns import cut_text, points_text, ranks_text


class TeamCell(NamedTuple):
    """A round of a team in 802: the number of the opponent, or a word for a round without one (PAB, ZPB)."""

    opponent: int | str
    colour: Colour | None
    points: Fraction
    forfeited: bool = False


class TeamRow(NamedTuple):
    """802: a team with its match points, its game points and its rounds."""

    number: int
    nickname: str
    match_points: Fraction
    game_points: Fraction
    rounds: Sequence[TeamCell]


@dataclass(frozen=True, slots=True)
class TeamRecords:
    """What a file says about matches. `lineups` are (round, team, opponent, starting ranks), 0 for an empty board;
    `forfeited` are (sign, round, team with White, team with Black); `points` are those of 362, if it is needed."""

    lineups: Sequence[tuple[int, int, int, Sequence[int]]] = ()
    forfeited: Sequence[tuple[str, int, int, int]] = ()
    points: Mapping[str, Fraction] = field(default_factory=dict)
    rows: Sequence[TeamRow] = ()


NO_MATCHES = TeamRecords()


def team_tail(records: TeamRecords, byes: TeamByes | None) -> Iterator[str]:
    """The records after the teams."""
    if byes is not None:
        yield line_320(byes)
    yield from (line_300(*line_up) for line_up in records.lineups)
    yield from (line_330(*match) for match in records.forfeited)
    yield from map(line_802, records.rows)


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


def line_802(row: TeamRow) -> str:
    """802: the team at 5-7, its nickname at 9-13, match points at 15-18, game points at 20-25; then every 13 columns
    from 28 the opponent or PAB, ZPB, the colour, the game points, and f for a forfeit."""
    head = f"802 {row.number:>3} {cut_text(row.nickname, 5):<5} {points_text(row.match_points)} "
    cells = (
        f"{cell.opponent:>3} {cell.colour or '-'} {points_text(cell.points)} {'f' if cell.forfeited else ' '} "
        for cell in row.rounds
    )
    return f"{head}{points_text(row.game_points, 6)}  {''.join(cells)}".rstrip()
