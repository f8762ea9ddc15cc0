"""One player: the change of a rating, a first rating, a performance, K."""

import datetime as dt
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import chain

from arpad.documents.document import OneDecimal, TwoDecimals, replace
from arpad.documents.steps import Explanation, LazyExplanation
from arpad.domain.games import History
from arpad.i18n import ArpadError, hundredths, number
from arpad.inputs import parse
from arpad.library import values
from arpad.library.editions import Edition, rules_for
from arpad.library.results import LibraryResult, Reasoned, ResultColumn, Tabular, part_rows, public, table_columns
from arpad.library.values import Day, GameLike
from arpad.rating.change import rating_change
from arpad.rating.coefficient import KFactor, given_k, k_factor
from arpad.rating.first_rating import InitialRating, initial_rating
from arpad.rating.inputs import by_event
from arpad.rating.newcomer import NewcomerEvent
from arpad.rating.performance import PerformanceRating, performance_rating
from arpad.rating.results import GameChange, RatingChange
from arpad.regulations.rating_edition import Edition as Rules

MOST_GAMES = 100_000


class CountedGame(LibraryResult, frozen=True):
    """One counted game: the difference, the one used (the cap if it is beyond it), the expected score, `delta`, which
    is the score less the expected one, and `change`, K times it."""

    _of: GameChange
    opponent: int
    score: OneDecimal
    difference: int
    used_difference: int
    capped: bool
    expected: TwoDecimals
    delta: TwoDecimals
    change: TwoDecimals

    def __repr__(self) -> str:
        return f"<{self.score} against {self.opponent}, {self.expected} expected>"


class Change(LibraryResult, Reasoned, Tabular, frozen=True):
    """The change of a rated player over an event or a period. As a table: a row for each counted game.

    `k` is K as it counts, after the limit of K times the games; `sum` the sum of the scores less the expected ones,
    and `change` K times it, both exact; `below_floor` says whether the next list shows the player as not rated.
    """

    _of: RatingChange
    edition: str
    rating: int
    k: int
    games_counted: int
    sum: TwoDecimals
    change: TwoDecimals
    rounded_change: int
    new_rating: int
    below_floor: bool

    @property
    def games(self) -> tuple[CountedGame, ...]:
        """The counted games; none in editions that rate by the average of an event."""
        return tuple(
            CountedGame.of(game, delta=hundredths(game.change), change=hundredths(game.times_k(self.k)))
            for game in self._of.games
        )

    def _columns(self) -> Sequence[ResultColumn]:
        return table_columns(CountedGame)

    def _rows(self) -> Sequence[Sequence[object]]:
        return part_rows(self._columns(), self.games)

    def __repr__(self) -> str:
        change = number(self.change, sign=True)
        games = f"{self.games_counted} game{'' if self.games_counted == 1 else 's'}"
        return f"<Change {self.rating} → {self.new_rating} ({change}, K = {self.k}, {games}, {self.edition})>"


class FirstRating(LibraryResult, Reasoned, frozen=True):
    """The first rating of a player. `publishable` says whether it may be published; `why()` tells why not.

    `rating` is given also if it may not be published, and None if no game counts; `average` is that of the opponents,
    exact.
    """

    _of: InitialRating
    edition: str
    rating: int | None
    publishable: bool
    games_counted: int
    score: OneDecimal | None
    average: Fraction | None
    percentage: int | None
    dp: int | None

    def _steps(self) -> Explanation:
        return self._of.computation

    def __repr__(self) -> str:
        verdict = "" if self.publishable else ", not publishable"
        return f"<FirstRating {self.rating}{verdict} ({self.games_counted} games, {self.edition})>"


class Performance(LibraryResult, Reasoned, frozen=True):
    """A performance rating: the average of the rated opponents plus dp."""

    _of: PerformanceRating
    performance: int
    average: int
    percentage: int
    dp: int
    games_counted: int

    def __repr__(self) -> str:
        return f"<Performance {self.performance} ({self.average} {self.dp:+}, {self.games_counted} games)>"


@public()
def rate(
    rating: int,
    games: Iterable[GameLike],
    *,
    k: int | None = None,
    on: Day | None = None,
    edition: Edition | str | None = None,
    system: str = "fide",
    time_class: str = "standard",
    games_played: int | None = None,
    born: int | Day | None = None,
    highest: int | None = None,
    period_games: int | None = None,
    round_robin: bool = False,
) -> Change:
    """Return the change of a rated player.

    A game is (opponent, score): points of the player, so 1 is a win and 0.5 a draw; "+" and "-" are forfeits, which do
    not count. A third item names the event, if there are several. The edition is named, or it is the one in force `on`
    a day, or on="today". K is given, or follows from `games_played`, `born` and the `highest` rating so far.
    `period_games` are all games of the rating period, if there are more than these; `round_robin` matters only in
    editions up to 2003.
    """
    own = values.rating("rating", rating)
    played = values.games(games)
    date = values.day_or_none("on", on)
    rules = rules_for(edition, date, system, time_class)._of
    factor = _k(rules, own, k, games_played, born, highest, date)
    change = rating_change(
        rules,
        own,
        factor.k,
        played,
        period_games=None if period_games is None else values.whole("period_games", period_games, 0, MOST_GAMES),
        round_robins={game.event for game in played} if round_robin else (),
        games_played=factor.games_played,
    )
    return Change.of(replace(change, steps=LazyExplanation(chain, factor.steps, change.steps)))


@public()
def first_rating(
    games: Iterable[GameLike],
    *,
    edition: Edition | str | None = None,
    on: Day | None = None,
    system: str = "fide",
    time_class: str = "standard",
) -> FirstRating:
    """Return the first rating of a player without one. Games are as for `rate`; those of several events come in the
    order in which they were played, with the name of the event as the third item."""
    played = by_event(values.games(games))
    rules = rules_for(edition, values.day_or_none("on", on), system, time_class)._of
    return FirstRating.of(initial_rating(rules, [NewcomerEvent(name, tuple(some)) for name, some in played.items()]))


@public()
def performance(games: Iterable[GameLike]) -> Performance:
    """Return the performance rating over the games against rated opponents (B.01 1.4.7 to 1.4.9)."""
    rating = performance_rating(values.games(games))
    if rating is None:
        raise ArpadError("surface.no-performance")
    return Performance.of(rating)


def _k(
    rules: Rules,
    rating: int,
    k: int | None,
    games_played: int | None,
    born: int | Day | None,
    highest: int | None,
    date: dt.date | None,
) -> KFactor:
    """K as given, or from the history; never from both."""
    history = {"games_played": games_played, "born": born, "highest": highest}
    used = [name for name, value in history.items() if value is not None]
    if k is not None:
        if used:
            raise ArpadError("surface.k-given-twice", k=values.k_of(k), other=used[0])
        return given_k(rules, values.k_of(k))
    if rules.k.method.value == "fixed":
        return k_factor(rules, History(rating, 0, rating, dt.date.min))
    if games_played is None:
        raise ArpadError("surface.k-not-given")
    if date is None:
        raise ArpadError("surface.k-on")
    year, birthday = values.birth(born)
    parse.check_birth(year, born, date)
    return k_factor(
        rules,
        History(
            rating=rating,
            games_played=values.whole("games_played", games_played, 0, MOST_GAMES),
            highest=rating if highest is None else values.rating("highest", highest),
            date=date,
            born=year,
            birthday=birthday,
        ),
    )
