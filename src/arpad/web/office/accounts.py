"""Pages for accounts, the visitor's password and second factor, and API tokens."""

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Query
from markupsafe import Markup
from msgspec import UNSET, UnsetType
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import Document
from arpad.i18n import ArpadError, text
from arpad.inputs.declared import Input
from arpad.inputs.times import zone_names
from arpad.office.accounts.people import (
    LONGEST_PASSWORD,
    ROLES,
    SCOPES,
    TOKEN_DAYS,
    Account,
    Role,
    SignIn,
    Token,
    add_account,
    add_token,
    all_accounts,
    drop_token,
    erase_account,
    has_administrator,
    policy_of,
    set_active,
    set_password,
    set_policy,
    set_role,
    sign_ins_of,
    tokens_of,
)
from arpad.office.accounts.sign_in import (
    change_password,
    codes_left,
    confirm_password,
    end_other_sessions,
    factor_address,
    factor_secret,
    new_recovery_codes,
    set_factor,
    take_factor_away,
)
from arpad.office.details import details_of, set_details
from arpad.office.storage.database import office_zone, set_office_zone
from arpad.papers.typeset import qr_svg
from arpad.web.cache import Answer, html, json_text, listing, wants_json
from arpad.web.office.forms import (
    ADMINISTRATORS,
    EVERYBODY,
    OFFICERS,
    RESPONSES,
    Around,
    FormPage,
    Typed,
    acting_now,
    done,
    refused,
    show,
)
from arpad.web.office.home import OWN_ACCOUNT
from arpad.web.openapi import shaped
from arpad.web.problems import IdempotentRoute
from arpad.web.routes import Pages
from arpad.web.security import OWN_FACTOR, Administrator, Auditor, NotAllowed, Reader, check_way_in, session_secret
from arpad.web.site import language_of, problem_on_page
from arpad.web.tables import Facet, Field, ForgivingRoute, PageColumn, by_column, living, sorting, with_workbook

# Accounts: administrators change them, officers and auditors see them.

account_pages = Pages("accounts")
changing = APIRouter(include_in_schema=False, route_class=IdempotentRoute)
"""Programs change no accounts."""

BACK_TO_ACCOUNTS = Around("/office/accounts")
PASSWORD = Input(name="password", kind="password")
ROLE = Input(name="role", kind="select", options=ROLES, words="web.role.", default="")
ADD = FormPage("account", (Input(name="name"), ROLE, PASSWORD))
NEW_PASSWORD = FormPage("password", (Input(name="name"), PASSWORD))
DETAILS = FormPage("office-details", (Input(name="office_name", default=""), Input(name="office_contact", default="")))
SIGN_INS_SHOWN = 200

Name = Annotated[str, Form(max_length=200, description="The name of an account.")]
Password = Annotated[str, Form(max_length=LONGEST_PASSWORD * 2, description="Ten characters or more.")]


PEOPLE = (
    PageColumn("name", "web.field.name", by=attrgetter("name")),
    PageColumn("role", "web.field.role", by=attrgetter("role")),
    PageColumn("second_factor", "table.second-factor", by=lambda one: not one.second_factor),
    PageColumn("state", "table.state", by=lambda one: not one.active),
)
ACT = PageColumn("act", "web.verdict.act", sorts=False, unseen=True)


@account_pages.page(
    "/office/accounts", "desk_accounts.html", list[Account], table=True, xlsx=True, forgiving=ForgivingRoute
)
def all_of_them(
    request: Request,
    account: Auditor,
    role: Annotated[Role | Literal[""], Query(description="Only those with this role.")] = "",
    sort: Annotated[str, sorting(*(column.name for column in PEOPLE))] = "",
) -> Answer:
    """The people who may sign in."""
    database, language = request.app.state.site.database, language_of(request)
    accounts = by_column([one for one in all_accounts(database) if role in ("", one.role)], PEOPLE, sort)
    named = has_administrator(database)
    manages = account.role == "administrator" or (account.role == "officer" and not named)
    more = {"roles": ROLES, "policy": policy_of(database), "named": named, "manages": manages}
    more |= {"zone": office_zone(database), "zones": zone_names(), "details": details_of(database)}
    columns = (*PEOPLE, ACT) if manages else PEOPLE
    label = text("web.desk.accounts", language)
    fields = (Field("role", "web.field.role", role, [Facet(one, text(f"web.role.{one}", language)) for one in ROLES]),)
    answer = listing(
        Account,
        accounts,
        lambda: more | {"table": living(request, columns, accounts, label=label, sort=sort, fields=fields)},
    )
    return with_workbook(answer, request)


