"""The extras of the package: what a plain install leaves out, and the error that names it.

`pip install arpad` brings what rating, reports, titles, standings and pairings need. Everything else is an extra of
`pyproject.toml`, and its packages are imported when something first needs them.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from arpad.i18n import ArpadError

EXTRAS: Mapping[str, str] = {
    "pyarrow": "tables",
    "numpy": "tables",
    "duckdb": "bulk",
    "numba": "fast",
    "rustworkx": "fast",
    "typst": "pdf",
    "segno": "pdf",
    "python_calamine": "sheets",
    "xlsxwriter": "sheets",
    "sqlalchemy": "office",
    "alembic": "office",
    "psycopg": "office",
    "pwdlib": "office",
    "argon2": "office",
    "pyotp": "office",
    "cryptography": "office",
    "rapidfuzz": "office",
    "fastapi": "web",
    "starlette": "web",
    "uvicorn": "web",
    "httptools": "web",
    "uvloop": "web",
    "jinja2": "web",
    "pydantic": "web",
    "pyspark": "spark",
    "pandas": "pandas",
    "polars": "polars",
    "chess": "games",
}
"""The packages that are imported late, each with the smallest extra that brings it."""
INCLUDED: Mapping[str, tuple[str, ...]] = {
    "office": ("tables",),
    "web": ("office", "pdf", "sheets"),
    "bulk": ("tables",),
    "pandas": ("tables",),
    "polars": ("tables",),
    "spark": ("bulk", "pandas"),
}
"""The extras that an extra brings with it."""


def brings(extra: str, package: str) -> bool:
    """Whether an extra brings a package, by itself or by those that it includes."""
    return EXTRAS[package] == extra or any(brings(part, package) for part in INCLUDED.get(extra, ()))


def missing_extra(problem: ModuleNotFoundError, extra: str = "") -> ArpadError | None:
    """Return the error that names the extra to install; None for a module that no extra brings. `extra` is the one
    that the task at hand needs as a whole: it is named if it brings the package, otherwise the smallest that does."""
    package = (problem.name or "").partition(".")[0]
    if package not in EXTRAS:
        return None
    named = extra if extra and brings(extra, package) else EXTRAS[package]
    return ArpadError("needs-extra", package=package, extra=named)


@contextmanager
def needing_package(name: str) -> Iterator[None]:
    """Import a package that Arpad works with and never installs."""
    try:
        yield
    except ModuleNotFoundError as problem:
        if problem.name != name:
            raise
        raise ArpadError("needs-package", package=name) from None


class LateModule:
    """A package that is imported when something of it is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)


if TYPE_CHECKING:
    import numpy as numpy  # noqa: PLC0414  (exported)
else:
    numpy = LateModule("numpy")
"""numpy for modules that must start without it: `from arpad.extras import numpy as np`."""
