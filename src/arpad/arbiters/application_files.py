"""Read title applications, category applications and fair-play complaints from TOML files."""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from arpad.arbiters.applications import refuse_contradictions
from arpad.arbiters.categories import UpgradeApplication, UpgradeEvent
from arpad.arbiters.events import AskedFacts, report_facts
from arpad.arbiters.fair_play import (
    COMPLAINT_KINDS,
    ENGINE_KEYS,
    GROUNDS,
    PERSON_KEYS,
    ComplaintParty,
    FairPlayComplaint,
)
from arpad.arbiters.model import (
    NORM_EVENT_KINDS,
    NORM_EVENT_SYSTEMS,
    SEMINAR_KINDS,
    USED_FOR,
    ArbiterApplication,
    ArbiterNorm,
    ArbiterPerson,
    NormEvent,
    SeminarNorm,
)
from arpad.arbiters.norms import ARTICLES
from arpad.documents.document import replace
from arpad.domain.event import Event
from arpad.domain.rating_list import FIRST_YEAR, LAST_YEAR
from arpad.i18n import ArpadError
from arpad.inputs import toml_tables as f
from arpad.inputs.toml_tables import ANYTHING, FLAG, WORDS, TomlKey, TomlTable
from arpad.regulations.arbiter_editions import (
    ARBITER_CATEGORIES,
    ARBITER_TITLES,
    EVENT_LEVELS,
    UPGRADES,
    ArbiterTitle,
    arbiter_classification,
)
from arpad.regulations.event_rules import PROTECTION_LEVELS

# An arbiter's application as a TOML file: the person, the seminars, and each norm, stated or taken from a report.

MOST = 100_000
DAY = TomlKey(f.iso_day, "2024-05-01")
LETTERS_OF_A_LANGUAGE = 2
ReadReport = Callable[[str], Event]
"""Reads a report that a file names."""


def _number(example: str) -> TomlKey:
    return TomlKey(f.whole(0, MOST), example)


def share(value: object) -> Fraction:
    """A share of marks: "85/100", 0.85, 1."""
    found = f.number(value)
    if not 0 <= found <= 1:
        raise ValueError
    return found


def languages(value: object) -> tuple[str, ...]:
    """Languages by their two letters."""
    found = tuple(word.strip().lower() for word in f.texts(value))
    if not all(len(word) == LETTERS_OF_A_LANGUAGE and word.isascii() and word.isalpha() for word in found):
        raise ValueError
    return found


APPLICATION_KEYS = {
    "title": replace(f.choice(ARBITER_TITLES), maker=f.words),
    "date": DAY,
    "federation": f.FEDERATION,
    "official": WORDS,
    "exam_only": FLAG,
    "person": ANYTHING,
    "seminar": ANYTHING,
    "norm": ANYTHING,
}
PERSON = {
    "id": f.IDENTIFIER,
    "name": TomlKey(f.words, '"Ejemplo, Ana"'),
    "last_name": WORDS,
    "first_name": WORDS,
    "federation": f.FEDERATION,
    "born": TomlKey(f.iso_day, "2001-05-03"),
    "national_arbiter": FLAG,
    "fa": DAY,
    "ia": DAY,
    "active_until": DAY,
    "last_event": TomlKey(f.whole(FIRST_YEAR, LAST_YEAR), "2018"),
    "languages": TomlKey(languages, '["en", "es"]'),
    "english": FLAG,
}
SEMINAR = {
    "kind": f.choice(SEMINAR_KINDS, needed=True),
    "end": replace(DAY, needed=True),
    "exam": TomlKey(share, '"85/100"'),
    "passed": FLAG,
    "name": WORDS,
    "federation": f.FEDERATION,
    "start": DAY,
}
EVENT = {
    "event": WORDS,
    "start": DAY,
    "end": DAY,
    "system": replace(f.choice(NORM_EVENT_SYSTEMS), maker=f.words),
    "kind": f.choice(NORM_EVENT_KINDS),
    "level": f.choice(EVENT_LEVELS),
    "rounds": _number("9"),
    "present": _number("9"),
    "players": _number("84"),
    "rated": _number("60"),
    "federations": _number("3"),
    "rateable_for_all": FLAG,
    "boards": _number("4"),
    "teams": _number("10"),
    "double": FLAG,
    "approved": FLAG,
    "norm_possible": FLAG,
    "festival": WORDS,
    "festival_players": _number("240"),
    "festival_rated": _number("120"),
}
NORM = EVENT | {
    "article": WORDS,
    "chief": WORDS,
    "signed": FLAG,
    "federation_signed": FLAG,
    "event_rated": FLAG,
    "used_for": f.choice(USED_FOR),
    "link": WORDS,
    "report": TomlKey(f.words, '"open.trf"'),
}
NAMES = {"event": "name", "rateable_for_all": "rateable"}
"""Keys of the file whose field has another name."""
OF_THE_PAPER = frozenset(field.name for field in fields(ArbiterNorm)) - {"event"}


