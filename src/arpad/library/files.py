"""Files as a program has them: a path, bytes, or an open file."""

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from arpad.i18n import ArpadError

if TYPE_CHECKING:
    from arpad.formats.report import Report

Source = str | os.PathLike[str] | bytes | IO[bytes] | IO[str]
"""A path, the bytes of a file, or an open file."""

IN_MEMORY = "<bytes>"
"""How a message names a file that has no name."""


def name_of(source: Source) -> str:
    """Return the name of a file for messages."""
    if isinstance(source, str | os.PathLike):
        return os.fspath(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else IN_MEMORY


def report_bytes(source: Source) -> bytes:
    """Return a report as it is, byte for byte. One byte too many is enough to see that it is too long."""
    from arpad.formats.report import LARGEST

    return read_bytes(source, LARGEST + 1)


def load_report(source: Source) -> "Report":
    """Read a tournament report; a problem with what is in it names the file."""
    from arpad.formats.read import read_report  # 30 ms of the processor that a command without a report need not spend

    data = report_bytes(source)
    try:
        return read_report(data)
    except ArpadError as trouble:
        if name_of(source) == IN_MEMORY:
            raise
        raise ArpadError("report", file=name_of(source), problem=trouble) from None


def read_bytes(source: Source, most: int) -> bytes:
    """Return the bytes of a file: at most `most` of them, or all if it is -1."""
    if isinstance(source, bytes | bytearray | memoryview):
        return bytes(source)
    if isinstance(source, str | os.PathLike):
        return _of_path(Path(source), most)
    read: Any = getattr(source, "read", None)
    if read is None:
        raise ArpadError("surface.source", kind=type(source).__name__)
    found = read(most)
    return found.encode() if isinstance(found, str) else bytes(found)


def _of_path(file: Path, most: int) -> bytes:
    try:
        with file.open("rb") as stream:
            return stream.read(most)
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(file)) from None
    except (OSError, ValueError) as trouble:
        why = getattr(trouble, "strerror", None) or str(trouble)
        raise ArpadError("report-unreadable", file=str(file), problem=why) from None


@contextmanager
def as_path(source: Source) -> Iterator[Path]:
    """A file to be read by its path: the one named, or a temporary one with the same bytes."""
    if isinstance(source, str | os.PathLike):
        yield Path(source)
        return
    from tempfile import TemporaryDirectory

    name, data = name_of(source), read_bytes(source, -1)
    with TemporaryDirectory() as folder:
        file = Path(folder) / (Path(name).name if name != IN_MEMORY else "list")
        file.write_bytes(data)
        try:
            yield file
        except ArpadError as problem:
            if problem.values.get("file") != str(file):
                raise
            raise ArpadError(problem.key, **{**problem.values, "file": name}) from None


# Files to be written: a path, or an open file.

Target = str | os.PathLike[str] | IO[bytes]
"""A path, or an open file to write bytes into."""


def write(data: bytes, target: Target | None) -> bytes:
    """Write bytes to a file, whole or not at all, and return them."""
    if isinstance(target, str | os.PathLike):
        write_file(Path(target), data)
    elif target is not None and hasattr(target, "write"):
        target.write(data)
    elif target is not None:
        raise ArpadError("surface.target", kind=type(target).__name__)
    return data


def write_file(file: Path, data: bytes) -> None:
    """Write a file, whole or not at all."""
    beside = file.with_name(f".{file.name}.part")
    try:
        beside.write_bytes(data)
        beside.replace(file)
    except OSError as problem:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        raise ArpadError("file-unwritable", file=str(file), problem=problem.strerror or str(problem)) from None
