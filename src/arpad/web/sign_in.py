"""Sign-in and sign-out, with a second factor, and resuming a form after the session ended."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, Form
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.i18n import ArpadError, Language, has, text
from arpad.office.accounts.sign_in import (
    CODE_MINUTES,
    SESSION_HOURS,
    Session,
    confirm_code,
    remember_device,
    session_of,
    sign_in,
    sign_out,
)
from arpad.web.cache import html
from arpad.web.security import (
    FIELD,
    FORM_COOKIE,
    OwnForm,
    forget_cookie,
    is_sign_in_form,
    session_cookie,
    session_secret,
    set_cookie,
)
from arpad.web.site import language_of

# Signing in and out: a name and a password, then the code of the second factor if the account has one.

signing = APIRouter(include_in_schema=False)

DEVICE_COOKIE, CODE_COOKIE, LOGIN = "arpad_device", "arpad_code", "/login"
DEVICE_DAYS = 180


@dataclass(frozen=True, slots=True)
class LetIn:
    """The answer to somebody who signs in: a session and its secret, a session that waits for a code, or why there is
    none. `device` is what the browser is known by from now on."""

    session: Session | None
    secret: str = ""
    device: str = ""
    refusal: str = ""
    status: int = 200

    @property
    def waits(self) -> bool:
        """Whether a code is asked for."""
        return self.session is not None and self.session.waits

    def keep(self, request: Request, response: Response) -> None:
        """Keep the session in the browser."""
        if self.waits:
            set_cookie(request, response, CODE_COOKIE, self.secret, CODE_MINUTES * 60, LOGIN)
        elif self.session is not None:
            set_cookie(request, response, session_cookie(request), self.secret, SESSION_HOURS * 3600)
            set_cookie(request, response, DEVICE_COOKIE, self.device, DEVICE_DAYS * 24 * 3600, LOGIN)
            forget_cookie(response, CODE_COOKIE, LOGIN)


def let_in(request: Request, name: str, password: str, code: str = "") -> LetIn:
    """Sign somebody in by name and password, or by the code that their session waits for."""
    site, language = request.app.state.site, language_of(request)
    secret, csrf, now = site.settings.secret(), site.settings.secret(), site.settings.now()
    where, device = request.client.host if request.client else "", request.cookies.get(DEVICE_COOKIE, "")
    pending = request.cookies.get(CODE_COOKIE, "")
    asked = bool(pending and code)
    try:
        if asked:
            session = confirm_code(site.database, pending, code, secret, csrf, now, where, device)
        else:
            session = sign_in(site.database, name, password, secret, csrf, now, where, device)
    except ArpadError as problem:
        return LetIn(None, refusal=problem.text(language), status=429)
    if session is None and asked and session_of(site.database, pending, now, waits=True) is not None:
        return LetIn(None, refusal=text("web.login.wrong-code", language), status=401)
    if session is None:
        return LetIn(None, refusal=text("web.login.late" if asked else "web.login.wrong", language), status=401)
    if session.waits:
        return LetIn(session, secret)
    device = device or site.settings.secret()
    remember_device(site.database, session.account.name, device, now)
    return LetIn(session, secret, device)


def code_is_asked(request: Request) -> bool:
    """Whether a session of this browser waits for a code."""
    site, pending = request.app.state.site, request.cookies.get(CODE_COOKIE, "")
    return bool(pending) and session_of(site.database, pending, site.settings.now(), waits=True) is not None


@signing.get(LOGIN)
def login_page(request: Request, next: str = "/office") -> Response:  # noqa: A002
    """The form to sign in."""
    return _sign_in_form(request, "login.html", {"after": inside(next)})


def _sign_in_form(
    request: Request, template: str, values: Mapping[str, Any], status: int = 200, **more: str | bool
) -> Response:
    """Ask for name and password, or for the code. `more` has the message, the name, whether the code is asked for."""
    token = request.cookies.get(FORM_COOKIE) or request.app.state.site.settings.secret()
    given = {"message": "", "name": "", "code": False, "token": token, **values, **more}
    response = html(request, template, given, status)
    set_cookie(request, response, FORM_COOKIE, token)
    return response


def _signed_in(
    request: Request,
    own: bool,
    typed: Mapping[str, str],
    ask: Callable[..., Response],
    done: Callable[[Session], Response],
) -> Response:
    """Sign somebody in by what was typed; or ask again, with a message or for the code."""
    name, code = typed.get("name", ""), typed.get("code", "")
    if not own:
        return ask(status=403, message=text("web.login.old", language_of(request)), name=name)
    let = let_in(request, name, typed.get("password", ""), code)
    if let.session is not None and not let.waits:
        response = done(let.session)
    else:
        code_asked = let.waits or (bool(code) and code_is_asked(request))
        response = ask(status=let.status, message=let.refusal, name=name, code=code_asked)
    let.keep(request, response)
    return response


@signing.post(LOGIN)
def login(
    request: Request,
    own: Annotated[bool, Depends(is_sign_in_form)],
    name: Annotated[str, Form(max_length=200)] = "",
    password: Annotated[str, Form(max_length=1000)] = "",
    code: Annotated[str, Form(max_length=40)] = "",
    after: Annotated[str, Form()] = "/office",
) -> Response:
    """Name and password, then the code: in, or the form again with a message."""
    ask = partial(_sign_in_form, request, "login.html", {"after": inside(after)})
    typed = {"name": name, "password": password, "code": code}
    return _signed_in(request, own, typed, ask, lambda _: RedirectResponse(inside(after), 303))


@signing.post("/logout", dependencies=[OwnForm])
def logout(request: Request) -> Response:
    """End the session. Pages that the browser has kept are thrown away too, as far as it obeys."""
    sign_out(request.app.state.site.database, session_secret(request))
    response = RedirectResponse("/", 303)
    response.headers["clear-site-data"] = '"cache"'
    forget_cookie(response, session_cookie(request))
    return response


def inside(address: str) -> str:
    """An address of this site; anything else leads to the office."""
    plain = address.startswith("/") and "//" not in address.partition("?")[0]
    return address if plain and "\\" not in address and address.isprintable() else "/office"


# Forms that could not be taken when they were sent, and what was typed into them.

SECRET = "password"
"""How fields end that no page carries: they are typed again."""
LONGEST = 600_000
"""Letters of a field that can wait; a file that a page carries comes in shorter pieces."""
CARRIED = {"kept": "kept-", "files": "file-", "secrets": "secret-"}
"""What begins the names of hidden fields, by what they hold."""
WORDS = {
    "/t/": "event-field.", "/f/": "event-field.", "/tools/prizes": "web.prizes.", "/calculators/": "web.tool.",
    "/report": "web.tool.",
}  # fmt: skip
"""The labels of fields, by what the address of a form begins with; all others are fields of the desk."""

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class WaitingForm:
    """A form that waits to be sent to an address. `kept` are its fields as they were typed, one after the other;
    `files` are its files, each by its field and its name: they have to be chosen again, and `secrets` typed again."""

    address: str
    kept: Pairs = ()
    files: Pairs = ()
    secrets: tuple[str, ...] = ()
    method: str = "post"

    def carried(self) -> Pairs:
        """Return the hidden fields of a page that carries the form."""
        return (
            ("address", self.address),
            *((CARRIED["kept"] + name, value) for name, value in self.kept),
            *((CARRIED["files"] + name, value) for name, value in self.files),
            *((CARRIED["secrets"] + name, "1") for name in self.secrets),
        )

    def without(self, names: Iterable[str]) -> "WaitingForm":
        """Return the form without some of its fields."""
        return replace(self, kept=tuple((name, value) for name, value in self.kept if name not in names))

    def shown(self, language: Language) -> list[tuple[str, str]]:
        """Return the labels and the values that people are shown."""
        labels = ((label_of(self.address, name, language), value) for name, value in self.kept)
        return [(label, value) for label, value in labels if label and value.strip()]


def label_of(address: str, name: str, language: Language) -> str:
    """Return the label of a field of the form at an address; nothing if the field is not one that people see."""
    room = next((words for begin, words in WORDS.items() if address.startswith(begin)), "web.field.")
    return next((text(key, language) for key in (room + name, f"web.field.{name}") if has(key)), "")


async def waiting_form(request: Request, typed: Mapping[str, str] | None = None) -> WaitingForm:
    """Return the form that a request brought; `typed` are its fields, if they were read already."""
    address = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    if request.method == "GET":
        return WaitingForm(request.url.path, tuple(request.query_params.multi_items()), method="get")
    if typed is not None:
        return _waiting_form(address, typed.items(), ())
    form = await request.form()
    fields = form.multi_items()
    files = ((name, value.filename or "") for name, value in fields if isinstance(value, UploadFile))
    waiting = _waiting_form(address, ((name, value) for name, value in fields if isinstance(value, str)), files)
    await form.close()
    return waiting


def _waiting_form(address: str, fields: Iterable[tuple[str, str]], files: Iterable[tuple[str, str]]) -> WaitingForm:
    known = [(name, value) for name, value in fields if name != FIELD and len(value) <= LONGEST]
    return WaitingForm(
        address,
        tuple((name, value) for name, value in known if not name.endswith(SECRET)),
        tuple((name, file) for name, file in files if file),
        tuple(name for name, _ in known if name.endswith(SECRET)),
    )


def carried_form(fields: Iterable[tuple[str, str]], address: str) -> WaitingForm:
    """Return the form that a page has carried, to be sent to an address."""
    pairs = list(fields)

    def of(kind: str) -> Pairs:
        begin = CARRIED[kind]
        return tuple((name.removeprefix(begin), value) for name, value in pairs if name.startswith(begin))

    return WaitingForm(address, of("kept"), of("files"), tuple(name for name, _ in of("secrets")))


# Going on with what was typed: after a session that ended, after a form that is too old, after a wrong value.

signing_again = APIRouter(include_in_schema=False)

AGAIN = "/login/again"


def comes_from_here(request: Request) -> bool:
    """Whether a form was sent by one of our pages, as far as the browser tells (the Origin header)."""
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == request.headers.get("host")


def sign_in_page(request: Request, form: WaitingForm, status: int = 401, **more: str | bool) -> Response:
    """Ask somebody to sign in, or for the code, and carry along what they had typed."""
    values = {"carried": form.carried(), "form": form, "to": AGAIN}
    response = _sign_in_form(request, "sign_in_again.html", values, status, **more)
    response.headers["cache-control"] = "no-store"
    return response


def again_page(
    request: Request,
    form: WaitingForm,
    message: str,
    status: int,
    token: str = "",
    wrong: Mapping[str, str] | None = None,
) -> Response:
    """Show a form that waits to be sent, with what has to be typed or chosen again. `wrong` are sentences about fields
    by their names, which can be mended here."""
    language = language_of(request)
    own = token or request.state.csrf or request.cookies.get(FORM_COOKIE) or request.app.state.site.settings.secret()
    typed, bad = dict(form.kept), wrong or {}
    names = dict.fromkeys((*bad, *typed, *dict(form.files)))
    values: dict[str, Any] = {
        "form": form.without(bad), "message": message, "token": own, "wrong": bad, "typed": typed,
        "labels": {name: label_of(form.address, name, language) or name for name in names},
    }  # fmt: skip
    response = html(request, "again.html", values, status)
    if form.method != "get":
        if not request.state.csrf and not token:
            set_cookie(request, response, FORM_COOKIE, own)
        response.headers["cache-control"] = "no-store"
    return response


@signing_again.post(AGAIN)
async def sign_in_again(request: Request) -> Response:
    """Sign in, and show what waits to be sent."""
    own = await is_sign_in_form(request)
    form = await request.form()
    typed = [(name, value) for name, value in form.multi_items() if isinstance(value, str)]
    fields = dict(typed)
    waiting = carried_form(typed, inside(fields.get("address", "")))

    def done(session: Session) -> Response:
        request.state.account, request.state.csrf = session.account, session.csrf
        return again_page(request, waiting, text("web.again.done", language_of(request)), 200)

    return await run_in_threadpool(_signed_in, request, own, fields, partial(sign_in_page, request, waiting), done)
