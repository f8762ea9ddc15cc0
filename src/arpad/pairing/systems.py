"""The Swiss systems: which there are, and which one a tournament is to be paired by.

Record 192 is obeyed or refused; `--system` says it if the record leaves it open; the first day of the event chooses
the edition.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from arpad.domain.event import Event
from arpad.formats.codes import TournamentType, by_match_points, is_team_event, tournament_type
from arpad.formats.report import Report
from arpad.i18n import ArpadError, Words
from arpad.regulations.articles import read_toml

RENAMED_EDITIONS = {"2025": "2026"}
"""The rules of 2026 were first announced for July 2025, and files made then say so."""
TEAM_SWISS = "FIDE_TEAM"
"""Other codes with the word TEAM are round robins."""
TYPE_NAMES = {"double-swiss": "double"}
"""Systems that a report calls by another name than `--system`."""


@dataclass(frozen=True, slots=True)
class SwissSystem:
    """A system in one edition. `engine` is the module that pairs, empty if a report names an edition that does not exist;
    the other fields are its policies, as `systems.toml` explains them."""

    id: str
    since: date | None = None
    engine: str = ""
    source: str = ""
    floats: str = ""
    boards: str = ""
    baku: str = ""
    numbers: str = "entered"
    bye: str = "without-play"
    ranking: str = "literal"
    virtual: str = "point"
    often: str = "lists"
    absences: str = "reaching"
    following: str = "fewest"
    wishes: str = "strong"
    higher: str = "score"
    lowest: str = "score"
    floating: str = "score"
    widest: int | None = None
    readings: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The id, with the readings that differ from those of Arpad."""
        return "+".join((self.id, *self.readings))

    @property
    def name(self) -> str:
        """The system without its edition."""
        return self.id.partition("-")[0]

    @property
    def edition(self) -> str:
        """The year of its text, or the word for it."""
        return self.id.partition("-")[2]


def load_engine(system: SwissSystem) -> Any:
    """Return the engine of a system."""
    return import_module(f"arpad.pairing.{system.engine}").ENGINE


@cache
def _data() -> dict[str, dict[str, Any]]:
    return dict(read_toml(files("arpad.pairing") / "systems.toml"))


@cache
def systems() -> dict[str, SwissSystem]:
    """Return every system by its id, those of one name from the first edition to the last."""
    return {id_: SwissSystem(id_, **fields) for id_, fields in _data()["system"].items()}


def editions_of(name: str) -> list[SwissSystem]:
    """Return the editions of a system, from the first to the last."""
    return [member for member in systems().values() if member.name == name]


def last_day(system: SwissSystem) -> date | None:
    """Return the last day of an edition: the one before its successor's first. None for the newest."""
    later = [member.since for member in editions_of(system.name) if member.since is not None]
    ends = [since for since in later if system.since is None or since > system.since]
    return ends[0] - timedelta(days=1) if ends else None


def readings_of(system: SwissSystem) -> list[str]:
    """Return the readings that a system has."""
    return [name for name, rule in _data()["reading"].items() if system.id in rule["systems"]]


def with_readings(system: SwissSystem, names: Sequence[str]) -> SwissSystem:
    """Return a system with other readings than those of Arpad."""
    values: dict[str, Any] = {}
    for name in names:
        if name not in readings_of(system):
            known = ", ".join(readings_of(system))
            raise ArpadError("pairing-reading", value=name, system=system.id, known=known)
        rule = {field: value for field, value in _data()["reading"][name].items() if field != "systems"}
        if values.keys() & rule.keys():
            raise ArpadError("pairing-readings-contradict", value=", ".join(names))
        values |= rule
    return replace(system, **values, readings=tuple(names)) if names else system


def former(system: SwissSystem) -> SwissSystem | None:
    """Return a system as earlier releases drew by it, None if they drew in the same way."""
    former_reading = _data()["former"].get(system.title)
    return with_readings(systems()[former_reading[0]], former_reading[1:]) if former_reading else None


@dataclass(frozen=True, slots=True)
class Handling:
    """C.04.2, article 1: from when it says which systems may be used, its articles, and the systems for which a program
    with a free checker was approved on the `known` day."""

    since: date
    source: str
    authorisation: str
    declared: str
    deprecated: str
    checkers: Sequence[str]
    known: date


def handling() -> Handling:
    """Return what the general handling rules say about systems."""
    return Handling(**_data()["handling"])


