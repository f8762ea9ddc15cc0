"""The scale watched through the lists, in one pass: distributions, first players, the account, the games by difference.

2005 12.1 to 12.3 and their like: the system is kept as a measurement, and the administrator detects it if it slides.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from arpad.bulk.atomic_folders import in_order
from arpad.done import StepsDone, with_progress
from arpad.i18n import ArpadError
from arpad.lab.account import PointsAccount, points_account
from arpad.lab.counts import GameCounts
from arpad.lab.drift import MeanDrift, mean_drift
from arpad.lab.groups import FollowedGroup, GroupWish, followed, member_places
from arpad.lab.newcomers import NewcomerWatch, NewcomerYear
from arpad.lab.rating_counts import CountedGroup, counted_groups
from arpad.lab.steps import LabPeople, ListColumns, ScaleSource, ScaleStep
from arpad.rating.columns import Mask, Wide

FIRST = (10, 50, 100)


@dataclass(frozen=True, slots=True)
class WatchWishes:
    """What to look at: the lists between two days, the sizes of first groups, a fixed group, further groups."""

    start: dt.date | None = None
    end: dt.date | None = None
    first: tuple[int, ...] = FIRST
    group: GroupWish | None = None
    by: tuple[str, ...] = ()

    def shows(self, date: dt.date) -> bool:
        return (self.start is None or date >= self.start) and (self.end is None or date <= self.end)


EVERYTHING = WatchWishes()


@dataclass(frozen=True, slots=True)
class WatchedList:
    """A list with its players, counted by groups."""

    date: dt.date
    groups: tuple[CountedGroup, ...]

    def group(self, by: str) -> CountedGroup:
        return next(group for group in self.groups if group.by == by)


@dataclass(frozen=True, slots=True)
class WatchedStep:
    """What came between two lists: the account, and the games by difference and result."""

    account: PointsAccount
    counts: GameCounts


@dataclass(frozen=True, slots=True)
class WatchedScale:
    """The scale through the lists."""

    kind: str
    digests: dict[str, str]
    first: tuple[int, ...]
    lists: tuple[WatchedList, ...]
    steps: tuple[WatchedStep, ...]
    group: FollowedGroup | None
    newcomers: tuple[NewcomerYear, ...]

    @property
    def drift(self) -> list[MeanDrift]:
        """Return the drift of the mean, step by step."""
        return [drift for step in self.steps if (drift := mean_drift(step.account)) is not None]

    def counts(self, begin: int, end: int) -> GameCounts:
        """Return the games of some steps together."""
        return sum((step.counts for step in self.steps[begin:end]), GameCounts())


@dataclass(slots=True)
class _Watch:
    """The pass: what has been seen so far."""

    people: LabPeople
    wishes: WatchWishes
    lists: list[WatchedList] = field(default_factory=list)
    steps: list[WatchedStep] = field(default_factory=list)
    members: list[tuple[dt.date, Wide]] = field(default_factory=list)

    def listed(self, listed: ListColumns, places: Wide | None) -> None:
        if self.wishes.shows(listed.date):
            groups = tuple(counted_groups(self.people, listed, self.wishes.by))
            self.lists.append(WatchedList(listed.date, groups))
            if places is not None:
                self.members.append((listed.date, listed.rating[places].astype(np.int64)))


def watch(source: ScaleSource, wishes: WatchWishes = EVERYTHING, progress: StepsDone | None = None) -> WatchedScale:
    """Go through the lists once. At least two must be shown."""
    places = None if wishes.group is None else _members(source, wishes.group)
    seen = _Watch(source.people, wishes)
    first = source.first()
    ever_rated = source.people.known | (first.rating > 0)
    newcomers = NewcomerWatch(len(source.people))
    seen.listed(first, places)

    def shown() -> Iterator[tuple[ScaleStep, Mask]]:
        """Return the steps that are shown, each with the players who had a rating before; all of them are followed."""
        nonlocal ever_rated
        for step in with_progress(source.steps(), source.count - 1, progress):
            if wishes.shows(step.before.date) and wishes.shows(step.after.date):
                yield step, ever_rated
            newcomers.step(step.after, (step.after.rating > 0) & ~ever_rated)
            ever_rated = ever_rated | (step.after.rating > 0)
            seen.listed(step.after, places)

    with in_order(lambda one: _watched(one[0], source.people, one[1]), shown()) as watched:
        seen.steps.extend(watched)
    if len(seen.lists) < 2:
        raise ArpadError("lab-one-list", count=len(seen.lists))
    group = None
    if wishes.group is not None and places is not None:
        group = followed(wishes.group, source.people, places, seen.members)
    return WatchedScale(
        source.kind,
        dict(source.digests),
        wishes.first,
        tuple(seen.lists),
        tuple(seen.steps),
        group,
        tuple(newcomers.years()),
    )


def _watched(step: ScaleStep, people: LabPeople, ever_rated: Mask) -> WatchedStep:
    account = points_account(people, step.before, step.after, ever_rated, step.points())
    assert account.balances
    return WatchedStep(account, counted(step))


def counted(step: ScaleStep) -> GameCounts:
    """Return the games of a step by difference and result."""
    counts = GameCounts()
    for block in step.blocks():
        counts.add(block, step.cap)
    return counts


def _members(source: ScaleSource, wish: GroupWish) -> Wide:
    """Return the places of the members of a group."""
    if wish.date is None:
        return member_places(wish, source.people, None)
    dates: list[dt.date] = []
    for listed in source.lists():
        dates.append(listed.date)
        if listed.date == wish.date:
            return member_places(wish, source.people, listed)
    raise ArpadError("lab-group-list", group=wish.name, known=_span(dates))


def _span(dates: Sequence[dt.date]) -> str:
    return f"{dates[0]:%Y-%m} … {dates[-1]:%Y-%m}"
