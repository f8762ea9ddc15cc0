"""Accounts: people who may sign in on the web, what they may do, and programs that act for them.

In: names, passwords, codes and tokens as they were typed or sent. Out: accounts and sessions, or nothing.
"""

from typing import TYPE_CHECKING

from arpad.doors import door

if TYPE_CHECKING:
    from arpad.office.accounts.attempts import AttemptLimit, begin_attempt, forgive
    from arpad.office.accounts.devices import known_device, remember_device
    from arpad.office.accounts.factors import (
        codes_left,
        factor_address,
        factor_secret,
        new_recovery_codes,
        set_factor,
        take_factor_away,
    )
    from arpad.office.accounts.passwords import LONGEST_PASSWORD, fingerprint, password_hasher
    from arpad.office.accounts.people import (
        ROLES,
        Account,
        Role,
        add_account,
        all_accounts,
        erase_account,
        has_administrator,
        set_active,
        set_password,
        set_role,
    )
    from arpad.office.accounts.policy import AccountPolicy, policy_of, set_policy
    from arpad.office.accounts.records import SignIn, sign_ins_of
    from arpad.office.accounts.sessions import (
        CODE_MINUTES,
        SESSION_HOURS,
        Session,
        change_password,
        confirm_code,
        confirm_password,
        end_other_sessions,
        session_of,
        sign_in,
        sign_out,
    )
    from arpad.office.accounts.tokens import (
        SCOPES,
        TOKEN_DAYS,
        Scope,
        Token,
        account_of_token,
        add_token,
        drop_token,
        tokens_of,
    )

__getattr__ = door(__name__)

__all__ = [
    "CODE_MINUTES",
    "LONGEST_PASSWORD",
    "ROLES",
    "SCOPES",
    "SESSION_HOURS",
    "TOKEN_DAYS",
    "Account",
    "AccountPolicy",
    "AttemptLimit",
    "Role",
    "Scope",
    "Session",
    "SignIn",
    "Token",
    "account_of_token",
    "add_account",
    "add_token",
    "all_accounts",
    "begin_attempt",
    "change_password",
    "codes_left",
    "confirm_code",
    "confirm_password",
    "drop_token",
    "end_other_sessions",
    "erase_account",
    "factor_address",
    "factor_secret",
    "fingerprint",
    "forgive",
    "has_administrator",
    "known_device",
    "new_recovery_codes",
    "password_hasher",
    "policy_of",
    "remember_device",
    "session_of",
    "set_active",
    "set_factor",
    "set_password",
    "set_policy",
    "set_role",
    "sign_in",
    "sign_ins_of",
    "sign_out",
    "take_factor_away",
    "tokens_of",
]  # fmt: skip
