"""Version 2 of the HTTP interface: what everybody may read, and the tools, at /api/v2.

The operations are those of the pages, answered otherwise: every list has a total and the address of its next page, an
unknown parameter is refused, and whatever is refused is a problem as RFC 9457 has it, with a key.
"""

import datetime as dt
import json
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from decimal import Decimal
from functools import cache, wraps
from importlib.resources import files
from inspect import Parameter, Signature
from typing import Annotated, Any
from urllib.parse import urlencode

from anyio import sleep
from fastapi import APIRouter, Depends, Query
from fastapi.dependencies.utils import get_flat_params
from fastapi.params import Query as QueryParameter
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from arpad.documents.document import Document, plain
from arpad.documents.editions import EditionWithRules, HeadOfEdition
from arpad.documents.json import dumps
from arpad.documents.schema import ENDING, Exact, JoinedShape, Schemas, fields_of, joined
from arpad.i18n import ArpadError, has, text
from arpad.inputs.parse import period_in_address
from arpad.lists.list_versions import ChangedRating, ListVersion
from arpad.lists.player_index import MOST_WORDS, FoundPlayer, NameIndex
from arpad.lists.top_lists import FederationLine
from arpad.office.accounts.people import place_of
from arpad.office.lists import newest_index
from arpad.office.lists import version as find_version
from arpad.office.proof.sheets import SheetDocument
from arpad.office.records import OfficeEvent
from arpad.standings.table import StandingsRow
from arpad.standings.tables import CrossRow
from arpad.tournament.documents import BoardPairDocument, EventTeamDocument, points_before, seen_round
from arpad.tournament.public import PublicState
from arpad.tournament.standings import EventCrosstable, EventPlayerDocument, EventStandings
from arpad.web.api_examples import VALUES
from arpad.web.cache import PUBLIC_API, Answer, PagedRows, by_content, is_for_everybody, json_text
from arpad.web.event_parts import CHANGES
from arpad.web.middleware import HttpMiddleware, with_headers
from arpad.web.openapi import (
    FORMS,
    SHAPE,
    DescribedApp,
    ProblemDetails,
    client_module,
    description,
    field_words,
    shaped,
)
from arpad.web.player_home import PlayedTournament, RatingInTime
from arpad.web.player_parts import MetOpponent
from arpad.web.problems import HANDLERS, PROBLEM, NoTraces, problem
from arpad.web.public import events, lists, players
from arpad.web.routes import Handler, first_line, parameter, taken_by
from arpad.web.site import language_of
from arpad.web.standings.views import SHAPES
from arpad.web.tools import calculators, forensics, pairings, regulations, report
from arpad.web.tournaments.context import PublicEvent, seen_event
from arpad.web.tournaments.public import home, rounds, standings, teams
from arpad.web.tournaments.public import players as entrants

VERSION = "2.0"
ABOUT = (
    "What an office of Arpad shows to everybody: players, lists, events, tournaments, tools. Nothing needs a token, "
    "and no list is cut without saying so: `total` is how many there are, `next` is the address of the next page."
)
RENAMED: Mapping[str, Mapping[str, str]] = {
    "EventPlayerChange": {"rank": "number"},
    "PlayerRating": {"rank": "number"},
    "LiveChange": {"rank": "number"},
    "PlayedTournament": {"place": "rank"},
    "BestOfFederation": {"place": "rank"},
    "MatchBoard": {"number": "round_board"},
    "ListedPlayer": {"change": "list_change"},
    "HistoryEntry": {"change": "rounded_change"},
    "RatingInTime": {"change": "rounded_change"},
    "Sheet": {"rounded": "rounded_change"},
}
"""Fields whose names mean one thing here. `rank` is a place in an order, 1 being the first; `number` a player's
number in an event; `change` what games add to a rating, exact, `rounded_change` the same in whole points, and
`list_change` what lies between the ratings of two lists."""

NUMBERS: Mapping[tuple[str, str], Any] = {("StandingsRow", "values"): dict[str, Exact]}
"""Fields of texts that are numbers here: values of tie-breaks."""

# A list: how many there are, a page of them, and the address of the next page.


class Envelope(Document, frozen=True):
    """A page of a list."""

    total: int
    page: int
    per_page: int
    next: str | None


PageNumber = Annotated[int, Query(ge=1, le=1_000_000, description="The page, the first being 1.")]
PageSize = Annotated[int, Query(ge=1, le=1_000, description="How many things a page has.")]
PAGING = [parameter("page", PageNumber, 1), parameter("per_page", PageSize, 100)]


