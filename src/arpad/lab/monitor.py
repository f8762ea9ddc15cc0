"""Monitor the rating scale from list to list: drift of the mean, fixed groups and newcomers (2005 12.1)."""

import csv
import datetime as dt
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import numpy as np

from arpad.bulk.atomic_folders import in_order
from arpad.i18n import ArpadError
from arpad.inputs.parse import period as typed_period
from arpad.lab.game_groups import GameCounts
from arpad.lab.rating_account import PARTS, CountedGroup, PointsAccount, counted_groups, points_account
from arpad.lab.source import LabPeople, ListColumns, ScaleSource, ScaleStep
from arpad.progress import StepsDone, with_progress
from arpad.rating.columns import Mask, Wide

# The drift of the mean from list to list, in parts that add up exactly. 2005 12.2, FEDA 11.2: if the composition of a
# list changes, the scale may slide though nobody plays differently.

STAYER_TERMS = (
    "k_asymmetry", "one_sided_cap", "one_sided_game", "event_average", "decided_base", "leavers_games", "rounding",
    "transition", "decisions", "late", "not_explained",
)  # fmt: skip
"""What the change of the players on both lists is made of, as the account names it."""


@dataclass(frozen=True, slots=True)
class MeanDrift:
    """How the mean moved. `stayers`: the players on both lists gained or lost; `newcomers`: they came in below or above
    the mean; `leavers`: they were below or above it. `split` divides the stayers' part by its causes."""

    start: dt.date
    end: dt.date
    before: Fraction
    after: Fraction
    stayers: Fraction
    newcomers: Fraction
    leavers: Fraction
    split: dict[str, Fraction]

    @property
    def drift(self) -> Fraction:
        return self.after - self.before


def mean_drift(account: PointsAccount) -> MeanDrift | None:
    """Decompose the drift between two lists; None if one of them has no rated player."""
    if not account.rated_before or not account.rated_after:
        return None
    before, count = Fraction(account.sum_before, account.rated_before), account.rated_after
    return MeanDrift(
        account.start,
        account.end,
        before,
        Fraction(account.sum_after, count),
        Fraction(account.stayers_change, count),
        (account.newcomers_sum - account.newcomers * before) / count,
        -(account.leavers_sum - account.leavers * before) / count,
        {name: Fraction(_term(account, name), PARTS * count) for name in STAYER_TERMS},
    )


def _term(account: PointsAccount, name: str) -> int:
    """Return a term with the sign with which it changes the players who stayed."""
    if name == "leavers_games":
        return -account.leavers_games
    return int(getattr(account.terms if hasattr(account.terms, name) else account, name))


# A fixed group followed through the lists (FEDA 11.1): its members rated on a list, and a panel that never changes.

FIRST_GROUP = re.compile(r"first:(\d{1,6})@(\S+)")


@dataclass(frozen=True, slots=True)
class GroupWish:
    """The members of a group: the first of a list, or ids with the rows of the file that names them."""

    name: str
    first: int = 0
    date: dt.date | None = None
    ids: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class GroupAverage:
    """Members of a group on one list: how many are rated, and the sum of their ratings."""

    date: dt.date
    members: int
    sum: int

    @property
    def average(self) -> Fraction | None:
        return Fraction(self.sum, self.members) if self.members else None


@dataclass(frozen=True, slots=True)
class FollowedGroup:
    """A group through the lists: `everybody` who is rated on a list, and the `panel` of those rated on all of them."""

    everybody: tuple[GroupAverage, ...]
    panel: tuple[GroupAverage, ...]


def read_group(option: str, typed: str) -> GroupWish:
    """Return the group that was asked for: first:50@2023-09, or a CSV file of ids."""
    match = FIRST_GROUP.fullmatch(typed)
    if match is not None:
        if not int(match[1]):
            raise ArpadError("lab-group-form", option=option, value=typed)
        return GroupWish(typed, int(match[1]), typed_period(option, match[2]))
    file = Path(typed)
    try:
        rows = list(csv.reader(io.StringIO(file.read_text("utf-8-sig"))))
    except FileNotFoundError:
        raise ArpadError("lab-group-form", option=option, value=typed) from None
    except (OSError, ValueError, csv.Error) as problem:
        raise ArpadError("file-unreadable", file=typed, problem=str(problem)) from None
    heading = [cell.strip().lower() for cell in rows[0]] if rows else []
    column, first = (heading.index("id"), 1) if "id" in heading else (0, 0)
    ids = [(number, row[column].strip()) for number, row in enumerate(rows, 1) if len(row) > column and number > first]
    found = tuple((number, id_) for number, id_ in ids if id_)
    if not found:
        raise ArpadError("lab-group-empty", file=typed)
    return GroupWish(typed, ids=found)


