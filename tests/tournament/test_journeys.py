"""Round robins, a double one and a match by commands alone, on both databases (J2, J4)."""

import json
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arpad.office.storage.database import Database
from office_databases import url_of
from places import FIXTURES
from typed_events import TypedEvent

FOLDER = FIXTURES / "tournament"
ROBINS: dict[str, Any] = json.loads((FOLDER / "round-robin-10.json").read_text("utf-8"))
OTHERS: dict[str, Any] = json.loads((FOLDER / "double-and-match.json").read_text("utf-8"))
FIRST = {"annulled": ["5", "4"], "kept": ["5", "4"], "nine_players_exactly_half": ["2", "9"]}
RULES = """\
slug = "prueba"
name = "Torneo de Prueba"
federation = "ESP"
start = 2026-05-01
time_control = "90+30"
order = "given"
tie_breaks = ["DE", "SB"]
"""


def table(arpad: Arpad, folder: Path, database: Database, rules: str, players: int) -> TypedEvent:
    """An event by a table, numbers as given, all rounds published together."""
    event = TypedEvent.new(arpad, folder, url_of(database), RULES + rules)
    event.enters(f"Player {number},{2600 - number}" for number in range(1, players + 1))
    event.does("close-list")
    last = event.tells("show")["rounds"]
    event.does(f"publish 1-{last}")
    return event


def boards(event: TypedEvent, number: int) -> list[list[int]]:
    """Who meets whom in a round."""
    return [[pair["white"], pair["black"]] for pair in event.tells(f"round {number}")["pairs"]]


def points(event: TypedEvent) -> dict[str, Any]:
    return {str(row["number"]): row["points"] for row in event.tells("standings")["rows"]}


def rated_games(event: TypedEvent) -> int:
    """The games that the office would rate: `arpad report show` of the report for rating."""
    file = event.folder / "rated.trf"
    event.does(f"export --rated -o {file}")
    return sum(game["played"] for game in event.arpad(f"report show {file} --json").json["games"])


@pytest.mark.parametrize("name", list(ROBINS))
def test_j2_a_player_leaves_a_round_robin(arpad: Arpad, database: Database, tmp_path: Path, name: str) -> None:
    told = ROBINS[name]
    event = table(arpad, tmp_path, database, 'system = "berger"\n', told["players"])
    leaver, gone = told["leaver"], False
    for one in told["rounds"]:
        number = one["round"]
        assert boards(event, number) == [board[:2] for board in one["boards"]]
        results = [(board, result) for board, (_, _, result) in enumerate(one["boards"], 1)]
        if not gone and any(result in ("+/-", "-/+") for _, result in results):
            event.does(f"withdraw {leaver}")
            gone = True
        entered = event.results(number, results)
        assert entered["open"] == []
    event.does("finish")
    found = points(event)
    assert found == told["standing_points"]
    assert list(found)[:2] == FIRST[name], "5 leads with 6½; 2 and 9 share the first place of the nine"
    assert rated_games(event) == told["rated_games"]
    assert event("verify").code == 0


def test_j4_a_double_round_robin(arpad: Arpad, database: Database, tmp_path: Path) -> None:
    told = OTHERS["double_round_robin"]
    event = table(arpad, tmp_path, database, 'system = "double-berger"\n', told["players"])
    colours: dict[str, str] = dict.fromkeys(told["colours"], "")
    for one in told["schedule"]:
        number = one["round"]
        met = boards(event, number)
        assert met == [board[:2] for board in one["boards"]]
        for white, black in met:
            colours[str(white)] += "W"
            colours[str(black)] += "B"
        event.results(number, [(board, result) for board, (_, _, result) in enumerate(one["boards"], 1)])
    event.does("finish")
    assert colours == told["colours"]
    assert max(len(list(run)) for row in colours.values() for _, run in groupby(row)) == 2, "no three of a colour"
    assert points(event) == told["points"]
    assert event.tells("standings")["rows"][0]["number"] == 3
    assert rated_games(event) == told["games"]


def test_j4_a_match_is_decided_early(arpad: Arpad, database: Database, tmp_path: Path) -> None:
    told = OTHERS["match"]
    event = table(arpad, tmp_path, database, f'system = "match"\nrounds = {told["games"]}\n', 2)
    for number, result in enumerate(told["results"], 1):
        if result is not None:
            assert boards(event, number) == [[1, 2] if number % 2 else [2, 1]]
            done = event.tells(f"result {number} 1 {result}")
            decided = [one["code"] for one in done["warnings"]]
            assert decided == (["match-decided"] if number == told["decided_after"] else [])
    for number in (5, 6):
        assert [one["code"] for one in event.tells(f"result {number} 1 1-0")["warnings"]] == ["after-decision"]
    assert "finish" in event.tells("show")["next"]
    event.does("finish")
    (report,) = event.tells("ratings")["reports"]
    assert [player["games"] for player in report["players"]] == [told["decided_after"]] * 2
