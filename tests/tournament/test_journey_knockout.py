"""A knock-out of sixteen by commands alone, on both databases, and its reports in the office (J5)."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from answers import Arpad
from arpad.office.storage._tables import get_report
from arpad.office.storage.database import Database
from office_databases import url_of
from places import FIXTURES
from typed_events import TypedEvent

VECTOR: dict[str, Any] = json.loads((FIXTURES / "tournament" / "knockout-16.json").read_text("utf-8"))
STAGES = ("standard", "rapid", "blitz", "sudden-death")
RULES = """\
slug = "prueba"
name = "Copa de Prueba"
federation = "ESP"
start = 2026-05-01
end = 2026-05-08
registered = 2026-03-01
hybrid = false
system = "knockout"
third_place = true
city = "Valdeoca"
chief_arbiter = "IA Arbizo, Clara"
default_minutes = 15
"""
HEADING = "id,name,federation,sex,title,rating,games,k,born,flag"


def player(number: int) -> str:
    return f"991000{number:02},Player {number},ESP,M,,{2600 - 10 * number},40,20,1990,"


def plays(event: TypedEvent, number: int) -> None:
    """A round, stage after stage: the results of each stage of all ties in one command."""
    told = [tie for tie in VECTOR["ties"] if tie["round"] == number]
    for stage in STAGES:
        playing = [tie for tie in told if any(game[0] == stage for game in tie["games"])]
        for tie in playing if stage != "standard" else ():
            white = next(game[2] for game in tie["games"] if game[0] == stage)
            event.does(f"tie {tie['tie']} --white {white}")
        bracket = {tie["tie"]: tie for tie in event.tells("bracket")}
        results = []
        for tie in playing:
            boards = next(one for one in bracket[tie["tie"]]["stages"] if one["stage"] == stage)["games"]
            games = [game for game in tie["games"] if game[0] == stage]
            for board, (_, _, white, black, result) in zip(boards, games, strict=False):
                assert [board["white"], board["black"]] == [white, black]
                results.append((board["board"], result))
        if results:
            event.results(number, results)


def test_j5_a_knock_out_of_sixteen(arpad: Arpad, database: Database, tmp_path: Path) -> None:
    url = url_of(database)
    event = TypedEvent.new(arpad, tmp_path, url, RULES)
    arpad(f"office init --federation ESP --db {url} --who Ana")
    rows = "\n".join([HEADING, *(player(number) for number in range(1, 17))])
    listed = arpad(f"office import-list {event.file('list.csv', rows)} --date 2026-05 --db {url} --who Ana")
    assert listed.code == 0, listed.err
    event.enters((player(number) for number in range(1, 17)), HEADING)
    event.does("close-list")
    for number in range(1, 5):
        event.does(f"draw {number}", f"publish {number}")
        plays(event, number)
    bracket = event.tells("bracket")
    for tie, told in zip(bracket, VECTOR["ties"], strict=True):
        found = [tie["seats"], tie["players"], tie["winner"], tie["decided_by"]]
        assert found == [told["seats"], told["players"], told["winner"], told["decided_by"]]
    assert Counter(tie["decided_by"] for tie in bracket) == VECTOR["decided_by"]
    games = Counter(
        stage["stage"] for tie in bracket for stage in tie["stages"] for game in stage["games"] if game["result"]
    )
    assert games == VECTOR["games_by_stage"]
    assert [bracket[14]["winner"], bracket[15]["winner"]] == [VECTOR["champion"], 2]
    assert event("standings").code == 2
    event.does("finish")
    handed = event.says(f"event hand-over prueba --db {url} --json")
    assert handed.code == 0, handed.err
    reports = handed.json["reports"]
    assert [one["time_class"] for one in reports] == ["standard", "rapid", "blitz"]
    closed = arpad(f"office close 2026-06 --db {url} --who Ana --json").json
    assert closed["games"] == sum(VECTOR["rated"][one["time_class"]] for one in reports)
    for one in reports:
        assert {finding["severity"] for finding in one["findings"]} <= {"info"}, one["findings"]
        file = tmp_path / "report.trf"
        with database.reading() as connection:
            file.write_bytes(get_report(connection, one["sha256"]))
        shown = arpad(f"report show {file} --json").json
        assert len(shown["games"]) == VECTOR["rated"][one["time_class"]]
        assert shown["players"][0]["points"] is not None
    assert event("verify").code == 0
