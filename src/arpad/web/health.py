"""Health check, metrics, and request counters shared by all worker processes.

Health and metrics answer even if the database does not.
"""

import mmap
import os
import shutil
import struct
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from anyio import CapacityLimiter, move_on_after, to_thread
from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from arpad.documents.document import Document
from arpad.i18n import StorageFault
from arpad.office.lists import versions
from arpad.office.storage.database import Database
from arpad.office.storage.log_table import last_backup, written_by
from arpad.office.storage.schema import REVISION
from arpad.release import __version__
from arpad.web.cache import json_text
from arpad.web.openapi import shaped
from arpad.web.site import Site

# Counters of requests, of all workers of a server together. Each worker has its own file in a folder that the server
# made, mapped into its memory, so that counting costs nothing. A worker that ends leaves its file behind: the sums
# never become smaller.

CLASSES = ("1xx", "2xx", "3xx", "4xx", "5xx")
NUMBERS = struct.Struct(f"={len(CLASSES) + 1}q")
"""The requests of each class, and the milliseconds that all of them took."""


class Counters:
    """Counts the requests since the server started: those of this process, and with a folder those of all."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._numbers = [0] * (len(CLASSES) + 1)
        self._shared = mmap.mmap(-1, NUMBERS.size) if folder is None else _mapped(folder)

    def count(self, status: int, milliseconds: int) -> None:
        """Count one request. Only one thread of a process does."""
        self._numbers[status // 100 - 1] += 1
        self._numbers[-1] += milliseconds
        NUMBERS.pack_into(self._shared, 0, *self._numbers)

    def sums(self) -> tuple[Mapping[str, int], int]:
        """Return the requests by their class, and the milliseconds that they took."""
        own = [NUMBERS.unpack(self._shared)]
        found = own if self._folder is None else [_read(path) for path in self._folder.glob("worker-*")]
        sums = [sum(column) for column in zip(*found, strict=True)]
        return {name: count for name, count in zip(CLASSES, sums, strict=False) if count}, sums[-1]


def _mapped(folder: Path) -> mmap.mmap:
    handle, _ = tempfile.mkstemp(prefix="worker-", dir=folder)
    try:
        os.truncate(handle, NUMBERS.size)
        return mmap.mmap(handle, NUMBERS.size)
    finally:
        os.close(handle)


def _read(path: Path) -> tuple[int, ...]:
    return NUMBERS.unpack(path.read_bytes().ljust(NUMBERS.size, b"\0"))


# Health and metrics, for those who watch the office. Both answer also if the database does not.

health = APIRouter(tags=["health"])

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
PATIENCE = 5
"""The seconds that the database has to answer."""
ASKING = CapacityLimiter(2)
"""Threads of their own: those of the pages may all be waiting for the database."""
LOW = 500_000_000
"""With fewer free bytes there is a warning."""

Found = TypeVar("Found")


class Health(Document, frozen=True):
    """Whether the office is well. `release` answers, `written_by` founded or upgraded the office last."""

    status: str
    release: str
    revision: str
    written_by: str | None
    database: str
    events: str
    disk: str
    newest: Mapping[str, str | None]
    backup: str | None


@dataclass(frozen=True, slots=True)
class OfficeState:
    """The office as its database tells it: the newest list and the number of lists of each system, the last backup."""

    newest: Mapping[str, str | None]
    published: Mapping[str, int]
    backup: str | None
    release: str


@health.get("/health", response_class=Response, responses={503: {"description": "The office cannot be reached."}})
@shaped(Health)
async def is_well(request: Request) -> Response:
    """Whether the database can be reached and the disk has room, the newest list of each system, the last backup."""
    site: Site = request.app.state.site
    state = await _in_time(lambda: _state(site))
    own = site.events.database is not site.database
    events = await _in_time(lambda: _reached(site.events.database)) if own else state
    well = state is not None and events is not None
    free = _free_bytes(site)
    found = Health(
        status="ok" if well else "failed",
        release=__version__,
        revision=REVISION,
        written_by=None if state is None else state.release or None,
        database="failed" if state is None else "ok",
        events="failed" if events is None else "ok",
        disk="ok" if free >= LOW else "low",
        newest={} if state is None else state.newest,
        backup=None if state is None else state.backup,
    )
    return json_text(found.document(), 200 if well else 503)


@health.get("/metrics", response_class=PlainTextResponse)
async def metrics(request: Request) -> Response:
    """Counters of all workers as plain text, as Prometheus reads them."""
    site: Site = request.app.state.site
    counters: Counters = request.app.state.counters
    answers, milliseconds = counters.sums()
    lines = ["# TYPE arpad_requests_total counter"]
    lines += [f'arpad_requests_total{{class="{answer}"}} {count}' for answer, count in answers.items()]
    seconds, rest = divmod(milliseconds, 1000)
    lines += ["# TYPE arpad_request_seconds_total counter", f"arpad_request_seconds_total {seconds}.{rest:03}"]
    lines += ["# TYPE arpad_disk_free_bytes gauge", f"arpad_disk_free_bytes {_free_bytes(site)}"]
    state = await _in_time(lambda: _state(site))
    lines += ["# TYPE arpad_database_up gauge", f"arpad_database_up {int(state is not None)}"]
    if state is not None:
        lines.append("# TYPE arpad_lists_published gauge")
        lines += [f'arpad_lists_published{{system="{name}"}} {count}' for name, count in state.published.items()]
    return PlainTextResponse("\n".join(lines) + "\n", media_type=MEDIA)


async def _in_time(ask: Callable[[], Found]) -> Found | None:
    """Ask the database in a thread. None if it fails, or takes too long."""
    with move_on_after(PATIENCE):
        try:
            return await to_thread.run_sync(ask, abandon_on_cancel=True, limiter=ASKING)
        except StorageFault:
            return None
    return None


def _state(site: Site) -> OfficeState:
    published = {system.name: versions(site.desk(system.name), published=True) for system in site.systems()}
    with site.database.reading() as connection:
        backup, release = last_backup(connection), written_by(connection)
    return OfficeState(
        {name: found[-1].period.isoformat() if found else None for name, found in published.items()},
        {name: len({version.period for version in found}) for name, found in published.items()},
        None if backup is None else backup.isoformat(),
        release,
    )


def _reached(database: Database) -> bool:
    database.check()
    return True


def _free_bytes(site: Site) -> int:
    """Return the free bytes of the fullest disk that the office writes to, as far as it is on this machine."""
    files = [site.database.address.path, site.events.database.address.path, site.index_folder]
    folders = {_there(path.absolute().parent) for path in files if path is not None}
    return min(shutil.disk_usage(folder).free for folder in folders)


def _there(folder: Path) -> Path:
    """Return a folder, or the first above it that exists."""
    return next(path for path in (folder, *folder.parents) if path.is_dir())
