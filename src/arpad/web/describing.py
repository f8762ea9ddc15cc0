"""The description of the site for programs (OpenAPI): every answer with its schema, every refusal with its one shape.

Schemas are made from the shapes of the documents (`trail.shapes`), when somebody first asks for the description.
Nothing is checked against them while pages are served: tests do that.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, NotRequired, TypedDict, TypeVar

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.schema import Anything, Schema, Schemas
from arpad.i18n import Language, has, text
from arpad.office.documents import SameGamesDocument
from arpad.tournament.shapes import WarningDocument
from arpad.web.answers import FOR_PROGRAMS
from arpad.web.client_code import client_code
from arpad.web.freshness import by_content

API_VERSION = "1.0"
"""The version of the interface, which changes by its own rule (docs/api.md), not with every release."""
CLIENT = "/api/client.py"
"""Where the client is."""
JSON = "application/json"
SHAPE = "arpad_shape"
OWN_ERRORS = ("HTTPValidationError", "ValidationError")
"""What FastAPI would answer to wrong values; ours are problems like all others."""
UNAVAILABLE = "Not now: the office cannot be reached, or has too much to do. `Retry-After` says when to come again."
Handler = TypeVar("Handler", bound=Callable[..., Any])


class ProblemDocument(TypedDict):
    """Why something was refused: `error` is a sentence in the language that was asked for, `key` the name of the
    message, if it has one, `status` that of the answer. After a clash `now` is what is there now; `warnings` are what
    has to be agreed to; `same_games` the events that have the games of a report already; `n` and `home` tell about
    copies of events."""

    error: str
    status: int
    key: NotRequired[str]
    now: NotRequired[Anything]
    warnings: NotRequired[list[WarningDocument]]
    same_games: NotRequired[list[SameGamesDocument]]
    n: NotRequired[Anything]
    home: NotRequired[str]


def shaped(shape: Any) -> Callable[[Handler], Handler]:
    """Say what the document of an address holds."""

    def mark(endpoint: Handler) -> Handler:
        setattr(endpoint, SHAPE, shape)
        return endpoint

    return mark


class DescribedApp(FastAPI):
    """An application whose description has a schema for every document."""

    description_text: str | None = None

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            self.openapi_schema = self._described(super().openapi())
        return self.openapi_schema

    def _described(self, document: dict[str, Any]) -> dict[str, Any]:
        schemas = Schemas(field_words)
        problem = schemas.of(ProblemDocument)
        shapes = {(path, method): shape for path, method, shape in _shapes(self)}
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                operation["operationId"] = operation_id(path, method)
                _describe(operation, shapes.get((path, method)), schemas, _refusals(path, method, problem))
        known = document.setdefault("components", {}).setdefault("schemas", {})
        for name in OWN_ERRORS:
            known.pop(name, None)
        clash = sorted(known.keys() & schemas.components.keys())
        assert not clash, f"two schemas are named {clash}"
        known.update(sorted(schemas.components.items()))
        return document


async def description(request: Request) -> Response:
    """The description itself, made once."""
    app = request.app
    assert isinstance(app, DescribedApp)
    if app.description_text is None:
        app.description_text = await run_in_threadpool(lambda: json.dumps(app.openapi(), ensure_ascii=False))
    return by_content(request, Response(app.description_text, media_type=JSON))


def operation_id(path: str, method: str) -> str:
    """Return the name of an operation, which follows from its address: `/players/{id}.json` is `players_by_id`,
    `/lists/{period}/top.csv` is `lists_top_csv`, and what is sent begins with `post`."""
    plain, _, ending = path.strip("/").partition(".")
    *parts, last = plain.split("/")
    words = [part for part in parts if "{" not in part]
    words.append(f"by_{last.strip('{}')}" if "{" in last else last)
    named = ["post", *words] if method == "post" else words
    return re.sub(r"\W", "_", "_".join([*named, *([ending] if ending not in ("", "json") else [])]))


async def client_module(request: Request) -> Response:
    """A typed client in Python, made from the description."""
    app = request.app
    assert isinstance(app, DescribedApp)
    code = await run_in_threadpool(lambda: client_code(app.openapi()))
    return by_content(request, Response(code, media_type="text/x-python; charset=utf-8"))


def _shapes(app: FastAPI) -> Iterator[tuple[str, str, Any]]:
    """The shapes of the documents, by address and method."""
    for route in iter_route_contexts(app.routes):
        shape = getattr(route.endpoint, SHAPE, None)
        for method in () if shape is None else route.methods or ():
            yield str(route.path_format), method.lower(), shape


def _refusals(path: str, method: str, problem: Schema) -> dict[str, Any]:
    """The forms in which a refusal comes: the address of a form for people too gives a browser the form again."""
    for_people = method == "post" and not FOR_PROGRAMS.search(path)
    return {JSON: {"schema": problem}} | ({"text/html": {}} if for_people else {})


def _describe(operation: dict[str, Any], shape: Any, schemas: Schemas, refusals: dict[str, Any]) -> None:
    """Put the schemas into one operation."""
    answers = operation["responses"]
    answers.setdefault("503", {"description": UNAVAILABLE})
    for status, answer in answers.items():
        if status == "200":
            if shape is not None:
                answer["content"] = {JSON: {"schema": schemas.of(shape)}}
        elif status >= "400":
            more: dict[str, Schema] = {media: {} for media in answer.get("content", ()) if media != JSON}
            answer["content"] = refusals | more


def field_words(name: str, language: Language = "en") -> str:
    """Return what a field is, if its name does not say it."""
    key = f"api.field.{name}"
    return text(key, language) if has(key) else ""