def table(file: str, where: str) -> TomlTable:
    return TomlTable("arbiter-file", file, where)


def read_arbiter_application(
    file: Path, date: dt.date | None = None, report: ReadReport | None = None, title: ArbiterTitle | None = None
) -> ArbiterApplication:
    """Read an application; `date` and `title` replace what the file says. Values that cannot be used are refused in
    one line."""
    application = application_of(f.load(file), str(file), date, report, title)
    refuse_contradictions(str(file), application)
    return application


def application_of(
    data: object,
    name: str = "",
    date: dt.date | None = None,
    report: ReadReport | None = None,
    title: ArbiterTitle | None = None,
) -> ArbiterApplication:
    """Return the application that a table states."""
    head = table(name, "head").read(data, APPLICATION_KEYS)
    wanted = title or _title(name, head.get("title"))
    day = day_of(head, date, name)
    norms = tuple(norm_of(row, name, place, wanted, report) for place, row in rows_of(head, "norm", name, NORM))
    seminars = tuple(seminar_of(row, name, place) for place, row in rows_of(head, "seminar", name, SEMINAR))
    application = ArbiterApplication(
        wanted,
        day,
        person_of(head.get("person", {}), name),
        norms,
        seminars,
        head.get("federation", ""),
        head.get("official", ""),
        head.get("exam_only", False),
    )
    _consistent(name, application)
    return application


def _title(name: str, typed: str | None) -> ArbiterTitle:
    if typed is None:
        raise table(name, "head").missing("title", APPLICATION_KEYS["title"].example)
    for title in ARBITER_TITLES:
        if typed.upper() == title:
            return title
    raise ArpadError("arbiter-title", file=name, title=typed, known=", ".join(ARBITER_TITLES))


def rows_of(head: Mapping[str, Any], key: str, name: str, keys: Iterable[str]) -> Iterator[tuple[int, object]]:
    """Return the tables of a list with their places; refuse a value that is no list."""
    rows = head.get(key, [])
    if not isinstance(rows, list):
        raise ArpadError("file-table", file=name, where=f"[[{key}]]", keys=", ".join(keys))
    return enumerate(rows, 1)


def day_of(head: Mapping[str, Any], date: dt.date | None, name: str) -> dt.date:
    """Return the day of an application: the one that was given, or that of the file."""
    day: dt.date | None = date or head.get("date")
    if day is None:
        raise ArpadError("arbiter-no-date", file=name)
    return day


def names_apart(person: dict[str, Any]) -> dict[str, Any]:
    """Return a person with the last and the first name for the name as lists print it."""
    last, _, first = person.pop("name", "").partition(",")
    return {"last_name": last.strip(), "first_name": first.strip()} | person


def person_of(data: object, name: str) -> ArbiterPerson:
    """Return the person of a table."""
    return ArbiterPerson(**names_apart(table(name, "[person]").read(data, PERSON)))


def seminar_of(data: object, name: str, place: int) -> SeminarNorm:
    """Return the seminar of a table."""
    return SeminarNorm(**table(name, f"[[seminar]] {place}").read(data, SEMINAR))


def norm_of(data: object, name: str, place: int, title: ArbiterTitle, report: ReadReport | None = None) -> ArbiterNorm:
    """Return the norm of a table. What it does not say is taken from the report that it names."""
    values = table(name, f"[[norm]] {place}").read(data, NORM)
    system = values.get("system")
    if system is not None and system not in NORM_EVENT_SYSTEMS:
        raise ArpadError("arbiter-system", file=name, place=place, system=system, known=", ".join(NORM_EVENT_SYSTEMS))
    article = values.get("article", "")
    if article and article not in ARTICLES[title]:
        raise ArpadError(
            "arbiter-article", file=name, place=place, article=article, title=title, known=", ".join(ARTICLES[title])
        )
    source = values.pop("report", None)
    facts = {NAMES.get(key, key): value for key, value in values.items() if key not in OF_THE_PAPER}
    event = NormEvent(**facts)
    if source is not None and report is not None:
        event = replace(report_facts(report(source), _asked(facts)), **facts)
    paper = {key: value for key, value in values.items() if key in OF_THE_PAPER}
    norm = ArbiterNorm(event, **paper)
    _norm_fits(name, place, norm)
    return norm


def _asked(facts: Mapping[str, Any]) -> AskedFacts:
    known = {field.name for field in fields(AskedFacts)}
    return AskedFacts(**{key: value for key, value in facts.items() if key in known})


