"""Teams, line-ups and matches for programs and tables."""

from arpad.tournament.shapes import EventTeamDocument, LineUpDocument, MatchDocument
from arpad.tournament.state import EventState
from arpad.tournament.team_play.drawing import strength_of
from arpad.tournament.team_play.matches import MatchScore, matches_of, team_totals


def team_document(state: EventState, team: int) -> EventTeamDocument:
    """A team with its list and its points so far."""
    found = state.teams[team]
    match_points, game_points = team_totals(state)[team]
    return {
        "team": team,
        "number": state.side_numbers.get(team),
        "name": found.name,
        "nick": found.nick,
        "captain": found.captain,
        "strength": strength_of(state, found),
        "players": [{"entry": entry, "name": state.entries[entry].name} for entry in found.players],
        "withdrawn_from": found.withdrawn_from,
        "absences": {str(number): kind for number, kind in found.away},
        "match_points": match_points,
        "game_points": game_points,
        "version": found.version,
    }


def line_up_document(state: EventState, team: int, number: int) -> LineUpDocument | None:
    """The line-up of a team in a round, None if there is none yet."""
    found = state.lineups.get((team, number))
    return None if found is None else {"team": team, "round": number, "players": list(found.players), "by": found.by}


def match_document(state: EventState, match: MatchScore) -> MatchDocument:
    """A match with its boards: the score that counts, the raw one, and the boards that were wrong."""
    return {
        "round": match.round,
        "match": match.number,
        "white": match.white,
        "white_name": state.teams[match.white].name,
        "black": match.black,
        "black_name": state.teams[match.black].name,
        "line_ups": [line_up_document(state, team, match.round) for team in (match.white, match.black)],
        "boards": [
            {
                "board": place,
                "number": board.number,
                "white": board.white or None,
                "white_name": state.name_of(board.white),
                "black": board.black or None,
                "black_name": state.name_of(board.black),
                "result": board.result,
            }
            for place, board in enumerate(match.boards, 1)
        ],
        "forfeit": match.forfeit or None,
        "raw": list(match.raw),
        "score": list(match.score),
        "wrong_boards": sorted({*match.wrong[0], *match.wrong[1]}),
        "match_points": list(match.match_points),
        "complete": match.complete,
    }


def match_documents(state: EventState, number: int) -> list[MatchDocument]:
    """All matches of a round."""
    return [match_document(state, match) for match in matches_of(state, number)]
