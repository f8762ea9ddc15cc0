"""The teams of a report and their matches, for `arpad report show`."""

from typing import Any

from arpad.cli.output import line, table
from arpad.domain import Event, Game, Team
from arpad.locale import Language, number, text
from arpad.reports.team_matches import TeamMatch, team_matches

RESULTS = {2: "1-0", 1: "1/2-1/2", 0: "0-1", None: None}


def result_of(it: Game) -> str | None:
    """Return the result of a game for programs; None if there is none yet."""
    return "0-0" if it.forfeit and it.score is None else RESULTS[it.score]


def team_document(it: Team) -> dict[str, Any]:
    """A team as the contract has it."""
    return {
        "number": it.number,
        "name": it.name,
        "players": list(it.players),
        "nickname": it.nickname,
        "strength": it.strength,
        "match_points": it.match_points,
        "game_points": it.game_points,
        "rank": it.rank,
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


def _row(it: TeamMatch, language: Language) -> list[str]:
    points = number(it.first_points, language)
    if it.second is None:
        return [str(it.round), it.first.name, text("pairing.nobody", language), points, ""]
    boards = ", ".join(f"{one.white}–{one.black} {result_of(one) or '*'}" for one in it.boards)
    return [str(it.round), it.first.name, it.second.name, f"{points} : {number(it.second_points, language)}", boards]
