"""An edition of the rating regulations: its rules from TOML, and its calendar of lists in force and closing days."""

import calendar
import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cache
from itertools import islice
from math import inf
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints, overload

from arpad.i18n import ArpadError
from arpad.regulations.articles import Article, TimeClass, refuse_unknown
from arpad.regulations.rating_rules import (
    ANY_NUMBER,
    INFO_ONLY,
    Ascending,
    Bounds,
    Change,
    Closing,
    Coefficient,
    Conversion,
    EditionHead,
    Eligibility,
    Initial,
    Lists,
    Numbered,
    Rule,
    Transition,
    groups_of,
)

if TYPE_CHECKING:
    import numpy as np

    Ratings = np.ndarray[Any, np.dtype[np.int32]]

NONE = "none"
FRACTION = re.compile(r"[0-9]+/[0-9]*[1-9][0-9]*")
RULE_KEYS = {"value", "article", "unrated", "source", "note"}


@cache
def group_schema(group: type) -> dict[str, Any]:
    """The parameters of a group, each with the type of its value."""
    hints = get_type_hints(group, include_extras=True).items()
    return {name: get_args(_plain(hint))[0] for name, hint in hints}


@cache
def explanation_only(group: type) -> frozenset[str]:
    """The parameters of a group that nothing is computed or checked by."""
    hints = get_type_hints(group, include_extras=True)
    return frozenset(name for name, hint in hints.items() if INFO_ONLY in getattr(hint, "__metadata__", ()))


def _plain(kind: Any) -> Any:
    """Return a type without its annotations."""
    return kind.__origin__ if get_origin(kind) is Annotated else kind


def describe(kind: Any) -> str:
    """Return how a value of this type is written in a file."""
    ascending = Ascending() in getattr(kind, "__metadata__", ())
    kind = _plain(kind)
    if get_origin(kind) is Literal:
        return " | ".join(f'"{name}"' for name in get_args(kind))
    if get_origin(kind) in (Union, UnionType):
        return " | ".join(describe(part) for part in get_args(kind))
    if get_origin(kind) is tuple:
        part = get_args(kind)[0]
        return "[1, 2, ...]" if ascending and get_origin(part) is not tuple else f"[{describe(part)}, ...]"
    return {int: "123", bool: "true | false", str: '"..."', Fraction: '12.5 | "1/3"', NoneType: f'"{NONE}"'}[kind]


class Unfit(Exception):
    """The value does not have the type, or is outside its limits."""

    def __init__(self, bounds: Bounds | None = None) -> None:
        super().__init__()
        self.bounds = bounds


def convert(kind: Any, raw: Any, bounds: Bounds | Ascending = ANY_NUMBER) -> Any:
    """Return the value of a file in this type, or raise `Unfit`."""
    origin = get_origin(kind)
    if origin is Annotated:
        return convert(_plain(kind), raw, kind.__metadata__[0])
    if origin in (Union, UnionType):
        return _first_fit(sorted(get_args(kind), key=lambda part: part is not NoneType), raw)
    if origin is Literal:
        if raw in get_args(kind) and isinstance(raw, str):
            return raw
        raise Unfit
    if origin is tuple:
        if not isinstance(raw, list):
            raise Unfit
        parts = get_args(kind)
        if parts[-1] is Ellipsis:
            found = tuple(convert(parts[0], item) for item in raw)
            if isinstance(bounds, Ascending) and (not found or list(found) != sorted(set(found))):
                raise Unfit
            return found
        if len(raw) != len(parts):
            raise Unfit
        return tuple(convert(part, item) for part, item in zip(parts, raw, strict=True))
    value = _scalar(kind, raw)
    if isinstance(bounds, Bounds) and kind in (int, Fraction) and not bounds.least <= value <= bounds.most:
        raise Unfit(bounds)
    return value


def _first_fit(kinds: list[Any], raw: Any) -> Any:
    bounds = None
    for kind in kinds:
        try:
            return convert(kind, raw)
        except Unfit as problem:
            bounds = bounds or problem.bounds
    raise Unfit(bounds)


def _scalar(kind: type, raw: Any) -> Any:
    if kind is NoneType:
        if raw == NONE:
            return None
    elif kind is Fraction:
        if isinstance(raw, int | Fraction) and not isinstance(raw, bool):
            return Fraction(raw)
        if isinstance(raw, str) and FRACTION.fullmatch(raw):
            return Fraction(raw)
    elif kind is int:
        if isinstance(raw, int) and not isinstance(raw, bool):
            return raw
    elif isinstance(raw, kind):
        return raw
    raise Unfit


