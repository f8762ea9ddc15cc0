"""Folders that come with the package, for those who need them on disk: Arpad also runs from a zip file."""

import atexit
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory


@cache
def package_folder(package: str, name: str) -> Path:
    """Return a folder of a package on disk. One in a zip is copied out, until the process ends."""
    folder = files(package) / name
    if isinstance(folder, Path):
        return folder
    temporary = TemporaryDirectory(prefix="arpad-")
    atexit.register(temporary.cleanup)
    copy_folder(folder, Path(temporary.name) / name)
    return Path(temporary.name) / name


def copy_folder(source: Traversable, target: Path) -> None:
    """Copy a folder into a new one, without what Python has compiled."""
    target.mkdir()
    for entry in source.iterdir():
        if not entry.is_dir():
            (target / entry.name).write_bytes(entry.read_bytes())
        elif entry.name != "__pycache__":
            copy_folder(entry, target / entry.name)
