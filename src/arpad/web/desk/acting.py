"""Doing something: done, it leads to a page that says so; refused, the form comes back. Programs get documents."""

import base64
import binascii
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.formats.report import LARGEST
from arpad.i18n import ArpadError
from arpad.office.context import Desk, rehearsal
from arpad.office.decisions.preview import SeenPeople, people_between
from arpad.office.documents import fields_document, replay_document
from arpad.office.records import Replay
from arpad.web.answers import html, json_text, wants_json
from arpad.web.desk.forms import Around, FormPage, Step, WrongField, show
from arpad.web.desk.persons import changed_federations, changed_people, person_document, side_by_side
from arpad.web.language import language_of
from arpad.web.looking_up import SeveralPlayers
from arpad.web.page_words import problem_on_page
from arpad.web.pages import REFUSALS
from arpad.web.wrong_fields import field_of, with_labels

SHOWN = 100
"""How many players of a list are shown on a preview; all are counted."""
PIECE = 500_000
"""Fields of a form are limited, so a report that waits for its confirmation is carried in pieces."""

NOBODY = SeenPeople()
NOTHING: Mapping[str, Any] = {"identities": ()}

RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"description": "Done: what became of it, as JSON.", "content": {"application/json": {}}},
    303: {"description": "Done, for a browser: the page that shows it."},
    401: {"description": "Nobody is signed in, or the token is not known."},
    403: {"description": "The account may not do this, or the form is not one of ours."},
    413: {"description": "The file is too large."},
    **{code: {"description": why} for code, why in REFUSALS.items()},
}
"""The answers that every form of the desk may give."""


def done(request: Request, address: str, said: str, document: Any, lists: int | None = None) -> Response:
    """It is done: a program gets the document, a browser is led to a page that says so (`web.done.SAID`), with the
    number of `lists` that were made again."""
    if wants_json(request):
        return json_text(document)
    joined, made_again = "&" if "?" in address else "?", {} if lists is None else {"lists": lists}
    return RedirectResponse(f"{address}{joined}{urlencode(made_again | {'done': said})}", 303)


def refused(
    request: Request, problem: ArpadError, form: FormPage, around: Around, given: Mapping[str, str]
) -> Response:
    """Answer that it cannot be done: a browser gets the form back, with the values typed in."""
    if wants_json(request):
        raise problem
    language = language_of(request)
    said = problem_on_page(with_labels(problem, language), language)
    known = [field.name for field in form.fields]
    choices = problem.found if isinstance(problem, SeveralPlayers) else ()
    wrong = WrongField(said, field_of(problem, known, ABOUT, given), choices)
    return show(request, form, around, given, wrong, getattr(request.state, "files", {}))


ABOUT: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("player-unknown", "merge-gone"), ("id", "keep", "drop", "players")),
    **dict.fromkeys(("merge-same", "merge-none", "merge-both-play"), ("drop",)),
    **dict.fromkeys(("period-no-list", "decision-imported", "list-date", "office-period"), ("period", "date")),
    "event-played-before": ("another_event",),
    **dict.fromkeys(("decision-undone", "decision-unknown"), ("decision",)),
    **dict.fromkeys(("exclude-twice", "readmit-none"), ("federation",)),
    **dict.fromkeys(("account-name", "account-there", "account-unknown"), ("name",)),
    **dict.fromkeys(("office-no-event", "event-has-report", "event-withdrawn"), ("event",)),
    **dict.fromkeys(("web-report-missing", "event-submitted-before"), ("file",)),
    "event-without-player": ("id",), "event-no-player": ("players",), "event-ends-before": ("end",), "born": ("born",),
    "account-role": ("role",), "account-password": ("password",), "reason-missing": ("reason",),
    "edition.unknown": ("edition",), "edition.gap": ("edition",), "list-again-reason": ("reason",),
    "list-after-others": ("date",), "web-list-missing": ("list",), "list-many-gone": ("many_gone",),
}  # fmt: skip
"""The fields that problems are about which name none."""


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
    people: Callable[[Desk], SeenPeople] = lambda _desk: NOBODY,
    more: Mapping[str, Any] = NOTHING,
    back: Callable[[ArpadError], Response] | None = None,
) -> Response:
    """An action that recomputes lists: first shown without doing it, with the people it is about, then done. `more` is
    for the page that shows it, `back` the form of a refused one if it has its own."""
    try:
        if step == "do":
            found = act(desk)
            document, verdict = replay_document(found, language_of(request)), _refusal(found) or said
            return done(request, around.back, verdict, document, len(found.versions))
        before = people(desk)
        with rehearsal(desk) as stage:
            found = act(stage)
            after = people(stage)
    except ArpadError as problem:
        return refused(request, problem, form, around, given) if back is None else back(problem)
    language, concerned = language_of(request), people_between(before, after)
    document = replay_document(found, language) | {
        "touched": [[fields_document(player) for player in players] for players in found.touched],
        "people": [person_document(person) for person in concerned],
    }
    if wants_json(request):
        return json_text(document)
    values = {
        "form": form, "around": around, "typed": given, "carried": carried, "shown": SHOWN, "people": concerned,
        "cards": [*changed_people(concerned, language), *changed_federations(before, after, language)],
        "sides": side_by_side(concerned, language), "undone": before.taken_back,
        "kept_refused": _refusal(found) == "refused" and not form.has_file,
    }  # fmt: skip
    return html(request, "desk_preview.html", {**values, **more, "data": document})


def _refusal(found: Replay) -> str:
    """Return how a refused correction is told: the event is refused now, or stays as it was. Empty: accepted."""
    if found.submitted is None or found.submitted.accepted:
        return ""
    return "refused" if found.submitted.event.state == "refused" else "correction-refused"


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
