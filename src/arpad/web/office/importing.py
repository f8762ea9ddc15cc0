"""Import a rating list in the browser: preview it, store it, and follow the progress of the job."""

import datetime as dt
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from threading import Thread
from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from arpad.documents.findings import findings_json
from arpad.formats.rating_lists.columns import Found
from arpad.i18n import LANGUAGES, ArpadError, Language, number, text
from arpad.inputs import parse
from arpad.inputs.declared import Input
from arpad.lists.list_versions import KINDS, ListVersion
from arpad.office.context import Desk, dry_run
from arpad.office.lists import list_changes, versions
from arpad.office.periods import import_list
from arpad.regulations.articles import TIME_CLASSES
from arpad.web.cache import html, json_text, wants_json
from arpad.web.office.decisions import StepField
from arpad.web.office.forms import (
    ABOUT,
    OFFICERS,
    RESPONSES,
    Around,
    AtDesk,
    FormPage,
    Typed,
    WrongFields,
    done,
    refused,
    show,
)
from arpad.web.office.home import IMPORTED
from arpad.web.openapi import shaped
from arpad.web.problems import IdempotentRoute, field_of, with_labels
from arpad.web.security import Officer
from arpad.web.site import language_of, problem_on_page
from arpad.web.uploads import Uploads, WaitingFile

# An import that goes on while its page is left: it tells how far it is in the record beside its file.

JobKind = Literal["look", "import"]
JobState = Literal["working", "done", "refused", "failed", "stopped"]
"""`refused`: it cannot be done, and the form says why; `failed`: something went wrong with the office; `stopped`: the
process that did it is gone."""
HUNDREDTHS = 100
PATIENCE = 2
"""The seconds that a form waits for its answer. After them, a page tells how far the import is."""


class _Abandoned(Exception):
    """Another file came in the place of this one."""


@dataclass(slots=True)
class ImportProgress:
    """How far an import is: the bytes that are read, and the later lists that are recomputed. It is written down
    whenever a hundredth more is done."""

    uploads: Uploads
    account: str
    record: dict[str, Any]
    _written: int = field(default=-1)

    def read(self, count: int) -> None:
        """Note how many bytes of the file are read."""
        size = max(1, self.record["size"])
        if count * HUNDREDTHS // size > self._written:
            self._written = count * HUNDREDTHS // size
            self._write(read=min(count, size))

    def recomputed(self, done: int, every: int) -> None:
        """Note how many of the later lists are recomputed."""
        self._write(read=self.record["size"], lists=[done, every])

    def _write(self, **more: Any) -> None:
        if self.uploads.record(self.account).get("token") != self.record["token"]:
            raise _Abandoned
        self.record |= more
        self.uploads.note(self.account, self.record)


def begin(
    uploads: Uploads,
    account: str,
    file: WaitingFile,
    kind: JobKind,
    details: Mapping[str, Any],
    form: FormPage,
    work: Callable[[ImportProgress], Mapping[str, Any]],
) -> None:
    """Begin an import, or the look at one, and wait a moment for it. `details` are for the pages that ask about it; its
    `fields` are those of the form."""
    token = f"{file.key} {kind}"
    record = {
        "key": file.key,
        "token": token,
        "kind": kind,
        "state": "working",
        "size": file.size,
        "read": 0,
        **details,
    }
    uploads.note(account, record)
    thread = Thread(target=_run, args=(ImportProgress(uploads, account, record), form, file, work), daemon=True)
    thread.start()
    thread.join(PATIENCE)


def state_of(uploads: Uploads, account: str) -> JobState | None:
    """Return how an import stands, None if there is none."""
    state: JobState | None = uploads.record(account).get("state")
    return "stopped" if state == "working" and not uploads.at_work(account) else state


def _run(
    progress: ImportProgress, form: FormPage, file: WaitingFile, work: Callable[[ImportProgress], Mapping[str, Any]]
) -> None:
    uploads, account, outcome = progress.uploads, progress.account, dict[str, Any](state="failed")
    try:
        with uploads.alone(account):
            try:
                outcome = {"state": "done", "result": work(progress)}
            except ArpadError as problem:
                wrong = _refusal(without_folder(problem, file), form, progress.record["fields"])
                outcome = {"state": "refused", **wrong}
            except _Abandoned:
                return
            except Exception:
                logging.getLogger("arpad.web").exception("the import of %s", file.name)
            uploads.note(account, progress.record | outcome)
    except (_Abandoned, FileNotFoundError):
        return


def _refusal(problem: ArpadError, form: FormPage, fields: Mapping[str, str]) -> dict[str, Any]:
    """What is wrong, in every language, and the field it is about."""
    said = {language: problem_on_page(with_labels(problem, language), language) for language in LANGUAGES}
    return {"problem": said, "field": field_of(problem, [one.name for one in form.fields], ABOUT, fields)}


