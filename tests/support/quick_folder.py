"""Temporary files of the tests in memory, if the machine has such a folder: there a database need not wait for a disk
at every commit, which takes a third of the time of all tests. `TMPDIR` chooses another folder."""

import os
import shutil
import tempfile
from contextlib import suppress
from multiprocessing.util import Finalize
from pathlib import Path

MEMORY = Path("/dev/shm")
ROOM = 4 << 30
"""Bytes that must be free there."""
LAST = -200
"""The memory is given back when all other processes have removed their files."""
PREFIX = "arpad-t-"


def use_memory() -> Path | None:
    """Make a folder in memory and let this process and its children put their temporary files there, until this process
    ends. Returns None if there is no room in memory, or if somebody has chosen a folder."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK) or shutil.disk_usage(MEMORY).free < ROOM:
        return None
    _remove_forgotten()
    folder = MEMORY / f"{PREFIX}{os.getpid()}"
    folder.mkdir()
    folder.chmod(0o755)  # the server of PostgreSQL runs as another user
    os.environ["TMPDIR"] = str(folder)
    tempfile.tempdir = None
    Finalize(None, shutil.rmtree, (folder, True), exitpriority=LAST)
    return folder


def _remove_forgotten() -> None:
    """Remove the folders of runs that were killed."""
    for folder in MEMORY.glob(f"{PREFIX}*"):
        number = folder.name.removeprefix(PREFIX)
        if number.isdigit():
            with suppress(PermissionError):
                try:
                    os.kill(int(number), 0)
                except ProcessLookupError:
                    shutil.rmtree(folder, ignore_errors=True)
