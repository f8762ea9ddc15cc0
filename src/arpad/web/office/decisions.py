"""Forms for decisions and corrections, previewed before they are applied, and for identifying players."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import Parameter, Signature
from operator import attrgetter
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Query, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from arpad.domain.values import fold
from arpad.eligibility.facts import FACTS, facts_asked
from arpad.formats.report import LARGEST
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.inputs.declared import Input, inputs_of, read
from arpad.lists.player_index import FoundPlayer
from arpad.office.context import Desk
from arpad.office.decisions.corrections import (
    CORRECTIONS,
    GiveFacts,
    Identify,
    ReportedPlayer,
    identified_as,
    reported_players,
)
from arpad.office.decisions.decisions import DECISIONS, Decision, SeenPeople, decide, list_decisions, people_seen
from arpad.office.events import show_event
from arpad.office.lists import alike, newest_index
from arpad.office.records import EventDetail, KeptDecision, Replay
from arpad.office.sentences import decision_sentences
from arpad.web.cache import Answer, html, listing, wants_json
from arpad.web.office.forms import (
    OFFICERS,
    OFTEN,
    RESPONSES,
    Around,
    AtDesk,
    FormPage,
    Step,
    Typed,
    form_fields,
    packed,
    refused,
    replaying,
    show,
    typed_parameter,
    unpacked,
)
from arpad.web.office.home import ANY_REPLAY
from arpad.web.openapi import shaped
from arpad.web.player_parts import SeveralPlayers, find_players, player_typed
from arpad.web.problems import IdempotentRoute, with_labels
from arpad.web.public.players import SUGGESTED, EventNumber
from arpad.web.routes import Pages, parameter
from arpad.web.security import Officer
from arpad.web.site import language_of, problem_on_page
from arpad.web.tables import (
    Field,
    ForgivingRoute,
    PageColumn,
    by_column,
    choices,
    living,
    mark_wrong,
    sorting,
    with_workbook,
)

# Decisions and corrections: every class of them is a form in two steps, first rehearsed, then done.

decision_pages = Pages("office")
deciding = APIRouter(tags=["office"], route_class=IdempotentRoute)

BACK = Around("/office/decisions")

StepField = Annotated[Step, Form(description="preview: show whose ratings change, and do nothing; do: do it.")]
Report = Annotated[UploadFile | None, File(description="The right report.")]
Carried = Annotated[list[str] | None, Form(description="The report, as the preview's page carries it.")]


DECIDED = (
    PageColumn("id", "table.player-rank", "n", attrgetter("id"), falls=True),
    PageColumn("what", "table.what", sorts=False),
    PageColumn("period", "table.period", "wide-only", attrgetter("period"), falls=True, term="list"),
    PageColumn("act", "web.verdict.act", sorts=False, unseen=True),
)


@decision_pages.page(
    "/office/decisions", "desk_decisions.html", list[KeptDecision], table=True, xlsx=True, forgiving=ForgivingRoute
)
def all_decisions(
    request: Request,
    desk: AtDesk,
    kind: Annotated[str, Query(max_length=20, description="Only decisions of this kind: rating, merge.")] = "",
    sort: Annotated[str, sorting("id", "period")] = "",
) -> Answer:
    """All decisions, the newest first."""
    known, language = list(reversed(list_decisions(desk))), language_of(request)
    kinds = sorted({decision.kind for decision in known})
    wanted = kind
    if kind and kind not in kinds and not wants_json(request):
        mark_wrong(request, "kind", kind, text("web.table.value", language))
        wanted = ""
    decisions = by_column([one for one in known if wanted in ("", one.kind)], DECIDED, sort)

    def page() -> dict[str, Any]:
        fields = (Field("kind", "table.decision", kind, choices(kinds, lambda one: text(f"decision.{one}", language))),)
        label = text("web.desk.decisions", language)
        return {
            "known": bool(known),
            "kinds": KINDS,
            "words": decision_sentences(desk, decisions, language),
            "table": living(request, DECIDED, decisions, label=label, sort=sort, natural="-id", fields=fields),
        }

    return with_workbook(listing(KeptDecision, decisions, page), request)


def _inputs(kind: type[Decision]) -> list[Input]:
    """Return the fields of a form: all but the event, which its address names."""
    return [given for given in inputs_of(kind) if given.name != "event"]


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


FORMS = {
    kind.command: FormPage(kind.command, form_fields(_inputs(kind)), two_steps=True)
    for kind in (*CORRECTIONS, *DECISIONS)
}
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
    return Around(f"/office/events/{number}", show_event(desk, number).name)


def _add(kind: type[Decision], address: str) -> None:
    """Add the form of a decision, to be sent to an address; the address of a correction names the event."""

    def endpoint(request: Request, desk: Desk, typed: dict[str, str], step: Step, **given: Any) -> Response:
        number = given.pop("number", None)
        around = BACK if number is None else around_event(desk, number)
        kept: list[str] = given.pop("carried", None) or []
        if given.get("file") is not None and (sent := given["file"].file.read(LARGEST + 1)):
            kept = packed(sent)

        def decision() -> Decision:
            said = {field.name: _answered(field, given[field.name], kept) for field in _inputs(kind)}
            if number is not None:
                said["event"] = str(number)
            return read(kind, said)

        form = _form_at(kind.command, desk, number)
        try:
            given |= _players(request, desk, kind, given)
        except ArpadError as problem:
            return refused(request, problem, form, around, typed)
        chosen = typed | {field.name: given[field.name] for field in _inputs(kind) if field.kind == "player"}

        def act(at: Desk) -> Replay:
            return decide(at, decision())

        def people(at: Desk) -> SeenPeople:
            return people_seen(at, decision())

        return replaying(request, desk, act, step, form, around, chosen, kind.outcome, kept, people)

    place = {"number": EventNumber} if "{number}" in address else {}
    around = {"request": Request, "desk": AtDesk, "typed": Typed} | place
    parameters = [parameter(name, annotation) for name, annotation in around.items()]
    for declared in _inputs(kind):
        parameters += _parameters(declared)
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
        for field in _inputs(kind)
        if field.kind == "player"
    }


def _answered(declared: Input, value: Any, kept: list[str]) -> Any:
    """Return the value of a field; None for an optional field that is empty."""
    if declared.kind == "file":
        data = unpacked(kept)
        if not data:
            raise ArpadError("web-report-missing")
        return data
    if value == "" and not declared.required:
        return None
    return value.split() if declared.several else value


def _parameters(declared: Input) -> list[Parameter]:
    """The fields of a form that take one field of a decision. A file comes by itself, or carried by the preview."""
    if declared.kind == "file":
        return [parameter("file", Report, None), parameter("carried", Carried, None)]
    if declared.kind == "checkbox":
        return [parameter(declared.name, Annotated[bool, Form(description=declared.about or None)], False)]
    return [typed_parameter(declared)]


for decision in DECISIONS:
    _add(decision, f"/office/decide/{decision.command}")
for correction in CORRECTIONS:
    _add(correction, f"/office/events/{{number}}/{correction.command}")


# Who the players of a report are: those in doubt with likely players of the list, any other one on demand.

identifying = APIRouter(include_in_schema=False)

LIKELY, MOST_SHOWN = 5, 60
"""How many players of the list are offered for a player of the report, and how many players are asked for at once."""
TYPED, CHOSEN = "id-", "choice-"
"""The fields of a player, followed by the starting rank: what was typed, and who was chosen of those offered."""


@dataclass(frozen=True, slots=True)
class Said:
    """What an officer said so far: every field as typed; the ids by starting rank; at which rank what is wrong, and the
    players to choose from there; and what is wrong with the whole. `asks_another`: whether the office asks if it is
    another event than the one with the same games."""

    typed: Mapping[str, str] = field(default_factory=dict)
    ids: Mapping[int, str] = field(default_factory=dict)
    wrong: Mapping[int, str] = field(default_factory=dict)
    several: Mapping[int, Sequence[FoundPlayer]] = field(default_factory=dict)
    refusal: str = ""
    asks_another: bool = False


@dataclass(frozen=True, slots=True)
class AskedPlayer:
    """A player of the report on the page: who it may be, what was typed and chosen, and what is wrong with it."""

    reported: ReportedPlayer
    likely: Sequence[FoundPlayer]
    typed: str
    chosen: str
    wrong: str


@identifying.get("/office/events/{number}/identify")
def asked_form(request: Request, desk: AtDesk, number: EventNumber, _account: Officer) -> Response:
    """The players of the report that are in doubt."""
    return _page(request, desk, number, Said())


@identifying.post("/office/events/{number}/identify/players", dependencies=OFFICERS)
def asked(
    request: Request, desk: AtDesk, number: EventNumber, typed: Typed, go: Annotated[str, Form(max_length=10)] = ""
) -> Response:
    """Look for the players that were typed by name; once all are known, show what becomes different."""
    said, language = _typed_identity(request, desk, typed), language_of(request)
    if go != "preview" or said.wrong or said.refusal:
        return _page(request, desk, number, said)
    if not said.ids:
        return _page(request, desk, number, replace(said, refusal=text("web.identify.nobody", language)))

    def back(problem: ArpadError) -> Response:
        asks = problem.key == "event-played-before"
        return _page(
            request, desk, number, replace(said, refusal=problem_on_page(problem, language), asks_another=asks)
        )

    another = {"another_event": "true"} if typed.get("another_event") else {}
    decision = Identify(number, said.ids, typed.get("reason", ""), bool(another))
    around = replace(around_event(desk, number), send_to=f"/office/events/{number}/identify")
    given = {
        "players": "\n".join(f"{rank}={id_}" for rank, id_ in said.ids.items()),
        "reason": decision.reason,
    } | another
    form, more = FORMS["identify"], {"identities": _identities(desk, number, said.ids)}
    return replaying(
        request,
        desk,
        lambda at: decide(at, decision),
        "preview",
        form,
        around,
        given,
        "",
        more=more,
        back=back,
    )


@identifying.get("/office/players/suggestions")
def suggest(
    request: Request,
    desk: AtDesk,
    _account: Officer,
    q: Annotated[str, Query(max_length=80)] = "",
    place: Annotated[str, Query(max_length=40)] = "found",
) -> Response:
    """A few players of the system of the desk, while somebody types."""
    values = {
        "found": find_players(request, q, SUGGESTED, system=desk.system).first(SUGGESTED),
        "query": q,
        "place": place,
    }
    return html(request, "public_suggestions.html", values)


def _typed_identity(request: Request, desk: Desk, typed: Mapping[str, str]) -> Said:
    """Take an id as it is and look for a name. What is typed counts before what is chosen."""
    ids: dict[int, str] = {}
    wrong: dict[int, str] = {}
    several: dict[int, Sequence[FoundPlayer]] = {}
    language = language_of(request)
    for rank in _ranks(typed):
        words = typed.get(f"{TYPED}{rank}", "").strip() or typed.get(f"{CHOSEN}{rank}", "").strip()
        try:
            found = player_typed(request, "players", words, desk.system)
        except SeveralPlayers as problem:
            wrong[rank], several[rank] = problem_on_page(problem, language), problem.found
            continue
        if any(letter.isalpha() for letter in found):
            wrong[rank] = text("web.identify.unknown", language, name=found)
        elif found:
            ids[rank] = found
    refusal = ""
    try:
        ids |= parse.identities("players", typed.get("players", "").split())
    except ArpadError as problem:
        refusal = problem_on_page(with_labels(problem, language), language)
    return Said(typed, ids, wrong, several, refusal)


def _ranks(typed: Mapping[str, str]) -> list[int]:
    """The starting ranks that the form asks for."""
    ranks = (name.removeprefix(TYPED) for name in typed if name.startswith(TYPED))
    return sorted({int(rank) for rank in ranks if rank.isdecimal() and rank.isascii() and len(rank) <= 4})


def _page(request: Request, desk: Desk, number: int, said: Said) -> Response:
    players = reported_players(desk, number)
    wanted = fold(said.typed.get("find", ""))
    asked_for = set(_ranks(said.typed))
    shown = [
        reported_player
        for reported_player in players
        if reported_player.doubt or reported_player.player.rank in asked_for or _fits(reported_player, wanted)
    ]
    index = newest_index(desk)
    more: dict[str, Any] = {
        "around": around_event(desk, number),
        "form": FORMS["identify"],
        "number": number,
        "asked": [_asked_player(player, said, index) for player in shown[:MOST_SHOWN]],
        "left_out": max(0, len(shown) - MOST_SHOWN),
        "players": len(players),
        "typed": said.typed,
        "refusal": said.refusal,
        "asks_another": said.asks_another,
        "nobody": bool(wanted) and not any(_fits(player, wanted) for player in players),
    }
    return html(request, "desk_identify.html", more, 400 if said.wrong or said.refusal else 200)


def _fits(one: ReportedPlayer, wanted: str) -> bool:
    """Whether somebody looks for a player of the report: by beginnings of the name, or by the starting rank."""
    if not wanted:
        return False
    words = fold(one.player.name).split()
    return wanted == str(one.player.rank) or all(any(own.startswith(word) for own in words) for word in wanted.split())


def _asked_player(one: ReportedPlayer, said: Said, index: Any) -> AskedPlayer:
    rank = one.player.rank
    chosen = said.ids.get(rank, "")
    likely = list(said.several.get(rank, ()))
    if index is not None and not likely:
        likely = [player for player in alike(index, one.player, LIKELY) if player.id != one.player.id]
        if chosen and chosen not in {player.id for player in likely}:
            likely += [player for player in index.find(chosen, 1) if player.id == chosen]
    offered = chosen in {player.id for player in likely}
    typed = "" if offered else said.typed.get(f"{TYPED}{rank}", "")
    return AskedPlayer(one, likely, typed, chosen, said.wrong.get(rank, ""))


def _identities(desk: Desk, number: int, ids: Mapping[int, str]) -> list[tuple[ReportedPlayer, str, Any]]:
    """The players of the report that get another id, with the id and who has it on the list."""
    listed = identified_as(desk, ids)
    known = {reported_player.player.rank: reported_player for reported_player in reported_players(desk, number)}
    return [(known[rank], id_, listed[rank]) for rank, id_ in ids.items() if rank in known]
