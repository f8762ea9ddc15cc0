"""The people of a preview in words: who they are, and each field that becomes different, before and after."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arpad.i18n import Language, date_text, has, number, text
from arpad.office.decisions.preview import ChangedField, ConcernedPerson, SeenPeople
from arpad.regulations.articles import TIME_CLASSES

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


@dataclass(frozen=True, slots=True)
class ChangeCard:
    """What becomes different of a person or a federation: rows of a label, the value before and the value after."""

    name: str
    about: str
    rows: list[tuple[str, str, str]]


def changed_people(people: Sequence[ConcernedPerson], language: Language) -> list[ChangeCard]:
    """Return the people of whom something becomes different."""
    return [
        ChangeCard(
            person.row.name or person.row.id, person.row.id, [_change_row(one, language) for one in person.changes]
        )
        for person in people
        if person.changes
    ]


def _change_row(one: ChangedField, language: Language) -> tuple[str, str, str]:
    name = one.field
    return _label(name, language), _told(name, one.before, language), _told(name, one.after, language)


def changed_federations(before: SeenPeople, after: SeenPeople, language: Language) -> list[ChangeCard]:
    """Return how many players of a federation are listed, before and after."""
    label = text("web.desk.listed-players", language)
    return [
        ChangeCard(name, "", [(label, number(count, language), number(after.listed.get(name, count), language))])
        for name, count in before.listed.items()
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
    if name in TIME_CLASSES:
        return text(f"time-class.{name}", language)
    return text("web.field.deceased" if name == "absent" else f"web.field.{name}", language)


def _told(name: str, value: Any, language: Language) -> str:
    """A value of a person in words."""
    if not value:
        return NOTHING
    if name == "birthday":
        return date_text(dt.date(value // 10_000, value // 100 % 100, value % 100), language)
    key = {"absent": f"web.player-state.{value}", "sex": f"web.sex.{str(value).lower()}"}.get(name, "")
    return text(key, language) if key and has(key) else str(value)
