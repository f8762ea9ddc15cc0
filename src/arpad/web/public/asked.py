"""The parts of a page's address: a system, a time class, a version."""

from typing import Annotated

from fastapi import Path, Query

from arpad.regulations import TimeClass

SystemName = Annotated[str, Query(max_length=30, description="The rating system; the first one if none is named.")]
EventNumber = Annotated[int, Path(ge=1, le=1_000_000_000, description="The number of an event.")]
Class = Annotated[TimeClass, Query(description="The time class.")]
VersionNumber = Annotated[int | None, Query(ge=1, le=1_000_000, description="The newest version if none is named.")]
