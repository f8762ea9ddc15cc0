"""Routes for pages: each is a page and `.json`, a table `.csv` and perhaps `.xlsx`, what is to be printed `.pdf`."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial, wraps
from typing import Any

from fastapi import APIRouter
from fastapi.params import Depends
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import plain
from arpad.web.cache import (
    Answer,
    by_content,
    csv_text,
    html,
    is_for_everybody,
    json_text,
    pdf_file,
    prefers_json,
    sent_in_parts,
    stamped,
    unchanged,
)
from arpad.web.openapi import shaped
from arpad.web.site import language_of
from arpad.web.uploads import disposition, name_by_address

Handler = Callable[..., Answer]
Opener = Callable[[Request, str], Any]


class OpenedHere(Depends):
    """What a handler needs, opened from the request and the slug in the handler's own thread and not in one before it.
    For pages of everybody: what only some may see is refused before anything else is looked at."""


class Pages:
    """A router of pages. A handler takes what FastAPI gives it (a `request`, parts of the address) and returns an
    Answer.

    Pages that are `same_for_all` depend on the office, the address and the language alone: not on the time, nor on who
    asks, but for what every page says to somebody who is signed in. A browser of somebody who is not signed in, and
    which has the page already, is told so (304). `more` is for the router."""

    def __init__(self, tag: str, *, same_for_all: bool = False, **more: Any) -> None:
        self.router = APIRouter(tags=[tag], **more)
        self.same_for_all = same_for_all

    def page(
        self,
        path: str,
        template: str,
        shape: Any,
        *,
        table: bool = False,
        pdf: bool = False,
        xlsx: bool = False,
        forgiving: type[APIRoute] | None = None,
    ) -> Callable[[Handler], Handler]:
        """Register a handler. The home page has its JSON at /index.json. `shape` is what the document holds
        (`documents.schema`). `forgiving` is the kind of route of a page that stays if its address has a bad value."""

        def register(handler: Handler) -> Handler:
            plain = "/index" if path == "/" else path
            add = partial(self._add, handler, template)
            add(f"{plain}.json", listed=True, shape=shape)
            if table:
                add(f"{plain}.csv", listed=True)
            if pdf:
                add(f"{plain}.pdf")
            if xlsx:
                add(f"{plain}.xlsx", listed=True)
            add(path, shape=shape, route=forgiving)
            return handler

        return register

    def _add(
        self,
        handler: Handler,
        template: str,
        path: str,
        *,
        listed: bool = False,
        shape: Any = None,
        route: type[APIRoute] | None = None,
    ) -> None:
        about = first_line(handler)
        parameters, answer_to = taken_by(handler)
        ending = path.rpartition(".")[2]

        @wraps(handler)
        def endpoint(**given: Any) -> Response:
            request: Request = given["request"]
            answer = answer_to(given)
            for_programs = ending in FOR_PROGRAMS or prefers_json(request.headers.get("accept", ""))
            if answer.tag and for_programs and ending not in FOR_PROGRAMS:
                answer = replace(answer, tag=f"{answer.tag}-json")
            if ending == "csv" and answer.parts is not None:
                nobody = getattr(request.state, "account", None) is None
                return with_name(sent_in_parts(request, answer.parts, for_everybody=nobody), request, answer, ending)
            known = unchanged(request, answer)
            if known is not None:
                return known
            form = "json" if for_programs and ending not in MEDIA else ending
            response = stamped(in_form(request, answer, form, template), answer)
            response = with_name(response, request, answer, ending)
            named = not answer.private if self.same_for_all else for_programs and not answer.tag
            return by_content(request, response) if named and is_for_everybody(request, response) else response

        endpoint.__signature__ = inspect.Signature(parameters, return_annotation=Response)  # type: ignore[attr-defined]
        shaped(shape)(endpoint)
        media = MEDIA.get(ending, "application/json")
        responses: dict[int | str, dict[str, Any]] = {200: {"description": about, "content": {media: {}}}}
        responses |= {code: {"description": why} for code, why in REFUSALS.items()}
        self.router.add_api_route(
            path,
            endpoint,
            methods=["GET"],
            response_model=None,
            response_class=Response,
            include_in_schema=listed,
            summary=about,
            responses=responses,
            route_class_override=route,
        )


def parameter(name: str, annotation: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    """Return a parameter of a handler whose signature is made from declarations."""
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)


def first_line(handler: Callable[..., Any]) -> str:
    """Return what a handler does."""
    return (inspect.getdoc(handler) or "").split("\n")[0]


def taken_by(handler: Handler) -> tuple[list[inspect.Parameter], Callable[[Mapping[str, Any]], Answer]]:
    """Return the parameters that FastAPI has to give for a handler, and what calls the handler with them."""
    signature = inspect.signature(handler)
    parameters, openers = _with_openers(signature)

    def answer_to(given: Mapping[str, Any]) -> Answer:
        opened = {name: opener(given["request"], given["slug"]) for name, opener in openers.items()}
        every = {**given, **opened}
        return handler(**{name: every[name] for name in signature.parameters if name in every})

    return parameters, answer_to


def _with_openers(signature: inspect.Signature) -> tuple[list[inspect.Parameter], dict[str, Opener]]:
    """What FastAPI has to give for a handler, and what opens the rest."""
    found: dict[str, inspect.Parameter] = {}
    openers: dict[str, Opener] = {}
    for name, given in signature.parameters.items():
        asked = [one for one in getattr(given.annotation, "__metadata__", ()) if isinstance(one, OpenedHere)]
        if asked and asked[0].dependency is not None:
            openers[name] = asked[0].dependency
            found |= inspect.signature(openers[name]).parameters
        else:
            found[name] = given
    found.setdefault("request", parameter("request", Request))
    return [one.replace(kind=inspect.Parameter.KEYWORD_ONLY) for one in found.values()], openers


def with_name(response: Response, request: Request, answer: Answer, ending: str) -> Response:
    """Name a file that can be saved."""
    if ending in MEDIA:
        name = f"{answer.named}.{ending}" if answer.named else name_by_address(request)
        response.headers.update(disposition(name, shown=ending == "pdf"))
    return response


FOR_PROGRAMS = ("json", "csv")
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MEDIA = {"csv": "text/csv", "pdf": "application/pdf", "xlsx": WORKBOOK}
REFUSALS = {
    400: "What was asked cannot be done; the message says what, where and what to do.",
    404: "There is no such player, list, event or edition.",
    422: "A value is not of its kind.",
}


def in_form(request: Request, answer: Answer, form: str, template: str) -> Response:
    """Return an answer in the form that the ending of its address asks for; without one, as a page."""
    if form == "json":
        return json_text(plain(answer.document(), language_of(request)), answer.status)
    if form == "csv" and answer.table is not None:
        return csv_text(answer.table())
    if form == "pdf" and answer.pdf is not None:
        return pdf_file(answer.pdf())
    if form == "xlsx" and answer.xlsx is not None:
        return Response(answer.xlsx(), media_type=WORKBOOK)
    return html(request, template, answer.values(), answer.status)
