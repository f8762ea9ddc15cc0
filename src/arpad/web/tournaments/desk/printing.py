"""The papers of an event, to print."""

from typing import Annotated

from fastapi import Path as InPath
from fastapi import Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.i18n import LANGUAGES, Language
from arpad.inputs.parse import server_address, unreachable
from arpad.papers.event_papers import PAPERS, WITH_CODES, event_paper, paper_kind
from arpad.web.answers import Answer, pdf_file
from arpad.web.later_routes import LaterRouter
from arpad.web.security import NotAllowed
from arpad.web.tournaments.desk.office_shapes import PaperDocument, PapersDocument
from arpad.web.tournaments.place import AsArbiter, EventPlace, Seen, staff_pages

printing = staff_pages()
printed = LaterRouter(include_in_schema=False)
PaperName = Annotated[str, InPath(max_length=40, pattern=r"^[a-z-]+$")]
PaperRound = Annotated[int | None, Query(ge=1, le=9999)]
Both = Annotated[bool, Query()]
PaperAddress = Annotated[str, Query(max_length=200, description="The address that QR codes open.")]
ONLY = {"protocols": "team", "bracket": "knockout", "round-robin": "table"}
"""Papers that only some events have."""


@printing.page("/t/{slug}/desk/print", "event_desk_print.html", PapersDocument)
def papers(place: AsArbiter, address: PaperAddress = "") -> Answer:
    """Everything that can be printed. QR codes lead to this site, or to the address given: telephones must reach it."""
    opens = _address(place, address)
    rules = place.state.laws
    has = {"team": rules.team, "knockout": rules.system == "knockout", "table": rules.by_table}

    def document() -> PapersDocument:
        found: list[PaperDocument] = [
            {
                "paper": name,
                "of_round": kind.of_round,
                "two": kind.two,
                "public": kind.public,
                "codes": name in WITH_CODES,
            }
            for name, kind in PAPERS.items()
            if name not in ONLY or has[ONLY[name]]
        ]
        return {
            "event": place.slug, "n": place.state.n, "papers": found, "rounds": sorted(place.state.rounds),
            "address": opens, "unreachable": unreachable(opens),
        }  # fmt: skip

    return place.answer(document, lambda: {"data": document(), "own": address})


@printed.get("/t/{slug}/desk/print/{what}.pdf")
def staff_paper(
    place: AsArbiter,
    what: PaperName,
    round: PaperRound = None,  # noqa: A002
    both: Both = False,
    address: PaperAddress = "",
    anyway: Annotated[bool, Query()] = False,
) -> Response:
    """A paper for the staff: drafts, codes of badges, and QR codes with the address of this site. An address that
    telephones cannot open is printed only if somebody who has read so wants it `anyway`."""
    site, opens = place.site, _address(place, address)
    data = event_paper(
        place.state,
        what,
        round,
        _languages(place, both),
        lines=site.events.lines(place.slug),
        secret=place.kept.row.secret,
        address=opens if anyway or unreachable(opens) is None else "",
        library=site.tie_breaks,
    )
    return pdf_file(data, f"{place.slug}-{what}")


@printed.get("/t/{slug}/print/{what}.pdf")
def public_paper(request: Request, event: Seen, what: PaperName, round: PaperRound = None) -> Response:  # noqa: A002
    """A paper for everybody, made of the public view of the event."""
    if not paper_kind(what).public:
        raise NotAllowed
    data = event_paper(event.view, what, round, event.language, library=request.app.state.site.tie_breaks)
    return pdf_file(data, f"{event.slug}-{what}")


def _address(place: EventPlace, typed: str) -> str:
    return server_address(typed) if typed.strip() else str(place.request.base_url).rstrip("/")


def _languages(place: EventPlace, both: bool) -> list[Language]:
    first = place.language
    return [first, *(other for other in LANGUAGES if both and other != first)]
