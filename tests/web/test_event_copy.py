"""The copy of an event on the web: it takes lines that continue its log, shows public pages, and does nothing else."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import iter_route_contexts

from answers import Arpad
from arpad.i18n import ArpadError
from arpad.office.accounts.people import add_account, add_token
from arpad.office.storage.log_table import log_entries
from arpad.office.tournaments import copies as sending
from arpad.office.tournaments.copies import SECRET, WebCopies
from arpad.tournament.acts.results import SetResult
from arpad.tournament.journal import Journal
from arpad.tournament.log import LogChange, LogLine, write_lines
from kept_events import AT, SLUG, WHO, do, keeper_of, round_of_four
from office_rows import BY
from visitor import TestClient
from web_demo import NAME, PASSWORD, MakeOffice, Served, sign_in

HALL = "http://192.168.1.5:8000"
TOKENS = {"bringer": "arbiter", "other": "arbiter", "reader": "read-only"}


@pytest.fixture
def web(office: MakeOffice) -> Iterator[TestClient]:
    """An office on the web, for programs. Everybody's token is their name."""
    app = office()
    for name, role in TOKENS.items():
        add_account(app.state.site.database, name, PASSWORD, role, BY)  # type: ignore[arg-type]
        add_token(app.state.site.database, name, "tests", name, BY)
    add_token(app.state.site.database, NAME, "tests", NAME, BY)
    with TestClient(app, raise_server_exceptions=False, headers={"accept-language": "en"}) as visitor:
        yield visitor


def log(more: int = 0) -> list[LogLine]:
    """The log of an event of four players, with so many results after the line that says where it lives."""
    journal = Journal(list(round_of_four()))
    journal.act(lambda _state, _confirmations: [LogChange("event.moved", {"home": HALL})], WHO, AT)
    for result in ("1-0", "0-1", "1/2")[:more]:
        journal.act(SetResult(1, 1, result), WHO, AT)
    return journal.lines


def send(web: TestClient, lines: list[LogLine] | bytes, who: str = "bringer", slug: str = SLUG, **more: str) -> Any:
    body = lines if isinstance(lines, bytes) else write_lines(lines).encode()
    headers = {"authorization": f"Bearer {who}", "content-type": "text/plain", **more}
    return web.post(f"/t/{slug}/log", content=body, headers=headers)


def test_a_copy_takes_what_continues_it_and_the_same_twice_changes_nothing(web: TestClient) -> None:
    first = send(web, log())
    assert (first.status_code, first.json()["taken"], first.json()["home"]) == (200, len(log()), HALL)
    again = send(web, log())
    assert (again.json()["taken"], again.json()["digest"]) == (0, first.json()["digest"])
    grown = send(web, log(1)[len(log()) :])
    assert (grown.json()["taken"], grown.json()["n"]) == (1, len(log()) + 1)
    head = web.get(f"/t/{SLUG}/log", headers={"authorization": "Bearer bringer"}).json()
    assert (head["n"], head["sha256"], head["at_home"]) == (len(log()) + 1, log(1)[-1].sha256, False)
    site: Any = web.app.state.site  # type: ignore[attr-defined]
    with site.database.reading() as connection:
        told = [(one.who, one.subject) for one in log_entries(connection, action="copied")]
    assert told == [("bringer", SLUG)]


def test_a_log_that_does_not_continue_names_the_last_common_line(web: TestClient) -> None:
    send(web, log(2))
    other = Journal(log(1))
    other.act(SetResult(1, 1, "0-1"), "Ana", AT)
    for lines, n in ((other.lines, len(log(1))), (log(), len(log())), (log(3)[-1:] + log(3)[-1:], len(log(3)))):
        answer = send(web, lines)
        assert (answer.status_code, answer.json()["key"], answer.json()["n"]) == (409, "event-chain", n)
    late = send(web, log(3)[-1:], slug="other")
    assert (late.status_code, late.json()["key"]) == (400, "event-log-other")
    assert web.get(f"/t/{SLUG}/log", headers={"authorization": "Bearer other"}).json()["n"] == len(log(2))


def test_a_program_that_names_no_account_is_told_so(web: TestClient) -> None:
    told = web.get(f"/t/{SLUG}/log", follow_redirects=False)
    assert (told.status_code, told.json()["status"]) == (401, 401)


def test_what_is_no_log_is_refused(web: TestClient) -> None:
    first = write_lines(round_of_four()[:1])
    for body in (b"", b"\xff", b"[]", b'{"n":1}', b"[" * 100_000, b"null\n", first[:-3].encode()):
        answer = send(web, body)
        assert (answer.status_code, answer.json()["key"][:9]) == (400, "event-log"), body[:20]
    changes: list[dict[str, Any]] = [
        {"at": 5}, {"who": "a\0"}, {"n": "1"}, {"data": {"slug": SLUG, "name": "\ud800"}}, {"kind": "x"},
    ]  # fmt: skip
    for change in changes:
        answer = send(web, json.dumps(json.loads(first) | change).encode())
        assert answer.status_code in (400, 409), change
    assert web.get(f"/t/{SLUG}").status_code == 404


def test_a_copy_is_brought_by_arbiters_each_their_own(web: TestClient) -> None:
    assert send(web, log(), who="nobody").status_code == 401
    assert send(web, log(), who="reader").status_code == 403
    assert web.get(f"/t/{SLUG}").status_code == 404
    assert send(web, log()).status_code == 200
    refused = send(web, log(1), who="other")
    assert (refused.status_code, refused.json()["key"]) == (403, "event-copy-other")
    assert send(web, log(1), who=NAME).json()["taken"] == 1
    sign_in(web, "bringer")
    body = write_lines(log(2)).encode()
    assert web.post(f"/t/{SLUG}/log", content=body, headers={"content-type": "text/plain"}).status_code == 403


