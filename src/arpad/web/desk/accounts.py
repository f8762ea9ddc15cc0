"""Accounts: administrators change them, officers and auditors see them."""

from dataclasses import replace
from typing import Annotated, Any

from fastapi import Form
from starlette.requests import Request
from starlette.responses import Response

from arpad.i18n import ArpadError
from arpad.inputs.times import zone_names
from arpad.office.accounts.people import (
    LONGEST_PASSWORD,
    ROLES,
    add_account,
    all_accounts,
    erase_account,
    has_administrator,
    policy_of,
    set_active,
    set_password,
    set_policy,
    set_role,
    sign_ins_of,
)
from arpad.office.accounts.sign_in import take_factor_away
from arpad.office.context import office_zone, set_office_zone
from arpad.office.documents import ACCOUNT, SIGN_IN
from arpad.web.answers import Answer, listing
from arpad.web.desk.acting import RESPONSES, done, refused
from arpad.web.desk.forms import Around, FormField, FormPage, Typed, show
from arpad.web.desk.place import ADMINISTRATORS, acting_now
from arpad.web.later_routes import LaterRouter
from arpad.web.once import OnceRoute
from arpad.web.pages import Pages
from arpad.web.security import Administrator, Auditor

accounts = Pages("accounts")
changing = LaterRouter(include_in_schema=False, route_class=OnceRoute)
"""Programs change no accounts."""

BACK = Around("/office/accounts")
PASSWORD = FormField("password", "password", required=True)
ROLE = FormField("role", "select", options=ROLES, words="web.role.")
ADD = FormPage("account", (FormField("name", required=True), ROLE, PASSWORD))
NEW_PASSWORD = FormPage("password", (FormField("name", required=True), PASSWORD))
SIGN_INS_SHOWN = 200

Name = Annotated[str, Form(max_length=200, description="The name of an account.")]
Password = Annotated[str, Form(max_length=LONGEST_PASSWORD * 2, description="Ten characters or more.")]


@accounts.page("/office/accounts", "desk_accounts.html", list[Annotated[dict[str, Any], ACCOUNT]], table=True)
def all_of_them(request: Request, account: Auditor) -> Answer:
    """The people who may sign in."""
    database = request.app.state.site.database
    found = all_accounts(database)
    named = has_administrator(database)
    manages = account.role == "administrator" or (account.role == "officer" and not named)
    more = {"roles": ROLES, "policy": policy_of(database), "named": named, "manages": manages}
    more |= {"zone": office_zone(database), "zones": zone_names()}
    return listing(ACCOUNT, found, lambda: more)


@accounts.page("/office/accounts/sign-ins", "desk_sign_ins.html", list[Annotated[dict[str, Any], SIGN_IN]], table=True)
def all_sign_ins(request: Request, _account: Auditor) -> Answer:
    """Who has signed in lately or tried to, from which network."""
    database = request.app.state.site.database
    found = sign_ins_of(database, None, SIGN_INS_SHOWN)
    return listing(SIGN_IN, found, lambda: {"days": policy_of(database).sign_in_days})


@changing.get("/office/accounts/new")
def add_form(request: Request, _account: Administrator) -> Response:
    return show(request, ADD, BACK)


@changing.post("/office/accounts/new", dependencies=ADMINISTRATORS, responses=RESPONSES)
def add(
    request: Request,
    typed: Typed,
    name: Name = "",
    role: Annotated[str, Form(description=f"{', '.join(ROLES[:-1])} or {ROLES[-1]}.")] = "",
    password: Password = "",
) -> Response:
    """Open the office to somebody."""
    try:
        made = add_account(request.app.state.site.database, name, password, role, acting_now(request))  # type: ignore[arg-type]
    except ArpadError as problem:
        return refused(request, problem, ADD, BACK, typed)
    return done(request, BACK.back, "account-added", ACCOUNT.document(made))


