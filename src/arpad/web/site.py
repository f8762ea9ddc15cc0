"""The site: the office behind the pages, and how a page is made from its template."""

import datetime as dt
import re
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request

from arpad.inputs.times import zone_named
from arpad.office.context import Desk, SystemRecord, office_zone, systems_of
from arpad.office.list_tables import looking, open_indexes
from arpad.office.storage.caches import IndexFolder, LedgerCache, index_folder
from arpad.office.storage.database import Database
from arpad.office.storage.sqlite import Glance, Pulse, Unchanged
from arpad.office.tournaments.store import EventKeeper
from arpad.regulations.rating_editions import regulations
from arpad.regulations.tiebreak_editions import tie_break_library
from arpad.web.glancing import GLANCE
from arpad.web.language import language_of
from arpad.web.remembering import Remembered
from arpad.web.settings import Settings
from arpad.web.templating import frame_top, section_of, templates
from arpad.web.uploads import Uploads
from arpad.web.views import PublicViews

NOBODY = "web"
PLAIN_PATH = re.compile("/[A-Za-z0-9/._-]*")
"""A path that is written in an address as it is."""
PAGES_KEPT = 40
"""Pages of events that are kept as they were sent, some of them 200 kB long."""


class OfficeClock:
    """The hours on the office's own pages: in its time zone, which the pages name; UTC if none is set."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @cached_property
    def zone(self) -> str:
        """The name of the zone, read once for a page that shows hours."""
        return office_zone(self._database) or "UTC"

    def local(self, at: dt.datetime | str) -> dt.datetime:
        """Return an instant as the clocks of the office show it."""
        instant = dt.datetime.fromisoformat(at) if isinstance(at, str) else at
        known = instant if instant.tzinfo is not None else instant.replace(tzinfo=dt.UTC)
        return known.astimezone(zone_named(self.zone) or dt.UTC)


class Site:
    """One office on the web. Ledgers are kept in memory for all requests."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(settings.db)
        self.regulations = regulations(settings.regulations)
        self.tie_breaks = tie_break_library(settings.regulations)
        self.database.check()
        self.index_folder = index_folder(self.database.address)
        self.ledgers = LedgerCache(IndexFolder(self.index_folder))
        self.unchanged, self.pulse = Unchanged(), Pulse(self.database)
        own = settings.events and settings.events != settings.db
        self.events = EventKeeper(Database(settings.events) if own else self.database)
        self.views = PublicViews()
        self.remembered = Remembered()
        self.uploads = Uploads(self.database)
        self.pages = Remembered(PAGES_KEPT)
        self._first = ""  # the system that was founded first; once there, it is always the first

    def systems(self) -> list[SystemRecord]:
        return systems_of(self.database)

    def prepare(self) -> None:
        """Open the index of every system, or make it: nobody has to wait for it."""
        for system in self.systems():
            desk = self.desk(system.name)
            with looking(desk, published=True) as shelf:
                open_indexes(desk, shelf)

    def desk(self, system: str = "", who: str = NOBODY, glance: Glance | None = None) -> Desk:
        """Return a desk in a system; without a name, in the first one. With a glance, nothing can be done there."""
        if not system and not self._first:
            self._first = next((one.name for one in self.systems()), "")
        name = system or self._first or "fide"
        now = self.settings.now()
        return Desk(self.database, self.regulations, name, who, now, self.ledgers, True, self.unchanged, glance)

    def glance(self, line: int) -> Glance | None:
        """Return what is known of the office as a line of the log left it, if anything is."""
        known = self.unchanged.since(line)
        return None if known is None else Glance(known, self.pulse)

    def visited(self, request: Request, system: str = "") -> Desk:
        """Return a desk for a visitor, who looks at a glance if the request says so."""
        return self.desk(system, glance=request.scope["state"].get(GLANCE))

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
        """What every template has of a request; what depends on the language alone is known to its templates."""
        language = language_of(request)
        return {
            "request": request,
            "language": language,
            "here": partial(_here, request),
            "here_is": partial(_here_is, request),
            "frame_top": frame_top(language, section_of(request.scope["path"])),
            "demo": self.settings.demo,
            "office_clock": OfficeClock(self.database),
            "account": getattr(request.state, "account", None),
            "once": self.settings.secret,
            "csrf": getattr(request.state, "csrf", ""),
        }


def _path(request: Request) -> str:
    """The path of this page, as an address has it."""
    path: str = request.scope["path"]
    return path if PLAIN_PATH.fullmatch(path) else request.url.path


def _here(request: Request, **changes: object) -> str:
    """The address of this page with some of its query changed; None takes a part out."""
    query = dict(request.query_params) | changes
    kept = {name: str(value) for name, value in query.items() if value is not None}
    return _path(request) + (f"?{urlencode(kept)}" if kept else "")


def _here_is(request: Request, address: str, alone: bool = False) -> bool:
    """Whether this page is at an address, or below it."""
    path = _path(request)
    return path == address or (not alone and path.startswith(f"{address}/"))
