"""Accounts for the web on both databases: passwords, sessions, attempts, tokens; and the commands for them."""

import datetime as dt
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from answers import Arpad
from arpad.locale import ArpadError
from arpad.office.accounts import (
    ATTEMPT_MINUTES,
    MOST_ATTEMPTS,
    SESSION_HOURS,
    Account,
    Session,
    account_of_token,
    add_account,
    add_token,
    all_accounts,
    drop_token,
    password_hasher,
    session_of,
    set_active,
    set_password,
    sign_in,
    sign_out,
    tokens_of,
)
from arpad.office.storage import REVISION, Database, accounts, attempts, sessions, tokens
from office_databases import url_of
from office_rows import fill

NOON = dt.datetime(2024, 5, 1, 12, tzinfo=dt.UTC)
PASSWORD, OTHER = "a long password", "another long one"
HERE, THERE = "192.0.2.1", "192.0.2.2"


def enter(
    database: Database, name: str = "Eva", password: str = PASSWORD, at: dt.datetime = NOON, where: str = HERE
) -> Session | None:
    return sign_in(database, name, password, "the secret", "the form", at, where)


@pytest.fixture
def eva(database: Database) -> Database:
    """An office with one account."""
    add_account(database, "Eva", PASSWORD, "officer")
    return database


# ------------------------------------------------------------------ accounts


def test_an_account_is_added_once(eva: Database) -> None:
    assert add_account(eva, "  Inés   María ", PASSWORD, "arbiter") == Account("Inés María", "arbiter")
    assert all_accounts(eva) == [Account("Eva", "officer"), Account("Inés María", "arbiter")]
    with pytest.raises(ArpadError, match="there is already an account Eva"):
        add_account(eva, "Eva", PASSWORD, "read-only")


@pytest.mark.parametrize(
    ("name", "password", "role", "said"),
    [
        ("  ", PASSWORD, "officer", "needs a name"),
        ("x" * 61, PASSWORD, "officer", "needs a name"),
        ("a\x00b", PASSWORD, "officer", "needs a name"),
        ("Ana", "too short", "officer", "10 to 200"),
        ("Ana", "x" * 201, "officer", "10 to 200"),
        ("Ana", PASSWORD, "king", "no role king"),
    ],
)
def test_an_account_that_cannot_be_is_refused(
    database: Database, name: str, password: str, role: Any, said: str
) -> None:
    with pytest.raises(ArpadError, match=said):
        add_account(database, name, password, role)
    assert all_accounts(database) == []


def test_what_is_stored_opens_no_door(eva: Database) -> None:
    assert enter(eva) is not None
    add_token(eva, "Eva", "a program", "the token")
    with eva.reading() as connection:
        kept = [tuple(row) for table in (accounts, sessions, tokens) for row in connection.execute(select(table))]
    words = {str(value) for row in kept for value in row}
    assert not words & {PASSWORD, "the secret", "the token"}
    assert any(word.startswith("$argon2id$") for word in words)


def test_a_password_takes_the_work_that_is_password_hasher() -> None:
    """RFC 9106, 4: 64 MiB, three passes, four lanes. All other tests do less."""
    hashed = password_hasher().hash(PASSWORD)
    assert hashed.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert password_hasher().verify(PASSWORD, hashed)


@pytest.mark.parametrize("change", [set_password, set_active, partial(add_token, secret="a secret")])
def test_nobody_has_no_account(database: Database, change: Callable[[Database, str, str], None]) -> None:
    with pytest.raises(ArpadError, match="there is no account Nobody"):
        change(database, "Nobody", PASSWORD)


# ------------------------------------------------------------------ sessions


def test_a_session_lasts_its_hours(eva: Database) -> None:
    assert enter(eva) == Session(Account("Eva", "officer"), "the form")
    just = NOON + dt.timedelta(hours=SESSION_HOURS)
    assert session_of(eva, "the secret", just) is not None
    assert session_of(eva, "the secret", just + dt.timedelta(seconds=1)) is None
    assert session_of(eva, "another secret", NOON) is None
    sign_out(eva, "the secret")
    assert session_of(eva, "the secret", NOON) is None


def test_sessions_that_have_ended_are_swept_away(eva: Database) -> None:
    enter(eva)
    sign_in(eva, "Eva", PASSWORD, "a later secret", "form", NOON + dt.timedelta(days=2), HERE)
    with eva.reading() as connection:
        assert len(connection.execute(select(sessions)).all()) == 1


def test_another_password_signs_everybody_out(eva: Database) -> None:
    enter(eva)
    set_password(eva, "Eva", OTHER)
    assert session_of(eva, "the secret", NOON) is None
    assert enter(eva) is None
    assert enter(eva, password=OTHER) is not None


def test_a_demo_account_with_a_password_of_its_own_is_none_any_more(database: Database) -> None:
    add_account(database, "demo", PASSWORD, "officer", demo=True)
    set_password(database, "demo", OTHER)
    assert all_accounts(database) == [Account("demo", "officer", demo=False)]


def test_a_closed_account_opens_nothing(eva: Database) -> None:
    enter(eva)
    add_token(eva, "Eva", "a program", "the token")
    set_active(eva, "Eva", active=False)
    assert session_of(eva, "the secret", NOON) is None
    assert account_of_token(eva, "the token") is None
    assert enter(eva) is None
    set_active(eva, "Eva", active=True)
    assert session_of(eva, "the secret", NOON) is None
    assert account_of_token(eva, "the token") == Account("Eva", "officer")
    assert enter(eva) is not None


