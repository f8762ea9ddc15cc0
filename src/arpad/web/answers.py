"""An answer, and the three forms it is given in: a page, JSON, a CSV table, each at the same address."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from arpad.trail.csv_table import csv_table
from arpad.trail.exact_json import dumps


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings, for a CSV file. Headings are names of fields, alike in every language."""

    headings: Sequence[str]
    rows: Sequence[Sequence[object]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a page has to tell. `data` is what programs get; the template gets it too, and `more` beside it."""

    data: Any
    more: Mapping[str, Any] = field(default_factory=dict)
    table: Table | None = None
    status: int = 200


def wants_json(request: Request) -> bool:
    """Whether a program asks: by its token, by what it accepts, or by the address."""
    accepted = "application/json" in request.headers.get("accept", "")
    return accepted or request.url.path.endswith((".json", ".csv")) or getattr(request.state, "by_token", False)


def html(request: Request, template: str, answer: Answer) -> Response:
    page = request.app.state.site.render(request, template, {"data": answer.data, **answer.more})
    return HTMLResponse(page, answer.status)


def json_text(document: Any, status: int = 200) -> Response:
    return Response(dumps(document) + "\n", status, media_type="application/json")


def csv_text(table: Table) -> Response:
    return Response(csv_table(table.headings, table.rows), media_type="text/csv; charset=utf-8")
