"""Large files that wait between two steps of a form: one for each account, for a day, and nobody else can read it."""

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from arpad.office.accounts import fingerprint
from arpad.web.file_names import cleaned_name

HOURS = 24


@dataclass(frozen=True, slots=True)
class WaitingFile:
    """A file that waits: the key that its page carries, and where it is. Its name is the one it was sent with."""

    key: str
    path: Path

    @property
    def name(self) -> str:
        return self.path.name


class Uploads:
    """The files that wait in one office, in a folder of the machine: all of its processes see them."""

    def __init__(self, database: str) -> None:
        self._folder = Path(tempfile.gettempdir()) / f"arpad-uploads-{fingerprint(database)[:16]}"

    def keep(self, account: str, key: str, name: str, source: IO[bytes], now: float) -> WaitingFile:
        """Keep a file under a key that nobody can guess. The one that waited before for the account is forgotten."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        self._folder.chmod(0o700)  # refused if the folder is somebody else's
        own = self._folder / fingerprint(account)
        for folder in self._folder.iterdir():
            if folder == own or folder.stat().st_mtime < now - HOURS * 3600:
                shutil.rmtree(folder, ignore_errors=True)
        place = own / fingerprint(key)
        place.mkdir(mode=0o700, parents=True)
        kept = WaitingFile(key, place / (cleaned_name(name) or "list"))
        with kept.path.open("wb") as target:
            shutil.copyfileobj(source, target)
        return kept

    def find(self, account: str, key: str) -> WaitingFile | None:
        """Return a file that waits for an account, None if it is gone."""
        place = self._folder / fingerprint(account) / fingerprint(key)
        path = next(place.iterdir(), None) if key and place.is_dir() else None
        return None if path is None else WaitingFile(key, path)

    def forget(self, account: str) -> None:
        """Forget the file that waits for an account."""
        shutil.rmtree(self._folder / fingerprint(account), ignore_errors=True)