def known_parameters(request: Request) -> None:
    """Refuse a parameter that the operation does not have, or a single one that is there twice."""
    route = request.scope["route"]
    hidden = getattr(route.endpoint, HIDDEN, ())
    fields = [field for field in get_flat_params(route.dependant) if isinstance(field.field_info, QueryParameter)]
    known = {field.alias: field.field_info.annotation for field in fields if field.alias not in hidden}
    given = [name for name, _ in request.query_params.multi_items()]
    for name in given:
        if name not in known:
            raise ArpadError("api-parameter-unknown", name=name[:40], known=", ".join(sorted(known)) or "–")
        if given.count(name) > 1 and "list[" not in str(known[name]):
            raise ArpadError("api-parameter-twice", name=name)


def known_token(request: Request) -> None:
    """Refuse a token that is unknown or has ended: nothing here needs one, but who sends one should hear of it."""
    if request.state.token_problem:
        raise ArpadError(request.state.token_problem)


# Operations: the handlers of the pages, with other answers.

HIDDEN = "arpad_hidden"
"""Parameters of a handler that change nothing of what is answered here."""
TAGS = {
    "players": "Players of the newest list, their ratings through time, their events and opponents.",
    "lists": "Rating lists with all their versions, and federations.",
    "events": "Events that were rated, or wait for it: changes and standings.",
    "tournaments": "Tournaments that are run here, as they go on.",
    "tools": "Calculators, regulations, reports and pairings. Nothing is kept.",
}
router = APIRouter(dependencies=[Depends(known_parameters), Depends(known_token)])
Respond = Callable[[Request, Answer, Mapping[str, Any]], Any]


def thing(
    path: str, handler: Handler, shape: Any, *, without: Sequence[str] = (), drop: Sequence[str] = (), **more: Any
) -> None:
    """Answer with a document, without the fields that are lists of their own here."""
    part = _head(shape, tuple(without)) if without else shape

    def respond(request: Request, answer: Answer, _given: Mapping[str, Any]) -> Any:
        document = plain(answer.document(), language_of(request))
        return _renamed({name: value for name, value in document.items() if name not in without}, part)

    _add(path, handler, respond, part, drop, **more)


def rows(
    path: str,
    handler: Handler,
    item: Any,
    *,
    of: str = "",
    head: Any = None,
    without: Sequence[str] = (),
    drop: Sequence[str] = (),
    **more: Any,
) -> None:
    """Answer with a page of a list: the document, or the field `of` of it; what stands around it is `about`."""
    about = None if head is None else _head(head, (of, *without))
    shape = joined(_page_name(path), Envelope, **({"about": about} if about else {}), items=list[item])

    def respond(request: Request, answer: Answer, given: Mapping[str, Any]) -> Any:
        language, page, size = language_of(request), given["page"], given["per_page"]
        first, end = (page - 1) * size, page * size
        document = plain(answer.document(), language)
        listed = answer.rows or _all_of(document[of] if of else document)
        envelope = Envelope(listed.count, page, size, _next(request, page) if end < listed.count else None).document()
        if about is not None:
            around = {name: value for name, value in document.items() if name not in (of, *without)}
            envelope["about"] = _renamed(around, about)
        return envelope | {"items": _renamed(plain(list(listed.some(first, end)), language), list[item])}

    _add(path, handler, respond, shape, (*drop, "page"), PAGING, **more)


def _all_of(things: Sequence[Any]) -> PagedRows:
    return PagedRows(len(things), lambda first, end: things[first:end])


def _next(request: Request, page: int) -> str:
    """The address of the next page."""
    asked = [pair for pair in request.query_params.multi_items() if pair[0] != "page"]
    return f"{request.url.path}?{urlencode([*asked, ('page', page + 1)])}"


def _add(
    path: str,
    handler: Handler,
    respond: Respond,
    shape: Any,
    drop: Sequence[str],
    paging: Sequence[Parameter] = (),
    *,
    hidden: Sequence[str] = (),
    about: str = "",
) -> None:
    taken, answer_to = taken_by(handler)
    parameters = [one for one in taken if one.name not in drop] + list(paging)

    @wraps(handler)
    def endpoint(**given: Any) -> Response:
        request: Request = given["request"]
        handed = {name: value for name, value in given.items() if name not in drop}
        response = json_text(respond(request, answer_to(handed), given))
        return by_content(request, response) if is_for_everybody(request, response) else response

    endpoint.__signature__ = Signature(parameters, return_annotation=Response)  # type: ignore[attr-defined]
    setattr(endpoint, HIDDEN, hidden)
    _route(path, shaped(shape)(endpoint), about or first_line(handler))


