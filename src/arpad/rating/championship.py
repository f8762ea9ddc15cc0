"""FEDA 9.4: the rating that a national championship gives an unrated player."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arpad.documents.steps import Step
from arpad.rating.newcomer_events import Counted, NewcomerEvent, RoundRobinResult, as_championship, count_event
from arpad.rating.rounding import rounded
from arpad.regulations.rating_edition import Edition


@dataclass(frozen=True, slots=True)
class Championship:
    """What 9.4 gives for an event. `entry` is the event with the unrated opponents as in 9.4."""

    value: int
    entry: Counted
    step: Step


def championship_rating(edition: Edition, events: Sequence[NewcomerEvent]) -> Championship | None:
    """FEDA 9.4: players who play every round of a national championship and score half the points or more get 1805,
    unless their performance is worth more; only for this, unrated opponents count as 1800."""
    rules = edition.initial
    least, share, opponent = (
        rules.championship_rating,
        rules.championship_share.value,
        rules.championship_opponent.value,
    )
    if least.value is None or share is None or opponent is None:
        return None
    best = None
    for event in events:
        if not event.championship or _share(event) < share:
            continue
        entry = count_event(edition, as_championship(event, opponent), [])
        if entry is None or entry.value is None or entry.performance is None:
            continue
        value = max(least.value, rounded(rules.rounding.value, entry.value, rules.rounding_unit.value))
        if best is None or value > best.value:
            inputs = {"event": event.label, "least": least.value, "opponent": opponent, "worth": entry.value}
            step = Step(least.article, "initial.championship", inputs, value, entry.performance.steps)
            best = Championship(value, replace(entry, event=event), step)
    return best


def _share(event: NewcomerEvent) -> Fraction:
    """Return the share of the points of all rounds, also those against players who are ignored (7.1); 0 if a round was
    not played. A round robin is given complete."""
    if event.games:
        played = all(game.played for game in event.games)
        return Fraction(sum(game.score for game in event.games), 2 * len(event.games)) if played else Fraction(0)
    if isinstance(event.result, RoundRobinResult):
        return Fraction(event.result.score, 2 * event.result.games)
    return Fraction(0)
