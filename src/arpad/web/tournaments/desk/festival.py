"""The desk of a festival: what is to be done in each tournament, one registration for all, and players moved."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from inspect import Signature
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Form, Query
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.documents.document import Document, ShownAs, TextOrNone, csv_rows, extended, shows
from arpad.documents.fields import Table
from arpad.documents.schema import Exact
from arpad.i18n import ArpadError, Language, text
from arpad.inputs.declared import FieldErrors, read
from arpad.office.tournaments.festival import Festival, FestivalMove, move_players, open_festival
from arpad.office.tournaments.players import event_ratings
from arpad.tournament.acts.event import AddStaff, Create
from arpad.tournament.acts.fees import PayFee
from arpad.tournament.documents import DoneDocument, WarningDocument, done_document
from arpad.tournament.entries import listed_fields
from arpad.tournament.fees import FeeTotals, due, fee_totals, money_text, owed
from arpad.tournament.festival import (
    FestivalEntry,
    FestivalPlayer,
    entered_twice,
    festival_entries,
    shared_tables,
    suggested_event,
    table_range,
)
from arpad.tournament.journal import Confirmations, Decide, EventWarning, NotConfirmed, after_changes
from arpad.tournament.log import LogChange
from arpad.tournament.roles import Role
from arpad.tournament.rules import EventRules, slug_from
from arpad.tournament.standings import begins_with
from arpad.tournament.state import Entry, EventState
from arpad.web.cache import Answer, html, json_text, wants_json
from arpad.web.office.forms import BEARER
from arpad.web.openapi import shaped
from arpad.web.player_parts import find_players
from arpad.web.problems import status_of, with_labels
from arpad.web.routes import parameter
from arpad.web.security import EventArbiter, NotAllowed, NotOurForm, NotSignedIn, check_way_in
from arpad.web.site import language_of, problem_on_page
from arpad.web.tournaments.actions import Caller, form_inputs, form_parameters, form_token
from arpad.web.tournaments.context import (
    STAFF_ASKS,
    EventContext,
    Slug,
    event_context,
    forget,
    say,
    staff_pages,
)
from arpad.web.tournaments.desk.home import steps_for
from arpad.web.tournaments.desk.players import EnterPlayer
from arpad.web.tournaments.desk.registration import SORTED, EntryTableRow, Filters, entry_rows
from arpad.web.tournaments.festival import FestivalFrame, festival_frame
from arpad.web.tournaments.perform import ANSWERS, TypedForm, acting_context, consent_of, guard_of

# Who works at the desk of a festival: everybody with a role in one of the tournaments, each with their own.


@dataclass(frozen=True, slots=True)
class FestivalDesk:
    """A festival at its desk: the tournaments in which the person who asks has the role that is needed. It holds
    everything of these, and nothing of the others."""

    request: Request
    frame: FestivalFrame
    contexts: tuple[EventContext, ...]

    @property
    def states(self) -> list[EventState]:
        return [context.state for context in self.contexts]

    @property
    def language(self) -> Language:
        return self.frame.language

    def at(self, slug: str) -> EventContext:
        """Return one of the tournaments; refuse any other."""
        for context in self.contexts:
            if context.slug == slug:
                return context
        raise NotAllowed

    def answer(
        self,
        document: Callable[[], Any],
        page: Callable[[], Mapping[str, Any]],
        table: Callable[[], Table] | None = None,
    ) -> Answer:
        """Return an answer for the staff, which nobody keeps."""
        frame = self.frame
        headers = forget(frame.slug, "/f") if frame.said else {}
        tag = "" if frame.said else frame.tag
        return Answer(document, lambda: {"frame": frame, **page()}, table, None, 200, tag, True, headers)

    def said(self, sentences: Sequence[str], page: str) -> Response:
        """Lead to a page that says what was done."""
        response = RedirectResponse(f"{self.frame.address}/{page}", 303)
        say(response, self.frame.slug, sentences, "/f")
        return response


def at_festival(role: Role) -> Callable[[Request, Slug], FestivalDesk]:
    """Return what opens the desk of a festival for people who are at least this in one of its tournaments."""

    def at_desk(request: Request, slug: Slug) -> FestivalDesk:
        festival = open_festival(request.app.state.site.events, slug)
        account = request.state.account
        if account is None:
            raise NotSignedIn
        check_way_in(request, account, "events")
        contexts = [event_context(request, event) for event in festival.slugs]
        own = tuple(context for context in contexts if context.kept.at_home and context.seat.may_be(role))
        if not own:
            raise NotAllowed
        seats = [context.seat for context in contexts]
        times, language = own[0].frame.times, language_of(request)
        return FestivalDesk(request, festival_frame(request, festival, seats, times, language, STAFF_ASKS), own)

    return at_desk


AsFestivalScorer = Annotated[FestivalDesk, Depends(at_festival("scorer"))]
AsFestivalArbiter = Annotated[FestivalDesk, Depends(at_festival("arbiter"))]

# The first page: each tournament with its next steps, and what concerns several of them.

festival_desk = staff_pages()


class FestivalStep(Document, frozen=True):
    """Something to do in a tournament, with the page for it below the tournament."""

    step: str
    page: str
    done: bool


class FestivalWork(Document, frozen=True):
    """A tournament at the desk of a festival: where it stands, and what is to be done."""

    event: str
    name: str
    role: str
    players: int
    waiting: int
    round: int
    rounds: int
    open: int
    next: tuple[FestivalStep, ...]


class SharedTable(Document, frozen=True):
    """Tables that two tournaments use. `free` is the first table after those of the first tournament."""

    event: str
    other: str
    first: int
    last: int
    free: int


class FestivalFee(FeeTotals, frozen=True):
    """The fees of a tournament."""

    shown = shows("event", "name", "currency", *FeeTotals.shown)
    event: str
    name: str
    currency: TextOrNone


class FestivalFees(Document, frozen=True):
    """The fees of each tournament, and of all together by currency."""

    tournaments: tuple[FestivalFee, ...]
    total: tuple[FestivalFee, ...]


def festival_fees(states: Sequence[EventState]) -> FestivalFees:
    """Add up the fees of tournaments."""
    own = [
        extended(
            FestivalFee,
            fee_totals(state),
            event=state.event_rules.slug,
            name=state.event_rules.name,
            currency=state.event_rules.fees.get("currency", ""),
        )
        for state in states
    ]
    amounts = ("due", "paid", "owed", "back", "owing")
    total = [
        FestivalFee(
            **{name: sum(getattr(fee, name) for fee in own if fee.currency == currency) for name in amounts},
            event="",
            name="",
            currency=currency,
        )
        for currency in dict.fromkeys(fee.currency for fee in own if fee.due or fee.paid)
    ]
    return FestivalFees(tuple(own), tuple(total))


class FestivalDeskDocument(Document, frozen=True):
    """The desk of a festival. `twice` are players in more than one tournament."""

    festival: str
    name: str
    tournaments: tuple[FestivalWork, ...]
    tables: tuple[SharedTable, ...]
    twice: tuple[tuple[FestivalPlayer, ...], ...]
    fees: FestivalFees


@festival_desk.page("/f/{slug}/desk", "festival_desk.html", FestivalDeskDocument)
def index(desk: AsFestivalScorer) -> Answer:
    """What to do next in each tournament, and what concerns several of them."""
    arbiters = [context.state for context in desk.contexts if context.seat.may_be("arbiter")]
    groups = entered_twice(festival_entries(arbiters))
    tables = tuple(
        SharedTable(one.event, other.event, other.first, min(one.last, other.last), free)
        for one, other, free in shared_tables(desk.states)
    )

    def document() -> FestivalDeskDocument:
        work = tuple(_work(context) for context in desk.contexts)
        twice = tuple(tuple(_player(arbiters, entry) for entry in group) for group in groups)
        fees = festival_fees(arbiters)
        return FestivalDeskDocument(desk.frame.slug, desk.frame.name, work, tables, twice, fees)

    def page() -> dict[str, Any]:
        data = document()
        steps = {context.slug: steps_for(context) for context in desk.contexts}
        names = {context.slug: context.frame.name for context in desk.contexts}
        money = partial(_money, {context.slug: context.state for context in desk.contexts}, desk.language)
        makes = desk.request.state.account.may_submit and any(one.seat.may_be("chief") for one in desk.contexts)
        return {
            "data": data,
            "steps": steps,
            "names": names,
            "arbiter": bool(arbiters),
            "makes": makes,
            "money": money,
            "problem": "",
            "typed": {},
        }

    return desk.answer(document, page)


def _work(context: EventContext) -> FestivalWork:
    state, frame = context.state, context.frame
    found = state.rounds.get(frame.round)
    return FestivalWork(
        context.slug,
        frame.name,
        context.seat.role,
        sum(player.playing for player in state.entries.values()),
        sum(player.state == "applied" for player in state.entries.values()),
        frame.round,
        state.event_rules.rounds,
        0 if found is None else len(found.open_boards),
        tuple(FestivalStep(step.name, step.page, step.done) for step in steps_for(context)),
    )


def _player(states: Sequence[EventState], entry: FestivalEntry) -> FestivalPlayer:
    state = next(state for state in states if state.event_rules.slug == entry.event)
    number = state.number_of(entry.player.entry)
    more = {"event": entry.event, "tournament": state.event_rules.name, "number": number}
    return extended(FestivalPlayer, entry.player, **more)


# One registration: all entries in one table, players entered in any tournament, and moved between them.

Asked = Annotated[str, Query(max_length=80, description="Beginnings of words of a name, or an id.")]
Chosen = Annotated[str, Query(max_length=60, description="A tournament; all of them if none.")]
Owing = Annotated[int, Query(ge=0, le=1, description="1: only players who still have to pay.")]
SUGGESTED = 6
FIND = "Only entries with these beginnings of words, of names, ids and clubs."
TYPED = ("player", "id", "rating", "title", "federation", "born", "sex", "club", "paid")


class RegisteredPlayer(FestivalPlayer, frozen=True):
    """A player in the registration of a festival."""

    shown = shows(*FestivalPlayer.shown, "state", "due", "paid", "owed", "movable", "twice")
    state: str
    due: Exact
    paid: Exact
    owed: Exact
    movable: bool
    twice: bool

    @property
    def key(self) -> str:
        """The tournament and the entry, as forms have them."""
        return f"{self.event}:{self.entry}"


class RegistrationDocument(Document, frozen=True):
    """All entries of the tournaments in which one is an arbiter."""

    festival: str
    count: int
    fees: FestivalFees
    players: tuple[RegisteredPlayer, ...]


@festival_desk.page("/f/{slug}/desk/players", "festival_registration.html", RegistrationDocument, table=True)
def registration(
    desk: AsFestivalArbiter,
    q: Asked = "",
    event: Chosen = "",
    owing: Owing = 0,
    find: Annotated[str, Query(max_length=80, description=FIND)] = "",
    here: Annotated[str, Query(max_length=10, description="Only entries that are present or missing.")] = "",
    sort: Annotated[str, Query(max_length=20, description="The order; by name without it.")] = "number",
) -> Answer:
    """All entries in one table, sorted and filtered, with a form for the next one."""
    filters = Filters(find=find, here=here, sort=sort)
    rows = [row for row in registered(desk, event) if not q or row.id == q or begins_with(row.name, q)]
    rows = [row for row in rows if row.owed > 0] if owing else rows
    if filters.active:
        own = _table_rows(desk)
        rows = [row for row in rows if filters.shows(own[row.key])]
    rows = filters.ordered(rows)
    return desk.answer(
        lambda: _registration(desk, rows),
        lambda: registration_page(desk, rows, q, event, owing=bool(owing), filters=filters),
        lambda: csv_rows(RegisteredPlayer, rows),
    )


def _registration(desk: FestivalDesk, rows: Sequence[RegisteredPlayer]) -> RegistrationDocument:
    return RegistrationDocument(desk.frame.slug, len(rows), festival_fees(desk.states), tuple(rows))


def registered(desk: FestivalDesk, event: str = "") -> list[RegisteredPlayer]:
    """Return the entries by name, of one tournament or of all."""
    entries = festival_entries(desk.states)
    twice = {(entry.event, entry.player.entry) for group in entered_twice(entries) for entry in group}
    begun = {state.event_rules.slug for state in desk.states if state.last_published}
    rules = {state.event_rules.slug: state.event_rules for state in desk.states}
    return [
        extended(
            RegisteredPlayer,
            _player(desk.states, entry),
            state=entry.player.state,
            due=due(entry.player, rules[entry.event]),
            paid=entry.player.paid,
            owed=_still_owed(entry.player, rules[entry.event]),
            movable=entry.event not in begun and entry.player.state in ("accepted", "applied"),
            twice=(entry.event, entry.player.entry) in twice,
        )
        for entry in entries
        if event in ("", entry.event)
    ]


def _table_rows(desk: FestivalDesk) -> dict[str, EntryTableRow]:
    """The players as the table of their own tournament has them."""
    return {
        f"{context.slug}:{row.entry}": row
        for context in desk.contexts
        for row in entry_rows(context.state, desk.language)
    }


def _still_owed(player: Entry, rules: EventRules) -> Fraction:
    """What a player still has to pay; nothing if neither the rules nor the arbiter say what is due."""
    asked = player.playing and (rules.fees or player.fee is not None)
    return owed(player, rules) if asked else Fraction(0)


def registration_page(
    desk: FestivalDesk, rows: Sequence[RegisteredPlayer], asked: str = "", event: str = "", **shown: Any
) -> dict[str, Any]:
    """Return what the page shows. `shown` is what was typed, what is wrong, what is asked, who is chosen."""
    open_events = [context for context in desk.contexts if not context.state.last_published]
    found = _found(desk, asked) if asked else []
    return {
        "frame": desk.frame,
        "data": _registration(desk, rows),
        "rows": rows,
        "events": desk.contexts,
        "open_events": open_events,
        "event": event,
        "asked": asked,
        "found": found,
        "typed": {"player": asked} if asked and not found else {},
        "wrong": {},
        "problem": "",
        "warnings": (),
        "needed": "",
        "chosen": frozenset(),
        "owing": False,
        "own": _table_rows(desk),
        "filters": Filters(),
        "sorted_by": [name for name in SORTED if name not in ("number", "federation")],
        "presence": any(state.presence_open is not None for state in desk.states),
        "money": partial(_money, {context.slug: context.state for context in desk.contexts}, desk.language),
    } | shown


def _money(states: Mapping[str, EventState], language: Language, amount: Fraction, slug: str) -> str:
    """An amount as the rules of its tournament write it."""
    return money_text(amount, states[slug].event_rules, language)


def _found(desk: FestivalDesk, asked: str) -> list[dict[str, Any]]:
    """Players of the office's list, each with the tournament that its rules suggest, and where they are entered."""
    found = find_players(desk.request, asked, SUGGESTED)
    ids = {player.id for player in found}
    there = {entry.player.id: entry.event for entry in festival_entries(desk.states) if entry.player.id}
    names = {context.slug: context.frame.name for context in desk.contexts}
    return [
        {
            "player": player,
            "suggested": suggested_event(desk.states, _listed(desk, player.id, ids)),
            "entered": names.get(there.get(player.id, ""), ""),
        }
        for player in found
    ]


