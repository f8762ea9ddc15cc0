"""Perform an action on an event: parse the form, check permissions, run the command, respond.

Permissions are checked inside the decision, for every line that would be written (I-13).
"""

import datetime as dt
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import cache
from inspect import Signature
from typing import Annotated, Any, Union

from fastapi import APIRouter, Depends
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.documents.schema import JoinedShape, joined
from arpad.documents.steps import sentence
from arpad.domain.values import canonical
from arpad.i18n import ArpadError, Words
from arpad.inputs.declared import FieldErrors, read
from arpad.office.accounts.people import network_of
from arpad.office.tournaments.store import Guard
from arpad.office.tournaments.writer import EventRequest
from arpad.pairing.check import ImpossibleRoundDocument
from arpad.pairing.engines import impossible_step
from arpad.tournament.acts.act import Act
from arpad.tournament.acts.results import ChangedMeanwhile
from arpad.tournament.documents import DoneDocument, EventRoundDocument, done_document, no_pairing_document
from arpad.tournament.drawing import NoPairing, PairingOffers
from arpad.tournament.journal import Confirmation, Confirmations, Decide, Done, NotConfirmed
from arpad.tournament.kinds.all_kinds import refused_change, role_needed
from arpad.tournament.log import LogChange
from arpad.tournament.state import EventState
from arpad.web.cache import html, json_text, wants_json
from arpad.web.openapi import shaped
from arpad.web.problems import status_of, with_labels
from arpad.web.routes import REFUSALS, parameter
from arpad.web.security import FIELD, NotOurForm, NotSignedIn, is_own_token
from arpad.web.site import outside_address, problem_on_page
from arpad.web.tournaments.actions import (
    LONGEST_REASON,
    Access,
    ActionContext,
    Caller,
    EventAction,
    form_inputs,
    form_parameters,
    form_token,
    seat_in,
)
from arpad.web.tournaments.context import EventContext, Slug, event_context, need, say

# Every line that is written from a page is looked at inside the decision: may this seat write it, on this board, for
# this team? So nobody writes without a permission that holds at that moment (I-13).

RESULTS = ("result.set", "results.set", "result.cleared")


def guard_of(caller: Caller, now: dt.datetime) -> Guard:
    """Return the guard of a caller. The seat is looked up in the event as it is when the command is decided."""

    def guard(command: Decide) -> Decide:
        def decide(state: EventState, confirmations: Confirmations) -> Sequence[LogChange]:
            changes = command(state, confirmations)
            check_changes(seat_in(state, caller, now), changes)
            return changes

        return decide

    return guard


def check_changes(access: Access, changes: Sequence[LogChange]) -> None:
    """Refuse lines that a seat may not write."""
    refused = refused_change(access.role, changes)
    if refused is not None:
        needed = role_needed(refused.kind, refused.data)
        raise ArpadError("event-not-allowed", role=Words(f"event-role.{needed}"))
    for change in changes:
        _check_sector(access, change)


def _check_sector(access: Access, change: LogChange) -> None:
    if change.kind in RESULTS and access.role != "public":
        for board in _boards(change.data):
            if not access.has_board(board):
                assert access.boards is not None
                first, last = access.boards
                raise ArpadError("event-not-your-board", board=board, first=first, last=last)
    if change.kind == "lineup.set" and access.role == "captain" and change.data.get("team") != access.team:
        raise ArpadError("event-not-your-team", team=change.data.get("team"), own=access.team)


def _boards(data: Any) -> list[int]:
    return [board for board, _ in data["results"]] if "results" in data else [data["board"]]


# A round that cannot be paired, on a page: who stands in the way, and a way out for each thing that may be lifted.


class NoPairingDocument(ImpossibleRoundDocument):
    """A draw that is not possible, and what may be lifted."""

    event: str
    n: int
    unpairable_entries: list[int]
    lift: PairingOffers


