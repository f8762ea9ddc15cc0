"""Conditions, needs and answers about arbiters in words."""

import datetime as dt
from fractions import Fraction

from arpad.arbiters.certificates import CertificateQuota
from arpad.arbiters.event_category import CategoryAnswer
from arpad.arbiters.needs import ArbiterNeed
from arpad.arbiters.status import ActivityStatus
from arpad.i18n import Language, has, number, plain, text
from arpad.titles.documents import SIGNS
from arpad.titles.model import Check

SHARES = frozenset({"exam", "rated-share"})
WORDED = {"system": "arbiter.system", "kind": "arbiter.kind", "world-level": "arbiter.level"}
"""Conditions whose values are words of ours."""


def value_words(check: Check, value: object, language: Language) -> str:
    """Return a required or found value for readers."""
    if check.name in WORDED:
        return _worded(check, value, language)
    if value is None:
        return "–"
    if check.name in SHARES and isinstance(value, int | Fraction):
        return f"{number(value * 100, language)}%"
    if isinstance(value, dt.date):
        return value.isoformat()
    return str(plain(value, language))


def _worded(check: Check, value: object, language: Language) -> str:
    if value is None:
        return text("arbiter.kind.ordinary", language) if check.name == "kind" else "–"
    return text(f"{WORDED[check.name]}.{value}", language)


def check_name(check: Check, language: Language) -> str:
    """Return the name of a condition."""
    return text(f"arbiter.check.{check.name}", language)


def asked_words(check: Check, language: Language) -> str:
    """Return what is required: at least, more than, at most, or exactly."""
    words = value_words(check, check.required, language)
    return words if check.required is None else SIGNS[check.sense] + words


def found_words(check: Check, language: Language) -> str:
    """Return what was found, and in which norms."""
    words = value_words(check, check.found, language)
    return f"{words} ({check.detail})" if check.detail else words


def check_sentence(check: Check, language: Language) -> str:
    """Return a condition in one line: what was found, and what is required; or which fact is missing."""
    name = check_name(check, language)
    if check.ok is None:
        key = "arbiter.open" if check.missing else "arbiter.decided-elsewhere"
        return text(key, language, check=name, keys=", ".join(check.missing), article=check.article.number)
    found, asked = found_words(check, language), asked_words(check, language)
    return text("arbiter.against", language, check=name, found=found, asked=asked, article=check.article.number)


def quota_words(quota: CertificateQuota, language: Language) -> str:
    """Return how many certificates an event gives."""
    key = "quota-open" if not quota.known else "quota-none" if quota.most is None else "quota"
    return text(f"arbiter.{key}", language, most=quota.most or 0, article=quota.article.number)


def category_words(answer: CategoryAnswer, language: Language) -> str:
    """Return the category of an event."""
    key = "category-open" if answer.open else "category-none" if answer.category is None else "category"
    article = "–" if answer.article is None else answer.article.number
    return text(f"arbiter.{key}", language, category=answer.category or "–", article=article)


def activity_words(status: ActivityStatus, language: Language) -> str:
    """Return whether an arbiter is active on a day, and until when."""
    unknown = "activity-last-event" if "last_event" in status.missing else "activity-open"
    key = {True: "active", False: "inactive", None: unknown}[status.active]
    ends = "–" if status.ends is None else status.ends.isoformat()
    article = status.article.number
    return text(f"arbiter.{key}", language, day=status.day.isoformat(), ends=ends, article=article)


def need_words(need: ArbiterNeed, language: Language) -> str:
    """Return what is needed in one sentence."""
    values = {name: _told(name, value, language) for name, value in need.values.items()}
    return text(f"arbiter.need.{need.kind}", language, **values)


def _told(name: str, value: object, language: Language) -> object:
    if name == "system":
        return text(f"arbiter.system.{value}", language)
    if isinstance(value, list | tuple):
        words = [text(f"arbiter.system.{one}", language) for one in value]
        return text("arbiter.or", language, first=", ".join(words[:-1]), last=words[-1])
    if name == "required" and isinstance(value, str):
        return ", ".join(_language(code.strip(), language) for code in value.split(","))
    return value


def _language(code: str, language: Language) -> str:
    key = f"arbiter.language.{code}"
    return text(key, language) if has(key) else code
