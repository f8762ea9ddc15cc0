"""Attempts to sign in that fail: counted by name, by place and by both, over all workers and at the same time, without
locking anybody out of the browser that they always use."""

import datetime as dt
import threading

import pytest
from sqlalchemy import select

from arpad.i18n import ArpadError
from arpad.office.accounts.people import MINUTES, add_account, set_password, sign_ins_of
from arpad.office.accounts.sign_in import (
    MOST_BY_BOTH,
    MOST_BY_DEVICE,
    MOST_BY_NAME,
    MOST_BY_PLACE,
    Session,
    remember_device,
    sign_in,
    sign_out,
)
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import Acting
from arpad.office.storage.schema import attempts
from office_databases import url_of

NOON = dt.datetime(2024, 5, 1, 12, tzinfo=dt.UTC)
BY = Acting("Ada", NOON)
PASSWORD = "a long password"
HERE, THERE = "192.0.2.1", "192.0.2.2"


def enter(
    database: Database,
    name: str = "Eva",
    password: str = PASSWORD,
    where: str = HERE,
    device: str = "",
    at: dt.datetime = NOON,
) -> Session | None:
    return sign_in(database, name, password, f"secret {where} {at}", "the form", at, where, device)


def fail(database: Database, times: int, name: str = "Eva", where: str = HERE, device: str = "") -> None:
    for _ in range(times):
        assert enter(database, name, "not the password", where, device) is None


@pytest.fixture
def eva(database: Database) -> Database:
    """An office with one account."""
    add_account(database, "Eva", PASSWORD, "officer", BY)
    return database


def test_after_five_failures_from_one_place_there_is_a_pause(eva: Database) -> None:
    fail(eva, MOST_BY_BOTH)
    with pytest.raises(ArpadError, match="wait 15 minutes"):
        enter(eva)
    assert enter(eva, where=THERE) is not None, "somebody else fails, not the owner elsewhere"
    sign_out(eva, f"secret {THERE} {NOON}")
    later = NOON + dt.timedelta(minutes=MINUTES)
    assert enter(eva, at=later) is not None


def test_many_places_together_are_a_pause_too(eva: Database) -> None:
    for number in range(MOST_BY_NAME):
        fail(eva, 1, where=f"198.51.100.{number}")
    with pytest.raises(ArpadError, match="wait"):
        enter(eva, where=THERE)


def test_many_names_from_a_place_are_a_pause(eva: Database) -> None:
    for number in range(MOST_BY_PLACE):
        fail(eva, 1, f"nobody {number}")
    with pytest.raises(ArpadError, match="wait"):
        enter(eva)
    assert enter(eva, where=THERE) is not None


def test_one_household_is_one_place(eva: Database) -> None:
    for number in range(MOST_BY_BOTH):
        fail(eva, 1, where=f"2001:db8:1:2::{number}")
    with pytest.raises(ArpadError, match="wait"):
        enter(eva, where="2001:db8:1:2:ffff::1")
    assert enter(eva, where="2001:db8:1:3::1") is not None


def test_strangers_do_not_lock_the_owner_out(eva: Database) -> None:
    """They sign in with the browser that they have used before; that one has a count of its own."""
    remember_device(eva, "Eva", "her laptop", NOON)
    for number in range(MOST_BY_NAME):
        fail(eva, 1, where=f"198.51.100.{number}")
    with pytest.raises(ArpadError, match="wait"):
        enter(eva)
    assert enter(eva, device="her laptop") is not None
    with pytest.raises(ArpadError, match="wait"):
        enter(eva, device="another laptop")
    fail(eva, MOST_BY_DEVICE, where=THERE, device="her laptop")
    with pytest.raises(ArpadError, match="wait"):
        enter(eva, where=THERE, device="her laptop")


def test_a_device_is_known_for_its_account_alone(eva: Database) -> None:
    add_account(eva, "Ana", PASSWORD, "arbiter", BY)
    remember_device(eva, "Eva", "her laptop", NOON)
    fail(eva, MOST_BY_BOTH, "Ana", device="her laptop")
    with pytest.raises(ArpadError, match="wait"):
        enter(eva, "Ana", device="her laptop")


def test_success_forgives_the_failures_of_the_name(eva: Database) -> None:
    fail(eva, MOST_BY_BOTH - 1)
    assert enter(eva) is not None
    sign_out(eva, f"secret {HERE} {NOON}")
    fail(eva, MOST_BY_BOTH - 1)
    assert enter(eva) is not None


def test_another_password_forgives_them_too(eva: Database) -> None:
    for number in range(MOST_BY_NAME):
        fail(eva, 1, where=f"198.51.100.{number}")
    set_password(eva, "Eva", "another long one", BY)
    assert enter(eva, password="another long one") is not None


def test_attempts_at_the_same_time_are_all_counted(eva: Database) -> None:
    """In threads and in databases of their own, as workers have them: no more than five passwords are compared."""
    workers = [Database(url_of(eva)) for _ in range(2)]
    answers: list[str] = []

    def guess(database: Database) -> None:
        for _ in range(5):
            try:
                enter(database, password="not the password")
                answers.append("compared")
            except ArpadError:
                answers.append("refused")

    threads = [threading.Thread(target=guess, args=(worker,)) for worker in workers for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for worker in workers:
        worker.dispose()
    assert (answers.count("compared"), len(answers)) == (MOST_BY_BOTH, 20)


def test_attempts_name_nobody(eva: Database) -> None:
    fail(eva, 1)
    with eva.reading() as connection:
        kept = [row.key for row in connection.execute(select(attempts))]
    assert len(kept) == 3
    assert not any("Eva" in key or HERE in key for key in kept)


def test_sign_ins_are_remembered_for_a_while(eva: Database) -> None:
    """With the network only; a name that is none may be a password, and is not kept."""
    fail(eva, 1, where="203.0.113.77")
    fail(eva, 1, "my secret password", where="2001:db8:aaaa:bbbb::1")
    enter(eva)
    found = [(one.account, one.network, one.outcome) for one in sign_ins_of(eva, None, 10)]
    assert found == [
        ("Eva", "192.0.2.0/24", "in"), ("", "2001:db8:aaaa::/48", "wrong"), ("Eva", "203.0.113.0/24", "wrong"),
    ]  # fmt: skip
    enter(eva, at=NOON + dt.timedelta(days=181))
    assert len(sign_ins_of(eva, "Eva", 10)) == 1
