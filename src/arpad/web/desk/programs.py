"""For programs: the OpenAPI as a page for people."""

from typing import Annotated, Any

from starlette.requests import Request

from arpad.trail.fields import by_key
from arpad.web.answers import Answer
from arpad.web.pages import Pages

programs = Pages("programs")

OPERATION = by_key(named="Operation", tag=str, method=str, path=str, about=str, token=bool)


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
        table=lambda: OPERATION.table(rows),
    )


def _by_tag(rows: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The operations by their subject, in the order of the rows."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row["tag"], []).append(row)
    return found


def _operations(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The operations, grouped by subject."""
    found = [
        {
            "tag": (operation.get("tags") or ["–"])[0],
            "method": method.upper(),
            "path": path,
            "about": operation.get("description") or operation.get("summary", ""),
            "token": bool(operation.get("security")),
        }
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    ]
    return sorted(found, key=lambda row: (row["token"], row["tag"], row["path"], row["method"]))
