"""An answer, and the forms it is given in: a page, JSON, a CSV table, a PDF, each at the same address."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from arpad.documents.fields import ShownFields, Table, csv_table
from arpad.documents.json import dumps
from arpad.web.file_names import disposition

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of an address, in up to four forms. Only the requested form is made.

    `document` gives the JSON for programs, `page` the values for the template (the document as `data`, if nothing else
    is given), `table` the rows of a CSV file, with the names of the fields as headings in every language, `pdf` the
    document to print. `named` is the name of its files without an ending, if the address does not say enough. `tag`
    names what it is made of: somebody who has it already is told so, and it is made once for all who have not. A
    `private` answer is kept nowhere. `parts` is a CSV file that is too long to be made as a whole.
    """

    document: Callable[[], Any]
    page: Callable[[], Mapping[str, Any]] | None = None
    table: Callable[[], Table] | None = None
    pdf: Callable[[], bytes] | None = None
    status: int = 200
    tag: str = ""
    private: bool = False
    headers: Mapping[str, str] = field(default_factory=dict)
    named: str = ""
    parts: "LongFile | None" = None

    def values(self) -> Mapping[str, Any]:
        """Return what the template needs."""
        return {"data": self.document()} if self.page is None else self.page()


@dataclass(frozen=True, slots=True)
class LongFile:
    """A file that is sent while it is written. Two files with the same `tag` are the same."""

    tag: str
    write: Callable[[], Iterator[str]]


def listing(
    fields: ShownFields[Thing],
    things: Sequence[Thing],
    page: Callable[[], Mapping[str, Any]] = dict,
    names: Sequence[str] = (),
) -> Answer:
    """Return things by their fields: as a document, as a table, with some of the fields if they are named, and as a
    page, which has the things as `data` and more values."""
    return Answer(
        document=lambda: [fields.document(thing) for thing in things],
        page=lambda: {"data": things, **page()},
        table=lambda: fields.table(things, names),
    )


JSON = "application/json"
CSV = "text/csv; charset=utf-8"
LONGEST_ACCEPT = 1000
FOR_PROGRAMS = re.compile(r"\.(?:json|csv|trf)$|^/t/[^/]+/log$")
"""Addresses at which nobody expects a page."""


VARY = "accept, accept-language, cookie"
"""What the answer of an address depends on besides the office."""


def wants_json(request: Request) -> bool:
    """Return whether a program asks: by its token, by its Accept header, or by the address."""
    asked = prefers_json(request.headers.get("accept", ""))
    return asked or FOR_PROGRAMS.search(request.url.path) is not None or "authorization" in request.headers


def prefers_json(accept: str) -> bool:
    """Return whether an Accept header asks for JSON rather than for a page (RFC 9110 12.5.1)."""
    if JSON not in accept:
        return False
    wishes = dict(_wish(part) for part in accept[:LONGEST_ACCEPT].lower().split(","))
    return wishes.get(JSON, 0) > 0 and wishes.get(JSON, 0) >= wishes.get("text/html", 0)


def _wish(part: str) -> tuple[str, int]:
    """A kind of answer, and how much it is wanted, in thousandths."""
    media, *parameters = (one.strip() for one in part.split(";"))
    told = next((one[2:] for one in parameters if one.startswith("q=")), "1")
    whole, _, digits = told.partition(".")
    return media, 1000 if whole == "1" else int(f"{digits:0<3.3}") if whole in ("0", "") and digits.isdecimal() else 0


def html(request: Request, template: str, values: Mapping[str, Any], status: int = 200) -> Response:
    return HTMLResponse(request.app.state.site.render(request, template, values), status)


def json_text(document: Any, status: int = 200) -> Response:
    return Response(dumps(document) + "\n", status, media_type="application/json")


def csv_text(table: Table) -> Response:
    return Response(csv_table(table.headings, table.rows), media_type=CSV)


def pdf_file(printed: bytes, name: str = "") -> Response:
    """A document to print, with the name under which it is saved."""
    headers = disposition(f"{name}.pdf", shown=True) if name else None
    return Response(printed, media_type="application/pdf", headers=headers)
