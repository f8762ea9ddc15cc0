"""Web tool for an uploaded report: check, rate, rank and explain it without storing it."""

import tempfile
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal, get_args

import pyarrow as pa
from fastapi import APIRouter, Depends, File, Form, UploadFile
from msgspec import UnsetType
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.documents.document import Document
from arpad.documents.findings import findings_json
from arpad.documents.schema import FindingDocument, StepDocument
from arpad.documents.steps import as_rows
from arpad.domain.event import Event
from arpad.domain.rating_list import RatingList
from arpad.eligibility.checks import ratable
from arpad.eligibility.facts import Facts
from arpad.examination import GivenRatings, examine
from arpad.formats.rating_lists.columns import schema
from arpad.formats.rating_lists.files import list_bytes, read_list
from arpad.formats.read import read_report
from arpad.formats.report import Report
from arpad.i18n import ArpadError, Language
from arpad.inputs import parse
from arpad.office.tournaments.players import office_ratings
from arpad.pairing.forensics import RoundsNote
from arpad.rating.examine import EventHead, RatedReport, report_system
from arpad.rating.model import NotRated, PlayerRating
from arpad.regulations.title_editions import NORM_TITLES
from arpad.standings.table import StandingsTable
from arpad.titles.model import PlayerNorm
from arpad.titles.norms import achieved_norms
from arpad.web.cache import html, json_text, wants_json
from arpad.web.event_parts import CHANGES, certificate, greatest_gains, norm_cards, note_on_rounds, note_words
from arpad.web.openapi import shaped
from arpad.web.problems import NONE
from arpad.web.routes import MEDIA, in_form, with_name
from arpad.web.site import Site, language_of, problem_on_page
from arpad.web.standings.choices import NavigationLink, StandingsAsked, asked_in_form, carried, carry
from arpad.web.standings.views import SHAPES, VIEWS, ShownReport, whole_of
from arpad.web.uploads import TimedRoute

# A report that a form brings: as a file, or as the page before carried it on, with the ratings that it is rated by.

RatingsFrom = Literal["report", "office", "list"]
SOURCES: tuple[RatingsFrom, ...] = get_args(RatingsFrom)
"""Where ratings and K come from: the report itself, the list of the office in force, or a list that is sent along."""
CARRIED_AS = "list.csv"

Sent = Annotated[UploadFile | None, File(description="A report: TRF or FEDA.")]
Carried = Annotated[str, Form(description="A report as a page before carried it, instead of a file.")]


@dataclass(frozen=True, slots=True)
class RatedBy:
    """By what a report is rated, as it was typed: an edition, empty for the one in force; a source of ratings; and the
    players of an uploaded list as a page carries them."""

    edition: str = ""
    ratings: str = "report"
    listed: str = ""

    def kept(self) -> dict[str, str]:
        """The fields by which forms carry it on."""
        fields = {"rated_by": self.edition or "-", "ratings": self.ratings, "listed": self.listed}
        return {name: value for name, value in fields.items() if value}


def rated_by_in_form(
    rated_by: Annotated[str, Form(max_length=60, include_in_schema=False)] = "",
    edition: Annotated[str, Form(max_length=60, description="The one in force at the start if none is named.")] = "",
    ratings: Annotated[str, Form(max_length=10, description="report, office or list: where ratings come from.")] = "",
    listed: Annotated[str, Form(include_in_schema=False)] = "",
) -> RatedBy:
    """What a form says. A page of standings has an edition of its own: `rated_by` is the one of the ratings."""
    return RatedBy(rated_by.removeprefix("-") if rated_by else edition, ratings or "report", listed)


def carried_choice(
    rated_by: Annotated[str, Form(max_length=60, include_in_schema=False)] = "",
    ratings: Annotated[str, Form(max_length=10, include_in_schema=False)] = "",
    listed: Annotated[str, Form(include_in_schema=False)] = "",
) -> RatedBy:
    """What the pages of standings carry on."""
    return RatedBy(rated_by.removeprefix("-"), ratings or "report", listed)


def sent_report(request: Request, file: UploadFile | None, report: str) -> bytes:
    """Return the report of a form."""
    if file is not None and (file.filename or not report):
        return file.file.read()
    return carried(report, request.app.state.site.settings.upload_limit)


