"""An application for a category as a TOML file."""

import datetime as dt
from dataclasses import replace
from pathlib import Path

from arpad.arbiters.application_file import DAY, PERSON, day_of, names_apart, rows_of, table
from arpad.arbiters.model import USED_FOR
from arpad.arbiters.upgrade import UpgradeApplication, UpgradeEvent
from arpad.i18n import ArpadError
from arpad.inputs import toml_tables as f
from arpad.inputs.toml_tables import ANYTHING, FLAG, WORDS, TomlKey
from arpad.regulations.arbiter_editions import ARBITER_CATEGORIES, UPGRADES, arbiter_classification

STANDING = {"ia": DAY, "category_since": DAY, "active": FLAG, "sanctioned": FLAG}
"""What an arbiter is: at the head of the file, or in [person]."""
HEAD = STANDING | {
    "to": TomlKey(f.one_of(UPGRADES), '"C" | "B" | "A"', needed=True),
    "date": DAY,
    "federation": PERSON["federation"],
    "official": WORDS,
    "person": ANYTHING,
    "event": ANYTHING,
}
WHO = STANDING | {name: PERSON[name] for name in ("id", "name", "last_name", "first_name", "federation")}


def _event_keys() -> dict[str, TomlKey]:
    roles = tuple(role.id for role in arbiter_classification().roles)
    return {
        "event": WORDS,
        "category": TomlKey(f.one_of(ARBITER_CATEGORIES), '"A" | "B" | "C" | "D"', needed=True),
        "role": TomlKey(f.one_of(roles), " | ".join(f'"{role}"' for role in roles), needed=True),
        "start": replace(DAY, needed=True),
        "end": replace(DAY, needed=True),
        "positive": FLAG,
        "used_for": TomlKey(f.one_of(USED_FOR), '"none"'),
        "link": WORDS,
    }


def read_upgrade(file: Path, date: dt.date | None = None) -> UpgradeApplication:
    """Read an application for a category; `date` replaces the day of the file."""
    name = str(file)
    head = table(name, "head").read(f.load(file), HEAD)
    person = names_apart(table(name, "[person]").read(head.get("person", {}), WHO))
    rows = rows_of(head, "event", name, _event_keys())
    told = head | person
    return UpgradeApplication(
        to=head["to"],
        date=day_of(head, date, name),
        ia=told.get("ia"),
        since=told.get("category_since"),
        active=told.get("active"),
        sanctioned=told.get("sanctioned"),
        events=tuple(_event(row, name, place) for place, row in rows),
        last_name=person["last_name"],
        first_name=person["first_name"],
        id=person.get("id", ""),
        federation=told.get("federation", ""),
        official=head.get("official", ""),
    )


def _event(row: object, name: str, place: int) -> UpgradeEvent:
    values = table(name, f"[[event]] {place}").read(row, _event_keys())
    if values["end"] < values["start"]:
        start, end = values["start"].isoformat(), values["end"].isoformat()
        raise ArpadError("arbiter-event-dates", file=name, place=place, start=start, end=end)
    return UpgradeEvent(name=values.pop("event", ""), used=values.pop("used_for", None), **values)
