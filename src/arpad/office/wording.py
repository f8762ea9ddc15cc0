"""What the office keeps under names and as data, in words: for the command line and for the web."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from arpad.documents.editions import value_text
from arpad.documents.json import dumps
from arpad.i18n import Language, date_text, text
from arpad.office.records import EventRecord

SHORT = 12
"""How many digits of a digest are shown: enough to tell the versions of an office apart. JSON has them all."""

LABELS = {"system": "format", "ids": "id", "ratings": "rating"}
"""What is kept under another name than the field of the form that asks for it."""
WORDS = {"system": "format.", "time_class": "time-class."}

DAYS = ("received", "registered", "returned")
HASHES = ("digest", "sha256", "source")


def details_text(details: Mapping[str, Any]) -> str:
    """What there is to add, name by name; of a hash the beginning."""
    told = {name: detail for name, detail in details.items() if detail not in ("", None)}
    return ", ".join(f"{name} {_detail_text(name, detail)}" for name, detail in told.items())


def _detail_text(name: str, detail: Any) -> str:
    written = detail if isinstance(detail, str) else dumps(detail)
    return written[:SHORT] if name in HASHES else " ".join(written.split())


def due_text(event: EventRecord, language: Language) -> str:
    """In which list an event will count, and whether its report came in late; empty if it is rated or not accepted."""
    if event.due is None or event.period is not None:
        return ""
    if event.late_for is not None:
        return text("label.office-late", language, missed=event.late_for, period=event.due)
    return text("label.office-due", language, period=event.due)


def facts_rows(facts: Mapping[str, Any], language: Language) -> list[list[str]]:
    """What is known beside a report, in words; what is known by player or rank has a row for each of them."""
    rows = []
    for name, value in sorted(facts.items()):
        if name == "facts":
            rows += facts_rows(value, language)
            continue
        label = text(f"web.field.{LABELS.get(name, name)}", language)
        if isinstance(value, Mapping):
            rows += [[f"{label} {key}", value_text("", part, language)] for key, part in sorted(value.items())]
        else:
            rows.append([label, _fact_text(name, value, language)])
    return rows


def _fact_text(name: str, value: Any, language: Language) -> str:
    if name in WORDS:
        return text(f"{WORDS[name]}{value}", language)
    if name in DAYS:
        return date_text(dt.date.fromisoformat(str(value)), language)
    if name == "stages":
        return ", ".join(part[:SHORT] for part in value)
    return value_text("", tuple(value) if isinstance(value, list) else value, language)
