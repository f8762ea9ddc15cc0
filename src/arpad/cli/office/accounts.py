"""`arpad office account`: people who may sign in on the web."""

from pathlib import Path
from typing import Annotated

import typer

from arpad.cli.office.app import office
from arpad.cli.office.documents import answer_list
from arpad.cli.office.options import OfficeCommand, opened
from arpad.cli.output import line, print_json
from arpad.cli.shared import Group, Shared, shared
from arpad.locale import ArpadError, text
from arpad.office.documents import ACCOUNT

account = typer.Typer(cls=Group, help="cli.command.office-account", no_args_is_help=True)
office.add_typer(account, name="account")

Name = Annotated[str, typer.Argument(metavar="NAME", help="cli.help.account-name")]
PasswordFile = Annotated[
    Path | None, typer.Option("--password-file", metavar="FILE", help="cli.help.account-password-file")
]


@account.command("add", cls=OfficeCommand, help="cli.command.office-account-add")
def add(
    context: typer.Context,
    name: Name,
    role: Annotated[
        str, typer.Option("--role", metavar="officer|arbiter|read-only", help="cli.help.account-role")
    ] = "officer",
    password_file: PasswordFile = None,
) -> None:
    from arpad.office.accounts import add_account

    settings = shared(context)
    with opened(context) as database:
        database.check()
        made = add_account(database, name, _password(settings, password_file), role)  # type: ignore[arg-type]
    if settings.as_json:
        print_json(ACCOUNT.document(made))
    else:
        role_word = text(f"web.role.{made.role}", settings.language)
        line(text("label.account-added", settings.language, name=made.name, role=role_word), style="bold")


@account.command("list", cls=OfficeCommand, help="cli.command.office-account-list")
def list_accounts(context: typer.Context) -> None:
    from arpad.office.accounts import all_accounts

    with opened(context) as database:
        found = all_accounts(database)
    answer_list(shared(context), ACCOUNT, found, ("name", "role", "active"), range(3), "label.account-none")


@account.command("password", cls=OfficeCommand, help="cli.command.office-account-password")
def password(context: typer.Context, name: Name, password_file: PasswordFile = None) -> None:
    from arpad.office.accounts import set_password

    settings = shared(context)
    with opened(context) as database:
        database.check()
        set_password(database, name, _password(settings, password_file))
    _answer(settings, "label.account-password-set", name)


@account.command("close", cls=OfficeCommand, help="cli.command.office-account-close")
def close(context: typer.Context, name: Name) -> None:
    _turn(context, name, "label.account-closed", active=False)


@account.command("open", cls=OfficeCommand, help="cli.command.office-account-open")
def reopen(context: typer.Context, name: Name) -> None:
    _turn(context, name, "label.account-opened", active=True)


def _turn(context: typer.Context, name: str, key: str, *, active: bool) -> None:
    from arpad.office.accounts import set_active

    with opened(context) as database:
        database.check()
        set_active(database, name, active)
    _answer(shared(context), key, name)


def _answer(settings: Shared, key: str, name: str) -> None:
    if settings.as_json:
        print_json({"name": name})
    else:
        line(text(key, settings.language, name=name), style="bold")


def _password(settings: Shared, file: Path | None) -> str:
    """Read the password from a file, or ask for it twice. It is never an option, which others could read."""
    if file is None:
        asked = text("label.account-password", settings.language)
        return str(typer.prompt(asked, hide_input=True, confirmation_prompt=True))
    try:
        return file.read_text("utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, UnicodeDecodeError) as problem:
        raise ArpadError("account-password-file", file=str(file), problem=str(problem)) from None