def member_places(wish: GroupWish, people: LabPeople, listed: ListColumns | None) -> Wide:
    """Return the places of the members. Of equal ratings at the last place of a first group, the lowest ids are in; an
    identity that was merged away follows the one that is kept."""
    if listed is not None:
        rated = np.flatnonzero(listed.active & (listed.rating > 0))
        order = np.lexsort((rated, -listed.rating[rated]))
        return np.sort(rated[order[: wish.first]])
    known = {str(id_): place for place, id_ in enumerate(people.ids)} | dict(people.merged)
    for row, id_ in wish.ids:
        if id_ not in known:
            raise ArpadError("lab-no-member", file=wish.name, row=row, id=id_)
    return np.unique([known[id_] for _, id_ in wish.ids])


def followed(wish: GroupWish, people: LabPeople, places: Wide, lists: Sequence[tuple[dt.date, Wide]]) -> FollowedGroup:
    """Follow a group: `lists` are the days with the ratings of the members, in the order of the places."""
    ratings = np.stack([rating for _, rating in lists])
    never = np.flatnonzero(~(ratings > 0).any(axis=0))
    if len(never) and wish.ids:
        strangers = {people.id_at(int(places[place])) for place in never.tolist()}
        kept = {id_: people.id_at(place) for id_, place in people.merged.items()}
        row, id_ = next((row, id_) for row, id_ in wish.ids if kept.get(id_, id_) in strangers)
        raise ArpadError("lab-no-member", file=wish.name, row=row, id=id_)
    always = (ratings > 0).all(axis=0)
    days = [date for date, _ in lists]
    return FollowedGroup(
        tuple(_average(date, row) for date, row in zip(days, ratings, strict=True)),
        tuple(_average(date, row[always]) for date, row in zip(days, ratings, strict=True)),
    )


def _average(date: dt.date, ratings: Wide) -> GroupAverage:
    return GroupAverage(date, int(np.count_nonzero(ratings)), int(ratings.sum()))


# Newcomers followed through their first games: a first rating that is right on average does not move on average.

FIRST_GAMES = 30


@dataclass(frozen=True, slots=True)
class NewcomerYear:
    """The newcomers of a year: how many there were, how many have played their first games since, and by how much
    these changed in all."""

    year: int
    newcomers: int
    followed: int
    change: int

    @property
    def average(self) -> Fraction | None:
        return Fraction(self.change, self.followed) if self.followed else None


class NewcomerWatch:
    """Follows everybody who enters a list for the first time until they have played their first games."""

    def __init__(self, people: int) -> None:
        self._year = np.zeros(people, dtype=np.int32)
        self._rating = np.zeros(people, dtype=np.int32)
        self._games = np.zeros(people, dtype=np.int32)
        self._open = np.zeros(people, dtype=np.bool_)
        self._found: dict[int, list[int]] = {}

    def step(self, after: ListColumns, entered: Mask) -> None:
        """Look at the next list; `entered` are the players rated on it for the first time."""
        at_work = np.flatnonzero(self._open & (after.games > 0) & (after.rating > 0))
        self._games[at_work] += after.games[at_work]
        done = at_work[self._games[at_work] >= FIRST_GAMES]
        for year in np.unique(self._year[done]).tolist():
            mine = done[self._year[done] == year]
            count = self._found[year]
            count[1] += len(mine)
            count[2] += int((after.rating[mine] - self._rating[mine]).sum(dtype=np.int64))
        self._open[done] = False
        new = np.flatnonzero(entered)
        self._open[new] = True
        self._year[new], self._rating[new], self._games[new] = after.date.year, after.rating[new], 0
        self._found.setdefault(after.date.year, [0, 0, 0])[0] += len(new)

    def years(self) -> list[NewcomerYear]:
        return [NewcomerYear(year, *count) for year, count in sorted(self._found.items())]


# The scale watched through the lists, in one pass: distributions, first players, the account, the games by difference.
# 2005 12.1 to 12.3 and their like: the system is kept as a measurement, and the administrator detects it if it slides.

FIRST_PLACES = (10, 50, 100)


@dataclass(frozen=True, slots=True)
class WatchWishes:
    """What to look at: the lists between two days, the sizes of first groups, a fixed group, further groups."""

    start: dt.date | None = None
    end: dt.date | None = None
    first: tuple[int, ...] = FIRST_PLACES
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
