"""The events of a player's period as the sheet shows them: the games, the K that counts, the reasons."""

from dataclasses import dataclass, replace
from fractions import Fraction

from arpad.documents.steps import Step, Trail
from arpad.domain.games import points
from arpad.i18n import Language, date_text, number, number_or_dash, text
from arpad.lists.closing import Explained
from arpad.lists.player_period import Outcome
from arpad.publication.sheet import dates
from arpad.publication.sheet_reasons import reasons_of
from arpad.publication.sheet_rounds import RoundLine, lines
from arpad.publication.sheet_sums import signed
from arpad.rating.coefficient import within_limit
from arpad.rating.inputs import event_label
from arpad.rating.newcomer import NewcomerEvent, RoundRobinResult, SummaryResult

OF_ONE_EVENT = (
    "change.total",
    "change.half",
    "change.sum-of-events",
    "change.rounded",
    "change.rounded-rating",
    "change.rounded-rating-to",
    "change.new",
    "change.below-floor",
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
    steps: Trail

    @property
    def change(self) -> int | None:
        result = self.outcome.line.result
        return None if self.k is None or result is None else self.k * result

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


def _steps(trail: Trail) -> Trail:
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


def left_out(found: Explained) -> Trail:
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
        rows.append([*row, number_or_dash(event.value, language)])
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