def baku_rule(system: SwissSystem) -> dict[str, Any]:
    """Return the numbers of the Baku acceleration that belongs to a system."""
    rule: dict[str, Any] = _data()["baku"][system.baku]
    return rule


def by_id(typed: str, start: date | None) -> SwissSystem:
    """Return the system of an id, or of a bare name in the edition in force on the first day."""
    known = systems()
    editions = editions_of(typed)
    system = in_force(editions, start) if editions else known.get(typed)
    if system is None:
        raise ArpadError("pairing-system", value=typed, known=", ".join(systems()))
    return system


def in_force(editions: list[SwissSystem], start: date | None) -> SwissSystem:
    """Return the last edition that was in force on a day. Without a day: the last before those of 2026, or the only."""
    current = [member for member in editions if member.since is None or (start is not None and member.since <= start)]
    if start is None:
        current = [member for member in editions if member.since is None or member.since.year < NEWEST]
    return (current or editions[:1])[-1]


NEWEST = 2026
"""Reports without a first day are older reports more often than not: they do not get the editions of this year."""


def chosen(report: Report, given: str | None, binding: bool = True) -> SwissSystem:
    """Return the system of a report, or refuse the report.

    The code of record 192 is binding. Record 092 is free text and teams may stand beside an individual event, so both
    give way to a system that is `given`; so does CUSTOM_SWISS, which does not say what the system is. If it is not
    `binding`, the system that is given comes before all of them, for comparisons.
    """
    start = report.event.start
    wanted = None if given is None else by_id(given, start)
    stated = tournament_type(report.event)
    if stated is None or (wanted is not None and not binding) or by_match_points(report.event):
        return wanted or by_id(_over_match_points(report.event), start)
    if stated.record == "192" or stated.edition is not None:
        named = _system_of_code(stated, start)
        if named is not None and (stated.record == "192" or wanted is None):
            return _agreed(stated, named, wanted)
    if wanted is not None and _leaves_open(report, stated):
        return wanted
    return _open(report, stated)


def _over_match_points(event: Event) -> str:
    """The system for players that 092 names, by which teams are paired over their match points; the Dutch one if it
    names none."""
    return next((name for name in ("dubov", "burstein", "lim") if name in event.type.casefold()), "dutch")


def _agreed(stated: TournamentType, named: SwissSystem, wanted: SwissSystem | None) -> SwissSystem:
    """Return what the code of a report says, if a system that was given does not contradict it."""
    if wanted is not None and (wanted.name != named.name or (stated.edition is not None and wanted.id != named.id)):
        raise ArpadError("pairing-system-contradicts", record=stated.record, text=stated.text, value=wanted.id)
    if not named.engine:
        raise _other(stated, binding=True)
    return wanted or named


def _system_of_code(stated: TournamentType, start: date | None) -> SwissSystem | None:
    """Return the system that a code names, None if it names no Swiss system of FIDE."""
    name = TYPE_NAMES.get(stated.system, stated.system)
    editions = editions_of(name)
    if not editions or (name == "team" and not stated.text.upper().startswith(TEAM_SWISS)):
        return None
    if stated.edition is None:
        return in_force(editions, start)
    edition = RENAMED_EDITIONS.get(str(stated.edition), str(stated.edition))
    return next((member for member in editions if member.edition == edition), SwissSystem(f"{name}-{edition}"))


def _open(report: Report, stated: TournamentType) -> SwissSystem:
    """Return the Dutch system if the words of a report mean it; refuse them until somebody says the system."""
    if stated.record != "192" and stated.system == "dutch":
        return by_id("dutch", report.event.start)
    raise _other(stated, binding=not _leaves_open(report, stated))


def _leaves_open(report: Report, stated: TournamentType) -> bool:
    """Whether somebody may still say the system: only a code of 192 is binding, unless it is one for special rules."""
    return stated.record != "192" or (stated.system == "custom-swiss" and not is_team_event(report.event))


def _other(stated: TournamentType, binding: bool) -> ArpadError:
    values = {
        "record": stated.record,
        "text": stated.text,
        "system": _system_words(stated),
        "known": ", ".join(systems()),
    }
    if binding:
        return ArpadError("pairing-other-system", **values)
    return ArpadError("pairing-other-system-open", **values)


def _system_words(stated: TournamentType) -> Words:
    if stated.system == "dutch":
        return Words("pairing.system.dutch-of", edition=stated.edition)
    return Words(f"pairing.system.{stated.system}")
