"""Logs out and in, copies that are kept up, the one home of an event; its staff and its links."""

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from answers import Answer, Arpad
from arpad.domain.values import sha256_of
from arpad.i18n import ArpadError
from arpad.office.storage.database import Database
from arpad.office.storage.schema import tournament_links
from arpad.office.tournaments.copies import KeptCopies, continue_log, move, push, restore_log, take_home
from arpad.office.tournaments.store import EventStore
from arpad.tournament.acts.event import AddStaff, CloseLink, LinkWanted, MakeLink, RemoveStaff
from arpad.tournament.acts.results import SetResult
from arpad.tournament.journal import Confirmation, Journal, state_digest
from arpad.tournament.log import LogChange, write_lines
from kept_events import AT, SLUG, WHO, do, opened, round_of_four
from office_databases import BOTH, NewDatabase

YES = Confirmation(yes=True)


@pytest.fixture(params=[(BOTH[0], BOTH[1]), (BOTH[1], BOTH[0])], ids="-".join)
def two(request: pytest.FixtureRequest, new_database: NewDatabase) -> Iterator[tuple[EventStore, EventStore]]:
    """An event in a database, and another database without one, of the other kind."""
    first, second = request.param
    home, copy = EventStore(new_database(first)), EventStore(new_database(second, office=False))
    opened(home, 8)
    yield home, copy
    home.close()
    copy.close()


def refused(event_store: EventStore) -> ArpadError:
    with pytest.raises(ArpadError) as error:
        do(event_store, SetResult(1, 1, "1/2"))
    return error.value


def test_a_copy_has_the_same_digest_and_takes_no_commands(two: tuple[EventStore, EventStore]) -> None:
    home, copy = two
    first = push(home, SLUG, KeptCopies(copy), WHO, AT, "http://192.168.1.5:8000")
    assert first.sent == first.state.n
    assert copy.lines(SLUG) == home.lines(SLUG)
    do(home, SetResult(1, 1, "1-0"))
    assert push(home, SLUG, KeptCopies(copy), WHO, AT).sent == 1
    assert push(home, SLUG, KeptCopies(copy), WHO, AT).sent == 0
    assert state_digest(copy.open(SLUG).state) == state_digest(home.open(SLUG).state)
    error = refused(copy)
    assert [error.key, error.values["home"]] == ["event-home", "http://192.168.1.5:8000"]
    with pytest.raises(ArpadError) as stopped:
        push(copy, SLUG, KeptCopies(home), WHO, AT)
    assert stopped.value.key == "event-lives-here"
    with pytest.raises(ArpadError) as stopped:
        push(home, SLUG, KeptCopies(home), WHO, AT)
    assert stopped.value.key == "event-push-here"


def test_a_log_that_does_not_continue_the_copy_is_refused(two: tuple[EventStore, EventStore]) -> None:
    home, copy = two
    push(home, SLUG, KeptCopies(copy), WHO, AT)
    common = home.lines(SLUG)
    do(home, SetResult(1, 1, "1-0"))
    other = Journal(common)
    for result in ("0-1", "1/2"):
        other.act(SetResult(1, 1, result), WHO, AT)
    push(home, SLUG, KeptCopies(copy), WHO, AT)
    for lines, last in (
        (other.lines, len(common)),  # another line in the place of ours
        (common[:-2], len(common) - 2),  # an older log
        (home.lines(SLUG)[3:], None),  # a later part of the same: that is all there already
        ([*home.lines(SLUG), other.lines[-1]], len(common) + 1),  # a line that follows another
    ):
        if last is None:
            assert continue_log(copy, SLUG, lines) == 0
            continue
        with pytest.raises(ArpadError) as error:
            continue_log(copy, SLUG, lines)
        assert [error.value.key, error.value.values["n"]] == ["event-chain", last]
    assert copy.lines(SLUG) == home.lines(SLUG)


