"""The application: the site with all its pages."""

import gc
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache, partial

from anyio import to_thread
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.routing import BaseRoute

from arpad.office.storage.database import CONNECTIONS
from arpad.office.tournaments.notices import BackgroundWork, MailSender
from arpad.office.tournaments.pushes import game_sender
from arpad.release import __version__
from arpad.web import office, public, tools, tournaments
from arpad.web.assets import Assets, folder
from arpad.web.cache import PUBLIC_API
from arpad.web.charts import style
from arpad.web.health import Counters, health
from arpad.web.middleware import AnswersHead, KnownVisitor, PublicReads, SafeHeaders, UploadLimit, Watch
from arpad.web.office.guide import navigation
from arpad.web.office.importing import ADDRESS as IMPORT
from arpad.web.office.restoring import ADDRESS as RESTORE
from arpad.web.openapi import API_VERSION, CLIENT, DescribedApp, client_module, description
from arpad.web.problems import HANDLERS, NoTraces, too_large
from arpad.web.public_api import public_api
from arpad.web.sign_in import signing, signing_again
from arpad.web.site import Settings, Site
from arpad.web.uploads import FileWork

ABOUT = (
    "An open rating office for chess. Every page is also JSON: at the same address with `.json`, or with "
    "`Accept: application/json`. Served by Arpad {release}."
)


def create_app(settings: Settings) -> FastAPI:
    """The office on the web, for one database."""
    app = DescribedApp(
        title="Arpad",
        version=API_VERSION,
        description=ABOUT.format(release=__version__),
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=_open,
        routes=list(_pages()),
        exception_handlers=dict(HANDLERS),
    )
    app.state.site = Site(settings)
    app.state.addresses = _addresses()
    app.state.hall = settings.hall
    app.state.office_navigation = navigation
    app.add_route("/openapi.json", description)
    app.add_route(CLIENT, client_module)
    app.state.for_programs = public_api()
    app.state.for_programs.state = app.state
    app.state.followers = 0
    app.mount(PUBLIC_API, app.state.for_programs)
    app.mount("/static", Assets(directory=folder()), name="static")
    app.add_middleware(UploadLimit, limit=partial(_most_bytes, settings), refuse=too_large)
    app.add_middleware(KnownVisitor)
    app.add_middleware(NoTraces)
    app.add_middleware(SafeHeaders)
    app.add_middleware(AnswersHead)
    app.add_middleware(PublicReads)
    app.state.file_work = FileWork()
    app.state.counters = Counters(settings.counters)
    app.add_middleware(Watch, counters=app.state.counters, milliseconds=settings.milliseconds)
    return app


def _most_bytes(settings: Settings, request: Request) -> int:
    """How many bytes a request may bring: a list that an officer imports, or a backup, may be larger than anything
    else."""
    account = request.state.account
    officer = account is not None and account.is_officer
    return settings.list_limit if officer and request.url.path in (IMPORT, RESTORE) else settings.upload_limit


@cache
def _pages() -> tuple[BaseRoute, ...]:
    """The routes of all pages, in one row, those of events first: those that begin alike are tried one after the
    other."""
    routers = (
        *tournaments.ROUTERS,
        signing,
        signing_again,
        health,
        *public.ROUTERS,
        *tools.ROUTERS,
        *office.ROUTERS,
        style,
    )
    return tuple(route for router in routers for route in router.routes)


@cache
def _addresses() -> frozenset[str]:
    """All addresses that are served, their parts without names: a menu shows the pages that are there."""
    return frozenset(re.sub(r"{[^}]*}", "{}", str(route.path)) for route in iter_route_contexts(_pages()))


@asynccontextmanager
async def _open(app: FastAPI) -> AsyncIterator[None]:
    """Before the first visitor comes, the players are put in order."""
    site: Site = app.state.site
    to_thread.current_default_thread_limiter().total_tokens = CONNECTIONS  # who works without a connection only waits
    await run_in_threadpool(site.prepare)
    if site.settings.own_process:
        _pause_less()
    mail = site.settings.mail
    push = site.settings.push
    senders: list[BackgroundWork] = [] if mail is None else [MailSender(site.events, mail, site.settings.now)]
    senders += [] if push is None else [game_sender(site.events, push, site.settings.now)]
    for sender in senders:
        sender.start()
    yield
    for sender in senders:
        await run_in_threadpool(sender.stop)
    site.close()


COLLECT_AFTER = (5_000, 20, 100)
"""How many new objects, and then how many collections of the younger ones, before the next is looked through."""
TURNS = 1000
"""How often in a second threads take turns: a page that takes long must not hold up a result."""


def _pause_less() -> None:
    """Arrange a process that does nothing but serve. What is loaded so far stays, so the collector can skip it; results
    and pages leave few cycles behind, so it may look for them less often, and not through whole events."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    sys.setswitchinterval(1 / TURNS)
