"""The addresses of the web: a crawl as six visitors, and every form of an event and of the office.

When recording, a visitor follows the links of the pages; when comparing, the recorded addresses are asked again in the
same order. So routes may be written in another way, if only the addresses stay.
"""

import asyncio
import html
import json
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

from tools.golden import inside
from tools.golden.lines import PROJECT, script_steps
from tools.golden.running import Chance, Record, in_fork, pdf_text, run, zip_members

FORMS_BY_NAME: dict[str, dict[str, Any]] = json.loads((Path(__file__).parent / "forms.json").read_text("utf-8"))
"""One of every form of an event: `before` names another that is sent first."""
CONSENT = {"yes": "1", "reason": "a reason", "outside_rules": "1"}
OFFICE = Path(__file__).parent / "site.txt"
"""The lines that make the office of the goldens out of the demo federation."""
TOWN = Path(__file__).parent / "town.txt"
"""The lines that make the little office in which every decision is taken."""
PASSWORD = "a long password of golden"
SWISS = "valdeoca-2026"
VISITORS = ("nobody", "linked", "scorer", "chief", "officer", "root")
STARTS = (
    "/", "/lists", "/players", "/events", "/t", "/regulations", "/report", "/pairings", "/prizes", "/openapi.json",
    "/calculators", "/tools/prizes", "/federations", "/scale", "/style", "/api", "/login", "/nowhere", "/health",
    "/office", "/account", f"/t/{SWISS}", f"/t/{SWISS}/desk", "/t/liga", "/t/liga/desk", "/t/copa", "/t/copa/desk",
    "/t/mesa", "/t/mesa/desk", "/t/valdeoca", "/t/new", "/t/copa/bracket", "/t/copa/desk/bracket", "/t/mesa/play-offs",
    "/t/mesa/desk/play-offs", f"/t/{SWISS}/groups/u16", f"/t/{SWISS}/table/1", f"/t/{SWISS}/screen/names",
    f"/t/{SWISS}/screen/pairings", f"/t/{SWISS}/screen/clock", f"/t/{SWISS}/players/3/norms", f"/t/{SWISS}/apply",
    f"/t/{SWISS}/log", f"/t/{SWISS}/print/pairings.pdf?round=1", f"/t/{SWISS}/desk/entries/search?q=al",
    f"/t/{SWISS}/desk/hand-over/papers.zip", "/players/suggestions?q=za", "/players/98000017/interim?period=2023-02",
    "/report/standings", "/office/system", "/office/players/suggestions?q=za", "/office/lists/2023-03/publishing",
    "/office/import/waiting", "/office/me/recovery-codes", "/office/me/second-factor/off", "/index.json",
)  # fmt: skip
MOST = {"nobody": 2, "officer": 2, "chief": 2}
"""How many addresses of a template a visitor asks for, if not one."""
INNER = re.compile(r"^/(office|account)|/desk|/do/")
"""Pages that only some visitors see. As JSON and in Spanish, everybody else's are asked for by those of `MOST`."""
VARIANTS = (".json", ".csv", ".pdf")
SKIPPED = re.compile(r"^/(static|logout)|/events/stream|\.(png|svg|ico|woff2|webmanifest)$|/live$|^/metrics")