def no_pairing_answer(context: EventContext, problem: NoPairing) -> Response:
    """Answer that there is no legal round."""
    document = no_pairing_document(problem, context.language)
    if wants_json(context.request):
        return json_text(document)
    state, offers = problem.state, problem.offers
    values: dict[str, Any] = {
        "frame": context.frame,
        "rules": state.event_rules,
        "round": document["round"],
        "why": sentence(impossible_step(problem.answer), context.language),
        "players": [state.entries[entry].name for entry in document["unpairable_entries"]],
        "restrictions": [restriction for restriction in state.restrictions if restriction.id in offers.restrictions],
        "together": offers.together,
        "names": {entry: player.name for entry, player in state.entries.items()},
        "bye": None if offers.bye is None else state.entries[offers.bye].name,
    }
    return html(context.request, "event_impossible.html", values)


# The one way in which pages change an event: an action is parsed, guarded, given to the event, and answered. Done: a
# browser is led to the page that shows it, a program gets the document. Refused: the form comes back with all that was
# typed, and what is asked or wrong; a program gets the problem.

ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {"description": "Done: what was written, as JSON.", "content": {"application/json": {}}},
    303: {"description": "Done, for a browser: the page that shows it."},
    401: {"description": "Nobody is signed in, or the token is not known."},
    403: {"description": "The role, the boards or the team do not allow it, or the form is not one of ours."},
    409: {"description": "Somebody changed it meanwhile, or the event is further than this."},
    413: {"description": "The file is too large."},
    **{code: {"description": why} for code, why in REFUSALS.items()},
}
"""The answers that every action may give."""


async def event_form(request: Request) -> AsyncIterator[dict[str, str]]:
    """Yield the fields of a form as they were typed. `request.state.own_form` says whether it is one of ours. Its files
    stay open until the answer is made, for those who read them again."""
    form = await request.form()
    request.state.own_form = request.state.by_token or is_own_token(form.get(FIELD), form_token(request))
    typed: dict[str, str] = {}
    for name, value in form.multi_items():
        if isinstance(value, UploadFile):
            typed[name] = (await value.read()).decode("utf-8", "replace")
        elif name != FIELD:
            typed[name] = f"{typed[name]} {value}" if typed.get(name) else value
    try:
        yield typed
    finally:
        await form.close()


TypedForm = Annotated[dict[str, str], Depends(event_form)]


def consent_of(typed: Mapping[str, str]) -> Confirmation:
    """What was said with a command."""
    reason = " ".join(typed.get("reason", "").split())
    if len(reason) > LONGEST_REASON:
        raise ArpadError("event-field-long", field="reason", most=LONGEST_REASON)
    return Confirmation(bool(typed.get("yes")), reason, bool(typed.get("outside_rules")))


def perform(context: EventContext, kind: type[Act], typed: Mapping[str, str]) -> Response:
    """Do an action for the person who asks, and answer. People who are not signed in any more sign in first, and then
    go on with what they had typed."""
    check_allowed(context, kind, typed)
    try:
        action = read(kind, {given.name: typed.get(given.name) for given in form_inputs(kind)})
        acting = acting_context(context, kind, typed)
        done = action.do(acting) if isinstance(action, EventAction) else acting.act(action)
    except ArpadError as problem:
        return refused(context, kind, typed, problem)
    return answered(context, action, done, typed.get("back", ""))


def check_allowed(context: EventContext, kind: type[Act], typed: Mapping[str, str]) -> None:
    """Refuse people who may not do an action, and forms that are not ours."""
    if kind.least != "public" and context.is_nobody and context.kept.at_home:
        raise NotSignedIn(typed)
    need(context, kind.least)
    if not context.request.state.own_form:
        raise NotOurForm(form_token(context.request), typed)


