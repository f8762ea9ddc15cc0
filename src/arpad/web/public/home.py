"""The public start page, the public proof (keys, log hashes, signatures), and the rating scale."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Query, UploadFile
from msgspec import convert
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import Document, replace
from arpad.documents.schema import Bag
from arpad.i18n import ArpadError
from arpad.inputs.parse import MOST
from arpad.lists.list_versions import ListVersion
from arpad.lists.top_lists import FederationLine, ListNews
from arpad.office.context import Desk
from arpad.office.events import list_events
from arpad.office.lists import published_federations, published_news, published_top, versions
from arpad.office.proof.own_files import check_file
from arpad.office.proof.signatures import PublicProof, public_proof, signed_file
from arpad.office.publications import publications
from arpad.office.records import OfficeEvent
from arpad.regulations.articles import TIME_CLASSES
from arpad.web.cache import Answer, html, json_text, wants_json
from arpad.web.charts import NO_TABLE, known_scale, public_figures, public_tables
from arpad.web.public.lists import AskedFile, BestPlayer, files
from arpad.web.public.players import Class, SystemName
from arpad.web.routes import Pages
from arpad.web.site import Site, language_of, problem_on_page
from arpad.web.uploads import TimedRoute, disposition

# The first page: look somebody up, see the newest list and what it brings, drop a report.

home_pages = Pages("home", same_for_all=True)

BEST, LATEST, NEWS, STRONGEST = 10, 6, 8, 8


class SystemLine(Document, frozen=True):
    """A rating system of the office."""

    name: str
    federation: str


class Strongest(Document, frozen=True):
    """How many federations there are, and the strongest."""

    count: int = 0
    strongest: tuple[FederationLine, ...] = ()


class Home(Document, frozen=True):
    """The systems of the office, the newest list with its best and what it brings, the latest events."""

    systems: list[SystemLine]
    list: ListVersion | None = None
    best: Sequence[BestPlayer] = ()
    news: ListNews | None = None
    federations: Strongest = Strongest()
    rated: int = 0
    events: Sequence[OfficeEvent] = ()


@home_pages.page("/", "home.html", Home)
def index(request: Request) -> Answer:
    """The systems of the office, the newest list with its best and what it brings, the latest events."""
    site = request.app.state.site
    systems = [SystemLine(system.name, system.federation) for system in site.systems()]
    if not systems:
        return Answer(lambda: Home(systems))
    desk: Desk = site.desk()
    known = versions(desk, published=True)
    rated = [event for event in reversed(list_events(desk)) if event.state in ("rated", "corrected")]
    home = Home(systems, news=published_news(desk, NEWS), rated=len(rated), events=rated[:LATEST])
    if not known:
        return Answer(lambda: home)
    newest = known[-1]
    lines = published_federations(desk, newest.period, newest.number, "standard")[1]
    _, top = published_top(desk, newest.period, newest.number, "standard", BEST, published=True)
    best = convert(top.to_pylist()[:BEST], Sequence[BestPlayer])
    strongest = Strongest(len(lines), lines[:STRONGEST])
    return Answer(lambda: replace(home, list=newest, best=best, federations=strongest))


# The proof for everybody: the public keys, the heads of the log, the lists as signed; signatures of files.

proof = Pages("proof")

HEADS = 100
MOST_HEADS = 10_000


@proof.page("/proof", "public_proof.html", PublicProof)
def the_proof(
    request: Request,
    before: Annotated[int | None, Query(ge=1, le=MOST, description="Only heads before this line.")] = None,
    most: Annotated[int, Query(ge=1, le=MOST_HEADS, description="How many heads at most.")] = HEADS,
) -> Answer:
    """The public keys of the office, the heads of its log, the newest first, and its lists as signed."""
    data = public_proof(request.app.state.site.database, before, most)
    return Answer(lambda: data, lambda: _proof_page(request, data, before))


def _proof_page(request: Request, data: PublicProof, before: int | None = None) -> dict[str, Any]:
    """What the page shows: the newest list as a statement, and since when each list is as it is."""
    site: Site = request.app.state.site
    known = [
        (system.name, one) for system in site.systems() for one in publications(site.desk(system.name), MOST_HEADS)
    ]
    since = {one.version.digest: one.at for _, one in known}
    return {
        "data": data,
        "first": before is None,
        "since": since,
        "newest": max((one for _, one in known), key=lambda one: one.version.period, default=None),
        "checked": None,
        "wrong": "",
    }


checking = APIRouter(include_in_schema=False, route_class=TimedRoute)


@checking.post("/proof")
def check_own_file(
    request: Request, file: Annotated[UploadFile | None, File(description="A list, or a bundle.")] = None
) -> Response:
    """Say whether a file is one that the office published. It is not kept."""
    site, language = request.app.state.site, language_of(request)
    checked, wrong = None, ""
    try:
        if file is None or not file.filename:
            raise ArpadError("own-file-missing")
        checked = check_file(site.desk(), file.filename, file.file.read())
    except ArpadError as problem:
        named = _without_folder(problem, file)
        if wants_json(request):
            raise named from None
        wrong = problem_on_page(named, language)
    if wants_json(request):
        assert checked is not None
        return json_text(checked.document(language))
    page = _proof_page(request, public_proof(site.database, None, HEADS))
    return html(request, "public_proof.html", {**page, "checked": checked, "wrong": wrong}, 400 if wrong else 200)


def _without_folder(problem: ArpadError, file: UploadFile | None) -> ArpadError:
    """A problem that names the file as its owner does, not the place where it was looked at."""
    if "file" in problem.values and file is not None:
        return ArpadError(problem.key, **{**problem.values, "file": file.filename or ""})
    return problem


@files.get("/lists/{period}/signature.{format}")
def signature(file: AskedFile) -> Response:
    """The signature of a file with a list: `arpad verify` checks it."""
    text = signed_file(file.desk, file.version.period, file.version.number, file.name, file.data)
    return Response(text, media_type="application/json", headers=disposition(f"{file.name}.sig"))


# The scale for everybody: the first players through the lists, and how the ratings are spread.

scale_pages = Pages("lists", same_for_all=True)

PublicTable = Annotated[Literal["first", "lists"], Query(description="First players, or all players of each list.")]


@scale_pages.page("/scale", "public_scale.html", Bag, table=True)
def scale(
    request: Request, time_class: Class = "standard", table: PublicTable = "first", system: SystemName = ""
) -> Answer:
    """The averages of the first players and the spread of the ratings, list after list."""
    site, language = request.app.state.site, language_of(request)
    desk = site.desk(system)
    known = known_scale(site, desk, time_class)
    return Answer(
        document=lambda: {
            "time_class": time_class,
            "source": {"digests": {} if known is None else known.scale.digests},
            **({} if known is None else {name: one.document() for name, one in public_tables(known).items()}),
        },
        page=lambda: {
            "time_class": time_class,
            "classes": TIME_CLASSES,
            "known": known,
            "figures": [] if known is None else public_figures(known, language),
        },
        table=lambda: NO_TABLE if known is None else public_tables(known)[table].cells(),
    )
