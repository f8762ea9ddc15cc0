"""Rounds and results on the command line: what is said, the documents, and the exit codes."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from answers import Answer, Arpad

RULES = """\
slug = "prueba"
name = "Open de Prueba"
start = 2026-05-01
rounds = 3
default_minutes = 30
tie_breaks = ["BH-C1", "DE"]
groups = {young = "born >= 2010"}
"""
Desk = Callable[[str], Answer]


@pytest.fixture
def desk(arpad: Arpad, tmp_path: Path) -> Desk:
    """An event of six players, its list closed. A line is a command, its slug left out."""

    def call(line: str) -> Answer:
        verb, _, rest = line.partition(" ")
        return arpad(f"event {verb} prueba {rest} --events sqlite:///{tmp_path}/event.db --who Ana")

    (tmp_path / "rules.toml").write_text(RULES)
    arpad(f"event new {tmp_path}/rules.toml --events sqlite:///{tmp_path}/event.db --who Ana")
    for number in range(1, 7):
        call(f"enter --name 'Player {number}' --rating {2400 - 20 * number} --born {2004 + number}")
    assert call("close-list --initial w").code == 0
    return call


def done(answer: Answer) -> Any:
    assert answer.code == 0, answer.err
    return answer.json


def typed(folder: Path, text: str) -> Path:
    file = folder / "typed.txt"
    file.write_text(text)
    return file


def test_a_round_from_the_draw_to_the_standings(desk: Desk, tmp_path: Path) -> None:
    drawn = done(desk("draw --json"))
    assert [drawn["state"], drawn["edition"], drawn["differs"], drawn["outside_rules"]] == [
        "drawn",
        "2026",
        False,
        None,
    ]
    assert [[pair["board"], pair["table"], pair["white_entry"], pair["black_entry"]] for pair in drawn["pairs"]] == [
        [1, 1, 1, 4], [2, 2, 5, 2], [3, 3, 3, 6],
    ]  # fmt: skip
    assert done(desk("publish 1 --json"))["state"] == "published"
    assert done(desk("start 1 --at 2026-05-01T15:15 --json"))["state"] == "playing"
    early, late = (done(desk(f"defaults 1 --at 2026-05-01T15:{minute} --json")) for minute in (44, 45))
    assert [early["over"], early["open"], late["over"], late["open"]] == [False, [], True, [1, 2, 3]]
    assert late["lost_at"] == "2026-05-01T15:45:00+00:00"
    forfeit = done(desk("absent-at 1 6 --at 2026-05-01T15:45 --json"))
    assert [[board["board"], board["result"]] for board in forfeit["boards"]] == [[3, "+/-"]]
    entered = done(desk(f"results 1 {typed(tmp_path, '1 1-0, 2 =')} --json"))
    assert [entered["state"], entered["open"], len(entered["boards"])] == ["complete", [], 2]
    standings = done(desk("standings --json"))
    assert [standings["round"], standings["rows"][0]["entry"], standings["rows"][0]["points"]] == [1, 1, 1]
    assert standings["tie_breaks"] == ["BH/C1", "DE"]
    young = done(desk("standings 1 --group young --json"))
    assert [[row["rank"], row["entry"]] for row in young["rows"]] == [[1, 6]]
    assert desk("standings 1 --group nobody").code == 2
    cross = done(desk("crosstable 1 --json"))["crosstable"]
    assert [[row["number"], row["cells"][0]["kind"]] for row in cross if row["number"] in (3, 6)] == [
        [3, "forfeit-win"], [6, "forfeit-loss"],
    ]  # fmt: skip


def test_what_is_shown_of_an_event_and_its_rounds(desk: Desk) -> None:
    assert done(desk("show --json"))["state"] == "list-closed"
    assert desk("standings").code == 2
    desk("draw")
    desk("publish 1")
    shown = done(desk("show --json"))
    assert [shown["state"], shown["round"], shown["open"], shown["breaches"]] == ["published", 1, [1, 2, 3], []]
    assert "results" in shown["next"]
    found = done(desk("round 1 --json"))
    assert [found["pairs"][0]["white_name"], found["pairs"][0]["white_points"]] == ["Player 1", 0]
    assert "Player 4" in desk("round 1").out
    assert done(desk("open 1 --json"))["open"] == [1, 2, 3]
    explained = done(desk("explain 1 --board 1 --json"))
    whole = done(desk("explain 1 --json"))
    assert len(str(explained["steps"])) < len(str(whole["steps"]))
    assert "1-4" in desk("explain 1 --board 1 --lang es").out
    assert "Round 1 has not started" in desk("result 1 2 -/+").err, "as `absent-at` says (Laws 6.7)"
    assert desk("result 1 2 -/+ --yes").code == 0
    desk("result 1 1 1")
    desk("result 1 3 =")
    assert [player["player"] for player in done(desk("checklist 2 --json"))["players"]][:2] == [1, 2]
    assert desk("checklist 2").out.count("Player") == 6, "the heading, and all but the one who did not come"


def test_boards_changed_by_hand(desk: Desk, tmp_path: Path) -> None:
    desk("draw")
    file = typed(tmp_path, "1 1 2\n2 3 4\n3 5 6 # by hand")
    refused = desk(f"amend 1 {file}")
    assert [refused.code, "--reason" in refused.err] == [2, True]
    amended = done(desk(f"amend 1 {file} --reason flood --json"))
    assert {change["entry"] for change in amended["differs"]} == {1, 2, 3, 4, 5, 6}
    assert desk("publish 1 --reason flood").code == 2
    assert done(desk("publish 1 --reason flood --outside-rules --json"))["outside_rules"] == 1
    assert "Outside the rules since round 1" in desk("show").out
    mended = done(desk("mend 1 --out 2 --yes --reason ill --json"))
    assert [mended["bye_entry"], mended["absent"]] == [1, [{"entry": 2, "kind": "Z"}]]
    assert desk("recall 1 --reason again").code == 0
    assert desk("clear 1").code == 0
    assert desk("table 1 1 7").code == 2


def test_corrections_on_the_line(desk: Desk, tmp_path: Path) -> None:
    for number in (1, 2):
        desk("draw")
        desk(f"publish {number}")
        desk(f"results {number} {typed(tmp_path, '1, 1, 1')}")
    desk("publish-results 2")
    assert desk("colours 2 1").code == 2
    assert done(desk("colours 2 1 --reason wrong --json"))["board"]["result"] == "0-1"
    locked = desk("correct 1 1 0-1")
    assert [locked.code, "--rating-only" in locked.err] == [2, True]
    assert [desk("unlock 1 --reason sheet").code, desk("lock 1").code] == [2, 0]
    rated = done(desk("correct 1 1 0-1 --rating-only --reason sheet --json"))
    assert [rated["board"]["result"], rated["board"]["rated"]] == ["1-0", "0-1"]
    assert desk("penalty 3 2 -1/2 --reason noise").code == 0
    assert desk("penalty 3 2 x --reason noise").code == 2
    assert done(desk("clear-result 2 2 --reason sheet --json"))["board"]["result"] is None
    assert desk("lock 2").code == 2


def test_a_round_that_cannot_be_paired_exits_1(tmp_path: Path, arpad: Arpad) -> None:
    (tmp_path / "two.toml").write_text(RULES.replace("prueba", "dos").replace("rounds = 3", "rounds = 1"))
    where = f"--events sqlite:///{tmp_path}/event.db --who Ana"
    arpad(f"event new {tmp_path}/two.toml {where}")
    for number in (1, 2):
        arpad(f"event enter dos --name P{number} {where}")
    arpad(f"event close-list dos --initial w {where}")
    assert arpad(f"event forbid dos 1 2 {where}").code == 0
    answer = arpad(f"event draw dos --json {where}")
    assert [answer.code, answer.json["possible"], answer.json["unpairable_entries"]] == [1, False, [1, 2]]
    assert answer.json["lift"] == {"restrictions": [1], "together": False, "bye": None}
    assert arpad(f"event draw dos --lang es {where}").out.startswith("La ronda 1 no se puede emparejar")
