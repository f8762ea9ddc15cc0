"""What search engines, telephones and finders of faults look for: robots, the map of the site, icons, a contact."""

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Annotated
from xml.sax.saxutils import escape

from fastapi import APIRouter, Path
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arpad.i18n import LANGUAGES, text
from arpad.lists.published import ListFilter
from arpad.office.context import Desk
from arpad.office.details import details_of
from arpad.office.events import list_events
from arpad.office.lists import published_rows, versions
from arpad.web.assets import FOREVER, folder, manifest
from arpad.web.cache import by_content, json_text
from arpad.web.public.players import HIDDEN
from arpad.web.site import DEFAULT, Site, language_of

sharing = APIRouter(include_in_schema=False)

XML = "application/xml; charset=utf-8"
MOST = 20_000
"""Addresses of one map: 50,000 are allowed, with theirs in other languages."""
PLACES = ("/", "/lists", "/events", "/t", "/federations", "/scale", "/report", "/pairings", "/calculators",
          "/regulations", "/about", "/help", "/proof", "/api")  # fmt: skip
CLOSED = ("/office", "/login", "/again", "/t/*/desk", "/t/*/door", "/t/*/link", "/f/*/desk", "/*?*theme=")
DAYS = 180
"""How long a contact is said to hold (RFC 9116 advises less than a year)."""


def _plain(request: Request, content: str, media: str = "text/plain; charset=utf-8") -> Response:
    return by_content(request, Response(content, media_type=media))


@sharing.get("/robots.txt")
def robots(request: Request) -> Response:
    """What a search engine may read: everything but the desks."""
    address = request.app.state.site.settings.address
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED)]
    lines += ["", f"Sitemap: {address}/sitemap.xml"] if address else []
    return _plain(request, "\n".join(lines) + "\n")


# The map of the site. It needs the address of the site, because a map has whole addresses.


def _address(request: Request) -> str:
    address = str(request.app.state.site.settings.address)
    if not address:
        raise HTTPException(404)
    return address


@sharing.get("/sitemap.xml")
def site_map(request: Request) -> Response:
    """The maps of the site: of its pages, and of the players of the newest list."""
    address, site = _address(request), request.app.state.site
    parts = ["pages", *(f"players-{number}" for number in range(1, -(-_count(site) // MOST) + 1))]
    rows = "".join(f"<sitemap><loc>{address}/sitemap-{part}.xml</loc></sitemap>\n" for part in parts)
    return _plain(request, _xml("sitemapindex", "", rows), XML)


@sharing.get("/sitemap-pages.xml")
def pages_map(request: Request) -> Response:
    """Lists, events and tournaments."""
    address = _address(request)
    return _plain(request, _urls(address, _pages(request.app.state.site)), XML)


@sharing.get("/sitemap-players-{number}.xml")
def players_map(request: Request, number: Annotated[int, Path(ge=1, le=1000)]) -> Response:
    """Some of the players of the newest list."""
    address, site = _address(request), request.app.state.site
    newest = _newest(site.desk()) if site.has_systems() else None
    if newest is None or (number - 1) * MOST >= _count(site):
        raise HTTPException(404)
    known = published_rows(site.desk(), newest, None, "standard")[1]
    places = known.places(ListFilter("", "", "", None, None))[(number - 1) * MOST : number * MOST]
    return _plain(request, _urls(address, (f"/players/{row['id']}" for row in known.rows(places))), XML)


def _newest(desk: Desk) -> dt.date | None:
    return max((one.period for one in versions(desk, published=True)), default=None)


def _count(site: Site) -> int:
    """How many players the newest list shows."""
    newest = _newest(site.desk()) if site.has_systems() else None
    return 0 if newest is None else len(published_rows(site.desk(), newest, None, "standard")[1])


def _pages(site: Site) -> Iterator[str]:
    yield from PLACES
    if site.has_systems():
        desk = site.desk()
        yield from sorted({f"/lists/{one.period:%Y-%m}" for one in versions(desk, published=True)}, reverse=True)
        yield from (f"/events/{one.id}" for one in list_events(desk) if one.state not in HIDDEN)
    yield from (f"/t/{slug}" for slug in reversed(site.events.slugs()))


def _urls(address: str, paths: Iterable[str]) -> str:
    more = ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    return _xml("urlset", more, "".join(_url(address, path) for path in paths))


def _url(address: str, path: str) -> str:
    """An address, and the same page in every language."""
    own = escape(f"{address}{path}")
    others = "".join(
        f'<xhtml:link rel="alternate" hreflang="{name}" href="{own}{"" if name == DEFAULT else f"?lang={name}"}"/>'
        for name in LANGUAGES
    )
    return f"<url><loc>{own}</loc>{others}</url>\n"


def _xml(root: str, more: str, rows: str) -> str:
    space = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} xmlns="{space}"{more}>\n{rows}</{root}>\n'


# Icons, and whom to tell of a hole.


@sharing.get("/manifest.webmanifest")
def web_manifest(request: Request) -> Response:
    """What a telephone needs to keep these pages as an application."""
    language = language_of(request)
    name = details_of(request.app.state.site.database).name or text("web.name", language)
    response = json_text(manifest(name, language))
    response.headers["content-type"] = "application/manifest+json"
    return by_content(request, response)


@sharing.get("/favicon.ico")
def icon(request: Request) -> Response:  # noqa: ARG001
    """The sign of the pages, for browsers that do not read where it is."""
    data = (folder() / "icon-32.png").read_bytes()
    return Response(data, media_type="image/png", headers={"cache-control": FOREVER.replace(", immutable", "")})


@sharing.get("/.well-known/security.txt")
def security(request: Request) -> Response:
    """Whom to tell of a hole in these pages (RFC 9116); nothing if the office has not said how it is reached."""
    site = request.app.state.site
    details = details_of(site.database)
    if not details.contact:
        raise HTTPException(404)
    until = (site.settings.now() + dt.timedelta(days=DAYS)).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [f"Contact: {details.link}", f"Expires: {until:%Y-%m-%dT%H:%M:%SZ}"]
    lines.append(f"Preferred-Languages: {', '.join(LANGUAGES)}")
    if site.settings.address:
        lines.append(f"Canonical: {site.settings.address}/.well-known/security.txt")
    return _plain(request, "\n".join(lines) + "\n")
