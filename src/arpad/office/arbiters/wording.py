"""What was noted about an arbiter, in words."""

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any

from arpad.i18n import Language, date_text, text
from arpad.office.storage import KeptArbiterRecord

Data = Mapping[str, Any]


def record_words(record: KeptArbiterRecord, language: Language) -> str:
    """Return a record in a line."""
    return WORDED[record.kind](record.data, language)


def _day(data: Data, name: str, language: Language) -> str:
    return date_text(dt.date.fromisoformat(data[name]), language) if data.get(name) else ""


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _person(data: Data, language: Language) -> str:
    born = text("web.arbiters.born", language, day=_day(data, "born", language)) if data.get("born") else ""
    national = text("web.arbiters.award.NA", language) if data.get("national_arbiter") else ""
    return _joined(
        data.get("name", ""), data.get("federation", ""), born, ", ".join(data.get("languages", ())), national
    )


def _award(data: Data, language: Language) -> str:
    return _joined(text(f"web.arbiters.award.{data['title']}", language), _day(data, "day", language))


def _seminar(data: Data, language: Language) -> str:
    passed = data.get("passed")
    said = "" if passed is None else text("web.arbiters.passed" if passed else "web.arbiters.not-passed", language)
    kind = text(f"web.arbiters.seminar.{data['kind']}", language)
    return _joined(kind, data.get("name", ""), _day(data, "end", language), data.get("exam", ""), said)


def _norm(data: Data, language: Language) -> str:
    system = text(f"arbiter.system.{data['system']}", language) if data.get("system") else ""
    counts = [
        text(f"web.arbiters.count-{name}", language, count=data[name])
        for name in ("rounds", "players", "rated")
        if data.get(name) is not None
    ]
    role = text(f"arbiter.role.{data['role']}", language) if data.get("role") else ""
    used = data.get("used_for", "none")
    spent = "" if used == "none" else text("web.arbiters.used-for", language, what=_used(used, language))
    return _joined(data["event"], _day(data, "end", language), system, ", ".join(counts), role, spent)


def _used(word: str, language: Language) -> str:
    return text(f"web.arbiters.used.{word}", language)


def _certificate(data: Data, language: Language) -> str:
    return _joined(data["title"], _norm(data, language), f"{data['place']}/{data['most']}" if data.get("most") else "")


def _revocation(data: Data, language: Language) -> str:
    return text("web.arbiters.of-record", language, record=data["record"])


WORDED: Mapping[str, Callable[[Data, Language], str]] = {
    "person": _person,
    "award": _award,
    "seminar": _seminar,
    "norm": _norm,
    "certificate": _certificate,
    "revoke": _revocation,
}
