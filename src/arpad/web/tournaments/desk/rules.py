"""The rules of an event at its desk: every rule with its field, the rules as a file; an event that is deleted."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.documents.document import Document
from arpad.documents.schema import Bag
from arpad.i18n import ArpadError, text
from arpad.inputs.declared import FieldErrors
from arpad.tournament.acts.event import ChangeRules, frozen_since
from arpad.tournament.documents import DoneDocument, done_document
from arpad.tournament.journal import Done, NotConfirmed
from arpad.tournament.rules import KEYS, SECTIONS, rules_file
from arpad.tournament.rules_check import RuleFinding, check_state
from arpad.tournament.state import EventState
from arpad.untrusted import problem_words, toml_tables
from arpad.web.cache import Answer, html, json_text, wants_json
from arpad.web.office.forms import BEARER
from arpad.web.openapi import shaped
from arpad.web.problems import status_of
from arpad.web.site import on_page, problem_on_page
from arpad.web.tournaments.context import (
    AsArbiter,
    AsChief,
    AtLineDocument,
    EventContext,
    Slug,
    event_context,
    say,
    staff_pages,
)
from arpad.web.tournaments.control_tables import (
    asked_fields,
    asked_sections,
    control_for,
    field_sentences,
    fields_of,
    mark_of,
    read_file,
    read_form,
    rules_differ,
    whole_problems,
)
from arpad.web.tournaments.controls import AskedRule
from arpad.web.tournaments.perform import ANSWERS, TypedForm, acting_context, check_allowed, refused
from arpad.web.uploads import disposition

rule_pages = staff_pages()
keeping = APIRouter(tags=["event"], dependencies=[BEARER])
OneRule = Annotated[str, Query(max_length=40, description="The rule that is to be changed: its section is open.")]


class RulesDocument(AtLineDocument, frozen=True):
    """The rules of the event, and what must be announced."""

    rules: Bag
    findings: list[RuleFinding]


@rule_pages.page("/t/{slug}/desk/rules", "event_desk_rules.html", RulesDocument)
def rules(context: AsArbiter, rule: OneRule = "") -> Answer:
    """The rules of the event, and what must, should and may be announced."""
    return context.answer(lambda: _document(context), lambda: _page(context, {}, {}, rule))


def _document(context: EventContext) -> RulesDocument:
    state = context.state
    return RulesDocument(context.slug, state.n, state.data, check_state(state, context.site.regulations))


def _page(
    context: EventContext, typed: Mapping[str, str], wrong: Mapping[str, ArpadError], rule: str = "", problem: str = ""
) -> dict[str, Any]:
    """What the page shows: the rules as they are, or as they were typed."""
    state, language = context.state, context.language
    values, _ = read_form([name for name in _open_names(state) if asked_fields(name, typed)], typed, state.data)
    data = {name: value for name, value in {**state.data, **values}.items() if value is not None}
    why = {name: text(f"web.event-rules.frozen-{KEYS[name].frozen}", language) for name in _frozen(state)}
    sentences = field_sentences(wrong, language)
    document = _document(context).document(language)
    findings = [finding | {"message": on_page(finding["message"], language)} for finding in document["findings"]]
    return {
        "data": document | {"findings": findings},
        "sections": asked_sections(data, typed, language, sentences, why, state.data, rule.partition(".")[0]),
        "control_for": control_for,
        "wrong": sentences,
        "problem": problem,
        "late": bool(state.last_published),
        "begun": bool(state.last_published or state.handed_over),
    }


def _frozen(state: EventState) -> list[str]:
    return [name for name in KEYS if frozen_since(state, name) is not None]


def _open_names(state: EventState) -> list[str]:
    """The rules that may still be changed."""
    frozen = _frozen(state)
    return [name for names in SECTIONS.values() for name in names if name not in frozen]


@keeping.get("/t/{slug}/do/rule", include_in_schema=False)
def one_rule(context: AsChief, rule: OneRule = "") -> Response:
    """The form of one rule is its field on the page of all."""
    name = rule.partition(".")[0]
    where = f"?rule={name}#c-{name}" if name in KEYS else ""
    return RedirectResponse(f"/t/{context.slug}/desk/rules{where}", 303)


@keeping.get("/t/{slug}/desk/rules/file", include_in_schema=False)
def take_away(context: AsArbiter) -> Response:
    """The rules as a file."""
    written = rules_file(context.state.data)
    return Response(written, media_type="application/toml", headers=disposition(f"{context.slug}.toml"))


class RuleChanges(NamedTuple):
    """What was changed, what is wrong at which field, and what was typed of rules that were not left as they were
    shown: somebody else may have changed the others."""

    changes: dict[str, Any]
    wrong: dict[str, ArpadError]
    typed: Mapping[str, str]


@keeping.post("/t/{slug}/desk/rules/change", name="event_rules", operation_id="event_rules", responses=ANSWERS)
@shaped(DoneDocument)
def change(request: Request, slug: Slug, typed: TypedForm) -> Response:
    """Change rules: each has a field of its name, or fields NAME.PART as the page has them. A rule without a field
    stays as it is. `file` is a file of rules instead: its keys are changed."""
    context = event_context(request, slug)
    check_allowed(context, ChangeRules, typed)
    found = RuleChanges({}, {}, typed)
    try:
        found = (_from_file if typed.get("file") else form_changes)(context.state, typed)
        if typed.get("look"):
            return _shown(context, _page(context, found.typed, {}))
        if found.wrong:
            raise FieldErrors(found.wrong)
        acting = acting_context(context, ChangeRules, typed)
        done = acting.act(ChangeRules(found.changes)) if found.changes else Done((), (), context.state)
    except NotConfirmed as problem:
        return refused(context, ChangeRules, typed, problem)
    except ArpadError as problem:
        if wants_json(request):
            raise
        wrong = problem.at if isinstance(problem, FieldErrors) else {}
        wrong = wrong or ({"rounds": problem} if problem.key.startswith("event-rounds-") else {})
        said = "" if wrong else problem_on_page(problem, context.language)
        return _shown(context, _page(context, found.typed, wrong, problem=said), status_of(problem))
    return _changed(context, found.changes, done)


def form_changes(state: EventState, typed: Mapping[str, str]) -> RuleChanges:
    """Return what a form with the rules of an event changes: fields that are as they were shown change nothing."""
    names = [name for name in _open_names(state) if asked_fields(name, typed)]
    marks = dict(part.partition(":")[::2] for part in typed.get("was", "").split())
    data, was = state.data, {name: marks.get(name, "") for name in names}
    now = {name: mark_of(asked_fields(name, typed)) for name in names}
    left = {
        name for name in names if was[name] == now[name] and not control_for(name).follows(AskedRule(name, typed, data))
    }
    kept = {at: value for at, value in typed.items() if at.partition(".")[0] not in left}
    values, wrong = read_form([name for name in names if name not in left], kept, data)
    changes = {name: value for name, value in values.items() if rules_differ(name, value, data.get(name))}
    for name in changes:
        if name in was and was[name] not in ("", now[name], mark_of(fields_of(name, data))):
            wrong.setdefault(name, ArpadError("event-rule-meanwhile"))
    new = {name: value for name, value in {**data, **changes}.items() if value is not None}
    return RuleChanges(changes, whole_problems(state, new, changes, wrong), kept)


def _from_file(state: EventState, typed: Mapping[str, str]) -> RuleChanges:
    """What a file changes. The short name stays."""
    try:
        values, wrong = read_file(toml_tables(typed["file"]))
    except ValueError as problem:
        raise ArpadError("event-rules-toml", problem=problem_words(problem)) from None
    changes = {
        name: value
        for name, value in values.items()
        if name != "slug" and rules_differ(name, value, state.data.get(name))
    }
    wrong |= {name: ArpadError("event-rule-frozen") for name in _frozen(state) if name in changes}
    return RuleChanges(changes, whole_problems(state, {**state.data, **changes}, changes, wrong), {})


def _shown(context: EventContext, values: Mapping[str, Any], status: int = 200) -> Response:
    around = {"frame": context.frame, "rules": context.state.event_rules}
    return html(context.request, "event_desk_rules.html", around | dict(values), status)


def _changed(context: EventContext, changes: Mapping[str, Any], done: Done) -> Response:
    """Answer that it is done, and say which rules are others now."""
    language = context.language
    if wants_json(context.request):
        return json_text(done_document(done, language))
    response = RedirectResponse(f"/t/{context.slug}/desk/rules", 303)
    labels = ", ".join(text(f"event-rule.{name}", language) for name in changes)
    said = (
        text("web.event-rules.changed", language, rules=labels)
        if changes
        else text("web.event-rules.unchanged", language)
    )
    say(response, context.slug, [said, *(warning.message.text(language) for warning in done.warnings)])
    return response


# An event that has not begun is deleted.


class DeletedDocument(Document, frozen=True):
    """An event that was deleted."""

    deleted: str


@keeping.get("/t/{slug}/desk/delete", include_in_schema=False)
def ask_to_delete(context: AsChief) -> Response:
    """What goes if the event is deleted."""
    return _delete_page(context)


def _delete_page(context: EventContext, problem: str = "", status: int = 200) -> Response:
    state = context.state
    values = {"frame": context.frame, "rules": state.event_rules, "players": len(state.entries), "lines": state.n}
    begun = bool(state.last_published or state.handed_over)
    return html(context.request, "event_desk_rules_delete.html", values | {"problem": problem, "begun": begun}, status)


@keeping.post("/t/{slug}/desk/delete", name="event_delete", operation_id="event_delete", responses=ANSWERS)
@shaped(DeletedDocument)
def delete_event(request: Request, slug: Slug, typed: TypedForm) -> Response:
    """Delete an event of which no round is published; `yes` says that all of it may go. Its log stays in the database,
    where no page leads."""
    context = event_context(request, slug)
    check_allowed(context, ChangeRules, typed)
    try:
        if not typed.get("yes"):
            raise ArpadError("event-delete-yes")
        context.site.events.delete(slug, context.seat.who, context.now)
    except ArpadError as problem:
        if wants_json(request):
            raise
        return _delete_page(context, problem_on_page(problem, context.language), status_of(problem))
    if wants_json(request):
        return json_text(DeletedDocument(slug).document())
    return RedirectResponse("/t", 303)
