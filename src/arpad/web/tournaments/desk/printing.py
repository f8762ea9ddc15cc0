"""Staff pages of what an event shows: papers to print, screens in the hall, broadcasts of its games."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar
from urllib.parse import urlencode

from fastapi import APIRouter, Query
from fastapi import Path as InPath
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from arpad.documents.document import Document, extended
from arpad.i18n import LANGUAGES, ArpadError, Language, text
from arpad.inputs.declared import Input, one_of
from arpad.inputs.parse import server_address, unreachable
from arpad.office.tournaments.pushes import PushesDocument, pushes_document, switch_pushes
from arpad.papers.event_papers import GROUPS, PAPERS, WITH_CODES, event_paper, paper_kind
from arpad.papers.typeset import qr_svg
from arpad.tournament.broadcast import replacements, team_replacements
from arpad.tournament.journal import Done
from arpad.tournament.public import public_view
from arpad.tournament.times import event_times
from arpad.web.cache import Answer, pdf_file
from arpad.web.security import NotAllowed
from arpad.web.site import outside_address
from arpad.web.tournaments.actions import ActionContext, EventAction
from arpad.web.tournaments.context import AsArbiter, AtLineDocument, EventContext, Seen, staff_pages
from arpad.web.tournaments.screens import SCREENS, InShape, InTurn, OfGroup, Seconds

# The papers of an event, to print.

printing = staff_pages()
printed = APIRouter(include_in_schema=False)
PaperName = Annotated[str, InPath(max_length=40, pattern=r"^[a-z-]+$")]
PaperRound = Annotated[int, Query(ge=0, le=9999, description="The round; the usual one if 0.")]
Both = Annotated[bool, Query()]
PerPage = Annotated[int | None, Query(ge=1, le=99, description="How many slips or labels a page has.")]
PaperAddress = Annotated[str, Query(max_length=200, description="The address that QR codes open.")]
ONLY = {
    "protocols": "team", "bracket": "knockout", "round-robin": "table", "prizes": "prizes", "standings": "ranked",
    "crosstable": "ranked", "pairing-cards": "cards",
}  # fmt: skip
"""Papers that only some events have."""


class PaperDocument(Document, frozen=True):
    """Something that can be printed. `per_page`: how many cards a page may have, the usual number first; `groups`: the
    groups of players that it may be of."""

    paper: str
    group: str
    per_page: Sequence[int]
    groups: list[str]
    of_round: bool
    two: bool
    public: bool
    codes: bool


class PapersDocument(AtLineDocument, frozen=True):
    """Everything that can be printed. `address` is what QR codes open, `unreachable` why telephones cannot."""

    papers: list[PaperDocument]
    rounds: list[int]
    address: str
    unreachable: str | None


@printing.page("/t/{slug}/desk/print", "event_desk_print.html", PapersDocument)
def print_page(context: AsArbiter, address: PaperAddress = "") -> Answer:
    """Everything that can be printed. QR codes lead to this site, or to the address given: telephones must reach it."""
    opens = _address(context, address)
    rules = context.state.event_rules
    knockout, played = rules.system == "knockout", bool(context.state.last_published)
    has = {
        "team": rules.team, "knockout": knockout, "table": rules.by_table, "prizes": bool(rules.prizes),
        "ranked": played and not knockout, "cards": played and not rules.team,
    }  # fmt: skip

    def document() -> PapersDocument:
        shown = [
            extended(
                PaperDocument,
                kind,
                paper=name,
                groups=list(rules.groups) if kind.grouped else [],
                codes=name in WITH_CODES,
            )
            for name, kind in PAPERS.items()
            if name not in ONLY or has[ONLY[name]]
        ]
        rounds = sorted(context.state.rounds)
        return PapersDocument(context.slug, context.state.n, shown, rounds, opens, unreachable(opens))

    def page() -> dict[str, Any]:
        data = document()
        shown = [(name, [paper for paper in data.papers if paper.group == name]) for name in GROUPS]
        return {"data": data, "own": address, "shown": shown}

    return context.answer(document, page)


@printed.get("/t/{slug}/desk/print/{what}.pdf")
def staff_paper(
    context: AsArbiter,
    what: PaperName,
    round: PaperRound = 0,  # noqa: A002
    both: Both = False,
    address: PaperAddress = "",
    anyway: Annotated[bool, Query()] = False,
    per_page: PerPage = None,
    group: OfGroup = "",
) -> Response:
    """A paper for the staff: drafts, codes of badges, and QR codes with the address of this site. An address that
    telephones cannot open is printed only if somebody who has read so wants it `anyway`."""
    site, opens = context.site, _address(context, address)
    data = event_paper(
        context.state,
        what,
        round or None,
        _languages(context, both),
        lines=site.events.lines(context.slug),
        secret=context.kept.row.secret,
        address=opens if anyway or unreachable(opens) is None else "",
        library=site.tie_breaks,
        per_page=per_page,
        group=group,
    )
    return pdf_file(data, f"{context.slug}-{what}")


@printed.get("/t/{slug}/print/{what}.pdf")
def public_paper(request: Request, event: Seen, what: PaperName, round: PaperRound = 0) -> Response:  # noqa: A002
    """A paper for everybody, made of the public view of the event."""
    if not paper_kind(what).public:
        raise NotAllowed
    data = event_paper(event.view, what, round or None, event.language, library=request.app.state.site.tie_breaks)
    return pdf_file(data, f"{event.slug}-{what}")


def _address(context: EventContext, typed: str) -> str:
    return server_address(typed) if typed.strip() else outside_address(context.request)


def _languages(context: EventContext, both: bool) -> list[Language]:
    first = context.language
    return [first, *(other for other in LANGUAGES if both and other != first)]


# The screens of the hall: their addresses are made here, and the line for everybody is written.

walls = staff_pages()
WhichScreen = Annotated[str, Query(max_length=20, pattern=r"^[a-z]*$", description="The screen; several in turn: all.")]
InLanguage = Annotated[str, Query(max_length=5, description="The language of the screen.")]
SIZES = (18, 22, 26, 32, 40, 52)
"""Heights of letters to choose from, on a screen of 1080 lines."""
STAYS = (10, 15, 20, 30, 45, 60)
"""Seconds to choose from."""


class ScreensDocument(AtLineDocument, frozen=True):
    """The screens of the hall. `notice` is the line that all of them show; `address` opens the one that was chosen,
    `unreachable` says why other machines cannot."""

    notice: str
    screens: tuple[str, ...]
    screen: str
    address: str
    unreachable: str | None


@walls.page("/t/{slug}/desk/screens", "event_desk_screens.html", ScreensDocument)
def screens_page(
    context: AsArbiter,
    screen: WhichScreen = "all",
    show: InTurn = None,
    shape: InShape = "wide",
    size: Annotated[int, Query(ge=0, le=72, description="The height of the letters; chosen if 0.")] = 0,
    seconds: Seconds = 20,
    group: OfGroup = "",
    language: InLanguage = "",
    address: PaperAddress = "",
) -> Answer:
    """The screens of the hall: the address of each as it is chosen here, and the line that all of them show."""
    chosen = screen if screen in SCREENS else "all"
    spoken = language if language in LANGUAGES else context.language
    query: list[tuple[str, object]] = [
        *(("show", name) for name in (show or ()) if chosen == "all"),
        ("shape", shape), ("seconds", seconds), ("lang", spoken),
        *([("size", size)] if size else []), *([("group", group)] if group else []),
    ]  # fmt: skip
    path, opens = f"/t/{context.slug}/screen/{chosen}?{urlencode(query)}", _address(context, address)

    def document() -> ScreensDocument:
        whole, why, state = f"{opens}{path}", unreachable(opens), context.state
        return ScreensDocument(context.slug, state.n, state.notice, ("all", *SCREENS), chosen, whole, why)

    def page() -> dict[str, Any]:
        data = document()
        return {
            "data": data, "path": path, "code": Markup(qr_svg(data.address)), "sizes": SIZES, "stays": STAYS,
            "chosen": {"show": show or (), "shape": shape, "size": size, "seconds": seconds, "group": group,
                       "language": spoken, "address": address},
            "groups": list(context.state.event_rules.groups), "languages": LANGUAGES, "in_turn": SCREENS,
        }  # fmt: skip

    return context.answer(document, page)


# Broadcasts: addresses and names for lichess, and the games that are pushed to it.

broadcasting = staff_pages()
SWITCH = ("on", "off")


class SwitchPushes(EventAction, frozen=True):
    """Push the games to lichess from now on, or not any more. What was given up is tried again."""

    name = "pushes"
    path = "desk/broadcast"
    least = "chief"
    back = "desk/broadcast"
    problems: ClassVar[dict[str, str]] = {}

    push: Annotated[str, Input(one_of(*SWITCH), "select", "on or off.", SWITCH, "web.broadcast.push-")]

    def do(self, context: ActionContext) -> Done:
        if context.push is None and self.push == "on":
            raise ArpadError("push-not-offered")
        state = context.event_store.open(context.slug).state
        switch_pushes(context.event_store, context.slug, context.at, on=self.push == "on")
        return Done((), (), state)


class BroadcastDocument(Document, frozen=True):
    """What a broadcast of an event needs: the address of the games of each round and of all, and the lists of names.
    `offered`: this office can push games."""

    event: str
    n: int
    games: str
    rounds: tuple[str, ...]
    replacements: tuple[str, ...]
    team_replacements: tuple[str, ...]
    unreachable: str | None
    offered: bool
    pushes: PushesDocument


@broadcasting.page("/t/{slug}/desk/broadcast", "event_desk_broadcast.html", BroadcastDocument)
def broadcast_page(context: AsArbiter) -> Answer:
    """The addresses and names for a broadcast, and what is pushed to lichess."""
    pushes = pushes_document(context.site.events, context.slug)

    def found() -> BroadcastDocument:
        view, opens = public_view(context.state), outside_address(context.request)
        games = f"{opens}/t/{context.slug}"
        return BroadcastDocument(
            context.slug, context.state.n, f"{games}/games.pgn",
            tuple(f"{games}/round/{number}.pgn" for number in sorted(view.rounds)),
            replacements(view), team_replacements(view), unreachable(opens), context.site.settings.push is not None,
            pushes,
        )  # fmt: skip

    def page() -> dict[str, Any]:
        place = context.site.settings.push
        open_ = f"{place.address}/broadcast/-/{pushes.broadcast}" if place is not None and pushes.broadcast else ""
        return {"data": found(), "open": open_, "when": context.state.event_rules.moves, **_words(context, pushes)}

    return context.answer(found, page)


def _words(context: EventContext, pushes: PushesDocument) -> dict[str, Any]:
    """The rounds that were pushed, and the answers, in words."""
    times, language = event_times(context.state.event_rules), context.language

    def hour(at: str) -> str:
        return times.day_and_clock(at) if at else "–"

    parts = {one.part for one in pushes.rounds}

    def number(part: str) -> str:
        return part if f"{part.partition('.')[0]}.2" in parts else part.partition(".")[0]

    rows = [
        [number(one.part), text(f"push.state-{one.state}", language), hour(one.at), one.problem]
        for one in pushes.rounds
    ]
    answers = [
        (text("web.broadcast.answer", language, at=hour(one.at), what=number(one.what), games=one.games), one.problems)
        for one in pushes.answers
    ]
    return {"rows": rows, "answers": answers}
