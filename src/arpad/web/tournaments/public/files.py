"""An event as files for programs: its published rounds, and the years of birth only."""

from typing import Annotated, Any, Literal

from fastapi import Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.schema import joined
from arpad.tournament.documents import bracket_document, match_documents, seen_round, team_document
from arpad.tournament.export import export_trf
from arpad.tournament.standings import in_order, player_summary, ranked_document
from arpad.web.answers import Answer, json_text
from arpad.web.describing import shaped
from arpad.web.file_names import disposition
from arpad.web.freshness import stamped, unchanged
from arpad.web.later_routes import LaterRouter
from arpad.web.tournaments.place import Seen, SeenEvent
from arpad.web.tournaments.public.home import HOME, home_document
from arpad.web.tournaments.public.ranking import last_table, points_at
from arpad.web.tournaments.shapes import MoreOfFileDocument

files = LaterRouter(tags=["event"])
Version = Annotated[Literal["trf16", "trf26"], Query(description="The version of the format.")]
FOUND: dict[int | str, dict[str, Any]] = {
    200: {"description": "The file."},
    404: {"description": "There is no such event."},
}


@files.get("/t/{slug}/file.trf", response_class=Response, responses={**FOUND, 400: {"description": "A knock-out."}})
def trf(request: Request, event: Seen, version: Version = "trf26") -> Response:
    """The event as a report in progress (TRF), with its published rounds."""
    answer = event.answer(lambda: None)
    known = unchanged(request, answer)
    if known is not None:
        return known
    view = event.view
    data = event.kept(("file", version), (view,), lambda: export_trf(view, version, library=event.site.tie_breaks).data)
    named = disposition(f"{event.slug}.trf")
    return stamped(Response(data, media_type="text/plain; charset=utf-8", headers=named), answer)


@files.get("/t/{slug}/file.json", response_class=Response, responses=FOUND)
@shaped(joined("EventFile", HOME, MoreOfFileDocument))
def whole(request: Request, event: Seen) -> Response:
    """The whole event: players, published rounds, standings."""
    answer: Answer = event.answer(lambda: event_file(event))
    return unchanged(request, answer) or stamped(json_text(answer.document()), answer)


def event_file(event: SeenEvent) -> dict[str, Any]:
    """Everything that is public of an event."""
    view = event.view
    places = {entry: place for place, entry in enumerate(view.numbers, 1)}
    table = last_table(event)
    more: dict[str, Any] = {}
    if view.laws.team:
        more["teams"] = [team_document(view, team) for team in sorted(view.teams)]
        more["matches"] = {str(number): match_documents(view, number) for number in sorted(view.rounds)}
    if view.laws.system == "knockout" and view.numbers:
        more["ties"] = bracket_document(view)
    return home_document(view) | {
        "n": view.n,
        "entries": [player_summary(one, places.get(one.entry)) for one in in_order(view, "number")],
        "played": [seen_round(view, number, points_at(event, number)) for number in sorted(view.rounds)],
        "standings": None if table is None else ranked_document(view, table, table.rows, event.language),
        **more,
    }
