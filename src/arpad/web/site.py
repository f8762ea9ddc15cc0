"""The site object: settings, language choice, compiled templates, and messages worded for pages."""

import datetime as dt
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request

from arpad.documents.findings import Folded, folded
from arpad.eligibility.facts import FACTS
from arpad.formats.codes import federation_name
from arpad.i18n import (
    LANGUAGES,
    ArpadError,
    Language,
    MessageError,
    date_text,
    has,
    hundredths,
    keys,
    message_text,
    number,
    number_or_dash,
    short_date_text,
    text,
)
from arpad.inputs.declared import by_flag
from arpad.inputs.parse import unreachable
from arpad.inputs.times import zone_named
from arpad.office.context import Desk, SystemRecord, systems_of
from arpad.office.list_tables import open_indexes, read_transaction
from arpad.office.proof.sheets import open_changes
from arpad.office.storage.caches import IndexFolder, LedgerCache, UntilChanged, index_folder
from arpad.office.storage.database import Database, office_zone
from arpad.office.tournaments.notices import MailServer
from arpad.office.tournaments.pushes import PushPlace
from arpad.office.tournaments.store import EventStore
from arpad.regulations.rating_editions import regulations
from arpad.regulations.tiebreak_editions import tie_break_library
from arpad.release import __version__
from arpad.standings.reasons import points_text
from arpad.web.assets import FONTS, flag, static
from arpad.web.cache import Cache, PublicViews
from arpad.web.uploads import Uploads

# The language of a page: from the address, from an earlier choice, or from the browser.

COOKIE = "arpad_language"
LANGUAGE = "language"
"""The name under which the language of a request is kept."""
DEFAULT: Language = "en"


def language_of(request: Request) -> Language:
    """`?lang=` counts before the cookie, the cookie before the languages of the browser. It is found once for each
    request."""
    language: Language | None = request.scope.get("state", {}).get(LANGUAGE)
    return language or _language(request)


def _language(request: Request) -> Language:
    asked = request.query_params.get("lang") if request.scope["query_string"] else None
    headers = request.headers
    for said in (asked, request.cookies.get(COOKIE) if "cookie" in headers else None):
        language = known(said)
        if language is not None:
            return language
    return preferred(headers.get("accept-language", ""))


def known(said: str | None) -> Language | None:
    return next((language for language in LANGUAGES if language == said), None)


@lru_cache(maxsize=1000)
def preferred(header: str) -> Language:
    """The language of an Accept-Language header that we speak and that has the highest quality."""
    offers: list[tuple[int, int, Language]] = []
    for place, part in enumerate(header.split(",")[:20]):
        name, _, quality = part.strip().partition(";")
        found = known(name.strip().split("-")[0].lower())
        if found is not None:
            offers.append((-_thousandths(quality), place, found))
    return min(offers)[2] if offers else DEFAULT


def _thousandths(quality: str) -> int:
    """Return `q=0.8` as 800; 1000 if it is missing or cannot be read."""
    name, _, value = quality.strip().partition("=")
    whole, _, rest = value.strip().partition(".")
    if name.strip() != "q" or not (whole + rest).isdecimal():
        return 1000
    return min(1000, int(whole) * 1000 + int(rest[:3].ljust(3, "0")) if rest else int(whole) * 1000)


# The look of a page: as the device has it, or as somebody has chosen.

THEME_COOKIE = "arpad_theme"
THEMES = ("light", "dark")
AS_DEVICE = "device"


def theme_of(request: Request) -> str:
    """Return the look that was chosen, by `?theme=` or earlier; empty if it is that of the device."""
    asked = request.query_params.get("theme") if request.scope["query_string"] else None
    if asked is None and "cookie" in request.headers:
        asked = request.cookies.get(THEME_COOKIE)
    return asked if asked in THEMES else ""


def look_of(request: Request) -> str:
    """Return what the same page may differ in: its language, and its look if one was chosen."""
    return f"{language_of(request)}{theme_of(request)}"


# Messages as a page says them: an option of the command line is the field of a form.

OPTION = re.compile(r"--([a-z][a-z-]*)(?: (?:or|o|u) --(?:no-[a-z-]+|unequal))?(?: [A-ZÑ:]+(?![\w:]))?")
"""An option, with its opposite (`--women or --no-women`) and with what it takes (`--registered DATE`)."""

FIELD_OF = {by_flag(fact): fact.name for fact in FACTS} | {"--player": "players", "--stage": "stages"}
"""The fields that are not called like their options."""


COMMAND = re.compile(
    r" \(`arpad [^`]*`\)"
    r"|(?<=\.) (?:See|Vea) arpad [a-z ]+$"
    r"|(?:: | \()arpad (?:event|office)(?: [a-z-]+)+(?: --[a-z-]+)*(?:, arpad (?:event|office)[a-z -]+)*\)?"
)
"""A command that a message names at its end: a page has a button for it."""


QUOTED = re.compile(r"`arpad office ([a-z-]+)[^`]*`")
"""A command that a message names in the middle: it is the form of the same name."""