def test_an_event_that_lives_here_takes_no_log_and_one_may_move_in(web: TestClient) -> None:
    send(web, log())
    assert send(web, log(1), **{SECRET: "s" * 43}).status_code == 200
    refused = send(web, log(2))
    assert (refused.status_code, refused.json()["key"]) == (409, "event-lives-here")
    assert "office" not in refused.json()["error"]
    site: Any = web.app.state.site  # type: ignore[attr-defined]
    assert site.events.open(SLUG).row.secret == "s" * 43


def test_a_copy_shows_public_pages_and_refuses_everything_else_with_its_home(web: TestClient) -> None:
    from arpad.web.tournaments.desk.acts import ACTIONS

    send(web, log(1))
    page = web.get(f"/t/{SLUG}/round/1")
    assert page.status_code == 200
    assert HALL in page.text
    assert HALL in web.get(f"/t/{SLUG}").text
    csrf = sign_in(web)
    assert f"/t/{SLUG}/desk" not in web.get(f"/t/{SLUG}").text
    before = web.get(f"/t/{SLUG}/log").json()
    for kind in ACTIONS:
        given = {"csrf": csrf, "yes": "1", "reason": "a reason"}
        path = _with_ones(f"/t/{SLUG}/{kind.path}")
        told = web.post(path, data=given, headers={"accept": "application/json"})
        assert (told.status_code, told.json()["key"], told.json()["home"]) == (409, "event-home", HALL), kind.name
        assert HALL in web.post(path, data=given, follow_redirects=False).text
        assert web.get(f"/t/{SLUG}/do/{kind.name}").status_code == 409
    desk = [str(one.path) for one in iter_route_contexts(web.app.routes) if str(one.path).startswith("/t/{slug}/desk")]  # type: ignore[attr-defined]
    assert len(desk) > 30
    for path in desk:
        assert web.get(_with_ones(path.replace("{slug}", SLUG))).status_code in (409, 405), path
    assert web.get(f"/t/{SLUG}/link/x").status_code == 409
    web.cookies.clear()
    assert web.get(f"/t/{SLUG}/desk", follow_redirects=False).status_code == 409
    assert web.post(f"/t/{SLUG}/desk/results/1", data={"board": 1, "result": "1"}).status_code == 409
    assert web.get(f"/t/{SLUG}/log", headers={"authorization": "Bearer bringer"}).json() == before


def _with_ones(path: str) -> str:
    """An address whose parts are all 1."""
    return re.sub(r"{[^}]*}", "1", path)


def test_a_laptop_sends_what_the_office_on_the_web_lacks(
    web: TestClient, server: Served, arpad: Arpad, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MOST", 600)
    server.serve(web.app)  # type: ignore[arg-type]
    file = tmp_path / "event.jsonl"
    file.write_text(write_lines(round_of_four()), encoding="utf-8")
    laptop = f"--events sqlite:///{tmp_path / 'laptop.db'} --who Clara --at 2026-05-01T10:00 --json"
    arpad(f"event restore {file} {laptop}")
    event_store = keeper_of(f"sqlite:///{tmp_path / 'laptop.db'}")
    call = f"event push {SLUG} {server.address}/ {laptop}"
    assert arpad(call).code == 2
    assert "/office/tokens" in arpad(f"{call} --token nobody").err
    assert "may not" in arpad(f"{call} --token reader").err
    n = len(event_store.lines(SLUG))
    assert n == len(round_of_four())
    monkeypatch.setenv("ARPAD_TOKEN", "bringer")
    first = arpad(f"{call} --home {HALL}").json
    assert (first["sent"], first["to"], first["home"]) == (n + 1, server.address, HALL)
    assert arpad(call).json["sent"] == 0
    do(event_store, SetResult(1, 1, "1-0"))
    again = arpad(call).json
    assert (again["sent"], again["digest"]) == (1, arpad(f"event verify {SLUG} {laptop}").json["digest"])
    missing = arpad(f"event push {SLUG} {server.address}/static {laptop}")
    assert (missing.code, "no Arpad" in missing.err) == (2, True)
    gone = arpad(f"event push {SLUG} http://127.0.0.1:1 {laptop}")
    assert (gone.code, "cannot be reached" in gone.err) == (2, True)
    do(event_store, SetResult(1, 1, "0-1"))
    other = arpad(f"event push {SLUG} {server.address} {laptop} --token other --lang es")
    assert (other.code, "otra cuenta" in other.err) == (2, True)
    assert arpad(f"event move {SLUG} {server.address} {laptop}").json["home"] == server.address
    assert arpad(f"event result {SLUG} 1 2 1-0 {laptop}").code == 2
    event_store.close()


def test_a_log_that_parted_is_refused_before_anything_is_written_at_home(web: TestClient, server: Served) -> None:
    server.serve(web.app)  # type: ignore[arg-type]
    copies = WebCopies(server.address, "bringer")
    assert copies.take(SLUG, log(2)) == len(log(2))
    copies.check(SLUG, log(3))
    other = Journal(log(1))
    other.act(SetResult(1, 1, "0-1"), "Ana", AT)
    for lines, n in ((other.lines, len(log(1))), (log(), len(log()))):
        with pytest.raises(ArpadError) as stopped:
            copies.check(SLUG, lines)
        assert (stopped.value.key, stopped.value.values["n"]) == ("event-chain", n)
