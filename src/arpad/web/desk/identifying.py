"""Who the players of a report are: those in doubt with likely players of the list, any other one on demand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from fastapi import Form, Query
from starlette.requests import Request
from starlette.responses import Response

from arpad.domain.values import fold
from arpad.i18n import ArpadError, text
from arpad.inputs import parse
from arpad.lists.player_index import FoundPlayer
from arpad.office.context import Desk
from arpad.office.decisions.corrections import Identify, ReportedPlayer, identified_as, reported_players
from arpad.office.decisions.decision import decide
from arpad.office.lists import alike, newest_index
from arpad.web.answers import html
from arpad.web.desk.acting import replaying
from arpad.web.desk.deciding import FORMS, around_event
from arpad.web.desk.forms import Typed
from arpad.web.desk.place import OFFICERS, AtDesk
from arpad.web.language import language_of
from arpad.web.later_routes import LaterRouter
from arpad.web.looking_up import SeveralPlayers, find_players, player_typed
from arpad.web.page_words import problem_on_page
from arpad.web.public.asked import EventNumber
from arpad.web.public.players import SUGGESTED
from arpad.web.security import Officer
from arpad.web.wrong_fields import with_labels

identifying = LaterRouter(include_in_schema=False)

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
    told: str = ""
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
    said, language = _said(request, desk, typed), language_of(request)
    if go != "preview" or said.wrong or said.told:
        return _page(request, desk, number, said)
    if not said.ids:
        return _page(request, desk, number, replace(said, told=text("web.identify.nobody", language)))

    def back(problem: ArpadError) -> Response:
        asks = problem.key == "event-played-before"
        return _page(request, desk, number, replace(said, told=problem_on_page(problem, language), asks_another=asks))

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
    values = {"found": find_players(request, q, SUGGESTED, system=desk.system), "query": q, "place": place}
    return html(request, "public_suggestions.html", values)


def _said(request: Request, desk: Desk, typed: Mapping[str, str]) -> Said:
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
    told = ""
    try:
        ids |= parse.identities("players", typed.get("players", "").split())
    except ArpadError as problem:
        told = problem_on_page(with_labels(problem, language), language)
    return Said(typed, ids, wrong, several, told)


def _ranks(typed: Mapping[str, str]) -> list[int]:
    """The starting ranks that the form asks for."""
    told = (name.removeprefix(TYPED) for name in typed if name.startswith(TYPED))
    return sorted({int(rank) for rank in told if rank.isdecimal() and rank.isascii() and len(rank) <= 4})


def _page(request: Request, desk: Desk, number: int, said: Said) -> Response:
    players = reported_players(desk, number)
    wanted = fold(said.typed.get("find", ""))
    asked_for = set(_ranks(said.typed))
    shown = [one for one in players if one.doubt or one.player.rank in asked_for or _fits(one, wanted)]
    index = newest_index(desk)
    more: dict[str, Any] = {
        "around": around_event(desk, number),
        "form": FORMS["identify"],
        "number": number,
        "asked": [_asked(one, said, index) for one in shown[:MOST_SHOWN]],
        "left_out": max(0, len(shown) - MOST_SHOWN),
        "players": len(players),
        "typed": said.typed,
        "told": said.told,
        "asks_another": said.asks_another,
        "nobody": bool(wanted) and not any(_fits(one, wanted) for one in players),
    }
    return html(request, "desk_identify.html", more, 400 if said.wrong or said.told else 200)


def _fits(one: ReportedPlayer, wanted: str) -> bool:
    """Whether somebody looks for a player of the report: by beginnings of the name, or by the starting rank."""
    if not wanted:
        return False
    words = fold(one.player.name).split()
    return wanted == str(one.player.rank) or all(any(own.startswith(word) for own in words) for word in wanted.split())


def _asked(one: ReportedPlayer, said: Said, index: Any) -> AskedPlayer:
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
    known = {one.player.rank: one for one in reported_players(desk, number)}
    return [(known[rank], id_, listed[rank]) for rank, id_ in ids.items() if rank in known]