def _listed(desk: FestivalDesk, id_: str, ids: set[str] | None = None) -> dict[str, Any]:
    """What the office's list says of a player at the start of the first tournament."""
    rules = desk.states[0].event_rules
    ratings = event_ratings(desk.contexts[0].site.database, ids or {id_}, desk.states[0])
    rating = None if ratings is None else ratings.get(id_)
    return {"id": id_} if rating is None or ratings is None else listed_fields(rating, ratings.combined, rules)


acting = APIRouter(dependencies=[BEARER], tags=["event"])


class FestivalEntered(Document, frozen=True):
    """A player who was entered in a tournament of a festival."""

    event: str
    entry: int
    name: str


def enter(desk: FestivalDesk, typed: dict[str, str], **_given: Any) -> Response:
    """Enter a player in a tournament: the one that is named, or the one that its rules suggest."""
    _need_own_form(desk, typed)
    try:
        kind = EnterPlayer
        action = read(kind, {given.name: typed.get(given.name) for given in form_inputs(kind)})
        known = {name: getattr(action, name) for name in TYPED if name not in ("player", "paid")}
        listed = _listed(desk, action.id) if action.id else {}
        fields = listed | {name: value for name, value in known.items() if value}
        slug = typed.get("event", "").strip() or suggested_event(desk.states, fields)
        if not slug:
            raise ArpadError("festival-none-open")
        context = desk.at(slug)
        done = action.do(acting_context(context, kind, typed))
    except ArpadError as problem:
        return _refused(desk, typed, problem, kind)
    newest = max(done.state.entries)
    name, tournament = done.state.entries[newest].name, done.state.event_rules.name
    if wants_json(desk.request):
        return json_text(FestivalEntered(slug, newest, name).document())
    warnings = [warning.message.text(desk.language) for warning in done.warnings]
    return desk.said(
        [text("web.festival.entered", desk.language, name=name, event=tournament), *warnings], "desk/players"
    )


