"""Certificates of norms that events of the office issue to arbiters: as many as 2.7 allows, signed as 2.8 says."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any

from arpad.arbiters.event_facts import AskedFacts, report_facts
from arpad.arbiters.events import CertificateQuota, NormSigner, certificate_quota, chief_of, signed_by
from arpad.arbiters.forms import CertificateSigning, certificate_values
from arpad.arbiters.model import NormEvent
from arpad.arbiters.norms import event_norms
from arpad.domain.event import Event
from arpad.i18n import ArpadError, Language, Words
from arpad.office._list_repository import ListRepository
from arpad.office.arbiters._records import (
    ArbiterId,
    ArbiterRecord,
    Day,
    Kinds,
    Levels,
    Noted,
    Recommendation,
    RecordAward,
    RecordNorm,
    RecordSeminar,
    RegisterArbiter,
    RevokeRecord,
    Role,
    SignerTitle,
    Wanted,
    count,
    keep_record,
    known,
    text,
)
from arpad.office.arbiters.careers import ArbiterCareer, careers_in
from arpad.office.context import Desk
from arpad.office.decisions.decision import Decision, EventNumber, Taken
from arpad.office.events import event_row
from arpad.office.list_tables import read_transaction
from arpad.office.records import HELD
from arpad.office.storage._tables import KeptArbiterRecord, arbiter_records_kept, report_of_event
from arpad.papers.arbiter_forms import arbiter_form_pdf
from arpad.regulations.arbiter_editions import ArbiterTitle, arbiter_edition

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
    present: Annotated[int | None, count("--rounds-present", "cli.help.office-arbiter-rounds-present")] = None
    signer: Annotated[str | None, text("--signer", "cli.help.office-arbiter-signer")] = None
    signer_title: SignerTitle = None
    position: Annotated[str | None, text("--position", "cli.help.office-arbiter-position")] = None
    official: Annotated[str | None, text("--official", "cli.help.office-arbiter-official")] = None
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
        issued = [one for one in records if _of_event(one, self.number)]
        if any(one.arbiter == self.id and one.data["title"] == self.title for one in issued):
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
        kept = next((one for one in records if one.id == record and one.kind == IssueCertificate.command), None)
        if kept is None:
            raise ArpadError("office-arbiter-no-record", record=record)
        event = _reported(repository, kept.data["number"])
    stored = kept.data["signing"]
    day = dt.date.fromisoformat(kept.data["day"])
    signing = CertificateSigning(NormSigner(**stored["signer"]), day, stored["recommendation"], stored["official"])
    person = careers_in(records)[kept.arbiter].person
    facts = report_facts(event, AskedFacts(kind=kept.data.get("kind"), level=kept.data.get("level")))
    values = certificate_values(person, event, facts, signing, language)
    return arbiter_form_pdf("fa1" if kept.data["title"] == "FA" else "ia1", values, language, incomplete=kept.revoked)


ARBITER_RECORDS: tuple[type[Decision], ...] = (
    RegisterArbiter,
    RecordAward,
    RecordSeminar,
    RecordNorm,
    IssueCertificate,
    RevokeRecord,
)
"""All kinds of records about arbiters, in the order of the desk."""
