"""The public start page, the public proof (keys, log hashes, signatures), and the rating scale."""

from typing import Annotated, Literal

from fastapi import Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.schema import Bag
from arpad.inputs.parse import MOST
from arpad.lists.top_lists import FederationLine, ListNews
from arpad.office.context import Desk
from arpad.office.events import list_events
from arpad.office.lists import published_federations, published_news, published_top, versions
from arpad.office.proof.signatures import PublicProof, public_proof, signed_file
from arpad.regulations.articles import TIME_CLASSES
from arpad.web.cache import Answer
from arpad.web.charts import NO_TABLE, known_scale, public_figures, public_tables
from arpad.web.public.lists import AskedFile, files
from arpad.web.public.players import Class, SystemName
from arpad.web.public.shapes import BEST_ROW, LINE, NEWS_LINE, HomeDocument, NewsDocument, SystemLineDocument
from arpad.web.routes import Pages
from arpad.web.site import language_of
from arpad.web.uploads import disposition

# The first page: look somebody up, see the newest list and what it brings, drop a report.

home_pages = Pages("home", same_for_all=True)

BEST, LATEST, NEWS, STRONGEST = 10, 6, 8, 8
NOTHING: HomeDocument = {
    "systems": [],
    "list": None,
    "best": [],
    "news": None,
    "federations": {"count": 0, "strongest": []},
    "rated": 0,
    "events": [],
}


@home_pages.page("/", "home.html", HomeDocument)
def index(request: Request) -> Answer:
    """The systems of the office, the newest list with its best and what it brings, the latest events."""
    site = request.app.state.site
    systems: list[SystemLineDocument] = [
        {"name": system.name, "federation": system.federation} for system in site.systems()
    ]
    if not systems:
        return Answer(lambda: NOTHING)
    desk: Desk = site.desk()
    known = versions(desk, published=True)
    rated = [event for event in reversed(list_events(desk)) if event.state in ("rated", "corrected")]
    newest, best = None, []
    lines: tuple[FederationLine, ...] = ()
    if known:
        newest = known[-1]
        lines = published_federations(desk, newest.period, newest.number, "standard")[1]
        _, top = published_top(desk, newest.period, newest.number, "standard", BEST, published=True)
        best = top.to_pylist()[:BEST]
    found = published_news(desk, NEWS)

    def document() -> HomeDocument:
        return {
            "systems": systems,
            "list": newest,
            "best": [BEST_ROW.document(row) for row in best],
            "news": None if found is None else _news_document(found),
            "federations": {"count": len(lines), "strongest": [LINE.document(line) for line in lines[:STRONGEST]]},
            "rated": len(rated),
            "events": rated[:LATEST],
        }

    return Answer(document)


def _news_document(news: ListNews) -> NewsDocument:
    """The first players of each kind, and how many there are."""
    risers, newcomers, new_titles = news.counts
    return {
        "risers": {"count": risers, "players": [NEWS_LINE.document(line) for line in news.risers]},
        "newcomers": {"count": newcomers, "players": [NEWS_LINE.document(line) for line in news.newcomers]},
        "new_titles": {"count": new_titles, "players": [NEWS_LINE.document(line) for line in news.new_titles]},
    }


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
    return Answer(lambda: data, lambda: {"data": data, "first": before is None})


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
