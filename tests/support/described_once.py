"""One description of the interface for all applications of a process: they have the same pages, and to describe them
takes a second."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fastapi import FastAPI

_MADE: list[dict[str, Any]] = []


def described_once(app: "FastAPI") -> "FastAPI":
    """Let an application give the description that the first one has made."""
    describe = app.openapi

    def openapi() -> dict[str, Any]:
        if not _MADE:
            _MADE.append(describe())
        return _MADE[0]

    app.openapi = openapi  # type: ignore[method-assign]
    return app
