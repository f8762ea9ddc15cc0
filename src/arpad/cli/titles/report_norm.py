"""A norm of an application that refers to a report: `report = "open.trf"`, `player = 12`."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from arpad.cli.arguments import event_with_games
from arpad.cli.titles.application_file import EXTRA, norm_fields, norm_table
from arpad.i18n import ArpadError
from arpad.inputs import toml_tables as f
from arpad.inputs.toml_tables import TomlKey
from arpad.titles.application_norms import report_entry
from arpad.titles.model import KINDS, EventFacts, NormEntry

OVER = ("location", "one_round_days", "participants", "participants_average")
"""Keys of the file that replace what the report says."""
MOST_PLAYERS = 9999


def report_fields() -> dict[str, TomlKey]:
    return {name: EXTRA[name] for name in OVER} | {
        "report": TomlKey(f.words, '"open.trf"', needed=True),
        "player": TomlKey(f.whole(1, MOST_PLAYERS), "12", needed=True),
        "kinds": norm_fields()["kinds"],
        "host": TomlKey(f.federation, '"HUN"'),
        "registered": TomlKey(f.day, "2024-03-01"),
        "system": replace(norm_fields()["system"], needed=False),
        "approved": EXTRA["approved"],
    }


def read_report_norm(file: Path, where: str, row: object, head: Mapping[str, Any]) -> NormEntry:
    """Return the norm that the report proves, for the title and the person of the file; both are in the same folder."""
    name = str(file)
    values = norm_table(name, where).read(row, report_fields())
    path = file.parent / values["report"]
    event = event_with_games(path)
    kinds: tuple[str, ...] = values.get("kinds", ())
    facts = EventFacts(
        kind=next((kind for kind in KINDS if kind in kinds), "ordinary"),
        host=values.get("host", ""),
        registered=values.get("registered"),
        system=values.get("system"),
        approved=values.get("approved", False),
    )
    try:
        entry = report_entry(event, values["player"], facts, head["title"], head["date"])
    except ArpadError as problem:
        raise ArpadError("title-file-report", file=name, where=where, report=str(path), problem=problem) from None
    who = event.player(values["player"])
    if who is not None and who.id.strip() not in ("", head["id"]):
        raise ArpadError(
            "title-file-person", file=name, where=where, rank=who.rank, report=str(path), name=who.name, found=who.id,
            id=head["id"],
        )  # fmt: skip
    over = {key: values[key] for key in OVER if key in values}
    return replace(entry, kinds=kinds, report=str(path), **over)
