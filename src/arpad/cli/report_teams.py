"""The teams of a report and their matches, for `arpad report show`."""

from typing import Any

from arpad.cli.output import line, table
from arpad.domain import Event, Game, Team
from arpad.locale import Language, number, text
from arpad.reports.team_matches import TeamMatch, team_matches

RESULTS = {2: "1-0", 1: "1/2-1/2", 0: "0-1", None: None}


def result_of(game: Game) -> str | None:
    """Return the result of a game for programs; None if there is none yet."""
    return "0-0" if game.forfeit and game.score is None else RESULTS[game.score]


def team_document(team: Team) -> dict[str, Any]:
    """A team as the contract has it."""
    return {
        "number": team.number,
        "name": team.name,
        "players": list(team.players),
        "nickname": team.nickname,
        "strength": team.strength,
        "match_points": team.match_points,
        "game_points": team.game_points,
        "rank": team.rank,
    }


def match_documents(event: Event) -> list[dict[str, Any]]:
    """The matches: teams by name, game points, and the games board by board."""
    return [
        {
            "round": match_.round,
            "first": match_.first.name,
            "second": None if match_.second is None else match_.second.name,
            "points": [match_.first_points, match_.second_points],
            "boards": [{"white": one.white, "black": one.black, "result": result_of(one)} for one in match_.boards],
        }
        for match_ in team_matches(event)
    ]


def show_teams(event: Event, language: Language) -> None:
    """The teams, then every match with its boards."""
    line()
    headings = ["team-number", "team", "match-points", "game-points", "final-rank", "team-players"]
    rows = [
        [
            "" if team.number is None else str(team.number), team.name,
            "" if team.match_points is None else number(team.match_points, language),
            "" if team.game_points is None else number(team.game_points, language),
            "" if team.rank is None else str(team.rank), " ".join(map(str, team.players)),
        ]
        for team in event.teams
    ]  # fmt: skip
    table(language, headings, rows, left=(1, 5))
    if matches := team_matches(event):
        line()
        headings = ["round", "team", "team", "match-result", "match-boards"]
        table(language, headings, [_row(match_, language) for match_ in matches], left=(1, 2, 4))


def _row(match: TeamMatch, language: Language) -> list[str]:
    points = number(match.first_points, language)
    if match.second is None:
        return [str(match.round), match.first.name, text("pairing.nobody", language), points, ""]
    boards = ", ".join(f"{one.white}–{one.black} {result_of(one) or '*'}" for one in match.boards)
    return [
        str(match.round),
        match.first.name,
        match.second.name,
        f"{points} : {number(match.second_points, language)}",
        boards,
    ]
