"""Correcting an event: another report, other identities, another base rating, or taken back. Rehearsed, then done."""

from typing import Annotated

from fastapi import APIRouter, File, Form, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arpad.locale import ArpadError
from arpad.office.corrections import base_rating, correct, identify, withdraw
from arpad.office.desk import Desk
from arpad.office.events import show_event
from arpad.office.records import Replay
from arpad.reports.decode import LARGEST
from arpad.typed import parse
from arpad.typed.people import identities
from arpad.web.desk.acting import RESPONSES, packed, replaying, unpacked
from arpad.web.desk.events import EventNumber
from arpad.web.desk.forms import REASON, Around, Field, FormPage, Step, Typed, show
from arpad.web.desk.place import OFFICERS, AtDesk
from arpad.web.security import Officer

correcting = APIRouter(tags=["office"])

FORMS = {
    it.name: it
    for it in (
        FormPage("correct", (Field("file", "file", required=True), REASON), two_steps=True),
        FormPage("withdraw", (REASON,), two_steps=True),
        FormPage("identify", (Field("players", "area", required=True), REASON), two_steps=True),
        FormPage("base", (Field("id", required=True), Field("rating", required=True), REASON), two_steps=True),
    )
}

Reason = Annotated[str, Form(max_length=2000, description="Why. It goes into the log and to the new versions.")]
StepField = Annotated[Step, Form(description="preview: show whom it touches, and do nothing; do: do it.")]
PlayerId = Annotated[str, Form(max_length=20, description="A player's id.")]


@correcting.get("/office/events/{number}/{action}", include_in_schema=False)
def form(request: Request, desk: AtDesk, number: EventNumber, action: str, _account: Officer) -> Response:
    if action not in FORMS:
        raise HTTPException(404)
    return show(request, FORMS[action], _around(desk, number))


def _around(desk: Desk, number: int) -> Around:
    found = show_event(desk, number).event
    return Around(f"/office/events/{number}", found.name)


@correcting.post("/office/events/{number}/correct", dependencies=OFFICERS, responses=RESPONSES)
def correct_report(
    request: Request,
    desk: AtDesk,
    typed: Typed,
    number: EventNumber,
    file: Annotated[UploadFile | None, File(description="The right report.")] = None,
    carried: Annotated[list[str] | None, Form(description="The report, as the preview's page carries it.")] = None,
    reason: Reason = "",
    step: StepField = "do",
) -> Response:
    """Put another report in the place of an event's, and replay the lists since."""
    sent = b"" if file is None else file.file.read(LARGEST + 1)

    def act(at: Desk) -> Replay:
        data = sent or unpacked(carried or [])
        if not data:
            raise ArpadError("web-report-missing")
        return correct(at, number, data, reason)

    around, kept = _around(desk, number), packed(sent) if sent else carried or []
    return replaying(request, desk, act, step, FORMS["correct"], around, typed, "corrected", kept)


@correcting.post("/office/events/{number}/withdraw", dependencies=OFFICERS, responses=RESPONSES)
def withdraw_event(
    request: Request, desk: AtDesk, typed: Typed, number: EventNumber, reason: Reason = "", step: StepField = "do"
) -> Response:
    """Take an event back, and replay the lists since."""
    around = _around(desk, number)
    return replaying(
        request, desk, lambda at: withdraw(at, number, reason), step, FORMS["withdraw"], around, typed, "withdrawn"
    )


@correcting.post("/office/events/{number}/identify", dependencies=OFFICERS, responses=RESPONSES)
def identify_players(
    request: Request,
    desk: AtDesk,
    typed: Typed,
    number: EventNumber,
    players: Annotated[str, Form(max_length=20_000, description="RANK=ID, one a line: 12=2250000.")] = "",
    reason: Reason = "",
    step: StepField = "do",
) -> Response:
    """Give players of a report their right ids, and replay the lists since."""

    def act(at: Desk) -> Replay:
        ids = identities("players", players.split())
        if not ids:
            raise ArpadError("web-missing", field="players")
        return identify(at, number, ids, reason)

    around = _around(desk, number)
    return replaying(request, desk, act, step, FORMS["identify"], around, typed, "identified")


@correcting.post("/office/events/{number}/base", dependencies=OFFICERS, responses=RESPONSES)
def decide_base(
    request: Request,
    desk: AtDesk,
    typed: Typed,
    number: EventNumber,
    id: PlayerId = "",  # noqa: A002  (the name of the field)
    rating: Annotated[str, Form(max_length=10, description="A rating; or none, which takes it back.")] = "",
    reason: Reason = "",
    step: StepField = "do",
) -> Response:
    """Decide the rating that counts for a player in one event, and replay the lists since."""

    def act(at: Desk) -> Replay:
        return base_rating(at, number, id.strip(), parse.rating_or_none("rating", rating.strip()), reason)

    around = _around(desk, number)
    return replaying(request, desk, act, step, FORMS["base"], around, typed, "base")
