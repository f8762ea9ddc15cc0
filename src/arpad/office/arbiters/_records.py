"""Records an officer can note about an arbiter, such as titles, seminars and norms, and their fields."""

import datetime as dt
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar

from arpad.arbiters.application_files import MOST, languages, norm_of, person_of, seminar_of, share
from arpad.arbiters.applications import of_norm
from arpad.arbiters.model import NORM_EVENT_KINDS, NORM_EVENT_SYSTEMS, SEMINAR_KINDS, USED_FOR
from arpad.domain.rating_list import FIRST_YEAR, LAST_YEAR
from arpad.i18n import ArpadError
from arpad.inputs import parse
from arpad.inputs import parse as people
from arpad.inputs.declared import Input, as_typed
from arpad.office._list_repository import ListRepository
from arpad.office.context import Desk
from arpad.office.decisions.decision import Decision, Reason, Taken
from arpad.office.storage._tables import KeptArbiterRecord, arbiter_records_kept, keep_arbiter_record
from arpad.regulations.arbiter_editions import ARBITER_CATEGORIES, ARBITER_TITLES, EVENT_LEVELS, arbiter_classification

# The fields of what is noted about an arbiter: how each is typed on the command line and into a form.

AWARDS = ("NA", "FA", "IA", "C", "B", "A")
"""The titles of arbiters, and the categories of International Arbiters above D, which comes with the title."""
SIGNER_TITLES = ("IA", "FA", "IO")
RECOMMENDATIONS = ("standard", "experience")
YES_OR_NO = ("yes", "no")


def _identifier(where: str, typed: str) -> str:
    """A FIDE ID."""
    found = typed.strip()
    if not (found.isascii() and found.isdecimal()):
        raise ArpadError("format-form", option=where, value=typed, example="2250000")
    return found


def _words(_where: str, typed: str) -> str:
    return " ".join(typed.split())


def _answer(where: str, typed: str) -> bool:
    return parse.choice(where, typed.strip().lower(), YES_OR_NO) == "yes"


def _count(where: str, typed: str) -> int:
    return parse.whole(where, typed, 0, MOST)


def _exam(where: str, typed: str) -> str:
    try:
        share(typed.strip())
    except ValueError:
        raise ArpadError("format-form", option=where, value=typed, example="85/100") from None
    return typed.strip()


def _languages(where: str, typed: str) -> tuple[str, ...]:
    try:
        return languages(typed.replace(",", " ").split())
    except ValueError:
        raise ArpadError("format-form", option=where, value=typed, example="es en") from None


def _year(where: str, typed: str) -> int:
    return parse.whole(where, typed, FIRST_YEAR, LAST_YEAR)


def text(flag: str, help_: str, max_length: int = 200) -> Input:
    return Input(_words, max_length=max_length, flag=flag, help=help_, metavar="TEXT")


def day(flag: str, help_: str) -> Input:
    return Input(
        parse.date, kind="date", about="A day: 2024-05-01.", max_length=10, flag=flag, help=help_, metavar="DATE"
    )


def count(flag: str, help_: str) -> Input:
    return Input(_count, kind="number", max_length=10, flag=flag, help=help_, metavar="N")


def yes_or_no(flag: str, help_: str) -> Input:
    return Input(
        _answer,
        kind="select",
        options=("", *YES_OR_NO),
        words="web.said.",
        max_length=10,
        flag=flag,
        help=help_,
        metavar="yes|no",
    )


def choice(flag: str, help_: str, known: Sequence[str], words: str = "", *, first: tuple[str, ...] = ("",)) -> Input:
    """One of some words; typed in any case."""
    named = {word.lower(): word for word in known}

    def make(where: str, typed: str) -> str:
        return parse.choice(where, named.get(typed.strip().lower(), typed.strip()), list(known))

    return Input(
        make,
        kind="select",
        options=(*first, *known),
        words=words,
        max_length=40,
        flag=flag,
        help=help_,
        metavar="|".join(known),
    )