def acting_context(context: EventContext, kind: type[Act], typed: Mapping[str, str]) -> ActionContext:
    """What an action is done with: only lines pass that the seat may write."""
    request = typed.get("request", "").strip()
    typed_form = canonical([kind.name, context.slug, context.seat.who, {**typed, "request": ""}])
    return ActionContext(
        event_store=context.site.events.guarded(guard_of(context.caller, context.now)),
        office=lambda: context.site.desk("", context.seat.who),
        slug=context.slug,
        seat=context.seat,
        at=context.now,
        consent=consent_of(typed),
        request=EventRequest(request, typed_form) if request else None,
        site=outside_address(context.request),
        language=context.language,
        network=network_of(context.request.client.host if context.request.client else ""),
        mail=context.site.settings.mail,
        push=context.site.settings.push,
    )


OWN_PAGE = re.compile(r"desk(/[a-z0-9-]+)*")
"""A page of the desk below the event, to which a form may ask to be led back."""


def answered(context: EventContext, action: Act, done: Done, back: str = "") -> Response:
    """Answer that it is done. A form may name another page of the desk to be led `back` to."""
    language = context.language
    if wants_json(context.request):
        return json_text(done_document(done, language, **action.answer(done, language)))
    given = {name: getattr(action, name) for name in braces(action.back)}
    page = back if OWN_PAGE.fullmatch(back) else action.back.format(**given)
    response = RedirectResponse(f"/t/{context.slug}/{page}", 303)
    shown = [warning for warning in done.warnings if warning.level not in action.on_page]
    warnings = (warning.message.text(language) for warning in shown)
    say(response, context.slug, [*action.sentences(done, language), *warnings])
    return response


def refused(context: EventContext, kind: type[Act], typed: Mapping[str, str], problem: ArpadError) -> Response:
    """Answer that it is not done: the form again, with what is asked, what clashes or what is wrong."""
    if isinstance(problem, NoPairing):
        return no_pairing_answer(context, problem)
    if wants_json(context.request):
        raise problem
    language = context.language
    wrong = {
        name: problem_on_page(with_labels(error, language, "event-field."), language)
        for name, error in _at_fields(kind, problem).items()
    }
    shown: dict[str, Any] = {"wrong": wrong, "problem": "" if wrong else problem_on_page(problem, language)}
    if isinstance(problem, NotConfirmed):
        level = problem.key.removeprefix("event-needs-")
        shown |= {"asked": level, "warnings": problem.warnings, "problem": ""}
    if isinstance(problem, ChangedMeanwhile):
        shown |= {"clash": problem.now, "problem": ""}
    kept = {name: value for name, value in typed.items() if name != "request"}
    return _form(context, kind, kept, context.request.url.path, status_of(problem), **shown)


def _at_fields(kind: type[Act], problem: ArpadError) -> dict[str, ArpadError]:
    """The problems at their fields; one that is about no field stands above all."""
    if isinstance(problem, FieldErrors):
        return problem.at
    field = kind.problems.get(problem.key, "")
    shown = {one.name for one in form_inputs(kind) if one.kind != "hidden"}
    return {field: problem} if field in shown else {}


def _people(context: EventContext, kind: type[Act]) -> list[tuple[int, int | None, str]]:
    """The players for a form that asks for some, by their numbers, or by their names before there are any."""
    if not any(one.kind == "player" or one.players for one in form_inputs(kind)):
        return []
    state = context.state
    numbers = {entry: number for number, entry in enumerate(state.numbers, 1)}
    found = [(entry, numbers.get(entry), player.name) for entry, player in state.entries.items()]
    return sorted(found, key=lambda one: (one[1] is None, one[1] or 0, one[2]))


def braces(path: str) -> list[str]:
    """The fields that an address names."""
    return [part.partition("}")[0] for part in path.split("{")[1:]]


