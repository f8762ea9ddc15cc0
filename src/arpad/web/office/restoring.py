"""Put a backup in the place of the office in the browser: what would be lost and gained first, then a word to type."""

from typing import Annotated

from fastapi import APIRouter, File, Form, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.i18n import LANGUAGES, ArpadError, StorageFault, text
from arpad.office.sentences import log_sentences
from arpad.office.storage.caches import UntilChanged
from arpad.office.storage.restoring import look_at, must_be_confirmed, put_in_place
from arpad.web.cache import html
from arpad.web.office.forms import ADMINISTRATORS, AtDesk, acting_now
from arpad.web.office.home import backup_page
from arpad.web.office.importing import without_folder
from arpad.web.security import Administrator
from arpad.web.site import language_of, problem_on_page
from arpad.web.uploads import WaitingFile

restoring = APIRouter(include_in_schema=False)
"""Programs put no backup in the place of an office."""

ADDRESS = "/office/backup/restore"
PLACE = "{account} restores"
"""The file waits apart from the list that the same account may be importing."""


@restoring.post(ADDRESS, dependencies=ADMINISTRATORS)
def look(
    request: Request,
    desk: AtDesk,
    account: Administrator,
    file: Annotated[UploadFile | None, File(description="A backup.")] = None,
    waiting: Annotated[str, Form(max_length=200)] = "",
) -> Response:
    """Check a backup, and show what would be lost and gained. Nothing is done yet."""
    site, owner = request.app.state.site, PLACE.format(account=account.name)
    kept = site.uploads.find(owner, waiting) if waiting else None
    try:
        if file is not None and file.filename:
            now = site.settings.now().timestamp()
            kept = site.uploads.keep(owner, site.settings.secret(), file.filename, file.file, now)
        if kept is None:
            raise ArpadError("restore-missing")
        return _preview(request, desk, kept)
    except ArpadError as problem:
        site.uploads.forget(owner)
        said = problem_on_page(without_folder(problem, kept), language_of(request))
        return html(request, "desk_backup.html", backup_page(request, said), 400)


@restoring.post(f"{ADDRESS}/do", dependencies=ADMINISTRATORS)
def do(
    request: Request,
    desk: AtDesk,
    account: Administrator,
    waiting: Annotated[str, Form(max_length=200)] = "",
    word: Annotated[str, Form(max_length=80)] = "",
) -> Response:
    """Put the backup in the place of the office, once the word is typed. The present office is saved before."""
    site, owner, language = request.app.state.site, PLACE.format(account=account.name), language_of(request)
    kept = site.uploads.find(owner, waiting)
    if kept is None:
        said = problem_on_page(ArpadError("restore-missing"), language)
        return html(request, "desk_backup.html", backup_page(request, said), 400)
    words = [text("web.restore.word", one) for one in (language, *LANGUAGES)]
    try:
        must_be_confirmed(word, words)
        put_in_place(kept.path, site.database, acting_now(request), desk.system)
    except StorageFault:
        raise
    except ArpadError as problem:
        said = problem_on_page(without_folder(problem, kept), language)
        return _preview(request, desk, kept, said, word, 400)
    site.uploads.forget(owner)
    site.unchanged = UntilChanged()
    site.prepare()
    return RedirectResponse("/office?done=restored", 303)


def _preview(
    request: Request, desk: AtDesk, kept: WaitingFile, wrong: str = "", typed: str = "", status: int = 200
) -> Response:
    found, language = look_at(kept.path, request.app.state.site.database), language_of(request)
    site = request.app.state.site
    values = {
        "found": found, "file": kept, "wrong": wrong, "typed": typed, "address": ADDRESS,
        "word": text("web.restore.word", language),
        "apart": site.events.database is not site.database,
        "lost": log_sentences(desk, found.lost, language), "gained": log_sentences(desk, found.gained, language),
    }  # fmt: skip
    return html(request, "desk_restore.html", values, status)
