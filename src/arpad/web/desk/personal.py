"""Everything that the office holds about one player, as a file for them; for officers."""

from typing import Annotated

from fastapi import Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.schema import Bag
from arpad.office.tournaments.players import person_data
from arpad.web.answers import json_text
from arpad.web.describing import shaped
from arpad.web.desk.acting import RESPONSES
from arpad.web.desk.place import AtDesk
from arpad.web.file_names import disposition
from arpad.web.later_routes import LaterRouter
from arpad.web.looking_up import player_typed
from arpad.web.security import Officer

personal = LaterRouter(tags=["office"])


@personal.get("/office/personal-data", responses=RESPONSES, response_class=Response)
@shaped(Bag)
def one_person(
    request: Request,
    desk: AtDesk,
    _account: Officer,
    id: Annotated[str, Query(max_length=200, description="The ID of a player, or their name.")] = "",  # noqa: A002
) -> Response:
    """What the office holds about a player: lists, events, decisions, entries, contacts, lines of the log."""
    own = player_typed(request, "id", id, desk.system)
    site = request.app.state.site
    answer = json_text(person_data(desk, own, site.events.database))
    answer.headers.update(disposition(f"arpad-{own}.json") | {"cache-control": "no-store"})
    return answer
