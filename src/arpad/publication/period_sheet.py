"""The claim sheet of a player and a period: every event in FIDE's own columns, the sum, the one rounding, the list."""

import datetime as dt
from typing import NamedTuple

from arpad.documents.findings import message
from arpad.documents.steps import Trail
from arpad.i18n import Language, date_text, number, text
from arpad.lists.closing import Explained
from arpad.lists.ledger import day_of
from arpad.publication.period_sheet_events import (
    POOL,
    RATED,
    UNRATED,
    EventPart,
    event_line,
    event_parts,
    left_out,
    named,
    period_rows,
    pool_rows,
)
from arpad.publication.sheet_reasons import Sources, documents, reason_items, source_items
from arpad.publication.sheet_sums import Sums, event_sums, first_rating_sums, signed, verdict
from arpad.publication.sheet_table import column_legend, mark_legend, table_data
from arpad.publication.typesetting import digest_text, typeset, words


class ListVersion(NamedTuple):
    """The version of a list that a sheet is of."""

    period: dt.date
    number: int
    state: str
    digest: str
    reason: str = ""


def period_sheet(found: Explained, version: ListVersion, sources: Sources, language: Language = "en") -> bytes:
    """Return the sheet as PDF, on as many pages as the events need. `sources` are the documents by their ids."""
    return typeset("period_sheet", period_sheet_data(found, version, sources, language), language, ["sheet_parts"])


def period_sheet_data(
    found: Explained, version: ListVersion, sources: Sources, language: Language
) -> dict[str, object]:
    """Return the texts for the template; numbers are already written in the language."""
    parts = event_parts(found, language)
    reasons = period_reasons(found)
    everything = (*reasons, *(step for part in parts for step in part.steps))
    order = documents(everything, found.edition.source)
    pool = pool_rows(found, language)
    return {
        "words": words("sheet", language) | words("period-sheet", language),
        "player": _player(found, language),
        "facts": _facts(found, version, language),
        "columns": columns(period_columns(found), language),
        "rows": period_rows(parts, language),
        "pool-columns": columns(POOL, language) if pool else [],
        "pool": pool,
        "sums": sums(found, language),
        "verdict": verdicts(found, language),
        "reasons": reason_items(reasons, [], order, language),
        "events": [_event(part, order, language) for part in parts],
        "legend": list(dict.fromkeys(_legend(part, language) for part in parts if part.lines)),
        "notes": notes(found, language),
        "digest": digest_text(version.digest),
        "sources": source_items(order, sources, language),
    }


def period_reasons(found: Explained) -> Trail:
    """Return the sums of the period, the events that do not count, and what the rules of the list changed."""
    of_period = found.period.steps if found.played or found.period.left_out else ()
    return (*left_out(found), *map(named, of_period), *found.listed)


def period_columns(found: Explained) -> tuple[str, ...]:
    return UNRATED if found.period.base is None else RATED


def columns(names: tuple[str, ...], language: Language) -> list[str]:
    return [text(f"period-sheet.column.{name}", language) for name in names]


def sums(found: Explained, language: Language) -> Sums:
    """Return the whole period in one line: from the rating before to the one on the list, K and the games so far."""
    if found.period.first is not None:
        before = first_rating_sums(found.period.first, language)
    elif found.period.base is not None and found.played:
        base, computed = found.period.base, found.period.rating or 0
        before = _named(
            [
                ("ro", str(base)),
                ("n", str(found.period.games)),
                ("k-sum", signed(found.period.change, language)),
                ("rounded", number(computed - base, language, sign=True)),
                ("rn", str(computed)),
            ],
            language,
        )
    else:
        before = _named([("ro", rating_text(found.rating_before, language)), ("n", "0")], language)
    own = found.standing
    after = [
        ("next-k", str(own.k) if own.k else "–"),
        ("total", str(own.total)),
        ("list", rating_text(own.rating, language)),
    ]
    return [*before, *_named(after, language)]


def _named(found: list[tuple[str, str]], language: Language) -> Sums:
    return [[text(f"period-sheet.sum.{name}", language), value] for name, value in found]


def rating_text(rating: int | None, language: Language) -> str:
    return str(rating) if rating else text("word.unrated", language)


def verdicts(found: Explained, language: Language) -> list[str]:
    """Return the sentences: whether the player played, whether a first rating is published, and whether the
    list has another rating than the computed one."""
    told = []
    if not found.played:
        told.append(text("period-sheet.not-played", language))
    if not found.played and found.period.results:
        told.append(text("period-sheet.kept", language))
    if found.period.first is not None:
        told.append(verdict(found.period.first, language))
    if (found.computed or 0) != found.standing.rating:
        computed, listed = rating_text(found.computed, language), rating_text(found.standing.rating, language)
        told.append(text("period-sheet.differs", language, computed=computed, list=listed))
    return told


def notes(found: Explained, language: Language) -> list[str]:
    """Return other notes: merged identities, whether the player is listed, the findings about the player."""
    told = [text("period-sheet.merged", language, ids=", ".join(found.merged))] if found.merged else []
    if found.after.absent:
        told.append(text(f"absent.{found.after.absent}", language))
    for outcome in found.period.outcomes:
        rank = outcome.line.participant.player.rank
        mine = [finding for finding in outcome.of.findings if finding.player == rank]
        told += [f"{outcome.of.part.event.name}: {message(one, language)}" for one in mine]
    return list(dict.fromkeys(told))


def _player(found: Explained, language: Language) -> dict[str, str]:
    row = found.after
    born = day_of(row.birthday) or (str(row.born) if row.born else None)
    facts = [
        text("sheet.id", language, id=row.id),
        row.federation,
        text("sheet.born", language, born=born) if born else "",
    ]
    return {
        "name": " ".join(part for part in (row.title, row.name or f"({row.id})") if part),
        "line": " · ".join(fact for fact in facts if fact),
        "before": rating_text(found.rating_before, language),
        "after": rating_text(found.standing.rating, language),
    }


def _facts(found: Explained, version: ListVersion, language: Language) -> list[list[str]]:
    """Return the head: the list on the left, the rules on the right."""
    state = text(f"version-state.{version.state}", language)
    facts = [
        ("list", f"{date_text(version.period, language)}, {text(f'time-class.{found.time_class}', language)}"),
        ("edition", f"{found.edition.name[language]} ({found.edition.id})"),
        ("version", f"{version.number} ({state})"),
        ("previous", date_text(found.previous, language)),
    ]
    if version.reason:
        facts.append(("reason", version.reason))
    return [[text(f"period-sheet.fact.{name}", language), value] for name, value in facts]


def _event(part: EventPart, order: list[str], language: Language) -> dict[str, object]:
    own = part.outcome.line
    rounds = list(part.lines)
    shown: dict[str, object] = dict(table_data(rounds, part.k, language))
    shown["name"] = part.name or "–"
    shown["line"] = event_line(part.outcome, language)
    shown["sums"] = [] if part.k is None else event_sums(own, part.k, language)
    shown["legend"] = mark_legend(rounds, part.outcome.edition, language)
    shown["reasons"] = reason_items(part.steps, rounds, order, language)
    return shown


def _legend(part: EventPart, language: Language) -> str:
    return column_legend(part.outcome.of.rating, part.outcome.line, list(part.lines), language)