class Client:
    """Somebody with a browser who asks an application without a network, and keeps its cookies."""

    def __init__(self, app: Any, language: str = "en") -> None:
        self.app, self.language = app, language
        self.cookies: dict[str, str] = {}

    async def ask(
        self,
        address: str,
        form: dict[str, Any] | None = None,
        accept: str = "text/html",
        file: tuple[str, bytes] | None = None,
    ) -> Record:
        """Return status, headers and body of an address; a form is sent with POST, a file with it."""
        parts = urlsplit(address)
        headers = {"host": "golden.example", "accept": accept, "accept-language": self.language}
        body, kind = _body(form, file)
        if form is not None:
            headers |= {"content-type": kind, "content-length": str(len(body)), "origin": "http://golden.example"}
        if self.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer: dict[str, Any] = {}
        sent: list[bytes] = []
        waiting = [{"type": "http.request", "body": body}]
        over = asyncio.Event()

        async def receive() -> Any:
            if waiting:
                return waiting.pop()
            await over.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.update(message)
            elif message["type"] == "http.response.body":
                sent.append(bytes(message.get("body", b"")))
                if not message.get("more_body", False):
                    over.set()

        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http",
            "method": "GET" if form is None else "POST", "path": parts.path, "raw_path": parts.path.encode(),
            "root_path": "", "query_string": parts.query.encode(), "server": ("golden.example", 80),
            "client": ("198.51.100.7", 40000), "state": {},
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }  # fmt: skip
        failed = ""
        try:
            await self.app(scope, receive, send)
        except Exception as problem:  # what a server would answer with 500
            failed = f"{type(problem).__name__}: {problem}"
        received = [(name.decode().lower(), value.decode()) for name, value in answer.get("headers", ())]
        for name, value in received:
            if name == "set-cookie":
                self._keep(value)
        return _record(answer.get("status", 500), dict(received), b"".join(sent), failed)

    def _keep(self, cookie: str) -> None:
        for name, morsel in SimpleCookie(cookie).items():
            if morsel["max-age"] == "0" or not morsel.value:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = morsel.value

    async def sign_in(self, name: str) -> None:
        page = await self.ask("/login")
        form = hidden(page["body"]) | {"name": name, "password": PASSWORD, "after": "/"}
        answer = await self.ask("/login", form)
        if answer["exit"] != 303:
            raise RuntimeError(f"{name} could not sign in: {answer}")

    async def open_link(self, address: str) -> None:
        """Come by a link, and give a name."""
        page = await self.ask(address)
        answer = await self.ask(address, hidden(page["body"]) | {"name": "Ana Sol"})
        if answer["exit"] != 303:
            raise RuntimeError(f"the link was not opened: {answer}")


def _body(form: dict[str, Any] | None, file: tuple[str, bytes] | None) -> tuple[bytes, str]:
    if form is None:
        return b"", ""
    if file is None:
        return urlencode(form, doseq=True).encode(), "application/x-www-form-urlencoded"
    parts = [
        f'--golden\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in form.items()
    ]
    head = f'--golden\r\nContent-Disposition: form-data; name="file"; filename="{file[0]}"\r\n'
    whole = (
        "".join(parts).encode() + head.encode() + b"Content-Type: text/plain\r\n\r\n" + file[1] + b"\r\n--golden--\r\n"
    )
    return whole, "multipart/form-data; boundary=golden"


def _record(status: int, headers: dict[str, str], body: bytes, failed: str) -> Record:
    """What is kept of an answer."""
    kind = headers.get("content-type", "")
    shown: dict[str, str] = {
        name: headers[name] for name in ("content-type", "location", "etag", "content-disposition") if name in headers
    }
    if body.startswith(b"%PDF"):
        text = "\f".join(pdf_text(body))
        shown.pop("etag", None)
    elif body.startswith(b"PK\x03\x04"):
        text = "\n".join(zip_members(body))
        shown.pop("etag", None)
    else:
        text = body.decode("utf-8", "replace") if kind.startswith(("text", "application")) else body.hex()
    record: Record = {"exit": status, **shown, "body": text}
    return record | {"failed": failed} if failed else record


def hidden(page: str) -> dict[str, Any]:
    """The hidden fields of the last form of a page, as a browser sends them."""
    begun = [form.start() for form in re.finditer(r'<form[^>]*method="post"', page)]
    form = page[begun[-1] :].split("</form>", maxsplit=1)[0] if begun else ""
    fields: dict[str, Any] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form):
        known = fields.get(name)
        new = html.unescape(value)
        fields[name] = new if known is None else [*(known if isinstance(known, list) else [known]), new]
    return fields


def links(page: str, address: str) -> list[str]:
    """The addresses of this site that a page leads to, in its order, and those of its forms that only ask."""
    targets = re.findall(r'href="([^"]+)"', page)
    targets += re.findall(r'<form(?![^>]*method="post")[^>]*action="([^"]+)"', page)
    whole = [urljoin(address, html.unescape(link)).partition("#")[0] for link in targets]
    return [link for link in dict.fromkeys(whole) if link.startswith("/") and not SKIPPED.search(urlsplit(link).path)]


def templates(app: Any) -> list[tuple[re.Pattern[str], str, set[str]]]:
    """The routes of an application: pattern, address with names in braces, methods."""
    return [
        (route.path_regex, str(route.path), set(route.methods or ()))
        for route in app.routes
        if hasattr(route, "path_regex") and hasattr(route, "methods")
    ]


def template_of(path: str, known: list[tuple[re.Pattern[str], str, set[str]]], method: str = "GET") -> str:
    for pattern, template, methods in known:
        if method in methods and pattern.match(path):
            return template
    return path


