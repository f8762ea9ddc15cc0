"""The shapes of the documents about standings."""

from typing import NotRequired, TypedDict

from arpad.documents.schema import Exact, FindingDocument, StepDocument


class LeftDocument(TypedDict):
    """How somebody left an event: withdrawn or expelled; `round` is the first one without them."""

    kind: str
    round: int | None


class NotRankedDocument(TypedDict):
    """Somebody without a place, and the article by which."""

    number: int
    name: str
    points: Exact
    left: LeftDocument
    article: str
    entry: NotRequired[int]
    team: NotRequired[int]


class StandingsRowDocument(TypedDict):
    """A row of standings. `number` is the starting number; `id`, `entry` or `team` are there if they are known,
    `left` if they withdrew or were expelled."""

    rank: int
    number: int
    name: str
    points: Exact
    values: dict[str, str | None]
    left: NotRequired[LeftDocument]
    id: NotRequired[str | None]
    entry: NotRequired[int]
    team: NotRequired[int]


class StandingsDocument(TypedDict):
    """Standings with their tie-breaks."""

    edition: str | None
    round: int
    system: str
    tie_breaks: list[str]
    list_from: str
    dropped: list[str]
    rows: list[StandingsRowDocument]
    shared: list[int]
    not_ranked: NotRequired[list[NotRankedDocument]]
    findings: NotRequired[list[FindingDocument]]


class StandingsWhyDocument(StandingsDocument):
    """Rows of standings with their reasons."""

    steps: list[StepDocument]


class CrossCellDocument(TypedDict):
    """A round of a contestant."""

    round: int
    opponent: int | None
    colour: str | None
    kind: str
    points: Exact


class CrossRowDocument(TypedDict):
    """A contestant's row of a crosstable; `rank` is null for players who were taken out."""

    rank: int | None
    number: int
    name: str
    cells: list[CrossCellDocument]
    id: NotRequired[str | None]


class CrosstableDocument(TypedDict):
    """A crosstable."""

    edition: str | None
    round: int
    system: str
    rows: list[CrossRowDocument]


class ComparedPlaceDocument(TypedDict):
    """A contestant's ranks, by the ids of the editions; null under an edition that does not rank them."""

    number: int
    name: str
    ranks: dict[str, int | None]
    changes: bool


class StandingsComparisonDocument(TypedDict):
    """Standings under several editions."""

    round: int
    editions: list[StandingsDocument]
    places: list[ComparedPlaceDocument]
