"""The claim sheet of a player for a whole rating period: every event, the sum, the rounding, the list."""

from dataclasses import dataclass, replace
from fractions import Fraction

from arpad.documents.findings import message
from arpad.documents.steps import Explanation, Step
from arpad.domain.games import points
from arpad.i18n import Language, date_text, number, number_or_dash, text
from arpad.lists.closing import Explained
from arpad.lists.ledger import day_of
from arpad.lists.list_versions import ListVersion
from arpad.lists.player_period import Outcome
from arpad.papers.player_sheet import (
    RoundLine,
    Sources,
    Sums,
    column_legend,
    dates,
    documents,
    event_sums,
    first_rating_sums,
    lines,
    mark_legend,
    reason_items,
    reasons_of,
    signed,
    source_items,
    table_data,
    verdict,
)
from arpad.papers.typeset import digest_text, typeset, words
from arpad.rating.coefficient import within_limit
from arpad.rating.inputs import event_label
from arpad.rating.newcomer import NewcomerEvent, RoundRobinResult, SummaryResult

# The events of a player's period as the sheet shows them: the games, the K that counts, the reasons.

OF_ONE_EVENT = (
    "change.total",
    "change.half",
    "change.sum-of-events",
    "change.rounded",
    "change.rounded-rating",
    "change.rounded-rating-to",
    "change.new",
    "change.below-floor",
    "change.total-of-games",
    "change.passing",
    "change.recomputed",
    "change.not-recomputed",
    "change.raised",
    "verdict.listed",
    "k.limit",
)
"""Steps that an event rated by itself ends with. In a period there is one K, one sum and one rounding."""

RATED = ("event", "edition", "list", "n", "w-we", "k", "k-sum")
UNRATED = ("event", "edition", "list", "n", "w")
POOL = ("event", "end", "n", "w", "rc", "ru")
"""The columns of the period, and of the results that are counted together."""


@dataclass(frozen=True, slots=True)
class EventPart:
    """An event of the period. `k` and `change` are None for a player without a rating; `change` is in hundredths."""

    outcome: Outcome
    k: int | None
    lines: tuple[RoundLine, ...]
    steps: Explanation

    @property
    def change(self) -> int | None:
        return self.outcome.line.times_k(self.k)

    @property
    def name(self) -> str:
        return self.outcome.of.part.event.name

    @property
    def against_rated(self) -> tuple[int, int]:
        """Return the games that count and their half points; for an unrated player all against rated opponents, whether
        or not they give a first rating."""
        own = self.outcome.line
        if self.k is not None or own.newcomer is None:
            return own.games, own.score
        games, score, _ = _sums(own.newcomer)
        return games, score


def event_parts(found: Explained, language: Language) -> list[EventPart]:
    """Return the events that count, in the order in which the closing took them."""
    return [_part(outcome, found.period.games, language) for outcome in found.period.outcomes]


def _part(outcome: Outcome, games: int, language: Language) -> EventPart:
    own, rating = outcome.line, outcome.of.rating
    k = None if own.participant.rating is None else within_limit(outcome.edition, own.participant.k or 0, games)
    rounds = lines(rating, own, outcome.edition, language)
    return EventPart(outcome, k, tuple(rounds), _steps(reasons_of(rating, own)))


def _steps(trail: Explanation) -> Explanation:
    """Return the reasons of an event without those that only hold for an event rated by itself."""
    found: list[Step] = []
    for step in trail:
        if step.what == "change.event":
            found += step.steps
        elif step.what not in OF_ONE_EVENT and not step.what.startswith("initial."):
            found.append(named(step))
    return tuple(found)


def named(step: Step) -> Step:
    """Return a step of the period, with words for no rating and for an event without a name."""
    if not step.what.startswith("period."):
        return step
    inputs = dict(step.inputs)
    if "event" in inputs:
        inputs["event"] = event_label(str(inputs["event"]))
    if step.what != "period.base-rating":
        return replace(step, inputs=inputs)
    inputs["list"] = inputs["list"] or "@word.unrated"
    return replace(step, inputs=inputs, value=step.value or "@word.unrated")