def groups() -> list[str]:
    return [
        *crawls(),
        "web forms form",
        "web forms json",
        "web decisions",
        "web posts",
    ]


def crawls() -> list[str]:
    """The groups of visitors who ask for one address after the other."""
    return [f"web {visitor}" for visitor in VISITORS]


@contextmanager
def prepared(wanted: bool) -> Iterator[None]:
    """Make the offices once; every group works on a copy."""
    if not wanted:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="arpad-golden-", dir="/tmp") as place:
        folder = Path(place) / "folder"
        (folder / "town").mkdir(parents=True)
        in_fork(lambda: _make_offices(folder))
        PLACES.append(folder)
        yield
        PLACES.clear()


PLACES: list[Path] = []
"""Where the offices are."""


def _make_offices(folder: Path) -> None:
    Chance("site").install()
    inside.make_demo(folder / "demo.db")
    log = (
        (PROJECT / "tests" / "data" / "tournament" / "swiss-60.log.jsonl").read_text("utf-8").splitlines(keepends=True)
    )
    (folder / "swiss.jsonl").write_text("".join(log[:86]), encoding="utf-8")
    for name, place in ((OFFICE, folder), (TOWN, folder / "town")):
        for number, (step, content) in enumerate(script_steps(name)):
            if step == "file":
                file, _, text = content.partition("\n")
                (place / file).write_text(text, encoding="utf-8")
                continue
            done = run(content.replace("tests/data", str(PROJECT / "tests" / "data")), place, f"{name.name} {number}")
            if done["exit"] != 0:
                raise RuntimeError(f"{content}: {done['err']}{done['out']}")
            if "link make" in content:
                (folder / "link.txt").write_text(done["out"], encoding="utf-8")


@contextmanager
def _copy(file: Path) -> Iterator[Path]:
    """A copy of an office with the files beside it."""
    with tempfile.TemporaryDirectory(prefix="arpad-golden-", dir="/tmp") as place:
        for beside in file.parent.glob(f"{file.name}*"):
            target = Path(place) / beside.name
            shutil.copytree(beside, target) if beside.is_dir() else shutil.copy(beside, target)
        yield Path(place) / file.name


def run_group(group: str, known: Sequence[str]) -> dict[str, Record]:
    """Ask for everything of a group; `known` are the keys as they were recorded, or none when recording."""
    Chance(group).install()
    if group.startswith("web forms"):
        return _forms(group.rsplit(maxsplit=1)[-1], inside_of("demo.db"))
    if group == "web posts":
        return _posts(PLACES[0] / "town" / "arpad.db")
    if group == "web decisions":
        return _decisions(PLACES[0] / "town" / "arpad.db")
    visitor = group.split()[1]
    with _copy(inside_of("demo.db")) as file:
        return with_site(file, group, lambda client, app: _crawl(client, app, visitor, known))


def inside_of(name: str) -> Path:
    return PLACES[0] / name


def with_site(file: Path, name: str, work: Callable[[Client, Any], Awaitable[dict[str, Record]]]) -> dict[str, Record]:
    """Do something with an application over a database file."""

    async def whole() -> dict[str, Record]:
        app = inside.make_site(f"sqlite:///{file}", Chance(f"secret {name}").text)
        async with app.router.lifespan_context(app):
            return await work(Client(app), app)

    done = asyncio.run(whole())
    for record in done.values():
        for key, value in record.items():
            if isinstance(value, str):
                record[key] = value.replace(str(file.parent), "FOLDER")
    return done


async def _come(client: Client, visitor: str) -> None:
    if visitor == "linked":
        secret = inside_of("link.txt").read_text("utf-8").split()[-1]
        await client.open_link(f"/t/{SWISS}/link/{secret}")
    elif visitor != "nobody":
        await client.sign_in(visitor)


