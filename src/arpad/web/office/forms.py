"""Forms of the staff pages: fields, validation, previews, and the signed-in officer's context."""

import base64
import binascii
import datetime as dt
import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import Parameter, Signature
from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form
from fastapi.security import HTTPBearer
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.documents.document import plain
from arpad.eligibility.facts import FACTS, facts_document, facts_from
from arpad.formats.report import LARGEST
from arpad.i18n import ArpadError, Language, date_text, has, number, text
from arpad.inputs.declared import FieldErrors, Input, read_each
from arpad.lists.player_index import FoundPlayer
from arpad.office.context import Desk, dry_run
from arpad.office.decisions.decisions import ChangedField, ConcernedPerson, SeenPeople, people_between
from arpad.office.records import Replay
from arpad.office.storage.log_table import Acting
from arpad.regulations.articles import TIME_CLASSES
from arpad.web.cache import html, json_text, wants_json
from arpad.web.player_parts import SeveralPlayers
from arpad.web.problems import ONCE, field_of, with_labels
from arpad.web.public.players import SystemName
from arpad.web.routes import REFUSALS, parameter
from arpad.web.security import FIELD, OwnForm, Reader, administrator, arbiter, officer, reader, runs_events, set_cookie
from arpad.web.site import language_of, problem_on_page

# Forms of the desk. If a value cannot be used, the form is shown again with everything that was typed.

UNSAID = (FIELD, ONCE, "step", "carried", "password", "old_password")
"""The fields that are not shown again."""


def form_fields(declared: Sequence[Input], shown: int | None = None) -> tuple[Input, ...]:
    """Return the fields of a form. If a number is given, only the first ones are shown, and the others are folded. The
    words of a field are `web.field.NAME` and, if there is one, `web.hint.NAME`."""
    return tuple(replace(given, folded=given not in declared[:shown]) for given in declared)


def typed_parameter(given: Input) -> Parameter:
    """Return the parameter of a handler that takes the answer to a question as it was typed."""
    typed = Annotated[str, Form(max_length=given.max_length, description=given.about or None)]
    return parameter(given.name, typed, "" if given.required else given.default or "")


def typed_inputs(*inputs: Input) -> Any:
    """A dependency that takes what was typed into fields of a form, by their names."""

    def values(**typed: str) -> dict[str, str]:
        return typed

    values.__signature__ = Signature(list(map(typed_parameter, inputs)))  # type: ignore[attr-defined]
    return Depends(values)


@dataclass(frozen=True, slots=True)
class FormPage:
    """A form; its words are `web.form.NAME`, `web.form.NAME-lead` and `web.form.NAME-send`. One of two steps is
    rehearsed first."""

    name: str
    fields: tuple[Input, ...]
    two_steps: bool = False

    @property
    def has_file(self) -> bool:
        return any(field.kind == "file" for field in self.fields)

    def unfolded(self, typed: Mapping[str, str], wrong: Collection[str] = ()) -> bool:
        """Whether something was typed into one of the folded fields, or is wrong there: then they are shown."""
        return any(field.folded and (typed.get(field.name) or field.name in wrong) for field in self.fields)


@dataclass(frozen=True, slots=True)
class Around:
    """What is around a form: its subject, and the page it came from. A preview is sent on to its own address, unless it
    has another one."""

    back: str
    about: str = ""
    send_to: str = ""


async def typed(request: Request) -> dict[str, str]:
    """The values of a form, exactly as typed. `request.state.files` are the names of its files by their fields."""
    form = await request.form()
    files = ((name, value.filename) for name, value in form.items() if isinstance(value, UploadFile))
    request.state.files = {name: file for name, file in files if file}
    return {name: value for name, value in form.items() if isinstance(value, str) and name not in UNSAID}


Typed = Annotated[dict[str, str], Depends(typed)]
Step = Literal["preview", "do"]


@dataclass(frozen=True, slots=True)
class WrongFields:
    """What is wrong with a form: sentences by the fields they are about, or one about the whole. `choices` are players
    to choose from."""

    sentence: str = ""
    fields: Mapping[str, str] = field(default_factory=dict)
    choices: Sequence[FoundPlayer] = ()


NOTHING_WRONG = WrongFields()
NOTHING_TYPED: Mapping[str, Any] = {"typed": {}, "wrong": NOTHING_WRONG, "lost": {}, "kept": {}}
"""An empty form on a page of its own subject."""


def show(
    request: Request,
    form: FormPage,
    around: Around,
    given: Mapping[str, str] | None = None,
    wrong: WrongFields = NOTHING_WRONG,
    lost: Mapping[str, str] | None = None,
) -> Response:
    """Show a form: empty, filled from the address, or again with what is wrong. `lost` are the names of files by their
    fields: they have to be chosen again. `request.state.kept` are files that wait already."""
    begun = dict(request.query_params) if given is None else dict(given)
    more: dict[str, Any] = {**NOTHING_TYPED, "form": form, "around": around, "typed": begun, "wrong": wrong}
    more |= {"lost": lost or {}, "kept": getattr(request.state, "kept", {})}
    return html(request, "desk_form.html", more, 400 if wrong.sentence or wrong.fields else 200)


