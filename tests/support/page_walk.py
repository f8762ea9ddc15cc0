"""A walk through the pages of an office: what people read on them, and the words that have no place there."""

import io
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin, urlsplit

from arpad.tournament.kinds.all_kinds import KINDS

if TYPE_CHECKING:
    from visitor import TestClient

FILES = re.compile(r"\.(json|csv|pdf|trf|txt|zip|pgn|ics|atom|svg|png|toml|jsonl|ods|xlsx|py|db)($|\?)")
"""The ends of addresses of files to take away."""
OUTSIDE = ("/api", "/openapi", "/static", "/logout", "/metrics", "/health", "/ready")
READ = ("aria-label", "title", "placeholder", "alt")
"""Attributes that people read, or hear."""
FORBIDDEN = {
    "an option": re.compile(r"(?<![\w-])--[a-z][a-z-]+"),
    "a command": re.compile(r"\barpad (?:[a-z-]+)\b|`arpad"),
    "a format": re.compile(r"\bTOML\b|\bJSON\b|\.toml\b"),
    "raw values": re.compile(r'\{"|\[\[|\[\{|": (?:\[|\{|")|\bnull\b'),
    "columns of a report": re.compile(r"\b(?:columns?|columnas?) \d"),
    "a time of programs": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d"),
    "a kind of the log": re.compile("|".join(rf"(?<![\w./-]){re.escape(kind)}(?![\w./-])" for kind in KINDS)),
    "a condition": re.compile(r"\b(?:born|rating|sex|federation|club|family|title|age)\s*(?:[<>=!]=|[<>=])"),
    "a key of words": re.compile(r"\b(?:web|error|finding|paper|event|desk)(?:-[a-z]+)*\.[a-z]+[-.][a-z.-]*[a-z]"),
    "an empty value": re.compile(r"(?<![\w])(?:None|True|False|NaN)(?![\w])|Fraction\(|Words\("),
    "a key": re.compile(r"(?<![\w/.@-])[a-z]+\d*(?:_[a-z]+)+(?![\w/.@-])"),
    "words of a parser": re.compile(r"\(at line \d+, column|\(at end of document|Traceback|\bErrno\b"),
}
NOT_READ = {"script", "style", "svg"}


class PageText(HTMLParser):
    """What somebody reads on a page, and where its links lead. The names of files to take away are not read."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.links: list[str] = []
        self._skipped: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        address = given.get("href") or given.get("formaction") or ""
        if tag in NOT_READ or (tag in ("a", "button") and FILES.search(address)):
            self._skipped.append(tag)
        if tag == "a" and address:
            self.links.append(address)
        if self._skipped:
            return
        self.parts += [value for name in READ if (value := given.get(name))]
        if tag == "input" and given.get("type", "text") in ("text", "search", "submit", "button"):
            self.parts.append(given.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        if self._skipped and tag == self._skipped[-1]:
            self._skipped.pop()

    def handle_data(self, data: str) -> None:
        if not self._skipped:
            self.parts.append(data)


@lru_cache(maxsize=256)
def read(page: str) -> PageText:
    """What stands on a page; it is read once for its words and its links."""
    text = PageText()
    text.feed(page)
    return text


class Form(NamedTuple):
    """A form of a page: where it is sent, and what is sent if nobody touches it. Into the fields `typed` people write,
    for those of `files` they choose a file."""

    address: str
    method: str
    kept: dict[str, str]
    typed: tuple[str, ...]
    files: tuple[str, ...]


CHOSEN = ("hidden", "submit", "button", "reset", "checkbox", "radio")
"""Kinds of inputs into which nobody writes."""


class PageForms(HTMLParser):
    """The forms of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._kept: dict[str, str] = {}
        self._typed: list[str] = []
        self._files: list[str] = []
        self._select = ""
        self._form: tuple[str, str] | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        name, kind = given.get("name", ""), given.get("type", "text")
        if tag == "form":
            self._form = (given.get("action", ""), given.get("method", "get"))
            self._kept, self._typed, self._files = {}, [], []
        elif tag == "option" and self._select and ("selected" in given or self._select not in self._kept):
            self._kept[self._select] = given.get("value", "")
        elif tag == "select":
            self._select = name
        elif name and (tag == "textarea" or (tag == "input" and kind not in CHOSEN)):
            (self._files if kind == "file" else self._typed).append(name)
        elif name and tag == "input" and (kind == "hidden" or "checked" in given):
            self._kept[name] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        elif tag == "form" and self._form:
            self.forms.append(Form(*self._form, self._kept, tuple(self._typed), tuple(self._files)))
            self._form = None


WRITTEN = ("", "¿?", "9" * 12)
"""What is written into all fields of a form, to have it refused."""


def refused(visitor: "TestClient", pages: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Send every form of some pages with nothing and with what cannot be right in its fields; yield its address and the
    page that comes back. A form is looked at once, whichever tournament it is of."""
    sent = set()
    for path, page in pages.items():
        for form in PageForms(page).forms:
            address = urljoin(path, form.address)
            kind = (re.sub(r"^/[tf]/[^/]+", "", alike(address)[0]), form.typed, form.files)
            if kind in sent or not (form.typed or form.files) or FILES.search(address) or address.startswith(OUTSIDE):
                continue
            sent.add(kind)
            for written in WRITTEN:
                data = form.kept | dict.fromkeys(form.typed, written)
                files = {name: ("x.png", io.BytesIO(written.encode())) for name in form.files}
                if form.method == "post":
                    answer = visitor.post(address, data=data, files=files or None)
                else:
                    answer = visitor.get(address, params=data)
                assert answer.status_code < 500, (address, written)
                yield address, answer.text


def forbidden_in(page: str) -> list[tuple[str, str]]:
    """Return what a page says that people should not have to read, each with the words around it."""
    found = []
    for part in read(page).parts:
        said = " ".join(part.split())
        found += [(what, said[max(0, hit.start() - 40) : hit.end() + 40])
                  for what, pattern in FORBIDDEN.items() for hit in [pattern.search(said)] if hit]  # fmt: skip
    return found


def alike(address: str) -> tuple[str, set[str]]:
    """The kind of a page, its address without numbers, names and days; and what it is asked for."""
    parts = urlsplit(address)
    asked = {part.partition("=")[0] for part in parts.query.split("&") if part}
    return re.sub(r"\d[\d-]*", "#", parts.path), asked


def walk(visitor: "TestClient", starts: list[str], within: tuple[str, ...] = ("/",)) -> Iterator[tuple[str, str]]:
    """Open pages from some on, and those within some addresses that they link to; yield each with its text. Of one
    kind, a page is opened if it is asked for something new: one player is as good as a hundred."""
    waiting, seen, kinds = list(starts), set(starts), dict[str, set[str]]()
    while waiting:
        path = waiting.pop(0)
        answer = visitor.get(path)
        if "text/html" not in answer.headers.get("content-type", ""):
            continue
        assert answer.status_code < 500, path
        yield path, answer.text
        for link in read(answer.text).links:
            where = urlsplit(urljoin(f"http://testserver{path}", link))
            target = where.path + (f"?{where.query}" if where.query else "")
            if where.netloc != "testserver" or target in seen or FILES.search(target) or target.startswith(OUTSIDE):
                continue
            if "lang=" in where.query or not target.startswith(within):
                continue
            seen.add(target)
            kind, asked = alike(target)
            if kind not in kinds or not asked <= kinds[kind]:
                kinds[kind] = kinds.get(kind, set()) | asked
                waiting.append(target)
