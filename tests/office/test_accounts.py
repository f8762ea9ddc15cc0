"""Accounts for the web on both databases: passwords, sessions, attempts, tokens; and the commands for them."""

import datetime as dt
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from answers import Arpad
from arpad.i18n import ArpadError, StorageFault
from arpad.office.accounts.people import (
    SCOPES,
    Account,
    account_of_token,
    add_account,
    add_token,
    all_accounts,
    drop_token,
    has_administrator,
    password_hasher,
    set_active,
    set_password,
    set_role,
    tokens_of,
)
from arpad.office.accounts.sign_in import SESSION_HOURS, Session, session_of, sign_in, sign_out
from arpad.office.storage.database import TOKEN_USES, Database
from arpad.office.storage.log_table import log_entries
from arpad.office.storage.schema import REVISION, accounts, sessions, tokens
from office_databases import url_of
from office_rows import BY

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
    add_account(database, "Eva", PASSWORD, "officer", BY)
    return database


# ------------------------------------------------------------------ accounts


def test_an_account_is_added_once(eva: Database) -> None:
    assert add_account(eva, "  Inés   María ", PASSWORD, "arbiter", BY) == Account("Inés María", "arbiter")
    assert all_accounts(eva) == [Account("Eva", "officer"), Account("Inés María", "arbiter")]
    with pytest.raises(ArpadError, match="there is already an account Eva"):
        add_account(eva, "Eva", PASSWORD, "read-only", BY)


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
        add_account(database, name, password, role, BY)
    assert all_accounts(database) == []


def test_what_is_stored_opens_no_door(eva: Database) -> None:
    assert enter(eva) is not None
    add_token(eva, "Eva", "a program", "the token", BY)
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
def test_nobody_has_no_account(database: Database, change: Callable[..., None]) -> None:
    with pytest.raises(ArpadError, match="there is no account Nobody"):
        change(database, "Nobody", PASSWORD, by=BY)


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
    set_password(eva, "Eva", OTHER, BY)
    assert session_of(eva, "the secret", NOON) is None
    assert enter(eva) is None
    assert enter(eva, password=OTHER) is not None


def test_a_demo_account_with_a_password_of_its_own_is_none_any_more(database: Database) -> None:
    add_account(database, "demo", PASSWORD, "officer", BY, demo=True)
    set_password(database, "demo", OTHER, BY)
    assert all_accounts(database) == [Account("demo", "officer", demo=False)]


def test_a_closed_account_opens_nothing(eva: Database) -> None:
    enter(eva)
    add_token(eva, "Eva", "a program", "the token", BY)
    set_active(eva, "Eva", active=False, by=BY)
    assert session_of(eva, "the secret", NOON) is None
    assert account_of_token(eva, "the token", NOON) is None
    assert enter(eva) is None
    set_active(eva, "Eva", active=True, by=BY)
    assert session_of(eva, "the secret", NOON) is None
    assert account_of_token(eva, "the token", NOON) == Account("Eva", "officer", scopes=frozenset(SCOPES))
    assert enter(eva) is not None


# ------------------------------------------------------------------ tokens


def test_a_token_acts_for_its_account_until_it_is_dropped(eva: Database) -> None:
    add_account(eva, "Ana", PASSWORD, "arbiter", BY)
    add_token(eva, "Ana", "the club", "one", BY)
    add_token(eva, "Eva", "the office", "two", BY)
    assert account_of_token(eva, "one", NOON) == Account("Ana", "arbiter", scopes=frozenset(SCOPES))
    assert account_of_token(eva, "three", NOON) is None
    (token,) = tokens_of(eva, "Ana")
    assert token.label == "the club"
    beginning = token.beginning
    drop_token(eva, "Eva", beginning, BY)
    drop_token(eva, "Ana", "%", BY)
    assert account_of_token(eva, "one", NOON) is not None
    drop_token(eva, "Ana", beginning, BY)
    assert account_of_token(eva, "one", NOON) is None
    assert account_of_token(eva, "two", NOON) is not None