@changing.get("/office/accounts/password")
def password_form(request: Request, _account: Administrator) -> Response:
    return show(request, NEW_PASSWORD, BACK)


@changing.post("/office/accounts/password", dependencies=ADMINISTRATORS, responses=RESPONSES)
def new_password(request: Request, typed: Typed, name: Name = "", password: Password = "") -> Response:
    """Give an account another password: everybody signed in with the old one is signed out, and its tokens end."""
    try:
        set_password(request.app.state.site.database, name, password, acting_now(request))
    except ArpadError as problem:
        return refused(request, problem, NEW_PASSWORD, BACK, typed)
    return done(request, BACK.back, "password", {"name": name})


@changing.post("/office/accounts/role", dependencies=ADMINISTRATORS, responses=RESPONSES)
def new_role(
    request: Request, name: Name = "", role: Annotated[str, Form(description="The new role.")] = ""
) -> Response:
    """Give an account another role."""
    changed = set_role(request.app.state.site.database, name, role, acting_now(request))  # type: ignore[arg-type]
    return done(request, BACK.back, "account-role", ACCOUNT.document(changed))


@changing.post("/office/accounts/second-factor/off", dependencies=ADMINISTRATORS, responses=RESPONSES)
def without_factor(request: Request, name: Name = "") -> Response:
    """Take the second factor of an account away: somebody has lost their telephone and their recovery codes."""
    take_factor_away(request.app.state.site.database, name, acting_now(request))
    return done(request, BACK.back, "factor-off", {"name": name, "second_factor": False})


@changing.post("/office/accounts/policy", dependencies=ADMINISTRATORS, responses=RESPONSES)
def new_policy(
    request: Request,
    second_factor: Annotated[str, Form(description="optional or officers: whether officers must have one.")] = "",
    sign_in_days: Annotated[int | None, Form(description="For how many days sign-ins are remembered.")] = None,
) -> Response:
    """What the office demands of its accounts."""
    database = request.app.state.site.database
    changes: dict[str, Any] = {"second_factor": second_factor or None, "sign_in_days": sign_in_days}
    wanted = replace(policy_of(database), **{name: value for name, value in changes.items() if value is not None})
    set_policy(database, wanted, acting_now(request))
    document = {"second_factor": wanted.second_factor, "sign_in_days": wanted.sign_in_days}
    return done(request, BACK.back, "account-policy", document)


@changing.post("/office/time-zone", dependencies=ADMINISTRATORS, responses=RESPONSES)
def new_zone(
    request: Request, time_zone: Annotated[str, Form(max_length=100, description="A zone: Europe/Madrid.")] = ""
) -> Response:
    """Set the time zone of events that are made here and name none of their own."""
    zone = set_office_zone(request.app.state.site.database, time_zone, acting_now(request))
    return done(request, BACK.back, "time-zone", {"time_zone": zone})


@changing.post("/office/accounts/close", dependencies=ADMINISTRATORS, responses=RESPONSES)
def close(request: Request, account: Administrator, name: Name = "") -> Response:
    """Close an account. The log keeps what was done with it."""
    if name == account.name:
        raise ArpadError("account-own")
    return _turn(request, name, active=False)


@changing.post("/office/accounts/open", dependencies=ADMINISTRATORS, responses=RESPONSES)
def reopen(request: Request, name: Name = "") -> Response:
    """Open an account again."""
    return _turn(request, name, active=True)


@changing.post("/office/accounts/erase", dependencies=ADMINISTRATORS, responses=RESPONSES)
def erase(request: Request, name: Name = "") -> Response:
    """Erase an account that is closed. The log keeps its name."""
    erase_account(request.app.state.site.database, name, acting_now(request))
    return done(request, BACK.back, "account-erased", {"name": name})


def _turn(request: Request, name: str, *, active: bool) -> Response:
    set_active(request.app.state.site.database, name, active, acting_now(request))
    return done(request, BACK.back, "account-open" if active else "account-closed", {"name": name, "active": active})