ArbiterId = Annotated[
    str, Input(_identifier, about="A FIDE ID.", max_length=20, flag="ID", help="cli.help.office-arbiter-id")
]
FullName = Annotated[str, Input(people.full_name, flag="--name", help="cli.help.office-arbiter-name", metavar="TEXT")]
Home = Annotated[
    str | None,
    Input(
        parse.federation, max_length=10, flag="--federation", help="cli.help.office-arbiter-federation", metavar="XYZ"
    ),
]
Born = Annotated[dt.date | None, day("--born", "cli.help.office-arbiter-born")]
Languages = Annotated[
    tuple[str, ...] | None,
    Input(
        _languages,
        about="Two letters each: es en.",
        max_length=60,
        flag="--languages",
        help="cli.help.office-arbiter-languages",
        metavar="ES,EN",
    ),
]
Year = Annotated[
    int | None,
    Input(
        _year,
        kind="number",
        max_length=4,
        flag="--last-event",
        help="cli.help.office-arbiter-last-event",
        metavar="YEAR",
    ),
]
Day = Annotated[dt.date, day("--day", "cli.help.office-arbiter-day")]
Award = Annotated[str, choice("TITLE", "cli.help.office-arbiter-title", AWARDS, "web.arbiters.award.", first=())]
Seminar = Annotated[
    str, choice("KIND", "cli.help.office-arbiter-kind", SEMINAR_KINDS, "web.arbiters.seminar.", first=())
]
Exam = Annotated[
    str | None,
    Input(
        _exam,
        about="The share of the marks: 85/100.",
        flag="--exam",
        help="cli.help.office-arbiter-exam",
        metavar="SHARE",
    ),
]
Wanted = Annotated[str, choice("--title", "cli.help.office-arbiter-title", ARBITER_TITLES, first=())]
Systems = Annotated[
    str | None, choice("--format", "cli.help.office-arbiter-format", NORM_EVENT_SYSTEMS, "arbiter.system.")
]
Kinds = Annotated[str | None, choice("--kind", "cli.help.office-arbiter-kind", NORM_EVENT_KINDS, "arbiter.kind.")]
Levels = Annotated[str | None, choice("--level", "cli.help.office-arbiter-level", EVENT_LEVELS, "arbiter.level.")]
Used = Annotated[str | None, choice("--used-for", "cli.help.office-arbiter-used-for", USED_FOR, "web.arbiters.used.")]
Category = Annotated[str | None, choice("--category", "cli.help.office-arbiter-category", ARBITER_CATEGORIES)]
SignerTitle = Annotated[str | None, choice("--signer-title", "cli.help.office-arbiter-signer-title", SIGNER_TITLES)]
Recommendation = Annotated[
    str | None,
    choice("--recommendation", "cli.help.office-arbiter-recommendation", RECOMMENDATIONS, "web.arbiters.advice."),
]
RecordNumber = Annotated[
    int,
    Input(
        parse.number,
        kind="number",
        about="The number of a record.",
        max_length=10,
        flag="RECORD",
        help="cli.help.office-arbiter-record",
    ),
]


def roles() -> tuple[str, ...]:
    """The roles of arbiters in events (B.06.3, 8.3)."""
    return tuple(role.id for role in arbiter_classification().roles)


Role = Annotated[str | None, choice("--role", "cli.help.office-arbiter-role", roles(), "arbiter.role.")]
Noted = Annotated[
    str,
    Input(
        as_typed,
        kind="area",
        about="A note. It goes into the log.",
        max_length=2000,
        flag="--reason",
        help="cli.help.office-arbiter-reason",
        metavar="TEXT",
    ),
]


def known(values: dict[str, Any]) -> dict[str, Any]:
    """The values that were given."""
    return {name: value for name, value in values.items() if value is not None and value != ""}


# What can be noted about an arbiter: each is a value, taken by `decide` like any decision; no list changes by it.

RENAMED = {"format": "system"}
"""A command of the office takes the rating system as `system`."""
PAPER = ("id", "reason")
"""Fields of a record that are no part of its data."""