# The people of a preview in words: who they are, and each field that becomes different, before and after.

FIELDS = ("id", "name", "federation", "sex", "title", "born", "birthday", "absent")
NOTHING = "–"


def person_document(person: ConcernedPerson) -> dict[str, Any]:
    """Return a person of a preview for programs."""
    row = person.row
    changes = [change.document() for change in person.changes]
    return {name: getattr(row, name) or None for name in FIELDS} | {"changes": changes}


@dataclass(frozen=True, slots=True)
class ChangeCard:
    """What becomes different of a person or a federation: rows of a label, the value before and the value after."""

    name: str
    about: str
    rows: list[tuple[str, str, str]]


def changed_people(people: Sequence[ConcernedPerson], language: Language) -> list[ChangeCard]:
    """Return the people of whom something becomes different."""
    return [
        ChangeCard(
            person.row.name or person.row.id,
            person.row.id,
            [_change_row(change, language) for change in person.changes],
        )
        for person in people
        if person.changes
    ]


def _change_row(changed_field: ChangedField, language: Language) -> tuple[str, str, str]:
    name = changed_field.field
    return (
        _label(name, language),
        _value_in_words(name, changed_field.before, language),
        _value_in_words(name, changed_field.after, language),
    )


def changed_federations(before: SeenPeople, after: SeenPeople, language: Language) -> list[ChangeCard]:
    """Return how many players of a federation are listed, before and after."""
    label = text("web.desk.listed-players", language)
    return [
        ChangeCard(name, "", [(label, number(count, language), number(after.listed.get(name, count), language))])
        for name, count in before.listed.items()
    ]


def side_by_side(people: Sequence[ConcernedPerson], language: Language) -> list[tuple[str, list[str], bool]]:
    """Return what is known of several people, field by field, and whether it differs."""
    found = []
    for name in FIELDS:
        values = [_value_in_words(name, getattr(person.row, name), language) for person in people]
        found.append((_label(name, language), values))
    for place, name in enumerate(TIME_CLASSES):
        ratings = [str(person.row.standings[place].rating or NOTHING) for person in people]
        found.append((text(f"time-class.{name}", language), ratings))
    return [(label, values, len(set(values)) > 1) for label, values in found if set(values) != {NOTHING}]


def _label(name: str, language: Language) -> str:
    if name in TIME_CLASSES:
        return text(f"time-class.{name}", language)
    return text("web.field.deceased" if name == "absent" else f"web.field.{name}", language)


