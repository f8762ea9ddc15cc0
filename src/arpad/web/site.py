"""The site: the office behind the pages, and how a page is made from its template."""

import datetime as dt
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request

from arpad import __version__
from arpad.locale import date_text, has, hundredths, number, number_or_dash, short_date_text, text
from arpad.office.desk import Desk, SystemRecord, looking, systems_of
from arpad.office.storage import Database, IndexFolder, LedgerCache, Pulse, Unchanged, index_folder
from arpad.office.tournaments import EventKeeper
from arpad.regulations import regulations, tie_break_library
from arpad.standings.words import points_text
from arpad.trail.folding import Folded, folded
from arpad.web.language import language_of
from arpad.web.page_words import on_page
from arpad.web.remembering import Remembered
from arpad.web.settings import Settings
from arpad.web.templating import templates
from arpad.web.uploads import Uploads
from arpad.web.views import PublicViews

NOBODY = "web"
PAGES_KEPT = 40
"""Pages of events that are kept as they were sent, some of them 200 kB long."""


class Site:
    """One office on the web. Ledgers are kept in memory for all requests."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(settings.db)
        self.regulations = regulations(settings.regulations)
        self.tie_breaks = tie_break_library(settings.regulations)
        self.database.check()
        self.ledgers = LedgerCache(IndexFolder(index_folder(self.database.address)))
        self.unchanged, self.pulse = Unchanged(), Pulse(self.database)
        own = settings.events and settings.events != settings.db
        self.events = EventKeeper(Database(settings.events) if own else self.database)
        self.views = PublicViews()
        self.remembered = Remembered()
        self.uploads = Uploads(settings.db)
        self.pages = Remembered(PAGES_KEPT)
        self._first = ""  # the system that was founded first; once there, it is always the first

    def systems(self) -> list[SystemRecord]:
        return systems_of(self.database)

    def prepare(self) -> None:
        """Open the index of every system, or make it: nobody has to wait for it."""
        for system in self.systems():
            desk = self.desk(system.name)
            with looking(desk, published=True) as shelf:
                shelf.open_indexes()

    def desk(self, system: str = "", who: str = NOBODY) -> Desk:
        """Return a desk in a system; without a name, in the first one."""
        if not system and not self._first:
            self._first = next((one.name for one in self.systems()), "")
        name = system or self._first or "fide"
        now = self.settings.now()
        return Desk(
            self.database, self.regulations, name, who, now, self.ledgers, checked=True, unchanged=self.unchanged
        )

    def has_systems(self) -> bool:
        """Whether a system has been founded. Once there is one, there always is."""
        self.desk()
        return bool(self._first)

    def close(self) -> None:
        """Write what waits, and close all connections."""
        self.events.close()
        self.pulse.close()
        self.database.dispose()

    def render(self, request: Request, template: str, values: Mapping[str, Any]) -> str:
        """A page, in the language of the request."""
        given = self._given(request)
        return templates(given["language"]).get_template(template).render({**given, **values})

    def row_maker(self, request: Request, template: str, values: Mapping[str, Any]) -> Callable[[Any], str]:
        """Return what makes one row of a table: the macro `row` of a template."""
        given = self._given(request)
        module: Any = templates(given["language"]).get_template(template).make_module({**given, **values})
        maker: Callable[[Any], str] = module.row
        return maker

    def _given(self, request: Request) -> dict[str, Any]:
        """What every template has."""
        language = language_of(request)
        return {
            "request": request,
            "language": language,
            "t": partial(_say, language),
            "has": has,
            "date": partial(_date, language),
            "short_date": partial(short_date_text, language=language),
            "folded": partial(_folded, language),
            "num": partial(_number, language),
            "signed": partial(_signed, language),
            "points": partial(points_text, language=language),
            "change": partial(_change, language),
            "when": partial(_when, language),
            "here": partial(_here, request),
            "here_is": partial(_here_is, request),
            "version": __version__,
            "demo": self.settings.demo,
            "account": getattr(request.state, "account", None),
            "once": self.settings.secret,
            "csrf": getattr(request.state, "csrf", ""),
        }


def _say(language: Any, key: str, /, **values: object) -> str:
    return text(key, language, **values)


def _folded(language: Any, documents: Any) -> list[Folded]:
    return folded([{**document, "message": on_page(document["message"], language)} for document in documents], language)


def _date(language: str, value: Any) -> str:
    return "" if value is None else date_text(value, language)


def _when(language: str, value: Any) -> str:
    """An instant or a local time of a schedule: the day, and the hour if there is one."""
    moment = str(value)
    day = date_text(dt.date.fromisoformat(moment[:10]), language)
    return f"{day}, {moment[11:16]}" if len(moment) > len("2026-05-01") else day


def _number(language: str, value: Any) -> str:
    return number_or_dash(value, language)


def _signed(language: str, value: Any) -> str:
    return number_or_dash(value, language, sign=True)


def _change(language: str, value: int) -> str:
    """A change of a rating, from hundredths: +8.40."""
    return number(hundredths(value), language, sign=True)


def _here(request: Request, **changes: object) -> str:
    """The address of this page with some of its query changed; None takes a part out."""
    query = dict(request.query_params) | changes
    kept = {name: str(value) for name, value in query.items() if value is not None}
    return request.url.path + (f"?{urlencode(kept)}" if kept else "")


def _here_is(request: Request, address: str, alone: bool = False) -> bool:
    """Whether this page is at an address, or below it."""
    path = request.url.path
    return path == address or (not alone and path.startswith(f"{address}/"))