async def _crawl(client: Client, app: Any, visitor: str, known: Sequence[str]) -> dict[str, Record]:
    await _come(client, visitor)
    if known:
        return {address: await client.ask(address) for address in known}
    done: dict[str, Record] = {}
    routes, asked = templates(app), Counter[tuple[str, ...]]()
    waiting = list(STARTS)
    while waiting:
        address = waiting.pop(0)
        parts = urlsplit(address)
        names = sorted({name for name, _ in parse_qsl(parts.query, keep_blank_values=True)})
        shape = (template_of(parts.path, routes), *names)
        most = MOST.get(visitor, 1) if not names else 1
        if address in done or (asked[shape] >= most and address not in STARTS):
            continue
        asked[shape] += 1
        done[address] = answer = await client.ask(address)
        if location := answer.get("location"):
            waiting.append(urljoin(address, location))
        if answer["exit"] != 200 or not answer.get("content-type", "").startswith("text/html"):
            continue
        waiting += links(answer["body"], address)
        if "lang" not in names and (visitor in MOST or INNER.search(parts.path)):
            for variant in _variants(address):
                tried = await client.ask(variant)
                if tried["exit"] not in (404, 405):
                    done[variant] = tried
    return done


def _variants(address: str) -> list[str]:
    """The same page as JSON, CSV, PDF and in Spanish."""
    parts = urlsplit(address)
    query = f"?{parts.query}" if parts.query else ""
    plain = (
        []
        if "." in parts.path.rpartition("/")[2] or parts.path == "/"
        else [f"{parts.path}{ending}{query}" for ending in VARIANTS]
    )
    return [*plain, f"{parts.path}{query}{'&' if query else '?'}lang=es"]


def _forms(style: str, file: Path) -> dict[str, Record]:
    """Every form of an event, each in a fresh copy: asked for, sent, sent with consent, and what the log says then."""
    done: dict[str, Record] = {}
    for name, form in FORMS_BY_NAME.items():
        with _copy(file) as copy:
            part = in_fork(partial(with_site, copy, name, partial(_form, name, form, style)))
        done |= {f"{name} {key}": record for key, record in part.items()}
    return done


async def _form(name: str, form: dict[str, Any], style: str, client: Client, _: Any) -> dict[str, Record]:
    done: dict[str, Record] = {}
    below = f"/t/{form['event']}"
    if "before" in form:
        await _send_before(client, FORMS_BY_NAME[form["before"]])
    elif form.get("who", "chief") != "nobody":
        await client.sign_in(form.get("who", "chief"))
    fields = {key: str(value) for key, value in form["fields"].items()}
    done["page"] = page = await client.ask(f"{below}/do/{name}?{urlencode(fields)}")
    csrf = _csrf(client, page)
    accept = "application/json" if style == "json" else "text/html"
    address = f"{below}/{form['path'].format(**fields)}"
    done["sent"] = await client.ask(address, csrf | fields, accept)
    done["agreed"] = await client.ask(address, csrf | fields | CONSENT, accept)
    if form.get("who") == "nobody":
        await client.sign_in("chief")
    done["log"] = await client.ask(f"{below}/desk/log.json")
    return done


def _csrf(client: Client, page: Record) -> dict[str, str]:
    """What a form carries against forgery."""
    field = re.search(r'name="csrf" value="([^"]*)"', page["body"])
    return {"csrf": field[1] if field else client.cookies.get("arpad_form", "")}


async def _send_before(client: Client, form: dict[str, Any]) -> None:
    """Send another form first, which makes this one possible."""
    fields = {key: str(value) for key, value in form["fields"].items()}
    below = f"/t/{form['event']}"
    await client.sign_in("chief")
    page = await client.ask(f"{below}/desk")
    await client.ask(f"{below}/{form['path'].format(**fields)}", _csrf(client, page) | fields | CONSENT)


def _decisions(file: Path) -> dict[str, Record]:
    """Every decision of an officer, each in a fresh copy: looked at, and then taken."""
    done: dict[str, Record] = {}
    corrected = (file.parent / "corrected.trf").read_bytes()
    for name in DECISIONS:
        sent = ("corrected.trf", corrected) if name == "correct" else None
        with _copy(file) as copy:
            part = in_fork(partial(with_site, copy, name, partial(_take, name, sent)))
        done |= {f"{name} {key}": record for key, record in part.items()}
    return done


async def _take(name: str, sent: tuple[str, bytes] | None, client: Client, _: Any) -> dict[str, Record]:
    """Take a decision, after the one that makes it possible."""
    await client.sign_in("officer")
    if name in BEFORE:
        await _decide(client, BEFORE[name])
    page, seen, taken = await _decide(client, name, sent)
    return {"page": page, "preview": seen, "taken": taken, "log": await client.ask("/office/log.json")}