def wrong_of(record: Mapping[str, Any], state: JobState, language: Language) -> WrongFields:
    """What is wrong with an import that was refused, or could not be finished."""
    if state == "refused":
        problem, at = record["problem"][language], record["field"]
        return WrongFields(fields={at: problem}) if at else WrongFields(problem)
    return WrongFields(text(f"web.importing.{state}", language))


def without_folder(problem: ArpadError, file: WaitingFile | None) -> ArpadError:
    """A problem that names the file as it was sent, without the folder in which it waits."""
    if file is None:
        return problem
    folder = f"{file.path.parent}/"
    plain = {
        name: value.replace(folder, "") if isinstance(value, str) else value for name, value in problem.values.items()
    }
    return ArpadError(problem.key, **plain)


# Importing a rating list from the browser: looked at first, without storing anything; then done. Both go on while the
# page is left, and a page tells how far they are.

import_forms = APIRouter(tags=["office"], route_class=IdempotentRoute)

ADDRESS = "/office/import"
BACK = Around("/office/lists")
FORM = FormPage(
    "import",
    (
        Input(name="list", kind="file"),
        Input(name="date", kind="date"),
        Input(name="time_class", kind="select", options=TIME_CLASSES, words="time-class.", default=""),
        Input(name="edition", folded=True, default=""),
        Input(name="reason", kind="area", folded=True, default=""),
        Input(name="many_gone", kind="checkbox", folded=True, default=""),
    ),
    two_steps=True,
)
SHOWN = 200
"""How many findings are shown; all are counted."""
WAITING = f"{ADDRESS}/waiting"
"""The page about the import of an account."""
READ, STORED = 50, 80
"""How much of an import is done when the file is read, and when its players are stored, in hundredths."""


@import_forms.get(ADDRESS, include_in_schema=False)
def import_form(request: Request, account: Officer) -> Response:
    """The form, or the import that is under way."""
    if state_of(request.app.state.site.uploads, account.name) == "working":
        return RedirectResponse(WAITING, 303)
    return show(request, FORM, BACK)


@import_forms.post(ADDRESS, dependencies=OFFICERS, responses=RESPONSES)
@shaped(IMPORTED)
def take_list(
    request: Request,
    desk: AtDesk,
    account: Officer,
    typed: Typed,
    list: Annotated[UploadFile | None, File(description="A rating list, in any format that Arpad reads.")] = None,  # noqa: A002
    waiting: Annotated[str, Form(max_length=200, description="The list that the page of the preview carries.")] = "",
    date: Annotated[str, Form(max_length=10, description="The day of the list: 2024-05-01.")] = "",
    time_class: Annotated[str, Form(max_length=20, description="The class of a list that has one.")] = "standard",
    edition: Annotated[str, Form(max_length=60, description="If none is in force on that day.")] = "",
    reason: Annotated[str, Form(max_length=2000, description="Why a list comes again.")] = "",
    many_gone: Annotated[bool, Form(description="It is right that many players are gone.")] = False,
    publish: Annotated[bool, Form(description="Publish the list at once; else it is provisional.")] = False,
    step: StepField = "do",
) -> Response:
    """Import a rating list of a day, whole, as somebody published it. Imported again it is the next version, and later
    lists are recomputed."""
    site = request.app.state.site
    uploads, program = site.uploads, wants_json(request)
    if uploads.at_work(account.name):
        if program:
            raise ArpadError("web-import-under-way")
        return RedirectResponse(WAITING, 303)
    kept = uploads.find(account.name, waiting) if waiting else None
    try:
        if list is not None and list.filename:
            key, now = site.settings.secret(), site.settings.now().timestamp()
            kept = uploads.keep(account.name, key, list.filename, list.file, now)
        request.state.kept = {} if kept is None else {"list": kept}
        if kept is None:
            raise ArpadError("web-list-missing")
        day = parse.day_or_month("date", date)
        chosen = parse.time_class("time_class", time_class)
        asked = partial(
            import_list,
            path=kept.path,
            date=day,
            time_class=chosen,
            edition=edition.strip() or None,
            reason=reason.strip(),
            many_gone=many_gone,
            publish=publish,
        )
        if program:
            document = _looked(desk, asked) if step == "preview" else _imported(desk, asked)
            return json_text(_in_language(document, language_of(request)))
    except ArpadError as problem:
        return refused(request, without_folder(problem, kept), FORM, BACK, typed)
    finally:
        if program:
            uploads.forget(account.name)
    fields = {name: value for name, value in typed.items() if name != "waiting"}
    work = partial(_looked if step == "preview" else _imported, desk, asked)
    begin(uploads, account.name, kept, "look" if step == "preview" else "import", {"fields": fields}, FORM, work)
    return RedirectResponse(WAITING, 303)