def test_a_token_ends(eva: Database) -> None:
    add_token(eva, "Eva", "a week", "one", BY, days=7, scopes=["read", "reports"])
    (token,) = tokens_of(eva, None)
    assert (token.account, token.scopes, token.used) == ("Eva", ("read", "reports"), "")
    assert token.ends == (NOON + dt.timedelta(days=7)).isoformat()
    last = NOON + dt.timedelta(days=7)
    assert account_of_token(eva, "one", last) == Account("Eva", "officer", scopes=frozenset(("read", "reports")))
    assert account_of_token(eva, "one", last + dt.timedelta(seconds=1)) is None
    (token,) = tokens_of(eva, "Eva")
    assert token.used == last.isoformat()
    for wrong in ({"days": 0}, {"days": 367}, {"scopes": ()}, {"scopes": ("read", "everything")}):
        with pytest.raises(ArpadError):
            add_token(eva, "Eva", "wrong", "two", BY, **wrong)


def test_the_use_of_a_token_waits_for_nobody(eva: Database) -> None:
    """It is noted once an hour, and another time if somebody is writing."""
    add_token(eva, "Eva", "a program", "one", BY)
    other = Database(url_of(eva))
    with other.writing(), other.writing(TOKEN_USES) if other.kind == "postgresql" else nullcontext():
        assert account_of_token(eva, "one", NOON) is not None
    other.dispose()
    assert tokens_of(eva, "Eva")[0].used == ""
    for minutes, noted in ((1, 1), (30, 1), (62, 62)):
        assert account_of_token(eva, "one", NOON + dt.timedelta(minutes=minutes)) is not None
        assert tokens_of(eva, "Eva")[0].used == (NOON + dt.timedelta(minutes=noted)).isoformat()


def test_another_password_ends_the_tokens(eva: Database) -> None:
    for secret in ("one", "two"):
        add_token(eva, "Eva", secret, secret, BY)
    set_password(eva, "Eva", OTHER, BY)
    assert tokens_of(eva, None) == []
    assert account_of_token(eva, "one", NOON) is None


# ------------------------------------------------------------------ roles


def test_the_last_administrator_stays(eva: Database) -> None:
    assert not has_administrator(eva)
    assert set_role(eva, "Eva", "administrator", BY) == Account("Eva", "administrator")
    assert has_administrator(eva)
    with pytest.raises(ArpadError, match="Eva is the last administrator"):
        set_role(eva, "Eva", "auditor", BY)
    add_account(eva, "Ana", PASSWORD, "administrator", BY)
    assert set_role(eva, "Eva", "auditor", BY).role == "auditor"
    with pytest.raises(ArpadError, match="no role king"):
        set_role(eva, "Eva", "king", BY)  # type: ignore[arg-type]
    with eva.reading() as connection:
        told = [line.details for line in log_entries(connection, action="account-role")]
    assert told == [{"before": "officer", "role": "administrator"}, {"before": "administrator", "role": "auditor"}]


@pytest.mark.parametrize("password", ["aaaaabbbbbcc", "Password123", "administrator", "my name is Evangelina"])
def test_a_password_that_is_guessed_first_is_refused(database: Database, password: str) -> None:
    with pytest.raises(ArpadError, match="guessed first"):
        add_account(database, "Evangelina", password, "officer", BY)


# ------------------------------------------------------------------ an office from before


def test_an_office_of_the_first_revision_gets_accounts(
    bare_database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arpad.office.storage.database.REVISION", "0001")
    bare_database.create()
    monkeypatch.undo()
    with pytest.raises(StorageFault, match="arpad office upgrade"):
        bare_database.check()
    bare_database.upgrade()
    bare_database.check()
    assert REVISION >= "0002"
    assert all_accounts(bare_database) == []
    add_account(bare_database, "Eva", PASSWORD, "officer", BY)
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
    assert (made.code, made.json) == (
        0,
        {"name": "Eva", "role": "officer", "active": True, "demo": False, "second_factor": False},
    )
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

    monkeypatch.setattr("click.prompt", prompt)
    assert call("add Eva").code == 0
    assert call("password Eva").code == 0
    assert asked == [("Password", True, True)] * 2
    assert enter(database) is not None
