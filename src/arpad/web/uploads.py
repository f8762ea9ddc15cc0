"""Large files that wait between two steps of a form: one for each account, in a folder of the office that nobody else
can read; and what becomes of them, in a record beside the file. All processes of the machine see them."""

import fcntl
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from arpad.documents.json import dumps
from arpad.i18n import ArpadError
from arpad.office.accounts.people import fingerprint
from arpad.office.storage.caches import index_folder
from arpad.office.storage.database import Database
from arpad.web.file_names import cleaned_name

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
            kept = WaitingFile(key, place / FILE / (cleaned_name(name) or "list"))
            with _opened(kept.path) as target:
                shutil.copyfileobj(source, target)
            self.note(account, {"key": key})
        except OSError as problem:
            raise ArpadError("web-not-kept", problem=problem.strerror or str(problem)) from None
        return kept

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
        with _opened(self._place(account) / LOCK) as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def at_work(self, account: str) -> bool:
        """Whether somebody works on the file of an account."""
        try:
            with _opened(self._place(account) / LOCK) as file:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False  # nothing waits
        return False

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
