"""What a chief arbiter adds to the report of an event: incidents, appeals, what the future should know, breaches."""

from dataclasses import dataclass, replace
from pathlib import Path

from arpad.inputs import toml_tables as f
from arpad.inputs.toml_tables import ANYTHING, WORDS, TomlKey, TomlTable

NONE = "none"
Told = tuple[str, ...] | None
"""What was told: None if nothing was said about it, empty if there was nothing."""


@dataclass(frozen=True, slots=True)
class ChiefNotes:
    """The notes. `arbiters` are the others who worked, each with the norm they had; `link` leads to the pairings."""

    incidents: Told = None
    appeals: Told = None
    future: Told = None
    breaches: Told = None
    certificates: Told = None
    arbiters: tuple[str, ...] = ()
    link: str = ""


def told(value: object) -> Told:
    """Read some texts, or the word none."""
    if value == NONE:
        return ()
    return tuple(f.words(one) for one in f.texts(value))


NOTES = TomlKey(told, '["round 3, board 2: …"] | "none"')
KEYS = {
    "incidents": NOTES,
    "appeals": NOTES,
    "future": NOTES,
    "breaches": NOTES,
    "certificates": NOTES,
    "link": WORDS,
    "arbiter": ANYTHING,
}
ARBITER = {"name": replace(WORDS, needed=True), "title": WORDS, "role": WORDS, "norm": WORDS}


def read_chief_notes(file: Path) -> ChiefNotes:
    """Read the notes of a file."""
    table = TomlTable("arbiter-file", str(file))
    values = table.read(f.load(file), KEYS)
    rows = values.pop("arbiter", [])
    arbiters = []
    for place, row in enumerate(rows if isinstance(rows, list) else [rows], 1):
        one = TomlTable("arbiter-file", str(file), f"[[arbiter]] {place}").read(row, ARBITER)
        name = " ".join(part for part in (one.get("title"), one["name"]) if part)
        arbiters.append(", ".join(part for part in (name, one.get("role"), one.get("norm")) if part))
    return ChiefNotes(**values, arbiters=tuple(arbiters))
