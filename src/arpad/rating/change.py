"""The change of a rated player over an event or a period: exact, with one rounding at the end; and the change made once
to every rating when an edition comes into force."""

import datetime as dt
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from arpad.documents.document import replace
from arpad.documents.steps import Explanation, LazyExplanation, Step
from arpad.domain.games import PlayerGame
from arpad.i18n import ArpadError, hundredths
from arpad.rating._event_average import event_step, round_robin_event, swiss_event
from arpad.rating.coefficient import below_floor, k_of_game, limit_step, verdict_steps, within_limit
from arpad.rating.columns import Numbers, by_case
from arpad.rating.game_by_game import game_changes, game_step
from arpad.rating.inputs import by_event, check_games, check_k, check_rating, event_label, sort_out
from arpad.rating.newcomer import performance
from arpad.rating.results import (
    ROUNDINGS,
    EventChange,
    GameChange,
    NotCounted,
    RatingChange,
    Whole,
    is_half,
    rounded,
    rounded_sum,
)
from arpad.regulations.articles import Article
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import Numbered, Transition, TransitionMethod


def rating_change(
    edition: Edition,
    rating: int,
    k: int,
    games: Sequence[PlayerGame],
    *,
    period_games: int | None = None,
    round_robins: Collection[str] = (),
    cap_used: bool = False,
    games_played: int | None = None,
    explain: bool = True,
) -> RatingChange:
    """Compute the change of a rated player.

    `k` is K from the list before the period; `period_games` the games rated for the list in the period, if there are
    more than the games given; `round_robins` the events that are round robins of rated players, which matters if the
    edition rates by event average. `cap_used`: the one game that profits by the cap (8.3.1 of 2022) is in another part
    of the event. `games_played` before these, if the edition numbers them: K may then change from one game to another;
    not known, it is the same for all. Without `explain` no trail is built.
    """
    check_rating("rating", rating)
    check_k(k)
    check_games(games)
    counted, not_counted = sort_out(edition, rating, games)
    if edition.numbered is not None:
        return _numbered_change(edition, edition.numbered, rating, k, (counted, not_counted), games_played, explain)
    n = len(counted)
    in_period = max(n, period_games or 0)
    used_k = within_limit(edition, k, in_period)
    played: list[GameChange] = []
    averaged: list[_Averaged] = []
    if edition.change.method.value == "game-by-game":
        played = game_changes(edition, rating, counted, cap_used=cap_used)
        total = sum(game.change for game in played)
    else:
        averaged = [
            _averaged(edition, rating, event, in_event, event in round_robins, not_counted)
            for event, in_event in by_event(counted).items()
        ]
        total = sum(event.change.result for event in averaged)
    change = used_k * total
    after = new_rating(edition, rating, change)
    found = RatingChange(
        edition=edition.id,
        rating=rating,
        listed_k=k,
        k=used_k,
        games=tuple(played),
        averaged=tuple(replace(event.change, change=used_k * event.change.result) for event in averaged),
        not_counted=tuple(not_counted),
        games_counted=n,
        sum=total,
        change=change,
        rounded_change=after - rating,
        new_rating=after,
        below_floor=below_floor(edition, after),
        steps=(),
    )
    return replace(found, steps=LazyExplanation(_reasons, edition, found, in_period, averaged)) if explain else found


def _reasons(edition: Edition, found: RatingChange, in_period: int, averaged: Sequence["_Averaged"]) -> Iterator[Step]:
    """The trail of a change, from its own values. `in_period` are the games that K was cut by."""
    yield from (entry.reason for entry in found.not_counted)
    if found.k != found.listed_k:
        yield limit_step(edition, found.listed_k, found.k, in_period)
    yield from (game_step(edition, found.rating, game) for game in found.games)
    for event in averaged:
        yield from event.steps(edition, found.rating, found.k)
    yield from sum_steps(edition, found.k, found.sum)
    yield from rounding_steps(edition, found.rating, found.change, found.new_rating)


# Games that are numbered from the player's first one (FRBE article 10).


class _Block(NamedTuple):
    """Games, one after the other, that have one K: how many, and the hundredths of score − PD."""

    k: int
    games: int
    sum: int


