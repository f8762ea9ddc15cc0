"""The material of the laboratory, whatever it comes from: people, lists as columns, and the games between two lists."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from arpad.rating.columns import ColumnTable, Mask, Numbers, Wide


@dataclass(frozen=True, slots=True)
class LabPeople:
    """Everybody on any of the lists, each at a place. `born` is 0 if it is not known; `federation` is a place among
    `federations`; `known` tells who had a rating before the first list. `merged` gives ids that were merged away, with
    the place of the one that is kept; `played` counts the rated games up to the first list."""

    ids: Any
    born: Numbers
    woman: Mask
    federation: Numbers
    federations: tuple[str, ...]
    known: Mask
    merged: Mapping[str, int]
    played: Numbers

    def __len__(self) -> int:
        return len(self.ids)

    def id_at(self, place: int) -> str:
        return str(self.ids[place])


@dataclass(frozen=True, slots=True)
class ListColumns:
    """A list, with a number for everybody: the rating (0: none), K, the games rated for it, and who is active."""

    date: dt.date
    rating: Numbers
    k: Numbers
    games: Numbers
    active: Mask


@dataclass(frozen=True, slots=True)
class GameBlock(ColumnTable):
    """Rated games of two players with a rating on the list that counted. `rating` is White's on that list, `difference`
    White's minus Black's, before any cap; `capped`: the cap held for the favourite; `listed` is the day of the list as
    an ordinal."""

    event: Numbers
    white: Numbers
    black: Numbers
    score: Numbers
    difference: Numbers
    capped: Mask
    rating: Numbers
    listed: Numbers


@dataclass(frozen=True, slots=True)
class GameTerms:
    """The points that games created, in two-hundredths of a point. `games` were played, `both_rated` of them between
    two players who were rated for each other.

    `k_asymmetry`: the two had different K. `one_sided_cap`: the cap held for one of them only. `one_sided_game`: the
    game counted for one of them only. `event_average`: events that are rated by their average. `decided_base`: games of
    a player whose base rating was decided.
    """

    games: int = 0
    both_rated: int = 0
    k_asymmetry: int = 0
    one_sided_cap: int = 0
    one_sided_game: int = 0
    event_average: int = 0
    decided_base: int = 0

    def __add__(self, other: "GameTerms") -> "GameTerms":
        return GameTerms(*(getattr(self, name) + getattr(other, name) for name in TERM_NAMES))

    @property
    def created(self) -> int:
        """Return the sum of all terms."""
        return sum(getattr(self, name) for name in TERM_NAMES[2:])


TERM_NAMES = tuple(GameTerms.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class PeriodPoints:
    """Where the points of a period came from, with a number for every player at `places`. For everybody else nothing
    happened: they have the same rating on both lists.

    `parent` is the rating on the version that the list was made from, `base` the one that the games changed, with
    identities merged; `change` is K times the sum of score − PD, in hundredths, of players on
    the list before; `late` the same for events that belonged to an earlier list. `computed` follows by rounding,
    `taken` by transitions, `decided` by decisions; the floor is all that may still come.
    """

    terms: GameTerms
    places: Wide
    parent: Wide
    base: Wide
    change: Wide
    late: Wide
    computed: Wide
    taken: Wide
    decided: Wide
    unit: int


class ScaleStep(Protocol):
    """The way from one list to the next."""

    @property
    def before(self) -> ListColumns: ...
    @property
    def after(self) -> ListColumns: ...
    @property
    def cap(self) -> int:
        """Return the difference at which the editions of this step cap."""
        ...

    @property
    def played(self) -> Mapping[dt.date, int]:
        """Return how many games were rated, those of players without a rating among them, by the list in force."""
        ...

    @property
    def oldest(self) -> dt.date:
        """Return the oldest list whose ratings games of this or of a later step may use."""
        ...

    def points(self) -> PeriodPoints | None:
        """Return where the points came from; None if the games are not known here."""
        ...

    def blocks(self) -> Iterable[GameBlock]:
        """Return the rated games of two rated players, some at a time."""
        ...


class ScaleSource(Protocol):
    """Lists and the games between them. `digests` name what they were read from."""

    @property
    def kind(self) -> str: ...
    @property
    def people(self) -> LabPeople: ...
    @property
    def digests(self) -> Mapping[str, str]: ...
    @property
    def count(self) -> int:
        """Return how many lists there are."""
        ...

    @property
    def dates(self) -> Sequence[dt.date]:
        """Return the days of the lists."""
        ...

    def first(self) -> ListColumns:
        """Return the first list."""
        ...

    def lists(self) -> Iterator[ListColumns]:
        """Return the lists in their order."""
        ...

    def steps(self) -> Iterator[ScaleStep]:
        """Return the steps from the first list on, in their order."""
        ...
