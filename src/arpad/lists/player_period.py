"""One player's period: the changes of all events together, one K, one rounding; or the first rating."""

import dataclasses
import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, fields

from arpad.documents.document import replace
from arpad.documents.steps import Explanation, Step
from arpad.domain.findings import Finding
from arpad.domain.games import PlayerGame
from arpad.i18n import hundredths
from arpad.lists.ledger import LedgerRow, Standing, games_so_far
from arpad.lists.participants import Result, as_one, first_in_doubt, first_rating, in_order, to_be_kept
from arpad.lists.period import Period
from arpad.lists.rated_parts import Lines, PlayerLine, RatedPart
from arpad.rating.change import (
    apply_transition,
    change_article,
    first_numbered,
    half_steps,
    new_rating,
    rating_change,
    transitions_between,
)
from arpad.rating.coefficient import k_of_game, limit_step, within_limit
from arpad.rating.first_rating import InitialRating
from arpad.rating.model import PlayerRating
from arpad.rating.newcomer import NewcomerEvent
from arpad.regulations.articles import TimeClass
from arpad.regulations.rating_edition import Edition, rated_in
from arpad.regulations.rating_rules import Numbered


@dataclass(frozen=True, slots=True)
class Gain:
    """The result of one part for a player, from either engine."""

    of: Lines
    line: PlayerLine

    @property
    def edition(self) -> Edition:
        return self.of.part.edition


@dataclass(frozen=True, slots=True)
class Outcome(Gain):
    """The result of one part for a player, by the reference engine."""

    of: RatedPart
    line: PlayerRating


@dataclass(frozen=True, slots=True)
class Settled:
    """The result of a period for a player in one time class. `change` is in whole hundredths, before the one rounding.

    `base` is the rating that is changed, None for a player without one; `rating` what comes of it, before floors and
    transitions; `results` are kept for the next list if they are not yet enough for a first rating. `earlier` are
    the games of a first rating that were played for lists before this one, by the list. `findings` say what cannot be
    known.
    """

    base: int | None
    rating: int | None
    games: int
    change: int
    first: InitialRating | None
    results: tuple[Result, ...]
    earlier: tuple[tuple[dt.date, int], ...]
    findings: tuple[Finding, ...]

    @property
    def total(self) -> int:
        """Return the games that count as played from now on: those rated, or those of the first rating."""
        if self.first is not None:
            return self.first.games_counted if self.rating is not None else 0
        return self.games + sum(games for _, games in self.earlier)


@dataclass(frozen=True, slots=True)
class PlayerPeriod(Settled):
    """A player's period in one time class, with what it came of and all its reasons."""

    outcomes: tuple[Outcome, ...]
    left_out: tuple[Outcome, ...]
    steps: Explanation


def player_period(
    period: Period,
    edition: Edition,
    row: LedgerRow | None,
    time_class: TimeClass,
    outcomes: Sequence[Outcome],
    kept: Sequence[Result],
) -> PlayerPeriod:
    """Return all that a period gave a player, explained."""
    steps: list[Step] = []
    found = settled(period, edition, row, time_class, outcomes, kept, steps)
    if edition.numbered is not None and found.base is not None and row is not None:
        outcomes = _with_own_k(edition, edition.numbered, row.standing(time_class), outcomes)
    played = tuple(outcome for outcome in outcomes if outcome.line.participant.rating is not None)
    left_out = tuple(outcome for outcome in outcomes if outcome.line.participant.rating is None)
    if found.base is None:
        played, left_out = left_out, played
    same = {field.name: getattr(found, field.name) for field in fields(found)}
    return PlayerPeriod(**same, outcomes=played, left_out=left_out, steps=tuple(steps))


def settled(
    period: Period,
    edition: Edition,
    row: LedgerRow | None,
    time_class: TimeClass,
    gains: Sequence[Gain],
    kept: Sequence[Result],
    steps: list[Step] | None = None,
) -> Settled:
    """Return the result of a period for a player. `edition` is that of the list, `kept` the results from before;
    `steps` collects the reasons if they are wanted."""
    own = Standing() if row is None else row.standing(time_class)
    rated = [gain for gain in gains if gain.line.participant.rating is not None]
    base = own.rating or _entering(row, rated)
    if edition.numbered is not None:
        games = [game for gain in gains for game in _counted_games(gain.line)]
        fresh = _fresh(gains, never_rated=not own.total)
        return numbered_period(edition, edition.numbered, own, games, kept, fresh, period.previous.date, steps)
    if base is not None:
        return _rated(edition, base, rated, steps)
    if steps is not None:
        steps += _delisted(rated)
    fresh = _fresh(gains, never_rated=not own.total)
    if not fresh:
        return Settled(None, None, 0, 0, None, tuple(kept), (), ())
    unrated = _unrated(period, edition, time_class, kept, fresh, steps)
    if steps is not None and unrated.rating is not None and own.total and not games_so_far(edition, own):
        steps.append(Step(edition.k.returning.article, "period.returned", {}, unrated.rating))
    return unrated