InTournament = Annotated[str, Form(description="The tournament; the one that the rules suggest if none.")]
enter.__signature__ = Signature(  # type: ignore[attr-defined]
    [
        parameter("desk", AsFestivalArbiter),
        parameter("typed", TypedForm),
        parameter("event", InTournament, ""),
        *form_parameters(EnterPlayer),
    ]
)
acting.post("/f/{slug}/desk/players", name="festival_enter", responses=ANSWERS)(shaped(FestivalEntered)(enter))


class MovedTo(Document, frozen=True):
    """A player who was moved: the entry before and now."""

    name: str
    origin: str
    was: int
    entry: int


class MovedDocument(Document, frozen=True):
    """Players who were moved to a tournament."""

    event: str
    players: tuple[MovedTo, ...]
    warnings: Annotated[Sequence[EventWarning], ShownAs(list[WarningDocument])]


@acting.post("/f/{slug}/desk/move", name="festival_move", responses=ANSWERS)
@shaped(MovedDocument)
def move(
    desk: AsFestivalArbiter,
    typed: TypedForm,
    players: Annotated[list[str], Form(description="Players, each as the tournament and the entry: open-a:12.")] = [],  # noqa: B006
    to: Annotated[str, Form(description="The tournament to which they go.")] = "",
    yes: Annotated[str, Form(description="1: what has to be confirmed is right.")] = "",  # noqa: ARG001
) -> Response:
    """Move players to another tournament of the festival: all of them, or none."""
    _need_own_form(desk, typed)
    chosen = [one for part in players for one in part.split()]
    site, first = desk.request.app.state.site, desk.contexts[0]
    try:
        moves = [_move_typed(desk, one) for one in chosen]
        target = desk.at(to)
        store = site.events.guarded(guard_of(Caller(desk.request.state.account), first.now))
        done = move_players(
            store, moves, target.slug, first.seat.who, first.now, consent_of(typed), office=site.database
        )
    except ArpadError as problem:
        return _refused(desk, typed, problem, chosen=frozenset(chosen), to=to)
    language = desk.language
    if wants_json(desk.request):
        moved = tuple(MovedTo(one.name, one.origin.event, one.origin.entry, one.entry) for one in done.players)
        return json_text(MovedDocument(to, moved, done.warnings).document(language))
    names = ", ".join(one.name for one in done.players)
    sentence = text("web.festival.moved", language, names=names, count=len(done.players), event=target.frame.name)
    return desk.said([sentence, *(one.message.text(language) for one in done.warnings)], "desk/players")


