"""A report that a visitor drops: checked, rated and explained, and not kept."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from arpad.domain import Finding, gravest_first, named
from arpad.eligibility import Facts, ratable
from arpad.locale import ArpadError, Language, hundredths
from arpad.publication.crosstable import crosstable
from arpad.rating import PlayerRating
from arpad.rating.event_documents import rating_document
from arpad.rating.reports import RatedReport, check_and_rate, report_class, report_system
from arpad.reports import Report, check_report, read_report
from arpad.trail import sentence, walk
from arpad.trail.findings import findings_json
from arpad.web.answers import html, json_text
from arpad.web.language import language_of
from arpad.web.norms import achieved_norms, norm_cards, norm_documents
from arpad.web.page_words import problem_on_page
from arpad.web.site import Site
from arpad.web.tools.report_standings import MOST_PLAYERS, dropped_standings
from arpad.web.wrong_fields import NONE

report = APIRouter(tags=["report"])

EXPLAINED = 40
"""So many players are explained at once; of a larger event one at a time, by the starting rank."""


@report.get("/report", include_in_schema=False)
def form(request: Request) -> Response:
    """The form for a report."""
    return html(request, "tools_report.html", _form(request))


def _form(request: Request, wrong: Mapping[str, str] = NONE, typed: Mapping[str, str] = NONE) -> dict[str, Any]:
    """The form; a refused one with what is wrong at its field, and with what was typed. A file is chosen again."""
    return {"editions": request.app.state.site.regulations.editions(), "wrong": wrong, "typed": typed}


@report.post("/report", include_in_schema=False)
def dropped(
    request: Request,
    file: Annotated[UploadFile, File()],
    edition: Annotated[str, Form(max_length=60)] = "",
    player: Annotated[str, Form(max_length=6)] = "",
) -> Response:
    """The page about a report."""
    language = language_of(request)
    try:
        data, more = examined(request, file.file.read(), edition, player)
    except ArpadError as problem:
        typed = {"edition": edition, "player": player, "file": file.filename or ""}
        wrong = {"edition" if problem.key == "edition.unknown" else "file": problem_on_page(problem, language)}
        return html(request, "tools_report.html", _form(request, wrong, typed), 400)
    return html(request, "tools_result.html", more | {"data": data})


@report.post(
    "/report.json",
    responses={400: {"description": "The file is no report, or there is no such edition; the message says why."}},
)
def dropped_json(
    request: Request,
    file: Annotated[UploadFile, File(description="A report: TRF or FEDA.")],
    edition: Annotated[str, Form(max_length=60, description="The one in force at the start if none is named.")] = "",
) -> Response:
    """A report checked, rated and searched for norms. It is not kept."""
    return json_text(examined(request, file.file.read(), edition, "")[0])


def examined(request: Request, data: bytes, name: str, player: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """The results for a report: for programs, and for the page."""
    site, language, read = request.app.state.site, language_of(request), read_report(data)
    if len(read.event.players) > MOST_PLAYERS:
        raise ArpadError("web-players", most=MOST_PLAYERS, players=len(read.event.players))
    rated, findings = _rated(site, read, name)
    achieved = achieved_norms(read.event)
    document: dict[str, Any] = (
        {"edition": None, "ratable": False, "players": [], "findings": findings_json(findings, language)}
        if rated is None
        else rating_document(rated.edition, rated.rating, rated.findings, language)
    )
    document["norms"] = norm_documents(achieved)
    document["standings"], ranking = dropped_standings(request, data, read)
    more = {
        "event": read.event,
        "rated": rated,
        "good": rated is not None and ratable(rated.findings),
        "findings": document["findings"],
        "crosstable": crosstable(read.event, None, language) if len(read.event.players) <= EXPLAINED * 10 else [],
        "explained": {} if rated is None else _explained(rated, player, language),
        "changes": {} if rated is None else {one.participant.player.rank: _cells(one) for one in rated.rating.players},
        "cards": norm_cards(achieved, language),
        "all_explained": len(read.event.players) <= EXPLAINED,
        **ranking,
    }
    return document, more


def _rated(site: Site, read: Report, name: str) -> tuple[RatedReport | None, tuple[Finding, ...]]:
    """Rate the report; if there is no edition for its day, do what is possible without one."""
    facts = Facts(system=report_system(read, None))
    try:
        if name:
            edition = site.regulations.edition(name)
        elif read.event.start is None:
            raise ArpadError("report-no-start")
        else:
            edition = site.regulations.edition_for("fide", report_class(read.event, None), read.event.start)
    except ArpadError as problem:
        if name:
            raise
        none = Finding("no-edition", "error", values={"problem": problem})
        return None, gravest_first(named([*read.findings, *check_report(read), none], read.event))
    rated = check_and_rate(read, edition, facts)
    return rated, rated.findings


def _cells(own: PlayerRating) -> dict[str, Any]:
    return {
        "change": None if own.change is None else hundredths(own.change),
        "new": own.new_rating if own.initial is None else own.initial.rating,
        "below_floor": own.below_floor,
        "games": own.games,
    }


def _explained(rated: RatedReport, player: str, language: Language) -> dict[int, list[tuple[int, str, str]]]:
    """Return the reasons of each player, or of the chosen one."""
    wanted = int(player) if player.strip().isdecimal() else None
    few = len(rated.rating.players) <= EXPLAINED
    return {
        one.participant.player.rank: [
            (depth, step.article.number, sentence(step, language)) for depth, step in walk(one.steps)
        ]
        for one in rated.rating.players
        if few or one.participant.player.rank == wanted
    }
