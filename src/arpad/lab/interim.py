"""Interim ratings: a player's rating after every rated game of a period (B.01 1.5.3a, 1.3, 0.4.3).

The rating on the list before, plus K times the sum of score − PD up to a game, as an exact fraction, never rounded.
Opponents count with the list in force at the start of the event. K is read in two ways: cut by all games of the period
as the closing cuts it, and cut by the games up to then, as if the later ones had not been played.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from arpad.domain.games import PlayerGame
from arpad.rating.change import new_rating, rating_change
from arpad.rating.coefficient import within_limit
from arpad.regulations.rating_edition import Edition

HALF = Fraction(1, 2)
Outcome = Literal["reached", "cut-only", "rounding-only", "too-few-games", "not-reached"]
State = Literal["provisional", "confirmed"]


@dataclass(frozen=True, slots=True)
class InterimPart:
    """An event, or the part of a long one that is rated by one list. `own` and `k` are what the player had when it
    began; `dated`: the days of its rounds are known."""

    key: str
    event: str
    start: dt.date
    end: dt.date
    own: int
    k: int
    edition: Edition
    dated: bool = True

    @property
    def by_game(self) -> bool:
        return self.edition.change.method.value == "game-by-game"

    def overlaps(self, other: "InterimPart") -> bool:
        return self.start <= other.end and other.start <= self.end


@dataclass(frozen=True, slots=True)
class InterimGame:
    """A rated game of a period; without the days of rounds it stands at the last day of its event."""

    part: InterimPart
    round: int
    date: dt.date
    opponent: str
    game: PlayerGame


@dataclass(frozen=True, slots=True)
class InterimRow:
    """A player after a game: PD, score − PD and its sum in hundredths; the running rating by K of the whole period and
    by K of the games up to then. `shown` is False if the order of the games is not known, or the event has no result
    before its end."""

    number: int
    game: InterimGame
    expected: int | None
    result: int
    sum: int
    by_period: Fraction
    by_cut: Fraction
    shown: bool


@dataclass(frozen=True, slots=True)
class Threshold:
    """A rating to be reached, with rated games in all by then (1.3); `title` if it is for one."""

    rating: int
    games: int = 0
    title: str = ""
    article: str = ""


@dataclass(frozen=True, slots=True)
class ReachedVerdict:
    """Whether a threshold was reached, and by which row; `open` if the text does not say."""

    threshold: Threshold
    outcome: Outcome
    row: InterimRow | None

    @property
    def is_open(self) -> bool:
        return self.outcome in ("cut-only", "rounding-only")


@dataclass(frozen=True, slots=True)
class Interim:
    """A period game by game. `before` are the rated games up to it; `final` is the rating at its end, before floors,
    transitions and decisions."""

    base: int
    before: int
    rows: tuple[InterimRow, ...]
    final: int

    def until(self, day: dt.date) -> "Interim":
        """Return the same up to a day."""
        rows = tuple(row for row in self.rows if row.game.date <= day)
        return Interim(self.base, self.before, rows, self.final)

    @property
    def hidden(self) -> bool:
        """Return whether there are games after which no running rating is told."""
        return any(not row.shown for row in self.rows)


def interim(base: int, before: int, games: Iterable[InterimGame], final: int | None = None) -> Interim:
    """Follow a rating through the games of a period, in their order of play: by day, then the start of the event, its
    key and the round."""
    played = sorted(games, key=lambda one: (one.date, one.part.start, one.part.key, one.round))
    unsure = _unsure({one.part.key: one.part for one in played})
    last = {one.part.key: number for number, one in enumerate(played)}
    rows = []
    for number, one in enumerate(played, 1):
        found = _after(base, played[:number], len(played))
        ends = last[one.part.key] == number - 1
        shown = ends or (one.part.by_game and one.part.key not in unsure)
        rows.append(InterimRow(number, one, *found, shown))
    computed = base
    if rows:
        computed = new_rating(played[-1].part.edition, base, int((rows[-1].by_period - base) * 100))
    return Interim(base, before, tuple(rows), computed if final is None else final)


def _unsure(parts: dict[str, InterimPart]) -> set[str]:
    """Return events without days of rounds, and those that overlap with them: the order of their games is unknown."""
    found = set[str]()
    for part in parts.values():
        others = [other for other in parts.values() if other.key != part.key and other.overlaps(part)]
        if not part.dated and others:
            found |= {part.key, *(other.key for other in others)}
    return found


def _after(base: int, played: Sequence[InterimGame], whole: int) -> tuple[int | None, int, int, Fraction, Fraction]:
    """Return PD and result of the last game, the sum of all, and the running ratings. An event's cap that holds once
    looks at its games up to then (2022 8.3.1)."""
    by_part: dict[str, list[InterimGame]] = {}
    for one in played:
        by_part.setdefault(one.part.key, []).append(one)
    total, by_period, by_cut = 0, Fraction(base), Fraction(base)
    expected: int | None = None
    result = 0
    for key, games in by_part.items():
        part = games[0].part
        found = rating_change(part.edition, part.own, part.k, [one.game for one in games], explain=False)
        total += found.sum
        by_period += Fraction(within_limit(part.edition, part.k, whole) * found.sum, 100)
        by_cut += Fraction(within_limit(part.edition, part.k, len(played)) * found.sum, 100)
        if key == played[-1].part.key:
            own = found.games[-1] if found.games else None
            expected, result = (own.expected, own.change) if own is not None else (None, 0)
    return expected, result, total, by_period, by_cut


def verdict(found: Interim, threshold: Threshold) -> ReachedVerdict:
    """1.5.3a: whether a rating was reached inside the period. It needs both readings of K; less than half a point below
    is reached by rounding only, on which the text is silent."""
    few = False
    cut: InterimRow | None = None
    close: InterimRow | None = None
    for row in found.rows:
        if not row.shown or max(row.by_period, row.by_cut) < threshold.rating - HALF:
            continue
        if row.by_period >= threshold.rating and row.by_cut >= threshold.rating:
            if found.before + row.number < threshold.games:
                few = True
                continue
            return ReachedVerdict(threshold, "reached", row)
        if max(row.by_period, row.by_cut) >= threshold.rating:
            cut = cut or row
        else:
            close = close or row
    if cut is not None:
        return ReachedVerdict(threshold, "cut-only", cut)
    if close is not None:
        return ReachedVerdict(threshold, "rounding-only", close)
    return ReachedVerdict(threshold, "too-few-games" if few else "not-reached", None)


def rating_on(found: Interim, day: dt.date) -> int | None:
    """Return the rating at the end of a day, whole points of the lower reading of K; None without a game on it."""
    rows = [row for row in found.rows if row.game.date == day and row.shown]
    return int(min(rows[-1].by_period, rows[-1].by_cut)) if rows else None
