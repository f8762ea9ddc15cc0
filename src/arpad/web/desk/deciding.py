"""Decisions and corrections: every class of them is a form in two steps, first rehearsed, then done."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from inspect import Parameter, Signature
from typing import Annotated, Any

from fastapi import File, Form, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arpad.eligibility.facts import FACTS, facts_asked
from arpad.formats.report import LARGEST
from arpad.i18n import ArpadError
from arpad.office.context import Desk
from arpad.office.decisions.corrections import CORRECTIONS, GiveFacts
from arpad.office.decisions.decision import Decision, decide, list_decisions
from arpad.office.decisions.decisions import DECISIONS
from arpad.office.decisions.preview import SeenPeople, people_seen
from arpad.office.decisions.questions import Question, made, questions
from arpad.office.documents import DECISION, details_text
from arpad.office.events import show_event
from arpad.office.records import EventDetail, Replay
from arpad.web.answers import Answer, listing, wants_json
from arpad.web.describing import shaped
from arpad.web.desk.acting import RESPONSES, packed, refused, replaying, unpacked
from arpad.web.desk.fact_fields import OFTEN
from arpad.web.desk.forms import Around, FormPage, Step, Typed, form_fields, show, typed_parameter
from arpad.web.desk.place import OFFICERS, AtDesk
from arpad.web.desk.shapes import ANY_REPLAY
from arpad.web.later_routes import LaterRouter, parameter
from arpad.web.looking_up import player_typed
from arpad.web.once import OnceRoute
from arpad.web.pages import Pages
from arpad.web.public.asked import EventNumber
from arpad.web.security import Officer

decisions = Pages("office")
deciding = LaterRouter(tags=["office"], route_class=OnceRoute)

BACK = Around("/office/decisions")

StepField = Annotated[Step, Form(description="preview: show whose ratings change, and do nothing; do: do it.")]
Report = Annotated[UploadFile | None, File(description="The right report.")]
Carried = Annotated[list[str] | None, Form(description="The report, as the preview's page carries it.")]


@decisions.page("/office/decisions", "desk_decisions.html", list[Annotated[dict[str, Any], DECISION]], table=True)
def all_decisions(request: Request, desk: AtDesk) -> Answer:  # noqa: ARG001  (every page takes it)
    """All decisions, the newest first."""
    found = list(reversed(list_decisions(desk)))

    def page() -> dict[str, Any]:
        return {"words": {decision.id: details_text(decision.data) for decision in found}, "kinds": KINDS}

    return listing(DECISION, found, page)


def _asked(kind: type[Decision]) -> list[Question]:
    """Return the fields of a form: all but the event, which its address names."""
    return [question for question in questions(kind) if question.name != "event"]


def _form(kind: type[Decision]) -> FormPage:
    return FormPage(kind.command, form_fields(_asked(kind)), two_steps=True)


def facts_form(asked: Iterable[str]) -> FormPage:
    """Return the form for facts: those that are asked for first, the others folded."""
    form, folded = FORMS[GiveFacts.command], {fact.name for fact in FACTS} - set(asked)
    ordered = sorted(form.fields, key=lambda field: field.name in folded)
    return replace(form, fields=tuple(replace(field, folded=field.name in folded) for field in ordered))


def _form_at(kind: str, desk: Desk, number: int | None) -> FormPage:
    """Return the form of a decision; that for facts begins with those that the findings about the event ask for."""
    if kind != GiveFacts.command or number is None:
        return FORMS[kind]
    return facts_form(facts_wanted(show_event(desk, number)) or OFTEN)


def facts_wanted(event: EventDetail) -> list[str]:
    """Return the names of the facts that the findings about the newest report of an event ask for."""
    return [fact.name for fact in facts_asked(event.revisions[-1].findings)] if event.revisions else []


FORMS = {kind.command: _form(kind) for kind in (*CORRECTIONS, *DECISIONS)}
KINDS = tuple(kind.command for kind in DECISIONS[:-1])
"""The decisions that the page offers with the list of decisions; each line of the list can be undone."""


@deciding.get("/office/decide/{kind}", include_in_schema=False)
def decision_form(request: Request, kind: str, _account: Officer) -> Response:
    if kind not in {decision.command for decision in DECISIONS}:
        raise HTTPException(404)
    return show(request, FORMS[kind], BACK)


@deciding.get("/office/events/{number}/{action}", include_in_schema=False)
def correction_form(request: Request, desk: AtDesk, number: EventNumber, action: str, _account: Officer) -> Response:
    if action not in {correction.command for correction in CORRECTIONS}:
        raise HTTPException(404)
    return show(request, _form_at(action, desk, number), around_event(desk, number))


def around_event(desk: Desk, number: int) -> Around:
    """Return what is around a form about an event."""
    return Around(f"/office/events/{number}", show_event(desk, number).event.name)


def _add(kind: type[Decision], address: str) -> None:
    """Add the form of a decision, to be sent to an address; the address of a correction names the event."""

    def endpoint(request: Request, desk: Desk, typed: dict[str, str], step: Step, **given: Any) -> Response:
        number = given.pop("number", None)
        around = BACK if number is None else around_event(desk, number)
        kept: list[str] = given.pop("carried", None) or []
        if given.get("file") is not None and (sent := given["file"].file.read(LARGEST + 1)):
            kept = packed(sent)

        def decision() -> Decision:
            said = {field.name: _said(field, given[field.name], kept) for field in _asked(kind)}
            if number is not None:
                said["event"] = str(number)
            return made(kind, said, lambda question: question.name)

        form = _form_at(kind.command, desk, number)
        try:
            given |= _players(request, desk, kind, given)
        except ArpadError as problem:
            return refused(request, problem, form, around, typed)
        chosen = typed | {field.name: given[field.name] for field in _asked(kind) if field.is_player}

        def act(at: Desk) -> Replay:
            return decide(at, decision())

        def people(at: Desk) -> SeenPeople:
            return people_seen(at, decision())

        return replaying(request, desk, act, step, form, around, chosen, kind.said, kept, people)

    place = {"number": EventNumber} if "{number}" in address else {}
    around = {"request": Request, "desk": AtDesk, "typed": Typed} | place
    parameters = [parameter(name, annotation) for name, annotation in around.items()]
    for question in _asked(kind):
        parameters += _parameters(question)
    parameters.append(parameter("step", StepField, "do"))
    endpoint.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    add: Callable[..., Any] = deciding.post(
        address, name=kind.command, description=kind.__doc__, dependencies=OFFICERS, responses=RESPONSES
    )
    add(shaped(ANY_REPLAY)(endpoint))


def _players(request: Request, desk: Desk, kind: type[Decision], given: Mapping[str, Any]) -> dict[str, str]:
    """Return the ids of the players that people typed by name; programs send ids."""
    if wants_json(request):
        return {}
    return {
        field.name: player_typed(request, field.name, given[field.name], desk.system)
        for field in _asked(kind)
        if field.is_player
    }


def _said(question: Question, value: Any, kept: list[str]) -> Any:
    """Return the value of a field; None for an optional field that is empty."""
    if question.asked.kind == "file":
        data = unpacked(kept)
        if not data:
            raise ArpadError("web-report-missing")
        return data
    if value == "" and not question.required:
        return None
    return value.split() if question.asked.several else value


def _parameters(question: Question) -> list[Parameter]:
    """The fields of a form that take one field of a decision. A file comes by itself, or carried by the preview."""
    asked = question.asked
    if asked.kind == "file":
        return [parameter("file", Report, None), parameter("carried", Carried, None)]
    if asked.kind == "checkbox":
        return [parameter(question.name, Annotated[bool, Form(description=asked.about)], False)]
    return [typed_parameter(question)]


for decision in DECISIONS:
    _add(decision, f"/office/decide/{decision.command}")
for correction in CORRECTIONS:
    _add(correction, f"/office/events/{{number}}/{correction.command}")
