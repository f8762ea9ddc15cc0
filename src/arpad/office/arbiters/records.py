"""Records an officer can note about an arbiter: titles, seminars, norms, and certificates that the office issues."""

import datetime as dt
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Annotated, Any, ClassVar

from arpad.arbiters.application_files import MOST, languages, norm_of, person_of, seminar_of, share
from arpad.arbiters.applications import of_norm
from arpad.arbiters.events import (
    AskedFacts,
    CertificateQuota,
    NormSigner,
    certificate_quota,
    chief_of,
    report_facts,
    signed_by,
)
from arpad.arbiters.forms import CertificateSigning, certificate_values
from arpad.arbiters.model import NORM_EVENT_KINDS, NORM_EVENT_SYSTEMS, SEMINAR_KINDS, USED_FOR, NormEvent
from arpad.arbiters.norms import event_norms
from arpad.domain.event import Event
from arpad.domain.rating_list import FIRST_YEAR, LAST_YEAR
from arpad.i18n import ArpadError, Language, Words
from arpad.inputs import parse
from arpad.inputs.declared import Input, Parse, as_typed
from arpad.office._list_repository import ListRepository
from arpad.office.arbiters.careers import ArbiterCareer, careers_in, norm_table
from arpad.office.context import Desk
from arpad.office.decisions.decisions import Decision, EventNumber, Reason, Taken
from arpad.office.events import event_row
from arpad.office.list_tables import read_transaction
from arpad.office.records import HELD
from arpad.office.storage._tables import KeptArbiterRecord, arbiter_records_kept, keep_arbiter_record, report_of_event
from arpad.papers.arbiter_forms import arbiter_form_pdf
from arpad.regulations.arbiter_editions import (
    ARBITER_CATEGORIES,
    ARBITER_TITLES,
    EVENT_LEVELS,
    ArbiterTitle,
    arbiter_classification,
    arbiter_edition,
)

# The fields of what is noted about an arbiter: how each is typed on the command line and into a form.

AWARDS = ("NA", "FA", "IA", "C", "B", "A")
"""The titles of arbiters, and the categories of International Arbiters above D, which comes with the title."""
SIGNER_TITLES = ("IA", "FA", "IO")
RECOMMENDATIONS = ("standard", "experience")
YES_OR_NO = ("yes", "no")


def _identifier(where: str, typed: str) -> str:
    """A FIDE ID."""
    identifier = typed.strip()
    if not (identifier.isascii() and identifier.isdecimal()):
        raise ArpadError("format-form", option=where, value=typed, example="2250000")
    return identifier


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


def typed(flag: str, parse_: Parse, metavar: str = "", **more: Any) -> Input:
    """An input of the command line and of a form; its help is named after its flag. Arguments show their names."""
    help_ = f"cli.help.office-arbiter-{flag.lstrip('-').lower()}"
    return Input(parse_, flag=flag, help=help_, metavar=metavar if flag.startswith("-") else "", **more)


def text(flag: str) -> Input:
    return typed(flag, _words, "TEXT")


def day(flag: str) -> Input:
    return typed(flag, parse.date, "DATE", kind="date", about="A day: 2024-05-01.", max_length=10)


def count(flag: str) -> Input:
    return typed(flag, _count, "N", kind="number", max_length=10)


def yes_or_no(flag: str) -> Input:
    options = ("", *YES_OR_NO)
    return typed(flag, _answer, "yes|no", kind="select", options=options, words="web.said.", max_length=10)


def choice(flag: str, known: Sequence[str], words: str = "", *, first: tuple[str, ...] = ("",)) -> Input:
    """One of some words; typed in any case."""
    named = {word.lower(): word for word in known}

    def make(where: str, value: str) -> str:
        return parse.choice(where, named.get(value.strip().lower(), value.strip()), list(known))

    options = (*first, *known)
    return typed(flag, make, "|".join(known), kind="select", options=options, words=words, max_length=40)