def _back(context: EventContext, kind: type[Act], typed: Mapping[str, str]) -> str:
    if OWN_PAGE.fullmatch(typed.get("back", "")):
        return f"/t/{context.slug}/{typed['back']}"
    given = {**context.request.path_params, **typed}
    names = braces(kind.back)
    if any(not str(given.get(name, "")).isdigit() for name in names):
        return f"/t/{context.slug}/desk"
    return f"/t/{context.slug}/{kind.back.format(**{name: given[name] for name in names})}"


@cache
def done_with(shape: Any) -> JoinedShape:
    """Return the shape of the answer of an act: what was written, and more."""
    if isinstance(shape, JoinedShape):
        return shape
    return joined(f"Done{shape.__name__.removesuffix('Document')}", DoneDocument, shape)


def answers_of(kind: type[Act]) -> Any:
    """Return the shape of what an act answers; one that pairs may find that there is no pairing."""
    shapes: list[Any] = [Annotated[dict[str, Any], done_with(shape)] for shape in kind.answers]
    pairs = (NoPairingDocument,) if EventRoundDocument in kind.answers else ()
    return Union[(*(shapes or [DoneDocument]), *pairs)]


def add_actions(router: APIRouter, kinds: Sequence[type[Act]]) -> None:
    """Add the addresses that take actions, and the pages with their forms."""
    for kind in kinds:
        _add(router, kind)


def _add(router: APIRouter, kind: type[Act]) -> None:
    in_path = braces(kind.path)

    def take(request: Request, slug: str, typed: dict[str, str], **given: Any) -> Response:
        context = event_context(request, slug)
        named = {name: str(given[name]) for name in in_path}
        return perform(context, kind, typed | named)

    def form(request: Request, slug: Slug) -> Response:
        context = event_context(request, slug)
        need(context, kind.least)
        return show_form(context, kind, dict(request.query_params))

    around = [parameter("request", Request), parameter("slug", Slug), parameter("typed", TypedForm)]
    take.__signature__ = Signature([*around, *form_parameters(kind, in_path)])  # type: ignore[attr-defined]
    shaped(answers_of(kind))(take)
    add: Callable[..., Any] = router.post(
        f"/t/{{slug}}/{kind.path}", name=kind.name, description=kind.__doc__, responses=ANSWERS, tags=["event"],
        operation_id=f"event_{kind.name.replace('-', '_')}",
    )  # fmt: skip
    add(take)
    router.add_api_route(f"/t/{{slug}}/do/{kind.name}", form, methods=["GET"], include_in_schema=False)


def show_form(context: EventContext, kind: type[Act], typed: Mapping[str, str]) -> Response:
    """Show the form of an action, filled in from the address."""
    given = {name: typed.get(name, "") for name in (*(one.name for one in form_inputs(kind)), "back", "reason")}
    names = braces(kind.path)
    if any(not given[name].isdigit() for name in names):
        raise HTTPException(404)
    address = f"/t/{context.slug}/{kind.path.format(**{name: given[name] for name in names})}"
    return _form(context, kind, given, address)


def _form(
    context: EventContext,
    kind: type[Act],
    typed: Mapping[str, str],
    address: str,
    status: int = 200,
    **shown: Any,
) -> Response:
    """The form of an action with what was typed. `shown` is what is asked, what clashes or what is wrong."""
    template = kind.template if issubclass(kind, EventAction) else "event_form.html"
    return html(context.request, template, form_values(context, kind, typed, address) | shown, status)


def form_values(context: EventContext, kind: type[Act], typed: Mapping[str, str], address: str = "") -> dict[str, Any]:
    """Return what the page of a form shows, before anything is asked or wrong."""
    more = kind.page_values(context, typed) if issubclass(kind, EventAction) else {}
    return {
        "frame": context.frame,
        "rules": context.state.event_rules,
        "action": kind,
        "fields": form_inputs(kind),
        "typed": typed,
        "address": address,
        "back": _back(context, kind, typed),
        "wrong": {},
        "problem": "",
        "asked": "",
        "warnings": [],
        "clash": None,
        "people": _people(context, kind),
        **more,
    }