@import_forms.get(WAITING, include_in_schema=False)
def waiting_import(request: Request, account: Officer) -> Response:
    """The import of this account: how far it is, what it would do, or what is wrong with it."""
    uploads, language = request.app.state.site.uploads, language_of(request)
    state, record, kept = state_of(uploads, account.name), uploads.record(account.name), uploads.find(account.name)
    if kept is None or state is None:
        return RedirectResponse(ADDRESS, 303)
    if state == "working":
        values = {"kind": record["kind"], "file": kept, "address": f"{WAITING}.json", "around": BACK}
        return html(request, "desk_importing.html", values | _how_far(record, language))
    request.state.kept = {"list": kept}
    if state != "done":
        return show(request, FORM, BACK, record["fields"], wrong_of(record, state, language))
    document = _with_days(_in_language(record["result"], language))
    if record["kind"] == "import":
        uploads.forget(account.name)
        said = "imported" if document["state"] == "published" else "imported-provisional"
        return done(request, f"/office/lists/{document['period']:%Y-%m}", said, document)
    values = {
        "data": document, "typed": record["fields"], "form": FORM, "around": BACK, "file": kept, "address": ADDRESS,
        "shown": SHOWN, "kinds": KINDS,
    }  # fmt: skip
    return html(request, "desk_import.html", values)


@import_forms.get(f"{WAITING}.json", include_in_schema=False)
def how_far(request: Request, account: Officer) -> Response:
    """How far the import of this account is, for the script of its page."""
    uploads = request.app.state.site.uploads
    state, record = state_of(uploads, account.name), uploads.record(account.name)
    return json_text({"state": state} | (_how_far(record, language_of(request)) if state == "working" else {}))


@import_forms.post(f"{ADDRESS}/leave", dependencies=OFFICERS, include_in_schema=False)
def leave(request: Request, account: Officer) -> Response:
    """Forget the list that waits, unless it is being imported."""
    uploads = request.app.state.site.uploads
    if not uploads.at_work(account.name):
        uploads.forget(account.name)
    return RedirectResponse(BACK.back, 303)


def _how_far(record: Mapping[str, Any], language: Language) -> dict[str, Any]:
    """How far an import is, in hundredths and in words: first the file is read, then its players are stored, then later
    lists are recomputed."""
    read, size = record["read"], max(1, record["size"])
    if lists := record.get("lists"):
        done_so_far = STORED + (HUNDREDTHS - STORED) * lists[0] // max(1, lists[1])
        return {"percent": done_so_far, "said": text("web.importing.lists", language, done=lists[0], every=lists[1])}
    if read >= size:
        return {"percent": READ, "said": text("web.importing.storing", language)}
    millions = [number(Decimal(count // 100_000) / 10, language) for count in (read, size)]
    said = text("web.importing.reading", language, read=millions[0], size=millions[1])
    return {"percent": READ * read // size, "said": said}


AskedImport = Callable[..., ListVersion]
"""What is imported, and how: it takes a desk."""


def _imported(desk: Desk, asked: AskedImport, progress: ImportProgress | None = None) -> dict[str, Any]:
    """Import the list, and return its version with what is odd in it, in every language."""
    found = Found()
    read, recomputed = (None, None) if progress is None else (progress.read, progress.recomputed)
    version = asked(desk, progress=read, found=found, recomputed=recomputed)
    findings = {language: findings_json(found.in_order(), language) for language in LANGUAGES}
    changes = list_changes(desk, version.period, version.number)
    return version.document() | changes.document() | {"findings": findings, "findings_count": found.count}


def _looked(desk: Desk, asked: AskedImport, progress: ImportProgress | None = None) -> dict[str, Any]:
    """Import the list without keeping anything: its version, and the lists that are recomputed."""
    before = versions(desk)
    known = {(version.period, version.number) for version in before}
    with dry_run(desk) as stage:
        document = _imported(stage, asked, progress)
        new = [version for version in versions(stage) if (version.period, version.number) not in known]
    document["again"] = [version.document() for version in new if version.period != document["period"]]
    document["before"] = before[-1].document() if before else None
    return document


def _with_days(document: dict[str, Any]) -> dict[str, Any]:
    """A document of a record, with its days."""
    versions = [document, *document.get("again", ()), *filter(None, [document.get("before"), document["against"]])]
    for version in versions:
        version["period"] = dt.date.fromisoformat(version["period"])
    return document


def _in_language(document: Mapping[str, Any], language: Language) -> dict[str, Any]:
    """The document with the findings in one language."""
    return {**document, "findings": document["findings"][language]}
