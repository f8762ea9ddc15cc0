"""Accounts, for officers; and tokens, with which programs act for an account."""

from typing import Annotated

from fastapi import APIRouter, Form, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arpad.locale import ArpadError
from arpad.office.accounts import (
    LONGEST_PASSWORD,
    ROLES,
    Account,
    add_account,
    add_token,
    all_accounts,
    drop_token,
    set_active,
    set_password,
    tokens_of,
)
from arpad.office.documents import ACCOUNT
from arpad.web.answers import Answer, html, json_text, wants_json
from arpad.web.desk.acting import RESPONSES, done, refused
from arpad.web.desk.forms import Around, FormField, FormPage, Typed, show
from arpad.web.desk.place import EVERYBODY, OFFICERS
from arpad.web.once import OnceRoute
from arpad.web.pages import Pages
from arpad.web.security import NotAllowed, Officer, Reader

accounts = Pages("accounts")
changing = APIRouter(tags=["accounts"], route_class=OnceRoute)

BACK = Around("/office/accounts")
PASSWORD = FormField("password", "password", required=True)
ADD = FormPage(
    "account",
    (FormField("name", required=True), FormField("role", "select", options=ROLES, words="web.role."), PASSWORD),
)
ANEW = FormPage("password", (FormField("name", required=True), PASSWORD))

Name = Annotated[str, Form(max_length=200, description="The name of an account.")]
Password = Annotated[str, Form(max_length=LONGEST_PASSWORD * 2, description="Ten characters or more.")]


@accounts.page("/office/accounts", "desk_accounts.html", table=True)
def all_of_them(request: Request, _account: Officer) -> Answer:
    """The people who may sign in."""
    found = all_accounts(request.app.state.site.database)
    return Answer(
        document=lambda: [ACCOUNT.document(account) for account in found],
        page=lambda: {"data": found},
        table=lambda: ACCOUNT.table(found),
    )


@changing.get("/office/accounts/new", include_in_schema=False)
def add_form(request: Request, _account: Officer) -> Response:
    return show(request, ADD, BACK)


@changing.post("/office/accounts/new", dependencies=OFFICERS, responses=RESPONSES)
def add(
    request: Request,
    typed: Typed,
    name: Name = "",
    role: Annotated[str, Form(max_length=20, description="officer, arbiter or read-only.")] = "",
    password: Password = "",
) -> Response:
    """Open the office to somebody."""
    try:
        made = add_account(request.app.state.site.database, name, password, role)  # type: ignore[arg-type]
    except ArpadError as problem:
        return refused(request, problem, ADD, BACK, typed)
    return done(request, BACK.back, "account-added", ACCOUNT.document(made))


@changing.get("/office/accounts/password", include_in_schema=False)
def password_form(request: Request, _account: Officer) -> Response:
    return show(request, ANEW, BACK)


@changing.post("/office/accounts/password", dependencies=OFFICERS, responses=RESPONSES)
def new_password(request: Request, typed: Typed, name: Name = "", password: Password = "") -> Response:
    """Give an account another password; everybody signed in with the old one is signed out."""
    try:
        set_password(request.app.state.site.database, name, password)
    except ArpadError as problem:
        return refused(request, problem, ANEW, BACK, typed)
    return done(request, BACK.back, "password", {"name": name})


@changing.post("/office/accounts/close", dependencies=OFFICERS, responses=RESPONSES)
def close(request: Request, account: Officer, name: Name = "") -> Response:
    """Close an account. The log keeps what was done with it."""
    if name == account.name:
        raise ArpadError("account-own")
    return _turn(request, name, active=False)


@changing.post("/office/accounts/open", dependencies=OFFICERS, responses=RESPONSES)
def reopen(request: Request, name: Name = "") -> Response:
    """Open an account again."""
    return _turn(request, name, active=True)


def _turn(request: Request, name: str, *, active: bool) -> Response:
    set_active(request.app.state.site.database, name, active)
    return done(request, BACK.back, "account-open" if active else "account-closed", {"name": name, "active": active})


@accounts.page("/office/tokens", "desk_tokens.html")
def own_tokens(request: Request, account: Reader) -> Answer:
    """The tokens of your own account: only the beginning of each, never all of it."""
    return _tokens(request, account)


def _tokens(request: Request, account: Account, secret: str = "", label: str = "") -> Answer:
    found = tokens_of(request.app.state.site.database, account.name)
    rows = [{"beginning": beginning, "label": label} for beginning, label in found]
    return Answer(lambda: rows, lambda: {"data": rows, "secret": secret, "label": label})


@changing.post("/office/tokens", dependencies=EVERYBODY, responses=RESPONSES)
def new_token(
    request: Request,
    account: Reader,
    label: Annotated[str, Form(max_length=60, description="What it is for.")] = "",
) -> Response:
    """Make a token for a program, with the rights of the account. It is shown once. A program cannot make one."""
    site = request.app.state.site
    if request.state.by_token:
        raise NotAllowed
    secret = site.settings.secret()
    add_token(site.database, account.name, " ".join(label.split()) or "–", secret)
    if wants_json(request):
        return json_text({"label": label, "token": secret})
    request.state.leads_to = "/office/tokens"  # the secret is shown once
    return html(request, "desk_tokens.html", _tokens(request, account, secret, label).values())


@changing.get("/office/tokens/drop", include_in_schema=False)
def before_drop(
    request: Request, account: Reader, beginning: Annotated[str, Query(min_length=12, max_length=64)]
) -> Response:
    """Ask before a token is taken back."""
    labels = dict(tokens_of(request.app.state.site.database, account.name))
    if beginning not in labels:
        raise HTTPException(404)
    values = {"beginning": beginning, "label": labels[beginning]}
    return html(request, "desk_token_drop.html", values)


@changing.post("/office/tokens/drop", dependencies=EVERYBODY, responses=RESPONSES)
def drop(
    request: Request,
    account: Reader,
    beginning: Annotated[str, Form(min_length=12, max_length=64, description="What its fingerprint begins with.")],
) -> Response:
    """Take a token back."""
    drop_token(request.app.state.site.database, account.name, beginning)
    return done(request, "/office/tokens", "token-dropped", {"beginning": beginning})
