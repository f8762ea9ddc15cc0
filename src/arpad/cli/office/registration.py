"""An event as it is announced: from a TOML file, from options, or from both; options count before the file."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from arpad.cli.event_options import EventOptions
from arpad.domain.event import SYSTEMS
from arpad.eligibility.facts import FACT_KEYS, facts_at_registration, facts_document, facts_in
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.inputs.toml_tables import DAY, TEXT, TomlTable, load

if TYPE_CHECKING:
    from arpad.office.records import Registration

TEXTS = ("name", "city", "federation", "time_class", "format", "edition")
DATES = ("start", "end")
KEYS = dict.fromkeys(TEXTS, TEXT) | dict.fromkeys(DATES, DAY) | FACT_KEYS


def registration(file: Path | None, head: Mapping[str, str | None], options: EventOptions) -> "Registration":
    """Return the event, ready to be registered; `head` is what was typed of its head, by the keys of the file."""
    from arpad.office.records import Registration

    data = {} if file is None else TomlTable("office-event", str(file)).read(load(file), KEYS)
    given = data | {key: value for key, value in head.items() if value is not None}
    for name in ("name", "start"):
        if not str(given.get(name, "")).strip():
            raise ArpadError("office-register-missing", option=f"--{name}", key=name)
    start, end = _day("--start", given["start"]), _day("--end", given["end"]) if "end" in given else None
    return Registration(
        name=str(given["name"]).strip(),
        start=start,
        end=end,
        city=given.get("city", ""),
        federation=parse.federation("--federation", given["federation"]) if given.get("federation") else "",
        time_class=parse.time_class("--time-class", given["time_class"]) if "time_class" in given else None,
        system=options.system or (parse.choice("--format", data["format"], SYSTEMS) if "format" in data else None),
        edition=options.edition or data.get("edition"),
        facts=facts_document(facts_in(data)) | facts_at_registration(options.facts),
    )


def _day(option: str, value: str | dt.date) -> dt.date:
    return value if isinstance(value, dt.date) else parse.date(option, value)
