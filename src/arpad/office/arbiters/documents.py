"""Arbiters of the office for JSON and CSV."""

import datetime as dt
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from arpad.arbiters.documents import (
    ActivityDocument,
    ArbiterApplicationDocument,
    ArbiterUpgradeDocument,
    application_document,
    status_document,
    upgrade_document,
)
from arpad.documents.fields import ShownField, ShownFields
from arpad.documents.schema import Bag, joined
from arpad.i18n import Language
from arpad.office.arbiters.careers import ArbiterCareer
from arpad.office.storage import KeptArbiterRecord


@dataclass(frozen=True, slots=True)
class ListedArbiter:
    """An arbiter on a day, for the list of all. `active` None: it is not known."""

    id: str
    name: str
    federation: str
    title: str
    category: str
    active: bool | None
    ends: dt.date | None


CAREER = ShownFields[ListedArbiter](
    ShownField("id", heading="fide-id"),
    *map(ShownField, ("name", "federation", "title", "category")),
    ShownField("active", words="web.arbiters.active."),
    ShownField("ends", heading="active-until"),
    named="Arbiter",
)
RECORD = ShownFields[KeptArbiterRecord](
    ShownField("id", heading="player-rank"),
    ShownField("kind", heading="what", words="web.arbiters.record."),
    ShownField("at", lambda record: record.at.isoformat(), heading="when", say=lambda record: f"{record.at:%Y-%m-%d}"),
    ShownField("data", lambda record: dict(record.data), of=Bag),
    ShownField("reason"),
    ShownField("revoked"),
    named="ArbiterRecord",
)


class CareerMoreDocument(TypedDict):
    """What is told of one arbiter besides the row of the list: records, activity, and the next applications."""

    date: dt.date
    born: dt.date | None
    languages: list[str] | None
    awards: dict[str, dt.date]
    status: ActivityDocument
    records: list[Annotated[dict[str, Any], RECORD]]
    application: ArbiterApplicationDocument | None
    upgrade: ArbiterUpgradeDocument | None


CAREER_DOCUMENT = joined("ArbiterCareer", CAREER, CareerMoreDocument)


def listed_on(career: ArbiterCareer, day: dt.date) -> ListedArbiter:
    """Return an arbiter as the list of a day shows them."""
    person, status = career.person, career.status(day)
    return ListedArbiter(
        career.id, person.name, person.federation, career.title, career.category, status.active, status.ends
    )


def career_document(career: ArbiterCareer, day: dt.date, language: Language) -> dict[str, Any]:
    """Return everything about an arbiter on a day: records, activity, and what the next application lacks."""
    person, title, category = career.person, career.next_title, career.next_category
    return {
        **CAREER.document(listed_on(career, day)),
        "date": day,
        "born": person.born,
        "languages": None if person.languages is None else list(person.languages),
        "awards": dict(career.awards),
        "status": status_document(career.status(day)),
        "records": [RECORD.document(record) for record in career.records],
        "application": None if title is None else application_document(career.application(title, day), language),
        "upgrade": None if category is None else upgrade_document(career.upgrade(category, day), language),
    }