def numbered_period(
    edition: Edition,
    rules: Numbered,
    own: Standing,
    games: Sequence[PlayerGame],
    kept: Sequence[Result],
    fresh: Sequence[Result],
    previous: dt.date,
    steps: list[Step] | None = None,
) -> Settled:
    """FRBE 10.e to 10.g: the games of a period by their numbers. A rating is provisional while the results that it is
    made of are kept. `fresh` are the results of this period that count towards one, `previous` the day of the list
    before."""
    if own.rating and not kept:
        k = k_of_game(edition, rules, own.rating, own.total + 1)
        found = rating_change(edition, own.rating, k, games, games_played=own.total, explain=steps is not None)
        if steps is not None:
            steps += [step for step in found.steps if games and step.what != "change.game"]
        return Settled(own.rating, found.new_rating, len(games), found.change, None, (), (), ())
    before = [(result, _played(result.event.games)) for result in in_order(kept)]
    first = first_numbered(edition, rules, [*(game for _, some in before for game in some), *games])
    if steps is not None:
        steps += first.steps
    earlier = () if own.rating or first.rating is None else tuple(
        (min(rated_in(edition, result.event.date), previous), len(some))
        for result, some in before
        if result.event.date and some
    )  # fmt: skip
    change = 0 if first.change is None else first.change.change
    left = tuple(result for result in (*kept, *fresh) if result.counts) if first.provisional else ()
    return Settled(None, first.rating, len(games), change, None, left, earlier, ())


def _with_own_k(edition: Edition, rules: Numbered, own: Standing, outcomes: Sequence[Outcome]) -> Sequence[Outcome]:
    """Return the events of a period with the K of every game, as numbered through the whole period."""
    number, found = own.total, list[Outcome]()
    for outcome in outcomes:
        line = outcome.line
        if line.detail is not None:
            ks = [k_of_game(edition, rules, own.rating, number + place) for place in range(1, line.games + 1)]
            games = tuple(replace(game, own_k=k) for game, k in zip(line.detail.games, ks, strict=True))
            line = replace(line, detail=replace(line.detail, games=games))
            number += line.games
        found.append(dataclasses.replace(outcome, line=line))
    return found


def _counted_games(line: PlayerLine) -> list[PlayerGame]:
    """Return the games of a line that count for the player, in their order."""
    if line.newcomer is not None:
        return _played(line.newcomer.games)
    assert isinstance(line, PlayerRating)
    return [] if line.detail is None else [game.game for game in line.detail.games]


def _played(games: Sequence[PlayerGame]) -> list[PlayerGame]:
    return [game for game in games if game.played and game.opponent is not None]


def _fresh(gains: Sequence[Gain], *, never_rated: bool) -> list[Result]:
    """Return the results of this period that count towards a first rating, now or later. A league that goes by the list
    of each game is one event (2003, 2005 4.11); the parts of another long event say so (4.1)."""
    found: list[Result] = []
    leagues: dict[str, tuple[Gain, list[NewcomerEvent]]] = {}
    for gain in gains:
        event = gain.line.newcomer
        if event is None or gain.line.participant.rating is not None:
            continue
        if gain.edition.lists.long_event.value == "list-at-each-game" and event.result is None:
            leagues.setdefault(gain.of.part.accepted.sha256, (gain, []))[1].append(event)
        else:
            found.append(to_be_kept(gain.edition, event, never_rated=never_rated, whole=gain.of.part.whole))
    for gain, events in leagues.values():
        whole = as_one(events, gain.of.part.accepted.event.end)
        part_of = gain.of.part.accepted.facts.part_of
        found.append(to_be_kept(gain.edition, whole, never_rated=never_rated, whole=part_of))
    return found


def _entering(row: LedgerRow | None, rated: Sequence[Gain]) -> int | None:
    """Return the rating of a player who is not on the list and yet took part as rated: their standard rating stands
    in (7.2.1), or the base rating was decided. Players who have fallen off the list since have none, nor have players
    without a rated game."""
    for gain in rated:
        own = gain.line.participant
        if not gain.line.games:
            continue
        if own.standing_in:
            return (row.standing("standard").rating if row is not None else 0) or None
        if own.player.id in gain.of.part.accepted.ratings:
            return own.rating
    return None


