"""JSON documents about arbiters: their types and the functions that build them."""

import datetime as dt
from fractions import Fraction
from typing import TypedDict

from arpad.arbiters.categories import UpgradeAnswer
from arpad.arbiters.events import CategoryAnswer, check_sentence, need_words
from arpad.arbiters.needs import ApplicationAnswer, needs_of
from arpad.arbiters.norms import EventNorms
from arpad.arbiters.status import ActivityStatus
from arpad.documents.checks import Check
from arpad.documents.editions import plain_value
from arpad.documents.schema import Anything, Bag
from arpad.i18n import Language

# The shapes of the documents about arbiters.


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


# Answers about arbiters as JSON.


def check_values(check: Check, language: Language, norm: int | None = None) -> ConditionDocument:
    """One condition; `norm` is the place of the norm it belongs to."""
    return {
        "norm": norm,
        "article": check.article.number,
        "key": check.name,
        "ok": check.ok,
        "values": {
            "required": _plain(check.required),
            "found": _plain(check.found),
            "sense": check.sense,
            "detail": check.detail,
            "missing": list(check.missing),
        },
        "words": check_sentence(check, language),
    }


def _plain(value: object) -> object:
    return plain_value(value) if isinstance(value, Fraction) else value


def application_document(answer: ApplicationAnswer, language: Language) -> ArbiterApplicationDocument:
    """The answer to an application for a title."""
    case, person = answer.case, answer.case.application.person
    return {
        "title": case.application.title,
        "date": case.date,
        "edition": case.edition.id,
        "person": {"id": person.id, "name": person.name, "federation": person.federation, "born": person.born},
        "norms": [
            {
                "event": norm.event.name,
                "start": norm.event.start,
                "end": norm.event.end,
                "edition": norm.edition,
                "article": norm.article or None,
                "articles": list(norm.articles),
                "short": norm.short,
                "expires": norm.expires,
                "usable": usable,
                "chosen": norm in answer.chosen,
            }
            for norm, usable in zip(case.norms, answer.usable, strict=True)
        ],
        "checks": [check_values(check, language, place) for place, check in answer.all_checks],
        "complete": answer.complete,
        "exact": answer.exact,
        "open": len(answer.open_questions),
        "need": need_document(answer, language),
        "earliest": answer.earliest,
        "latest": answer.latest,
    }


def need_document(answer: ApplicationAnswer, language: Language) -> list[ArbiterNeedDocument]:
    """What is still needed."""
    return [
        {
            "kind": need.kind,
            "article": need.article,
            "values": {name: _plain(value) for name, value in need.values.items()},
            "words": need_words(need, language),
        }
        for need in needs_of(answer)
    ]


def event_norms_document(norms: EventNorms, language: Language) -> EventNormsDocument:
    """What an event gives for a title."""
    return {
        "title": norms.title,
        "edition": norms.edition,
        "possible": norms.possible,
        "articles": list(norms.articles),
        "short": norms.short,
        "rounds": check_values(norms.rounds, language),
        "answers": [
            {
                "article": answer.article,
                "holds": answer.holds,
                "checks": [check_values(check, language) for check in answer.checks],
            }
            for answer in norms.answers
        ],
    }


def status_document(status: ActivityStatus) -> ActivityDocument:
    """Whether an arbiter is active."""
    return {
        "date": status.day,
        "active": status.active,
        "ends": status.ends,
        "since": status.since,
        "article": status.article.number,
        "missing": list(status.missing),
    }


def category_document(answer: CategoryAnswer, language: Language) -> EventCategoryDocument:
    """The category of an event."""
    return {
        "category": answer.category,
        "article": None if answer.article is None else answer.article.number,
        "open": answer.open,
        "checks": [check_values(check, language) for check in answer.checks],
    }


def upgrade_document(answer: UpgradeAnswer, language: Language) -> ArbiterUpgradeDocument:
    """The answer to an application for a category."""
    return {
        "to": answer.application.to,
        "from": answer.application.present,
        "date": answer.application.date,
        "complete": answer.complete,
        "counted": [event.name for event in answer.counted],
        "checks": [check_values(check, language) for check in answer.checks],
    }
