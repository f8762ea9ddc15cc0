"""The second factor: codes of an app by RFC 6238, each good for one time, and recovery codes."""

import datetime as dt

import pyotp
import pytest

from arpad.i18n import ArpadError
from arpad.office.accounts.people import AccountPolicy, add_account, policy_of, set_policy, sign_ins_of
from arpad.office.accounts.sign_in import (
    CODE_MINUTES,
    MOST_CODES,
    Session,
    change_password,
    codes_left,
    confirm_code,
    factor_address,
    factor_secret,
    new_recovery_codes,
    session_of,
    set_factor,
    sign_in,
    take_factor_away,
)
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import Acting, log_entries

NOON = dt.datetime(2024, 5, 1, 12, tzinfo=dt.UTC)
BY = Acting("Eva", NOON)
PASSWORD, HERE = "a long password", "192.0.2.1"
LATER = NOON + dt.timedelta(minutes=1)
SECRET = factor_secret("a text that nobody can guess")


def code_at(at: dt.datetime) -> str:
    return pyotp.TOTP(SECRET).at(at)


def first_step(database: Database, secret: str = "pending", at: dt.datetime = LATER) -> Session | None:
    return sign_in(database, "Eva", PASSWORD, secret, "form", at, HERE)


def second_step(
    database: Database, code: str, at: dt.datetime = LATER, pending: str = "pending", secret: str = "whole"
) -> Session | None:
    return confirm_code(database, pending, code, secret, "form", at, HERE)


@pytest.fixture
def eva(database: Database) -> Database:
    add_account(database, "Eva", PASSWORD, "officer", BY)
    return database


@pytest.fixture
def codes(eva: Database) -> list[str]:
    return set_factor(eva, "Eva", SECRET, code_at(NOON), "the source of her codes", BY)


def test_the_codes_are_those_of_the_standard() -> None:
    """RFC 6238, appendix B, the first and the last row of SHA-1, to six digits."""
    secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    for seconds, code in ((59, "287082"), (20_000_000_000, "353130")):
        assert pyotp.TOTP(secret).at(seconds) == code
    assert factor_address(secret, "Eva").startswith("otpauth://totp/Arpad:Eva?secret=GEZDGNBVGY3T")


def test_signing_in_takes_a_code(eva: Database, codes: list[str]) -> None:
    waiting = first_step(eva)
    assert waiting is not None
    assert waiting.waits
    assert session_of(eva, "pending", LATER) is None, "half a sign-in opens nothing"
    assert session_of(eva, "pending", LATER, waits=True) is not None
    session = second_step(eva, code_at(LATER))
    assert session is not None
    assert session.account.second_factor
    assert session_of(eva, "whole", LATER) is not None
    assert session_of(eva, "pending", LATER, waits=True) is None
    assert codes_left(eva, "Eva") == len(codes) == 10


def test_a_code_is_good_for_one_time(eva: Database, codes: list[str]) -> None:  # noqa: ARG001
    first_step(eva)
    assert second_step(eva, code_at(LATER)) is not None
    first_step(eva, "pending 2")
    assert second_step(eva, code_at(LATER), pending="pending 2", secret="2") is None, (
        "somebody looked over the shoulder"
    )
    soon = LATER + dt.timedelta(seconds=30)
    assert second_step(eva, code_at(soon), soon, "pending 2", "2") is not None


def test_the_code_that_turned_it_on_is_used(eva: Database, codes: list[str]) -> None:  # noqa: ARG001
    first_step(eva, at=NOON)
    assert second_step(eva, code_at(NOON), NOON) is None


def test_clocks_may_differ_by_half_a_minute(eva: Database, codes: list[str]) -> None:  # noqa: ARG001
    first_step(eva)
    for seconds, good in ((-90, False), (90, False), (30, True)):
        found = second_step(eva, code_at(LATER + dt.timedelta(seconds=seconds)))
        assert (found is not None) == good, seconds