def rule(file: str, name: str, kind: Any, raw: Any, source: str) -> Rule[Any]:
    """One parameter of a file: a value with its article, and nothing that does not belong."""
    if not isinstance(raw, dict) or "value" not in raw:
        raise ArpadError("edition.no-value", file=file, key=name)
    if not isinstance(raw.get("article"), str) or not raw["article"]:
        raise ArpadError("edition.no-article", file=file, key=name)
    refuse_unknown(file, raw, RULE_KEYS, name)
    if "unrated" in raw and (not isinstance(raw["unrated"], str) or not raw["unrated"]):
        raise ArpadError("edition.no-article", file=file, key=f"{name}.unrated")
    note = raw.get("note")
    if note is not None and (not isinstance(note, dict) or set(note) != {"en", "es"}):
        raise ArpadError("edition.note", file=file, key=name)
    try:
        value = convert(kind, raw["value"])
    except Unfit as problem:
        wrong = {"file": file, "key": name, "value": str(raw["value"])}
        if (bounds := problem.bounds) is not None:
            raise ArpadError("edition.out-of-bounds", **wrong, least=bounds.least, most=bounds.most) from None
        raise ArpadError("edition.bad-value", **wrong, expected=describe(kind)) from None
    document = raw.get("source", source)
    unrated = Article(raw["unrated"], document) if "unrated" in raw else None
    return Rule(value, Article(raw["article"], document), note, unrated)


# An edition: one text of the regulations, in force from a date, with every value and its article.

Coverage = Literal["standard", "rapid-blitz", "rapid", "blitz"]
COVERS: Mapping[Coverage, tuple[TimeClass, ...]] = {
    "standard": ("standard",),
    "rapid-blitz": ("rapid", "blitz"),
    "rapid": ("rapid",),
    "blitz": ("blitz",),
}


@dataclass(frozen=True, slots=True)
class Edition(EditionHead):
    """One edition of the rating regulations."""

    system: str
    time_class: Coverage
    conversion: Conversion
    change: Change
    k: Coefficient
    initial: Initial
    lists: Lists
    eligibility: Eligibility
    numbered: Numbered | None
    transition: Transition | None

    def covers(self, time_class: TimeClass) -> bool:
        return time_class in COVERS[self.time_class]


GROUPS = groups_of(Edition)


def parameter_names() -> tuple[str, ...]:
    """All the names a parameter may have."""
    return tuple(f"{group}.{field.name}" for group, rules in GROUPS.items() for field in fields(rules))


def explained_parameters() -> frozenset[str]:
    """The parameters that nothing is computed or checked by."""
    return frozenset(f"{group}.{name}" for group, rules in GROUPS.items() for name in explanation_only(rules))


@dataclass(frozen=True, slots=True)
class Difference:
    """One parameter in which two editions differ; None if an edition does not have it."""

    parameter: str
    a: Rule[Any] | None
    b: Rule[Any] | None

    @property
    def renumbered_only(self) -> bool:
        """The value is the same and only the article's number has changed."""
        return self.a is not None and self.b is not None and self.a.value == self.b.value


def compare(a: Edition, b: Edition) -> list[Difference]:
    """All parameters whose value or article differs between two editions, in the order of the groups.

    A transition is done once, when its edition comes into force: the one of `b` is a change, the one of `a` is past. An
    edition and the same with other values share theirs.
    """
    left, right = replace(a, transition=None), b
    if (a.transition, a.effective) == (b.transition, b.effective):
        right = replace(b, transition=None)
    return differences(left.parameters(), right.parameters())


def differences(a: Iterable[tuple[str, Rule[Any]]], b: Iterable[tuple[str, Rule[Any]]]) -> list[Difference]:
    """Return the parameters whose value or article differs, in the order of the first edition."""
    left, right = dict(a), dict(b)
    found = []
    for name in dict.fromkeys((*left, *right)):
        one, two = left.get(name), right.get(name)
        same_value = (one and one.value) == (two and two.value)
        same_article = one is None or two is None or one.article.number == two.article.number
        if not (same_value and same_article):
            found.append(Difference(name, one, two))
    return found


# Players too far apart for their game to be rated (rapid and blitz from December 2024).


@overload
def too_far(edition: Edition, rating: int, opponent: int) -> bool: ...
@overload
def too_far(edition: Edition, rating: "Ratings", opponent: "Ratings") -> "np.ndarray[Any, np.dtype[np.bool_]]": ...
def too_far(edition: Edition, rating: Any, opponent: Any) -> Any:
    """7.3.1 from December 2024: 600 or more apart, and one of the two above 2600; of one game, or of columns."""
    least, above = edition.change.not_rated_from_difference.value, edition.change.not_rated_above.value
    higher = True if above is None else (rating > above) | (opponent > above)
    return (abs(rating - opponent) >= (inf if least is None else least)) & higher


