"""Games pushed to a broadcast, against a server on this machine that was written from the published description."""

import datetime as dt
import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qsl

import pytest

from answers import Arpad
from arpad.i18n import ArpadError
from arpad.office.storage.database import Database
from arpad.office.tournaments.pushes import (
    PAUSES,
    PushPlace,
    pushes_document,
    read_push_place,
    send_games,
    switch_pushes,
)
from arpad.office.tournaments.store import EventStore
from office_databases import url_of

TOKEN = "lip_secretofthehouse"
NOW = dt.datetime(2026, 5, 1, 16, tzinfo=dt.UTC)


class StandIn(HTTPServer):
    """Takes what the description says: two forms, and PGN of at most 100 games for a round without a source."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.asked: list[tuple[str, Any]] = []
        self.answers: list[tuple[int, Any]] = []
        self.games: dict[str, str] = {}

    @property
    def place(self) -> PushPlace:
        found = read_push_place(f"http://127.0.0.1:{self.server_port}", TOKEN)
        assert found is not None
        return found


class _Handler(BaseHTTPRequestHandler):
    server: StandIn

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        status, answer = self.server.answers.pop(0) if self.server.answers else self._answer(body)
        data = json.dumps(answer).encode()
        self.send_response(status)
        if status == 302:
            self.send_header("location", "http://127.0.0.1:1/elsewhere")
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _answer(self, body: str) -> tuple[int, Any]:
        if self.headers["authorization"] != f"Bearer {TOKEN}":
            return 401, {"error": "No such token"}
        media = self.headers["content-type"].partition(";")[0]
        if self.path == "/broadcast/new" or re.fullmatch(r"/broadcast/[A-Za-z0-9]{8}/new", self.path):
            form = parse_qsl(body)
            name = dict(form).get("name", "")
            if media != "application/x-www-form-urlencoded" or not 3 <= len(name) <= 80:
                return 400, {"error": {"name": ["Wrong length"]}}
            self.server.asked.append((self.path, form))
            if self.path == "/broadcast/new":
                return 200, {"tour": {"id": "tour0001", "name": name}}
            return 200, {"round": {"id": f"round{len(self.server.asked):03}", "name": name}}
        pushed = re.fullmatch(r"/api/broadcast/round/([A-Za-z0-9]{8})/push", self.path)
        games = [game for game in body.split("\n\n[") if game.strip()]
        if pushed is None or media != "text/plain" or len(games) > 100:
            return 400, {"error": "Not like this"}
        self.server.asked.append((self.path, len(games)))
        self.server.games[pushed[1]] = body
        return 200, {"games": [{"tags": dict(re.findall(r'(\w+) "([^"]*)"', game)), "moves": 0} for game in games]}

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""


@pytest.fixture
def there() -> Iterator[StandIn]:
    server = StandIn()
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def events(arpad: Arpad, database: Database) -> EventStore:
    """An event of 59 players with a published round."""
    common = f"--events {url_of(database)} --who me --at 2026-05-01T15:00:00Z"
    for line in (
        "event new examples/tournament/open.toml",
        "event enter valdeoca-2026 --csv examples/tournament/entries.csv",
        "event close-list valdeoca-2026 --seed 7",
        "event draw valdeoca-2026",
        "event publish valdeoca-2026 1",
    ):
        assert arpad(f"{line} {common}").code == 0
    return EventStore(database)


SLUG = "valdeoca-2026"


def later(seconds: float = 0) -> Any:
    return lambda: NOW + dt.timedelta(seconds=seconds)


def enter(arpad: Arpad, events: EventStore, board: int) -> None:
    common = f"--events {url_of(events.database)} --who me --at 2026-05-01T18:00:00Z"
    assert arpad(f"event result {SLUG} 1 {board} 1-0 {common}").code == 0


def test_nothing_is_sent_until_somebody_turns_it_on(events: EventStore, there: StandIn) -> None:
    assert send_games(events, there.place, later()).sent == 0
    assert there.asked == []
    switch_pushes(events, SLUG, NOW, on=True)
    assert send_games(events, there.place, later()).sent == 1
    (new, form), (round_, of_round), (push, games) = there.asked
    assert (new, round_, push) == ("/broadcast/new", "/broadcast/tour0001/new", "/api/broadcast/round/round002/push")
    assert dict(form)["name"] == "Open de Valdeoca"
    assert dict(of_round)["name"] == "Round 1"
    assert "startsAt" not in dict(of_round), "the timetable has no hour"
    assert games == 29
    switch_pushes(events, SLUG, NOW, on=False)
    there.asked.clear()
    assert send_games(events, there.place, later(500)).sent == 0
    assert there.asked == []


def test_only_games_that_have_changed_are_sent_again(arpad: Arpad, events: EventStore, there: StandIn) -> None:
    switch_pushes(events, SLUG, NOW, on=True)
    send_games(events, there.place, later())
    there.asked.clear()
    assert send_games(events, there.place, later(5)).sent == 0
    enter(arpad, events, 1)
    assert send_games(events, there.place, later(10)).sent == 1
    assert there.asked == [("/api/broadcast/round/round002/push", 29)], (
        "the broadcast and the round are those there are"
    )
    assert '[Result "1-0"]' in there.games["round002"]


def test_a_place_that_fails_is_asked_again_with_growing_pauses(events: EventStore, there: StandIn) -> None:
    """The queue is in the database: another process goes on where this one ended."""
    switch_pushes(events, SLUG, NOW, on=True)
    there.answers = [(503, {"error": "Try later"})] * 2
    assert send_games(events, there.place, later()).waiting == 1
    assert send_games(events, there.place, later(5)).waiting == 1
    assert len(there.answers) == 1, "it was not asked before the pause was over"
    again = EventStore(events.database)
    assert send_games(again, there.place, later(10)).waiting == 1
    assert send_games(again, there.place, later(11)).waiting == 1
    assert send_games(again, there.place, later(10 + PAUSES[1].total_seconds())).sent == 1
    found = pushes_document(again, SLUG)
    assert [answer.games for answer in found.answers] == [29, 0, 0]
    assert found.answers[1].problems == ("503 Try later",)
    assert found.rounds[0].tries == 0


def test_too_many_requests_wait_a_minute_and_refusals_are_for_good(events: EventStore, there: StandIn) -> None:
    switch_pushes(events, SLUG, NOW, on=True)
    there.answers = [(429, {"error": "Too many requests"}), (403, {"error": f"Missing scope for {TOKEN}"})]
    send_games(events, there.place, later())
    assert send_games(events, there.place, later(59)).waiting == 1
    assert send_games(events, there.place, later(61)).failed == 1
    found = pushes_document(events, SLUG)
    assert (found.rounds[0].state, found.rounds[0].problem) == ("failed", "403 Missing scope for …")
    assert send_games(events, there.place, later(9999)).sent == 0
    switch_pushes(events, SLUG, NOW, on=True)
    assert send_games(events, there.place, later(9999)).sent == 1


def test_games_that_are_wrong_are_named(events: EventStore, there: StandIn) -> None:
    switch_pushes(events, SLUG, NOW, on=True)
    tags = {"White": "Ibarzo, Unai", "Black": "Navajo, Diego"}
    answers: list[tuple[int, Any]] = [(200, {"tour": {"id": "tour0009"}}), (200, {"round": {"id": "roundabc"}})]
    there.answers = [*answers, (200, {"games": [{"tags": tags, "moves": 3}, {"tags": tags, "error": "Illegal move"}]})]
    assert send_games(events, there.place, later()).sent == 1
    (answer,) = pushes_document(events, SLUG).answers
    assert (answer.games, answer.problems) == (1, ("Ibarzo, Unai – Navajo, Diego: Illegal move",))


@pytest.mark.parametrize(
    "answer",
    [(302, {}), (200, []), (200, {"tour": {"id": "../../etc"}}), (200, {"tour": 7})],
    ids=["leads-elsewhere", "no-object", "no-id", "no-tour"],
)
def test_strange_answers_are_problems(events: EventStore, there: StandIn, answer: tuple[int, Any]) -> None:
    """The token goes nowhere else, and no answer becomes a part of an address."""
    switch_pushes(events, SLUG, NOW, on=True)
    there.answers = [answer]
    assert send_games(events, there.place, later()).sent == 0
    assert there.asked == []
    assert pushes_document(events, SLUG).rounds[0].problem


def test_a_place_that_cannot_be_reached_is_a_problem(events: EventStore) -> None:
    switch_pushes(events, SLUG, NOW, on=True)
    assert send_games(events, PushPlace("http://127.0.0.1:9", TOKEN), later()).waiting == 1


def test_one_run_at_a_time_pushes_an_event(events: EventStore, there: StandIn) -> None:
    switch_pushes(events, SLUG, NOW + dt.timedelta(seconds=60), on=True)
    assert send_games(events, there.place, later()).sent == 0, "it belongs to another run for a moment"
    assert send_games(events, there.place, later(60)).sent == 1


@pytest.mark.parametrize(
    ("address", "token"),
    [
        ("http://lichess.org", TOKEN), ("ftp://127.0.0.1", TOKEN), ("https://", TOKEN), ("https://a.example/x", TOKEN),
        ("https://me@a.example", TOKEN), ("https://a.example", "two words"), ("https://a.example", "clé"),
    ],
)  # fmt: skip
def test_settings_that_cannot_work_are_refused_without_the_token(address: str, token: str) -> None:
    with pytest.raises(ArpadError) as refused:
        read_push_place(address, token)
    assert token not in str(refused.value)
    assert read_push_place(address, "") is None
    assert TOKEN not in repr(PushPlace("https://lichess.org", TOKEN))


def test_the_command_turns_it_on_sends_and_shows(
    arpad: Arpad, events: EventStore, there: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    common = f"--events {url_of(events.database)} --at 2026-05-01T16:00:00Z"
    assert arpad(f"event broadcast {SLUG} {common}").out == "The games are not pushed: nothing is sent.\n"
    refused = arpad(f"event broadcast {SLUG} --on {common}")
    assert (refused.code, "ARPAD_LICHESS_TOKEN" in refused.err) == (2, True)
    monkeypatch.setenv("ARPAD_LICHESS", there.place.address)
    monkeypatch.setenv("ARPAD_LICHESS_TOKEN", TOKEN)
    sent = arpad(f"event broadcast {SLUG} --on --send {common}")
    assert "1 part of rounds sent, 0 waiting, 0 given up." in sent.out
    document = arpad(f"event broadcast {SLUG} --json {common}").json
    assert (document["on"], document["broadcast"]) == (True, "tour0001")
    assert TOKEN not in sent.out + json.dumps(document)
    assert arpad(f"event broadcast {SLUG} --off --forget {common} --json").json["on"] is False