class ArbiterRecord(Decision):
    """Something about an arbiter. `command` is its word on the command line and its kind in storage."""

    __slots__ = ()
    needs_reason = False
    outcome = "noted"
    founds: ClassVar[bool] = False
    """Whether it may be the first record of an arbiter, and be noted again with other values."""
    id: str

    @abstractmethod
    def check(self, data: Mapping[str, Any], at: dt.date) -> None:
        """Refuse what contradicts itself, or has not happened yet."""

    def data(self) -> dict[str, Any]:
        """Return what is stored: the fields that were given."""
        own = (field.name for field in fields(self) if field.name not in PAPER)  # type: ignore[arg-type]
        return known({name: getattr(self, name) for name in own})

    def take(self, desk: Desk, repository: ListRepository) -> Taken:
        data, found = self.data(), arbiter_records_kept(repository.connection, self.id)
        if not self.founds and not found:
            raise ArpadError("office-arbiter-unknown", id=self.id)
        self.check(data, desk.at.date())
        same = [one.id for one in found if not one.revoked and one.kind == self.command and _same(one, data)]
        if same and not self.founds:
            raise ArpadError("office-arbiter-twice", id=self.id, record=same[0])
        keep_record(desk, repository, self, data)
        return Taken(None)


def keep_record(desk: Desk, repository: ListRepository, record: ArbiterRecord, data: Mapping[str, Any]) -> int:
    """Store a record, and write it into the log."""
    connection = repository.connection
    number = keep_arbiter_record(connection, record.id, record.command, desk.at, data, record.reason)
    desk.record(connection, f"arbiter-{record.command}", record.id, record=number, reason=record.reason)
    return number


def _same(kept: KeptArbiterRecord, data: Mapping[str, Any]) -> bool:
    """Whether the same thing was noted before: what identifies an event, a seminar or an award is the same."""
    return all(
        kept.data.get(name) == _plain(data.get(name)) for name in ("event", "title", "kind", "start", "end", "day")
    )


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, dt.date) else value


def _not_later(name: str, value: dt.date | None, at: dt.date) -> None:
    if value is not None and value > at:
        raise ArpadError("office-arbiter-later", field=name, day=value.isoformat(), at=at.isoformat())


@dataclass(frozen=True, slots=True)
class RegisterArbiter(ArbiterRecord):
    """Note who an arbiter is; noted again, the newer values count."""

    command = "person"
    founds = True
    id: ArbiterId
    name: FullName
    federation: Home = None
    born: Born = None
    national_arbiter: Annotated[
        bool | None, yes_or_no("--national-arbiter", "cli.help.office-arbiter-national-arbiter")
    ] = None
    languages: Languages = None
    english: Annotated[bool | None, yes_or_no("--english", "cli.help.office-arbiter-english")] = None
    last_event: Year = None
    active_until: Annotated[dt.date | None, day("--active-until", "cli.help.office-arbiter-active-until")] = None
    reason: Noted = ""

    def check(self, data: Mapping[str, Any], at: dt.date) -> None:
        if not self.name:
            raise ArpadError("office-arbiter-name", id=self.id)
        _not_later("born", self.born, at)
        person_of({**data, "languages": list(self.languages or ())}, self.id)


@dataclass(frozen=True, slots=True)
class RecordAward(ArbiterRecord):
    """Note that an arbiter got a title or a category, and the day of the award."""

    command = "award"
    id: ArbiterId
    title: Award
    day: Day
    reason: Noted = ""

    def check(self, data: Mapping[str, Any], at: dt.date) -> None:  # noqa: ARG002  (an award is its own data)
        _not_later("day", self.day, at)


@dataclass(frozen=True, slots=True)
class RecordSeminar(ArbiterRecord):
    """Note a seminar or a refresher course."""

    command = "seminar"
    id: ArbiterId
    kind: Seminar
    end: Annotated[dt.date, day("--end", "cli.help.office-arbiter-end")]
    start: Annotated[dt.date | None, day("--start", "cli.help.office-arbiter-start")] = None
    exam: Exam = None
    passed: Annotated[bool | None, yes_or_no("--passed", "cli.help.office-arbiter-passed")] = None
    name: Annotated[str | None, text("--name", "cli.help.office-arbiter-name")] = None
    federation: Home = None
    reason: Noted = ""

    def check(self, data: Mapping[str, Any], at: dt.date) -> None:
        _not_later("end", self.end, at)
        if self.start is not None and self.start > self.end:
            raise ArpadError("event-ends-before", start=self.start.isoformat(), end=self.end.isoformat())
        seminar_of(data, self.id, 1)


