"""Static files under addresses that name their content: a browser that has one never asks for it again."""

import hashlib
from functools import cache
from pathlib import Path

from markupsafe import Markup, escape
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from arpad.i18n import Language
from arpad.package_files import package_folder

STATIC = "/static/"
FOREVER = "public, max-age=31536000, immutable"
VERSION = 12
"""Digits of the hash that an address carries."""
FONTS = ("fonts/source-sans.woff2", "fonts/libertinus-serif-bold.woff2", "fonts/libertinus-serif.woff2")
"""The fonts that every page has."""


@cache
def folder() -> Path:
    """Return the folder of the static files."""
    return Path(package_folder("arpad.web", "static"))


@cache
def version_of(name: str) -> str:
    """Return the version of a static file, made of its content."""
    return hashlib.sha256((folder() / name).read_bytes()).hexdigest()[:VERSION]


def static(name: str) -> str:
    """Return the address of a static file, which changes with its content."""
    return f"{STATIC}{name}?v={version_of(name)}"


@cache
def known_flags() -> frozenset[str]:
    """Return the federations that have a flag."""
    return frozenset(path.stem.upper() for path in (folder() / "flags").glob("*.svg"))


def flag(code: str | None) -> Markup:
    """Return the flag of a federation as a picture without words, nothing if it has none: its code stands beside it."""
    if not code or code not in known_flags():
        return Markup()
    address = static(f"flags/{code.lower()}.svg")
    return Markup(f'<img class="flag" src="{escape(address)}" alt="" width="20" height="14" loading="lazy">')


class Assets(StaticFiles):
    """The static files. Those asked for by their version are kept for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        asked = scope["query_string"].decode("latin-1").removeprefix("v=")
        if response.status_code in (200, 304) and asked and asked == version_of(path):
            response.headers["cache-control"] = FOREVER
        return response


def manifest(name: str, language: Language) -> dict[str, object]:
    """Return what a telephone needs to keep these pages as an application."""
    sizes = (192, 512)
    return {
        "name": name,
        "short_name": "Arpad",
        "lang": language,
        "start_url": "/",
        "display": "minimal-ui",
        "background_color": "#fdfcfa",
        "theme_color": "#14532d",
        "icons": [
            {"src": static("arpad.svg"), "type": "image/svg+xml", "sizes": "any"},
            *({"src": static(f"icon-{size}.png"), "type": "image/png", "sizes": f"{size}x{size}"} for size in sizes),
        ],
    }
