"""Uploaded files between two steps of a form, time-limited work on them, and names of downloads."""

import asyncio
import json
import os
import re
import shutil
import tempfile
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial, wraps
from inspect import iscoroutinefunction
from pathlib import Path
from threading import BoundedSemaphore
from typing import IO, Any
from urllib.parse import quote

from fastapi.routing import APIRoute
from filelock import BaseFileLock, FileLock
from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import FileResponse, Response

from arpad.documents.json import dumps
from arpad.i18n import ArpadError
from arpad.office.accounts.people import fingerprint
from arpad.office.storage.caches import index_folder
from arpad.office.storage.database import Database

# Files to be saved, and their names, as browsers old and new read them.

NOT_IN_NAMES = re.compile(r'[\x00-\x1f\x7f-\x9f"*/:<>?\\|;%]+')
"""Signs that some system does not take in the name of a file."""
LONGEST = 120
ROOTS = ("t", "office", "players", "tools")
"""First parts of addresses that say nothing about what is in a file."""


@contextmanager
def written_zip() -> Iterator[Path]:
    """Give the path of a new archive to be written and sent; it is removed if that fails."""
    handle, place = tempfile.mkstemp(prefix="arpad-", suffix=".zip")
    os.close(handle)
    try:
        yield Path(place)
    except BaseException:
        Path(place).unlink(missing_ok=True)
        raise


def zip_file(path: Path, name: str, **headers: str) -> Response:
    """Send an archive under its name, and remove it when it is sent."""
    after = BackgroundTask(path.unlink, missing_ok=True)
    return FileResponse(path, media_type="application/zip", headers=disposition(name) | headers, background=after)


def disposition(name: str, *, shown: bool = False) -> dict[str, str]:
    """Return the header that names a file (RFC 6266): in ASCII, and as it is if that differs. A file that is `shown`
    opens in the browser and has its name when it is saved."""
    cleaned = cleaned_name(name)
    apart = unicodedata.normalize("NFKD", cleaned)
    plain = "".join(letter for letter in apart if letter.isascii()).strip(" .-") or "file"
    header = f'{"inline" if shown else "attachment"}; filename="{plain}"'
    if plain != cleaned:
        header += f"; filename*=UTF-8''{quote(cleaned, safe='')}"
    return {"content-disposition": header}


def cleaned_name(name: str) -> str:
    """A name without signs that some system does not take; a long one is cut before its ending."""
    cleaned = unicodedata.normalize("NFC", " ".join(NOT_IN_NAMES.sub(" ", name).split()))
    stem, dot, ending = cleaned.rpartition(".")
    return f"{stem[:LONGEST].strip(' .-')}{dot}{ending}" if dot else cleaned[:LONGEST]


def name_by_address(request: Request) -> str:
    """Return the name of a file that has none of its own: the parts of its address, /lists/2024-05.csv as
    lists-2024-05.csv."""
    parts = [part for part in request.url.path.split("/") if part]
    return "-".join(parts[1:] if len(parts) > 1 and parts[0] in ROOTS else parts)


# Work on files that anybody can send: in a few threads of its own, so that no page waits for it, and in bounded time.
# Somebody whose file takes too long is told so. What is done for it goes on to its end, which the limits of files
# bound, and counts as work until then.

SECONDS = 30
"""How long somebody waits for an answer."""
AT_ONCE, MOST_WAITING = 2, 16
"""Files that are looked at at the same time, and those that may wait for it."""


class FileWork:
    """The threads for this work, and places for those who wait for one."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "files")
        self._places = BoundedSemaphore(AT_ONCE + MOST_WAITING)

    async def do(self, work: Callable[[], Any]) -> Any:
        """Do something in a thread and wait for it, but not for ever."""
        if not self._places.acquire(blocking=False):
            raise ArpadError("web-busy")
        future = self._threads.submit(copy_context().run, work)
        future.add_done_callback(lambda _: self._places.release())
        try:
            return await asyncio.wait_for(asyncio.wrap_future(future), SECONDS)
        except TimeoutError:
            raise ArpadError("web-too-long", seconds=SECONDS) from None


class TimedRoute(APIRoute):
    """A route whose forms are dealt with as work on files."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **settings: Any) -> None:
        sends = "POST" in (settings.get("methods") or ())
        called = _timed(endpoint) if sends and not iscoroutinefunction(endpoint) else endpoint
        super().__init__(path, called, **settings)


