"""Round robins with unrated players: FEDA 9.21.b, 2003 10.21b, 2005 10.54, 2017 8.58.

The average of the event comes from the rated players and how they scored; the unrated get their Ru from it; from 2005
those Ru are corrected once, the opponents brought within the cap, and the rated players' games count with them.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from arpad.documents.steps import Step, Trail
from arpad.domain.games import Entrant, RoundRobin, points
from arpad.eligibility.check_events import too_far
from arpad.i18n import hundredths
from arpad.rating.caps import used_differences
from arpad.rating.coefficient import limit_step, within_limit
from arpad.rating.event_average import ROUND_ROBINS, difference_step
from arpad.rating.game_by_game import cap_steps, expected_step
from arpad.rating.inputs import check_round_robin
from arpad.rating.newcomer import performance
from arpad.rating.round_robin_results import EntrantResult, RoundRobinRating
from arpad.rating.round_robin_unrated import (
    as_swiss,
    event_average,
    first_ru,
    iterated,
    percentage_of,
    scored_against,
)
from arpad.rating.symbols import opponents_average
from arpad.regulations.articles import Article
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import dp, pd


def rate_round_robin(edition: Edition, event: RoundRobin) -> RoundRobinRating:
    """Rate a complete round robin."""
    check_round_robin(event)
    steps: list[Step] = []
    event, left_out = _without_ignored(edition, event, steps)
    order = [entrant.name for entrant in event.entrants]
    if edition.change.round_robin.value == "as-swiss":
        newcomers = [as_swiss(edition, event, entrant) for entrant in event.entrants if entrant.rating is None]
        event = _drop(event, tuple(newcomer.entrant for newcomer in newcomers))
        rar, dpa, ra = event_average(edition, event, steps)
    else:
        rar, dpa, ra = event_average(edition, event, steps)
        newcomers = first_ru(edition, event, ra)
    if edition.change.round_robin.value == "unrated-by-iteration":
        newcomers = [iterated(edition, event, ra, newcomer, newcomers) for newcomer in newcomers]
    ru = {
        newcomer.entrant.name: newcomer.new_ru if newcomer.new_ru is not None else newcomer.ru for newcomer in newcomers
    }
    results = {newcomer.entrant.name: newcomer for newcomer in newcomers}
    for entrant in event.entrants:
        if entrant.rating is not None:
            results[entrant.name] = _rated(edition, event, ra, entrant, ru)
    entrants = tuple(results[name] for name in order)
    return RoundRobinRating(edition.id, rar, dpa, ra, entrants, left_out, tuple(steps))


def _without_ignored(edition: Edition, event: RoundRobin, steps: list[Step]) -> tuple[RoundRobin, tuple[Entrant, ...]]:
    """Leave out, with all their games, the unrated players who are ignored (FEDA 7.1; 2003, 2005, 2017 6.1).

    Only points from games that count are counted for this. The games against an ignored player do not count, so the
    others are looked at again until nobody else is ignored: a player who has beaten only an ignored one is ignored too.
    """
    scored = {entrant.name: entrant.score for entrant in event.entrants}
    gone: tuple[Entrant, ...] = ()
    while found := {entrant: why for entrant in event.entrants if (why := _why_ignored(edition, event, entrant))}:
        for entrant, (article, what) in found.items():
            inputs = {"name": entrant.name, "score": points(scored[entrant.name]), "counted": points(entrant.score)}
            steps.append(Step(article, what, inputs, None))
        event, gone = _drop(event, tuple(found)), (*gone, *found)
    return event, gone


def _why_ignored(edition: Edition, event: RoundRobin, entrant: Entrant) -> tuple[Article, str] | None:
    """Return the article and the reason for which an unrated player is ignored, by the points against the players of
    `event`: they are too few (6.1, FEDA 7.1); or dp is indeterminate (2005 10.1, if it is not the first event), so that
    there is no Ru with which the opponents' games could count (10.54)."""
    rules = edition.initial
    if entrant.rating is not None or not rules.ignored_for_opponents.value or not event.games:
        return None
    may_be_ignored = entrant.first_event or rules.ignored_in.value == "any-event"
    if may_be_ignored and points(entrant.score) <= rules.ignored_score.value:
        return rules.ignored_for_opponents.article, "round-robin.ignored"
    if performance(edition, Fraction(0), event.games, entrant.score, event.opponents).value is None:
        return edition.conversion.dp_at_extremes.article, "round-robin.no-ru"
    return None


