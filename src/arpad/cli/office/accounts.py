"""`arpad office account` and `arpad office key`: accounts for the web, and the office's signing key."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from arpad.cli.office.options import OfficeCommand, acting, answer_list, office, opened
from arpad.cli.options import Argument, Group, Option, Shared, shared
from arpad.cli.output import line, print_json, table, tell
from arpad.i18n import ArpadError, text

if TYPE_CHECKING:
    from arpad.office.accounts.people import Account
    from arpad.office.storage.database import Database


# `arpad office account`: people who may sign in on the web.

account = Group(help="cli.command.office-account", no_args_is_help=True)
office.add_command(account, "account")

Name = Annotated[str, Argument(metavar="NAME", help="cli.help.account-name")]
SomeName = Annotated[str | None, Argument(metavar="[NAME]", help="cli.help.account-some")]
SIGN_INS = 200
"""The sign-ins that are shown."""
PasswordFile = Annotated[Path | None, Option("--password-file", metavar="FILE", help="cli.help.account-password-file")]


@contextmanager
def _accounts(context: click.Context) -> Iterator["Database"]:
    """Open a database that holds an office, and close it at the end."""
    with opened(context) as database:
        database.check()
        yield database


@account.command("add", cls=OfficeCommand, help="cli.command.office-account-add")
def add(
    context: click.Context,
    name: Name,
    role: Annotated[str, Option("--role", metavar="ROLE", help="cli.help.account-role")] = "officer",
    password_file: PasswordFile = None,
) -> None:
    from arpad.office.accounts.people import add_account

    settings = shared(context)
    with _accounts(context) as database:
        password_typed = _password(settings, password_file)
        made = add_account(database, name, password_typed, role, acting(context))  # type: ignore[arg-type]
    _answer_role(settings, "label.account-added", made)


@account.command("list", cls=OfficeCommand, help="cli.command.office-account-list")
def list_accounts(context: click.Context) -> None:
    from arpad.office.accounts.people import Account, all_accounts

    with opened(context) as database:
        found = all_accounts(database)
    answer_list(shared(context), Account, found, ("name", "role", "active"), range(3), "label.account-none")


@account.command("password", cls=OfficeCommand, help="cli.command.office-account-password")
def password(context: click.Context, name: Name, password_file: PasswordFile = None) -> None:
    from arpad.office.accounts.people import set_password

    settings = shared(context)
    with _accounts(context) as database:
        set_password(database, name, _password(settings, password_file), acting(context))
    _answer(settings, "label.account-password-set", name=name)


@account.command("close", cls=OfficeCommand, help="cli.command.office-account-close")
def close(context: click.Context, name: Name) -> None:
    _turn(context, name, "label.account-closed", active=False)


@account.command("open", cls=OfficeCommand, help="cli.command.office-account-open")
def reopen(context: click.Context, name: Name) -> None:
    _turn(context, name, "label.account-opened", active=True)


@account.command("erase", cls=OfficeCommand, help="cli.command.office-account-erase")
def erase(context: click.Context, name: Name) -> None:
    from arpad.office.accounts.people import erase_account

    with _accounts(context) as database:
        erase_account(database, name, acting(context))
    _answer(shared(context), "label.account-erased", name=name)


@account.command("role", cls=OfficeCommand, help="cli.command.office-account-role")
def role(
    context: click.Context,
    name: Name,
    role: Annotated[str, Argument(metavar="ROLE", help="cli.help.account-new-role")],
) -> None:
    from arpad.office.accounts.people import set_role

    settings = shared(context)
    with _accounts(context) as database:
        changed = set_role(database, name, role, acting(context))  # type: ignore[arg-type]
    _answer_role(settings, "label.account-role-set", changed)


@account.command("factor-off", cls=OfficeCommand, help="cli.command.office-account-factor-off")
def factor_off(context: click.Context, name: Name) -> None:
    from arpad.office.accounts.sign_in import take_factor_away

    with _accounts(context) as database:
        take_factor_away(database, name, acting(context))
    _answer(shared(context), "label.account-factor-off", name=name)


@account.command("tokens", cls=OfficeCommand, help="cli.command.office-account-tokens")
def tokens(context: click.Context, name: SomeName = None) -> None:
    from arpad.office.accounts.people import Token, tokens_of

    with _accounts(context) as database:
        found = tokens_of(database, name)
    answer_list(shared(context), Token, found, (), range(4), "label.account-no-tokens")


@account.command("drop-token", cls=OfficeCommand, help="cli.command.office-account-drop-token")
def drop_token(
    context: click.Context,
    name: Name,
    beginning: Annotated[str, Argument(metavar="FINGERPRINT", help="cli.help.account-beginning")],
) -> None:
    from arpad.office.accounts.people import drop_token as drop

    with _accounts(context) as database:
        drop(database, name, beginning, acting(context))
    _answer(shared(context), "label.account-token-dropped", name=name, beginning=beginning)


@account.command("sign-ins", cls=OfficeCommand, help="cli.command.office-account-sign-ins")
def sign_ins(context: click.Context, name: SomeName = None) -> None:
    from arpad.office.accounts.people import SignIn, sign_ins_of

    with _accounts(context) as database:
        ins = sign_ins_of(database, name, SIGN_INS)
    answer_list(shared(context), SignIn, ins, (), range(4), "label.account-no-sign-ins")


@account.command("policy", cls=OfficeCommand, help="cli.command.office-account-policy")
def policy(
    context: click.Context,
    second_factor: Annotated[
        str | None,
        Option("--second-factor", metavar="optional|officers", help="cli.help.account-policy-factor"),
    ] = None,
    sign_in_days: Annotated[
        int | None, Option("--sign-in-days", metavar="N", help="cli.help.account-policy-days")
    ] = None,
) -> None:
    from dataclasses import replace

    from arpad.office.accounts.people import policy_of, set_policy

    settings = shared(context)
    changes: dict[str, Any] = {"second_factor": second_factor, "sign_in_days": sign_in_days}
    changes = {key: value for key, value in changes.items() if value is not None}
    with _accounts(context) as database:
        wanted = replace(policy_of(database), **changes)
        if changes:
            set_policy(database, wanted, acting(context))
    factor = text(f"web.factor.{wanted.second_factor}", settings.language)
    words = text("label.account-policy", settings.language, factor=factor, days=wanted.sign_in_days)
    tell(settings, {"second_factor": wanted.second_factor, "sign_in_days": wanted.sign_in_days}, words, style="")


def _turn(context: click.Context, name: str, key: str, *, active: bool) -> None:
    from arpad.office.accounts.people import set_active

    with _accounts(context) as database:
        set_active(database, name, active, acting(context))
    _answer(shared(context), key, name=name)


def _answer(settings: Shared, key: str, **values: str) -> None:
    tell(settings, values, text(key, settings.language, **values))


def _answer_role(settings: Shared, key: str, account: "Account") -> None:
    role = text(f"web.role.{account.role}", settings.language)
    tell(settings, account, text(key, settings.language, name=account.name, role=role))


def _password(settings: Shared, file: Path | None) -> str:
    """Read the password from a file, or ask for it twice. It is never an option, which others could read."""
    if file is None:
        asked = text("label.account-password", settings.language)
        return str(click.prompt(asked, hide_input=True, confirmation_prompt=True))
    try:
        return file.read_text("utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, UnicodeDecodeError) as problem:
        raise ArpadError("account-password-file", file=str(file), problem=str(problem)) from None


# `arpad office key`: the key with which the office signs, shown and changed.

key = Group(help="cli.command.office-key", no_args_is_help=True)
office.add_command(key, "key")


@key.command("show", cls=OfficeCommand, help="cli.command.office-key-show")
def show(context: click.Context) -> None:
    from arpad.office.proof.signatures import office_keys

    settings = shared(context)
    with opened(context) as database:
        keys, file = office_keys(database)
    if settings.as_json:
        print_json({"keys": [public_key.document() for public_key in keys], "file": file or None})
        return
    language = settings.language
    if not keys:
        line(text("label.key-none", language))
        return
    rows = [[str(public_key.number), public_key.public, str(public_key.since)] for public_key in keys]
    table(language, ["player-rank", "public-key", "since-line"], rows, left=(1,))
    line(text("label.key-here" if file else "label.key-away", language, file=file))


@key.command("rotate", cls=OfficeCommand, help="cli.command.office-key-rotate")
def rotate(context: click.Context, lost: Annotated[bool, Option("--lost", help="cli.help.key-lost")] = False) -> None:
    from arpad.office.proof.signatures import change_key

    settings = shared(context)
    with opened(context) as database:
        public_key = change_key(database, acting(context), lost=lost)
        file = str(database.signer.file)
    words = text("label.key-changed", settings.language, number=public_key.number, public=public_key.public)
    tell(settings, public_key.document() | {"file": file}, words, text("label.key-here", settings.language, file=file))
