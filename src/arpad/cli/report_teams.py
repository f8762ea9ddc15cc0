"""The teams of a report and their matches, for `arpad report show`."""

from typing import Any

from arpad.cli.output import line, table
from arpad.domain import Event, Game, Team
from arpad.locale import Language, number, text
from arpad.reports.team_matches import TeamMatch, team_matches

RESULTS = {2: "1-0", 1: "1/2-1/2", 0: "0-1", None: None}


def result_of(it: Game) -> str | None:
    """The result of a game as programs read it; None where there is none yet."""
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
            "round": it.round,
            "first": it.first.name,
            "second": None if it.second is None else it.second.name,
            "points": [it.first_points, it.second_points],
            "boards": [{"white": one.white, "black": one.black, "result": result_of(one)} for one in it.boards],
        }
        for it in team_matches(event)
    ]


def show_teams(event: Event, language: Language) -> None:
    """The teams, then every match with its boards."""
    line()
    headings = ["team-number", "team", "match-points", "game-points", "final-rank", "team-players"]
    rows = [
        [
            "" if it.number is None else str(it.number), it.name,
            "" if it.match_points is None else number(it.match_points, language),
            "" if it.game_points is None else number(it.game_points, language),
            "" if it.rank is None else str(it.rank), " ".join(map(str, it.players)),
        ]
        for it in event.teams
    ]  # fmt: skip
    table(language, headings, rows, left=(1, 5))
    if matches := team_matches(event):
        line()
        headings = ["round", "team", "team", "match-result", "match-boards"]
        table(language, headings, [_row(it, language) for it in matches], left=(1, 2, 4))


def _row(it: TeamMatch, language: Language) -> list[str]:
    points = number(it.first_points, language)
    if it.second is None:
        return [str(it.round), it.first.name, text("pairing.nobody", language), points, ""]
    boards = ", ".join(f"{one.white}–{one.black} {result_of(one) or '*'}" for one in it.boards)
    return [str(it.round), it.first.name, it.second.name, f"{points} : {number(it.second_points, language)}", boards]
