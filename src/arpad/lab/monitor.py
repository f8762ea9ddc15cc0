"""Monitor the rating scale from list to list: drift, fixed groups, newcomers (2005 12.1), and alarms when it moves."""

import csv
import datetime as dt
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from arpad.bulk.atomic_folders import in_order
from arpad.domain.values import MONTHS, month_number
from arpad.i18n import ArpadError
from arpad.inputs.parse import period as typed_period
from arpad.inputs.toml_tables import ANYTHING, TomlKey, TomlTable, load
from arpad.lab.game_groups import CalibrationBand, GameCounts, Stretch, bands_of_width, calibrate, fit_stretch
from arpad.lab.rating_account import PARTS, CountedGroup, PointsAccount, counted_groups, points_account
from arpad.lab.source import LabPeople, ListColumns, ScaleSource, ScaleStep
from arpad.lab.tables import decimal_of, fixed
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


# The limits of the alarms. No regulation names any: they are ours, and a file may change each of them.

LARGEST = 10_000


@dataclass(frozen=True, slots=True)
class AlarmLimits:
    """The limits above which an alarm is given. `first_50_average`, `panel_average`, `median`: points a year.
    `created_per_game`: points that games create, a game. `stretch_change`: of λ between two spans of twelve lists.
    `band_gap`: scored minus expected, a game of a band. `newcomer_gap`: points over the first 30 games."""

    first_50_average: Fraction = Fraction(5)
    panel_average: Fraction = Fraction(5)
    median: Fraction = Fraction(15)
    created_per_game: Fraction = Fraction(1, 5)
    stretch_change: Fraction = Fraction(5, 100)
    band_gap: Fraction = Fraction(2, 100)
    newcomer_gap: Fraction = Fraction(40)

    def items(self) -> Mapping[str, Fraction]:
        return {field.name: getattr(self, field.name) for field in fields(self)}


def _limit(value: object) -> Fraction:
    """Read a number, 5 or 0.05, or a fraction as text, "1/5"."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
        raise ValueError
    try:
        fraction = Fraction(value)
    except ZeroDivisionError:
        raise ValueError from None
    if not 0 <= fraction <= LARGEST:
        raise ValueError
    return fraction


KEYS = {field.name: TomlKey(_limit, '5 | 0.05 | "1/5"') for field in fields(AlarmLimits)}


def read_limits(file: Path) -> AlarmLimits:
    """Return the limits of a file; those that it does not name stay as they are."""
    head = TomlTable("lab-settings", str(file)).read(load(file), {"alarm": ANYTHING})
    values: dict[str, Any] = TomlTable("lab-settings", str(file), "[alarm]").read(head.get("alarm", {}), KEYS)
    return replace(AlarmLimits(), **values)


# Alarms: what moved by more than the settings allow. They are findings for the administrator; nothing is corrected.

FIFTY = 50
SPAN = 12
"""Calibration is compared between spans of this many lists."""
ENOUGH_GAMES = 1000
ENOUGH_NEWCOMERS = 30
FAR = 4
"""A band counts if it is this many standard errors off."""
SURE = 3
WIDTH = 50


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something beyond its limit, between two lists. `about` says more: a band, a year."""

    code: str
    value: Decimal
    limit: Fraction
    start: dt.date
    end: dt.date
    about: str = ""


@dataclass(frozen=True, slots=True)
class CalibratedSpan:
    """Scored against expected over some lists."""

    start: dt.date
    end: dt.date
    bands: tuple[CalibrationBand, ...]
    stretch: Stretch | None


def calibrated_spans(scale: WatchedScale) -> list[CalibratedSpan]:
    """Return the last twelve lists, and the twelve before them if there are any, the earlier first."""
    spans = []
    last = len(scale.steps)
    for end in (last - SPAN, last):
        begin = max(end - SPAN, 0)
        if end > begin:
            counts = scale.counts(begin, end)
            bands = tuple(calibrate(counts, bands_of_width(WIDTH)))
            span = scale.steps[begin].account.start, scale.steps[end - 1].account.end
            spans.append(CalibratedSpan(*span, bands, fit_stretch(counts)))
    return spans