COLUMNS = re.compile(r"\b(in |into |en )(?:las )?(?:columns|columnas) \d+(?: to | a |-)\d+")
"""The columns of a report that a message names: a page says that it is in the report."""


def on_page(message: str, language: Language) -> str:
    """Return a message in the words of the pages: `web.option.NAME`, or else the field's label in quotation marks. A
    command that does it is not named at the end; in the middle it is called like its form."""
    named = QUOTED.sub(lambda found: _form_called(found, language), COMMAND.sub("", message))
    named = COLUMNS.sub(lambda found: f"{found[1]}{text('web.in-the-report', language)}", named)
    return OPTION.sub(lambda found: _called(found, language), named)


def problem_on_page(problem: ArpadError, language: Language) -> str:
    """Return what a problem says, in the words of the pages: those of `on-page.KEY` if there are some."""
    return on_page(_page_words(problem, language), language)


def _page_words(problem: MessageError, language: Language) -> str:
    """What a problem says, and with it the problems that it is made of."""
    own = f"on-page.{problem.key}"
    if not has(own) and not any(isinstance(value, MessageError) for value in problem.values.values()):
        return problem.text(language)
    values = {
        name: _page_words(value, language) if isinstance(value, MessageError) else value
        for name, value in problem.values.items()
    }
    return text(own if has(own) else f"error.{problem.key}", language, **message_text(values, language))


def _form_called(match: re.Match[str], language: Language) -> str:
    label = f"web.form.{match[1]}"
    return text("web.option-field", language, label=text(label, language)) if has(label) else match[0]


def _called(match: re.Match[str], language: Language) -> str:
    name = FIELD_OF.get(f"--{match[1]}", match[1].replace("-", "_"))
    if has(f"web.option.{name}"):
        return text(f"web.option.{name}", language)
    if has(f"web.field.{name}"):
        return text("web.option-field", language, label=text(f"web.field.{name}", language))
    return match[0]


# What an application is started with. The clock and the source of secrets come from outside.

UPLOAD_LIMIT = 20 * 1024 * 1024
LIST_LIMIT = 500 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Settings:
    """`now` tells the time in UTC, `secret` makes a text that nobody can guess, `milliseconds` measures how long
    something takes. `upload_limit` are the bytes that a form may bring, `list_limit` those of a list that an officer
    imports. `demo` says that the office is the demo federation, whose password everybody knows; `own_process`
    that the process does nothing else, so that what is loaded before the first visitor stays as long as it runs."""

    db: str
    now: Callable[[], dt.datetime]
    secret: Callable[[], str]
    milliseconds: Callable[[], int]
    demo: bool = False
    regulations: Path | None = None
    upload_limit: int = UPLOAD_LIMIT
    list_limit: int = LIST_LIMIT
    own_process: bool = False
    events: str = ""
    """The database of the events that are run here; the office's if none is named."""
    counters: Path | None = None
    """The folder in which all workers of a server count their requests."""
    hall: str = ""
    """The address under which telephones in the hall reach the office, if it listens there."""
    open_hall: Callable[[Any], Awaitable[str]] | None = None
    """Listens on the address of this machine in its network too, and returns it; None if that cannot be done later."""
    mail: MailServer | None = None
    """Where notices by mail are handed over; none are offered without it."""
    push: PushPlace | None = None
    """Where games are pushed; pushing is not offered without it."""
    requests_a_minute: int = 600
    """How many requests of one address version 2 of the interface for programs answers in a minute, process by
    process."""
    address: str = ""
    """The address under which everybody reaches this site: feeds, cards and the map of the site have it. It is never
    taken from a request, whose sender could name any."""


def outside_address(request: Request) -> str:
    """Return the address of this site for QR codes and links: that of the hall, if others cannot open the one that is
    in the browser."""
    own, hall = str(request.base_url).rstrip("/"), str(request.app.state.hall)
    return hall if hall and unreachable(own) else own


PRIVATE = re.compile(
    r"^/(?:office|login|logout|again|style)(?:[/.]|$)|^/[tf]/[^/]+/(?:desk|do|door|link|log|screen)(?:[/.]|$)"
)
"""Pages that nobody shares or finds by a search."""
TOLD_APART = ("system", "time_class", "version", "page", "women", "juniors", "player", "with")
"""What of a query makes another page."""


@dataclass(frozen=True, slots=True)
class SharedPage:
    """How a page is named when it is shared: its one address, and that in each language. `absolute` is what comes
    before all addresses, empty if the site does not know its own."""

    absolute: str
    canonical: str
    languages: tuple[tuple[str, str], ...]


def shared_page(request: Request, address: str, language: Language) -> SharedPage | None:
    """Return how a page is named; None if it is for nobody else."""
    path = _path(request)
    if request.method != "GET" or PRIVATE.search(path):
        return None
    kept = {name: value for name, value in request.query_params.items() if name in TOLD_APART and value}

    def named(other: Language) -> str:
        query = urlencode(kept if other == DEFAULT else kept | {"lang": other})
        return f"{address}{path}{'?' if query else ''}{query}"

    languages = tuple((other, named(other)) for other in LANGUAGES)
    return SharedPage(address, named(language), (*languages, ("x-default", named(DEFAULT))))


