"""Tokens, with which programs act for an account: people make their own, officers take back any."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import Form, Query
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arpad.i18n import ArpadError
from arpad.office.accounts.people import Account
from arpad.office.accounts.tokens import SCOPES, TOKEN_DAYS, Token, add_token, drop_token, tokens_of
from arpad.office.documents import TOKEN
from arpad.web.answers import Answer, html, json_text, listing, wants_json
from arpad.web.describing import shaped
from arpad.web.desk.acting import RESPONSES, done
from arpad.web.desk.place import EVERYBODY, OFFICERS, acting_now
from arpad.web.desk.shapes import DroppedTokenDocument
from arpad.web.language import language_of
from arpad.web.later_routes import LaterRouter
from arpad.web.once import OnceRoute
from arpad.web.page_words import problem_on_page
from arpad.web.pages import Pages
from arpad.web.security import Auditor, NotAllowed, Reader, check_way_in

tokens = Pages("accounts")
making_tokens = LaterRouter(tags=["accounts"], route_class=OnceRoute)
OWN, ALL = "/office/tokens", "/office/accounts/tokens"
PERIODS = (7, 30, 90, 180, 366)

Beginning = Annotated[str, Form(min_length=12, max_length=64, description="What its fingerprint begins with.")]


@tokens.page(OWN, "desk_tokens.html", list[Annotated[dict[str, Any], TOKEN]])
def own_tokens(request: Request, account: Reader) -> Answer:
    """The tokens of your own account: only the beginning of each, never all of it."""
    return _tokens(request, account)


@tokens.page(ALL, "desk_all_tokens.html", list[Annotated[dict[str, Any], TOKEN]], table=True)
def all_tokens(request: Request, _account: Auditor) -> Answer:
    """The tokens of all accounts, when they end and when they were used last."""
    site = request.app.state.site
    return listing(TOKEN, tokens_of(site.database, None), lambda: {"now": site.settings.now().isoformat()})


def _tokens(request: Request, account: Account, secret: str = "", label: str = "", wrong: str = "") -> Answer:
    found = tokens_of(request.app.state.site.database, account.name)
    values = {
        "data": found, "secret": secret, "label": label, "wrong": wrong, "scopes": SCOPES, "periods": PERIODS,
        "days": TOKEN_DAYS, "now": request.app.state.site.settings.now().isoformat(),
    }  # fmt: skip
    return Answer(lambda: [TOKEN.document(token) for token in found], lambda: values)


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
        made = add_token(site.database, account.name, said, secret, acting_now(request), days=days, scopes=scopes)
    except ArpadError as problem:
        if wants_json(request):
            raise
        wrong = problem_on_page(problem, language_of(request))
        return html(request, "desk_tokens.html", _tokens(request, account, label=label, wrong=wrong).values(), 400)
    if wants_json(request):
        return json_text(TOKEN.document(made) | {"token": secret})
    request.state.leads_to = OWN  # the secret is shown once
    return html(request, "desk_tokens.html", _tokens(request, account, secret, label).values())


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
    return done(request, OWN, "token-dropped", {"beginning": beginning})


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
    return done(request, ALL, "token-dropped", {"beginning": beginning, "account": account})


def _ask(request: Request, found: list[Token], beginning: str, back: str) -> Response:
    token = next((one for one in found if one.beginning == beginning), None)
    if token is None:
        raise HTTPException(404)
    return html(request, "desk_token_drop.html", {"token": token, "back": back})
