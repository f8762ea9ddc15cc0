"""Offices copied with the files that were made from their lists, as whoever moves an office may do: the pages of a copy
need not make them again."""

import os
import shutil
from pathlib import Path


def copy_office(file: Path, to: Path) -> Path:
    """Copy the file of an office. The files of its index are only replaced, never changed, so links will do."""
    shutil.copy(file, to)
    index = _index(file)
    if index.is_dir():
        shutil.copytree(index, _index(to), copy_function=os.link)
    return to


def _index(file: Path) -> Path:
    return file.with_name(f"{file.name}-index")
