"""An event from the arbiters' side, by its report: norms, certificates, its category, how many it needs, fair play."""

from collections.abc import Mapping
from dataclasses import dataclass

from arpad.arbiters.appointments import ArbitersNeeded, arbiters_needed
from arpad.arbiters.certificates import CertificateQuota, certificate_quota
from arpad.arbiters.documents import category_document, event_norms_document
from arpad.arbiters.event_category import CategoryAnswer, category_by_numbers
from arpad.arbiters.norms import ArticleAnswer, EventNorms, event_norms
from arpad.arbiters.protection import MeasureRow, ProtectionAnswer, ProtectionFacts, measure_rows, protection_level
from arpad.arbiters.protection_words import protection_document
from arpad.arbiters.reported import ReportFacts, category_facts, report_facts
from arpad.arbiters.shapes import EventForArbitersDocument
from arpad.domain.event import Event
from arpad.i18n import Language
from arpad.regulations.arbiter_editions import ARBITER_TITLES, ArbiterTitle, arbiter_edition


@dataclass(frozen=True, slots=True)
class EventForArbiters:
    """What an event is for its arbiters. `measures` is the check-list of its level of protection."""

    event: Event
    facts: ReportFacts
    norms: Mapping[ArbiterTitle, EventNorms]
    quota: CertificateQuota
    category: CategoryAnswer
    needed: ArbitersNeeded
    protection: ProtectionAnswer
    measures: tuple[MeasureRow, ...]


def event_for_arbiters(event: Event) -> EventForArbiters:
    """Answer everything that the report of an event tells its arbiters."""
    facts = report_facts(event)
    norms = {title: event_norms(facts.event, title) for title in ARBITER_TITLES}
    told = ProtectionFacts(facts.event.system, facts.average, facts.women, norms=facts.event.norm_possible)
    level = protection_level(told)
    return EventForArbiters(
        event,
        facts,
        norms,
        certificate_quota(arbiter_edition(norms["FA"].edition), facts.event),
        category_by_numbers(category_facts(event, facts)),
        arbiters_needed(len(event.players)),
        level,
        tuple(measure_rows(level.level, None, quick=facts.standard is False)),
    )


def fitting_articles(norms: EventNorms) -> list[ArticleAnswer]:
    """Return the articles that are about events of this system and kind at all."""
    return [
        answer
        for answer in norms.answers
        if all(check.ok is not False for check in answer.checks if check.name in ("system", "kind"))
    ]


def event_for_arbiters_document(found: EventForArbiters, language: Language) -> EventForArbitersDocument:
    """The answer as JSON."""
    facts, needed = found.facts.event, found.needed
    least, most = needed.arbiters
    return {
        "event": {
            "name": facts.name,
            "start": facts.start,
            "end": facts.end,
            "system": facts.system,
            "rounds": facts.rounds,
            "players": facts.players,
            "rated": facts.rated,
            "federations": facts.federations,
            "titled": found.facts.titled,
        },
        "norms": [event_norms_document(one, language) for one in found.norms.values()],
        "certificates": {
            "most": found.quota.most,
            "article": found.quota.article.number,
            "known": found.quota.known,
        },
        "category": category_document(found.category, language),
        "needed": {
            "chief": needed.chiefs,
            "deputy": needed.deputies,
            "arbiters": {"least": least, "most": most},
            "report_deputies": needed.report_deputies,
        },
        "protection": protection_document(found.protection, found.measures, facts.start, language),
    }
