"""The shapes of the documents about prizes. Money is a text with the digits of its currency: `1234.50`."""

from typing import NotRequired, TypedDict

from arpad.documents.schema import Exact, FindingDocument


class PrizeWinnerDocument(TypedDict):
    """A player of a ranking."""

    rank: int
    id: str
    name: str
    points: Exact


class CategoryShareDocument(TypedDict):
    """The prize of a category that a player gets."""

    name: str
    amount: str


class SystemShareDocument(TypedDict):
    """What a player would get by a system."""

    paid: str
    total: str


class ProgressDocument(TypedDict):
    """By how much a player did better than expected."""

    games: int
    score: Exact
    average: int
    expected: Exact
    value: Exact
    change: Exact


class PrizedPlayerDocument(PrizeWinnerDocument):
    """A player with the money of all systems."""

    exact: str
    by_place: str
    shared: str
    paid: str
    category: CategoryShareDocument | None
    total: str
    addends: str
    systems: dict[str, SystemShareDocument]
    progress: ProgressDocument | None


class PrizeGroupDocument(TypedDict):
    """Players who are level, and what they share."""

    ranks: list[int]
    points: Exact
    pool: str
    sharing: int
    addends: str


class CategoryPrizeDocument(TypedDict):
    """A prize of a category with its winner."""

    name: str
    where: str
    by: str
    place: int
    amount: str
    player: PrizeWinnerDocument | None


class NotAwardedDocument(TypedDict):
    """A prize that nobody gets."""

    category: NotRequired[str]
    place: int
    amount: str


class PrizesDocument(TypedDict):
    """The prizes of a ranking."""

    currency: str
    unit: str
    rounding: str
    system: str
    places: int | str | None
    policy: str
    groups: list[PrizeGroupDocument]
    players: list[PrizedPlayerDocument]
    categories: list[CategoryPrizeDocument]
    awarded: str
    kept: str
    not_awarded: list[NotAwardedDocument]
    total: str
    addends: list[str]
    findings: list[FindingDocument]
