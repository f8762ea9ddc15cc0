"""Every JSON answer that an application gives in a test is held to the schema of its address, and to nothing more: a
field that is not declared is as wrong as one that is missing."""

import json
from collections.abc import MutableMapping
from functools import cache
from typing import Any

import jsonschema_rs

from arpad.documents.schema import Schemas
from arpad.web.cache import PUBLIC_API
from arpad.web.openapi import SHAPE, ProblemDetails, ProblemDocument
from arpad.web.public_api import PublicSchemas

Message = MutableMapping[str, Any]
JSON = (b"application/json", b"application/problem+json")


class CheckedAnswers:
    """Middleware: looks at what was sent, and notes what is `wrong` in it."""

    def __init__(self, app: Any, wrong: list[str]) -> None:
        self.app, self.wrong = app, wrong

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, is_json, parts = 0, False, []
        public = scope["path"].startswith(f"{PUBLIC_API}/")

        async def watched(message: Message) -> None:
            nonlocal status, is_json
            if message["type"] == "http.response.start":
                status = message["status"]
                is_json = _is_json(dict(message["headers"]))
            elif is_json:
                parts.append(message.get("body", b""))
            await send(message)

        await self.app(scope, receive, watched)
        if is_json and any(parts):
            problems = wrong_in(
                json.loads(b"".join(parts)), status, getattr(scope.get("route"), "endpoint", None), public
            )
            self.wrong += [f"{scope['method']} {scope['path']} ({status}): {one}" for one in problems]


def _is_json(headers: dict[bytes, bytes]) -> bool:
    return headers.get(b"content-type", b"").startswith(JSON) and b"content-encoding" not in headers


def wrong_in(document: Any, status: int, endpoint: Any, public: bool = False) -> list[str]:
    """Return what in an answer is not as its schema says: that of version 2, if it is one of the `public` interface."""
    shape = getattr(endpoint, SHAPE, None)
    if public and status >= 400:
        shape = ProblemDetails
    elif status >= 400 and not (isinstance(document, dict) and "error" not in document and shape is not None):
        shape = ProblemDocument
    if shape is None:
        return []
    found = validator(shape, PublicSchemas if public else Schemas).iter_errors(document)
    return [f"{'/'.join(map(str, one.instance_path))}: {one.message}" for one in found]


@cache
def validator(shape: Any, kind: type[Schemas] = Schemas) -> Any:
    """The schema of a shape, closed: it allows no other fields."""
    schemas = kind()
    whole = schemas.of(shape) | {"components": {"schemas": schemas.components}}
    return jsonschema_rs.Draft202012Validator(closed(whole), validate_formats=True)


def closed(schema: Any) -> Any:
    """Return a schema whose objects have no other fields than those that it names."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: closed(one) for name, one in schema.items()}
    return found | {"additionalProperties": False} if "properties" in found and "title" in found else found
