"""The parts of a page's address: a system, a time class, a version."""

from typing import Annotated

from fastapi import Path, Query
from pydantic import BeforeValidator, Field
from starlette.exceptions import HTTPException
from starlette.requests import Request

from arpad.office.records import EventRecord
from arpad.regulations.articles import TimeClass

SystemName = Annotated[str, Query(max_length=30, description="The rating system; the first one if none is named.")]
EventNumber = Annotated[int, Path(ge=1, le=1_000_000_000, description="The number of an event.")]
Class = Annotated[TimeClass, Query(description="The time class.")]
VersionNumber = Annotated[int | None, Query(ge=1, le=1_000_000, description="The newest version if none is named.")]
PageNumber = Annotated[int, Query(ge=1, le=1_000_000, description="The page of a long table.")]
PageOrAll = Annotated[
    int | None, Query(ge=1, le=1_000_000, description="The page of a long table; without it a document is whole.")
]

HIDDEN = ("refused", "withdrawn")
"""The states of events that only the office sees."""


def check_shown(request: Request, event: EventRecord) -> None:
    """Let nobody see an event by its number that was refused or taken back, but those who are signed in."""
    if event.state in HIDDEN and request.state.account is None:
        raise HTTPException(404)


def _or_none(typed: object) -> object:
    """A field that was left empty asks for nothing."""
    return None if typed == "" else typed


Year = Annotated[int, Field(ge=1800, le=2200)]
BirthYear = Annotated[Year | None, BeforeValidator(_or_none), Query(description="A year of birth.")]