# The calendar of the lists: in force from their date, closed some time before it.


def list_in_force(edition: Edition, date: dt.date) -> dt.date:
    """The list whose ratings count for an event that starts on this day: the last one dated on or before it."""
    months = [month for month in edition.lists.months.value if month <= date.month]
    if months:
        return dt.date(date.year, months[-1], 1)
    return dt.date(date.year - 1, edition.lists.months.value[-1], 1)


def lists_after(edition: Edition, date: dt.date) -> Iterator[dt.date]:
    """The lists dated after a day, one after the other."""
    year = date.year
    while year < dt.MAXYEAR:
        for month in edition.lists.months.value:
            if dt.date(year, month, 1) > date:
                yield dt.date(year, month, 1)
        year += 1


def days_before(list_date: dt.date, days: int) -> dt.date:
    """2017 7.13, 2022 and 2024 7.1.3: some days before the date of the list."""
    return list_date - dt.timedelta(days=days)


def month_before(list_date: dt.date, days: int) -> dt.date:  # noqa: ARG001  (a policy's signature)
    """2003 and 2005 9.13: a month before the list: 1 December for 1 January."""
    return (list_date - dt.timedelta(days=1)).replace(day=list_date.day)


def month_end_before(list_date: dt.date, days: int) -> dt.date:  # noqa: ARG001  (a policy's signature)
    """FEDA 8.13: the end of the month that leaves a whole month: 30 November for 1 January, 31 May for 1 July."""
    year, month = (
        (list_date.year, list_date.month - 2) if list_date.month > 2 else (list_date.year - 1, list_date.month + 10)
    )
    return dt.date(year, month, calendar.monthrange(year, month)[1])


CLOSINGS: Mapping[Closing, Callable[[dt.date, int], dt.date]] = {
    "days-before": days_before,
    "month-before": month_before,
    "month-end-before": month_end_before,
}


def closing_date(edition: Edition, list_date: dt.date, *, official: bool = False) -> dt.date:
    """The last day on which an event may end for a list; official FIDE events have until the eve."""
    rules = edition.lists
    if official and rules.official_closing_days.value is not None:
        return days_before(list_date, rules.official_closing_days.value)
    return CLOSINGS[rules.closing.value](list_date, rules.closing_days.value or 0)


def rated_in(edition: Edition, end: dt.date, received: dt.date | None = None, *, official: bool = False) -> dt.date:
    """The first list that an event ending on this day can enter, if its report was `received` before the closing."""
    ready = end if received is None else max(end, received)
    return next(
        listing for listing in lists_after(edition, end) if ready <= closing_date(edition, listing, official=official)
    )


def last_list(edition: Edition, end: dt.date) -> dt.date | None:
    """2022 and 2024 9.1: the last list that can still take a late report; None if the edition has no such rule."""
    late = edition.lists.late_lists.value
    return None if late is None else next(islice(lists_after(edition, end), late - 1, None))


def due_list(edition: Edition, end: dt.date, *, official: bool = False) -> dt.date:
    """2022 and 2024 9.1: the list for which the report is due; the one after it if five days or fewer of the month
    remain after the last day."""
    spare = edition.lists.month_end_days.value or 0
    month_end = end.replace(day=calendar.monthrange(end.year, end.month)[1])
    if (month_end - end).days > spare:
        return rated_in(edition, end, official=official)
    return next(islice(lists_after(edition, end), 1, None))


def in_time_for(edition: Edition, end: dt.date, *, official: bool = False) -> dt.date:
    """Return the last list for which a report is not late: the first that its event can enter; by 2022 and 2024 9.1
    the one for which the report is due, if that is a later one."""
    first = rated_in(edition, end, official=official)
    if edition.lists.month_end_days.value is None:
        return first
    return max(first, due_list(edition, end, official=official))


def last_day(edition: Edition, end: dt.date, *, official: bool = False) -> dt.date | None:
    """Return the last day on which a report is accepted at all; None if the edition has no such day."""
    last = last_list(edition, end)
    if last is not None:
        return closing_date(edition, last, official=official)
    periods = edition.lists.late_periods.value
    if periods is None:
        return None
    own = rated_in(edition, end, official=official)
    later = next(islice(lists_after(edition, own), periods - 1, None)) if periods else own
    return closing_date(edition, later, official=official)
