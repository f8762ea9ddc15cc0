"""Shared context of an event's pages: path parameters, menus by role, and messages for the next page."""

import base64
import datetime as dt
import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple, TypeVar

from fastapi import Depends, Path
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import Document
from arpad.documents.fields import Table
from arpad.i18n import ArpadError, Language
from arpad.office.list_tables import read_transaction
from arpad.office.tournaments.event_rows import StoredEvent
from arpad.office.tournaments.players import office_rate
from arpad.office.tournaments.store import with_due_results
from arpad.rating.examine import RatedReport
from arpad.tournament.documents import outside_words
from arpad.tournament.ending import by_ratings, rate_so_far
from arpad.tournament.fees import owed
from arpad.tournament.festival import festival_of
from arpad.tournament.public import PublicState
from arpad.tournament.roles import Role
from arpad.tournament.rules import EventRules
from arpad.tournament.standings import current_round
from arpad.tournament.state import EventState
from arpad.tournament.times import EventTimes, event_times, rating_periods
from arpad.tournament.workbook import EventWorkbook
from arpad.untrusted import json_value
from arpad.web.cache import VARY, Answer
from arpad.web.office.forms import BEARER
from arpad.web.routes import OpenedHere, Pages
from arpad.web.security import FORM_COOKIE, NotAllowed, NotSignedIn, check_way_in, set_cookie
from arpad.web.site import language_of, look_of
from arpad.web.tournaments.actions import Access, Caller, caller_of, form_token, seat_in

# The menus of an event: pages for everybody, and pages of the desk by the seat. A page that is not there is not shown,
# and one that is added appears by itself.


class MenuPage(NamedTuple):
    """A page of a menu: its words `web.events.menu-NAME` or `web.event-desk.menu-NAME`, and its address below the
    event, with {} for the round. `needs` says which events have it; `group` is its group at the desk."""

    name: str
    address: str
    least: Role = "public"
    needs: str = ""
    group: str = ""


PUBLIC_MENU = (
    MenuPage("home", ""),
    MenuPage("players", "players"),
    MenuPage("rounds", "round/{}", needs="round"),
    MenuPage("standings", "standings", needs="table"),
    MenuPage("crosstable", "crosstable", needs="table"),
    MenuPage("teams", "teams", needs="team"),
    MenuPage("bracket", "bracket", needs="knockout"),
    MenuPage("play-offs", "play-offs", needs="play-off"),
    MenuPage("prizes", "prizes", needs="prizes"),
)
DESK_GROUPS = ("now", "round", "people", "papers", "tournament")
"""The groups of the desk's menu in their order; the first one is its first page alone."""
DESK_MENU = (
    MenuPage("home", "desk", "captain", group="now"),
    MenuPage("results", "desk/results/{}", "scorer", "out", "round"),
    MenuPage("round", "desk/round/{}", "arbiter", group="round"),
    MenuPage("lineups", "desk/lineups/{}", "captain", "team", "round"),
    MenuPage("bracket", "desk/bracket", "arbiter", "knockout", "round"),
    MenuPage("play-offs", "desk/play-offs", "arbiter", "last", "round"),
    MenuPage("corrections", "desk/corrections", "arbiter", "round", "round"),
    MenuPage("entries", "desk/entries", "arbiter", group="people"),
    MenuPage("presence", "desk/presence", "scorer", group="people"),
    MenuPage("teams", "desk/teams", "arbiter", "team", "people"),
    MenuPage("pairs", "desk/pairs", "arbiter", group="people"),
    MenuPage("fees", "desk/fees", "arbiter", group="people"),
    MenuPage("contacts", "desk/contacts", "arbiter", group="people"),
    MenuPage("print", "desk/print", "arbiter", group="papers"),
    MenuPage("screens", "desk/screens", "arbiter", group="papers"),
    MenuPage("broadcast", "desk/broadcast", "arbiter", group="papers"),
    MenuPage("papers", "desk/papers", "arbiter", "round", "papers"),
    MenuPage("rules", "desk/rules", "arbiter", group="tournament"),
    MenuPage("front", "desk/front", "chief", group="tournament"),
    MenuPage("staff", "desk/staff", "chief", group="tournament"),
    MenuPage("incidents", "desk/incidents", "arbiter", group="tournament"),
    MenuPage("log", "desk/log", "arbiter", group="tournament"),
    MenuPage("prizes", "desk/prizes", "arbiter", group="tournament"),
    MenuPage("periods", "desk/periods", "chief", "periods", "tournament"),
    MenuPage("hand-over", "desk/hand-over", "chief", group="tournament"),
)


