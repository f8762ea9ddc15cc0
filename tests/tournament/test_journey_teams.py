"""A Swiss of twelve teams by commands alone, on both databases (J3)."""

import json
from pathlib import Path
from typing import Any

from answers import Arpad
from arpad.office.storage.database import Database
from office_databases import url_of
from places import FIXTURES
from typed_events import TypedEvent

LEAGUE: dict[str, Any] = json.loads((FIXTURES / "tournament" / "team-12.json").read_text("utf-8"))
SQUAD, BOARDS = 5, LEAGUE["boards"]
RULES = """\
slug = "prueba"
name = "Liga de Prueba"
kind = "team"
system = "dutch-2017"
rounds = 7
boards = 4
pattern = "WBWB"
bye_points = [2, 2]
initial = "w"
start = 2026-06-05
time_control = "90+30"
"""


def entry_of(team: int, place: int) -> str:
    return str((team - 1) * SQUAD + place) if place else "-"


def league(arpad: Arpad, folder: Path, url: str) -> TypedEvent:
    """The twelve teams, their list closed."""
    event = TypedEvent.new(arpad, folder, url, RULES)
    event.enters(
        f"{team['name']} {place},{rating}"
        for team in LEAGUE["teams"]
        for place, rating in enumerate(team["ratings"], 1)
    )
    for team in LEAGUE["teams"]:
        players = ",".join(entry_of(team["number"], place) for place in range(1, SQUAD + 1))
        event.does(f"team --name '{team['name']}' --players {players}")
    event.does("close-list")
    return event


def given_late(match: dict[str, Any], team: int) -> bool:
    """Nothing was given in time, or the team sat down in another order."""
    return team in match.get("default_line_up", ()) or bool(match.get("wrong_boards") and team == match["black"])


def plays(event: TypedEvent, told: dict[str, Any]) -> None:
    """A round as it went: line-ups, teams that did not come, wrong boards, results."""
    number, line_ups, results = told["round"], [], []
    for match in told["matches"]:
        if "forfeit" in match:
            event.does(f"match {number} {match['match']} --forfeit {match['forfeit']}")
            continue
        for team, players in zip((match["white"], match["black"]), match["lineups"], strict=True):
            words = " ".join([str(team), *(entry_of(team, place) for place in players)])
            line_ups += [] if given_late(match, team) else [words]
        results += [((match["match"] - 1) * BOARDS + board, result) for board, _, _, _, result in match["boards"]]
    event.does(f"lineups {number} {event.file('lineups.txt', chr(10).join(line_ups))}", f"start {number}")
    for match in told["matches"]:
        if match.get("wrong_boards"):
            players = " ".join(entry_of(match["black"], place) for place in match["lineups"][1])
            assert "--reason" in event(f"lineup {match['black']} {number} {players}").err
            event.does(f"lineup {match['black']} {number} {players} --reason 'seen at the board'")
    assert event.results(number, results)["open"] == []


def test_j3_a_league_of_twelve(arpad: Arpad, database: Database, tmp_path: Path) -> None:
    event = league(arpad, tmp_path, url_of(database))
    for told in LEAGUE["rounds"]:
        number = told["round"]
        drawn = event.tells(f"draw {number}")
        assert drawn["bye_entry"] == told["bye"]
        event.does(f"publish {number}")
        plays(event, told)
        for found, match in zip(event.tells(f"match {number}"), told["matches"], strict=True):
            assert [found[side] for side in ("white", "black")] == [match["white"], match["black"]]
            assert [found["score"], found["match_points"]] == [match["score"], match["match_points"]]
            assert [found["raw"], found["wrong_boards"]] == [
                match.get("raw", match["score"]),
                match.get("wrong_boards", []),
            ]
        if told.get("withdrawn"):
            event.does(f"team {told['withdrawn'][0]} --withdraw-from {number + 1}")
    event.does("finish")
    points = {team["team"]: [team["match_points"], team["game_points"]] for team in event.tells("teams")}
    assert points == {team: [match, game] for team, match, game in LEAGUE["rounds"][-1]["after"]}
    assert [sum(row) for row in zip(*points.values(), strict=True)] == [84, 164]
    ranked = [[row["team"], row["points"]] for row in event.tells("standings")["rows"][:4]]
    assert {team for team, _ in ranked[:2]} == {2, 3}
    assert [team for team, _ in ranked[2:]] == [1, 9]
    assert event("verify").code == 0
    file = tmp_path / "league.trf"
    event.does(f"export --rated -o {file}")
    games = arpad(f"report show {file} --json").json["games"]
    assert [len(games), sum(game["played"] for game in games)] == [156, 155]
