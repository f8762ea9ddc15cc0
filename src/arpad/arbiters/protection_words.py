"""Fair play in words and as JSON: levels of protection with their measures, and what a z-score may be a reason for."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from arpad.arbiters.protection import LevelReason, MeasureRow, ProtectionAnswer, waiver_terms
from arpad.arbiters.statistics import ScoreFacts, one_in, players_held, score_answers, tail, unusual_match_rate
from arpad.documents.editions import plain_value
from arpad.i18n import Language, text


def reason_words(reason: LevelReason, language: Language) -> str:
    """Return why an event has its level, with the article."""
    return text(f"fair-play.fact.{reason.fact}", language, article=reason.article.number, **reason.values)


def duty_words(duty: str | int, language: Language) -> str:
    """Return a duty in a word, or how many measures are needed."""
    if isinstance(duty, int):
        return text("fair-play.duty.number", language, number=duty)
    return text(f"fair-play.duty.{duty}", language)


def open_words(answer: ProtectionAnswer, language: Language) -> str:
    """Return which facts could raise the level, or nothing."""
    told = ", ".join(text(f"fair-play.open.{fact}", language) for fact in answer.open_facts)
    return text("fair-play.could-be-higher", language, facts=told) if told else ""


def waiver_words(answer: ProtectionAnswer, start: dt.date | None, language: Language) -> str:
    """Return who may grant a waiver, and until when it must be asked for."""
    terms = waiver_terms(answer.level, start)
    key = "waiver-none" if terms.by is None else "waiver-until" if terms.latest else "waiver"
    by = "" if terms.by is None else text(f"fair-play.waiver-by.{terms.by}", language)
    return text(f"fair-play.{key}", language, by=by, day=terms.latest or "")


def protection_document(
    answer: ProtectionAnswer, rows: Sequence[MeasureRow], start: dt.date | None, language: Language
) -> dict[str, Any]:
    """The level of an event, its reasons and its check-list."""
    terms = waiver_terms(answer.level, start)
    return {
        "level": answer.level,
        "because": [
            {"article": reason.article.number, "fact": reason.fact, "words": reason_words(reason, language)}
            for reason in answer.because
        ],
        "raised": answer.raised,
        "open": list(answer.open_facts),
        "rows": [
            {
                "key": row.measure.key,
                "duty": row.duty,
                "article": row.article.number,
                "done": row.done,
                "words": row.measure.name[language],
            }
            for row in rows
        ],
        "missing": [row.measure.key for row in rows if row.missing],
        "waiver": {"by": terms.by, "latest": terms.latest},
    }


def score_document(facts: ScoreFacts, rating: int | None, language: Language) -> dict[str, Any]:
    """A z-score: its chance, and the answer of every rule with its source."""
    rate = None if rating is None else plain_value(unusual_match_rate(rating))
    return {
        "z": plain_value(facts.z),
        "tail": tail(facts.z),
        "one_in": one_in(facts.z),
        "players_held": players_held(facts.z),
        "match_rate": rate,
        "rules": [
            {
                "rule": answer.rule,
                "key": answer.key,
                "article": answer.article.number,
                "source": answer.article.source,
                "binding": answer.binding,
                "threshold": plain_value(answer.threshold),
                "ok": answer.ok,
                "words": text(f"fair-play.score.{answer.key}", language),
            }
            for answer in score_answers(facts)
        ],
    }
