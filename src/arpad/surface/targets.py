"""Files to be written: a path, or an open file."""

import os
from pathlib import Path
from typing import IO

from arpad.i18n import ArpadError

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
        beside.unlink(missing_ok=True)
        raise ArpadError("file-unwritable", file=str(file), problem=problem.strerror or str(problem)) from None
