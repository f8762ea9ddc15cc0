"""For programs: the OpenAPI as pages for people, the operations and the documents they answer with."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, TypedDict

from starlette.requests import Request

from arpad.documents.fields import by_key
from arpad.i18n import Language
from arpad.web.answers import Answer
from arpad.web.client_code import FORMS, type_of
from arpad.web.describing import field_words
from arpad.web.language import language_of
from arpad.web.pages import Pages

programs = Pages("programs")

JSON = "application/json"
BETWEEN = re.compile(r"(\W+)")
"""Between the names of a type, which lead to the documents."""
OPERATION = by_key(named="Operation", tag=str, method=str, path=str, about=str, token=bool, answers=list[str])


class DocumentFieldDocument(TypedDict):
    """A field of a document: its type as Python writes it, whether it is always there, and what it is."""

    name: str
    type: str
    required: bool
    about: str


class DocumentDocument(TypedDict):
    """A document and its fields."""

    name: str
    about: str
    fields: list[DocumentFieldDocument]


@programs.page("/api", "desk_api.html", list[Annotated[dict[str, Any], OPERATION]], table=True)
def api(request: Request) -> Answer:
    """Every operation of the site that a program can use."""
    rows = _operations(request.app.openapi())
    return Answer(
        document=lambda: rows,
        page=lambda: {
            "by_tag": _by_tag(rows),
            "origin": str(request.base_url).rstrip("/"),
        },
        table=lambda: OPERATION.table([row | {"answers": " ".join(row["answers"])} for row in rows]),
    )


@programs.page("/api/documents", "desk_api_documents.html", list[DocumentDocument])
def all_documents(request: Request) -> Answer:
    """Every document of the site, with its fields."""
    found = _documents(request.app.openapi(), language_of(request))
    known = {one["name"] for one in found}
    return Answer(lambda: found, lambda: {"data": found, "known": known, "pieces": BETWEEN.split})


def _by_tag(rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The operations by their subject, in the order of the rows."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["tag"], []).append(row)
    return found


def _operations(description: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The operations, grouped by subject."""
    found = [
        {
            "tag": (operation.get("tags") or ["–"])[0],
            "method": method.upper(),
            "path": path,
            "about": operation.get("description") or operation.get("summary", ""),
            "token": bool(operation.get("security")),
            "answers": _answers(operation),
        }
        for path, operations in description["paths"].items()
        for method, operation in operations.items()
    ]
    return sorted(found, key=lambda row: (row["token"], row["tag"], row["path"], row["method"]))


def _answers(operation: Mapping[str, Any]) -> list[str]:
    """The names of the documents that an operation answers with."""
    schema = operation["responses"].get("200", {}).get("content", {}).get(JSON, {}).get("schema", {})
    told = schema.get("items", schema)
    return [one["$ref"].rpartition("/")[2] for one in told.get("anyOf", [told]) if "$ref" in one]


def _documents(description: Mapping[str, Any], language: Language) -> list[DocumentDocument]:
    schemas = description["components"]["schemas"]
    return [
        {"name": name, "about": schema.get("description", ""), "fields": _fields(schema, language)}
        for name, schema in sorted(schemas.items())
        if not name.startswith(FORMS)
    ]


def _fields(schema: Mapping[str, Any], language: Language) -> list[DocumentFieldDocument]:
    required = schema.get("required", ())
    return [
        {"name": name, "type": type_of(of), "required": name in required, "about": field_words(name, language)}
        for name, of in schema.get("properties", {}).items()
    ]
