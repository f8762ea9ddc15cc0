"""Facts about an event that a report does not contain, each declared once, and how they are read.

Command-line options, forms, file keys and stored documents are made from the fields of `Facts`.
"""

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, get_type_hints

from arpad.documents.findings import message
from arpad.domain.event import System
from arpad.domain.findings import Finding
from arpad.i18n import ArpadError
from arpad.inputs import parse, toml_tables
from arpad.inputs.declared import Input, read_each, whole
from arpad.inputs.toml_tables import TomlKey
from arpad.regulations.rating_rules import Championship

# Facts about an event that a check needs and a report does not have. A fact is declared once, at a field of `Facts`:
# how it is typed, its limits, and its spelling if that does not follow from its name. The options, the form, the keys
# of a file, the stored document and the pages are made from it.

YES_OR_NO = ("yes", "no")


@dataclass(frozen=True, slots=True)
class Fact(Input):
    """How a fact is given. Its words are `fact.NAME` and, on a form, `web.field.NAME`.

    `key`: in a TOML file, where `toml` reads it. `fields`: what it says in `Facts`, and in JSON. `with_report`: it
    comes with the report, not when the event is registered. `office_only`: only the office uses it.
    """

    blank: bool = True
    default: Any = None
    toml: TomlKey = toml_tables.FLAG
    key: str = ""
    fields: tuple[str, ...] = ()
    with_report: bool = False
    office_only: bool = False

    @property
    def yes_or_no(self) -> bool:
        return bool(self.options)


def _yes_or_no(where: str, typed: str | bool) -> bool:
    return parse.choice(where, typed, YES_OR_NO) == "yes" if isinstance(typed, str) else typed


def _ids(_where: str, typed: str | list[str]) -> tuple[str, ...]:
    return tuple(typed.replace(",", " ").split() if isinstance(typed, str) else typed)


def _number(most: int) -> Fact:
    key = TomlKey(toml_tables.whole(1, most), "2")
    return Fact(whole(1, most), "number", metavar="N", toml=key)


YES_NO = Fact(_yes_or_no, "select", options=("", *YES_OR_NO), words="web.said.")
"""Yes, no, or not known."""
MARK = replace(YES_NO, kind="checkbox", default=False)
"""Yes, or not given."""
ARBITER = replace(YES_NO, name="arbiter", flag="--arbiter-ok/--no-arbiter")
DAY = Fact(parse.date, "date", metavar="DATE", toml=toml_tables.DAY)
TEXT = Fact(parse.full_name, metavar="TEXT", toml=TomlKey(toml_tables.one_line, '"…"'))
IDS = Fact(_ids, metavar="ID", toml=TomlKey(toml_tables.texts, '["…"]'), several=True, max_length=20_000)


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
    registered: Annotated[dt.date | None, DAY] = None
    received: Annotated[dt.date | None, replace(DAY, with_report=True)] = None
    returned: Annotated[dt.date | None, replace(DAY, with_report=True)] = None
    hybrid: Annotated[bool | None, YES_NO] = None
    hybrid_approved: Annotated[bool | None, YES_NO] = None
    pgn: Annotated[bool | None, YES_NO] = None
    women_only: Annotated[bool | None, replace(YES_NO, key="women")] = None
    norms: Annotated[bool | None, YES_NO] = None
    equal_times: Annotated[bool | None, replace(YES_NO, flag="--equal-times/--unequal")] = None
    arbiter_titled: Annotated[bool | None, ARBITER] = None
    arbiters_licensed: Annotated[bool | None, ARBITER] = None
    rounds_per_day: Annotated[int | None, _number(100)] = None
    scheduled: Annotated[int | None, _number(1000)] = None
    part_of: Annotated[str, replace(TEXT, office_only=True)] = ""
    official: Annotated[bool, MARK] = False
    championship: Annotated[bool, MARK] = False
    regional_championship: Annotated[bool, MARK] = False
    provincial_championship: Annotated[bool, MARK] = False
    team_championship: Annotated[bool, MARK] = False
    league: Annotated[bool, MARK] = False
    late_approved: Annotated[bool, MARK] = False
    duration_approved: Annotated[bool, MARK] = False
    asked: Annotated[bool, MARK] = False
    members: Annotated[tuple[str, ...], replace(IDS, flag="--member")] = ()

    @property
    def championships(self) -> frozenset[Championship]:
        """Of which kinds of championship the event is."""
        kinds: tuple[tuple[Championship, bool], ...] = (
            ("national", self.championship),
            ("regional", self.regional_championship),
            ("provincial", self.provincial_championship),
        )
        return frozenset(kind for kind, holds in kinds if holds)


def _facts() -> tuple[Fact, ...]:
    """Read the declarations. Fields with the same name are one fact, given together."""
    facts: dict[str, Fact] = {}
    for field, hint in get_type_hints(Facts, include_extras=True).items():
        for given in getattr(hint, "__metadata__", ()):
            name = given.name or field
            key = given.key or name
            dashed = key.replace("_", "-")
            flag = given.flag or (f"--{dashed}/--no-{dashed}" if given.kind == "select" else f"--{dashed}")
            sharing = (*facts[name].fields, field) if name in facts else (field,)
            facts[name] = replace(given, name=name, key=key, flag=flag, help=f"fact.{name}", fields=sharing)
    return tuple(facts.values())


FACTS = _facts()


# Facts of an event as they come in and go out: typed, in a TOML file, as a plain document.

OPTION = re.compile(r"--[a-z-]+")


def facts_in_words(typed: Mapping[str, Any], where: Callable[[Input], str]) -> Facts:
    """Read the typed facts, by their names. Missing facts and None were not given."""
    return facts_from(read_each(FACTS, typed, where))


def facts_from(values: Mapping[str, Any]) -> Facts:
    """Make the facts of values that were read, by the names of the facts."""
    return Facts(**{name: values[fact.name] for fact in FACTS if fact.name in values for name in fact.fields})


FACT_KEYS = {fact.key: fact.toml for fact in FACTS if not fact.with_report}
"""The facts that a file about an event may have."""


def facts_in(table: Mapping[str, Any]) -> Facts:
    """Read the facts of a table with these keys."""
    return facts_from({fact.name: table[fact.key] for fact in FACTS if fact.key in FACT_KEYS and fact.key in table})


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
    return [fact for fact in FACTS if named & set(fact.flag.split("/"))]


def facts_of(document: Mapping[str, Any]) -> Facts:
    """Read the facts from plain values."""
    facts = {name: fact for fact in FACTS for name in fact.fields}
    for name in document:
        if name not in facts and name != "system":
            raise ArpadError("facts-unknown", name=name, known=", ".join(sorted(facts)))
    values: dict[str, Any] = {}
    for name, value in document.items():
        is_day = name in facts and facts[name].kind == "date"
        values[name] = dt.date.fromisoformat(value) if is_day else tuple(value) if isinstance(value, list) else value
    return Facts(**values)