@account_pages.page("/office/accounts/sign-ins", "desk_sign_ins.html", list[SignIn], table=True)
def all_sign_ins(request: Request, _account: Auditor) -> Answer:
    """Who has signed in lately or tried to, from which network."""
    database = request.app.state.site.database
    ins = sign_ins_of(database, None, SIGN_INS_SHOWN)
    return listing(SignIn, ins, lambda: {"days": policy_of(database).sign_in_days})


@changing.get("/office/accounts/new")
def add_form(request: Request, _account: Administrator) -> Response:
    return show(request, ADD, BACK_TO_ACCOUNTS)


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
        account = add_account(request.app.state.site.database, name, password, role, acting_now(request))  # type: ignore[arg-type]
    except ArpadError as problem:
        return refused(request, problem, ADD, BACK_TO_ACCOUNTS, typed)
    return done(request, BACK_TO_ACCOUNTS.back, "account-added", account)


@changing.get("/office/accounts/password")
def password_form(request: Request, _account: Administrator) -> Response:
    return show(request, NEW_PASSWORD, BACK_TO_ACCOUNTS)


@changing.post("/office/accounts/password", dependencies=ADMINISTRATORS, responses=RESPONSES)
def new_password(request: Request, typed: Typed, name: Name = "", password: Password = "") -> Response:
    """Give an account another password: everybody signed in with the old one is signed out, and its tokens end."""
    try:
        set_password(request.app.state.site.database, name, password, acting_now(request))
    except ArpadError as problem:
        return refused(request, problem, NEW_PASSWORD, BACK_TO_ACCOUNTS, typed)
    return done(request, BACK_TO_ACCOUNTS.back, "password", {"name": name})


@changing.post("/office/accounts/role", dependencies=ADMINISTRATORS, responses=RESPONSES)
def new_role(
    request: Request, name: Name = "", role: Annotated[str, Form(description="The new role.")] = ""
) -> Response:
    """Give an account another role."""
    changed = set_role(request.app.state.site.database, name, role, acting_now(request))  # type: ignore[arg-type]
    return done(request, BACK_TO_ACCOUNTS.back, "account-role", changed)


@changing.post("/office/accounts/second-factor/off", dependencies=ADMINISTRATORS, responses=RESPONSES)
def without_factor(request: Request, name: Name = "") -> Response:
    """Take the second factor of an account away: somebody has lost their telephone and their recovery codes."""
    take_factor_away(request.app.state.site.database, name, acting_now(request))
    return done(request, BACK_TO_ACCOUNTS.back, "factor-off", {"name": name, "second_factor": False})


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
    return done(request, BACK_TO_ACCOUNTS.back, "account-policy", document)


@changing.post("/office/time-zone", dependencies=ADMINISTRATORS, responses=RESPONSES)
def new_zone(
    request: Request, time_zone: Annotated[str, Form(max_length=100, description="A zone: Europe/Madrid.")] = ""
) -> Response:
    """Set the time zone of events that are made here and name none of their own."""
    zone = set_office_zone(request.app.state.site.database, time_zone, acting_now(request))
    return done(request, BACK_TO_ACCOUNTS.back, "time-zone", {"time_zone": zone})


@changing.get("/office/details")
def details_form(request: Request, _account: Administrator) -> Response:
    details = details_of(request.app.state.site.database)
    return show(request, DETAILS, BACK_TO_ACCOUNTS, {"office_name": details.name, "office_contact": details.contact})