def _drop(event: RoundRobin, gone: tuple[Entrant, ...]) -> RoundRobin:
    """The round robin without some players and without the points made against them."""
    if not gone:
        return event
    out = {index for index, entrant in enumerate(event.entrants) if entrant in gone}
    kept = []
    for index, entrant in enumerate(event.entrants):
        if index in out:
            continue
        against = sum(scored_against(event, entrant, event.entrants[other], other) for other in out)
        results = None
        if entrant.results is not None:
            results = tuple(result for other, result in enumerate(entrant.results) if other not in out)
        kept.append(replace(entrant, score=entrant.score - against, results=results))
    return RoundRobin(tuple(kept), event.cycles)


def _rated(
    edition: Edition, event: RoundRobin, ra: Fraction, entrant: Entrant, ru: Mapping[str, int | None]
) -> EntrantResult:
    """A rated player: by the event's average, or game by game with the Ru of the unrated as if they were published."""
    if not event.opponents:
        return _with_change(edition, entrant, 0, 0, 0, ())
    if edition.change.method.value == "event-average":
        return _rated_by_average(edition, event, ra, entrant)
    rating = entrant.rating or 0
    others = [other for other in event.entrants if other.name != entrant.name]
    seen = {other: ru[other.name] or 0 if other.rating is None else other.rating for other in others}
    steps = []
    score = entrant.score
    for other in others:
        if too_far(edition, rating, seen[other]):
            score -= scored_against(event, entrant, other, event.entrants.index(other))
            rule = edition.change.not_rated_from_difference
            steps.append(Step(rule.article, "left-out.too-far", {"opponent": seen.pop(other)}, None))
    played = [*seen.items()] * event.cycles
    used = used_differences(edition, rating, [rating - opponent for _, opponent in played])
    for (other, opponent), d in zip(played, used, strict=True):
        inputs = {"name": other.name, "opponent": opponent, "difference": d}
        capped = cap_steps(edition, rating, opponent, d)
        steps.append(Step(edition.conversion.pd.article, "round-robin.expected", inputs, hundredths(pd(d)), capped))
    return _with_change(edition, entrant, len(played), score, sum(pd(d) for d in used), tuple(steps))


def _rated_by_average(edition: Edition, event: RoundRobin, ra: Fraction, entrant: Entrant) -> EntrantResult:
    """One cycle is rated as a separate round robin; two cycles count twice."""
    rating = entrant.rating or 0
    cycle = ROUND_ROBINS[edition.change.round_robin.value]("", rating, event.opponents, 0, ra)
    inputs = {"name": entrant.name, "symbol": opponents_average(edition)}
    steps = (
        Step(edition.change.method.article, "round-robin.rc", inputs, cycle.average),
        difference_step(edition, rating, cycle.difference),
        expected_step(edition, cycle.difference, cycle.expected),
    )
    expected = cycle.expected_score * event.cycles
    return _with_change(edition, entrant, event.games, entrant.score, expected, steps)


def _with_change(
    edition: Edition, entrant: Entrant, games: int, score: int, expected: int, steps: Trail
) -> EntrantResult:
    """Return W − We over the rated games, and K times it if K is known."""
    result = score * 50 - expected
    we, delta = hundredths(expected), hundredths(result)
    inputs = {"name": entrant.name, "score": points(score), "expected": we}
    taken = [Step(edition.change.result.article, "round-robin.result", inputs, delta, steps)]
    k = None if entrant.k is None else within_limit(edition, entrant.k, games)
    if entrant.k is not None and k is not None:
        if k != entrant.k:
            taken.append(limit_step(edition, entrant.k, k, games))
        taken.append(Step(edition.change.total.article, "change.total", {"k": k, "sum": delta}, hundredths(k * result)))
    percentage = percentage_of(edition, score, games) if games else 50
    return EntrantResult(
        entrant,
        games,
        score,
        percentage,
        dp(percentage, edition.conversion.dp_at_extremes.value),
        expected=expected,
        result=result,
        k=k,
        change=None if k is None else k * result,
        steps=tuple(taken),
    )
