"""The data files of the regulations."""

from pathlib import Path
from typing import Any

from arpad.bounded import told, toml_tables
from arpad.locale import ArpadError

HERE = Path(__file__).parent
"""The folder of the data files."""


def read_toml(file: Path) -> dict[str, Any]:
    """A TOML file, its decimals exact."""
    try:
        return toml_tables(file.read_text("utf-8"))
    except ValueError as problem:
        raise ArpadError("edition.not-toml", file=file.name, problem=told(problem)) from None