class MenuEntry(NamedTuple):
    """A page as a menu shows it. `root` is the address of all its rounds. `alone`: pages below are not part of it.
    `counts` are what waits there, each with the words `web.event-desk.count-WHAT`."""

    name: str
    address: str
    root: str
    alone: bool
    group: str = ""
    counts: tuple[tuple[str, int], ...] = ()

    @property
    def waiting(self) -> int:
        """All that waits there."""
        return sum(number for _, number in self.counts)


class MenuGroup(NamedTuple):
    """A group of pages of the desk, with the words `web.event-desk.group-NAME`. Its own address is the first page."""

    name: str
    pages: tuple[MenuEntry, ...]

    @property
    def waiting(self) -> int:
        """All that waits on its pages."""
        return sum(page.waiting for page in self.pages)


Counts = Mapping[str, tuple[tuple[str, int], ...]]
"""What waits on pages of the desk, by their names."""


def waiting(state: EventState, number: int) -> Counts:
    """Return what waits on pages of the desk: open boards of the round, applications, players who owe a fee, and
    incidents that were noted."""
    event_round = state.rounds.get(number)
    players = state.entries.values()
    found = {
        "results": {"results": 0 if event_round is None else len(event_round.open_boards)},
        "entries": {
            "entries": sum(entry.state == "applied" for entry in players),
            "unpaid": sum(entry.state == "accepted" and owed(entry, state.event_rules) > 0 for entry in players),
        },
        "incidents": {"incidents": len(state.incidents) + len(state.appeals)},
    }
    return {page: tuple((what, count) for what, count in counts.items() if count) for page, counts in found.items()}


def menu(
    pages: tuple[MenuPage, ...],
    there: frozenset[str],
    rules: EventRules,
    access: Access,
    number: int,
    *,
    play_offs: bool = False,
    counts: Counts | None = None,
    published: int | None = None,
) -> list[MenuEntry]:
    """Return the entries of a menu for a seat. `there` are the addresses that are served, `number` is the round,
    `published` the one whose results are entered; `play_offs` says whether the event has some; `counts` are what waits
    on pages of the desk."""
    known = counts or {}
    out = number if published is None else published
    knockout = rules.system == "knockout"
    has = {
        "": True,
        "round": number > 0,
        "out": out > 0,
        "table": number > 0 and not knockout,
        "team": rules.team,
        "knockout": knockout,
        "play-off": play_offs,
        "periods": bool(rating_periods(rules)),
        "prizes": bool(rules.prizes),
        "last": play_offs or (number > 0 and number == rules.rounds and not knockout and not rules.team),
    }
    return [
        MenuEntry(
            page.name,
            address_of(page, rules.slug, out if page.needs == "out" else number),
            root_of(page, rules.slug),
            page.name == "home",
            page.group,
            known.get(page.name, ()),
        )
        for page in pages
        if has[page.needs] and access.may_be(page.least) and f"/t/{{}}/{page.address}".rstrip("/") in there
    ]


def address_of(page: MenuPage, slug: str, number: int) -> str:
    return f"/t/{slug}/{page.address.format(max(1, number))}".rstrip("/")


def root_of(page: MenuPage, slug: str) -> str:
    """The address of a page without its round."""
    return f"/t/{slug}/{page.address.removesuffix('/{}')}".rstrip("/")


# What was done is said on the next page: a cookie carries the sentences there, and ends with it.

COOKIE = "arpad_said"
SECONDS = 60
MOST = 1500
"""Letters that a cookie may carry."""


def say(response: Response, slug: str, sentences: Sequence[str], root: str = "/t") -> None:
    """Carry sentences to the next page of an event; below another `root`, of a festival."""
    kept: list[str] = []
    for sentence in sentences:
        if sum(map(len, kept)) + len(sentence) <= MOST:
            kept.append(sentence)
    coded = base64.urlsafe_b64encode(json.dumps(kept).encode()).decode()
    response.set_cookie(COOKIE, coded, max_age=SECONDS, httponly=True, samesite="lax", path=f"{root}/{slug}")


