"""The people of a preview in words: who they are, and each field that becomes different, before and after."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from arpad.locale import Language, date_text, has, text
from arpad.office.decisions import ConcernedPerson
from arpad.regulations import TIME_CLASSES

FIELDS = ("id", "name", "federation", "sex", "title", "born", "birthday", "absent")
NOTHING = "–"


def person_document(person: ConcernedPerson) -> dict[str, Any]:
    """Return a person of a preview for programs."""
    row = person.row
    return {name: getattr(row, name) or None for name in FIELDS} | {
        "changes": [
            {"field": one.field, "before": one.before or None, "after": one.after or None} for one in person.changes
        ]
    }


def change_rows(person: ConcernedPerson, language: Language) -> list[tuple[str, str, str]]:
    """Return the fields that become different: the label, before, after."""
    return [
        (_label(one.field, language), _told(one.field, one.before, language), _told(one.field, one.after, language))
        for one in person.changes
    ]


def side_by_side(people: Sequence[ConcernedPerson], language: Language) -> list[tuple[str, list[str], bool]]:
    """Return what is known of several people, field by field, and whether it differs."""
    found = []
    for name in FIELDS:
        values = [_told(name, getattr(person.row, name), language) for person in people]
        found.append((_label(name, language), values))
    for place, name in enumerate(TIME_CLASSES):
        ratings = [str(person.row.standings[place].rating or NOTHING) for person in people]
        found.append((text(f"time-class.{name}", language), ratings))
    return [(label, values, len(set(values)) > 1) for label, values in found if set(values) != {NOTHING}]


def _label(name: str, language: Language) -> str:
    return text("web.field.deceased" if name == "absent" else f"web.field.{name}", language)


def _told(name: str, value: Any, language: Language) -> str:
    """A value of a person in words."""
    if not value:
        return NOTHING
    if name == "birthday":
        return date_text(dt.date(value // 10_000, value // 100 % 100, value % 100), language)
    key = {"absent": f"web.player-state.{value}", "sex": f"web.sex.{str(value).lower()}"}.get(name, "")
    return text(key, language) if key and has(key) else str(value)