# What every template can call in one language: messages, dates, numbers.


def template_words(language: Language) -> Mapping[str, Any]:
    """Return what depends on the language alone, by the names that templates use."""
    return {
        "language": language,
        "t": partial(_say, language),
        "has": has,
        "date": partial(_date, language),
        "short_date": partial(short_date_text, language=language),
        "folded": partial(_folded, language),
        "num": partial(number_or_dash, language=language),
        "signed": partial(number_or_dash, language=language, sign=True),
        "points": partial(points_text, language=language),
        "change": partial(_change, language),
        "when": partial(_when, language),
        "federation_name": partial(federation_name, language=language),
        "version": __version__,
        "day_of": dt.date.fromisoformat,
    }


def _say(language: Language, key: str, /, **values: object) -> str:
    return text(key, language, **values)


def _folded(language: Language, documents: Any) -> list[Folded]:
    return folded([{**document, "message": on_page(document["message"], language)} for document in documents], language)


def _date(language: str, value: Any) -> str:
    return "" if value is None else date_text(value, language)


def _when(language: str, value: Any) -> str:
    """An instant or a local time of a schedule: the day, and the hour if there is one."""
    moment = str(value)
    day = date_text(dt.date.fromisoformat(moment[:10]), language)
    return f"{day}, {moment[11:16]}" if len(moment) > len("2026-05-01") else day


def _change(language: str, value: int) -> str:
    """A change of a rating, from hundredths: +8.40."""
    return number(hundredths(value), language, sign=True)


# The templates of all pages, compiled once for each language.

PLACES = ("lists", "events", "t", "report", "pairings", "calculators", "regulations")
"""The places of the menu, by the first parts of their addresses."""


@cache
def templates(language: Language) -> Environment:
    """Return the templates in one language."""
    environment = Environment(
        loader=PackageLoader("arpad.web"),
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.globals.update(template_words(language), menu_places=PLACES, static=static, flag=flag, fonts=FONTS)
    return environment


def section_of(path: str) -> str:
    """Return the place of the menu that a page is in, or nothing."""
    first = path[1:].partition("/")[0]
    return "t" if first == "f" else first if first in PLACES else ""


# The site: the office behind the pages, and how a page is made from its template.

NOBODY = "web"
PLAIN_PATH = re.compile("/[A-Za-z0-9/._-]*")
"""A path that is written in an address as it is."""


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
        self.unchanged = UntilChanged()
        own = settings.events and settings.events != settings.db
        self.events = EventStore(Database(settings.events) if own else self.database)
        self.views = PublicViews()
        self.remembered = Cache()
        self.uploads = Uploads(self.database)
        self._first = ""  # the system that was founded first; once there, it is always the first

    def systems(self) -> list[SystemRecord]:
        return systems_of(self.database)

    def prepare(self) -> None:
        """Read all messages and open the index of every system, or make it: nobody has to wait for them."""
        for language in LANGUAGES:
            keys(language)
        for system in self.systems():
            desk = self.desk(system.name)
            with read_transaction(desk, published=True) as repository:
                open_indexes(desk, repository)
            open_changes(desk)

    def desk(self, system: str = "", who: str = NOBODY) -> Desk:
        """Return a desk in a system; without a name, in the first one."""
        if not system and not self._first:
            self._first = next((record.name for record in self.systems()), "")
        name = system or self._first or "fide"
        now = self.settings.now()
        return Desk(self.database, self.regulations, name, who, now, self.ledgers, True, self.unchanged)

    def has_systems(self) -> bool:
        """Whether a system has been founded. Once there is one, there always is."""
        self.desk()
        return bool(self._first)

    def close(self) -> None:
        """Write what waits, and close all connections."""
        self.events.close()
        self.database.dispose()

    def render(self, request: Request, template: str, values: Mapping[str, Any]) -> str:
        """A page, in the language of the request."""
        given = self._given(request)
        return templates(given["language"]).get_template(template).render({**given, **values})

    def _given(self, request: Request) -> dict[str, Any]:
        """What every template has of a request; what depends on the language alone is known to its templates."""
        language = language_of(request)
        return {
            "request": request,
            "language": language,
            "here": partial(_here, request),
            "here_is": partial(_here_is, request),
            "section": section_of(request.scope["path"]),
            "theme": theme_of(request),
            "site_base": lambda: self.settings.address or outside_address(request),
            "shared": partial(shared_page, request, self.settings.address, language),
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
    query = {name: value for name, value in request.query_params.items() if name != "theme"} | changes
    kept = {name: str(value) for name, value in query.items() if value is not None}
    return _path(request) + (f"?{urlencode(kept)}" if kept else "")


def _here_is(request: Request, address: str, alone: bool = False) -> bool:
    """Whether this page is at an address, or below it."""
    path = _path(request)
    return path == address or (not alone and path.startswith(f"{address}/"))
