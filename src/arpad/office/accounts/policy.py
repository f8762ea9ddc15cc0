"""What an office demands of its accounts: a second factor of its officers, how long sign-ins are remembered."""

from dataclasses import dataclass
from typing import Any, Literal, get_args

from sqlalchemy import Connection, select

from arpad.i18n import ArpadError
from arpad.office.storage import Acting, Database, add_row, change_rows, policies

SecondFactor = Literal["optional", "officers"]
SECOND_FACTOR: tuple[SecondFactor, ...] = get_args(SecondFactor)
SIGN_IN_DAYS, MOST_DAYS = 180, 730


@dataclass(frozen=True, slots=True)
class AccountPolicy:
    """`second_factor`: officers and administrators must have one, or may. `sign_in_days`: how long sign-ins stay."""

    second_factor: SecondFactor = "optional"
    sign_in_days: int = SIGN_IN_DAYS

    def __post_init__(self) -> None:
        if self.second_factor not in SECOND_FACTOR:
            raise ArpadError("account-policy-factor", value=self.second_factor, known=", ".join(SECOND_FACTOR))
        if not 1 <= self.sign_in_days <= MOST_DAYS:
            raise ArpadError("account-policy-days", value=self.sign_in_days, most=MOST_DAYS)


def policy_of(database: Database) -> AccountPolicy:
    """Return what the office demands."""
    with database.reading() as connection:
        return read_policy(connection)


def read_policy(connection: Connection) -> AccountPolicy:
    """The same in a transaction."""
    found: dict[str, Any] = {row.name: row.value for row in connection.execute(select(policies))}
    plain = AccountPolicy()
    days = found.get("sign_in_days", plain.sign_in_days)
    return AccountPolicy(found.get("second_factor", plain.second_factor), int(days))


def set_policy(database: Database, policy: AccountPolicy, by: Acting) -> None:
    """Demand something else from now on."""
    wanted = {"second_factor": policy.second_factor, "sign_in_days": str(policy.sign_in_days)}
    with database.writing() as connection:
        known = set(connection.execute(select(policies.c.name)).scalars())
        for name, value in wanted.items():
            if name in known:
                change_rows(connection, policies, [(name,)], {"value": value})
            else:
                add_row(connection, policies, {"name": name, "value": value})
        by.record(connection, "account-policy", "", **wanted)
