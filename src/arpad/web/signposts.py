"""The way to a page: routes by the first part of their address, so that only a few of them are tried."""

from collections.abc import Sequence

from fastapi.routing import iter_route_contexts
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send


class Signposts:
    """Finds the route of a request among those that begin with the same part, in their order. Anything else goes to
    the router, which tries all routes: other methods, addresses that lead nowhere."""

    def __init__(self, routes: Sequence[BaseRoute], router: ASGIApp) -> None:
        self._router = router
        self._ways = _by_first_part(routes)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = self.way(scope) if scope["type"] == "http" else None
        if found is None:
            await self._router(scope, receive, send)
            return
        route, parts = found
        scope.update(parts)
        await route.handle(scope, receive, send)

    def way(self, scope: Scope) -> tuple[BaseRoute, Scope] | None:
        """Return the route of a request with what it has found in the address."""
        for route in self._ways.get(_first_part(scope["path"]), ()):
            match, parts = route.matches(scope)
            if match is Match.FULL:
                return route, parts
        return None


def _by_first_part(routes: Sequence[BaseRoute]) -> dict[str, list[BaseRoute]]:
    """The routes that each first part leads to."""
    ways: dict[str, list[BaseRoute]] = {}
    for route in routes:
        for first in {_first_part(str(one.path)): None for one in iter_route_contexts([route])}:
            ways.setdefault(first, []).append(route)
    assert not any("{" in first for first in ways), "an address must not begin with a variable part"
    return ways


def _first_part(path: str) -> str:
    """`/players/105` is below `players`."""
    return path[1:].partition("/")[0]
