"""Decisions beside the reports: persons, ratings, identities, federations; each can be taken back."""

from typing import Annotated

from fastapi import APIRouter, Form
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arpad.office import deciding
from arpad.office.desk import Desk
from arpad.office.documents import decision_document
from arpad.office.records import Replay
from arpad.office.wording import details_text
from arpad.regulations import TIME_CLASSES
from arpad.typed import parse
from arpad.typed.people import TITLES, person_changes
from arpad.web.answers import Answer, Table
from arpad.web.desk.acting import RESPONSES, replaying
from arpad.web.desk.correcting import PlayerId, Reason, StepField
from arpad.web.desk.forms import REASON, Around, Field, FormPage, Typed, show
from arpad.web.desk.place import OFFICERS, AtDesk
from arpad.web.pages import Pages
from arpad.web.security import Officer

decisions = Pages("office")
decide = APIRouter(tags=["office"])

BACK = Around("/office/decisions")
ID, FROM = Field("id", required=True), Field("period", "month", required=True)
FEDERATION = Field("federation", required=True)
PAIR = (Field("keep", required=True), Field("drop", required=True))
FORMS = {
    it.name: it
    for it in (
        FormPage(
            "person",
            (
                ID,
                FROM,
                Field("name"),
                Field("federation"),
                Field("sex", "select", options=("", "f", "m"), words="web.sex."),
                Field("title", "select", options=("", parse.NONE, *TITLES), words="web.said."),
                Field("born", "number"),
                Field("birthday", "date"),
                Field("deceased", "checkbox"),
                Field("reason", "area"),
            ),
            two_steps=True,
        ),
        FormPage(
            "rating",
            (
                ID,
                FROM,
                Field("rating", required=True),
                Field("time_class", "select", options=TIME_CLASSES, words="time-class."),
                REASON,
            ),
            two_steps=True,
        ),
        FormPage("merge", (*PAIR, REASON), two_steps=True),
        FormPage("unmerge", (*PAIR, REASON), two_steps=True),
        FormPage("exclude", (FEDERATION, FROM, REASON), two_steps=True),
        FormPage("readmit", (FEDERATION, FROM, REASON), two_steps=True),
        FormPage("undo", (Field("decision", "number", required=True), REASON), two_steps=True),
    )
}
HEADINGS = ("id", "period", "kind", "data", "reason", "undone")

Text = Annotated[str, Form(max_length=200)]
Period = Annotated[str, Form(max_length=10, description="The list from which on it holds: 2024-05.")]
Federation = Annotated[str, Form(max_length=10, description="Three letters.")]


@decisions.page("/office/decisions", "desk_decisions.html", table=True)
def all_decisions(request: Request, desk: AtDesk) -> Answer:  # noqa: ARG001  (every page takes it)
    """Everything that was decided beside the reports, the newest first."""
    found = list(reversed(deciding.list_decisions(desk)))
    rows = [decision_document(it) for it in found]
    words = {it.id: details_text(it.data) for it in found}
    cells = [[it.id, it.period, it.kind, words[it.id], it.reason, it.undone] for it in found]
    return Answer(rows, {"words": words, "kinds": tuple(FORMS)[:-1]}, Table(HEADINGS, cells))


@decide.get("/office/decide/{kind}", include_in_schema=False)
def form(request: Request, kind: str, _account: Officer) -> Response:
    if kind not in FORMS:
        raise HTTPException(404)
    return show(request, FORMS[kind], BACK)


@decide.post("/office/decide/person", dependencies=OFFICERS, responses=RESPONSES)
def person(
    request: Request,
    desk: AtDesk,
    typed: Typed,
    id: PlayerId = "",  # noqa: A002  (the name of the field)
    period: Period = "",
    name: Text = "",
    federation: Federation = "",
    sex: Text = "",
    title: Text = "",
    born: Text = "",
    birthday: Text = "",
    deceased: Annotated[bool, Form(description="Died: listed no more.")] = False,
    reason: Reason = "",
    step: StepField = "do",
) -> Response:
    """Change what is known of a player, from a list on. What is left empty stays as it is."""
    given = {"name": name, "federation": federation, "sex": sex, "title": title, "born": born, "birthday": birthday}

    def act(at: Desk) -> Replay:
        said = {it: value for it, value in given.items() if value}
        changes = person_changes(said, deceased=deceased, option=str)
        return deciding.change_person(at, id.strip(), changes, parse.period("period", period), reason)

    return replaying(request, desk, act, step, FORMS["person"], BACK, typed, "decided")


