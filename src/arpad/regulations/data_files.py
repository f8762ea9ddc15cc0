"""The data files of the regulations."""

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

from arpad.locale import ArpadError

HERE = Path(__file__).parent
"""The folder of the data files."""


def read_toml(file: Path) -> dict[str, Any]:
    """A TOML file, its decimals exact."""
    try:
        return tomllib.loads(file.read_text("utf-8"), parse_float=Fraction)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise ArpadError("edition.not-toml", file=file.name, problem=str(problem)) from None