def _norm_fits(name: str, place: int, norm: ArbiterNorm) -> None:
    """Refuse numbers and days that contradict each other."""
    event = norm.event
    if event.start and event.end and event.end < event.start:
        start, end = event.start.isoformat(), event.end.isoformat()
        raise ArpadError("arbiter-norm-dates", file=name, place=place, start=start, end=end)
    for part, whole in (("rated", "players"), ("federations", "players"), ("present", "rounds")):
        less, more = getattr(event, part), getattr(event, whole)
        if less is not None and more is not None and less > more:
            raise ArpadError("arbiter-norm-more", file=name, place=place, key=part, value=less, other=whole, most=more)


def _consistent(name: str, application: ArbiterApplication) -> None:
    """No norm and no seminar after the application, none twice, and nobody born after it."""
    day, born = application.date, application.person.born
    if born is not None and born > day:
        raise ArpadError("arbiter-born", file=name, born=born.isoformat(), date=day.isoformat())
    seen: dict[tuple[str, object], int] = {}
    for place, norm in enumerate(application.norms, 1):
        end, key = norm.event.end or norm.event.start, (norm.event.name, norm.event.start)
        if end is not None and end > day:
            raise ArpadError("arbiter-norm-later", file=name, place=place, end=end.isoformat(), date=day.isoformat())
        if norm.event.name and key in seen:
            raise ArpadError("arbiter-norm-twice", file=name, place=place, other=seen[key], event=norm.event.name)
        seen[key] = place
    for place, seminar in enumerate(application.seminars, 1):
        if seminar.end > day:
            end_day, date = seminar.end.isoformat(), day.isoformat()
            raise ArpadError("arbiter-seminar-later", file=name, place=place, end=end_day, date=date)


# A complaint about fair play as a TOML file.

PARTY = dict.fromkeys(PERSON_KEYS, WORDS) | {
    "id": f.IDENTIFIER,
    "federation": f.FEDERATION,
}
COMPLAINT_KEYS = {
    "kind": f.choice(COMPLAINT_KINDS, needed=True),
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
    """Read a complaint. Missing values stay empty; the check reports them."""
    name = str(file)

    def table(where: str) -> TomlTable:
        return TomlTable("arbiter-file", name, where)

    head = table("head").read(f.load(file), COMPLAINT_KEYS)
    complainant, respondent = (
        ComplaintParty(**table(f"[{who}]").read(head.pop(who), PARTY)) for who in ("complainant", "respondent")
    )
    engine = table("[engine]").read(head.pop("engine", {}), dict.fromkeys(ENGINE_KEYS, WORDS))
    return FairPlayComplaint(**head, complainant=complainant, respondent=respondent, engine=tuple(engine.items()))


# An application for a category as a TOML file.

STANDING = {"ia": DAY, "category_since": DAY, "active": FLAG, "sanctioned": FLAG}
"""What an arbiter is: at the head of the file, or in [person]."""
UPGRADE_KEYS = STANDING | {
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
        "category": f.choice(ARBITER_CATEGORIES, needed=True),
        "role": f.choice(roles, needed=True),
        "start": replace(DAY, needed=True),
        "end": replace(DAY, needed=True),
        "positive": FLAG,
        "used_for": TomlKey(f.one_of(USED_FOR), '"none"'),
        "link": WORDS,
    }


def read_upgrade(file: Path, date: dt.date | None = None) -> UpgradeApplication:
    """Read an application for a category; `date` replaces the day of the file."""
    name = str(file)
    head = table(name, "head").read(f.load(file), UPGRADE_KEYS)
    person = names_apart(table(name, "[person]").read(head.get("person", {}), WHO))
    rows = rows_of(head, "event", name, _event_keys())
    values = head | person
    return UpgradeApplication(
        to=head["to"],
        date=day_of(head, date, name),
        ia=values.get("ia"),
        since=values.get("category_since"),
        active=values.get("active"),
        sanctioned=values.get("sanctioned"),
        events=tuple(_event(row, name, place) for place, row in rows),
        last_name=person["last_name"],
        first_name=person["first_name"],
        id=person.get("id", ""),
        federation=values.get("federation", ""),
        official=head.get("official", ""),
    )


def _event(row: object, name: str, place: int) -> UpgradeEvent:
    values = table(name, f"[[event]] {place}").read(row, _event_keys())
    if values["end"] < values["start"]:
        start, end = values["start"].isoformat(), values["end"].isoformat()
        raise ArpadError("arbiter-event-dates", file=name, place=place, start=start, end=end)
    return UpgradeEvent(name=values.pop("event", ""), used=values.pop("used_for", None), **values)