@acting.post("/f/{slug}/desk/pay", name="festival_pay", responses=ANSWERS)
@shaped(DoneDocument)
def pay(
    desk: AsFestivalArbiter,
    typed: TypedForm,
    player: Annotated[str, Form(description="The player, as the tournament and the entry: open-a:12.")] = "",
) -> Response:
    """Note that a player has paid all that is owed."""
    _need_own_form(desk, typed)
    try:
        one = _move_typed(desk, player)
        context, action = desk.at(one.event), PayFee(one.entry)
        done = acting_context(context, PayFee, typed).act(action)
    except ArpadError as problem:
        return _refused(desk, typed, problem)
    if wants_json(desk.request):
        return json_text(done_document(done, desk.language))
    return desk.said(action.sentences(done, desk.language), "desk/players?owing=1")


def _move_typed(desk: FestivalDesk, typed: str) -> FestivalMove:
    """Read a player of a form: open-a:12."""
    slug, _, entry = typed.partition(":")
    if not (entry.isascii() and entry.isdigit() and len(entry) <= len("999999")):
        raise ArpadError("event-move-nobody")
    return FestivalMove(desk.at(slug).slug, int(entry))


def _need_own_form(desk: FestivalDesk, typed: Mapping[str, str]) -> None:
    if not desk.request.state.own_form:
        raise NotOurForm(form_token(desk.request), typed)