def _route(path: str, endpoint: Callable[..., Any], about: str, method: str = "GET", media: str = "") -> None:
    first = path.split("/")[1]
    answers: dict[int | str, dict[str, Any]] = {code: {"description": why} for code, why in REFUSALS.items()}
    answers[200] = {"description": about} | ({"content": {media: {}}} if media else {})
    router.add_api_route(
        path, endpoint, methods=[method], summary=about, description=about, response_model=None,
        response_class=Response, tags=[TAGGED.get(first, first)], responses=answers,
    )  # fmt: skip


TAGGED = dict.fromkeys(("calculators", "regulations", "report", "pairings"), "tools") | {"federations": "lists"}
REFUSALS = {
    400: "What was asked cannot be done; `detail` says what, where and what to do.",
    401: "The token that was sent has ended, or is not known.",
    404: "There is no such player, list, event or edition.",
    422: "A parameter is unknown, there twice, or not of its kind: `fields`.",
    429: "Too many requests from one address in a minute: `Retry-After`.",
    503: "Not now: the office cannot be reached, or has too much to do. `Retry-After` says when to come again.",
}


def _page_name(path: str) -> str:
    """The name that the pages of a list have: PlayersRatingsPage at `/players/{id}/ratings`."""
    return "".join(word.title() for word in re.findall(r"[a-z]+", re.sub(r"{\w+}(?!$)", "", path))) + "Page"


@cache
def _head(shape: Any, without: tuple[str, ...]) -> Any:
    """A document without the fields that are lists of their own."""
    name = shape.named if isinstance(shape, JoinedShape) else shape.__name__.removesuffix(ENDING)
    return joined(f"{name}Head", **{field: of for field, of in fields_of(shape).items() if field not in without})


# Fields under their names of this version: a document is gone through with the schema that it has.


class PublicSchemas(Schemas):
    """Schemas with the names and types of this version."""

    def _component(self, name: str, shape: Any, fields: Callable[[], Mapping[str, Any]]) -> dict[str, Any]:
        others = RENAMED.get(name, {})

        def here() -> Mapping[str, Any]:
            return {others.get(key, key): NUMBERS.get((name, key), of) for key, of in fields().items()}

        return super()._component(name, shape, here)


