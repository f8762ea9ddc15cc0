"""The manual's tables that follow no rule, read from `tables.toml`."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from arpad.regulations.articles import read_toml


@cache
def printed(system: str) -> Mapping[str, Any]:
    """The tables of one system by their size."""
    tables: Mapping[str, Any] = read_toml(files("arpad.pairing") / "draw_tables.toml")[system]
    return tables
