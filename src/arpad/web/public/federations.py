"""Federations: how strong each is on the newest list, and one of them with its best players and its events."""

from typing import Annotated, Any

from fastapi import Path
from starlette.requests import Request

from arpad.i18n import ArpadError
from arpad.lists.top_lists import FederationLine
from arpad.office.context import Desk
from arpad.office.documents import EVENT, VERSION
from arpad.office.events import list_events
from arpad.office.lists import best_at_home, published_federations, versions
from arpad.office.records import VersionRecord
from arpad.regulations.articles import TIME_CLASSES, TimeClass
from arpad.web.answers import Answer
from arpad.web.pages import Pages
from arpad.web.public.asked import HIDDEN, Class, SystemName
from arpad.web.public.shapes import BEST_OF_FEDERATION, LINE, FederationDocument, FederationsDocument

federations = Pages("federations", same_for_all=True)

BEST, LATEST = 10, 10
Code = Annotated[str, Path(max_length=3, description="Three letters.")]


@federations.page("/federations", "public_federations.html", FederationsDocument, table=True)
def all_federations(request: Request, time_class: Class = "standard", system: SystemName = "") -> Answer:
    """The federations on the newest list, the strongest first."""
    desk = request.app.state.site.desk(system)
    newest = _newest(desk)
    found = () if newest is None else _lines(desk, newest, time_class)
    return Answer(
        document=lambda: {
            "list": None if newest is None else VERSION.document(newest),
            "time_class": time_class,
            "federations": [LINE.document(line) for line in found],
        },
        page=lambda: {"newest": newest, "lines": found, "time_class": time_class, "classes": TIME_CLASSES},
        table=lambda: LINE.table(found),
    )


@federations.page("/federations/{code}", "public_federation.html", FederationDocument)
def federation(request: Request, code: Code, system: SystemName = "") -> Answer:
    """A federation: its players by numbers, its best in each time class, the events that were held there."""
    desk = request.app.state.site.desk(system)
    newest, wanted = _newest(desk), code.upper()
    classes = {} if newest is None else _of_one(desk, newest, wanted)
    held = [event for event in reversed(list_events(desk)) if event.federation == wanted and event.state not in HIDDEN]
    if not classes and not held:
        raise ArpadError("web-federation-unknown", federation=code)
    return Answer(
        document=lambda: {
            "federation": wanted,
            "list": None if newest is None else VERSION.document(newest),
            "classes": {
                name: LINE.document(line) | {"best": [BEST_OF_FEDERATION.document(row) for row in rows]}
                for name, (line, rows) in classes.items()
            },
            "events": [EVENT.document(event) for event in held[:LATEST]],
        },
        page=lambda: {"code": wanted, "newest": newest, "by_class": classes, "held": held[:LATEST], "count": len(held)},
    )


def _newest(desk: Desk) -> VersionRecord | None:
    known = versions(desk, published=True)
    return known[-1] if known else None


def _lines(desk: Desk, newest: VersionRecord, time_class: TimeClass) -> tuple[FederationLine, ...]:
    return published_federations(desk, newest.period, newest.number, time_class)[1]


def _of_one(
    desk: Desk, newest: VersionRecord, code: str
) -> dict[TimeClass, tuple[FederationLine, list[dict[str, Any]]]]:
    """A federation's line and its best players, in the time classes in which it has players."""
    found = {}
    for name in TIME_CLASSES:
        line = next((one for one in _lines(desk, newest, name) if one.code == code), None)
        if line is not None:
            found[name] = line, best_at_home(desk, newest.period, newest.number, name, code, BEST)
    return found