def flash_message(request: Request) -> tuple[str, ...]:
    """Return the sentences that the last answer carried here."""
    try:
        found = json_value(base64.urlsafe_b64decode(request.cookies.get(COOKIE, "").encode()))
    except ValueError:
        return ()
    return tuple(map(str, found)) if isinstance(found, list) else ()


def forget(slug: str, root: str = "/t") -> dict[str, str]:
    """The header that ends the cookie, once its sentences are on a page."""
    return {"set-cookie": f"{COOKIE}=; Max-Age=0; Path={root}/{slug}; HttpOnly; SameSite=lax"}


# The place where a page of an event is made: the event as everybody sees it, or as the staff does.

Slug = Annotated[str, Path(max_length=60, pattern=r"^[a-z0-9][a-z0-9-]*$", description="The short name of the event.")]
RoundInPath = Annotated[int, Path(ge=1, le=9999, description="The round.")]
BoardInPath = Annotated[int, Path(ge=1, le=9999, description="The board.")]
EntryInPath = Annotated[int, Path(ge=1, le=999_999, description="The player, by the number of entry.")]

EVERYBODY_ASKS, STAFF_ASKS = 10, 4
"""Seconds after which an open page asks again."""
CARRIED = "?me=0"
"""The end of an address in a part of a page that is kept for everybody: it becomes that of the player who looks."""
LONGEST_NUMBER = 6
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class EventFrame:
    """What every page of an event shows around its content. `tag` names what the page is made of; `home` is where the
    event lives, if this is a copy; `me` is the player who looks, if the address says so; `notice` is the line for
    everybody; `festival` is the short name of the festival that the event is part of."""

    slug: str
    name: str
    seat: Access
    csrf: str
    tag: str
    seconds: int
    outside: str
    round: int
    menu: list[MenuEntry]
    times: EventTimes
    language: Language
    said: tuple[str, ...] = ()
    home: str = ""
    me: int | None = None
    me_name: str = ""
    notice: str = ""
    festival: str = ""
    festival_name: str = ""

    @property
    def address(self) -> str:
        return f"/t/{self.slug}"

    def when(self, at: str) -> str:
        """Write an instant, or a day or an hour of the schedule, by the clocks of the event."""
        return self.times.when(at, self.language)

    @property
    def groups(self) -> list[MenuGroup]:
        """The menu of the desk in its groups; those without a page are left out."""
        grouped = [(name, tuple(page for page in self.menu if page.group == name)) for name in DESK_GROUPS]
        return [MenuGroup(name, pages) for name, pages in grouped if pages]

    @property
    def carry(self) -> str:
        """The end of an address that remembers the player."""
        return "" if self.me is None else f"?me={self.me}"


@dataclass(frozen=True, slots=True)
class _AtEvent:
    """A request for a page of an event."""

    request: Request
    frame: EventFrame

    @property
    def slug(self) -> str:
        return self.frame.slug

    @property
    def language(self) -> Language:
        return language_of(self.request)

    @property
    def site(self) -> Any:
        """The site that serves the page, with the office and its events."""
        return self.request.app.state.site

    @property
    def now(self) -> dt.datetime:
        now: dt.datetime = self.site.settings.now()
        return now


