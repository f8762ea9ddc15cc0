"""Matches of teams as papers show them: the boards from the side of the first team."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from arpad.publication.crosstable import SYMBOLS, score_text
from arpad.publication.event_papers.names import BLACK, NOBODY, WHITE, player_name, player_title, rating_of
from arpad.publication.event_papers.words import PaperWords
from arpad.tournament.results import codes
from arpad.tournament.state import EventState
from arpad.tournament.teams import MatchScore, colour_pattern, team_totals


class SeatShown(NamedTuple):
    """A player of a team at a board: the sign of the colour, and what is written. Empty while there is no line-up."""

    sign: str
    title: str
    name: str
    rating: str


class MatchBoardShown(NamedTuple):
    """A board of a match: the player of the first team, the result of each, the player of the second team."""

    place: int
    first: SeatShown
    first_result: str
    second_result: str
    second: SeatShown


def boards_shown(state: EventState, match: MatchScore) -> Iterator[MatchBoardShown]:
    """Return the boards of a match, empty ones while its line-ups are not there."""
    pattern = colour_pattern(state)
    for place, colour in enumerate(pattern, 1):
        signs = (WHITE, BLACK) if colour == "W" else (BLACK, WHITE)
        if not match.boards:
            yield MatchBoardShown(place, SeatShown(signs[0], "", "", ""), "", "", SeatShown(signs[1], "", "", ""))
            continue
        board = match.boards[place - 1]
        sides = [
            (board.white, code_text(codes(board.result).white)),
            (board.black, code_text(codes(board.result).black)),
        ]
        (one, mine), (other, theirs) = sides if colour == "W" else sides[::-1]
        yield MatchBoardShown(place, _seat(state, signs[0], one), mine, theirs, _seat(state, signs[1], other))


def code_text(code: str | None) -> str:
    """Return the result of one side as it is printed; empty if there is none."""
    return "" if code is None else SYMBOLS[code]


def _seat(state: EventState, sign: str, entry: int) -> SeatShown:
    if entry not in state.entries:
        return SeatShown(sign, "", NOBODY, "")
    return SeatShown(sign, player_title(state, entry), player_name(state, entry), rating_of(state, entry))


def match_score(match: MatchScore, words: PaperWords) -> str:
    """Return the score of a match, as far as it is played; empty before it begins."""
    begun = bool(match.forfeit) or any(board.result is not None for board in match.boards)
    return "–".join(score_text(points, words.first) for points in match.score) if begun else ""


def team_points(state: EventState, number: int, words: PaperWords) -> dict[int, tuple[str, str]]:
    """Return match points and game points of every team before a round."""
    told: dict[int, tuple[Fraction, Fraction]] = team_totals(state, number - 1)
    return {
        team: (score_text(match, words.first), score_text(game, words.first)) for team, (match, game) in told.items()
    }


def team_number(state: EventState, team: int) -> str:
    """Return the pairing number of a team; empty while there is none."""
    return str(state.team_numbers.index(team) + 1) if team in state.team_numbers else ""