def test_an_event_moves_and_its_old_home_is_a_copy(two: tuple[EventStore, EventStore]) -> None:
    old, new = two
    secret = old.open(SLUG).row.secret
    move(old, SLUG, KeptCopies(new), WHO, AT)
    assert refused(old).values["home"] == new.database.address.shown
    do(new, SetResult(1, 1, "1-0"))
    assert new.open(SLUG).row.secret == secret
    assert push(new, SLUG, KeptCopies(old), WHO, AT).sent == 1
    move(new, SLUG, KeptCopies(old), WHO, AT)
    do(old, SetResult(1, 2, "1-0"))
    assert refused(new).key == "event-home"


def test_a_copy_becomes_the_event_if_its_home_is_lost(two: tuple[EventStore, EventStore]) -> None:
    home, copy = two
    push(home, SLUG, KeptCopies(copy), WHO, AT)
    with pytest.raises(ArpadError) as error:
        take_home(copy, SLUG, WHO, AT)
    assert error.value.key == "event-needs-confirm"
    take_home(copy, SLUG, WHO, AT, YES)
    do(copy, SetResult(1, 1, "1-0"))
    with pytest.raises(ArpadError) as error:
        take_home(copy, SLUG, WHO, AT, YES)
    assert error.value.key == "event-lives-here"


def test_a_log_is_restored_or_refused_whole(new_database: NewDatabase) -> None:
    event_store = EventStore(new_database("sqlite", office=False))
    lines = list(round_of_four())
    with pytest.raises(ArpadError) as error:
        restore_log(event_store, [*lines[:4], lines[4]._replace(who="x"), *lines[5:]])
    assert [error.value.key, error.value.values["n"]] == ["event-chain", 4]
    unfit = Journal(lines)
    unfit.lines.append(lines[-1])
    with pytest.raises(ArpadError) as error:
        restore_log(event_store, unfit.lines)
    assert error.value.key == "event-chain"
    with pytest.raises(ArpadError) as error:
        restore_log(event_store, [])
    assert error.value.key == "event-log-empty"
    restore_log(event_store, lines)
    assert do(event_store, SetResult(1, 1, "1-0")).state.n == len(lines) + 1
    with pytest.raises(ArpadError) as error:
        restore_log(event_store, lines)
    assert error.value.key == "event-slug-taken"
    event_store.close()


@pytest.fixture
def event(arpad: Arpad, tmp_path: Path) -> str:
    """The options of commands on an event that was restored from its log."""
    log = tmp_path / "event.jsonl"
    log.write_text(write_lines(round_of_four()), encoding="utf-8")
    common = f"--events sqlite:///{tmp_path / 'events.db'} --who Clara --at 2026-05-01T09:00 --json"
    done = arpad(f"event restore {log} {common}")
    assert [done.code, done.json["n"], done.json["at_home"]] == [0, len(round_of_four()), True]
    assert arpad(f"event restore {log} {common}").code == 2
    return common


def test_logs_and_copies_on_the_command_line(arpad: Arpad, event: str, tmp_path: Path) -> None:
    copy = f"sqlite:///{tmp_path / 'copy.db'}"
    pushed = arpad(f"event push {SLUG} {copy} {event}").json
    assert pushed["sent"] == pushed["n"] == len(round_of_four()) + 1
    there = event.replace("events.db", "copy.db")
    said = arpad(f"event result {SLUG} 1 1 1-0 {there}")
    assert [said.code, said.out] == [2, ""]
    assert "events.db" in said.err
    assert arpad(f"event verify {SLUG} {there}").json["digest"] == pushed["digest"]
    assert arpad(f"event move {SLUG} {copy} {event}").json["home"].endswith("copy.db")
    assert arpad(f"event result {SLUG} 1 1 1-0 {there}").code == 0
    assert arpad(f"event move {SLUG} {event}").code == 2
    assert arpad(f"event move {SLUG} --yes {event}").code == 0
    web = arpad(f"event push {SLUG} https://example.org/t {event}")
    assert [web.code, "--token" in web.err] == [2, True]
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"\xff\xfe")
    assert arpad(f"event restore {bad} {event}").code == 2
    third = f"sqlite:///{tmp_path / 'third.db'}"
    assert "lines are sent" in arpad(f"event push {SLUG} {third} {there}".replace("--json", "")).out
    assert "lives at" in arpad(f"event move {SLUG} {third} {there}".replace("--json", "")).out
    exported = arpad(f"event export {SLUG} --log {there}").json["text"]
    (tmp_path / "again.jsonl").write_text(exported, encoding="utf-8")
    again = event.replace("events.db", "again.db")
    assert arpad(f"event restore {tmp_path / 'again.jsonl'} --copy {again}").json["at_home"] is False


