"""Explain the standings: every tie-break value, and why one contestant is ranked before another."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from arpad.documents.steps import Explanation, Step
from arpad.i18n import Language, number, text
from arpad.standings._reason_words import Explainer, encounter_step
from arpad.standings._reasons_values import OWN_REASONS, RATING_REASONS, SUM_REASONS
from arpad.standings.codes import OUTSIDE, TieBreak
from arpad.standings.model import games_played, games_to_play
from arpad.standings.table import NotRanked, StandingsTable

# The reasons of the standings: every value with its addends, and why one contestant stands before another.

Reason = Callable[[Explainer, TieBreak, int], Step]
REASONS: Mapping[str, Reason] = {**OWN_REASONS, **SUM_REASONS, **RATING_REASONS}


def explain(table: StandingsTable, contestant: int) -> Explanation:
    """Why a contestant has their rank: what separates them from the row above, then every value of the list; or why
    they have none."""
    if (gone := table.without_place(contestant)) is not None:
        return (_no_rank(table, gone),)
    row = table.row(contestant)
    above = [other for other in table.rows if other.rank < row.rank]
    tied = [other.number for other in table.rows if other.rank == row.rank and other is not row]
    steps = []
    if above:
        steps.append(_separation(table, above[-1].number, contestant))
    if tied:
        steps.append(_tie(table, tied))
    explainer = Explainer(table)
    inputs = {"who": explainer.named(contestant), "points": row.points}
    rank = Step(explainer.article(TieBreak("PTS")), "standings.rank", inputs, row.rank, tuple(steps))
    return (rank, *values(table, contestant))


def _no_rank(table: StandingsTable, gone: NotRanked) -> Step:
    """Why somebody has no place: expelled from a Swiss, or taken out of a round robin (C.05 6.6)."""
    inputs: dict[str, object] = {"who": f"{gone.number} {gone.name}".rstrip()}
    if gone.number not in table.competition.taken_out:
        return Step(gone.article, "standings.expelled-no-rank", inputs, gone.points)
    whole = table.competition
    games = games_to_play(replace(whole, contestants=whole.complete))
    inputs |= {"played": games_played(whole.complete[gone.number]), "games": games}
    return Step(gone.article, "standings.taken-out-no-rank", inputs, gone.points)


def values(table: StandingsTable, contestant: int) -> Iterable[Step]:
    """Every value of a contestant, in the order of the list."""
    explainer = Explainer(table)
    for place, tie_break in enumerate(table.codes):
        yield value_step(explainer, place, tie_break, contestant)


def value_step(explainer: Explainer, place: int, tie_break: TieBreak, contestant: int) -> Step:
    """One value with what led to it."""
    if tie_break.name in OUTSIDE:
        return _given(explainer, place, tie_break, contestant)
    if tie_break.by_group:
        return encounter_step(explainer, place, tie_break, contestant)
    return REASONS[tie_break.name](explainer, tie_break, contestant)


def _given(explainer: Explainer, place: int, tie_break: TieBreak, contestant: int) -> Step:
    """4.2: lots that were drawn, or a play-off."""
    table = explainer.table
    order = table.given.get(tie_break.name)
    inputs = {"code": tie_break.code, "by": order.by if order is not None else ""}
    what = f"standings.{tie_break.name.lower()}" if order is not None else "standings.not-given"
    return Step(explainer.last_resort, what, inputs, table.ordering.within[place][contestant])


def explain_pair(table: StandingsTable, one: int, other: int) -> Explanation:
    """Why one contestant stands before another: the tie-breaks that leave them level, and the one that decides. If one
    of them has no place, why not."""
    without_place = [gone for number in (one, other) if (gone := table.without_place(number)) is not None]
    if without_place:
        return tuple([_no_rank(table, gone) for gone in without_place])
    first, second = sorted((table.row(one), table.row(other)), key=table.rows.index)
    explainer = Explainer(table)
    place = table.ordering.decided(first.number, second.number)
    if place is None:
        return (_tie(table, [first.number, second.number]),)
    level = table.codes[:place]
    steps = [_level(explainer, tie_break, first.number) for tie_break in level if not tie_break.by_group]
    both = tuple(value_step(explainer, place, table.codes[place], row.number) for row in (first, second))
    return (*steps, _separation(table, first.number, second.number, both))


def _level(explainer: Explainer, tie_break: TieBreak, contestant: int) -> Step:
    value = explainer.value(tie_break, contestant)
    return Step(explainer.article(tie_break), "standings.level", {"code": tie_break.code}, value)


def _separation(table: StandingsTable, first: int, second: int, steps: Explanation = ()) -> Step:
    """The first tie-break that separates two contestants."""
    explainer = Explainer(table)
    place = table.ordering.decided(first, second)
    assert place is not None
    tie_break = table.codes[place]
    inputs: dict[str, object] = {
        "code": tie_break.code,
        "first": explainer.named(first),
        "second": explainer.named(second),
        "one": shown(explainer, place, tie_break, first),
        "other": shown(explainer, place, tie_break, second),
    }
    if tie_break.name in OUTSIDE:
        return Step(explainer.last_resort, "standings.before-given", inputs, tie_break.code, steps)
    what = "standings.before-group" if tie_break.by_group else "standings.before"
    return Step(explainer.article(tie_break), what, inputs, tie_break.code, steps)


def shown(explainer: Explainer, place: int, tie_break: TieBreak, contestant: int) -> object:
    """A value for a sentence; the place within the group, if it is one of the group."""
    if tie_break.by_group:
        return explainer.table.ordering.within[place][contestant]
    value = explainer.value(tie_break, contestant)
    return "–" if value is None else value


def _tie(table: StandingsTable, tied: Iterable[int]) -> Step:
    """4.2: nothing separates them: lots."""
    explainer = Explainer(table)
    return Step(explainer.last_resort, "standings.tie", {}, ", ".join(explainer.named(number) for number in tied))


# Tie-breaks and points in words.

HALF = Fraction(1, 2)


def points_text(points: Fraction | Decimal, language: Language) -> str:
    """Points as tables have them: 3½."""
    return _points_text(*points.as_integer_ratio(), language)


@lru_cache(maxsize=4096)
def _points_text(numerator: int, denominator: int, language: Language) -> str:
    points = Fraction(numerator, denominator)
    whole, rest = divmod(points, 1)
    if rest != HALF:
        return number(points, language)
    return f"{whole or ''}½" if points > 0 else number(points, language)


def tie_break_name(tie_break: TieBreak, language: Language) -> str:
    """Buchholz, cut 1."""
    parts = [text(f"tie-break.{tie_break.name}", language)]
    amounts: dict[str, object] = {
        "low": tie_break.low,
        "median": tie_break.median,
        "limit": tie_break.limit,
        "normaliser": tie_break.normaliser,
        "unrated": tie_break.unrated,
    }
    parts += [text(f"tie-break-with.{name}", language, n=value) for name, value in amounts.items() if value]
    flags = {"fore": tie_break.fore, "as_games": tie_break.as_games, "reverse": tie_break.reverse}
    parts += [text(f"tie-break-with.{name}", language) for name, value in flags.items() if value]
    if tie_break.score:
        parts.append(text(f"tie-break-score.{tie_break.score}", language))
    return ", ".join(parts)
