"""Your own account: another password, a second factor, where you are signed in."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import Form
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from arpad.i18n import ArpadError
from arpad.office.accounts.people import LONGEST_PASSWORD, Account, policy_of, sign_ins_of
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
from arpad.office.documents import ACCOUNT, SIGN_IN
from arpad.papers.typeset import qr_svg
from arpad.web.answers import Answer, html, json_text, wants_json
from arpad.web.desk.acting import RESPONSES, done, refused
from arpad.web.desk.forms import Around, FormField, FormPage, Typed, show
from arpad.web.desk.place import EVERYBODY, acting_now
from arpad.web.desk.shapes import OWN_ACCOUNT
from arpad.web.language import language_of
from arpad.web.later_routes import LaterRouter
from arpad.web.once import OnceRoute
from arpad.web.page_words import problem_on_page
from arpad.web.pages import Pages
from arpad.web.security import OWN_FACTOR, NotAllowed, Reader, session_secret

me = Pages("accounts")
changing_me = LaterRouter(include_in_schema=False, route_class=OnceRoute)

ME = "/office/me"
BACK = Around(ME)
OLD = FormField("old_password", "password", required=True)
NEW = FormPage("own-password", (OLD, FormField("password", "password", required=True)))
OFF = FormPage("factor-off", (OLD,))
CODES = FormPage("recovery-codes", (OLD,))
SHOWN = 20

Old = Annotated[str, Form(max_length=LONGEST_PASSWORD * 2, description="Your present password.")]
Code = Annotated[str, Form(max_length=40, description="The code that your app shows.")]


@me.page(ME, "desk_me.html", OWN_ACCOUNT)
def own_account(request: Request, account: Reader) -> Answer:
    """Your own account, and when it was used to sign in."""
    database = request.app.state.site.database
    found = sign_ins_of(database, account.name, SHOWN)
    left = codes_left(database, account.name)
    return Answer(
        document=lambda: ACCOUNT.document(account) | {"sign_ins": [SIGN_IN.document(one) for one in found]},
        page=lambda: {"data": found, "left": left, "policy": policy_of(database)},
    )


@changing_me.get("/office/me/password")
def password_form(request: Request, account: Reader) -> Response:
    _no_program(account)
    return show(request, NEW, BACK)


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
        return refused(request, problem, NEW, BACK, typed)
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
    return show(request, OFF, BACK)


@changing_me.post("/office/me/second-factor/off", dependencies=EVERYBODY, responses=RESPONSES)
def without_factor(request: Request, account: Reader, typed: Typed, old_password: Old = "") -> Response:
    """Sign in with the password alone from now on."""
    _no_program(account)
    try:
        _check_password(request, account, old_password)
    except ArpadError as problem:
        return refused(request, problem, OFF, BACK, typed)
    take_factor_away(request.app.state.site.database, account.name, acting_now(request))
    return done(request, ME, "factor-off", {"name": account.name, "second_factor": False})


@changing_me.get("/office/me/recovery-codes")
def codes_form(request: Request, account: Reader) -> Response:
    _no_program(account)
    return show(request, CODES, BACK)


@changing_me.post("/office/me/recovery-codes", dependencies=EVERYBODY, responses=RESPONSES)
def other_codes(request: Request, account: Reader, typed: Typed, old_password: Old = "") -> Response:
    """Make other recovery codes; the old ones are good for nothing."""
    _no_program(account)
    site = request.app.state.site
    try:
        _check_password(request, account, old_password)
        codes = new_recovery_codes(site.database, account.name, site.settings.secret(), acting_now(request))
    except ArpadError as problem:
        return refused(request, problem, CODES, BACK, typed)
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
    address = factor_address(secret, account.name)
    values = {
        "secret": secret, "spaced": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
        "symbol": Markup(qr_svg.__wrapped__(address)), "wrong": wrong, "needed": _is_needed(request, account),
    }  # fmt: skip
    return html(request, "desk_factor.html", values, 400 if wrong else 200)


def _is_needed(request: Request, account: Account) -> bool:
    return account.is_officer and policy_of(request.app.state.site.database).second_factor == "officers"


def _codes_page(request: Request, codes: Sequence[str]) -> Response:
    if wants_json(request):
        return json_text({"recovery_codes": list(codes)})
    request.state.leads_to = ME  # the codes are shown once
    return html(request, "desk_recovery.html", {"codes": codes})
