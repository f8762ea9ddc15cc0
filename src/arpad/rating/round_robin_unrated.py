"""The unrated players of a round robin: the average of the event, their Ru, and its one correction.

FEDA 9.21.b, 2003 10.21b; with the correction 2005 10.54, 2017 8.58; from 2022 like any event.
"""

from dataclasses import replace
from fractions import Fraction

from arpad.documents.steps import Step
from arpad.domain.games import Entrant, PlayerGame, RoundRobin
from arpad.i18n import ArpadError
from arpad.rating.initial import initial_rating
from arpad.rating.newcomer import Performance, performance
from arpad.rating.newcomer_events import NewcomerEvent
from arpad.rating.round_robin_results import EntrantResult
from arpad.rating.rounding import rounded
from arpad.rating.symbols import competition_average
from arpad.regulations.rating_edition import Edition
from arpad.regulations.rating_rules import dp


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
    found = []
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
            found.append(
                EntrantResult(
                    entrant,
                    event.games,
                    entrant.score,
                    worth.percentage,
                    worth.dp,
                    rounded("half-up", ra),
                    ru,
                    steps=(step,),
                )
            )
    return found


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
