"""Requests: commands with an id of their own, which may be sent again."""

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from answers import Arpad
from arpad.i18n import ArpadError, Words
from arpad.office.storage.database import Database
from arpad.office.tournaments.store import EventStore
from arpad.office.tournaments.writer import EventRequest
from arpad.tournament.acts.players import Enter
from arpad.tournament.acts.results import SetResult
from arpad.tournament.journal import Confirmations
from arpad.tournament.log import LogChange
from arpad.tournament.state import EventState
from kept_events import AT, SLUG, WHO, do, found, opened


@pytest.fixture
def event_store(database: Database) -> Iterator[EventStore]:
    events = EventStore(database)
    yield events
    events.close()


def test_a_request_sent_again_is_answered_as_the_first_time(event_store: EventStore) -> None:
    opened(event_store, 4)

    def send(result: str, id_: str, command: str) -> Any:
        return event_store.act(SLUG, SetResult(1, 1, result), WHO, AT, request=EventRequest(id_, command))

    first = send("1-0", "7f3a", "1-0")
    second = send("0-1", "7f3b", "0-1")
    again = send("1-0", "7f3a", "1-0")
    assert [again.lines, again.warnings, again.state] == [first.lines, first.warnings, first.state]
    assert event_store.open(SLUG).state == second.state
    with pytest.raises(ArpadError) as refused:
        send("1/2", "7f3a", "1/2")
    assert refused.value.key == "event-request-other"
    for id_ in ("", "x" * 65, "a\nb"):
        with pytest.raises(ArpadError) as refused:
            send("1/2", id_, "1/2")
        assert refused.value.key == "event-request-id"
    nothing = send("0-1", "x" * 64, "0-1")
    do(event_store, SetResult(1, 1, "1/2"))
    assert [nothing.lines, send("0-1", "x" * 64, "0-1").lines] == [(), ()]
    assert event_store.open(SLUG).state.rounds[1].boards[1].result == "1/2"


def test_a_request_twice_in_one_group_is_done_once(event_store: EventStore) -> None:
    found(event_store)
    row = event_store.open(SLUG).row
    request = EventRequest("same", "enter Sol")
    with ThreadPoolExecutor(3) as writers, event_store.database.writing(row.id):
        answers = [
            writers.submit(event_store.act, SLUG, Enter({"name": "Sol, Ana"}), WHO, AT, request=request)
            for _ in range(3)
        ]
    assert len({answer.result().lines[0].n for answer in answers}) == 1
    assert len(event_store.open(SLUG).state.entries) == 1


def test_the_warnings_of_a_request_come_again(event_store: EventStore) -> None:
    """Also those whose words have other words in them."""
    found(event_store)

    def noted(_state: EventState, confirmations: Confirmations) -> list[LogChange]:
        confirmations.note("same-name", name=Words("tournament.boards-more", boards="1, 2", count=12), entry=3)
        return [LogChange("entry.added", {"entry": 1, "name": "Sol, Ana"})]

    request = EventRequest("w", "noted")
    first, again = (event_store.act(SLUG, noted, WHO, AT, request=request) for _ in range(2))
    for language in ("en", "es"):
        assert [one.message.text(language) for one in first.warnings] == [
            one.message.text(language) for one in again.warnings
        ]


def test_requests_on_the_command_line(arpad: Arpad, tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text(f'slug = "{SLUG}"\nname = "Open"\nrounds = 3\nsystem = "dutch-2017"\n', encoding="utf-8")
    common = f"--events sqlite:///{tmp_path / 'events.db'} --who Clara --json"
    made = [arpad(f"event new {rules} {common} --request n --at 2026-05-01T0{hour}:00:00Z") for hour in (8, 9)]
    assert made[0] == made[1]
    assert made[0].code == 0
    call = f"event enter {SLUG} --name 'Sol, Ana' {common} --request e"
    first, again = arpad(call), arpad(call)
    assert [first.code, again] == [0, first]
    other = arpad(f"event enter {SLUG} --name 'Mar, Eva' {common} --request e")
    assert [other.code, other.out] == [2, ""]
    assert "another command" in other.err
    rules.write_text(rules.read_text("utf-8") + 'city = "Valdeoca"\n', encoding="utf-8")
    assert arpad(f"event new {rules} {common} --request n").code == 2
    assert len(json.loads(arpad(f"event list {common}").out)) == 1
