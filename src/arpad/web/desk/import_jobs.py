"""An import that goes on while its page is left: it tells how far it is in the record beside its file."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Thread
from typing import Any, Literal

from arpad.i18n import LANGUAGES, ArpadError, Language, text
from arpad.web.desk.acting import ABOUT
from arpad.web.desk.forms import FormPage, WrongField
from arpad.web.page_words import problem_on_page
from arpad.web.uploads import Uploads, WaitingFile
from arpad.web.wrong_fields import field_of, with_labels

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
    kept: WaitingFile,
    kind: JobKind,
    told: Mapping[str, Any],
    form: FormPage,
    work: Callable[[ImportProgress], Mapping[str, Any]],
) -> None:
    """Begin an import, or the look at one, and wait a moment for it. `told` is for the pages that ask about it; its
    `fields` are those of the form."""
    token = f"{kept.key} {kind}"
    record = {"key": kept.key, "token": token, "kind": kind, "state": "working", "size": kept.size, "read": 0, **told}
    uploads.note(account, record)
    thread = Thread(target=_run, args=(ImportProgress(uploads, account, record), form, kept, work), daemon=True)
    thread.start()
    thread.join(PATIENCE)


def state_of(uploads: Uploads, account: str) -> JobState | None:
    """Return how an import stands, None if there is none."""
    state: JobState | None = uploads.record(account).get("state")
    return "stopped" if state == "working" and not uploads.at_work(account) else state


def _run(
    progress: ImportProgress, form: FormPage, kept: WaitingFile, work: Callable[[ImportProgress], Mapping[str, Any]]
) -> None:
    uploads, account = progress.uploads, progress.account
    try:
        with uploads.alone(account):
            uploads.note(account, progress.record | _outcome(progress, form, kept, work))
    except (_Abandoned, FileNotFoundError):
        return


def _outcome(
    progress: ImportProgress, form: FormPage, kept: WaitingFile, work: Callable[[ImportProgress], Mapping[str, Any]]
) -> dict[str, Any]:
    try:
        return {"state": "done", "result": work(progress)}
    except ArpadError as problem:
        return {"state": "refused", **_told(without_folder(problem, kept), form, progress.record["fields"])}
    except _Abandoned:
        raise
    except Exception:
        logging.getLogger("arpad.web").exception("the import of %s", kept.name)
        return {"state": "failed"}


def _told(problem: ArpadError, form: FormPage, fields: Mapping[str, str]) -> dict[str, Any]:
    """What is wrong, in every language, and the field it is about."""
    said = {spoken: problem_on_page(with_labels(problem, spoken), spoken) for spoken in LANGUAGES}
    return {"problem": said, "field": field_of(problem, [one.name for one in form.fields], ABOUT, fields)}


def wrong_of(record: Mapping[str, Any], state: JobState, language: Language) -> WrongField:
    """What is wrong with an import that was refused, or could not be finished."""
    if state == "refused":
        return WrongField(record["problem"][language], record["field"])
    return WrongField(text(f"web.importing.{state}", language))


def without_folder(problem: ArpadError, kept: WaitingFile | None) -> ArpadError:
    """A problem that names the file as it was sent, without the folder in which it waits."""
    if kept is None:
        return problem
    folder = f"{kept.path.parent}/"
    plain = {
        name: value.replace(folder, "") if isinstance(value, str) else value for name, value in problem.values.items()
    }
    return ArpadError(problem.key, **plain)
