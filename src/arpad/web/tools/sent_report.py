"""A report that a form brings: as a file, or as the page before carried it on, with the ratings that it is rated by.

Nothing is kept on the server. Of an uploaded list, only the players of the report travel on.
"""

import tempfile
from collections.abc import Collection
from dataclasses import asdict, dataclass
from pathlib import Path, PurePath
from typing import Annotated, Literal, get_args

import pyarrow as pa
from fastapi import File, Form, UploadFile
from starlette.requests import Request

from arpad.domain.event import Event
from arpad.domain.rating_list import RatingList
from arpad.formats.rating_lists.columns import schema
from arpad.formats.rating_lists.files import list_bytes, read_list
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.office.tournaments.players import office_ratings
from arpad.web.site import Site
from arpad.web.standings.choices import carried, carry

RatingsFrom = Literal["report", "office", "list"]
SOURCES: tuple[RatingsFrom, ...] = get_args(RatingsFrom)
"""Where ratings and K come from: the report itself, the list of the office in force, or a list that is sent along."""
CARRIED_AS = "list.csv"

Sent = Annotated[UploadFile | None, File(description="A report: TRF or FEDA.")]
Carried = Annotated[str, Form(description="A report as a page before carried it, instead of a file.")]


@dataclass(frozen=True, slots=True)
class RatedBy:
    """By what a report is rated, as it was typed: an edition, empty for the one in force; a source of ratings; and the
    players of an uploaded list as a page carries them."""

    edition: str = ""
    ratings: str = "report"
    listed: str = ""

    def kept(self) -> dict[str, str]:
        """The fields by which forms carry it on."""
        fields = {"rated_by": self.edition or "-", "ratings": self.ratings, "listed": self.listed}
        return {name: value for name, value in fields.items() if value}


def rated_by_in_form(
    rated_by: Annotated[str, Form(max_length=60, include_in_schema=False)] = "",
    edition: Annotated[str, Form(max_length=60, description="The one in force at the start if none is named.")] = "",
    ratings: Annotated[str, Form(max_length=10, description="report, office or list: where ratings come from.")] = "",
    listed: Annotated[str, Form(include_in_schema=False)] = "",
) -> RatedBy:
    """What a form says. A page of standings has an edition of its own: `rated_by` is the one of the ratings."""
    return RatedBy(rated_by.removeprefix("-") if rated_by else edition, ratings or "report", listed)


def carried_choice(
    rated_by: Annotated[str, Form(max_length=60, include_in_schema=False)] = "",
    ratings: Annotated[str, Form(max_length=10, include_in_schema=False)] = "",
    listed: Annotated[str, Form(include_in_schema=False)] = "",
) -> RatedBy:
    """What the pages of standings carry on."""
    return RatedBy(rated_by.removeprefix("-"), ratings or "report", listed)


def sent_report(request: Request, file: UploadFile | None, report: str) -> bytes:
    """Return the report of a form."""
    if file is not None and (file.filename or not report):
        return file.file.read()
    return carried(report, request.app.state.site.settings.upload_limit)


def chosen_ratings(
    site: Site, event: Event, by: RatedBy, uploaded: UploadFile | None
) -> tuple[RatingList | None, RatedBy]:
    """Return the ratings that a report is rated by, None for its own; and the choice as pages carry it on."""
    source = parse.choice("ratings", by.ratings, SOURCES)
    ids = {player.id for player in event.players if player.id}
    if source == "report":
        return None, RatedBy(by.edition)
    if source == "office":
        rating_list = office_ratings(site.database, ids, event.start, site.ledgers)
        if rating_list is None:
            raise ArpadError("web-no-list")
        return rating_list, RatedBy(by.edition, source)
    if uploaded is not None and uploaded.filename:
        listed = _read(uploaded.file.read(), uploaded.filename, ids)
        return listed, RatedBy(by.edition, source, carry(list_bytes(_as_table(listed), "csv")) or "")
    if not by.listed:
        raise ArpadError("web-report-list")
    return _read(carried(by.listed, site.settings.upload_limit), CARRIED_AS, ids), by


def _read(data: bytes, name: str, ids: Collection[str]) -> RatingList:
    """Read the players with these ids from the bytes of a list."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"list{PurePath(name).suffix[:10]}"
        path.write_bytes(data)
        try:
            return read_list(path, ids)
        except ArpadError as problem:
            raise ArpadError(problem.key, **{**problem.values, "file": name}) from None


def _as_table(listed: RatingList) -> pa.Table:
    return pa.Table.from_pylist([asdict(entry) for entry in listed], schema=schema(listed.combined, listed.date))