@decide.post("/office/decide/rating", dependencies=OFFICERS, responses=RESPONSES)
def rating(
    request: Request,
    desk: AtDesk,
    typed: Typed,
    id: PlayerId = "",  # noqa: A002  (the name of the field)
    period: Period = "",
    rating: Annotated[str, Form(max_length=10, description="A rating, or none.")] = "",
    time_class: Text = "standard",
    reason: Reason = "",
    step: StepField = "do",
) -> Response:
    """Decide a player's rating on a list, and replay the lists since."""

    def act(at: Desk) -> Replay:
        value, chosen = parse.rating_or_none("rating", rating.strip()) or 0, parse.time_class("time_class", time_class)
        return deciding.set_rating(at, id.strip(), parse.period("period", period), value, reason, time_class=chosen)

    return replaying(request, desk, act, step, FORMS["rating"], BACK, typed, "decided")


@decide.post("/office/decide/merge", dependencies=OFFICERS, responses=RESPONSES)
def merge(
    request: Request,
    desk: AtDesk,
    typed: Typed,
    keep: PlayerId = "",
    drop: PlayerId = "",
    reason: Reason = "",
    step: StepField = "do",
) -> Response:
    """Make one player of two ids, and replay the lists since."""

    def act(at: Desk) -> Replay:
        return deciding.merge(at, keep.strip(), drop.strip(), reason)

    return replaying(request, desk, act, step, FORMS["merge"], BACK, typed, "decided")


@decide.post("/office/decide/unmerge", dependencies=OFFICERS, responses=RESPONSES)
def unmerge(
    request: Request,
    desk: AtDesk,
    typed: Typed,
    keep: PlayerId = "",
    drop: PlayerId = "",
    reason: Reason = "",
    step: StepField = "do",
) -> Response:
    """Take a merge back, and replay the lists since."""

    def act(at: Desk) -> Replay:
        return deciding.unmerge(at, keep.strip(), drop.strip(), reason)

    return replaying(request, desk, act, step, FORMS["unmerge"], BACK, typed, "undone")


@decide.post("/office/decide/exclude", dependencies=OFFICERS, responses=RESPONSES)
def exclude(
    request: Request,
    desk: AtDesk,
    typed: Typed,
    federation: Federation = "",
    period: Period = "",
    reason: Reason = "",
    step: StepField = "do",
) -> Response:
    """List the members of a federation no more, from a list on."""

    def act(at: Desk) -> Replay:
        fed, since = parse.federation("federation", federation), parse.period("period", period)
        return deciding.exclude(at, fed, since, reason)

    return replaying(request, desk, act, step, FORMS["exclude"], BACK, typed, "decided")


@decide.post("/office/decide/readmit", dependencies=OFFICERS, responses=RESPONSES)
def readmit(
    request: Request,
    desk: AtDesk,
    typed: Typed,
    federation: Federation = "",
    period: Period = "",
    reason: Reason = "",
    step: StepField = "do",
) -> Response:
    """List the members of a federation again, from a list on."""

    def act(at: Desk) -> Replay:
        fed, since = parse.federation("federation", federation), parse.period("period", period)
        return deciding.readmit(at, fed, since, reason)

    return replaying(request, desk, act, step, FORMS["readmit"], BACK, typed, "decided")


@decide.post("/office/decide/undo", dependencies=OFFICERS, responses=RESPONSES)
def undo(
    request: Request,
    desk: AtDesk,
    typed: Typed,
    decision: Annotated[str, Form(max_length=10, description="The number of a decision.")] = "",
    reason: Reason = "",
    step: StepField = "do",
) -> Response:
    """Take a decision back, and replay the lists since."""

    def act(at: Desk) -> Replay:
        return deciding.undo(at, parse.number("decision", decision), reason)

    return replaying(request, desk, act, step, FORMS["undo"], BACK, typed, "undone")