def _delisted(rated: Sequence[Gain]) -> Explanation:
    """Say that the player was rated when the event began but is no longer: there is no rating to change."""
    return tuple(
        Step(gain.edition.lists.below_floor.article, "period.delisted", {"event": gain.of.part.event.name}, None)
        for gain in rated
        if gain.line.games
    )


def _rated(edition: Edition, base: int, rated: Sequence[Gain], steps: list[Step] | None) -> Settled:
    """Add up K times W − We over all events, K cut by all games of the period, and round once (8.3.3, 8.3.4)."""
    games = sum(gain.line.games for gain in rated)
    change = 0
    for gain in rated:
        listed, result = gain.line.participant.k or 0, gain.line.result or 0
        k = within_limit(gain.edition, listed, games)
        change += k * result
        if steps is not None:
            if k != listed and not any(step.what == "k.limit" for step in steps):
                steps.append(limit_step(gain.edition, listed, k, games))
            inputs = {"event": gain.of.part.event.name, "k": k, "result": hundredths(result), "games": gain.line.games}
            steps.append(Step(gain.edition.change.total.article, "period.event", inputs, hundredths(k * result)))
    after = new_rating(edition, base, change) if games else base
    if steps is not None:
        rules = edition.change
        steps.append(Step(change_article(edition), "period.sum", {"games": games}, hundredths(change)))
        steps += half_steps(edition, base, change)
        inputs = {"rating": base, "change": hundredths(change)}
        steps.append(Step(rules.rounding.article, "period.rounded", inputs, after))
    return Settled(base, after, games, change, None, (), (), ())


def _unrated(
    period: Period,
    edition: Edition,
    time_class: TimeClass,
    kept: Sequence[Result],
    fresh: Sequence[Result],
    steps: list[Step] | None,
) -> Settled:
    """Compute a first rating from all results so far; they are kept for the next list if they are not enough."""
    results = [*kept, *fresh]
    initial_rating = first_rating(period.regulations, results, period.date)
    of_now = [result.event for result in fresh]
    before = [event for event in initial_rating.events if event.event not in of_now]
    games = initial_rating.games_counted - sum(result.games for result in before)
    findings = _first_event_unknown(period, results)
    if steps is not None:
        steps += initial_rating.computation
    if not initial_rating.publishable or initial_rating.rating is None:
        return Settled(
            None, None, games, 0, initial_rating, tuple(result for result in results if result.counts), (), findings
        )
    rating, later = as_taken_over(period, time_class, initial_rating.edition, initial_rating.rating)
    if steps is not None:
        steps += later
    earlier = tuple(
        (min(rated_in(edition, result.event.date), period.previous.date), result.games)
        for result in before
        if result.event.date
    )
    return Settled(None, rating, games, 0, initial_rating, (), earlier, findings)


def _first_event_unknown(period: Period, results: Sequence[Result]) -> tuple[Finding, ...]:
    """8.2.1, 10.20: a finding if it is not known which of two events was the first; the one named first is used."""
    doubt = first_in_doubt(period.regulations, results)
    if doubt is None:
        return ()
    taken, other = doubt
    article = period.regulations.edition(other.edition).initial.ignored_in.article.number
    values = {"event": taken.event.label, "other": other.event.label, "date": taken.event.date}
    return (Finding("first-event-unknown", "warning", article, values=values),)


def as_taken_over(period: Period, time_class: TimeClass, computed_under: str, rating: int) -> tuple[int, Explanation]:
    """A first rating that comes late is on the scale of its edition: it is brought over every transition that the list
    itself has already made. (The rise to the standard rating does not concern them: players who
    have one are no newcomers, 7.2.1.)"""
    steps: Explanation = ()
    since = period.regulations.edition(computed_under).effective
    for transition in transitions(period, time_class, since, period.previous.date):
        rating, more = apply_transition(transition, rating)
        steps = (*steps, *more)
    return rating, steps


def transitions(period: Period, time_class: TimeClass, after: dt.date, until: dt.date) -> list[Edition]:
    """Return the editions of the office with a transition that came into force after one day and by another."""
    editions = period.regulations.editions()
    own = (edition for edition in editions if edition.system == period.system and edition.covers(time_class))
    return transitions_between(own, after, until)