def _refused(
    desk: FestivalDesk,
    typed: Mapping[str, str],
    problem: ArpadError,
    kind: type[EnterPlayer] | None = None,
    **more: Any,
) -> Response:
    """The page again with what was typed and who was chosen, and with what is wrong or asked."""
    if wants_json(desk.request):
        raise problem
    language = desk.language
    at = problem.at if isinstance(problem, FieldErrors) else {}
    if not at and kind is not None and kind.problems.get(problem.key) in TYPED:
        at = {kind.problems[problem.key]: problem}
    wrong = {
        name: problem_on_page(with_labels(error, language, "event-field."), language) for name, error in at.items()
    }
    shown: dict[str, Any] = {"wrong": wrong, "problem": "" if wrong else problem_on_page(problem, language)}
    if isinstance(problem, NotConfirmed):
        shown |= {"warnings": problem.warnings, "problem": "", "needed": problem.key.removeprefix("event-needs-")}
    action = f"{desk.frame.address}/desk/{'players' if kind is not None else 'move'}"
    kept = {name: value for name, value in typed.items() if name not in ("request", "yes")}
    shown |= {"typed": kept, "action": action, "live": f"{desk.frame.address}/desk/players", **more}
    page = registration_page(desk, registered(desk), **shown)
    return html(desk.request, "festival_registration.html", page, status_of(problem))