@cache
def _schema(shape: Any) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The schema of a shape in version 1 and its components; nothing if all of them are the same here."""
    schemas = Schemas()
    schema, other = schemas.of(shape), {*RENAMED, *(name for name, _ in NUMBERS)}
    return (schema, schemas.components) if schemas.components.keys() & other else ({}, {})


def _renamed(document: Any, shape: Any) -> Any:
    schema, known = _schema(shape)
    return _by_schema(document, schema, known) if schema else document


def _by_schema(value: Any, schema: Mapping[str, Any], known: Mapping[str, Any]) -> Any:
    if not schema:
        return value
    if isinstance(value, list):
        items: Mapping[str, Any] = next((one["items"] for one in schema.get("anyOf", (schema,)) if "items" in one), {})
        return [_by_schema(item, items, known) for item in value]
    if not isinstance(value, dict):
        return value
    names = [one["$ref"].rpartition("/")[2] for one in schema.get("anyOf", (schema,)) if "$ref" in one]
    for name in names:
        fields, others = known[name].get("properties", {}), RENAMED.get(name, {})
        if name == names[-1] or value.keys() <= fields.keys():
            return {
                others.get(key, key): _as_numbers(of)
                if (name, key) in NUMBERS
                else _by_schema(of, fields.get(key, {}), known)
                for key, of in value.items()
            }
    inside = schema.get("additionalProperties", {})
    return {key: _by_schema(of, inside, known) for key, of in value.items()} if isinstance(inside, Mapping) else value


def _as_numbers(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: Decimal(of) if DECIMAL.fullmatch(str(of)) else of for key, of in values.items()}


DECIMAL = re.compile(r"-?\d+(\.\d+)?")

# Players, and lists.

Named = Annotated[str, Query(max_length=80, description="Beginnings of words of a name, or of an id.")]
Home = Annotated[str, Query(max_length=3, description="A federation: three letters.")]
Title = Annotated[str, Query(max_length=3, description="GM, IM and so on.")]
SIMILAR = 200


def found_players(
    request: Request,
    q: Named = "",
    federation: Home = "",
    title: Title = "",
    sex: Annotated[lists.ListedSex, Query(description="M or F.")] = "",
    system: players.SystemName = "",
) -> Answer:
    """The players of the newest list whose names begin so, of a federation, with a title: each filter also alone."""
    index = _index(request, system, q)
    if index is None:
        return Answer(list)
    places = index.found(q, federation.upper(), title.upper(), sex)
    return Answer(list, rows=PagedRows(len(places), lambda a, b: [index.found_at(int(place)) for place in places[a:b]]))


def similar_players(request: Request, q: Named, federation: Home = "", system: players.SystemName = "") -> Answer:
    """The players whose names are like one, also misspelt or in other letters, the most alike first: at most 200."""
    index = _index(request, system, q)
    return Answer(lambda: [] if index is None else [one.player for one in index.similar(q, SIMILAR, federation)])


def _index(request: Request, system: str, q: str) -> NameIndex | None:
    """The index of the newest list. It looks for so many words; what has more is refused, not cut."""
    if len(q.split()) > MOST_WORDS:
        raise ArpadError("api-words-many", most=MOST_WORDS)
    site = request.app.state.site
    return newest_index(site.desk(system)) if site.has_systems() else None


def one_version(
    request: Request, period: str, version: players.VersionNumber = None, system: players.SystemName = ""
) -> Answer:
    """A published list: its version, what it was made from, how many players it has."""
    found = find_version(request.app.state.site.desk(system), period_in_address(period), version, published=True)
    return Answer(lambda: found)


rows("/players", found_players, FoundPlayer)
rows("/players/similar", similar_players, FoundPlayer)
thing(
    "/players/{id}",
    players.player,
    players.PLAYER_PAGE,
    drop=("span",),
    without=(
        "history",
        "rapid_history",
        "blitz_history",
        "opponents",
        "tournaments",
        "best_wins",
        "results",
    ),
    about="A player: ranks, highest ratings, norms, and what waits for the next list.",
)
rows("/players/{id}/ratings", players.ratings, RatingInTime)
rows("/players/{id}/events", players.played_events, PlayedTournament)
rows("/players/{id}/opponents", players.rivals, MetOpponent)
thing("/players/{id}/results", players.results, players.PlayerResults)
thing("/players/{id}/compare", players.compare, players.PlayersCompared, drop=("time_class",))
thing("/players/{id}/lists/{period}", players.sheet, SheetDocument)
rows("/lists", lists.all_lists, ListVersion)
thing("/lists/{period}", one_version, ListVersion)
rows(
    "/lists/{period}/players",
    lists.one_list,
    lists.ListedPlayer,
    of="rows",
    head=lists.ListPage,
    without=("listed", "page"),
    about="The players of a list, the highest rated first or in the order of a column.",
)
rows("/lists/{period}/changes", lists.changes, ChangedRating, of="changes", head=lists.ChangesOfList)
rows("/federations", lists.all_federations, FederationLine, of="federations", head=lists.FederationLines)
thing(
    "/federations/{code}",
    lists.federation,
    lists.FederationPage,
    without=("events",),
    about="A federation: its players by numbers, its ten best in each time class.",
)
_route("/lists/{period}/players.{format}", lists.download, "A whole list as a file: Parquet, CSV, text or XML.",
       media="application/octet-stream")  # fmt: skip

# Events that were rated, and tournaments that are run here.

TABLE = ("beside", "player", "against", "choosing")
rows(
    "/events",
    events.all_events,
    OfficeEvent,
    about="The events of the office, the latest first or in the order of a column; no refused ones.",
)
thing(
    "/events/{number}",
    events.event,
    events.EventPageDocument,
    without=("players",),
    about="An event: where and when it was held, how far it is, and the norms made.",
)
rows(
    "/events/{number}/players",
    events.event,
    Annotated[dict[str, Any], CHANGES],
    of="players",
    about="The players of an event, and how each rating changed.",
)
rows("/events/{number}/standings", events.table, StandingsRow, of="rows", head=SHAPES[""], hidden=TABLE)
rows(
    "/events/{number}/crosstable",
    events.crosstable,
    CrossRow,
    of="rows",
    head=SHAPES["/crosstable"],
    hidden=(*TABLE, "order"),
    about="The crosstable of an event: everybody's results, in the order of the standings.",
)
rows("/tournaments", home.all_events, home.RunningEventDocument)
thing("/tournaments/{slug}", home.index, home.EventFrontDocument)
rows("/tournaments/{slug}/players", entrants.all_players, EventPlayerDocument, of="players",
     head=entrants.EventPlayersDocument, without=("count",))  # fmt: skip
thing("/tournaments/{slug}/players/{entry}", entrants.card, entrants.PlayerCardDocument)
rows("/tournaments/{slug}/rounds/{round}", rounds.one_round, BoardPairDocument, of="pairs",
     head=rounds.EventRoundPageDocument, drop=("by",))  # fmt: skip
rows("/tournaments/{slug}/standings", standings.now, StandingsRow, of="rows", head=EventStandings,
     drop=("sort",))  # fmt: skip
rows("/tournaments/{slug}/standings/{round}", standings.after, StandingsRow, of="rows",
     head=EventStandings, drop=("sort",))  # fmt: skip
rows("/tournaments/{slug}/crosstable", standings.crosstable, CrossRow, of="crosstable",
     head=EventCrosstable, without=("rows",))  # fmt: skip
rows("/tournaments/{slug}/teams", teams.all_teams, EventTeamDocument, of="teams", head=teams.TeamsDocument)

# Tools.

thing("/calculators/change", calculators.change, calculators.ChangesDocument)
thing("/calculators/initial", calculators.initial, calculators.InitialsDocument)
thing("/calculators/performance", calculators.performance, calculators.PerformancesDocument)
thing("/calculators/k", calculators.k_factor_page, calculators.CoefficientsDocument)
thing("/calculators/time-class", calculators.time_page, calculators.TimeClassesDocument)
rows("/regulations", regulations.all_editions, HeadOfEdition)
thing("/regulations/{id}", regulations.edition, EditionWithRules)


def _sent(path: str, answer: Callable[..., Response]) -> None:
    """Take a file by the operation of version 1, and answer under the names of this one."""
    shape = getattr(answer, SHAPE)

    @wraps(answer)
    def endpoint(**given: Any) -> Response:
        document = json.loads(bytes(answer(**given).body), parse_float=Decimal)
        return json_text(_renamed(document, shape))

    _route(path, endpoint, first_line(answer), "POST")


_sent("/report", report.dropped_json)
_sent("/pairings", pairings.paired_json)
_sent("/pairings/check", forensics.checked_json)

# A tournament as it goes on: a line of JSON for the tournament and for each board, and again for each that changes.

NDJSON = "application/x-ndjson"
PAUSE, MOST_TURNS, MOST_FOLLOWERS = 1, 3_600, 100
"""Seconds between two looks at an event, how often somebody looks at most, and how many may follow at a time."""
Lines = dict[tuple[str, int, int], dict[str, Any]]
Event = Annotated[PublicEvent, Depends(seen_event)]
Follow = Annotated[bool, Query(description="Go on for an hour, or until the tournament has ended.")]


def stream(request: Request, event: Event, follow: Follow = False) -> Response:
    """A tournament as lines of JSON: the tournament and every board, and if it is followed each again that changes."""
    state = request.app.state
    if follow and state.followers >= MOST_FOLLOWERS:
        raise ArpadError("web-busy")
    unbuffered = {"x-accel-buffering": "no"}  # nginx would keep the lines back
    return StreamingResponse(_followed(request, event, follow), media_type=NDJSON, headers=unbuffered)


async def _followed(request: Request, event: PublicEvent, follow: bool) -> AsyncIterator[str]:
    state = request.app.state
    state.followers += follow
    try:
        view, known = event.view, await run_in_threadpool(_lines, event.view, None, {})
        for line in known.values():
            yield _line(line)
        for _ in range(MOST_TURNS if follow else 0):
            if view.finished:
                break
            await sleep(PAUSE)
            seen = (await run_in_threadpool(seen_event, request, event.slug)).view
            if seen is view:
                continue
            now = await run_in_threadpool(_lines, seen, view, known)
            for key in known.keys() - now.keys():
                yield _line({"type": "gone", "round": key[1], "board": key[2]})
            for key, line in now.items():
                if known.get(key) != line:
                    yield _line(line)
            view, known = seen, now
    finally:
        state.followers -= follow


def _lines(view: PublicState, before: PublicState | None, known: Lines) -> Lines:
    """What everybody sees of an event, by round and board; a round that did not change is not looked at again."""
    listed = home.listed_event(home.ListedEventDocument, view).document()
    found: Lines = {("tournament", 0, 0): {"type": "tournament", **listed}}
    for number, event_round in sorted(view.rounds.items()):
        if before is not None and before.rounds.get(number) is event_round:
            found |= {key: line for key, line in known.items() if key[1] == number}
            continue
        for pair in seen_round(view, number, points_before(view, number)).pairs:
            found["board", number, pair.board] = {"type": "board", "round": number, **pair.document()}
    return found


def _line(document: Mapping[str, Any]) -> str:
    return re.sub(r"\n *", " ", dumps(document)) + "\n"


_route("/tournaments/{slug}/stream", stream, first_line(stream), media=NDJSON)

# The application: its limit, its description, its client.

MOST_ADDRESSES = 50_000


class AddressLimit(HttpMiddleware):
    """Refuses the requests of an address beyond so many in a minute, process by process."""

    def __init__(self, app: ASGIApp) -> None:
        super().__init__(app)
        self.minute: dt.datetime | None = None
        self.counts: dict[str, int] = {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        settings = scope["app"].state.site.settings
        now, most = settings.now(), settings.requests_a_minute
        minute = now.replace(second=0, microsecond=0)
        if minute != self.minute:
            self.minute, self.counts = minute, {}
        place = place_of((scope.get("client") or ("",))[0])
        if place in self.counts or len(self.counts) < MOST_ADDRESSES:
            self.counts[place] = self.counts.get(place, 0) + 1
        if self.counts.get(place, 0) <= most:
            await self.app(scope, receive, send)
            return
        request = Request(scope)
        refusal = problem(request, 429, text("api.problem.429", language_of(request), most=most))
        refusal.headers["retry-after"] = str(60 - now.second)
        await refusal(scope, receive, send)


class WeakTags(HttpMiddleware):
    """Says that an ETag names the document and not its bytes, which may be compressed."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        def weaken(headers: MutableHeaders) -> None:
            if headers.get("etag", "").startswith('"'):
                headers["etag"] = f"W/{headers['etag']}"

        await self.app(scope, receive, with_headers(send, weaken))


