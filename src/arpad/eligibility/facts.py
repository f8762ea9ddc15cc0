"""Facts about an event that a report does not contain, each declared once, and how they are read.

Command-line options, forms, file keys and stored documents are made from the fields of `Facts`.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from arpad.documents.findings import message
from arpad.domain.event import System
from arpad.domain.findings import Finding
from arpad.i18n import ArpadError
from arpad.inputs import parse, toml_tables
from arpad.regulations.rating_rules import Championship

# Facts about an event that a check needs and a report does not have. A fact is declared once, as a field of `Facts`:
# its name, its kind, its limits, and its spelling if that does not follow from its name. The options, the form, the
# keys of a file, the stored document and the pages are made from it.

FactKind = Literal["said", "flag", "number", "day", "text", "ids"]
"""`said`: yes, no, or not known. `flag`: yes, or not given. `ids`: ids of players."""

FactMetadata = dict[str, Any]
"""How a fact is given: its kind, and what does not follow from the name of its field."""
YES_NO: FactMetadata = {"kind": "said"}
FLAG: FactMetadata = {"kind": "flag"}
DAY: FactMetadata = {"kind": "day"}
NUMBER: FactMetadata = {"kind": "number"}
TEXT: FactMetadata = {"kind": "text"}
IDS: FactMetadata = {"kind": "ids"}
ARBITER: FactMetadata = YES_NO | {"name": "arbiter", "option": "--arbiter-ok/--no-arbiter"}


@dataclass(frozen=True, slots=True)
class Facts:
    """The circumstances of an event that its report does not have. None: not known, and the check says so.

    `official`: an official FIDE event. `championship`: a national one; `regional_championship` and
    `provincial_championship` are separate facts: FEDA 7.33 names all three, 9.4 only the national one.
    `team_championship`: an Olympiad, a world or continental team championship (2005 9.14d). `members`: the ids of the
    players who belong to IBCA, ICSC or IPCA (2005 9.14e).
    `late_approved`: late registration was allowed. `asked`: somebody asked before the match to rate all its games.
    `scheduled`: how many games a match was planned for, if the report has fewer. `pgn`: all games come as PGN.
    `duration_approved`: the event may last longer than the edition allows. `received`: the day the report arrived;
    `returned`: the day an earlier one was sent back to be corrected.
    `part_of`: the longer event of which the report has intermediate results (4.1), by a name that no other event has.
    """

    system: System = "swiss"
    registered: dt.date | None = field(default=None, metadata=DAY)
    received: dt.date | None = field(default=None, metadata=DAY | {"with_report": True})
    returned: dt.date | None = field(default=None, metadata=DAY | {"with_report": True})
    hybrid: bool | None = field(default=None, metadata=YES_NO)
    hybrid_approved: bool | None = field(default=None, metadata=YES_NO)
    pgn: bool | None = field(default=None, metadata=YES_NO)
    women_only: bool | None = field(default=None, metadata=YES_NO | {"key": "women"})
    norms: bool | None = field(default=None, metadata=YES_NO)
    equal_times: bool | None = field(default=None, metadata=YES_NO | {"option": "--equal-times/--unequal"})
    arbiter_titled: bool | None = field(default=None, metadata=ARBITER)
    arbiters_licensed: bool | None = field(default=None, metadata=ARBITER)
    rounds_per_day: int | None = field(default=None, metadata=NUMBER | {"most": 100})
    scheduled: int | None = field(default=None, metadata=NUMBER | {"most": 1000})
    part_of: str = field(default="", metadata=TEXT | {"office_only": True})
    official: bool = field(default=False, metadata=FLAG)
    championship: bool = field(default=False, metadata=FLAG)
    regional_championship: bool = field(default=False, metadata=FLAG)
    provincial_championship: bool = field(default=False, metadata=FLAG)
    team_championship: bool = field(default=False, metadata=FLAG)
    league: bool = field(default=False, metadata=FLAG)
    late_approved: bool = field(default=False, metadata=FLAG)
    duration_approved: bool = field(default=False, metadata=FLAG)
    asked: bool = field(default=False, metadata=FLAG)
    members: tuple[str, ...] = field(default=(), metadata=IDS | {"option": "--member"})

    @property
    def championships(self) -> frozenset[Championship]:
        """Of which kinds of championship the event is."""
        kinds: tuple[tuple[Championship, bool], ...] = (
            ("national", self.championship),
            ("regional", self.regional_championship),
            ("provincial", self.provincial_championship),
        )
        return frozenset(kind for kind, holds in kinds if holds)


@dataclass(frozen=True, slots=True)
class Fact:
    """How a fact is given. Its words are `fact.NAME` and, on a form, `web.field.NAME`.

    `name`: in forms. `key`: in a TOML file. `fields`: what it says in `Facts`, and in JSON. `with_report`: it comes
    with the report, not when the event is registered. `office_only`: only the office uses it.
    """

    name: str
    kind: FactKind
    key: str
    option: str
    fields: tuple[str, ...]
    most: int = 0
    with_report: bool = False
    office_only: bool = False

    @property
    def spelling(self) -> str:
        """The option as it is named in a message."""
        return self.option.partition("/")[0]


def _facts() -> tuple[Fact, ...]:
    """Read the declarations. Fields with the same name are one fact, given together."""
    declared: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for one in fields(Facts):
        if one.metadata:
            declared.setdefault(one.metadata.get("name", one.name), []).append((one.name, dict(one.metadata)))
    found = []
    for name, sharing in declared.items():
        given = sharing[0][1] | {"name": name, "fields": tuple(field_name for field_name, _ in sharing)}
        key = given.setdefault("key", name)
        dashed = key.replace("_", "-")
        given.setdefault("option", f"--{dashed}/--no-{dashed}" if given["kind"] == "said" else f"--{dashed}")
        found.append(Fact(**given))
    return tuple(found)


FACTS = _facts()


# Facts of an event as they come in and go out: typed, in a TOML file, as a plain document.

OPTION = re.compile(r"--[a-z-]+")


def facts_in_words(typed: Mapping[str, Any], where: Callable[[Fact], str]) -> Facts:
    """Read the typed facts, by their names. Missing facts and None were not given."""
    values = {
        fact: fact_value(fact, where(fact), typed[fact.name]) for fact in FACTS if typed.get(fact.name) is not None
    }
    return _made(values)


def fact_value(fact: Fact, where: str, typed: Any) -> Any:
    """Read one fact as it was typed."""
    match fact.kind:
        case "said" | "flag":
            return typed == "yes" if isinstance(typed, str) else typed
        case "number":
            return parse.whole(where, typed, 1, fact.most)
        case "day":
            return parse.date(where, typed)
        case "text":
            return " ".join(typed.split())
        case "ids":
            return tuple(typed.replace(",", " ").split() if isinstance(typed, str) else typed)


def _made(values: Mapping[Fact, Any]) -> Facts:
    return Facts(**{name: value for fact, value in values.items() for name in fact.fields})


def _key(fact: Fact) -> toml_tables.TomlKey:
    match fact.kind:
        case "said" | "flag":
            return toml_tables.FLAG
        case "number":
            return toml_tables.TomlKey(toml_tables.whole(1, fact.most), "2")
        case "day":
            return toml_tables.DAY
        case "text":
            return toml_tables.TomlKey(toml_tables.one_line, toml_tables.TEXT.example)
        case "ids":
            return toml_tables.TomlKey(toml_tables.texts, '["…"]')


FACT_KEYS = {fact.key: _key(fact) for fact in FACTS if not fact.with_report}
"""The facts that a file about an event may have."""


def facts_in(table: Mapping[str, Any]) -> Facts:
    """Read the facts of a table with these keys."""
    return _made({fact: table[fact.key] for fact in FACTS if fact.key in FACT_KEYS and fact.key in table})


def facts_document(facts: Facts) -> dict[str, Any]:
    """Return the known facts of an event as plain values; unknown facts are left out."""
    found = {}
    for fact in fields(Facts):
        value = getattr(facts, fact.name)
        if value != fact.default and fact.name != "system":
            found[fact.name] = _plain(value)
    return found


def facts_at_registration(facts: Facts) -> dict[str, Any]:
    """Return the given facts of the event (not of its report) as plain values. Facts not given are left out."""
    with_report = {name for fact in FACTS if fact.with_report for name in fact.fields}
    return {name: value for name, value in facts_document(facts).items() if name not in with_report}


def facts_given(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts by their names as plain values, also those that are not so."""
    found = {name: given[fact.name] for fact in FACTS if fact.name in given for name in fact.fields}
    return {name: _plain(value) for name, value in found.items()}


def _plain(value: Any) -> Any:
    value = list(value) if isinstance(value, tuple) else value
    return value.isoformat() if isinstance(value, dt.date) else value


def facts_asked(findings: Iterable[Finding]) -> list[Fact]:
    """Return the facts that findings ask for: those whose option a message names."""
    named = set(OPTION.findall(" ".join(message(finding, "en") for finding in findings)))
    return [fact for fact in FACTS if named & set(fact.option.split("/"))]


def facts_of(document: Mapping[str, Any]) -> Facts:
    """Read the facts from plain values."""
    kinds = {name: fact.kind for fact in FACTS for name in fact.fields}
    for name in document:
        if name not in kinds and name != "system":
            raise ArpadError("facts-unknown", name=name, known=", ".join(sorted(kinds)))
    made: dict[str, Callable[[Any], Any]] = {"day": dt.date.fromisoformat, "ids": tuple}
    return Facts(
        **{name: made.get(kinds.get(name, ""), toml_tables.anything)(value) for name, value in document.items()}
    )