def chosen_ratings(
    site: Site, event: Event, by: RatedBy, uploaded: UploadFile | None
) -> tuple[RatingList | None, RatedBy]:
    """Return the ratings that a report is rated by, None for its own; and the choice as pages carry it on."""
    source = parse.choice("ratings", by.ratings, SOURCES)
    ids = {player.id for player in event.players if player.id}
    if source == "report":
        return None, RatedBy(by.edition)
    if source == "office":
        rating_list = office_ratings(site.database, ids, event.start, site.ledgers)
        if rating_list is None:
            raise ArpadError("web-no-list")
        return rating_list, RatedBy(by.edition, source)
    if uploaded is not None and uploaded.filename:
        listed = _read(uploaded.file.read(), uploaded.filename, ids)
        return listed, RatedBy(by.edition, source, carry(list_bytes(_as_table(listed), "csv")) or "")
    if not by.listed:
        raise ArpadError("web-report-list")
    return _read(carried(by.listed, site.settings.upload_limit), CARRIED_AS, ids), by


def _read(data: bytes, name: str, ids: Collection[str]) -> RatingList:
    """Read the players with these ids from the bytes of a list."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"list{PurePath(name).suffix[:10]}"
        path.write_bytes(data)
        try:
            return read_list(path, ids)
        except ArpadError as problem:
            raise ArpadError(problem.key, **{**problem.values, "file": name}) from None


def _as_table(listed: RatingList) -> pa.Table:
    return pa.Table.from_pylist([asdict(entry) for entry in listed], schema=schema(listed.combined, listed.date))


# The standings of a report that a visitor drops. It is not kept: the form of every page carries it on.

BASE = "/report/standings"
MOST_PLAYERS = 3_000
TEMPLATES = {
    "": "standings_table.html",
    "/why": "standings_why.html",
    "/crosstable": "standings_crosstable.html",
    "/compare": "standings_compare.html",
}

report_standings = APIRouter(tags=["report"], route_class=TimedRoute)
ByCarriedChoice = Annotated[RatedBy, Depends(carried_choice)]
Asked = Annotated[StandingsAsked, Depends(asked_in_form)]
REFUSED: dict[int | str, dict[str, Any]] = {
    400: {"description": "There are no such standings; the message says why."},
    404: {"description": "There is no such edition."},
}


def shown_report(
    request: Request, data: bytes, read: Report, asked: StandingsAsked, kept: Mapping[str, str]
) -> ShownReport:
    """A dropped report whose standings are shown. `kept` are the fields by which it was rated."""
    if len(read.event.players) > MOST_PLAYERS:
        raise ArpadError("web-players", most=MOST_PLAYERS, players=len(read.event.players))
    site = request.app.state.site
    way = NavigationLink(BASE, asked, kept, report=carry(data) or "")
    return ShownReport(
        read, site.tie_breaks, language_of(request), way, "/report", ids=False, strict=wants_json(request)
    )


def dropped_table(shown: ShownReport) -> tuple[StandingsTable | None, str | None]:
    """The standings of a dropped report; if there are none, the reason."""
    try:
        return shown.table(), None
    except ArpadError as problem:
        return None, problem_on_page(problem, shown.language)


def _add(view: str, ending: str) -> None:
    """The route of one page in one form."""

    def endpoint(
        request: Request, asked: Asked, by: ByCarriedChoice, file: Sent = None, report: Carried = ""
    ) -> Response:
        data = sent_report(request, file, report)
        answer = VIEWS[view](shown_report(request, data, read_report(data), asked, by.kept()))
        return with_name(in_form(request, answer, ending[1:], TEMPLATES[view]), request, answer, ending[1:])

    shaped(SHAPES[view] if ending == ".json" else None)(endpoint)
    about = (VIEWS[view].__doc__ or "").split("\n")[0]
    media = MEDIA.get(ending[1:], "application/json")
    report_standings.add_api_route(
        BASE + view + ending,
        endpoint,
        methods=["POST"],
        response_model=None,
        response_class=Response,
        include_in_schema=ending in (".json", ".csv"),
        summary=about,
        responses={200: {"description": about, "content": {media: {}}}, **REFUSED},
        operation_id=f"report_standings{view}{ending}".replace("/", "_").replace(".", "_"),
    )


for _view in VIEWS:
    for _ending in ("", ".json", ".csv", ".pdf"):
        if (_view, _ending) != ("/why", ".csv"):
            _add(_view, _ending)


@report_standings.get(BASE, include_in_schema=False)
@report_standings.get(BASE + "/{view}", include_in_schema=False)
def ask_again(request: Request) -> Response:
    """Nothing is kept: a visitor who comes by an address, also to change the language, is asked for the report."""
    query = request.url.query
    return RedirectResponse("/report" + (f"?{query}" if query else ""), 303)


# What the page about a dropped report shows: the verdict, counts, next steps, norms, changes, standings, findings.

EXPLAINED = 12
"""Up to how many players all are explained at once; of a larger event one at a time, by a button."""
SEVERITIES = ("error", "warning", "info")


@dataclass(frozen=True, slots=True)
class ExaminedReport:
    """A dropped report with what was found: `document` is for programs, without the standings."""

    data: bytes
    read: Report
    by: RatedBy
    rated: RatedReport | None
    achieved: list[PlayerNorm]
    document: dict[str, Any]
    note: RoundsNote | None

    def standings(self, request: Request) -> dict[str, Any] | None:
        """The standings for programs, None if there are none."""
        shown = shown_report(request, self.data, self.read, StandingsAsked(), self.by.kept())
        table, _ = dropped_table(shown)
        return None if table is None else table.document(shown.language)


def result_page(request: Request, report: ExaminedReport, player: str) -> dict[str, Any]:
    """Return the values of the page."""
    language, event, rated = language_of(request), report.read.event, report.rated
    shown = shown_report(request, report.data, report.read, StandingsAsked(), report.by.kept())
    table, no_ranking = dropped_table(shown)
    players = () if rated is None else rated.rating.players
    changes = [CHANGES.document(rating) | {"below_floor": rating.below_floor} for rating in players]
    used = {own["rank"]: own["rating"] for own in changes} or None
    return {
        "data": report.document,
        "event": event,
        "rated": rated,
        "good": rated is not None and ratable(rated.findings),
        "found": [
            (name, [one for one in report.document["findings"] if one["severity"] == name]) for name in SEVERITIES
        ],
        "explained": {} if rated is None else _explained(rated, player, language),
        "changes": changes,
        "gains": greatest_gains(changes),
        "cards": norm_cards(report.achieved, language),
        "whole": None if table is None else whole_of(shown, table, used),
        "no_ranking": no_ranking,
        "by": report.by,
        "note": note_words(report.note, language),
        "way": shown.way,
        "unpaired": _rounds_if_unpaired(report.read),
    }


def _rounds_if_unpaired(read: Report) -> int:
    """How many rounds the tournament has, by what the report says or by the days of its rounds, if one is left to pair;
    else 0."""
    event = read.event
    rounds = max(event.all_rounds, len(event.round_dates))
    paired = max(
        (
            round_result.round
            for player in event.players
            for round_result in player.rounds
            if round_result.opponent is not None
        ),
        default=0,
    )
    return rounds if 0 < paired < rounds else 0


def _explained(rated: RatedReport, player: str, language: Language) -> dict[int, list[tuple[int, str, str]]]:
    """Return the reasons of each player, or of the chosen one."""
    wanted = int(player) if player.strip().isdecimal() else None
    few = wanted is None and len(rated.rating.players) <= EXPLAINED
    return {
        player_rating.participant.player.rank: as_rows(player_rating.steps, language)
        for player_rating in rated.rating.players
        if few or player_rating.participant.player.rank == wanted
    }


# A report that a visitor drops: checked, rated and explained, and not kept.

report_pages = APIRouter(tags=["report"], route_class=TimedRoute)

HIGHEST = 9999
ByForm = Annotated[RatedBy, Depends(rated_by_in_form)]
RatedList = Annotated[UploadFile | None, File(description="A rating list, if the ratings come from one.")]
WRONG = {
    "edition.unknown": "edition", "web-no-list": "ratings", "web-report-list": "list", "format-form": "ratings",
}  # fmt: skip
"""The fields that problems are about; all others are about the report."""


@report_pages.get("/report", include_in_schema=False)
def form(request: Request) -> Response:
    """The form for a report."""
    return html(request, "tools_report.html", _form(request))


def _form(
    request: Request, wrong: Mapping[str, str] = NONE, typed: Mapping[str, str] = NONE, report: str = ""
) -> dict[str, Any]:
    """The form; a refused one with what is wrong at its field, with what was typed, and with the report, unless that is
    what is wrong."""
    editions = request.app.state.site.regulations.editions()
    return {"editions": editions, "sources": SOURCES, "wrong": wrong, "typed": typed, "report": report}


@report_pages.post("/report", include_in_schema=False)
def dropped(
    request: Request,
    by: ByForm,
    file: Sent = None,
    report: Carried = "",
    list: RatedList = None,  # noqa: A002  (the word of the command line)
    player: Annotated[str, Form(max_length=6)] = "",
) -> Response:
    """The page about a report."""
    language, data = language_of(request), b""
    try:
        data = sent_report(request, file, report)
        examined_report = examined(request, data, by, list)
    except ArpadError as problem:
        typed = {"edition": by.edition, "ratings": by.ratings, "player": player}
        files = {"file": file, "list": list}
        typed |= {name: one.filename for name, one in files.items() if one is not None and one.filename}
        field = WRONG.get(problem.key, "file")
        kept = carry(data) or "" if field != "file" else ""
        wrong = {field: problem_on_page(problem, language)}
        return html(request, "tools_report.html", _form(request, wrong, typed, kept), 400)
    return html(request, "tools_result.html", result_page(request, examined_report, player))


class DroppedReportDocument(Document, frozen=True):
    """A report that was checked, rated and searched for norms. Without an edition for its day it is not rated."""

    edition: str | None
    event: EventHead | UnsetType
    ratable: bool
    format: str | UnsetType
    counted_as: str | UnsetType | None
    players: list[PlayerRating]
    not_rated: list[NotRated] | UnsetType
    findings: list[FindingDocument]
    steps: list[StepDocument] | UnsetType
    norms: list[PlayerNorm]
    rounds: RoundsNote | UnsetType
    standings: StandingsTable | None


@report_pages.post(
    "/report.json",
    responses={400: {"description": "The file is no report, or there is no such edition; the message says why."}},
)
@shaped(DroppedReportDocument)
def dropped_json(
    request: Request,
    by: ByForm,
    file: Annotated[UploadFile, File(description="A report: TRF or FEDA.")],
    list: RatedList = None,  # noqa: A002
) -> Response:
    """A report checked, rated and searched for norms. It is not kept."""
    report = examined(request, file.file.read(), by, list)
    return json_text(report.document | {"standings": report.standings(request)})


@report_pages.post("/report/certificate.pdf", include_in_schema=False)
def norm_certificate(request: Request, norm: Annotated[str, Form(max_length=8)], report: Carried = "") -> Response:
    """The certificate of a norm in a report; `norm` is the starting rank and the title, 12-IM."""
    event = read_report(sent_report(request, None, report)).event
    rank, _, title = norm.partition("-")
    chosen = parse.choice("norm", title, NORM_TITLES)
    return certificate(event, parse.whole("norm", rank, 1, HIGHEST), chosen, language_of(request))


def examined(request: Request, data: bytes, by: RatedBy, uploaded: UploadFile | None) -> ExaminedReport:
    """Check and rate a report, and search it for norms."""
    site, language, read = request.app.state.site, language_of(request), read_report(data)
    if len(read.event.players) > MOST_PLAYERS:
        raise ArpadError("web-players", most=MOST_PLAYERS, players=len(read.event.players))
    ratings, by = chosen_ratings(site, read.event, by, uploaded)
    named = site.regulations.edition(by.edition) if by.edition else None
    facts = Facts(system=report_system(read, None))
    examination = examine(read, facts, site.regulations, GivenRatings(ratings), edition=named)
    rated = None if examination.problem is not None else examination.rated()
    achieved = achieved_norms(read.event)
    document: dict[str, Any] = (
        {
            "edition": None if examination.edition is None else examination.edition.id,
            "ratable": False,
            "players": [],
            "findings": findings_json(examination.findings, language),
        }
        if rated is None
        else rated.document(language)
    )
    document["norms"] = [norm.document() for norm in achieved]
    note = note_on_rounds(read)
    if note is not None:
        document["rounds"] = note.document(language)
    return ExaminedReport(data, read, by, rated, achieved, document, note)
