"""The OpenAPI description of the site, and the Python client generated from it."""

import json
import keyword
import re
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from typing import Any, TypeVar

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from msgspec import UnsetType
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import Document
from arpad.documents.schema import Anything, Schema, Schemas
from arpad.i18n import Language, has, text
from arpad.office.examine import SameGames
from arpad.tournament.documents import WarningDocument
from arpad.web.cache import FOR_PROGRAMS, by_content

# A client for programs, written from the description of the site: one Python module that needs nothing else. It holds
# a typed dictionary for each document and a method for each address. Decimals stay exact in it (`Decimal`).

JsonSchema = Mapping[str, Any]
FieldsSent = dict[str, tuple[JsonSchema, bool]]
"""The fields of a form, and whether each must be there."""
FORMS = "Body_"
"""What the schemas of forms begin with."""
PLAIN = {"string": "str", "integer": "int", "number": "Number", "boolean": "bool", "null": "None"}
JSON = "application/json"
LISTED = ('office.players(q="zar")["players"]', 'office.every(office.players, federation="ESP")')
"""The players in the example of the module: in version 1, and in version 2, whose lists come page by page."""
METHODS_HERE = "    # methods\n"
TYPES_HERE = "# types\n"


def client_code(description: Mapping[str, Any]) -> str:
    """Return the module."""
    frame = files("arpad.web").joinpath("client_frame.txt").read_text("utf-8")
    info, (server, *_) = description["info"], description.get("servers") or [{"url": ""}]
    head = frame.replace("VERSION", info["version"]).replace("BASE", server["url"])
    head = head.replace("LISTED", LISTED[bool(server["url"])])
    known = description["components"]["schemas"]
    types = "\n\n".join(_typed_dict(name, schema) for name, schema in known.items() if not name.startswith(FORMS))
    methods = "\n".join(_methods(description["paths"], known))
    return head.replace(TYPES_HERE, types).replace(METHODS_HERE, methods)


def _typed_dict(name: str, schema: JsonSchema) -> str:
    """A document. The keys that no attribute can have are written in the other form of a TypedDict."""
    required = set(schema.get("required", ()))
    fields = {field: _field(of, field in required) for field, of in schema.get("properties", {}).items()}
    about = _words(schema.get("description") or name)
    if any(not _is_name(field) for field in fields):
        inside = ", ".join(f'"{field}": {kind!r}' for field, kind in fields.items())
        return f'{name} = TypedDict("{name}", {{{inside}}})\n"""{about}"""'
    lines = [f"    {field}: {kind}" for field, kind in fields.items()] or ["    pass"]
    return "\n".join([f"class {name}(TypedDict):", f'    """{about}"""', "", *lines, ""])


def _field(schema: JsonSchema, required: bool) -> str:
    kind = type_of(schema)
    return kind if required else f"NotRequired[{kind}]"


def type_of(schema: JsonSchema) -> str:
    """Return the Python type of a schema."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    kinds = schema.get("type")
    several = schema.get("anyOf") or ([{**schema, "type": kind} for kind in kinds] if isinstance(kinds, list) else [])
    if several:
        return " | ".join(dict.fromkeys(type_of(one) for one in several))
    if "enum" in schema or "const" in schema:
        return f"Literal[{', '.join(map(repr, schema.get('enum') or [schema['const']]))}]"
    if kinds == "array":
        return f"list[{type_of(schema.get('items', {}))}]"
    return _plain(schema, str(kinds))


def _plain(schema: JsonSchema, kind: str) -> str:
    if kind == "object":
        inside = schema.get("additionalProperties", {})
        return f"dict[str, {type_of(inside) if isinstance(inside, Mapping) else 'Any'}]"
    is_file = schema.get("format") == "binary" or "contentMediaType" in schema
    return "bytes" if is_file else PLAIN.get(kind, "Any")


def _methods(paths: Mapping[str, Any], known: Mapping[str, JsonSchema]) -> Iterator[str]:
    for path, operations in paths.items():
        for method, operation in operations.items():
            answer = operation["responses"].get("200", {}).get("content", {}).get(JSON, {}).get("schema")
            sent = _fields_sent(operation, known)
            if answer is not None and sent is not None:
                yield _method(path, method, operation, sent, type_of(answer))


def _method(path: str, method: str, operation: Mapping[str, Any], sent: FieldsSent, answer: str) -> str:
    parameters = [one for one in operation.get("parameters", ()) if one["in"] in ("path", "query")]
    required = [f"{_safe(one['name'])}: {type_of(one['schema'])}" for one in parameters if one["in"] == "path"]
    asked = [one for one in parameters if one["in"] == "query"]
    optional = [_optional(one["name"], one["schema"], one.get("required", False)) for one in asked]
    optional += [_optional(name, of, needed) for name, (of, needed) in sent.items()]
    given = ", ".join(["self", *required, *(["*", *optional] if optional else [])])
    address = re.sub(r"{(\w+)}", lambda found: f"{{_part({_safe(found[1])})}}", path)
    query = ", ".join(f'"{one["name"]}": {_safe(one["name"])}' for one in asked)
    form = "None" if method == "get" else f"{{{', '.join(f'{name!r}: {_safe(name)}' for name in sent)}}}"
    about = _words(operation.get("description") or operation.get("summary") or path)
    marked = "f" if "{" in address else ""
    return (
        f"    def {operation['operationId']}({given}) -> {answer}:\n"
        f'        """{about}"""\n'
        f'        found: {answer} = self._ask({marked}"{address}", {{{query}}}, {form})\n'
        f"        return found\n"
    )


def _optional(name: str, schema: JsonSchema, required: bool) -> str:
    kind = type_of(schema)
    return f"{_safe(name)}: {kind}" if required else f"{_safe(name)}: {kind} | None = None"


def _fields_sent(operation: Mapping[str, Any], known: Mapping[str, JsonSchema]) -> FieldsSent | None:
    """The fields of the form that an operation takes; None if it takes something else."""
    content = operation.get("requestBody", {}).get("content", {})
    forms = [one["schema"] for media, one in content.items() if "form" in media]
    if content and not forms:
        return None
    form = known[str(forms[0]["$ref"]).rpartition("/")[2]] if forms and "$ref" in forms[0] else (forms or [{}])[0]
    return {name: (of, name in form.get("required", ())) for name, of in form.get("properties", {}).items()}


def _is_name(word: str) -> bool:
    return word.isidentifier() and not keyword.iskeyword(word)


def _safe(word: str) -> str:
    """A name of an argument: `from_`, if the word itself is taken."""
    plain = re.sub(r"\W", "_", word)
    return plain if _is_name(plain) and plain != "self" else f"{plain}_"


def _words(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\").replace('"""', "'''").rstrip('"')


