"""The shapes of the documents about ratings: changes, first ratings, performances, rated events."""

import datetime as dt
from typing import NotRequired, TypedDict

from arpad.documents.schema import Exact, FindingDocument, Number, Points, StepDocument


class InitialReasonDocument(TypedDict):
    """Why a first rating is not published."""

    article: str
    code: str
    reason: str


class InitialEventDocument(TypedDict):
    """An event of a player without a rating."""

    event: str | None
    games: int
    score: Points | None
    ru: Exact | None


class InitialDocument(TypedDict):
    """A first rating with its reasons."""

    edition: str
    games_counted: int
    score: Points | None
    average: int | None
    average_exact: str | None
    percentage: int | None
    dp: int | None
    bonus: Exact | None
    rating: int | None
    publishable: bool
    reasons: list[InitialReasonDocument]
    events: list[InitialEventDocument]
    steps: list[StepDocument]


class PerformanceDocument(TypedDict):
    """The performance of a row of games."""

    average: int
    average_exact: str
    percentage: int
    dp: int
    performance: int
    games_counted: int


class GameChangeDocument(TypedDict):
    """A game that counts for a change."""

    opponent: int | None
    score: Points
    event: str | None
    difference: int
    used_difference: int
    capped: bool
    expected: Number
    change: Number


class EventChangeDocument(TypedDict):
    """An event that counts by its average."""

    event: str | None
    games: int
    average: int
    average_exact: str
    difference: int
    expected: Number
    expected_score: Number
    score: Points
    result: Number
    change: Number


class NotCountedDocument(TypedDict):
    """A game that does not count, and why."""

    opponent: int | None
    score: Points
    event: str | None
    code: str
    article: str
    reason: str


class ChangeDocument(TypedDict):
    """The change of a rated player."""

    edition: str
    rating: int
    k: int
    listed_k: int
    games: list[GameChangeDocument]
    events: NotRequired[list[EventChangeDocument]]
    not_counted: list[NotCountedDocument]
    games_counted: int
    sum: Number
    change: Number
    rounded_change: int
    new_rating: int
    below_floor: bool
    steps: list[StepDocument]


class RatedPlayerDocument(TypedDict):
    """A player of a rated event."""

    rank: int
    name: str
    id: str | None
    rating: int | None
    guest: bool
    k: int | None
    games: int
    score: Points
    average: Exact | None
    expected: Number | None
    result: Number | None
    change: Number | None
    rounded_change: int | None
    new_rating: int | None
    below_floor: bool
    capped: int
    initial: InitialDocument | None


class NotRatedDocument(TypedDict):
    """A game that is not rated, and why."""

    round: int
    white: int
    black: int
    code: str
    reason: str
    article: str | None


class RatedEventHeadDocument(TypedDict):
    """The event of a report."""

    name: str
    city: str
    federation: str
    start: dt.date | None
    end: dt.date | None
    rounds: int | None


class EventRatingDocument(TypedDict):
    """A report, rated."""

    edition: str
    event: RatedEventHeadDocument
    ratable: bool
    format: str
    counted_as: str | None
    players: list[RatedPlayerDocument]
    not_rated: list[NotRatedDocument]
    findings: list[FindingDocument]
    steps: list[StepDocument]