def _value_in_words(name: str, value: Any, language: Language) -> str:
    """A value of a person in words."""
    if not value:
        return NOTHING
    if name == "birthday":
        return date_text(dt.date(value // 10_000, value // 100 % 100, value % 100), language)
    key = {"absent": f"web.player-state.{value}", "sex": f"web.sex.{str(value).lower()}"}.get(name, "")
    return text(key, language) if key and has(key) else str(value)


# Doing something: done, it leads to a page that says so; refused, the form comes back. Programs get documents.

SHOWN = 100
"""How many players of a list are shown on a preview; all are counted."""
PIECE = 500_000
"""Fields of a form are limited, so a report that waits for its confirmation is carried in pieces."""

NOBODY = SeenPeople()
NO_IDENTITIES: Mapping[str, Any] = {"identities": ()}

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
        return json_text(plain(document, language_of(request)))
    joined, made_again = "&" if "?" in address else "?", {} if lists is None else {"lists": lists}
    return RedirectResponse(f"{address}{joined}{urlencode(made_again | {'done': said})}", 303)


def refused(
    request: Request, problem: ArpadError, form: FormPage, around: Around, given: Mapping[str, str]
) -> Response:
    """Answer that it cannot be done: a browser gets the form back, with the values typed in."""
    if wants_json(request):
        raise problem
    language = language_of(request)
    known = [field.name for field in form.fields]
    problems = list(problem.at.values()) if isinstance(problem, FieldErrors) else [problem]
    sentences = {
        field_of(error, known, ABOUT, given): problem_on_page(with_labels(error, language), language)
        for error in problems
    }
    choices = problem.found if isinstance(problem, SeveralPlayers) else ()
    wrong = WrongFields(sentences.pop("", ""), sentences, choices)
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
    "office-name": ("office_name",), "office-contact": ("office_contact",),
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
    more: Mapping[str, Any] = NO_IDENTITIES,
    back: Callable[[ArpadError], Response] | None = None,
) -> Response:
    """An action that recomputes lists: first shown without doing it, with the people it is about, then done. `more` is
    for the page that shows it, `back` the form of a refused one if it has its own."""
    try:
        if step == "do":
            replay = act(desk)
            return done(request, around.back, _refusal(replay) or said, replay, len(replay.versions))
        before = people(desk)
        with dry_run(desk) as stage:
            replay = act(stage)
            after = people(stage)
    except ArpadError as problem:
        return refused(request, problem, form, around, given) if back is None else back(problem)
    language, concerned = language_of(request), people_between(before, after)
    document = replay.document(language) | {
        "touched": [[player.document() for player in players] for players in replay.touched],
        "people": [person_document(person) for person in concerned],
    }
    if wants_json(request):
        return json_text(document)
    values = {
        "form": form, "around": around, "typed": given, "carried": carried, "shown": SHOWN, "people": concerned,
        "cards": [*changed_people(concerned, language), *changed_federations(before, after, language)],
        "sides": side_by_side(concerned, language), "undone": before.taken_back,
        "kept_refused": _refusal(replay) == "refused" and not form.has_file,
    }  # fmt: skip
    return html(request, "desk_preview.html", {**values, **more, "data": document})


def _refusal(replay: Replay) -> str:
    """Return how a refused correction is told: the event is refused now, or stays as it was. Empty: accepted."""
    if replay.submitted is None or replay.submitted.accepted:
        return ""
    return "refused" if replay.submitted.event.state == "refused" else "correction-refused"


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


# The facts of an event as fields of a form, made from their declarations.

OFTEN = ("registered", "hybrid")
"""The facts that most events need; the others are folded."""
ASKED = tuple(fact for fact in FACTS if not fact.with_report)

Number = Annotated[str, Form(max_length=10, description="A whole number.")]
Text = Annotated[str, Form(max_length=200)]
Day = Annotated[str, Form(max_length=10, description="A day: 2024-05-17.")]
TYPES: dict[str, Any] = {
    "select": Annotated[Literal["", "yes", "no"], Form(description="Whether it is so; empty: not known.")],
    "checkbox": Annotated[bool, Form(description="Whether it is so.")],
    "number": Number,
    "date": Day,
}


def _typed(**typed: str | bool) -> dict[str, str | bool]:
    return typed


_typed.__signature__ = Signature(  # type: ignore[attr-defined]
    [parameter(fact.name, TYPES.get(fact.kind, Text), False if fact.kind == "checkbox" else "") for fact in ASKED]
)

FACT_FIELDS = tuple(replace(fact, several=False, folded=fact.name not in OFTEN) for fact in ASKED)
TypedFacts = Annotated[dict[str, str | bool], Depends(_typed)]
"""The facts as they were typed into a form."""


def read_with_facts(
    inputs: Sequence[Input], typed: Mapping[str, str], facts: Mapping[str, str | bool]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the values of a form and the facts that it gives, for the office; facts not given are left out."""
    given = {name: value for name, value in facts.items() if value != ""}
    values = read_each((*inputs, *ASKED), {**typed, **given})
    names = [declared.name for declared in inputs]
    return {name: values.pop(name) for name in names if name in values}, facts_document(facts_from(values))


# Where an officer works: the chosen system, under the name of the account.

COOKIE = "arpad_system"
YEAR = 365 * 24 * 3600

choosing = APIRouter(include_in_schema=False)


def at_desk(request: Request, account: Reader, system: SystemName = "") -> Desk:
    """A desk in the system that the address names, that was chosen before, or the first of the office."""
    site = request.app.state.site
    remembered = request.cookies.get(COOKIE, "")
    known = {one.name for one in site.systems()}
    desk: Desk = site.desk(system or (remembered if remembered in known else ""), account.name)
    return desk


def acting_now(request: Request) -> Acting:
    """Return who is signed in, and what time it is: for the log."""
    return Acting(request.state.account.name, request.app.state.site.settings.now())


AtDesk = Annotated[Desk, Depends(at_desk)]

OFFICERS = [Depends(officer), OwnForm]
ADMINISTRATORS = [Depends(administrator), OwnForm]
ARBITERS = [Depends(arbiter), OwnForm]
EVENT_ARBITERS = [Depends(runs_events), OwnForm]
EVERYBODY = [Depends(reader), OwnForm]
"""Check that the visitor may send a form, and that it is one of ours; visitors without an account must sign in."""

bearer = HTTPBearer(auto_error=False, scheme_name="token", description="A token of an account: page /office/tokens.")
BEARER = Depends(bearer)
"""Says in the OpenAPI that programs send a token; its account was looked up before."""


@choosing.get("/office/system")
def choose(request: Request, _account: Reader, name: SystemName = "") -> Response:
    """Work in another system from now on."""
    response = RedirectResponse("/office", 303)
    set_cookie(request, response, COOKIE, name, YEAR)
    return response