def left_out(found: Explained) -> Explanation:
    """Return the events that count for nothing, and why, except those of players who have fallen off the list since."""
    return tuple(
        Step(
            outcome.edition.change.entered_list.article,
            "period.unrated-then",
            {"event": event_label(outcome.of.part.event.name)},
            None,
        )
        for outcome in found.period.left_out
        if outcome.line.participant.rating is None
    )


def event_line(outcome: Outcome, language: Language) -> str:
    """Return when and where an event was, its edition, and the list in force."""
    event = outcome.of.part.event
    place = ", ".join(part for part in (event.city, event.federation) if part)
    listed = text("period-sheet.list-in-force", language, list=outcome.of.part.list_date)
    return " · ".join(part for part in (dates(event, language), place, outcome.edition.name[language], listed) if part)


def period_rows(parts: list[EventPart], language: Language) -> list[list[str]]:
    """Return a row for each event: by W − We and K, or for an unrated player by W alone."""
    rows = []
    for part in parts:
        own = part.outcome.line
        games, score = part.against_rated
        row = [part.name or "–", part.outcome.edition.id, part.outcome.of.part.list_date.isoformat(), str(games)]
        if part.k is None:
            row.append(number(points(score), language))
        else:
            row += [signed(own.result, language), str(part.k), signed(part.change, language)]
        rows.append(row)
    return rows


def pool_rows(found: Explained, language: Language) -> list[list[str]]:
    """Return the results that count together for a first rating; for a player who did not play, the stored ones."""
    first = found.period.first
    if first is None:
        return [_kept(result.event, language) for result in found.period.results]
    rows = []
    for event in first.events:
        average = None if event.total is None or not event.games else event.total / event.games
        score = "–" if event.score is None else number(points(event.score), language)
        row = [*_label(event.event, language), str(event.games), score, number_or_dash(average, language)]
        rows.append([*row, number_or_dash(event.ru, language)])
    return rows


def _kept(event: NewcomerEvent, language: Language) -> list[str]:
    """Return a result as stored: nothing is computed before the player plays again."""
    games, score, average = _sums(event)
    return [
        *_label(event, language),
        str(games),
        number(points(score), language),
        number_or_dash(average, language),
        "",
    ]


def _sums(event: NewcomerEvent) -> tuple[int, int, Fraction | None]:
    """Return the games of an unrated player against rated opponents, the half points and the average."""
    if isinstance(event.result, RoundRobinResult | SummaryResult):
        return event.result.games, event.result.score, event.result.average
    games = [game for game in event.games if game.played and game.opponent is not None]
    count = len(games)
    average = Fraction(sum(game.opponent or 0 for game in games), count) if count else None
    return count, sum(game.score for game in games), average


def _label(event: NewcomerEvent, language: Language) -> list[str]:
    return [event.name or "–", "–" if event.date is None else date_text(event.date, language)]


# The claim sheet of a player and a period: every event in FIDE's own columns, the sum, the one rounding, the list.


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


def period_reasons(found: Explained) -> Explanation:
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
    sentences = []
    if not found.played:
        sentences.append(text("period-sheet.not-played", language))
    if not found.played and found.period.results:
        sentences.append(text("period-sheet.kept", language))
    if found.period.first is not None:
        sentences.append(verdict(found.period.first, language))
    if (found.computed or 0) != found.standing.rating:
        computed, listed = rating_text(found.computed, language), rating_text(found.standing.rating, language)
        sentences.append(text("period-sheet.differs", language, computed=computed, list=listed))
    return sentences


def notes(found: Explained, language: Language) -> list[str]:
    """Return other notes: merged identities, whether the player is listed, the findings about the player."""
    sentences = [text("period-sheet.merged", language, ids=", ".join(found.merged))] if found.merged else []
    if found.after.absent:
        sentences.append(text(f"absent.{found.after.absent}", language))
    for outcome in found.period.outcomes:
        rank = outcome.line.participant.player.rank
        mine = [finding for finding in outcome.of.findings if finding.player == rank]
        sentences += [f"{outcome.of.part.event.name}: {message(finding, language)}" for finding in mine]
    return list(dict.fromkeys(sentences))


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