def _numbered_change(
    edition: Edition,
    rules: Numbered,
    rating: int,
    k: int,
    sorted_out: tuple[list[PlayerGame], list[NotCounted]],
    games_played: int | None,
    explain: bool,
) -> RatingChange:
    """FRBE 10.f and 10.g: each game has the K of its number. A rating that passes a bound between two K has on each
    side the K of that side; a large change over many games is made smaller by the performance, if that is nearer."""
    counted, not_counted = sorted_out
    played = game_changes(edition, rating, counted)
    numbers = [0 if games_played is None else games_played + place for place in range(1, len(played) + 1)]
    ks = [k_of_game(edition, rules, rating, number) if number else k for number in numbers]
    runs = [(own_k, list(run)) for own_k, run in groupby(zip(ks, played, strict=True), key=lambda pair: pair[0])]
    blocks = [_Block(own_k, len(run), sum(game.change for _, game in run)) for own_k, run in runs]
    total = sum(block.sum for block in blocks)
    change = sum(block.k * block.sum for block in blocks)
    plain = new_rating(edition, rating, change)
    after, more = plain, list[Step]()
    if games_played is not None and games_played >= rules.by_games.value[-1][0]:
        after = _passing(edition, rules, rating, total, more, after)
    after = _recomputed(edition, rules, rating, counted, more, after)
    after = raised_to_floor(edition, after, more)
    found = RatingChange(
        edition=edition.id,
        rating=rating,
        listed_k=k,
        k=ks[0] if ks else k,
        games=tuple(played),
        averaged=(),
        not_counted=tuple(not_counted),
        games_counted=len(played),
        sum=total,
        change=change,
        rounded_change=after - rating,
        new_rating=after,
        below_floor=False,
        steps=(),
    )
    if not explain:
        return found
    return replace(found, steps=LazyExplanation(_numbered_reasons, edition, found, blocks, games_played, plain, more))


def _passing(edition: Edition, rules: Numbered, rating: int, total: int, more: list[Step], after: int) -> int:
    """FRBE 10.f.2: a rating that passes a bound has on each side of it the K of that side."""
    here, left, beyond = Fraction(rating), Fraction(total, 100), rules.by_games.value[-1][0] + 1
    bounds = [highest for highest, _ in rules.by_rating.value]
    for bound in bounds if total > 0 else reversed(bounds):
        k, k_then = (k_of_game(edition, rules, side, beyond) for side in (bound, bound + 1))
        if total < 0:
            k, k_then = k_then, k
        needed = (bound - here) / k
        ahead = rating <= bound if total > 0 else rating > bound
        if not ahead or abs(needed) >= abs(left):
            continue
        here, left = Fraction(bound), left - needed
        exact = here + left * k_then
        after = rounded(edition.change.rounding.value, exact)
        inputs = {"bound": bound, "before": k, "k": k_then}
        more.append(Step(rules.passing.article, "change.passing", inputs, after))
    return after


def _recomputed(
    edition: Edition, rules: Numbered, rating: int, games: Sequence[PlayerGame], more: list[Step], after: int
) -> int:
    """FRBE 10.g: many games and a large change: the rating is computed as a first one, if that changes it less."""
    n = len(games)
    if n < rules.recomputed_games.value or abs(after - rating) <= rules.recomputed_change.value:
        return after
    opponents = Fraction(sum(game.opponent or 0 for game in games))
    worth = performance(edition, opponents, n, sum(game.score for game in games))
    assert worth.value is not None
    value = rounded(edition.initial.rounding.value, worth.value)
    smaller = abs(value - rating) < abs(after - rating)
    inputs = {"games": n, "points": rules.recomputed_change.value, "performance": value, "taken": after}
    what = "change.recomputed" if smaller else "change.not-recomputed"
    more.append(Step(rules.recomputed.article, what, inputs, value if smaller else after, worth.steps))
    return value if smaller else after


def raised_to_floor(edition: Edition, rating: int, more: list[Step]) -> int:
    """FRBE 10.f.3: after the provisional games nobody has less than the floor."""
    floor = edition.lists.floor
    if rating >= floor.value:
        return rating
    more.append(Step(floor.article, "change.raised", {"rating": rating}, floor.value))
    return floor.value


