"""Versions of rating lists, and the players whose ratings differ between two of them."""

import datetime as dt
from typing import Literal, get_args

from arpad.documents.document import Document, TableColumn, shows
from arpad.regulations.articles import TimeClass

SHORT = 12
"""How many digits of a digest are shown: enough to tell the versions of an office apart. JSON has them all."""
VersionState = Literal["provisional", "published"]


class ListVersion(Document, frozen=True):
    """A version of a list. `made` by closing a period or by importing; `release` is the program's that made it; the
    digest covers everything that it was made from."""

    shown = shows("period", "version", "made", "state", "digest", "reason", "release", "players")
    columns = (
        TableColumn("made", words="version-made."),
        TableColumn("state", words="version-state."),
        TableColumn("digest", say=lambda version, _: version.digest[:SHORT]),
    )
    period: dt.date
    number: int
    made: Literal["import", "closed"]
    state: VersionState
    digest: str
    reason: str
    release: str
    players: int

    @property
    def version(self) -> int:
        return self.number


DifferenceKind = Literal["changed", "first", "gone"]
KINDS: tuple[DifferenceKind, ...] = get_args(DifferenceKind)


class RatingDifference(Document, frozen=True):
    """A player whose published rating differs; None: not rated, or not listed at all."""

    time_class: TimeClass
    id: str
    name: str
    before: int | None
    after: int | None

    @property
    def change(self) -> int | None:
        """The points won or lost; None without a rating before and after."""
        return self.after - self.before if self.before and self.after else None


class ListDifference(RatingDifference, frozen=True):
    """A player whose rating differs, on a page about one time class."""

    shown = shows("id", "name", "before", "after", "change")


class ChangedRating(RatingDifference, frozen=True):
    """A player whose rating differs between two versions of a list."""

    shown = shows("id", "before", "after")
