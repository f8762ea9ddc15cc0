"""Ratings from an event's average (FEDA 9.51 to 9.53, 2003 10.51 to 10.54) and championships (FEDA 9.4)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arpad.documents.document import replace
from arpad.documents.steps import Step
from arpad.domain.games import PlayerGame, points
from arpad.i18n import hundredths
from arpad.rating.game_by_game import expected_step, used_differences
from arpad.rating.inputs import event_label
from arpad.rating.newcomer import Counted, NewcomerEvent, RoundRobinResult, as_championship, count_event
from arpad.rating.results import EventChange, opponents_average, rounded
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import RoundRobinPolicy, pd

# FEDA 9.4: the rating that a national championship gives an unrated player.


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
        if entry is None or entry.ru is None or entry.performance is None:
            continue
        value = max(least.value, rounded(rules.rounding.value, entry.ru, rules.rounding_unit.value))
        if best is None or value > best.value:
            inputs = {"event": event.label, "least": least.value, "opponent": opponent, "worth": entry.ru}
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


# By event average (FEDA 9.51 to 9.53, 2003 10.51 to 10.54): one difference to the average of the opponents.


def swiss_event(edition: Edition, rating: int, event: str, games: Sequence[PlayerGame]) -> EventChange:
    """A Swiss, a team event or a match: Rc is the mean of the opponents, each first brought within the cap."""
    used = used_differences(edition, rating, [rating - (game.opponent or 0) for game in games])
    average = Fraction(len(games) * rating - sum(used), len(games))
    return averaged_event(event, rating, len(games), _scored(games), average)


def whole_event_average(event: str, rating: int, n: int, score: int, ra: Fraction) -> EventChange:
    """FEDA 9.51, 9.53: a round robin by the average of the whole event; We = PD (n + 1) − 0.5."""
    return averaged_event(event, rating, n, score, ra, lambda expected: expected * (n + 1) - 50)


def competition_average(event: str, rating: int, n: int, score: int, ra: Fraction) -> EventChange:
    """2003 10.51: a round robin by Rc = (Ra (n + 1) − R) / n; We = PD × n, no cap inside the average."""
    return averaged_event(event, rating, n, score, (ra * (n + 1) - rating) / n)


ROUND_ROBINS: Mapping[RoundRobinPolicy, Callable[[str, int, int, int, Fraction], EventChange]] = {
    "whole-event-average": whole_event_average,
    "competition-average": competition_average,
}


def round_robin_event(edition: Edition, rating: int, event: str, games: Sequence[PlayerGame]) -> EventChange:
    """A round robin of rated players: Ra is the mean of all of them, the player included."""
    ra = Fraction(rating + sum(game.opponent or 0 for game in games), len(games) + 1)
    return ROUND_ROBINS[edition.change.round_robin.value](event, rating, len(games), _scored(games), ra)


def _scored(games: Sequence[PlayerGame]) -> int:
    return sum(game.score for game in games)


def averaged_event(
    event: str,
    rating: int,
    games: int,
    score: int,
    average: Fraction,
    expected_score: Callable[[int], int] | None = None,
) -> EventChange:
    """Rate an event by its games, the score in half points and the average: D to a whole number, PD, We in hundredths.

    `expected_score` gives We from PD; without it, We = PD × n.
    """
    difference = rounded("half-away-from-zero", rating - average)
    expected = pd(difference)
    we = expected * games if expected_score is None else expected_score(expected)
    return EventChange(event, games, score, average, difference, expected, we, score * 50 - we)


def difference_step(edition: Edition, rating: int, difference: int) -> Step:
    """9.52, 10.53: D, the player's rating minus the average."""
    inputs = {"rating": rating, "symbol": opponents_average(edition)}
    return Step(edition.change.difference.article, "change.event-difference", inputs, difference)


def event_step(
    edition: Edition, rating: int, k: int, change: EventChange, games: Sequence[PlayerGame], round_robin: bool
) -> Step:
    """The reasons for one event."""
    rules = edition.change
    we, result = hundredths(change.expected_score), hundredths(change.result)
    steps = []
    if not round_robin:
        differences = [rating - (game.opponent or 0) for game in games]
        for difference, used in zip(differences, used_differences(edition, rating, differences), strict=True):
            if difference != used:
                inputs = {"opponent": rating - difference, "cap": rules.cap.value}
                steps.append(Step(rules.cap.article, "change.opponent-capped", inputs, rating - used))
    formula = rules.expected.value.split(" | ")[-1 if round_robin else 0]
    average, symbol = "change.average-round-robin" if round_robin else "change.average", opponents_average(edition)
    steps += [
        Step(rules.method.article, average, {"n": change.games, "symbol": symbol}, change.average),
        difference_step(edition, rating, change.difference),
        expected_step(edition, change.difference, change.expected),
        Step(
            rules.expected.article,
            "change.expected-score",
            {"n": change.games, "formula": formula},
            we,
        ),
        Step(rules.result.article, "change.result", {"score": points(change.score), "expected": we}, result),
    ]
    return Step(
        rules.total.article,
        "change.event",
        {"event": event_label(change.event), "k": k, "sum": result},
        k * result,
        tuple(steps),
    )