def _numbered_reasons(
    edition: Edition,
    found: RatingChange,
    blocks: Sequence[_Block],
    games_played: int | None,
    plain: int,
    more: Sequence[Step],
) -> Iterator[Step]:
    """The trail of a change by numbered games: every game, the sums of each K, the rounding, and what follows."""
    rules = edition.change
    yield from (entry.reason for entry in found.not_counted)
    yield from (game_step(edition, found.rating, game) for game in found.games)
    yield Step(rules.sum.article, "change.sum", {}, hundredths(found.sum))
    first = (games_played or 0) + 1
    for block in blocks:
        inputs = {"k": block.k, "sum": hundredths(block.sum), "first": first, "last": first + block.games - 1}
        what = "change.total" if len(blocks) == 1 else "change.total-of-games"
        yield Step(rules.total.article, what, inputs, hundredths(block.k * block.sum))
        first += block.games
    yield from rounding_steps(edition, found.rating, found.change, plain)[:-1]
    yield from more
    yield from verdict_steps(edition, found.new_rating)


class FirstNumbered(NamedTuple):
    """The rating after a player's first games: None if they are too few, `provisional` while it is made anew from all
    of them. `change` is the rating's change by the games after those, if there are any."""

    rating: int | None
    provisional: bool
    change: RatingChange | None
    steps: Explanation


def first_numbered(edition: Edition, rules: Numbered, games: Sequence[PlayerGame]) -> FirstNumbered:
    """FRBE 10.e: the provisional rating is the performance of all games so far, until there are enough for one that is
    changed by each game (10.f)."""
    first, later = games[: rules.provisional_games.value], games[rules.provisional_games.value :]
    n, least = len(first), edition.initial.games
    if n < least.value:
        few = Step(least.article, "initial.numbered-few", {"games": n, "least": least.value}, None)
        return FirstNumbered(None, True, None, (few,))
    worth = performance(
        edition, Fraction(sum(game.opponent or 0 for game in first)), n, sum(game.score for game in first)
    )
    assert worth.value is not None
    rating = rounded(edition.initial.rounding.value, worth.value)
    definitive = n >= rules.provisional_games.value
    what = "initial.numbered" if definitive else "initial.provisional"
    inputs = {"games": n, "enough": rules.provisional_games.value}
    steps = [*worth.steps, Step(rules.provisional_games.article, what, inputs, rating)]
    if not definitive:
        return FirstNumbered(rating, True, None, tuple(steps))
    if not later:
        return FirstNumbered(raised_to_floor(edition, rating, steps), False, None, tuple(steps))
    k = k_of_game(edition, rules, rating, n + 1)
    change = rating_change(edition, rating, k, later, games_played=n)
    return FirstNumbered(change.new_rating, False, change, (*steps, *change.steps))


class _Averaged(NamedTuple):
    """An event by its average, and the games it was computed from. `as_swiss`: a round robin that counts as a
    Swiss."""

    change: EventChange
    games: Sequence[PlayerGame]
    round_robin: bool
    as_swiss: bool

    def steps(self, edition: Edition, rating: int, k: int) -> Iterator[Step]:
        """The reasons for the event."""
        if self.as_swiss:
            rule = edition.eligibility.rr_unplayed_as_swiss
            yield Step(rule.article, "change.as-swiss", {"event": event_label(self.change.event)}, None)
        yield event_step(edition, rating, k, self.change, self.games, self.round_robin)


def _averaged(
    edition: Edition,
    rating: int,
    event: str,
    games: Sequence[PlayerGame],
    as_league: bool,
    not_counted: Sequence[NotCounted],
) -> _Averaged:
    """Rate an event by its average; `as_league`: it was played as a round robin of rated players."""
    complete = as_league and _complete(edition, event, not_counted)
    rate_event = round_robin_event if complete else swiss_event
    return _Averaged(rate_event(edition, rating, event, games), games, complete, as_league and not complete)


def _complete(edition: Edition, event: str, not_counted: Sequence[NotCounted]) -> bool:
    """FEDA 7.43, 2003 6.43: a round robin in which a game was not played is counted as a Swiss.

    If a player was unrated, one player's games are not enough: the round robin is rated as a whole.
    """
    absent = [entry.code for entry in not_counted if entry.game.event == event]
    if "unrated" in absent:
        raise ArpadError("round-robin-unrated")
    return not absent or not edition.eligibility.rr_unplayed_as_swiss.value


def new_rating(edition: Edition, rating: Whole, change: Whole) -> Whole:
    """The rounding at the end: of the change, or of the new rating, to the edition's unit; for one player, or for a
    column of them."""
    rules = edition.change
    unit = rules.rounding_unit.value
    if rules.rounding_of.value == "change":
        return rating + ROUNDINGS[rules.rounding.value](change, 100 * unit) * unit
    return rounded_sum(rules.rounding.value, rating, change, unit)