# The description of the site for programs (OpenAPI): every answer with its schema, every refusal with its one shape.
# Schemas are made from the shapes of the documents (`documents.schema`), when somebody first asks for the description.
# Nothing is checked against them while pages are served: tests do that.

API_VERSION = "1.0"
"""The version of the interface, which changes by its own rule (docs/reference/api.md), not with every release."""
CLIENT = "/api/client.py"
"""Where the client is."""
SHAPE = "arpad_shape"
OWN_ERRORS = ("HTTPValidationError", "ValidationError")
"""What FastAPI would answer to wrong values; ours are problems like all others."""
UNAVAILABLE = "Not now: the office cannot be reached, or has too much to do. `Retry-After` says when to come again."
Handler = TypeVar("Handler", bound=Callable[..., Any])


class ProblemDocument(Document, frozen=True):
    """Why something was refused: `error` is a sentence in the language that was asked for, `key` the name of the
    message, if it has one, `status` that of the answer. `fields` says what is wrong at each field. After a clash `now`
    is what is there now; `warnings` are what has to be agreed to; `same_games` the events that have the games of a
    report already; `n` and `home` tell about copies of events."""

    error: str
    status: int
    key: str | UnsetType
    now: Anything | UnsetType
    warnings: list[WarningDocument] | UnsetType
    same_games: list[SameGames] | UnsetType
    fields: dict[str, str] | UnsetType
    n: Anything | UnsetType
    home: str | UnsetType


class ProblemDetails(Document, frozen=True):
    """Why something was refused (RFC 9457): `title` are the words of the status, `detail` is a sentence in the language
    that was asked for, `key` names the message and stays when the sentence is worded better. `fields` says what is
    wrong with each parameter or field."""

    type: str
    title: str
    status: int
    detail: str
    key: str
    fields: dict[str, str] | UnsetType


def shaped(shape: Any) -> Callable[[Handler], Handler]:
    """Say what the document of an address holds."""

    def mark(endpoint: Handler) -> Handler:
        setattr(endpoint, SHAPE, shape)
        return endpoint

    return mark


class DescribedApp(FastAPI):
    """An application whose description has a schema for every document."""

    description_text: str | None = None
    problem_shape: type[Document] = ProblemDocument
    problem_media = JSON
    schemas: type[Schemas] = Schemas

    def openapi(self) -> dict[str, Any]:
        if self.openapi_schema is None:
            self.openapi_schema = self._described(super().openapi())
        return self.openapi_schema

    def _described(self, document: dict[str, Any]) -> dict[str, Any]:
        schemas = self.schemas(field_words)
        problem = schemas.of(self.problem_shape)
        shapes = {(path, method): shape for path, method, shape in _shapes(self)}
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                operation["operationId"] = operation_id(path, method)
                refusals = _refusals(path, method, problem, self.problem_media)
                _describe(operation, shapes.get((path, method)), schemas, refusals)
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


def _refusals(path: str, method: str, problem: Schema, media: str) -> dict[str, Any]:
    """The forms in which a refusal comes: the address of a form for people too gives a browser the form again."""
    for_people = method == "post" and media == JSON and not FOR_PROGRAMS.search(path)
    return {media: {"schema": problem}} | ({"text/html": {}} if for_people else {})


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
