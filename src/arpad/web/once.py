"""A form that is sent twice is done once: every form has its own mark, and the second answer is that of the first. One
that says something else than before is another form, even with the same mark."""

from collections.abc import Callable, Coroutine
from functools import partial
from hashlib import sha256
from time import sleep
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.office.accounts.people import fingerprint
from arpad.office.storage.sqlite import begin_form, end_form
from arpad.web.later_routes import LaterRoute
from arpad.web.problems import problem_page
from arpad.web.security import FIELD

ONCE = "once"
"""The field with the mark of a form."""
PIECE = 1 << 20
PATIENCE, PAUSE = 200, 1 / 20
"""How often somebody asks for the answer of a form that is being dealt with, and the seconds in between."""

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class OnceRoute(LaterRoute):
    """A route whose forms are done once. Only what leads on to another page is kept: previews, and forms that come
    back, can be sent again."""

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def once(request: Request) -> Response:
            key = await _key(request)
            if not key:
                return await handle(request)
            before = await run_in_threadpool(_begun, request, key)
            if before is not None:
                await request.close()  # the files that came with it
                return RedirectResponse(before, 303) if before else problem_page(request, 409, "web.again.under-way")
            answer = ""
            try:
                response = await handle(request)
                answer = response.headers.get("location", "") or getattr(request.state, "leads_to", "")
            finally:
                await run_in_threadpool(end_form, request.app.state.site.database, key, answer)
            return response

        return once


async def _key(request: Request) -> str:
    """Return the key of a form with a mark, by the account that sent it; nothing for anything else."""
    account = request.state.account
    if request.method != "POST" or account is None or request.state.by_token:
        return ""
    form = await request.form()
    mark = form.get(ONCE)
    if not mark or not isinstance(mark, str) or form.get("step") == "preview":
        return ""
    told = await run_in_threadpool(_told, form)
    return fingerprint(f"{account.name} {request.url.path} {mark} {told}")


def _told(form: FormData) -> str:
    """Return a hash of what a form says. One that was changed after going back to it is another one: it must not be
    answered with what became of the first."""
    digest = sha256()
    for name, value in form.multi_items():
        if name == FIELD:
            continue
        digest.update(f"\0{name}\0".encode())
        if isinstance(value, str):
            digest.update(value.encode())
        else:
            for piece in iter(partial(value.file.read, PIECE), b""):
                digest.update(piece)
            value.file.seek(0)
    return digest.hexdigest()


def _begun(request: Request, key: str) -> str | None:
    """Begin with a form, or wait for the answer of the one that was sent before."""
    site = request.app.state.site
    for _ in range(PATIENCE):
        known = begin_form(site.database, key, site.settings.now())
        if known != "":
            return known
        sleep(PAUSE)
    return ""