@dataclass(frozen=True, slots=True)
class PublicEvent(_AtEvent):
    """An event on a public page. It holds the public view only, so that no page can show anything else."""

    view: PublicState

    def kept(self, key: Hashable, parts: tuple[object, ...], make: Callable[[], Made]) -> Made:
        """Return something that takes time, made once of these parts of the view. They never change, so it is kept as
        long as they are the same objects."""
        made: Made = self.site.remembered.of((self.slug, key), parts, make)
        return made

    def fragment(
        self,
        template: str,
        key: Hashable,
        parts: tuple[object, ...],
        values: Callable[[], Mapping[str, Any]],
        own: str = "",
    ) -> Markup:
        """Return a part of a page that is the same for everybody, kept as `kept` does. In its template, `carry` ends
        the addresses of other pages. `own` is the class of the visitor's own rows, which are marked."""

        def render() -> str:
            given = {"frame": self.frame, "rules": self.view.event_rules, "carry": CARRIED, **values()}
            return str(self.site.render(self.request, template, given))

        whole = self.kept((template, key, self.language), parts, render)
        carried = whole.replace(CARRIED, self.frame.carry)
        return Markup(carried.replace(f'class="{own}"', f'class="{own} me"') if own else carried)

    def workbook(self, number: int | None = None, group: str = "") -> EventWorkbook:
        """Return what writes the event as a workbook."""
        site, view = self.site, self.view

        def rated() -> list[RatedReport]:
            desk = site.desk()
            with read_transaction(desk, published=True) as repository:
                office = office_rate(desk, repository, view.event_rules)
                return rate_so_far(view, office or by_ratings(view, site.regulations))

        library = site.tie_breaks
        return EventWorkbook(view, self.language, self.now, number=number, group=group, library=library, rated=rated)

    @property
    def own_place(self) -> str:
        """The class of the visitor's row in the standings of players, empty if the visitor has no row."""
        number = None if self.frame.me is None or self.view.event_rules.team else self.view.number_of(self.frame.me)
        return "" if number is None else f"p{number}"

    def answer(
        self,
        document: Callable[[], Any],
        page: Callable[[], Mapping[str, Any]] | None = None,
        table: Callable[[], Table] | None = None,
        *,
        pdf: Callable[[], bytes] | None = None,
        xlsx: Callable[[], bytes] | None = None,
        form: bool = False,
    ) -> Answer:
        """Return an answer that visitors may keep until the event changes. Pages of people who are signed in, or who
        have just done something, are kept nowhere, and neither are pages with a `form` for everybody: its token is in
        a cookie."""
        own = bool(form or self.frame.seat.who or self.frame.said)
        frame, headers = (self.frame, {}) if self.frame.csrf or not form else self._with_token()
        headers |= {"vary": VARY} if form else {}
        answer = _answer(frame, self.view, document, page, table, pdf, headers, private=own)
        return replace(answer, xlsx=xlsx)

    def _with_token(self) -> tuple[EventFrame, dict[str, str]]:
        """The frame with a token for forms, and the header that keeps it."""
        carrier = Response()
        token = self.site.settings.secret()
        set_cookie(self.request, carrier, FORM_COOKIE, token)
        return replace(self.frame, csrf=token), {"set-cookie": carrier.headers["set-cookie"]}


@dataclass(frozen=True, slots=True)
class EventContext(_AtEvent):
    """An event at its desk, with the seat of the person who asks. It holds everything."""

    kept: StoredEvent
    caller: Caller

    @property
    def state(self) -> EventState:
        return self.kept.state

    @property
    def is_nobody(self) -> bool:
        """Whether somebody asks who has neither an account nor a link."""
        return self.caller.account is None and self.caller.link is None

    @property
    def seat(self) -> Access:
        return self.frame.seat

    def answer(
        self,
        document: Callable[[], Any],
        page: Callable[[], Mapping[str, Any]] | None = None,
        table: Callable[[], Table] | None = None,
        xlsx: Callable[[], bytes] | None = None,
    ) -> Answer:
        """Return an answer for the staff, which nobody keeps."""
        answer = _answer(self.frame, self.state, document, page, table, None, {}, private=True)
        return replace(answer, xlsx=xlsx)


class AtLineDocument(Document, frozen=True):
    """The event, and the line of its log at which this is so."""

    event: str
    n: int


def _answer(
    frame: EventFrame,
    state: EventState,
    document: Callable[[], Any],
    page: Callable[[], Mapping[str, Any]] | None,
    table: Callable[[], Table] | None,
    pdf: Callable[[], bytes] | None,
    headers: Mapping[str, str],
    *,
    private: bool,
) -> Answer:
    def values() -> dict[str, Any]:
        return {"frame": frame, "rules": state.event_rules, **({"data": document()} if page is None else page())}

    more = dict(headers) | (forget(frame.slug) if frame.said else {})
    return Answer(document, values, table, pdf, 200, "" if frame.said else frame.tag, private, more)


def tag_of(event: StoredEvent) -> str:
    """Return the name of what an event is now. One that was made again under its short name has another number; a hash
    of its lines would tell something of what is secret."""
    return f"{event.row.id}-{event.row.slug}-{event.state.n}"


