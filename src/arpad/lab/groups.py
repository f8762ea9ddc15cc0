"""A fixed group followed through the lists (FEDA 11.1): its members rated on a list, and a panel that never changes."""

import csv
import datetime as dt
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from arpad.i18n import ArpadError
from arpad.inputs.parse import period as typed_period
from arpad.lab.steps import LabPeople, ListColumns
from arpad.rating.columns import Wide

FIRST = re.compile(r"first:(\d{1,6})@(\S+)")


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
    match = FIRST.fullmatch(typed)
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
