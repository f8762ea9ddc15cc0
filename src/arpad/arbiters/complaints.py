"""Complaints about fair play, during a tournament (ITC) or after it (PTC): what they need, how long, and where to send
them. Nothing is stored: they are confidential until they are closed (III.B.12)."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from arpad.arbiters.days import years_later
from arpad.domain.findings import Finding, Severity
from arpad.i18n import Language, date_text, text
from arpad.regulations.event_rules import ProtectionLevel, fair_play_rules

ComplaintKind = Literal["ITC", "PTC"]
COMPLAINT_KINDS: tuple[ComplaintKind, ...] = get_args(ComplaintKind)
Ground = Literal["observation", "device", "engine", "rating"]
GROUNDS: tuple[Ground, ...] = get_args(Ground)
"""What a complaint rests on: something seen, a device found, moves compared with an engine, or only a strong result."""
ENGINE_KEYS = ("engine", "settings", "hash", "pvs", "interface", "moves", "matches")
"""VI.2 of the notes: what must be said about a comparison with an engine."""
ENGINE_ARTICLE = "Regan VI.2"
"""The notes have a VI.2 of their own: that of the regulations is about languages."""
PERSON_KEYS = ("name", "id", "federation", "address", "email", "phone")


@dataclass(frozen=True, slots=True)
class ComplaintParty:
    """The complainant, or the respondent."""

    name: str = ""
    id: str = ""
    federation: str = ""
    address: str = ""
    email: str = ""
    phone: str = ""


@dataclass(frozen=True, slots=True)
class FairPlayComplaint:
    """A complaint. `titled`: a WFM/FM title is at stake, or a titled person is involved (II.5). None: not known."""

    kind: ComplaintKind
    complainant: ComplaintParty
    respondent: ComplaintParty
    facts: str = ""
    event: str = ""
    last_round: dt.date | None = None
    chief_organiser: str = ""
    chief_arbiter: str = ""
    online: bool = False
    level: ProtectionLevel | None = None
    titled: bool | None = None
    grounds: tuple[Ground, ...] | None = None
    why_not_then: str = ""
    engine: tuple[tuple[str, str], ...] = ()
    attachments: tuple[str, ...] = ()
    consent: bool | None = None
    date: dt.date | None = None


def check_complaint(complaint: FairPlayComplaint) -> list[Finding]:
    """III.B: what is missing or stands against a complaint; nothing is said about whether it is right."""
    return [*_parties(complaint), *_facts(complaint), *_engine(complaint), *_limits(complaint), *_grounds(complaint)]


def _found(code: str, severity: Severity, article: str, **values: object) -> Finding:
    return Finding(f"complaint-{code}", severity, article, values=values)


def _parties(complaint: FairPlayComplaint) -> Iterator[Finding]:
    for key in PERSON_KEYS:
        if not getattr(complaint.complainant, key):
            article = "III.B.1" if key == "id" else "III.B.4"
            yield _found("complainant", "error", article, what=f"@complaint.key.{key}")
    if not complaint.respondent.name:
        yield _found("respondent", "error", "III.B.4")


def _facts(complaint: FairPlayComplaint) -> Iterator[Finding]:
    needed = ("facts", "event", "chief_organiser", "chief_arbiter", "date", "consent")
    for key in needed:
        if not getattr(complaint, key):
            yield _found("missing", "error", "III.B.4", what=f"@complaint.key.{key}")
    if not complaint.attachments:
        yield _found("no-attachments", "warning", "III.B.8")
    if complaint.kind == "PTC" and not complaint.why_not_then:
        yield _found("why-not-then", "error", "III.B.7")


def _engine(complaint: FairPlayComplaint) -> Iterator[Finding]:
    if not complaint.engine and "engine" not in (complaint.grounds or ()):
        return
    said = {key for key, value in complaint.engine if value}
    for key in ENGINE_KEYS:
        if key not in said:
            yield _found("engine", "error", ENGINE_ARTICLE, what=f"@complaint.key.{key}")


def last_day(complaint: FairPlayComplaint) -> dt.date | None:
    """VI.1: eight years after the last round; one year online."""
    rules = fair_play_rules().complaints
    years = rules.years_online.value if complaint.online else rules.years.value
    return None if complaint.last_round is None else years_later(complaint.last_round, years)


def _limits(complaint: FairPlayComplaint) -> Iterator[Finding]:
    rules = fair_play_rules().complaints
    article = (rules.years_online if complaint.online else rules.years).article.number
    last = last_day(complaint)
    if last is None:
        yield _found("limit-open", "warning", article)
    elif complaint.date is not None and complaint.date > last:
        yield _found("too-late", "error", article, day=last)


def _grounds(complaint: FairPlayComplaint) -> Iterator[Finding]:
    """III.B.9: a complaint that rests on nothing but a strong result is manifestly unfounded."""
    if complaint.grounds is None:
        yield _found("grounds-open", "warning", "III.B.9")
    elif set(complaint.grounds) == {"rating"}:
        yield _found("unfounded", "warning", "III.B.9")


Addressee = Literal["chief-arbiter", "fpl", "federation", "open"]


def addressee(complaint: FairPlayComplaint) -> Addressee:
    """III.B.6, II.4 to II.5: during a tournament the chief arbiter. After it the Fair Play Commission for levels A and
    B, and the national federation for level C, unless a title of FM or a titled person is concerned."""
    if complaint.kind == "ITC":
        return "chief-arbiter"
    if complaint.level in ("A", "B") or (complaint.level == "C" and complaint.titled):
        return "fpl"
    return "federation" if complaint.level == "C" and complaint.titled is False else "open"


def complaint_values(complaint: FairPlayComplaint, language: Language) -> dict[str, object]:
    """What fills forms ITC and PTC."""
    values: dict[str, object] = {}
    for name in ("complainant", "respondent"):
        party: ComplaintParty = getattr(complaint, name)
        who = " · ".join(part for part in (party.name, party.id and f"FIDE ID {party.id}") if part)
        values |= {f"{name}.name": who}
        values |= {f"{name}.{key}": getattr(party, key) for key in ("federation", "address", "email", "phone")}
    named = [(key, getattr(complaint, key)) for key in ("event", "chief_organiser", "chief_arbiter", "why_not_then")]
    facts = [complaint.facts.strip(), *(f"{_key(key, language)}: {value}" for key, value in named if value)]
    consent = "" if complaint.consent is None else "yes" if complaint.consent else "no"
    return values | {
        "facts": [part for part in facts if part],
        "engine": [f"{_key(key, language)}: {value}" for key, value in complaint.engine if value],
        "attachments": list(complaint.attachments),
        "consent": consent,
        "date": "" if complaint.date is None else date_text(complaint.date, language),
    }


def _key(key: str, language: Language) -> str:
    return text(f"complaint.key.{key}", language)
