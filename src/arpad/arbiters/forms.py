"""What fills the forms of arbiters: by the names that the fields of the forms give."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arpad.arbiters.applications import large_swiss
from arpad.arbiters.categories import UpgradeAnswer, UpgradeEvent
from arpad.arbiters.events import NormSigner, ReportFacts
from arpad.arbiters.model import ArbiterPerson, NormEventSystem
from arpad.arbiters.needs import ApplicationAnswer
from arpad.arbiters.norms import JudgedNorm
from arpad.domain.event import Event
from arpad.i18n import Language, date_text, text

SYSTEM_BOXES: Mapping[NormEventSystem, str] = {
    "swiss": "SS", "round-robin": "RR", "double": "DR", "knockout": "KO", "other": "Other", "team": "TM",
}  # fmt: skip
FormValues = dict[str, Any]


def days_text(start: dt.date | None, end: dt.date | None, language: Language) -> str:
    """Return the days of an event, or the only day."""
    days = [date_text(day, language) for day in dict.fromkeys((start, end)) if day is not None]
    return " – ".join(days)


def person_values(person: ArbiterPerson) -> FormValues:
    """The person of a form."""
    return {
        "person.last_name": person.last_name,
        "person.first_name": person.first_name,
        "person.id": person.id,
        "person.federation": person.federation,
        "person.languages": list(person.languages or ()),
    }


def event_values(event: Event, facts: ReportFacts, language: Language) -> FormValues:
    """Return the event of a certificate, from its report."""
    return {
        "event.federation": event.federation,
        "event.name": event.name,
        "event.dates": days_text(event.start, event.end, language),
        "event.venue": event.city,
        "event.system": "" if facts.system is None else text(f"arbiter.system.{facts.system}", language),
        "event.rounds": _number(facts.rounds),
        "event.players": _number(facts.players),
        "event.rated": _number(facts.rated),
        "event.federations": _number(facts.federations),
        "event.titled": str(facts.titled),
        "event.time_control": event.time_control,
    }


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class CertificateSigning:
    """The signer of a certificate, on which day, and with which recommendation ("" if it is left to be ticked)."""

    signer: NormSigner
    day: dt.date | None = None
    recommendation: str = ""
    official: str = ""


def certificate_values(
    person: ArbiterPerson, event: Event, facts: ReportFacts, signing: CertificateSigning, language: Language
) -> FormValues:
    """Forms FA1 and IA1."""
    signer = signing.signer
    day = "" if signing.day is None else date_text(signing.day, language)
    return (
        person_values(person)
        | event_values(event, facts, language)
        | {
            "recommendation": signing.recommendation,
            "signer.name": " ".join(part for part in (signer.title, signer.name) if part),
            "signer.position": signer.position,
            "signer.federation": signer.federation,
            "signer.date": day,
            "official.name": signing.official,
        }
    )


def application_values(answer: ApplicationAnswer, language: Language) -> FormValues:
    """Forms FA2 and IA2: the norms that are sent, each with the exception that it uses."""
    case, asked = answer.case, answer.case.application
    norms = [norm for norm in case.norms if norm in answer.chosen] or list(case.norms)
    seminar = case.seminars[0] if case.seminars else None
    values = person_values(asked.person) | {
        "application.federation": asked.federation or asked.person.federation,
        "norms": [_norm_values(answer, norm) for norm in norms],
        "official.name": asked.official,
        "official.date": date_text(case.date, language),
    }
    if seminar is not None:
        values |= {
            "seminar.name": seminar.name,
            "seminar.federation": seminar.federation,
            "seminar.dates": days_text(seminar.start, seminar.end, language),
        }
    return values


def _norm_values(answer: ApplicationAnswer, norm: JudgedNorm) -> FormValues:
    event = norm.event
    return {
        "event": event.name,
        "link": norm.norm.link,
        "system": "" if event.system is None else SYSTEM_BOXES[event.system],
        "exception": ", ".join(exceptions_of(answer, norm)),
    }


def exceptions_of(answer: ApplicationAnswer, norm: JudgedNorm) -> list[str]:
    """Return the articles of exceptions that a norm uses: 2.5, 3.9, 3.10.1, 4.8.1, 4.8.4, 4.9, 4.10.1."""
    case = answer.case
    ordinary = ("3.8.", "4.8.2", "4.8.3")
    exceptions = [] if not norm.article or norm.article.startswith(ordinary) else [norm.article]
    if norm.short:
        exceptions.append(case.rules.short_events.article.number)
    if any(check.name == "large-swiss" and check.ok for check in answer.whole) and large_swiss(case, norm):
        exceptions.append(case.edition.norms.swiss_players.article.number)
    return exceptions


def upgrade_values(answer: UpgradeAnswer, language: Language) -> FormValues:
    """Form IA3."""
    asked = answer.application
    targeted = [event for event in asked.events if event.category == asked.to]
    current = [event for event in asked.events if event.category == asked.present]
    return {
        "person.last_name": asked.last_name,
        "person.first_name": asked.first_name,
        "person.id": asked.id,
        "person.federation": asked.federation,
        "application.federation": asked.federation,
        "upgrade.to": asked.to,
        "upgrade.since": "" if asked.since is None else date_text(asked.since, language),
        "upgrade.way": "mixed" if current else "targeted",
        "targeted": [_upgrade_event(event) for event in targeted],
        "current": [_upgrade_event(event) for event in current],
        "official.name": asked.official,
        "official.date": date_text(asked.date, language),
    }


def _upgrade_event(event: UpgradeEvent) -> FormValues:
    return {"event": event.name, "link": event.link, "category": event.category, "role": event.role}
