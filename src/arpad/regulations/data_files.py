"""The data files of the regulations."""

from collections.abc import Collection, Iterable
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from arpad.bounded import told, toml_tables
from arpad.i18n import ArpadError

HERE = files("arpad.regulations")
"""The folder of the data files."""


def read_toml(file: Traversable) -> dict[str, Any]:
    """A TOML file, its decimals exact."""
    try:
        return toml_tables(file.read_text("utf-8"))
    except ValueError as problem:
        raise ArpadError("edition.not-toml", file=file.name, problem=told(problem)) from None


def refuse_unknown(file: str, keys: Iterable[str], known: Collection[str], place: str = "") -> None:
    """Refuse a key of a table that is not known. `place` names the table, if it is not the file itself."""
    for key in keys:
        if key not in known:
            named = f"{place}.{key}" if place else key
            raise ArpadError("edition.unknown-key", file=file, key=named, known=", ".join(sorted(known)))