@changing.post("/office/details", dependencies=ADMINISTRATORS, responses=RESPONSES)
def new_details(
    request: Request,
    typed: Typed,
    office_name: Annotated[str, Form(max_length=1000, description="The name of the office.")] = "",
    office_contact: Annotated[str, Form(max_length=1000, description="A mail address, or a page.")] = "",
) -> Response:
    """Say what the office is called, and how it is reached."""
    try:
        details = set_details(request.app.state.site.database, office_name, office_contact, acting_now(request))
    except ArpadError as problem:
        return refused(request, problem, DETAILS, BACK_TO_ACCOUNTS, typed)
    return done(request, BACK_TO_ACCOUNTS.back, "office-details", details)


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
    return done(request, BACK_TO_ACCOUNTS.back, "account-erased", {"name": name})


def _turn(request: Request, name: str, *, active: bool) -> Response:
    set_active(request.app.state.site.database, name, active, acting_now(request))
    return done(
        request, BACK_TO_ACCOUNTS.back, "account-open" if active else "account-closed", {"name": name, "active": active}
    )


# Your own account: another password, a second factor, where you are signed in.

me = Pages("accounts")
changing_me = APIRouter(include_in_schema=False, route_class=IdempotentRoute)

ME = "/office/me"
BACK_TO_ME = Around(ME)
OLD = Input(name="old_password", kind="password")
NEW = FormPage("own-password", (OLD, Input(name="password", kind="password")))
OFF = FormPage("factor-off", (OLD,))
CODES = FormPage("recovery-codes", (OLD,))
SHOWN = 20

Old = Annotated[str, Form(max_length=LONGEST_PASSWORD * 2, description="Your present password.")]
Code = Annotated[str, Form(max_length=40, description="The code that your app shows.")]


@me.page(ME, "desk_me.html", OWN_ACCOUNT)
def own_account(request: Request, account: Reader) -> Answer:
    """Your own account, and when it was used to sign in."""
    database = request.app.state.site.database
    ins = sign_ins_of(database, account.name, SHOWN)
    left = codes_left(database, account.name)
    return Answer(
        document=lambda: account.document() | {"sign_ins": ins},
        page=lambda: {"data": ins, "left": left, "policy": policy_of(database)},
    )


@changing_me.get("/office/me/password")
def own_password_form(request: Request, account: Reader) -> Response:
    _no_program(account)
    return show(request, NEW, BACK_TO_ME)


@changing_me.post("/office/me/password", dependencies=EVERYBODY, responses=RESPONSES)
def own_password(
    request: Request,
    account: Reader,
    typed: Typed,
    old_password: Old = "",
    password: Annotated[str, Form(max_length=LONGEST_PASSWORD * 2, description="Ten characters or more.")] = "",
) -> Response:
    """Set another password for yourself: you are signed out everywhere else, and your tokens end."""
    _no_program(account)
    try:
        site, secret = request.app.state.site, session_secret(request)
        change_password(site.database, account.name, old_password, password, secret, acting_now(request))
    except ArpadError as problem:
        return refused(request, problem, NEW, BACK_TO_ME, typed)
    return done(request, ME, "own-password", {"name": account.name})


@changing_me.get(OWN_FACTOR)
def factor_form(request: Request, account: Reader) -> Response:
    """The secret of a new second factor, as a QR code and in letters."""
    _no_program(account)
    return _factor_page(request, account, factor_secret(request.app.state.site.settings.secret()))


@changing_me.post(OWN_FACTOR, dependencies=EVERYBODY, responses=RESPONSES)
def own_factor(
    request: Request,
    account: Reader,
    secret: Annotated[str, Form(max_length=64, description="The secret that the page showed.")] = "",
    code: Code = "",
) -> Response:
    """Set up a second factor. The recovery codes are shown once."""
    _no_program(account)
    site = request.app.state.site
    try:
        if account.second_factor:
            raise ArpadError("account-has-factor")
        codes = set_factor(site.database, account.name, secret, code, site.settings.secret(), acting_now(request))
    except ArpadError as problem:
        if wants_json(request):
            raise
        return _factor_page(request, account, secret, problem_on_page(problem, language_of(request)))
    return _codes_page(request, codes)