# ------------------------------------------------------------------ attempts


def _fail(database: Database, times: int, name: str = "Eva", where: str = HERE) -> None:
    for _ in range(times):
        assert enter(database, name, "not the password", where=where) is None


def test_after_five_failures_for_a_name_there_is_a_pause(eva: Database) -> None:
    _fail(eva, MOST_ATTEMPTS)
    for where in (HERE, THERE):
        with pytest.raises(ArpadError, match="wait 15 minutes"):
            enter(eva, where=where)
    later = NOON + dt.timedelta(minutes=ATTEMPT_MINUTES, seconds=1)
    assert enter(eva, at=later) is not None


def test_after_five_failures_from_a_place_there_is_a_pause(eva: Database) -> None:
    for at in range(MOST_ATTEMPTS):
        _fail(eva, 1, f"nobody {at}")
    with pytest.raises(ArpadError, match="wait"):
        enter(eva)
    assert enter(eva, where=THERE) is not None


def test_success_forgives_the_failures_of_the_name(eva: Database) -> None:
    _fail(eva, MOST_ATTEMPTS - 1, where=THERE)
    assert enter(eva) is not None
    sign_out(eva, "the secret")
    _fail(eva, MOST_ATTEMPTS - 1, where=HERE)
    assert enter(eva) is not None


def test_attempts_name_nobody(eva: Database) -> None:
    _fail(eva, 1)
    with eva.reading() as connection:
        kept = [row.key for row in connection.execute(select(attempts))]
    assert len(kept) == 2
    assert not any("Eva" in key or HERE in key for key in kept)


# ------------------------------------------------------------------ tokens


def test_a_token_acts_for_its_account_until_it_is_dropped(eva: Database) -> None:
    add_account(eva, "Ana", PASSWORD, "arbiter")
    add_token(eva, "Ana", "the club", "one")
    add_token(eva, "Eva", "the office", "two")
    assert account_of_token(eva, "one") == Account("Ana", "arbiter")
    assert account_of_token(eva, "three") is None
    ((beginning, label),) = tokens_of(eva, "Ana")
    assert label == "the club"
    drop_token(eva, "Eva", beginning)
    drop_token(eva, "Ana", "%")
    assert account_of_token(eva, "one") is not None
    drop_token(eva, "Ana", beginning)
    assert account_of_token(eva, "one") is None
    assert account_of_token(eva, "two") is not None


# ------------------------------------------------------------------ an office from before


def test_an_office_of_the_first_revision_gets_accounts(
    bare_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arpad.office.storage.database.REVISION", "0001")
    bare_database.create()
    with bare_database.writing() as connection:
        fill(connection)
    monkeypatch.undo()
    with pytest.raises(ArpadError, match="arpad office upgrade"):
        bare_database.check()
    bare_database.upgrade()
    bare_database.check()
    assert REVISION >= "0002"
    assert all_accounts(bare_database) == []
    add_account(bare_database, "Eva", PASSWORD, "officer")
    assert enter(bare_database) is not None


# ------------------------------------------------------------------ the commands


@pytest.fixture
def call(arpad: Arpad, database: Database, tmp_path: Path) -> Arpad:
    (tmp_path / "password").write_text(f"{PASSWORD}\r\nmore\n", "utf-8")
    (tmp_path / "short").write_text("short\n", "utf-8")
    place = f"--db '{url_of(database)}'"
    return lambda line: arpad(f"office account {line.replace('FILE', str(tmp_path / 'password'))} {place}")


def test_the_commands_for_accounts(call: Arpad, database: Database, tmp_path: Path) -> None:
    assert call("list").out == "No accounts.\n"
    made = call("add Eva --password-file FILE --json")
    assert (made.code, made.json) == (0, {"name": "Eva", "role": "officer", "active": True, "demo": False})
    assert call("add 'Ana Mar' --role arbiter --password-file FILE").out == "Added: Ana Mar (Arbiter)\n"
    assert enter(database) is not None
    assert call("close Eva").out == "Closed: Eva\n"
    assert [account["active"] for account in call("list --json").json] == [True, False]
    assert "Officer" in call("list").out
    assert call("open Eva --json").json == {"name": "Eva"}
    assert call("password Eva --password-file FILE").out == "The password of Eva is set.\n"
    assert enter(database) is not None
    refused = call(f"password Eva --password-file {tmp_path / 'short'}")
    assert (refused.code, refused.out) == (2, "")
    assert "10 to 200" in refused.err
    for line, said in (
        ("add Eva --password-file FILE", "already"),
        ("add Eva --role king --password-file FILE", "no role king"),
        ("close Nobody", "no account Nobody"),
        ("password Eva --password-file nowhere", "could not be read"),
    ):
        answer = call(line)
        assert (answer.code, answer.err.count("\n")) == (2, 1), line
        assert said in answer.err


def test_a_password_is_asked_for_twice_and_not_shown(
    call: Arpad, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []

    def prompt(words: str, *, hide_input: bool, confirmation_prompt: bool) -> str:
        asked.append((words, hide_input, confirmation_prompt))
        return PASSWORD

    monkeypatch.setattr("typer.prompt", prompt)
    assert call("add Eva").code == 0
    assert call("password Eva").code == 0
    assert asked == [("Password", True, True)] * 2
    assert enter(database) is not None