def half_steps(edition: Edition, rating: int, change: int) -> Explanation:
    """Return the step for an exact half, if there is one. `change` is in hundredths."""
    rules = edition.change
    old = 0 if rules.rounding_of.value == "change" else rating
    if not is_half(old, change, rules.rounding_unit.value):
        return ()
    how = f"@policy.change.rounding.{rules.rounding.value}"
    return (Step(rules.rounding.article, "change.half", {"how": how}, old + hundredths(change)),)


def change_article(edition: Edition) -> Article:
    """The change of a period: K times the sum of all games (8.3.2d), or the sum over the events (10.55)."""
    rules = edition.change
    return rules.total.article if rules.method.value == "game-by-game" else rules.sum.article


def sum_steps(edition: Edition, k: int, total: int) -> Explanation:
    """The sum of all games and K times it; by event average the sum of the events, whose changes have K in them."""
    rules = edition.change
    sum_, change = hundredths(total), hundredths(k * total)
    if rules.method.value == "event-average":
        return (Step(rules.sum.article, "change.sum-of-events", {}, change),)
    return (
        Step(rules.sum.article, "change.sum", {}, sum_),
        Step(rules.total.article, "change.total", {"k": k, "sum": sum_}, change),
    )


def rounding_steps(edition: Edition, rating: int, total: int, after: int) -> Explanation:
    """Return the rounding, the new rating, and whether it is listed; `total` is the change in whole hundredths."""
    rules = edition.change
    change, half = hundredths(total), half_steps(edition, rating, total)
    if rules.rounding_of.value == "new-rating":
        unit = rules.rounding_unit.value
        inputs = {"rating": rating, "change": change, "exact": rating + change, "unit": unit}
        what = "change.rounded-rating" if unit == 1 else "change.rounded-rating-to"
        return (*half, Step(rules.rounding.article, what, inputs, after), *verdict_steps(edition, after))
    rounded = after - rating
    return (
        *half,
        Step(rules.rounding.article, "change.rounded", {"change": change}, rounded),
        Step(rules.rounding_of.article, "change.new", {"rating": rating, "rounded": rounded}, after),
        *verdict_steps(edition, after),
    )


def compress_below(rules: Transition, rating: int, standard: int | None) -> Fraction:  # noqa: ARG001  (a policy's signature)
    """1 March 2024, all three lists: a rating below 2000 becomes R + 0.40 × (2000 − R)."""
    below, factor = rules.below.value or 0, rules.factor.value or Fraction(0)
    return rating + factor * (below - rating) if rating < below else Fraction(rating)


def raise_to_standard(rules: Transition, rating: int, standard: int | None) -> Fraction:
    """1 October 2022, rapid and blitz: a rating more than 100 below the standard one is raised to standard − 100."""
    if standard is None:
        return Fraction(rating)
    return Fraction(max(rating, standard - (rules.distance.value or 0)))


TRANSITIONS: Mapping[TransitionMethod, Callable[[Transition, int, int | None], Fraction]] = {
    "compress-below": compress_below,
    "raise-to-standard": raise_to_standard,
}


def transitions_between(editions: Iterable[Edition], after: dt.date, until: dt.date) -> list[Edition]:
    """Return the editions with a transition that came into force after one day and by another, in their order."""
    found = (edition for edition in editions if edition.transition is not None and after < edition.effective <= until)
    return sorted(found, key=lambda edition: edition.effective)


def apply_transition(edition: Edition, rating: int, standard: int | None = None) -> tuple[int, Explanation]:
    """Return a rating of the last list before the edition as the edition takes it over."""
    rules = edition.transition
    if rules is None:
        return rating, ()
    value = rounded(rules.rounding.value, TRANSITIONS[rules.method.value](rules, rating, standard))
    inputs = {
        "rating": rating,
        "below": rules.below.value,
        "factor": rules.factor.value,
        "distance": rules.distance.value,
        "standard": standard,
    }
    return value, (Step(rules.method.article, f"transition.{rules.method.value}", inputs, value),)


def transition_column(edition: Edition, rating: Numbers, *standard: Numbers) -> Numbers:
    """Return the ratings of a list as the edition takes them over; 0 for none. `standard`: if there is such a list."""

    def taken_over(value: int, beside: int = 0) -> int:
        return apply_transition(edition, value, beside or None)[0] if value else 0

    return by_case(taken_over, rating, *standard)
