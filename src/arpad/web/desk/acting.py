"""Doing something: done, it leads to a page that says so; refused, the form comes back. Programs get documents."""

import base64
import binascii
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.locale import ArpadError, Language, has, text
from arpad.office.desk import Desk, rehearsal
from arpad.office.documents import fields_document, replay_document
from arpad.office.records import Replay
from arpad.reports.decode import LARGEST
from arpad.web.answers import html, json_text, wants_json
from arpad.web.desk.forms import Around, FormPage, Step, show
from arpad.web.language import language_of
from arpad.web.page_words import problem_on_page
from arpad.web.pages import REFUSALS

SHOWN = 100
"""So many players of a list are shown on a preview; all are counted."""
PIECE = 500_000
"""Fields of a form are limited, so a report that waits for its confirmation is carried in pieces."""

NAMING = ("option", "field", "where")
"""The values of a message that name the field it is about."""

RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"description": "Done: what became of it, as JSON.", "content": {"application/json": {}}},
    303: {"description": "Done, for a browser: the page that shows it."},
    401: {"description": "Nobody is signed in, or the token is not known."},
    403: {"description": "The account may not do this, or the form is not one of ours."},
    413: {"description": "The file is too large."},
    **{code: {"description": why} for code, why in REFUSALS.items()},
}
"""The answers that every form of the desk may give."""


def done(request: Request, address: str, said: str, document: Any) -> Response:
    """It is done: a program gets the document, a browser is led to a page that says so (`web.done.SAID`)."""
    if wants_json(request):
        return json_text(document)
    joined = "&" if "?" in address else "?"
    return RedirectResponse(f"{address}{joined}{urlencode({'done': said})}", 303)


def refused(
    request: Request, problem: ArpadError, form: FormPage, around: Around, given: Mapping[str, str]
) -> Response:
    """Answer that it cannot be done: a browser gets the form back, with the values typed in."""
    if wants_json(request):
        raise problem
    language = language_of(request)
    return show(request, form, around, given, problem_on_page(_named(problem, language), language))


def _named(problem: ArpadError, language: Language) -> ArpadError:
    """A problem that names a field names it as the form does."""
    labels = {
        name: text(f"web.field.{value}", language)
        for name, value in problem.values.items()
        if name in NAMING and has(f"web.field.{value}")
    }
    return ArpadError(problem.key, **{**problem.values, **labels})


def replaying(
    request: Request,
    desk: Desk,
    act: Callable[[Desk], Replay],
    step: Step,
    form: FormPage,
    around: Around,
    given: Mapping[str, str],
    said: str,
    carried: Sequence[str] = (),
) -> Response:
    """An action that recomputes lists: first shown without doing it, then done."""
    try:
        if step == "do":
            found = act(desk)
            return done(request, around.back, said, replay_document(found, language_of(request)))
        with rehearsal(desk) as stage:
            found = act(stage)
    except ArpadError as problem:
        return refused(request, problem, form, around, given)
    return _preview(request, found, form, around, given, carried)


def _preview(
    request: Request, found: Replay, form: FormPage, around: Around, given: Mapping[str, str], carried: Sequence[str]
) -> Response:
    document = replay_document(found, language_of(request)) | {
        "touched": [[fields_document(player) for player in players] for players in found.touched]
    }
    if wants_json(request):
        return json_text(document)
    more = {"form": form, "around": around, "typed": given, "carried": carried, "shown": SHOWN}
    return html(request, "desk_preview.html", more | {"data": document})


def packed(data: bytes) -> list[str]:
    """A report as pieces of text, to be carried by a page until somebody confirms it."""
    encoded = base64.b64encode(zlib.compress(data)).decode()
    return [encoded[start : start + PIECE] for start in range(0, len(encoded), PIECE)]


def unpacked(pieces: Sequence[str]) -> bytes:
    """The report again. One byte too many is enough to see that it is too long."""
    try:
        return zlib.decompressobj().decompress(base64.b64decode("".join(pieces), validate=True), LARGEST + 1)
    except (binascii.Error, zlib.error, ValueError):
        raise ArpadError("web-report-missing") from None
