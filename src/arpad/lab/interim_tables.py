"""An interim rating as a table and as a document."""

from typing import Any

from arpad.documents.fields import ShownField, ShownFields
from arpad.domain.games import points
from arpad.i18n import Language, date_text, hundredths, text
from arpad.lab.fixed import decimal_of
from arpad.lab.interim import Interim, InterimRow, ReachedVerdict
from arpad.lab.tables import LabTable, exact_fields

FIELDS = ShownFields[InterimRow](
    ShownField("game", lambda row: row.number, "lab-number"),
    ShownField("date", lambda row: row.game.date, "lab-date"),
    ShownField("event", lambda row: row.game.part.event, "lab-event"),
    ShownField("round", lambda row: row.game.round or None, "lab-round"),
    ShownField("opponent", lambda row: row.game.opponent, "lab-opponent"),
    ShownField("opponent_rating", lambda row: row.game.game.opponent, "lab-opponent-rating"),
    ShownField("score", lambda row: points(row.game.game.score), "lab-score"),
    ShownField("expected", lambda row: None if row.expected is None else hundredths(row.expected), "lab-pd"),
    ShownField("result", lambda row: hundredths(row.result), "lab-result"),
    ShownField("sum", lambda row: hundredths(row.sum), "lab-result-sum"),
    *exact_fields("running_period", lambda row: row.by_period if row.shown else None, 2, "lab-running-period"),
    *exact_fields("running_cut", lambda row: row.by_cut if row.shown else None, 2, "lab-running-cut"),
)


def interim_table(found: Interim) -> LabTable[InterimRow]:
    """Return a row for each game."""
    return LabTable("interim", FIELDS, found.rows)


def verdict_words(found: ReachedVerdict, language: Language) -> str:
    """Say whether a rating was reached, when, and what the text leaves open."""
    limit = found.threshold
    name = f"{limit.title} {limit.rating}" if limit.title else str(limit.rating)
    values: dict[str, object] = {"threshold": name, "games": limit.games, "article": limit.article}
    if found.row is not None:
        values |= {"game": found.row.number, "date": date_text(found.row.game.date, language)}
    return text(f"lab.interim.{found.outcome}", language, **values)


def verdict_document(found: ReachedVerdict, language: Language) -> dict[str, Any]:
    row = found.row
    return {
        "rating": found.threshold.rating,
        "title": found.threshold.title or None,
        "games_needed": found.threshold.games,
        "article": found.threshold.article or None,
        "outcome": found.outcome,
        "reached": None if found.is_open else found.outcome == "reached",
        "game": None if row is None else row.number,
        "date": None if row is None else row.game.date,
        "running": None if row is None else decimal_of(row.by_period, 2),
        "message": verdict_words(found, language),
    }


def interim_document(found: Interim, verdicts: list[ReachedVerdict], language: Language) -> dict[str, Any]:
    """Return the games and the verdicts."""
    return {
        "rating": found.base,
        "games_before": found.before,
        "final": found.final,
        "order_known": not found.hidden,
        "games": interim_table(found).document(),
        "verdicts": [verdict_document(one, language) for one in verdicts],
    }
