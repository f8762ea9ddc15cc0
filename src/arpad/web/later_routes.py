"""Routes that are looked at when somebody first comes: an application of 500 addresses starts without knowing what each
of them takes.

FastAPI makes the checks of a route from the signature of its handler when the route is registered. Here a route knows
only its address, its methods and its handler until it is asked for more: by its first request, or by the description
for programs.
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter
from threading import RLock
from typing import Any, Self

from fastapi import APIRouter
from fastapi.params import Depends
from fastapi.routing import APIRoute
from starlette.routing import compile_path

OF_ADDRESS = ("path_regex", "path_format", "param_convertors")
"""What follows from the address alone."""
_LOOKING = RLock()


class LaterRoute(APIRoute):
    """A route that is looked at later."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **settings: Any) -> None:
        self.path, self.endpoint, self.settings = path, endpoint, settings
        self.methods = {method.upper() for method in settings.get("methods") or ("GET",)}
        self._looked_at = False

    def look_at(self) -> None:
        """Make everything that a request needs."""
        super().__init__(self.path, self.endpoint, **self.settings)

    def within(self, dependencies: Sequence[Depends], responses: Mapping[int | str, Any]) -> Self:
        """Return this route as part of something whose dependencies are asked first, and which may answer more."""
        more = {
            "dependencies": [*dependencies, *(self.settings.get("dependencies") or ())],
            "responses": {**responses, **(self.settings.get("responses") or {})},
        }
        return type(self)(self.path, self.endpoint, **self.settings | more)

    def __getattr__(self, name: str) -> Any:
        """Whatever is not known yet. One thread looks, and others wait for it."""
        if name.startswith("__"):
            raise AttributeError(name)
        if name in OF_ADDRESS:
            self.path_regex, self.path_format, self.param_convertors = compile_path(self.path)
        else:
            with _LOOKING:
                if not self._looked_at:
                    self._looked_at = True  # what is missing meanwhile is missing
                    self.look_at()
        return object.__getattribute__(self, name)


def parameter(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
    """Return a parameter of a handler whose signature is made from declarations."""
    return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


class LaterRouter(APIRouter):
    """A router whose routes are looked at later."""

    def __init__(self, *, route_class: type[LaterRoute] = LaterRoute, **settings: Any) -> None:
        super().__init__(route_class=route_class, **settings)

    def take_over(self, part: APIRouter) -> None:
        """Add the routes of a part, with the dependencies and the answers that all parts have."""
        for route in part.routes:
            assert isinstance(route, LaterRoute)
            self.routes.append(route.within(self.dependencies, self.responses))