@changing_me.get("/office/me/second-factor/off")
def off_form(request: Request, account: Reader) -> Response:
    _no_program(account)
    return show(request, OFF, BACK_TO_ME)


@changing_me.post("/office/me/second-factor/off", dependencies=EVERYBODY, responses=RESPONSES)
def without_own_factor(request: Request, account: Reader, typed: Typed, old_password: Old = "") -> Response:
    """Sign in with the password alone from now on."""
    _no_program(account)
    try:
        _check_password(request, account, old_password)
    except ArpadError as problem:
        return refused(request, problem, OFF, BACK_TO_ME, typed)
    take_factor_away(request.app.state.site.database, account.name, acting_now(request))
    return done(request, ME, "factor-off", {"name": account.name, "second_factor": False})


@changing_me.get("/office/me/recovery-codes")
def codes_form(request: Request, account: Reader) -> Response:
    _no_program(account)
    return show(request, CODES, BACK_TO_ME)


@changing_me.post("/office/me/recovery-codes", dependencies=EVERYBODY, responses=RESPONSES)
def other_codes(request: Request, account: Reader, typed: Typed, old_password: Old = "") -> Response:
    """Make other recovery codes; the old ones are good for nothing."""
    _no_program(account)
    site = request.app.state.site
    try:
        _check_password(request, account, old_password)
        codes = new_recovery_codes(site.database, account.name, site.settings.secret(), acting_now(request))
    except ArpadError as problem:
        return refused(request, problem, CODES, BACK_TO_ME, typed)
    return _codes_page(request, codes)


@changing_me.post("/office/me/sessions/end", dependencies=EVERYBODY, responses=RESPONSES)
def elsewhere(request: Request, account: Reader) -> Response:
    """Sign out everywhere else."""
    _no_program(account)
    ended = end_other_sessions(request.app.state.site.database, account.name, session_secret(request))
    return done(request, ME, "signed-out-elsewhere", {"ended": ended})


def _no_program(account: Account) -> None:
    """A program never changes the account it acts for."""
    if account.scopes is not None:
        raise NotAllowed


def _check_password(request: Request, account: Account, typed: str) -> None:
    confirm_password(request.app.state.site.database, account.name, typed, acting_now(request).at)


def _factor_page(request: Request, account: Account, secret: str, wrong: str = "") -> Response:
    address, policy = factor_address(secret, account.name), policy_of(request.app.state.site.database)
    needed = account.is_officer and policy.second_factor == "officers"
    values = {
        "secret": secret, "spaced": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
        "symbol": Markup(qr_svg.__wrapped__(address)), "wrong": wrong, "needed": needed,
    }  # fmt: skip
    return html(request, "desk_factor.html", values, 400 if wrong else 200)


def _codes_page(request: Request, codes: Sequence[str]) -> Response:
    if wants_json(request):
        return json_text({"recovery_codes": list(codes)})
    request.state.leads_to = ME  # the codes are shown once
    return html(request, "desk_recovery.html", {"codes": codes})


# Tokens, with which programs act for an account: people make their own, officers take back any.

tokens = Pages("accounts")
making_tokens = APIRouter(tags=["accounts"], route_class=IdempotentRoute)
OWN, ALL = "/office/tokens", "/office/accounts/tokens"
PERIODS = (7, 30, 90, 180, 366)

Beginning = Annotated[str, Form(min_length=12, max_length=64, description="What its fingerprint begins with.")]


@tokens.page(OWN, "desk_tokens.html", list[Token])
def own_tokens(request: Request, account: Reader) -> Answer:
    """The tokens of your own account: only the beginning of each, never all of it."""
    return _tokens(request, account)


@tokens.page(ALL, "desk_all_tokens.html", list[Token], table=True)
def all_tokens(request: Request, _account: Auditor) -> Answer:
    """The tokens of all accounts, when they end and when they were used last."""
    site = request.app.state.site
    return listing(Token, tokens_of(site.database, None), lambda: {"now": site.settings.now().isoformat()})


