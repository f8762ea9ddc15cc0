"""`arpad event verify` and `log`: each round is proved as it was at its moment, and a changed line is found."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from answers import Arpad
from arpad.domain.values import canonical
from arpad.office.storage.database import Database
from arpad.office.storage.schema import tournament_log, tournaments
from arpad.pairing.systems import former
from arpad.tournament.acts.absences import SetAbsence
from arpad.tournament.acts.event import Create
from arpad.tournament.acts.players import CloseList, Enter
from arpad.tournament.acts.results import SetResult
from arpad.tournament.acts.rounds import DrawNext, Publish
from arpad.tournament.drawing import swiss_system
from arpad.tournament.journal import Confirmation, Journal
from arpad.tournament.log import FIRST, LogChange, LogLine, line_after, read_lines
from arpad.tournament.verification import prove, redrawn
from kept_events import AT, WHO
from places import FIXTURES

SWISS_60 = (FIXTURES / "tournament" / "swiss-60.log.jsonl").read_text("utf-8")
SLUG = "valdeoca-2026"


@cache
def the_log() -> tuple[LogLine, ...]:
    return tuple(read_lines(SWISS_60))


def forged(lines: tuple[LogLine, ...], n: int, change: Callable[[dict[str, Any]], object]) -> list[LogLine]:
    """The log with another line, all hashes made again: only the proof can find that."""
    found: list[LogLine] = []
    head = FIRST
    for line in lines:
        data = json.loads(canonical(line.data))
        if line.n == n:
            change(data)
        found.append(line_after(line.n - 1, head, LogChange(line.kind, data), line.who, AT))
        head = found[-1].sha256
    return found


def played_out(rules: dict[str, Any], players: int, rounds: int) -> Journal:
    journal = Journal()
    journal.act(Create({"slug": "x", "name": "X", "start": "2026-05-01", **rules}), WHO, AT)
    for number in range(1, players + 1):
        journal.act(Enter({"name": f"Player {number}", "rating": 2400 - number}), WHO, AT)
    journal.act(CloseList(7, "w"), WHO, AT)
    for number in range(1, rounds + 1):
        if number not in journal.state.rounds:
            journal.act(DrawNext(), WHO, AT)
        journal.act(Publish(number), WHO, AT)
        for board in journal.state.rounds[number].games:
            journal.act(SetResult(number, board.number, "1-0"), WHO, AT)
    return journal


def test_all_nine_rounds_of_the_open_are_proved() -> None:
    """Although `arpad pair check` over its final file calls three of them wrong."""
    proof = prove(the_log())
    assert proof.proved
    assert [one.outcome for one in proof.rounds] == ["proved"] * 9


@pytest.mark.parametrize(
    ("rules", "players", "rounds"),
    [
        ({"rounds": 4, "system": "dutch"}, 7, 4),
        ({"system": "berger"}, 6, 5),
        ({"system": "double-berger"}, 4, 6),
        ({"system": "match", "rounds": 4}, 2, 4),
    ],
)
def test_every_system_is_drawn_again(rules: dict[str, Any], players: int, rounds: int) -> None:
    proof = prove(played_out(rules, players, rounds).lines)
    assert proof.proved
    assert [one.outcome for one in proof.rounds] == ["proved"] * rounds


@pytest.mark.parametrize(
    ("system", "start", "players", "results"),
    [
        ("dutch", "2025-05-01", 7, ["1/2", "0-1", "1-0"]),
        ("lim", "2025-05-01", 5, ["1/2", "0-1", "1-0"]),
        ("lim", "2026-05-01", 5, ["1/2", "0-1", "1-0"]),
        ("burstein-manual", "2025-05-01", 7, ["0-1", "0-1", "1-0"]),
    ],
)
def test_rounds_of_earlier_releases_are_proved_by_their_reading(
    system: str, start: str, players: int, results: list[str]
) -> None:
    """Up to 0.2.0 a full-point bye, which 5 has, barred from the bye in the Dutch system of 2017 and Lim's, and not in
    the manual's Burstein; Lim's had one edition."""
    journal = Journal()
    journal.act(Create({"slug": "x", "name": "X", "start": start, "rounds": 4, "system": system}), WHO, AT)
    for number in range(1, players + 1):
        journal.act(Enter({"name": f"Player {number}", "rating": 2400 - number}), WHO, AT)
    journal.act(SetAbsence(5, 1, "F"), WHO, AT, Confirmation(reason="the hall was closed"))
    journal.act(CloseList(7, "w"), WHO, AT)
    for number, result in enumerate(results, 1):
        journal.act(DrawNext(), WHO, AT)
        journal.act(Publish(number), WHO, AT)
        for board in journal.state.rounds[number].games:
            journal.act(SetResult(number, board.number, result), WHO, AT)
    (older,) = redrawn(journal.state, 4, former(swiss_system(journal.state)))
    journal.act(DrawNext(), WHO, AT)
    drawn = journal.lines[-1]
    assert canonical(drawn.data) != canonical(older.data)
    assert prove(journal.lines).proved
    assert prove(forged(tuple(journal.lines), drawn.n, lambda data: data.update(older.data))).proved
    wrong = forged(tuple(journal.lines), drawn.n, lambda data: data.update(older.data, bye=1))
    assert [one.outcome for one in prove(wrong).rounds] == ["proved"] * 3 + ["differs"]


def test_a_bracket_is_drawn_again() -> None:
    rules = {"system": "knockout", "rounds": 2, "stages": [["rapid", 1, "15+10"]]}
    proof = prove(played_out(rules, 4, 2).lines)
    assert [proof.proved, len(proof.rounds)] == [True, 2]
    lines = played_out(rules, 4, 2).lines
    stage = next(line for line in lines if line.kind == "tie.stage")
    assert not prove(forged(tuple(lines), stage.n, lambda data: data["boards"][0].reverse())).proved


def test_a_changed_line_breaks_the_chain() -> None:
    lines = list(the_log())
    lines[41] = lines[41]._replace(who="somebody else")
    proof = prove(lines)
    assert [proof.proved, proof.broken, proof.state.n] == [False, 42, 41]


def test_a_forged_draw_is_found_and_named() -> None:
    drawn = [line for line in the_log() if line.kind == "round.drawn"][2]

    def swap(data: dict[str, Any]) -> None:
        first, second = data["boards"][0], data["boards"][1]
        first[2], second[2] = second[2], first[2]

    proof = prove(forged(the_log(), drawn.n, swap))
    assert not proof.proved
    assert [one.round for one in proof.rounds if one.outcome == "differs"] == [3]
    found = next(one for one in proof.rounds if one.outcome == "differs")
    assert [problem.values["board"] for problem in found.problems] == [1, 2]


def test_a_forged_result_is_found_by_the_next_draw_or_the_next_digest() -> None:
    journal = played_out({"rounds": 3, "system": "dutch"}, 8, 3)
    result = next(line for line in journal.lines if line.kind == "result.set")
    proof = prove(forged(tuple(journal.lines), result.n, lambda data: data.update(result="0-1")))
    assert not proof.proved
    assert any(problem.key == "tournament.proof.digest" for problem in proof.problems)


def test_a_line_that_does_not_fit_is_named() -> None:
    proof = prove(forged(the_log(), 64, lambda data: data.update(round=7)))
    assert [problem.values["n"] for problem in proof.problems] == [64]
    assert not proof.proved


def keep(database: Database, lines: list[LogLine]) -> None:
    database.create()
    with database.writing() as connection:
        connection.execute(insert(tournaments).values(id=1, slug=SLUG, secret="s"))
        rows = [{**line._asdict(), "tournament_id": 1, "data": canonical(line.data)} for line in lines]
        connection.execute(insert(tournament_log), rows)
    database.dispose()


def test_the_commands(arpad: Arpad, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'events.db'}"
    keep(Database(url), list(the_log()))
    said = arpad(f"event verify {SLUG} --events {url} --json")
    document = said.json
    assert [said.code, document["proved"], document["rounds_proved"]] == [0, True, 9]
    assert document["chain"] == {"holds": True, "broken": None, "head": the_log()[-1].sha256}
    assert "proved" in arpad(f"event verify {SLUG} --events {url}").out
    assert "comprobado" in arpad(f"event verify {SLUG} --events {url} --lang es").out
    lines = arpad(f"event log {SLUG} --events {url} --board 4/5 --json").json["lines"]
    assert [line["kind"] for line in lines] == ["round.drawn", "results.set", "result.set"]
    kinds = {line["kind"] for line in arpad(f"event log {SLUG} --events {url} --kind absence --json").json["lines"]}
    assert kinds == {"absence.set", "absence.unexplained", "absence.excused"}
    assert arpad(f"event log {SLUG} --events {url} --kind event.created").out.count("event.created") == 1
    for language, word in (("en", "board"), ("es", "tablero")):
        log = arpad(f"event log {SLUG} --events {url} --kind result --lang {language}").out
        assert word in log.lower()
        assert '{"' not in log
    assert arpad(f"event log {SLUG} --events {url} --board 4").code == 2


def test_not_proved_is_exit_1(arpad: Arpad, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'events.db'}"
    lines = list(the_log())
    lines[80] = lines[80]._replace(at="2026-05-01T08:00:01+00:00")
    keep(Database(url), lines)
    said = arpad(f"event verify {SLUG} --events {url} --json")
    assert [said.code, said.json["proved"], said.json["chain"]["broken"]] == [1, False, 81]
    assert arpad(f"event verify {SLUG} --events {url}").code == 1