async def _decide(client: Client, name: str, sent: tuple[str, bytes] | None = None) -> tuple[Record, Record, Record]:
    """Open the form of a decision, look at what it would do, and take it."""
    address = f"/office/events/1/{name}" if name in CORRECTIONS else f"/office/decide/{name}"
    page = await client.ask(address)
    typed = _csrf(client, page) | DECISIONS[name] | {"reason": "the scoresheet", "step": "preview"}
    seen = await client.ask(address, typed, file=sent)
    return page, seen, await client.ask(address, hidden(seen["body"]), "application/json")


def _posts(file: Path) -> dict[str, Record]:
    """The other forms, one after the other in one office, as those who may send them; what a form shows first is sent
    on."""
    with _copy(file) as copy:
        return with_site(copy, "posts", _send_posts)


async def _send_posts(_: Client, app: Any) -> dict[str, Record]:
    done: dict[str, Record] = {}
    clients = {name: Client(app) for name in ("", "officer", "root")}
    for name, client in clients.items():
        if name:
            await client.sign_in(name)
    for number, (who, address, fields, example) in enumerate(POSTS, 1):
        client = clients[who]
        page = await client.ask(FORM_PAGES.get(address, address.partition(".")[0]))
        sent = (example.rpartition("/")[2], (PROJECT / example).read_bytes()) if example else None
        key = f"{number:03} {address}"
        done[key] = answer = await client.ask(address, _csrf(client, page) | fields, file=sent)
        more = hidden(answer["body"]) if answer["exit"] == 200 and who else {}
        if more.get("step"):
            done[f"{key} again"] = await client.ask(address, more, "application/json")
    done["log"] = await clients["officer"].ask("/office/log.json")
    return done


