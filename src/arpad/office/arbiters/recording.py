"""What can be noted about an arbiter: each is a value, taken by `decide` like any decision; no list changes by it."""

import datetime as dt
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Annotated, Any, ClassVar

from arpad.arbiters.application_files import norm_of, person_of, seminar_of
from arpad.arbiters.applications import of_norm
from arpad.i18n import ArpadError
from arpad.office.arbiters.fields import (
    ArbiterId,
    Award,
    Born,
    Category,
    Day,
    Exam,
    FullName,
    Home,
    Kinds,
    Languages,
    Levels,
    Noted,
    RecordNumber,
    Role,
    Seminar,
    Systems,
    Used,
    Year,
    count,
    day,
    known,
    text,
    yes_or_no,
)
from arpad.office.decisions import Decision, Reason, Taken
from arpad.office.desk import Desk, Shelf
from arpad.office.storage import KeptArbiterRecord, arbiter_records_kept, keep_arbiter_record

RENAMED = {"format": "system"}
"""A command of the office takes the rating system as `system`."""
PAPER = ("id", "reason")
"""Fields of a record that are no part of its data."""


class ArbiterRecord(Decision):
    """Something about an arbiter. `command` is its word on the command line and its kind in storage."""

    __slots__ = ()
    needs_reason = False
    said = "noted"
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

    def take(self, desk: Desk, shelf: Shelf) -> Taken:
        data, found = self.data(), arbiter_records_kept(shelf.connection, self.id)
        if not self.founds and not found:
            raise ArpadError("office-arbiter-unknown", id=self.id)
        self.check(data, desk.at.date())
        same = [one.id for one in found if not one.revoked and one.kind == self.command and _same(one, data)]
        if same and not self.founds:
            raise ArpadError("office-arbiter-twice", id=self.id, record=same[0])
        keep_record(desk, shelf, self, data)
        return Taken(None)


def keep_record(desk: Desk, shelf: Shelf, record: ArbiterRecord, data: Mapping[str, Any]) -> int:
    """Store a record, and write it into the log."""
    connection = shelf.connection
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
    said = "revoked"
    record: RecordNumber
    reason: Reason

    def take(self, desk: Desk, shelf: Shelf) -> Taken:
        found = {one.id: one for one in arbiter_records_kept(shelf.connection)}
        revoked = found.get(self.record)
        if revoked is None or revoked.kind == self.command:
            raise ArpadError("office-arbiter-no-record", record=self.record)
        if revoked.revoked:
            raise ArpadError("office-arbiter-revoked", record=self.record)
        data = {"kind": revoked.kind, "record": revoked.id}
        connection, arbiter = shelf.connection, revoked.arbiter
        keep_arbiter_record(connection, arbiter, self.command, desk.at, data, self.reason, revokes=revoked.id)
        desk.record(connection, "arbiter-revoke", arbiter, record=revoked.id, reason=self.reason)
        return Taken(None)


FOR_A_CATEGORY = ("role", "category", "positive")
"""What only an application for a category asks for."""
OF_THE_OFFICE = ("title", "number", "place", "most", "signing", "day")
"""What only the office's own certificates have."""


def norm_table(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a norm as the file of an application states it. Certificates of earlier releases say of every event that
    it is not double; that told nothing."""
    told = {name: value for name, value in data.items() if name not in (*FOR_A_CATEGORY, *OF_THE_OFFICE)}
    return {name: value for name, value in told.items() if name != "double" or value}
