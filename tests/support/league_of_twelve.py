"""The league of twelve teams on four boards (J3): entered, and played as it was, round by round."""

import json
from collections.abc import Iterator
from typing import Any

from arbiter import Arbiter
from arpad.tournament.acts.players import Enter
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import Start
from arpad.tournament.acts.teams import AddTeam, ForfeitMatch, SetLineUp
from places import FIXTURES

FOLDER = FIXTURES / "tournament"
LEAGUE: dict[str, Any] = json.loads((FOLDER / "team-12.json").read_text("utf-8"))
LEAGUE_ROUNDS: list[dict[str, Any]] = LEAGUE["rounds"]
SQUAD = 5
RULES = {
    "kind": "team", "system": "dutch-2017", "rounds": 7, "boards": 4, "pattern": "WBWB", "bye_points": [2, 2],
    "start": "2026-06-05",
}  # fmt: skip


def entry_of(team: int, player: int) -> int:
    return (team - 1) * SQUAD + player


def league(**rules: Any) -> Arbiter:
    """The twelve teams, entered and closed."""
    arbiter = Arbiter({**RULES, **rules})
    for told in LEAGUE["teams"]:
        entries = []
        for place, rating in enumerate(told["ratings"], 1):
            done = arbiter.does(Enter({"name": f"{told['name']} {place}", "rating": rating}))
            entries.append(done.lines[-1].data["entry"])
        arbiter.does(AddTeam(told["name"], entries))
    arbiter.closes()
    return arbiter


def line_ups(told: dict[str, Any], *, late: bool = False) -> Iterator[tuple[int, list[int]]]:
    """The line-ups of a round, by team; `late` are those of teams that sat down in another order."""
    for match in told["matches"]:
        sides = zip((match["white"], match["black"]), match.get("lineups", ()), strict=False)
        for team, players in sides:
            wrong = bool(match.get("wrong_boards")) and team == match["black"]
            if wrong == late and team not in match.get("default_line_up", ()):
                yield team, [entry_of(team, player) for player in players]


def league_results(told: dict[str, Any]) -> list[tuple[int, str]]:
    """The results of a round, by the boards of all matches."""
    return [
        ((match["match"] - 1) * LEAGUE["boards"] + board, result)
        for match in told["matches"]
        for board, _, _, _, result in match.get("boards", ())
    ]


def play_round(arbiter: Arbiter, told: dict[str, Any]) -> None:
    number = told["round"]
    for match in told["matches"]:
        if "forfeit" in match:
            arbiter.does(ForfeitMatch(number, match["match"], match["forfeit"]))
    for team, players in line_ups(told):
        arbiter.tries(SetLineUp(team, number, players))
    arbiter.does(Start(number, "2026-06-05T16:00:00+00:00"))
    for team, players in line_ups(told, late=True):
        arbiter.does(SetLineUp(team, number, players))
    for board, result in league_results(told):
        arbiter.does(SetResult(number, board, result))
