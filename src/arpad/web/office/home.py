"""The staff start page, the log and its verification, backups, and a player's personal data."""

import contextlib
from collections.abc import Sequence
from operator import attrgetter
from typing import Annotated, Any, NotRequired

from fastapi import APIRouter, Query
from markupsafe import Markup
from msgspec import UNSET, UnsetType
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.documents.document import Document
from arpad.documents.schema import Anything, Bag, FindingDocument, joined
from arpad.i18n import ArpadError, StorageFault, text
from arpad.inputs.parse import MOST, is_loopback, period_in_address, unreachable
from arpad.lists.list_versions import ListVersion, RatingDifference
from arpad.office.accounts.people import Account, SignIn, has_administrator
from arpad.office.decisions.decisions import ChangedField
from arpad.office.lists import Overview, handed_in_by, log_lines, overview, versions
from arpad.office.proof.audit import examine, kept_heads, own_head
from arpad.office.proof.audit_findings import Examination
from arpad.office.proof.bundle import export_bundle
from arpad.office.proof.verification import verify
from arpad.office.records import ClosedPeriod, ListChanges, OfficeEvent, ProvedVersion, Replay, Submitted
from arpad.office.sentences import log_actions, log_sentences, search_log
from arpad.office.storage.backups import backup, record_backup
from arpad.office.storage.log_table import Acting, LogEntry
from arpad.office.tasks import OfficeTask
from arpad.office.tournaments.players import person_data
from arpad.papers.typeset import qr_svg
from arpad.web.cache import Answer, html, json_text, listing, wants_json
from arpad.web.office.forms import OFFICERS, RESPONSES, AtDesk
from arpad.web.office.guide import known_tasks, task_lines
from arpad.web.openapi import shaped
from arpad.web.player_parts import player_typed
from arpad.web.public.players import PageNumber, VersionNumber
from arpad.web.routes import Pages
from arpad.web.security import Officer, Reader
from arpad.web.site import OfficeClock, language_of, outside_address, problem_on_page
from arpad.web.tables import Facet, Field, ForgivingRoute, PageColumn, living, mark_wrong, sorting, with_workbook
from arpad.web.uploads import disposition, written_zip, zip_file

# The whole office as one file, for officers: `arpad office restore` makes an office of it again.

backups = APIRouter(tags=["office"])


def backup_page(request: Request, problem: str = "") -> dict[str, Any]:
    """What the page of backups shows; who may put one in the place of the office sees the form for it."""
    site = request.app.state.site
    account = request.state.account
    return {
        "apart": site.events.database is not site.database,
        "restores": account.role == "administrator"
        or (account.role == "officer" and not has_administrator(site.database)),
        "problem": problem,
    }


@backups.get("/office/backup", include_in_schema=False)
def before_backup(request: Request, _account: Officer) -> Response:
    """Tell what is in a backup, and how to use it."""
    return html(request, "desk_backup.html", backup_page(request))


@backups.post(
    "/office/backup",
    dependencies=OFFICERS,
    response_class=Response,
    responses={**RESPONSES, 200: {"description": "The backup.", "content": {"application/zip": {}}}},
)
def whole_office(request: Request, desk: AtDesk) -> Response:
    """The whole office in one file: lists, reports, decisions, the log, accounts and tournaments."""
    site = request.app.state.site
    with written_zip() as path:
        head = backup(site.database, path, overwrite=True)
    name = f"arpad-{desk.system}-{site.settings.now():%Y-%m-%d}.zip"
    with contextlib.suppress(StorageFault):  # an office that can only be read is saved all the same
        record_backup(site.database, Acting(desk.who, desk.at), name, head)
    return zip_file(path, name, **{"cache-control": "no-store"})


# The hall: telephones reach an office on a laptop by its address in the network.

hall_pages = APIRouter(include_in_schema=False)


@hall_pages.get("/office/hall")
def hall_page(request: Request, _account: Reader) -> Response:
    """Tell how telephones in the hall reach this office; an officer at this machine may let them in."""
    return html(request, "desk_hall.html", _hall(request))


def _hall(request: Request, problem: str = "") -> dict[str, Any]:
    site, opens = request.app.state.site, outside_address(request)
    why = unreachable(opens)
    return {
        "address": "" if why else f"{opens}/t",
        "code": "" if why else Markup(qr_svg(f"{opens}/t")),
        "may_open": site.settings.open_hall is not None and not request.app.state.hall,
        "problem": problem,
    }