def _frame(
    request: Request, state: EventState, access: Access, seconds: int, pages: tuple[MenuPage, ...], event: StoredEvent
) -> EventFrame:
    number = current_round(state)
    drawn = state.rounds.get(number)
    published = number if drawn is not None and drawn.published_n is not None else state.last_published
    me, outside = _me(request, state), outside_words(state)
    return EventFrame(
        slug=state.event_rules.slug,
        name=state.event_rules.name,
        seat=access,
        csrf=form_token(request),
        tag=f"{tag_of(event)}-{look_of(request)}",
        seconds=seconds,
        outside="" if outside is None else outside.text(language_of(request)).rstrip("."),
        round=number,
        times=event_times(state.event_rules),
        language=language_of(request),
        menu=menu(
            pages,
            request.app.state.addresses,
            state.event_rules,
            access,
            number,
            play_offs=bool(state.play_offs),
            counts=waiting(state, published) if pages is DESK_MENU else {},
            published=published,
        ),
        said=flash_message(request),
        home=_home(event) if pages is PUBLIC_MENU else "",
        me=me,
        me_name="" if me is None else state.entries[me].name,
        notice=state.notice,
        festival=festival_of(state),
        festival_name=state.event_rules.festival,
    )


def _me(request: Request, state: EventState) -> int | None:
    """The player who looks, as the address remembers it; None if it names nobody of the event."""
    param = request.query_params.get("me", "")
    entry = int(param) if param.isascii() and param.isdigit() and len(param) <= LONGEST_NUMBER else 0
    return entry if entry in state.entries else None


def seen_event(request: Request, slug: Slug) -> PublicEvent:
    """Open an event for a public page."""
    site = request.app.state.site
    event = with_due_results(site.events, site.events.open(slug), site.settings.now())
    access = _seat(event, caller_of(request, slug), site.settings.now())
    view = site.views.of(event.state)
    frame = _frame(request, view, access, EVERYBODY_ASKS, PUBLIC_MENU, event)
    return PublicEvent(request, frame, view)


def event_context(request: Request, slug: str) -> EventContext:
    """Open an event for the person who asks. What is around a public page holds nothing secret."""
    site = request.app.state.site
    event = with_due_results(site.events, site.events.open(slug), site.settings.now())
    caller = caller_of(request, slug)
    access = _seat(event, caller, site.settings.now())
    if access.role == "public":
        view = site.views.of(event.state)
        frame = _frame(request, view, access, EVERYBODY_ASKS, PUBLIC_MENU, event)
    else:
        frame = _frame(request, event.state, access, STAFF_ASKS, DESK_MENU, event)
    return EventContext(request, frame, event, caller)


def _seat(event: StoredEvent, caller: Caller, now: dt.datetime) -> Access:
    """The seat of a caller. Nobody has one in a copy: accounts of the same name are other people at its home."""
    if event.at_home:
        return seat_in(event.state, caller, now)
    return Access("public", "" if caller.account is None else caller.account.name)


def _home(event: StoredEvent) -> str:
    """Where an event lives, if this is a copy."""
    return "" if event.at_home else event.state.home or "–"


def at_event(role: Role) -> Callable[[Request, Slug], EventContext]:
    """Return what opens the desk of an event for people who are at least this; others must sign in, or go."""

    def at_desk(request: Request, slug: Slug) -> EventContext:
        context = event_context(request, slug)
        need(context, role)
        return context

    return at_desk


def need(context: EventContext, role: Role) -> None:
    """Refuse people who are less than a role: those whom nobody knows may sign in. A copy is only looked at."""
    if not context.kept.at_home:
        raise ArpadError("event-home", slug=context.slug, home=context.frame.home)
    account = context.caller.account
    if account is not None and role != "public":
        check_way_in(context.request, account, "events")
    if context.seat.may_be(role):
        return
    if context.is_nobody:
        raise NotSignedIn
    if context.caller.account is None and context.seat.role == "public":
        raise ArpadError("event-link-ended")
    raise NotAllowed


def staff_pages() -> Pages:
    """Pages of the desk of an event: programs send a token."""
    return Pages("event", dependencies=[BEARER], responses={code: {"description": why} for code, why in STAFF.items()})


STAFF = {
    401: "Nobody is signed in, or the token is not known.",
    403: "The role does not allow it, or the token is not for this.",
}
Seen = Annotated[PublicEvent, OpenedHere(seen_event)]
AsCaptain = Annotated[EventContext, Depends(at_event("captain"))]
AsDoor = Annotated[EventContext, Depends(at_event("door"))]
AsScorer = Annotated[EventContext, Depends(at_event("scorer"))]
AsArbiter = Annotated[EventContext, Depends(at_event("arbiter"))]
AsPairer = Annotated[EventContext, Depends(at_event("pairer"))]
AsChief = Annotated[EventContext, Depends(at_event("chief"))]
