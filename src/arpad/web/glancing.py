"""Pages that are made at a glance: at once, without a transaction, without another thread, without anything in between.

What a visitor looks at is mostly known or mapped from a file, so waiting for a thread and asking the database would
take longer than making the page. Whatever a glance cannot answer goes the usual way: what is not known yet, what was
asked wrongly, what is not there.
"""

from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from arpad.i18n import ArpadError
from arpad.office.storage.sqlite import TransactionNeeded
from arpad.web.later_routes import LaterRoute
from arpad.web.signposts import Signposts

GLANCE = "glance"


class GlanceRoute(LaterRoute):
    """A route whose page can be made at a glance: its endpoint takes the request and parts of the address, looks at the
    office by `Site.visited` alone, and may be called a second time."""

    def look_at(self) -> None:
        super().look_at()
        own = self.dependant
        assert not [*own.dependencies, *own.header_params, *own.cookie_params, *own.body_params]
        self._request = own.request_param_name or "request"
        self._fields = [(True, field) for field in own.path_params] + [(False, field) for field in own.query_params]

    def at_a_glance(self, request: Request) -> Response | None:
        """Return the answer, None if the address does not fit."""
        path, query = request.scope["path_params"], _query(request.scope)
        values: dict[str, Any] = {self._request: request}
        for in_path, field in self._fields:
            told = (path if in_path else query).get(field.alias)
            if told is None:
                if field.field_info.is_required():
                    return None
                values[field.name] = field.default
            else:
                values[field.name], wrong = field.validate(told)
                if wrong:
                    return None
        answer: Response = self.endpoint(**values)
        return answer


def _query(scope: Scope) -> dict[str, str]:
    text = scope["query_string"].decode("latin-1")
    return dict(parse_qsl(text, keep_blank_values=True)) if text else {}


class Glances:
    """Answers requests at a glance."""

    def __init__(self, signposts: Signposts, site: Any) -> None:
        self._signposts, self._site = signposts, site

    def answer(self, scope: Scope, line: int) -> Response | None:
        """Return the page for everybody that a request asks for, by what is known of the office at a line of the log;
        None if it has to go the usual way."""
        glance = self._site.glance(line)
        found = None if glance is None else self._signposts.way(scope)
        if found is None:
            return None
        route, parts = found
        if not isinstance(route, GlanceRoute):
            return None
        asked = {**scope, **parts, "state": {**scope["state"], GLANCE: glance}}
        try:
            response = route.at_a_glance(Request(asked))
        except (ArpadError, TransactionNeeded):
            return None
        if response is None or response.status_code != 200 or not asked["state"].get("same_for_all"):
            return None
        scope["route"] = asked["route"]
        return response