@hall_pages.post("/office/hall", dependencies=OFFICERS)
async def open_hall(request: Request) -> Response:
    """Listen on the address of this machine in its network too. Only somebody who sits at this machine may do it."""
    settings = request.app.state.site.settings
    try:
        if settings.open_hall is None or request.client is None or not is_loopback(request.client.host):
            raise ArpadError("serve-hall-here")
        if settings.demo:
            raise ArpadError("serve-demo", host="")
        request.app.state.hall = request.app.state.hall or await settings.open_hall(request.app)
    except ArpadError as problem:
        return html(request, "desk_hall.html", _hall(request, problem_on_page(problem, language_of(request))), 409)
    return RedirectResponse("/office/hall", 303)


# The shapes of the documents of the officers' desk.


class ConcernedPersonDocument(Document, frozen=True):
    """A person of a preview."""

    id: str | None
    name: str | None
    federation: str | None
    sex: str | None
    title: str | None
    born: int | None
    birthday: Anything
    absent: str | None
    changes: list[ChangedField]


class VerifiedOfficeDocument(Document, frozen=True):
    """The proof of a list, and the examination of the office, if asked for."""

    verified: int | UnsetType = UNSET
    imported: int | UnsetType = UNSET
    kept: int | UnsetType = UNSET
    versions: Sequence[ProvedVersion] | UnsetType = UNSET
    office: Examination | UnsetType = UNSET


PREVIEWED: dict[str, Any] = {
    "touched": NotRequired[list[list[RatingDifference]]],
    "people": NotRequired[list[ConcernedPersonDocument]],
}
"""What a correction would change, if it was asked for only to be shown."""
DESK = joined("Desk", Overview, system=str, own=list[OfficeEvent], log=list[LogEntry], tasks=list[OfficeTask])
CLOSING = joined("Closing", ClosedPeriod, ListChanges)
PUBLISHING = joined("Publishing", ListVersion, ListChanges, late=list[OfficeEvent])
OWN_ACCOUNT = joined("OwnAccount", Account, sign_ins=list[SignIn])
IMPORTED = joined(
    "ImportedList",
    ListVersion,
    ListChanges,
    findings=list[FindingDocument],
    findings_count=int,
    again=NotRequired[list[ListVersion]],
    before=NotRequired[ListVersion | None],
)
REPLAY = joined("Replay", Replay, **PREVIEWED)
CORRECTED = joined("CorrectedEvent", Replay, Submitted, **PREVIEWED)
"""The answer to another report, or to other facts, of an event."""
ANY_REPLAY = Annotated[dict[str, Any], CORRECTED] | Annotated[dict[str, Any], REPLAY]


# The first page of the desk: what is waiting, the next list, what was done last.

home_pages = Pages("office")

HOME_LINES, SHOWN = 10, 20
WAITING = ("registered", "refused", "due")


@home_pages.page("/office", "desk_home.html", DESK)
def index(request: Request, desk: AtDesk, account: Reader) -> Answer:
    """What is waiting in the office, the next list, the newest list, and the last lines of the log."""
    found = overview(desk)
    own = handed_in_by(desk, account.name)[:SHOWN] if account.role == "arbiter" else []
    lines = log_lines(desk, limit=HOME_LINES)
    tasks = known_tasks(desk)

    def page() -> dict[str, Any]:
        language = language_of(request)
        return {
            "systems": request.app.state.site.systems(),
            "shown": SHOWN,
            "waiting": WAITING,
            "data": found,
            "system": desk.system,
            "own": own,
            "log": lines,
            "lines": task_lines(tasks, account, language),
            "sentences": log_sentences(desk, lines, language),
        }

    document = {"system": desk.system, "own": own, "log": lines, "tasks": tasks}
    return Answer(document=lambda: found.document() | document, page=page)


# Everything that the office holds about one player, as a file for them; for officers.

personal = APIRouter(tags=["office"])