def test_staff_on_the_command_line(arpad: Arpad, event: str) -> None:
    added = arpad(f"event staff add {SLUG} ana --role scorer --boards 1-20 {event}")
    assert added.json["staff"] == {"account": "ana", "role": "scorer", "boards": [1, 20]}
    assert arpad(f"event staff add {SLUG} ana --role scorer --boards 1-20 {event}").json["entries"] == []
    assert arpad(f"event staff add {SLUG} eva --role chief {event}").code == 0
    assert [one["account"] for one in arpad(f"event staff list {SLUG} {event}").json["staff"]] == ["ana", "eva"]
    assert "1-20" in arpad(f"event staff list {SLUG} {event}".replace("--json", "")).out
    assert arpad(f"event staff remove {SLUG} ana {event}").code == 0
    for wrong in (
        "remove {0} ana",
        "add {0} x --role king",
        "add {0} x --role captain",
        "add {0} x --role scorer --boards 9-2",
    ):
        assert arpad(f"event staff {wrong.format(SLUG)} {event}").code == 2


def link_of(answer: Answer) -> tuple[int, str | None]:
    return answer.json["link"], answer.json["secret"]


def test_only_the_hash_of_a_link_is_kept(arpad: Arpad, event: str, tmp_path: Path) -> None:
    call = f"event link make {SLUG} 'Sala B' --boards 5 {event} --request r1"
    first = arpad(call)
    number, secret = link_of(first)
    assert secret is not None
    assert len(secret) == 22
    assert first.json["ends"] == "2026-05-01T21:00:00+00:00"
    assert link_of(arpad(call)) == (number, None)
    event_store = EventStore(_database(tmp_path))
    with event_store.database.reading() as connection:
        rows = list(connection.execute(select(tournament_links.c.link, tournament_links.c.sha256)))
    assert [tuple(row) for row in rows] == [(number, sha256_of(secret))]
    assert secret not in json.dumps([line.document() for line in event_store.lines(SLUG)])
    event_store.close()
    shown = arpad(f"event link make {SLUG} Ana --role arbiter --hours 3 {event}".replace("--json", "")).out.split("\n")
    assert len(shown[1]) == 22
    assert "Sala B" in arpad(f"event staff list {SLUG} {event}".replace("--json", "")).out
    assert arpad(f"event link close {SLUG} {number} {event}").code == 0
    for wrong in (
        f"close {SLUG} {number}",
        f"make {SLUG} x --hours 25",
        f"make {SLUG} x --ends 2026-04-30T09:00",
        f"make {SLUG} x --hours 2 --ends 2026-05-01T10:00",
        f"make {SLUG} x --role chief",
    ):
        assert arpad(f"event link {wrong} {event}").code == 2


def _database(folder: Path) -> Database:
    return Database(f"sqlite:///{folder / 'events.db'}")


def test_a_captain_has_a_team_and_a_link_to_the_end_of_the_event() -> None:
    journal = Journal(round_of_four())
    journal.act(
        lambda _state, _confirmations: [LogChange("team.added", {"team": 3, "name": "Sol", "players": [1]})], WHO, AT
    )
    ends = AT + dt.timedelta(days=7)
    done = journal.act(MakeLink(LinkWanted("Ana", "captain", ends, team=3), AT), WHO, AT)
    assert done.lines[0].data["team"] == 3
    assert journal.state.links[done.lines[0].n]["ends"] == ends.isoformat()
    journal.act(CloseLink(done.lines[0].n), WHO, AT)
    journal.act(AddStaff("ana", "captain", team=3), WHO, AT)
    journal.act(RemoveStaff("ana"), WHO, AT)
    assert [journal.state.staff, journal.state.links] == [{}, {}]
