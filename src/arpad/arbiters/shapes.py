"""The shapes of the documents about arbiters."""

import datetime as dt
from typing import TypedDict

from arpad.documents.schema import Anything, Bag


class ConditionValues(TypedDict):
    """What a condition asks and what was found. `sense`: least, more, most or equal; `missing` are facts not given."""

    required: Anything
    found: Anything
    sense: str
    detail: str
    missing: list[str]


class ConditionDocument(TypedDict):
    """A condition with its article. `ok` null: it is open; `norm` is the place of its norm in an application."""

    norm: int | None
    article: str
    key: str
    ok: bool | None
    values: ConditionValues
    words: str


class ArticleDocument(TypedDict):
    """An article and its conditions for an event; `holds` null: it is open."""

    article: str
    holds: bool | None
    checks: list[ConditionDocument]


class EventNormsDocument(TypedDict):
    """Whether arbiters can have a norm for a title in an event, and by which articles."""

    title: str
    edition: str
    possible: bool | None
    articles: list[str]
    short: bool
    rounds: ConditionDocument
    answers: list[ArticleDocument]


class ActivityDocument(TypedDict):
    """Whether an arbiter is active on a day, and until when; null: not known, `missing` names the facts that decide."""

    date: dt.date
    active: bool | None
    ends: dt.date | None
    since: dt.date | None
    article: str
    missing: list[str]


class ApplicantDocument(TypedDict):
    """Somebody who applies for a title."""

    id: str
    name: str
    federation: str
    born: dt.date | None


class ApplicationNormDocument(TypedDict):
    """A norm of an application. `chosen`: it is among those to send."""

    event: str
    start: dt.date | None
    end: dt.date | None
    edition: str
    article: str | None
    articles: list[str]
    short: bool
    expires: dt.date | None
    usable: bool
    chosen: bool


class ArbiterNeedDocument(TypedDict):
    """Something that an application still needs."""

    kind: str
    article: str
    values: Bag
    words: str


class ArbiterApplicationDocument(TypedDict):
    """An application for FA or IA, condition by condition. `complete` null: some facts are open."""

    title: str
    date: dt.date
    edition: str
    person: ApplicantDocument
    norms: list[ApplicationNormDocument]
    checks: list[ConditionDocument]
    complete: bool | None
    exact: bool
    open: int
    need: list[ArbiterNeedDocument]
    earliest: dt.date | None
    latest: dt.date | None


ArbiterUpgradeDocument = TypedDict(
    "ArbiterUpgradeDocument",
    {
        "to": str,
        "from": str,
        "date": dt.date,
        "complete": bool | None,
        "counted": list[str],
        "checks": list[ConditionDocument],
    },
)
"""An application for a category."""


class EventCategoryDocument(TypedDict):
    """The category of an event; null: none, or not known if it is `open`."""

    category: str | None
    article: str | None
    open: bool
    checks: list[ConditionDocument]


class CertificatesDocument(TypedDict):
    """How many certificates an event may issue; null: any number, or not `known`."""

    most: int | None
    article: str
    known: bool


class LeastMostDocument(TypedDict):
    """A number between two bounds."""

    least: int
    most: int


class ArbitersNeededDocument(TypedDict):
    """How many arbiters an event needs."""

    chief: int
    deputy: int
    arbiters: LeastMostDocument
    report_deputies: int


class EventFactsDocument(TypedDict):
    """The facts of an event that decide about norms of arbiters."""

    name: str
    start: dt.date | None
    end: dt.date | None
    system: str | None
    rounds: int | None
    players: int | None
    rated: int | None
    federations: int | None
    titled: int


class EventForArbitersDocument(TypedDict):
    """An event from the arbiters' side. `protection` has the level, its reasons and its check-list."""

    event: EventFactsDocument
    norms: list[EventNormsDocument]
    certificates: CertificatesDocument
    category: EventCategoryDocument
    needed: ArbitersNeededDocument
    protection: Bag
