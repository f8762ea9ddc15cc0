"""A folder of files that is written whole or not at all."""

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa

from arpad.i18n import ArpadError


def check_free(folder: Path, overwrite: bool) -> None:
    """Check that the folder is not there, or is empty, or may be written over."""
    try:
        if folder.exists() and not folder.is_dir():
            raise ArpadError("bulk-not-a-folder", folder=str(folder))
        if not overwrite and folder.is_dir() and any(folder.iterdir()):
            raise ArpadError("bulk-not-empty", folder=str(folder))
    except OSError as problem:
        raise ArpadError("file-unwritable", file=str(folder), problem=problem.strerror or str(problem)) from None


@contextlib.contextmanager
def whole_folder(folder: Path, overwrite: bool = False) -> Iterator[Path]:
    """Write into a hidden folder next to the real one; it takes its place at the end, and is removed on failure.

    In an existing folder, files of the same name are replaced, and others stay.
    """
    check_free(folder, overwrite)
    place = folder.absolute()
    beside = place.with_name(f".{place.name}.part")
    try:
        shutil.rmtree(beside, ignore_errors=True)
        beside.mkdir(parents=True)
        yield beside
        if place.is_dir():
            for file in sorted(beside.iterdir()):
                file.replace(place / file.name)
        else:
            beside.rename(place)
    except (OSError, pa.ArrowException) as problem:
        why = getattr(problem, "strerror", None) or str(problem).splitlines()[0]
        raise ArpadError("file-unwritable", file=str(folder), problem=why) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)