OPEN = "examples/open-2024.trf"
FORM_PAGES = {
    "/office/me/password": "/office/me", "/office/tokens": "/office/me", "/office/accounts/role": "/office/accounts",
    "/office/accounts/close": "/office/accounts", "/office/accounts/open": "/office/accounts",
    "/office/accounts/erase": "/office/accounts", "/office/accounts/policy": "/office/accounts",
    "/office/accounts/password": "/office/accounts", "/office/time-zone": "/office/accounts",
    "/office/details": "/office/details",
    "/office/lists/2024-09/close": "/office", "/office/lists/2024-09/publish": "/office",
    "/office/lists/2024-09/discard": "/office", "/pairings/next.trf": "/pairings",
    "/report/certificate.pdf": "/report", "/login/again": "/login",
}  # fmt: skip
"""Where a form is, if not at the address to which it is sent."""
POSTS: tuple[tuple[str, str, dict[str, str], str], ...] = (
    ("", "/report", {}, OPEN), ("", "/report.json", {}, OPEN), ("", "/report", {}, ""),
    *(("", f"/report/standings{view}{ending}", {"tie_breaks": "BH/C1,BH,SB", "player": "7"}, OPEN)
      for view in ("", "/why", "/crosstable", "/compare") for ending in ("", ".json", ".csv", ".pdf")
      if (view, ending) != ("/why", ".csv")),
    ("", "/report/certificate.pdf", {"player": "1", "title": "GM"}, "examples/norm-13-rounds.trf"),
    ("", "/pairings", {"rounds": "9"}, "examples/open-after-5.trf"),
    ("", "/pairings.json", {"rounds": "9"}, "examples/open-after-5.trf"),
    ("", "/pairings/next.trf", {"rounds": "9"}, "examples/open-after-5.trf"),
    *(("", f"/tools/prizes{ending}", {"prizes": "10000\n5000\n3000\n2000", "system": "hort"},
       "examples/prizes-hort.csv")
      for ending in ("", ".json", ".csv", ".pdf")),
    ("", "/tools/arbiter-norm", {"title": "FA"}, OPEN), ("", "/tools/arbiter-norm.json", {"title": "FA"}, OPEN),
    ("", "/login/again", {"name": "officer", "password": "wrong password"}, ""),
    ("officer", "/office/register", {"name": "Autumn Cup", "start": "2024-08-10", "time_class": "standard"}, ""),
    ("officer", "/office/submit", {"received": "2024-08-20"}, OPEN),
    ("officer", "/office/events/1/identify/players", {"players": "4=106", "reason": "a reason"}, ""),
    ("officer", "/office/lists/2024-09/close", {}, ""), ("officer", "/office/lists/2024-09/discard", {}, ""),
    ("officer", "/office/lists/2024-09/close", {}, ""), ("officer", "/office/lists/2024-09/publish", {}, ""),
    ("officer", "/office/arbiters/record/person", {"id": "2250000", "name": "Arbizo, Clara", "federation": "ESP"}, ""),
    ("officer", "/office/arbiters/record/award", {"id": "2250000", "title": "FA", "day": "2022-01-15"}, ""),
    ("officer", "/office/arbiters/record/seminar", {"id": "2250000", "kind": "FA", "end": "2021-05-07"}, ""),
    ("officer", "/office/arbiters/record/norm",
     {"id": "2250000", "event": "Open", "start": "2022-06-01", "end": "2022-06-09"}, ""),
    ("officer", "/office/arbiters/record/certificate", {"event": "1", "id": "2250000", "title": "FA"}, ""),
    ("officer", "/office/arbiters/record/revoke", {"record": "1", "reason": "typed twice"}, ""),
    ("root", "/office/accounts/new", {"name": "luis", "role": "read-only", "password": PASSWORD}, ""),
    ("root", "/office/accounts/role", {"name": "luis", "role": "auditor"}, ""),
    ("root", "/office/accounts/password", {"name": "luis", "password": f"{PASSWORD} two"}, ""),
    ("root", "/office/accounts/close", {"name": "luis"}, ""), ("root", "/office/accounts/open", {"name": "luis"}, ""),
    ("root", "/office/accounts/close", {"name": "luis"}, ""), ("root", "/office/accounts/erase", {"name": "luis"}, ""),
    ("root", "/office/accounts/policy", {"second_factor": "optional", "sign_in_days": "30"}, ""),
    ("root", "/office/time-zone", {"zone": "Europe/Madrid"}, ""),
    ("root", "/office/details", {"office_name": "Valdeoca", "office_contact": "office@chess.example.org"}, ""),
    ("root", "/office/details", {"office_name": "Valdeoca", "office_contact": "nobody"}, ""),
    ("officer", "/office/tokens", {"label": "a program", "scopes": "read"}, ""),
    ("officer", "/office/me/password", {"old": PASSWORD, "new": f"{PASSWORD} three"}, ""),
)  # fmt: skip
"""Who sends what to which address, with which file."""
BEFORE = {"unmerge": "merge", "readmit": "exclude", "undo": "rating"}
CORRECTIONS = ("correct", "withdraw", "identify", "facts", "base")
DECISIONS: dict[str, dict[str, str]] = {
    "correct": {},
    "withdraw": {},
    "identify": {"players": "4=106"},
    "facts": {"rounds_per_day": "2", "league": "no", "norms": "yes"},
    "base": {"id": "101", "rating": "2350"},
    "person": {"id": "106", "period": "2024-08", "name": "Faro, Fermín", "title": "FM", "born": "1981"},
    "erase": {"id": "106", "period": "2024-08"},
    "rating": {"id": "105", "period": "2024-08", "rating": "2050"},
    "merge": {"keep": "104", "drop": "106"},
    "unmerge": {"keep": "104", "drop": "106"},
    "exclude": {"federation": "por", "period": "2024-08"},
    "readmit": {"federation": "POR", "period": "2024-08"},
    "undo": {"decision": "1"},
}


def without_golden(known: dict[str, dict[str, str]]) -> list[str]:
    """The addresses and methods that no golden asks for."""
    lines = []
    with prepared(True), _copy(inside_of("demo.db")) as file:
        app = inside.make_site(f"sqlite:///{file}", Chance("").text)
        routes = templates(app)
        asked = {
            ("GET", template_of(urlsplit(address).path, routes))
            for group in [f"web {visitor}" for visitor in VISITORS]
            for address in known.get(group, {})
        }
        asked |= {("POST", f"/t/{{slug}}/{form['path']}") for form in FORMS_BY_NAME.values()}
        asked |= {("POST", template_of(f"/office/events/1/{name}", routes, "POST")) for name in CORRECTIONS}
        asked |= {("POST", template_of(f"/office/decide/{name}", routes, "POST")) for name in DECISIONS}
        asked |= {("POST", template_of(address, routes, "POST")) for _, address, _, _ in POSTS}
        asked |= {("GET", f"/t/{{slug}}/do/{name}") for name in FORMS_BY_NAME}
        asked |= {("POST", "/login"), ("GET", "/t/{slug}/link/{secret}"), ("POST", "/t/{slug}/link/{secret}")}
        for _, template, methods in routes:
            lines += [
                f"{method} {template}" for method in sorted(methods - {"HEAD"}) if (method, template) not in asked
            ]
    return lines