def test_a_recovery_code_lets_in_once(eva: Database, codes: list[str]) -> None:
    first_step(eva)
    assert second_step(eva, codes[3].lower().replace("-", " ")) is not None
    assert codes_left(eva, "Eva") == 9
    first_step(eva, "pending 2")
    assert second_step(eva, codes[3], pending="pending 2", secret="2") is None
    again = new_recovery_codes(eva, "Eva", "another source", BY)
    assert not set(again) & set(codes)
    assert second_step(eva, codes[4], pending="pending 2", secret="2") is None
    assert second_step(eva, again[4], pending="pending 2", secret="2") is not None
    assert [one.outcome for one in sign_ins_of(eva, "Eva", 3)] == ["recovery", "wrong-code", "wrong-code"]


def test_codes_are_not_guessed(eva: Database, codes: list[str]) -> None:
    first_step(eva)
    for _ in range(MOST_CODES):
        assert second_step(eva, "000000") is None
    with pytest.raises(ArpadError, match="wait"):
        second_step(eva, code_at(LATER))
    with pytest.raises(ArpadError, match="wait"):
        second_step(eva, codes[0])


def test_half_a_sign_in_lasts_five_minutes(eva: Database, codes: list[str]) -> None:  # noqa: ARG001
    first_step(eva)
    late = LATER + dt.timedelta(minutes=CODE_MINUTES, seconds=1)
    assert second_step(eva, code_at(late), late) is None
    assert second_step(eva, code_at(LATER), pending="nobody") is None


def test_it_is_turned_on_by_a_code_of_the_app(eva: Database) -> None:
    for secret, code in ((SECRET, "000000"), (SECRET, ""), ("short", code_at(NOON)), (SECRET, code_at(LATER))):
        with pytest.raises(ArpadError, match="not the code"):
            set_factor(eva, "Eva", secret, code, "source", BY)
    waiting = first_step(eva)
    assert waiting is not None
    assert not waiting.waits


def test_it_is_taken_away(eva: Database, codes: list[str]) -> None:  # noqa: ARG001
    take_factor_away(eva, "Eva", Acting("Ada", LATER))
    session = first_step(eva)
    assert session is not None
    assert not session.waits
    assert codes_left(eva, "Eva") == 0
    with pytest.raises(ArpadError, match="no second factor"):
        new_recovery_codes(eva, "Eva", "source", BY)
    with eva.reading() as connection:
        told = [(line.who, line.action, line.subject) for line in log_entries(connection)]
        rows = " ".join(connection.exec_driver_sql("SELECT rows FROM log").scalars())
    assert told[1:] == [("Eva", "second-factor-on", "Eva"), ("Ada", "second-factor-off", "Eva")]
    assert SECRET not in rows


def test_changing_the_own_password_needs_the_present_one(eva: Database) -> None:
    first_step(eva, "here")
    first_step(eva, "elsewhere")
    with pytest.raises(ArpadError, match="not your present password"):
        change_password(eva, "Eva", "not the password", "another long one", "here", BY)
    change_password(eva, "Eva", PASSWORD, "another long one", "here", BY)
    assert session_of(eva, "here", LATER) is not None
    assert session_of(eva, "elsewhere", LATER) is None
    for _ in range(5):
        with pytest.raises(ArpadError, match="not your present password"):
            change_password(eva, "Eva", "a wrong guess", "another long one", "here", BY)
    with pytest.raises(ArpadError, match="wait"):
        change_password(eva, "Eva", "another long one", "a third long one", "here", BY)


def test_what_an_office_demands(database: Database) -> None:
    assert policy_of(database) == AccountPolicy("optional", 180)
    set_policy(database, AccountPolicy("officers", 30), BY)
    set_policy(database, AccountPolicy("officers", 60), BY)
    assert policy_of(database) == AccountPolicy("officers", 60)
    for factor, days in (("everybody", 60), ("optional", 0), ("optional", 10_000)):
        with pytest.raises(ArpadError):
            AccountPolicy(factor, days)  # type: ignore[arg-type]
