"""Answers about arbiters as JSON."""

from fractions import Fraction

from arpad.arbiters.application import ApplicationAnswer
from arpad.arbiters.event_category import CategoryAnswer
from arpad.arbiters.needs import needs_of
from arpad.arbiters.norms import EventNorms
from arpad.arbiters.shapes import (
    ActivityDocument,
    ArbiterApplicationDocument,
    ArbiterNeedDocument,
    ArbiterUpgradeDocument,
    ConditionDocument,
    EventCategoryDocument,
    EventNormsDocument,
)
from arpad.arbiters.status import ActivityStatus
from arpad.arbiters.upgrade import UpgradeAnswer
from arpad.arbiters.words import check_sentence, need_words
from arpad.documents.editions import plain_value
from arpad.i18n import Language
from arpad.titles.model import Check


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
