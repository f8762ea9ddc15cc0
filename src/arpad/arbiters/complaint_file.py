"""A complaint about fair play as a TOML file."""

from dataclasses import replace
from pathlib import Path

from arpad.arbiters.application_file import DAY
from arpad.arbiters.complaints import (
    COMPLAINT_KINDS,
    ENGINE_KEYS,
    GROUNDS,
    PERSON_KEYS,
    ComplaintParty,
    FairPlayComplaint,
)
from arpad.inputs import toml_tables as f
from arpad.inputs.toml_tables import ANYTHING, FLAG, WORDS, TomlKey, TomlTable
from arpad.regulations.event_rules import PROTECTION_LEVELS

PARTY = dict.fromkeys(PERSON_KEYS, WORDS) | {
    "id": TomlKey(f.identifier, "700001"),
    "federation": TomlKey(f.federation, '"HUN"'),
}
HEAD = {
    "kind": TomlKey(f.one_of(COMPLAINT_KINDS), '"ITC" | "PTC"', needed=True),
    "complainant": replace(ANYTHING, needed=True),
    "respondent": replace(ANYTHING, needed=True),
    "engine": ANYTHING,
    "facts": WORDS,
    "event": WORDS,
    "last_round": DAY,
    "chief_organiser": WORDS,
    "chief_arbiter": WORDS,
    "online": FLAG,
    "level": TomlKey(f.one_of(PROTECTION_LEVELS), '"A" | "B" | "C"'),
    "titled": FLAG,
    "grounds": TomlKey(f.some_of(GROUNDS), '["observation", "device", "engine", "rating"]'),
    "why_not_then": WORDS,
    "attachments": TomlKey(f.texts, '["report.pdf", "games.pgn"]'),
    "consent": FLAG,
    "date": DAY,
}


def read_complaint(file: Path) -> FairPlayComplaint:
    """Read a complaint. What it does not say stays empty, and is told by the check."""
    name = str(file)

    def table(where: str) -> TomlTable:
        return TomlTable("arbiter-file", name, where)

    head = table("head").read(f.load(file), HEAD)
    complainant, respondent = (
        ComplaintParty(**table(f"[{who}]").read(head.pop(who), PARTY)) for who in ("complainant", "respondent")
    )
    engine = table("[engine]").read(head.pop("engine", {}), dict.fromkeys(ENGINE_KEYS, WORDS))
    return FairPlayComplaint(**head, complainant=complainant, respondent=respondent, engine=tuple(engine.items()))