# One more tournament: it has the rules of a sister, its own name and its own tables.

OWN = ("slug", "name", "first_table", "admits", "registered", "exclusive_with")
"""Rules that a new tournament does not take from its sister."""


class FestivalTournamentMade(Document, frozen=True):
    """A tournament that was made for a festival."""

    event: str
    address: str


@acting.post("/f/{slug}/desk/tournaments", name="festival_tournament", responses=ANSWERS)
@shaped(FestivalTournamentMade)
def add_tournament(
    request: Request,
    slug: Slug,
    account: EventArbiter,
    typed: TypedForm,
    name: Annotated[str, Form(description="The name of the tournament.")] = "",
    sister: Annotated[str, Form(description="The tournament whose rules it takes; the first if none.")] = "",
) -> Response:
    """Add a tournament to a festival. It takes the rules of another one, and its staff; who makes it is its chief."""
    desk = at_festival("chief")(request, slug)
    _need_own_form(desk, typed)
    pattern = (desk.at(sister) if sister else desk.contexts[0]).state
    site = request.app.state.site
    title = " ".join(name.split())
    try:
        made = _free_slug(site.events.slugs(), title, slug)
        festival = open_festival(site.events, slug)
        site.events.create(made, _like(pattern, festival, title, made, account.name), account.name, site.settings.now())
    except ArpadError as problem:
        if wants_json(request):
            raise
        said = problem_on_page(problem, desk.language)
        answer = index(replace(desk, frame=replace(desk.frame, said=())))
        page = {**answer.values(), "problem": said, "typed": typed, "live": f"{desk.frame.address}/desk"}
        return html(request, "festival_desk.html", page, status_of(problem))
    if wants_json(request):
        return json_text(FestivalTournamentMade(made, f"/t/{made}").document())
    return desk.said([text("web.festival.made", desk.language, name=title)], "desk")


def _free_slug(taken: Sequence[str], name: str, festival: str) -> str:
    """Return the short name of a new tournament, made of its own name and that of the festival."""
    own = slug_from(name)
    if not own:
        raise ArpadError("event-field-missing", field="name")
    made = own if own not in taken else slug_from(f"{own} {festival}")
    if made in taken:
        raise ArpadError("event-slug-taken", slug=made)
    return made


def _like(sister: EventState, festival: Festival, name: str, slug: str, who: str) -> Decide:
    """Make a tournament with the rules and the staff of its sister, at the tables after all others."""
    first = max(table_range(state).last for state in festival.states) + 1
    data = {key: value for key, value in sister.data.items() if key not in OWN}
    data |= {"slug": slug, "name": name, "first_table": first}
    if sister.event_rules.by_table or sister.event_rules.system == "knockout":
        data.pop("rounds", None)  # they follow from the number of players
    staff = [(one, member["role"]) for one, member in sister.staff.items() if one != who and "boards" not in member]

    def decide(state: EventState, confirmations: Confirmations) -> list[LogChange]:
        changes = [*Create(data)(state, confirmations)]
        for account, role in [(who, "chief"), *staff]:
            if role != "captain":
                changes += AddStaff(account, role)(after_changes(state, changes), confirmations)
        return changes

    return decide


ROUTERS = (festival_desk.router, acting)