def roles() -> tuple[str, ...]:
    """The roles of arbiters in events (B.06.3, 8.3)."""
    return tuple(role.id for role in arbiter_classification().roles)


ArbiterId = Annotated[str, typed("ID", _identifier, about="A FIDE ID.", max_length=20)]
FullName = Annotated[str, typed("--name", parse.full_name, "TEXT")]
Home = Annotated[str | None, typed("--federation", parse.federation, "XYZ", max_length=10)]
Languages = Annotated[
    tuple[str, ...] | None, typed("--languages", _languages, "ES,EN", about="Two letters each: es en.", max_length=60)
]
Year = Annotated[int | None, typed("--last-event", _year, "YEAR", kind="number", max_length=4)]
Day = Annotated[dt.date, day("--day")]
Award = Annotated[str, choice("TITLE", AWARDS, "web.arbiters.award.", first=())]
Seminar = Annotated[str, choice("KIND", SEMINAR_KINDS, "web.arbiters.seminar.", first=())]
Exam = Annotated[str | None, typed("--exam", _exam, "SHARE", about="The share of the marks: 85/100.")]
Wanted = Annotated[str, choice("--title", ARBITER_TITLES, first=())]
Systems = Annotated[str | None, choice("--format", NORM_EVENT_SYSTEMS, "arbiter.system.")]
Kinds = Annotated[str | None, choice("--kind", NORM_EVENT_KINDS, "arbiter.kind.")]
Levels = Annotated[str | None, choice("--level", EVENT_LEVELS, "arbiter.level.")]
Used = Annotated[str | None, choice("--used-for", USED_FOR, "web.arbiters.used.")]
Category = Annotated[str | None, choice("--category", ARBITER_CATEGORIES)]
SignerTitle = Annotated[str | None, choice("--signer-title", SIGNER_TITLES)]
Recommendation = Annotated[str | None, choice("--recommendation", RECOMMENDATIONS, "web.arbiters.advice.")]
Role = Annotated[str | None, choice("--role", roles(), "arbiter.role.")]
RecordNumber = Annotated[
    int, typed("RECORD", parse.number, kind="number", about="The number of a record.", max_length=10)
]
Noted = Annotated[
    str, typed("--reason", as_typed, "TEXT", kind="area", about="A note. It goes into the log.", max_length=2000)
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
        data, records = self.data(), arbiter_records_kept(repository.connection, self.id)
        if not self.founds and not records:
            raise ArpadError("office-arbiter-unknown", id=self.id)
        self.check(data, desk.at.date())
        same = [
            record.id
            for record in records
            if not record.revoked and record.kind == self.command and _same(record, data)
        ]
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


def _same(record: KeptArbiterRecord, data: Mapping[str, Any]) -> bool:
    """Whether the same thing was noted before: what identifies an event, a seminar or an award is the same."""
    return all(
        record.data.get(name) == _plain(data.get(name)) for name in ("event", "title", "kind", "start", "end", "day")
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
    born: Annotated[dt.date | None, day("--born")] = None
    national_arbiter: Annotated[bool | None, yes_or_no("--national-arbiter")] = None
    languages: Languages = None
    english: Annotated[bool | None, yes_or_no("--english")] = None
    last_event: Year = None
    active_until: Annotated[dt.date | None, day("--active-until")] = None
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
    end: Annotated[dt.date, day("--end")]
    start: Annotated[dt.date | None, day("--start")] = None
    exam: Exam = None
    passed: Annotated[bool | None, yes_or_no("--passed")] = None
    name: Annotated[str | None, text("--name")] = None
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
    event: Annotated[str, text("EVENT")]
    start: Annotated[dt.date, day("--start")]
    end: Annotated[dt.date, day("--end")]
    format: Systems = None
    rounds: Annotated[int | None, count("--rounds")] = None
    players: Annotated[int | None, count("--players")] = None
    rated: Annotated[int | None, count("--rated")] = None
    federations: Annotated[int | None, count("--federations")] = None
    kind: Kinds = None
    level: Levels = None
    present: Annotated[int | None, count("--rounds-present")] = None
    boards: Annotated[int | None, count("--boards")] = None
    teams: Annotated[int | None, count("--teams")] = None
    norm_possible: Annotated[bool | None, yes_or_no("--norm-possible")] = None
    chief: Annotated[str | None, text("--chief")] = None
    signed: Annotated[bool | None, yes_or_no("--signed")] = None
    federation_signed: Annotated[bool | None, yes_or_no("--federation-signed")] = None
    event_rated: Annotated[bool | None, yes_or_no("--event-rated")] = None
    used_for: Used = None
    role: Role = None
    category: Category = None
    positive: Annotated[bool | None, yes_or_no("--positive")] = None
    link: Annotated[str | None, text("--link")] = None
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
        records = {record.id: record for record in arbiter_records_kept(repository.connection)}
        revoked = records.get(self.record)
        if revoked is None or revoked.kind == self.command:
            raise ArpadError("office-arbiter-no-record", record=self.record)
        if revoked.revoked:
            raise ArpadError("office-arbiter-revoked", record=self.record)
        data = {"kind": revoked.kind, "record": revoked.id}
        connection, arbiter = repository.connection, revoked.arbiter
        keep_arbiter_record(connection, arbiter, self.command, desk.at, data, self.reason, revokes=revoked.id)
        desk.record(connection, "arbiter-revoke", arbiter, record=revoked.id, reason=self.reason)
        return Taken(None)


# Certificates of norms that events of the office issue: as many as 2.7 allows, signed as 2.8 says.

FACTS = (
    "start", "end", "system", "kind", "level", "rounds", "present", "players", "rated", "federations", "boards",
    "teams", "double", "approved", "norm_possible",
)  # fmt: skip
"""The facts of the event that a certificate keeps, as they were when it was issued."""


@dataclass(frozen=True, slots=True)
class IssueCertificate(ArbiterRecord):
    """Issue the certificate of a norm (form FA1 or IA1) in an event of the office."""

    command = "certificate"
    outcome = "issued"
    number: EventNumber
    id: ArbiterId
    title: Wanted
    day: Day
    role: Role = None
    kind: Kinds = None
    level: Levels = None
    present: Annotated[int | None, count("--rounds-present")] = None
    signer: Annotated[str | None, text("--signer")] = None
    signer_title: SignerTitle = None
    position: Annotated[str | None, text("--position")] = None
    official: Annotated[str | None, text("--official")] = None
    recommendation: Recommendation = None
    reason: Noted = ""

    def check(self, data: Mapping[str, Any], at: dt.date) -> None:
        """A certificate is not signed before its day, and not before the event is over."""
        for name, day in (("day", self.day), ("end", data["end"])):
            if day is not None and day > (at if name == "day" else self.day):
                raise ArpadError("office-arbiter-later", field=name, day=day.isoformat(), at=at.isoformat())

    def take(self, desk: Desk, repository: ListRepository) -> Taken:
        records = arbiter_records_kept(repository.connection)
        career = careers_in(records).get(self.id)
        if career is None:
            raise ArpadError("office-arbiter-unknown", id=self.id)
        event, facts = self._event(repository)
        issued = [record for record in records if _of_event(record, self.number)]
        if any(record.arbiter == self.id and record.data["title"] == self.title for record in issued):
            raise ArpadError("office-arbiter-has", id=self.id, title=self.title, event=self.number)
        quota = self._quota(event, facts, len(issued))
        signing = self._signing(event, career)
        data = {
            **known({name: getattr(facts, name) for name in FACTS}),
            "event": event.name, "number": self.number, "title": self.title, "place": len(issued) + 1,
            "day": self.day, "signing": asdict(signing), "chief": chief_of(event).name,
        }  # fmt: skip
        data |= known({"most": quota.most, "role": self.role, "signed": True if signing.signer.name else None})
        self.check(data, desk.at.date())
        keep_record(desk, repository, self, known(data))
        return Taken(None)

    def _event(self, repository: ListRepository) -> tuple[Event, NormEvent]:
        """The event with its facts, from the report that was accepted."""
        event = _reported(repository, self.number)
        asked = AskedFacts(kind=self.kind, level=self.level, present=self.present)  # type: ignore[arg-type]
        return event, report_facts(event, asked)

    def _quota(self, event: Event, facts: NormEvent, issued: int) -> CertificateQuota:
        """2.7, and the articles of the title: refuse a certificate that the event cannot give."""
        title: ArbiterTitle = "FA" if self.title == "FA" else "IA"
        norms = event_norms(facts, title)
        if norms.possible is False:
            articles = ", ".join(answer.article for answer in norms.answers)
            raise ArpadError("office-arbiter-no-norm", event=self.number, title=self.title, articles=articles)
        quota = certificate_quota(arbiter_edition(norms.edition), facts)
        if quota.is_full(issued):
            article = quota.article.number
            raise ArpadError("arbiter-quota", event=event.name, issued=issued, most=quota.most, article=article)
        return quota

    def _signing(self, event: Event, career: ArbiterCareer) -> CertificateSigning:
        """2.8: the chief arbiter of the report signs, or the person who was named."""
        edition = arbiter_edition(event_norms(report_facts(event), "FA").edition)
        named = NormSigner(self.signer or "", "", self.signer_title or "", self.position or "")
        signed = signed_by(edition, event, career.person, named, self.role)
        for finding in signed.errors:
            raise ArpadError("office-arbiter-signing", why=Words(f"finding.{finding.code}", **finding.values))
        signer = replace(signed.signer, position=signed.signer.position or self.position or "")
        return CertificateSigning(signer, None, self.recommendation or "", self.official or "")


def _of_event(record: KeptArbiterRecord, event: int) -> bool:
    return record.kind == IssueCertificate.command and not record.revoked and record.data["number"] == event


def _reported(repository: ListRepository, number: int) -> Event:
    row = event_row(repository, number)
    if row.state not in HELD:
        raise ArpadError("office-arbiter-no-report", event=number)
    return report_of_event(repository.connection, row).event


def printed_certificate(desk: Desk, record: int, language: Language) -> bytes:
    """Return form FA1 or IA1 of a certificate that was issued, as a PDF."""
    with read_transaction(desk) as repository:
        records = arbiter_records_kept(repository.connection)
        kept_arbiter_record = next(
            (
                kept_arbiter_record
                for kept_arbiter_record in records
                if kept_arbiter_record.id == record and kept_arbiter_record.kind == IssueCertificate.command
            ),
            None,
        )
        if kept_arbiter_record is None:
            raise ArpadError("office-arbiter-no-record", record=record)
        event = _reported(repository, kept_arbiter_record.data["number"])
    stored = kept_arbiter_record.data["signing"]
    day = dt.date.fromisoformat(kept_arbiter_record.data["day"])
    signing = CertificateSigning(NormSigner(**stored["signer"]), day, stored["recommendation"], stored["official"])
    person = careers_in(records)[kept_arbiter_record.arbiter].person
    facts = report_facts(
        event, AskedFacts(kind=kept_arbiter_record.data.get("kind"), level=kept_arbiter_record.data.get("level"))
    )
    values = certificate_values(person, event, facts, signing, language)
    return arbiter_form_pdf(
        "fa1" if kept_arbiter_record.data["title"] == "FA" else "ia1",
        values,
        language,
        incomplete=kept_arbiter_record.revoked,
    )


ARBITER_RECORDS: tuple[type[Decision], ...] = (
    RegisterArbiter,
    RecordAward,
    RecordSeminar,
    RecordNorm,
    IssueCertificate,
    RevokeRecord,
)
"""All kinds of records about arbiters, in the order of the desk."""