def _timed(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(endpoint)
    async def timed(*args: Any, **given: Any) -> Any:
        request = given["request"]
        return await request.app.state.file_work.do(partial(endpoint, *args, **given))

    return timed


# Large files that wait between two steps of a form: one for each account, in a folder of the office that nobody else
# can read; and what becomes of them, in a record beside the file. All processes of the machine see them.

HOURS = 24
FOR_OWNER = 0o700
FILE, RECORD, LOCK = "file", "record.json", "lock"


@dataclass(frozen=True, slots=True)
class WaitingFile:
    """A file that waits: the key that its page carries, and where it is. Its name is the one it was sent with."""

    key: str
    path: Path

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def size(self) -> int:
        return self.path.stat().st_size


class Uploads:
    """The files that wait in one office, beside its database."""

    def __init__(self, database: Database) -> None:
        own = fingerprint(database.address.shown)[:16]
        self._folder = index_folder(database.address) / f"waiting-{own}"

    def keep(self, account: str, key: str, name: str, source: IO[bytes], now: float) -> WaitingFile:
        """Keep a file for a day. The one that waited before for the account is forgotten."""
        try:
            self._tidy(account, now)
            place = self._place(account)
            place.mkdir(mode=FOR_OWNER)
            (place / FILE).mkdir(mode=FOR_OWNER)
            file = WaitingFile(key, place / FILE / (cleaned_name(name) or "list"))
            with _opened(file.path) as target:
                shutil.copyfileobj(source, target)
            self.note(account, {"key": key})
        except OSError as problem:
            raise ArpadError("web-not-kept", problem=problem.strerror or str(problem)) from None
        return file

    def find(self, account: str, key: str = "") -> WaitingFile | None:
        """Return the file that waits for an account, None if it is gone or another one came since."""
        known = self.record(account).get("key", "")
        folder = self._place(account) / FILE
        path = next(folder.iterdir(), None) if known and folder.is_dir() else None
        return None if path is None or (key and key != known) else WaitingFile(known, path)

    def forget(self, account: str) -> None:
        """Forget the file that waits for an account."""
        shutil.rmtree(self._place(account), ignore_errors=True)

    def note(self, account: str, record: Mapping[str, Any]) -> None:
        """Write the record of the file that waits for an account, whole or not at all."""
        place = self._place(account)
        with _opened(place / f"{RECORD}.new") as target:
            target.write(dumps(record).encode())
        (place / f"{RECORD}.new").replace(place / RECORD)

    def record(self, account: str) -> dict[str, Any]:
        """Return the record of the file that waits for an account, empty if there is none."""
        try:
            found: dict[str, Any] = json.loads((self._place(account) / RECORD).read_bytes())
        except (OSError, ValueError):
            return {}
        return found

    @contextmanager
    def alone(self, account: str) -> Iterator[None]:
        """Work on the file of an account: one after the other. The lock of a process that was killed is free."""
        with self._lock(account):
            yield

    def at_work(self, account: str) -> bool:
        """Whether somebody works on the file of an account."""
        try:
            with self._lock(account).acquire(blocking=False):
                return False
        except TimeoutError:
            return True
        except OSError:
            return False  # nothing waits

    def _lock(self, account: str) -> BaseFileLock:
        place = self._place(account)
        place.stat()  # without a folder nothing waits; the library would make it
        return FileLock(place / LOCK, mode=0o600)

    def _place(self, account: str) -> Path:
        return self._folder / fingerprint(account)

    def _tidy(self, account: str, now: float) -> None:
        """Make the folder, or make sure that it is ours and for nobody else; and remove what is old."""
        self._folder.mkdir(mode=FOR_OWNER, parents=True, exist_ok=True)
        self._folder.chmod(FOR_OWNER)
        for folder in self._folder.iterdir():
            if folder == self._place(account) or folder.stat().st_mtime < now - HOURS * 3600:
                shutil.rmtree(folder, ignore_errors=True)


def _opened(path: Path) -> IO[bytes]:
    """A file that only its owner can read."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")