@dataclass(frozen=True, slots=True)
class RecordNorm(ArbiterRecord):
    """Note a certificate of a norm that another event issued, or work in an event for a category."""

    command = "norm"
    id: ArbiterId
    event: Annotated[str, text("EVENT", "cli.help.office-arbiter-event")]
    start: Annotated[dt.date, day("--start", "cli.help.office-arbiter-start")]
    end: Annotated[dt.date, day("--end", "cli.help.office-arbiter-end")]
    format: Systems = None
    rounds: Annotated[int | None, count("--rounds", "cli.help.office-arbiter-rounds")] = None
    players: Annotated[int | None, count("--players", "cli.help.office-arbiter-players")] = None
    rated: Annotated[int | None, count("--rated", "cli.help.office-arbiter-rated")] = None
    federations: Annotated[int | None, count("--federations", "cli.help.office-arbiter-federations")] = None
    kind: Kinds = None
    level: Levels = None
    present: Annotated[int | None, count("--rounds-present", "cli.help.office-arbiter-rounds-present")] = None
    boards: Annotated[int | None, count("--boards", "cli.help.office-arbiter-boards")] = None
    teams: Annotated[int | None, count("--teams", "cli.help.office-arbiter-teams")] = None
    norm_possible: Annotated[bool | None, yes_or_no("--norm-possible", "cli.help.office-arbiter-norm-possible")] = None
    chief: Annotated[str | None, text("--chief", "cli.help.office-arbiter-chief")] = None
    signed: Annotated[bool | None, yes_or_no("--signed", "cli.help.office-arbiter-signed")] = None
    federation_signed: Annotated[
        bool | None, yes_or_no("--federation-signed", "cli.help.office-arbiter-federation-signed")
    ] = None
    event_rated: Annotated[bool | None, yes_or_no("--event-rated", "cli.help.office-arbiter-event-rated")] = None
    used_for: Used = None
    role: Role = None
    category: Category = None
    positive: Annotated[bool | None, yes_or_no("--positive", "cli.help.office-arbiter-positive")] = None
    link: Annotated[str | None, text("--link", "cli.help.office-arbiter-link")] = None
    reason: Noted = ""

    def data(self) -> dict[str, Any]:
        """Return the fields that were given, by the keys of an application's file."""
        given = ArbiterRecord.data(self)
        return {RENAMED.get(name, name): value for name, value in given.items()}

    def check(self, data: Mapping[str, Any], at: dt.date) -> None:
        _not_later("end", self.end, at)
        if self.start > self.end:
            raise ArpadError("event-ends-before", start=self.start.isoformat(), end=self.end.isoformat())
        for one, other in of_norm(norm_of(norm_table(data), self.id, 1, "FA")):
            raise ArpadError("arbiter-contradiction", where=self.event, one=one, other=other)


@dataclass(frozen=True, slots=True)
class RevokeRecord(Decision):
    """Take back something that was noted about an arbiter. It stays in the record, marked."""

    command = "revoke"
    outcome = "revoked"
    record: RecordNumber
    reason: Reason

    def take(self, desk: Desk, repository: ListRepository) -> Taken:
        found = {one.id: one for one in arbiter_records_kept(repository.connection)}
        revoked = found.get(self.record)
        if revoked is None or revoked.kind == self.command:
            raise ArpadError("office-arbiter-no-record", record=self.record)
        if revoked.revoked:
            raise ArpadError("office-arbiter-revoked", record=self.record)
        data = {"kind": revoked.kind, "record": revoked.id}
        connection, arbiter = repository.connection, revoked.arbiter
        keep_arbiter_record(connection, arbiter, self.command, desk.at, data, self.reason, revokes=revoked.id)
        desk.record(connection, "arbiter-revoke", arbiter, record=revoked.id, reason=self.reason)
        return Taken(None)


FOR_A_CATEGORY = ("role", "category", "positive")
"""What only an application for a category asks for."""
OF_THE_OFFICE = ("title", "number", "place", "most", "signing", "day")
"""What only the office's own certificates have."""


def norm_table(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a norm as the file of an application states it. Certificates of earlier releases say of every event that
    it is not double; that carries no information, so it is left out."""
    stated = {name: value for name, value in data.items() if name not in (*FOR_A_CATEGORY, *OF_THE_OFFICE)}
    return {name: value for name, value in stated.items() if name != "double" or value}
