"""The shapes of the documents about norms."""

from typing import TypedDict

from arpad.documents.schema import Anything, FindingDocument, Points


class NormGameDocument(TypedDict):
    """A game of a norm; the opponent by the starting rank."""

    round: int
    opponent: int
    opponent_id: str | None
    rating: int | None
    name: str


class RaisedGameDocument(NormGameDocument):
    """The game against the opponent whose rating is raised."""

    to: int


class NormRowDocument(NormGameDocument):
    """A game of a norm as its table has it."""

    federation: str
    title: str
    score: Points


class LeftGameDocument(NormRowDocument):
    """A game that does not count for a norm, and why."""

    article: str
    reason: str


class NormCheckDocument(TypedDict):
    """A condition of a norm; `ok` is null if the report does not tell."""

    article: str
    name: str
    required: Anything
    found: Anything
    ok: bool | None
    sense: str
    detail: str
    missing: list[str]


class NormDocument(TypedDict):
    """A norm with all its checks."""

    title: str
    achieved: bool
    undecided: bool
    games: int
    dropped: list[NormGameDocument]
    cut_after: int | None
    score: Points
    required: Points | None
    average: int | None
    percentage: int | None
    dp: int | None
    performance: int | None
    raised: RaisedGameDocument | None
    credit: int
    special: str | None
    foreigners: bool | None
    checks: list[NormCheckDocument]
    rows: list[NormRowDocument]
    left: list[LeftGameDocument]


class WholeNormDocument(NormDocument):
    """A norm, and the answer with all games if some were left out."""

    whole: NormDocument | None


class CandidateDocument(TypedDict):
    """A player's norms, title by title."""

    player: int
    edition: str
    norms: list[WholeNormDocument]


class NormsDocument(TypedDict):
    """The norms of an event."""

    edition: str
    event: str
    players: list[CandidateDocument]
    findings: list[FindingDocument]


class PlayerNormDocument(NormDocument):
    """A norm of a player, who is named by the starting rank."""

    player: int


class WayDocument(TypedDict):
    """A score that is enough, and against whom."""

    score: Points
    least_rating: int | None
    titles: list[str] | None
    federations_excluded: list[str]
    federations_from: dict[str, int]


class ComingOpponentDocument(TypedDict):
    """An opponent to come."""

    rating: int | None
    title: str
    federation: str


class NeedDocument(TypedDict):
    """What a player still needs for a norm."""

    player: int
    edition: str
    title: str
    possible: bool
    undecided: bool
    rounds: list[int]
    score_needed: Points | None
    least_rating: int | None
    titles: list[str] | None
    federations_excluded: list[str]
    ways: list[WayDocument]
    opponents: list[ComingOpponentDocument | None]
    reasons: list[str]
    norm: NormDocument