class PublicApp(DescribedApp):
    """The application of version 2, with examples and words for everything in its description."""

    problem_shape, problem_media, schemas = ProblemDetails, PROBLEM, PublicSchemas

    def _described(self, document: dict[str, Any]) -> dict[str, Any]:
        described = super()._described(document)
        described["servers"] = [{"url": PUBLIC_API}]
        hidden = {one.path: getattr(one.endpoint, HIDDEN, ()) for one in router.routes if isinstance(one, APIRoute)}
        known = examples()
        for path, operations in described["paths"].items():
            for operation in operations.values():
                asked, answered = known.get(operation["operationId"], ({}, None))
                given = [one for one in operation.get("parameters", ()) if one["name"] not in hidden[path]]
                for one in given:
                    one.setdefault("description", _about_parameter(one["name"]))
                    one["example"] = asked.get(one["name"], VALUES.get(one["name"], one["schema"].get("default")))
                operation["parameters"] = given
                content = operation["responses"]["200"].get("content", {}).get("application/json")
                if content is not None and answered is not None:
                    content["example"] = answered
        for name, schema in described["components"]["schemas"].items():
            for field, of in schema.get("properties", {}).items() if name.startswith(FORMS) else ():
                of.setdefault("description", field_words(field))
        return described


def _about_parameter(name: str) -> str:
    key = f"api.parameter.{name}"
    return text(key, "en") if has(key) else field_words(name)


@cache
def examples() -> Mapping[str, tuple[Mapping[str, Any], Any]]:
    """What was asked of an office of invented players, and what it answered, by operation; a thing of each list."""
    recorded = json.loads(files("arpad.web").joinpath("public_api_examples.json").read_text("utf-8"))
    return {name: (one["asked"], one.get("answer")) for name, one in recorded.items()}


def public_api() -> PublicApp:
    """The public interface as an application of its own, to be mounted at /api/v2."""
    app = PublicApp(
        title="Arpad", version=VERSION, description=ABOUT, docs_url=None, redoc_url=None, openapi_url=None,
        exception_handlers=dict(HANDLERS), openapi_tags=[{"name": name, "description": TAGS[name]} for name in TAGS],
    )  # fmt: skip
    app.include_router(router)
    app.add_route("/openapi.json", description)
    app.add_route("/client.py", client_module)
    app.add_middleware(AddressLimit)
    app.add_middleware(GZipMiddleware, exclude_content_types=(*DEFAULT_EXCLUDED_CONTENT_TYPES, NDJSON))
    app.add_middleware(WeakTags)
    app.add_middleware(NoTraces)
    return app
