"""Responses as page, JSON, CSV or PDF, conditional requests (304), and in-memory caches of pages."""

import hashlib
import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar, cast

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse

from arpad.documents.document import Document, csv_rows
from arpad.documents.fields import Table, csv_table
from arpad.documents.json import dumps
from arpad.tournament.public import PublicState, SeenBefore, public_view
from arpad.tournament.state import EventState
from arpad.web.uploads import disposition

# An answer, and the forms it is given in: a page, JSON, a CSV table, a PDF, each at the same address.


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of an address, in up to five forms. Only the requested form is made.

    `document` gives the JSON for programs, `page` the values for the template (the document as `data`, if nothing else
    is given), `table` the rows of a CSV file, with the names of the fields as headings in every language, `pdf` the
    document to print, `xlsx` the same as a workbook. `named` is the name of its files without an ending, if the
    address does not say enough. `tag` names what it is made of: somebody who has it already is told so. A `private`
    answer is kept nowhere. `parts` is a CSV file that is too long to be made as a whole. `rows` takes some of a list
    that is too long for a document.
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
    xlsx: Callable[[], bytes] | None = None
    rows: "PagedRows | None" = None

    def values(self) -> Mapping[str, Any]:
        """Return what the template needs."""
        return {"data": self.document()} if self.page is None else self.page()


@dataclass(frozen=True, slots=True)
class PagedRows:
    """The rows of a list: how many there are, and what takes some of them."""

    count: int
    some: Callable[[int, int], Sequence[Any]]


@dataclass(frozen=True, slots=True)
class LongFile:
    """A file that is sent while it is written. Two files with the same `tag` are the same."""

    tag: str
    write: Callable[[], Iterator[str]]


def listing(
    kind: type[Document],
    things: Sequence[Document],
    page: Callable[[], Mapping[str, Any]] = dict,
    names: Sequence[str] = (),
) -> Answer:
    """Return documents of a kind: as JSON, as a table, with some of the columns if they are named, and as a page, which
    has the documents as `data` and more values."""
    return Answer(lambda: things, lambda: {"data": things, **page()}, lambda: csv_rows(kind, things, names))


JSON = "application/json"
CSV = "text/csv; charset=utf-8"
LONGEST_ACCEPT = 1000
PUBLIC_API = "/api/v2"
"""Where version 2 of the interface for programs is (`web.public_api`)."""
FOR_PROGRAMS = re.compile(
    r"\.(?:json|csv|trf|ics|atom|xlsx|pgn)$|^/api/v2/|^/t/[^/]+/(?:log|(?:team-)?replacements\.txt|picture/[^/]+)$"
)
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
    weight = next((parameter[2:] for parameter in parameters if parameter.startswith("q=")), "1")
    whole, _, digits = weight.partition(".")
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


# Answers that somebody has already: a browser is told so (304), an open page that asks again gets nothing (204).

SEEN = "arpad-seen"
"""The header with which an open page says what it shows."""
LONGEST = 1000
TAG = 24
"""How many digits of a hash name an answer."""


def unchanged(request: Request, answer: Answer) -> Response | None:
    """Return the short answer to somebody who has it already, None to anybody else."""
    if not answer.tag or answer.status != 200:
        return None
    if request.headers.get(SEEN) == answer.tag:
        return stamped(Response(status_code=204), answer)
    if not answer.private and answer.tag in known_tags(request.headers.get("if-none-match", "")):
        return stamped(Response(status_code=304), answer)
    return None


def is_for_everybody(request: Request, response: Response) -> bool:
    """Return whether an answer may be known by its content: nobody is signed in, and nothing is said to one visitor
    alone."""
    account = getattr(request.state, "account", None)
    return account is None and response.status_code == 200 and "set-cookie" not in response.headers


def by_content(request: Request, response: Response) -> Response:
    """Stamp an answer that has no other name with the hash of what it says; nothing is sent to a program that has it
    already."""
    return _known_by(request, short_tag(response.body), response)


def sent_in_parts(request: Request, file: LongFile, *, for_everybody: bool) -> Response:
    """Send a long file while it is written; nothing to somebody who has it already."""
    response = StreamingResponse(file.write(), media_type=CSV)
    return _known_by(request, file.tag, response) if for_everybody else response


def short_tag(content: bytes | memoryview) -> str:
    """Return the name of what an answer is made of."""
    return hashlib.sha256(content).hexdigest()[:TAG]


def _known_by(request: Request, tag: str, response: Response) -> Response:
    if tag in known_tags(request.headers.get("if-none-match", "")):
        response = Response(status_code=304)
    response.headers.update({"cache-control": "no-cache", "etag": f'"{tag}"', "vary": VARY})
    return response


def known_tags(header: str) -> set[str]:
    """The tags of an If-None-Match header."""
    return {part.strip().removeprefix("W/").strip('"') for part in header[:LONGEST].split(",")}


def stamped(response: Response, answer: Answer) -> Response:
    """Say in the headers how long an answer may be kept."""
    if answer.private:
        response.headers["cache-control"] = "no-store"
    elif answer.tag:
        response.headers["cache-control"] = "no-cache"
        response.headers["etag"] = f'"{answer.tag}"'
        response.headers["vary"] = VARY
    for name, value in answer.headers.items():
        response.headers.append(name, value)
    return response


# What many pages need and what takes time to make, kept in memory: tables and parts of pages.

Made = TypeVar("Made")
MOST = 600
"""Values that are kept at most; those that nobody has asked for the longest are forgotten."""


@dataclass(slots=True)
class _Kept:
    """A value with what it was made of. Only one thread makes it, all others wait for it."""

    making: Lock = field(default_factory=Lock)
    parts: tuple[object, ...] | None = None
    value: object = None


class Cache:
    """Values by their keys, each kept as long as it would be made of the same objects. Several threads may use it."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()
        self._lock = Lock()

    def of(self, key: Hashable, parts: tuple[object, ...], make: Callable[[], Made]) -> Made:
        """Return a value made of `parts`, which never change: the one made before if it was made of these objects."""
        with self._lock:
            kept = self._kept.setdefault(key, _Kept())
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        with kept.making:
            if kept.parts is None or not _same(kept.parts, parts):
                kept.value, kept.parts = make(), parts
            return cast(Any, kept.value)  # type: ignore[no-any-return]


def _same(known: tuple[object, ...], parts: tuple[object, ...]) -> bool:
    return len(known) == len(parts) and all(one is other for one, other in zip(known, parts, strict=True))


# The public views of events, kept in memory: one for each event, as long as its log has not grown.


class PublicViews:
    """What everybody may see of each event. Several threads may use it at once."""

    def __init__(self) -> None:
        self._known: dict[str, SeenBefore] = {}

    def of(self, state: EventState) -> PublicState:
        """Return the public view of an event, made once for each line of its log."""
        slug = state.event_rules.slug
        known = self._known.get(slug)
        if known is not None and known.state.head == state.head:
            return known.view
        view = public_view(state, known)
        self._known[slug] = SeenBefore(state, view)
        return view
