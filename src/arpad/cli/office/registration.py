"""An event as it is announced: from a TOML file, from the options, or from both, where the options win."""

import datetime as dt
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arpad.cli.event_call import facts_for
from arpad.cli.event_options import EventOptions
from arpad.domain import SYSTEMS
from arpad.eligibility import Facts
from arpad.locale import ArpadError
from arpad.typed import parse

if TYPE_CHECKING:
    from arpad.office.records import Registration

DATES = ("start", "end", "registered")
TEXTS = ("name", "city", "federation", "time_class", "format", "edition", "part_of")
NUMBERS = ("rounds_per_day", "scheduled")
MEMBERS = "members"
NOT_FACTS = (
    "edition", "ratings", "stages", "system", "rating_system", "received", "returned", "registered", MEMBERS, *NUMBERS,
)  # fmt: skip
FLAGS = tuple(it.name for it in fields(EventOptions) if it.name not in NOT_FACTS)
KEYS = (*TEXTS, *DATES, *NUMBERS, MEMBERS, *FLAGS)


@dataclass(frozen=True, slots=True)
class EventHead:
    """The head of an event as it was typed."""

    name: str | None = None
    start: str | None = None
    end: str | None = None
    city: str | None = None
    federation: str | None = None
    time_class: str | None = None
    part_of: str | None = None


def plain_facts(options: EventOptions, part_of: str | None = None) -> dict[str, Any]:
    """The facts that were told, as plain values. What was not told is left out."""
    from arpad.lists.manifest import facts_document

    whole = " ".join((part_of or "").split())
    told = replace(facts_for(options, Facts().system), received=None, returned=None, part_of=whole)
    return facts_document(told)


def registration(file: Path | None, head: EventHead, options: EventOptions) -> "Registration":
    """The event, ready to be registered."""
    from arpad.office.records import Registration

    data = {} if file is None else _read(file)
    given = data | {it.name: value for it in fields(EventHead) if (value := getattr(head, it.name)) is not None}
    options = _over(options, data)
    for name in ("name", "start"):
        if not str(given.get(name, "")).strip():
            raise ArpadError("office-register-missing", option=f"--{name}", key=name)
    start, end = _day("--start", given["start"]), _day("--end", given["end"]) if "end" in given else None
    if end is not None and end < start:
        raise ArpadError("dates-order", start=start, end=end)
    return Registration(
        name=str(given["name"]).strip(),
        start=start,
        end=end,
        city=given.get("city", ""),
        federation=parse.federation("--federation", given["federation"]) if given.get("federation") else "",
        time_class=parse.time_class("--time-class", given["time_class"]) if "time_class" in given else None,
        system=options.system or (parse.choice("--format", data["format"], SYSTEMS) if "format" in data else None),
        edition=options.edition or data.get("edition"),
        facts=plain_facts(options, given.get("part_of")),
    )


def _day(option: str, value: str | dt.date) -> dt.date:
    return value if isinstance(value, dt.date) else parse.date(option, value)


def _over(options: EventOptions, data: Mapping[str, Any]) -> EventOptions:
    """The options laid over the file: what was typed counts."""
    nothing = EventOptions()
    names = ("registered", *NUMBERS, MEMBERS, *FLAGS)
    return replace(
        options,
        **{name: data[name] for name in names if name in data and getattr(options, name) == getattr(nothing, name)},
    )


def _read(file: Path) -> dict[str, Any]:
    """A file with known keys alone, each of its kind."""
    try:
        data = tomllib.loads(file.read_text("utf-8"), parse_float=str)
    except FileNotFoundError:
        raise ArpadError("file-missing", file=str(file)) from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise ArpadError("file-unreadable", file=str(file), problem=str(problem)) from None
    for key, value in data.items():
        if key not in KEYS:
            raise ArpadError("office-event-key", file=str(file), key=key, known=", ".join(sorted(KEYS)))
        example = _misfit(key, value)
        if example is not None:
            raise ArpadError("office-event-value", file=str(file), key=key, value=str(value), example=example)
    return data


def _misfit(key: str, value: object) -> str | None:
    """How a value should look that does not fit its key."""
    if key in TEXTS:
        return None if isinstance(value, str) else '"…"'
    if key in DATES:
        return None if isinstance(value, dt.date) and not isinstance(value, dt.datetime) else "2024-05-01"
    if key in NUMBERS:
        return None if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= 1000 else "2"
    if key == MEMBERS:
        return None if isinstance(value, list) and all(isinstance(it, str) for it in value) else '["…"]'
    return None if isinstance(value, bool) else "true | false"
