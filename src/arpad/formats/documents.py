"""A report as the contract's JSON: the event, its players, teams and games."""

from collections.abc import Sequence
from typing import Any

from arpad.documents.fields import ShownField, ShownFields
from arpad.documents.findings import findings_json
from arpad.domain.event import Event, Game, Player, Team
from arpad.domain.findings import Finding
from arpad.formats.report import Report
from arpad.formats.trf_teams import team_matches
from arpad.i18n import Language

PLAYER = ShownFields[Player](
    ShownField("rank", heading="player-rank"),
    ShownField("number", lambda player: player.rank, heading="player-rank", of=int),
    ShownField("name", heading="player"),
    ShownField("sex"),
    ShownField("title"),
    ShownField("rating"),
    ShownField("federation"),
    ShownField("id", heading="fide-id"),
    ShownField("born"),
    ShownField("points"),
    ShownField("final_rank", heading="final-rank"),
)
HEAD = ShownFields[Event](
    *map(ShownField, ("name", "city", "federation", "start", "end", "type")),
    ShownField("type_code", lambda event: event.type_code or None),
    *map(ShownField, ("rounds", "time_control", "chief_arbiter")),
    ShownField("deputy_arbiters", lambda event: list(event.deputy_arbiters)),
    ShownField("round_dates", lambda event: list(event.round_dates)),
)
RESULTS = {2: "1-0", 1: "1/2-1/2", 0: "0-1", None: None}


def result_of(game: Game) -> str | None:
    """Return the result of a game for programs; None if there is none yet."""
    return "0-0" if game.forfeit and game.score is None else RESULTS[game.score]


def report_document(report: Report, findings: Sequence[Finding], language: Language) -> dict[str, Any]:
    """A report, and what was found in it."""
    event = report.event
    return {
        "format": report.format,
        "encoding": report.encoding,
        "event": HEAD.document(event),
        "players": [PLAYER.document(player) for player in event.players],
        "teams": [team_document(team) for team in event.teams],
        "matches": match_documents(event),
        "games": [game_document(game) for game in event.games()],
        "findings": findings_json(findings, language),
    }


def game_document(game: Game) -> dict[str, Any]:
    """A game; players by their starting ranks."""
    return {
        "round": game.round,
        "white": game.white,
        "black": game.black,
        "result": result_of(game),
        "played": game.played,
    }


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
            "boards": [{"white": game.white, "black": game.black, "result": result_of(game)} for game in match_.boards],
        }
        for match_ in team_matches(event)
    ]
