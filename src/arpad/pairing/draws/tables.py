"""The manual's tables that follow no rule, read from `tables.toml`."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from arpad.regulations.data_files import read_toml


@cache
def printed(system: str) -> Mapping[str, Any]:
    """The tables of one system by their size."""
    tables: Mapping[str, Any] = read_toml(Path(__file__).with_name("tables.toml"))[system]
    return tables
