"""The extras of the package: what a plain install leaves out, and the error that names it.

`pip install arpad` brings what rating, reports, titles, standings and pairings need. Everything else is an extra of
`pyproject.toml`, and its packages are imported when something first needs them.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from arpad.locale import ArpadError

EXTRAS: Mapping[str, str] = {
    "pyarrow": "tables",
    "numpy": "bulk",
    "duckdb": "bulk",
    "numba": "fast",
    "rustworkx": "fast",
    "typst": "pdf",
    "segno": "pdf",
    "sqlalchemy": "office",
    "alembic": "office",
    "psycopg": "office",
    "pwdlib": "office",
    "argon2": "office",
    "pyotp": "office",
    "fastapi": "web",
    "starlette": "web",
    "uvicorn": "web",
    "jinja2": "web",
    "pydantic": "web",
    "pyspark": "spark",
    "chess": "games",
}
"""The packages that are imported late, each with the smallest extra that brings it."""


def missing_extra(problem: ModuleNotFoundError, extra: str = "") -> ArpadError | None:
    """Return the error that names the extra to install; None for a module that no extra brings. `extra` is the one
    that the task at hand needs as a whole."""
    package = (problem.name or "").partition(".")[0]
    if package not in EXTRAS:
        return None
    return ArpadError("needs-extra", package=package, extra=extra or EXTRAS[package])


@contextmanager
def needing_package(name: str) -> Iterator[None]:
    """Import a package that Arpad works with and never installs."""
    try:
        yield
    except ModuleNotFoundError as problem:
        if problem.name != name:
            raise
        raise ArpadError("needs-package", package=name) from None
