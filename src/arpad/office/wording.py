"""What the office keeps under names and as data, in words: for the command line and for the web."""

from collections.abc import Mapping
from typing import Any

from arpad.locale import Language
from arpad.trail.editions import value_text
from arpad.trail.exact_json import dumps

SHORT = 12
"""So many signs of a digest tell the versions of an office apart; JSON has them all."""

HASHES = ("digest", "sha256", "source")


def details_text(details: Mapping[str, Any]) -> str:
    """What there is to add, name by name; of a hash the beginning."""
    shown = {name: it if isinstance(it, str) else dumps(it) for name, it in details.items() if it not in ("", None)}
    return ", ".join(f"{name} {it[:SHORT] if name in HASHES else ' '.join(it.split())}" for name, it in shown.items())


def facts_rows(facts: Mapping[str, Any], language: Language) -> list[list[str]]:
    """What is known beside a report, name by name; what is known by player or rank stands below its name."""
    rows = []
    for name, value in sorted(facts.items()):
        if isinstance(value, Mapping):
            prefix = "" if name == "facts" else f"{name} "
            rows += [[prefix + row[0], row[1]] for row in facts_rows(value, language)]
        else:
            rows.append([name, value_text("", value, language)])
    return rows
