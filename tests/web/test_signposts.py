"""The way to a page by the first part of its address is the one that trying every route finds."""

import re
from collections.abc import Iterator

from fastapi.routing import iter_route_contexts
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send


async def nowhere(_scope: Scope, _receive: Receive, _send: Send) -> None:
    """No router."""


def requests() -> Iterator[Scope]:
    """Every address once, and some that lead nowhere, for two methods."""
    from arpad.web.app import _pages

    paths = {re.sub(r"{[^}]*}", "1", str(one.path)) for one in iter_route_contexts(_pages())}
    for path in sorted(paths | {"/nothing", "/players/1/2/3/4", "//", "/static/style.css"}):
        for method in ("GET", "POST"):
            yield {"type": "http", "method": method, "path": path, "headers": [], "query_string": b"", "root_path": ""}


def tried_in_turn(scope: Scope) -> BaseRoute | None:
    from arpad.web.app import _pages

    return next((route for route in _pages() if route.matches(dict(scope))[0] is Match.FULL), None)


def test_the_signposts_lead_to_the_first_route_that_fits() -> None:
    from arpad.web.app import _pages
    from arpad.web.signposts import Signposts

    posts = Signposts(_pages(), nowhere)
    for scope in requests():
        found = posts.way(dict(scope))
        assert (None if found is None else found[0]) is tried_in_turn(scope), scope["path"]
