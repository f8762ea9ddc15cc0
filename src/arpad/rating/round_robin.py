"""Rate round robins with unrated players (FEDA 9.21.b, 2003 10.21b, 2005 10.54, 2017 8.58).

The event's average comes from the rated players and their scores; the unrated get their Ru from it. From 2005 on,
Ru is corrected once and the rated players' games count with it.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from arpad.documents.document import Document, InWords, replace, shows
from arpad.documents.schema import ExactFraction, HalfPoints, Hundredths
from arpad.documents.steps import Explanation, Reasons, Step
from arpad.domain.event import Event, System
from arpad.domain.games import Entrant, PlayerGame, RoundRobin, points
from arpad.eligibility.facts import Facts
from arpad.formats.codes import cycles_of
from arpad.i18n import ArpadError, hundredths, text
from arpad.rating._event_average import ROUND_ROBINS, championship_rating, difference_step
from arpad.rating.coefficient import limit_step, within_limit
from arpad.rating.first_rating import initial_rating
from arpad.rating.game_by_game import cap_steps, expected_step, used_differences
from arpad.rating.inputs import check_round_robin, event_label
from arpad.rating.model import EventRating, NotRated, PlayerRating, newcomer_event, newcomer_line, rated_line
from arpad.rating.newcomer import NewcomerEvent, Performance, RoundRobinResult, performance
from arpad.rating.participants import Participant, Participants
from arpad.rating.results import competition_average, opponents_average, rounded
from arpad.regulations.articles import Article
from arpad.regulations.rating_edition import Edition, too_far
from arpad.regulations.rating_rules import dp, pd

# What the engine returns for a round robin.

LEFT_OUT = ("round-robin.ignored", "round-robin.no-ru")
"""The steps by which an unrated player is left out with all games."""


class EntrantResult(Document, frozen=True):
    """One player. Rated: We and W − We, in hundredths. Unrated: Rc and Ru, and the corrected ones."""

    shown = shows(
        "name", "rating", "games", "score", "percentage", "dp", "rc", "ru", "new_rc", "new_ru", "expected", "result",
        "k", "change",
    )  # fmt: skip
    entrant: Entrant
    games: int
    score: HalfPoints
    percentage: int
    dp: int | None = None
    rc: int | None = None
    ru: int | None = None
    new_rc: int | None = None
    new_ru: int | None = None
    expected: Hundredths | None = None
    result: Hundredths | None = None
    k: int | None = None
    change: Hundredths | None = None
    steps: Reasons = ()

    @property
    def name(self) -> str:
        return self.entrant.name

    @property
    def rating(self) -> int | None:
        return self.entrant.rating


class LeftOutEntrant(Document, frozen=True):
    """An unrated player who is ignored with all games."""

    name: str
    score: HalfPoints
    reason: Annotated[str, InWords(str, text)] = "label.left-out"


class RoundRobinRating(Document, frozen=True):
    """The whole event: Rar, dpa and Ra if unrated players take part, and every player.

    `left_out` are the unrated players who are ignored with all their games, with the points that count for it;
    `event_steps` have the reason of each (`LEFT_OUT`)."""

    shown = shows("edition", "rar", "dpa", "ra", "players", "left_out", "steps")
    edition: str
    rar: ExactFraction | None
    dpa: ExactFraction | None
    ra: ExactFraction
    players: tuple[EntrantResult, ...]
    left_out: tuple[LeftOutEntrant, ...]
    event_steps: Explanation

    @property
    def steps(self) -> Reasons:
        """The reasons of the event, then those of every player."""
        return (*self.event_steps, *(step for player in self.players for step in player.steps))


# The unrated players of a round robin: the average of the event, their Ru, and its one correction. FEDA 9.21.b, 2003
# 10.21b; with the correction 2005 10.54, 2017 8.58; from 2022 like any event.


def scored_against(event: RoundRobin, entrant: Entrant, other: Entrant, index: int) -> int:
    """Return what a player scored against another: from the results, or because the other lost every game."""
    if entrant.results is not None:
        return entrant.results[index] or 0
    if other.score == 0:
        return 2 * event.cycles
    if entrant.score == 0:
        return 0
    raise ArpadError("round-robin.results-needed", name=entrant.name, other=other.name)


def percentage_of(edition: Edition, score: int, games: int) -> int:
    return rounded(edition.conversion.percentage_rounding.value, Fraction(50 * score, games))


def event_average(
    edition: Edition, event: RoundRobin, steps: list[Step]
) -> tuple[Fraction | None, Fraction | None, Fraction]:
    """Ra: the mean of all if all are rated; with unrated players Rar − dpa × n/(n+1), a whole number as printed."""
    rated = [entrant for entrant in event.entrants if entrant.rating is not None]
    if not rated:
        raise ArpadError("round-robin.nobody-rated")
    rar = Fraction(sum(entrant.rating or 0 for entrant in rated), len(rated))
    if len(rated) == len(event.entrants):
        steps.append(Step(edition.change.method.article, "round-robin.ra-rated", {"players": len(rated)}, rar))
        return None, None, rar
    article = edition.initial.average_round_robin.article
    steps.append(Step(article, "round-robin.rar", {"players": len(rated)}, rar))
    differences = []
    for entrant in rated:
        percentage = percentage_of(edition, entrant.score, event.games)
        difference = dp(percentage, edition.conversion.dp_at_extremes.value)
        if difference is None:
            raise _indeterminate(edition, entrant)
        differences.append(difference)
    dpa = Fraction(sum(differences), len(rated))
    n = event.opponents
    exact = rar - dpa * n / (n + 1)
    ra = Fraction(rounded("half-up", exact))
    steps.append(Step(article, "round-robin.dpa", {"players": len(rated)}, dpa))
    steps.append(Step(article, "round-robin.ra", {"rar": rar, "dpa": dpa, "n": n, "n1": n + 1}, ra))
    return rar, dpa, ra


def as_swiss(edition: Edition, event: RoundRobin, entrant: Entrant) -> EntrantResult:
    """From 2022 a round robin is counted like any event: an unrated player by the games against rated ones."""
    games = []
    for place, other in enumerate(event.entrants):
        if other.rating is not None:
            if entrant.results is None:
                scored = 2 * event.cycles - scored_against(event, other, entrant, event.entrants.index(entrant))
            else:
                scored = entrant.results[place] or 0
            games += [PlayerGame(other.rating, score) for score in _split(scored, event.cycles)]
    found = initial_rating(edition, [NewcomerEvent("", tuple(games), first_event=entrant.first_event)])
    average = None if found.average is None else rounded("half-up", found.average)
    article = edition.change.rated_opponents_only.article_for_unrated
    inputs = {"name": entrant.name, "games": found.games_counted}
    step = Step(article, "round-robin.as-swiss", inputs, found.rating, found.explanation)
    score = sum(game.score for game in games)
    percentage = found.percentage or 0
    return EntrantResult(entrant, len(games), score, percentage, found.dp, average, found.rating, steps=(step,))


def _split(half_points: int, games: int) -> list[int]:
    """Half points over some games, as single results."""
    return [min(2, max(0, half_points - 2 * game)) for game in range(games)]


def _worth(edition: Edition, event: RoundRobin, entrant: Entrant, rc: Fraction) -> Performance:
    return performance(edition, rc * event.games, event.games, entrant.score, event.opponents)


def _whole(value: Fraction | None, entrant: Entrant, edition: Edition) -> int:
    if value is None:
        raise _indeterminate(edition, entrant)
    return rounded("half-up", value)


def _indeterminate(edition: Edition, entrant: Entrant) -> ArpadError:
    article = edition.conversion.dp_at_extremes.article.number
    return ArpadError("round-robin.indeterminate", name=entrant.name, article=article)


def first_ru(edition: Edition, event: RoundRobin, ra: Fraction) -> list[EntrantResult]:
    """The Ru of the unrated players, by the average of the event."""
    entrant_results = []
    for entrant in event.entrants:
        if entrant.rating is None:
            worth = _worth(edition, event, entrant, ra)
            ru = _whole(worth.value, entrant, edition)
            step = Step(
                edition.initial.average_round_robin.article,
                "round-robin.ru",
                {"name": entrant.name, "rc": ra, "symbol": competition_average(edition)},
                ru,
                worth.steps,
            )
            entrant_results.append(
                EntrantResult(
                    entrant,
                    event.games,
                    entrant.score,
                    worth.percentage or 0,
                    worth.dp,
                    rounded("half-up", ra),
                    ru,
                    steps=(step,),
                )
            )
    return entrant_results


def iterated(
    edition: Edition, event: RoundRobin, ra: Fraction, own: EntrantResult, newcomers: list[EntrantResult]
) -> EntrantResult:
    """2005 10.54: Rc corrected by the opponents more than the cap away, each brought to the cap; then Ru once more.

    Rc(new) = Ra + the sum of the shifts / n, not the mean of the opponents so brought."""
    assert own.ru is not None
    first = {newcomer.entrant.name: newcomer.ru for newcomer in newcomers}
    cap = edition.change.cap.value
    rule = edition.change.round_robin
    shifts, steps = 0, []
    for other in event.entrants:
        if other.name == own.entrant.name:
            continue
        rating = other.rating if other.rating is not None else first[other.name]
        assert rating is not None
        seen = max(own.ru - cap, min(own.ru + cap, rating))
        if seen != rating:
            shifts += seen - rating
            steps.append(
                Step(
                    edition.change.cap.article,
                    "round-robin.shift",
                    {"name": other.name, "rating": rating, "cap": cap},
                    seen,
                )
            )
    exact = ra + Fraction(shifts, event.opponents)
    rc = Fraction(rounded("half-up", exact))
    worth = _worth(edition, event, own.entrant, rc)
    ru = _whole(worth.value, own.entrant, edition)
    steps.append(Step(rule.article, "round-robin.new-rc", {"ra": ra, "shifts": shifts, "n": event.opponents}, rc))
    step = Step(rule.article, "round-robin.new-ru", {"name": own.entrant.name, "rc": rc}, ru, (*steps, *worth.steps))
    return replace(own, new_rc=rc.numerator, new_ru=ru, steps=(*own.steps, step))


# Round robins with unrated players: FEDA 9.21.b, 2003 10.21b, 2005 10.54, 2017 8.58. The average of the event comes
# from the rated players and how they scored; the unrated get their Ru from it; from 2005 those Ru are corrected once,
# the opponents brought within the cap, and the rated players' games count with them.


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
    ignored = tuple(LeftOutEntrant(entrant.name, entrant.score) for entrant in left_out)
    return RoundRobinRating(edition.id, rar, dpa, ra, entrants, ignored, tuple(steps))


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
    edition: Edition, entrant: Entrant, games: int, score: int, expected: int, steps: Explanation
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


# A complete round robin of a report, rated by the rules for round robins (1996 to 2017).


def rate_league(
    edition: Edition,
    event: Event,
    taking_part: Participants,
    system: System,
    not_rated: list[NotRated],
    played: Mapping[int, tuple[PlayerGame, ...]],
    facts: Facts,
) -> EventRating:
    """A round robin by the rules for round robins. `played` are everybody's games, for a national championship (FEDA
    9.4)."""
    ranks = list(taking_part)
    place = {rank: at for at, rank in enumerate(ranks)}
    results: dict[int, list[int | None]] = {rank: [None if other == rank else 0 for other in ranks] for rank in ranks}
    for game in event.games():
        for one, other, score in (
            (game.white, game.black, game.score or 0),
            (game.black, game.white, 2 - (game.score or 0)),
        ):
            results[one][place[other]] = (results[one][place[other]] or 0) + score
    entrants = tuple(
        Entrant(
            name=_label(taking_part[rank]),
            rating=taking_part[rank].for_opponents,
            score=sum(result or 0 for result in results[rank]),
            results=tuple(results[rank]),
            k=None if taking_part[rank].entered else taking_part[rank].k,
            first_event=taking_part[rank].first_event,
        )
        for rank in ranks
    )
    cycles = cycles_of(event, system)
    rated = rate_round_robin(edition, RoundRobin(entrants, cycles))
    by_name = {player.name: player for player in rated.players}
    why = {step.inputs["name"]: step for step in rated.event_steps if step.what in LEFT_OUT}
    left_out = {rank: why[_label(own)] for rank, own in taking_part.items() if _label(own) in why}
    counting = [rank for rank in ranks if rank not in left_out]
    players = []
    for rank, own in taking_part.items():
        games = played[rank] if facts.championship else ()
        if rank in left_out:
            score = sum(results[rank][place[other]] or 0 for other in counting)
            known = RoundRobinResult(rated.ra, len(counting) * cycles, score, len(counting))
            newcomer = newcomer_event(
                own, event, games=games, result=known, championship=facts.championship, facts=facts
            )
            players.append(_left_out(edition, event, own, newcomer, left_out[rank]))
        else:
            average = _league_average(taking_part, by_name, rank)
            players.append(_league_player(edition, event, own, by_name[_label(own)], average, cycles, games, facts))
    not_rated += _not_counted(event, taking_part, left_out)
    return EventRating(edition.id, event, system, system, tuple(players), tuple(not_rated), rated.event_steps)


def _left_out(edition: Edition, event: Event, own: Participant, newcomer: NewcomerEvent, why: Step) -> PlayerRating:
    """Return the line of a newcomer who is ignored: the reason (6.1, FEDA 7.1), or what FEDA 9.4 gives all the same.

    If the score is ignored in a first event only, the result is kept: the next event is not the first, and by 2017 6.1
    the result counts once there are other rated games."""
    inputs = {**why.inputs, "event": event_label(event.name)}
    what = "initial.ignored-round-robin"
    if why.what == "round-robin.no-ru":
        what = "initial.no-ru-round-robin"
    elif inputs["counted"] != inputs["score"]:
        what = "initial.ignored-round-robin-counted"
    by_championship = newcomer if championship_rating(edition, [newcomer]) else None
    line = newcomer_line(edition, own, by_championship, against=(Step(why.article, what, inputs, None),))
    return line if edition.initial.ignored_in.value == "any-event" else replace(line, newcomer=newcomer)


def _not_counted(event: Event, taking_part: Participants, left_out: Mapping[int, Step]) -> list[NotRated]:
    """Return the games of the players who are left out. A game still counts for a player who has entered the list
    since (10.4)."""
    found = []
    for game in event.games():
        why = left_out.get(game.white) or left_out.get(game.black)
        white, black = taking_part[game.white], taking_part[game.black]
        entered = (white.entered and black.for_opponents is not None) or (
            black.entered and white.for_opponents is not None
        )
        if why is not None and not entered:
            found.append(NotRated(game, why.what.partition(".")[2], why.article.number))
    return found


def _label(own: Participant) -> str:
    """Return a name that nobody else has."""
    return f"{own.player.rank} {own.player.name}".strip()


def _league_average(taking_part: Participants, by_name: Mapping[str, EntrantResult], rank: int) -> Fraction | None:
    """The mean of a player's opponents, the unrated with the Ru that counts."""
    ratings = []
    for other, own in taking_part.items():
        result = by_name.get(_label(own))
        if other == rank or result is None:
            continue
        ru = result.new_ru if result.new_ru is not None else result.ru
        ratings.append(ru if own.for_opponents is None else own.for_opponents)
    known = [rating for rating in ratings if rating is not None]
    return Fraction(sum(known), len(known)) if known else None


def _league_player(
    edition: Edition,
    event: Event,
    own: Participant,
    result: EntrantResult,
    average: Fraction | None,
    cycles: int,
    games: tuple[PlayerGame, ...],
    facts: Facts,
) -> PlayerRating:
    """Return one line of the table, from the result of the round robin."""
    if own.for_opponents is None:
        rc = result.new_rc if result.new_rc is not None else result.rc
        known = RoundRobinResult(Fraction(rc or 0), result.games, result.score, result.games // cycles)
        newcomer = newcomer_event(own, event, games=games, result=known, championship=facts.championship, facts=facts)
        return newcomer_line(edition, own, newcomer, result.steps)
    assert result.expected is not None
    return rated_line(edition, own, result.games, result.score, average, result.expected, result.steps)