@personal.get("/office/personal-data", responses=RESPONSES, response_class=Response)
@shaped(Bag)
def one_person(
    request: Request,
    desk: AtDesk,
    _account: Officer,
    id: Annotated[str, Query(max_length=200, description="The ID of a player, or their name.")] = "",  # noqa: A002
) -> Response:
    """What the office holds about a player: lists, events, decisions, entries, contacts, lines of the log."""
    own = player_typed(request, "id", id, desk.system)
    site = request.app.state.site
    answer = json_text(person_data(desk, own, site.events.database))
    answer.headers.update(disposition(f"arpad-{own}.json") | {"cache-control": "no-store"})
    return answer


# The log, and the proof that every list follows from its reports.

proof = Pages("office")
bundles = APIRouter(include_in_schema=False)

PROOF_LINES = 100


LOG = (
    PageColumn("when", "web.desk.when", by=attrgetter("id"), falls=True),
    PageColumn("what", "web.log.sentence", sorts=False),
    PageColumn("who", "table.who", "wide-only", sorts=False),
    PageColumn("id", "table.player-rank", "n wide-only", sorts=False),
)


@proof.page("/office/log", "desk_log.html", list[LogEntry], table=True, xlsx=True, forgiving=ForgivingRoute)
def log(
    request: Request,
    desk: AtDesk,
    account: Reader,
    before: Annotated[int | None, Query(ge=1, le=MOST, description="Only lines before this one.")] = None,
    q: Annotated[str, Query(max_length=80, description="Words: somebody, an event, a player, what was done.")] = "",
    action: Annotated[str, Query(max_length=40, description="What was done: accepted, closed and so on.")] = "",
    sort: Annotated[str, sorting("when")] = "",
    page: PageNumber = 1,
) -> Answer:
    """Who did what, and when: a hundred lines, the newest first."""
    language, oldest = language_of(request), sort == "when"
    known = log_actions(language)
    wanted = action
    if action and action not in known and not wants_json(request):
        mark_wrong(request, "action", action, text("web.table.value", language))
        wanted = ""
    skipped = (page - 1) * PROOF_LINES
    entries = search_log(
        desk, query=q, action=wanted, before=before, oldest_first=oldest, skipped=skipped, limit=PROOF_LINES,
        language=language, whole=account.is_officer or account.role == "auditor",
    )  # fmt: skip
    whole = len(entries) == PROOF_LINES

    def values() -> dict[str, Any]:
        kinds = sorted((Facet(name, words) for name, words in known.items()), key=lambda option: option.words)
        fields = (
            Field("q", "web.log.find", q, wide=True), Field("action", "web.log.kind", action, kinds),
        )  # fmt: skip
        table = living(
            request, LOG, entries, label=text("web.desk.log", language), sort=sort, natural="-when", fields=fields,
            said=text("web.log.lines", language, count=len(entries), zone=OfficeClock(desk.database).zone),
        )  # fmt: skip
        return {
            "table": table,
            "sentences": log_sentences(desk, entries, language),
            "older": entries[-1].id if whole and not oldest else None,
            "later": page + 1 if whole and oldest else None,
            "first": before is None and page == 1,
        }

    return with_workbook(listing(LogEntry, entries, values), request)


@proof.page("/office/verify", "desk_verify.html", VerifiedOfficeDocument | None)
def verified(
    request: Request,
    desk: AtDesk,
    period: Annotated[str, Query(max_length=10, description="A list: 2024-05. Nothing is verified without one.")] = "",
    office: Annotated[bool, Query(description="Examine the whole office: every row of every table.")] = False,
) -> Answer:
    """Recompute every version of a list from the stored reports, and compare the digests; or examine all rows."""
    language = language_of(request)
    known = sorted({version.period for version in versions(desk)}, reverse=True)
    data = verify(desk, period_in_address(period)).document(language) if period else None
    found = examine(desk.database, quick=True, kept=kept_heads(own_head(desk.database))) if office else None
    seen, summary = (None, "") if found is None else (found.document(language), found.summary(language))
    document = data if seen is None else (data or {}) | {"office": seen}
    values = {"data": data, "seen": seen, "summary": summary, "periods": known, "period": period}
    return Answer(lambda: document, lambda: values)


@bundles.get("/office/lists/{period}/bundle.zip")
def bundle(desk: AtDesk, period: str, version: VersionNumber = None) -> Response:
    """A version with everything it was made from, in one file that anybody can verify."""
    with written_zip() as path:
        done = export_bundle(desk, period_in_address(period), version, path, overwrite=True)
    return zip_file(path, f"{desk.system}-{done.period:%Y-%m}-v{done.number}.zip")