def alarms(scale: WatchedScale, limits: AlarmLimits, spans: Sequence[CalibratedSpan]) -> list[Alarm]:
    """Return all alarms, by what they are about, the newest lists first."""
    return [
        *_moved(scale, limits),
        *_created(scale, limits.created_per_game),
        *_stretched(spans, limits.stretch_change),
        *_bands(spans[-1:], limits.band_gap),
        *_newcomers(scale, limits.newcomer_gap),
    ]


def _years(days: Sequence[dt.date]) -> Iterator[tuple[int, int]]:
    """Return pairs of lists a year apart, from the newest back."""
    end = len(days) - 1
    while end > 0:
        year_before = [place for place in range(end) if month_number(days[place]) <= month_number(days[end]) - MONTHS]
        if not year_before:
            return
        yield year_before[-1], end
        end = year_before[-1]


def _moved(scale: WatchedScale, limits: AlarmLimits) -> Iterator[Alarm]:
    """Compare the averages of the first 50 and of the panel, and the median, with those a year before."""
    days = [listed.date for listed in scale.lists]
    active = [listed.group("active").counts for listed in scale.lists]
    first = [counts.first(FIFTY) for counts in active]
    lines: dict[str, list[Fraction | None]] = {
        "first_50_average": [players.average if players.complete else None for players in first],
        "median": [counts.median for counts in active],
    }
    if scale.group is not None:
        lines["panel_average"] = [group_average.average for group_average in scale.group.panel]
    for code, values in lines.items():
        limit: Fraction = getattr(limits, code)
        for begin, end in _years(days):
            before, after = values[begin], values[end]
            if before is None or after is None:
                continue
            rate = (after - before) * MONTHS / (month_number(days[end]) - month_number(days[begin]))
            if abs(rate) > limit:
                yield Alarm(code, decimal_of(rate, 1), limit, days[begin], days[end])


def _created(scale: WatchedScale, limit: Fraction) -> Iterator[Alarm]:
    """Find years in which a game created or destroyed too many points on average."""
    days = [listed.date for listed in scale.lists]
    for begin, end in _years(days):
        steps = [step.account for step in scale.steps[begin:end]]
        games = sum(account.terms.both_rated for account in steps)
        created = sum(account.terms.created for account in steps)
        each = Fraction(created, PARTS * max(games, 1))
        if abs(each) > limit:
            yield Alarm("created_per_game", decimal_of(each, 3), limit, days[begin], days[end])


def _stretched(spans: Sequence[CalibratedSpan], limit: Fraction) -> Iterator[Alarm]:
    """Look at the change of λ between two spans; never its distance from 1, which noise alone brings about."""
    if len(spans) < 2 or spans[0].stretch is None or spans[1].stretch is None:
        return
    one, two = spans[0].stretch, spans[1].stretch
    change, error = two.slope - one.slope, np.hypot(one.slope_error, two.slope_error)
    if abs(change) > limit and abs(change) > SURE * error:
        yield Alarm("stretch_change", fixed(change, 4), limit, spans[0].start, spans[1].end)


def _bands(spans: Sequence[CalibratedSpan], limit: Fraction) -> Iterator[Alarm]:
    """Find bands in which the favourites scored more or less than expected."""
    for span in spans:
        for band in span.bands:
            z: Any = band.z if band.games >= ENOUGH_GAMES else None
            if z is not None and band.residual is not None and abs(band.residual) > limit and abs(z) > FAR:
                about = f"{band.low}–{band.high}" if band.high is not None else f"{band.low}+"
                yield Alarm("band_gap", decimal_of(band.residual, 4), limit, span.start, span.end, about)


def _newcomers(scale: WatchedScale, limit: Fraction) -> Iterator[Alarm]:
    """Find years whose newcomers were moved too far on average by their first games."""
    first, last = scale.lists[0].date, scale.lists[-1].date
    for year in reversed(scale.newcomers):
        if year.followed >= ENOUGH_NEWCOMERS and year.average is not None and abs(year.average) > limit:
            yield Alarm("newcomer_gap", decimal_of(year.average, 1), limit, first, last, str(year.year))