def _tokens(request: Request, account: Account, secret: str = "", label: str = "", wrong: str = "") -> Answer:
    found = tokens_of(request.app.state.site.database, account.name)
    values = {
        "data": found, "secret": secret, "label": label, "wrong": wrong, "scopes": SCOPES, "periods": PERIODS,
        "days": TOKEN_DAYS, "now": request.app.state.site.settings.now().isoformat(),
    }  # fmt: skip
    return Answer(lambda: found, lambda: values)


@making_tokens.post(OWN, dependencies=EVERYBODY, responses=RESPONSES, include_in_schema=False)
def new_token(
    request: Request,
    account: Reader,
    label: Annotated[str, Form(max_length=60, description="What it is for.")] = "",
    days: Annotated[int, Form(description="For how many days it is good, 366 at most.")] = TOKEN_DAYS,
    scopes: Annotated[
        Sequence[str], Form(description="What it may be used for: read, reports, events, office.")
    ] = SCOPES,
) -> Response:
    """Make a token for a program, with some of the rights of the account. It is shown once. A program cannot make
    one."""
    site = request.app.state.site
    if request.state.by_token:
        raise NotAllowed
    secret, said = site.settings.secret(), " ".join(label.split()) or "–"
    try:
        token = add_token(site.database, account.name, said, secret, acting_now(request), days=days, scopes=scopes)
    except ArpadError as problem:
        if wants_json(request):
            raise
        wrong = problem_on_page(problem, language_of(request))
        return html(request, "desk_tokens.html", _tokens(request, account, label=label, wrong=wrong).values(), 400)
    if wants_json(request):
        return json_text(token.document() | {"token": secret})
    request.state.leads_to = OWN  # the secret is shown once
    return html(request, "desk_tokens.html", _tokens(request, account, secret, label).values())


class DroppedTokenDocument(Document, frozen=True):
    """A token that was taken back."""

    beginning: str
    account: str | UnsetType = UNSET


@making_tokens.get("/office/tokens/drop", include_in_schema=False)
def before_drop(
    request: Request, account: Reader, beginning: Annotated[str, Query(min_length=12, max_length=64)]
) -> Response:
    """Ask before a token is taken back."""
    return _ask(request, tokens_of(request.app.state.site.database, account.name), beginning, OWN)


@making_tokens.post("/office/tokens/drop", dependencies=EVERYBODY, responses=RESPONSES)
@shaped(DroppedTokenDocument)
def drop(request: Request, account: Reader, beginning: Beginning) -> Response:
    """Take a token of your own back."""
    check_way_in(request, account, "office")
    drop_token(request.app.state.site.database, account.name, beginning, acting_now(request))
    return done(request, OWN, "token-dropped", DroppedTokenDocument(beginning))


@making_tokens.get("/office/accounts/tokens/drop", include_in_schema=False)
def before_drop_of_others(
    request: Request, _account: Auditor, beginning: Annotated[str, Query(min_length=12, max_length=64)]
) -> Response:
    """Ask before a token of somebody is taken back."""
    return _ask(request, tokens_of(request.app.state.site.database, None), beginning, ALL)


@making_tokens.post("/office/accounts/tokens/drop", dependencies=OFFICERS, responses=RESPONSES)
@shaped(DroppedTokenDocument)
def drop_of_others(
    request: Request,
    beginning: Beginning,
    account: Annotated[str, Form(max_length=200, description="The account it acts for.")] = "",
) -> Response:
    """Take a token of somebody back, for officers."""
    drop_token(request.app.state.site.database, account, beginning, acting_now(request))
    return done(request, ALL, "token-dropped", DroppedTokenDocument(beginning, account))


def _ask(request: Request, found: list[Token], beginning: str, back: str) -> Response:
    token = next((one for one in found if one.beginning == beginning), None)
    if token is None:
        raise HTTPException(404)
    return html(request, "desk_token_drop.html", {"token": token, "back": back})
