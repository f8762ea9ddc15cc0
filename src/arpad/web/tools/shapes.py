"""The shapes of the documents of the tools: calculators, regulations, dropped reports, tables of rounds."""

from typing import Annotated, Any, NotRequired, TypedDict

from arpad.documents.schema import Exact, FindingDocument, StepDocument, joined
from arpad.pairing.documents import ExaminedPairingDocument, PairingPositionsDocument
from arpad.rating.examine import EventHead
from arpad.rating.first_rating import InitialRating
from arpad.rating.model import NotRated, PlayerRating
from arpad.rating.performance import PerformanceRating
from arpad.rating.results import RatingChange
from arpad.standings.table import StandingsTable
from arpad.titles.model import PlayerNorm

EXAMINED_PAIRING = ExaminedPairingDocument | PairingPositionsDocument


class CalculatorDocument(TypedDict):
    """A calculator and its address."""

    name: str
    address: str


class ToldReasonDocument(TypedDict):
    """A sentence of the reasons; the steps that led to it are deeper."""

    depth: int
    article: str
    text: str


class OfEditionDocument(TypedDict):
    """By which edition, and the reasons in words."""

    edition: str
    name: str
    reasons_told: list[ToldReasonDocument]


class KDocument(TypedDict):
    """A development coefficient."""

    k: int
    listed_k: int
    article: str


class TimeClassDocument(TypedDict):
    """The class of a time control, and whether its games may be rated."""

    time_class: str | None
    minutes_for_60_moves: Exact
    ratable: bool


class ReasonsDocument(TypedDict):
    """The reasons in words."""

    reasons_told: list[ToldReasonDocument]


class ChangesDocument(TypedDict):
    """A change, by each edition that was asked for; none without games."""

    results: list[Annotated[dict[str, Any], joined("ChangeBy", OfEditionDocument, RatingChange)]]


class InitialsDocument(TypedDict):
    """A first rating, by each edition that was asked for."""

    results: list[Annotated[dict[str, Any], joined("InitialBy", OfEditionDocument, InitialRating)]]


class PerformancesDocument(TypedDict):
    """A performance; none without games."""

    results: list[Annotated[dict[str, Any], joined("PerformanceOf", PerformanceRating, ReasonsDocument)]]


class CoefficientsDocument(TypedDict):
    """K, by each edition that was asked for."""

    results: list[Annotated[dict[str, Any], joined("KBy", OfEditionDocument, KDocument)]]


class TimeClassesDocument(TypedDict):
    """A time control, by each edition that was asked for."""

    results: list[Annotated[dict[str, Any], joined("TimeClassBy", OfEditionDocument, TimeClassDocument)]]


class DroppedReportDocument(TypedDict):
    """A report that was checked, rated and searched for norms. Without an edition for its day it is not rated."""

    edition: str | None
    event: NotRequired[EventHead]
    ratable: bool
    format: NotRequired[str]
    counted_as: NotRequired[str | None]
    players: list[PlayerRating]
    not_rated: NotRequired[list[NotRated]]
    findings: list[FindingDocument]
    steps: NotRequired[list[StepDocument]]
    norms: list[PlayerNorm]
    standings: StandingsTable | None


class DrawTableDocument(TypedDict):
    """A table of rounds: pairs of White and Black in the order of the boards, and who is free in each round."""

    kind: str
    number: int
    double: bool
    rounds: list[list[tuple[int | str, int | str]]]
    byes: list[list[int | str]]
